class F { field bits<8> Inst; bits<8> SoftFail = 0; field int q = 3; int r; field string s; }
class G<bits<3> o> : F { bits<2> a; let Inst{7-5} = o; let Inst{4-3} = a; let Inst{0} = ?; let SoftFail{1} = 1; }
def g : G<3>; def g2 : G<4> { let a = {1,?}; let q = 4; }
def h : F { let Inst = {1,0,1,0,?,?,?,?}; let r = !add(q, 1); }
