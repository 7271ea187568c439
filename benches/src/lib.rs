//! Criterion benches (`stages.rs`) and comparisons of whole processes (`vs_llvm.rs`).
