/* OpenCL C has what this header defines. */
#ifndef __OPENCL_VERSION__
#include_next <float.h>
#endif
