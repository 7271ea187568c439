kernel void bodies(global int *p, int a, int b) {
  if (a); // -Wempty-body
  if (a) ; // -Wempty-body
  if (a)
    ;
  if (a) {}
  if (a) p[0] = 1; else;
  if (a) p[0] = 1;
  else ;
  while (a > p[0]); // -Wempty-body
    p[1] = 1;
  while (a > p[0]);
  p[1] = 1;
  while (a > p[0])
    ;
  for (int i = 0; i < b; i++); // -Wempty-body
    p[2] = 1;
  for (int i = 0; i < b; i++); { // -Wempty-body
    p[3] = 1;
  }
  for (int i = 0; i < b; i++) ;
  do ; while (a > p[0]);
}
