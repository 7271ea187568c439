// RUN: wavec explain %s -o - | FileCheck %s
// RUN: wavec explain %s --kernel twice -o - | FileCheck %s --check-prefix=ONE
// RUN: not wavec explain %s --kernel other -o %t.html 2>&1 | FileCheck %s --check-prefix=NONE
// ONE-NOT: <h2>kernel halve</h2>
// ONE: <h2>kernel twice</h2>
// NONE: error: no code is made for a function 'other'

kernel void twice(global float *x)
{
    x[get_global_id(0)] *= 2;
}

kernel void halve(global float *x)
{
    if (x[0] < 1 && x[1] > 2)
        x[0] = 0.5f * x[0];
}

kernel void clear(global float *x)
{
    if (x[get_local_id(0)] < 0)
        x[get_local_id(0)] = 0;
}

// The source, its characters escaped, with numbers.
// CHECK: data-title="Source"
// CHECK: <span class="l" data-l="10"><i>  10  </i>    x[get_global_id(0)] *= 2;
// CHECK: if (x[0] &lt; 1 &amp;&amp; x[1] &gt; 2)

// Lines of all stages come from it; the library's are those that it is called at.
// CHECK: <h2>kernel twice</h2>
// CHECK: data-group="kernel twice" data-title="IR as read"
// CHECK: <span class="l" data-l="10">  %v{{[0-9]+}} = call i32 @llvm.amdgcn.workitem.id.x()
// CHECK: data-title="IR after optimization"
// CHECK: <span class="l" data-l="10">  %v{{[0-9]+}} = fmul float
// CHECK: data-title="IR for selection"
// CHECK: ; bb.0
// CHECK: data-title="Machine IR after selection"
// CHECK: <span>bb.0.block0:
// CHECK: <span class="l" data-l="10">  %{{.*}} = GLOBAL_LOAD_DWORD {{.*}}, implicit $exec :: (
// CHECK: data-title="Machine IR after register allocation"
// CHECK: data-title="Machine IR at the end"
// CHECK: data-title="Assembly"
// CHECK: <span>twice:
// CHECK-NEXT: </span><span> {{ *}}; bb.0.block0
// CHECK-NEXT: </span><span class="l" data-l="10">
// CHECK-NOT: .loc
// CHECK: <span class="l" data-l="11">	s_endpgm
// CHECK: data-title="Machine code"
// CHECK: <span class="l" data-l="11">	s_endpgm {{ *}} // {{[0-9A-F]+}}: BF810000

// CHECK: data-title="Selection graphs"
// CHECK: <svg
// CHECK: data-title="Passes"
// CHECK: <summary>sroa <small>split stack objects and promote them; <ins>+{{[0-9]+}}</ins> <del>−{{[0-9]+}}</del>; IR passes</small></summary>
// CHECK: <del>-  store ptr addrspace(1) %x, ptr addrspace(5) %x.addr, align 8
// CHECK-NEXT: </del>
// CHECK: <h2>kernel halve</h2>
// CHECK: <h2>kernel clear</h2>
// CHECK: data-title="Remarks"
// CHECK: <span class="l" data-l="21">structurizecfg: lanes of a wave may differ
// CHECK: data-title="Resources"
// CHECK: vector registers:
