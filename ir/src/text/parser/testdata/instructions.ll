; Every instruction, in the shapes that LLVM prints.
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

%pair = type { i32, float }
%"odd name" = type <{ i8, ptr addrspace(3), [4 x %pair] }>
%hidden = type opaque

@g = addrspace(1) global i32 5, align 4
@lds = internal addrspace(3) global [64 x float] poison, align 16

declare i32 @callee(i32 noundef, ...) #0
declare float @llvm.fma.f32(float, float, float)

define i64 @ints(i64 %a, i64 %b, i32 %c, <4 x i16> %v, i128 %w, i1 %t) {
entry:
  %0 = add nuw nsw i64 %a, %b
  %1 = sub i64 %0, -5
  %2 = mul nsw i64 %1, 9223372036854775807
  %3 = udiv exact i64 %2, 3
  %4 = sdiv i64 %3, %b
  %5 = urem i64 %4, 7
  %6 = srem i64 %5, 7
  %7 = shl nuw i64 %6, 3
  %8 = lshr exact i64 %7, 1
  %9 = ashr i64 %8, 1
  %10 = and i64 %9, 255
  %11 = or disjoint i64 %10, 256
  %12 = xor i64 %11, -1
  %13 = icmp samesign ult i64 %12, %b
  %14 = icmp eq <4 x i16> %v, splat (i16 3)
  %15 = select i1 %13, i64 %a, i64 %b
  %16 = trunc nuw nsw i64 %15 to i32
  %17 = zext nneg i32 %16 to i64
  %18 = sext i32 %c to i64
  %19 = xor i128 %w, -170141183460469231731687303715884105728
  %20 = trunc i128 %19 to i64
  %21 = freeze i64 %20
  %22 = select <4 x i1> %14, <4 x i16> %v, <4 x i16> <i16 1, i16 -1, i16 poison, i16 undef>
  %23 = bitcast <4 x i16> %22 to i64
  %24 = add i1 %t, true
  ret i64 %23
}

define float @floats(float %x, double %d, half %h, bfloat %b, <2 x half> %v, i32 %i) {
  %1 = fadd fast float %x, 1.000000e+00
  %2 = fsub nnan ninf nsz float %1, 0x3FB99999A0000000
  %3 = fmul reassoc arcp contract afn float %2, -0.000000e+00
  %4 = fdiv float %3, 0x7FF0000000000000, !fpmath !0
  %5 = frem float %4, 2.500000e+00
  %6 = fneg contract float %5
  %7 = fcmp nnan olt float %6, %x
  %8 = fcmp une <2 x half> %v, splat (half 0xH3C00)
  %9 = fptrunc double %d to float
  %10 = fpext half %h to double
  %11 = fptosi float %9 to i32
  %12 = fptoui double %10 to i64
  %13 = sitofp i32 %i to float
  %14 = uitofp nneg i32 %i to half
  %15 = fadd bfloat %b, 0xR4000
  %16 = fadd half %14, 0xH7E00
  %17 = call fast float @llvm.fma.f32(float %x, float %x, float %13)
  %18 = select nnan i1 %7, float %17, float %13
  ret float %18
}

define amdgpu_kernel void @memory(ptr addrspace(1) noalias noundef writeonly align 16 dereferenceable(64) %p, ptr byref(%pair) align 8 %q, i32 %i) #1 !kernel_arg_addr_space !1 {
entry:
  %a = alloca i32, align 4, addrspace(5)
  %arr = alloca [8 x %pair], i32 %i, align 8, addrspace(5)
  %e = getelementptr inbounds nuw %pair, ptr addrspace(1) %p, i32 %i, i32 1
  %f = getelementptr nusw i8, ptr %q, i64 -4
  %g = getelementptr i32, ptr addrspace(1) %p, <2 x i64> <i64 0, i64 1>
  %v = load volatile float, ptr addrspace(1) %e, align 4, !nontemporal !2
  store i32 %i, ptr addrspace(5) %a, align 4
  %l = load atomic i32, ptr addrspace(1) %p syncscope("agent-one-as") acquire, align 4
  store atomic volatile i64 7, ptr addrspace(1) %p release, align 8
  fence syncscope("workgroup") acq_rel
  fence seq_cst
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  %old2 = atomicrmw volatile fadd ptr addrspace(3) @lds, float 1.000000e+00 seq_cst, align 4
  %old3 = atomicrmw uinc_wrap ptr addrspace(1) %p, i64 9 monotonic, align 8
  %cx = cmpxchg weak volatile ptr addrspace(1) %p, i32 0, i32 %i syncscope("wavefront") acq_rel monotonic, align 4
  %ok = extractvalue { i32, i1 } %cx, 1
  %agg = insertvalue %pair poison, i32 %l, 0
  %agg2 = insertvalue %pair %agg, float %v, 1
  %c = addrspacecast ptr addrspace(3) @lds to ptr
  %n = ptrtoint ptr %c to i64
  %m = inttoptr i64 %n to ptr addrspace(4)
  br i1 %ok, label %"then block", label %7

"then block":                                     ; preds = %entry
  switch i32 %i, label %7 [
    i32 0, label %exit
    i32 -1, label %"then block2"
  ]

"then block2":
  %x = extractelement <4 x float> zeroinitializer, i32 %i
  %y = insertelement <2 x float> poison, float %x, i64 1
  %z = shufflevector <2 x float> %y, <2 x float> poison, <4 x i32> <i32 1, i32 poison, i32 0, i32 0>
  %s = shufflevector <2 x float> %y, <2 x float> %y, <2 x i32> zeroinitializer
  tail call void asm sideeffect "s_nop 0\0A; $0", "v,~{memory}"(i32 %i) #2, !srcloc !3
  %asm = call i32 asm "v_mov_b32 $0, $1", "=v,v"(i32 %i)
  %call = notail call fastcc noundef i32 (i32, ...) @callee(i32 noundef %i, ptr addrspace(1) align 4 %p) #2
  call void @llvm.amdgcn.unknown.thing(i32 3, metadata !"text", metadata !4)
  br label %exit

7:                                                ; preds = %"then block", %entry
  %8 = phi i32 [ 0, %entry ], [ %i, %"then block" ]
  unreachable

exit:                                             ; preds = %"then block2", %"then block"
  %ph = phi nnan float [ 0.000000e+00, %"then block" ], [ %x, %"then block2" ]
  ret void, !dbg !5
}

declare void @llvm.amdgcn.unknown.thing(i32, metadata, metadata)

attributes #0 = { convergent nounwind allocsize(0) memory(argmem: readwrite, inaccessiblemem: read) "target-cpu"="gfx942" }
attributes #1 = { mustprogress uwtable(sync) vscale_range(1,2) "amdgpu-flat-work-group-size"="1,256" "uniform" }
attributes #2 = { convergent nounwind }

!llvm.module.flags = !{!6, !13}
!llvm.dbg.cu = !{!7}

!0 = !{float 2.500000e+00}
!1 = !{i32 1, i32 0, null}
!2 = !{i32 1}
!3 = !{i64 123}
!4 = distinct !{!4, !"self"}
!5 = !DILocation(line: 3, column: 5, scope: !8)
!6 = !{i32 1, !"amdhsa_code_object_version", i32 600}
!7 = distinct !DICompileUnit(language: DW_LANG_C99, file: !9, producer: "x\22y", isOptimized: true, flags: "-a, (b)", emissionKind: FullDebug)
!8 = distinct !DISubprogram(name: "k", scope: !9, file: !9, line: 1, type: !10, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !7)
!9 = !DIFile(filename: "a.cl", directory: "/", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!10 = !DISubroutineType(cc: DW_CC_normal, types: !11)
!11 = !{null, !12}
!12 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!13 = !{i32 2, !"Debug Info Version", i32 3}
