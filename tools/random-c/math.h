/* On the GPU there is no C library: what is needed of it is in csmith.h. */
#ifndef __AMDGCN__
#include_next <math.h>
#endif
