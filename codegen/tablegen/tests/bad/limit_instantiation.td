class Forever<int n> { int v = Forever<!add(n, 1)>.v; }
def a : Forever<0>;
