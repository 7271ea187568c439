; Functions name the processor and features that they were compiled for: those that do not match this target are rejected.
; RUN: not wavec -mcpu=gfx942:xnack+ -c -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: target-features.ll:[[@LINE+1]]:27: error: function 'older' is for the processor 'gfx90a', but code is made for 'gfx942'
define amdgpu_kernel void @older() "target-cpu"="gfx90a" {
  ret void
}

; CHECK: error: function 'narrow' asks for '+wavefrontsize32', which is not supported for 'gfx942'
define amdgpu_kernel void @narrow() "target-cpu"="gfx942" "target-features"="+dpp,+wavefrontsize32" {
  ret void
}

; CHECK: error: function 'not_wide' asks for '-wavefrontsize64'
define void @not_wide() "target-features"="-wavefrontsize64" {
  ret void
}

; CHECK: error: function 'split' asks for '+tgsplit'
define void @split() "target-features"="+tgsplit" {
  ret void
}

; CHECK: error: function 'retries' asks for '-xnack', but the rest of the module is for '+xnack'
define void @retries() "target-features"="-xnack" {
  ret void
}

; CHECK-NOT: error
define amdgpu_kernel void @right() "target-cpu"="gfx942" "target-features"="+wavefrontsize64,-wavefrontsize32,+xnack,+gfx9-insts,-tgsplit" {
  ret void
}

define amdgpu_kernel void @any() "target-cpu"="generic" {
  ret void
}

define amdgpu_kernel void @family() "target-cpu"="gfx9-4-generic" {
  ret void
}
