; Loads from constant buffers with divergent offsets or resources; three dwords; single bits across lanes.
; RUN: wavec run %s -O0 --kernel offsets --global 4 --local 4 --arg buf:u32[16]:zero --arg buf:u32[64]:iota --dump 0:16 | FileCheck %s --check-prefix=OFFSETS
; RUN: wavec run %s -O2 --kernel offsets --global 4 --local 4 --arg buf:u32[16]:zero --arg buf:u32[64]:iota --dump 0:16 | FileCheck %s --check-prefix=OFFSETS
; OFFSETS: 3 15 47 0 4 19 51 0 5 23 55 0 6 27 59 0
; RUN: wavec run %s -O0 --kernel resources --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u32[64]:iota --dump 0:4 | FileCheck %s --check-prefix=RESOURCES
; RUN: wavec run %s -O2 --kernel resources --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u32[64]:iota --dump 0:4 | FileCheck %s --check-prefix=RESOURCES
; RESOURCES: 2 3 4 5
; RUN: wavec run %s -O0 --kernel three --global 1 --local 1 --arg buf:u32[4]:zero --arg buf:u32[64]:iota --dump 0:4 | FileCheck %s --check-prefix=THREE
; RUN: wavec run %s -O2 --kernel three --global 1 --local 1 --arg buf:u32[4]:zero --arg buf:u32[64]:iota --dump 0:4 | FileCheck %s --check-prefix=THREE
; THREE: 5 6 7 0
; RUN: wavec run %s -O0 --kernel bits --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u32[64]:iota --dump 0:4 | FileCheck %s --check-prefix=BITS
; RUN: wavec run %s -O2 --kernel bits --global 4 --local 4 --arg buf:u32[4]:zero --arg buf:u32[64]:iota --dump 0:4 | FileCheck %s --check-prefix=BITS
; BITS: 3 3 1 1
; RUN: wavec run %s -O0 --kernel small --global 4 --local 4 --arg buf:u16[24]:zero --arg buf:u16[64]:iota --dump 0:24 | FileCheck %s --check-prefix=SMALL
; RUN: wavec run %s -O2 --kernel small --global 4 --local 4 --arg buf:u16[24]:zero --arg buf:u16[64]:iota --dump 0:24 | FileCheck %s --check-prefix=SMALL
; SMALL: 4 5 2 3 4 5 6 7 2 3 4 5 8 9 2 3 4 5 10 11 2 3 4 5
; RUN: wavec %s -S -o - | FileCheck %s
; CHECK-LABEL: offsets:
; CHECK: buffer_load_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}], 0 offen offset:12
; CHECK: s_endpgm

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.s.buffer.load.i32(<4 x i32>, i32, i32)
declare <3 x i32> @llvm.amdgcn.s.buffer.load.v3i32(<4 x i32>, i32, i32)
declare <4 x i32> @llvm.amdgcn.s.buffer.load.v4i32(<4 x i32>, i32, i32)
declare <8 x i32> @llvm.amdgcn.s.buffer.load.v8i32(<4 x i32>, i32, i32)
declare i1 @llvm.amdgcn.readfirstlane.i1(i1)
declare <2 x i16> @llvm.amdgcn.s.buffer.load.v2i16(<4 x i32>, i32, i32)
declare <4 x i16> @llvm.amdgcn.s.buffer.load.v4i16(<4 x i32>, i32, i32)
declare i128 @llvm.amdgcn.s.buffer.load.i128(<4 x i32>, i32, i32)

define internal <4 x i32> @resource(ptr addrspace(1) %memory) {
  %address = ptrtoint ptr addrspace(1) %memory to i64
  %low = trunc i64 %address to i32
  %shifted = lshr i64 %address, 32
  %high = trunc i64 %shifted to i32
  %r0 = insertelement <4 x i32> <i32 0, i32 0, i32 256, i32 163756>, i32 %low, i32 0
  %r1 = insertelement <4 x i32> %r0, i32 %high, i32 1
  ret <4 x i32> %r1
}

define amdgpu_kernel void @offsets(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = call <4 x i32> @resource(ptr addrspace(1) %in)
  %o1 = shl i32 %t, 2
  %o2 = add i32 %o1, 12
  %a = call i32 @llvm.amdgcn.s.buffer.load.i32(<4 x i32> %r, i32 %o2, i32 0)
  %o3 = shl i32 %t, 4
  %o4 = add i32 %o3, 48
  %b = call <4 x i32> @llvm.amdgcn.s.buffer.load.v4i32(<4 x i32> %r, i32 %o4, i32 0)
  %o5 = add i32 %o3, 160
  %c = call <8 x i32> @llvm.amdgcn.s.buffer.load.v8i32(<4 x i32> %r, i32 %o5, i32 0)
  %b3 = extractelement <4 x i32> %b, i32 3
  %c7 = extractelement <8 x i32> %c, i32 7
  %v0 = insertelement <4 x i32> zeroinitializer, i32 %a, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %b3, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %c7, i32 2
  %p = getelementptr <4 x i32>, ptr addrspace(1) %out, i32 %t
  store <4 x i32> %v2, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @resources(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %r = call <4 x i32> @resource(ptr addrspace(1) %q)
  %a = call i32 @llvm.amdgcn.s.buffer.load.i32(<4 x i32> %r, i32 8, i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %a, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @three(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %r = call <4 x i32> @resource(ptr addrspace(1) %in)
  %a = call <3 x i32> @llvm.amdgcn.s.buffer.load.v3i32(<4 x i32> %r, i32 20, i32 0)
  store <3 x i32> %a, ptr addrspace(1) %out
  ret void
}

define amdgpu_kernel void @bits(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %c = icmp ult i32 %t, 2
  %first = call i1 @llvm.amdgcn.readfirstlane.i1(i1 %c)
  %x = zext i1 %first to i32
  %y = select i1 %c, i32 2, i32 0
  %z = or i32 %x, %y
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %z, ptr addrspace(1) %p
  ret void
}

; Elements of 16 bits, and an integer of four dwords.
define amdgpu_kernel void @small(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %r = call <4 x i32> @resource(ptr addrspace(1) %in)
  %o1 = shl i32 %t, 2
  %o2 = add i32 %o1, 8
  %a = call <2 x i16> @llvm.amdgcn.s.buffer.load.v2i16(<4 x i32> %r, i32 %o2, i32 0)
  %b = call <4 x i16> @llvm.amdgcn.s.buffer.load.v4i16(<4 x i32> %r, i32 4, i32 0)
  %c = call i128 @llvm.amdgcn.s.buffer.load.i128(<4 x i32> %r, i32 0, i32 0)
  %c2 = lshr i128 %c, 32
  %c3 = trunc i128 %c2 to i64
  %c4 = bitcast i64 %c3 to <4 x i16>
  %d = and <4 x i16> %b, %c4
  %p = getelementptr [6 x i16], ptr addrspace(1) %out, i32 %t
  store <2 x i16> %a, ptr addrspace(1) %p
  %q = getelementptr i16, ptr addrspace(1) %p, i32 2
  store <4 x i16> %d, ptr addrspace(1) %q, align 4
  ret void
}
