//! The AMD intrinsics for the IR interpreter: the reference for compiled code.
//!
//! Functions that the hardware computes to about one unit in the last place are correctly rounded here. Sources: the
//! instruction set documents of GFX9 and CDNA3; LLVM's "User Guide for AMDGPU Backend" for the hidden arguments.

mod barriers;
mod bits;
mod buffer;
mod buffer_atomic;
mod convert;
mod division;
mod image_accesses;
mod images;
mod lanes;
mod math;
mod matrix;
mod registers;
mod wmma;

use crate::facts::{self, ByteFormats, memory_model};
use crate::fp_mode;
use crate::intrinsics::id;
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::descriptors::Layout;
use wavec_ir::Module;
use wavec_ir::entities::FuncRef;
use wavec_ir::fold::Scalar;
use wavec_ir::fold::environment::Environment;
use wavec_ir::interp::{
    BarrierAction, CallKind, Cell, ItemCall, Kind, LaunchInfo, LibraryCall, Ordered, Scope, TargetIntrinsics,
    Transfer, WaveCall,
};
use wavec_ir::intrinsics::IntrinsicId;

/// AMD GPUs: what their intrinsics do.
#[derive(Clone, Copy, Debug)]
pub struct AmdgpuInterp {
    subtarget: Subtarget,
    formats: ByteFormats,
    wave_size: u32,
    /// Within how many lanes `ds.permute` and `ds.bpermute` move values.
    permuted_lanes: u32,
}

impl Default for AmdgpuInterp {
    fn default() -> AmdgpuInterp {
        AmdgpuInterp::of(&Subtarget::default())
    }
}

impl AmdgpuInterp {
    /// As a processor does it.
    pub fn of(subtarget: &Subtarget) -> AmdgpuInterp {
        AmdgpuInterp {
            subtarget: *subtarget,
            formats: facts::of(subtarget).byte_formats,
            wave_size: subtarget.wave_size,
            permuted_lanes: match subtarget.family.permutes_halves {
                true => subtarget.wave_size.min(32),
                false => subtarget.wave_size,
            },
        }
    }

    /// The form of the descriptors of images and samplers that a program reads: that of the processor if it accesses images by
    /// intrinsics, and otherwise that of the library that accesses them in software.
    ///
    /// # Errors
    /// The program does both, and the forms differ.
    pub fn image_descriptors(&self, module: &Module) -> Result<Layout, String> {
        let ctx = &module.ctx;
        let names = || ctx.functions.values().map(|function| ctx.text(function.name));
        let own = self.subtarget.family.descriptors;
        let Some(intrinsic) = names().find(|name| name.starts_with("llvm.amdgcn.image.")) else {
            return Ok(Layout::Gfx9);
        };
        match names().find(|name| images::is_known(name)) {
            Some(function) if own != Layout::Gfx9 => Err(format!(
                "the program accesses images by '{intrinsic}' and by the library function '{function}', which needs \
                 other descriptors"
            )),
            _ => Ok(own),
        }
    }
}

/// Where the hidden arguments have the address of the buffer that `printf` writes to.
const PRINTF_BUFFER: usize = 72;
/// Size of that buffer.
const OUTPUT_BYTES: usize = 1 << 20;

/// High halves of flat addresses of local and private memory in the interpreter.
const SHARED_APERTURE: u128 = 0x0001_0000;
const PRIVATE_APERTURE: u128 = 0x0002_0000;

/// The number of a work-item in its workgroup.
fn item_number(call: &ItemCall<'_>) -> u32 {
    let size: [u32; 3] = std::array::from_fn(|d| {
        let left = call.info.global[d] - call.group[d] * call.info.local[d];
        call.info.local[d].min(left)
    });
    let [x, y, z] = call.local_id;
    x + size[0] * (y + size[1] * z)
}

/// The lane of a work-item in its wave.
fn lane_of(call: &ItemCall<'_>) -> u32 {
    item_number(call) % call.info.wave_size
}

/// Sets the first result cell.
fn give(call: &mut ItemCall<'_>, bits: impl Into<u128>) {
    if let Some(cell) = call.results.first_mut() {
        *cell = Cell::new(bits.into());
    }
}

impl TargetIntrinsics for AmdgpuInterp {
    fn wave_size(&self) -> u32 {
        self.wave_size
    }

    fn initial_state(&self, module: &Module, kernel: FuncRef) -> u32 {
        fp_mode::of(module, kernel).register()
    }

    fn ordered_by(&self, name: &str, arguments: &[Cell]) -> Option<Ordered> {
        // In `lib/sync.cl`: the bits of the argument are CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE and
        // CLK_IMAGE_MEM_FENCE, and that of `wait_group_events`. The fences in the function order all.
        let [flags] = arguments else { return None };
        (name == "barrier" && !flags.poison).then_some(Ordered {
            local: flags.bits & 1 != 0,
            global: flags.bits & 6 != 0,
            copies: flags.bits & 0x100 != 0,
        })
    }

    fn environment(&self, state: u32) -> Environment {
        registers::environment(state)
    }

    fn scope(&self, name: &str) -> Scope {
        match memory_model::Scope::of_name(name) {
            memory_model::Scope::SingleThread => Scope::Item,
            memory_model::Scope::Wavefront => Scope::Wave,
            memory_model::Scope::Workgroup => Scope::Group,
            memory_model::Scope::Agent | memory_model::Scope::System => Scope::Device,
        }
    }

    fn kind(&self, intrinsic: IntrinsicId) -> CallKind {
        match intrinsic {
            id::AMDGCN_S_BARRIER => CallKind::Barrier,
            _ if barriers::is_known(intrinsic) => CallKind::Barriers,
            id::AMDGCN_ENDPGM => CallKind::End,
            id::AMDGCN_S_WAITCNT
            | id::AMDGCN_S_SLEEP
            | id::AMDGCN_S_SLEEP_VAR
            | id::AMDGCN_S_WAIT_BVHCNT
            | id::AMDGCN_S_WAIT_DSCNT
            | id::AMDGCN_S_WAIT_EXPCNT
            | id::AMDGCN_S_WAIT_KMCNT
            | id::AMDGCN_S_WAIT_LOADCNT
            | id::AMDGCN_S_WAIT_SAMPLECNT
            | id::AMDGCN_S_WAIT_STORECNT
            | id::AMDGCN_S_PREFETCH_DATA
            | id::AMDGCN_S_BUFFER_PREFETCH_DATA
            | id::AMDGCN_S_SETPRIO
            | id::AMDGCN_S_NOP
            | id::AMDGCN_S_DCACHE_INV
            | id::AMDGCN_S_DCACHE_INV_VOL
            | id::AMDGCN_S_DCACHE_WB
            | id::AMDGCN_S_DCACHE_WB_VOL
            | id::AMDGCN_BUFFER_WBINVL1
            | id::AMDGCN_BUFFER_WBINVL1_VOL
            | id::AMDGCN_ASYNCMARK
            | id::AMDGCN_WAIT_ASYNCMARK
            | id::AMDGCN_SCHED_BARRIER
            | id::AMDGCN_SCHED_GROUP_BARRIER
            | id::AMDGCN_IGLP_OPT
            | id::AMDGCN_S_TTRACEDATA
            | id::AMDGCN_S_TTRACEDATA_IMM
            | id::AMDGCN_S_INCPERFLEVEL
            | id::AMDGCN_S_DECPERFLEVEL => CallKind::Nothing,
            id::AMDGCN_GLOBAL_LOAD_LDS
            | id::AMDGCN_GLOBAL_LOAD_ASYNC_LDS
            | id::AMDGCN_LOAD_TO_LDS
            | id::AMDGCN_LOAD_ASYNC_TO_LDS => CallKind::Transfer,
            id::AMDGCN_STRICT_WWM | id::AMDGCN_WWM => CallKind::WholeWave,
            id::AMDGCN_STRICT_WQM => CallKind::WholeQuads,
            id::AMDGCN_SET_INACTIVE => CallKind::SetInactive,
            _ if image_accesses::is_known(intrinsic, &self.subtarget) => {
                match image_accesses::is_of_quads(intrinsic) {
                    true => CallKind::Quad,
                    false => CallKind::Item,
                }
            }
            _ if lanes::is_known(intrinsic) || matrix::is_known(intrinsic) || wmma::is_known(intrinsic) => {
                CallKind::Wave
            }
            _ if is_item(intrinsic) => CallKind::Item,
            _ => CallKind::Unknown,
        }
    }

    fn item_call(&self, call: &mut ItemCall<'_>) -> Result<(), String> {
        // For pure computations, poison operands give poison.
        let touches_memory = || {
            buffer::is_known(call.id)
                || buffer_atomic::is_known(call.id)
                || image_accesses::is_known(call.id, &self.subtarget)
        };
        if call.args.iter().any(|a| a.poison) && !touches_memory() {
            call.results.fill(Cell::POISON);
            return Ok(());
        }
        if identity(call)?
            || math::call(call)?
            || bits::call(call)?
            || convert::call(call, self.formats)?
            || buffer::call(call)?
            || buffer_atomic::call(call)?
            || registers::call(call)?
            || image_accesses::call(call, &self.subtarget)?
        {
            return Ok(());
        }
        Err("the intrinsic cannot be interpreted for these types".into())
    }

    fn transfer(&self, call: &ItemCall<'_>) -> Result<Transfer, String> {
        // Source, base in local memory, size, offset of both. The lanes of a wave write one after the other; narrow
        // elements take a word each.
        let size = call.arg(2)? as u64;
        if size < 4 {
            return Err(format!(
                "a load of {size} bytes to local memory cannot be interpreted"
            ));
        }
        let offset = call.arg(3)? as u64;
        Ok(Transfer {
            from_offset: offset,
            to_offset: offset + size * u64::from(lane_of(call)),
            size,
        })
    }

    fn wave_call(&self, call: &mut WaveCall<'_>) -> Result<(), String> {
        if matrix::is_known(call.id) {
            return matrix::call(call, self.formats);
        }
        if wmma::is_known(call.id) {
            return wmma::call(call, self.wave_size);
        }
        lanes::call(call, self.permuted_lanes)
    }

    fn barrier_action(&self, intrinsic: IntrinsicId, args: &[Cell]) -> Result<BarrierAction, String> {
        barriers::action(intrinsic, args)
    }

    fn barrier_state(&self, members: u32, arrived: u32) -> u32 {
        barriers::state(members, arrived)
    }

    fn hidden_arguments(&self, info: &LaunchInfo) -> Vec<u8> {
        let mut bytes = vec![0u8; 256];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        for d in 0..3 {
            put(4 * d, &(info.global[d] / info.local[d]).to_le_bytes());
            put(12 + 2 * d, &(info.local[d] as u16).to_le_bytes());
            put(
                18 + 2 * d,
                &((info.global[d] % info.local[d]) as u16).to_le_bytes(),
            );
            put(40 + 8 * d, &info.global_offset[d].to_le_bytes());
        }
        put(64, &dimensions(info).to_le_bytes());
        put(PRINTF_BUFFER, &info.output_buffer.to_le_bytes());
        put(120, &(info.local_size - info.static_local).to_le_bytes());
        put(192, &(PRIVATE_APERTURE as u32).to_le_bytes());
        put(196, &(SHARED_APERTURE as u32).to_le_bytes());
        bytes
    }

    fn output_buffer(&self) -> Vec<u8> {
        // Bytes of its records, and its size.
        let mut bytes = vec![0; OUTPUT_BYTES];
        bytes[4..8].copy_from_slice(&(OUTPUT_BYTES as u32).to_le_bytes());
        bytes
    }

    fn has_rules(&self, name: &str) -> bool {
        images::is_known(name)
    }

    fn is_group_copy(&self, name: &str) -> bool {
        name.starts_with("__async_")
    }

    fn is_wave_function(&self, name: &str) -> Option<bool> {
        // Those of OpenCL 2.1; extensions have others for lanes that are not together.
        let name = name.strip_prefix("__").unwrap_or(name);
        let collective = ["all", "any", "barrier", "broadcast__", "reduce_", "scan_"];
        let rest = name.strip_prefix("sub_group_")?;
        Some(collective.iter().any(|start| rest.starts_with(start)))
    }

    fn misuse(&self, call: &mut LibraryCall<'_>) -> Option<(Kind, String)> {
        images::misuse(call)
    }

    fn dispatch_packet(&self, info: &LaunchInfo) -> Vec<u8> {
        let mut packet = Vec::with_capacity(64);
        // Type: kernel dispatch.
        packet.extend(2u16.to_le_bytes());
        packet.extend(dimensions(info).to_le_bytes());
        info.local
            .iter()
            .for_each(|&size| packet.extend((size as u16).to_le_bytes()));
        packet.extend([0; 2]);
        info.global
            .iter()
            .for_each(|&size| packet.extend(size.to_le_bytes()));
        packet.extend(0u32.to_le_bytes());
        packet.extend(info.local_size.to_le_bytes());
        packet.extend(0u64.to_le_bytes());
        packet.extend(info.kernel_arguments.to_le_bytes());
        packet.resize(64, 0);
        packet
    }
}

fn dimensions(info: &LaunchInfo) -> u16 {
    (1..3).filter(|&d| info.global[d] > 1).max().unwrap_or(0) as u16 + 1
}

/// Whether each work-item executes it by itself.
fn is_item(intrinsic: IntrinsicId) -> bool {
    is_identity(intrinsic)
        || math::is_known(intrinsic)
        || bits::is_known(intrinsic)
        || convert::is_known(intrinsic)
        || buffer::is_known(intrinsic)
        || buffer_atomic::is_known(intrinsic)
        || registers::is_known(intrinsic)
}

/// The identity of a work-item.
fn is_identity(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_WORKITEM_ID_X
            | id::AMDGCN_WORKITEM_ID_Y
            | id::AMDGCN_WORKITEM_ID_Z
            | id::AMDGCN_WORKGROUP_ID_X
            | id::AMDGCN_WORKGROUP_ID_Y
            | id::AMDGCN_WORKGROUP_ID_Z
            | id::AMDGCN_DISPATCH_PTR
            | id::AMDGCN_IMPLICITARG_PTR
            | id::AMDGCN_KERNARG_SEGMENT_PTR
            | id::AMDGCN_QUEUE_PTR
            | id::AMDGCN_DISPATCH_ID
            | id::AMDGCN_GROUPSTATICSIZE
            | id::AMDGCN_WAVEFRONTSIZE
            | id::AMDGCN_WAVE_ID
            | id::AMDGCN_LDS_KERNEL_ID
            | id::AMDGCN_MBCNT_LO
            | id::AMDGCN_MBCNT_HI
            | id::AMDGCN_S_MEMTIME
            | id::AMDGCN_S_MEMREALTIME
            | id::AMDGCN_IS_SHARED
            | id::AMDGCN_IS_PRIVATE
            | id::AMDGCN_WQM
            | id::AMDGCN_SOFTWQM
            | id::AMDGCN_INVERSE_BALLOT
            | id::AMDGCN_ADDRSPACECAST_NONNULL
    )
}

fn identity(call: &mut ItemCall<'_>) -> Result<bool, String> {
    let info = call.info;
    let value: u128 = match call.id {
        id::AMDGCN_WORKITEM_ID_X => call.local_id[0].into(),
        id::AMDGCN_WORKITEM_ID_Y => call.local_id[1].into(),
        id::AMDGCN_WORKITEM_ID_Z => call.local_id[2].into(),
        id::AMDGCN_WORKGROUP_ID_X => call.group[0].into(),
        id::AMDGCN_WORKGROUP_ID_Y => call.group[1].into(),
        id::AMDGCN_WORKGROUP_ID_Z => call.group[2].into(),
        id::AMDGCN_DISPATCH_PTR | id::AMDGCN_QUEUE_PTR => info.dispatch_packet.into(),
        id::AMDGCN_IMPLICITARG_PTR => info.hidden_arguments.into(),
        id::AMDGCN_KERNARG_SEGMENT_PTR => info.kernel_arguments.into(),
        id::AMDGCN_DISPATCH_ID | id::AMDGCN_LDS_KERNEL_ID => 0,
        id::AMDGCN_GROUPSTATICSIZE => info.static_local.into(),
        id::AMDGCN_WAVEFRONTSIZE => info.wave_size.into(),
        id::AMDGCN_WAVE_ID => (item_number(call) / info.wave_size).into(),
        id::AMDGCN_MBCNT_LO | id::AMDGCN_MBCNT_HI => {
            let below = (1u64 << lane_of(call)) - 1;
            let half = if call.id == id::AMDGCN_MBCNT_LO {
                below as u32
            } else {
                (below >> 32) as u32
            };
            let count = (call.arg(0)? as u32 & half).count_ones();
            (call.arg(1)? as u32).wrapping_add(count).into()
        }
        id::AMDGCN_S_MEMTIME | id::AMDGCN_S_MEMREALTIME => call.steps.into(),
        id::AMDGCN_IS_SHARED => u128::from(call.arg(0)? >> 32 == SHARED_APERTURE),
        id::AMDGCN_IS_PRIVATE => u128::from(call.arg(0)? >> 32 == PRIVATE_APERTURE),
        id::AMDGCN_INVERSE_BALLOT => call.arg(0)? >> lane_of(call) & 1,
        // The helper lanes of a quad would not belong to a work-item.
        id::AMDGCN_WQM | id::AMDGCN_SOFTWQM => {
            let count = call.results.len();
            call.results.copy_from_slice(&call.args[..count]);
            return Ok(true);
        }
        _ => return Ok(false),
    };
    give(call, value);
    Ok(true)
}

/// The float format of the first result, or of the first argument.
fn float_kind(kinds: &[Scalar]) -> Option<wavec_ir::fold::float::FloatKind> {
    match kinds.first() {
        Some(Scalar::Float(kind)) => Some(*kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
