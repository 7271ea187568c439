//! `va_arg`: reads the argument pointer, advances it past the argument and loads that.

use super::function::Body;
use super::inst::Parts;
use super::{Parse, Parser};
use crate::builder::Builder;
use crate::data_layout::align_to;
use crate::entities::Block;
use crate::inst::{Align, Aux, InstFlags, MemoryAux, Opcode};

/// Arguments lie one after the other in slots of this size, whatever the alignment of their types; this is the layout
/// of calls (`lower_variadics`).
const SLOT_BYTES: u64 = 4;

impl Parser<'_> {
    /// The operands, after the word; instructions that precede the load of the argument are inserted.
    pub(super) fn va_arg(&mut self, body: &mut Body, block: Block) -> Parse<Parts> {
        let span = self.span();
        let list = self.typed_value(body)?;
        self.expect_pointer(body, list, span)?;
        self.comma()?;
        let span = self.span();
        let ty = self.first_class_type()?;
        if !self.has_size(ty) {
            return self.error_at(span, "the type has no size");
        }
        let size = self.module.ctx.layout.size(&self.module.ctx.types, ty);
        let mut b = Builder::at_end(&mut body.func, &mut self.module.ctx, block);
        let (pointer, align) = (b.ctx.types.ptr(0), Align::from_bytes(8));
        let argument = b.load(pointer, list, align, InstFlags::empty());
        let next = b.byte_offset(argument, align_to(size, SLOT_BYTES) as i64);
        b.store(next, list, align, InstFlags::empty());
        let memory = MemoryAux::aligned(Align::from_bytes(SLOT_BYTES));
        Ok(Parts {
            aux: Aux::Memory(memory),
            ..Parts::new(Opcode::Load, ty, &[argument])
        })
    }
}
