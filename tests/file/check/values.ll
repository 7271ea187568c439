; Wide integers, arguments that are passed by value, inline assembly without instructions.
; RUN: wavec check %s --kernel wide --global 1 --local 1 --arg 'buf:u64[8]:const=3' --dump 0 | FileCheck %s --check-prefix=WIDE
; RUN: not wavec check %s --kernel undefined_digit --global 1 --local 1 --arg 'buf:u64[8]' 2>&1 | FileCheck %s --check-prefix=DIGIT
; RUN: not wavec check %s --kernel beyond --global 1 --local 1 --arg 'buf:u64[7]' 2>&1 | FileCheck %s --check-prefix=BEYOND
; RUN: wavec check %s --kernel by_value --global 1 --local 1 --arg 'buf:u32[2]' --dump 0 | FileCheck %s --check-prefix=VALUE
; RUN: not wavec check %s --kernel part_by_value --global 1 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=PART
; RUN: wavec check %s --kernel ties --global 1 --local 1 --arg 'buf:u32[2]' --arg u32:7 --dump 0 | FileCheck %s --check-prefix=TIES
; RUN: not wavec check %s --kernel no_tie --global 1 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=NOTIE
; RUN: not wavec check %s --kernel assembly --global 1 --local 1 --arg 'buf:u32[2]' 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @wide(ptr addrspace(1) %x) {
  %a = load i256, ptr addrspace(1) %x, align 8
  %b = mul i256 %a, %a
  %c = add i256 %b, 18446744073709551615
  %p = getelementptr i8, ptr addrspace(1) %x, i64 32
  store i256 %c, ptr addrspace(1) %p, align 8
  ret void
}
; WIDE: 3 3 3 3 8 19 27 36

define amdgpu_kernel void @undefined_digit(ptr addrspace(1) %x) {
  %slot = alloca i256, align 8, addrspace(5)
  store i64 1, ptr addrspace(5) %slot, align 8
  %a = load i256, ptr addrspace(5) %slot, align 8
  store i256 %a, ptr addrspace(1) %x, align 8
; DIGIT: values.ll:[[@LINE-1]]:3: error: a value that is stored in global memory depends on memory that was never written [uninitialized]
; DIGIT: values.ll:[[@LINE-3]]:3: note: it was read here
  ret void
}

define amdgpu_kernel void @beyond(ptr addrspace(1) %x) {
  %p = getelementptr i8, ptr addrspace(1) %x, i64 32
  store i256 0, ptr addrspace(1) %p, align 8
; BEYOND: values.ll:[[@LINE-1]]:3: error: write of {{.*}} argument 'x', which has 56 bytes [out-of-bounds]
  ret void
}

%pair = type { i32, i32 }

define i32 @second(ptr addrspace(5) byval(%pair) align 4 %p) {
  %q = getelementptr %pair, ptr addrspace(5) %p, i32 0, i32 1
  %v = load i32, ptr addrspace(5) %q
; PART: values.ll:[[@LINE+3]]:3: error: the condition of a branch depends on memory that was never written [uninitialized]
; PART: values.ll:[[@LINE-2]]:3: note: it was read here
  %z = icmp eq i32 %v, 0
  br i1 %z, label %end, label %then
then:
  store i32 0, ptr addrspace(5) %q
  br label %end
end:
  ret i32 %v
}

; The callee changes its copy only.
define amdgpu_kernel void @by_value(ptr addrspace(1) %x) {
  %p = alloca %pair, addrspace(5)
  store %pair { i32 1, i32 2 }, ptr addrspace(5) %p
  %v = call i32 @second(ptr addrspace(5) byval(%pair) align 4 %p)
  %w = call i32 @second(ptr addrspace(5) byval(%pair) align 4 %p)
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %x
  ret void
}
; VALUE: 4 0

define amdgpu_kernel void @part_by_value(ptr addrspace(1) %x) {
  %p = alloca %pair, addrspace(5)
  store i32 1, ptr addrspace(5) %p
  %v = call i32 @second(ptr addrspace(5) byval(%pair) align 4 %p)
  ret void
}

define amdgpu_kernel void @ties(ptr addrspace(1) %x, i32 %n) {
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 asm sideeffect "; keeps it", "=v,0"(i32 %n)
  %b = call { i32, i32 } asm "", "=v,=s,1,0"(i32 %a, i32 5)
  %c = extractvalue { i32, i32 } %b, 0
  %d = extractvalue { i32, i32 } %b, 1
  %q = getelementptr i32, ptr addrspace(1) %x, i32 1
  store i32 %c, ptr addrspace(1) %x
  store i32 %d, ptr addrspace(1) %q
  ret void
}
; TIES: 5 7

define amdgpu_kernel void @no_tie(ptr addrspace(1) %x) {
  %a = call i32 asm "", "=v"()
  %z = icmp eq i32 %a, 0
  br i1 %z, label %then, label %end
; NOTIE: values.ll:[[@LINE-1]]:3: error: the condition of a branch is undefined [undefined-value]
then:
  store i32 1, ptr addrspace(1) %x
  br label %end
end:
  ret void
}

define amdgpu_kernel void @assembly(ptr addrspace(1) %x) {
  call void asm sideeffect "s_nop 0", ""()
  ret void
}
; ASSEMBLY: inline assembly cannot be interpreted
