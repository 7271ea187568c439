//! Addresses as sums: a base that stays in the loop, a constant, and multiples of extended values.

use crate::analysis::DivergenceAnalysis;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::fold::scalar::sign_extend;
use crate::function::Function;
use crate::inst::{Aux, InstFlags, Opcode};
use crate::passes::opt_sroa::gep_offset;
use smallvec::SmallVec;

/// Maximum depth of an index expression.
const MAX_DEPTH: u32 = 16;
/// Maximum number of summands of an address.
const MAX_TERMS: usize = 6;
/// Maximum number of instructions that compute an address.
const MAX_INSTS: usize = 64;
/// Maximum number of additions that form a counter's step.
const MAX_ADDITIONS: usize = 16;

/// How a narrower value is extended to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Extension {
    None,
    Signed,
    Unsigned,
}

/// A value extended to 64 bits.
pub(crate) type Wide = (Value, Extension);

/// Invariant factors: values in order, `None` after the last.
pub(crate) type Factors = [Option<Wide>; 2];

/// A multiple of a value, or of the product of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    pub value: Wide,
    pub factors: Factors,
    pub scale: i64,
}

/// A 64-bit sum, which wraps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sum {
    pub offset: i64,
    pub terms: SmallVec<[Term; 4]>,
}

impl Sum {
    pub(crate) fn add(&mut self, term: Term) {
        let same = |t: &Term| t.value == term.value && t.factors == term.factors;
        match self.terms.iter_mut().find(|t| same(t)) {
            Some(old) => old.scale = old.scale.wrapping_add(term.scale),
            None => self.terms.push(term),
        }
        self.terms.retain(|t| t.scale != 0);
    }

    /// Adds `number` times the factors.
    pub(crate) fn add_number(&mut self, factors: Factors, number: i64) {
        match factors {
            [None, _] => self.offset = self.offset.wrapping_add(number),
            [Some(value), other] => self.add(Term {
                value,
                factors: [other, None],
                scale: number,
            }),
        }
    }

    pub(crate) fn sort(&mut self) {
        self.terms.sort_by_key(|t| (t.value, t.factors));
    }

    /// The difference to `other`.
    pub(crate) fn minus(&self, other: &Sum) -> Sum {
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

    /// The value, computed at `b`; none for zero.
    pub(crate) fn build(&self, b: &mut Builder<'_>, ty: Type) -> Option<Value> {
        let mut sum: Option<Value> = None;
        for term in &self.terms {
            let mut value = widen(b, term.value, ty);
            for &factor in term.factors.iter().flatten() {
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

/// A phi that grows by the same amount in each iteration.
pub(crate) struct Counter {
    pub phi: Value,
    /// The step, as a list of values.
    pub step: Sum,
    /// The phi and the additions, last addition first.
    pub insts: SmallVec<[Inst; 4]>,
    /// The extensions of the phi that grow by the extension of the step.
    flags: InstFlags,
}

/// Decomposes addresses into invariant parts and multiples of a counter.
pub(crate) struct Forms<'a> {
    pub func: &'a Function,
    pub ctx: &'a Context,
    /// Whether a value is not decomposed: it is invariant in a loop, or uniform.
    pub is_fixed: &'a dyn Fn(Value) -> bool,
    pub counters: SmallVec<[Counter; 4]>,
    /// Whether values that cannot be decomposed are summands, too.
    pub keeps_others: bool,
}

impl<'a> Forms<'a> {
    /// With the counters of a loop; everything outside it is invariant.
    pub(crate) fn of_loop(
        func: &'a Function,
        ctx: &'a Context,
        is_fixed: &'a dyn Fn(Value) -> bool,
        header: Block,
        latch: Block,
    ) -> Forms<'a> {
        let mut forms = Forms {
            func,
            ctx,
            is_fixed,
            counters: SmallVec::new(),
            keeps_others: false,
        };
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
        let next = func.incoming(phi, latch)?;
        let mut counter = Counter {
            phi: value,
            step: Sum::default(),
            insts: SmallVec::from_slice(&[phi]),
            flags: InstFlags::NSW | InstFlags::NUW,
        };
        let mut sum = func.resolve(next);
        for _ in 0..MAX_ADDITIONS {
            if sum == value {
                // For a sum of several values, only the total is known not to wrap.
                if counter.insts.len() > 2 {
                    counter.flags = InstFlags::empty();
                }
                return Some(counter);
            }
            let add = func
                .def_inst(sum)
                .filter(|&add| func.opcode(add) == Opcode::Add)?;
            let (x, y) = (func.resolve(func.arg(add, 0)), func.resolve(func.arg(add, 1)));
            let step = if (self.is_fixed)(y) { y } else { x };
            if !(self.is_fixed)(step) {
                return None;
            }
            sum = if step == y { x } else { y };
            counter.flags &= func.inst(add).flags;
            counter.insts.push(add);
            counter.step.add(Term {
                value: (step, Extension::None),
                factors: [None; 2],
                scale: 1,
            });
        }
        None
    }

    pub(crate) fn counter_of(&self, value: Value) -> Option<&Counter> {
        self.counters.iter().find(|counter| counter.phi == value)
    }

    /// The address as a base and a sum, and the instructions that compute it from the invariant parts, including
    /// counters.
    pub(crate) fn of_address(&self, pointer: Value) -> Option<(Value, Sum, SmallVec<[Inst; 8]>)> {
        let func = self.func;
        let mut sum = Sum::default();
        let mut insts = SmallVec::new();
        let mut base = func.resolve(pointer);
        while !(self.is_fixed)(base) {
            let gep = func.def_inst(base);
            let Some((gep, Aux::SourceType(element))) = gep.map(|gep| (gep, func.inst(gep).aux)) else {
                if self.keeps_others {
                    break;
                }
                return None;
            };
            let size = self.ctx.layout.size(&self.ctx.types, element);
            insts.push(gep);
            if let Some(offset) = gep_offset(func, self.ctx, gep) {
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
                    factors: [None; 2],
                    scale: size as i64,
                };
                self.add_index(&mut sum, &mut insts, index, multiple, 0)?;
            }
            base = func.resolve(func.arg(gep, 0));
        }
        let is_same_space = func.ty(base) == func.ty(pointer);
        let counters = sum.terms.iter().filter_map(|t| self.counter_of(t.value.0));
        insts.extend(counters.flat_map(|counter| counter.insts.iter().copied()));
        sum.sort();
        (is_same_space && sum.terms.len() <= MAX_TERMS).then_some((base, sum, insts))
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
            sum.add_number(by.factors, scale);
            return Some(());
        }
        let term = Term {
            value: (value, by.extension),
            factors: by.factors,
            scale: by.scale,
        };
        let counter = self.counter_of(value);
        if (self.is_fixed)(value) || counter.is_some_and(|counter| extends(counter.flags, by.extension)) {
            sum.add(term);
            return Some(());
        }
        let parts = func
            .def_inst(value)
            .and_then(|inst| Some((inst, self.parts(inst, bits, by)?)));
        match parts.filter(|_| depth < MAX_DEPTH) {
            Some(_) if insts.len() >= MAX_INSTS => return None,
            Some((inst, parts)) => {
                insts.push(inst);
                for (part, by) in parts {
                    self.add_index(sum, insts, part, by, depth + 1)?;
                }
            }
            None if self.keeps_others => sum.add(term),
            None => return None,
        }
        Some(())
    }

    /// The summands of what `inst` computes, if it is a sum under the extension.
    fn parts(&self, inst: Inst, bits: u32, by: Multiple) -> Option<SmallVec<[(Value, Multiple); 2]>> {
        let func = self.func;
        let flags = func.inst(inst).flags;
        let arg = |index| func.resolve(func.arg(inst, index));
        let constant = |value: Value| {
            let constant = func.as_int(value, self.ctx)?;
            Some(match by.extension {
                Extension::Unsigned => constant as i64,
                _ => sign_extend(bits, constant) as i64,
            })
        };
        let parts: &[(Value, Multiple)] = &match func.opcode(inst) {
            Opcode::Or if flags.contains(InstFlags::DISJOINT) => [(arg(0), by), (arg(1), by)],
            Opcode::Add if extends(flags, by.extension) => [(arg(0), by), (arg(1), by)],
            Opcode::Sub if extends(flags, by.extension) => {
                let scale = by.scale.wrapping_neg();
                [(arg(0), by), (arg(1), Multiple { scale, ..by })]
            }
            Opcode::Shl if extends(flags, by.extension) => {
                let amount = func.as_int(arg(1), self.ctx)?;
                let amount = u32::try_from(amount).ok().filter(|&amount| amount < bits)?;
                let scale = by.scale.wrapping_mul(1i64 << amount);
                return Some(SmallVec::from_slice(&[(arg(0), Multiple { scale, ..by })]));
            }
            Opcode::Mul if extends(flags, by.extension) => {
                let (a, b) = (arg(0), arg(1));
                let is_fixed = |value| func.as_const(value).is_some() || (self.is_fixed)(value);
                let (variable, other) = if is_fixed(b) { (a, b) } else { (b, a) };
                let by = match constant(other) {
                    Some(number) => Multiple {
                        scale: by.scale.wrapping_mul(number),
                        ..by
                    },
                    None if is_fixed(other) => Multiple {
                        factors: with(by.factors, (other, by.extension))?,
                        ..by
                    },
                    None => return None,
                };
                return Some(SmallVec::from_slice(&[(variable, by)]));
            }
            opcode @ (Opcode::SExt | Opcode::ZExt) => {
                let extension = match opcode {
                    Opcode::SExt => Extension::Signed,
                    // For a value that is not negative both extensions agree, and signed sums are more common.
                    _ if flags.contains(InstFlags::NNEG) => Extension::Signed,
                    _ => Extension::Unsigned,
                };
                if by.extension != Extension::None && by.extension != extension {
                    return None;
                }
                return Some(SmallVec::from_slice(&[(arg(0), Multiple { extension, ..by })]));
            }
            _ => return None,
        };
        Some(SmallVec::from_slice(parts))
    }
}

/// `factors` and one more, if there is room.
fn with(factors: Factors, one: Wide) -> Option<Factors> {
    let mut all = match factors {
        [None, _] => [Some(one), None],
        [Some(first), None] => [Some(first), Some(one)],
        _ => return None,
    };
    if all[1].is_some() {
        all.sort_unstable();
    }
    Some(all)
}

/// The factor of a value that was found: `scale * factors * extension(value)`.
#[derive(Clone, Copy)]
struct Multiple {
    extension: Extension,
    factors: Factors,
    scale: i64,
}

/// Whether the extension of a result with these flags can be computed from the extensions of its operands.
fn extends(flags: InstFlags, extension: Extension) -> bool {
    match extension {
        Extension::None => true,
        Extension::Signed => flags.contains(InstFlags::NSW),
        Extension::Unsigned => flags.contains(InstFlags::NUW),
    }
}

/// Approximate number of machine instructions for an instruction of an address computation.
pub(crate) fn cost(func: &Function, ctx: &Context, divergence: &DivergenceAnalysis, inst: Inst) -> u32 {
    let value = func.result(inst).expect("it is computed");
    let is_divergent = divergence.is_divergent(value);
    let is_wide = ctx.layout.bits(&ctx.types, func.ty(value)) > 32;
    match func.opcode(inst) {
        Opcode::GetElementPtr if gep_offset(func, ctx, inst).is_some() => 0,
        Opcode::GetElementPtr => {
            let &[base, index] = func.args(inst) else { return 0 };
            let Aux::SourceType(element) = func.inst(inst).aux else {
                return 0;
            };
            let is_shifted = ctx.layout.size(&ctx.types, element) != 1;
            let narrow = func
                .def_inst(index)
                .is_some_and(|def| func.opcode(def) == Opcode::ZExt);
            match is_divergent {
                // Accesses can add 32 bits to a uniform base.
                true if narrow && !divergence.is_divergent(base) => u32::from(is_shifted),
                true => 1,
                false => 2 + u32::from(is_shifted),
            }
        }
        Opcode::ZExt | Opcode::Phi => 0,
        Opcode::Mul if is_wide => 4,
        Opcode::Add | Opcode::Sub | Opcode::Or if is_wide && !is_divergent => 2,
        _ => 1,
    }
}
