//! Address computations, calls and intrinsics.

use super::super::code::{ByValue, CONSTANT, Call, Callee, Gep, GepTerm, IntrinsicCall, Op, Place, Range};
use super::super::target::CallKind;
use super::super::value::Cell;
use super::{Body, Compiler, Result};
use crate::attributes::AttributeValue;
use crate::entities::{InlineAsm, Inst, Type, Value};
use crate::fold::float::FloatKind;
use crate::fold::{Scalar, is_elementwise, scalar};
use crate::function::{Function, ValueDef};
use crate::inline_asm::{Constraint, ConstraintKind, parse_constraints};
use crate::inst::{Aux, FloatPredicate, InstFlags, Opcode};
use crate::intrinsics::IntrinsicId;
use crate::metadata::Metadata;
use crate::types::TypeData;

/// For calls with a rounding argument.
const CONSTRAINED: &str = "llvm.experimental.constrained.";

impl Compiler<'_> {
    pub(super) fn float(&self, ty: Type) -> Result<FloatKind> {
        match self.scalar(ty)? {
            Scalar::Float(kind) => Ok(kind),
            Scalar::Int(_) => Err("no floating-point type".into()),
        }
    }

    pub(super) fn gep(&mut self, body: &mut Body<'_>, inst: Inst, dst: Place) -> Result<Gep> {
        let (func, ctx) = (body.func, self.ctx);
        let args = func.args(inst);
        let Aux::SourceType(source) = func.inst(inst).aux else {
            return Err("no source type".into());
        };
        let result = func.inst(inst).ty;
        let space = ctx
            .types
            .address_space(ctx.types.scalar(result))
            .ok_or("no pointer")?;
        let pointer = ctx.layout.pointer(space);
        let mut gep = Gep {
            dst,
            base: self.place(body, args[0])?,
            lanes: self.lanes(result),
            base_is_vector: ctx.types.is_vector(func.ty(func.resolve(args[0]))),
            pointer_bits: pointer.bits,
            index_bits: pointer.index_bits,
            array: self.inner_array(func, args[0]),
            offset: 0,
            terms: Vec::new(),
        };
        let mut ty = source;
        for (position, &index) in args[1..].iter().enumerate() {
            let index_ty = func.ty(func.resolve(index));
            let bits = self.scalar(index_ty)?.bits();
            let known = func.as_int(index, ctx).map(|v| scalar::sign_extend(bits, v));
            if position > 0 && ctx.types.struct_fields(ty).is_some() {
                let field = known
                    .and_then(|k| usize::try_from(k).ok())
                    .ok_or("a field index that is not a constant")?;
                let offset = ctx
                    .layout
                    .field_offset(&ctx.types, ty, field)
                    .ok_or("a field without offset")?;
                gep.offset += i128::from(offset);
                ty = ctx.types.member(ty, field as u64).ok_or("no such field")?;
                continue;
            }
            if position > 0 {
                ty = ctx.types.element(ty).ok_or("an index into a scalar")?;
            }
            let scale = ctx.layout.size(&ctx.types, ty);
            match known {
                Some(known) => gep.offset = gep.offset.wrapping_add(known.wrapping_mul(i128::from(scale))),
                None => {
                    let index = self.place(body, index)?;
                    gep.terms.push(GepTerm {
                        index,
                        bits,
                        scale,
                        is_vector: ctx.types.is_vector(index_ty),
                    });
                }
            }
        }
        Ok(gep)
    }

    /// The size of the array that `pointer` is the start of, if it is a member of a struct or an element of an array: an
    /// index that is written next to it must stay inside. Arrays without a length end where their object does, and so do
    /// those of one element, which often stand for such.
    fn inner_array(&self, func: &Function, pointer: Value) -> u64 {
        let ctx = self.ctx;
        let ValueDef::Inst(inst) = func.def(func.resolve(pointer)) else {
            return 0;
        };
        let Aux::SourceType(source) = func.inst(inst).aux else {
            return 0;
        };
        if !self.checks.is_some_and(|checks| checks.source_rules) {
            return 0;
        }
        let mut ty = source;
        for &index in &func.args(inst)[2..] {
            let field = func.as_int(index, ctx).unwrap_or(0);
            match ctx.types.member(ty, field as u64) {
                Some(member) => ty = member,
                None => return 0,
            }
        }
        match *ctx.types.data(ty) {
            TypeData::Array(element, count) if count > 1 => count * ctx.layout.size(&ctx.types, element),
            _ => 0,
        }
    }

    pub(super) fn call(&mut self, body: &mut Body<'_>, inst: Inst, dst: Place) -> Result<Op> {
        let func = body.func;
        let args = func.args(inst);
        let ty = func.inst(inst).ty;
        let count = if ty == Type::VOID { 0 } else { self.cells_of(ty)? };
        if let ValueDef::InlineAsm(asm) = func.def(args[0]) {
            return self.inline_asm(body, inst, asm, dst);
        }
        let mut ranges = Vec::new();
        for &arg in &args[1..] {
            ranges.push(self.range(body, arg)?);
        }
        let callee = func.callee(inst, self.ctx);
        if let Some(id) = callee.and_then(|f| self.ctx.intrinsic_of(f)) {
            return self.intrinsic(body, inst, id, ranges, (dst, count));
        }
        let attributes = func.call_aux(inst).map_or(&[][..], |call| func.param_attrs(call));
        let mut by_value = Vec::new();
        let mut at = 0;
        for (&attributes, (&arg, &(_, count))) in attributes.iter().zip(args[1..].iter().zip(&ranges)) {
            if let Some(AttributeValue::Type(ty)) = self.ctx.attribute(attributes, "byval") {
                let align = match self.ctx.attribute(attributes, "align") {
                    Some(AttributeValue::Int(align)) => align,
                    _ => self.ctx.layout.align(&self.ctx.types, ty),
                };
                by_value.push(ByValue {
                    at,
                    space: self
                        .ctx
                        .types
                        .address_space(func.ty(func.resolve(arg)))
                        .unwrap_or(0),
                    size: self.ctx.layout.size(&self.ctx.types, ty),
                    align,
                });
            }
            at += count as usize;
        }
        let is_checked = self.checks.is_some();
        let callee = match callee {
            Some(callee) => {
                let name = self.ctx.text(self.ctx.functions[callee].name);
                match is_checked && (self.target.has_rules(name) || self.target.is_group_copy(name)) {
                    true => Callee::WithRules(callee),
                    false => Callee::Direct(callee),
                }
            }
            None => Callee::Indirect(self.place(body, args[0])?),
        };
        Ok(Op::Call(Box::new(Call {
            callee,
            args: ranges,
            by_value,
            dst: (dst, count),
        })))
    }

    /// Inline assembly without instructions: a result is the argument in the same register.
    fn inline_asm(&mut self, body: &mut Body<'_>, inst: Inst, asm: InlineAsm, dst: Place) -> Result<Op> {
        let func = body.func;
        let (ty, args) = (func.inst(inst).ty, &func.args(inst)[1..]);
        let data = &self.ctx.inline_asm[asm];
        let is_empty = |line: &str| {
            let line = line.trim();
            line.is_empty() || line.starts_with(';') || line.starts_with("//")
        };
        if !self.ctx.text(data.text).lines().all(is_empty) {
            return Err("inline assembly cannot be interpreted".into());
        }
        let constraints = parse_constraints(self.ctx.text(data.constraints))?;
        let is_output = |constraint: &&Constraint<'_>| constraint.kind == ConstraintKind::Output;
        let outputs: Vec<Type> = match self.ctx.types.struct_fields(ty) {
            _ if ty == Type::VOID => Vec::new(),
            Some((fields, _)) if constraints.iter().filter(is_output).count() > 1 => fields.to_vec(),
            _ => vec![ty],
        };
        // Arguments are inputs, and addresses of outputs in memory.
        let mut sources: Vec<Option<Value>> = vec![None; constraints.len()];
        let has_argument = |constraint: &&Constraint<'_>| match constraint.kind {
            ConstraintKind::Output => constraint.indirect,
            kind => kind == ConstraintKind::Input,
        };
        for (constraint, &arg) in constraints.iter().filter(has_argument).zip(args) {
            if constraint.kind == ConstraintKind::Output {
                return Err("memory that inline assembly writes cannot be interpreted".into());
            }
            if let Some(output) = constraint.tied {
                sources[output] = Some(arg);
            }
        }
        let mut at = dst;
        for (&ty, source) in outputs.iter().zip(sources) {
            let count = self.cells_of(ty)?;
            let a = match source {
                Some(source) => {
                    let (place, cells) = self.range(body, source)?;
                    if cells != count {
                        return Err(
                            "a register of inline assembly with two types cannot be interpreted".into(),
                        );
                    }
                    place
                }
                None => {
                    let place = body.code.consts.len() as u32 | CONSTANT;
                    body.code
                        .consts
                        .resize(body.code.consts.len() + count as usize, Cell::POISON);
                    place
                }
            };
            body.code.ops.push(Op::Copy { dst: at, a, count });
            at += count;
        }
        Ok(Op::Copy {
            dst: 0,
            a: 0,
            count: 0,
        })
    }

    /// `llvm.experimental.constrained.NAME`: the operation in the current modes. The rounding mode that a call names is
    /// a promise that it is the current one.
    fn constrained(&mut self, body: &mut Body<'_>, inst: Inst, name: &'static str, dst: Place) -> Result<Op> {
        let func = body.func;
        let args = &func.args(inst)[1..];
        let is_text = |&&arg: &&Value| func.ty(func.resolve(arg)) == Type::METADATA;
        let texts = args.iter().filter(is_text).count();
        let (values, texts) = args.split_at(args.len() - texts);
        let &first = values.first().ok_or("a call without operands")?;
        let (ty, from) = (func.inst(inst).ty, func.ty(func.resolve(first)));
        let lanes = self.lanes(ty);
        let a = self.place(body, first)?;
        let opcode = match name {
            "fadd" => Opcode::FAdd,
            "fsub" => Opcode::FSub,
            "fmul" => Opcode::FMul,
            "fdiv" => Opcode::FDiv,
            "frem" => Opcode::FRem,
            "fptosi" => Opcode::FPToSI,
            "fptoui" => Opcode::FPToUI,
            "sitofp" => Opcode::SIToFP,
            "uitofp" => Opcode::UIToFP,
            "fptrunc" => Opcode::FPTrunc,
            "fpext" => Opcode::FPExt,
            "fcmp" | "fcmps" => {
                let predicate = texts.first().and_then(|&text| match func.def(text) {
                    ValueDef::Metadata(id) => match self.ctx.metadata.nodes[id] {
                        Metadata::String(text) => FloatPredicate::from_name(self.ctx.text(text)),
                        _ => None,
                    },
                    _ => None,
                });
                let b = *values.get(1).ok_or("a comparison without operand")?;
                return Ok(Op::FloatCompare {
                    predicate: predicate.ok_or("a comparison without predicate")?,
                    kind: self.float(from)?,
                    lanes,
                    dst,
                    a,
                    b: self.place(body, b)?,
                });
            }
            _ => {
                let plain = self.ctx.intrinsics.lookup(&format!("llvm.{name}"));
                let plain = plain
                    .filter(|&id| is_elementwise(id))
                    .ok_or("an operation without a name")?;
                let mut ranges = Vec::new();
                for &value in values {
                    ranges.push(self.range(body, value)?);
                }
                let count = self.cells_of(ty)?;
                return self.intrinsic(body, inst, plain, ranges, (dst, count));
            }
        };
        if opcode.is_cast() {
            return Ok(Op::Cast {
                opcode,
                flags: InstFlags::empty(),
                from: self.scalar(from)?,
                to: self.scalar(ty)?,
                lanes,
                dst,
                a,
            });
        }
        let b = *values.get(1).ok_or("an operation without operand")?;
        Ok(Op::Float {
            opcode,
            kind: self.float(ty)?,
            lanes,
            dst,
            a,
            b: self.place(body, b)?,
        })
    }

    pub(super) fn intrinsic(
        &mut self,
        body: &mut Body<'_>,
        inst: Inst,
        id: IntrinsicId,
        args: Vec<Range>,
        dst: Range,
    ) -> Result<Op> {
        let func = body.func;
        let ty = func.inst(inst).ty;
        if let Some(name) = self.ctx.intrinsics.get(id).name.strip_prefix(CONSTRAINED) {
            return self.constrained(body, inst, name, dst.0);
        }
        let mut kinds = Vec::new();
        let mut spaces = Vec::new();
        for &arg in &func.args(inst)[1..] {
            let ty = func.ty(func.resolve(arg));
            if let Some(space) = self.ctx.types.address_space(ty) {
                spaces.push(space);
            }
            if ty != Type::METADATA {
                let layout = self.layout(ty)?;
                kinds.extend(layout.leaves.iter().map(|l| l.scalar));
            }
        }
        let layout = if ty == Type::VOID {
            None
        } else {
            Some(self.layout(ty)?)
        };
        let result_kinds: Vec<Scalar> = layout
            .iter()
            .flat_map(|l| l.leaves.iter().map(|leaf| leaf.scalar))
            .collect();
        let fields = self.ctx.types.struct_fields(ty).map(|f| f.0);
        let element = fields.and_then(|f| f.first().copied()).unwrap_or(ty);
        let layout = match id {
            crate::intrinsics::id::MASKED_STORE => {
                let value = func.resolve(func.args(inst)[1]);
                Some(self.layout(func.ty(value))?)
            }
            _ => layout,
        };
        let call = Box::new(IntrinsicCall {
            id,
            args,
            kinds,
            dst,
            result_kinds,
            spaces,
            layout,
            lanes: self.ctx.types.vector_parts(element).map_or(0, |p| p.1),
            pair: fields.is_some(),
        });
        if id.0 < IntrinsicId::TARGET_BASE && self.target.kind(id) != CallKind::Item {
            return Ok(if is_elementwise(id) {
                Op::Elementwise(call)
            } else {
                Op::Generic(call)
            });
        }
        Ok(match self.target.kind(id) {
            CallKind::Item => Op::Item(call),
            CallKind::Quad => Op::Quad(call),
            CallKind::Wave | CallKind::WholeWave | CallKind::WholeQuads | CallKind::SetInactive => {
                Op::Wave(call)
            }
            CallKind::Transfer => Op::Transfer(call),
            CallKind::Barrier => Op::Barrier,
            CallKind::Barriers => Op::Barriers(call),
            CallKind::Nothing => Op::Copy {
                dst: 0,
                a: 0,
                count: 0,
            },
            CallKind::End => Op::End,
            CallKind::Unknown => {
                return Err(format!(
                    "intrinsic '{}' cannot be interpreted",
                    self.ctx.intrinsics.get(id).name
                ));
            }
        })
    }
}
