//! Calls of generic intrinsics.

use super::{Rewrite, Simplifier};
use crate::attributes::AttributeValue;
use crate::entities::{AttributeSet, Inst, Type, Value};
use crate::inst::{Align, Aux, CallAux, InstFlags, MemoryAux, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use smallvec::SmallVec;

impl Simplifier<'_> {
    /// A call of an intrinsic that has a result.
    pub(super) fn make_call(
        &mut self,
        intrinsic: IntrinsicId,
        overloads: &[Type],
        args: &[Value],
    ) -> Option<Value> {
        let callee = self.ctx.declare_intrinsic(intrinsic, overloads);
        let function_ty = self.ctx.functions[callee].ty;
        let (ret, _, _) = self.ctx.types.signature(function_ty)?;
        let mut all: SmallVec<[Value; 4]> = SmallVec::new();
        all.push(self.func.function_value(callee, self.ctx));
        all.extend_from_slice(args);
        let aux = CallAux {
            function_ty,
            conv: self.ctx.functions[callee].conv,
            fn_attrs: AttributeSet::EMPTY,
            ret_attrs: AttributeSet::EMPTY,
            param_attrs: u32::MAX,
        };
        Some(self.make(Opcode::Call, ret, &all, InstFlags::empty(), Aux::Call(aux)))
    }

    pub(super) fn call(&mut self, inst: Inst) -> Option<Rewrite> {
        let intrinsic = self.func.called_intrinsic(inst, self.ctx)?;
        let ty = self.func.inst(inst).ty;
        // The replacement is not a call: its call flags are dropped.
        let flags = self.func.inst(inst).flags & InstFlags::FAST;
        let count = self.func.args(inst).len() - 1;
        let arg = |s: &Self, i: usize| s.func.arg(inst, i + 1);
        match intrinsic {
            id::ASSUME => {
                let is_true = self.as_int(arg(self, 0)) == Some(1);
                is_true.then_some(Rewrite::Remove)
            }
            id::EXPECT | id::EXPECT_WITH_PROBABILITY | id::SSA_COPY => Some(Rewrite::Value(arg(self, 0))),
            id::SMIN | id::SMAX | id::UMIN | id::UMAX => {
                self.min_max(inst, intrinsic, arg(self, 0), arg(self, 1))
            }
            id::MINNUM | id::MAXNUM | id::MINIMUM | id::MAXIMUM | id::MINIMUMNUM | id::MAXIMUMNUM => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                (a == b).then_some(Rewrite::Value(a))
            }
            id::ABS => self
                .known(arg(self, 0))
                .is_non_negative()
                .then(|| Rewrite::Value(arg(self, 0))),
            id::FABS => {
                let a = arg(self, 0);
                if let Some(def) = self.func.def_inst(a) {
                    if self.func.called_intrinsic(def, self.ctx) == Some(id::FABS) {
                        return Some(Rewrite::Value(a));
                    }
                    if self.func.opcode(def) == Opcode::FNeg {
                        return self.with_arg(inst, 0, self.func.arg(def, 0));
                    }
                }
                None
            }
            id::COPYSIGN => {
                // The sign of the first operand does not matter.
                let def = self.func.def_inst(arg(self, 0))?;
                if self.func.opcode(def) == Opcode::FNeg {
                    return self.with_arg(inst, 0, self.func.arg(def, 0));
                }
                None
            }
            id::FLOOR | id::CEIL | id::TRUNC | id::RINT | id::NEARBYINT | id::ROUND | id::ROUNDEVEN => {
                // Rounding an integral value: already rounded, or converted from an integer.
                let a = arg(self, 0);
                let def = self.func.def_inst(a)?;
                let rounded = matches!(self.func.opcode(def), Opcode::SIToFP | Opcode::UIToFP)
                    || matches!(
                        self.func.called_intrinsic(def, self.ctx),
                        Some(
                            id::FLOOR
                                | id::CEIL
                                | id::TRUNC
                                | id::RINT
                                | id::NEARBYINT
                                | id::ROUND
                                | id::ROUNDEVEN
                        )
                    );
                rounded.then_some(Rewrite::Value(a))
            }
            id::FMA | id::FMULADD => self.multiply_add(inst, flags),
            id::POWI => {
                let (x, n) = (arg(self, 0), self.as_int(arg(self, 1))?);
                match n {
                    1 => Some(Rewrite::Value(x)),
                    2 => {
                        let square = self.make(Opcode::FMul, ty, &[x, x], flags, Aux::None);
                        Some(Rewrite::Value(square))
                    }
                    _ => None,
                }
            }
            id::POW => self.power(inst, flags),
            id::FSHL | id::FSHR => {
                let amount = self.as_int(arg(self, 2))?;
                let width = u128::from(self.width(ty));
                if amount % width == 0 {
                    return Some(Rewrite::Value(arg(self, usize::from(intrinsic == id::FSHR))));
                }
                if amount >= width {
                    let reduced = self.int(ty, amount % width);
                    return self.with_arg(inst, 2, reduced);
                }
                None
            }
            id::CTPOP | id::CTLZ | id::CTTZ | id::BSWAP | id::BITREVERSE => None,
            id::MEMCPY | id::MEMMOVE | id::MEMCPY_INLINE => self.small_copy(inst),
            id::MEMSET => (count >= 3 && self.is_zero(arg(self, 2))).then_some(Rewrite::Remove),
            _ => None,
        }
    }

    fn with_arg(&mut self, call: Inst, index: usize, value: Value) -> Option<Rewrite> {
        let mut args: SmallVec<[Value; 6]> = self.func.args(call).into();
        args[index + 1] = value;
        self.set_args(call, &args);
        Some(Rewrite::InPlace)
    }

    fn min_max(&mut self, inst: Inst, intrinsic: IntrinsicId, a: Value, b: Value) -> Option<Rewrite> {
        if a == b {
            return Some(Rewrite::Value(a));
        }
        if self.is_const(a) && !self.is_const(b) {
            let args = [self.func.args(inst)[0], b, a];
            self.set_args(inst, &args);
            return Some(Rewrite::InPlace);
        }
        let ty = self.func.inst(inst).ty;
        let (x, y) = (self.known(a), self.known(b));
        let signed = matches!(intrinsic, id::SMIN | id::SMAX);
        let minimum = matches!(intrinsic, id::SMIN | id::UMIN);
        if signed && x.is_non_negative() && y.is_non_negative() {
            let unsigned = if minimum { id::UMIN } else { id::UMAX };
            return Some(Rewrite::Value(self.make_call(unsigned, &[ty], &[a, b])?));
        }
        let (x, y) = match signed {
            true => (x.in_signed_order(), y.in_signed_order()),
            false => (x, y),
        };
        if x.max() <= y.min() {
            return Some(Rewrite::Value(if minimum { a } else { b }));
        }
        if y.max() <= x.min() {
            return Some(Rewrite::Value(if minimum { b } else { a }));
        }
        let def = self.func.def_inst(a)?;
        let below = self.func.called_intrinsic(def, self.ctx)?;
        let (Some(c), Some(d)) = (self.as_int(*self.func.args(def).get(2)?), self.as_int(b)) else {
            return None;
        };
        let inner = self.func.arg(def, 1);
        let width = self.width(ty);
        let less = if signed {
            crate::fold::scalar::sign_extend(width, c) < crate::fold::scalar::sign_extend(width, d)
        } else {
            c < d
        };
        // min(min(x, c), d)
        if below == intrinsic {
            let both = self.int(ty, if less == minimum { c } else { d });
            let args = [self.func.args(inst)[0], inner, both];
            self.set_args(inst, &args);
            return Some(Rewrite::InPlace);
        }
        // max(min(x, high), low) = min(max(x, low), high): one form for all clamps.
        let opposite = if signed { id::SMIN } else { id::UMIN };
        if !minimum && below == opposite && !less && self.has_one_use(a) {
            let raised = self.make_call(intrinsic, &[ty], &[inner, b])?;
            let high = self.int(ty, c);
            return Some(Rewrite::Value(self.make_call(
                opposite,
                &[ty],
                &[raised, high],
            )?));
        }
        None
    }

    fn multiply_add(&mut self, inst: Inst, flags: InstFlags) -> Option<Rewrite> {
        let (a, b, c) = (
            self.func.arg(inst, 1),
            self.func.arg(inst, 2),
            self.func.arg(inst, 3),
        );
        if self.is_const(a) && !self.is_const(b) {
            let args = [self.func.args(inst)[0], b, a, c];
            self.set_args(inst, &args);
            return Some(Rewrite::InPlace);
        }
        let ty = self.func.inst(inst).ty;
        let one = self
            .as_float(b)
            .filter(|&(kind, bits)| bits == kind.from_f64(1.0))
            .is_some();
        if one {
            return Some(Rewrite::Value(self.make(
                Opcode::FAdd,
                ty,
                &[a, c],
                flags,
                Aux::None,
            )));
        }
        // x * y + -0.0 is x * y, rounded once either way
        let negative_zero = self.as_float(c).is_some_and(|(kind, bits)| bits == kind.sign());
        let zero = self.as_float(c).is_some_and(|(_, bits)| bits == 0);
        if negative_zero || (zero && flags.contains(InstFlags::NSZ)) {
            return Some(Rewrite::Value(self.make(
                Opcode::FMul,
                ty,
                &[a, b],
                flags,
                Aux::None,
            )));
        }
        if let (Some(x), Some(y)) = (self.match_op(a, Opcode::FNeg), self.match_op(b, Opcode::FNeg)) {
            let args = [
                self.func.args(inst)[0],
                self.func.arg(x, 0),
                self.func.arg(y, 0),
                c,
            ];
            self.set_args(inst, &args);
            return Some(Rewrite::InPlace);
        }
        None
    }

    fn power(&mut self, inst: Inst, flags: InstFlags) -> Option<Rewrite> {
        let (x, y) = (self.func.arg(inst, 1), self.func.arg(inst, 2));
        let ty = self.func.inst(inst).ty;
        let (kind, bits) = self.as_float(y)?;
        let exponent = kind.to_f64(bits);
        if exponent == 1.0 {
            return Some(Rewrite::Value(x));
        }
        if exponent == 2.0 {
            return Some(Rewrite::Value(self.make(
                Opcode::FMul,
                ty,
                &[x, x],
                flags,
                Aux::None,
            )));
        }
        // pow(-inf, 0.5) is inf and pow(-0.0, 0.5) is 0.0, which a square root does not give.
        if exponent == 0.5 && flags.contains(InstFlags::NINF | InstFlags::NSZ) {
            return Some(Rewrite::Value(self.make_call(id::SQRT, &[ty], &[x])?));
        }
        None
    }

    /// A copy of a few bytes is a load and a store.
    fn small_copy(&mut self, inst: Inst) -> Option<Rewrite> {
        let length = self.as_int(self.func.arg(inst, 3))?;
        if length == 0 {
            return Some(Rewrite::Remove);
        }
        let volatile = self.as_int(self.func.arg(inst, 4))? != 0;
        let (to, from) = (self.func.arg(inst, 1), self.func.arg(inst, 2));
        if to == from && !volatile {
            return Some(Rewrite::Remove);
        }
        if volatile || !matches!(length, 1 | 2 | 4 | 8) {
            return None;
        }
        let (to_align, from_align) = (
            self.argument_align(inst, 0, to),
            self.argument_align(inst, 1, from),
        );
        let ty = self.ctx.types.int(8 * length as u32);
        let memory = Aux::Memory(MemoryAux::aligned(from_align));
        let value = self.make(Opcode::Load, ty, &[from], InstFlags::empty(), memory);
        let memory = Aux::Memory(MemoryAux::aligned(to_align));
        let store = self.func.make_inst(
            Opcode::Store,
            Type::VOID,
            &[value, to],
            &[],
            InstFlags::empty(),
            memory,
        );
        self.func.insert_inst_before(store, inst);
        self.counts.add(value);
        self.counts.add(to);
        Some(Rewrite::Remove)
    }

    /// The known alignment of a pointer argument.
    fn argument_align(&mut self, call: Inst, index: usize, pointer: Value) -> Align {
        let written = self.func.call_aux(call).and_then(|aux| {
            let set = *self.func.param_attrs(aux).get(index)?;
            match self.ctx.attribute(set, "align") {
                Some(AttributeValue::Int(bytes)) if bytes.is_power_of_two() => Some(Align::from_bytes(bytes)),
                _ => None,
            }
        });
        let known = self.known(pointer).trailing_zeros().min(12) as u8;
        written.unwrap_or_default().max(Align(known))
    }
}
