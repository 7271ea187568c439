class Later { int z = 1; }
