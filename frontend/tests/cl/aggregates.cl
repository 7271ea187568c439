#define OUT(i) out[__builtin_amdgcn_workitem_id_x() * 64 + (i)]
#define IN(i) in[__builtin_amdgcn_workitem_id_x() * 8 + (i)]
#define F(x) __builtin_astype((float)(x), int)
typedef struct { float x, y; int tag; } point;
typedef struct node { char c; short s; point p[2]; long l; union { int i; float f; uchar4 b; }; struct { int in1, in2; }; } node;
typedef struct __attribute__((packed)) { char a; int b; short c; } tight;
typedef struct { int v __attribute__((aligned(32))); char t; } loose;
struct forward; struct forward { struct forward *next; int value; };
constant float coef[3][2] = {{1, 2}, {3, 4}, {5}};
constant point pts[] = {{1.5f, 2, 3}, {.tag = 9, .x = 4}, [3] = {1}};
constant int table[10] = {1, 2, [5] = 6, 7, [8] = 9};
constant int4 vec = (int4)(1, 2, 3, 4);
constant float4 fvecs[2] = {(float4)(1, 2, 3, 4), (float4)(5.0f)};
constant char msg[] = "hi\x41\n";
constant char padded[8] = "abc";
constant node con = {1, 2, {{1, 2, 3}, {4, 5, 6}}, 7, {8}, {9, 10}};
constant int minus = -(3 + 4) * 2, shifted = 1 << 5 | 3, cond = 3 > 2 ? 10 : 20;
constant uint sizes[] = {sizeof(point), sizeof(node), sizeof(tight), sizeof(loose), sizeof(con)};
constant double dd = 1.0 / 3;
constant ulong big = 0x123456789abcdefUL;
constant int *constant ptr = &table[5];
constant bool flags[2] = {true, 0};
constant union { int i; float f; } first = {7}, second = {.f = 2.5f};

point scale(point p, float k) { p.x *= k; p.y *= k; return p; }
point make(int t) { point p = {t, t + 1, t}; return p; }
node bump(node n) { n.l += 5; n.p[1] = scale(n.p[0], 2); n.in2++; return n; }
float sum(const point *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i].x + p[i].y; return s; }
void swap(point *a, point *b) { point t = *a; *a = *b; *b = t; }

kernel void structs(global int *out, global const int *in)
{
    point p = make(IN(1)), q = p; q.tag++; p = scale(q, 3); OUT(0) = F(p.x); OUT(1) = F(p.y); OUT(2) = p.tag; OUT(3) = F(q.x); swap(&p, &q); OUT(4) = F(p.x);
    node n = {.s = 3, .p = {{1, 2, 3}}, .l = IN(0), .i = 5, .in1 = 6}; n = bump(n); OUT(5) = n.l; OUT(6) = F(n.p[1].y); OUT(7) = n.in2; OUT(8) = n.c; OUT(9) = n.s; n.f = 1.0f; OUT(10) = n.i; OUT(11) = n.b.w; n.b.x = 7; OUT(12) = n.i;
    node *np = &n; np->p[IN(3) & 1].tag = 77; OUT(13) = n.p[0].tag + n.p[1].tag; OUT(14) = (*np).in1; OUT(15) = np->p->tag; tight t = {1, IN(0), 3}; OUT(16) = t.b; t.b += 2; OUT(17) = t.b; OUT(18) = sizeof(t) + sizeof(loose) * 100; loose l; l.v = 3; l.t = 4; OUT(19) = l.v + l.t;
    point arr[3] = {{1, 2, 3}, make(4)}; OUT(20) = F(sum(arr, 3)); arr[2] = arr[1]; OUT(21) = arr[2].tag; struct forward f2 = {0, 5}, f1 = {&f2, 6}; OUT(22) = f1.next->value + f1.value; OUT(23) = make(3).tag; OUT(24) = F(scale(make(2), 2).y); point c = IN(1) & 1 ? p : q; OUT(25) = F(c.x); c = (point){1, 2, IN(3)}; OUT(26) = c.tag; OUT(27) = ((point){4, 5, 6}).tag; OUT(28) = (p = q).tag; OUT(29) = __builtin_offsetof(node, l) + __builtin_offsetof(node, p[1].y); point d = (c, q); OUT(30) = d.tag; (void)make(1);
    union { uint u; float f; ushort s[2]; } u; u.f = 3.5f; OUT(31) = u.u; OUT(32) = u.s[1]; u.s[0] = 5; OUT(33) = u.u; node n2 = con; OUT(34) = n2.in2 + n2.p[1].tag; OUT(35) = sizeof(node);
}

kernel void constants(global int *out, global const int *in)
{
    int k = IN(3) % 3; OUT(0) = F(coef[k][k & 1]); OUT(1) = F(pts[k].x + pts[3].x); OUT(2) = pts[1].tag + pts[k].tag; OUT(3) = table[k] + table[5] + table[6] + table[8] + table[9]; OUT(4) = vec.z; OUT(5) = F(fvecs[1].w + fvecs[k & 1].y); OUT(6) = msg[k] + sizeof(msg); OUT(7) = padded[2] + padded[7] + sizeof(padded);
    OUT(8) = con.l + con.i + con.in2 + con.p[1].tag; OUT(9) = minus; OUT(10) = shifted; OUT(11) = cond; OUT(12) = sizes[0] + sizes[1] * 10 + sizes[2] * 100 + sizes[3] * 1000 + sizes[4]; OUT(13) = F(dd); OUT(14) = big >> 20; OUT(15) = *ptr + ptr[1]; OUT(16) = flags[0] + flags[1]; OUT(17) = first.i; OUT(18) = second.i; OUT(19) = "xyz"[k]; OUT(20) = sizeof("four") + *"q"; constant int inner[2] = {5, 6}; OUT(21) = inner[k & 1];
}

kernel void arrays(global int *out, global const int *in)
{
    int a[4] = {1, 2}, m[2][3] = {{1, 2, 3}, {4}}, flat[2][2] = {1, 2, 3, 4}, big[20] = {0}; int *p = a; for (int i = 0; i < 4; i++) a[i] += IN(1) + i; OUT(0) = a[3]; OUT(1) = m[IN(3) & 1][IN(3) % 3]; OUT(2) = flat[1][0]; OUT(3) = big[7]; OUT(4) = *(p + 2); OUT(5) = p[1]; OUT(6) = 2[a]; OUT(7) = sizeof(m) / sizeof(m[0][0]); int (*rows)[3] = m; OUT(8) = rows[1][0]; OUT(9) = *rows[0]; p = &m[1][2]; *p = 8; OUT(10) = m[1][2]; OUT(11) = &a[3] - a; float4 fv[2] = {(float4)(1), (float4)(2, 3, 4, 5)}; fv[1].y = 9; OUT(12) = F(fv[1].y + fv[0].x); char s[] = "dog"; s[1] = 'i'; OUT(13) = s[1] + s[2] + sizeof(s); int v2[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}; OUT(14) = v2[1][0][1]; uchar bytes[5] = {250, 251}; bytes[1] += 10; OUT(15) = bytes[1]; bool bs[3] = {1, 0, 1}; OUT(16) = bs[0] + bs[1] + bs[2]; bs[IN(3) % 3] = 0; OUT(17) = bs[0] * 4 + bs[1] * 2 + bs[2]; const int ci[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3}; OUT(18) = ci[IN(3) % 18]; int range[6] = {[1 ... 3] = 4, 5}; OUT(19) = range[1] + range[3] * 10 + range[4] * 100; struct { int n; int d[3]; } sd[2] = {1, 2, 3, 4, 5, {6}}; OUT(20) = sd[0].d[2] + sd[1].n * 10 + sd[1].d[0] * 100;
}
