def b { bit there = !exists<Op>("other"); }
