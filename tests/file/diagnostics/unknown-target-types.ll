; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: target type 'spirv.Image' is not supported
@image = internal addrspace(3) global target("spirv.Image", void, 1) poison
