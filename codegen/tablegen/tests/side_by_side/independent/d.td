foreach i = 0...3 in def D_ # i : Wide<i> { list<int> below = !range(i); }
def d { list<Wide> all = [Wide<21>, Wide<22>, Wide<3>]; }
