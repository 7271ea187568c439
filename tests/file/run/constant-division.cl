// Division by constants is multiplication by their reciprocals, for 64 bits as well. Each item counts the operands whose
// quotient and remainder do not give the dividend again.
// RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// CHECK: {{^}}0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0{{$}}

#define UNSIGNED(type, d)                                                                                              \
  {                                                                                                                    \
    type n = (type)x, q = n / (type)(d), r = n % (type)(d);                                                            \
    wrong += q * (type)(d) + r != n || r >= (type)(d);                                                                 \
    n = q * (type)(d);                                                                                                 \
    wrong += n / (type)(d) != q;                                                                                       \
    if (q != 0)                                                                                                        \
      wrong += (n - 1) / (type)(d) != q - 1;                                                                           \
  }
#define SIGNED(type, magnitude, d)                                                                                     \
  {                                                                                                                    \
    type n = (type)x, q = n / (type)(d), r = n % (type)(d);                                                            \
    magnitude size = r < 0 ? -(magnitude)r : (magnitude)r, limit = (d) < 0 ? -(magnitude)(d) : (magnitude)(d);         \
    wrong += (magnitude)q * (magnitude)(type)(d) + (magnitude)r != (magnitude)n || size >= limit ||                    \
             (r != 0 && (r < 0) != (n < 0));                                                                           \
  }

kernel void k(global uint *out) {
  uint wrong = 0, i = get_global_id(0);
  ulong state = i * 0x9e3779b97f4a7c15ul;
  for (uint round = 0; round < 30; ++round) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    ulong x = (state ^ state >> 29) >> (round & 7 ? round & 31 : 0);
    if (round == 0)
      x = ~0ul >> (i & 63);
    if (round == 1)
      x = 0x8000000080000000ul - (i & 1);
    UNSIGNED(uint, 3) UNSIGNED(uint, 7) UNSIGNED(uint, 28) UNSIGNED(uint, 0x80000001u) UNSIGNED(uint, 0xfffffffeu)
    UNSIGNED(ulong, 3) UNSIGNED(ulong, 7) UNSIGNED(ulong, 10) UNSIGNED(ulong, 28) UNSIGNED(ulong, 1000000007)
    UNSIGNED(ulong, 0x100000001ul) UNSIGNED(ulong, 0x7ffffffffffffffful) UNSIGNED(ulong, 0x8000000000000001ul)
    UNSIGNED(ulong, 0xfffffffffffffffbul) UNSIGNED(ulong, 0x6000000000000000ul)
    SIGNED(int, uint, 7) SIGNED(int, uint, -10) SIGNED(int, uint, 0x7fffffff)
    SIGNED(long, ulong, 3) SIGNED(long, ulong, -7) SIGNED(long, ulong, 10) SIGNED(long, ulong, -1000000007)
    SIGNED(long, ulong, 0x7fffffffffffffffl) SIGNED(long, ulong, 0x100000001l)
  }
  out[i] = wrong;
}
