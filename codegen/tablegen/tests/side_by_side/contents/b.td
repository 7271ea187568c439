class Other : Mark;
def b : Other;
