class B1<int unused> { int B = 1; }
dump "in b";
