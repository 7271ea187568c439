; RUN: wavec -S -O3 %s -o - | FileCheck %s
; A kernel that requests a number of waves uses no more registers than they leave, including accumulation registers;
; otherwise its work-group size alone determines their number.

; CHECK-LABEL: {{^}}alone:
; CHECK-NOT: scratch_store
; CHECK-LABEL: {{^}}four_waves:
; CHECK: scratch_store
; CHECK-LABEL: {{^}}two_waves:
; CHECK-NOT: scratch_store
; CHECK-LABEL: .amdhsa_kernel alone
; CHECK: .amdhsa_next_free_vgpr {{1[3-9].|2..}}
; CHECK-LABEL: .amdhsa_kernel four_waves
; CHECK: .amdhsa_next_free_vgpr 128
; CHECK-LABEL: .amdhsa_kernel two_waves
; CHECK: .amdhsa_next_free_vgpr {{1[3-9].|2..}}

declare i32 @llvm.amdgcn.workitem.id.x()

define amdgpu_kernel void @alone(ptr addrspace(1) %p) "amdgpu-flat-work-group-size"="1,256" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %p0 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 0
  %v0 = load volatile <4 x i32>, ptr addrspace(1) %p0
  %p1 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 64
  %v1 = load volatile <4 x i32>, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 128
  %v2 = load volatile <4 x i32>, ptr addrspace(1) %p2
  %p3 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 192
  %v3 = load volatile <4 x i32>, ptr addrspace(1) %p3
  %p4 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 256
  %v4 = load volatile <4 x i32>, ptr addrspace(1) %p4
  %p5 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 320
  %v5 = load volatile <4 x i32>, ptr addrspace(1) %p5
  %p6 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 384
  %v6 = load volatile <4 x i32>, ptr addrspace(1) %p6
  %p7 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 448
  %v7 = load volatile <4 x i32>, ptr addrspace(1) %p7
  %p8 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 512
  %v8 = load volatile <4 x i32>, ptr addrspace(1) %p8
  %p9 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 576
  %v9 = load volatile <4 x i32>, ptr addrspace(1) %p9
  %p10 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 640
  %v10 = load volatile <4 x i32>, ptr addrspace(1) %p10
  %p11 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 704
  %v11 = load volatile <4 x i32>, ptr addrspace(1) %p11
  %p12 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 768
  %v12 = load volatile <4 x i32>, ptr addrspace(1) %p12
  %p13 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 832
  %v13 = load volatile <4 x i32>, ptr addrspace(1) %p13
  %p14 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 896
  %v14 = load volatile <4 x i32>, ptr addrspace(1) %p14
  %p15 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 960
  %v15 = load volatile <4 x i32>, ptr addrspace(1) %p15
  %p16 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1024
  %v16 = load volatile <4 x i32>, ptr addrspace(1) %p16
  %p17 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1088
  %v17 = load volatile <4 x i32>, ptr addrspace(1) %p17
  %p18 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1152
  %v18 = load volatile <4 x i32>, ptr addrspace(1) %p18
  %p19 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1216
  %v19 = load volatile <4 x i32>, ptr addrspace(1) %p19
  %p20 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1280
  %v20 = load volatile <4 x i32>, ptr addrspace(1) %p20
  %p21 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1344
  %v21 = load volatile <4 x i32>, ptr addrspace(1) %p21
  %p22 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1408
  %v22 = load volatile <4 x i32>, ptr addrspace(1) %p22
  %p23 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1472
  %v23 = load volatile <4 x i32>, ptr addrspace(1) %p23
  %p24 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1536
  %v24 = load volatile <4 x i32>, ptr addrspace(1) %p24
  %p25 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1600
  %v25 = load volatile <4 x i32>, ptr addrspace(1) %p25
  %p26 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1664
  %v26 = load volatile <4 x i32>, ptr addrspace(1) %p26
  %p27 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1728
  %v27 = load volatile <4 x i32>, ptr addrspace(1) %p27
  %p28 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1792
  %v28 = load volatile <4 x i32>, ptr addrspace(1) %p28
  %p29 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1856
  %v29 = load volatile <4 x i32>, ptr addrspace(1) %p29
  %p30 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1920
  %v30 = load volatile <4 x i32>, ptr addrspace(1) %p30
  %p31 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1984
  %v31 = load volatile <4 x i32>, ptr addrspace(1) %p31
  %p32 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2048
  %v32 = load volatile <4 x i32>, ptr addrspace(1) %p32
  %p33 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2112
  %v33 = load volatile <4 x i32>, ptr addrspace(1) %p33
  %p34 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2176
  %v34 = load volatile <4 x i32>, ptr addrspace(1) %p34
  %p35 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2240
  %v35 = load volatile <4 x i32>, ptr addrspace(1) %p35
  store volatile <4 x i32> %v0, ptr addrspace(1) %p35
  store volatile <4 x i32> %v1, ptr addrspace(1) %p34
  store volatile <4 x i32> %v2, ptr addrspace(1) %p33
  store volatile <4 x i32> %v3, ptr addrspace(1) %p32
  store volatile <4 x i32> %v4, ptr addrspace(1) %p31
  store volatile <4 x i32> %v5, ptr addrspace(1) %p30
  store volatile <4 x i32> %v6, ptr addrspace(1) %p29
  store volatile <4 x i32> %v7, ptr addrspace(1) %p28
  store volatile <4 x i32> %v8, ptr addrspace(1) %p27
  store volatile <4 x i32> %v9, ptr addrspace(1) %p26
  store volatile <4 x i32> %v10, ptr addrspace(1) %p25
  store volatile <4 x i32> %v11, ptr addrspace(1) %p24
  store volatile <4 x i32> %v12, ptr addrspace(1) %p23
  store volatile <4 x i32> %v13, ptr addrspace(1) %p22
  store volatile <4 x i32> %v14, ptr addrspace(1) %p21
  store volatile <4 x i32> %v15, ptr addrspace(1) %p20
  store volatile <4 x i32> %v16, ptr addrspace(1) %p19
  store volatile <4 x i32> %v17, ptr addrspace(1) %p18
  store volatile <4 x i32> %v18, ptr addrspace(1) %p17
  store volatile <4 x i32> %v19, ptr addrspace(1) %p16
  store volatile <4 x i32> %v20, ptr addrspace(1) %p15
  store volatile <4 x i32> %v21, ptr addrspace(1) %p14
  store volatile <4 x i32> %v22, ptr addrspace(1) %p13
  store volatile <4 x i32> %v23, ptr addrspace(1) %p12
  store volatile <4 x i32> %v24, ptr addrspace(1) %p11
  store volatile <4 x i32> %v25, ptr addrspace(1) %p10
  store volatile <4 x i32> %v26, ptr addrspace(1) %p9
  store volatile <4 x i32> %v27, ptr addrspace(1) %p8
  store volatile <4 x i32> %v28, ptr addrspace(1) %p7
  store volatile <4 x i32> %v29, ptr addrspace(1) %p6
  store volatile <4 x i32> %v30, ptr addrspace(1) %p5
  store volatile <4 x i32> %v31, ptr addrspace(1) %p4
  store volatile <4 x i32> %v32, ptr addrspace(1) %p3
  store volatile <4 x i32> %v33, ptr addrspace(1) %p2
  store volatile <4 x i32> %v34, ptr addrspace(1) %p1
  store volatile <4 x i32> %v35, ptr addrspace(1) %p0
  ret void
}

define amdgpu_kernel void @four_waves(ptr addrspace(1) %p) "amdgpu-flat-work-group-size"="1,256" "amdgpu-waves-per-eu"="4" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %p0 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 0
  %v0 = load volatile <4 x i32>, ptr addrspace(1) %p0
  %p1 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 64
  %v1 = load volatile <4 x i32>, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 128
  %v2 = load volatile <4 x i32>, ptr addrspace(1) %p2
  %p3 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 192
  %v3 = load volatile <4 x i32>, ptr addrspace(1) %p3
  %p4 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 256
  %v4 = load volatile <4 x i32>, ptr addrspace(1) %p4
  %p5 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 320
  %v5 = load volatile <4 x i32>, ptr addrspace(1) %p5
  %p6 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 384
  %v6 = load volatile <4 x i32>, ptr addrspace(1) %p6
  %p7 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 448
  %v7 = load volatile <4 x i32>, ptr addrspace(1) %p7
  %p8 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 512
  %v8 = load volatile <4 x i32>, ptr addrspace(1) %p8
  %p9 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 576
  %v9 = load volatile <4 x i32>, ptr addrspace(1) %p9
  %p10 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 640
  %v10 = load volatile <4 x i32>, ptr addrspace(1) %p10
  %p11 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 704
  %v11 = load volatile <4 x i32>, ptr addrspace(1) %p11
  %p12 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 768
  %v12 = load volatile <4 x i32>, ptr addrspace(1) %p12
  %p13 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 832
  %v13 = load volatile <4 x i32>, ptr addrspace(1) %p13
  %p14 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 896
  %v14 = load volatile <4 x i32>, ptr addrspace(1) %p14
  %p15 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 960
  %v15 = load volatile <4 x i32>, ptr addrspace(1) %p15
  %p16 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1024
  %v16 = load volatile <4 x i32>, ptr addrspace(1) %p16
  %p17 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1088
  %v17 = load volatile <4 x i32>, ptr addrspace(1) %p17
  %p18 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1152
  %v18 = load volatile <4 x i32>, ptr addrspace(1) %p18
  %p19 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1216
  %v19 = load volatile <4 x i32>, ptr addrspace(1) %p19
  %p20 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1280
  %v20 = load volatile <4 x i32>, ptr addrspace(1) %p20
  %p21 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1344
  %v21 = load volatile <4 x i32>, ptr addrspace(1) %p21
  %p22 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1408
  %v22 = load volatile <4 x i32>, ptr addrspace(1) %p22
  %p23 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1472
  %v23 = load volatile <4 x i32>, ptr addrspace(1) %p23
  %p24 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1536
  %v24 = load volatile <4 x i32>, ptr addrspace(1) %p24
  %p25 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1600
  %v25 = load volatile <4 x i32>, ptr addrspace(1) %p25
  %p26 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1664
  %v26 = load volatile <4 x i32>, ptr addrspace(1) %p26
  %p27 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1728
  %v27 = load volatile <4 x i32>, ptr addrspace(1) %p27
  %p28 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1792
  %v28 = load volatile <4 x i32>, ptr addrspace(1) %p28
  %p29 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1856
  %v29 = load volatile <4 x i32>, ptr addrspace(1) %p29
  %p30 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1920
  %v30 = load volatile <4 x i32>, ptr addrspace(1) %p30
  %p31 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1984
  %v31 = load volatile <4 x i32>, ptr addrspace(1) %p31
  %p32 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2048
  %v32 = load volatile <4 x i32>, ptr addrspace(1) %p32
  %p33 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2112
  %v33 = load volatile <4 x i32>, ptr addrspace(1) %p33
  %p34 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2176
  %v34 = load volatile <4 x i32>, ptr addrspace(1) %p34
  %p35 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2240
  %v35 = load volatile <4 x i32>, ptr addrspace(1) %p35
  store volatile <4 x i32> %v0, ptr addrspace(1) %p35
  store volatile <4 x i32> %v1, ptr addrspace(1) %p34
  store volatile <4 x i32> %v2, ptr addrspace(1) %p33
  store volatile <4 x i32> %v3, ptr addrspace(1) %p32
  store volatile <4 x i32> %v4, ptr addrspace(1) %p31
  store volatile <4 x i32> %v5, ptr addrspace(1) %p30
  store volatile <4 x i32> %v6, ptr addrspace(1) %p29
  store volatile <4 x i32> %v7, ptr addrspace(1) %p28
  store volatile <4 x i32> %v8, ptr addrspace(1) %p27
  store volatile <4 x i32> %v9, ptr addrspace(1) %p26
  store volatile <4 x i32> %v10, ptr addrspace(1) %p25
  store volatile <4 x i32> %v11, ptr addrspace(1) %p24
  store volatile <4 x i32> %v12, ptr addrspace(1) %p23
  store volatile <4 x i32> %v13, ptr addrspace(1) %p22
  store volatile <4 x i32> %v14, ptr addrspace(1) %p21
  store volatile <4 x i32> %v15, ptr addrspace(1) %p20
  store volatile <4 x i32> %v16, ptr addrspace(1) %p19
  store volatile <4 x i32> %v17, ptr addrspace(1) %p18
  store volatile <4 x i32> %v18, ptr addrspace(1) %p17
  store volatile <4 x i32> %v19, ptr addrspace(1) %p16
  store volatile <4 x i32> %v20, ptr addrspace(1) %p15
  store volatile <4 x i32> %v21, ptr addrspace(1) %p14
  store volatile <4 x i32> %v22, ptr addrspace(1) %p13
  store volatile <4 x i32> %v23, ptr addrspace(1) %p12
  store volatile <4 x i32> %v24, ptr addrspace(1) %p11
  store volatile <4 x i32> %v25, ptr addrspace(1) %p10
  store volatile <4 x i32> %v26, ptr addrspace(1) %p9
  store volatile <4 x i32> %v27, ptr addrspace(1) %p8
  store volatile <4 x i32> %v28, ptr addrspace(1) %p7
  store volatile <4 x i32> %v29, ptr addrspace(1) %p6
  store volatile <4 x i32> %v30, ptr addrspace(1) %p5
  store volatile <4 x i32> %v31, ptr addrspace(1) %p4
  store volatile <4 x i32> %v32, ptr addrspace(1) %p3
  store volatile <4 x i32> %v33, ptr addrspace(1) %p2
  store volatile <4 x i32> %v34, ptr addrspace(1) %p1
  store volatile <4 x i32> %v35, ptr addrspace(1) %p0
  ret void
}

define amdgpu_kernel void @two_waves(ptr addrspace(1) %p) "amdgpu-flat-work-group-size"="1,256" "amdgpu-waves-per-eu"="2,2" {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %at = getelementptr <4 x i32>, ptr addrspace(1) %p, i32 %id
  %p0 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 0
  %v0 = load volatile <4 x i32>, ptr addrspace(1) %p0
  %p1 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 64
  %v1 = load volatile <4 x i32>, ptr addrspace(1) %p1
  %p2 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 128
  %v2 = load volatile <4 x i32>, ptr addrspace(1) %p2
  %p3 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 192
  %v3 = load volatile <4 x i32>, ptr addrspace(1) %p3
  %p4 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 256
  %v4 = load volatile <4 x i32>, ptr addrspace(1) %p4
  %p5 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 320
  %v5 = load volatile <4 x i32>, ptr addrspace(1) %p5
  %p6 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 384
  %v6 = load volatile <4 x i32>, ptr addrspace(1) %p6
  %p7 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 448
  %v7 = load volatile <4 x i32>, ptr addrspace(1) %p7
  %p8 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 512
  %v8 = load volatile <4 x i32>, ptr addrspace(1) %p8
  %p9 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 576
  %v9 = load volatile <4 x i32>, ptr addrspace(1) %p9
  %p10 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 640
  %v10 = load volatile <4 x i32>, ptr addrspace(1) %p10
  %p11 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 704
  %v11 = load volatile <4 x i32>, ptr addrspace(1) %p11
  %p12 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 768
  %v12 = load volatile <4 x i32>, ptr addrspace(1) %p12
  %p13 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 832
  %v13 = load volatile <4 x i32>, ptr addrspace(1) %p13
  %p14 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 896
  %v14 = load volatile <4 x i32>, ptr addrspace(1) %p14
  %p15 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 960
  %v15 = load volatile <4 x i32>, ptr addrspace(1) %p15
  %p16 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1024
  %v16 = load volatile <4 x i32>, ptr addrspace(1) %p16
  %p17 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1088
  %v17 = load volatile <4 x i32>, ptr addrspace(1) %p17
  %p18 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1152
  %v18 = load volatile <4 x i32>, ptr addrspace(1) %p18
  %p19 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1216
  %v19 = load volatile <4 x i32>, ptr addrspace(1) %p19
  %p20 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1280
  %v20 = load volatile <4 x i32>, ptr addrspace(1) %p20
  %p21 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1344
  %v21 = load volatile <4 x i32>, ptr addrspace(1) %p21
  %p22 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1408
  %v22 = load volatile <4 x i32>, ptr addrspace(1) %p22
  %p23 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1472
  %v23 = load volatile <4 x i32>, ptr addrspace(1) %p23
  %p24 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1536
  %v24 = load volatile <4 x i32>, ptr addrspace(1) %p24
  %p25 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1600
  %v25 = load volatile <4 x i32>, ptr addrspace(1) %p25
  %p26 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1664
  %v26 = load volatile <4 x i32>, ptr addrspace(1) %p26
  %p27 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1728
  %v27 = load volatile <4 x i32>, ptr addrspace(1) %p27
  %p28 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1792
  %v28 = load volatile <4 x i32>, ptr addrspace(1) %p28
  %p29 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1856
  %v29 = load volatile <4 x i32>, ptr addrspace(1) %p29
  %p30 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1920
  %v30 = load volatile <4 x i32>, ptr addrspace(1) %p30
  %p31 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 1984
  %v31 = load volatile <4 x i32>, ptr addrspace(1) %p31
  %p32 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2048
  %v32 = load volatile <4 x i32>, ptr addrspace(1) %p32
  %p33 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2112
  %v33 = load volatile <4 x i32>, ptr addrspace(1) %p33
  %p34 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2176
  %v34 = load volatile <4 x i32>, ptr addrspace(1) %p34
  %p35 = getelementptr <4 x i32>, ptr addrspace(1) %at, i32 2240
  %v35 = load volatile <4 x i32>, ptr addrspace(1) %p35
  store volatile <4 x i32> %v0, ptr addrspace(1) %p35
  store volatile <4 x i32> %v1, ptr addrspace(1) %p34
  store volatile <4 x i32> %v2, ptr addrspace(1) %p33
  store volatile <4 x i32> %v3, ptr addrspace(1) %p32
  store volatile <4 x i32> %v4, ptr addrspace(1) %p31
  store volatile <4 x i32> %v5, ptr addrspace(1) %p30
  store volatile <4 x i32> %v6, ptr addrspace(1) %p29
  store volatile <4 x i32> %v7, ptr addrspace(1) %p28
  store volatile <4 x i32> %v8, ptr addrspace(1) %p27
  store volatile <4 x i32> %v9, ptr addrspace(1) %p26
  store volatile <4 x i32> %v10, ptr addrspace(1) %p25
  store volatile <4 x i32> %v11, ptr addrspace(1) %p24
  store volatile <4 x i32> %v12, ptr addrspace(1) %p23
  store volatile <4 x i32> %v13, ptr addrspace(1) %p22
  store volatile <4 x i32> %v14, ptr addrspace(1) %p21
  store volatile <4 x i32> %v15, ptr addrspace(1) %p20
  store volatile <4 x i32> %v16, ptr addrspace(1) %p19
  store volatile <4 x i32> %v17, ptr addrspace(1) %p18
  store volatile <4 x i32> %v18, ptr addrspace(1) %p17
  store volatile <4 x i32> %v19, ptr addrspace(1) %p16
  store volatile <4 x i32> %v20, ptr addrspace(1) %p15
  store volatile <4 x i32> %v21, ptr addrspace(1) %p14
  store volatile <4 x i32> %v22, ptr addrspace(1) %p13
  store volatile <4 x i32> %v23, ptr addrspace(1) %p12
  store volatile <4 x i32> %v24, ptr addrspace(1) %p11
  store volatile <4 x i32> %v25, ptr addrspace(1) %p10
  store volatile <4 x i32> %v26, ptr addrspace(1) %p9
  store volatile <4 x i32> %v27, ptr addrspace(1) %p8
  store volatile <4 x i32> %v28, ptr addrspace(1) %p7
  store volatile <4 x i32> %v29, ptr addrspace(1) %p6
  store volatile <4 x i32> %v30, ptr addrspace(1) %p5
  store volatile <4 x i32> %v31, ptr addrspace(1) %p4
  store volatile <4 x i32> %v32, ptr addrspace(1) %p3
  store volatile <4 x i32> %v33, ptr addrspace(1) %p2
  store volatile <4 x i32> %v34, ptr addrspace(1) %p1
  store volatile <4 x i32> %v35, ptr addrspace(1) %p0
  ret void
}
