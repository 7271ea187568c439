; RUN: wavec run %s --kernel sums --global 64 --local 16 --arg buf:f32[4]:zero --arg buf:f32[1024]:const=1.5 --dump 0 | FileCheck %s
; RUN: wavec run %s --kernel sums -O0 --global 64 --local 16 --arg buf:f32[4]:zero --arg buf:f32[1024]:const=1.5 --dump 0 | FileCheck %s
; RUN: wavec run %s --kernel sums -O3 --global 64 --local 16 --arg buf:f32[4]:zero --arg buf:f32[1024]:const=1.5 --dump 0 | FileCheck %s
; RUN: wavec -S -O3 %s -o - | FileCheck --check-prefix=ASM %s
; Counters that are incremented where they are tested, generic pointers as arguments, and a cast of local memory: the
; loops disappear, and no access is generic.

; CHECK: 384 384 384 384

; ASM-LABEL: sums:
; ASM-NOT: flat_
; ASM-NOT: s_cbranch_scc
; ASM: ds_write
; ASM-NOT: flat_
; ASM-NOT: s_cbranch_scc
; ASM: ds_read
; ASM-NOT: flat_
; ASM: global_store
; ASM: s_endpgm
target triple = "amdgcn-amd-amdhsa"

@partial = internal unnamed_addr addrspace(3) global [16 x float] undef, align 16

define amdgpu_kernel void @sums(ptr noalias align 32 %out, ptr noalias align 32 %in) #0 {
  %group = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %item = tail call i32 @llvm.amdgcn.workitem.id.x()
  %local = addrspacecast ptr addrspace(3) @partial to ptr
  %group.start = shl i32 %group, 8
  %item.start = shl i32 %item, 4
  br label %entry.0
entry.0:
  br label %latch.0
latch.0:
  %i = phi i32 [ 0, %entry.0 ], [ %i.next, %footer.0 ]
  %sum = phi float [ 0.0, %entry.0 ], [ %sum.next, %footer.0 ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i, 16
  br i1 %more, label %body.0, label %exit.0
body.0:
  %a = add nsw i32 %item.start, %i
  %b = add nsw i32 %a, %group.start
  %from = getelementptr inbounds float, ptr %in, i32 %b
  %x = load float, ptr %from
  %sum.next = fadd float %sum, %x
  br label %footer.0
footer.0:
  br label %latch.0
exit.0:
  %mine = getelementptr inbounds float, ptr %local, i32 %item
  store float %sum, ptr %mine
  fence syncscope("workgroup") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %entry.1
entry.1:
  br label %latch.1
latch.1:
  %j = phi i32 [ 0, %entry.1 ], [ %j.next, %footer.1 ]
  %all = phi float [ 0.0, %entry.1 ], [ %all.next, %footer.1 ]
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j, 16
  br i1 %j.more, label %body.1, label %exit.1
body.1:
  %theirs = getelementptr inbounds float, ptr %local, i32 %j
  %y = load float, ptr %theirs
  %all.next = fadd float %all, %y
  br label %footer.1
footer.1:
  br label %latch.1
exit.1:
  %to = getelementptr inbounds float, ptr %out, i32 %group
  %is.first = icmp eq i32 %item, 0
  br i1 %is.first, label %first, label %done
first:
  store float %all, ptr %to
  br label %done
done:
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()

attributes #0 = { nounwind "amdgpu-flat-work-group-size"="1,16" }
