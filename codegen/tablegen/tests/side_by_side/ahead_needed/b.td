def xb : Op<"b"> { Op before = between; }
