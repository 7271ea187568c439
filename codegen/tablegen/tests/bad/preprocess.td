#ifdef A
def a;
#else
#else
#endif
#endif
#ifdef B
def never;
