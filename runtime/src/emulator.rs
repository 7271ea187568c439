//! The device: buffers, code objects in memory, and launches with their kernel argument segments.

use crate::code::Code;
use crate::dispatch::{Grid, Launch};
use crate::exec::{Barriers, Gws, HostVectors};
use crate::fault::Fault;
use crate::hostcall::Hostcall;
use crate::launch_arguments::{check_sizes, dispatch_packet};
use crate::loader::{CodeObject, KernelInfo, LoadError, ValueKind};
use crate::memory::{BufferHandle, Memory, Scratchpad};
use crate::observe::Observer;
use crate::stats::LaunchStats;
use crate::wave::Wave;
use fxhash::FxHashMap;

/// An argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Address of a buffer.
    Buffer(BufferHandle),
    /// The bytes of a value, as many as the kernel's argument has.
    Bytes(Vec<u8>),
    /// That many bytes of local memory.
    Local(u32),
    /// Address of a buffer with the descriptor of an image or of a sampler.
    Descriptor(BufferHandle),
}

/// Which silent program errors are reported as faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strictness {
    /// Reads of registers that were never written.
    pub registers: bool,
    /// Reads of local memory that was never written.
    pub memory: bool,
    /// Accesses to registers before the memory operation that loads them was waited for.
    pub waits: bool,
    /// Too few wait states between instructions.
    pub hazards: bool,
    /// Waves of a workgroup that wait at different barriers and pass different numbers of them.
    pub barriers: bool,
}

impl Strictness {
    /// Everything is checked.
    pub const ALL: Strictness = Strictness {
        registers: true,
        memory: true,
        waits: true,
        hazards: true,
        barriers: true,
    };
    /// Only addresses are checked.
    pub const NONE: Strictness = Strictness {
        registers: false,
        memory: false,
        waits: false,
        hazards: false,
        barriers: false,
    };
}

/// How to launch.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// What is checked.
    pub strict: Strictness,
    /// Instructions that one wave may execute before the launch is considered endless.
    pub instruction_limit: u64,
    /// Whether the workgroup size need not divide the grid size.
    pub allow_partial_groups: bool,
    /// First global id in each dimension.
    pub global_offset: [u64; 3],
    /// Private memory per work-item for kernels that use a dynamic stack, in bytes.
    pub dynamic_stack_size: u32,
    /// Dynamic local memory of a workgroup in bytes, after the kernel's static local memory: variables without a size
    /// begin there.
    pub dynamic_lds: u32,
    /// Number of cores to run on; 0 is all there are. Results do not depend on it.
    pub threads: usize,
}

impl Default for LaunchOptions {
    fn default() -> LaunchOptions {
        LaunchOptions {
            strict: Strictness::ALL,
            instruction_limit: 200_000_000,
            allow_partial_groups: false,
            global_offset: [0; 3],
            dynamic_stack_size: 16384,
            dynamic_lds: 0,
            threads: 0,
        }
    }
}

/// A code object in memory.
struct Module {
    /// Load bias: added to addresses of the file.
    base: u64,
    code: Code,
}

/// A device: memory with buffers, and the code objects that have been launched.
pub struct Emulator {
    memory: Memory,
    pub(crate) buffers: Vec<Option<u64>>,
    modules: FxHashMap<u64, Module>,
    /// Waves that the next workgroup reuses.
    waves: Vec<Wave>,
    printed: String,
}

impl Default for Emulator {
    fn default() -> Emulator {
        Emulator::new()
    }
}

impl Emulator {
    /// A device with empty memory.
    pub fn new() -> Emulator {
        Emulator {
            memory: Memory::new(),
            buffers: Vec::new(),
            modules: FxHashMap::default(),
            waves: Vec::new(),
            printed: String::new(),
        }
    }

    /// A new buffer of `size` bytes, all zero.
    pub fn alloc(&mut self, size: usize) -> BufferHandle {
        let handle = BufferHandle(self.buffers.len() as u32);
        let base = self
            .memory
            .map(vec![0; size], true, format!("buffer {}", handle.0));
        self.buffers.push(Some(base));
        handle
    }

    /// A new buffer with these contents.
    pub fn alloc_with(&mut self, bytes: &[u8]) -> BufferHandle {
        let handle = self.alloc(bytes.len());
        self.write(handle, 0, bytes);
        handle
    }

    /// Releases a buffer; later accesses to it fault.
    pub fn free(&mut self, buffer: BufferHandle) {
        if let Some(base) = self.buffers[buffer.0 as usize].take() {
            self.memory.unmap(base);
        }
    }

    fn base(&self, buffer: BufferHandle) -> u64 {
        self.buffers[buffer.0 as usize].expect("the buffer was released")
    }

    /// Device address of a buffer.
    pub fn address(&self, buffer: BufferHandle) -> u64 {
        self.base(buffer)
    }

    /// Contents of a buffer.
    ///
    /// # Panics
    /// If the buffer was released.
    pub fn read(&self, buffer: BufferHandle) -> &[u8] {
        // Empty buffers have an address but no bytes to look up.
        self.memory.contents(self.base(buffer)).unwrap_or(&[])
    }

    /// Changes bytes of a buffer.
    ///
    /// # Panics
    /// If the buffer was released or `bytes` do not fit at `offset`.
    pub fn write(&mut self, buffer: BufferHandle, offset: usize, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let base = self.base(buffer);
        let contents = self
            .memory
            .contents_mut(base)
            .expect("the bytes do not fit the buffer");
        contents[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    /// Runs a kernel over a grid of `global` work-items in workgroups of `local`.
    ///
    /// # Errors
    /// The [`Fault`] that stopped the launch; stores made before remain.
    pub fn launch(
        &mut self,
        code_object: &CodeObject,
        kernel: &str,
        global: [u32; 3],
        local: [u32; 3],
        args: &[Arg],
        options: &LaunchOptions,
    ) -> Result<LaunchStats, Fault> {
        self.launch_observed(code_object, kernel, (global, local), args, options, None)
    }

    /// As [`Emulator::launch`], over a grid of `(global, local)`; the observer sees every instruction.
    ///
    /// # Errors
    /// Those of [`Emulator::launch`], and a fault when the observer ends the launch.
    pub fn launch_observed(
        &mut self,
        code_object: &CodeObject,
        kernel: &str,
        (global, local): ([u32; 3], [u32; 3]),
        args: &[Arg],
        options: &LaunchOptions,
        observer: Option<&mut (dyn Observer + '_)>,
    ) -> Result<LaunchStats, Fault> {
        let Some(info) = code_object.kernel(kernel) else {
            let known: Vec<&str> = code_object
                .kernels()
                .iter()
                .map(|kernel| kernel.name.as_str())
                .collect();
            let message = format!("no kernel '{kernel}' (there is: {})", known.join(", "));
            return Err(Fault::bad_launch(kernel, message));
        };
        check_sizes(info, &code_object.subtarget, global, local, options)
            .map_err(|message| Fault::bad_launch(kernel, message))?;
        self.load_module(code_object)
            .map_err(|problem| Fault::bad_launch(kernel, problem.to_string()))?;
        let arguments = self.kernel_arguments(info, &code_object.subtarget, global, local, args, options);
        let (mut bytes, lds_size) = arguments.map_err(|message| Fault::bad_launch(kernel, message))?;
        let prints = info
            .args
            .iter()
            .find(|arg| arg.kind == ValueKind::HiddenPrintfBuffer && arg.size == 8);
        let printf_buffer = prints.map(|arg| {
            let base = self
                .memory
                .map(crate::printf::empty_buffer(), true, "printf buffer".into());
            bytes[arg.offset as usize..][..8].copy_from_slice(&base.to_le_bytes());
            base
        });
        let calls = info
            .args
            .iter()
            .find(|arg| arg.kind == ValueKind::HiddenHostcallBuffer && arg.size == 8);
        let mut hostcall = calls.map(|arg| {
            let hostcall = Hostcall::new(&mut self.memory);
            bytes[arg.offset as usize..][..8].copy_from_slice(&hostcall.base.to_le_bytes());
            hostcall
        });
        let kernarg = self.memory.map(bytes, false, "kernel arguments".into());
        let module_base = self.modules[&code_object.id].base;
        let packet = dispatch_packet(info, global, local, lds_size, module_base, kernarg);
        let packet = self.memory.map(packet, false, "dispatch packet".into());
        let queue = self.memory.map(vec![0; 256], false, "queue".into());
        let result = self.run(
            code_object.id,
            info,
            &Grid {
                global,
                local,
                lds_size,
                kernarg,
                packet,
                queue,
            },
            options,
            hostcall.as_mut(),
            observer,
        );
        let hostcall_buffer = hostcall.map(|hostcall| {
            self.printed.push_str(&hostcall.printed);
            hostcall.base
        });
        if let Some(base) = printf_buffer {
            let buffer = self.memory.contents(base).unwrap_or(&[]);
            let text = crate::printf::decode(&code_object.printf, buffer);
            self.printed.push_str(&text);
        }
        for base in [kernarg, packet, queue]
            .into_iter()
            .chain(printf_buffer)
            .chain(hostcall_buffer)
        {
            self.memory.unmap(base);
        }
        result
    }

    /// What kernels printed since the last call, including kernels that faulted.
    pub fn take_printed(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }

    /// Maps the code object's segments, once.
    fn load_module(&mut self, code_object: &CodeObject) -> Result<(), LoadError> {
        if self.modules.contains_key(&code_object.id) {
            return Ok(());
        }
        let base = self.memory.reserve(code_object.span);
        let mut images: Vec<(u64, Vec<u8>)> = code_object
            .segments
            .iter()
            .map(|segment| (segment.address, segment.bytes.clone()))
            .collect();
        for relocation in &code_object.relocations {
            relocate(&mut images, base, relocation)?;
        }
        let mut code = None;
        for (segment, (_, bytes)) in code_object.segments.iter().zip(images) {
            if segment.executable && code.is_none() {
                code = Some(Code::new(
                    code_object.subtarget,
                    base + segment.address,
                    bytes.clone(),
                ));
            }
            let label = if segment.executable {
                "code"
            } else {
                "constant data of the code object"
            };
            // Only variables in writable segments may be stored to; lld makes .dynamic writable as well.
            self.memory
                .map_at(base + segment.address, bytes, segment.writable, label.into());
        }
        let code = code.ok_or_else(|| LoadError::new("no executable segment"))?;
        self.modules.insert(code_object.id, Module { base, code });
        Ok(())
    }

    fn run(
        &mut self,
        module: u64,
        info: &KernelInfo,
        grid: &Grid,
        options: &LaunchOptions,
        hostcall: Option<&mut Hostcall>,
        observer: Option<&mut (dyn Observer + '_)>,
    ) -> Result<LaunchStats, Fault> {
        let module = self.modules.get_mut(&module).expect("the module was loaded");
        let descriptor = &info.descriptor;
        module.code.set_wave_size(descriptor.wave_size());
        let mut scratch = descriptor.private_segment_fixed_size;
        if info.uses_dynamic_stack {
            scratch += options.dynamic_stack_size;
        }
        let mut entry = module.base + info.entry - module.code.base();
        if descriptor.kernarg_preload & 0x7f != 0 {
            // Firmware that preloads arguments enters after the instructions that would load them.
            entry += 256;
        }
        let file_base = module.code.base() - module.base;
        let (vgprs, agprs) = descriptor.vector_registers(&module.code.subtarget());
        let mut stats = LaunchStats {
            vgprs: vgprs + agprs,
            sgprs: descriptor.scalar_registers(&module.code.subtarget()),
            lds_bytes: grid.lds_size,
            scratch_bytes: scratch,
            ..LaunchStats::default()
        };
        let mut lds = Scratchpad::default();
        let mut launch = Launch {
            memory: &mut self.memory,
            waves: &mut self.waves,
            code: &mut module.code,
            info,
            grid,
            options,
            entry,
            scratch,
            checkers: Vec::new(),
            lds: &mut lds,
            stats: &mut stats,
            gws: Gws::new(),
            barriers: Barriers::default(),
            vectors: HostVectors::detect(),
            suspended: Vec::new(),
            hostcall,
            observer,
            file_base,
            budget: u64::MAX,
        };
        let result = launch.run_groups();
        stats.add(&LaunchStats {
            instructions: module.code.take_counts(),
            ..LaunchStats::default()
        });
        result.map(|()| stats)
    }
}

fn relocate(
    images: &mut [(u64, Vec<u8>)],
    base: u64,
    relocation: &crate::loader::Relocation,
) -> Result<(), LoadError> {
    let value = (base + relocation.symbol).wrapping_add_signed(relocation.addend);
    let (bytes, size) = match relocation.kind {
        0 => return Ok(()),
        1 => (value & 0xffff_ffff, 4),
        2 => (value >> 32, 4),
        6 => (value & 0xffff_ffff, 4),
        // RELATIVE64 has no symbol.
        13 => (base.wrapping_add_signed(relocation.addend), 8),
        _ => (value, 8),
    };
    for (address, image) in images.iter_mut() {
        if let Some(offset) = relocation.address.checked_sub(*address)
            && let Ok(offset) = usize::try_from(offset)
            && let Some(place) = offset
                .checked_add(size)
                .and_then(|end| image.get_mut(offset..end))
        {
            place.copy_from_slice(&bytes.to_le_bytes()[..size]);
            return Ok(());
        }
    }
    Err(LoadError::new(format!(
        "a relocation changes {:#x}, which is not loaded",
        relocation.address
    )))
}
