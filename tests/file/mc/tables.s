; The tables of an object, the contents of its sections, and relocations among its code.
; RUN: wavec mc %s --filetype=obj -o %t.o
; RUN: wavec objdump -htr %t.o | FileCheck %s --check-prefixes=SECTIONS,SYMBOLS,RELOC --implicit-check-not=Disassembly
; RUN: wavec objdump --syms %t.o | FileCheck %s --check-prefix=SYMBOLS --implicit-check-not=Sections
; RUN: wavec objdump -s %t.o | FileCheck %s --check-prefix=BYTES
; RUN: wavec objdump -dr %t.o | FileCheck %s --check-prefix=CODE
; RUN: wavec objdump -d %t.o | FileCheck %s --check-prefix=PLAIN --implicit-check-not=R_AMDGPU
; RUN: wavec objdump -h -s -j .data -j .nowhere %t.o 2>&1 | FileCheck %s --check-prefix=ONLY --implicit-check-not=.text

; ONLY: warning: no section is called '.nowhere'
; ONLY: .data {{ *}}00000005 0000000000000000 DATA
; ONLY: Contents of section .data:
; SECTIONS: Sections:
; SECTIONS: .text {{ *}}00000010 0000000000000000 TEXT
; SECTIONS: .data {{ *}}00000005 0000000000000000 DATA
; SYMBOLS: SYMBOL TABLE:
; SYMBOLS: g     F .text	0000000000000000 .hidden f
; SYMBOLS: *UND*	0000000000000000 elsewhere
; RELOC: RELOCATION RECORDS FOR [.text]:
; RELOC: 0000000000000004 R_AMDGPU_REL32_LO        elsewhere+0x4
; BYTES: Contents of section .data:
; BYTES-NEXT: 0000 68656c6c 6f                          hello
; CODE: s_mov_b32 s0, lit(0x0)
; CODE-NEXT: 0000000000000004:  R_AMDGPU_REL32_LO elsewhere+0x4
; CODE-NEXT: s_nop 0
; PLAIN: s_mov_b32 s0, lit(0x0)
; PLAIN-NEXT: s_nop 0
.globl f
.hidden f
.type f,@function
f:
s_mov_b32 s0, elsewhere@rel32@lo+4
s_nop 0
s_endpgm
.data
.ascii "hello"
