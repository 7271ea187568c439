//! The 64-byte kernel descriptor. Layout: LLVM's AMDGPU usage guide, "Kernel Descriptor".

use wavec_gpu_mc::Subtarget;

/// What the hardware and its firmware read to start a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelDescriptor {
    /// Static local memory in bytes.
    pub group_segment_size: u32,
    /// Private memory per work-item in bytes.
    pub private_segment_size: u32,
    /// Kernel argument segment in bytes.
    pub kernarg_size: u32,
    /// Distance from the descriptor to the first instruction.
    pub entry_offset: i64,
    /// `compute_pgm_rsrc1`.
    pub rsrc1: u32,
    /// `compute_pgm_rsrc2`.
    pub rsrc2: u32,
    /// `compute_pgm_rsrc3`.
    pub rsrc3: u32,
    /// `kernel_code_properties`.
    pub properties: u16,
    /// `kernarg_preload`.
    pub preload: u16,
}

impl KernelDescriptor {
    /// Size in bytes.
    pub const SIZE: usize = 64;

    /// Reads the descriptor; `bytes` are [`KernelDescriptor::SIZE`] long.
    pub fn parse(bytes: &[u8], subtarget: &Subtarget) -> Result<KernelDescriptor, String> {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        for (start, end) in [(12, 16), (24, 44), (60, 64)] {
            if bytes[start..end].iter().any(|&byte| byte != 0) {
                return Err(format!("reserved bytes {start}..{end} are not zero"));
            }
        }
        let descriptor = KernelDescriptor {
            group_segment_size: word(0),
            private_segment_size: word(4),
            kernarg_size: word(8),
            entry_offset: (word(16) as u64 | (word(20) as u64) << 32) as i64,
            rsrc3: word(44),
            rsrc1: word(48),
            rsrc2: word(52),
            properties: half(56),
            preload: half(58),
        };
        if descriptor.properties & 0x0400 != 0 {
            return Err("requires waves of 32 lanes".into());
        }
        if descriptor.group_segment_size > subtarget.limits().lds_bytes {
            return Err(format!(
                "requires {} bytes of local memory",
                descriptor.group_segment_size
            ));
        }
        if descriptor.private_segment_size > 1 << 20 {
            return Err(format!(
                "requires {} bytes of private memory",
                descriptor.private_segment_size
            ));
        }
        if descriptor.kernarg_size > 1 << 20 {
            return Err(format!(
                "requires {} bytes of kernel arguments",
                descriptor.kernarg_size
            ));
        }
        Ok(descriptor)
    }

    /// VGPRs and AGPRs allocated per lane together.
    pub fn total_vgprs(&self) -> u32 {
        ((self.rsrc1 & 0x3f) + 1) * 8
    }

    /// First index of the AGPRs in the unified file: the number of VGPRs v0... available.
    pub fn accum_offset(&self) -> u32 {
        ((self.rsrc3 & 0x3f) + 1) * 4
    }

    /// SGPRs allocated, including the special ones.
    pub fn sgprs(&self) -> u32 {
        (((self.rsrc1 >> 6) & 0xf) + 1) * 8
    }

    /// Initial value of the MODE register.
    pub fn mode(&self) -> u32 {
        let rounding_and_denormals = (self.rsrc1 >> 12) & 0xff;
        let dx10_clamp = (self.rsrc1 >> 21) & 1;
        let ieee = (self.rsrc1 >> 23) & 1;
        let fp16_overflow = (self.rsrc1 >> 26) & 1;
        rounding_and_denormals | dx10_clamp << 8 | ieee << 9 | fp16_overflow << 23
    }

    /// Number of user SGPRs.
    pub fn user_sgprs(&self) -> u32 {
        (self.rsrc2 >> 1) & 0x1f
    }

    /// Whether the workgroup id of `dimension` (0 to 2) is passed in an SGPR.
    pub fn workgroup_id(&self, dimension: u32) -> bool {
        self.rsrc2 >> (7 + dimension) & 1 != 0
    }

    /// Number of dimensions of the work-item id that are passed: 1 to 3.
    pub fn work_item_dimensions(&self) -> u32 {
        ((self.rsrc2 >> 11) & 3).min(2) + 1
    }
}
