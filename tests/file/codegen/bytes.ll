; Bytes of words are compared and multiplied in place (SDWA); a single one is extracted directly.
; RUN: wavec %s -O2 -S -o - | FileCheck %s
; RUN: wavec run %s -O0 --kernel bytes --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[20]:zero --dump 1:20 | FileCheck %s --check-prefix=RESULT
; RUN: wavec run %s -O2 --kernel bytes --global 4 --local 4 --arg buf:i32[4]:iota --arg buf:i32[20]:zero --dump 1:20 | FileCheck %s --check-prefix=RESULT

; CHECK-LABEL: bytes:
; CHECK-DAG: v_max_i32_sdwa v{{[0-9]+}}, sext(v{{[0-9]+}}), sext(v{{[0-9]+}}) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_{{[12]}} src1_sel:BYTE_{{[12]}}
; CHECK-DAG: v_min_u32_sdwa v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}} dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_{{[03]}} src1_sel:BYTE_{{[03]}}
; CHECK-DAG: v_mul_i32_i24_sdwa v{{[0-9]+}}, sext(v{{[0-9]+}}), v{{[0-9]+}}
; CHECK-DAG: v_bfe_i32 v{{[0-9]+}}, v{{[0-9]+}}, 8, 8
; RESULT: 127 0 65408 -1 -1 71 243 61528 -13 -13 15 231 58992 -25 -25 -37 219 48328 -37 -37
define amdgpu_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p.at = getelementptr i32, ptr addrspace(1) %p, i32 %id
  %i = load i32, ptr addrspace(1) %p.at
  %scaled = mul i32 %i, -87559180
  %x = add i32 %scaled, 8388607
  %1 = lshr i32 %x, 8
  %2 = lshr i32 %x, 16
  %3 = lshr i32 %x, 24
  %b1 = trunc i32 %1 to i8
  %b2 = trunc i32 %2 to i8
  %s1 = sext i8 %b1 to i32
  %s2 = sext i8 %b2 to i32
  %u0 = and i32 %x, 255
  %u2 = and i32 %2, 255
  %max = call i32 @llvm.smax.i32(i32 %s1, i32 %s2)
  %min = call i32 @llvm.umin.i32(i32 %u0, i32 %3)
  %lows = and i32 %x, 65535
  %product = mul i32 %s1, %u2
  %sum = add i32 %product, %lows
  %out = mul i32 %id, 5
  %q.0 = getelementptr i32, ptr addrspace(1) %q, i32 %out
  %q.1 = getelementptr i32, ptr addrspace(1) %q.0, i32 1
  %q.2 = getelementptr i32, ptr addrspace(1) %q.0, i32 2
  %q.3 = getelementptr i32, ptr addrspace(1) %q.0, i32 3
  %q.4 = getelementptr i32, ptr addrspace(1) %q.0, i32 4
  store i32 %max, ptr addrspace(1) %q.0
  store i32 %min, ptr addrspace(1) %q.1
  store i32 %sum, ptr addrspace(1) %q.2
  store i32 %s1, ptr addrspace(1) %q.3
  store i32 %s1, ptr addrspace(1) %q.4
  ret void
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
