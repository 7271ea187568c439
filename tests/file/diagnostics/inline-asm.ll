; Errors of the assembler are reported at the location of the text.
; RUN: not wavec %s -o /dev/null 2>&1 | FileCheck %s

; CHECK: inline-asm.ll:[[@LINE+2]]:32: error: couldn't allocate input register for constraint 's'
define amdgpu_kernel void @byte(i8 %b) {
  %a = call i32 asm sideeffect "v_mov_b32 $0, $1", "=v,s"(i8 %b)
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+2]]:32: error: couldn't allocate output register for constraint '{v[1:2]}'
define amdgpu_kernel void @odd(i8 %b) {
  %a = call i64 asm sideeffect "; $0", "={v[1:2]}"()
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+2]]:28: error: invalid operand for inline asm constraint 'J'
define amdgpu_kernel void @constant() {
  call void asm sideeffect "s_nop $0", "J"(i32 100000)
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+3]]:32: error: invalid instruction
; CHECK: note: expanded: s_frob 3
define amdgpu_kernel void @mnemonic() {
  %a = call i32 asm sideeffect "s_mov_b32 $0, 1\0As_frob 3", "=s"()
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+2]]:32: error: invalid operand in inline asm: 's_mov_b32 ${0:q}, 1'
define amdgpu_kernel void @modifier() {
  %a = call i32 asm sideeffect "s_mov_b32 ${0:q}, 1", "=s"()
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+2]]:28: error: invalid operand number in inline asm string
define amdgpu_kernel void @number() {
  call void asm sideeffect "s_nop $1", "i"(i32 0)
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+2]]:32: error: unknown asm constraint 'y'
define amdgpu_kernel void @letter() {
  %a = call i32 asm sideeffect "s_mov_b32 $0, 1", "=y"()
  ret void
}

; CHECK: inline-asm.ll:[[@LINE+2]]:28: error: operands in memory are not supported in inline assembly
define amdgpu_kernel void @memory(ptr addrspace(1) %p) {
  call void asm sideeffect "", "=*m"(ptr addrspace(1) elementtype(i32) %p)
  ret void
}
