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

    /// Runs `f`, compiled again for AVX-512 and for AVX2, each with its companions, and run so if the host has these. `f`
    /// is told whether fused multiply-adds are instructions of the host: without, they are a function that is slow.
    ///
    /// `f` and what it calls must be inlined, or else is not compiled for them: closures have to say so.
    #[inline(always)]
    pub(super) fn run<R>(self, f: impl FnOnce(bool) -> R) -> R {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        {
            if let Some(avx512) = self.0.as_avx512() {
                return fearless_simd::Simd::vectorize(
                    avx512,
                    #[inline(always)]
                    move || f(true),
                );
            }
            if let Some(avx2) = self.0.as_avx2() {
                return fearless_simd::Simd::vectorize(
                    avx2,
                    #[inline(always)]
                    move || f(true),
                );
            }
        }
        f(cfg!(target_arch = "aarch64"))
    }
}

impl Core<'_> {
    /// As [`HostVectors::run`], with the core.
    #[inline(always)]
    pub(super) fn wide<R>(&mut self, f: impl FnOnce(&mut Self, bool) -> R) -> R {
        self.vectors.run(
            #[inline(always)]
            move |is_fast| f(self, is_fast),
        )
    }
}
