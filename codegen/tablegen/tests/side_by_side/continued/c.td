def c;
