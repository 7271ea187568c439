; Fat buffer pointers as ordinary values: parameters and results, elements of vectors, members of structs and arrays,
; loop-carried, made from integers, and in memory, where the offset is the low word and the resource is above it.
; RUN: wavec run %s --kernel call --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:8 -O0 --verify-each | FileCheck %s --check-prefix=CALL
; RUN: wavec run %s --kernel call --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:8 -O2 --verify-each | FileCheck %s --check-prefix=CALL
; RUN: wavec run %s --kernel aggregates --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:8 -O0 --verify-each | FileCheck %s --check-prefix=AGGREGATES
; RUN: wavec run %s --kernel aggregates --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:8 -O2 --verify-each | FileCheck %s --check-prefix=AGGREGATES
; RUN: wavec run %s --kernel walk --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:4 -O0 --verify-each | FileCheck %s --check-prefix=WALK
; RUN: wavec run %s --kernel walk --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:4 -O2 --verify-each | FileCheck %s --check-prefix=WALK
; RUN: wavec run %s --kernel memory --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:64 -O0 --verify-each | FileCheck %s --check-prefix=MEMORY
; RUN: wavec run %s --kernel memory --global 3 --local 3 --arg buf:i32[128]:zero --arg buf:i32[1024]:iota --dump 0:64 -O2 --verify-each | FileCheck %s --check-prefix=MEMORY

; CALL: 8 9 10 0 0 0 0 0
define ptr addrspace(7) @step(ptr addrspace(7) %p, i32 %i) noinline {
  %q = getelementptr i32, ptr addrspace(7) %p, i32 %i
  ret ptr addrspace(7) %q
}

define amdgpu_kernel void @call(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %in, i16 0, i64 4096, i32 159744)
  %q = call ptr addrspace(7) @step(ptr addrspace(7) %p, i32 %id)
  %q2 = call ptr addrspace(7) @step(ptr addrspace(7) %q, i32 8)
  %v = load i32, ptr addrspace(7) %q2
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; Words id + 4 and, as it is the same as the other pointer only in lane 0, 0, 1, 2.
; AGGREGATES: 4 0 5 1 6 2 0 0
define { i32, [2 x ptr addrspace(7)] } @agg({ i32, [2 x ptr addrspace(7)] } %s, <2 x ptr addrspace(7)> %v, <2 x i32> %i) noinline {
  %w = getelementptr i32, <2 x ptr addrspace(7)> %v, <2 x i32> %i
  %a = extractelement <2 x ptr addrspace(7)> %w, i32 1
  %b = extractelement <2 x ptr addrspace(7)> %w, i32 0
  %s1 = insertvalue { i32, [2 x ptr addrspace(7)] } %s, ptr addrspace(7) %a, 1, 0
  %old = extractvalue { i32, [2 x ptr addrspace(7)] } %s, 1, 1
  %same = icmp eq ptr addrspace(7) %old, %b
  %c = select i1 %same, ptr addrspace(7) %b, ptr addrspace(7) %old
  %s2 = insertvalue { i32, [2 x ptr addrspace(7)] } %s1, ptr addrspace(7) %c, 1, 1
  ret { i32, [2 x ptr addrspace(7)] } %s2
}

define amdgpu_kernel void @aggregates(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %in, i16 0, i64 4096, i32 159744)
  %o = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %out, i16 0, i64 65536, i32 159744)
  %pid = getelementptr i32, ptr addrspace(7) %p, i32 %id
  %v0 = insertelement <2 x ptr addrspace(7)> poison, ptr addrspace(7) %p, i32 0
  %v1 = insertelement <2 x ptr addrspace(7)> %v0, ptr addrspace(7) %pid, i32 1
  %s0 = insertvalue { i32, [2 x ptr addrspace(7)] } zeroinitializer, ptr addrspace(7) %pid, 1, 1
  %i0 = insertelement <2 x i32> <i32 3, i32 4>, i32 %id, i32 0
  %r = call { i32, [2 x ptr addrspace(7)] } @agg({ i32, [2 x ptr addrspace(7)] } %s0, <2 x ptr addrspace(7)> %v1, <2 x i32> %i0)
  %al = alloca { i32, [2 x ptr addrspace(7)] }, addrspace(5)
  store { i32, [2 x ptr addrspace(7)] } %r, ptr addrspace(5) %al
  %f = getelementptr { i32, [2 x ptr addrspace(7)] }, ptr addrspace(5) %al, i32 0, i32 1, i32 0
  %g = getelementptr { i32, [2 x ptr addrspace(7)] }, ptr addrspace(5) %al, i32 0, i32 1, i32 1
  %fp = load volatile ptr addrspace(7), ptr addrspace(5) %f
  %gp = load volatile ptr addrspace(7), ptr addrspace(5) %g
  %x = load i32, ptr addrspace(7) %fp
  %y = load i32, ptr addrspace(7) %gp
  %to = getelementptr { i32, i32 }, ptr addrspace(7) %o, i32 %id
  %xy0 = insertvalue { i32, i32 } poison, i32 %x, 0
  %xy = insertvalue { i32, i32 } %xy0, i32 %y, 1
  store { i32, i32 } %xy, ptr addrspace(7) %to
  ret void
}

; Sums of the words before the lane's own.
; WALK: 0 0 1 0
define amdgpu_kernel void @walk(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = call ptr addrspace(7) @llvm.amdgcn.make.buffer.rsrc.p7.p1(ptr addrspace(1) %in, i16 0, i64 32768, i32 159744)
  %e = getelementptr i32, ptr addrspace(7) %p, i32 %id
  %sl0 = insertvalue {ptr addrspace(7), i32} undef, ptr addrspace(7) %p, 0
  %sl = insertvalue {ptr addrspace(7), i32} %sl0, i32 0, 1
  br label %l
l:
  %st = phi {ptr addrspace(7), i32} [ %sl, %entry ], [ %n1, %b ]
  %q = extractvalue {ptr addrspace(7), i32} %st, 0
  %s = extractvalue {ptr addrspace(7), i32} %st, 1
  %d = icmp eq ptr addrspace(7) %q, %e
  br i1 %d, label %x, label %b
b:
  %v = load i32, ptr addrspace(7) %q
  %s2 = add i32 %s, %v
  %q2 = getelementptr inbounds i32, ptr addrspace(7) %q, i32 1
  %n0 = insertvalue {ptr addrspace(7), i32} undef, ptr addrspace(7) %q2, 0
  %n1 = insertvalue {ptr addrspace(7), i32} %n0, i32 %s2, 1
  br label %l
x:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %s, ptr addrspace(1) %to
  ret void
}

; Structs of 128 bytes: a byte, at 32 a pointer, at 64 two in a row of 20 bytes each.
; MEMORY: 7 0 0 0 0 0 0 0 -1505606451 -1076533995 1529874786 296143865 3628 0 0 0 -1505606453 -1076533995 1529874786 296143865 3628 -1505606451 -1076533995 1529874786 296143865 3628 0 0 0 0 0 0 7 0 0 0 0 0 0 0 -1505606445 -1076533995 1529874786 296143865 3628 0 0 0 -1505606453 -1076533995 1529874786 296143865 3628 -1505606445 -1076533995 1529874786 296143865 3628
define amdgpu_kernel void @memory(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %n = inttoptr i160 1234567890123456789012345678901234567890123 to ptr addrspace(7)
  %nid = getelementptr [3 x i16], ptr addrspace(7) %n, i32 %id, i32 1
  %to = getelementptr { i8, ptr addrspace(7), <2 x ptr addrspace(7)> }, ptr addrspace(1) %out, i32 %id
  store i8 7, ptr addrspace(1) %to
  %to1 = getelementptr { i8, ptr addrspace(7), <2 x ptr addrspace(7)> }, ptr addrspace(1) %out, i32 %id, i32 1
  %to2 = getelementptr { i8, ptr addrspace(7), <2 x ptr addrspace(7)> }, ptr addrspace(1) %out, i32 %id, i32 2
  store ptr addrspace(7) %nid, ptr addrspace(1) %to1
  %v0 = insertelement <2 x ptr addrspace(7)> poison, ptr addrspace(7) %n, i32 0
  %v1 = insertelement <2 x ptr addrspace(7)> %v0, ptr addrspace(7) %nid, i32 1
  store <2 x ptr addrspace(7)> %v1, ptr addrspace(1) %to2
  ret void
}
