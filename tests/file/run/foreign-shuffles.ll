; Shuffles of NVIDIA GPUs do here what the PTX reference says, within each half of a wave of 64 lanes. A value gets 100000
; added where the chosen lane is within bounds.
; RUN: wavec run %s -O0 --kernel up3 --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=UP3
; RUN: wavec run %s -O2 --kernel up3 --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=UP3
; RUN: wavec run %s -O0 --kernel up_segments --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=UP-SEGMENTS
; RUN: wavec run %s -O2 --kernel up_segments --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=UP-SEGMENTS
; RUN: wavec run %s -O0 --kernel down7 --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=DOWN7
; RUN: wavec run %s -O2 --kernel down7 --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=DOWN7
; RUN: wavec run %s -O0 --kernel down_segments --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=DOWN-SEGMENTS
; RUN: wavec run %s -O2 --kernel down_segments --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=DOWN-SEGMENTS
; RUN: wavec run %s -O0 --kernel butterfly --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=BUTTERFLY
; RUN: wavec run %s -O2 --kernel butterfly --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=BUTTERFLY
; RUN: wavec run %s -O0 --kernel butterfly_bounded --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=BUTTERFLY-BOUNDED
; RUN: wavec run %s -O2 --kernel butterfly_bounded --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=BUTTERFLY-BOUNDED
; RUN: wavec run %s -O0 --kernel index --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=INDEX
; RUN: wavec run %s -O2 --kernel index --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=INDEX
; RUN: wavec run %s -O0 --kernel index_segments --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=INDEX-SEGMENTS
; RUN: wavec run %s -O2 --kernel index_segments --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s --check-prefix=INDEX-SEGMENTS

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)
declare { float, i1 } @llvm.nvvm.shfl.sync.down.f32p(i32, float, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.bfly.i32p(i32, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.bfly.i32p(i32, i32, i32, i32)
declare { float, i1 } @llvm.nvvm.shfl.sync.idx.f32p(i32, float, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.idx.i32p(i32, i32, i32)

; UP3: 1000 1003 1006 101000 101003 101006 101009 101012 101015 101018 101021 101024 101027 101030 101033 101036 101039 101042 101045 101048 101051 101054 101057 101060 101063 101066 101069 101072 101075 101078 101081 101084 1096 1099 1102 101096 101099 101102 101105 101108 101111 101114 101117 101120 101123 101126 101129 101132 101135 101138 101141 101144 101147 101150 101153 101156 101159 101162 101165 101168 101171 101174 101177 101180
define amdgpu_kernel void @up3(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %r = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %v, i32 3, i32 0)
  %s = extractvalue { i32, i1 } %r, 0
  %p = extractvalue { i32, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %s, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; UP-SEGMENTS: 1000 1003 1006 1009 1012 101000 101003 101006 1024 1027 1030 1033 1036 101024 101027 101030 1048 1051 1054 1057 1060 101048 101051 101054 1072 1075 1078 1081 1084 101072 101075 101078 1096 1099 1102 1105 1108 101096 101099 101102 1120 1123 1126 1129 1132 101120 101123 101126 1144 1147 1150 1153 1156 101144 101147 101150 1168 1171 1174 1177 1180 101168 101171 101174
define amdgpu_kernel void @up_segments(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %r = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %v, i32 5, i32 6144)
  %s = extractvalue { i32, i1 } %r, 0
  %p = extractvalue { i32, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %s, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; DOWN7: 101021 101024 101027 101030 101033 101036 101039 101042 101045 101048 101051 101054 101057 101060 101063 101066 101069 101072 101075 101078 101081 101084 101087 101090 101093 1075 1078 1081 1084 1087 1090 1093 101117 101120 101123 101126 101129 101132 101135 101138 101141 101144 101147 101150 101153 101156 101159 101162 101165 101168 101171 101174 101177 101180 101183 101186 101189 1171 1174 1177 1180 1183 1186 1189
define amdgpu_kernel void @down7(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %r = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 %v, i32 7, i32 31)
  %s = extractvalue { i32, i1 } %r, 0
  %p = extractvalue { i32, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %s, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; DOWN-SEGMENTS: 101006 101009 1006 1009 101018 101021 1018 1021 101030 101033 1030 1033 101042 101045 1042 1045 101054 101057 1054 1057 101066 101069 1066 1069 101078 101081 1078 1081 101090 101093 1090 1093 101102 101105 1102 1105 101114 101117 1114 1117 101126 101129 1126 1129 101138 101141 1138 1141 101150 101153 1150 1153 101162 101165 1162 1165 101174 101177 1174 1177 101186 101189 1186 1189
define amdgpu_kernel void @down_segments(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %f = bitcast i32 %v to float
  %r = call { float, i1 } @llvm.nvvm.shfl.sync.down.f32p(i32 -1, float %f, i32 2, i32 7199)
  %s = extractvalue { float, i1 } %r, 0
  %b = bitcast float %s to i32
  %p = extractvalue { float, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %b, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; BUTTERFLY: 101048 101051 101054 101057 101060 101063 101066 101069 101072 101075 101078 101081 101084 101087 101090 101093 101000 101003 101006 101009 101012 101015 101018 101021 101024 101027 101030 101033 101036 101039 101042 101045 101144 101147 101150 101153 101156 101159 101162 101165 101168 101171 101174 101177 101180 101183 101186 101189 101096 101099 101102 101105 101108 101111 101114 101117 101120 101123 101126 101129 101132 101135 101138 101141
define amdgpu_kernel void @butterfly(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %r = call { i32, i1 } @llvm.nvvm.shfl.bfly.i32p(i32 %v, i32 16, i32 31)
  %s = extractvalue { i32, i1 } %r, 0
  %p = extractvalue { i32, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %s, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; BUTTERFLY-BOUNDED: 101027 101024 101033 101030 1012 101036 1018 1021 101003 101000 101009 101006 101015 101012 101021 101018 1048 1051 1054 1057 1060 1063 1066 1069 1072 1075 1078 1081 1084 1087 1090 1093 101123 101120 101129 101126 1108 101132 1114 1117 101099 101096 101105 101102 101111 101108 101117 101114 1144 1147 1150 1153 1156 1159 1162 1165 1168 1171 1174 1177 1180 1183 1186 1189
define amdgpu_kernel void @butterfly_bounded(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %r = call { i32, i1 } @llvm.nvvm.shfl.sync.bfly.i32p(i32 -1, i32 %v, i32 9, i32 12)
  %s = extractvalue { i32, i1 } %r, 0
  %p = extractvalue { i32, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %s, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; INDEX: 101009 101024 101039 101054 101069 101084 101003 101018 101033 101048 101063 101078 101093 101012 101027 101042 101057 101072 101087 101006 101021 101036 101051 101066 101081 101000 101015 101030 101045 101060 101075 101090 101105 101120 101135 101150 101165 101180 101099 101114 101129 101144 101159 101174 101189 101108 101123 101138 101153 101168 101183 101102 101117 101132 101147 101162 101177 101096 101111 101126 101141 101156 101171 101186
define amdgpu_kernel void @index(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %five = mul i32 %i, 5
  %x = add i32 %five, 3
  %f = bitcast i32 %v to float
  %r = call { float, i1 } @llvm.nvvm.shfl.sync.idx.f32p(i32 -1, float %f, i32 %x, i32 31)
  %s = extractvalue { float, i1 } %r, 0
  %b = bitcast float %s to i32
  %p = extractvalue { float, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %b, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}

; INDEX-SEGMENTS: 101009 101024 1006 101006 101021 1015 101003 101018 101033 101000 101015 101030 1036 101012 101027 1045 101057 101072 1054 101054 101069 1063 101051 101066 101081 101048 101063 101078 1084 101060 101075 1093 101105 101120 1102 101102 101117 1111 101099 101114 101129 101096 101111 101126 1132 101108 101123 1141 101153 101168 1150 101150 101165 1159 101147 101162 101177 101144 101159 101174 1180 101156 101171 1189
define amdgpu_kernel void @index_segments(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %triple = mul i32 %i, 3
  %v = add i32 %triple, 1000
  %five = mul i32 %i, 5
  %x = add i32 %five, 3
  %r = call { i32, i1 } @llvm.nvvm.shfl.idx.i32p(i32 %v, i32 %x, i32 4107)
  %s = extractvalue { i32, i1 } %r, 0
  %p = extractvalue { i32, i1 } %r, 1
  %more = select i1 %p, i32 100000, i32 0
  %sum = add i32 %s, %more
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
