def xc : Op<"c"> { Op before = between; }
