; A load on all paths from a branch, at different addresses, is executed before it; not across possible stores, and not if
; one path does not load.
; RUN: wavec opt %s -passes=hoist-loads,verify -S | FileCheck %s

; CHECK-LABEL: @join
; CHECK: [[X:%[a-z0-9.]+]] = load i32, ptr addrspace(1) %{{[a-z0-9.]+}}
; CHECK-NEXT: br i1 %c
; CHECK-NOT: load
; CHECK: ret void
define void @join(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %i, i1 %c) {
entry:
  br i1 %c, label %a, label %join

a:
  %pa = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %pa
  %d = icmp slt i32 %x, 9
  br i1 %d, label %b, label %join

b:
  br label %join

join:
  %v = phi i32 [ 0, %entry ], [ 1, %a ], [ %x, %b ]
  %pj = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %i
  %y = load i32, ptr addrspace(1) %pj
  %s = add i32 %y, %v
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @written
; CHECK-NOT: load
; CHECK: br i1 %c
; CHECK: store
; CHECK: load
; CHECK: ret void
define void @written(ptr addrspace(1) %p, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %a, label %b

a:
  %x = load i32, ptr addrspace(1) %p
  br label %join

b:
  store i32 1, ptr addrspace(1) %out
  br label %join

join:
  %v = phi i32 [ %x, %a ], [ 1, %b ]
  %y = load i32, ptr addrspace(1) %p
  %s = add i32 %y, %v
  store i32 %s, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @without
; CHECK-NOT: load
; CHECK: br i1 %c
; CHECK: load
; CHECK: ret void
define void @without(ptr addrspace(1) %p, ptr addrspace(1) %out, i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %b

a:
  %x = load i32, ptr addrspace(1) %p
  br label %join

b:
  br i1 %d, label %e, label %join

e:
  %y = load i32, ptr addrspace(1) %p
  br label %join

join:
  %v = phi i32 [ %x, %a ], [ %y, %e ], [ 1, %b ]
  store i32 %v, ptr addrspace(1) %out
  ret void
}
