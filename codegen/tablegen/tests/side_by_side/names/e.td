def e { A x = A<5>; }
