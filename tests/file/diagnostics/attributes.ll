; Attributes are allowed only where they have a meaning; visibility is for external symbols.
; RUN: not wavec opt %s -S 2>&1 | FileCheck %s

; CHECK: error: attribute 'nosync' does not apply to parameters
define void @a(i32 nosync %x) {
  ret void
}

; CHECK: error: attribute 'norecurse' does not apply to return values
define norecurse i32 @b() {
  ret i32 0
}

; CHECK: error: attribute 'signext' does not apply to functions
define void @c() signext {
  ret void
}

; CHECK: error: a symbol with local linkage must have default visibility
@v = internal hidden global i32 0

%unknown = type opaque
; CHECK: error: a parameter cannot be of an opaque type
declare void @d(%unknown)
