class D<string s, int n> { string v = !if(n, D<s # s, !sub(n, 1)>.v, s); }
def a { int n = !size(D<"0123456789", 60>.v); }
