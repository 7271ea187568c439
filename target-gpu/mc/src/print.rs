//! Prints instructions as LLVM does.

use crate::cache_policy::{self, Access};
use crate::constants;
use crate::dual::{self, Operation};
use crate::encode::{constant_type, kind_desc};
use crate::graphics;
use crate::halves::{half_place, has_place_of_tied, selects_result};
use crate::images;
use crate::register_files::{Numbered, numbered, of_high_half};
use crate::subtarget::Subtarget;
use crate::symbolic;
use crate::tables::{
    ASM_INFO, COMBINED, Combined, INSTR_INFO, OperandKindDesc, REGISTER_INFO, Syntax, operand_names as names,
};
use smallvec::SmallVec;
use std::fmt::Write;
use wavec_mc::{AsmFragment, BinaryOp, MCExpr, MCInst, MCOperand, OperandFlags, Reg, SymbolTable, UnaryOp};

/// Appends the text of `inst` without indentation or line end. `symbols` names the symbols of expressions.
pub fn print(inst: &MCInst, subtarget: &Subtarget, symbols: &SymbolTable, out: &mut String) {
    let desc = INSTR_INFO.desc(inst.opcode);
    // An instruction that the processor does not have is printed as for others.
    let encoding = subtarget.encoding(inst.opcode).unwrap_or_else(|| desc.encoding());
    let Some(fragments) = ASM_INFO.fragments(encoding) else {
        let _ = write!(out, "/* {} */", desc.name());
        return;
    };
    let printer = Printer {
        inst,
        subtarget,
        symbols,
    };
    if let Some(operations) = dual::operations(inst) {
        return printer.pair(operations, out);
    }
    out.push_str(INSTR_INFO.mnemonic(encoding));
    for fragment in fragments {
        match *fragment {
            AsmFragment::Text(text) => out.push_str(text),
            AsmFragment::Operand(index) | AsmFragment::Modified(index, _) | AsmFragment::Whole(index, ..) => {
                printer.operand(usize::from(index), out)
            }
            AsmFragment::Combined(which) => match COMBINED[usize::from(which)] {
                Combined::Vcc => print_register(subtarget.vcc(), out),
                Combined::Nsa => printer.addresses(out),
                Combined::Exports => printer.exports(out),
                which => printer.combined(which, out),
            },
        }
    }
    // The space after the mnemonic stays even if optional operands are absent.
    while out.ends_with(' ') {
        out.pop();
    }
}

/// The text of `inst`, whose expressions contain no symbols (decoded instructions).
pub fn to_text(inst: &MCInst, subtarget: &Subtarget) -> String {
    let mut out = String::new();
    print(inst, subtarget, &SymbolTable::new(), &mut out);
    out
}

/// Appends the assembly name of a register: `v4`, `s[4:5]`, `vcc`.
pub fn print_register(reg: Reg, out: &mut String) {
    if reg.is_none() {
        out.push_str("off");
        return;
    }
    let desc = &REGISTER_INFO.regs[reg.index()];
    if !desc.is_tuple {
        out.push_str(REGISTER_INFO.asm_names[reg.index()]);
        return;
    }
    let first = REGISTER_INFO.asm_names[REGISTER_INFO.unit_regs[usize::from(desc.first_unit)].index()];
    let split = first.find(|c: char| c.is_ascii_digit()).unwrap_or(first.len());
    let number: u32 = first[split..].parse().unwrap_or(0);
    let _ = write!(
        out,
        "{}[{number}:{}]",
        &first[..split],
        number + u32::from(desc.num_units) - 1
    );
}

/// Appends an expression.
pub fn print_expr(expr: &MCExpr, symbols: &SymbolTable, out: &mut String) {
    match expr {
        MCExpr::Constant(value) => {
            let _ = write!(out, "{value}");
        }
        MCExpr::Symbol(symbol, variant) => {
            print_symbol(symbols.name(*symbol), out);
            out.push_str(variant.suffix());
        }
        MCExpr::Unary(op, inner) => {
            out.push(match op {
                UnaryOp::Neg => '-',
                UnaryOp::Not => '~',
                UnaryOp::LogicalNot => '!',
            });
            print_nested(inner, symbols, out);
        }
        MCExpr::Binary(BinaryOp::Max, a, b) => {
            out.push_str("max(");
            print_expr(a, symbols, out);
            out.push_str(", ");
            print_expr(b, symbols, out);
            out.push(')');
        }
        MCExpr::Binary(BinaryOp::Add, a, b) => {
            print_left_of_sum(a, symbols, out);
            match **b {
                MCExpr::Constant(value) if value < 0 => {
                    let _ = write!(out, "-{}", value.unsigned_abs());
                }
                _ => {
                    out.push('+');
                    print_nested(b, symbols, out);
                }
            }
        }
        MCExpr::Binary(op, a, b) => {
            match op {
                BinaryOp::Sub => print_left_of_sum(a, symbols, out),
                _ => print_nested(a, symbols, out),
            }
            out.push_str(match op {
                BinaryOp::Add | BinaryOp::Max => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Mul => "*",
                BinaryOp::Div => "/",
                BinaryOp::Rem => "%",
                BinaryOp::Shl => "<<",
                BinaryOp::Shr => ">>",
                BinaryOp::And => "&",
                BinaryOp::Or => "|",
                BinaryOp::Xor => "^",
                BinaryOp::Eq => "==",
                BinaryOp::Ne => "!=",
                BinaryOp::Lt => "<",
                BinaryOp::Le => "<=",
                BinaryOp::Gt => ">",
                BinaryOp::Ge => ">=",
                BinaryOp::LogicalAnd => "&&",
                BinaryOp::LogicalOr => "||",
            });
            print_nested(b, symbols, out);
        }
    }
}

/// Sums associate to the left: the first part of one needs no parentheses.
fn print_left_of_sum(expr: &MCExpr, symbols: &SymbolTable, out: &mut String) {
    match expr {
        MCExpr::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => print_expr(expr, symbols, out),
        _ => print_nested(expr, symbols, out),
    }
}

fn print_nested(expr: &MCExpr, symbols: &SymbolTable, out: &mut String) {
    if matches!(expr, MCExpr::Binary(..)) {
        out.push('(');
        print_expr(expr, symbols, out);
        out.push(')');
    } else {
        print_expr(expr, symbols, out);
    }
}

/// Appends a symbol's name, quoted if it has characters that names cannot have.
pub fn print_symbol(name: &str, out: &mut String) {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '@');
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        out.push_str(name);
        return;
    }
    out.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            _ => out.push(c),
        }
    }
    out.push('"');
}

struct Printer<'a> {
    inst: &'a MCInst,
    subtarget: &'a Subtarget,
    symbols: &'a SymbolTable,
}

impl Printer<'_> {
    fn imm(&self, index: usize) -> i64 {
        self.inst
            .operands
            .get(index)
            .and_then(MCOperand::imm)
            .unwrap_or(0)
    }

    fn operand(&self, index: usize, out: &mut String) {
        let info = &INSTR_INFO.desc(self.inst.opcode).operands()[index];
        let kind = self.subtarget.operand_kind(info.kind);
        let Some(operand) = self.inst.operands.get(index) else {
            return;
        };
        match operand {
            MCOperand::Reg(reg) => {
                print_register(*reg, out);
                if kind.is_half && self.subtarget.family.names_halves && numbered_vector(*reg) {
                    out.push_str(if self.is_high_half(index) { ".h" } else { ".l" });
                }
            }
            MCOperand::Expr(expr)
                if kind.syntax == Syntax::Source && matches!(**expr, MCExpr::Constant(_)) =>
            {
                let MCExpr::Constant(value) = **expr else { return };
                literal_constant(value, kind, out);
            }
            MCOperand::Expr(expr) => {
                if kind.optional {
                    let _ = write!(out, " {}:", kind.prefix);
                }
                print_expr(expr, self.symbols, out);
            }
            MCOperand::Imm(imm) => self.immediate(index, kind, *imm, out),
        }
    }

    fn immediate(&self, index: usize, kind: &OperandKindDesc, imm: i64, out: &mut String) {
        let number = imm as u32;
        match kind.syntax {
            Syntax::Source | Syntax::SdwaSource => constant(imm, kind, out),
            Syntax::FpMods | Syntax::FpOpSelMods | Syntax::MixMods => self.float_modifiers(index, imm, out),
            Syntax::IntMods => {
                if imm & 1 != 0 {
                    out.push_str("sext(");
                }
                self.operand(index + 1, out);
                if imm & 1 != 0 {
                    out.push(')');
                }
            }
            Syntax::PackedMods | Syntax::OpSelMods | Syntax::LaneMods => self.operand(index + 1, out),
            Syntax::S16imm | Syntax::UnsignedK => push(out, format_args!("{:#x}", number & 0xffff)),
            Syntax::Simm16 => match imm {
                small @ -16..=64 => push(out, format_args!("{small}")),
                _ => push(out, format_args!("{:#x}", number & 0xffff)),
            },
            Syntax::U16imm | Syntax::U7imm => match number & 0xffff {
                number @ 0..=64 => push(out, format_args!("{number}")),
                number => push(out, format_args!("{number:#x}")),
            },
            Syntax::Simm32 => match number as i32 {
                small @ -16..=64 => push(out, format_args!("{small}")),
                _ => push(out, format_args!("{number:#x}")),
            },
            Syntax::Kimm32 | Syntax::Kimm16 | Syntax::DualConstant => push(out, format_args!("{number:#x}")),
            Syntax::Branch => push(out, format_args!("{}", imm as u16)),
            Syntax::Hwreg => out.push_str(&symbolic::hwreg_text(number, self.subtarget.family)),
            Syntax::Waitcnt => out.push_str(&symbolic::waitcnt_text(number & 0xffff, self.subtarget.family)),
            Syntax::Sendmsg => out.push_str(&symbolic::sendmsg_text(number & 0xffff, self.subtarget.family)),
            Syntax::GprIdx => out.push_str(&symbolic::gpr_idx_text(number)),
            Syntax::Endpgm => {
                if imm != 0 {
                    push(out, format_args!("{}", number & 0xffff));
                }
            }
            Syntax::SmrdOffset => signed_hex(imm, out),
            Syntax::SmrdNamedOffset => {
                out.push_str(" offset:");
                signed_hex(imm, out);
            }
            Syntax::Flag | Syntax::Gds => {
                if imm != 0 {
                    push(out, format_args!(" {}", kind.prefix));
                }
            }
            Syntax::ScaleByte => {
                if imm != 0 || !kind.optional {
                    push(
                        out,
                        format_args!(" {}:[{},{},0]", kind.prefix, number & 1, number >> 1),
                    );
                }
            }
            Syntax::Bitop3 if imm > 10 => push(out, format_args!(" {}:{imm:#x}", kind.prefix)),
            Syntax::NamedInt
            | Syntax::Offset
            | Syntax::MatrixFormat
            | Syntax::Bit
            | Syntax::Bitop3
            | Syntax::Dpp8Fi => {
                if imm != kind.default_value {
                    push(out, format_args!(" {}:{}", kind.prefix, number));
                }
            }
            Syntax::SignedOffset => {
                if imm != 0 {
                    push(out, format_args!(" {}:{imm}", kind.prefix));
                }
            }
            Syntax::BoundCtrl => {
                if imm != 0 {
                    out.push_str(" bound_ctrl:1");
                }
            }
            Syntax::DppMask => push(out, format_args!(" {}:{number:#x}", kind.prefix)),
            Syntax::DppCtrl => match symbolic::dpp_ctrl_text(number, self.subtarget.family.dpp_controls) {
                Some(text) => out.push_str(&text),
                None => push(out, format_args!("/* invalid dpp_ctrl {number:#x} */")),
            },
            Syntax::Dmask => {
                if imm != 0 {
                    push(out, format_args!(" {}:{number:#x}", kind.prefix));
                }
            }
            Syntax::ExportTarget => out.push_str(&graphics::export_target_text(
                self.subtarget.family.export_targets,
                number,
            )),
            Syntax::InterpAttribute => out.push_str(&graphics::attribute_text(number)),
            Syntax::InterpSlot => out.push_str(graphics::SLOTS.get(number as usize).unwrap_or(&"?")),
            Syntax::ImageDim => out.push_str(&images::dimension_text(number)),
            Syntax::Dpp8 => out.push_str(&symbolic::dpp8_text(number)),
            Syntax::DelayAlu => out.push_str(&symbolic::delay_text(number & 0xffff)),
            Syntax::AlwaysInt => push(out, format_args!(" {}:{number}", kind.prefix)),
            Syntax::Depctr => out.push_str(&symbolic::depctr_text(number & 0xffff)),
            Syntax::SdwaSel => {
                let name = symbolic::SDWA_SELECTS.get(number as usize).unwrap_or(&"?");
                push(out, format_args!(" {}:{name}", kind.prefix));
            }
            Syntax::DstUnused => {
                let name = symbolic::DST_UNUSED.get(number as usize).unwrap_or(&"?");
                push(out, format_args!(" {}:{name}", kind.prefix));
            }
            Syntax::Omod => out.push_str(["", " mul:2", " mul:4", " div:2"][number as usize & 3]),
            Syntax::Cpol | Syntax::CpolRtn | Syntax::CpolNoRtn | Syntax::SmemCpol | Syntax::SmemCpolRtn
                if self.subtarget.family.has_scopes =>
            {
                let access = Access::of(INSTR_INFO.desc(self.inst.opcode));
                out.push_str(&cache_policy::text(number, access));
            }
            Syntax::Cpol | Syntax::CpolRtn | Syntax::CpolNoRtn => {
                for (name, bit) in self.subtarget.family.cache_policies {
                    if imm & bit != 0 {
                        push(out, format_args!(" {name}"));
                    }
                }
            }
            Syntax::SmemCpol | Syntax::SmemCpolRtn => {
                for (name, bit) in self.subtarget.family.scalar_cache_policies {
                    if imm & bit != 0 {
                        push(out, format_args!(" {name}"));
                    }
                }
            }
            Syntax::NegBlgp if imm != 0 && !self.subtarget.family.f64_matrix_signs_are_a_list => {
                push(out, format_args!(" blgp:{imm}"));
            }
            Syntax::NegBlgp => {
                if imm != 0 {
                    push(
                        out,
                        format_args!(" neg:[{},{},{}]", number & 1, number >> 1 & 1, number >> 2 & 1),
                    );
                }
            }
            Syntax::BufFormat => out.push_str(&symbolic::buffer_format_text(
                number,
                self.subtarget.family.unified_formats,
            )),
            Syntax::Swizzle => {
                if imm != 0 {
                    push(
                        out,
                        format_args!(" {}:{}", kind.prefix, symbolic::swizzle_text(number)),
                    );
                }
            }
            Syntax::Imm
            | Syntax::Register
            | Syntax::ImageData
            | Syntax::ImageAddress
            | Syntax::ImageNsa
            | Syntax::RayPart
            | Syntax::ExportSource
            | Syntax::SdwaVopcDst
            | Syntax::DualRegister
            | Syntax::DualOperation
            | Syntax::None => push(out, format_args!("{imm}")),
        }
    }

    /// Whether a half of a register is the high one by the modifiers of the instruction.
    fn is_high_half(&self, index: usize) -> bool {
        half_place(INSTR_INFO.desc(self.inst.opcode).operands(), index)
            .is_some_and(|(modifiers, bit)| self.imm(modifiers) & bit != 0)
    }

    /// `-|x|`; a negated literal number would read as another number, so it is `neg(x)`.
    fn float_modifiers(&self, index: usize, imm: i64, out: &mut String) {
        let (negate, absolute) = (imm & 1 != 0, imm & 2 != 0);
        let is_number = matches!(self.inst.operands.get(index + 1), Some(MCOperand::Imm(_)));
        let call = negate && !absolute && is_number;
        if call {
            out.push_str("neg(");
        } else if negate {
            out.push('-');
        }
        if absolute {
            out.push('|');
        }
        self.operand(index + 1, out);
        if absolute {
            out.push('|');
        }
        if call {
            out.push(')');
        }
    }

    /// `v_dual_mul_f32 v0, v1, v2 :: v_dual_mov_b32 v3, v4`
    fn pair(&self, operations: [&Operation; 2], out: &mut String) {
        for (half, operation) in dual::halves().into_iter().zip(operations) {
            push(
                out,
                format_args!(
                    "{}v_dual_{} ",
                    if half.is_x { "" } else { " :: " },
                    operation.name_on(self.subtarget)
                ),
            );
            let [src0, src1, _] = half.sources;
            let constant = |wanted: bool| (operation.constant() == Some(wanted)).then(dual::constant_index);
            let src1 = operation.has_src1().then_some(src1);
            let parts = [Some(half.vdst), Some(src0), constant(true), src1, constant(false)];
            for (number, part) in parts.into_iter().flatten().enumerate() {
                out.push_str(if number > 0 { ", " } else { "" });
                self.operand(part, out);
            }
        }
    }

    /// `v0, off, v2, off`: the sources of an export.
    fn exports(&self, out: &mut String) {
        let value = |name| {
            INSTR_INFO
                .operand_index(self.inst.opcode, name)
                .map_or(0, |index| self.imm(index))
        };
        let (mask, is_compressed) = (value(names::EN), value(names::COMPR) != 0);
        let first = INSTR_INFO
            .operand_index(self.inst.opcode, names::SRC0)
            .unwrap_or(0);
        for index in 0..4 {
            if index > 0 {
                out.push_str(", ");
            }
            let source = if is_compressed { index / 2 } else { index };
            match mask >> index & 1 {
                0 => out.push_str("off"),
                _ => self.operand(first + source, out),
            }
        }
    }

    /// `[v4, v6]`: the registers of an address.
    fn addresses(&self, out: &mut String) {
        let operands = INSTR_INFO
            .desc(self.inst.opcode)
            .operands()
            .iter()
            .zip(&self.inst.operands);
        let is_address = |syntax| matches!(syntax, Syntax::ImageNsa | Syntax::RayPart);
        let registers: SmallVec<[Reg; 13]> = operands
            .filter(|(info, _)| {
                !info.flags.contains(OperandFlags::DEF) && is_address(kind_desc(info.kind).syntax)
            })
            .filter_map(|(_, operand)| operand.reg().filter(|reg| reg.is_some()))
            .collect();
        if let &[reg] = registers.as_slice() {
            return print_register(reg, out);
        }
        for (place, &reg) in registers.iter().enumerate() {
            out.push_str(if place == 0 { "[" } else { ", " });
            print_register(reg, out);
        }
        out.push(']');
    }

    /// `op_sel:[0,1,1]` and its relatives: one bit from the modifiers of each source.
    fn combined(&self, which: Combined, out: &mut String) {
        let desc = INSTR_INFO.desc(self.inst.opcode);
        let modifiers: Vec<(i64, i64)> = desc
            .operands()
            .iter()
            .enumerate()
            .filter(|(_, info)| info.flags.contains(OperandFlags::SOURCE_MODIFIERS))
            .map(|(index, info)| (self.imm(index), kind_desc(info.kind).default_value))
            .collect();
        let (name, bit) = match which {
            Combined::OpSel => ("op_sel", 4),
            Combined::OpSelHi => ("op_sel_hi", 8),
            Combined::NegLo => ("neg_lo", 1),
            Combined::NegHi => ("neg_hi", 2),
            Combined::ByteSel => {
                let value = |name| {
                    let index = desc.operand_index(name);
                    index.map_or(0, |index| self.imm(index))
                };
                let byte =
                    value(names::SRC2_MODIFIERS) >> 2 & 1 | (value(names::SRC0_MODIFIERS) >> 3 & 1) << 1;
                if byte != 0 {
                    push(out, format_args!(" byte_sel:{byte}"));
                }
                return;
            }
            Combined::Vcc | Combined::Nsa | Combined::Exports | Combined::Dual => return,
        };
        let mut bits: Vec<bool> = modifiers.iter().map(|&(value, _)| value & bit != 0).collect();
        let mut defaults: Vec<bool> = modifiers.iter().map(|&(_, default)| default & bit != 0).collect();
        // The index of a sparse matrix has a place, too.
        let is_sparse = desc.operand_index(names::INDEX_KEY).is_some();
        if is_sparse || which == Combined::OpSel && has_place_of_tied(desc.operands()) {
            bits.push(false);
            defaults.push(false);
        }
        if which == Combined::OpSel && selects_result(desc) {
            bits.push(modifiers.first().is_some_and(|&(value, _)| value & 8 != 0));
            defaults.push(false);
        }
        if bits == defaults {
            return;
        }
        let bits: Vec<&str> = bits.iter().map(|&bit| if bit { "1" } else { "0" }).collect();
        push(out, format_args!(" {name}:[{}]", bits.join(",")));
    }
}

/// Whether a register is one that has halves.
fn numbered_vector(reg: Reg) -> bool {
    of_high_half(reg).is_none() && matches!(numbered(reg), Some(Numbered::Vector(_)))
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}

fn signed_hex(imm: i64, out: &mut String) {
    if imm < 0 {
        out.push('-');
    }
    push(out, format_args!("{:#x}", imm.unsigned_abs()));
}

/// A constant that is a literal.
fn literal_constant(value: i64, kind: &OperandKindDesc, out: &mut String) {
    let ty = constant_type(kind);
    let Some(word) = constants::literal(value, ty) else {
        push(out, format_args!("{value:#x}"));
        return;
    };
    // The plain number is parsed as a literal if it is not an inline constant.
    let written = i64::from(word);
    let is_inline = |value: i64| constants::inline_code(value, ty).is_some();
    let reads_as_inline = match (ty.bits, ty.is_float) {
        (64, true) => is_inline(written) || is_inline(written << 32),
        (16, _) if ty.is_packed => is_inline(written),
        // Only the signed number is the inline constant; a literal has 32 bits.
        (16, false) => word > 0xffff || word < 0x8000 && is_inline(written),
        _ => is_inline(written),
    };
    if reads_as_inline {
        push(out, format_args!("lit({word:#x})"));
    } else {
        push(out, format_args!("{word:#x}"));
    }
}

/// A constant in a source operand.
fn constant(imm: i64, kind: &OperandKindDesc, out: &mut String) {
    let ty = constant_type(kind);
    if let Some(code) = constants::inline_code(imm, ty) {
        match constants::inline_float_text(code, ty) {
            Some(text) => out.push_str(text),
            None => push(
                out,
                format_args!("{}", constants::inline_value(code, ty).unwrap_or(imm)),
            ),
        }
        return;
    }
    literal_constant(imm, kind, out);
}
