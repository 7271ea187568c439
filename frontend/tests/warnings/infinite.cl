// What follows statements that never end.
kernel void un(global int *p) { do { for (;;) { p[0]++; } } while (0); p[1] = 2; }
kernel void un2(global int *p) { do { for (;;) { p[0]++; } } while (p[1]); } // -Wunreachable-code
kernel void un3(global int *p, int n) { if (n) { return; } while (0); { do { return; } while (0); } p[1] = 3; } // -Wempty-body
#define FOREVER(x) do { for (;;) { p[0] = x; } } while (0)
kernel void un4(global int *p, int n) { switch (n) { case 1: FOREVER(3); case 2: p[2] = 1; p[3]=2; } }
kernel void un5(global int *p, int n) { switch (n) { case 1: FOREVER(3); p[2] = 1; p[3]=2; } }
