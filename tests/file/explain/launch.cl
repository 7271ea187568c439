// What a launch spends on each line; several pages, and one that leads to them.
// RUN: wavec explain %s --global 128 --local 64 --arg 'buf:i32[128]:iota' -o - | FileCheck %s
// RUN: not wavec explain %s --global 128 --local 64 --arg 'buf:i32[64]' -o %t.html 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: not wavec explain %s %s -o %t.html 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: wavec explain --gallery %t.d %s %S/stages.cl
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t.d/index.html
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t.d/launch.cl.html

kernel void count(global int *x)
{
    int i = get_global_id(0);
    for (int k = 0; k < 10; k++)
        x[i] = x[i] * 3 + 1;
}

// CHECK: data-title="Source"
// CHECK: <span class="l" data-l="10"><i>  10  </i><b> {{ *}}</b>{
// CHECK: data-l="13" style="--heat:{{[01].[0-9]+}}"><i>  13  </i><b title="{{[0-9]+}} cycles, {{[0-9.]+}} %">{{ *[0-9]+}}  </b>        x[i] =
// CHECK: data-title="Machine code"
// CHECK: <b title="{{[0-9]+}} cycles, {{[0-9.]+}} %">        2  </b> s_endpgm
// FAULT: error:{{.*}}count
// TWO: there is a second input
// INDEX: <a href="launch.cl.html">{{.*}}launch.cl</a>
// INDEX: vector registers:
// INDEX: <a href="stages.cl.html">
// PAGE: <h2>kernel count</h2>
