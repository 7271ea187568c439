; Floating-point literals of LLVM's newer text: bits of the type itself, infinities, NaNs, C's hexadecimal numbers, and
; decimal numbers that are rounded. They are printed as LLVM 22 reads them.
; RUN: wavec opt -S -passes=verify -o - %s | FileCheck %s
; RUN: not wavec opt -S -passes=verify -o - %S/../inputs/float-literals-wrong.ll 2>&1 | FileCheck %s --check-prefix=WRONG

; CHECK: @log2e = constant float 0x3FF7154760000000
@log2e = constant float f0x3FB8AA3B
; CHECK: @infinities = constant <2 x float> <float 0x7FF0000000000000, float 0xFFF0000000000000>
@infinities = constant <2 x float> <float +inf, float -inf>
; CHECK: @nans = constant [4 x bfloat] [bfloat 0xR7FC0, bfloat 0xRFFC0, bfloat 0xR7FFF, bfloat 0xRFF81]
@nans = constant [4 x bfloat] [bfloat +qnan, bfloat -qnan, bfloat +nan(0x3F), bfloat -snan(0x1)]
; CHECK: @tenths = constant { half, float, double } { half 0xH2E66, float 0x3FB99999A0000000, double 1.000000e-01 }
@tenths = constant { half, float, double } { half 0.1, float 0.1, double 0.1 }
; CHECK: @powers = constant { half, double } { half 0xHCA00, double 7.500000e-01 }
@powers = constant { half, double } { half -0x1.8p3, double 0xCp-4 }

; CHECK: define float @f(float %x) #[[FLUSHES:[0-9]+]]
define float @f(float %x) denormal_fpenv(float: preservesign) {
  ret float %x
}

; CHECK: define float @g(float %x) #[[BOTH:[0-9]+]]
define float @g(float %x) denormal_fpenv(ieee|preservesign, float: positivezero|dynamic) {
  ret float %x
}

; CHECK-DAG: attributes #[[FLUSHES]] = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
; CHECK-DAG: attributes #[[BOTH]] = { "denormal-fp-math"="ieee,preserve-sign" "denormal-fp-math-f32"="positive-zero,dynamic" }

; WRONG: float-literals-wrong.ll:1:21: error: malformed number
