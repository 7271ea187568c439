//! Builds instructions at an insertion point and derives their result types. Nothing is folded here: that is
//! `simplify`'s job.

use crate::context::Context;
use crate::entities::{AttributeSet, Block, FuncRef, InlineAsm, Inst, MetadataId, Type, Value};
use crate::function::Function;
use crate::inst::{
    Align, Aux, CallAux, CallConv, FloatPredicate, InstFlags, IntPredicate, MemoryAux, Opcode, Ordering,
    RmwOp, SyncScope,
};
use crate::intrinsics::IntrinsicId;
use crate::types::TypeData;
use smallvec::SmallVec;

/// Where new instructions go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// At the end of a block.
    End(Block),
    /// Before an instruction.
    Before(Inst),
}

/// Builds instructions into `func` at `point`.
pub struct Builder<'a> {
    /// The function.
    pub func: &'a mut Function,
    /// What it shares with others.
    pub ctx: &'a mut Context,
    /// Where instructions go.
    pub point: InsertPoint,
    /// Fast-math flags that floating-point instructions get.
    pub fast_math: InstFlags,
    /// The `DILocation` that instructions get.
    pub location: Option<MetadataId>,
}

impl<'a> Builder<'a> {
    /// A builder at the end of `block`; instructions get the location of the last one.
    pub fn at_end(func: &'a mut Function, ctx: &'a mut Context, block: Block) -> Builder<'a> {
        let location = func.last_inst(block).and_then(|last| func.location(last));
        Builder {
            func,
            ctx,
            point: InsertPoint::End(block),
            fast_math: InstFlags::empty(),
            location,
        }
    }

    /// A builder before `inst`; instructions get its location.
    pub fn before(func: &'a mut Function, ctx: &'a mut Context, inst: Inst) -> Builder<'a> {
        let location = func.location(inst);
        Builder {
            func,
            ctx,
            point: InsertPoint::Before(inst),
            fast_math: InstFlags::empty(),
            location,
        }
    }

    /// Makes an instruction and puts it at the insertion point.
    pub fn insert(
        &mut self,
        opcode: Opcode,
        ty: Type,
        args: &[Value],
        blocks: &[Block],
        flags: InstFlags,
        aux: Aux,
    ) -> Inst {
        let inst = self.func.make_inst(opcode, ty, args, blocks, flags, aux);
        if self.location.is_some() && opcode != Opcode::Phi {
            self.func.set_location(inst, self.location);
        }
        match self.point {
            InsertPoint::End(block) => self.func.append_inst(inst, block),
            InsertPoint::Before(before) => self.func.insert_inst_before(inst, before),
        }
        inst
    }

    fn value(&mut self, opcode: Opcode, ty: Type, args: &[Value], flags: InstFlags, aux: Aux) -> Value {
        let inst = self.insert(opcode, ty, args, &[], flags, aux);
        self.func.result(inst).expect("an instruction with a result")
    }

    /// An integer constant (a splat if `ty` is a vector).
    pub fn int(&mut self, ty: Type, value: u128) -> Value {
        let scalar = self.ctx.types.scalar(ty);
        let constant = self.ctx.const_int(scalar, value);
        let constant = self.ctx.const_splat(ty, constant);
        self.func.const_value(constant, self.ctx)
    }

    /// `i32` constant.
    pub fn i32(&mut self, value: i32) -> Value {
        self.int(Type::I32, value as u32 as u128)
    }

    /// The all-zero constant.
    pub fn zero(&mut self, ty: Type) -> Value {
        let constant = self.ctx.const_zero(ty);
        self.func.const_value(constant, self.ctx)
    }

    /// `poison`
    pub fn poison(&mut self, ty: Type) -> Value {
        let constant = self.ctx.const_poison(ty);
        self.func.const_value(constant, self.ctx)
    }

    /// A two-operand operation; floating-point ones get the builder's fast-math flags.
    pub fn binary(&mut self, opcode: Opcode, a: Value, b: Value) -> Value {
        let flags = if opcode.is_float_binary() {
            self.fast_math
        } else {
            InstFlags::empty()
        };
        self.binary_flags(opcode, a, b, flags)
    }

    /// A two-operand operation with these flags.
    pub fn binary_flags(&mut self, opcode: Opcode, a: Value, b: Value, flags: InstFlags) -> Value {
        debug_assert!(opcode.is_binary());
        let ty = self.func.ty(a);
        self.value(opcode, ty, &[a, b], flags, Aux::None)
    }

    /// `fneg`
    pub fn fneg(&mut self, a: Value) -> Value {
        let ty = self.func.ty(a);
        self.value(Opcode::FNeg, ty, &[a], self.fast_math, Aux::None)
    }

    /// `icmp`
    pub fn icmp(&mut self, predicate: IntPredicate, a: Value, b: Value) -> Value {
        let ty = self.ctx.types.comparison_result(self.func.ty(a));
        self.value(
            Opcode::ICmp,
            ty,
            &[a, b],
            InstFlags::empty(),
            Aux::IntPredicate(predicate),
        )
    }

    /// `fcmp`
    pub fn fcmp(&mut self, predicate: FloatPredicate, a: Value, b: Value) -> Value {
        let ty = self.ctx.types.comparison_result(self.func.ty(a));
        self.value(
            Opcode::FCmp,
            ty,
            &[a, b],
            self.fast_math,
            Aux::FloatPredicate(predicate),
        )
    }

    /// A cast.
    pub fn cast(&mut self, opcode: Opcode, a: Value, ty: Type) -> Value {
        debug_assert!(opcode.is_cast());
        self.value(opcode, ty, &[a], InstFlags::empty(), Aux::None)
    }

    /// A conversion with flags.
    pub fn cast_flags(&mut self, opcode: Opcode, a: Value, ty: Type, flags: InstFlags) -> Value {
        debug_assert!(opcode.is_cast());
        self.value(opcode, ty, &[a], flags, Aux::None)
    }

    /// `alloca` of one `ty` in the layout's alloca address space.
    pub fn alloca(&mut self, ty: Type, align: Align) -> Value {
        let one = self.i32(1);
        self.alloca_array(ty, one, align)
    }

    /// `alloca ty, count`
    pub fn alloca_array(&mut self, ty: Type, count: Value, align: Align) -> Value {
        let space = self.ctx.layout.alloca_address_space;
        let pointer = self.ctx.types.ptr(space);
        self.value(
            Opcode::Alloca,
            pointer,
            &[count],
            InstFlags::empty(),
            Aux::Alloca(ty, align),
        )
    }

    /// An ordinary `load`; add `VOLATILE` in `flags` for a volatile one.
    pub fn load(&mut self, ty: Type, pointer: Value, align: Align, flags: InstFlags) -> Value {
        self.value(
            Opcode::Load,
            ty,
            &[pointer],
            flags,
            Aux::Memory(MemoryAux::aligned(align)),
        )
    }

    /// An ordinary `store`.
    pub fn store(&mut self, value: Value, pointer: Value, align: Align, flags: InstFlags) -> Inst {
        self.insert(
            Opcode::Store,
            Type::VOID,
            &[value, pointer],
            &[],
            flags,
            Aux::Memory(MemoryAux::aligned(align)),
        )
    }

    /// `getelementptr` over `source_ty`.
    pub fn gep(&mut self, source_ty: Type, base: Value, indices: &[Value], flags: InstFlags) -> Value {
        let mut args: SmallVec<[Value; 4]> = SmallVec::new();
        args.push(base);
        args.extend_from_slice(indices);
        let mut ty = self.func.ty(base);
        for &index in indices {
            if !self.ctx.types.is_vector(ty)
                && let TypeData::Vector(_, count) = *self.ctx.types.data(self.func.ty(index))
            {
                ty = self.ctx.types.vector(ty, count);
            }
        }
        self.value(
            Opcode::GetElementPtr,
            ty,
            &args,
            flags,
            Aux::SourceType(source_ty),
        )
    }

    /// `getelementptr inbounds i8` by a constant number of bytes.
    pub fn byte_offset(&mut self, base: Value, bytes: i64) -> Value {
        if bytes == 0 {
            return base;
        }
        let bits = match *self.ctx.types.data(self.func.ty(base)) {
            TypeData::Ptr(space) => self.ctx.layout.pointer(space).index_bits,
            _ => 64,
        };
        let ty = self.ctx.types.int(bits);
        let offset = self.int(ty, bytes as i128 as u128);
        self.gep(Type::I8, base, &[offset], InstFlags::INBOUNDS)
    }

    /// `select`
    pub fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        let ty = self.func.ty(a);
        let flags = if self.ctx.types.is_float(self.ctx.types.scalar(ty)) {
            self.fast_math
        } else {
            InstFlags::empty()
        };
        self.value(Opcode::Select, ty, &[condition, a, b], flags, Aux::None)
    }

    /// `freeze`
    pub fn freeze(&mut self, a: Value) -> Value {
        let ty = self.func.ty(a);
        self.value(Opcode::Freeze, ty, &[a], InstFlags::empty(), Aux::None)
    }

    /// `extractelement`
    pub fn extract_element(&mut self, vector: Value, index: Value) -> Value {
        let (ty, _) = self
            .ctx
            .types
            .vector_parts(self.func.ty(vector))
            .expect("a vector");
        self.value(
            Opcode::ExtractElement,
            ty,
            &[vector, index],
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// `insertelement`
    pub fn insert_element(&mut self, vector: Value, element: Value, index: Value) -> Value {
        let ty = self.func.ty(vector);
        self.value(
            Opcode::InsertElement,
            ty,
            &[vector, element, index],
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// `shufflevector`; `u32::MAX` in the mask is poison.
    pub fn shuffle(&mut self, a: Value, b: Value, mask: &[u32]) -> Value {
        let (element, _) = self.ctx.types.vector_parts(self.func.ty(a)).expect("a vector");
        let ty = self.ctx.types.vector(element, mask.len() as u32);
        let aux = self.func.make_indices(mask);
        self.value(Opcode::ShuffleVector, ty, &[a, b], InstFlags::empty(), aux)
    }

    /// A vector of `count` equal elements.
    pub fn splat(&mut self, element: Value, count: u32) -> Value {
        let ty = self.ctx.types.vector(self.func.ty(element), count);
        let poison = self.poison(ty);
        let zero = self.i32(0);
        let one = self.insert_element(poison, element, zero);
        self.shuffle(one, poison, &vec![0; count as usize])
    }

    /// `extractvalue`
    pub fn extract_value(&mut self, aggregate: Value, indices: &[u32]) -> Value {
        let mut ty = self.func.ty(aggregate);
        for &index in indices {
            ty = self
                .ctx
                .types
                .member(ty, u64::from(index))
                .expect("a member of the aggregate");
        }
        let aux = self.func.make_indices(indices);
        self.value(Opcode::ExtractValue, ty, &[aggregate], InstFlags::empty(), aux)
    }

    /// `insertvalue`
    pub fn insert_value(&mut self, aggregate: Value, member: Value, indices: &[u32]) -> Value {
        let ty = self.func.ty(aggregate);
        let aux = self.func.make_indices(indices);
        self.value(
            Opcode::InsertValue,
            ty,
            &[aggregate, member],
            InstFlags::empty(),
            aux,
        )
    }

    /// An empty `phi` at the insertion point; fill it with [`Function::add_incoming`].
    pub fn phi(&mut self, ty: Type) -> Value {
        self.value(Opcode::Phi, ty, &[], InstFlags::empty(), Aux::None)
    }

    /// `atomicrmw`
    pub fn atomic_rmw(
        &mut self,
        op: RmwOp,
        pointer: Value,
        value: Value,
        memory: MemoryAux,
        flags: InstFlags,
    ) -> Value {
        let ty = self.func.ty(value);
        self.value(
            Opcode::AtomicRmw,
            ty,
            &[pointer, value],
            flags,
            Aux::AtomicRmw(op, memory),
        )
    }

    /// `cmpxchg`, giving `{ty, i1}`.
    pub fn cmpxchg(
        &mut self,
        pointer: Value,
        expected: Value,
        new: Value,
        memory: MemoryAux,
        failure: Ordering,
        flags: InstFlags,
    ) -> Value {
        let ty = self.func.ty(expected);
        let ty = self.ctx.types.struct_(&[ty, Type::I1], false);
        self.value(
            Opcode::CmpXchg,
            ty,
            &[pointer, expected, new],
            flags,
            Aux::CmpXchg(failure, memory),
        )
    }

    /// `fence`
    pub fn fence(&mut self, ordering: Ordering, scope: SyncScope) -> Inst {
        self.insert(
            Opcode::Fence,
            Type::VOID,
            &[],
            &[],
            InstFlags::empty(),
            Aux::Fence(ordering, scope),
        )
    }

    /// A call of a declared function with its convention; parameter attributes come from the declaration.
    pub fn call(&mut self, callee: FuncRef, args: &[Value]) -> Inst {
        let decl = &self.ctx.functions[callee];
        let (function_ty, conv) = (decl.ty, decl.conv);
        let (ret, _, _) = self.ctx.types.signature(function_ty).expect("a function type");
        let float = self.ctx.types.is_float(self.ctx.types.scalar(ret));
        let flags = if float { self.fast_math } else { InstFlags::empty() };
        let mut all: SmallVec<[Value; 8]> = SmallVec::new();
        all.push(self.func.function_value(callee, self.ctx));
        all.extend_from_slice(args);
        let aux = CallAux {
            function_ty,
            conv,
            fn_attrs: AttributeSet::EMPTY,
            ret_attrs: AttributeSet::EMPTY,
            param_attrs: u32::MAX,
        };
        self.insert(Opcode::Call, ret, &all, &[], flags, Aux::Call(aux))
    }

    /// A call of inline assembly.
    pub fn call_inline_asm(&mut self, asm: InlineAsm, args: &[Value], fn_attrs: AttributeSet) -> Inst {
        let function_ty = self.ctx.inline_asm[asm].ty;
        let (ret, _, _) = self.ctx.types.signature(function_ty).expect("a function type");
        let mut all: SmallVec<[Value; 8]> = SmallVec::new();
        all.push(self.func.inline_asm_value(asm));
        all.extend_from_slice(args);
        let aux = CallAux {
            function_ty,
            conv: CallConv::default(),
            fn_attrs,
            ret_attrs: AttributeSet::EMPTY,
            param_attrs: u32::MAX,
        };
        let flags = InstFlags::empty();
        self.insert(Opcode::Call, ret, &all, &[], flags, Aux::Call(aux))
    }

    /// A call of an intrinsic for these overloaded types; its result if it has one.
    pub fn call_intrinsic(&mut self, id: IntrinsicId, overloads: &[Type], args: &[Value]) -> Option<Value> {
        let callee = self.ctx.declare_intrinsic(id, overloads);
        let inst = self.call(callee, args);
        self.func.result(inst)
    }

    /// `ret void`
    pub fn ret_void(&mut self) -> Inst {
        self.insert(Opcode::Ret, Type::VOID, &[], &[], InstFlags::empty(), Aux::None)
    }

    /// `ret value`
    pub fn ret(&mut self, value: Value) -> Inst {
        self.insert(
            Opcode::Ret,
            Type::VOID,
            &[value],
            &[],
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// `br label %to`
    pub fn br(&mut self, to: Block) -> Inst {
        self.insert(Opcode::Br, Type::VOID, &[], &[to], InstFlags::empty(), Aux::None)
    }

    /// `br i1 condition, label %then, label %else_`
    pub fn cond_br(&mut self, condition: Value, then: Block, else_: Block) -> Inst {
        self.insert(
            Opcode::CondBr,
            Type::VOID,
            &[condition],
            &[then, else_],
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// `switch`; case values are integer constants of the operand's type.
    pub fn switch(&mut self, on: Value, default: Block, cases: &[(Value, Block)]) -> Inst {
        let mut args: SmallVec<[Value; 8]> = SmallVec::new();
        let mut blocks: SmallVec<[Block; 8]> = SmallVec::new();
        args.push(on);
        blocks.push(default);
        for &(value, block) in cases {
            args.push(value);
            blocks.push(block);
        }
        self.insert(
            Opcode::Switch,
            Type::VOID,
            &args,
            &blocks,
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// `unreachable`
    pub fn unreachable(&mut self) -> Inst {
        self.insert(
            Opcode::Unreachable,
            Type::VOID,
            &[],
            &[],
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// The default calling convention call aux for a function type (for indirect calls).
    pub fn plain_call_aux(function_ty: Type) -> CallAux {
        CallAux {
            function_ty,
            conv: CallConv::C,
            fn_attrs: AttributeSet::EMPTY,
            ret_attrs: AttributeSet::EMPTY,
            param_attrs: u32::MAX,
        }
    }
}
