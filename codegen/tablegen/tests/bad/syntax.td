class A { int x = ; }
def ok;
class B<int n { int y; }
def 5 = ;
class C { int y = 1 }
foreach i in [1] in def d#i;
def e { let }
