def a { string s = "unterminated; }
def b { int i = 99999999999999999999; }
def c { int i = !nosuch(1); }
def d { string s = "bad \q escape"; }
def e { int i = 1 @ 2; }
def f { dag d = (a $ x); }
def g { string s = "bad \q escape", t = "next"; }
def h { string s = "not ended \
here"; }
