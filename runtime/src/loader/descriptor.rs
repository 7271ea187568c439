//! What of a kernel descriptor the emulator cannot do.

use wavec_gpu_mc::{KernelDescriptor, Subtarget};

/// Largest sizes of private memory per work-item and of kernel arguments that the emulator takes, in bytes.
const MOST_BYTES: u32 = 1 << 20;
/// Bytes whose meaning is not defined yet, from a first one up to another.
const RESERVED: [(usize, usize); 3] = [(12, 16), (24, 44), (60, 64)];

/// Reads a descriptor, [`KernelDescriptor::SIZE`] bytes long.
///
/// # Errors
/// What is wrong with it, or not supported.
pub(super) fn parse(bytes: &[u8], subtarget: &Subtarget) -> Result<KernelDescriptor, String> {
    for (start, end) in RESERVED {
        if bytes[start..end].iter().any(|&byte| byte != 0) {
            return Err(format!("reserved bytes {start}..{end} are not zero"));
        }
    }
    let descriptor = KernelDescriptor::decode(bytes).ok_or("is too short")?;
    let lanes = descriptor.wave_size();
    let subtarget = subtarget
        .with_waves_of(lanes)
        .map_err(|_| format!("requires waves of {lanes} lanes"))?;
    for (bytes, most, memory) in [
        (
            descriptor.group_segment_fixed_size,
            subtarget.limits().lds_bytes,
            "local memory",
        ),
        (
            descriptor.private_segment_fixed_size,
            MOST_BYTES,
            "private memory",
        ),
        (descriptor.kernarg_size, MOST_BYTES, "kernel arguments"),
    ] {
        if bytes > most {
            return Err(format!("requires {bytes} bytes of {memory}"));
        }
    }
    Ok(descriptor)
}
