; The number of the wave in its work-group, rows that a vector permutes, and halves of waves that change places.
; RUN: wavec %s -mcpu=gfx1200 -S -o - | FileCheck %s
; RUN: wavec run %s -mcpu=gfx1200 --kernel waves --global 256,2 --local 128,2 --arg buf:i32[512]:zero --dump 0:256 | FileCheck %s --check-prefix=WAVES
; RUN: wavec run %s -mcpu=gfx1201 -O0 --kernel rows --global 32 --local 32 --arg buf:i32[32]:zero --dump 0:20 | FileCheck %s --check-prefix=ROWS
; RUN: wavec run %s -mcpu=gfx1200 --mwavefrontsize64 --kernel halves --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:4 | FileCheck %s --check-prefix=HALVES
; RUN: not wavec %s -mcpu=gfx1100 -S -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT

; ABSENT: rows-and-waves.ll:{{[0-9]+}}:{{[0-9]+}}: error: 'llvm.amdgcn.wave.id' is not supported on gfx1100
; ABSENT: error: 'llvm.amdgcn.permlane16.var' is not supported on gfx1100

; CHECK-LABEL: waves:
; CHECK: s_bfe_u32 s{{[0-9]+}}, ttmp8, 0x50019
; WAVES: 0 {{.*}} 1 {{.*}} 2 {{.*}} 3
define amdgpu_kernel void @waves(ptr addrspace(1) %a) {
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %row = mul i32 %y, 128
  %item = add i32 %row, %x
  %wave = call i32 @llvm.amdgcn.wave.id()
  %to = getelementptr i32, ptr addrspace(1) %a, i32 %item
  store i32 %wave, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: rows:
; CHECK: v_permlane16_var_b32 v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}
; ROWS: 1 0 3 2 5 4 7 6 9 8 11 10 13 12 15 14 17 16 19 18
define amdgpu_kernel void @rows(ptr addrspace(1) %a) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %select = xor i32 %id, 1
  %lane = and i32 %select, 15
  %value = call i32 @llvm.amdgcn.permlane16.var(i32 poison, i32 %id, i32 %lane, i1 false, i1 false)
  %to = getelementptr i32, ptr addrspace(1) %a, i32 %id
  store i32 %value, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: halves:
; CHECK: v_permlane64_b32 v{{[0-9]+}}, v{{[0-9]+}}
; HALVES: 32 33 34 35
define amdgpu_kernel void @halves(ptr addrspace(1) %a) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %value = call i32 @llvm.amdgcn.permlane64.i32(i32 %id)
  %to = getelementptr i32, ptr addrspace(1) %a, i32 %id
  store i32 %value, ptr addrspace(1) %to
  ret void
}
