define i32 @whole(i32 %x) {
  %y = call i32 @llvm.amdgcn.wqm.i32(i32 %x)
  %z = call i32 @llvm.amdgcn.softwqm.i32(i32 %y)
  ret i32 %z
}
