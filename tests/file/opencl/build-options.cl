// The options of clBuildProgram are accepted, and their promises are in the IR.
// RUN: wavec %s -cl-std=CL2.0 -cl-uniform-work-group-size -cl-strict-aliasing -cl-no-subgroup-ifp -cl-kernel-arg-info -cl-mad-enable -cl-no-signed-zeros -cl-denorms-are-zero -emit-ll -o - | FileCheck %s --check-prefix=UNIFORM
// RUN: wavec %s -cl-std=CL2.0 -emit-ll -o - | FileCheck %s --check-prefix=ANY
// RUN: wavec %s -cl-std=CL1.2 -emit-ll -o - | FileCheck %s --check-prefix=UNIFORM

kernel void k(global float *p)
{
    p[get_global_id(0)] *= 2;
}

// UNIFORM: "uniform-work-group-size"="true"
// ANY-NOT: "uniform-work-group-size"="true"
