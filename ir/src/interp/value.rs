//! Cells, and the layout of types in cells.

use crate::context::Context;
use crate::entities::Type;
use crate::fold::Scalar;
use crate::types::TypeData;
use fxhash::FxHashMap;
use std::rc::Rc;

/// A scalar value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// The bits, zero-extended; 0 if poison.
    pub bits: u128,
    /// Where it comes from, in a launch that is checked: the object that a pointer was made from, or why there is no
    /// defined value.
    pub(super) tag: Tag,
    /// The operation that moved a pointer out of an inner array, counted from 1; 0 if none did.
    pub(super) stray: u32,
    /// Whether it has no defined value.
    pub poison: bool,
}

/// Two cells are the same if their values are, wherever they come from.
impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.poison == other.poison && self.bits == other.bits
    }
}

impl Eq for Cell {}

/// See [`Cell::tag`]; 0 says nothing. [`super::check::tags`] packs and unpacks others.
pub(super) type Tag = u64;

impl Cell {
    /// Poison.
    pub const POISON: Cell = Cell::poison(0);

    /// A defined value.
    pub fn new(bits: u128) -> Cell {
        Cell::pointer(bits, 0)
    }

    /// A pointer to the object of `tag`.
    pub(super) const fn pointer(bits: u128, tag: Tag) -> Cell {
        Cell {
            bits,
            tag,
            stray: 0,
            poison: false,
        }
    }

    /// Poison for the reason `tag`.
    pub(super) const fn poison(tag: Tag) -> Cell {
        Cell {
            bits: 0,
            tag,
            stray: 0,
            poison: true,
        }
    }

    /// What an operation on `self` and `other` gives, one of which is poison.
    pub(super) fn or_poison(self, other: Cell) -> Cell {
        Cell::poison(if self.poison { self.tag } else { other.tag })
    }
}

/// A scalar inside of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    pub scalar: Scalar,
    /// First bit in memory.
    pub bit: u64,
    /// Bytes that the scalar takes; 0 if it shares bytes with others.
    pub bytes: u8,
    pub holds: Holds,
}

/// What a scalar is, as far as memory is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    /// A number, which is not made from any object even if a pointer is read as one.
    Number,
    Pointer,
    /// A byte of raw memory.
    Byte,
}

/// The cells of a type.
#[derive(Debug)]
pub(super) struct Layout {
    pub leaves: Vec<Leaf>,
    /// Bytes that a store writes.
    pub size: u64,
}

/// Maximum number of cells of a value.
const MAX_CELLS: usize = 4096;

/// Cached layouts of types.
#[derive(Default)]
pub(super) struct Layouts {
    known: FxHashMap<Type, Rc<Layout>>,
}

impl Layouts {
    /// The layout of a type.
    pub(super) fn of(&mut self, ctx: &Context, ty: Type) -> Result<Rc<Layout>, String> {
        if let Some(layout) = self.known.get(&ty) {
            return Ok(layout.clone());
        }
        let mut leaves = Vec::new();
        collect(ctx, ty, 0, &mut leaves)?;
        let layout = Rc::new(Layout {
            leaves,
            size: ctx.layout.store_size(&ctx.types, ty),
        });
        self.known.insert(ty, layout.clone());
        Ok(layout)
    }
}

fn collect(ctx: &Context, ty: Type, bit: u64, leaves: &mut Vec<Leaf>) -> Result<(), String> {
    if leaves.len() >= MAX_CELLS {
        return Err(format!(
            "a value of more than {MAX_CELLS} scalars cannot be interpreted"
        ));
    }
    match ctx.types.data(ty) {
        TypeData::Vector(element, count) => {
            let width = ctx.layout.bits(&ctx.types, *element);
            for lane in 0..u64::from(*count) {
                collect(ctx, *element, bit + lane * width, leaves)?;
                // Elements of a vector lie without padding.
                if !width.is_multiple_of(8)
                    && let Some(leaf) = leaves.last_mut()
                {
                    leaf.bytes = 0;
                }
            }
        }
        TypeData::Array(element, count) => {
            let step = ctx.layout.size(&ctx.types, *element) * 8;
            let first = leaves.len();
            for index in 0..*count {
                collect(ctx, *element, bit + index * step, leaves)?;
                // Empty elements may occur in any number.
                if leaves.len() == first {
                    break;
                }
            }
        }
        TypeData::Struct(..) | TypeData::NamedStruct(_) => {
            let (fields, _) = ctx.types.struct_fields(ty).ok_or("a value of an opaque type")?;
            for (index, &field) in fields.iter().enumerate() {
                let offset = ctx
                    .layout
                    .field_offset(&ctx.types, ty, index)
                    .ok_or("a field without offset")?;
                collect(ctx, field, bit + offset * 8, leaves)?;
            }
        }
        TypeData::Token | TypeData::Metadata | TypeData::Void | TypeData::Target(..) => {}
        // Raw memory may be poison or part of a pointer byte by byte.
        TypeData::Byte(bits) if bits.is_multiple_of(8) => {
            leaves.extend((0..u64::from(bits / 8)).map(|byte| Leaf {
                scalar: Scalar::Int(8),
                bit: bit + 8 * byte,
                bytes: 1,
                holds: Holds::Byte,
            }));
        }
        _ => {
            let scalar = ctx.scalar_kind(ty).ok_or("a value that is not a scalar")?;
            if scalar.bits() > 128 {
                return Err("values of more than 128 bits cannot be interpreted".into());
            }
            leaves.push(Leaf {
                scalar,
                bit,
                bytes: scalar.bits().div_ceil(8) as u8,
                holds: if ctx.types.is_ptr(ty) {
                    Holds::Pointer
                } else {
                    Holds::Number
                },
            });
        }
    }
    Ok(())
}

/// Index of the first cell of a member of a type, and the member's type.
pub(super) fn member_cells(
    ctx: &Context,
    layouts: &mut Layouts,
    ty: Type,
    indices: &[u32],
) -> Result<(u32, Type), String> {
    let mut start = 0u32;
    let mut ty = ty;
    for &index in indices {
        match ctx.types.array_parts(ty) {
            Some((element, _)) => {
                start += index * layouts.of(ctx, element)?.leaves.len() as u32;
                ty = element;
            }
            None => {
                let fields = ctx.types.struct_fields(ty).ok_or("no aggregate")?.0;
                for &field in &fields[..index as usize] {
                    start += layouts.of(ctx, field)?.leaves.len() as u32;
                }
                ty = fields[index as usize];
            }
        }
    }
    Ok((start, ty))
}
