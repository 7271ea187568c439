// Functions of a header: nobody needs to use those that are inline.
static void h1(global int *p) { p[0] = 1; }
static inline void h2(global int *p) { p[0] = 1; }
inline static void h3(global int *p);
__attribute__((always_inline)) static void h4(global int *p) {}
static void h5(global int *p);
F(m2)
