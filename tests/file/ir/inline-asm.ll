; Inline assembly is printed as it is read, and its constraints have to match the type of the call.
; RUN: wavec opt %s -S | FileCheck %s
; RUN: not wavec %S/../inputs/inline-asm-types.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=TYPES

; CHECK: call void asm sideeffect "", "~{memory}"()
; CHECK: call i32 asm "v_mov_b32 $0, $1", "=v,v"(i32 %x)
; CHECK: call i32 asm sideeffect alignstack "s_mov_b32 $0, 1", "=s"()
; CHECK: call void asm sideeffect inteldialect "; \22quoted\22 \0A\09$$", ""()
; CHECK: call void asm sideeffect alignstack inteldialect unwind "s_nop 0", ""()
; CHECK: call { i32, <2 x i32> } asm "", "=&{v7},=s,^VA,0,~{s[4:5]},~{scc}"(i32 %x, i32 %x) #[[ATTRS:[0-9]+]], !srcloc ![[LOC:[0-9]+]]
; CHECK: attributes #[[ATTRS]] = { convergent nounwind memory(none) }
; CHECK: ![[LOC]] = !{i64 142}
define void @forms(i32 %x) {
  call void asm sideeffect "", "~{memory}"()
  %a = call i32 asm "v_mov_b32 $0, $1", "=v,v"(i32 %x)
  %b = call i32 asm sideeffect alignstack "s_mov_b32 $0, 1", "=s"()
  call void asm sideeffect inteldialect "; \22quoted\22 \0A\09$$", ""()
  call void asm sideeffect alignstack inteldialect unwind "s_nop 0", ""()
  %c = call { i32, <2 x i32> } asm "", "=&{v7},=s,^VA,0,~{s[4:5]},~{scc}"(i32 %x, i32 %x) #0, !srcloc !0
  ret void
}

attributes #0 = { convergent nounwind memory(none) }
!0 = !{i64 142}

; TYPES: inline asm without outputs must return void: '%x = call i32 asm "", "v"(i32 %n)'
; TYPES: inline asm with one output cannot return struct
; TYPES: number of input constraints does not match number of parameters
; TYPES: number of output constraints does not match number of return struct elements
; TYPES: output constraint occurs after input or clobber constraint
; TYPES: constraint '1': a digit must tie an input to an output that has no other tied input
; TYPES: constraint '~v0': a clobber must be a name in braces
