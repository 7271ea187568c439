class Later { int z = 1; }
def b : Later;
