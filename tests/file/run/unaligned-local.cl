// Local memory at odd addresses: words, pairs, triples and quads are loaded and stored whole.
// RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:u8[256]:zero --dump 0:72 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 4 --local 4 --arg buf:u8[256]:zero --dump 0:72 | FileCheck %s
// RUN: wavec run %s -O2 --kernel k --global 4 --local 4 --arg buf:u8[256]:zero --dump 0:72 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 4 --local 4 --arg buf:u8[256]:zero --dump 0:72 | FileCheck %s

// Units of 2, 4, 8 and 16 bytes at odd addresses, of items 31 bytes apart.
// CHECK: 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90
// CHECK-SAME: 0 93 96 99 102 105 108 111 114 117 120 123 126 129 132 135 138 141 144 147 150 153 156 159 162 165 168 171 174 177 180 183
// CHECK-SAME: 0 186 189 192 195 198 201 204 207

typedef struct __attribute__((packed)) {
  char first;
  ushort two;
  uint word;
  ulong pair;
  uint4 quad;
} Odd;

kernel void k(global uchar *out) {
  local uchar bytes[4 * 32 + 16];
  local Odd odd[4];
  uint i = get_local_id(0);
  for (uint j = 0; j < 31; ++j)
    bytes[31 * i + j] = 3 * (31 * i + j);
  barrier(CLK_LOCAL_MEM_FENCE);
  local const Odd *from = (local const Odd *)(bytes + 31 * i);
  odd[i] = *from;
  barrier(CLK_LOCAL_MEM_FENCE);
  // What was copied, byte by byte.
  local const uchar *copied = (local const uchar *)&odd[i];
  for (uint j = 0; j < 31; ++j)
    out[32 * i + j] = copied[j];
}
