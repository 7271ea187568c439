//! What a target provides to the interpreter: address spaces, hidden arguments, its intrinsics.

use super::check::Kind;
use super::check::races::{Ordered, Scope};
use super::group::Item;
use super::memory::{Memory, Space};
use super::value::Cell;
use crate::entities::FuncRef;
use crate::fold::Scalar;
use crate::fold::environment::Environment;
use crate::intrinsics::IntrinsicId;
use crate::module::Module;
use smallvec::SmallVec;

/// What kind of address space a number means.
#[derive(Clone, Copy, Debug)]
pub struct Spaces {
    /// Shared by a workgroup.
    pub local: u32,
    /// A work-item's own.
    pub private: u32,
    /// The generic one.
    pub generic: u32,
}

impl Spaces {
    /// The kind of a space.
    pub fn kind(&self, space: u32) -> Space {
        match space {
            _ if space == self.local => Space::Local,
            _ if space == self.private => Space::Private,
            _ if space == self.generic => Space::Generic,
            _ => Space::Global,
        }
    }
}

/// Sizes and addresses of a launch.
#[derive(Clone, Copy, Debug)]
pub struct LaunchInfo {
    /// Work-items.
    pub global: [u32; 3],
    /// Work-items of a workgroup.
    pub local: [u32; 3],
    /// First global id.
    pub global_offset: [u64; 3],
    /// Lanes of a wave.
    pub wave_size: u32,
    /// Bytes of local memory that variables take.
    pub static_local: u32,
    /// Bytes of local memory, arguments included.
    pub local_size: u32,
    /// Address of the arguments.
    pub kernel_arguments: u64,
    /// Address of the hidden arguments.
    pub hidden_arguments: u64,
    /// Address of the dispatch packet.
    pub dispatch_packet: u64,
    /// Address of the buffer that kernels print to; 0 if there is none.
    pub output_buffer: u64,
}

impl LaunchInfo {
    /// Workgroups in each dimension.
    pub(super) fn groups(&self) -> [u32; 3] {
        std::array::from_fn(|d| self.global[d].div_ceil(self.local[d]))
    }

    /// Work-items of a workgroup in each dimension; those at the end of the grid may be smaller.
    pub(super) fn size_of(&self, group: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|d| self.local[d].min(self.global[d] - group[d] * self.local[d]))
    }

    /// The global id of a work-item, without the offset of the grid.
    pub(super) fn global_id(&self, group: [u32; 3], local_id: [u32; 3]) -> [u32; 3] {
        std::array::from_fn(|d| group[d] * self.local[d] + local_id[d])
    }

    /// The global id of work-item number `item`, counted by workgroups of `group_size`.
    pub(super) fn numbered(&self, item: u32, group_size: u32) -> [u32; 3] {
        let [x, y, _] = self.groups();
        let (group, index) = (item / group_size.max(1), item % group_size.max(1));
        let group = [group % x, group / x % y, group / x / y];
        self.global_id(group, split(index, self.size_of(group)))
    }
}

/// The id of work-item `index` in a workgroup.
pub(super) fn split(index: u32, size: [u32; 3]) -> [u32; 3] {
    [
        index % size[0],
        index / size[0] % size[1],
        index / (size[0] * size[1]),
    ]
}

/// How a call of a target intrinsic runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// Each work-item by itself: [`TargetIntrinsics::item_call`].
    Item,
    /// The same, but it waits for the lanes of the wave, and knows the arguments of those of its quad: [`ItemCall::quad`].
    Quad,
    /// The lanes of a wave together: [`TargetIntrinsics::wave_call`].
    Wave,
    /// The same; its operand is computed in all lanes of the wave, whether active or not.
    WholeWave,
    /// The same, in all lanes of quads with an active lane.
    WholeQuads,
    /// The same, with two operands: the second is for lanes that do not participate.
    SetInactive,
    /// Each work-item by itself copies memory from the first argument to the second: [`TargetIntrinsics::transfer`].
    Transfer,
    /// Waits until all work-items of the workgroup have arrived.
    Barrier,
    /// Does something with the barrier of the workgroup or with named ones: [`TargetIntrinsics::barrier_action`].
    Barriers,
    /// Has no visible effect.
    Nothing,
    /// The work-item ends.
    End,
    /// Cannot be interpreted.
    Unknown,
}

/// What a call of kind [`CallKind::Barriers`] does. Named barriers are objects in local memory, which waves join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BarrierAction {
    /// Nothing that matters here.
    Nothing,
    /// Each work-item waits until all of the workgroup have arrived.
    WaitForGroup,
    /// Arrives at the barrier of the workgroup; the result is whether as the first wave.
    ArriveFirstAtGroup,
    /// A named barrier has so many members now.
    Initialize {
        /// Its address.
        barrier: u64,
        /// How many waves have to arrive.
        members: u32,
    },
    /// The wave joins a named barrier, in place of the one that it has joined before.
    Join {
        /// Its address.
        barrier: u64,
    },
    /// It leaves that; the result is whether there was one.
    Leave,
    /// Arrives at a named barrier; the result is whether as the first wave.
    Arrive {
        /// Its address.
        barrier: u64,
        /// How many waves have to arrive from now on; 0 to leave that as it is.
        members: u32,
    },
    /// Waits until all have arrived at the barrier that the wave has joined.
    Wait,
    /// The result is the state of a named barrier: [`TargetIntrinsics::barrier_state`].
    State {
        /// Its address.
        barrier: u64,
    },
}

/// The arguments of four lanes of a wave: the cells of all arguments one after the other; `None` for a lane that does not take
/// part.
pub type Quad = [Option<Vec<Cell>>; 4];

/// A call of one work-item.
pub struct ItemCall<'a> {
    /// Which intrinsic.
    pub id: IntrinsicId,
    /// The cells of all arguments one after the other.
    pub args: &'a [Cell],
    /// The scalar kind of each argument cell.
    pub kinds: &'a [Scalar],
    /// The scalar kind of each result cell.
    pub result_kinds: &'a [Scalar],
    /// The result's cells, to be filled.
    pub results: &'a mut [Cell],
    /// The launch.
    pub info: &'a LaunchInfo,
    /// Id of the workgroup.
    pub group: [u32; 3],
    /// Id of the work-item in its workgroup.
    pub local_id: [u32; 3],
    /// Operations executed so far: a clock.
    pub steps: u64,
    /// Target state of the work-item, see [`TargetIntrinsics::initial_state`].
    pub state: &'a mut u32,
    pub(super) memory: &'a mut Memory,
    /// The arguments of the lanes of its quad, if it is of kind [`CallKind::Quad`].
    pub quad: Quad,
    /// Whether its accesses to memory are atomic, for all work-items.
    pub is_atomic: bool,
    /// Accesses to the global address space: address, bytes, whether it writes.
    pub(super) accesses: SmallVec<[(u64, u64, bool); 4]>,
    /// Whether undefined bytes were read.
    pub(super) reads_undefined: bool,
    /// What kind of finding it is if the call fails; none if it is one that the interpreter cannot execute.
    pub misuse: Option<Kind>,
}

impl ItemCall<'_> {
    /// Bits of argument cell `index`; an error if it is poison.
    pub fn arg(&self, index: usize) -> Result<u128, String> {
        match self.args[index] {
            Cell { poison: true, .. } => Err("an argument is undefined".into()),
            cell => Ok(cell.bits),
        }
    }

    /// Reads bytes of the global address space.
    pub fn read_global(&mut self, address: u64, out: &mut [u8]) -> Result<(), String> {
        self.accesses.push((address, out.len() as u64, false));
        let (bytes, offset) = self.memory.access(address, out.len() as u64, false)?;
        self.reads_undefined |= !bytes.is_defined(offset, out.len());
        out.copy_from_slice(&bytes.data[offset..offset + out.len()]);
        Ok(())
    }

    /// Writes bytes of the global address space.
    pub fn write_global(&mut self, address: u64, data: &[u8]) -> Result<(), String> {
        self.accesses.push((address, data.len() as u64, true));
        let (bytes, offset) = self.memory.access(address, data.len() as u64, true)?;
        bytes.write(offset, data);
        Ok(())
    }
}

/// A copy of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Bytes after the address that the first argument is.
    pub from_offset: u64,
    /// Bytes after the address that the second argument is.
    pub to_offset: u64,
    /// Bytes copied.
    pub size: u64,
}

/// A call of a library function of the target, in a launch that is checked.
pub struct LibraryCall<'a> {
    /// The name of the function.
    pub name: &'a str,
    /// The cells of all arguments one after the other.
    pub args: &'a [Cell],
    pub(super) memory: &'a mut Memory,
}

impl LibraryCall<'_> {
    /// Bits of argument cell `index`; `None` if it is undefined.
    pub fn arg(&self, index: usize) -> Option<u128> {
        self.args
            .get(index)
            .filter(|cell| !cell.poison)
            .map(|cell| cell.bits)
    }

    /// The first `N` words of what argument cell `index`, a pointer to global memory, points to.
    pub fn words<const N: usize>(&mut self, index: usize) -> Option<[u32; N]> {
        let address = self.arg(index)? as u64;
        let (bytes, offset) = self.memory.access(address, 4 * N as u64, false).ok()?;
        let word = |index: usize| {
            let start = offset + 4 * index;
            u32::from_le_bytes(std::array::from_fn(|byte| bytes.data[start + byte]))
        };
        Some(std::array::from_fn(word))
    }

    /// What the object is called that argument cell `index` points into.
    pub fn label(&mut self, index: usize) -> String {
        let address = self.arg(index).unwrap_or(0) as u64;
        let region = self.memory.region_near(address);
        region.map_or_else(String::new, |region| region.label.clone())
    }
}

/// A call that the lanes of a wave execute together. Lanes are numbered from 0; those that do not participate have no
/// work-item.
pub struct WaveCall<'a> {
    /// Which intrinsic.
    pub id: IntrinsicId,
    /// By lane, whether it participates. A result that is needed in all lanes is computed for the others as well.
    pub takes_part: &'a [bool],
    /// Arguments by lane: the cells of all arguments one after the other; `None` for a lane that does not exist.
    pub args: &'a [Option<Vec<Cell>>],
    /// The scalar kind of each argument cell.
    pub kinds: &'a [Scalar],
    /// The scalar kind of each result cell.
    pub result_kinds: &'a [Scalar],
    /// Results by lane, to be filled in for existing lanes.
    pub results: &'a mut [Vec<Cell>],
}

/// The target's part of the interpreter.
pub trait TargetIntrinsics {
    /// What the numbers of address spaces mean.
    fn spaces(&self) -> Spaces {
        Spaces {
            local: 3,
            private: 5,
            generic: 0,
        }
    }

    /// Lanes of a wave, at most 64.
    fn wave_size(&self) -> u32 {
        64
    }

    /// Initial contents of [`ItemCall::state`] for a work-item of `kernel`: modes that its calls read and change.
    fn initial_state(&self, _module: &Module, _kernel: FuncRef) -> u32 {
        0
    }

    /// The modes of floating-point arithmetic in `state`.
    fn environment(&self, _state: u32) -> Environment {
        Environment::default()
    }

    /// Among which work-items the synchronization scope that IR names `name` orders accesses.
    fn scope(&self, _name: &str) -> Scope {
        Scope::Device
    }

    /// What a barrier orders in the function `name` of the target's library, called with `arguments`; `None` if it has no
    /// such function.
    fn ordered_by(&self, _name: &str, _arguments: &[Cell]) -> Option<Ordered> {
        None
    }

    /// The initial contents of the buffer that kernels print to.
    fn output_buffer(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Whether [`TargetIntrinsics::misuse`] says something of calls of the library function `name`.
    fn has_rules(&self, _name: &str) -> bool {
        false
    }

    /// Whether the library function `name` copies memory for all work-items of a workgroup, which must call it together with
    /// the same arguments.
    fn is_group_copy(&self, _name: &str) -> bool {
        false
    }

    /// Whether all lanes of a wave must call the library function `name` together; none if it is not one for waves.
    fn is_wave_function(&self, _name: &str) -> Option<bool> {
        None
    }

    /// What is wrong with a call of a library function.
    fn misuse(&self, _call: &mut LibraryCall<'_>) -> Option<(Kind, String)> {
        None
    }

    /// How calls of an intrinsic run. The target may also handle generic ones that read or change modes.
    fn kind(&self, id: IntrinsicId) -> CallKind;

    /// Executes a call of kind [`CallKind::Item`].
    fn item_call(&self, call: &mut ItemCall<'_>) -> Result<(), String>;

    /// What a call of kind [`CallKind::Transfer`] copies.
    fn transfer(&self, _call: &ItemCall<'_>) -> Result<Transfer, String> {
        Err("the target copies no memory".into())
    }

    /// Executes a call of kind [`CallKind::Wave`].
    fn wave_call(&self, call: &mut WaveCall<'_>) -> Result<(), String>;

    /// What a call of kind [`CallKind::Barriers`] does.
    fn barrier_action(&self, _id: IntrinsicId, _args: &[Cell]) -> Result<BarrierAction, String> {
        Err("the target has no such barriers".into())
    }

    /// The state of a named barrier as programs read it: its members, and those that have arrived.
    fn barrier_state(&self, _members: u32, _arrived: u32) -> u32 {
        0
    }

    /// The arguments after the kernel's own.
    fn hidden_arguments(&self, info: &LaunchInfo) -> Vec<u8>;

    /// The dispatch packet of the launch.
    fn dispatch_packet(&self, info: &LaunchInfo) -> Vec<u8>;
}

/// No target: generic intrinsics only.
pub struct NoTarget;

impl TargetIntrinsics for NoTarget {
    fn kind(&self, _: IntrinsicId) -> CallKind {
        CallKind::Unknown
    }

    fn item_call(&self, _: &mut ItemCall<'_>) -> Result<(), String> {
        Err("there is no target".into())
    }

    fn wave_call(&self, _: &mut WaveCall<'_>) -> Result<(), String> {
        Err("there is no target".into())
    }

    fn hidden_arguments(&self, _: &LaunchInfo) -> Vec<u8> {
        Vec::new()
    }

    fn dispatch_packet(&self, _: &LaunchInfo) -> Vec<u8> {
        Vec::new()
    }
}

impl<'a> ItemCall<'a> {
    #[allow(clippy::too_many_arguments)] // the parts of a call
    pub(super) fn new(
        id: IntrinsicId,
        args: &'a [Cell],
        kinds: &'a [Scalar],
        result_kinds: &'a [Scalar],
        results: &'a mut [Cell],
        info: &'a LaunchInfo,
        group: [u32; 3],
        item: &'a mut Item,
        memory: &'a mut Memory,
    ) -> ItemCall<'a> {
        ItemCall {
            id,
            args,
            kinds,
            result_kinds,
            results,
            info,
            group,
            local_id: item.local_id,
            steps: item.steps,
            state: &mut item.state,
            memory,
            quad: Quad::default(),
            is_atomic: false,
            accesses: SmallVec::new(),
            reads_undefined: false,
            misuse: None,
        }
    }
}
