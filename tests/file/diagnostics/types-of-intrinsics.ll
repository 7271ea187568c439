; Intrinsics of any type, with types for which there is no instruction.
; RUN: not wavec %s -O0 -c -o /dev/null 2>&1 | FileCheck %s
; RUN: not wavec %s -O2 -c -o /dev/null 2>&1 | FileCheck %s

; CHECK: error: intrinsic 'llvm.amdgcn.fcmp' is not supported: a lane has one bit of the result
define i64 @floats(<4 x bfloat> %a, <4 x bfloat> %b) {
  %r = call i64 @llvm.amdgcn.fcmp.i64.v4bf16(<4 x bfloat> %a, <4 x bfloat> %b, i32 4)
  ret i64 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.icmp' is not supported: a lane has one bit of the result
define i64 @integers(<2 x i16> %a, <2 x i16> %b) {
  %r = call i64 @llvm.amdgcn.icmp.i64.v2i16(<2 x i16> %a, <2 x i16> %b, i32 40)
  ret i64 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.ballot' is not supported: a mask of lanes is one integer
define <2 x i32> @mask(i1 %c) {
  %r = call <2 x i32> @llvm.amdgcn.ballot.v2i32(i1 %c)
  ret <2 x i32> %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.class' is not supported: it exists for other types
define i1 @classes(<2 x float> %a) {
  %r = call i1 @llvm.amdgcn.class.v2f32(<2 x float> %a, i32 3)
  ret i1 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.wave.reduce.add' is not supported: it exists for other types
define half @sum_of_halves(half %a) {
  %r = call half @llvm.amdgcn.wave.reduce.add.f16(half %a, i32 0)
  ret half %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.wave.reduce.fadd' is not supported: it exists for other types
define i32 @float_sum_of_integers(i32 %a) {
  %r = call i32 @llvm.amdgcn.wave.reduce.fadd.i32(i32 %a, i32 0)
  ret i32 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.inverse.ballot' is not supported: the mask has another number of bits than a wave has lanes
define i1 @narrow_mask(i32 %a) {
  %r = call i1 @llvm.amdgcn.inverse.ballot.i32(i32 %a)
  ret i1 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.div.scale' is not supported: it exists for other types
define half @scaled(half %a, half %b) {
  %r = call { half, i1 } @llvm.amdgcn.div.scale.f16(half %a, half %b, i1 false)
  %x = extractvalue { half, i1 } %r, 0
  ret half %x
}

; CHECK: error: intrinsic 'llvm.amdgcn.ds.append' is not supported: it exists for other types
define i32 @counter_elsewhere(ptr addrspace(1) %p) {
  %r = call i32 @llvm.amdgcn.ds.append.p1(ptr addrspace(1) %p, i1 false)
  ret i32 %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.addrspacecast.nonnull' is not supported: a buffer resource is no address
define ptr addrspace(8) @resource(ptr addrspace(1) %p) {
  %r = call ptr addrspace(8) @llvm.amdgcn.addrspacecast.nonnull.p8.p1(ptr addrspace(1) %p)
  ret ptr addrspace(8) %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap': there is no such atomic for this type
define <2 x i16> @exchanged(<2 x i16> %a, <2 x i16> %b, ptr addrspace(8) %p) {
  %r = call <2 x i16> @llvm.amdgcn.raw.ptr.buffer.atomic.cmpswap.v2i16(<2 x i16> %a, <2 x i16> %b, ptr addrspace(8) %p, i32 0, i32 0, i32 0)
  ret <2 x i16> %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.sin' of these types is not supported
define double @sine(double %a) {
  %r = call double @llvm.amdgcn.sin.f64(double %a)
  ret double %r
}

; CHECK: error: intrinsic 'llvm.amdgcn.rcp' of these types is not supported
define bfloat @reciprocal(bfloat %a) {
  %r = call bfloat @llvm.amdgcn.rcp.bf16(bfloat %a)
  ret bfloat %r
}
