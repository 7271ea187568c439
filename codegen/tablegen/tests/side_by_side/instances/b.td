def b { list<A> all = !instances<A>(); }
