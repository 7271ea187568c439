; Sixteen lanes read a matrix with sixteen columns by rows; each gets a column.
; RUN: wavec %s -mcpu=gfx950 -S -o - | FileCheck %s
; RUN: wavec run %s -mcpu=gfx950 -O0 --kernel halves --global 64 --local 64 --arg buf:u16[256]:zero --dump 0:12 | FileCheck %s --check-prefix=HALVES
; RUN: wavec run %s -mcpu=gfx950 -O3 --kernel halves --global 64 --local 64 --arg buf:u16[256]:zero --dump 0:68 | FileCheck %s --check-prefixes=HALVES,SECOND
; RUN: wavec run %s -mcpu=gfx950 --kernel bytes --global 64 --local 64 --arg buf:u8[512]:zero --dump 0:16 | FileCheck %s --check-prefix=BYTES
; RUN: wavec run %s -mcpu=gfx950 --kernel nibbles --global 64 --local 64 --arg buf:u8[512]:zero --dump 0:10 | FileCheck %s --check-prefix=NIBBLES
; RUN: wavec run %s -mcpu=gfx950 --kernel sixes --global 64 --local 64 --arg buf:u8[1024]:zero --dump 0:28 | FileCheck %s --check-prefix=SIXES

@lds = internal addrspace(3) global [1024 x i8] poison, align 16

; Element i of the matrices of halves and bytes is i; lanes 16 to 31 have the next matrix.
; CHECK-LABEL: halves:
; CHECK: ds_read_b64_tr_b16 v[{{[0-9:]+}}], v{{[0-9]+}}
; HALVES: 0 16 32 48 1 17 33 49 2 18 34 50
; SECOND-SAME: 64 80 96 112{{$}}
define amdgpu_kernel void @halves(ptr addrspace(1) %out) {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %first = shl i32 %lane, 2
  %numbers = trunc i32 %first to i16
  %head = insertelement <4 x i16> poison, i16 %numbers, i32 0
  %all = shufflevector <4 x i16> %head, <4 x i16> poison, <4 x i32> zeroinitializer
  %row = add <4 x i16> %all, <i16 0, i16 1, i16 2, i16 3>
  %at = getelementptr [8 x i8], ptr addrspace(3) @lds, i32 %lane
  store <4 x i16> %row, ptr addrspace(3) %at
  call void @llvm.amdgcn.s.barrier()
  %column = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %at)
  %to = getelementptr [8 x i8], ptr addrspace(1) %out, i32 %lane
  store <4 x i16> %column, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: bytes:
; CHECK: ds_read_b64_tr_b8 v[{{[0-9:]+}}], v{{[0-9]+}}
; BYTES: 0 16 32 48 64 80 96 112 1 17 33 49 65 81 97 113
define amdgpu_kernel void @bytes(ptr addrspace(1) %out) {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %first = shl i32 %lane, 3
  %numbers = trunc i32 %first to i8
  %head = insertelement <8 x i8> poison, i8 %numbers, i32 0
  %all = shufflevector <8 x i8> %head, <8 x i8> poison, <8 x i32> zeroinitializer
  %row = add <8 x i8> %all, <i8 0, i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7>
  %at = getelementptr [8 x i8], ptr addrspace(3) @lds, i32 %lane
  store <8 x i8> %row, ptr addrspace(3) %at
  call void @llvm.amdgcn.s.barrier()
  %column = call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3) %at)
  %to = getelementptr [8 x i8], ptr addrspace(1) %out, i32 %lane
  store <2 x i32> %column, ptr addrspace(1) %to
  ret void
}

; Each lane stores a row of sixteen times its number: all columns are the numbers of the lanes.
; CHECK-LABEL: nibbles:
; CHECK: ds_read_b64_tr_b4 v[{{[0-9:]+}}], v{{[0-9]+}}
; NIBBLES: 16 50 84 118 152 186 220 254 16 50
define amdgpu_kernel void @nibbles(ptr addrspace(1) %out) {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %number = and i32 %lane, 15
  %row = mul i32 %number, u0x11111111
  %at = getelementptr [8 x i8], ptr addrspace(3) @lds, i32 %lane
  store i32 %row, ptr addrspace(3) %at
  %rest = getelementptr i8, ptr addrspace(3) %at, i32 4
  store i32 %row, ptr addrspace(3) %rest
  call void @llvm.amdgcn.s.barrier()
  %column = call <2 x i32> @llvm.amdgcn.ds.read.tr4.b64.v2i32(ptr addrspace(3) %at)
  %to = getelementptr [8 x i8], ptr addrspace(1) %out, i32 %lane
  store <2 x i32> %column, ptr addrspace(1) %to
  ret void
}

; The first element of each row is the number of the lane, the others are zero: column 0 has the numbers, six bits each.
; CHECK-LABEL: sixes:
; CHECK: ds_read_b96_tr_b6 v[{{[0-9:]+}}], v{{[0-9]+}}
; SIXES: 64 32 12 68 97 28 72 162 44 76 227 60 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
define amdgpu_kernel void @sixes(ptr addrspace(1) %out) {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %number = and i32 %lane, 15
  %at = getelementptr [16 x i8], ptr addrspace(3) @lds, i32 %lane
  %row = insertelement <3 x i32> zeroinitializer, i32 %number, i32 0
  store <3 x i32> %row, ptr addrspace(3) %at
  call void @llvm.amdgcn.s.barrier()
  %column = call <3 x i32> @llvm.amdgcn.ds.read.tr6.b96.v3i32(ptr addrspace(3) %at)
  %to = getelementptr [16 x i8], ptr addrspace(1) %out, i32 %lane
  store <3 x i32> %column, ptr addrspace(1) %to
  ret void
}
