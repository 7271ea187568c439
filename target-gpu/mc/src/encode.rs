//! Encodes instructions.

use crate::constants::{self, ConstantType};
use crate::dual;
use crate::images;
use crate::register_files::is_vector;
use crate::subtarget::Subtarget;
use crate::tables::{
    ENCODING_INFO, INSTR_INFO, OPERAND_KINDS, OperandKindDesc, REGISTER_INFO, Syntax, classes, regs,
};
use wavec_mc::{
    BinaryOp, Desc, FixupKind, InstrEncoding, InstrFixup, MCExpr, MCInst, MCOperand, OperandInfo,
    OperandKind, VariantKind,
};

/// Fixup of a branch: `(target - end of instruction) / 4` in the low 16 bits.
pub const FIXUP_BRANCH: FixupKind = FixupKind::Target(0);

/// Bytes of the longest instruction.
pub(crate) const MAX_SIZE: usize = 24;

/// Why an instruction cannot be encoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodeError {
    /// The invalid operand, if it is a single one.
    pub operand: Option<usize>,
    /// The message.
    pub message: String,
}

/// An encoded instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoded {
    bytes: [u8; MAX_SIZE],
    len: u8,
    /// Fixups for values that are not known yet.
    pub fixups: Vec<InstrFixup>,
}

impl Encoded {
    /// The bytes in memory order.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

/// The literal of an instruction during encoding: two operands may share it if they agree.
#[derive(Default)]
struct Literal {
    value: Option<u32>,
    expr: Option<MCExpr>,
}

/// The description of an operand kind.
pub fn kind_desc(kind: OperandKind) -> &'static OperandKindDesc {
    &OPERAND_KINDS[usize::from(kind.0)]
}

/// The type of constants in operands of a kind.
pub fn constant_type(kind: &OperandKindDesc) -> ConstantType {
    ConstantType {
        bits: kind.constant_bits,
        is_float: kind.is_float,
        is_packed: kind.is_packed(),
        is_bfloat: kind.is_bfloat(),
    }
}

/// Encodes an instruction.
///
/// # Errors
/// Invalid operands; or the processor does not have the instruction.
pub fn encode(inst: &MCInst, subtarget: &Subtarget) -> Result<Encoded, EncodeError> {
    let desc = INSTR_INFO.desc(inst.opcode);
    let Some(encoding) = subtarget.encoding(inst.opcode) else {
        let of_it = INSTR_INFO
            .encodings
            .iter()
            .filter(|encoding| encoding.opcode == inst.opcode);
        return Err(EncodeError {
            operand: None,
            message: subtarget.lacks_encodings(desc.mnemonic(), of_it),
        });
    };
    let operands = desc.operands();
    if operands.len() != inst.operands.len() {
        let message = format!(
            "{} needs {} operands, not {}",
            desc.name(),
            operands.len(),
            inst.operands.len()
        );
        return Err(EncodeError {
            operand: None,
            message,
        });
    }
    let size = size_of_encoding(encoding);
    let mut literal = Literal::default();
    let mut fixups = Vec::new();
    let words = ENCODING_INFO.encode(encoding, |index| {
        let kind = subtarget.operand_kind(operands[index].kind);
        operand_value(subtarget, kind, &inst.operands[index], &mut literal, &mut fixups).map_err(|message| {
            EncodeError {
                operand: Some(index),
                message,
            }
        })
    });
    let Some(words) = words else {
        let message = format!("{} has no encoding", desc.name());
        return Err(EncodeError {
            operand: None,
            message,
        });
    };
    if dual::has_constant(inst) {
        let constant = &inst.operands[dual::constant_index()];
        let used = match constant {
            MCOperand::Imm(imm) => use_literal(&mut literal, *imm as u32, None),
            MCOperand::Expr(expr) => use_literal(&mut literal, 0, Some(expr)),
            MCOperand::Reg(_) => Err("an immediate is needed".to_string()),
        };
        used.map_err(|message| EncodeError {
            operand: Some(dual::constant_index()),
            message,
        })?;
    }
    let mut encoded = Encoded {
        bytes: [0; MAX_SIZE],
        len: size as u8,
        fixups,
    };
    let words = words?;
    encoded.bytes[..8].copy_from_slice(&words[0].to_le_bytes());
    if size > 8 {
        encoded.bytes[8..16].copy_from_slice(&words[1].to_le_bytes());
        encoded.bytes[16..].copy_from_slice(&words[2].to_le_bytes());
    }
    check_widths(inst, encoding, subtarget)?;
    if let Some(value) = literal.value {
        let start = size;
        if has_own_literal(desc) {
            // The constant can be the literal of another operand.
            // That of a half is the lower half.
            let mask = if is_half_literal(desc) { 0xffff } else { u32::MAX };
            let [a, b, c, d] = [4, 5, 6, 7].map(|byte: usize| encoded.bytes[byte]);
            let own = u32::from_le_bytes([a, b, c, d]);
            if literal.expr.is_none() && own & mask == value & mask {
                return Ok(encoded);
            }
            let message = "only one unique literal operand is allowed".to_string();
            return Err(EncodeError {
                operand: None,
                message,
            });
        }
        encoded.bytes[start..start + 4].copy_from_slice(&value.to_le_bytes());
        encoded.len += 4;
        if let Some(expr) = literal.expr {
            encoded.fixups.push(InstrFixup {
                offset: start as u8,
                kind: literal_fixup(&expr),
                expr,
            });
        }
    }
    Ok(encoded)
}

/// Size in bytes of instructions in an encoding, without a literal; 0 for pseudos.
fn size_of_encoding(encoding: &InstrEncoding) -> usize {
    ENCODING_INFO
        .format(encoding)
        .map_or(0, |format| usize::from(format.size))
}

/// Whether an instruction always carries a constant.
pub(crate) fn has_own_literal(desc: Desc) -> bool {
    let is_own = |info: &OperandInfo| matches!(kind_desc(info.kind).syntax, Syntax::Kimm16 | Syntax::Kimm32);
    desc.operands().iter().any(is_own)
}

/// Whether the constant that an instruction always carries is a half.
fn is_half_literal(desc: Desc) -> bool {
    let is_half = |info: &OperandInfo| kind_desc(info.kind).syntax == Syntax::Kimm16;
    desc.operands().iter().any(is_half)
}

/// Immediates must fit their fields.
fn check_widths(inst: &MCInst, encoding: &InstrEncoding, subtarget: &Subtarget) -> Result<(), EncodeError> {
    let desc = INSTR_INFO.desc(inst.opcode);
    let Some(format) = ENCODING_INFO.format(encoding) else {
        return Ok(());
    };
    for (index, operand) in inst.operands.iter().enumerate() {
        let kind = subtarget.operand_kind(desc.operands()[index].kind);
        let (MCOperand::Imm(imm), false) = (operand, kind.constant_bits != 0) else {
            continue;
        };
        let fields = ENCODING_INFO.fields(format).iter();
        let of_operand = fields.filter(|field| usize::from(field.operand) == index);
        let ends = of_operand.map(|field| u32::from(field.value_lsb + field.width));
        let width = ends.max().unwrap_or(0);
        if kind.syntax == Syntax::MatrixFormat {
            if kind.matrix_formats().contains(imm) {
                continue;
            }
            return Err(EncodeError {
                operand: Some(index),
                message: format!("{imm} is no format of this many registers"),
            });
        }
        if width == 0 || width >= 64 || kind.syntax == Syntax::Dpp8Fi {
            continue;
        }
        // Two's complement or unsigned, depending on the syntax of the operand.
        let signed_only = matches!(
            kind.syntax,
            Syntax::SignedOffset | Syntax::SmrdOffset | Syntax::SmrdNamedOffset
        );
        let top = if signed_only {
            1i64 << (width - 1)
        } else {
            1i64 << width
        };
        if !(-(1i64 << (width - 1))..top).contains(imm) {
            let message = format!("{imm} does not fit in {width} bits");
            return Err(EncodeError {
                operand: Some(index),
                message,
            });
        }
    }
    Ok(())
}

fn operand_value(
    subtarget: &Subtarget,
    kind: &OperandKindDesc,
    operand: &MCOperand,
    literal: &mut Literal,
    fixups: &mut Vec<InstrFixup>,
) -> Result<u64, String> {
    match operand {
        MCOperand::Reg(reg) => {
            if kind.asm_class.is_none() {
                return Err("expected an immediate, not a register".to_string());
            }
            // Registers that an address or an export does not need.
            if reg.is_none()
                && matches!(
                    kind.syntax,
                    Syntax::ImageNsa | Syntax::ExportSource | Syntax::DualRegister
                )
            {
                return Ok(0);
            }
            // Tuples of any size.
            let has_tuple = subtarget.family.image_addresses.tuple_in_list.is_some();
            let is_image = matches!(kind.syntax, Syntax::ImageData | Syntax::ImageAddress)
                || kind.syntax == Syntax::ImageNsa && has_tuple;
            let is_data = kind.syntax == Syntax::ImageData;
            let is_tuple =
                is_image && reg.is_some() && is_vector(*reg) && images::is_possible(*reg, is_data, subtarget);
            if !is_tuple && (reg.is_none() || !REGISTER_INFO.class(kind.asm_class).contains(*reg)) {
                let name = if reg.is_none() {
                    "no register".into()
                } else {
                    REGISTER_INFO.name(*reg)
                };
                return Err(format!(
                    "{name} is not in class {}",
                    REGISTER_INFO.class(kind.asm_class).name
                ));
            }
            let encoding = subtarget.register_number(*reg);
            Ok(match kind.syntax {
                // Bit 8 marks a scalar register.
                Syntax::SdwaSource if encoding & 0x100 != 0 => encoding & 0xff,
                Syntax::SdwaSource => encoding | 0x100,
                Syntax::SdwaVopcDst if encoding == u64::from(REGISTER_INFO.encoding(regs::VCC)) => 0,
                Syntax::SdwaVopcDst => encoding | 0x80,
                _ => encoding,
            })
        }
        MCOperand::Imm(imm) if kind.syntax == Syntax::Source => {
            let ty = constant_type(kind);
            if let Some(code) = constants::inline_code(*imm, ty) {
                return Ok(code);
            }
            if !kind.allow_literal {
                return Err("literal operands are not supported".to_string());
            }
            let Some(value) = constants::literal(*imm, ty) else {
                return Err(format!(
                    "{imm:#x} cannot be a literal of a {}-bit operand",
                    ty.bits
                ));
            };
            use_literal(literal, value, None)
        }
        MCOperand::Imm(imm) if kind.syntax == Syntax::SdwaSource => {
            match constants::inline_code(*imm, constant_type(kind)) {
                Some(code) => Ok(code | 0x100),
                None => Err("literal operands are not supported".to_string()),
            }
        }
        MCOperand::Imm(_) if kind.asm_class.is_some() => Err("a register is needed".to_string()),
        // A part of the number of the first source.
        MCOperand::Imm(imm) if kind.syntax == Syntax::Dpp8Fi => Ok(1 + (*imm as u64 & 1)),
        MCOperand::Imm(imm) => Ok(*imm as u64),
        MCOperand::Expr(expr) if kind.syntax == Syntax::Source && matches!(**expr, MCExpr::Constant(_)) => {
            // A constant that is forced to be a literal: `lit(1)`.
            let MCExpr::Constant(value) = **expr else {
                return Ok(0);
            };
            match constants::literal(value, constant_type(kind)) {
                Some(value) if kind.allow_literal => use_literal(literal, value, None),
                _ => Err("literal operands are not supported".to_string()),
            }
        }
        MCOperand::Expr(expr) => match kind.syntax {
            Syntax::Source if kind.allow_literal => use_literal(literal, 0, Some(expr)),
            Syntax::Branch => {
                fixups.push(InstrFixup {
                    offset: 0,
                    kind: FIXUP_BRANCH,
                    expr: (**expr).clone(),
                });
                Ok(0)
            }
            Syntax::Simm32 | Syntax::Kimm32 => {
                fixups.push(InstrFixup {
                    offset: 4,
                    kind: literal_fixup(expr),
                    expr: (**expr).clone(),
                });
                Ok(0)
            }
            _ => Err("an expression is not allowed here".to_string()),
        },
    }
}

fn use_literal(literal: &mut Literal, value: u32, expr: Option<&MCExpr>) -> Result<u64, String> {
    if literal.value.is_some_and(|known| known != value)
        // Each unknown value is a separate literal.
        || literal.value.is_some() && (literal.expr.is_some() || expr.is_some())
    {
        return Err("only one unique literal operand is allowed".to_string());
    }
    literal.value = Some(value);
    literal.expr = expr.cloned();
    Ok(constants::LITERAL)
}

/// What a literal's expression becomes: the distance to a symbol, as LLVM has it for code that adds the result to the
/// program counter, but the value itself where a subtraction shows that it is not such a distance.
fn literal_fixup(expr: &MCExpr) -> FixupKind {
    fn any(expr: &MCExpr, is: fn(&MCExpr) -> bool) -> bool {
        is(expr)
            || match expr {
                MCExpr::Constant(_) | MCExpr::Symbol(..) => false,
                MCExpr::Unary(_, inner) => any(inner, is),
                MCExpr::Binary(_, a, b) => any(a, is) || any(b, is),
            }
    }
    let subtracts = any(expr, |part| matches!(part, MCExpr::Binary(BinaryOp::Sub, ..)));
    let has_variant = any(
        expr,
        |part| matches!(part, MCExpr::Symbol(_, variant) if *variant != VariantKind::None),
    );
    match subtracts && !has_variant {
        true => FixupKind::Data(4),
        false => FixupKind::Literal,
    }
}

/// Size in bytes of an instruction including its literal.
pub fn size_of_inst(inst: &MCInst, subtarget: &Subtarget) -> usize {
    let desc = INSTR_INFO.desc(inst.opcode);
    let size = subtarget
        .encoding(inst.opcode)
        .map_or(desc.size(), size_of_encoding);
    if size != 4 && subtarget.family.constant_bus == 1 || has_own_literal(desc) {
        return size;
    }
    let has_literal = desc.operands().iter().zip(&inst.operands).any(|(info, operand)| {
        let kind = subtarget.operand_kind(info.kind);
        kind.allow_literal
            && match operand {
                MCOperand::Imm(imm) => constants::inline_code(*imm, constant_type(kind)).is_none(),
                MCOperand::Expr(_) => true,
                MCOperand::Reg(_) => false,
            }
    });
    let has_literal = has_literal || dual::has_constant(inst);
    size + if has_literal { 4 } else { 0 }
}

/// Whether reading `reg` in a VALU source uses the constant bus.
pub fn uses_constant_bus(reg: wavec_mc::Reg) -> bool {
    REGISTER_INFO.class(classes::SREG_32).contains(reg)
        || REGISTER_INFO.class(classes::SREG_64).contains(reg)
        || REGISTER_INFO.class(classes::SREG_128).contains(reg)
}
