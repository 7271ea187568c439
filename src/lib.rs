//! wavec: kernels for AMD GPUs without LLVM.
