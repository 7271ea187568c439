; Stack objects of unknown size, or created outside of the entry block: uniform and divergent sizes, next to a fixed
; frame, in functions that others call, aligned, with arguments in memory, saved and restored.
; RUN: wavec run %s --verify-each --kernel uniform --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:9 --dump 0:4 -O0 | FileCheck %s --check-prefix=UNIFORM
; RUN: wavec run %s --verify-each --kernel uniform --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:9 --dump 0:4 -O1 | FileCheck %s --check-prefix=UNIFORM
; RUN: wavec run %s --verify-each --kernel uniform --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:9 --dump 0:4 -O2 | FileCheck %s --check-prefix=UNIFORM
; RUN: wavec run %s --verify-each --kernel uniform --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:9 --dump 0:4 -O3 | FileCheck %s --check-prefix=UNIFORM
; RUN: wavec run %s --verify-each --kernel divergent --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:8 -O0 | FileCheck %s --check-prefix=DIVERGENT
; RUN: wavec run %s --verify-each --kernel divergent --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:8 -O1 | FileCheck %s --check-prefix=DIVERGENT
; RUN: wavec run %s --verify-each --kernel divergent --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:8 -O2 | FileCheck %s --check-prefix=DIVERGENT
; RUN: wavec run %s --verify-each --kernel divergent --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:8 -O3 | FileCheck %s --check-prefix=DIVERGENT
; RUN: wavec run %s --verify-each --kernel calls --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5 --dump 0:8 -O0 | FileCheck %s --check-prefix=CALLS
; RUN: wavec run %s --verify-each --kernel calls --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5 --dump 0:8 -O1 | FileCheck %s --check-prefix=CALLS
; RUN: wavec run %s --verify-each --kernel calls --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5 --dump 0:8 -O2 | FileCheck %s --check-prefix=CALLS
; RUN: wavec run %s --verify-each --kernel calls --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5 --dump 0:8 -O3 | FileCheck %s --check-prefix=CALLS
; RUN: wavec run %s --verify-each --kernel loops --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5000 --dump 0:4 -O0 | FileCheck %s --check-prefix=LOOPS
; RUN: wavec run %s --verify-each --kernel loops --global 64 --local 64 --arg buf:i32[64]:zero --arg i32:5000 --dump 0:4 -O2 | FileCheck %s --check-prefix=LOOPS
; RUN: wavec run %s --verify-each --kernel list --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:6 -O0 | FileCheck %s --check-prefix=LIST
; RUN: wavec run %s --verify-each --kernel list --global 64 --local 64 --arg buf:i32[64]:zero --dump 0:6 -O2 | FileCheck %s --check-prefix=LIST
; RUN: wavec %s -S -o - | FileCheck %s --check-prefix=ASM

; ASM-LABEL: .amdhsa_kernel uniform
; ASM: .amdhsa_uses_dynamic_stack 1
; ASM: .amdhsa_enable_private_segment 1

declare i32 @llvm.amdgcn.workitem.id.x()
declare ptr addrspace(5) @llvm.stacksave.p5()
declare void @llvm.stackrestore.p5(ptr addrspace(5))

; a[i] = i * i for n elements next to a fixed array; the sum of both.
; UNIFORM: 204 205 206 207
define amdgpu_kernel void @uniform(ptr addrspace(1) %out, i32 %n) {
entry:
  %fixed = alloca [4 x i32], addrspace(5)
  %a = alloca i32, i32 %n, addrspace(5)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %slot = getelementptr i32, ptr addrspace(5) %fixed, i32 2
  store volatile i32 %id, ptr addrspace(5) %slot
  br label %fill
fill:
  %i = phi i32 [ 0, %entry ], [ %i.next, %fill ]
  %square = mul i32 %i, %i
  %at = getelementptr i32, ptr addrspace(5) %a, i32 %i
  store volatile i32 %square, ptr addrspace(5) %at
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %fill, label %sum
sum:
  %j = phi i32 [ 0, %fill ], [ %j.next, %sum ]
  %acc = phi i32 [ 0, %fill ], [ %acc.next, %sum ]
  %from = getelementptr i32, ptr addrspace(5) %a, i32 %j
  %v = load volatile i32, ptr addrspace(5) %from
  %acc.next = add i32 %acc, %v
  %j.next = add i32 %j, 1
  %again = icmp ult i32 %j.next, %n
  br i1 %again, label %sum, label %done
done:
  %kept = load volatile i32, ptr addrspace(5) %slot
  %r = add i32 %acc.next, %kept
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Each lane has id + 1 dwords, and after them an aligned one; odd lanes have another one.
; DIVERGENT: 0 1002 2 1010 4 1018 6 1026
define amdgpu_kernel void @divergent(ptr addrspace(1) %out) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %n = add i32 %id, 1
  %a = alloca i32, i32 %n, addrspace(5)
  %b = alloca i64, align 64, addrspace(5)
  %last = getelementptr i32, ptr addrspace(5) %a, i32 %id
  store volatile i32 %id, ptr addrspace(5) %last
  store volatile i64 1000, ptr addrspace(5) %b
  %bit = and i32 %id, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %then, label %end
then:
  %m = zext i32 %id to i64
  %c = alloca <3 x i32>, i64 %m, align 128, addrspace(5)
  %cb = ptrtoint ptr addrspace(5) %c to i32
  %low = and i32 %cb, 127
  %c.last = getelementptr <3 x i32>, ptr addrspace(5) %c, i32 %bit, i32 2
  %three = mul i32 %id, 3
  store volatile i32 %three, ptr addrspace(5) %c.last
  %cv = load volatile i32, ptr addrspace(5) %c.last
  %cw = add i32 %cv, %low
  %bv = load volatile i64, ptr addrspace(5) %b
  %bt = trunc i64 %bv to i32
  %cx = add i32 %cw, %bt
  %cy = sub i32 %cx, 2
  br label %end
end:
  %more = phi i32 [ 0, %entry ], [ %cy, %then ]
  %av = load volatile i32, ptr addrspace(5) %last
  %r = add i32 %av, %more
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Takes an argument in memory and has an aligned frame; the objects keep their values while a callee runs.
define i32 @aligned(<32 x i32> %fill, i32 %n, ptr addrspace(5) byval([3 x i32]) %passed) noinline {
  %fixed = alloca [4 x i32], align 64, addrspace(5)
  %a = alloca i32, i32 %n, addrspace(5)
  %at = getelementptr i32, ptr addrspace(5) %a, i32 1
  %e = extractelement <32 x i32> %fill, i32 31
  store volatile i32 %e, ptr addrspace(5) %fixed
  store volatile i32 %n, ptr addrspace(5) %at
  %below = call i32 @leaf(i32 %n)
  %x = load volatile i32, ptr addrspace(5) %fixed
  %y = load volatile i32, ptr addrspace(5) %at
  %pp = getelementptr i32, ptr addrspace(5) %passed, i32 2
  %z = load volatile i32, ptr addrspace(5) %pp
  %s1 = add i32 %x, %y
  %s2 = add i32 %s1, %z
  %s3 = add i32 %s2, %below
  ret i32 %s3
}

define i32 @leaf(i32 %n) noinline {
  %s = call ptr addrspace(5) @llvm.stacksave.p5()
  %a = alloca i64, i32 %n, addrspace(5)
  store volatile i64 7, ptr addrspace(5) %a
  %v = load volatile i64, ptr addrspace(5) %a
  call void @llvm.stackrestore.p5(ptr addrspace(5) %s)
  %t = trunc i64 %v to i32
  ret i32 %t
}

; 7 + n + id, 7 + 40 + n + 1 + id
; CALLS: 62 64 66 68 70 72 74 76
define amdgpu_kernel void @calls(ptr addrspace(1) %out, i32 %n) {
  %passed = alloca [3 x i32], addrspace(5)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %own = alloca i32, i32 %n, addrspace(5)
  store volatile i32 %id, ptr addrspace(5) %own
  %pp = getelementptr i32, ptr addrspace(5) %passed, i32 2
  store i32 40, ptr addrspace(5) %pp
  %fill = insertelement <32 x i32> zeroinitializer, i32 %id, i32 31
  %m = add i32 %n, 1
  %one = call i32 @leaf(i32 %m)
  %two = call i32 @aligned(<32 x i32> %fill, i32 %m, ptr addrspace(5) byval([3 x i32]) %passed)
  %v = load volatile i32, ptr addrspace(5) %own
  %s1 = add i32 %one, %two
  %s2 = add i32 %s1, %v
  %s3 = add i32 %s2, 2
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %s3, ptr addrspace(1) %p
  ret void
}

define internal i32 @inlined(i32 %n) alwaysinline {
  %a = alloca [16 x i32], i32 %n, addrspace(5)
  store volatile i32 %n, ptr addrspace(5) %a
  %v = load volatile i32, ptr addrspace(5) %a
  ret i32 %v
}

; The stack does not grow with each iteration, although the function is inlined.
; LOOPS: 12497500 12497500
define amdgpu_kernel void @loops(ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %some = and i32 %i, 3
  %x = call i32 @inlined(i32 %some)
  %d = sub i32 %i, %some
  %y = add i32 %x, %d
  %sum.next = add i32 %sum, %y
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum.next, ptr addrspace(1) %p
  ret void
}

; A list with one object per iteration, as many as the lane says; then its sum.
; LIST: 0 1 3 6 10 15
define amdgpu_kernel void @list(ptr addrspace(1) %out) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %few = and i32 %id, 7
  br label %make
make:
  %i = phi i32 [ 0, %entry ], [ %i.next, %make ]
  %head = phi ptr addrspace(5) [ null, %entry ], [ %node, %make ]
  %node = alloca { i32, ptr addrspace(5) }, addrspace(5)
  store i32 %i, ptr addrspace(5) %node
  %link = getelementptr { i32, ptr addrspace(5) }, ptr addrspace(5) %node, i32 0, i32 1
  store ptr addrspace(5) %head, ptr addrspace(5) %link
  %i.next = add i32 %i, 1
  %more = icmp ule i32 %i.next, %few
  br i1 %more, label %make, label %walk
walk:
  %at = phi ptr addrspace(5) [ %node, %make ], [ %to, %walk ]
  %k = phi i32 [ 0, %make ], [ %k.next, %walk ]
  %sum = phi i32 [ 0, %make ], [ %sum.next, %walk ]
  %v = load i32, ptr addrspace(5) %at
  %sum.next = add i32 %sum, %v
  %next = getelementptr { i32, ptr addrspace(5) }, ptr addrspace(5) %at, i32 0, i32 1
  %to = load ptr addrspace(5), ptr addrspace(5) %next
  %k.next = add i32 %k, 1
  %again = icmp ule i32 %k.next, %few
  br i1 %again, label %walk, label %done
done:
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %id
  store i32 %sum.next, ptr addrspace(1) %p
  ret void
}
