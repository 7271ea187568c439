; RUN: wavec opt %s -passes=merge-ifs,verify -S | FileCheck %s

; Two loads under one mask: one if, and uses of the first load wait for both.
define void @loads(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %out, i1 %c) {
; CHECK-LABEL: define void @loads
; CHECK: br i1 %c, label %a, label %end
; CHECK: a:
; CHECK-NEXT: %x = load
; CHECK-NEXT: %far = getelementptr
; CHECK-NEXT: %y = load
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-DAG: phi i32 [ %x, %a ], [ 0, %entry ]
; CHECK-DAG: phi i32 [ %y, %a ], [ 7, %entry ]
; CHECK: %double = shl i32
; CHECK: ret void
entry:
  br i1 %c, label %a, label %join

a:
  %x = load i32, ptr addrspace(1) %p
  br label %join

join:
  %first = phi i32 [ %x, %a ], [ 0, %entry ]
  %double = shl i32 %first, 1
  %far = getelementptr i32, ptr addrspace(1) %q, i64 5
  br i1 %c, label %b, label %end

b:
  %y = load i32, ptr addrspace(1) %far
  br label %end

end:
  %second = phi i32 [ %y, %b ], [ 7, %join ]
  %sum = add i32 %double, %second
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

; What only the second if uses goes into it, with the value of that side. Three ifs become one.
define void @store(ptr addrspace(1) %p, ptr addrspace(1) %out, i1 %c) {
; CHECK-LABEL: define void @store
; CHECK: br i1 %c, label %a, label %end
; CHECK: a:
; CHECK-NEXT: %x = load
; CHECK-NEXT: %double = shl i32 %x, 1
; CHECK-NEXT: store i32 %double
; CHECK-NEXT: store i32 1
; CHECK: end:
; CHECK-NOT: br
; CHECK: ret void
entry:
  br i1 %c, label %a, label %join

a:
  %x = load i32, ptr addrspace(1) %p
  br label %join

join:
  %first = phi i32 [ %x, %a ], [ 0, %entry ]
  %double = shl i32 %first, 1
  br i1 %c, label %b, label %next

b:
  store i32 %double, ptr addrspace(1) %out
  br label %next

next:
  br i1 %c, label %d, label %end

d:
  store i32 1, ptr addrspace(1) %p
  br label %end

end:
  ret void
}

; Sides of a diamond, the second if the other way round: what the second phi has from between is known by side.
define i32 @sides(ptr addrspace(1) %p, i32 %n, i1 %c) {
; CHECK-LABEL: define i32 @sides
; CHECK: entry:
; CHECK-NEXT: %one = add i32 %n, 1
; CHECK-NEXT: br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT: %x = load
; CHECK-NEXT: br label %end
; CHECK: b:
; CHECK-NEXT: %y = mul i32 %n, %n
; CHECK-NEXT: %z = add i32 %y, %one
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK: phi i32 [ %z, %b ], [ %x, %a ]
entry:
  br i1 %c, label %a, label %b

a:
  %x = load i32, ptr addrspace(1) %p
  br label %join

b:
  %y = mul i32 %n, %n
  br label %join

join:
  %first = phi i32 [ %x, %a ], [ %y, %b ]
  %one = add i32 %n, 1
  br i1 %c, label %end, label %d

d:
  %z = add i32 %first, %one
  br label %end

end:
  %second = phi i32 [ %z, %d ], [ %first, %join ]
  %sum = mul i32 %second, %one
  ret i32 %sum
}

; Cross-lane operations or stores between: two ifs.
define void @together(ptr addrspace(1) %p, ptr addrspace(1) %out, i1 %c) {
; CHECK-LABEL: define void @together
; CHECK: br i1 %c
; CHECK: call i32 @llvm.amdgcn.readfirstlane
; CHECK: br i1 %c
; CHECK: ret void
entry:
  br i1 %c, label %a, label %join

a:
  %x = load i32, ptr addrspace(1) %p
  br label %join

join:
  %first = phi i32 [ %x, %a ], [ 0, %entry ]
  %same = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %first)
  br i1 %c, label %b, label %end

b:
  store i32 %same, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

define i32 @writes(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
; CHECK-LABEL: define i32 @writes
; CHECK: br i1 %c
; CHECK: load
; CHECK: br i1 %c
; CHECK: ret i32
entry:
  br i1 %c, label %a, label %join

a:
  store i32 1, ptr addrspace(1) %p
  br label %join

join:
  %x = load i32, ptr addrspace(1) %q
  br i1 %c, label %b, label %end

b:
  %y = load i32, ptr addrspace(1) %p
  br label %end

end:
  %second = phi i32 [ %y, %b ], [ %x, %join ]
  ret i32 %second
}

declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
