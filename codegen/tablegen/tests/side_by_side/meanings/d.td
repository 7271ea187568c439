def d { bit there = !exists<Op>("known"); }
