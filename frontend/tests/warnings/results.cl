int __attribute__((warn_unused_result)) must(int n);
int __attribute__((const)) square(int n);
int __attribute__((pure)) look(global int *p);
int plain(int n);
[[nodiscard]] int kept(int n);
kernel void results(global int *p, int n) {
  must(n); // -Wunused-result
  (void)must(n);
  n = must(n);
  square(n); // -Wunused-value
  look(p); // -Wunused-value
  plain(n);
  kept(n); // -Wunused-result
  n ? must(n) : plain(n);
  p[0] = n;
}
int added(volatile global atomic_int *p, int n, memory_order order, memory_scope scope) {
  return atomic_fetch_add_explicit(p, n, order, scope);
}
