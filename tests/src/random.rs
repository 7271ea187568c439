//! Pseudo-random numbers for tests: the same for the same seed, everywhere.

/// A generator of numbers (xorshift64*, Vigna 2016). Its state is never zero.
pub struct Random(pub u64);

impl Random {
    /// The generator for any seed.
    pub fn seeded(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd1b5_4a32_d192_ed03);
        random.word();
        random
    }

    /// 64 bits, of which the upper ones are of better quality.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// The upper 48 bits of the next number.
    pub fn bits(&mut self) -> u64 {
        self.word() >> 16
    }

    /// A number below `limit`; zero if that is zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit.max(1) as u64) as usize
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.bits() % 100 < percent
    }

    /// A random element of the list.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
