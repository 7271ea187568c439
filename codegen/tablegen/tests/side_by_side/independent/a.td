def a { Wide inner = Wide<3>; Wide other = Wide<9>; }
def : Wide<40>;
