def a { A x = A<1>; }
