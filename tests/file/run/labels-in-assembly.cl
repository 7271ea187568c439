// Assembly names: of functions under two names, of intrinsics, of a kernel and of variables, and variables that are
// declared before they are defined.
// RUN: wavec run %s -cl-std=CL2.0 -O0 --verify-each --kernel renamed --global 1 --local 1 --arg buf:i32[8]:const=7 --dump 0:8 | FileCheck %s
// RUN: wavec run %s -cl-std=CL2.0 -O1 --verify-each --kernel renamed --global 1 --local 1 --arg buf:i32[8]:const=7 --dump 0:8 | FileCheck %s
// RUN: wavec run %s -cl-std=CL2.0 -O2 --verify-each --kernel renamed --global 1 --local 1 --arg buf:i32[8]:const=7 --dump 0:8 | FileCheck %s
// RUN: wavec run %s -cl-std=CL2.0 -O3 --verify-each --kernel renamed --global 1 --local 1 --arg buf:i32[8]:const=7 --dump 0:8 | FileCheck %s
// CHECK: 8 21 3 1073741824 5 11 6 7
// RUN: wavec %s -cl-std=CL2.0 -S -o - | FileCheck %s --check-prefix=ASM
// ASM: .amdhsa_kernel renamed
// ASM: table:
// ASM: .name: renamed
// ASM: .symbol: renamed.kd
// RUN: wavec %s -cl-std=CL2.0 -O0 -emit-ll -o - | FileCheck %s --check-prefix=IR
// IR: @table = protected addrspace(4) constant
// IR: define protected amdgpu_kernel void @renamed(
// IR: call i32 @llvm.ctpop.i32(
// IR: define internal i32 @real.name(
int one(int) __asm("real.name");
static int two(int x) __asm__("real." "name");
static __attribute__((noinline)) int two(int x) { return x + 1; }
__attribute__((overloadable)) int count(int) __asm("llvm.ctpop.i32");
__attribute__((overloadable)) uint count(uint) __asm("llvm.ctpop.i32");
float product(float, float, float) __asm("llvm.fma.f32");

constant int numbers[3] __asm("table") = {5, 10, 20};
extern constant int later;
int early(void) { extern constant int sizes[]; return later + sizes[1]; }
constant int later = 4;
constant int sizes[2] = {0, 1};
global int counter;
global int counter = 11;

kernel void k(global int *out) __asm("renamed");
kernel void k(global int *out)
{
    out[0] = one(out[0]);
    out[1] = two(numbers[out[1] - 5]);
    out[2] = count(out[2]);
    out[3] = as_int(product(as_float(0x3f800000 + out[3] - 7), 1.0f, 1.0f));
    out[4] = early();
    out[5] = counter;
    out[6] = count((uint)out[6]) * 2;
}
