def xa : Op<"a"> { Op before = between; }
