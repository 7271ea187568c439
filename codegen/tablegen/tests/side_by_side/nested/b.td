#ifndef COMMON
#define COMMON
include "common.td"
#endif
def b : Common;
