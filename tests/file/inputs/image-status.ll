define amdgpu_ps float @status(<8 x i32> inreg %image, i32 %x) {
  %v = call { float, i32 } @llvm.amdgcn.image.load.1d.sl_f32i32s.i32(i32 1, i32 %x, <8 x i32> %image, i32 1, i32 0)
  %f = extractvalue { float, i32 } %v, 0
  ret float %f
}
