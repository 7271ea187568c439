#ifdef FROM_A
def yes;
#else
def no;
#endif
