def a : Mark;
