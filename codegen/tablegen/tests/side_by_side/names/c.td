def c { int length = !size(!cast<string>(A<3>)); }
