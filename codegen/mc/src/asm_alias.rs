//! Alternative texts of instructions, as tables: aliases (`InstAlias`), and variants of the assembly language
//! (`{a|b}`).

use crate::asm_info::AsmFragment;
use crate::desc::Opcode;
use crate::encodings::FeatureTest;
use crate::inst::MCOperand;
use crate::reg::{Reg, RegClassId};
use std::cmp::Reverse;

/// The source of an operand of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasOperand {
    /// The operand in the text, of this class if it is a register.
    Given(u8, RegClassId),
    /// The operand in the text, if one of the target's predicates holds for it: the predicate's number.
    Checked(u8, u16),
    /// This constant.
    Imm(i64),
    /// This register.
    Reg(Reg),
}

/// A text that denotes an instruction with certain operands.
#[derive(Debug)]
pub struct AsmAlias {
    /// First word.
    pub mnemonic: &'static str,
    /// Text after it; operands are numbered as they are written.
    pub fragments: &'static [AsmFragment],
    /// The instruction.
    pub opcode: Opcode,
    /// Its operands.
    pub operands: &'static [AliasOperand],
    /// Priority over the instruction's own text: 0 is never printed.
    pub priority: u16,
    /// Its number in the order of the description: of two with equal priority, the first is printed.
    pub order: u32,
    /// The only variant of the assembly language that has it, if any.
    pub variant: Option<u8>,
    /// The condition for its existence.
    pub condition: FeatureTest,
}

impl AsmAlias {
    /// Whether a variant of the assembly language has it.
    pub fn is_in(&self, variant: u8) -> bool {
        self.variant.is_none_or(|only| only == variant)
    }

    /// Operands of the instruction, from those in a text.
    pub fn operands(&self, given: &[MCOperand]) -> Option<Vec<MCOperand>> {
        let operands = self.operands.iter().map(|operand| match *operand {
            AliasOperand::Given(place, _) | AliasOperand::Checked(place, _) => {
                given.get(usize::from(place)).cloned()
            }
            AliasOperand::Imm(imm) => Some(MCOperand::Imm(imm)),
            AliasOperand::Reg(reg) => Some(MCOperand::Reg(reg)),
        });
        operands.collect()
    }

    /// The operands of the text, if it can be printed for an instruction with these operands. `fits` tells whether
    /// a predicate of the target holds.
    pub fn given(
        &self,
        operands: &[MCOperand],
        contains: &impl Fn(RegClassId, Reg) -> bool,
        fits: &impl Fn(u16, &MCOperand) -> bool,
    ) -> Option<Vec<MCOperand>> {
        if operands.len() != self.operands.len() {
            return None;
        }
        let mut given: Vec<Option<&MCOperand>> = vec![None; self.operands.len()];
        for (operand, &wanted) in operands.iter().zip(self.operands) {
            let fits = match wanted {
                AliasOperand::Imm(imm) => operand.imm() == Some(imm),
                AliasOperand::Reg(reg) => operand.reg() == Some(reg),
                AliasOperand::Given(place, _) | AliasOperand::Checked(place, _) => {
                    let place = &mut given[usize::from(place)];
                    let is_same = match (*place, operand.reg()) {
                        (None, _) => true,
                        (Some(other), Some(reg)) => other.reg() == Some(reg),
                        (Some(other), None) => other.imm().is_some() && other.imm() == operand.imm(),
                    };
                    *place = Some(operand);
                    is_same
                        && match wanted {
                            AliasOperand::Checked(_, predicate) => fits(predicate, operand),
                            AliasOperand::Given(_, class) if !class.is_none() => {
                                operand.reg().is_some_and(|reg| contains(class, reg))
                            }
                            _ => true,
                        }
                }
            };
            if !fits {
                return None;
            }
        }
        Some(given.into_iter().flatten().cloned().collect())
    }
}

/// All aliases of a target. `static`, generated.
#[derive(Debug)]
pub struct AsmAliases {
    /// Sorted by mnemonic, then in the order of the description.
    pub aliases: &'static [AsmAlias],
}

impl AsmAliases {
    /// The aliases that begin with a mnemonic, of all variants of the language.
    pub fn of_mnemonic(&self, mnemonic: &str) -> &'static [AsmAlias] {
        let first = self.aliases.partition_point(|alias| alias.mnemonic < mnemonic);
        let count = self.aliases[first..]
            .iter()
            .take_while(|alias| alias.mnemonic == mnemonic)
            .count();
        &self.aliases[first..first + count]
    }

    /// The alias printed for an instruction in a variant of the language instead of its own text, and its operands.
    /// `contains` and `fits` are the target's: registers of a class, and whether a predicate holds for an operand.
    pub fn preferred(
        &self,
        variant: u8,
        opcode: Opcode,
        operands: &[MCOperand],
        features: &[u64],
        contains: impl Fn(RegClassId, Reg) -> bool,
        fits: impl Fn(u16, &MCOperand) -> bool,
    ) -> Option<(&'static AsmAlias, Vec<MCOperand>)> {
        let mut best: Option<(&'static AsmAlias, Vec<MCOperand>)> = None;
        for alias in self
            .aliases
            .iter()
            .filter(|alias| alias.opcode == opcode && alias.priority > 0 && alias.is_in(variant))
        {
            let rank = |alias: &AsmAlias| (alias.priority, Reverse(alias.order));
            let is_better = best.as_ref().is_none_or(|(known, _)| rank(alias) > rank(known));
            if is_better && alias.condition.holds(features) {
                best = alias
                    .given(operands, &contains, &fits)
                    .map(|given| (alias, given))
                    .or(best);
            }
        }
        best
    }
}

/// Another spelling of a mnemonic, or of its beginning: text is parsed as if it had the replacement.
#[derive(Debug)]
pub struct MnemonicAlias {
    /// The word in the text.
    pub from: &'static str,
    /// The replacement.
    pub to: &'static str,
    /// The only variant of the assembly language that has it, if any.
    pub variant: Option<u8>,
    /// The condition for its existence.
    pub condition: FeatureTest,
}

/// Words that are replaced before text is parsed. `static`, generated.
#[derive(Debug)]
pub struct MnemonicAliases {
    /// Sorted by `from`; those without a condition last.
    pub aliases: &'static [MnemonicAlias],
}

impl MnemonicAliases {
    /// The replacement of `word` in a variant of the language; `None` if there is none.
    pub fn meaning(&self, word: &str, variant: u8, features: &[u64]) -> Option<&'static str> {
        let first = self.aliases.partition_point(|alias| alias.from < word);
        let mut of_word = self.aliases[first..]
            .iter()
            .take_while(|alias| alias.from == word);
        let found = of_word.find(|alias| {
            alias.variant.is_none_or(|only| only == variant) && alias.condition.holds(features)
        });
        found.map(|alias| alias.to)
    }
}

/// A text of an instruction: opcode, mnemonic, and the text after it; no mnemonic if it has no text.
pub type VariantText = (u16, &'static str, &'static [AsmFragment]);

/// A variant of the assembly language besides the first. `static`, generated.
#[derive(Debug)]
pub struct AsmVariant {
    /// Its number, from 1: the alternative of `{a|b}` that it uses.
    pub number: u8,
    /// Its name; may be empty.
    pub name: &'static str,
    /// Texts that differ from the first variant's, sorted by opcode.
    pub texts: &'static [VariantText],
    /// Instructions by mnemonic, sorted.
    pub mnemonics: &'static [(&'static str, &'static [u16])],
}

impl AsmVariant {
    /// Mnemonic of an instruction, and the text after it; `None` if they are as in the first variant.
    pub fn text(&self, opcode: Opcode) -> Option<(&'static str, &'static [AsmFragment])> {
        let found = self.texts.binary_search_by_key(&opcode.0, |&(opcode, ..)| opcode);
        let (_, mnemonic, fragments) = self.texts[found.ok()?];
        Some((mnemonic, fragments))
    }

    /// The instructions with the mnemonic `mnemonic`, in the order in which they are tried.
    pub fn candidates(&self, mnemonic: &str) -> &'static [u16] {
        let found = self.mnemonics.binary_search_by(|&(known, _)| known.cmp(mnemonic));
        found.map_or(&[], |place| self.mnemonics[place].1)
    }
}
