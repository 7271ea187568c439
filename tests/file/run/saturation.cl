// Saturating sums and differences of bytes, half words and words, compared with wider arithmetic. Each item counts the
// differences.
// RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --arg i32:77 --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --arg i32:77 --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --arg i32:77 --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --arg i32:77 --dump 0:64 | FileCheck %s
// CHECK: {{^}}0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0{{$}}

#define BOTH(type, least, most)                                                                                        \
  {                                                                                                                    \
    type a = x, b = y;                                                                                                 \
    long sum = (long)a + b, difference = (long)a - b;                                                                  \
    wrong += add_sat(a, b) != (type)(sum < (least) ? (least) : sum > (most) ? (most) : sum);                           \
    wrong += sub_sat(a, b) != (type)(difference < (least) ? (least) : difference > (most) ? (most) : difference);      \
    /* Of uniform numbers. */                                                                                          \
    type c = seed * (round + 1) << (round & 31), d = seed ^ (seed << (round & 31));                                    \
    sum = (long)c + d;                                                                                                 \
    wrong += add_sat(c, d) != (type)(sum < (least) ? (least) : sum > (most) ? (most) : sum);                           \
  }

kernel void k(global uint *out, uint seed) {
  uint wrong = 0, i = get_global_id(0);
  ulong state = i * 0x9e3779b97f4a7c15ul;
  for (uint round = 0; round < 40; ++round) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    uint x = state >> 32, y = (state >> 13) ^ (state >> 40);
    if (round == 0)
      x = 0x80808080u;
    if (round == 1)
      y = 0x80808080u;
    if (round == 2)
      x = 0x80000000u;
    if (round == 3)
      y = 0x7fffffffu;
    BOTH(char, -128, 127)
    BOTH(uchar, 0, 255)
    BOTH(short, -32768, 32767)
    BOTH(ushort, 0, 65535)
    BOTH(int, -2147483648l, 2147483647l)
    BOTH(uint, 0, 4294967295l)
  }
  out[i] = wrong;
}
