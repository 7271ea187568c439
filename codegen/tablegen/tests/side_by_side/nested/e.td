def e { A x = A<3>; }
