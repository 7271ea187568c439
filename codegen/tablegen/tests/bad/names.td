def a : Missing;
def b { Unknown u; int i = nothing; }
class K<int n> { int v = n; }
def c : K<1, 2>;
def d : K<m = 3>;
def e : K;
def f : K<"text">;
def g { K k = K<1>; int i = k.absent; }
defm h : NoSuchMulticlass;
class K;
class K { int again; }
def i : K<1> { let w = 2; }
def i2;
def i2;
