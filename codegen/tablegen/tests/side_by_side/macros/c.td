#ifdef BEFORE
def c;
#endif
