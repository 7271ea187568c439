// What later stages find wrong with a call of a builtin function is told where it is called, also of calls in functions
// that are inlined, and of operands that do not fit into the instruction.
// RUN: not wavec %s -cl-std=CL2.0 -DREFUSED -o %t.co 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not wavec %s -cl-std=CL2.0 -DINLINED -o %t.co 2>&1 | FileCheck %s --check-prefix=INLINED
// RUN: not wavec %s -cl-std=CL2.0 -DINLINED -O0 -o %t.co 2>&1 | FileCheck %s --check-prefix=INLINED
// RUN: not wavec %s -cl-std=CL2.0 -DOPERAND -o %t.co 2>&1 | FileCheck %s --check-prefix=OPERAND

#ifdef REFUSED
kernel void refused(global float *p)
{
    p[0] = 1;
    p[1] = __builtin_amdgcn_trig_preopf(p[2], 1);
}
#endif
// REFUSED: builtin-calls.cl:12:12: error: intrinsic 'llvm.amdgcn.trig.preop' is not supported: it exists for double only
// REFUSED-NEXT: p[1] = __builtin_amdgcn_trig_preopf(p[2], 1);
// REFUSED-NEXT: {{^ *\^~+$}}

#ifdef INLINED
float inner(float x)
{
    return x + __builtin_amdgcn_trig_preopf(x, 1);
}

kernel void outer(global float *p)
{
    p[1] = inner(p[2]);
}
#endif
// INLINED: builtin-calls.cl:22:16: error: intrinsic 'llvm.amdgcn.trig.preop' is not supported

#ifdef OPERAND
kernel void operand(global int *p)
{
    p[0] = 1;
    p[1] = __builtin_amdgcn_ds_swizzle(p[2], 99999);
}
#endif
// OPERAND: builtin-calls.cl:36:12: error: in function 'operand': instruction DS_SWIZZLE_B32: 99999 does not fit in 16 bits
