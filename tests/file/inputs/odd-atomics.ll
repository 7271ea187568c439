define void @wide(ptr addrspace(1) %p, i128 %x) {
  store atomic i128 %x, ptr addrspace(1) %p monotonic, align 16
  ret void
}
define <4 x i32> @vector(ptr addrspace(3) %p) {
  %x = load atomic <4 x i32>, ptr addrspace(3) %p seq_cst, align 16
  ret <4 x i32> %x
}
define i64 @add(ptr addrspace(1) %p) {
  %x = atomicrmw add ptr addrspace(1) %p, i64 1 monotonic, align 4
  ret i64 %x
}
define i16 @exchange(ptr addrspace(1) %p, i16 %y) {
  %x = cmpxchg ptr addrspace(1) %p, i16 %y, i16 %y monotonic monotonic, align 1
  %z = extractvalue { i16, i1 } %x, 0
  ret i16 %z
}
define i128 @private(ptr addrspace(5) %p) {
  %x = load atomic i128, ptr addrspace(5) %p seq_cst, align 4
  ret i128 %x
}
define i64 @aligned(ptr addrspace(1) %p) {
  %x = atomicrmw add ptr addrspace(1) %p, i64 1 monotonic, align 8
  ret i64 %x
}
