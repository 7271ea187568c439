define <4 x i32> @vector(ptr addrspace(7) %p) {
  %x = load atomic <4 x i32>, ptr addrspace(7) %p seq_cst, align 16
  ret <4 x i32> %x
}
define i64 @add(ptr addrspace(7) %p) {
  %x = atomicrmw add ptr addrspace(7) %p, i64 1 monotonic, align 4
  ret i64 %x
}
define void @store(ptr addrspace(7) %p) {
  store atomic i32 0, ptr addrspace(7) %p monotonic, align 2
  ret void
}
define i64 @aligned(ptr addrspace(7) %p) {
  %x = atomicrmw add ptr addrspace(7) %p, i64 1 monotonic, align 8
  ret i64 %x
}
