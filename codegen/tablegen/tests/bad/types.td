def a { int i = "string"; }
def b { string s = 5; }
def c { bits<2> b = 9; }
def d { list<int> l = ["a"]; }
def e { bits<4> b; let b{4} = 1; }
def f { bits<4> b; let b{1,1} = 3; }
def g { int i; let i{0} = 1; }
class R;
def h { R r = 7; }
def i { list<string> l = !foreach(x, [1], x); }
def j { int i = !add("a", 1); }
def k { int i = !if(1, "a", 2); }
def l { int i = !head([]<int>); }
def m { int i = !size(5); }
