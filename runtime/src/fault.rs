//! The faults that stop a launch, with all that is needed to find the cause.

use std::fmt;

/// The address space of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// Buffers, kernel arguments and code.
    Global,
    /// The workgroup's local memory (LDS).
    Local,
    /// The work-item's private memory (scratch).
    Private,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Global => "global",
            Space::Local => "local",
            Space::Private => "private",
        })
    }
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The launch is not possible; nothing was executed.
    BadLaunch(String),
    /// An access outside every region of its address space.
    OutOfBounds {
        /// Address space.
        space: Space,
        /// First byte of the access.
        address: u64,
        /// Bytes accessed.
        size: u32,
        /// Whether it was a store or an atomic.
        write: bool,
        /// The region closest to the address, with the distance.
        nearest: String,
    },
    /// A store or atomic to read-only memory.
    ReadOnly {
        /// First byte of the access.
        address: u64,
        /// Bytes accessed.
        size: u32,
        /// The region.
        region: String,
    },
    /// An address that is not aligned as the instruction requires.
    Misaligned {
        /// Address space.
        space: Space,
        /// First byte of the access.
        address: u64,
        /// Required alignment in bytes.
        align: u32,
    },
    /// A read of a register that was never written.
    UninitialisedRegister(String),
    /// A read of a byte of local or private memory that was never written.
    UninitialisedMemory {
        /// Address space.
        space: Space,
        /// First byte of the access.
        address: u64,
        /// Bytes accessed.
        size: u32,
    },
    /// An access to a register that an outstanding memory operation still owns.
    MissingWait {
        /// The register.
        register: String,
        /// The counter that should have been waited for.
        counter: &'static str,
        /// The instruction that loads it.
        producer: String,
    },
    /// A scalar load of data that the wave itself stored by vector memory; the load may not see the store.
    StoreNotSeen {
        /// First byte of the load.
        address: u64,
        /// The store, if it is not complete; otherwise the scalar cache holds the data from before it.
        pending: Option<String>,
    },
    /// Too few wait states between two instructions.
    Hazard {
        /// Description of the rule.
        rule: String,
        /// Required wait states.
        needed: u32,
        /// Wait states present.
        found: u32,
    },
    /// A register is read before a transcendental instruction has written it, which the processor does not notice.
    LostResult(String),
    /// A clause of memory instructions that the processor does not execute as such.
    BrokenClause(String),
    /// Another dependency that the processor loses, as text.
    LostDependency(String),
    /// A register beyond those that the kernel descriptor allocates.
    RegisterOutOfRange(String),
    /// An instruction that the emulator does not execute.
    Unsupported(String),
    /// The bytes are not an instruction.
    IllegalInstruction(Vec<u8>),
    /// The program counter left the code.
    BadProgramCounter,
    /// `s_trap`.
    Trap(u8),
    /// The launch executed more instructions than allowed; most likely it has an endless loop.
    InstructionLimit(u64),
    /// An observer ended the launch.
    Stopped,
    /// Waves wait at a barrier that others can never reach.
    BarrierDivergence(String),
    /// Waves wait for a resource of the global wave sync unit (its number), and no other wave of the launch can run.
    SyncDeadlock(u8),
    /// A use of the instruction that has no defined meaning.
    Undefined(String),
}

/// The fault of a launch, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind of fault.
    pub kind: Box<FaultKind>,
    /// Kernel name.
    pub kernel: String,
    /// Offset of the instruction from the kernel's entry, in bytes; `None` if no instruction is at fault.
    pub pc_offset: Option<i64>,
    /// The instruction in assembly.
    pub instruction: String,
    /// Workgroup.
    pub group: Option<[u32; 3]>,
    /// Global id of the first work-item concerned, if the fault is one work-item's.
    pub work_item: Option<[u32; 3]>,
}

impl Fault {
    /// A fault before anything is executed.
    pub fn bad_launch(kernel: &str, message: impl Into<String>) -> Fault {
        Fault {
            kind: Box::new(FaultKind::BadLaunch(message.into())),
            kernel: kernel.to_string(),
            pc_offset: None,
            instruction: String::new(),
            group: None,
            work_item: None,
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::BadLaunch(message) => write!(f, "cannot launch: {message}"),
            FaultKind::OutOfBounds {
                space,
                address,
                size,
                write,
                nearest,
            } => {
                let verb = if *write { "write" } else { "read" };
                write!(
                    f,
                    "{space} {verb} of {size} bytes at {address:#x} is out of bounds ({nearest})"
                )
            }
            FaultKind::ReadOnly {
                address,
                size,
                region,
            } => {
                write!(f, "write of {size} bytes at {address:#x} into read-only {region}")
            }
            FaultKind::Misaligned {
                space,
                address,
                align,
            } => {
                write!(f, "{space} address {address:#x} must be {align}-byte aligned")
            }
            FaultKind::UninitialisedRegister(register) => {
                write!(f, "{register} is read but was never written")
            }
            FaultKind::UninitialisedMemory { space, address, size } => {
                write!(
                    f,
                    "{space} read of {size} bytes at {address:#x} covers bytes that were never written"
                )
            }
            FaultKind::MissingWait {
                register,
                counter,
                producer,
            } => {
                write!(
                    f,
                    "{register} is used before s_waitcnt {counter} (pending: {producer})"
                )
            }
            FaultKind::StoreNotSeen { address, pending } => {
                write!(f, "scalar load at {address:#x} of data that the wave stored ")?;
                match pending {
                    Some(store) => write!(f, "before s_waitcnt vmcnt (pending: {store})"),
                    None => f.write_str("after a scalar load of it, with no s_dcache_inv in between"),
                }
            }
            FaultKind::Hazard { rule, needed, found } => {
                write!(f, "hazard: {rule} needs {needed} wait states, found {found}")
            }
            FaultKind::LostResult(register) => write!(
                f,
                "{register} is read before a transcendental instruction has written it, without s_waitcnt_depctr"
            ),
            FaultKind::LostDependency(text) | FaultKind::BrokenClause(text) => f.write_str(text),
            FaultKind::RegisterOutOfRange(text) => f.write_str(text),
            FaultKind::Unsupported(text) => write!(f, "the emulator does not execute {text}"),
            FaultKind::IllegalInstruction(bytes) => {
                f.write_str("no instruction has the encoding")?;
                bytes.iter().try_for_each(|byte| write!(f, " {byte:02x}"))
            }
            FaultKind::BadProgramCounter => f.write_str("execution left the code of the code object"),
            FaultKind::Trap(2) => f.write_str("trap 2: the program ended itself (llvm.trap)"),
            FaultKind::Trap(id) => write!(f, "trap {id}, for which there is no handler"),
            FaultKind::InstructionLimit(limit) => {
                write!(f, "more than {limit} instructions executed (endless loop?)")
            }
            FaultKind::Stopped => f.write_str("stopped"),
            FaultKind::BarrierDivergence(text) => write!(f, "barrier divergence: {text}"),
            FaultKind::SyncDeadlock(resource) => write!(
                f,
                "resource {resource} of the global wave sync unit is waited for, but no wave can release it"
            ),
            FaultKind::Undefined(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel '{}': {}", self.kernel, self.kind)?;
        if let Some(offset) = self.pc_offset {
            let sign = if offset < 0 { '-' } else { '+' };
            let distance = offset.unsigned_abs();
            write!(
                f,
                "\n  at {}{sign}{distance:#x}: {}",
                self.kernel, self.instruction
            )?;
        }
        if let Some([x, y, z]) = self.work_item {
            write!(f, "\n  work-item ({x}, {y}, {z})")?;
        }
        if let Some([x, y, z]) = self.group {
            write!(f, "\n  workgroup ({x}, {y}, {z})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
