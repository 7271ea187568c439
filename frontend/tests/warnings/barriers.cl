kernel void plain_conditions(global int *p, int n, local int *shared) {
  size_t item = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  if ((int)get_global_id(0) < n) {
    p[0] = 1;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  } else if (n > 2) {
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  }
  if (n > 3)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) == 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (shared[0])
    barrier(CLK_LOCAL_MEM_FENCE);
  if (p[item])
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  if (p[n])
    barrier(CLK_LOCAL_MEM_FENCE);
  int number = (int)item * 2 + 1;
  if (n > 0 && number > n)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  number = n;
  if (number)
    barrier(CLK_LOCAL_MEM_FENCE);
  int4 v = (int4)(n);
  if (v.x)
    barrier(CLK_LOCAL_MEM_FENCE);
  v.y = (int)item;
  if (v.x)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
}

kernel void collectives(global int *p, int n) {
  int item = (int)get_local_id(0);
  if (work_group_any(item > 3))
    barrier(CLK_LOCAL_MEM_FENCE);
  int first = work_group_broadcast(item, 0);
  if (first == work_group_reduce_add(item))
    barrier(CLK_LOCAL_MEM_FENCE);
  if (item & 1)
    p[0] = work_group_reduce_max(n); // -Wdivergent-barrier; not in clang
  p[1] = item > 2 && work_group_all(n); // -Wdivergent-barrier; not in clang
  p[2] = item > 2 ? work_group_broadcast(n, 1) : 0; // -Wdivergent-barrier; not in clang
  p[3] = n ? work_group_broadcast(n, 1) : 0;
  if (work_group_scan_inclusive_add(item) == item * (item + 1) / 2 && work_group_all(n))
    barrier(CLK_LOCAL_MEM_FENCE);
  if (item == (int)get_global_id(0))
    barrier(CLK_LOCAL_MEM_FENCE);
  if (item == (int)get_local_size(0) - 1)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  if (sub_group_any(item))
    barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() == 0)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  if (item < 32)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void groups_by_division(global int *p, int n) {
  size_t item = get_global_id(0), own = get_local_id(0);
  if (item / get_local_size(0) == 2)
    barrier(CLK_LOCAL_MEM_FENCE);
  if ((item - own) == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (item >> 6 == 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  if ((item & ~63ul) == 64)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (own / 64 == 1)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  p[0] = n;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void known_sizes(global int *p, int n) {
  if (get_local_id(1) == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
  if ((int)get_global_id(1) < n)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) / 64 == 0)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) >> 5 == 0)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  p[0] = n;
}

kernel void loops(global int *p, int n) {
  int item = (int)get_local_id(0), size = (int)get_local_size(0);
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = size / 2; i > 0; i >>= 1) {
    if (item < i)
      p[item] += p[item + i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < item; i++)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  for (int i = item; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  for (int i = item; i < n; i += size)
    barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < 1024; i += 256)
    barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = item; i < 1000; i += 256)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  for (int i = item; i < n; i += size) {
    if (i == 3)
      barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  }
  int left = item;
  while (left > 0) {
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
    left--;
  }
  left = item;
  while (left < n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    left = left + size;
  }
  for (left = 0; left < n; left++)
    barrier(CLK_LOCAL_MEM_FENCE);
  do
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  while (p[item]);
  do {
    barrier(CLK_LOCAL_MEM_FENCE);
  } while (p[0]);
}

kernel void jumps(global int *p, int n) {
  int item = (int)get_local_id(0);
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
    if (p[item] == i)
      break;
  }
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == i)
      continue;
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  }
  switch (item) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
    break;
  }
  switch (n) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE);
    break;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int last = 0;
  for (int i = 0; i < n; i++) {
    if (p[i] == 3)
      last = item;
  }
  if (last)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  if (item == 3)
    last = 1;
  else
    last = 1;
}

kernel void returns(global int *p, int n) {
  if ((int)get_global_id(0) >= n)
    return;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) >= 16)
    return;
  barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
  p[0] = n;
}

void wait_for_others(void) { barrier(CLK_LOCAL_MEM_FENCE); }
int own_number(void) { return (int)get_local_id(0); }
int chosen(int n) { return n + 1; }

kernel void helpers(global int *p, int n) {
  wait_for_others();
  if (own_number() < n)
    wait_for_others(); // -Wdivergent-barrier; not in clang
  if (chosen(n))
    wait_for_others();
  event_t e = 0;
  local int copy[4];
  if (get_local_id(0) == 0)
    e = async_work_group_copy(copy, p, 4, e); // -Wdivergent-barrier; not in clang
  wait_group_events(1, &e);
  p[0] = copy[0];
}

kernel void by_address(global int *p, int n, local int *flag) {
  int item = (int)get_local_id(0);
  atomic_add(p, item);
  int *q = &item;
  *q = n;
  if (item)
    barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    *flag = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (*flag)
    barrier(CLK_LOCAL_MEM_FENCE);
  int mine = 0;
  if (get_local_id(0) == 0)
    mine = n;
  if (mine)
    barrier(CLK_LOCAL_MEM_FENCE); // -Wdivergent-barrier; not in clang
}
