// A load from constant memory remains under its guard: otherwise the index may be far out of bounds.
// RUN: wavec run %s -O0 --kernel k --global 64 --local 64 --arg buf:u8[64]:const=3 --arg buf:i32[64]:zero --arg i32:100000000 --arg i32:8 --dump 1:4 | FileCheck %s
// RUN: wavec run %s -O1 --kernel k --global 64 --local 64 --arg buf:u8[64]:const=3 --arg buf:i32[64]:zero --arg i32:100000000 --arg i32:8 --dump 1:4 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:u8[64]:const=3 --arg buf:i32[64]:zero --arg i32:100000000 --arg i32:8 --dump 1:4 | FileCheck %s
// RUN: wavec run %s -O3 --kernel k --global 64 --local 64 --arg buf:u8[64]:const=3 --arg buf:i32[64]:const=9 --arg i32:0 --arg i32:8 --dump 1:4 | FileCheck %s --check-prefix=TAKEN

// CHECK: 0 0 0 0
// TAKEN: 24 24 24 24
kernel void k(constant uchar *table, volatile global int *out, uint index, int rounds)
{
  uint place = index + (uint)get_local_id(0);
  int sum = 0;
  for (int i = 0; i < rounds; i++)
    if (out[get_local_id(0)] > 5)
      sum += table[place];
  out[get_local_id(0)] = sum;
}
