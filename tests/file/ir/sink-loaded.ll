; Computations with loaded floats move after later loads, which need not wait for them.
; RUN: wavec opt %s -passes=sink -S | FileCheck %s

define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, float %mean, i1 %c) {
; CHECK-LABEL: define void @f
; CHECK: entry:
; CHECK-NOT: fsub
; CHECK: br
; CHECK: join:
; CHECK: fsub
; CHECK: fmul
entry:
  %x = load float, ptr addrspace(1) %p
  %d = fsub float %x, %mean
  br i1 %c, label %masked, label %join

masked:
  %w = load float, ptr addrspace(1) %q
  br label %join

join:
  %weight = phi float [ 0.0, %entry ], [ %w, %masked ]
  %y = fmul float %d, %weight
  store float %y, ptr addrspace(1) %out
  ret void
}

; No load in between, or a side effect.
define void @stays(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, float %mean, i1 %c) {
; CHECK-LABEL: define void @stays
; CHECK: entry:
; CHECK: fsub
; CHECK: fadd
; CHECK: br i1
entry:
  %x = load float, ptr addrspace(1) %p
  %d = fsub float %x, %mean
  %e = fadd float %x, %mean
  br i1 %c, label %masked, label %join

masked:
  store float %mean, ptr addrspace(1) %q
  br label %join

join:
  %y = fmul float %d, %e
  store float %y, ptr addrspace(1) %out
  ret void
}

; Vectors too, whose elements nobody needs once they are used as a whole.
define void @pairs(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, <2 x float> %mean, i1 %c) {
; CHECK-LABEL: define void @pairs
; CHECK: entry:
; CHECK-NOT: insertelement
; CHECK-NOT: extractelement
; CHECK: br
; CHECK: join:
; CHECK: insertelement
; CHECK: fsub
; CHECK: fmul
entry:
  %x = load float, ptr addrspace(1) %p
  %near = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %near
  %half = insertelement <2 x float> poison, float %x, i32 0
  %pair = insertelement <2 x float> %half, float %y, i32 1
  %d = fsub <2 x float> %pair, %mean
  %first = extractelement <2 x float> %d, i32 0
  %second = extractelement <2 x float> %d, i32 1
  br i1 %c, label %masked, label %join

masked:
  %w = load <2 x float>, ptr addrspace(1) %q
  br label %join

join:
  %weight = phi <2 x float> [ zeroinitializer, %entry ], [ %w, %masked ]
  %z = fmul <2 x float> %d, %weight
  store <2 x float> %z, ptr addrspace(1) %out
  ret void
}

; Used in two blocks: converted in the one that dominates both, behind the loads.
define void @several(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, i1 %c) {
; CHECK-LABEL: define void @several
; CHECK: entry:
; CHECK-NOT: fpext
; CHECK: join:
; CHECK: extractelement
; CHECK: fpext
; CHECK: br i1
; CHECK: first:
; CHECK-NOT: fpext
; CHECK: ret void
entry:
  %x = load <2 x half>, ptr addrspace(1) %p
  %h = extractelement <2 x half> %x, i32 0
  %d = fpext half %h to float
  br i1 %c, label %masked, label %join

masked:
  %w = load float, ptr addrspace(1) %q
  br label %join

join:
  %weight = phi float [ 0.0, %entry ], [ %w, %masked ]
  br i1 %c, label %first, label %last

first:
  %y = fmul float %d, %weight
  store float %y, ptr addrspace(1) %out
  br label %last

last:
  %z = fadd float %d, %weight
  store float %z, ptr addrspace(1) %q
  ret void
}

; Used in two blocks, with no load before the one that dominates both, or not loaded.
define void @several_stay(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, half %k, i1 %c) {
; CHECK-LABEL: define void @several_stay
; CHECK: entry:
; CHECK: fpext
; CHECK: fpext
; CHECK: join:
; CHECK: fpext
entry:
  %e = fpext half %k to float
  %g = load half, ptr addrspace(1) %q
  %i = fpext half %g to float
  br i1 %c, label %masked, label %join

masked:
  call void @llvm.amdgcn.s.barrier()
  br label %join

join:
  %w = load half, ptr addrspace(1) %q
  %d = fpext half %w to float
  br label %next

next:
  br i1 %c, label %first, label %last

first:
  %y = fmul float %d, %e
  %v = fmul float %i, %y
  store float %v, ptr addrspace(1) %out
  br label %last

last:
  %z = fadd float %d, %e
  %t = fadd float %i, %z
  store float %t, ptr addrspace(1) %q
  ret void
}

; What a mask says is stored is computed under the mask, with divisions and functions, past other stores.
define void @masked(ptr addrspace(1) %p, ptr addrspace(1) %out, float %s, i1 %c, i1 %d) {
; CHECK-LABEL: define void @masked
; CHECK: entry:
; CHECK-NEXT: load
; CHECK-NEXT: extractelement
; CHECK-NEXT: br i1 %c
; CHECK: last:
; CHECK-NEXT: fsub
; CHECK-NEXT: call float @llvm.exp2.f32
; CHECK-NEXT: fdiv
; CHECK-NEXT: store float
entry:
  %x = load <2 x float>, ptr addrspace(1) %p
  %a = extractelement <2 x float> %x, i32 1
  %b = fsub float %a, %s
  %e = call float @llvm.exp2.f32(float %b)
  %y = fdiv float %a, %e
  br i1 %c, label %first, label %join

first:
  br label %join

join:
  br i1 %d, label %last, label %end

last:
  store float %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

; A store before it stays before it.
define void @masked_twice(ptr addrspace(1) %p, ptr addrspace(1) %out, float %s, i1 %c, i1 %d) {
; CHECK-LABEL: define void @masked_twice
; CHECK: entry:
; CHECK: fsub
; CHECK-NEXT: fdiv
; CHECK-NEXT: br i1 %c
entry:
  %x = load float, ptr addrspace(1) %p
  %b = fsub float %x, %s
  %y = fdiv float %x, %b
  br i1 %c, label %first, label %join

first:
  store float 1.0, ptr addrspace(1) %p
  br label %join

join:
  br i1 %d, label %last, label %end

last:
  store float %y, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

declare float @llvm.exp2.f32(float)
declare void @llvm.amdgcn.s.barrier()
