//! What registers of a wave hold before its first instruction: as the hardware and the command processor set them up.

use crate::dispatch::Launch;
use crate::memory::SCRATCH_BASE;
use crate::op::scalar;
use crate::wave::{LANES, Wave};
use wavec_gpu_mc::code_object::Setting;
use wavec_gpu_mc::{features, regs};

/// The descriptor of the queue's scratch memory: swizzled by dwords, one after the other for the lanes of a wave.
fn scratch_buffer(lanes: usize) -> [u32; 4] {
    const SWIZZLE: u32 = 1 << 31;
    const DWORDS: u32 = 1 << 19;
    const ADD_LANE: u32 = 1 << 23;
    let high = (SCRATCH_BASE >> 32) as u32;
    // The exponent of the number of lanes, from 8 up.
    let index_stride = (lanes.ilog2() - 3) << 21;
    [
        SCRATCH_BASE as u32,
        high | SWIZZLE,
        u32::MAX,
        DWORDS | index_stride | ADD_LANE,
    ]
}

impl Launch<'_, '_> {
    /// Sets registers as the hardware does before the first instruction.
    pub(crate) fn start_wave(&mut self, number: usize, group: [u32; 3], size: [u32; 3], items: usize) {
        let descriptor = &self.info.descriptor;
        let subtarget = self.code.subtarget();
        let (vgprs, agprs) = descriptor.vector_registers(&subtarget);
        let has_packed_ids = subtarget.has(features::PACKED_WORK_ITEM_IDS);
        let wave = &mut self.waves[number];
        wave.reset(subtarget.wave_size as usize, vgprs, agprs);
        wave.number = number as u32;
        wave.mode = descriptor.mode(&subtarget);
        wave.pc = self.entry;
        wave.private_size = self.scratch;
        wave.permuted_lanes = match subtarget.family.permutes_halves {
            true => wave.lanes.min(LANES / 2),
            false => wave.lanes,
        };
        wave.keeps_halves = subtarget.family.keeps_halves;
        // Where registers have error correction, or may have it, nothing is known of the other half.
        wave.loads_keep_halves = matches!(subtarget.id.sramecc, Setting::Unsupported | Setting::Off);
        let has_group_ids_apart = subtarget.family.group_ids_in_trap_registers;
        wave.numbers_win = subtarget.has(features::GFX12);
        wave.long_cycle_counter = subtarget.has(features::GFX12);
        let has_flat_scratch = subtarget.has_register(regs::FLAT_SCR);
        wave.flat_scratch = (!has_flat_scratch).then_some(0);
        wave.private.reset(self.scratch as usize * wave.lanes);
        let first = number * wave.lanes;
        let lanes = (items - first).min(wave.lanes);
        // In waves of 32 lanes the upper half is 0, and code may read it.
        wave.set_scalar64(scalar::EXEC, u64::MAX >> (LANES - lanes));
        // Programs that set it up do so from these two inputs, which give each wave a part of its own.
        let wave_offset =
            number as u64 * (u64::from(self.scratch) * wave.lanes as u64).next_multiple_of(1024);
        let is_architected = subtarget.has(features::ARCHITECTED_FLAT_SCRATCH);
        wave.scratch_address = (!is_architected).then_some(SCRATCH_BASE + wave_offset);
        if is_architected && has_flat_scratch {
            wave.set_scalar64(scalar::FLAT_SCRATCH, 0);
        }

        let next = std::cell::Cell::new(0u8);
        let put = |wave: &mut Wave, values: &[u32]| {
            for &value in values {
                wave.set_scalar(next.get(), value);
                next.set(next.get() + 1);
            }
        };
        let words = |value: u64| [value as u32, (value >> 32) as u32];
        let properties = descriptor.kernel_code_properties;
        if properties & 1 != 0 {
            let buffer = scratch_buffer(wave.lanes);
            put(wave, &buffer);
        }
        for (bit, value) in [
            (1, self.grid.packet),
            (2, self.grid.queue),
            (3, self.grid.kernarg),
            (4, 0),
            (5, SCRATCH_BASE),
        ] {
            if properties >> bit & 1 != 0 {
                put(wave, &words(value));
            }
        }
        if properties >> 6 & 1 != 0 {
            put(wave, &[self.scratch]);
        }
        let (preload, offset) = (
            descriptor.kernarg_preload as u64 & 0x7f,
            descriptor.kernarg_preload as u64 >> 7,
        );
        for index in 0..preload {
            let bytes = self.memory.read(self.grid.kernarg + 4 * (offset + index), 4);
            let word = bytes.map_or(0, |bytes| {
                u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
            });
            put(wave, &[word]);
        }
        // Registers that no input is in.
        next.set(next.get().max(descriptor.user_sgpr_count() as u8));
        if has_group_ids_apart {
            let [x, y, z] = group;
            wave.set_scalar(scalar::TTMP + 9, x);
            wave.set_scalar(scalar::TTMP + 7, y | z << 16);
            wave.set_scalar(scalar::TTMP + 8, (number as u32) << 25);
        }
        for dimension in 0..3 {
            if descriptor.has_work_group_id(dimension) && !has_group_ids_apart {
                put(wave, &[group[dimension as usize]]);
            }
        }
        if descriptor.compute_pgm_rsrc2 >> 10 & 1 != 0 {
            put(wave, &[number as u32]);
        }
        if descriptor.compute_pgm_rsrc2 & 1 != 0 && !is_architected {
            put(wave, &[wave_offset as u32]);
        }

        let dimensions = descriptor.work_item_dimensions() as usize;
        let ids: [[u32; 3]; LANES] = std::array::from_fn(|lane| local_id(size, first + lane));
        if has_packed_ids {
            let packed = |id: [u32; 3]| (0..dimensions).fold(0, |all, at| all | id[at] << (10 * at));
            *wave.v[0] = ids.map(packed);
            wave.v_defined[0] = u64::MAX;
        } else {
            for dimension in 0..dimensions {
                *wave.v[dimension] = ids.map(|id| id[dimension]);
                wave.v_defined[dimension] = u64::MAX;
            }
        }
        self.checkers[number].reset(
            self.options.strict,
            vgprs,
            agprs,
            descriptor.scalar_registers(&subtarget),
        );
    }
}

/// Id in the workgroup of its work-item number `index`.
pub(crate) fn local_id(size: [u32; 3], index: usize) -> [u32; 3] {
    let index = index as u32;
    let (x, rest) = (index % size[0], index / size[0]);
    [x, rest % size[1], rest / size[1]]
}
