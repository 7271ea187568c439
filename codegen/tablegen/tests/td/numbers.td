def a { int x = 0b101; bits<3> y = 0b101; int z = 0xFFFFFFFFFFFFFFFF; int w = 18446744073709551615; bits<64> u = 0xFFFFFFFFFFFFFFFF; bits<65> v = -1; int m = -0; int p = +7; int n = 0b1111111111111111111111111111111111111111111111111111111111111111; }
def b { int s = !shl(1, 63); int t = !sra(!shl(1,63), 63); int uu = !srl(-1, 1); int mul = !mul(0x7fffffffffffffff, 2); int d = !div(7, -2); }
def c { bits<2> neg = -2; bits<2> neg1 = -1; bits<1> one = -1; }
def "d e" { string s = "\\n\t'\""; code c = [{
  multi
  line }  ]
}]; }
