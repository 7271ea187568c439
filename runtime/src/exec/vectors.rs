//! The vector instructions of the host. Handlers are loops over the lanes; compiled for the vectors that every host of
//! the architecture has, they take two to three times as long as for those that nearly all have.

use super::Core;
use fearless_simd::Level;

/// Which vector instructions the host has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostVectors(Level);

impl HostVectors {
    /// Those of this host.
    pub(crate) fn detect() -> HostVectors {
        HostVectors(Level::new())
    }
}

impl Core<'_> {
    /// Runs `f`, compiled a second time for AVX2 and its companions and run so if the host has these. `f` is told whether
    /// fused multiply-adds are instructions of the host: without, they are a function that is slow.
    ///
    /// `f` and what it calls must be inlined, or else is not compiled for AVX2: closures have to say so.
    #[inline(always)]
    pub(super) fn wide<R>(&mut self, f: impl FnOnce(&mut Self, bool) -> R) -> R {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some(avx2) = self.vectors.0.as_avx2() {
            return fearless_simd::Simd::vectorize(
                avx2,
                #[inline(always)]
                || f(self, true),
            );
        }
        f(self, cfg!(target_arch = "aarch64"))
    }
}
