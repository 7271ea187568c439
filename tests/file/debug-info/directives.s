// Line tables of assembly.
// RUN: wavec mc -mcpu=gfx942 %s -o - | FileCheck %s

// CHECK: .file 0 "/src" "main.c" md5 0x00112233445566778899aabbccddeeff
.file 0 "/src" "main.c" md5 0x00112233445566778899aabbccddeeff
// CHECK: .file 1 "include" "other.h" md5 0x0123456789abcdef0123456789abcdef
.file 1 "include" "other.h" md5 0x0123456789abcdef0123456789abcdef
.globl f
f:
// CHECK: .loc 0 3 0
.loc 0 3
s_nop 0
// CHECK: .loc 1 4 5 prologue_end is_stmt 0
.loc 1 4 5 is_stmt 0 prologue_end
s_nop 1
s_nop 2
// CHECK: .loc 0 6 7 basic_block epilogue_begin discriminator 2
.loc 0 6 7 basic_block epilogue_begin discriminator 2 isa 0
s_endpgm
