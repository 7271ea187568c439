//! The kernel descriptor: 64 bytes that the packet processor reads to start a kernel.

use crate::subtarget::{Accumulation, Subtarget};
use crate::tables::features;

/// Alignment in bytes.
pub const ALIGN: u64 = 64;
/// Offset of the distance from the descriptor to the kernel's first instruction.
pub const ENTRY_OFFSET: u64 = 16;

/// The bit of `kernel_code_properties` that says that waves have 32 lanes.
pub const WAVEFRONT_SIZE32: u32 = 10;

/// A kernel descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct KernelDescriptor {
    /// Static LDS, in bytes.
    pub group_segment_fixed_size: u32,
    /// Scratch of a work-item, in bytes.
    pub private_segment_fixed_size: u32,
    /// Kernel arguments, in bytes.
    pub kernarg_size: u32,
    /// Address of the first instruction, from the start of the descriptor.
    pub kernel_code_entry_byte_offset: i64,
    /// Register COMPUTE_PGM_RSRC3.
    pub compute_pgm_rsrc3: u32,
    /// Register COMPUTE_PGM_RSRC1.
    pub compute_pgm_rsrc1: u32,
    /// Register COMPUTE_PGM_RSRC2.
    pub compute_pgm_rsrc2: u32,
    /// The values that the hardware loads into scalar registers.
    pub kernel_code_properties: u16,
    /// Preloaded arguments: length in dwords (bits 6:0), offset in dwords (bits 15:7).
    pub kernarg_preload: u16,
}

impl KernelDescriptor {
    /// Size in bytes.
    pub const SIZE: usize = 64;

    /// The bytes in memory.
    pub fn encode(&self) -> [u8; KernelDescriptor::SIZE] {
        let mut bytes = [0; KernelDescriptor::SIZE];
        bytes[0..4].copy_from_slice(&self.group_segment_fixed_size.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.private_segment_fixed_size.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.kernarg_size.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.kernel_code_entry_byte_offset.to_le_bytes());
        bytes[44..48].copy_from_slice(&self.compute_pgm_rsrc3.to_le_bytes());
        bytes[48..52].copy_from_slice(&self.compute_pgm_rsrc1.to_le_bytes());
        bytes[52..56].copy_from_slice(&self.compute_pgm_rsrc2.to_le_bytes());
        bytes[56..58].copy_from_slice(&self.kernel_code_properties.to_le_bytes());
        bytes[58..60].copy_from_slice(&self.kernarg_preload.to_le_bytes());
        bytes
    }

    /// Reads a descriptor; `None` if there are fewer than 64 bytes.
    pub fn decode(bytes: &[u8]) -> Option<KernelDescriptor> {
        let bytes = bytes.get(..KernelDescriptor::SIZE)?;
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Some(KernelDescriptor {
            group_segment_fixed_size: word(0),
            private_segment_fixed_size: word(4),
            kernarg_size: word(8),
            kernel_code_entry_byte_offset: (u64::from(word(16)) | u64::from(word(20)) << 32) as i64,
            compute_pgm_rsrc3: word(44),
            compute_pgm_rsrc1: word(48),
            compute_pgm_rsrc2: word(52),
            kernel_code_properties: half(56),
            kernarg_preload: half(58),
        })
    }

    /// Numbers of vector and accumulation registers that a work-item gets.
    pub fn vector_registers(&self, subtarget: &Subtarget) -> (u32, u32) {
        let block = subtarget.vgpr_block(self.has_property(WAVEFRONT_SIZE32));
        let total = ((self.compute_pgm_rsrc1 & 0x3f) + 1) * block;
        match subtarget.accumulation() {
            Accumulation::None => (total, 0),
            Accumulation::Separate => (total, total),
            Accumulation::Unified => {
                let vgprs = total.min(((self.compute_pgm_rsrc3 & 0x3f) + 1) * 4);
                (vgprs, total - vgprs)
            }
        }
    }

    /// Number of scalar registers, including the special ones.
    pub fn scalar_registers(&self, subtarget: &Subtarget) -> u32 {
        match subtarget.has(features::GFX9) {
            true => ((self.compute_pgm_rsrc1 >> 6 & 0xf) + 1) * 8,
            false => subtarget.limits().sgprs,
        }
    }

    /// Initial value of the MODE register; where it has no bits for the treatment of NaNs, as if they were set.
    pub fn mode(&self, subtarget: &Subtarget) -> u32 {
        let bits = self.compute_pgm_rsrc1;
        let rounding_and_denormals = bits >> 12 & 0xff;
        let (dx10_clamp, ieee) = match subtarget.has(features::GFX12) {
            true => (1, 1),
            false => (bits >> 21 & 1, bits >> 23 & 1),
        };
        let fp16_overflow = bits >> 26 & 1;
        rounding_and_denormals | dx10_clamp << 8 | ieee << 9 | fp16_overflow << 23
    }

    /// Whether the work-group id of a dimension (0 to 2) is passed in a scalar register.
    pub fn has_work_group_id(&self, dimension: u32) -> bool {
        self.compute_pgm_rsrc2 >> (7 + dimension) & 1 != 0
    }

    /// In how many dimensions work-item ids are passed: 1 to 3.
    pub fn work_item_dimensions(&self) -> u32 {
        (self.compute_pgm_rsrc2 >> 11 & 3).min(2) + 1
    }

    /// Number of lanes of its waves.
    pub fn wave_size(&self) -> u32 {
        if self.has_property(WAVEFRONT_SIZE32) {
            32
        } else {
            64
        }
    }

    /// Number of user SGPRs, loaded before the system ones.
    pub fn user_sgpr_count(&self) -> u32 {
        self.compute_pgm_rsrc2 >> 1 & 0x1f
    }

    /// Whether the bit is set in `kernel_code_properties`.
    pub fn has_property(&self, bit: u32) -> bool {
        self.kernel_code_properties >> bit & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_back() {
        let descriptor = KernelDescriptor {
            group_segment_fixed_size: 1,
            private_segment_fixed_size: 2,
            kernarg_size: 3,
            kernel_code_entry_byte_offset: -4,
            compute_pgm_rsrc3: 5,
            compute_pgm_rsrc1: 6,
            compute_pgm_rsrc2: 7 << 1,
            kernel_code_properties: 8,
            kernarg_preload: 9,
        };
        assert_eq!(KernelDescriptor::decode(&descriptor.encode()), Some(descriptor));
        assert_eq!(KernelDescriptor::decode(&[0; 63]), None);
        assert_eq!(descriptor.user_sgpr_count(), 7);
    }
}
