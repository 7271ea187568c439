// Which branches leave a variable without a value.
kernel void nested(global int *p, int n, int d) {
  int x;
  if (d) { // -Wsometimes-uninitialized
    if (n) // -Wsometimes-uninitialized
      x = 1;
  }
  p[0] = x;
}

kernel void chain(global int *p, int n) {
  int x;
  if (n == 1) x = 1;
  else if (n == 2) p[1] = 1; // -Wsometimes-uninitialized
  else if (n == 3) x = 2; // -Wsometimes-uninitialized
  p[0] = x;
}
