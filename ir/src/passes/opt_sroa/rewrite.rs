//! Rewrites accesses of an object as accesses of its parts.

use super::pieces::{fill_value, load_piece, piece_type, store_piece, transfer_address};
use super::{Kind, Part, Slice, Splitter};
use crate::builder::Builder;
use crate::entities::{Inst, MetadataId, Value};
use crate::function::annotations::{DebugRecord, EXPRESSION, RecordOperand};
use crate::inst::{Align, Aux, InstFlags};
use fxhash::FxHashMap;
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

    /// The variable that a debug record places in the object is in its parts, as fragments.
    pub(super) fn split_declarations(&mut self, alloca: Inst, parts: &[Part]) {
        let Aux::Alloca(ty, _) = self.func.inst(alloca).aux else {
            return;
        };
        let Some(mut annotations) = self.func.annotations.take() else {
            return;
        };
        let size = self.ctx.layout.size(&self.ctx.types, ty);
        let (declare, object) = (self.ctx.symbol("dbg_declare"), self.func.result(alloca));
        let mut expressions: FxHashMap<(MetadataId, u64), Option<MetadataId>> = FxHashMap::default();
        let mut places: Vec<Inst> = annotations.records.keys().copied().collect();
        places.sort_unstable();
        for place in places {
            let records = annotations.records.entry(place).or_default();
            let is_split = |record: &DebugRecord| {
                record.kind == declare && record.value().map(|value| self.func.resolve(value)) == object
            };
            if !records.iter().any(is_split) {
                continue;
            }
            for record in std::mem::take(records) {
                if !is_split(&record) {
                    records.push(record);
                    continue;
                }
                let Some(expression) = record.node(EXPRESSION) else {
                    continue;
                };
                for part in parts {
                    let Some(alloca) = part.alloca else { continue };
                    let range = (8 * part.start, 8 * (part.end - part.start));
                    let fragment = match range == (0, 8 * size) {
                        true => Some(expression),
                        false => *expressions
                            .entry((expression, part.start))
                            .or_insert_with(|| self.ctx.debug_fragment(expression, range.0, range.1)),
                    };
                    if let Some(fragment) = fragment {
                        let mut record = record.mapped(|_| alloca);
                        record.operands[EXPRESSION] = RecordOperand::Metadata(fragment);
                        records.push(record);
                    }
                }
            }
        }
        self.func.annotations = Some(annotations);
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
