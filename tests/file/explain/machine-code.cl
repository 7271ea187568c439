// What the final code shows: live registers, reasons of waits, control flow with the regions in which lanes may be off.
// RUN: wavec explain %s -o - | FileCheck %s
// RUN: wavec explain %s -mcpu=gfx90a -o - | FileCheck %s --check-prefix=HAZARD
// RUN: wavec %s --emit mir -o %t.mir
// RUN: wavec explain %t.mir -o - | FileCheck %s --check-prefix=MIR
// RUN: wavec %s -S -o %t.s
// RUN: wavec explain %t.s -o - | FileCheck %s --check-prefix=ASM

kernel void k(global float *x, global float4 *y, int n)
{
    int i = get_global_id(0);
    if (x[i] < 1)
        x[i] = x[i + n];
    while (x[i] > 2)
        x[i] *= 0.5f;
    y[i] = (float4)(x[0]);
}

// Numbers, dwords that are live, and a bar, of which the longest is at the largest number.
// CHECK: data-title="Register pressure"
// CHECK: bb.0.block0:
// CHECK: <span class="l" data-l="{{[0-9]+}}"> {{ *[0-9]+ +[0-9]+ +[0-9]+ █+ .*%[0-9]+}}
// CHECK: live ranges
// CHECK: %{{[0-9]+}}:vgpr_32 {{ *}} {{[0-9]+}}..{{[0-9]+}}

// A column for each register.
// CHECK: data-title="Live registers"
// CHECK: <small> {{ *}}vvv
// CHECK: <small> {{ *}}012
// CHECK: ; bb.0.block0
// CHECK: <span class="l" data-l="11">   1 {{ *[0-9]+}} s_load_dword{{.*}} : {{.*}}^
// CHECK: global_load_dword v{{.*}}^

// Which instruction needs which result.
// CHECK: data-title="Waits and hazards"
// CHECK: <small> ; vmcnt &lt;= 0: v_cmp_{{[a-z_0-9]+}} (line 12) reads v{{[0-9]+}}, the result of global_load_dword (line 12)</small>
// CHECK-NEXT: </span><span class="l" data-l="12"> s_waitcnt vmcnt(0)
// HAZARD: data-title="Waits and hazards"

// Blocks have the names that they have in machine IR.
// CHECK: data-title="Assembly"
// CHECK: .LBB0_{{[0-9]+}}: {{ *}}; bb.{{[0-9]+}}.
// CHECK: data-title="Control flow"
// CHECK: <svg class="flow"
// CHECK: <rect class="region"
// CHECK: EXEC: s_and_saveexec_b64
// CHECK: <path class="branch"
// CHECK: execz
// CHECK: <rect class="block"
// CHECK: class="name"{{.*}}>bb.0.block0</text>
// CHECK: instructions: {{[0-9]+}} vector, {{[0-9]+}} scalar, {{[0-9]+}} memory

// Machine IR and assembly are their own sources.
// MIR: <i>   1  </i>--- |
// MIR: <h2>kernel k</h2>
// MIR-NOT: data-title="IR
// MIR: data-title="Machine IR after register allocation"
// MIR: data-title="Waits and hazards"
// MIR: <span class="l" data-l="{{[0-9]+}}"> s_waitcnt
// ASM: <span class="l" data-l="{{[0-9]+}}"><i>{{ *[0-9]+}} </i> s_endpgm
// ASM: <h2>kernel k</h2>
// ASM: data-title="Assembly"
// ASM-NOT: .loc
// ASM: <span class="l" data-l="{{[0-9]+}}"> s_load_dword
// ASM: <span class="l" data-l="[[END:[0-9]+]]"> s_endpgm
// ASM: data-title="Machine code"
// ASM: <span class="l" data-l="[[END]]"> s_endpgm
