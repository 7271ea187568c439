void conditions(global int *p, int n, int m, uint u, bool b) { // -Wunused-parameter
  if (n = m) p[0] = 1; // -Wparentheses
  if ((n = m)) p[0] = 1;
  while (n = p[1]) p[0] += n; // -Wparentheses
  do { p[1]++; } while (n = p[2]); // -Wparentheses
  for (; n = p[3];) p[0]++; // -Wparentheses
  if ((n == 3)) p[1] = 2; // -Wparentheses-equality
  if ((n) == 3) p[1] = 2;
  if (((n == m))) p[1] = 2; // -Wparentheses-equality
  if ((n != m)) p[1] = 2;
  while ((n == p[0])) n = p[1]; // -Wparentheses-equality
  n = (m == 3) ? 1 : 2;
}

kernel void logic(global int *p, int a, int b, int c) {
  p[0] = a && b || c; // -Wlogical-op-parentheses
  p[1] = a || b && c; // -Wlogical-op-parentheses
  p[2] = (a && b) || c;
  p[3] = a || (b && c);
  p[4] = a && b && c;
  p[5] = a == 1 && b == 2 || c == 3; // -Wlogical-op-parentheses
  p[6] = a & b | c; // -Wbitwise-op-parentheses
  p[7] = a | b ^ c; // -Wbitwise-op-parentheses
  p[8] = a & b & c;
  p[9] = (a & b) | c;
}

kernel void precedence(global int *p, int a, int b, int c) {
  if (a & b == c) p[0] = 1; // -Wparentheses
  if (a & 1 == c) p[0] = 1; // -Wparentheses
  if (a == b & c) p[0] = 1; // -Wparentheses
  if (a == b & c == 1) p[0] = 1;
  if ((a & b) == c) p[0] = 1;
  if (a | b < c) p[0] = 1; // -Wparentheses
  p[1] = a << b + 1; // -Wshift-op-parentheses
  p[2] = a + b << c; // -Wshift-op-parentheses
  p[3] = a >> 3 - b; // -Wshift-op-parentheses
  p[4] = a << (b + 1);
  p[5] = a << 2 * b;
  p[6] = a + 2 * b;
}

void negations(global int *p, int a, int b, bool c) {
  if (!a == b) p[0] = 1; // -Wlogical-not-parentheses
  if (!a < b) p[0] = 1; // -Wlogical-not-parentheses
  if ((!a) == b) p[0] = 1;
  if (!(a == b)) p[0] = 1;
  if (!a == !b) p[0] = 1;
  if (!a != (b == 1)) p[0] = 1;
  if (a == !b) p[0] = 1;
  if (!c == b) p[0] = 1;
}

kernel void elses(global int *p, int a, int b) {
  if (a) if (b) p[0] = 1; else p[1] = 2; // -Wdangling-else
  if (a) { if (b) p[0] = 1; else p[1] = 2; }
  if (a) { if (b) p[0] = 1; } else p[1] = 2;
  if (a)
    for (int i = 0; i < b; i++)
      if (i == 3) p[i] = 1;
      else p[i] = 2; // -Wdangling-else
  if (a) p[0] = 1;
  else if (b) p[1] = 1;
  else p[2] = 1;
  if (a) if (b) p[0] = 1; else p[1] = 2; else p[3] = 1;
}
