// The state after a pass, of whatever kind, is written instead of the requested output.
// RUN: wavec %s --stop-after=gvn -o - | FileCheck %s --check-prefix=IR
// RUN: wavec %s -c --stop-after=structurize -o - | FileCheck %s --check-prefix=IR
// RUN: wavec %s --stop-after=isel -o - | FileCheck %s --check-prefix=ISEL
// RUN: wavec %s --stop-after=dag-build -o - | FileCheck %s --check-prefix=BUILD
// RUN: wavec %s --stop-after=dag-build --print-after=all -o - 2>&1 | FileCheck %s --check-prefix=ONLY
// RUN: wavec %s -S --stop-after=combine2 -o - | FileCheck %s --check-prefix=COMBINE
// RUN: wavec %s --stop-after=sched --print-after=legalize-operands -o - 2>&1 | FileCheck %s --check-prefix=SCHED
// RUN: wavec %s --stop-after=phi-elimination -o - | FileCheck %s --check-prefix=MACHINE
// RUN: not wavec %s --stop-after=mem2reg -o - 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not wavec %s --stop-after=nothing -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
kernel void k(global int *a, int n) {
  int i = get_global_id(0);
  if (i < n)
    a[i] += i;
}
// IR: ; ModuleID
// IR: define protected amdgpu_kernel void @k
// ISEL: # isel, function 'k'
// ISEL: GLOBAL_LOAD_DWORD
// BUILD: # dag-build, function 'k'
// BUILD: load
// ONLY: # dag-build, function 'k'
// ONLY-NOT: # dag-combine1
// ONLY-NOT: # isel
// ONLY-NOT: # after legalize-operands
// COMBINE-NOT: # dag-combine3
// COMBINE: # dag-combine2, function 'k'
// COMBINE-NOT: # dag-combine3
// SCHED-NOT: # after
// SCHED: # sched, function 'k'
// SCHED-NOT: # after
// MACHINE: # after phi-elimination
// MACHINE-NOT: # after
// ABSENT: error: nothing to stop after: pass 'mem2reg' does not run here
// UNKNOWN: error: unknown pass 'nothing'; wavec --print-passes lists them
