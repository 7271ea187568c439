// Values with undefined parts that nothing reads.

#include "common.h"

K(undefhi)
{
    u2 a;
    a.x = in[GID];
    ulong q;
    union{u2 v; ulong l; }
    x;
    x.v = a;
    out[GID] = (uint)(x.l<<3>>3);
    out[GID+512] = (uint)(((long)(x.l<<32))>>35);
    out[GID+1024] = (uint)(x.l+5);
}

K(undefs)
{
    u2 a;
    a.x = in[0];
    union{u2 v; ulong l; }
    x;
    x.v = a;
    out[GID] = (uint)((short)x.l)+(uint)(x.l&0xff)+(uint)((x.l<<32)>>40);
}

K(undeff2)
{
    f2 a;
    a.x = (float)(in[GID]&255);
    f2 b = a*a+a;
    f2 c = b.xx*(f2)(1, 2);
    out[GID] = (uint)(c.x+c.y);
}

K(undeff4)
{
    f4 a;
    a.xy = (f2)((float)(in[GID]&255), 3.0f);
    f4 b = a*2.0f+a.yxwz;
    out[GID] = (uint)(b.x+b.y);
}

K(undefpart)
{
    uint r;
    if (in[GID]&1) r = in[GID+1];
    uint s = r*3;
    if (in[GID]&1) out[GID] = s;
}

K(undefloop)
{
    uint last;
    uint n = (in[GID]&3)+1;
    for (uint i = 0; i<n; i++) { uint t = last; last = in[GID+i]; if (i>0) last += t; }
    out[GID] = last;
}
