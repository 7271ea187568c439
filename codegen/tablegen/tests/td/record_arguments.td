class A; class B<A x> { A y = x; }
def z1 : B<A<>>; def z2 { A q = A<>; B w = B<A<>>; } 
def z3 : A;
