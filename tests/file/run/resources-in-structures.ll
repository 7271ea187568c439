; Divergent resources, in loop-carried structures, are read through one after the other.
; RUN: wavec run %s -O0 --kernel nest --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=NEST
; RUN: wavec run %s -O1 --kernel nest --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=NEST
; RUN: wavec run %s -O2 --kernel nest --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=NEST
; RUN: wavec run %s -O0 --kernel two --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=TWO
; RUN: wavec run %s -O1 --kernel two --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=TWO
; RUN: wavec run %s -O2 --kernel two --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=TWO
; RUN: wavec run %s -O0 --kernel sel --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=SEL
; RUN: wavec run %s -O1 --kernel sel --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=SEL
; RUN: wavec run %s -O2 --kernel sel --global 64 --local 64 --arg buf:i32[64]:iota --arg buf:i32[64]:iota --arg buf:i32[64]:zero --dump 2:16 | FileCheck %s --check-prefix=SEL
; NEST: 0 2 5 9 14 20 27 35 0 2 5 9 14 20 27 35
; TWO: 0 1358954496 5318656 1342198016 20561 436207616 10647552 -1610571264 242 -218103808 15925248 -1610550528 41203 201326592 21284864 -268352512
; SEL: 1 67108865 524289 2309 20 201326610 786458 3107 3 134217729 917505 3845 26 301989906 1179674 4643

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8), i32, i32, i32)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1), i16, i64, i32)

; Each lane continues with another resource, in a nested structure.
define amdgpu_kernel void @nest(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %ra = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %a, i16 0, i64 256, i32 159744)
  %rb = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %b, i16 0, i64 256, i32 159744)
  %s0 = insertvalue { [1 x { ptr addrspace(8) }], i32 } poison, ptr addrspace(8) %ra, 0, 0, 0
  %s1 = insertvalue { [1 x { ptr addrspace(8) }], i32 } %s0, i32 0, 1
  %trip = and i32 %id, 7
  br label %loop
loop:
  %agg = phi { [1 x { ptr addrspace(8) }], i32 } [ %s1, %entry ], [ %n1, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %r = extractvalue { [1 x { ptr addrspace(8) }], i32 } %agg, 0, 0, 0
  %sum = extractvalue { [1 x { ptr addrspace(8) }], i32 } %agg, 1
  %off = shl i32 %i, 2
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 %off, i32 0, i32 0)
  %sum1 = add i32 %sum, %v
  %mix = add i32 %v, %id
  %bit = and i32 %mix, 1
  %odd = icmp ne i32 %bit, 0
  %nr = select i1 %odd, ptr addrspace(8) %ra, ptr addrspace(8) %rb
  %n0 = insertvalue { [1 x { ptr addrspace(8) }], i32 } poison, ptr addrspace(8) %nr, 0, 0, 0
  %n1 = insertvalue { [1 x { ptr addrspace(8) }], i32 } %n0, i32 %sum1, 1
  %i1 = add i32 %i, 1
  %c = icmp ule i32 %i1, %trip
  br i1 %c, label %loop, label %end
end:
  %rr = extractvalue { [1 x { ptr addrspace(8) }], i32 } %n1, 0, 0, 0
  %w = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %rr, i32 %off, i32 0, i32 0)
  %res = add i32 %sum1, %w
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %res, ptr addrspace(1) %q
  ret void
}

; A resource that is uniform inside a loop that lanes leave at different times, and divergent after it.
define amdgpu_kernel void @two(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %ra = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %a, i16 0, i64 256, i32 159744)
  %trip = and i32 %id, 7
  %s0 = insertvalue { ptr addrspace(8), i32 } poison, ptr addrspace(8) %ra, 0
  %s1 = insertvalue { ptr addrspace(8), i32 } %s0, i32 0, 1
  br label %outer
outer:
  %oagg = phi { ptr addrspace(8), i32 } [ %s1, %entry ], [ %agg, %latch ]
  %j = phi i32 [ 0, %entry ], [ %j1, %latch ]
  %acc = phi i32 [ 0, %entry ], [ %acc1, %latch ]
  %rr = extractvalue { ptr addrspace(8), i32 } %oagg, 0
  %o = extractvalue { ptr addrspace(8), i32 } %oagg, 1
  %w = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %rr, i32 %id, i32 %o, i32 0)
  br label %loop
loop:
  %agg = phi { ptr addrspace(8), i32 } [ %oagg, %outer ], [ %n1, %loop ]
  %i = phi i32 [ 0, %outer ], [ %i1, %loop ]
  %size = mul i32 %i, 8
  %size8 = add i32 %size, 4
  %size9 = zext i32 %size8 to i64
  %nr = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %b, i16 0, i64 %size9, i32 159744)
  %n0 = insertvalue { ptr addrspace(8), i32 } poison, ptr addrspace(8) %nr, 0
  %n1 = insertvalue { ptr addrspace(8), i32 } %n0, i32 %i, 1
  %i1 = add i32 %i, 1
  %c = icmp ule i32 %i1, %trip
  br i1 %c, label %loop, label %latch
latch:
  %acc0 = mul i32 %acc, 3
  %acc1 = add i32 %acc0, %w
  %j1 = add i32 %j, 1
  %d = icmp ult i32 %j1, 5
  br i1 %d, label %outer, label %end
end:
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %acc1, ptr addrspace(1) %q
  ret void
}

; A structure that is selected and frozen.
define amdgpu_kernel void @sel(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %ra = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %a, i16 0, i64 256, i32 159744)
  %rb = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %b, i16 0, i64 256, i32 159744)
  %trip = and i32 %id, 7
  %a0 = insertvalue { ptr addrspace(8), i32 } poison, ptr addrspace(8) %ra, 0
  %a1 = insertvalue { ptr addrspace(8), i32 } %a0, i32 4, 1
  %b0 = insertvalue { ptr addrspace(8), i32 } poison, ptr addrspace(8) %rb, 0
  %b1 = insertvalue { ptr addrspace(8), i32 } %b0, i32 %id, 1
  br label %loop
loop:
  %agg = phi { ptr addrspace(8), i32 } [ %a1, %entry ], [ %n2, %loop ]
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %r = extractvalue { ptr addrspace(8), i32 } %agg, 0
  %o = extractvalue { ptr addrspace(8), i32 } %agg, 1
  %off = shl i32 %i, 2
  %v = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %r, i32 %off, i32 %o, i32 0)
  %sum1 = add i32 %sum, %v
  %odd = icmp ugt i32 %i, 2
  %n1 = select i1 %odd, { ptr addrspace(8), i32 } %a1, { ptr addrspace(8), i32 } %b1
  %n2 = freeze { ptr addrspace(8), i32 } %n1
  %i1 = add i32 %i, 1
  %c = icmp ule i32 %i1, %trip
  br i1 %c, label %loop, label %end
end:
  %rr = extractvalue { ptr addrspace(8), i32 } %n2, 0
  %oo = extractvalue { ptr addrspace(8), i32 } %n2, 1
  %w = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %rr, i32 %off, i32 %oo, i32 0)
  %res = add i32 %sum1, %w
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %res, ptr addrspace(1) %q
  ret void
}
