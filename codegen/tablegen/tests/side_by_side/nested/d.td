def d { A x = A<2>; }
