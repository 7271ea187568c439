//! Addresses as sums: a base that stays in the loop, a constant, and multiples of extended values.

use crate::analysis::{LoopForest, LoopId};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::Function;
use crate::inst::{InstFlags, Opcode};
use smallvec::SmallVec;

/// How deep an index is looked into.
const MAX_DEPTH: u32 = 16;
/// An address of more summands stays as it is.
const MAX_TERMS: usize = 6;
/// A counter that more is added to is none.
const MAX_ADDITIONS: usize = 16;

/// How a narrower value becomes one of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Extension {
    None,
    Signed,
    Unsigned,
}

/// A value as one of 64 bits.
pub(super) type Wide = (Value, Extension);

/// A multiple of a value, or of the product of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Term {
    pub value: Wide,
    /// What does not change in the loop.
    pub factor: Option<Wide>,
    pub scale: i64,
}

/// A sum of 64 bits, which wraps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum {
    pub offset: i64,
    pub terms: SmallVec<[Term; 4]>,
}

impl Sum {
    pub fn add(&mut self, term: Term) {
        let same = |t: &Term| t.value == term.value && t.factor == term.factor;
        match self.terms.iter_mut().find(|t| same(t)) {
            Some(old) => old.scale = old.scale.wrapping_add(term.scale),
            None => self.terms.push(term),
        }
        self.terms.retain(|t| t.scale != 0);
    }

    pub fn sort(&mut self) {
        self.terms.sort_by_key(|t| (t.value, t.factor));
    }

    /// What has to be added to `other`.
    pub fn minus(&self, other: &Sum) -> Sum {
        let mut difference = self.clone();
        difference.offset = self.offset.wrapping_sub(other.offset);
        for term in &other.terms {
            difference.add(Term {
                scale: term.scale.wrapping_neg(),
                ..*term
            });
        }
        difference.sort();
        difference
    }

    /// The value, computed where `b` is; none for zero.
    pub fn build(&self, b: &mut Builder<'_>, ty: Type) -> Option<Value> {
        let mut sum: Option<Value> = None;
        for term in &self.terms {
            let mut value = widen(b, term.value, ty);
            if let Some(factor) = term.factor {
                let factor = widen(b, factor, ty);
                value = b.binary(Opcode::Mul, value, factor);
            }
            if term.scale != 1 {
                let power = (term.scale > 0).then(|| term.scale.trailing_zeros());
                value = match power {
                    Some(amount) if 1 << amount == term.scale => {
                        let amount = b.int(ty, amount.into());
                        b.binary(Opcode::Shl, value, amount)
                    }
                    _ => {
                        let scale = b.int(ty, i128::from(term.scale) as u128);
                        b.binary(Opcode::Mul, value, scale)
                    }
                };
            }
            sum = Some(match sum {
                Some(sum) => b.binary(Opcode::Add, sum, value),
                None => value,
            });
        }
        if self.offset == 0 {
            return sum;
        }
        let offset = b.int(ty, i128::from(self.offset) as u128);
        Some(match sum {
            Some(sum) => b.binary(Opcode::Add, sum, offset),
            None => offset,
        })
    }
}

fn widen(b: &mut Builder<'_>, (value, extension): Wide, ty: Type) -> Value {
    match extension {
        Extension::None => value,
        Extension::Signed => b.cast(Opcode::SExt, value, ty),
        Extension::Unsigned => b.cast(Opcode::ZExt, value, ty),
    }
}

/// A phi that grows by the same in each iteration.
pub(super) struct Counter {
    pub phi: Value,
    /// What is added, in values as they are.
    pub step: Sum,
    /// The phi, and what adds, the last addition first.
    pub insts: SmallVec<[Inst; 4]>,
    /// Which extensions of the phi grow by the extension of the step.
    flags: InstFlags,
}

/// Takes addresses in one loop apart.
pub(super) struct Forms<'a> {
    pub func: &'a Function,
    pub ctx: &'a Context,
    pub loops: &'a LoopForest,
    pub id: LoopId,
    pub counters: SmallVec<[Counter; 4]>,
}

impl<'a> Forms<'a> {
    pub fn new(
        func: &'a Function,
        ctx: &'a Context,
        loops: &'a LoopForest,
        id: LoopId,
        latch: Block,
    ) -> Forms<'a> {
        let mut forms = Forms {
            func,
            ctx,
            loops,
            id,
            counters: SmallVec::new(),
        };
        let header = loops.get(id).header;
        forms.counters = func
            .phis(header)
            .filter_map(|phi| forms.counter(phi, latch))
            .collect();
        forms
    }

    fn counter(&self, phi: Inst, latch: Block) -> Option<Counter> {
        let func = self.func;
        let value = func.result(phi)?;
        self.ctx
            .types
            .int_bits(func.ty(value))
            .filter(|&bits| bits <= 64)?;
        let from_latch = func.inst_blocks(phi).iter().position(|&block| block == latch)?;
        let next = func.arg(phi, from_latch);
        let mut counter = Counter {
            phi: value,
            step: Sum::default(),
            insts: SmallVec::from_slice(&[phi]),
            flags: InstFlags::NSW | InstFlags::NUW,
        };
        let mut sum = func.resolve(next);
        for _ in 0..MAX_ADDITIONS {
            if sum == value {
                // Of a sum of several only the whole is known not to wrap.
                if counter.insts.len() > 2 {
                    counter.flags = InstFlags::empty();
                }
                return Some(counter);
            }
            let add = func
                .def_inst(sum)
                .filter(|&add| func.opcode(add) == Opcode::Add)?;
            let (x, y) = (func.resolve(func.arg(add, 0)), func.resolve(func.arg(add, 1)));
            let step = if self.is_invariant(y) { y } else { x };
            if !self.is_invariant(step) {
                return None;
            }
            sum = if step == y { x } else { y };
            counter.flags &= func.inst(add).flags;
            counter.insts.push(add);
            counter.step.add(Term {
                value: (step, Extension::None),
                factor: None,
                scale: 1,
            });
        }
        None
    }

    pub fn is_invariant(&self, value: Value) -> bool {
        let block = self
            .func
            .def_inst(value)
            .and_then(|def| self.func.inst_block(def));
        block.is_none_or(|block| !self.loops.contains(self.id, block))
    }

    pub fn counter_of(&self, value: Value) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.phi == value)
    }

    /// The address as a base and a sum in which a counter is, and the instructions of the loop that compute it.
    pub fn of_address(&self, pointer: Value) -> Option<(Value, Sum, SmallVec<[Inst; 8]>)> {
        let func = self.func;
        let mut sum = Sum::default();
        let mut insts = SmallVec::new();
        let mut base = func.resolve(pointer);
        while !self.is_invariant(base) {
            let gep = func.def_inst(base)?;
            let crate::inst::Aux::SourceType(element) = func.inst(gep).aux else {
                return None;
            };
            let size = self.ctx.layout.size(&self.ctx.types, element);
            insts.push(gep);
            if let Some(offset) = super::gep_offset(func, self.ctx, gep) {
                sum.offset = sum.offset.wrapping_add(offset as i64);
            } else {
                let &[_, index] = func.args(gep) else { return None };
                let bits = self.ctx.types.int_bits(func.ty(index))?;
                let extension = if bits < 64 {
                    Extension::Signed
                } else {
                    Extension::None
                };
                let multiple = Multiple {
                    extension,
                    factor: None,
                    scale: size as i64,
                };
                self.add_index(&mut sum, &mut insts, index, multiple, 0)?;
            }
            base = func.resolve(func.arg(gep, 0));
        }
        let is_same_space = func.ty(base) == func.ty(pointer);
        let counters = sum.terms.iter().filter_map(|t| self.counter_of(t.value.0));
        let own = insts.len();
        insts.extend(counters.flat_map(|counter| counter.insts.iter().copied()));
        let counts = insts.len() > own;
        sum.sort();
        (is_same_space && counts && sum.terms.len() <= MAX_TERMS).then_some((base, sum, insts))
    }

    fn add_index(
        &self,
        sum: &mut Sum,
        insts: &mut SmallVec<[Inst; 8]>,
        value: Value,
        by: Multiple,
        depth: u32,
    ) -> Option<()> {
        let func = self.func;
        let value = func.resolve(value);
        let bits = self
            .ctx
            .types
            .int_bits(func.ty(value))
            .filter(|&bits| bits <= 64)?;
        if let Some(constant) = func.as_int(value, self.ctx) {
            let number = match by.extension {
                Extension::Unsigned => constant as i64,
                _ => sign_extend(bits, constant) as i64,
            };
            let scale = by.scale.wrapping_mul(number);
            match by.factor {
                None => sum.offset = sum.offset.wrapping_add(scale),
                Some(factor) => sum.add(Term {
                    value: factor,
                    factor: None,
                    scale,
                }),
            }
            return Some(());
        }
        let counter = self.counter_of(value);
        if self.is_invariant(value) || counter.is_some_and(|counter| extends(counter.flags, by.extension)) {
            sum.add(Term {
                value: (value, by.extension),
                factor: by.factor,
                scale: by.scale,
            });
            return Some(());
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let inst = func.def_inst(value)?;
        let flags = func.inst(inst).flags;
        insts.push(inst);
        let mut add = |value, by| self.add_index(sum, insts, value, by, depth + 1);
        match func.opcode(inst) {
            Opcode::Or if flags.contains(InstFlags::DISJOINT) => {
                add(func.arg(inst, 0), by)?;
                add(func.arg(inst, 1), by)
            }
            Opcode::Add if extends(flags, by.extension) => {
                add(func.arg(inst, 0), by)?;
                add(func.arg(inst, 1), by)
            }
            Opcode::Sub if extends(flags, by.extension) => {
                add(func.arg(inst, 0), by)?;
                let scale = by.scale.wrapping_neg();
                add(func.arg(inst, 1), Multiple { scale, ..by })
            }
            Opcode::Shl if extends(flags, by.extension) => {
                let amount = func
                    .as_int(func.arg(inst, 1), self.ctx)
                    .filter(|&amount| amount < u128::from(bits))?;
                let scale = by.scale.wrapping_mul(1i64.wrapping_shl(amount as u32));
                add(func.arg(inst, 0), Multiple { scale, ..by })
            }
            Opcode::Mul if extends(flags, by.extension) => {
                let [a, b] = [0, 1].map(|i| func.resolve(func.arg(inst, i)));
                let (variable, other) = if self.is_invariant(b) { (a, b) } else { (b, a) };
                if !self.is_invariant(other) {
                    return None;
                }
                match func.as_int(other, self.ctx) {
                    Some(constant) => {
                        let number = match by.extension {
                            Extension::Unsigned => constant as i64,
                            _ => sign_extend(bits, constant) as i64,
                        };
                        let scale = by.scale.wrapping_mul(number);
                        add(variable, Multiple { scale, ..by })
                    }
                    None if by.factor.is_none() => {
                        let factor = Some((other, by.extension));
                        add(variable, Multiple { factor, ..by })
                    }
                    None => None,
                }
            }
            opcode @ (Opcode::SExt | Opcode::ZExt) => {
                let own = match opcode {
                    Opcode::SExt => Extension::Signed,
                    // Of what is not negative both extensions are the same, and signed sums are the common ones.
                    _ if flags.contains(InstFlags::NNEG) => Extension::Signed,
                    _ => Extension::Unsigned,
                };
                if by.extension != Extension::None && by.extension != own {
                    return None;
                }
                let extension = own;
                add(func.arg(inst, 0), Multiple { extension, ..by })
            }
            _ => None,
        }
    }
}

/// What a value that is met is a part of: `scale * factor * extension(value)`.
#[derive(Clone, Copy)]
struct Multiple {
    extension: Extension,
    factor: Option<Wide>,
    scale: i64,
}

/// Whether the extension of what has these flags is computed from the extensions of its operands.
fn extends(flags: InstFlags, extension: Extension) -> bool {
    match extension {
        Extension::None => true,
        Extension::Signed => flags.contains(InstFlags::NSW),
        Extension::Unsigned => flags.contains(InstFlags::NUW),
    }
}
