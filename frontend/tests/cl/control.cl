#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
int classify(int x) { if (x < 0) return -1; else if (x == 0) return 0; else if (x < 10) { return 1; } return 2; }
int collatz(uint n) { int s = 0; while (n > 1 && s < 50) { n = n & 1 ? n * 3 + 1 : n / 2; s++; } return s; }
static inline int sw(int x) { switch (x) { case 0: return 5; case 1: case 2: x += 10; case 3: x++; break; case 4 ... 6: x = 100; default: x *= 2; } return x; }
void nothing(void) {}
int late(int x);

kernel void branches(global int *out, global const int *in)
{
    int x = IN(1), y = IN(3); OUT(0) = classify(x); OUT(1) = collatz(y); for (int i = 0; i < 9; i++) OUT(2 + i) = sw(i); nothing(); OUT(11) = late(y);
    int s = 0; for (int i = 0; i < 20; i++) { if (i % 3 == 0) continue; if (i > y % 20) break; s += i; } OUT(12) = s; int n = 0; do n += 2; while (n < x); OUT(13) = n; for (;;) { if (n++ > 30) break; } OUT(14) = n; for (int i = 0, j = 10; i < j; i++, j--) n += i * j; OUT(15) = n;
    int k = 0; again: k++; if (k < y % 7) goto again; OUT(16) = k; if (x > 0) goto skip; OUT(17) = 1; skip: OUT(18) = 2; { int x = 5; { int x = 6; OUT(19) = x; } OUT(20) = x; } OUT(21) = x;
    int c = 0; OUT(22) = (x > 0 && ++c) + c; OUT(23) = (x > 0 || ++c) + c; OUT(24) = x > 0 ? c++ : c--; OUT(25) = c; OUT(26) = x < y ? y < 50 ? 1 : 2 : 3; if (!(x > 3) || (y & 1 && y > 9)) OUT(27) = 7; else OUT(27) = 8; while (1) { if (c++ > 5) { break; } else { continue; } } OUT(28) = c; int t = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j == i) continue; t = t * 3 + j; } OUT(29) = t; switch (y & 3) { int z; case 0: z = 1; OUT(30) = z; break; case 1: OUT(30) = 3; break; } switch (y) { default: OUT(31) = 1; } switch ((long)x) { case -1L: OUT(32) = 1; break; case 5: OUT(32) = 2; } switch (y & 7) { for (t = 0; t < 3; t++) { case 3: t++; OUT(33) = t; } } OUT(34) = ({ int q = x + 1; q * 2; }); if (x) ; else OUT(35) = 1; OUT(36) = !!x; for (int i = 0; i < 3; ++i) { switch (i) { case 1: continue; } OUT(37) += i; }
    return; OUT(40) = 1;
}
int late(int x) { return x > 3 ? x - 3 : 4; }
