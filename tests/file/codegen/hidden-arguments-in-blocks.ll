; Hidden arguments are at offsets from the segment in every block that reads them: no register holds their start.
; RUN: wavec %s -S -o - | FileCheck %s

; CHECK-LABEL: in_two_blocks:
; CHECK-NOT: s_add_u32 s{{[0-9]+}}, s0
; CHECK: s_load_dword s{{[0-9]+}}, s[0:1], 0x1c
; CHECK: s_cbranch
; CHECK-NOT: s_add_u32 s{{[0-9]+}}, s0
; CHECK: s_load_dwordx2 s[{{[0-9:]+}}], s[0:1], 0x38
; CHECK: s_endpgm
define amdgpu_kernel void @in_two_blocks(ptr addrspace(1) %out, i32 %n) {
  %hidden = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %size_at = getelementptr i8, ptr addrspace(4) %hidden, i64 12
  %size = load i32, ptr addrspace(4) %size_at
  store volatile i32 %size, ptr addrspace(1) %out
  %more = icmp sgt i32 %n, 0
  br i1 %more, label %then, label %done

then:
  %offset_at = getelementptr i8, ptr addrspace(4) %hidden, i64 40
  %offset = load i64, ptr addrspace(4) %offset_at
  store volatile i64 %offset, ptr addrspace(1) %out
  br label %done

done:
  ret void
}

; A pointer that is chosen is there as a whole.
; CHECK-LABEL: chosen:
; CHECK: s_endpgm
define amdgpu_kernel void @chosen(ptr addrspace(1) %out, ptr addrspace(4) %other, i32 %n) {
entry:
  %hidden = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %more = icmp sgt i32 %n, 0
  br i1 %more, label %then, label %done

then:
  store volatile i32 1, ptr addrspace(1) %out
  br label %done

done:
  %from = phi ptr addrspace(4) [ %hidden, %entry ], [ %other, %then ]
  %value = load i32, ptr addrspace(4) %from
  store volatile i32 %value, ptr addrspace(1) %out
  ret void
}

declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
