def t { string s = "a" "b" # "c" "d"; string t = 1 # 2; string u = "x" # [{y}] # 3; list<int> l = [1] # [2] # []; }
