multiclass M<bits<4> b, list<string> l, dag d, bit f = 0> { def _1 { bits<4> bb = b; bit f0 = b{0}; list<string> ll = l; dag dd = d; bits<5> c = {f, b}; } }
def op;
defm x : M<5, ["a"], (op 1)>;
defm y : M<0b1010, [], (op), 1>;
let bb = 0, ll = ["q"] in defm z : M<f = 1, b = 3, l = [], d = (op op:$x)>;
let bb<0> = 0 in defm zz : M<15, [], (op)>;
