//! Types of the operands and results of instructions.

use super::function::Verifier;
use super::types::{cast_is_valid, gep_operands_are_valid, rmw_type_is_valid};
use crate::constant::ConstantData;
use crate::entities::{Inst, Type, Value};
use crate::inst::{Aux, InstFlags, MemoryAux, Opcode, Ordering};
use crate::types::TypeData;

impl Verifier<'_> {
    fn ty(&self, value: Value) -> Type {
        self.func.ty(self.func.resolve(value))
    }

    fn scalar(&self, ty: Type) -> Type {
        self.ctx.types.scalar(ty)
    }

    fn lanes(&self, ty: Type) -> Option<u32> {
        self.ctx.types.vector_parts(ty).map(|p| p.1)
    }

    fn is_ptr(&self, value: Value) -> bool {
        self.ctx.types.is_ptr(self.ty(value))
    }

    /// All checks of one instruction.
    pub(super) fn instruction(&mut self, inst: Inst) {
        let func = self.func;
        let count = func.args(inst).len();
        let blocks = func.inst_blocks(inst).len();
        use Opcode::*;
        let (wanted_args, wanted_blocks) = match func.opcode(inst) {
            Ret => (0..=1, 0),
            Br => (0..=0, 1),
            CondBr => (1..=1, 2),
            Switch => (1..=usize::MAX, count),
            Unreachable | Fence => (0..=0, 0),
            Alloca | Load | Freeze | FNeg | ExtractValue => (1..=1, 0),
            Store | AtomicRmw | ICmp | FCmp | ExtractElement | ShuffleVector | InsertValue => (2..=2, 0),
            CmpXchg | Select | InsertElement => (3..=3, 0),
            GetElementPtr | Call => (1..=usize::MAX, 0),
            Phi => (0..=usize::MAX, blocks),
            opcode if opcode.is_cast() => (1..=1, 0),
            _ => (2..=2, 0),
        };
        if !wanted_args.contains(&count) || blocks != wanted_blocks {
            return self.error(inst, "wrong number of operands");
        }
        if let Some(problem) = self.instruction_problem(inst) {
            self.error(inst, problem);
        }
        self.flags(inst);
        if !func.attachments.is_empty() || func.has_locations() {
            self.attachments(inst);
        }
        if func.opcode(inst) == Call {
            self.call(inst);
        }
    }

    fn instruction_problem(&self, inst: Inst) -> Option<&'static str> {
        let (func, types) = (self.func, &self.ctx.types);
        let data = func.inst(inst);
        let args = func.args(inst);
        let ty = data.ty;
        let arg_ty = |index: usize| self.ty(args[index]);
        if types.has_target_type(ty) || args.iter().any(|&arg| types.has_target_type(self.ty(arg))) {
            return Some("values of this type are not supported");
        }
        let result_is = |wanted: Type| (ty != wanted).then_some("wrong type of the result");
        match data.opcode {
            Opcode::Ret => {
                let own = types.signature(self.ctx.functions[func.func].ty)?.0;
                let returned = args.first().map_or(Type::VOID, |&a| self.ty(a));
                (returned != own).then_some("the returned value does not have the function's return type")
            }
            Opcode::CondBr => (arg_ty(0) != Type::I1).then_some("the condition is not an 'i1'"),
            Opcode::Switch => {
                if !types.is_int(arg_ty(0)) {
                    return Some("switch needs an integer");
                }
                let mut seen = fxhash::FxHashSet::default();
                for &case in &args[1..] {
                    let constant = func.as_const(case);
                    if !constant.is_some_and(|c| matches!(self.ctx.constants.data(c), ConstantData::Int(..)))
                    {
                        return Some("a case is not an integer constant");
                    }
                    if self.ty(case) != arg_ty(0) {
                        return Some("a case does not have the type of the switch");
                    }
                    if !seen.insert(constant) {
                        return Some("duplicate case");
                    }
                }
                None
            }
            Opcode::FNeg | Opcode::Freeze => {
                if data.opcode == Opcode::FNeg && !types.is_float(self.scalar(ty)) {
                    return Some("operand is not floating point");
                }
                result_is(arg_ty(0))
            }
            opcode if opcode.is_binary() => {
                let scalar = self.scalar(ty);
                let fits = if opcode.is_float_binary() {
                    types.is_float(scalar)
                } else {
                    types.is_int(scalar)
                };
                if !fits || arg_ty(0) != ty || arg_ty(1) != ty {
                    return Some("operands and result do not have one fitting type");
                }
                None
            }
            opcode if opcode.is_cast() => {
                (!cast_is_valid(self.ctx, opcode, arg_ty(0), ty)).then_some("invalid cast")
            }
            Opcode::ICmp | Opcode::FCmp => {
                let scalar = self.scalar(arg_ty(0));
                let fits = match (data.opcode, data.aux) {
                    (Opcode::ICmp, Aux::IntPredicate(_)) => types.is_int(scalar) || types.is_ptr(scalar),
                    (Opcode::FCmp, Aux::FloatPredicate(_)) => types.is_float(scalar),
                    _ => return Some("no predicate"),
                };
                if !fits || arg_ty(0) != arg_ty(1) {
                    return Some("operands do not have one fitting type");
                }
                let boolean = self.scalar(ty) == Type::I1 && self.lanes(ty) == self.lanes(arg_ty(0));
                (!boolean).then_some("wrong type of the result")
            }
            Opcode::Select => {
                let condition = arg_ty(0);
                if matches!(types.data(ty), TypeData::Token) {
                    return Some("select values cannot have token type");
                }
                if self.scalar(condition) != Type::I1
                    || self.lanes(condition).is_some() && self.lanes(condition) != self.lanes(ty)
                {
                    return Some("invalid condition of select");
                }
                (arg_ty(1) != ty || arg_ty(2) != ty).then_some("operands do not have the type of the result")
            }
            Opcode::Phi => {
                if ty == Type::VOID
                    || matches!(
                        types.data(ty),
                        TypeData::Label | TypeData::Token | TypeData::Function(..)
                    )
                {
                    return Some("invalid type of a phi");
                }
                args.iter()
                    .any(|&a| self.ty(a) != ty)
                    .then_some("an operand does not have the phi's type")
            }
            Opcode::ExtractElement => {
                let Some((element, _)) = types.vector_parts(arg_ty(0)) else {
                    return Some("no vector");
                };
                if !types.is_int(arg_ty(1)) {
                    return Some("the index is not an integer");
                }
                result_is(element)
            }
            Opcode::InsertElement => {
                if types.vector_parts(arg_ty(0)).map(|p| p.0) != Some(arg_ty(1)) {
                    return Some("the element does not fit the vector");
                }
                if !types.is_int(arg_ty(2)) {
                    return Some("the index is not an integer");
                }
                result_is(arg_ty(0))
            }
            Opcode::ShuffleVector => {
                let Some((element, count)) = types.vector_parts(arg_ty(0)) else {
                    return Some("no vector");
                };
                let mask = func.indices(inst);
                if arg_ty(1) != arg_ty(0) || mask.iter().any(|&m| m != u32::MAX && m >= 2 * count) {
                    return Some("invalid operands of shufflevector");
                }
                (types.vector_parts(ty) != Some((element, mask.len() as u32)))
                    .then_some("wrong type of the result")
            }
            Opcode::ExtractValue | Opcode::InsertValue => self.member_problem(inst),
            Opcode::GetElementPtr => {
                let Aux::SourceType(source) = data.aux else {
                    return Some("no source type");
                };
                if !gep_operands_are_valid(func, self.ctx, source, args) {
                    return Some("invalid indices");
                }
                let lanes = args.iter().find_map(|&a| self.lanes(self.ty(a)));
                let fits = self.scalar(ty) == self.scalar(arg_ty(0)) && self.lanes(ty) == lanes;
                (!fits).then_some("wrong type of the result")
            }
            _ => self.memory_problem(inst),
        }
    }

    fn member_problem(&self, inst: Inst) -> Option<&'static str> {
        let (func, types) = (self.func, &self.ctx.types);
        let args = func.args(inst);
        let mut member = self.ty(args[0]);
        let indices = func.indices(inst);
        if indices.is_empty() {
            return Some("no indices");
        }
        for &index in indices {
            if types.is_vector(member) {
                return Some("an index goes into a vector");
            }
            match types.member(member, u64::from(index)) {
                Some(inner) => member = inner,
                None => return Some("an index is out of range"),
            }
        }
        let ty = func.inst(inst).ty;
        if func.opcode(inst) == Opcode::ExtractValue {
            return (member != ty).then_some("wrong type of the result");
        }
        (self.ty(args[1]) != member || ty != self.ty(args[0])).then_some("the value does not fit the member")
    }

    fn memory_problem(&self, inst: Inst) -> Option<&'static str> {
        let (func, types) = (self.func, &self.ctx.types);
        let data = func.inst(inst);
        let args = func.args(inst);
        let ordering = |memory: MemoryAux| memory.ordering;
        match (data.opcode, data.aux) {
            (Opcode::Alloca, Aux::Alloca(ty, _)) => {
                if self.ctx.layout.size(types, ty) == 0 && !types.is_aggregate(ty) {
                    return Some("the allocated type has no size");
                }
                if !types.is_int(self.ty(args[0])) {
                    return Some("the element count is not an integer");
                }
                let space = types.address_space(data.ty);
                if space.is_none() {
                    return Some("wrong type of the result");
                }
                // A layout without an alloca address space allows stack objects everywhere, as in LLVM.
                let wanted = self.ctx.layout.alloca_address_space;
                (wanted != 0 && space != Some(wanted)).then_some("not in the address space of stack objects")
            }
            (Opcode::Load, Aux::Memory(memory)) => {
                if !self.is_ptr(args[0]) {
                    return Some("the address is not a pointer");
                }
                if matches!(ordering(memory), Some(Ordering::Release | Ordering::AcqRel)) {
                    return Some("a load cannot have release ordering");
                }
                self.access_problem(data.ty, memory)
            }
            (Opcode::Store, Aux::Memory(memory)) => {
                if !self.is_ptr(args[1]) {
                    return Some("the address is not a pointer");
                }
                if matches!(ordering(memory), Some(Ordering::Acquire | Ordering::AcqRel)) {
                    return Some("a store cannot have acquire ordering");
                }
                self.access_problem(self.ty(args[0]), memory)
            }
            (Opcode::AtomicRmw, Aux::AtomicRmw(op, memory)) => {
                if !self.is_ptr(args[0]) {
                    return Some("the address is not a pointer");
                }
                if data.ty != self.ty(args[1]) || !rmw_type_is_valid(self.ctx, op, data.ty) {
                    return Some("the type does not fit the operation");
                }
                matches!(ordering(memory), None | Some(Ordering::Unordered)).then_some("invalid ordering")
            }
            (Opcode::CmpXchg, Aux::CmpXchg(failure, memory)) => {
                let ty = self.ty(args[1]);
                if !self.is_ptr(args[0]) || self.ty(args[2]) != ty || !(types.is_int(ty) || types.is_ptr(ty))
                {
                    return Some("invalid operands of cmpxchg");
                }
                if types
                    .struct_fields(data.ty)
                    .is_none_or(|f| *f.0 != [ty, Type::I1])
                {
                    return Some("wrong type of the result");
                }
                let weak = |o| matches!(o, None | Some(Ordering::Unordered | Ordering::NotAtomic));
                if weak(ordering(memory)) || weak(Some(failure)) || failure == Ordering::Release {
                    return Some("invalid ordering");
                }
                self.access_problem(ty, memory)
            }
            (Opcode::Fence, Aux::Fence(ordering, _)) => {
                (!ordering.is_acquire() && !ordering.is_release()).then_some("invalid ordering")
            }
            (Opcode::Call, Aux::Call(_)) | (Opcode::Br | Opcode::Unreachable, _) => None,
            _ => Some("the auxiliary data does not fit the opcode"),
        }
    }

    fn access_problem(&self, ty: Type, memory: MemoryAux) -> Option<&'static str> {
        let types = &self.ctx.types;
        if matches!(
            types.data(ty),
            TypeData::Void | TypeData::Label | TypeData::Metadata | TypeData::Token
        ) {
            return Some("the accessed type has no size");
        }
        if types.has_target_type(ty) {
            return Some("no instruction accesses this type");
        }
        if memory.is_atomic() {
            let bits = self.ctx.layout.bits(types, ty);
            let scalar = types.is_int(ty) || types.is_float(ty) || types.is_ptr(ty);
            if !(scalar || types.is_vector(ty)) || bits < 8 || !bits.is_power_of_two() {
                return Some("an atomic access of this type is not possible");
            }
        }
        None
    }

    fn flags(&mut self, inst: Inst) {
        use InstFlags as F;
        let data = self.func.inst(inst);
        let (opcode, flags) = (data.opcode, data.flags);
        if flags.is_empty() {
            return;
        }
        let float = |ty: Type| self.ctx.types.is_float(self.scalar(ty));
        let mut allowed = match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl | Opcode::Trunc => F::NUW | F::NSW,
            Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr => F::EXACT,
            Opcode::Or => F::DISJOINT,
            Opcode::ZExt | Opcode::UIToFP => F::NNEG,
            Opcode::ICmp => F::SAMESIGN,
            Opcode::GetElementPtr => F::INBOUNDS | F::NUSW | F::NUW,
            Opcode::Load | Opcode::Store | Opcode::AtomicRmw => F::VOLATILE,
            Opcode::CmpXchg => F::VOLATILE | F::WEAK,
            Opcode::Call => F::TAIL | F::MUSTTAIL | F::NOTAIL,
            _ => F::empty(),
        };
        let returns_float = float(data.ty) || self.ctx.types.is_aggregate(data.ty);
        if opcode == Opcode::FCmp || opcode.may_have_fast_math() && returns_float {
            allowed |= F::FAST;
        }
        if matches!(opcode, Opcode::UIToFP | Opcode::SIToFP) {
            allowed |= F::FAST;
        }
        if !allowed.contains(flags) {
            self.error(inst, "a flag does not fit the instruction");
        }
    }
}
