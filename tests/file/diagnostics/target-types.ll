; Objects of a target's types are not loaded, stored or passed.
; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s
@one = internal addrspace(3) global target("amdgcn.named.barrier", 0) poison

define void @load() {
; CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}values of this type are not supported
  %value = load target("amdgcn.named.barrier", 0), ptr addrspace(3) @one
  ret void
}
