define amdgpu_ps float @mixed(<8 x i32> inreg %image, <4 x i32> inreg %sampler, float %f, half %h) {
  %v = call float @llvm.amdgcn.image.sample.d.1d.f32.f32.f16(i32 1, float %f, float %f, half %h, <8 x i32> %image, <4 x i32> %sampler, i1 false, i32 0, i32 0)
  ret float %v
}
