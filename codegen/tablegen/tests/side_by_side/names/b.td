def b { string text = !cast<string>(A<2>) # "_suffix"; }
