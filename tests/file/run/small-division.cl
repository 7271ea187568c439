// Divisions of small numbers are expanded differently: through float up to 24 bits, through 32 bits for 64-bit ones. Each
// item counts the operands whose quotient and remainder do not give the dividend again.
// RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:u32[64]:zero --dump 0:64 | FileCheck %s
// CHECK: {{^}}0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0{{$}}

bool is_wrong_unsigned(ulong n, ulong d, ulong q, ulong r) { return q * d + r != n || r >= d; }

bool is_wrong_signed(long n, long d, long q, long r) {
  ulong size = r < 0 ? -r : r, limit = d < 0 ? -d : d;
  return q * d + r != n || size >= limit || (r != 0 && (r < 0) != (n < 0));
}

#define UNSIGNED(type, bits)                                                                                           \
  {                                                                                                                    \
    type n = (type)x >> (sizeof(type) * 8 - bits), d = (type)y >> (sizeof(type) * 8 - bits);                           \
    if (d != 0)                                                                                                        \
      wrong += is_wrong_unsigned(n, d, n / d, n % d);                                                                  \
    /* Just below a multiple, and at it. */                                                                            \
    d = (d & 0xfff) + 1;                                                                                               \
    n = n / d * d;                                                                                                     \
    wrong += is_wrong_unsigned(n, d, n / d, n % d);                                                                    \
    if (n != 0)                                                                                                        \
      --n;                                                                                                             \
    wrong += is_wrong_unsigned(n, d, n / d, n % d);                                                                    \
  }
#define SIGNED(type, bits)                                                                                             \
  {                                                                                                                    \
    type n = (type)x >> (sizeof(type) * 8 - bits), d = (type)y >> (sizeof(type) * 8 - bits);                           \
    if (d != 0)                                                                                                        \
      wrong += is_wrong_signed(n, d, n / d, n % d);                                                                    \
    d = ((type)y << 8) >> (sizeof(type) * 8 - 4);                                                                      \
    if (d != 0)                                                                                                        \
      wrong += is_wrong_signed(n, d, n / d, n % d);                                                                    \
  }

kernel void k(global uint *out) {
  uint wrong = 0, i = get_global_id(0);
  ulong state = i * 0x9e3779b97f4a7c15ul;
  for (uint round = 0; round < 40; ++round) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    ulong x = state ^ state >> 29, y = (state * 0x2545f4914f6cdd1dul) >> (round & 31);
    // Boundary values: all bits, the sign alone.
    if (round == 0)
      x = ~0ul;
    if (round == 1)
      y = ~0ul;
    if (round == 2)
      x = 0x8000000080000000ul;
    if (round == 3) {
      x = 0x8000000080000000ul;
      y = ~0ul;
    }
    UNSIGNED(uint, 8)
    UNSIGNED(uint, 22)
    UNSIGNED(uint, 23)
    UNSIGNED(uint, 24)
    UNSIGNED(uint, 25)
    UNSIGNED(ulong, 24)
    UNSIGNED(ulong, 32)
    UNSIGNED(ulong, 33)
    {
      // A dividend of 32 bits, and any divisor.
      ulong n = (uint)x, d = y | 1;
      wrong += is_wrong_unsigned(n, d, n / d, n % d);
      d = (uint)y | 1;
      wrong += is_wrong_unsigned(n, d, n / d, n % d);
    }
    SIGNED(int, 8)
    SIGNED(int, 23)
    SIGNED(int, 24)
    SIGNED(int, 25)
    SIGNED(int, 26)
    SIGNED(long, 23)
    SIGNED(long, 24)
    SIGNED(long, 25)
    SIGNED(long, 31)
    SIGNED(long, 32)
    SIGNED(long, 33)
  }
  out[i] = wrong;
}
