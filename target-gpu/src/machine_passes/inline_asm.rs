//! Substitutes operands into the text of inline assembly, and assembles it.
//!
//! Requires: physical registers. Source: LLVM Language Reference, "Inline Asm Templates"; LLVM's user guide for AMDGPU.
//!
//! ```text
//! $0 ${0}   operand 0            $$      a dollar sign
//! ${0:n}    a constant negated   ${:uid} a number that no other assembly has
//! ${0:c}    a constant as it is  $(a$|b$) the first of alternatives
//! ```

use crate::call_abi;
use crate::function_info::{GpuFunctionInfo, subtarget};
use crate::registers::sgpr;
use std::fmt::Write;
use wavec_codegen::mir::inline_asm::{AsmBody, SOURCE, operands, text};
use wavec_codegen::mir::{Inst, MachineFunction, MachineOperand, RegFlags, RegOperand, Register};
use wavec_gpu_mc::constants::is_inline_integer;
use wavec_gpu_mc::{inline_assembly, print, regs};
use wavec_mc::{MCInst, MCOperand, Reg, generic};
use wavec_support::{Diagnostic, Span};

/// Name of the pass that runs [`assemble`].
pub const ASSEMBLE: &str = "assemble-inline-asm";

/// The source position of the assembly.
pub fn place(func: &MachineFunction, inst: Inst) -> Span {
    let number = func.operands(inst).get(SOURCE).and_then(MachineOperand::as_imm);
    let places = func.target_info::<GpuFunctionInfo>().map(|info| &info.asm_places);
    number
        .and_then(|number| places?.get(usize::try_from(number).ok()?).copied())
        .unwrap_or(Span::NONE)
}

/// Puts the operands of every inline assembly of the function into its text, and assembles that: later passes and the
/// emission of code ask for the [`AsmBody`].
///
/// # Errors
/// The first error of a text.
pub fn assemble(func: &mut MachineFunction) -> Result<(), Diagnostic> {
    let blocks = func.layout.blocks();
    let assemblies: Vec<Inst> = blocks
        .flat_map(|block| func.block_insts(block))
        .filter(|&inst| func.opcode(inst) == generic::INLINEASM)
        .collect();
    for inst in assemblies {
        let place = place(func, inst);
        let text = expand(func, inst).map_err(|message| Diagnostic::error(place, message))?;
        let code = inline_assembly(&text, &subtarget(func), place).map_err(|errors| {
            let first = errors.iter().next().cloned();
            first.expect("assembling fails with an error")
        })?;
        let instructions = code.instructions.iter();
        let body = AsmBody {
            text,
            recording: code.recording,
            instructions: instructions.map(|written| machine_inst(func, written)).collect(),
            most_bytes: code.most_bytes,
            has_fixed_size: code.has_fixed_size,
        };
        func.set_asm_body(inst, body);
    }
    Ok(())
}

/// Checks that no operand of an assembly is in a register with a special meaning: operands are copied there and back,
/// which would change it for all other code. The clobber list may name any register; the text may restore it.
///
/// # Errors
/// The first such operand.
pub fn check_registers(func: &MachineFunction) -> Result<(), Diagnostic> {
    let mut reserved = vec![regs::EXEC, regs::MODE, regs::FLAT_SCR];
    if let Some(gpu) = func.target_info::<GpuFunctionInfo>() {
        let has_stack_pointer = gpu.is_callable() || gpu.dynamic_stack;
        let pointer = has_stack_pointer.then_some(call_abi::STACK_POINTER);
        reserved.extend(
            pointer
                .into_iter()
                .chain(gpu.frame_pointers())
                .map(|n| sgpr(n, 1)),
        );
    }
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            if func.opcode(inst) != generic::INLINEASM {
                continue;
            }
            let mut named = func
                .reg_operands(inst)
                .filter(|(_, operand)| !operand.flags.contains(RegFlags::IMPLICIT))
                .filter_map(|(_, operand)| operand.reg.as_physical());
            let is_reserved = |reg: &Reg| {
                reserved
                    .iter()
                    .any(|&other| func.registers().overlap(*reg, other))
            };
            if let Some(reg) = named.find(is_reserved) {
                let mut name = String::new();
                print::print_register(reg, &mut name);
                let message = format!("an operand of inline assembly is in '{name}', which is reserved");
                return Err(Diagnostic::error(place(func, inst), message));
            }
        }
    }
    Ok(())
}

/// A lower bound on the number of instructions in the text, before its operands are known; repeating directives are not
/// expanded, so their size counts as far away.
pub fn most_instructions(func: &MachineFunction, inst: Inst) -> u64 {
    let text = text(func, inst);
    if text.contains(".rept") || text.contains(".fill") || text.contains(".space") || text.contains(".macro")
    {
        return 1 << 20;
    }
    1 + text
        .bytes()
        .filter(|byte| matches!(byte, b'\n' | b';' | b','))
        .count() as u64
}

fn machine_inst(func: &mut MachineFunction, written: &MCInst) -> Inst {
    let num_defs = func.instrs().desc(written.opcode).num_defs();
    let operands: Vec<MachineOperand> = written
        .operands
        .iter()
        .enumerate()
        .map(|(index, operand)| match *operand {
            MCOperand::Reg(reg) if reg.is_none() => RegOperand::new_use(Register::NONE).into(),
            MCOperand::Reg(reg) if index < num_defs => RegOperand::new_def(reg).into(),
            MCOperand::Reg(reg) => RegOperand::new_use(reg).into(),
            MCOperand::Imm(value) => MachineOperand::Imm(value),
            MCOperand::Expr(_) => MachineOperand::Imm(0),
        })
        .collect();
    let inst = func.create_inst(written.opcode, &operands);
    func.add_implicit_operands(inst);
    inst
}

/// The text with its operands.
///
/// # Errors
/// A reference to an operand that does not exist, or that cannot be printed in the requested form.
fn expand(func: &MachineFunction, inst: Inst) -> Result<String, String> {
    let template = text(func, inst);
    let operands: Vec<usize> = operands(func, inst).map(|(index, _)| index).collect();
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    // The alternative being read.
    let mut alternative: Option<usize> = None;
    while let Some(c) = rest.chars().next() {
        let shown = alternative.is_none_or(|number| number == 0);
        if c != '$' {
            if shown {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
            continue;
        }
        rest = &rest[1..];
        let next = rest.chars().next().unwrap_or('\0');
        let (consumed, mention) = match next {
            '$' => (1, None),
            '(' | '|' | ')' => {
                alternative = match (next, alternative) {
                    ('(', None) => Some(0),
                    ('|', Some(number)) => Some(number + 1),
                    (')', Some(_)) => None,
                    _ => return Err("nested or unbalanced alternatives in inline asm".to_string()),
                };
                rest = &rest[1..];
                continue;
            }
            '{' => {
                let end = rest
                    .find('}')
                    .ok_or("unterminated ${...} expansion in inline asm string")?;
                (end + 1, Some(&rest[1..end]))
            }
            '0'..='9' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                (digits, Some(&rest[..digits]))
            }
            _ => return Err("bad $ operand number in inline asm string".to_string()),
        };
        rest = &rest[consumed..];
        if !shown {
            continue;
        }
        match mention {
            None => out.push('$'),
            Some(mention) => {
                let (number, modifier) = mention.split_once(':').unwrap_or((mention, ""));
                if number.is_empty() {
                    special(func, modifier, inst, &mut out)?;
                    continue;
                }
                let operand = number
                    .parse()
                    .ok()
                    .and_then(|number: usize| operands.get(number))
                    .ok_or("invalid operand number in inline asm string")?;
                write_operand(func, func.operand(inst, *operand), modifier, &mut out)
                    .ok_or_else(|| format!("invalid operand in inline asm: '{template}'"))?;
            }
        }
    }
    if alternative.is_some() {
        return Err("nested or unbalanced alternatives in inline asm".to_string());
    }
    Ok(out)
}

fn special(func: &MachineFunction, name: &str, inst: Inst, out: &mut String) -> Result<(), String> {
    let number = func.target_info::<GpuFunctionInfo>().map_or(0, |gpu| gpu.number);
    match name {
        "uid" => {
            _ = write!(
                out,
                "{}",
                u64::from(number) * 1_000_000 + u64::from(inst.as_u32())
            )
        }
        "comment" => out.push(';'),
        "private" => out.push_str(".L"),
        _ => return Err(format!("unknown special formatter '{name}' in inline asm string")),
    }
    Ok(())
}

fn write_operand(
    func: &MachineFunction,
    operand: MachineOperand,
    modifier: &str,
    out: &mut String,
) -> Option<()> {
    match operand {
        MachineOperand::Reg(reg) if modifier.is_empty() => print::print_register(reg.reg.as_physical()?, out),
        MachineOperand::Imm(value) => match modifier {
            "" => write_number(value, out),
            "c" => _ = write!(out, "{value}"),
            "n" => _ = write!(out, "{}", value.wrapping_neg()),
            _ => return None,
        },
        MachineOperand::Global { symbol, offset, .. } if matches!(modifier, "" | "c") => {
            print::print_symbol(func.symbols.name(symbol), out);
            if offset != 0 {
                let _ = write!(out, "{offset:+}");
            }
        }
        _ => return None,
    }
    Some(())
}

/// Inline numbers are decimal, others hexadecimal, as LLVM prints them.
fn write_number(value: i64, out: &mut String) {
    let _ = match value {
        _ if is_inline_integer(value) => write!(out, "{value}"),
        _ => write!(out, "{value:#x}"),
    };
}
