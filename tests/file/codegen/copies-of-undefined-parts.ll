; A part of the private object is never written; copies of that part define nothing.
; RUN: wavec %s -O2 --verify-each -S -o - | FileCheck %s
; CHECK-LABEL: f:
; CHECK: v_cvt_f64_u32
target triple = "amdgcn-amd-amdhsa"

define void @f(ptr addrspace(1) %p, ptr %q) {
  %private = alloca [48 x i8], addrspace(5)
  call void @llvm.memcpy.p5.p0.i32(ptr addrspace(5) %private, ptr %q, i32 48, i1 false)
  %number = load i32, ptr addrspace(1) null, align 16
  %old = atomicrmw umin ptr addrspace(1) %p, i32 0 syncscope("workgroup") seq_cst, align 4
  %unused = atomicrmw and ptr null, i16 0 syncscope("workgroup") monotonic, align 4
  %double = uitofp i32 %number to double
  %middle = getelementptr i8, ptr addrspace(5) %private, i32 18
  store double %double, ptr addrspace(5) %middle
  %odd = trunc i32 %old to i1
  br i1 %odd, label %end, label %read
end:
  ret void
read:
  %third = getelementptr i8, ptr addrspace(5) %private, i32 16
  %unread = load i32, ptr addrspace(5) %third, align 4
  %last = getelementptr i8, ptr addrspace(5) %private, i32 24
  %word = load i32, ptr addrspace(5) %last
  store i32 %word, ptr null
  ret void
}
