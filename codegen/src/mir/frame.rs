//! Frame objects: what lives in memory that belongs to one invocation of the function.

use crate::mir::entities::FrameIndex;
use cranelift_entity::PrimaryMap;

/// What a frame object is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SlotKind {
    /// A variable of the program (a static `alloca`).
    #[default]
    Variable,
    /// A spilled register.
    Spill,
    /// A spilled register of a class whose spills the target keeps elsewhere (scalar values in vector lanes); no
    /// memory is laid out for it.
    LaneSpill,
}

/// One frame object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameObject {
    /// Bytes.
    pub size: u32,
    /// Alignment in bytes, a power of two.
    pub align: u32,
    /// What it is for.
    pub kind: SlotKind,
    /// Place relative to the frame's start in bytes, once laid out.
    pub offset: Option<u32>,
    /// No longer used: takes no memory.
    pub dead: bool,
}

/// The frame of a function.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// All objects.
    pub objects: PrimaryMap<FrameIndex, FrameObject>,
    /// Bytes of the laid-out frame; 0 before [`Frame::lay_out`].
    pub size: u32,
    /// Largest alignment of an object laid out, in bytes.
    pub max_align: u32,
    /// Whether objects of dynamic size exist.
    pub has_dynamic: bool,
}

impl Frame {
    /// Adds an object.
    pub fn create(&mut self, size: u32, align: u32, kind: SlotKind) -> FrameIndex {
        self.objects.push(FrameObject {
            size,
            align: align.max(1),
            kind,
            offset: None,
            dead: false,
        })
    }

    /// Adds a spill slot.
    pub fn create_spill(&mut self, size: u32, align: u32) -> FrameIndex {
        self.create(size, align, SlotKind::Spill)
    }

    /// Whether any object needs memory.
    pub fn has_memory_objects(&self) -> bool {
        self.objects
            .values()
            .any(|object| !object.dead && object.kind != SlotKind::LaneSpill && object.size > 0)
    }

    /// Gives each object that needs memory its offset, from `start` upwards in order of creation, and sets the frame's
    /// size. Objects that have an offset keep it. Saturates at `u32::MAX` bytes, which the target reports as too large.
    pub fn lay_out(&mut self, start: u32) {
        let mut at = start;
        for object in self.objects.values_mut() {
            if object.dead || object.kind == SlotKind::LaneSpill {
                continue;
            }
            self.max_align = self.max_align.max(object.align);
            if object.offset.is_none() {
                at = at.checked_next_multiple_of(object.align).unwrap_or(u32::MAX);
                object.offset = Some(at);
                at = at.saturating_add(object.size);
            } else if let Some(offset) = object.offset {
                at = at.max(offset.saturating_add(object.size));
            }
        }
        self.size = at;
    }
}
