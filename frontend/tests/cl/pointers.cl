#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
void inc(int *p, int n) { while (n--) (*p++)++; }
int gsum(global const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += *p++; return s; }
void lput(local int *p, int v) { *p = v; }
global const int *at(global const int *p, int n) { return p + n; }
typedef int row[4];

kernel void walk(global int *out, global const int *in)
{
    local int shared[64]; local float tile[4][5]; int id = __builtin_amdgcn_workitem_id_x(); lput(&shared[id], IN(1)); tile[id & 3][id % 5] = 1.5f; __builtin_amdgcn_s_barrier(); OUT(0) = shared[id ^ 1]; OUT(1) = tile[1][0] > 1;
    int a[6] = {1, 2, 3, 4, 5, 6}; inc(a + 1, 3); OUT(2) = a[1] + a[3] * 10; OUT(3) = gsum(&IN(0), 4); OUT(4) = *at(in, id); int *p = a, *q = &a[4]; OUT(5) = q - p; OUT(6) = q > p; OUT(7) = p == a; p += 2; OUT(8) = *p; OUT(9) = *++p; OUT(10) = *p--; OUT(11) = p[-1]; int **pp = &p; **pp = 50; OUT(12) = a[2]; *pp = q; OUT(13) = *p; OUT(14) = p ? 1 : 2; OUT(15) = !p; global int *g = out + id * 64; g[16] = 3; *(g + 17) = 4; g += 18; *g++ = 5; *g = 6; OUT(20) = (g - out) & 63; row r = {1, 2, 3, 4}; row *rp = &r; OUT(21) = (*rp)[2]; char *cp = (char *)a; OUT(22) = cp[4]; short *sp = (short *)&a[3]; OUT(23) = *sp; uint u = (uint)(ulong)(global char *)0; OUT(24) = u; void *vp = a; OUT(25) = ((int *)vp)[1]; const int *cpi = a; OUT(26) = cpi[5]; int x = 5; int *const k = &x; *k += 2; OUT(27) = x; OUT(28) = sizeof(p) + sizeof(g) * 10 + sizeof(vp) * 100; local int *lp = shared + 3; OUT(29) = *lp; OUT(30) = (lp - shared); float f = 1.0f; OUT(31) = *(int *)&f; *(int *)&f ^= 1 << 31; OUT(32) = f; volatile int v = 3; v += 2; OUT(33) = v; global const int4 *v4 = (global const int4 *)in; OUT(34) = v4[id].z; global char *bytes = (global char *)(out + id * 64 + 35); bytes[1] = 7; OUT(36) = bytes[1]; int *np = 0; OUT(37) = np == 0; OUT(38) = np != (void *)0; p = IN(3) & 1 ? a : a + 1; OUT(39) = *p; OUT(40) = (*p)++ + *p; int arr2[2][2] = {{1, 2}, {3, 4}}; int (*ap)[2] = arr2 + 1; OUT(41) = (*ap)[1]; OUT(42) = *(*arr2 + 1); OUT(43) = a[a[0]]; p = &*a; OUT(44) = *&a[1];
}
