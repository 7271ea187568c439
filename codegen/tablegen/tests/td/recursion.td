class A<list<int> l> { int h = !head(l); list<int> t = !tail(l); }
def a : A<[1]>;
class E<list<int> l> { int n = !if(!empty(l), 0, !add(!head(l), E<!tail(l)>.n)); }
def e : E<[1,2,3]>;
