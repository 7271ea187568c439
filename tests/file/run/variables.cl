// Values of variables, at all levels.
// RUN: printf 'lane 3\nprint i\nprint t\nprint s\nprint c\nprint f\nprint p\nvariables\nprint nothing\n' | wavec run %s -O0 --kernel k --global 64 --local 64 --arg 'buf:i32[64]:iota' --arg i32:5 --break 14 | FileCheck %s --check-prefixes=CHECK,O0
// RUN: printf 'lane 3\nprint i\n' | wavec run %s -O1 --kernel k --global 64 --local 64 --arg 'buf:i32[64]:iota' --arg i32:5 --break 14 | FileCheck %s
// RUN: printf 'lane 3\nprint i\n' | wavec run %s -O2 --kernel k --global 64 --local 64 --arg 'buf:i32[64]:iota' --arg i32:5 --break 14 | FileCheck %s
// RUN: printf 'print k\ncontinue\nprint k\ncontinue\nprint k\ncontinue\nprint k\ncontinue\nprint k\n' | wavec run %s -O1 --kernel loop --global 64 --local 64 --arg 'buf:i32[64]:iota' --arg i32:3 --break 20 | FileCheck %s --check-prefix=LOOP
struct pair { short a; float b; uint low; bool high; };
enum color { RED, BLUE = 7 };
kernel void k(global int *out, int n) {
    int i = get_global_id(0);
    int t = i * n + 1;
    struct pair s = { 4, 1.5f, 3, true };
    enum color c = BLUE;
    float2 f = (float2)(0.5f, i);
    out[i] = (t ^ (s.a + c + (int)f.y + (int)s.b + s.high)) * i;
}

kernel void loop(global int *out, int n) {
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        sum += out[k];
        out[k + 1] = sum;
    }
}
// CHECK: (wavec) i in lane 3 = 3
// O0: (wavec) t in lane 3 = 16
// O0: (wavec) s in lane 3 = {a = 4, b = 1.5, low = 3, high = true}
// O0: (wavec) c in lane 3 = BLUE
// O0: (wavec) f in lane 3 = {0.5, 3.0}
// O0: (wavec) there is no register or variable 'p' here
// O0: (wavec) f in lane 3 = {0.5, 3.0}
// O0: i in lane 3 = 3
// O0-NEXT: n in lane 3 = 5
// O0-NEXT: out in lane 3 = 0x
// O0: (wavec) there is no register or variable 'nothing' here
// LOOP: (wavec) k in lane 0 = 0
// LOOP: (wavec) k in lane 0 = 1
// LOOP: (wavec) k in lane 0 = 2
