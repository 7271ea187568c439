// Loops, divergent and uniform branches, early exits, calls.

#include "common.h"

K(loop)
{
    uint x = in[GID], n = in[GID]&31, s = 0;
    for (uint i = 0; i<n; i++) { if (x&1) { s += i; x = x*3+1; } else x >>= 1; if (x == 1)break; }
    out[GID] = s*1000+x;
}

K(diverge)
{
    uint x = in[GID];
    uint r;
    switch (x%7) {case 0:r = x*2; break; case 1:r = x+5; case 2:r = x^9; break; case 3:r = x>>3; break; case 4:{r =
        0; for (uint i = 0; i<(x&15); i++)r += in[i]; break; } default:r = 7; }
    out[GID] = r;
}

__attribute__((noinline)) uint fib(uint n)
{
    uint a = 0, b = 1;
    for (uint i = 0; i<n; i++) {uint t = a+b; a = b; b = t; }
    return a;
}

__attribute__((noinline)) ulong two(uint n, ulong k, private uint*p)
{
    *p += n;
    return k*n+fib(n&7);
}

K(calls)
{
    uint p = in[GID];
    ulong r = two(in[GID]&15, in[GID+1], &p);
    out[GID] = (uint)r+p+fib(p&15);
}

K(early)
{
    if (in[GID]&1) {out[GID] = 5; return; }
    uint s = 0;
    for (uint i = 0; i<in[GID]%11; i++) { if (in[i]&4)continue; s += in[i]; if (s>0x80000000)return; }
    out[GID] = s;
}

K(uni)
{
    uint a = in[0], b = in[1];
    ulong c = (ulong)a<<32|b;
    c = c>>(b&31)|c<<5;
    uint s = 0;
    for (uint i = 0; i<(a&15)+3; i++) { s += in[i]*i; c = c*3+s; if (c&64)s ^= b; }
    out[GID] = s+(uint)c+(uint)(c>>32)+LID;
}

K(unib)
{
    char a = ((global char*)in)[3];
    short b = ((global short*)in)[5];
    long c = a*b;
    out[GID] = (uint)(c>>3)+((a<b)?LID:a)+(uint)(((long)a<<48)>>50)+(uint)(b>0?b:-b);
}

K(bool)
{
    bool a = in[GID]&1, b = in[GID+1]&2, c = in[0]&4;
    bool d = (a && !b) || (c^a);
    uint r = d?in[GID]:LID;
    if (a != b && d)r += c;
    out[GID] = r+(d&a);
}

K(nest)
{
    uint s = 0;
    for (uint i = 0; i<(in[GID]&7); i++)for (uint j = i; j<(in[GID+i]&7); j++) { if ((i^j)&1) {s += in[j]; continue;
        } if (s&0x100)break; s = s*3+j; }
    out[GID] = s;
}

K(goto)
{
    uint x = in[GID], s = 0;
    again: s += x&3;
    x >>= 2;
    if (s>20)goto done;
    if (x)goto again;
    s ^= 0x55;
    done: out[GID] = s;
}

__attribute__((noinline)) uint f_a(uint x)
{
    return x*3;
}

__attribute__((noinline)) uint f_b(uint x)
{
    return x^0x55;
}

K(rec)
{
    uint s = 0;
    for (uint i = 0; i<4; i++) { s += f_a(in[GID+i])^f_b(s); }
    out[GID] = s;
}
