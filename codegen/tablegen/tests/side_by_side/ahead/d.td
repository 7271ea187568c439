def d : Op<"other2"> { Op found = !cast<Op>("other" # 2); }
