define void @a(i32 %n) {
  %x = call i32 asm "", "v"(i32 %n)
  ret void
}
define void @b(i32 %n) {
  %x = call { i32, i32 } asm "", "=v,v"(i32 %n)
  ret void
}
define void @c(i32 %n) {
  %x = call i32 asm "", "=v,v"()
  ret void
}
define void @d(i32 %n) {
  %x = call { i32, i32, i32 } asm "", "=v,=v"()
  ret void
}
define void @e(i32 %n) {
  %x = call i32 asm "", "~{v0},=v"()
  ret void
}
define void @f(i32 %n) {
  %x = call i32 asm "", "=v,1"(i32 %n)
  ret void
}
define void @g(i32 %n) {
  call void asm "", "~v0"()
  ret void
}
