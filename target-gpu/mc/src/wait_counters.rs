//! The counters of outstanding operations in the immediate of `s_waitcnt`, and where each is.

/// A counter, as a field of the immediate.
#[derive(Debug)]
pub struct WaitCounter {
    /// Its name in assembly.
    pub name: &'static str,
    /// The bits of the immediate that hold it, from the low end of the number: the first bit and how many, for each run.
    bits: &'static [(u32, u32)],
}

impl WaitCounter {
    /// The largest number, which means that there is no wait.
    pub fn most(&self) -> u32 {
        let width: u32 = self.bits.iter().map(|run| run.1).sum();
        (1 << width) - 1
    }

    /// The number in `immediate`.
    pub fn read(&self, immediate: u32) -> u32 {
        let (mut number, mut width) = (0, 0);
        for &(first, count) in self.bits {
            number |= (immediate >> first & ((1 << count) - 1)) << width;
            width += count;
        }
        number
    }

    /// The bits of the immediate for `number`; one that is too large is no wait.
    pub fn write(&self, number: u32) -> u32 {
        let (mut rest, mut immediate) = (number.min(self.most()), 0);
        for &(first, count) in self.bits {
            immediate |= (rest & ((1 << count) - 1)) << first;
            rest >>= count;
        }
        immediate
    }
}

/// The counters of a family.
#[derive(Debug)]
pub struct WaitCounters {
    /// Vector memory; only what returns something, if stores have a counter of their own.
    pub vector_memory: WaitCounter,
    /// Exports and what is loaded from LDS directly, which compute kernels do not have.
    pub exports: WaitCounter,
    /// Local memory, scalar memory and messages.
    pub local_and_scalar: WaitCounter,
    /// Vector memory that returns nothing, for which `s_waitcnt_vscnt` waits; `None` if [`WaitCounters::vector_memory`] counts
    /// it, too.
    pub stores: Option<WaitCounter>,
    /// Counters that instructions of their own wait for; the immediate of `s_waitcnt` is not used.
    pub split: Option<SplitCounters>,
}

/// Counters that local memory and scalar memory do not share. Each is a number from bit 0 of an immediate of its own, or
/// stands eight bits above that of local memory.
#[derive(Debug)]
pub struct SplitCounters {
    /// Vector memory that returns something.
    pub loads: WaitCounter,
    /// Images that are read through a sampler.
    pub samples: WaitCounter,
    /// Local memory.
    pub local: WaitCounter,
    /// Scalar memory and messages.
    pub scalar: WaitCounter,
}

impl WaitCounters {
    /// That of vector memory which returns something.
    pub fn loads(&self) -> &WaitCounter {
        self.split
            .as_ref()
            .map_or(&self.vector_memory, |split| &split.loads)
    }

    /// That of images that are read through a sampler.
    pub fn samples(&self) -> &WaitCounter {
        self.split
            .as_ref()
            .map_or(&self.vector_memory, |split| &split.samples)
    }

    /// That of local memory.
    pub fn local(&self) -> &WaitCounter {
        self.split
            .as_ref()
            .map_or(&self.local_and_scalar, |split| &split.local)
    }

    /// That of scalar memory.
    pub fn scalar(&self) -> &WaitCounter {
        self.split
            .as_ref()
            .map_or(&self.local_and_scalar, |split| &split.scalar)
    }

    /// All of them, in the order of the text.
    pub fn all(&self) -> [&WaitCounter; 3] {
        [&self.vector_memory, &self.exports, &self.local_and_scalar]
    }

    /// The immediate that waits until at most so many operations are outstanding; `u32::MAX` stands for no wait.
    pub fn immediate(&self, vector_memory: u32, local_and_scalar: u32) -> i64 {
        self.immediate_of([vector_memory, u32::MAX, local_and_scalar])
    }

    /// The same for all counters, in the order of the text.
    pub fn immediate_of(&self, numbers: [u32; 3]) -> i64 {
        let fields = self.all().into_iter().zip(numbers);
        let bits = fields.fold(0, |bits, (counter, number)| bits | counter.write(number));
        i64::from(bits)
    }

    /// The numbers in `immediate`, in the order of the text; `u32::MAX` for no wait.
    pub fn numbers(&self, immediate: i64) -> [u32; 3] {
        self.all().map(|counter| match counter.read(immediate as u32) {
            number if number == counter.most() => u32::MAX,
            number => number,
        })
    }
}

/// Counters that are the same in GFX9 and GFX10.
const VECTOR_MEMORY: WaitCounter = WaitCounter {
    name: "vmcnt",
    bits: &[(0, 4), (14, 2)],
};
const EXPORTS: WaitCounter = WaitCounter {
    name: "expcnt",
    bits: &[(4, 3)],
};

/// "Vega" 7 nm instruction set reference, `S_WAITCNT`.
pub(crate) static GFX9: WaitCounters = WaitCounters {
    vector_memory: VECTOR_MEMORY,
    exports: EXPORTS,
    local_and_scalar: WaitCounter {
        name: "lgkmcnt",
        bits: &[(8, 4)],
    },
    stores: None,
    split: None,
};

/// "RDNA 2" instruction set reference, `S_WAITCNT` and `S_WAITCNT_VSCNT`.
pub(crate) static GFX10: WaitCounters = WaitCounters {
    vector_memory: VECTOR_MEMORY,
    exports: EXPORTS,
    local_and_scalar: WaitCounter {
        name: "lgkmcnt",
        bits: &[(8, 6)],
    },
    stores: Some(WaitCounter {
        name: "vscnt",
        bits: &[(0, 6)],
    }),
    split: None,
};

/// "RDNA 3" instruction set reference, `S_WAITCNT` and `S_WAITCNT_VSCNT`.
const OF_RDNA3: WaitCounters = WaitCounters {
    vector_memory: WaitCounter {
        name: "vmcnt",
        bits: &[(10, 6)],
    },
    exports: WaitCounter {
        name: "expcnt",
        bits: &[(0, 3)],
    },
    local_and_scalar: WaitCounter {
        name: "lgkmcnt",
        bits: &[(4, 6)],
    },
    stores: Some(WaitCounter {
        name: "vscnt",
        bits: &[(0, 6)],
    }),
    split: None,
};
pub(crate) static GFX11: WaitCounters = OF_RDNA3;

/// "RDNA 4" instruction set reference, `S_WAIT_LOADCNT` and the others. The text of `s_waitcnt` is that of RDNA 3.
pub(crate) static GFX12: WaitCounters = WaitCounters {
    stores: Some(WaitCounter {
        name: "storecnt",
        bits: &[(0, 6)],
    }),
    split: Some(SplitCounters {
        loads: WaitCounter {
            name: "loadcnt",
            bits: &[(0, 6)],
        },
        samples: WaitCounter {
            name: "samplecnt",
            bits: &[(0, 6)],
        },
        local: WaitCounter {
            name: "dscnt",
            bits: &[(0, 6)],
        },
        scalar: WaitCounter {
            name: "kmcnt",
            bits: &[(0, 5)],
        },
    }),
    ..OF_RDNA3
};

/// A field of the immediate of `s_waitcnt_depctr`: dependencies that the hardware waits for, in the order of the text.
#[derive(Debug)]
pub struct DependencyCounter {
    /// Its name in assembly.
    pub name: &'static str,
    /// Its lowest bit, and how many it has.
    pub bits: (u32, u32),
}

impl DependencyCounter {
    /// The largest number, which means that there is no wait.
    pub fn most(&self) -> u32 {
        (1 << self.bits.1) - 1
    }

    /// The number in `immediate`.
    pub fn read(&self, immediate: u32) -> u32 {
        immediate >> self.bits.0 & self.most()
    }
}

/// "RDNA 2" and "RDNA 3" instruction set references, `S_WAITCNT_DEPCTR`.
pub(crate) static DEPENDENCY_COUNTERS: [DependencyCounter; 7] = {
    const fn counter(name: &'static str, lowest: u32, count: u32) -> DependencyCounter {
        DependencyCounter {
            name,
            bits: (lowest, count),
        }
    }
    [
        counter("depctr_hold_cnt", 7, 1),
        counter("depctr_sa_sdst", 0, 1),
        counter("depctr_va_vdst", 12, 4),
        counter("depctr_va_sdst", 9, 3),
        counter("depctr_va_ssrc", 8, 1),
        counter("depctr_va_vcc", 1, 1),
        counter("depctr_vm_vsrc", 2, 3),
    ]
};
/// The bits of that immediate that belong to no counter: they are 0 in what the assembler makes.
pub(crate) const NO_DEPENDENCY_COUNTER: u32 = 0x60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn immediates_of_gfx9() {
        assert_eq!(GFX9.immediate(0, u32::MAX), 0x0f70);
        assert_eq!(GFX9.immediate(u32::MAX, 0), 0xc07f);
        assert_eq!(GFX9.immediate(0, 0), 0x0070);
        assert_eq!(GFX9.immediate(u32::MAX, u32::MAX), 0xcf7f);
        assert_eq!(GFX9.numbers(GFX9.immediate(33, 7)), [33, u32::MAX, 7]);
        assert_eq!(GFX9.numbers(GFX9.immediate_of([33, 5, 7])), [33, 5, 7]);
        assert_eq!(GFX9.numbers(0xcf7f), [u32::MAX; 3]);
    }

    #[test]
    fn immediates_of_gfx11() {
        assert_eq!(GFX11.immediate(0, u32::MAX), 0x03f7);
        assert_eq!(GFX11.immediate(u32::MAX, 0), 0xfc07);
        assert_eq!(GFX11.numbers(GFX11.immediate(33, 7)), [33, u32::MAX, 7]);
    }

    #[test]
    fn every_immediate_is_read_as_it_was_written() {
        for immediate in (0..=0xffff).filter(|immediate| immediate & 0x3080 == 0) {
            let written = GFX9.all().map(|counter| counter.write(counter.read(immediate)));
            assert_eq!(written.into_iter().fold(0, |all, bits| all | bits), immediate);
        }
    }
}
