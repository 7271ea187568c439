//! The text form of machine functions, similar to LLVM's MIR bodies. [`crate::mir::parse`] reads it.
//!
//! ```text
//! --- saxpy
//! stage: no-phis
//! livein: $sgpr4_sgpr5 -> %0
//! stack: %stack.0 size 4 align 4 spill
//! frame: size 4 align 4
//! info: kernarg-size 24
//! hint: %5 -> $vgpr0
//! bb.0.entry:
//!   successors: %bb.1, %bb.2
//!   liveins: $sgpr4_sgpr5
//!   %0:sreg_64 = COPY $sgpr4_sgpr5
//!   undef %1.sub0:vreg_64 = V_MOV_B32_e32 0, implicit $exec
//!   GLOBAL_STORE_DWORD %1, %2, 0, 0, implicit $exec :: (store (s32) to value.3 + 8, align 4, addrspace 1)
//! ```

use crate::mir::entities::{Block, Inst, VReg};
use crate::mir::frame::SlotKind;
use crate::mir::function::MachineFunction;
use crate::mir::inst::MachineInstFlags;
use crate::mir::mem_operand::{MemBase, MemFlags, MemObject, MemOperand};
use crate::mir::operand::{MachineOperand, RegFlags, RegOperand};
use crate::mir::register::Register;
use crate::target::TargetMachineInfo;
use cranelift_entity::{EntitySet, SecondaryMap};
use std::fmt::{self, Write};
use wavec_mc::{Opcode, RegClassId, SubRegIndex, generic};

/// Additions to the listing.
#[derive(Default)]
pub struct PrintOptions<'a> {
    /// For operand texts that only the target knows.
    pub target: Option<&'a dyn TargetMachineInfo>,
    /// Text before the line of an instruction (slot indexes, cycles).
    pub prefix: Option<&'a dyn Fn(Inst) -> String>,
    /// Lines after an instruction (verifier messages).
    pub notes: Option<&'a dyn Fn(Inst) -> Vec<String>>,
    /// Lines after a block's label.
    pub block_notes: Option<&'a dyn Fn(Block) -> Vec<String>>,
}

/// The function as text.
pub fn print_function(func: &MachineFunction, options: &PrintOptions<'_>) -> String {
    let mut out = String::new();
    let printer = Printer::new(func, options.target);
    // Writing to a String cannot fail.
    let _ = printer.function(&mut out, options);
    out
}

/// One instruction as text, without a line end.
pub fn print_inst(func: &MachineFunction, inst: Inst, target: Option<&dyn TargetMachineInfo>) -> String {
    let mut out = String::new();
    let printer = Printer {
        func,
        target,
        has_def: EntitySet::new(),
    };
    let _ = printer.inst(&mut out, inst);
    out
}

impl fmt::Display for MachineFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_function(self, &PrintOptions::default()))
    }
}

impl fmt::Debug for MachineFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

struct Printer<'a> {
    func: &'a MachineFunction,
    target: Option<&'a dyn TargetMachineInfo>,
    /// Virtual registers whose class has been printed at a definition.
    has_def: EntitySet<VReg>,
}

impl<'a> Printer<'a> {
    fn new(func: &'a MachineFunction, target: Option<&'a dyn TargetMachineInfo>) -> Printer<'a> {
        let mut has_def = EntitySet::new();
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                for (_, operand) in func.defs(inst) {
                    if let Some(vreg) = operand.reg.as_virtual() {
                        has_def.insert(vreg);
                    }
                }
            }
        }
        Printer {
            func,
            target,
            has_def,
        }
    }

    fn function(&self, out: &mut String, options: &PrintOptions<'_>) -> fmt::Result {
        let func = self.func;
        writeln!(out, "--- {}", func.name)?;
        writeln!(out, "stage: {}", func.stage.name())?;
        for &(reg, vreg) in &func.live_ins {
            out.push_str("livein: ");
            self.register(out, reg.into())?;
            if let Some(vreg) = vreg {
                write!(out, " -> {vreg}:{}", self.class_name(func.class(vreg)))?;
            }
            out.push('\n');
        }
        for (index, object) in func.frame.objects.iter() {
            write!(out, "stack: {index} size {} align {}", object.size, object.align)?;
            match object.kind {
                SlotKind::Variable => {}
                SlotKind::Spill => out.push_str(" spill"),
                SlotKind::LaneSpill => out.push_str(" lane-spill"),
                SlotKind::Outgoing => out.push_str(" outgoing"),
            }
            if object.dead {
                out.push_str(" dead");
            }
            if let Some(offset) = object.offset {
                write!(out, " offset {offset}")?;
            }
            out.push('\n');
        }
        let frame = &func.frame;
        if (frame.size, frame.max_align, frame.has_dynamic) != (0, 0, false) {
            let dynamic = if frame.has_dynamic { " dynamic" } else { "" };
            writeln!(
                out,
                "frame: size {} align {}{dynamic}",
                frame.size, frame.max_align
            )?;
        }
        for line in self.target.map(|t| t.info_lines(func)).unwrap_or_default() {
            writeln!(out, "info: {line}")?;
        }
        for (vreg, data) in func.vregs.iter() {
            if data.hint.is_some() && self.has_def.contains(vreg) {
                write!(out, "hint: {vreg} -> ")?;
                self.register(out, data.hint)?;
                out.push('\n');
            }
        }
        for block in func.layout.blocks() {
            self.block(out, block, options)?;
        }
        Ok(())
    }

    fn block(&self, out: &mut String, block: Block, options: &PrintOptions<'_>) -> fmt::Result {
        let data = &self.func.blocks[block];
        write!(out, "{block}")?;
        if !data.name.is_empty() {
            write!(out, ".{}", data.name)?;
        }
        if data.align > 1 {
            write!(out, " (align {})", data.align)?;
        }
        out.push_str(":\n");
        for line in options.block_notes.map(|notes| notes(block)).unwrap_or_default() {
            writeln!(out, "{line}")?;
        }
        if !data.successors.is_empty() {
            let list: Vec<String> = data.successors.iter().map(|b| format!("%{b}")).collect();
            writeln!(out, "  successors: {}", list.join(", "))?;
        }
        if !data.live_ins.is_empty() {
            out.push_str("  liveins: ");
            for (i, &reg) in data.live_ins.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                self.register(out, reg.into())?;
            }
            out.push('\n');
        }
        for inst in self.func.block_insts(block) {
            if let Some(prefix) = options.prefix {
                out.push_str(&prefix(inst));
            }
            out.push_str("  ");
            self.inst(out, inst)?;
            out.push('\n');
            for line in options.notes.map(|notes| notes(inst)).unwrap_or_default() {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    fn inst(&self, out: &mut String, inst: Inst) -> fmt::Result {
        let func = self.func;
        let data = func.inst(inst);
        let operands = func.operands(inst);
        let leading_defs = operands
            .iter()
            .take_while(|o| o.as_reg().is_some_and(|r| r.is_def() && !r.is_implicit()))
            .count();
        for index in 0..leading_defs {
            if index > 0 {
                out.push_str(", ");
            }
            self.operand(out, inst, index)?;
        }
        if leading_defs > 0 {
            out.push_str(" = ");
        }
        for (flag, word) in MachineInstFlags::NAMES {
            if data.flags.contains(flag) {
                write!(out, "{word} ")?;
            }
        }
        out.push_str(func.instrs().name(data.opcode));
        for (index, operand) in operands.iter().enumerate().skip(leading_defs) {
            out.push_str(if index > leading_defs { ", " } else { " " });
            // Definitions after other operands: those of inline assembly.
            if operand.as_reg().is_some_and(|r| r.is_def() && !r.is_implicit()) {
                out.push_str("def ");
            }
            self.operand(out, inst, index)?;
        }
        if let Some(location) = data.debug_location.expand() {
            if operands.len() > leading_defs {
                out.push(',');
            }
            write!(out, " debug-location !{}", location.as_u32())?;
        }
        for (i, operand) in func.mem_operands(inst).enumerate() {
            out.push_str(if i == 0 { " :: " } else { ", " });
            self.mem_operand(out, operand)?;
        }
        Ok(())
    }

    fn operand(&self, out: &mut String, inst: Inst, index: usize) -> fmt::Result {
        if let Some(text) = self.target.and_then(|t| t.print_operand(self.func, inst, index)) {
            out.push_str(&text);
            return Ok(());
        }
        match self.func.operand(inst, index) {
            MachineOperand::Reg(operand) => self.reg_operand(out, &operand),
            MachineOperand::Imm(value) => match special_immediate(self.func.opcode(inst), index) {
                SpecialImmediate::SubRegIndex
                    if (1..self.func.registers().num_sub_regs() as i64).contains(&value) =>
                {
                    let name = self.func.registers().sub_reg_name(SubRegIndex(value as u8));
                    write!(out, "%subreg.{name}")
                }
                SpecialImmediate::RegClass
                    if (0..self.func.registers().classes.len() as i64).contains(&value) =>
                {
                    write!(out, "%regclass.{}", self.class_name(RegClassId(value as u16)))
                }
                _ => write!(out, "{value}"),
            },
            MachineOperand::Block(block) => write!(out, "%{block}"),
            MachineOperand::FrameIndex(index) => write!(out, "{index}"),
            MachineOperand::Global { symbol, offset, kind } => {
                write!(
                    out,
                    "@{}{}",
                    quoted(self.func.symbols.name(symbol), false),
                    kind.suffix()
                )?;
                match offset {
                    0 => Ok(()),
                    offset if offset < 0 => write!(out, " - {}", offset.unsigned_abs()),
                    offset => write!(out, " + {offset}"),
                }
            }
            MachineOperand::External(symbol) => {
                write!(out, "&{}", quoted(self.func.symbols.name(symbol), true))
            }
        }
    }

    fn reg_operand(&self, out: &mut String, operand: &RegOperand) -> fmt::Result {
        if operand.is_implicit() {
            out.push_str(if operand.is_def() {
                "implicit-def "
            } else {
                "implicit "
            });
        }
        for (flag, word) in REG_FLAG_WORDS {
            if operand.flags.contains(flag) {
                write!(out, "{word} ")?;
            }
        }
        self.register(out, operand.reg)?;
        if operand.sub.is_some() {
            write!(out, ".{}", self.func.registers().sub_reg_name(operand.sub))?;
        }
        if let Some(vreg) = operand.reg.as_virtual()
            && (operand.is_def() || !self.has_def.contains(vreg))
        {
            write!(out, ":{}", self.class_name(self.func.class(vreg)))?;
        }
        if operand.is_use()
            && let Some(def) = operand.tied_to()
        {
            write!(out, "(tied-def {def})")?;
        }
        Ok(())
    }

    fn register(&self, out: &mut String, reg: Register) -> fmt::Result {
        match (reg.as_virtual(), reg.as_physical()) {
            (Some(vreg), _) => write!(out, "{vreg}"),
            (_, Some(reg)) if reg.index() < self.func.registers().num_regs() => {
                write!(out, "${}", self.func.registers().name(reg).to_lowercase())
            }
            (_, Some(reg)) => write!(out, "$bad{}", reg.0),
            _ => out.write_str("$noreg"),
        }
    }

    fn class_name(&self, class: RegClassId) -> String {
        match self.func.registers().classes.get(class.index()) {
            Some(class) => class.name.to_lowercase(),
            None => "_".to_string(),
        }
    }

    fn mem_operand(&self, out: &mut String, operand: &MemOperand) -> fmt::Result {
        out.push('(');
        for (flag, word) in MEM_FLAG_WORDS {
            if operand.flags.contains(flag) {
                write!(out, "{word} ")?;
            }
        }
        if operand.size == MemOperand::UNKNOWN_SIZE {
            out.push_str("unknown-size");
        } else {
            write!(out, "(s{})", operand.size.saturating_mul(8))?;
        }
        let word = if operand.is_store() { "to" } else { "from" };
        match operand.base {
            MemBase::Unknown => {}
            MemBase::Value(number) => write!(out, " {word} value.{number}")?,
            MemBase::FrameIndex(index) => write!(out, " {word} {index}")?,
        }
        let signed = |out: &mut String, offset: i64| match offset {
            0 => Ok(()),
            offset if offset < 0 => write!(out, " - {}", offset.unsigned_abs()),
            offset => write!(out, " + {offset}"),
        };
        signed(out, operand.offset)?;
        let place = operand.place;
        match place.object {
            MemObject::Unknown => {}
            MemObject::Global(number) => write!(out, ", in global.{number}")?,
            MemObject::Frame(index) => write!(out, ", in {index}")?,
            MemObject::Value(number) => write!(out, ", in value.{number}")?,
        }
        signed(out, place.phase)?;
        if place.stride != 0 {
            write!(out, ", stride {}", place.stride)?;
        }
        write!(out, ", align {}", operand.align)?;
        if operand.address_space != 0 {
            write!(out, ", addrspace {}", operand.address_space)?;
        }
        if operand.is_atomic() {
            write!(out, ", {}", operand.ordering.name())?;
            if operand.failure_ordering != crate::mir::AtomicOrdering::NotAtomic {
                write!(out, " {}", operand.failure_ordering.name())?;
            }
            if operand.scope != 0 {
                write!(out, ", scope {}", operand.scope)?;
            }
        }
        out.push(')');
        Ok(())
    }
}

/// Words of register operand flags, in printing order (`implicit` comes before them).
pub(super) const REG_FLAG_WORDS: [(RegFlags, &str); 5] = [
    (RegFlags::EARLY_CLOBBER, "early-clobber"),
    (RegFlags::RENAMABLE, "renamable"),
    (RegFlags::DEAD, "dead"),
    (RegFlags::KILL, "killed"),
    (RegFlags::UNDEF, "undef"),
];

/// Words of memory operand flags, in printing order.
pub(super) const MEM_FLAG_WORDS: [(MemFlags, &str); 7] = [
    (MemFlags::VOLATILE, "volatile"),
    (MemFlags::NON_TEMPORAL, "non-temporal"),
    (MemFlags::DEREFERENCEABLE, "dereferenceable"),
    (MemFlags::INVARIANT, "invariant"),
    (MemFlags::NO_CLOBBER, "noclobber"),
    (MemFlags::LOAD, "load"),
    (MemFlags::STORE, "store"),
];

/// Immediates of generic instructions that denote something with a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecialImmediate {
    None,
    SubRegIndex,
    RegClass,
}

pub(super) fn special_immediate(opcode: Opcode, index: usize) -> SpecialImmediate {
    match opcode {
        generic::REG_SEQUENCE if index >= 2 && index.is_multiple_of(2) => SpecialImmediate::SubRegIndex,
        generic::INSERT_SUBREG | generic::SUBREG_TO_REG if index == 3 => SpecialImmediate::SubRegIndex,
        generic::EXTRACT_SUBREG if index == 2 => SpecialImmediate::SubRegIndex,
        generic::COPY_TO_REGCLASS if index == 2 => SpecialImmediate::RegClass,
        _ => SpecialImmediate::None,
    }
}

/// A symbol's name, in quotes if it is not a plain word (or if `always`).
fn quoted(name: &str, always: bool) -> String {
    let plain = !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$'));
    if plain && !always {
        return name.to_string();
    }
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A table of notes by instruction, for [`PrintOptions::notes`].
pub type NotesByInst = SecondaryMap<Inst, Vec<String>>;
