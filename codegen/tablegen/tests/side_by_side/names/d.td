def d { bit there = !exists<A>("anonymous_0"); A x = A<4>; }
