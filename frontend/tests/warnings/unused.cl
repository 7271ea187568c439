// Internal functions that nothing uses, here and in a header.
static void s1(global int *p) { p[0] = 1; }
static void s2(global int *p); // -Wunused-function
static inline void s3(global int *p) { s1(p); } // -Wunused-function
inline void s4(global int *p) { p[0] = 2; }
static int s5(int a) { return a; }
static int s6(int a) { return a; } // -Wunused-function
static void s7(void); // -Wunused-function
static void s7(void);
static void s8(void) {} // -Wunused-function
static void s8(void);
#define F(n) static int n(int a) { return a; }
F(m1) // -Wunused-function
#include "unused.h"
kernel void k(global int *p) { p[0] = sizeof(s5(1)); }
