//! Rewrites accesses of an object as accesses of its parts.

use super::pieces::{fill_value, load_piece, piece_type, store_piece, transfer_address};
use super::{Kind, Part, Slice, Splitter};
use crate::builder::Builder;
use crate::entities::{Inst, Value};
use crate::inst::{Align, InstFlags};
use smallvec::SmallVec;

impl Splitter<'_> {
    pub(super) fn remove(&mut self, inst: Inst) {
        self.removed.insert(inst);
        self.func.remove_inst(inst);
    }

    pub(super) fn rewrite_load(&mut self, slice: Slice, part: Part) {
        let mut b = Builder::before(self.func, self.ctx, slice.inst);
        let value = load_piece(&mut b, part, slice.start, slice.end, slice.ty);
        let result = self.func.result(slice.inst).expect("a load has a result");
        self.func.replace_uses_with_alias(result, value);
        self.remove(slice.inst);
    }

    pub(super) fn rewrite_store(&mut self, slice: Slice, part: Part) {
        let value = self.func.arg(slice.inst, 0);
        let mut b = Builder::before(self.func, self.ctx, slice.inst);
        let made = store_piece(&mut b, part, slice.start, slice.end, value);
        if self.func.arg(made, 0) == value {
            self.note_use(value, made);
        } else if self.ctx.types.is_ptr(self.func.ty(value)) {
            self.escaped.insert(value);
        }
        self.remove(slice.inst);
    }

    /// Lets later objects see the new users of a value that may be an address into them (which then escapes).
    pub(super) fn note_use(&mut self, value: Value, user: Inst) {
        self.extra.entry(value).or_default().push(user);
    }

    /// Replaces a copy or fill by loads and stores of the parts.
    pub(super) fn rewrite_transfer(&mut self, slice: Slice, parts: &[Part]) {
        let args: SmallVec<[Value; 6]> = self.func.args(slice.inst).into();
        for &part in parts {
            let start = slice.start.max(part.start);
            let end = slice.end.min(part.end);
            let whole = start == part.start && end == part.end;
            let Some(ty) = (if whole {
                Some(part.ty)
            } else {
                piece_type(self.ctx, part, end - start)
            }) else {
                continue;
            };
            let delta = start - slice.start;
            match slice.kind {
                Kind::Fill => {
                    let byte = args[2];
                    let mut b = Builder::before(self.func, self.ctx, slice.inst);
                    let value = fill_value(&mut b, byte, end - start, ty);
                    store_piece(&mut b, part, start, end, value);
                }
                Kind::CopyTo => {
                    let (other, align) = self.other_side(slice.inst, args[2], 1, delta);
                    let mut b = Builder::before(self.func, self.ctx, slice.inst);
                    let value = b.load(ty, other, align, InstFlags::empty());
                    let load = b.func.def_inst(value).expect("a load");
                    store_piece(&mut b, part, start, end, value);
                    self.note_use(other, load);
                }
                _ => {
                    let (other, align) = self.other_side(slice.inst, args[1], 0, delta);
                    let mut b = Builder::before(self.func, self.ctx, slice.inst);
                    let value = load_piece(&mut b, part, start, end, ty);
                    let store = b.store(value, other, align, InstFlags::empty());
                    self.note_use(other, store);
                }
            }
        }
        self.remove(slice.inst);
    }

    /// The address `delta` bytes into the other side of a copy, and its alignment.
    pub(super) fn other_side(
        &mut self,
        copy: Inst,
        pointer: Value,
        index: usize,
        delta: u64,
    ) -> (Value, Align) {
        let pointer = self.func.resolve(pointer);
        let mut b = Builder::before(self.func, self.ctx, copy);
        let (moved, align) = transfer_address(&mut b, copy, pointer, index, delta);
        if moved != pointer {
            let gep = self.func.def_inst(moved).expect("an address");
            self.note_use(pointer, gep);
        }
        (moved, align)
    }
}
