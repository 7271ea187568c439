//! Instructions as text.

use super::WriteOptions;
use super::attributes::{AttributeGroups, write_after, write_before};
use super::constants::{write_constant, write_gep_flags, write_int_flags, write_type};
use super::metadata::MetadataSlots;
use super::names::FunctionNames;
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::annotations::RecordOperand;
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, CallAux, InstFlags, MemoryAux, Opcode, Ordering, SyncScope};
use crate::intrinsics::{ArgDesc, IntrinsicId};
use crate::text::escape::{write_escaped, write_quoted};
use crate::text::keywords::FAST_MATH_FLAGS;
use crate::types::TypeData;
use std::fmt::Write;

/// Numbering of metadata and attribute groups while text is written.
#[derive(Default)]
pub(super) struct Shared {
    pub metadata: MetadataSlots,
    pub groups: AttributeGroups,
}

/// Prints instructions of one function.
pub struct InstPrinter<'a> {
    pub(super) func: &'a Function,
    pub(super) ctx: &'a Context,
    pub(super) names: FunctionNames,
    pub(super) options: WriteOptions,
}

impl<'a> InstPrinter<'a> {
    /// A printer with the names computed.
    pub fn new(func: &'a Function, ctx: &'a Context, options: WriteOptions) -> InstPrinter<'a> {
        InstPrinter {
            func,
            ctx,
            names: FunctionNames::compute(func, ctx, options.own_names),
            options,
        }
    }

    /// One instruction, without indentation and line end.
    pub fn inst(&self, inst: Inst) -> String {
        let mut out = String::new();
        self.write_inst(&mut out, inst, &mut Shared::default());
        out
    }

    /// `%name` of a block.
    pub fn block(&self, block: Block) -> String {
        let mut out = String::from("%");
        self.names.write_block(&mut out, self.ctx, block);
        out
    }

    /// `type value` of an operand.
    pub fn value(&self, value: Value) -> String {
        let mut out = String::new();
        self.write_typed(&mut out, value, &mut Shared::default());
        out
    }

    pub(super) fn write_type_of(&self, out: &mut String, value: Value) {
        write_type(out, self.ctx, self.func.ty(value));
    }

    pub(super) fn write_value(&self, out: &mut String, value: Value, shared: &mut Shared) {
        let value = self.func.resolve(value);
        match self.func.def(value) {
            ValueDef::Const(constant) => write_constant(out, self.ctx, constant),
            ValueDef::Metadata(node) => shared.metadata.write_ref(out, self.ctx, node),
            ValueDef::InlineAsm(asm) => {
                let asm = &self.ctx.inline_asm[asm];
                out.push_str("asm ");
                if asm.side_effects {
                    out.push_str("sideeffect ");
                }
                if asm.align_stack {
                    out.push_str("alignstack ");
                }
                if asm.intel_dialect {
                    out.push_str("inteldialect ");
                }
                if asm.unwind {
                    out.push_str("unwind ");
                }
                write_quoted(out, self.ctx.text(asm.text));
                out.push_str(", ");
                write_quoted(out, self.ctx.text(asm.constraints));
            }
            _ => self.names.write_value(out, self.ctx, value),
        }
    }

    pub(super) fn write_typed(&self, out: &mut String, value: Value, shared: &mut Shared) {
        self.write_type_of(out, value);
        out.push(' ');
        self.write_value(out, value, shared);
    }

    fn write_label(&self, out: &mut String, block: Block) {
        out.push_str("label %");
        self.names.write_block(out, self.ctx, block);
    }

    fn write_scope(&self, out: &mut String, scope: SyncScope) {
        if scope != SyncScope::SYSTEM {
            out.push_str(" syncscope(\"");
            write_escaped(out, self.ctx.sync_scope_name(scope));
            out.push_str("\")");
        }
    }

    fn write_ordering(&self, out: &mut String, memory: MemoryAux) {
        if let Some(ordering) = memory.ordering {
            self.write_scope(out, memory.scope);
            out.push(' ');
            out.push_str(ordering.name());
        }
    }

    fn write_align(out: &mut String, memory: MemoryAux) {
        let _ = write!(out, ", align {}", memory.align.bytes());
    }

    /// Appends the instruction with its attachments.
    pub(super) fn write_inst(&self, out: &mut String, inst: Inst, shared: &mut Shared) {
        if let Some(result) = self.func.result(inst) {
            self.names.write_value(out, self.ctx, result);
            out.push_str(" = ");
        }
        self.write_body(out, inst, shared);
        if let Some(location) = self.func.location(inst) {
            out.push_str(", !dbg ");
            shared.metadata.write_ref(out, self.ctx, location);
        }
        if let Some(attachments) = self.func.attachments.get(&inst) {
            shared
                .metadata
                .write_attachments(out, self.ctx, attachments, ", ");
        }
    }

    fn write_operands(&self, out: &mut String, args: &[Value], shared: &mut Shared) {
        for (i, &arg) in args.iter().enumerate() {
            out.push_str(if i > 0 { ", " } else { " " });
            self.write_typed(out, arg, shared);
        }
    }

    fn write_body(&self, out: &mut String, inst: Inst, shared: &mut Shared) {
        let data = self.func.inst(inst);
        let args = self.func.args(inst);
        let blocks = self.func.inst_blocks(inst);
        let (opcode, flags) = (data.opcode, data.flags);
        if opcode == Opcode::Call {
            return self.write_call(out, inst, shared);
        }
        out.push_str(opcode.name());
        let atomic = matches!(data.aux, Aux::Memory(m) if m.is_atomic());
        if atomic {
            out.push_str(" atomic");
        }
        if flags.contains(InstFlags::WEAK) {
            out.push_str(" weak");
        }
        if flags.contains(InstFlags::VOLATILE) {
            out.push_str(" volatile");
        }
        if opcode == Opcode::GetElementPtr {
            write_gep_flags(out, flags);
        } else {
            write_fast_math(out, flags);
            write_int_flags(out, flags);
        }
        match opcode {
            Opcode::Ret => {
                if args.is_empty() {
                    out.push_str(" void");
                } else {
                    self.write_operands(out, args, shared);
                }
            }
            Opcode::Br => {
                out.push(' ');
                self.write_label(out, blocks[0]);
            }
            Opcode::CondBr => {
                self.write_operands(out, args, shared);
                for &block in blocks {
                    out.push_str(", ");
                    self.write_label(out, block);
                }
            }
            Opcode::Switch => {
                self.write_operands(out, &args[..1], shared);
                out.push_str(", ");
                self.write_label(out, blocks[0]);
                out.push_str(" [");
                for (&arg, &block) in args[1..].iter().zip(&blocks[1..]) {
                    out.push_str("\n    ");
                    self.write_typed(out, arg, shared);
                    out.push_str(", ");
                    self.write_label(out, block);
                }
                out.push_str("\n  ]");
            }
            Opcode::ICmp | Opcode::FCmp => {
                let predicate = match data.aux {
                    Aux::IntPredicate(predicate) => predicate.name(),
                    Aux::FloatPredicate(predicate) => predicate.name(),
                    _ => "?",
                };
                out.push(' ');
                out.push_str(predicate);
                self.write_same_typed(out, args, shared);
            }
            Opcode::Alloca => self.write_alloca(out, inst, shared),
            Opcode::Load => {
                out.push(' ');
                write_type(out, self.ctx, data.ty);
                out.push(',');
                self.write_operands(out, args, shared);
                if let Aux::Memory(memory) = data.aux {
                    self.write_ordering(out, memory);
                    Self::write_align(out, memory);
                }
            }
            Opcode::Store => {
                self.write_operands(out, args, shared);
                if let Aux::Memory(memory) = data.aux {
                    self.write_ordering(out, memory);
                    Self::write_align(out, memory);
                }
            }
            Opcode::GetElementPtr => {
                if let Aux::SourceType(ty) = data.aux {
                    out.push(' ');
                    write_type(out, self.ctx, ty);
                    out.push(',');
                }
                self.write_operands(out, args, shared);
            }
            Opcode::Fence => {
                if let Aux::Fence(ordering, scope) = data.aux {
                    self.write_scope(out, scope);
                    out.push(' ');
                    out.push_str(ordering.name());
                }
            }
            Opcode::CmpXchg => {
                self.write_operands(out, args, shared);
                if let Aux::CmpXchg(failure, memory) = data.aux {
                    self.write_ordering(out, memory);
                    out.push(' ');
                    out.push_str(failure.name());
                    Self::write_align(out, memory);
                }
            }
            Opcode::AtomicRmw => {
                if let Aux::AtomicRmw(op, memory) = data.aux {
                    out.push(' ');
                    out.push_str(op.name());
                    self.write_operands(out, args, shared);
                    self.write_ordering(out, memory);
                    Self::write_align(out, memory);
                }
            }
            Opcode::ShuffleVector => {
                self.write_operands(out, args, shared);
                self.write_mask(out, self.func.indices(inst));
            }
            Opcode::ExtractValue | Opcode::InsertValue => {
                self.write_operands(out, args, shared);
                for index in self.func.indices(inst) {
                    let _ = write!(out, ", {index}");
                }
            }
            Opcode::Phi => {
                out.push(' ');
                write_type(out, self.ctx, data.ty);
                for (i, (&arg, &block)) in args.iter().zip(blocks).enumerate() {
                    out.push_str(if i > 0 { ", [ " } else { " [ " });
                    self.write_value(out, arg, shared);
                    out.push_str(", %");
                    self.names.write_block(out, self.ctx, block);
                    out.push_str(" ]");
                }
            }
            _ if opcode.is_cast() => {
                self.write_operands(out, args, shared);
                out.push_str(" to ");
                write_type(out, self.ctx, data.ty);
            }
            _ if opcode.is_binary() => self.write_same_typed(out, args, shared),
            _ => self.write_operands(out, args, shared),
        }
    }

    /// Operands of one type, which is printed once.
    fn write_same_typed(&self, out: &mut String, args: &[Value], shared: &mut Shared) {
        self.write_operands(out, &args[..1], shared);
        for &arg in &args[1..] {
            out.push_str(", ");
            self.write_value(out, arg, shared);
        }
    }

    fn write_alloca(&self, out: &mut String, inst: Inst, shared: &mut Shared) {
        let data = self.func.inst(inst);
        let Aux::Alloca(ty, align) = data.aux else { return };
        out.push(' ');
        write_type(out, self.ctx, ty);
        let count = self.func.args(inst)[0];
        let one = self.func.as_int(count, self.ctx) == Some(1) && self.func.ty(count) == crate::Type::I32;
        if !one {
            out.push_str(", ");
            self.write_typed(out, count, shared);
        }
        let _ = write!(out, ", align {}", align.bytes());
        if let TypeData::Ptr(space) = *self.ctx.types.data(data.ty)
            && space != 0
        {
            let _ = write!(out, ", addrspace({space})");
        }
    }

    fn write_mask(&self, out: &mut String, mask: &[u32]) {
        let _ = write!(out, ", <{} x i32> ", mask.len());
        if mask.iter().all(|&m| m == 0) {
            out.push_str("zeroinitializer");
        } else if mask.iter().all(|&m| m == u32::MAX) {
            out.push_str("poison");
        } else {
            for (i, &m) in mask.iter().enumerate() {
                out.push_str(if i > 0 { ", i32 " } else { "<i32 " });
                let _ = if m == u32::MAX {
                    write!(out, "poison")
                } else {
                    write!(out, "{m}")
                };
            }
            out.push('>');
        }
    }

    fn write_call(&self, out: &mut String, inst: Inst, shared: &mut Shared) {
        let data = self.func.inst(inst);
        let Aux::Call(call) = &data.aux else { return };
        for (flag, word) in [
            (InstFlags::TAIL, "tail "),
            (InstFlags::MUSTTAIL, "musttail "),
            (InstFlags::NOTAIL, "notail "),
        ] {
            if data.flags.contains(flag) {
                out.push_str(word);
            }
        }
        out.push_str("call");
        write_fast_math(out, data.flags);
        out.push(' ');
        write_conv(out, call.conv);
        write_before(out, self.ctx, call.ret_attrs);
        let Some((ret, _, variadic)) = self.ctx.types.signature(call.function_ty) else {
            return;
        };
        let callee = self.func.ty(self.func.args(inst)[0]);
        if let Some(space) = self.ctx.types.address_space(callee).filter(|&space| space != 0) {
            out.push_str(&format!("addrspace({space}) "));
        }
        write_type(out, self.ctx, if variadic { call.function_ty } else { ret });
        out.push(' ');
        self.write_value(out, self.func.args(inst)[0], shared);
        out.push('(');
        self.write_call_args(out, inst, call, shared);
        out.push(')');
        shared.groups.write_ref(out, call.fn_attrs);
        let annotations = self.func.annotations.as_deref();
        if let Some(bundles) = annotations.and_then(|a| a.bundles.get(&inst)) {
            for (i, bundle) in bundles.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { " [ " });
                write_quoted(out, self.ctx.text(bundle.tag));
                out.push('(');
                self.write_list(out, &bundle.inputs, shared);
                out.push(')');
            }
            out.push_str(" ]");
        }
    }

    /// Appends `i32 %x, i32 %y`.
    fn write_list(&self, out: &mut String, values: &[Value], shared: &mut Shared) {
        for (i, &value) in values.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            let value = self.func.resolve(value);
            if self.is_lost(value) {
                write_type(out, self.ctx, self.func.ty(value));
                out.push_str(" poison");
            } else {
                self.write_typed(out, value, shared);
            }
        }
    }

    /// Whether passes have removed the value of a debug record.
    fn is_lost(&self, value: Value) -> bool {
        let block = self.func.def_inst(value).map(|inst| self.func.inst_block(inst));
        let is_left_out =
            |block: Option<Block>| block.is_none_or(|block| !self.func.block_order().contains(&block));
        !self.func.is_computed(value) || block.is_some_and(is_left_out)
    }

    /// Appends the debug records before an instruction, each as a line.
    pub(super) fn write_records(&self, out: &mut String, inst: Inst, shared: &mut Shared) {
        let annotations = self.func.annotations.as_deref();
        let Some(records) = annotations.and_then(|a| a.records.get(&inst)) else {
            return;
        };
        for record in records {
            out.push_str("    #");
            out.push_str(self.ctx.text(record.kind));
            out.push('(');
            for (i, operand) in record.operands.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                match operand {
                    RecordOperand::Value(value) => self.write_list(out, &[*value], shared),
                    RecordOperand::Metadata(node) => shared.metadata.write_ref(out, self.ctx, *node),
                    RecordOperand::Values(values) => {
                        out.push_str("!DIArgList(");
                        self.write_list(out, values, shared);
                        out.push(')');
                    }
                }
            }
            out.push_str(")\n");
        }
    }

    /// The description of an intrinsic's arguments, if it is to be printed.
    fn described_args(&self, inst: Inst) -> Option<(IntrinsicId, &'static [ArgDesc])> {
        if !self.options.formatted || cfg!(not(feature = "immarg-formats")) {
            return None;
        }
        let id = self.func.called_intrinsic(inst, self.ctx)?;
        Some((id, self.ctx.intrinsics.get(id).args))
    }

    /// Appends `/*name=*/`, or `/*name=.text*/` for a constant whose format has a text for it.
    fn write_arg_comment(&self, out: &mut String, id: IntrinsicId, desc: &ArgDesc, arg: Value) {
        if desc.name.is_empty() {
            return;
        }
        out.push_str("/*");
        out.push_str(desc.name);
        out.push('=');
        if let Some(format) = self.ctx.intrinsics.arg_format(id, desc)
            && let Some(value) = self
                .func
                .as_int(arg, self.ctx)
                .and_then(|v| u64::try_from(v).ok())
        {
            let before = out.len();
            out.push('.');
            if !format.print(value, out) {
                out.truncate(before);
            }
        }
        out.push_str("*/");
    }

    fn write_call_args(&self, out: &mut String, inst: Inst, call: &CallAux, shared: &mut Shared) {
        let attrs = self.func.param_attrs(call);
        let described = self.described_args(inst);
        for (i, &arg) in self.func.args(inst)[1..].iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            if let Some((id, desc)) = described.and_then(|(id, args)| Some((id, args.get(i)?))) {
                self.write_arg_comment(out, id, desc, arg);
            }
            self.write_type_of(out, arg);
            if let Some(&set) = attrs.get(i) {
                write_after(out, self.ctx, set);
            }
            out.push(' ');
            self.write_value(out, arg, shared);
        }
    }
}

/// Appends the convention and a space; nothing for the C convention.
pub(super) fn write_conv(out: &mut String, conv: crate::inst::CallConv) {
    match conv.name() {
        Some(name) => {
            out.push_str(name);
            out.push(' ');
        }
        None if conv.number() != 0 => {
            let _ = write!(out, "cc {} ", conv.number());
        }
        None => {}
    }
}

/// Appends ` fast` or ` nnan ninf` and the like.
pub(super) fn write_fast_math(out: &mut String, flags: InstFlags) {
    if flags.contains(InstFlags::FAST) {
        out.push_str(" fast");
        return;
    }
    for &(name, flag) in FAST_MATH_FLAGS {
        if flags.contains(flag) {
            out.push(' ');
            out.push_str(name);
        }
    }
}

// `Ordering::NotAtomic` is never written: accesses without ordering have none.
const _: () = assert!(matches!(Ordering::ALL[0], Ordering::NotAtomic));
