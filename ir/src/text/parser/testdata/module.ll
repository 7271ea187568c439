; Module-level things.
source_filename = "a b\22.cl"

module asm ".globl x"
module asm "x: .long \22\01"

$c = comdat any
$"q c" = comdat nodeduplicate

@0 = private unnamed_addr addrspace(4) constant [6 x i8] c"ab\00\FF\22\\", align 1
@named = protected local_unnamed_addr addrspace(1) externally_initialized global <{ i8, [2 x i16], ptr addrspace(1) }> <{ i8 1, [2 x i16] [i16 -1, i16 2], ptr addrspace(1) getelementptr inbounds (i8, ptr addrspace(1) @named, i64 4) }>, section ".data.x", comdat($c), align 8, !note !0
@ext = external addrspace(4) constant i64
@weak = extern_weak hidden global ptr
@tls = internal thread_local global i1 true
@fp = dso_local global ptr @later, align 8
@table = internal addrspace(4) constant [2 x ptr addrspace(3)] [ptr addrspace(3) null, ptr addrspace(3) @shared]
@shared = internal addrspace(3) global <4 x i32> undef
@int = global i64 ptrtoint (ptr addrspace(4) @ext to i64)
@cast = global ptr addrspacecast (ptr addrspace(4) @ext to ptr)
@diff = global i64 sub (i64 ptrtoint (ptr @fp to i64), i64 ptrtoint (ptr @int to i64))
@wide = global i128 -1
@vec = global <2 x double> <double 1.000000e-01, double 0x7FF8000000000001>
@zero = linkonce_odr global { i32, [3 x { float, i8 }] } zeroinitializer, comdat($"q c")

define linkonce_odr hidden spir_func zeroext i8 @later(i8 signext range(i8 0, 5) %x, float nofpclass(nan inf) %0) unnamed_addr #0 section "text.later" comdat($c) align 256 !note !0 {
  ret i8 %x
}

declare !note !0 cc 1023 void @decl(ptr sret(i32) align 4, ptr byval({ i32, i8 }), i32 inreg, ptr captures(address, provenance), ptr initializes((0, 4), (8, 12)))

define internal amdgpu_gfx { i32, float } @multi() local_unnamed_addr {
  ret { i32, float } { i32 1, float 2.000000e+00 }
}

attributes #0 = { alignstack=16 noinline nounwind optnone }

!named = !{!0, !1}
!0 = !{}
!1 = !{!2, i8 4, ptr @later, !"str", !DIExpression(DW_OP_plus_uconst, 8)}
!2 = !{<2 x i32> splat (i32 1)}

uselistorder ptr addrspace(4) @ext, { 1, 0 }
^0 = module: (path: "x", hash: (0, 0))
