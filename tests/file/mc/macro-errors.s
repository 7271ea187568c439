; RUN: not wavec mc %s 2>&1 | FileCheck %s
; Errors in a macro are reported at the call, with the line.

.macro wrong a:req
s_mov_b32 \a, bogus bogus
.endm
; CHECK: macro-errors.s:9:1: error: invalid operand
; CHECK: expanded: s_mov_b32 s1, bogus bogus
wrong s1
; CHECK: macro-errors.s:11:1: error: missing value for required parameter 'a'
wrong
; CHECK: macro-errors.s:13:10: error: too many positional arguments
wrong s1 s2

.macro endless
endless
.endm
; CHECK: macro-errors.s:19:1: error: macros are nested too deeply
endless

; CHECK: macro-errors.s:22:1: error: expansions are too long
.rept 100000000
s_nop 0
.endr
; CHECK: macro-errors.s:26:1: error: 'purged'
.error "'purged'"
; CHECK: macro-errors.s:28:1: error: '.endif' without .if
.endif
; CHECK: macro-errors.s:30:1: error: unknown directive '.nonsense'
.nonsense 4
; CHECK: macro-errors.s:34:1: error: no matching '.endm' in definition
; CHECK: macro-errors.s:33:1: error: a condition without .endif
.if 1
.macro open
