//! Compiles the same kernels by this frontend and by clang's, both through LLVM's back end, and runs them on the
//! emulator: every byte they write must be the same. Skipped where clang is not installed, unless
//! `WAVEC_REQUIRE_LLVM=1`.

mod clang;

use std::path::Path;

fn compare(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cl");
    clang::compare(&folder.join(name));
}

macro_rules! files {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            compare(concat!(stringify!($name), ".cl"));
        }
    )*};
}

files! { integers conversions vectors aggregates control pointers memory floats }
