//! Printing modules, functions and instructions.

mod attributes;
mod constants;
mod inst;
mod metadata;
mod names;

pub use inst::InstPrinter;
pub use names::FunctionNames;

use crate::constant::ConstantData;
use crate::context::{Alias, Context, Linkage, Linking};
use crate::entities::{Constant, FuncRef, GlobalVar, Inst, Type};
use crate::function::Function;
use crate::module::Module;
use crate::text::escape::{write_escaped, write_name, write_quoted};
use attributes::{write_after, write_before};
use constants::{write_constant, write_struct_body, write_type, write_typed_constant};
use inst::{Shared, write_conv};
use std::fmt::Write;

/// How to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// Names and formats of intrinsic arguments, in comments; the raw form has none.
    pub formatted: bool,
    /// Whether to omit the comments that LLVM writes (predecessors of blocks, the module's name).
    pub no_comments: bool,
    /// Names of arguments in the declarations of intrinsics, in comments.
    pub named_declarations: bool,
    /// Nodes of metadata by their numbers in the module, as machine IR names locations, where no definitions follow.
    pub own_numbers: bool,
    /// Values and blocks without a name have one that passes do not change, and by which machine IR knows them, too.
    pub own_names: bool,
}

impl WriteOptions {
    /// As LLVM prints.
    pub const RAW: WriteOptions = WriteOptions {
        formatted: false,
        no_comments: false,
        named_declarations: false,
        own_numbers: false,
        own_names: false,
    };
    /// For people.
    pub const FORMATTED: WriteOptions = WriteOptions {
        formatted: true,
        no_comments: false,
        named_declarations: false,
        own_numbers: false,
        own_names: false,
    };
}

/// The text of a module.
pub fn write_module(module: &Module, options: WriteOptions) -> String {
    let mut writer = Writer {
        ctx: &module.ctx,
        out: String::new(),
        shared: Shared::default(),
        options,
    };
    writer.module(module);
    writer.out
}

/// The text of one function, declared or defined (`body`).
pub fn function_to_string(
    func: FuncRef,
    body: Option<&Function>,
    ctx: &Context,
    options: WriteOptions,
) -> String {
    let mut writer = Writer {
        ctx,
        out: String::new(),
        shared: Shared::default(),
        options,
    };
    writer.shared.metadata.own_numbers = options.own_numbers;
    writer.function(func, body);
    writer.out
}

/// The text of one instruction. Computes the names of the whole function: use an [`InstPrinter`] for several.
pub fn inst_to_string(func: &Function, ctx: &Context, inst: Inst) -> String {
    InstPrinter::new(func, ctx, WriteOptions::RAW).inst(inst)
}

/// The text of a type.
pub fn type_to_string(ctx: &Context, ty: Type) -> String {
    let mut out = String::new();
    write_type(&mut out, ctx, ty);
    out
}

/// The text of a constant with its type.
pub fn constant_to_string(ctx: &Context, constant: Constant) -> String {
    let mut out = String::new();
    write_typed_constant(&mut out, ctx, constant);
    out
}

struct Writer<'a> {
    ctx: &'a Context,
    out: String,
    shared: Shared,
    options: WriteOptions,
}

impl Writer<'_> {
    fn module(&mut self, module: &Module) {
        let ctx = self.ctx;
        if !module.source_filename.is_empty() {
            if !self.options.no_comments {
                let _ = writeln!(
                    self.out,
                    "; ModuleID = '{}'",
                    module.source_filename.replace(['\n', '\r'], " ")
                );
            }
            self.out.push_str("source_filename = ");
            write_quoted(&mut self.out, &module.source_filename);
            self.out.push('\n');
        }
        for (key, text) in [("datalayout", ctx.layout.text()), ("triple", &module.triple)] {
            if !text.is_empty() {
                let _ = write!(self.out, "target {key} = ");
                write_quoted(&mut self.out, text);
                self.out.push('\n');
            }
        }
        if !module.module_asm.is_empty() {
            self.out.push('\n');
        }
        for line in module.module_asm.iter().flat_map(|asm| asm.text.split('\n')) {
            self.out.push_str("module asm \"");
            write_escaped(&mut self.out, line);
            self.out.push_str("\"\n");
        }
        self.named_types();
        if !module.comdats.is_empty() {
            self.out.push('\n');
        }
        for &(name, kind) in &module.comdats {
            self.out.push('$');
            write_name(&mut self.out, ctx.text(name));
            let _ = writeln!(self.out, " = comdat {}", ctx.text(kind));
        }
        if !ctx.globals.is_empty() {
            self.out.push('\n');
        }
        for global in ctx.globals.keys() {
            if !ctx.aliases.contains_key(&global) {
                self.global(global);
            }
        }
        for global in ctx.globals.keys() {
            if let Some(&alias) = ctx.aliases.get(&global) {
                self.alias(global, alias);
            }
        }
        // As LLVM numbers them: attachments of globals, named metadata, then what functions mention.
        for (_, nodes) in &ctx.metadata.named {
            for &node in nodes {
                self.shared.metadata.number(ctx, node);
            }
        }
        for decl in ctx.functions.values().filter(|decl| !decl.is_removed) {
            self.shared.groups.reserve(decl.attrs);
        }
        for func in module.functions() {
            if !ctx.functions[func].is_removed {
                self.out.push('\n');
                self.function(func, module.body(func));
            }
        }
        self.shared.groups.write_all(&mut self.out, ctx);
        self.shared.metadata.write_all(&mut self.out, ctx);
    }

    fn named_types(&mut self) {
        let ctx = self.ctx;
        if !ctx.types.named_structs().is_empty() {
            self.out.push('\n');
        }
        for &name in ctx.types.named_structs() {
            self.out.push('%');
            write_name(&mut self.out, ctx.text(name));
            self.out.push_str(" = type ");
            match ctx.types.named_struct(name) {
                Some(crate::types::StructBody {
                    fields: Some(fields),
                    packed,
                }) => {
                    write_struct_body(&mut self.out, ctx, fields, *packed);
                }
                _ => self.out.push_str("opaque"),
            }
            self.out.push('\n');
        }
    }

    fn linkage(&mut self, linking: &Linking) {
        if linking.linkage != Linkage::External {
            self.out.push_str(linking.linkage.name());
            self.out.push(' ');
        }
        if linking.dso_local {
            self.out.push_str("dso_local ");
        }
        let visibility = linking.visibility.name();
        if !visibility.is_empty() {
            self.out.push_str(visibility);
            self.out.push(' ');
        }
    }

    fn comdat(&mut self, linking: &Linking, separator: &str) {
        if let Some(comdat) = linking.comdat {
            self.out.push_str(separator);
            self.out.push_str("comdat");
            self.out.push_str(self.ctx.text(comdat));
        }
    }

    fn section(&mut self, linking: &Linking, separator: &str) {
        if let Some(section) = linking.section {
            self.out.push_str(separator);
            self.out.push_str("section ");
            write_quoted(&mut self.out, self.ctx.text(section));
        }
    }

    fn align(&mut self, linking: &Linking, separator: &str) {
        if let Some(align) = linking.align {
            let _ = write!(self.out, "{separator}align {}", align.bytes());
        }
    }

    fn alias(&mut self, global: GlobalVar, alias: Alias) {
        let ctx = self.ctx;
        let data = &ctx.globals[global];
        self.out.push('@');
        write_name(&mut self.out, ctx.text(data.name));
        self.out.push_str(" = ");
        self.linkage(&data.linking);
        if data.thread_local {
            self.out.push_str("thread_local ");
        }
        self.unnamed_addr(&data.linking, "", " ");
        self.out
            .push_str(if alias.is_ifunc { "ifunc " } else { "alias " });
        write_type(&mut self.out, ctx, data.value_ty);
        self.out.push_str(", ");
        // As in LLVM: an expression has no type in front.
        match ctx.constants.data(alias.aliasee) {
            ConstantData::Expr(_) => write_constant(&mut self.out, ctx, alias.aliasee),
            _ => write_typed_constant(&mut self.out, ctx, alias.aliasee),
        }
        self.out.push('\n');
    }

    fn global(&mut self, global: GlobalVar) {
        let ctx = self.ctx;
        let data = &ctx.globals[global];
        self.out.push('@');
        write_name(&mut self.out, ctx.text(data.name));
        self.out.push_str(" = ");
        if data.initializer.is_none() && data.linking.linkage == Linkage::External {
            self.out.push_str("external ");
        }
        self.linkage(&data.linking);
        if data.thread_local {
            self.out.push_str("thread_local ");
        }
        self.unnamed_addr(&data.linking, "", " ");
        if data.address_space != 0 {
            let _ = write!(self.out, "addrspace({}) ", data.address_space);
        }
        if data.externally_initialized {
            self.out.push_str("externally_initialized ");
        }
        self.out
            .push_str(if data.is_constant { "constant " } else { "global " });
        match data.initializer {
            Some(constant) => write_typed_constant(&mut self.out, ctx, constant),
            None => write_type(&mut self.out, ctx, data.value_ty),
        }
        self.section(&data.linking, ", ");
        self.comdat(&data.linking, ", ");
        self.align(&data.linking, ", ");
        self.shared
            .metadata
            .write_attachments(&mut self.out, ctx, &data.metadata, ", ");
        self.shared.groups.write_ref(&mut self.out, data.attrs);
        self.out.push('\n');
    }

    fn unnamed_addr(&mut self, linking: &Linking, before: &str, after: &str) {
        let word = match linking.unnamed_addr {
            0 => return,
            1 => "local_unnamed_addr",
            _ => "unnamed_addr",
        };
        let _ = write!(self.out, "{before}{word}{after}");
    }

    fn function(&mut self, func: FuncRef, body: Option<&Function>) {
        let ctx = self.ctx;
        let decl = &ctx.functions[func];
        let Some((ret, params, variadic)) = ctx.types.signature(decl.ty) else {
            return;
        };
        let printer = body.map(|body| InstPrinter::new(body, ctx, self.options));
        self.out
            .push_str(if body.is_some() { "define " } else { "declare " });
        if body.is_none() {
            self.shared
                .metadata
                .write_attachments(&mut self.out, ctx, &decl.metadata, "");
            if !decl.metadata.is_empty() {
                self.out.push(' ');
            }
        }
        self.linkage(&decl.linking);
        write_conv(&mut self.out, decl.conv);
        write_before(&mut self.out, ctx, decl.ret_attrs);
        write_type(&mut self.out, ctx, ret);
        self.out.push_str(" @");
        write_name(&mut self.out, ctx.text(decl.name));
        self.out.push('(');
        for (i, &param) in params.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            write_type(&mut self.out, ctx, param);
            if let Some(&set) = decl.param_attrs.get(i) {
                write_after(&mut self.out, ctx, set);
            }
            if let Some(name) = argument_name(ctx, func, i)
                && self.options.named_declarations
                && printer.is_none()
            {
                let _ = write!(self.out, " /*{name}*/");
            }
            if let Some(printer) = &printer {
                self.out.push(' ');
                printer
                    .names
                    .write_value(&mut self.out, ctx, printer.func.params[i]);
            }
        }
        if variadic {
            self.out.push_str(if params.is_empty() { "..." } else { ", ..." });
        }
        self.out.push(')');
        self.unnamed_addr(&decl.linking, " ", "");
        self.shared.groups.write_ref(&mut self.out, decl.attrs);
        self.section(&decl.linking, " ");
        self.comdat(&decl.linking, " ");
        self.align(&decl.linking, " ");
        if let Some(printer) = printer {
            self.shared
                .metadata
                .write_attachments(&mut self.out, ctx, &decl.metadata, " ");
            self.body(&printer);
        } else {
            self.out.push('\n');
        }
    }

    fn body(&mut self, printer: &InstPrinter<'_>) {
        let (func, ctx) = (printer.func, self.ctx);
        self.out.push_str(" {\n");
        let predecessors = Predecessors::compute(func);
        for (index, &block) in func.block_order().iter().enumerate() {
            let named = func.block_names[block].is_some();
            if index > 0 {
                self.out.push('\n');
            }
            // The entry block's number is never used, so LLVM omits it.
            if index > 0 || named {
                let start = self.out.len();
                printer.names.write_block(&mut self.out, ctx, block);
                self.out.push(':');
                if index > 0 && !self.options.no_comments {
                    let width = self.out.len() - start;
                    self.out
                        .extend(std::iter::repeat_n(' ', 50usize.saturating_sub(width).max(1)));
                    self.predecessors(printer, predecessors.of(block));
                }
                self.out.push('\n');
            }
            for inst in func.block_insts(block) {
                printer.write_records(&mut self.out, inst, &mut self.shared);
                self.out.push_str("  ");
                printer.write_inst(&mut self.out, inst, &mut self.shared);
                self.out.push('\n');
            }
        }
        self.out.push_str("}\n");
    }

    fn predecessors(&mut self, printer: &InstPrinter<'_>, blocks: &[crate::Block]) {
        if blocks.is_empty() {
            self.out.push_str("; No predecessors!");
            return;
        }
        self.out.push_str("; preds = ");
        for (i, &block) in blocks.iter().enumerate() {
            self.out.push_str(if i > 0 { ", %" } else { "%" });
            printer.names.write_block(&mut self.out, self.ctx, block);
        }
    }
}

/// The name of an argument of an intrinsic, if it has one.
fn argument_name(ctx: &Context, func: FuncRef, index: usize) -> Option<&'static str> {
    let args = ctx.intrinsics.get(ctx.intrinsic_of(func)?).args;
    Some(args.get(index)?.name).filter(|name| !name.is_empty())
}

/// Predecessors of each block in the order of the layout, for comments.
struct Predecessors {
    starts: Vec<u32>,
    list: Vec<crate::Block>,
}

impl Predecessors {
    fn compute(func: &Function) -> Predecessors {
        let mut starts = vec![0u32; func.block_count() + 1];
        for &block in func.block_order() {
            for &successor in func.successors(block) {
                starts[successor.as_u32() as usize + 1] += 1;
            }
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut list =
            vec![crate::Block::from_u32(0); *starts.last().expect("one more than blocks") as usize];
        for &block in func.block_order() {
            for &successor in func.successors(block) {
                let at = &mut next[successor.as_u32() as usize];
                list[*at as usize] = block;
                *at += 1;
            }
        }
        Predecessors { starts, list }
    }

    fn of(&self, block: crate::Block) -> &[crate::Block] {
        let index = block.as_u32() as usize;
        &self.list[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::REGISTRY;
    use crate::builder::Builder;
    use crate::inst::{Align, CallConv, InstFlags, IntPredicate, Opcode};

    #[test]
    fn a_kernel() {
        let mut module = Module::new(&REGISTRY);
        let ctx = &mut module.ctx;
        let global = ctx.types.ptr(1);
        let ty = ctx.types.function(Type::VOID, &[global, Type::I32], false);
        let func = ctx.declare_function("k", ty);
        ctx.functions[func].conv = CallConv::AmdgpuKernel;
        let mut body = Function::new(func, ctx);
        let name = ctx.symbol("p");
        body.set_name(body.params[0], name);
        let (entry, then, end) = (
            body.append_new_block(),
            body.append_new_block(),
            body.append_new_block(),
        );
        body.block_names[then] = Some(name).into();
        let (pointer, count) = (body.params[0], body.params[1]);
        let mut b = Builder::at_end(&mut body, ctx, entry);
        let zero = b.i32(0);
        let test = b.icmp(IntPredicate::Slt, count, zero);
        b.cond_br(test, then, end);
        b.point = crate::builder::InsertPoint::End(then);
        let sum = b.binary_flags(Opcode::Add, count, zero, InstFlags::NSW | InstFlags::NUW);
        let float = b.cast(Opcode::SIToFP, sum, Type::F32);
        b.store(float, pointer, Align(2), InstFlags::VOLATILE);
        b.br(end);
        b.point = crate::builder::InsertPoint::End(end);
        b.ret_void();
        module.bodies[func] = Some(Box::new(body));
        assert_eq!(
            write_module(
                &module,
                WriteOptions {
                    no_comments: true,
                    ..WriteOptions::RAW
                }
            ),
            "\ndefine amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %0) {\n  \
             %2 = icmp slt i32 %0, 0\n  br i1 %2, label %p1, label %5\n\n\
             p1:\n  %3 = add nuw nsw i32 %0, 0\n  %4 = sitofp i32 %3 to float\n  \
             store volatile float %4, ptr addrspace(1) %p, align 4\n  br label %5\n\n\
             5:\n  ret void\n}\n"
        );
    }
}
