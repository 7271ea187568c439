//! Criterion benches (`stages.rs`) and comparisons of whole processes (`vs_llvm.sh`).

#![allow(rustdoc::private_intra_doc_links)] // readers of the source follow them
