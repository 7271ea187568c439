; Functions for the registers of a kernel and of what it calls depend on which registers are parts of the files.
; RUN: wavec mc -mcpu=gfx900 %s | FileCheck %s --check-prefixes=GFX900
; RUN: wavec mc -mcpu=gfx90a %s | FileCheck %s --check-prefixes=GFX90A
; RUN: wavec mc -mcpu=gfx942 %s | FileCheck %s --check-prefixes=GFX942
; RUN: wavec mc -mcpu=gfx1030 %s | FileCheck %s --check-prefixes=RDNA
; RUN: wavec mc -mcpu=gfx1200 %s | FileCheck %s --check-prefixes=RDNA
.set a, extrasgprs(1, 1, 1)
s_mov_b32 s0, a
.set a, extrasgprs(1, 0, 0)
s_mov_b32 s1, a
.set a, extrasgprs(0, 0, 1)
s_mov_b32 s2, a
.set a, totalnumvgprs(4, 5)
s_mov_b32 s3, a
.set a, totalnumvgprs(5, 0)
s_mov_b32 s4, a
; GFX900: s_mov_b32 s0, 6
; GFX900: s_mov_b32 s1, 2
; GFX900: s_mov_b32 s2, 4
; GFX900: s_mov_b32 s3, 5
; GFX900: s_mov_b32 s4, 5
; GFX90A: s_mov_b32 s0, 6
; GFX90A: s_mov_b32 s1, 2
; GFX90A: s_mov_b32 s2, 4
; GFX90A: s_mov_b32 s3, 12
; GFX90A: s_mov_b32 s4, 5
; GFX942: s_mov_b32 s0, 6
; GFX942: s_mov_b32 s1, 6
; GFX942: s_mov_b32 s2, 6
; GFX942: s_mov_b32 s3, 12
; GFX942: s_mov_b32 s4, 5
; RDNA: s_mov_b32 s0, 2
; RDNA: s_mov_b32 s1, 2
; RDNA: s_mov_b32 s2, 0
; RDNA: s_mov_b32 s3, 5
; RDNA: s_mov_b32 s4, 5
