class Other : Mark { int y = 2; }
def c : Other;
