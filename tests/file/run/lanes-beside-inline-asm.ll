; Vector registers whose lanes hold spilled scalar registers are not those that inline assembly names.
; RUN: wavec run %s -O2 --max-sgprs=20 --kernel k --global 1 --local 1 --arg buf:u32[64]:iota --dump 0:1 | FileCheck %s
; RUN: wavec %s -O2 --max-sgprs=20 -S -o - | FileCheck %s --check-prefix=ASM
; CHECK: 992
; ASM: v_writelane_b32 v{{[4-9]}},
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %p0 = getelementptr i32, ptr addrspace(1) %p, i32 0
  %v0 = load volatile i32, ptr addrspace(1) %p0
  %u0 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v0)
  %p1 = getelementptr i32, ptr addrspace(1) %p, i32 1
  %v1 = load volatile i32, ptr addrspace(1) %p1
  %u1 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v1)
  %p2 = getelementptr i32, ptr addrspace(1) %p, i32 2
  %v2 = load volatile i32, ptr addrspace(1) %p2
  %u2 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v2)
  %p3 = getelementptr i32, ptr addrspace(1) %p, i32 3
  %v3 = load volatile i32, ptr addrspace(1) %p3
  %u3 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v3)
  %p4 = getelementptr i32, ptr addrspace(1) %p, i32 4
  %v4 = load volatile i32, ptr addrspace(1) %p4
  %u4 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v4)
  %p5 = getelementptr i32, ptr addrspace(1) %p, i32 5
  %v5 = load volatile i32, ptr addrspace(1) %p5
  %u5 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v5)
  %p6 = getelementptr i32, ptr addrspace(1) %p, i32 6
  %v6 = load volatile i32, ptr addrspace(1) %p6
  %u6 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v6)
  %p7 = getelementptr i32, ptr addrspace(1) %p, i32 7
  %v7 = load volatile i32, ptr addrspace(1) %p7
  %u7 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v7)
  %p8 = getelementptr i32, ptr addrspace(1) %p, i32 8
  %v8 = load volatile i32, ptr addrspace(1) %p8
  %u8 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v8)
  %p9 = getelementptr i32, ptr addrspace(1) %p, i32 9
  %v9 = load volatile i32, ptr addrspace(1) %p9
  %u9 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v9)
  %p10 = getelementptr i32, ptr addrspace(1) %p, i32 10
  %v10 = load volatile i32, ptr addrspace(1) %p10
  %u10 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v10)
  %p11 = getelementptr i32, ptr addrspace(1) %p, i32 11
  %v11 = load volatile i32, ptr addrspace(1) %p11
  %u11 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v11)
  %p12 = getelementptr i32, ptr addrspace(1) %p, i32 12
  %v12 = load volatile i32, ptr addrspace(1) %p12
  %u12 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v12)
  %p13 = getelementptr i32, ptr addrspace(1) %p, i32 13
  %v13 = load volatile i32, ptr addrspace(1) %p13
  %u13 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v13)
  %p14 = getelementptr i32, ptr addrspace(1) %p, i32 14
  %v14 = load volatile i32, ptr addrspace(1) %p14
  %u14 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v14)
  %p15 = getelementptr i32, ptr addrspace(1) %p, i32 15
  %v15 = load volatile i32, ptr addrspace(1) %p15
  %u15 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v15)
  %p16 = getelementptr i32, ptr addrspace(1) %p, i32 16
  %v16 = load volatile i32, ptr addrspace(1) %p16
  %u16 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v16)
  %p17 = getelementptr i32, ptr addrspace(1) %p, i32 17
  %v17 = load volatile i32, ptr addrspace(1) %p17
  %u17 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v17)
  %p18 = getelementptr i32, ptr addrspace(1) %p, i32 18
  %v18 = load volatile i32, ptr addrspace(1) %p18
  %u18 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v18)
  %p19 = getelementptr i32, ptr addrspace(1) %p, i32 19
  %v19 = load volatile i32, ptr addrspace(1) %p19
  %u19 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v19)
  %p20 = getelementptr i32, ptr addrspace(1) %p, i32 20
  %v20 = load volatile i32, ptr addrspace(1) %p20
  %u20 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v20)
  %p21 = getelementptr i32, ptr addrspace(1) %p, i32 21
  %v21 = load volatile i32, ptr addrspace(1) %p21
  %u21 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v21)
  %p22 = getelementptr i32, ptr addrspace(1) %p, i32 22
  %v22 = load volatile i32, ptr addrspace(1) %p22
  %u22 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v22)
  %p23 = getelementptr i32, ptr addrspace(1) %p, i32 23
  %v23 = load volatile i32, ptr addrspace(1) %p23
  %u23 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v23)
  %p24 = getelementptr i32, ptr addrspace(1) %p, i32 24
  %v24 = load volatile i32, ptr addrspace(1) %p24
  %u24 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v24)
  %p25 = getelementptr i32, ptr addrspace(1) %p, i32 25
  %v25 = load volatile i32, ptr addrspace(1) %p25
  %u25 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v25)
  %p26 = getelementptr i32, ptr addrspace(1) %p, i32 26
  %v26 = load volatile i32, ptr addrspace(1) %p26
  %u26 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v26)
  %p27 = getelementptr i32, ptr addrspace(1) %p, i32 27
  %v27 = load volatile i32, ptr addrspace(1) %p27
  %u27 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v27)
  %p28 = getelementptr i32, ptr addrspace(1) %p, i32 28
  %v28 = load volatile i32, ptr addrspace(1) %p28
  %u28 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v28)
  %p29 = getelementptr i32, ptr addrspace(1) %p, i32 29
  %v29 = load volatile i32, ptr addrspace(1) %p29
  %u29 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v29)
  %p30 = getelementptr i32, ptr addrspace(1) %p, i32 30
  %v30 = load volatile i32, ptr addrspace(1) %p30
  %u30 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v30)
  %p31 = getelementptr i32, ptr addrspace(1) %p, i32 31
  %v31 = load volatile i32, ptr addrspace(1) %p31
  %u31 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v31)
  call void asm sideeffect "v_mov_b32 v1, 77\0Av_mov_b32 v3, 78", "~{v1},~{v3}"()
  %f = call i32 asm sideeffect "v_mov_b32 $0, 0", "={v2}"()
  %x0 = mul i32 %u0, 2
  call void asm sideeffect "; $0", "s"(i32 %u0)
  %s0 = add i32 %f, %x0
  %x1 = mul i32 %u1, 2
  call void asm sideeffect "; $0", "s"(i32 %u1)
  %s1 = add i32 %s0, %x1
  %x2 = mul i32 %u2, 2
  call void asm sideeffect "; $0", "s"(i32 %u2)
  %s2 = add i32 %s1, %x2
  %x3 = mul i32 %u3, 2
  call void asm sideeffect "; $0", "s"(i32 %u3)
  %s3 = add i32 %s2, %x3
  %x4 = mul i32 %u4, 2
  call void asm sideeffect "; $0", "s"(i32 %u4)
  %s4 = add i32 %s3, %x4
  %x5 = mul i32 %u5, 2
  call void asm sideeffect "; $0", "s"(i32 %u5)
  %s5 = add i32 %s4, %x5
  %x6 = mul i32 %u6, 2
  call void asm sideeffect "; $0", "s"(i32 %u6)
  %s6 = add i32 %s5, %x6
  %x7 = mul i32 %u7, 2
  call void asm sideeffect "; $0", "s"(i32 %u7)
  %s7 = add i32 %s6, %x7
  %x8 = mul i32 %u8, 2
  call void asm sideeffect "; $0", "s"(i32 %u8)
  %s8 = add i32 %s7, %x8
  %x9 = mul i32 %u9, 2
  call void asm sideeffect "; $0", "s"(i32 %u9)
  %s9 = add i32 %s8, %x9
  %x10 = mul i32 %u10, 2
  call void asm sideeffect "; $0", "s"(i32 %u10)
  %s10 = add i32 %s9, %x10
  %x11 = mul i32 %u11, 2
  call void asm sideeffect "; $0", "s"(i32 %u11)
  %s11 = add i32 %s10, %x11
  %x12 = mul i32 %u12, 2
  call void asm sideeffect "; $0", "s"(i32 %u12)
  %s12 = add i32 %s11, %x12
  %x13 = mul i32 %u13, 2
  call void asm sideeffect "; $0", "s"(i32 %u13)
  %s13 = add i32 %s12, %x13
  %x14 = mul i32 %u14, 2
  call void asm sideeffect "; $0", "s"(i32 %u14)
  %s14 = add i32 %s13, %x14
  %x15 = mul i32 %u15, 2
  call void asm sideeffect "; $0", "s"(i32 %u15)
  %s15 = add i32 %s14, %x15
  %x16 = mul i32 %u16, 2
  call void asm sideeffect "; $0", "s"(i32 %u16)
  %s16 = add i32 %s15, %x16
  %x17 = mul i32 %u17, 2
  call void asm sideeffect "; $0", "s"(i32 %u17)
  %s17 = add i32 %s16, %x17
  %x18 = mul i32 %u18, 2
  call void asm sideeffect "; $0", "s"(i32 %u18)
  %s18 = add i32 %s17, %x18
  %x19 = mul i32 %u19, 2
  call void asm sideeffect "; $0", "s"(i32 %u19)
  %s19 = add i32 %s18, %x19
  %x20 = mul i32 %u20, 2
  call void asm sideeffect "; $0", "s"(i32 %u20)
  %s20 = add i32 %s19, %x20
  %x21 = mul i32 %u21, 2
  call void asm sideeffect "; $0", "s"(i32 %u21)
  %s21 = add i32 %s20, %x21
  %x22 = mul i32 %u22, 2
  call void asm sideeffect "; $0", "s"(i32 %u22)
  %s22 = add i32 %s21, %x22
  %x23 = mul i32 %u23, 2
  call void asm sideeffect "; $0", "s"(i32 %u23)
  %s23 = add i32 %s22, %x23
  %x24 = mul i32 %u24, 2
  call void asm sideeffect "; $0", "s"(i32 %u24)
  %s24 = add i32 %s23, %x24
  %x25 = mul i32 %u25, 2
  call void asm sideeffect "; $0", "s"(i32 %u25)
  %s25 = add i32 %s24, %x25
  %x26 = mul i32 %u26, 2
  call void asm sideeffect "; $0", "s"(i32 %u26)
  %s26 = add i32 %s25, %x26
  %x27 = mul i32 %u27, 2
  call void asm sideeffect "; $0", "s"(i32 %u27)
  %s27 = add i32 %s26, %x27
  %x28 = mul i32 %u28, 2
  call void asm sideeffect "; $0", "s"(i32 %u28)
  %s28 = add i32 %s27, %x28
  %x29 = mul i32 %u29, 2
  call void asm sideeffect "; $0", "s"(i32 %u29)
  %s29 = add i32 %s28, %x29
  %x30 = mul i32 %u30, 2
  call void asm sideeffect "; $0", "s"(i32 %u30)
  %s30 = add i32 %s29, %x30
  %x31 = mul i32 %u31, 2
  call void asm sideeffect "; $0", "s"(i32 %u31)
  %s31 = add i32 %s30, %x31
  store i32 %s31, ptr addrspace(1) %p
  ret void
}
