//! Chains of casts, and operations that need fewer bits.

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Type, Value};
use crate::fold::scalar::mask;
use crate::inst::{Aux, InstFlags, Opcode};
use smallvec::SmallVec;

impl Simplifier<'_> {
    pub(super) fn cast(&mut self, inst: Inst) -> Option<Rewrite> {
        let opcode = self.func.opcode(inst);
        let ty = self.func.inst(inst).ty;
        let a = self.func.arg(inst, 0);
        if self.func.ty(a) == ty {
            return Some(Rewrite::Value(a));
        }
        // A cast of a select of constants.
        if let Some(select) = self.match_op(a, Opcode::Select)
            && self.has_one_use(a)
        {
            let (c, x, y) = (
                self.func.arg(select, 0),
                self.func.arg(select, 1),
                self.func.arg(select, 2),
            );
            // Elements of other sizes do not correspond to those selected by the condition.
            let types = &self.ctx.types;
            let lanes = |ty| types.vector_parts(ty).map(|(_, lanes)| lanes);
            let chosen = lanes(self.func.ty(c));
            let fits = chosen.is_none() || chosen == lanes(ty);
            if fits && self.is_const(x) && self.is_const(y) && !types.is_ptr(types.scalar(ty)) {
                let x = self.make(opcode, ty, &[x], InstFlags::empty(), Aux::None);
                let y = self.make(opcode, ty, &[y], InstFlags::empty(), Aux::None);
                return Some(Rewrite::Value(self.make_select(c, x, y, InstFlags::empty())));
            }
        }
        match opcode {
            Opcode::Trunc => self.trunc(inst, a, ty),
            Opcode::ZExt => self.zext(inst, a, ty),
            Opcode::SExt => self.sext(inst, a, ty),
            Opcode::BitCast => {
                let inner = self.match_cast(a, Opcode::BitCast)?;
                if self.func.ty(inner) == ty {
                    return Some(Rewrite::Value(inner));
                }
                self.rewrite(inst, Opcode::BitCast, &[inner], InstFlags::empty(), Aux::None)
            }
            Opcode::AddrSpaceCast => {
                // Specific to generic to the same specific space: the address never left it.
                let inner = self.match_cast(a, Opcode::AddrSpaceCast)?;
                let generic = self.target.generic_address_space();
                let space = |s: &Self, v: Value| s.ctx.types.address_space(s.func.ty(v));
                if self.func.ty(inner) == ty && space(self, a) == generic && generic.is_some() {
                    return Some(Rewrite::Value(inner));
                }
                None
            }
            Opcode::PtrToInt => {
                let inner = self.match_cast(a, Opcode::IntToPtr)?;
                let pointer_width = self.width(self.func.ty(a));
                let (from, to) = (self.width(self.func.ty(inner)), self.width(ty));
                if from == pointer_width && to == pointer_width {
                    return Some(Rewrite::Value(inner));
                }
                None
            }
            // Not `inttoptr(ptrtoint p)`: the number may have become that of another pointer which compared equal, but the
            // new pointer may reach what the old one could.
            Opcode::FPTrunc => {
                let inner = self.match_cast(a, Opcode::FPExt)?;
                let (from, to) = (self.func.ty(inner), ty);
                if from == to {
                    return Some(Rewrite::Value(inner));
                }
                None
            }
            Opcode::FPExt => {
                let inner = self.match_cast(a, Opcode::FPExt)?;
                self.rewrite(inst, Opcode::FPExt, &[inner], InstFlags::empty(), Aux::None)
            }
            Opcode::UIToFP => {
                let inner = self.match_cast(a, Opcode::ZExt)?;
                self.rewrite(inst, Opcode::UIToFP, &[inner], InstFlags::empty(), Aux::None)
            }
            Opcode::SIToFP => {
                if let Some(inner) = self.match_cast(a, Opcode::SExt) {
                    return self.rewrite(inst, Opcode::SIToFP, &[inner], InstFlags::empty(), Aux::None);
                }
                if let Some(inner) = self.match_cast(a, Opcode::ZExt) {
                    return self.rewrite(inst, Opcode::UIToFP, &[inner], InstFlags::empty(), Aux::None);
                }
                if self.known(a).is_non_negative() {
                    return self.rewrite(inst, Opcode::UIToFP, &[a], InstFlags::NNEG, Aux::None);
                }
                None
            }
            Opcode::FPToSI | Opcode::FPToUI => self.float_to_int(inst, a, ty),
            _ => None,
        }
    }

    fn trunc(&mut self, inst: Inst, a: Value, ty: Type) -> Option<Rewrite> {
        let width = self.width(ty);
        for extension in [Opcode::ZExt, Opcode::SExt] {
            if let Some(x) = self.match_cast(a, extension) {
                return Some(Rewrite::Value(self.resize(x, ty, extension)));
            }
        }
        if let Some(x) = self.match_cast(a, Opcode::Trunc) {
            return self.rewrite(inst, Opcode::Trunc, &[x], InstFlags::empty(), Aux::None);
        }
        if width == 1 {
            return None;
        }
        if self.target.is_narrowing_useful(self.ctx, self.func.ty(a), ty)
            && self.has_one_use(a)
            && let Some(value) = self.narrow(a, ty, 4)
        {
            return Some(Rewrite::Value(value));
        }
        None
    }

    /// Truncates or extends `x` to `ty`.
    fn resize(&mut self, x: Value, ty: Type, extension: Opcode) -> Value {
        let (from, to) = (self.width(self.func.ty(x)), self.width(ty));
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => x,
            std::cmp::Ordering::Greater => self.make_cast(Opcode::Trunc, x, ty),
            std::cmp::Ordering::Less => self.make_cast(extension, x, ty),
        }
    }

    /// Whether the low bits of `value` can be computed without the others, at no additional cost. Operands that are not
    /// rewritten are truncated if that is free.
    fn can_narrow(&self, value: Value, ty: Type, depth: u32) -> bool {
        if self.as_int(value).is_some() {
            return true;
        }
        let truncates = !self.ctx.types.is_vector(ty) && self.target.cost(self.ctx, Opcode::Trunc, ty) == 0;
        let Some(inst) = self.func.def_inst(value) else {
            return truncates;
        };
        let width = self.width(ty);
        match self.func.opcode(inst) {
            Opcode::ZExt | Opcode::SExt => self.width(self.func.ty(self.func.arg(inst, 0))) <= width,
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor
                if depth > 0 && self.has_one_use(value) =>
            {
                self.can_narrow(self.func.arg(inst, 0), ty, depth - 1)
                    && self.can_narrow(self.func.arg(inst, 1), ty, depth - 1)
            }
            Opcode::Shl if depth > 0 && self.has_one_use(value) => {
                let small = self
                    .as_int(self.func.arg(inst, 1))
                    .is_some_and(|c| c < u128::from(width));
                small && self.can_narrow(self.func.arg(inst, 0), ty, depth - 1)
            }
            _ => truncates,
        }
    }

    fn narrow(&mut self, value: Value, ty: Type, depth: u32) -> Option<Value> {
        // Something must be saved: truncating an operand is no improvement by itself.
        let computes = self
            .func
            .def_inst(value)
            .is_some_and(|inst| self.narrows(inst, ty));
        if !computes || !self.can_narrow(value, ty, depth) {
            return None;
        }
        Some(self.narrowed(value, ty))
    }

    /// Whether `inst` is an operation whose low bits depend only on its operands' low bits.
    fn narrows(&self, inst: Inst, ty: Type) -> bool {
        match self.func.opcode(inst) {
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::And | Opcode::Or | Opcode::Xor => true,
            Opcode::Shl => self
                .as_int(self.func.arg(inst, 1))
                .is_some_and(|c| c < u128::from(self.width(ty))),
            _ => false,
        }
    }

    fn narrowed(&mut self, value: Value, ty: Type) -> Value {
        if let Some(c) = self.as_int(value) {
            return self.int(ty, c);
        }
        let small = self.width(ty);
        let inst = self.func.def_inst(value).filter(|&inst| {
            let extends = matches!(self.func.opcode(inst), Opcode::ZExt | Opcode::SExt)
                && self.width(self.func.ty(self.func.arg(inst, 0))) <= small;
            extends || (self.has_one_use(value) && self.narrows(inst, ty))
        });
        let Some(inst) = inst else {
            return self.make_cast(Opcode::Trunc, value, ty);
        };
        let opcode = self.func.opcode(inst);
        let args: SmallVec<[Value; 2]> = (0..self.func.args(inst).len())
            .map(|i| self.func.arg(inst, i))
            .collect();
        match opcode {
            Opcode::ZExt | Opcode::SExt => self.resize(args[0], ty, opcode),
            Opcode::Shl => {
                let x = self.narrowed(args[0], ty);
                let amount = self.as_int(args[1]).expect("checked by can_narrow");
                let amount = self.int(ty, amount);
                self.binary(Opcode::Shl, x, amount)
            }
            _ => {
                let x = self.narrowed(args[0], ty);
                let y = self.narrowed(args[1], ty);
                self.binary(opcode, x, y)
            }
        }
    }

    fn zext(&mut self, inst: Inst, a: Value, ty: Type) -> Option<Rewrite> {
        if let Some(x) = self.match_cast(a, Opcode::ZExt) {
            return self.rewrite(inst, Opcode::ZExt, &[x], InstFlags::empty(), Aux::None);
        }
        if let Some(x) = self.match_cast(a, Opcode::Trunc) {
            let (from, middle) = (self.width(self.func.ty(x)), self.width(self.func.ty(a)));
            let to = self.width(ty);
            if self.known(x).max() <= mask(middle) {
                let value = self.resize(x, ty, Opcode::ZExt);
                return Some(Rewrite::Value(value));
            }
            // Zeros beside a register are cheaper than a mask over two.
            if self
                .target
                .is_narrowing_useful(self.ctx, self.func.ty(x), self.func.ty(a))
            {
                return None;
            }
            if from == to {
                let low = self.int(ty, mask(middle));
                return self.rewrite(inst, Opcode::And, &[x, low], InstFlags::empty(), Aux::None);
            }
            if from < to && self.has_one_use(a) {
                let low = self.int(self.func.ty(x), mask(middle));
                let masked = self.binary(Opcode::And, x, low);
                return self.rewrite(inst, Opcode::ZExt, &[masked], InstFlags::empty(), Aux::None);
            }
        }
        if !self.func.inst(inst).flags.contains(InstFlags::NNEG) && self.known(a).is_non_negative() {
            self.func.inst_mut(inst).flags |= InstFlags::NNEG;
            return Some(Rewrite::InPlace);
        }
        None
    }

    fn sext(&mut self, inst: Inst, a: Value, ty: Type) -> Option<Rewrite> {
        if let Some(x) = self.match_cast(a, Opcode::SExt) {
            return self.rewrite(inst, Opcode::SExt, &[x], InstFlags::empty(), Aux::None);
        }
        if let Some(x) = self.match_cast(a, Opcode::ZExt) {
            return self.rewrite(inst, Opcode::ZExt, &[x], InstFlags::empty(), Aux::None);
        }
        if self.known(a).is_non_negative() {
            return self.rewrite(inst, Opcode::ZExt, &[a], InstFlags::NNEG, Aux::None);
        }
        if let Some(x) = self.match_cast(a, Opcode::Trunc) {
            let (from, middle) = (self.width(self.func.ty(x)), self.width(self.func.ty(a)));
            let copies = self.known.sign_bits(self.func, self.ctx, x);
            if copies > from - middle {
                let value = self.resize(x, ty, Opcode::SExt);
                return Some(Rewrite::Value(value));
            }
        }
        None
    }

    /// An integer converted to floating point and back, where nothing was rounded.
    fn float_to_int(&mut self, inst: Inst, a: Value, ty: Type) -> Option<Rewrite> {
        let def = self.func.def_inst(a)?;
        let signed_in = match self.func.opcode(def) {
            Opcode::SIToFP => true,
            Opcode::UIToFP => false,
            _ => return None,
        };
        let x = self.func.arg(def, 0);
        let fraction = match self.ctx.types.scalar(self.func.ty(a)) {
            Type::F16 => 11,
            Type::BF16 => 8,
            Type::F32 => 24,
            Type::F64 => 53,
            _ => return None,
        };
        let signed_out = self.func.opcode(inst) == Opcode::FPToSI;
        if self.width(self.func.ty(x)) > fraction || signed_in != signed_out {
            return None;
        }
        let extension = if signed_in { Opcode::SExt } else { Opcode::ZExt };
        let value = self.resize(x, ty, extension);
        Some(Rewrite::Value(value))
    }
}
