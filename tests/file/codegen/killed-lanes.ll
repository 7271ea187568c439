; RUN: wavec %s -mcpu=gfx900 -S -o - | FileCheck %s --check-prefixes=CHECK,W64,GFX9
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefixes=CHECK,W32,GFX10
; RUN: wavec %s -mcpu=gfx1100 -S -o - | FileCheck %s --check-prefixes=CHECK,W32,GFX11
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s --check-prefixes=CHECK,W32,GFX12
; Killed lanes leave EXEC. A wave without live lanes ends, with an export if the hardware waits for one.

; CHECK-LABEL: {{^}}kill:
; W64:        v_cmp_lt_f32_e32 vcc, 1.0, v0
; W64-NEXT:   s_and_b64 exec, exec, vcc
; W32:        v_cmp_lt_f32_e32 vcc_lo, 1.0, v0
; W32-NEXT:   s_and_b32 exec_lo, exec_lo, vcc_lo
; CHECK-NEXT: s_cbranch_scc0 [[END:.LBB[0-9_]+]]
; CHECK:      s_branch
; CHECK-NEXT: [[END]]:
; W64-NEXT:   s_mov_b64 exec, 0
; W32-NEXT:   s_mov_b32 exec_lo, 0
; GFX9-NEXT:  exp null off, off, off, off done vm
; GFX10-NEXT: exp null off, off, off, off done vm
; GFX11-NEXT: exp mrt0 off, off, off, off done
; GFX12-NEXT: export mrt0 off, off, off, off done
; CHECK-NEXT: s_endpgm
define amdgpu_ps float @kill(float %a, float %b) {
  %c = fcmp ogt float %a, 1.0
  call void @llvm.amdgcn.kill(i1 %c)
  %x = fadd float %a, %b
  ret float %x
}

; Depths alone; and nothing, where Vega waits all the same.
; CHECK-LABEL: {{^}}depth:
; GFX9:       exp null off, off, off, off done vm
; GFX10:      exp null off, off, off, off done vm
; GFX11:      exp mrtz off, off, off, off done
; GFX12:      export mrtz off, off, off, off done
; CHECK-LABEL: {{^}}no_export:
; CHECK:      s_cbranch_scc0
; GFX9:       exp null off, off, off, off done vm
; GFX10-NOT:  exp{{ }}
; GFX11-NOT:  exp{{ }}
; GFX12-NOT:  export{{ }}
; CHECK-LABEL: {{^}}compute:
; CHECK:      s_cbranch_scc0
; CHECK-NOT:  {{exp|export}}{{ }}
; CHECK:      .size
define amdgpu_ps float @depth(float %a, float %b) #0 {
  %c = fcmp ogt float %a, 1.0
  call void @llvm.amdgcn.kill(i1 %c)
  ret float %a
}
define amdgpu_ps float @no_export(float %a, float %b) #1 {
  %c = fcmp ogt float %a, 1.0
  call void @llvm.amdgcn.kill(i1 %c)
  ret float %a
}
define amdgpu_cs float @compute(float %a, float %b) {
  %c = fcmp ogt float %a, 1.0
  call void @llvm.amdgcn.kill(i1 %c)
  ret float %a
}

; What was killed in a branch is not restored at its end.
; CHECK-LABEL: {{^}}in_branch:
; W64:        s_mov_b64 [[LIVE:s\[[0-9:]+\]]], exec
; W64:        s_and_saveexec_b64 [[SAVED:s\[[0-9:]+\]]], vcc
; W64:        s_andn2_b64 [[KILLED:s\[[0-9:]+\]]], exec, vcc
; W64-NEXT:   s_andn2_b64 [[LIVE]], [[LIVE]], [[KILLED]]
; W64-NEXT:   s_cbranch_scc0
; W64:        s_and_b64 exec, exec, vcc
; W64:        s_and_b64 exec, [[SAVED]], [[LIVE]]
; CHECK:      exp{{o?r?t?}} mrt0
define amdgpu_ps void @in_branch(float %a, float %b, i32 %n) {
  %d = icmp sgt i32 %n, 3
  br i1 %d, label %t, label %e
t:
  %c = fcmp ogt float %a, 1.0
  call void @llvm.amdgcn.kill(i1 %c)
  br label %e
e:
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %b, float %b, float 1.0, float %a, i1 true, i1 true)
  ret void
}

; Demoted lanes take part in derivatives, but not in what has effects.
; CHECK-LABEL: {{^}}demote:
; W32:        s_mov_b32 [[LIVE:s[0-9]+]], exec_lo
; W32:        s_wqm_b32 exec_lo, exec_lo
; W32:        s_and{{_not1|n2}}_b32 [[LIVE]], [[LIVE]],
; CHECK:      s_cbranch_scc0
; W32:        s_wqm_b32 [[QUADS:s[0-9]+]], [[LIVE]]
; W32:        s_and_b32 exec_lo, exec_lo, [[QUADS]]
; W32:        s_and_b32 exec_lo, exec_lo, [[LIVE]]
; CHECK:      image_sample
; W32:        s_mov_b32 vcc_lo, [[LIVE]]
define amdgpu_ps float @demote(<8 x i32> inreg %r, <4 x i32> inreg %s, float %a, float %b) {
  %c = fcmp ogt float %a, 1.0
  call void @llvm.amdgcn.wqm.demote(i1 %c)
  %y = fmul float %a, %b
  %v = call float @llvm.amdgcn.image.sample.2d.f32.f32(i32 1, float %a, float %y, <8 x i32> %r, <4 x i32> %s, i1 0, i32 0, i32 0)
  %l = call i1 @llvm.amdgcn.live.mask()
  %x = select i1 %l, float %v, float 5.0
  ret float %x
}
attributes #0 = { "amdgpu-color-export"="0" "amdgpu-depth-export"="1" }
attributes #1 = { "amdgpu-color-export"="0" }
declare void @llvm.amdgcn.kill(i1)
declare void @llvm.amdgcn.wqm.demote(i1)
declare i1 @llvm.amdgcn.live.mask()
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)
declare float @llvm.amdgcn.image.sample.2d.f32.f32(i32, float, float, <8 x i32>, <4 x i32>, i1, i32, i32)
