; Special registers, votes, barriers and atomic operations of NVIDIA GPUs: two groups of 96 by 2 threads, which are six warps each,
; in waves of 64 lanes.
; RUN: wavec run %s -O0 --kernel registers --global 192,2 --local 96,2 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=REGISTERS
; RUN: wavec run %s -O2 --kernel registers --global 192,2 --local 96,2 --arg buf:i32[4]:zero --dump 0:4 | FileCheck %s --check-prefix=REGISTERS
; RUN: wavec run %s -O0 --kernel votes --global 96 --local 96 --arg buf:i32[96]:zero --dump 0:96 | FileCheck %s --check-prefix=VOTES
; RUN: wavec run %s -O2 --kernel votes --global 96 --local 96 --arg buf:i32[96]:zero --dump 0:96 | FileCheck %s --check-prefix=VOTES
; RUN: wavec run %s -O0 --kernel exchange --global 128 --local 128 --arg buf:i32[128]:zero --dump 0:128 | FileCheck %s --check-prefix=EXCHANGE
; RUN: wavec run %s -O2 --kernel exchange --global 128 --local 128 --arg buf:i32[128]:zero --dump 0:128 | FileCheck %s --check-prefix=EXCHANGE
; RUN: wavec run %s -O0 --kernel atomics --global 64 --local 64 --arg buf:i32[5]:zero --arg buf:f32[1]:zero --dump 0:5 | FileCheck %s --check-prefix=ATOMICS
; RUN: wavec run %s -O2 --kernel atomics --global 64 --local 64 --arg buf:i32[5]:zero --arg buf:f32[1]:zero --dump 0:5 | FileCheck %s --check-prefix=ATOMICS

target triple = "amdgcn-amd-amdhsa"

@shared = internal addrspace(3) global [128 x i32] undef

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.w()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.read.ptx.sreg.nwarpid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.uni(i1)
declare i32 @llvm.nvvm.activemask()
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.atomic.load.inc.32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.atomic.load.dec.32.p1(ptr addrspace(1), i32)
declare float @llvm.nvvm.atomic.load.add.f32.p1(ptr addrspace(1), float)
declare i32 @llvm.nvvm.atomic.max.gen.i.cta.i32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p1(ptr addrspace(1), i32, i32)

; Sums over all threads: of the numbers in the grid, of lanes by warps, of the others.
; 0 + .. + 383 and for each of 12 warps 31 * 32 / 2 * (its number + 1)
; REGISTERS: 73536 20832 768 49152
define amdgpu_kernel void @registers(ptr addrspace(1) %out) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %group = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %groups = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %size = mul i32 %nx, %ny
  %before = mul i32 %group, %size
  %row = mul i32 %ty, %nx
  %local = add i32 %row, %tx
  %number = add i32 %before, %local
  atomicrmw add ptr addrspace(1) %out, i32 %number monotonic
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %warp = call i32 @llvm.nvvm.read.ptx.sreg.warpid()
  %warp1 = add i32 %warp, 1
  %weighted = mul i32 %warp1, %lane
  %p1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  atomicrmw add ptr addrspace(1) %p1, i32 %weighted monotonic
  %p2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  %w = call i32 @llvm.nvvm.read.ptx.sreg.tid.w()
  %groups.w = add i32 %groups, %w
  atomicrmw add ptr addrspace(1) %p2, i32 %groups.w monotonic
  ; 2 groups, 6 warps of 32, and the lanes below and above and this one are 32.
  %warps = call i32 @llvm.nvvm.read.ptx.sreg.nwarpid()
  %below = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
  %above = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.gt()
  %others = or i32 %below, %above
  %count = call i32 @llvm.ctpop.i32(i32 %others)
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()
  %of.warps = mul i32 %warps, %threads
  %rest = sub i32 %of.warps, 95
  %sum = add i32 %rest, %count
  %p3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  atomicrmw add ptr addrspace(1) %p3, i32 %sum monotonic
  ret void
}

; Each warp of a wave has its own votes. In the third one few lanes are active: bits of these, then none, any and not alike.
; VOTES: {{^}}{{(4660 ){32}(-1412623820 ){32}(7938 ){5}(4660 ){26}4660$}}
define amdgpu_kernel void @votes(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %i, 5
  %lane = and i32 %i, 31
  %second = icmp eq i32 %warp, 1
  %bits = select i1 %second, i32 -1412623820, i32 4660
  %bit = lshr i32 %bits, %lane
  %c = trunc i32 %bit to i1
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
  %third = icmp eq i32 %warp, 2
  br i1 %third, label %check, label %done
check:
  %small = icmp ult i32 %lane, 5
  br i1 %small, label %few, label %done
few:
  %active = call i32 @llvm.nvvm.activemask()
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 3, i1 %c)
  %any = call i1 @llvm.nvvm.vote.any.sync(i32 31, i1 %c)
  %uni = call i1 @llvm.nvvm.vote.uni(i1 %c)
  %a = zext i1 %all to i32
  %b = zext i1 %any to i32
  %u = zext i1 %uni to i32
  %b2 = shl i32 %b, 1
  %u4 = shl i32 %u, 2
  %ab = or i32 %a, %b2
  %abu = or i32 %ab, %u4
  %high = shl i32 %active, 8
  %coded = or i32 %abu, %high
  br label %done
done:
  %r = phi i32 [ %ballot, %0 ], [ %ballot, %check ], [ %coded, %few ]
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %r, ptr addrspace(1) %to
  ret void
}

; EXCHANGE: {{^}}127 126 125 {{.*}} 66 65 64 63 62 {{.*}} 2 1 0{{$}}
define amdgpu_kernel void @exchange(ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [128 x i32], ptr addrspace(3) @shared, i32 0, i32 %i
  store i32 %i, ptr addrspace(3) %own
  call void @llvm.nvvm.barrier0()
  %other.i = sub i32 127, %i
  %other = getelementptr [128 x i32], ptr addrspace(3) @shared, i32 0, i32 %other.i
  %v = load i32, ptr addrspace(3) %other
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %v, ptr addrspace(1) %to
  ret void
}

; 64 increments up to 9, 64 decrements from 0 that start again at 4, the largest number, 64 times 3, and one exchange.
; ATOMICS: 4 1 63 192 7
define amdgpu_kernel void @atomics(ptr addrspace(1) %out, ptr addrspace(1) %sum) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call i32 @llvm.nvvm.atomic.load.inc.32.p1(ptr addrspace(1) %out, i32 9)
  %p1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  call i32 @llvm.nvvm.atomic.load.dec.32.p1(ptr addrspace(1) %p1, i32 4)
  %p2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  call i32 @llvm.nvvm.atomic.max.gen.i.cta.i32.p1(ptr addrspace(1) %p2, i32 %i)
  %p3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p1(ptr addrspace(1) %p3, i32 3)
  %p4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  call i32 @llvm.nvvm.atomic.cas.gen.i.cta.i32.p1(ptr addrspace(1) %p4, i32 0, i32 7)
  call float @llvm.nvvm.atomic.load.add.f32.p1(ptr addrspace(1) %sum, float 1.0)
  ret void
}
