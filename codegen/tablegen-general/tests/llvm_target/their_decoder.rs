//! The decoders that LLVM generates.

use crate::conditions::Conditions;
use crate::decoder::{Answer, Operand, Word, add, extract};
use crate::text::numbers;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Code {
    Scope,
    SwitchField,
    CheckField,
    CheckPredicate,
    SoftFail,
    Decode,
}

#[derive(Clone, Copy)]
enum Item {
    Code(Code),
    Byte(u8),
}

pub struct TheirTable {
    items: Vec<Item>,
    /// By number.
    conditions: Rc<BTreeMap<u64, Conditions>>,
    /// By position of the operation: name, decoder.
    pub decoded: BTreeMap<usize, (String, usize)>,
}

impl TheirTable {
    pub fn read(rows: &str, conditions: &Rc<BTreeMap<u64, Conditions>>) -> Option<TheirTable> {
        let mut table = TheirTable {
            items: Vec::new(),
            conditions: Rc::clone(conditions),
            decoded: BTreeMap::new(),
        };
        for line in rows.lines() {
            let (code, comment) = line.split_once("//").unwrap_or((line, ""));
            if let Some((_, decoded)) = comment.split_once("decode to ") {
                let (name, decoder) = decoded.split_once(" using decoder ")?;
                table.decoded.insert(
                    table.items.len(),
                    (name.to_string(), numbers(decoder)[0] as usize),
                );
            }
            for word in code.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                table.items.push(match word {
                    "OPC_Scope" => Item::Code(Code::Scope),
                    "OPC_SwitchField" => Item::Code(Code::SwitchField),
                    "OPC_CheckField" => Item::Code(Code::CheckField),
                    "OPC_CheckPredicate" => Item::Code(Code::CheckPredicate),
                    "OPC_SoftFail" => Item::Code(Code::SoftFail),
                    "OPC_Decode" => Item::Code(Code::Decode),
                    byte => Item::Byte(byte.parse().ok()?),
                });
            }
        }
        Some(table)
    }

    fn byte(&self, at: &mut usize) -> usize {
        *at += 1;
        match self.items.get(*at - 1) {
            Some(Item::Byte(byte)) => usize::from(*byte),
            _ => 0,
        }
    }

    fn uleb(&self, at: &mut usize) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte(at) as u64;
            value |= (byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 || shift > 63 {
                return value;
            }
        }
    }

    pub fn answer(&self, word: &Word) -> Answer {
        let mut answer = Answer::new();
        let mut scopes = Vec::new();
        let (mut at, mut conditions) = (0, Conditions::new());
        loop {
            let start = at;
            at += 1;
            let goes_on = match self.items.get(start) {
                Some(Item::Code(Code::Scope)) => {
                    let skipped = self.uleb(&mut at) as usize;
                    scopes.push((at + skipped, conditions.clone()));
                    true
                }
                Some(Item::Code(Code::SwitchField)) => {
                    let position = self.uleb(&mut at) as usize;
                    let width = self.byte(&mut at);
                    let value = extract(word, position, width);
                    loop {
                        let case = self.uleb(&mut at);
                        let size = self.uleb(&mut at) as usize;
                        if case == value || size == 0 {
                            break case == value;
                        }
                        at += size;
                    }
                }
                Some(Item::Code(Code::CheckField)) => {
                    let position = self.uleb(&mut at) as usize;
                    let width = self.byte(&mut at);
                    extract(word, position, width) == self.uleb(&mut at)
                }
                Some(Item::Code(Code::CheckPredicate)) => {
                    let asked = self.conditions.get(&self.uleb(&mut at));
                    conditions.extend(asked.into_iter().flatten().cloned());
                    true
                }
                Some(Item::Code(Code::SoftFail)) => {
                    self.uleb(&mut at);
                    self.uleb(&mut at);
                    true
                }
                Some(Item::Code(Code::Decode)) => {
                    let name = self.decoded.get(&start).map_or("?", |(name, _)| name);
                    add(&mut answer, name, &conditions);
                    false
                }
                _ => false,
            };
            if !goes_on {
                let Some((next, outer)) = scopes.pop() else {
                    return answer;
                };
                (at, conditions) = (next, outer);
            }
        }
    }
}

/// The operands that a decoder creates, by its number.
pub fn their_operands(text: &str) -> BTreeMap<usize, Vec<Operand>> {
    let mut decoders = BTreeMap::new();
    let body = text.split_once("decodeToMCInst(").map_or("", |(_, body)| body);
    let body = body.split("\n}").next().unwrap_or_default();
    for case in body.split("\n  case ").skip(1) {
        let (number, lines) = case.split_once(':').unwrap_or_default();
        let mut operands = Vec::new();
        let mut pieces = Vec::new();
        for line in lines.lines().map(str::trim) {
            if let Some(value) = line.strip_prefix("tmp = ").or(line.strip_prefix("tmp |= ")) {
                if line.starts_with("tmp = ") {
                    pieces.clear();
                }
                // A constant is inserted by its value.
                let piece = numbers(value);
                match (value.contains("fieldFromInstruction"), &piece[..]) {
                    (true, [position, width]) => pieces.push((*position, *width, 0)),
                    (true, [position, width, shift]) => pieces.push((*position, *width, *shift)),
                    (false, [0]) => {}
                    (_, other) => pieces.push((-1, other.first().copied().unwrap_or(0), 0)),
                }
            } else if line.starts_with("MI.addOperand(MCOperand::createImm(") {
                operands.push((pieces.clone(), String::new()));
            } else if let Some(call) = line.split_once("Check(S, ").map(|(_, call)| call) {
                let decoder = call.split("(MI, ").next().unwrap_or_default();
                let is_whole = call.contains("(MI, insn,");
                let pieces = if is_whole { Vec::new() } else { pieces.clone() };
                operands.push((pieces, decoder.to_string()));
            }
        }
        for (pieces, _) in &mut operands {
            pieces.sort_unstable();
        }
        decoders.insert(number.parse().unwrap_or(usize::MAX), operands);
    }
    decoders
}
