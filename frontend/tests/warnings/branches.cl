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

kernel void cases(global int *p, int n) {
  int x, y;
  switch (n) {
  case 0: // -Wsometimes-uninitialized
    x = 1;
    break;
  case 1:
    x = 2;
    y = 3;
    break;
  default: // -Wsometimes-uninitialized
    y = 1;
  }
  p[0] = x + y;
}

kernel void no_default(global int *p, int n) {
  int x;
  switch (n) {
  case 0:
    x = 1;
    break;
  case 1: // -Wsometimes-uninitialized
    break;
  }
  p[0] = x;
}

kernel void in_loop(global int *p, int n) {
  int x;
  for (int i = 0; i < n; i++) {
    switch (i) {
    case 0:
      continue;
    case 1:
      x = 2;
      break;
    case 2:
      break;
    default:
      return;
    }
    p[0] = x; // -Wconditional-uninitialized
  }
}

kernel void under_condition(global int *p, int n, int m) {
  int x;
  switch (n) {
  case 0:
    p[1] = 1;
    break;
  default:
    x = 2;
  }
  if (m)
    p[0] = x; // -Wconditional-uninitialized
}
