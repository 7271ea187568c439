.org 16
.byte 1
.org 32, 0xff
---
a:
.byte 1
.org a+9, 3
.org .+7
.byte 2
---
. = 16
s_nop 0
. = . + 8
s_nop 1
---
.byte 1,2
.balignw 8, 0x1234
---
.long 1
.balignl 16, 0x12345678
.p2alignl 5, 7
---
.comm var,16,2
.comm other,4
.common third,8,3
.long var
---
.lcomm lv,8
.local v
.comm v,4,4
.long v, lv
---
.extern foo
.long foo
---
.reloc 0, R_AMDGPU_NONE, foo
.reloc 4, R_AMDGPU_REL32, foo+4
.reloc 8, BFD_RELOC_64
.quad 0, 0
---
.dcb.b 3, 1
.dcb.w 3, 1
.dcb.l 3, 1
.dcb 2, 5
.dcb.s 2, 1.0
.dcb.d 2, 1.0
---
.ds 3
.ds.b 3
.ds.w 3
.ds.l 3
.ds.s 1
.ds.d 1
.ds.p 1
.ds.x 1
.dc.a 5
---
.section .tdata,"awT",@progbits
.long 1
.section .kept,"aR"
.section .flags,#alloc,#write
.section .quoted,"aw","progbits"
.section .numbered,"aw",@0x7fffffff
---
.section .a1,"a",@init_array
.section .a2,"a",@fini_array
.section .a3,"a",@preinit_array
.section .a4,"a",@nobits
.section .a5,"a",@note
.section .a6,"a",@unwind
---
.section .twice,"aw",@progbits,unique,1
.long 1
.section .twice,"aw",@progbits,unique,2
.long 2
---
.section .flags,"aw"
.long 1
.section .flags
.long 2
---
.section .init_array
.long 1
.section .rodata.cst4
.long 1
.tbss
.zero 4
.tdata
.long 3
---
.type x, @tls_object
x:
.type y, #function
y:
.type z, STT_TLS
.type w, @common
---
.amdgpu_lds foo, 16, 16
.amdgpu_lds unused, 4
s_mov_b32 s0, foo@abs32@lo
---
.float 1.0, -2.5e3, inf, nan, -nan, infinity, 0x1p3
.double 1, 1.5, nan
---
.ascii "a" "b" , "c"
---
.zero x
x=4
---
a:
.zero b-a
b:
.zero d-c
c:
s_nop 0
d:
---
.fill 3
.fill 3, 2
.fill 3, 4, 0x12345678
.fill 2, 8, -1
.fill 3, 9, 1
.fill -1, 2, 1
---
.uleb128 b-a, c-a
a:
.zero 200
b:
.zero 20000
c:
---
.long foo@rel32@lo, foo@gotpcrel, foo@abs32@hi
.long foo-.
.quad foo-.
---
s_branch .
s_nop 0
---
.set a, .
s_nop 0
.long .-a
---
.long 5<>3, 5<>5
---
foo:
s_nop 0
.if .-foo == 4
.long 77
.endif
---
.hidden foo
.globl foo
foo: s_branch foo
---
.section .debug_abbrev,"",@progbits
.long 1
.section .debug_info,"",@progbits
.long .debug_abbrev
.long .text
.quad .data
---
f:
s_nop 0
e:
.size f, e-f
.type f,@function
.globl g
.set g,f
.set h,f+4
---
.no_dead_strip foo
---
.amdhsa_kernel k
.amdhsa_next_free_vgpr 4
.amdhsa_next_free_sgpr 8
.amdhsa_accum_offset 4
.amdhsa_user_sgpr_dispatch_ptr 1
.amdhsa_user_sgpr_queue_ptr 1
.amdhsa_user_sgpr_dispatch_id 1
.amdhsa_user_sgpr_kernarg_segment_ptr 1
.amdhsa_user_sgpr_kernarg_preload_length 8
.end_amdhsa_kernel
---
v_mov_b32 v9, 0
s_mov_b64 s[6:7], 0
v_accvgpr_write_b32 a90, 1
.amdhsa_kernel k
.amdhsa_next_free_vgpr .amdgcn.next_free_vgpr
.amdhsa_next_free_sgpr .amdgcn.next_free_sgpr
.amdhsa_accum_offset 12
.end_amdhsa_kernel
.set .amdgcn.next_free_vgpr, 2
v_mov_b32 v1, 0
.long .amdgcn.next_free_vgpr, .amdgcn.gfx_generation_number
.long .amdgcn.gfx_generation_minor, .amdgcn.gfx_generation_stepping
---
count = 5
.macro words first, second
.long first, \second
.endm
.macro label name, number
name&number: .long 1
\name&x\number: .long 2
.endm
.macro each values:vararg
.irp value, \values
.byte value
.endr
.endm
.macro text string
.ascii "string"
.endm

.altmacro
words %count + 3, %(2 - count)
words <1>, <1 + count>
label v, %count
each 1, 2
text <a!>b>
.noaltmacro

.macro plain first
.long \first - first
first = 3
.endm
plain 9
---
.2byte 4
.4byte 5, 1+3
.8byte 7
.float .5, .5e1
.2x: .long .2x
---
s_mov_b32 s0, foo-4
s_mov_b32 s1, bar-4
s_mov_b32 s2, bar+4
s_mov_b32 s3, bar
s_mov_b32 s4, bar@rel32@lo-4
s_mov_b32 s5, bar@abs32@hi-4
s_mov_b32 s6, foo+4
s_add_u32 s0, s0, foo-baz
baz:
s_nop 0
bar:
s_nop 0
---
.section .text.f,"axG",@progbits,f,comdat
.weak f
f:
  s_endpgm
.long ext
.section .rodata.f,"aG",@progbits,f,comdat
.long 1
.section .meta,"ao",@progbits,.text.f
.long 2
.data
.section .meta,"ao",@progbits,.data
.long 3
.section .grp,"aG",@progbits,g
.long 4
.long f
.section .x,"aGo",@progbits,f,g2,comdat,unique,3
.long 5
.section .y,"?a",@progbits
.long 6
.section .z,"ao",@progbits,0
.long 6
.section .text.unused,"axG",@progbits,unused,comdat
.section .text.own,"axG",@progbits,.Lown,comdat
.Lown:
s_endpgm
---
.long 1
.version "1.0"
.long 2
.version "a"
---
f:
.cfi_startproc
.cfi_escape 0x0f, 0x03, 0x30, 0x36, 0xe1
s_nop 0
.cfi_def_cfa s32, 8
s_nop 0
.cfi_def_cfa_offset 16
.cfi_def_cfa_register 65
.cfi_adjust_cfa_offset 4
.cfi_offset v40, 4
.cfi_offset 5, 4
.cfi_offset 5, -4
.cfi_rel_offset 66, 8
.cfi_val_offset 66, 8
.cfi_val_offset 66, -8
.cfi_undefined 16
.cfi_undefined exec
.cfi_same_value s33
.cfi_remember_state
s_nop 0
.cfi_restore s33
.cfi_restore 3
.cfi_restore_state
.cfi_register s34, a7
.cfi_llvm_def_aspace_cfa s32, 4, 6
.cfi_window_save
.cfi_def_cfa 300, 4
.cfi_offset s101, 1024
s_endpgm
.cfi_endproc
---
.cfi_sections .eh_frame, .debug_frame
f:
.cfi_startproc
s_nop 0
.cfi_endproc
g:
.cfi_startproc
s_nop 0
.cfi_def_cfa_offset 4
.fill 70, 4, 0xbf800000
.cfi_def_cfa_offset 8
.fill 300, 4, 0xbf800000
.cfi_def_cfa_offset 12
.cfi_personality 0x9b, pers
.cfi_lsda 0x1b, bar
.cfi_endproc
h:
.cfi_startproc simple
.cfi_return_column 17
s_nop 0
.cfi_endproc
i:
.cfi_startproc
.cfi_personality 0, pers
.cfi_lsda 0, bar
.cfi_signal_frame
s_nop 0
.cfi_endproc
bar: .long 0
---
.cfi_sections .debug_frame
.text
.globl f
f:
.cfi_startproc
s_nop 0
.cfi_def_cfa_offset 64
.cfi_endproc
.section .other,"ax",@progbits
g:
.cfi_startproc
s_nop 0
.cfi_same_value v255
s_nop 0
.cfi_endproc
---
.cfi_sections
.cfi_startproc
s_nop 0
.cfi_endproc
---
.section .foo,"a"
.byte 1
.subsection 2
.byte 2
.p2align 3
.byte 3
.subsection 1
.byte 4
x: .byte 5
.subsection 0
.byte 6
.long x - .
.quad x
.text 1
s_nop 1
.text
s_nop 0
s_branch y
.text 3
y: s_nop 3
.previous
s_nop 4
---
.globl foo
foo: .long 0
.symver foo, foo@V1
.symver foo2, foo2@@@V1
foo2: .long 1
.symver keep, keep@@V2, remove
keep: .long keep
---
.symver bar, bar@V2
.long bar
---
.cfi_startproc
s_nop 0
.cfi_label lab
.cfi_def_cfa_offset 4
.cfi_endproc
.long lab
---
.weakref a, b
.long a
.weakref e, f
.long e, f
.weakref g, h
h: .long g
---
.base64 "SGVsbG8="
.base64 "AA==", "/+8A"
