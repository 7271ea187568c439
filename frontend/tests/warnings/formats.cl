// Formats of printf: each conversion with operands that fit and that do not.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void formats(global int *p, char c, uchar uc, short s, uint u, long l, ulong ul, float f, double d, half h, int4 iv, uint4 uv, float4 fv, half4 hv, long4 lv, short4 sv, char4 cv, double4 dv) { bool b=1; size_t z=1;
  printf("%d %d %d %d %d %d\n", c, uc, s, b, u, p[0]);
  printf("%d\n", l); // -Wformat
  printf("%ld\n", l);
  printf("%ld\n", ul);
  printf("%lu\n", z);
  printf("%ld\n", 1); // -Wformat
  printf("%hhd\n", 1);
  printf("%hhd\n", c);
  printf("%hhd\n", uc);
  printf("%hhd\n", s); // -Wformat
  printf("%hd\n", c);
  printf("%hd\n", s);
  printf("%hd\n", 1);
  printf("%f %f %f\n", f, d, h);
  printf("%lf\n", d); // -Wformat
  printf("%v4d\n", iv);
  printf("%v4hld\n", iv);
  printf("%v4hld\n", uv); // -Wformat
  printf("%v4hlu\n", uv);
  printf("%v4hlu\n", iv); // -Wformat
  printf("%v4d\n", lv); // -Wformat
  printf("%v4ld\n", lv);
  printf("%v4hd\n", sv);
  printf("%v4hhd\n", cv);
  printf("%v4hd\n", iv); // -Wformat
  printf("%v4f\n", fv); // -Wformat
  printf("%v4hlf\n", fv);
  printf("%v4hf\n", hv);
  printf("%v4lf\n", dv);
  printf("%v4f\n", dv);
  printf("%v4f\n", hv); // -Wformat
  printf("%v2hlf\n", fv); // -Wformat
  printf("%p\n", p);
  printf("%p\n", 1); // -Wformat
  printf("%d\n", p); // -Wformat
  printf("%c\n", c);
  printf("%c\n", l); // -Wformat
  printf("%d\n", fv); // -Wformat
  printf("%x %o\n", u, u);
  printf("%x\n", l); // -Wformat
  printf("%lx\n", 5); // -Wformat
  printf("%d\n", f); // -Wformat
  printf("%f\n", 3); // -Wformat
  printf("%s\n", "abc");
  printf("%g %e %a\n", f, f, f);
  printf("%5.2f %d\n", f); // -Wformat-insufficient-args
  printf("%hld\n", 1); // -Wformat
  printf("%hlf\n", f); // -Wformat
  printf("%hf\n", f); // -Wformat
}
