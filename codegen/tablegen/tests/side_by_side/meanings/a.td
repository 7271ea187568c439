def other : Op;
