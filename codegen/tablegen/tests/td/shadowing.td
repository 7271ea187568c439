class A<int n=0> { int v = n; }
def a : A;
def t1 { int x = !foldl(0, [1,2], x1, y1, !add(x1, y1)); list<int> l = !foreach(i, [1], !foldl(i, [1,2], acc, j, !add(acc, j, i))); }
defvar i = 5;
def t2 { list<int> l = !foreach(i, [1,2], i); int k = i; }
foreach j = [1,2] in def t3#j { list<int> l = !foreach(j, [7,8], j); int k = j; }
class C<int n> { list<int> l = !foreach(n, [1], n); int m = n; }
def c : C<9>;
multiclass M<int n> { def x { list<int> l = !foreach(n, [1,2], n); int m = n; } }
defm m : M<4>;
def t4 { defvar q = 3; list<int> l = !foreach(q, [1,2], q); int k = q; }
