//! Runs kernels of a module: the reference that compiled code is compared with.
//!
//! ```text
//! Function ──compile──▶ Code (flat operations on cells) ──▶ each work-item runs until it ends, waits at a barrier
//!                                                           or waits for the lanes of its wave
//! ```
//!
//! Every scalar is a cell: bits and whether it is poison. Vectors and aggregates are runs of cells. Memory knows which
//! bytes were never written. What LLVM leaves undefined (a branch on poison, an access outside of every object, division
//! by zero) stops the launch with an error that names the instruction and the work-item.
//!
//! Work-items of a workgroup are executed in turn; the lanes of a wave meet at operations that read other lanes. If
//! lanes wait at several such operations, the one earliest in the function runs first, so that lanes that took
//! different paths meet again after them.

mod barriers;
mod check;
mod code;
mod compile;
mod error;
mod exec;
mod group;
mod intrinsic;
mod memory;
mod target;
mod value;
mod whole_wave;

pub use check::races::{Ordered, Scope};
pub use check::{CheckOptions, Finding, Kind, Note, Place};
pub use error::InterpError;
pub use memory::Space;
pub use target::{
    BarrierAction, CallKind, ItemCall, LaunchInfo, LibraryCall, NoTarget, Quad, Spaces, TargetIntrinsics,
    Transfer, WaveCall,
};
pub use value::Cell;

use crate::attributes::AttributeValue;
use crate::data_layout::align_to;
use crate::entities::{FuncRef, GlobalVar, Type};
use crate::module::Module;
use check::{Checker, LocalObject, Sites, tags};
use code::Code;
use compile::Compiler;
use cranelift_entity::SecondaryMap;
use memory::{Memory, Region};
use std::rc::Rc;
use value::Layouts;

/// A buffer of an [`Interpreter`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BufferHandle(u32);

/// An argument of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// Address of a buffer.
    Buffer(BufferHandle),
    /// The bytes of a value, as many as the parameter's type has in memory.
    Bytes(Vec<u8>),
    /// This many bytes of local memory.
    Local(u32),
    /// Address of a buffer that describes another one: an image, with its texels.
    Descriptor {
        /// What the kernel is given.
        descriptor: BufferHandle,
        /// What it reads and writes.
        contents: BufferHandle,
    },
}

/// The handling of undefined values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Undefined {
    /// The launch stops with an error.
    #[default]
    Error,
    /// The value is taken as zero.
    Zero,
}

/// How to launch.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// How undefined values are handled.
    pub undefined: Undefined,
    /// Maximum number of operations of one work-item, to detect endless loops.
    pub step_limit: u64,
    /// First global id in each dimension.
    pub global_offset: [u64; 3],
    /// Bytes between stack objects, which belong to no object.
    pub stack_gap: u32,
    /// Bytes of local memory for variables without a size.
    pub dynamic_local: u32,
    /// Whether there is a buffer to print to, see [`Interpreter::printed`].
    pub prints: bool,
}

impl Default for LaunchOptions {
    fn default() -> LaunchOptions {
        LaunchOptions {
            undefined: Undefined::Error,
            step_limit: 100_000_000,
            global_offset: [0; 3],
            stack_gap: 16,
            dynamic_local: 0,
            prints: false,
        }
    }
}

/// Statistics of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchStats {
    /// Operations executed by all work-items.
    pub steps: u64,
    /// Workgroups run.
    pub workgroups: u64,
}

/// A module with its global variables in memory, and buffers.
pub struct Interpreter<'a> {
    module: &'a Module,
    target: &'a dyn TargetIntrinsics,
    memory: Memory,
    layouts: Layouts,
    /// Addresses of global variables, by kind of address space.
    globals: SecondaryMap<GlobalVar, Cell>,
    /// Local variables, and arguments in local memory after them.
    local_objects: Vec<LocalObject>,
    /// Bytes of local memory that global variables take.
    static_local: u32,
    codes: SecondaryMap<FuncRef, Option<Rc<Code>>>,
    sites: Sites,
    /// In launches that are checked.
    checker: Option<Box<Checker>>,
    buffers: Vec<Option<u64>>,
    printed: Vec<u8>,
}

/// Maximum number of work-items of a workgroup.
const MAX_WORKGROUP: u64 = 1024;

impl<'a> Interpreter<'a> {
    /// Puts the global variables of `module` in memory.
    pub fn new(module: &'a Module, target: &'a dyn TargetIntrinsics) -> Result<Interpreter<'a>, InterpError> {
        let mut interpreter = Interpreter {
            module,
            target,
            memory: Memory::new(),
            layouts: Layouts::default(),
            globals: SecondaryMap::new(),
            local_objects: Vec::new(),
            static_local: 0,
            codes: SecondaryMap::new(),
            sites: Sites::default(),
            checker: None,
            buffers: Vec::new(),
            printed: Vec::new(),
        };
        interpreter.place_globals()?;
        Ok(interpreter)
    }

    /// A new buffer of `size` zero bytes.
    pub fn alloc(&mut self, size: usize) -> BufferHandle {
        self.alloc_with(&vec![0; size])
    }

    /// A new buffer with these bytes.
    pub fn alloc_with(&mut self, bytes: &[u8]) -> BufferHandle {
        let label = format!("buffer {}", self.buffers.len());
        let base = self.memory.map(Region::new(label, bytes.to_vec(), true));
        self.buffers.push(Some(base));
        BufferHandle(self.buffers.len() as u32 - 1)
    }

    /// Checks launches from now on, of which there must not have been any: see [`Interpreter::findings`]. A launch fails
    /// only where it cannot be executed.
    pub fn check(&mut self, options: CheckOptions) {
        self.memory.check();
        self.checker = Some(Box::new(Checker::new(options)));
    }

    /// What checks have found, in the order of execution.
    pub fn findings(&self) -> &[Finding] {
        self.checker.as_ref().map_or(&[], |checker| &checker.findings)
    }

    /// Makes a buffer constant.
    pub fn protect(&mut self, buffer: BufferHandle) {
        self.memory.make_writable(self.address(buffer), false);
    }

    /// Makes the contents of a buffer undefined, in launches that are checked.
    pub fn forget(&mut self, buffer: BufferHandle) {
        let base = self.address(buffer);
        let bytes = &mut self.memory.region_mut(base).bytes;
        bytes.forget(0, bytes.data.len());
    }

    /// Makes buffers and global variables track which of their bytes are undefined.
    pub fn track_undefined(&mut self) {
        self.memory.track();
    }

    /// The contents of a buffer, without bytes that are undefined.
    pub fn read_defined(&self, buffer: BufferHandle) -> Vec<Option<u8>> {
        let base = self.buffers[buffer.0 as usize].expect("a live buffer");
        self.memory.defined_contents(base)
    }

    /// The contents of a buffer.
    pub fn read(&self, buffer: BufferHandle) -> &[u8] {
        let base = self.buffers[buffer.0 as usize].expect("a live buffer");
        self.memory.contents(base)
    }

    /// The address of a buffer, a multiple of 256.
    pub fn address(&self, buffer: BufferHandle) -> u64 {
        self.buffers[buffer.0 as usize].expect("a live buffer")
    }

    /// What the last launch has written to the target's buffer for output.
    pub fn printed(&self) -> &[u8] {
        &self.printed
    }

    /// Changes bytes of a buffer; they must fit.
    pub fn write(&mut self, buffer: BufferHandle, offset: usize, bytes: &[u8]) {
        let base = self.buffers[buffer.0 as usize].expect("a live buffer");
        self.memory.contents_mut(base)[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    /// Releases a buffer.
    pub fn free(&mut self, buffer: BufferHandle) {
        if let Some(base) = self.buffers[buffer.0 as usize].take() {
            self.memory.unmap(base);
        }
    }

    /// Assigns addresses to the global variables and initializes them.
    fn place_globals(&mut self) -> Result<(), InterpError> {
        let ctx = &self.module.ctx;
        let spaces = self.target.spaces();
        let mut local = 0u64;
        let mut dynamic = Vec::new();
        for (global, data) in &ctx.globals {
            let size = ctx.layout.size(&ctx.types, data.value_ty);
            let natural = ctx.layout.align(&ctx.types, data.value_ty);
            let align = data.linking.align.map_or(natural, |a| a.bytes()).max(1);
            if spaces.kind(data.address_space) == Space::Local {
                // The launch determines the size of an external array without length.
                if data.initializer.is_none() && size == 0 {
                    dynamic.push((global, align));
                    continue;
                }
                local = align_to(local, align);
                self.place_local(global, local, size);
                local = local.saturating_add(size);
            } else {
                if size > 1 << 32 {
                    return Err(InterpError::launch(format!(
                        "global variable '@{}' is too large",
                        ctx.text(data.name)
                    )));
                }
                let label = format!("global variable '@{}'", ctx.text(data.name));
                let mut region = Region::new(label, vec![0; size as usize], !data.is_constant);
                region.align = align.min(1 << 20);
                let base = self.memory.map(region);
                let number = self.memory.region_mut(base).number;
                self.globals[global] = Cell::pointer(base.into(), tags::region(number));
            }
        }
        for (global, align) in dynamic {
            local = align_to(local, align);
            self.place_local(global, local, u64::from(u32::MAX));
        }
        self.static_local =
            u32::try_from(local).map_err(|_| InterpError::launch("local variables take more than 4 GiB"))?;
        for (global, data) in &ctx.globals {
            let Some(initializer) = data.initializer else {
                continue;
            };
            if spaces.kind(data.address_space) == Space::Local {
                continue;
            }
            let mut compiler = Compiler::new(self.module, self.target, &mut self.layouts, &self.globals);
            let cells = compiler
                .constant_cells(initializer)
                .map_err(InterpError::launch)?;
            let layout = self
                .layouts
                .of(&self.module.ctx, data.value_ty)
                .map_err(InterpError::launch)?;
            let base = self.globals[global].bits as u64;
            let writable = self.memory.make_writable(base, true);
            self.memory
                .store_cells(base, &cells, &layout)
                .map_err(InterpError::launch)?;
            self.memory.make_writable(base, writable);
        }
        Ok(())
    }

    /// Gives a variable an address in local memory.
    fn place_local(&mut self, global: GlobalVar, start: u64, size: u64) {
        let name = self.module.ctx.text(self.module.ctx.globals[global].name);
        // The front end names variables after their function, too.
        let name = name.rsplit('.').next().unwrap_or(name);
        self.globals[global] = Cell::pointer(start.into(), tags::local(self.local_objects.len() as u32));
        self.local_objects.push(LocalObject {
            start,
            end: start + size,
            label: format!("local variable '{name}'"),
        });
    }

    /// The code of a function, compiled when it is first needed.
    fn code(&mut self, func: FuncRef) -> Result<Rc<Code>, String> {
        if let Some(code) = &self.codes[func] {
            return Ok(code.clone());
        }
        let Some(body) = self.module.body(func) else {
            let name = self.module.ctx.text(self.module.ctx.functions[func].name);
            return Err(format!("function '@{name}' has no body"));
        };
        let checks = self.checker.as_ref().map(|checker| &checker.options);
        let mut compiler =
            Compiler::new(self.module, self.target, &mut self.layouts, &self.globals).with_checks(checks);
        let mut code = compiler.function(body)?;
        code.first_site = self.sites.next();
        let code = Rc::new(code);
        self.sites.add(&code);
        self.codes[func] = Some(code.clone());
        Ok(code)
    }

    /// Runs `kernel` over a grid of `global` work-items in workgroups of `local`; workgroups at the end of the grid may
    /// be smaller. Stores before an error stay in effect.
    pub fn launch(
        &mut self,
        kernel: &str,
        global: [u32; 3],
        local: [u32; 3],
        args: &[Arg],
        options: &LaunchOptions,
    ) -> Result<LaunchStats, InterpError> {
        let Some(func) = self
            .module
            .ctx
            .function_named(kernel)
            .filter(|&f| self.module.body(f).is_some())
        else {
            return Err(InterpError::launch(format!("no kernel '{kernel}'")));
        };
        if global.contains(&0) || local.contains(&0) {
            return Err(InterpError::launch("a size of the grid is zero"));
        }
        if local.iter().map(|&n| u64::from(n)).product::<u64>() > MAX_WORKGROUP {
            return Err(InterpError::launch(format!(
                "a workgroup has more than {MAX_WORKGROUP} work-items"
            )));
        }
        let mut info = LaunchInfo {
            global,
            local,
            global_offset: options.global_offset,
            wave_size: self.target.wave_size().clamp(1, 64),
            static_local: self.static_local,
            local_size: self.static_local.saturating_add(options.dynamic_local),
            kernel_arguments: 0,
            hidden_arguments: 0,
            dispatch_packet: 0,
            output_buffer: 0,
        };
        let variables = self.local_objects.len();
        let (segment, explicit) = self
            .kernel_arguments(func, args, &mut info)
            .map_err(InterpError::launch)?;
        let mut bytes = segment;
        if options.prints {
            let contents = self.target.output_buffer();
            info.output_buffer = self.memory.map(Region {
                may_race: true,
                ..Region::new("the output of the kernel".into(), contents, true)
            });
        }
        let hidden = align_to(bytes.len() as u64, 8);
        bytes.resize(hidden as usize, 0);
        bytes.extend(self.target.hidden_arguments(&info));
        info.kernel_arguments = self
            .memory
            .map(Region::new("kernel arguments".into(), bytes, false));
        info.hidden_arguments = info.kernel_arguments + hidden;
        let packet = self.target.dispatch_packet(&info);
        info.dispatch_packet = self
            .memory
            .map(Region::new("dispatch packet".into(), packet, false));
        let result = self.run_grid(func, &explicit, &info, options);
        self.local_objects.truncate(variables);
        self.memory.unmap(info.kernel_arguments);
        self.memory.unmap(info.dispatch_packet);
        if options.prints {
            self.printed = self.memory.contents(info.output_buffer).to_vec();
            self.memory.unmap(info.output_buffer);
        }
        match result {
            Err(error) if error.message.is_empty() => Ok(LaunchStats::default()),
            result => result,
        }
    }

    /// The explicit part of the argument segment, and for each parameter where its contents lie in it. Local memory for
    /// [`Arg::Local`] is added to `info`.
    fn kernel_arguments(
        &mut self,
        func: FuncRef,
        args: &[Arg],
        info: &mut LaunchInfo,
    ) -> Result<(Vec<u8>, Vec<Parameter>), String> {
        let module = self.module;
        let ctx = &module.ctx;
        let decl = &ctx.functions[func];
        let (_, params, _) = ctx.types.signature(decl.ty).ok_or("no function type")?;
        if params.len() != args.len() {
            return Err(format!(
                "the kernel has {} arguments, {} are given",
                params.len(),
                args.len()
            ));
        }
        let mut bytes = Vec::new();
        let mut explicit = Vec::new();
        for (index, (&param, arg)) in params.iter().zip(args).enumerate() {
            let attrs = decl.param_attrs.get(index).copied();
            let by_ref = attrs.and_then(|set| match ctx.attribute(set, "byref") {
                Some(AttributeValue::Type(ty)) => Some(ty),
                _ => None,
            });
            let ty = by_ref.unwrap_or(param);
            let mut align = ctx.layout.align(&ctx.types, ty);
            if by_ref.is_some()
                && let Some(AttributeValue::Int(given)) = attrs.and_then(|set| ctx.attribute(set, "align"))
                && given.is_power_of_two()
            {
                align = given;
            }
            let size = ctx.layout.size(&ctx.types, ty) as usize;
            let offset = align_to(bytes.len() as u64, align) as usize;
            let mut tag = 0;
            let value = match arg {
                Arg::Bytes(value) if value.len() == size => value.clone(),
                // A vector of three may come without its padding.
                Arg::Bytes(value) if value.len() as u64 == ctx.layout.store_size(&ctx.types, ty) => {
                    value.clone()
                }
                Arg::Bytes(value) => {
                    return Err(format!(
                        "argument {index} has {size} bytes, {} are given",
                        value.len()
                    ));
                }
                Arg::Buffer(buffer)
                | Arg::Descriptor {
                    descriptor: buffer, ..
                } => {
                    let label = parameter_label(module, func, index);
                    if let Arg::Descriptor { contents, .. } = arg {
                        self.name_buffer(*contents, || format!("the texels of {label}"));
                    }
                    let base = self.name_buffer(*buffer, || label.clone());
                    let base = base.ok_or(format!("argument {index} is a buffer that was released"))?;
                    tag = tags::region(self.memory.region_mut(base).number);
                    base.to_le_bytes().to_vec()
                }
                Arg::Local(size) => {
                    let at = align_to(u64::from(info.local_size), 16) as u32;
                    info.local_size = at.checked_add(*size).ok_or("too much local memory")?;
                    tag = tags::local(self.local_objects.len() as u32);
                    self.local_objects.push(LocalObject {
                        start: at.into(),
                        end: info.local_size.into(),
                        label: parameter_label(module, func, index),
                    });
                    at.to_le_bytes().to_vec()
                }
            };
            if value.len() > size {
                return Err(format!("argument {index} is a pointer of another size"));
            }
            bytes.resize(offset, 0);
            bytes.extend(&value);
            bytes.resize(offset + size, 0);
            explicit.push(Parameter {
                offset: offset as u64,
                ty,
                by_ref: by_ref.is_some(),
                tag,
            });
        }
        Ok((bytes, explicit))
    }

    /// The address of a buffer, which findings call by the label; `None` if it was released.
    fn name_buffer(&mut self, buffer: BufferHandle, label: impl FnOnce() -> String) -> Option<u64> {
        let base = self.buffers.get(buffer.0 as usize).copied().flatten()?;
        if self.checker.is_some() {
            self.memory.region_mut(base).label = label();
        }
        Some(base)
    }
}

/// What findings call the argument for a parameter.
fn parameter_label(module: &Module, func: FuncRef, index: usize) -> String {
    let name = module.body(func).and_then(|body| {
        let name = body.value_names[*body.params.get(index)?].expand()?;
        Some(module.ctx.text(name))
    });
    match name {
        Some(name) => format!("argument '{name}'"),
        None => format!("argument {index}"),
    }
}

/// Where a kernel's parameter is in the argument segment.
#[derive(Clone, Copy)]
struct Parameter {
    offset: u64,
    ty: Type,
    by_ref: bool,
    /// What its pointer points to.
    tag: value::Tag,
}

#[cfg(test)]
mod tests;
