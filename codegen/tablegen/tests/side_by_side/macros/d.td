#ifndef OTHER
#define FROM_D
def d;
#endif
