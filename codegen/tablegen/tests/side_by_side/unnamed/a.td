defm : M<1>;
def a { A x = A<1>; }
