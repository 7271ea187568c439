//! What a launch is given, as the kernel expects it: the argument segment, sizes that fit, the dispatch packet.

use crate::emulator::{Arg, Emulator, LaunchOptions};
use crate::loader::{KernelInfo, ValueKind};
use crate::memory::{PRIVATE_APERTURE_HI, SHARED_APERTURE_HI};
use wavec_gpu_mc::{Subtarget, features};

/// Largest number of work-items of a workgroup.
const MAX_WORKGROUP: u64 = 1024;

impl Emulator {
    /// The kernel argument segment, and the local memory needed in bytes.
    pub(crate) fn kernel_arguments(
        &self,
        info: &KernelInfo,
        subtarget: &Subtarget,
        global: [u32; 3],
        local: [u32; 3],
        args: &[Arg],
        options: &LaunchOptions,
    ) -> Result<(Vec<u8>, u32), String> {
        let expected = info.explicit_args().count();
        if args.len() != expected {
            return Err(format!(
                "the kernel has {expected} arguments, {} are given",
                args.len()
            ));
        }
        // Compilers widen loads of arguments (three words to four); runtimes allocate whole cache lines.
        let mut bytes = vec![0u8; (info.kernarg_size as usize).next_multiple_of(64)];
        let mut given = args.iter().enumerate();
        let most_lds = subtarget.limits().lds_bytes;
        // Where a variable without a size begins is known when the code is made: after the others, aligned.
        let with_dynamic = info.group_segment_size.checked_add(options.dynamic_lds);
        let mut lds_size = with_dynamic.filter(|&size| size <= most_lds).ok_or_else(|| {
            too_much_lds(
                u64::from(info.group_segment_size) + u64::from(options.dynamic_lds),
                most_lds,
            )
        })?;
        let mut dynamic_lds = options.dynamic_lds;
        for arg in &info.args {
            let (offset, size) = (arg.offset as usize, arg.size as usize);
            let mut put = |value: &[u8]| {
                let count = size.min(value.len());
                bytes[offset..offset + count].copy_from_slice(&value[..count]);
            };
            if arg.kind.is_hidden() {
                continue;
            }
            let Some((index, value)) = given.next() else { break };
            let name = if arg.name.is_empty() {
                format!("{index}")
            } else {
                format!("{index} ('{}')", arg.name)
            };
            match (&arg.kind, value) {
                (ValueKind::GlobalBuffer, Arg::Buffer(buffer))
                | (ValueKind::Image | ValueKind::Sampler, Arg::Descriptor(buffer)) => {
                    let base = self.buffers.get(buffer.0 as usize).copied().flatten();
                    let base =
                        base.ok_or_else(|| format!("argument {name} is a buffer that was released"))?;
                    put(&base.to_le_bytes());
                }
                (ValueKind::ByValue | ValueKind::GlobalBuffer, Arg::Bytes(value)) => {
                    if value.len() != size {
                        return Err(format!(
                            "argument {name} has {size} bytes, {} are given",
                            value.len()
                        ));
                    }
                    put(value);
                }
                (ValueKind::DynamicSharedPointer, Arg::Local(size)) => {
                    let align = arg.pointee_align.max(1).next_power_of_two();
                    let at = lds_size.next_multiple_of(align);
                    let end = at.checked_add(*size).filter(|&end| end <= most_lds);
                    lds_size = end.ok_or_else(|| too_much_lds(at as u64 + *size as u64, most_lds))?;
                    dynamic_lds += *size;
                    put(&at.to_le_bytes());
                }
                (kind, value) => {
                    return Err(format!(
                        "argument {name} is {}, not {}",
                        kind_name(kind),
                        value_name(value)
                    ));
                }
            }
        }
        let dimensions = (1..3).filter(|&d| global[d] > 1).max().unwrap_or(0) + 1;
        for arg in info.args.iter().filter(|arg| arg.kind.is_hidden()) {
            let axis = |dimension: u8| dimension as usize % 3;
            let value: u64 = match arg.kind {
                ValueKind::HiddenBlockCount(d) => (global[axis(d)] / local[axis(d)]) as u64,
                ValueKind::HiddenGroupSize(d) => local[axis(d)] as u64,
                ValueKind::HiddenRemainder(d) => (global[axis(d)] % local[axis(d)]) as u64,
                ValueKind::HiddenGlobalOffset(d) => options.global_offset[axis(d)],
                ValueKind::HiddenGridDims => dimensions as u64,
                ValueKind::HiddenDynamicLdsSize => dynamic_lds as u64,
                ValueKind::HiddenPrivateBase => PRIVATE_APERTURE_HI as u64,
                ValueKind::HiddenSharedBase => SHARED_APERTURE_HI as u64,
                _ => 0,
            };
            let (offset, size) = (arg.offset as usize, (arg.size as usize).min(8));
            bytes[offset..offset + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        Ok((bytes, lds_size))
    }
}

fn too_much_lds(bytes: u64, most: u32) -> String {
    format!("the workgroup needs {bytes} bytes of local memory, {most} are available")
}

fn kind_name(kind: &ValueKind) -> &'static str {
    match kind {
        ValueKind::ByValue => "a value",
        ValueKind::GlobalBuffer => "a buffer",
        ValueKind::DynamicSharedPointer => "local memory",
        ValueKind::Image => "an image",
        ValueKind::Sampler => "a sampler",
        _ => "of a kind the emulator cannot pass",
    }
}

fn value_name(arg: &Arg) -> &'static str {
    match arg {
        Arg::Buffer(_) => "a buffer",
        Arg::Bytes(_) => "a value",
        Arg::Local(_) => "local memory",
        Arg::Descriptor(_) => "an image or a sampler",
    }
}

/// Whether a kernel can run over these numbers of work-items, on this processor.
pub(crate) fn check_sizes(
    info: &KernelInfo,
    subtarget: &Subtarget,
    global: [u32; 3],
    local: [u32; 3],
    options: &LaunchOptions,
) -> Result<(), String> {
    let list = |sizes: [u32; 3]| format!("{}x{}x{}", sizes[0], sizes[1], sizes[2]);
    if global.contains(&0) || local.contains(&0) {
        return Err(format!(
            "grid {} and workgroup {} may not contain zero",
            list(global),
            list(local)
        ));
    }
    let items: u64 = local.iter().map(|&size| size as u64).product();
    let limit = (info.max_workgroup_size as u64).min(MAX_WORKGROUP);
    if items > limit {
        return Err(format!(
            "workgroup {} has {items} work-items, the kernel allows {limit}",
            list(local)
        ));
    }
    if let Some(required) = info.required_workgroup_size
        && required != local
    {
        return Err(format!(
            "the kernel requires workgroups of {}, not {}",
            list(required),
            list(local)
        ));
    }
    if !options.allow_partial_groups
        && let Some(d) = (0..3).find(|&d| !global[d].is_multiple_of(local[d]))
    {
        return Err(format!(
            "workgroup size {} does not divide the grid size {} in dimension {d}",
            local[d], global[d]
        ));
    }
    // The buffer of scratch memory and the address for FLAT_SCRATCH.
    if info.descriptor.kernel_code_properties & 0x21 != 0 && subtarget.has(features::ARCHITECTED_FLAT_SCRATCH)
    {
        let processor = subtarget.id.processor.name;
        return Err(format!(
            "the kernel asks for scratch set-up that {processor} does not have"
        ));
    }
    let ids = (0..3).filter(|&dimension| info.descriptor.has_work_group_id(dimension));
    let registers = info.descriptor.user_sgpr_count() + ids.count() as u32;
    let waves = subtarget.with_waves_of(info.descriptor.wave_size())?;
    if waves.needs_sixteen_sgprs() && registers < 16 {
        let processor = subtarget.id.processor.name;
        return Err(format!(
            "the kernel sets up {registers} scalar registers; waves of 32 lanes of {processor} start wrong with fewer \
             than 16"
        ));
    }
    Ok(())
}

/// `hsa_kernel_dispatch_packet_t`.
pub(crate) fn dispatch_packet(
    info: &KernelInfo,
    global: [u32; 3],
    local: [u32; 3],
    lds_size: u32,
    module_base: u64,
    kernarg: u64,
) -> Vec<u8> {
    let mut packet = Vec::with_capacity(64);
    let dimensions = (1..3).filter(|&d| global[d] > 1).max().unwrap_or(0) as u16 + 1;
    // Type: kernel dispatch.
    packet.extend(2u16.to_le_bytes());
    packet.extend(dimensions.to_le_bytes());
    local
        .iter()
        .for_each(|&size| packet.extend((size as u16).to_le_bytes()));
    packet.extend([0; 2]);
    global.iter().for_each(|&size| packet.extend(size.to_le_bytes()));
    packet.extend(info.private_segment_size.to_le_bytes());
    packet.extend(lds_size.to_le_bytes());
    packet.extend((module_base + info.descriptor_address).to_le_bytes());
    packet.extend(kernarg.to_le_bytes());
    packet.resize(64, 0);
    packet
}
