class Common { int common = 1; }
