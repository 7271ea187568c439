define amdgpu_kernel void @k(ptr addrspace(4) %image, ptr addrspace(1) %out) {
  %r = load <8 x i32>, ptr addrspace(4) %image
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %v = call <2 x float> @llvm.amdgcn.image.load.1d.v2f32.i32.v8i32(i32 7, i32 %id, <8 x i32> %r, i32 0, i32 0)
  store <2 x float> %v, ptr addrspace(1) %out
  ret void
}
