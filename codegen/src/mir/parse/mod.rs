//! Parses the text form of machine functions written by [`crate::mir::print`]. Used by tests of passes and for
//! hand-edited `--stop-after` dumps. `;` begins a comment.
//!
//! Before the functions there may be a module in the text form of IR, between the lines `--- |` and `...`; it is left to the
//! caller ([`module_text`]).
//!
//! Where a block has no `successors:` line its successors are the block operands of its terminators and, unless it ends
//! in a barrier, the next block.

mod cursor;
mod operand;

use crate::mir::entities::{Block, Inst};
use crate::mir::frame::SlotKind;
use crate::mir::function::{MachineFunction, Stage, TargetTables};
use crate::mir::inst::MachineInstFlags;
use crate::mir::operand::MachineOperand;
use crate::target::TargetMachineInfo;
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::PackedOption;
use cursor::LineCursor;
use wavec_ir::entities::MetadataId;
use wavec_mc::{InstrFlags, RegClassId};
use wavec_support::{Diagnostics, FileId, SourceMap, Span};

/// Largest entity number that the text may use; keeps a typing error from exhausting memory.
const MAX_NUMBER: u64 = 1 << 20;

/// The module that stands before the functions of a file, and what comes after it; each with where it begins.
pub fn module_text(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("--- |\n")?;
    let end = rest.find("\n...\n").map_or(rest.len(), |end| end + 1);
    let after = rest[end..].strip_prefix("...\n").unwrap_or("");
    Some((&rest[..end], after))
}

/// Reads all functions of a file; `target` reads what it keeps with them.
///
/// # Errors
/// All syntax errors with their positions; at most one per line.
pub fn parse_functions(
    sources: &SourceMap,
    file: FileId,
    tables: TargetTables,
    target: Option<&dyn TargetMachineInfo>,
) -> Result<Vec<MachineFunction>, Diagnostics> {
    let mut parser = Parser {
        file,
        tables,
        target,
        functions: Vec::new(),
        current: None,
        explicit_successors: false,
        line_start: 0,
        diagnostics: Diagnostics::new(),
    };
    let text = &*sources.file(file).text;
    let functions = module_text(text).map_or(text, |(_, functions)| functions);
    let mut start = text.len() - functions.len();
    for line in functions.split_inclusive('\n') {
        parser.line_start = start;
        if let Err((at, message)) = parser.line(line.trim_end_matches(['\n', '\r'])) {
            let at = (start + at.min(line.len())) as u32;
            parser.diagnostics.error(Span::new(file, at, at), message);
        }
        start += line.len();
    }
    parser.finish_function();
    if parser.diagnostics.has_errors() {
        return Err(parser.diagnostics);
    }
    Ok(parser.functions)
}

/// Reads one function from a string; for tests.
///
/// # Errors
/// The rendered diagnostics.
pub fn parse_function(text: &str, tables: TargetTables) -> Result<MachineFunction, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("<mir>", text);
    match parse_functions(&sources, file, tables, None) {
        Ok(functions) => functions
            .into_iter()
            .next()
            .ok_or_else(|| "no function".to_string()),
        Err(diagnostics) => Err(diagnostics.render(&sources)),
    }
}

struct Parser<'t> {
    file: FileId,
    tables: TargetTables,
    target: Option<&'t dyn TargetMachineInfo>,
    functions: Vec<MachineFunction>,
    current: Option<Current>,
    explicit_successors: bool,
    /// Where the line begins in the text.
    line_start: usize,
    diagnostics: Diagnostics,
}

struct Current {
    func: MachineFunction,
    block: Option<Block>,
    referenced_blocks: Vec<(Block, bool)>,
}

/// Byte in the line and message.
type Failure = (usize, String);

type Parsed<T> = Result<T, Failure>;

impl Parser<'_> {
    fn line(&mut self, line: &str) -> Parsed<()> {
        let mut cursor = LineCursor { text: line, at: 0 };
        cursor.skip_space();
        // Dumps have a comment that says after which pass they were made.
        if cursor.at_end() || cursor.rest().starts_with('#') {
            return Ok(());
        }
        if cursor.eat("---") {
            self.finish_function();
            cursor.skip_space();
            let name = cursor.rest().trim().to_string();
            self.current = Some(Current {
                func: MachineFunction::new(name, self.tables),
                block: None,
                referenced_blocks: Vec::new(),
            });
            return Ok(());
        }
        let Some(current) = &mut self.current else {
            return Err((cursor.at, "expected '--- name' first".into()));
        };
        if cursor.rest().starts_with("bb.") {
            if !self.explicit_successors {
                current.infer_successors();
            }
            self.explicit_successors = false;
            return current.block_label(&mut cursor);
        }
        for keyword in ["stage", "livein", "stack", "frame", "hint"] {
            if current.block.is_none() && cursor.eat(&format!("{keyword}:")) {
                return current.header(keyword, &mut cursor);
            }
        }
        if current.block.is_none() && cursor.eat("info:") {
            let line = cursor.rest().trim();
            let read = self
                .target
                .map_or(Ok(()), |target| target.read_info_line(&mut current.func, line));
            return read.map_err(|message| (cursor.at, message));
        }
        let Some(block) = current.block else {
            return Err((cursor.at, "expected a block label".into()));
        };
        if cursor.eat("successors:") {
            self.explicit_successors = true;
            loop {
                let successor = current.block_ref(&mut cursor)?;
                current.func.add_edge(block, successor);
                if !cursor.eat_token(",") {
                    return cursor.expect_end();
                }
            }
        }
        if cursor.eat("liveins:") {
            loop {
                let reg = current.physical(&mut cursor)?;
                current.func.blocks[block].live_ins.push(reg);
                if !cursor.eat_token(",") {
                    return cursor.expect_end();
                }
            }
        }
        let start = self.line_start + cursor.at;
        let inst = current.inst(&mut cursor)?;
        let place = Span::new(self.file, start as u32, (self.line_start + line.len()) as u32);
        current.func.places.insert(inst, place);
        current.func.layout.append_inst(inst, block);
        Ok(())
    }

    fn finish_function(&mut self) {
        let Some(mut current) = self.current.take() else {
            return;
        };
        if !self.explicit_successors {
            current.infer_successors();
        }
        self.explicit_successors = false;
        let here = Span::new(self.file, 0, 0);
        for &(block, _) in &current.referenced_blocks {
            if !current.func.layout.is_block_inserted(block) {
                self.diagnostics.error(
                    here,
                    format!(
                        "block '{block}' of function '{}' is not defined",
                        current.func.name
                    ),
                );
                return;
            }
        }
        for block in current.func.layout.blocks() {
            for inst in current.func.block_insts(block) {
                for (_, operand) in current.func.reg_operands(inst) {
                    if let Some(vreg) = operand.reg.as_virtual()
                        && current.func.class(vreg).is_none()
                    {
                        self.diagnostics
                            .error(here, format!("no register class is given for '{vreg}'"));
                        return;
                    }
                }
            }
        }
        // Numbers that the text skips denote no register; any class will do.
        for data in current.func.vregs.values_mut() {
            if data.class.is_none() {
                data.class = RegClassId(0);
            }
        }
        self.functions.push(current.func);
    }
}

impl Current {
    fn infer_successors(&mut self) {
        let Some(block) = self.block else { return };
        let func = &mut self.func;
        let mut targets = Vec::new();
        let mut falls_through = true;
        for inst in func.block_insts(block) {
            if func.desc(inst).is(InstrFlags::TERMINATOR) {
                targets.extend(
                    func.operands(inst)
                        .iter()
                        .filter_map(|operand| operand.as_block()),
                );
                if func.desc(inst).is(InstrFlags::BARRIER) || func.desc(inst).is(InstrFlags::RETURN) {
                    falls_through = false;
                }
            }
        }
        for target in targets {
            func.add_edge(block, target);
        }
        if falls_through {
            // The next block is not known yet; a placeholder edge is added when its label is read.
            self.referenced_blocks.push((block, true));
        }
    }

    fn block_label(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<()> {
        let start = cursor.at;
        cursor.eat("bb.");
        let number = cursor.number()?;
        let block = self.block_number(number, start)?;
        if self.func.layout.is_block_inserted(block) {
            return Err((start, format!("block '{block}' is defined twice")));
        }
        if cursor.eat(".") {
            let rest = cursor.rest();
            let end = rest.find([':', ' ']).unwrap_or(rest.len());
            self.func.blocks[block].name = rest[..end].to_string();
            cursor.at += end;
        }
        cursor.skip_space();
        if cursor.eat("(align") {
            self.func.blocks[block].align = cursor.number()? as u32;
            cursor.expect(")")?;
        }
        cursor.expect(":")?;
        self.func.layout.append_block(block);
        let falls_into: Vec<Block> = self
            .referenced_blocks
            .iter()
            .filter(|(_, falls)| *falls)
            .map(|&(b, _)| b)
            .collect();
        self.referenced_blocks.retain(|(_, falls)| !falls);
        for from in falls_into {
            self.func.add_edge(from, block);
        }
        self.block = Some(block);
        cursor.expect_end()
    }

    fn header(&mut self, keyword: &str, cursor: &mut LineCursor<'_>) -> Parsed<()> {
        cursor.skip_space();
        match keyword {
            "stage" => {
                let start = cursor.at;
                let word = cursor.word();
                self.func.stage = Stage::ALL
                    .into_iter()
                    .find(|stage| stage.name() == word)
                    .ok_or_else(|| (start, format!("unknown stage '{word}'")))?;
            }
            "livein" => {
                let reg = self.physical(cursor)?;
                let vreg = if cursor.eat_token("->") {
                    let operand = self.register_name(cursor)?;
                    operand.as_virtual()
                } else {
                    None
                };
                self.func.live_ins.push((reg, vreg));
            }
            "hint" => {
                let vreg = self.register_name(cursor)?;
                cursor.expect("->")?;
                let hint = self.register_name(cursor)?;
                match vreg.as_virtual() {
                    Some(vreg) => self.func.vregs[vreg].hint = hint,
                    None => return Err((cursor.at, "expected a virtual register".into())),
                }
            }
            "frame" => {
                cursor.expect("size")?;
                self.func.frame.size = cursor.number()? as u32;
                cursor.expect("align")?;
                self.func.frame.max_align = cursor.number()? as u32;
                self.func.frame.has_dynamic = cursor.eat_token("dynamic");
            }
            _ => self.stack_object(cursor)?,
        }
        cursor.expect_end()
    }

    fn stack_object(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<()> {
        let start = cursor.at;
        cursor.expect("%stack.")?;
        let number = cursor.number()?;
        if number != self.func.frame.objects.len() as u64 {
            return Err((start, "stack objects must be numbered from 0 in order".into()));
        }
        cursor.expect("size")?;
        let size = cursor.number()? as u32;
        cursor.expect("align")?;
        let align = cursor.number()? as u32;
        let kind = if cursor.eat_token("spill") {
            SlotKind::Spill
        } else if cursor.eat_token("lane-spill") {
            SlotKind::LaneSpill
        } else if cursor.eat_token("outgoing") {
            SlotKind::Outgoing
        } else {
            SlotKind::Variable
        };
        let index = self.func.frame.create(size, align, kind);
        self.func.frame.objects[index].dead = cursor.eat_token("dead");
        if cursor.eat_token("offset") {
            self.func.frame.objects[index].offset = Some(cursor.number()? as u32);
        }
        Ok(())
    }

    fn block_number(&mut self, number: u64, at: usize) -> Parsed<Block> {
        if number >= MAX_NUMBER {
            return Err((at, "block number is too large".into()));
        }
        while (self.func.blocks.len() as u64) <= number {
            self.func.create_detached_block();
        }
        Ok(Block::new(number as usize))
    }

    fn block_ref(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<Block> {
        cursor.skip_space();
        let start = cursor.at;
        cursor.expect("%bb.")?;
        let number = cursor.number()?;
        let block = self.block_number(number, start)?;
        self.referenced_blocks.push((block, false));
        Ok(block)
    }

    fn inst(&mut self, cursor: &mut LineCursor<'_>) -> Parsed<Inst> {
        let mut operands: Vec<MachineOperand> = Vec::new();
        let mut ties: Vec<(usize, usize)> = Vec::new();
        // Definitions come before '='; an instruction without definitions begins with its name.
        let line_start = cursor.at;
        if find_assignment(cursor.rest()).is_some() {
            loop {
                self.operand(cursor, &mut operands, &mut ties, true)?;
                if !cursor.eat_token(",") {
                    break;
                }
            }
            cursor.expect("=")?;
        }
        cursor.skip_space();
        let mut flags = MachineInstFlags::empty();
        'flags: loop {
            cursor.skip_space();
            for (flag, word) in MachineInstFlags::NAMES {
                if cursor.eat_token(word) {
                    flags |= flag;
                    continue 'flags;
                }
            }
            break;
        }
        let name_at = cursor.at;
        let name = cursor.word();
        let opcode = self
            .func
            .instrs()
            .by_name(name)
            .ok_or_else(|| (name_at, format!("unknown instruction '{name}'")))?;
        let mut debug_location = PackedOption::default();
        cursor.skip_space();
        let mut first = true;
        while !cursor.at_end() && !cursor.rest().starts_with("::") {
            if !first {
                cursor.expect(",")?;
            }
            first = false;
            if cursor.eat_token("debug-location") {
                cursor.expect("!")?;
                let number = u32::try_from(cursor.number()?)
                    .ok()
                    .filter(|&number| number < u32::MAX);
                debug_location = number.map(MetadataId::from_u32).into();
                cursor.skip_space();
                break;
            }
            self.operand(cursor, &mut operands, &mut ties, false)?;
            cursor.skip_space();
        }
        let inst = self.func.create_inst(opcode, &operands);
        let data = self.func.inst_mut(inst);
        data.flags = flags;
        data.debug_location = debug_location;
        for (def, use_) in ties {
            if !operands
                .get(def)
                .is_some_and(|o| o.as_reg().is_some_and(|r| r.is_def()))
            {
                return Err((line_start, format!("operand {def} is not a definition")));
            }
            self.func.tie_operands(inst, def, use_);
        }
        if cursor.eat_token("::") {
            loop {
                let operand = self.mem_operand(cursor)?;
                self.func.add_mem_operand(inst, operand);
                if !cursor.eat_token(",") {
                    break;
                }
            }
        }
        cursor.expect_end()?;
        Ok(inst)
    }
}

/// Position of the `=` that ends the definitions, outside quotes and parentheses.
fn find_assignment(text: &str) -> Option<usize> {
    let end = text.find(['"', ';']).unwrap_or(text.len());
    let end = text[..end].find("::").unwrap_or(end);
    text[..end].find('=')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_target::tables;

    #[test]
    fn text_round_trips() {
        let text = r#"--- kernel
stage: no-phis
livein: $s4_s5 -> %0:s64
livein: $v0
stack: %stack.0 size 16 align 4
stack: %stack.1 size 4 align 4 spill dead offset 32
hint: %3 -> $v3
bb.0.entry:
  successors: %bb.1, %bb.2
  liveins: $s4_s5, $v0
  %0:s64 = COPY $s4_s5
  %1:s32 = S_LOAD %0, -8, debug-location !7 :: (dereferenceable invariant load (s32) from value.2 - 8, align 4, addrspace 4)
  undef %2.sub1:v64 = nnan V_ADD $v0, killed %9.sub0:v64, implicit $exec
  %3:v32 = V_MAC %2.sub1, %2.sub1, %2.sub1(tied-def 0), implicit $exec
  %4:s32 = S_ADD %1, %1, implicit-def dead $scc
  %5:v64 = REG_SEQUENCE %3, %subreg.sub0, undef %3, %subreg.sub1
  S_CMP %4, %4, implicit-def $scc
  V_STORE %3, %3, implicit $exec :: (volatile store (s32) to value.3 + 4, in global.2 - 4, stride 40, align 4, addrspace 1), (load (s32) from value.5, in %stack.0, align 4, seq_cst monotonic, scope 2)
  S_CBRANCH %bb.2, implicit $scc
bb.1.if.then:
  successors: %bb.2
  SPILL_SAVE %3, %stack.0, 0
  MOVE $noreg, @x@rel32@lo + 4, &"asm; \"x\""
  INLINEASM &"move $0, $1", 0, 17, def early-clobber $v1, 0, $v0, 1, def %6:v32, 0, %6(tied-def 7), implicit-def early-clobber dead $v2
bb.2 (align 64):
  S_ENDPGM
"#;
        let func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(func.to_string(), text);
        assert_eq!(func.predecessors(Block::new(2)).len(), 2);
    }

    #[test]
    fn successors_are_inferred() {
        let text =
            "--- f\nbb.0:\n S_CBRANCH %bb.2, implicit $scc\nbb.1:\n S_BRANCH %bb.0\nbb.2:\n S_ENDPGM\n";
        let func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
        let numbers = |block| -> Vec<usize> { func.successors(block).iter().map(|b| b.index()).collect() };
        assert_eq!(numbers(Block::new(0)), [2, 1]);
        assert_eq!(numbers(Block::new(1)), [0]);
        assert_eq!(numbers(Block::new(2)), [0usize; 0]);
    }

    #[test]
    fn errors_have_places() {
        let error = |text: &str| parse_function(text, tables()).err().unwrap_or_default();
        assert_eq!(
            error("--- f\nbb.0:\n  %0:s32 = S_MOVEI 1\n  S_BRANCH %bb.9\n"),
            "<mir>:3:12: error: unknown instruction 'S_MOVEI'\n  %0:s32 = S_MOVEI 1\n           ^\n\
             <mir>:1:1: error: block 'bb.9' of function 'f' is not defined\n--- f\n^\n"
        );
        assert!(error("--- f\nbb.0:\n  MOVE $s99, 1\n").contains("unknown register '$s99'"));
        assert!(error("--- f\nbb.0:\n  MOVE %99999999, 1\n").contains("too large"));
        assert!(error("bb.0:\n").contains("expected '--- name'"));
        assert!(error("--- f\nbb.0:\n  V_ADD %0, %0\n").contains("no register class is given for '%0'"));
    }
}
