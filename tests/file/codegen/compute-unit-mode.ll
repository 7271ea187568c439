; On RDNA the waves of a work-group run on two compute units with a first cache each, or on one (`cumode`), where nothing must be
; invalidated and no policy is needed for them to see each other's stores.
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefix=TWO
; RUN: wavec %s -mcpu=gfx1100 -mattr=-cumode -S -o - | FileCheck %s --check-prefix=TWO
; RUN: wavec %s -mcpu=gfx1100 -mattr=+cumode -S -o - | FileCheck %s --check-prefix=ONE
; RUN: wavec %s -mcpu=gfx1100 -mattr=+cumode,+wavefrontsize64 -S -o - | FileCheck %s --check-prefix=ONE
; RUN: wavec %s -mcpu=gfx1200 -mattr=+cumode -S -o - | FileCheck %s --check-prefix=ONE-GFX12
; RUN: wavec %s -mcpu=gfx942 -mattr=+cumode -S -o /dev/null
; RUN: sed 's/nounwind/"target-features"="+cumode"/' %s >%t.ll && wavec %t.ll -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefix=ONE
; RUN: sed 's/nounwind/"target-features"="+cumode"/;s/willreturn/"target-features"="-cumode"/' %s >%t.ll
; RUN: not wavec %t.ll -mcpu=gfx1100 -S -o - 2>&1 | FileCheck %s --check-prefix=BOTH
; BOTH: error: function 'other' asks for '-cumode', but the rest of the module does not

; TWO-LABEL: waits:
; TWO:         global_load_b32 {{.*}} glc
; TWO:         buffer_gl0_inv
; TWO:         global_load_b32 {{.*}} glc
; TWO:         buffer_gl1_inv
; TWO:         .amdhsa_workgroup_processor_mode 1
; ONE-LABEL: waits:
; ONE-NOT:     buffer_gl
; ONE-NOT:     glc
; ONE:         global_load_b32
; ONE-NEXT:    s_waitcnt vmcnt(0)
; ONE-NOT:     buffer_gl0_inv
; ONE:         global_load_b32 {{.*}} glc
; ONE:         buffer_gl1_inv
; ONE-NEXT:    buffer_gl0_inv
; ONE:         .amdhsa_workgroup_processor_mode 0
; ONE-GFX12-LABEL: waits:
; ONE-GFX12-NOT:     scope:SCOPE_SE
; ONE-GFX12:         global_load_b32 {{.*}} scope:SCOPE_DEV
; ONE-GFX12:         global_inv scope:SCOPE_DEV
; ONE-GFX12:         .amdhsa_workgroup_processor_mode 0
define amdgpu_kernel void @waits(ptr addrspace(1) %p) nounwind {
  %x = load atomic i32, ptr addrspace(1) %p syncscope("workgroup") acquire, align 4
  store atomic i32 %x, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  %y = load atomic i32, ptr addrspace(1) %p syncscope("agent") acquire, align 4
  store i32 %y, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @other(ptr addrspace(1) %p) willreturn {
  store i32 1, ptr addrspace(1) %p
  ret void
}
