; Nothing is thrown: an invoke is a call that goes on to its normal block, and what leads to the landing pad is not executed. A
; callbr without other blocks is a call, too.
; RUN: wavec run %s -O0 --kernel k --global 4 --local 4 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s
; RUN: wavec run %s -O3 --kernel k --global 4 --local 4 --arg buf:u32[4]:zero --dump 0:4 | FileCheck %s
; CHECK: 10 21 32 43

declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @__gxx_personality_v0(...)
@type = external addrspace(1) constant i8

define i32 @tenfold(i32 %x) noinline gc "shadow-stack" {
  %r = mul i32 %x, 10
  ret i32 %r
}

define i32 @guarded(i32 %x) noinline personality ptr @__gxx_personality_v0 {
entry:
  %a = invoke i32 @tenfold(i32 %x)
          to label %next unwind label %pad
next:
  %b = add i32 %a, 10
  invoke void asm sideeffect "", "v"(i32 %b)
          to label %done unwind label %pad
pad:
  %seen = phi i32 [ 1, %entry ], [ %b, %next ]
  %caught = landingpad { ptr, i32 }
          cleanup
          catch ptr addrspace(1) @type
          catch ptr null
  %selector = extractvalue { ptr, i32 } %caught, 1
  %is.first = icmp eq i32 %selector, 1
  br i1 %is.first, label %handler, label %rethrow
handler:
  br label %done
rethrow:
  resume { ptr, i32 } %caught
done:
  %r = phi i32 [ %b, %next ], [ %seen, %handler ]
  callbr void asm sideeffect "", "v"(i32 %r)
          to label %end []
end:
  ret i32 %r
}

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %x = call i32 @guarded(i32 %id)
  %y = add i32 %x, %id
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %y, ptr addrspace(1) %place
  ret void
}
