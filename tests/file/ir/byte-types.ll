; Bytes are raw memory: they are read, written and verified, and become integers before code is generated.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: wavec opt %s -S | wavec opt - -S | FileCheck %s
; RUN: wavec opt %s -passes=sroa -S | FileCheck %s --check-prefix=SROA
; RUN: wavec opt %s -passes=gvn -S | FileCheck %s --check-prefix=GVN
; RUN: wavec %s -O2 -S -o - | FileCheck %s --check-prefix=ASM
target triple = "amdgcn-amd-amdhsa"

; CHECK: %record = type { b64, [2 x b8], i32 }
%record = type { b64, [2 x b8], i32 }

; CHECK: @bytes = addrspace(1) global [3 x b8] [b8 1, b8 -2, b8 3]
@bytes = addrspace(1) global [3 x b8] [b8 1, b8 -2, b8 3]
; CHECK: @address = addrspace(1) global b64 bitcast (ptr addrspace(1) @bytes to b64)
@address = addrspace(1) global b64 bitcast (ptr addrspace(1) @bytes to b64)

; CHECK-LABEL: define b32 @moves(b32 %a, <4 x b8> %v, i1 %c)
; CHECK-NEXT: %whole = bitcast <4 x b8> %v to b32
; CHECK-NEXT: %one = extractelement <4 x b8> %v, i32 1
; CHECK-NEXT: %w = insertelement <4 x b8> %v, b8 %one, i32 2
; CHECK-NEXT: %x = bitcast <4 x b8> %w to b32
; CHECK-NEXT: %s = select i1 %c, b32 %whole, b32 %x
; CHECK-NEXT: %f = freeze b32 %s
define b32 @moves(b32 %a, <4 x b8> %v, i1 %c) {
  %whole = bitcast <4 x b8> %v to b32
  %one = extractelement <4 x b8> %v, i32 1
  %w = insertelement <4 x b8> %v, b8 %one, i32 2
  %x = bitcast <4 x b8> %w to b32
  %s = select i1 %c, b32 %whole, b32 %x
  %f = freeze b32 %s
  ret b32 %f
}

; Bits of pointers.
define <8 x b8> @pointers(ptr addrspace(1) %p) {
  %b = bitcast ptr addrspace(1) %p to <8 x b8>
  %q = bitcast <8 x b8> %b to ptr addrspace(1)
  store i32 7, ptr addrspace(1) %q
  ret <8 x b8> %b
}

; A stack object that is read as bytes is bytes, which a pointer goes through unharmed.
; SROA-LABEL: define ptr @through(
; SROA-NEXT: %[[B:.*]] = bitcast ptr %p to b64
; SROA-NEXT: store b64 %[[B]], ptr addrspace(1) %out
; SROA-NEXT: %[[Q:.*]] = bitcast b64 %[[B]] to ptr
; SROA-NEXT: ret ptr %[[Q]]
define ptr @through(ptr %p, ptr addrspace(1) %out) {
  %slot = alloca ptr, addrspace(5)
  store ptr %p, ptr addrspace(5) %slot
  %b = load b64, ptr addrspace(5) %slot
  store b64 %b, ptr addrspace(1) %out
  %q = load ptr, ptr addrspace(5) %slot
  ret ptr %q
}

; SROA-LABEL: define i16 @parts(
; SROA-NOT: load
; SROA: %[[W:.*]] = insertelement <4 x b8> %{{.*}}, b8 %y, i32 1
; SROA: ret i16
define i16 @parts(b32 %x, b8 %y) {
  %slot = alloca b32, addrspace(5)
  store b32 %x, ptr addrspace(5) %slot
  %second = getelementptr i8, ptr addrspace(5) %slot, i32 1
  store b8 %y, ptr addrspace(5) %second
  %low = load i16, ptr addrspace(5) %slot
  ret i16 %low
}

; What was stored as a pointer is known when it is read as bytes, and the other way round.
; GVN-LABEL: define b64 @forwarded(
; GVN-NEXT: store ptr %p, ptr addrspace(1) %x
; GVN-NEXT: %[[B:.*]] = bitcast ptr %p to b64
; GVN-NEXT: ret b64 %[[B]]
define b64 @forwarded(ptr %p, ptr addrspace(1) %x) {
  store ptr %p, ptr addrspace(1) %x
  %b = load b64, ptr addrspace(1) %x
  ret b64 %b
}

; A number is no pointer.
; GVN-LABEL: define i64 @numbers(
; GVN: %n = load i64
define i64 @numbers(ptr %p, ptr addrspace(1) %x) {
  store ptr %p, ptr addrspace(1) %x
  %n = load i64, ptr addrspace(1) %x
  ret i64 %n
}

; ASM-LABEL: copies:
; ASM: s_load_dwordx4
; ASM: global_store_dwordx4
define amdgpu_kernel void @copies(ptr addrspace(1) %from, ptr addrspace(1) %to) {
  %b = load <4 x b32>, ptr addrspace(1) %from
  store <4 x b32> %b, ptr addrspace(1) %to
  ret void
}
