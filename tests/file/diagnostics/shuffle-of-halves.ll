; gfx1030 permutes the lanes of each half of a wave of 64, so that one instruction does not give the value of any lane.
; RUN: not wavec %s -mcpu=gfx1030 -mwavefrontsize64 -S -o - 2>&1 | FileCheck %s
; RUN: wavec %s -mcpu=gfx1030 -S -o - | FileCheck %s --check-prefix=W32

; CHECK: [[@LINE+3]]:3: error: 'llvm.amdgcn.wave.shuffle' is not supported on gfx1030
; W32: ds_bpermute_b32
define i32 @shuffle(i32 %x, i32 %lane) {
  %y = call i32 @llvm.amdgcn.wave.shuffle.i32(i32 %x, i32 %lane)
  ret i32 %y
}
declare i32 @llvm.amdgcn.wave.shuffle.i32(i32, i32)
