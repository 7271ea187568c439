; What gfx950 does in one instruction is what others do in several: each lane counts where results differ.
; RUN: wavec run %s -mcpu=gfx950 -O0 --kernel rounding --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s
; RUN: wavec run %s -mcpu=gfx950 -O2 --kernel rounding --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s
; RUN: wavec run %s -mcpu=gfx950 -O0 --kernel swap --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s
; RUN: wavec run %s -mcpu=gfx950 -O2 --kernel swap --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:64 | FileCheck %s
; CHECK: {{^}}{{(0 ){63}0$}}

target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare { i32, i32 } @llvm.amdgcn.permlane16.swap(i32, i32, i1, i1)
declare { i32, i32 } @llvm.amdgcn.permlane32.swap(i32, i32, i1, i1)

; The upper half of a word, plus 1 if the lower half is more than half of it, or half of it and the upper half odd; for NaN, a
; quiet one.
define i32 @rounded(i32 %bits) {
  %upper = lshr i32 %bits, 16
  %odd = and i32 %upper, 1
  %rest = and i32 %bits, 65535
  %tie = add i32 %rest, %odd
  %up = icmp ugt i32 %tie, 32768
  %one = zext i1 %up to i32
  %number = add i32 %upper, %one
  %magnitude = and i32 %bits, 2147483647
  %nan = icmp ugt i32 %magnitude, 2139095040
  %quiet = or i32 %upper, 64
  %r = select i1 %nan, i32 %quiet, i32 %number
  %low = and i32 %r, 65535
  ret i32 %low
}

; Words spread over all floats.
define amdgpu_kernel void @rounding(ptr addrspace(1) %out) {
entry:
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %first = mul i32 %lane, 67108879
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %word = phi i32 [ %first, %entry ], [ %word.next, %loop ]
  %wrong = phi i32 [ 0, %entry ], [ %wrong.next, %loop ]
  %ties = and i32 %word, -32768
  %a = bitcast i32 %word to float
  %b = bitcast i32 %ties to float
  %v0 = insertelement <2 x float> poison, float %a, i32 0
  %v = insertelement <2 x float> %v0, float %b, i32 1
  %pair = fptrunc <2 x float> %v to <2 x bfloat>
  %found = bitcast <2 x bfloat> %pair to i32
  %low = call i32 @rounded(i32 %word)
  %high = call i32 @rounded(i32 %ties)
  %shifted = shl i32 %high, 16
  %wanted = or i32 %low, %shifted
  %differs = icmp ne i32 %found, %wanted
  %more = zext i1 %differs to i32
  %wrong.next = add i32 %wrong, %more
  %word.next = add i32 %word, 1000003
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 200
  br i1 %again, label %loop, label %done
done:
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %wrong.next, ptr addrspace(1) %to
  ret void
}

; The odd rows, or the upper half, of the first and what is before them of the second change places.
define amdgpu_kernel void @swap(ptr addrspace(1) %out) {
  %lane = call i32 @llvm.amdgcn.workitem.id.x()
  %second = add i32 %lane, 100
  %rows = call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %lane, i32 %second, i1 false, i1 false)
  %halves = call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %lane, i32 %second, i1 false, i1 false)
  %odd.row = and i32 %lane, 16
  %is.odd = icmp ne i32 %odd.row, 0
  %from.second = add i32 %lane, 84
  %rows.0 = select i1 %is.odd, i32 %from.second, i32 %lane
  %from.first = add i32 %lane, 16
  %rows.1 = select i1 %is.odd, i32 %second, i32 %from.first
  %is.upper = icmp ugt i32 %lane, 31
  %half.second = add i32 %lane, 68
  %halves.0 = select i1 %is.upper, i32 %half.second, i32 %lane
  %half.first = add i32 %lane, 32
  %halves.1 = select i1 %is.upper, i32 %second, i32 %half.first
  %a = extractvalue { i32, i32 } %rows, 0
  %b = extractvalue { i32, i32 } %rows, 1
  %c = extractvalue { i32, i32 } %halves, 0
  %d = extractvalue { i32, i32 } %halves, 1
  %da = xor i32 %a, %rows.0
  %db = xor i32 %b, %rows.1
  %dc = xor i32 %c, %halves.0
  %dd = xor i32 %d, %halves.1
  %dab = or i32 %da, %db
  %dcd = or i32 %dc, %dd
  %all = or i32 %dab, %dcd
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %lane
  store i32 %all, ptr addrspace(1) %to
  ret void
}
