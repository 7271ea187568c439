def c : Op<"c"> { Op before = between; }
