#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION all : enable // -Wignored-pragmas
#pragma OPENCL EXTENSION cl_made_up : enable // -Wignored-pragmas
#pragma OPENCL EXTENSION cl_intel_subgroups : enable // -Wignored-pragmas
#pragma OPENCL EXTENSION cl_khr_fp64 : require // -Wignored-pragmas
#pragma OPENCL EXTENSION cl_khr_fp64 enable // -Wignored-pragmas
#pragma OPENCL EXTENSION // -Wignored-pragmas
#pragma OPENCL FP_CONTRACT MAYBE // -Wunknown-pragmas
#pragma OPENCL UNROLL // -Wunknown-pragmas
#pragma STDC FENV_ACCESS ON // -Wignored-pragmas
#pragma STDC UNHEARD_OF ON // -Wunknown-pragmas
#pragma float_control(precise, off) // -Wignored-pragmas
#pragma pipeline // -Wunknown-pragmas
#pragma GCC ivdep // -Wunknown-pragmas
#pragma clang unheard_of // -Wunknown-pragmas
#pragma region a
#pragma endregion
#pragma clang system_header // -Wpragma-system-header-outside-header
#pragma once // -Wpragma-once-outside-header
#pragma message "text" // -W#pragma-messages
#pragma message("more " "text") // -W#pragma-messages
#pragma GCC warning "text" // -W#pragma-messages
#pragma push_macro("KEPT")
#pragma pop_macro("KEPT")
#pragma pop_macro("KEPT") // -Wignored-pragmas

#pragma pack // -Wignored-pragmas
#pragma pack(3) // -Wignored-pragmas
#pragma pack(push, 1 // -Wignored-pragmas
#pragma pack(unheard_of) // -Wignored-pragmas
#pragma pack(pop) // -Wignored-pragmas
#pragma pack(push, name, 4)
#pragma pack(pop, other)
#pragma pack(pop, name)
#pragma pack(1) more // -Wignored-pragmas
#pragma pack()
#pragma pack(push) // -Wpragma-pack
#define NARROW 2
#pragma pack(NARROW)

#pragma clang diagnostic // -Wunknown-pragmas
#pragma clang diagnostic forget // -Wunknown-pragmas
#pragma clang diagnostic pop // -Wunknown-pragmas
#pragma clang diagnostic ignored "unused" // -Wunknown-pragmas
#pragma clang diagnostic ignored "-Wunheard-of" // -Wunknown-warning-option
#pragma GCC diagnostic push more // -Wunknown-pragmas

kernel void places(global int *p, int n) {
  int a; // -Wunused-variable
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-variable"
  int b;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wempty-body"
  int c;
  if (n);
#pragma GCC diagnostic warning "-Wunused"
  int d; // -Wunused-variable
  if (n);
#pragma GCC diagnostic pop
  int e;
  if (n); // -Wempty-body
#pragma clang diagnostic pop
  int f; // -Wunused-variable
  _Pragma("clang diagnostic push")
  _Pragma("clang diagnostic ignored \"-Wunused-variable\"")
  int g;
  _Pragma("clang diagnostic pop")
  int h; // -Wunused-variable
  p[0] = 1;
}
