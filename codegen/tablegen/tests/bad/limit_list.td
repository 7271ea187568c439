def a { list<int> l = !range(1000000000000); }
