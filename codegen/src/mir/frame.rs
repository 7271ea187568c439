//! Frame objects: memory that belongs to one invocation of the function.

use crate::mir::entities::FrameIndex;
use cranelift_entity::PrimaryMap;

/// The kind of a frame object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SlotKind {
    /// A variable of the program (a static `alloca`).
    #[default]
    Variable,
    /// A spilled register.
    Spill,
    /// A spilled register of a class whose spills the target keeps elsewhere (scalar values in vector lanes); it
    /// occupies no memory.
    LaneSpill,
    /// Arguments of calls that are passed in memory: at the end, where the called function's frame begins.
    Outgoing,
}

/// One frame object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameObject {
    /// Bytes.
    pub size: u32,
    /// Alignment in bytes, a power of two.
    pub align: u32,
    /// Its kind.
    pub kind: SlotKind,
    /// Offset from the frame's start in bytes, once laid out.
    pub offset: Option<u32>,
    /// No longer used: occupies no memory.
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

    /// Bytes up to the end of the objects whose offset is known before the frame is laid out: arguments that callers passed
    /// in memory.
    pub fn incoming_size(&self) -> u32 {
        let ends = self
            .objects
            .values()
            .filter_map(|object| Some(object.offset?.saturating_add(object.size)));
        ends.max().unwrap_or(0)
    }

    /// Bytes up to the end of `objects`, which have offsets.
    pub fn incoming_size_of(&self, objects: &[FrameIndex]) -> u32 {
        let ends = objects.iter().filter_map(|&index| {
            Some(
                self.objects[index]
                    .offset?
                    .saturating_add(self.objects[index].size),
            )
        });
        ends.max().unwrap_or(0)
    }

    /// The object for arguments of calls passed in memory, created at the first call that needs it.
    pub fn outgoing(&mut self, size: u32) -> FrameIndex {
        let known = self
            .objects
            .iter()
            .find(|(_, object)| object.kind == SlotKind::Outgoing);
        let index = match known {
            Some((index, _)) => index,
            None => self.create(0, 16, SlotKind::Outgoing),
        };
        let object = &mut self.objects[index];
        object.size = object.size.max(size);
        index
    }

    /// Gives each object that needs memory its offset, from `start` upwards in order of creation, and sets the frame's
    /// size. Objects that have an offset keep it. Saturates at `u32::MAX` bytes, which the target reports as too large.
    pub fn lay_out(&mut self, start: u32) {
        let order: Vec<FrameIndex> = self.objects.keys().collect();
        self.place(start, &order);
    }

    /// The same with small objects before large ones, for targets whose offsets do not reach everything.
    pub fn lay_out_by_size(&mut self, start: u32) {
        let mut order: Vec<FrameIndex> = self.objects.keys().collect();
        order.sort_by_key(|&index| self.objects[index].size);
        self.place(start, &order);
    }

    fn place(&mut self, start: u32, order: &[FrameIndex]) {
        let mut at = start;
        for &index in order {
            let object = &mut self.objects[index];
            if object.dead || matches!(object.kind, SlotKind::LaneSpill | SlotKind::Outgoing) {
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
