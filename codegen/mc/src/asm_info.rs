//! Assembly text by table: the pieces of each instruction's text, and the candidates for a mnemonic.

use crate::desc::{InstrEncoding, OperandKind};

/// A piece of an instruction's text after the mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmFragment {
    /// Literal text.
    Text(&'static str),
    /// An operand.
    Operand(u8),
    /// An operand with a custom syntax: a number of the target's generated list.
    Modified(u8, u8),
    /// A syntax that combines several operands: a number of the target's generated list.
    Combined(u8),
    /// An operand of several parts: the first of them, its kind, and a number as in `Modified`.
    Whole(u8, OperandKind, Option<u8>),
}

/// One mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct MnemonicEntry {
    /// Offset in [`AsmInfo::mnemonics`].
    pub text: u32,
    /// Its length.
    pub len: u8,
    /// Number of candidates.
    pub count: u16,
    /// First of its candidates in [`AsmInfo::candidates`].
    pub start: u32,
}

/// Assembly tables of a target. `static`, generated.
#[derive(Debug)]
pub struct AsmInfo {
    /// First fragment and number of fragments, by [`InstrEncoding::asm_format`].
    pub formats: &'static [(u32, u8)],
    /// Fragments of all formats.
    pub fragments: &'static [AsmFragment],
    /// Texts of all mnemonics.
    pub mnemonics: &'static str,
    /// Sorted by text.
    pub entries: &'static [MnemonicEntry],
    /// Numbers of encodings ([`crate::InstrInfo::encodings`]), in the order in which they are tried.
    pub candidates: &'static [u16],
}

impl AsmInfo {
    /// The text of an encoding after its mnemonic; `None` if it has none.
    pub fn fragments(&self, encoding: &InstrEncoding) -> Option<&'static [AsmFragment]> {
        let &(start, count) = self.formats.get(usize::from(encoding.asm_format))?;
        let start = start as usize;
        Some(&self.fragments[start..start + usize::from(count)])
    }

    /// The encodings that `mnemonic` can be, in the order in which they are to be tried; those whose text begins with an
    /// operand have none: `""`.
    pub fn candidates(&self, mnemonic: &str) -> &'static [u16] {
        let text = |entry: &MnemonicEntry| {
            let start = entry.text as usize;
            &self.mnemonics[start..start + usize::from(entry.len)]
        };
        match self.entries.binary_search_by(|entry| text(entry).cmp(mnemonic)) {
            Ok(index) => {
                let entry = self.entries[index];
                let start = entry.start as usize;
                &self.candidates[start..start + usize::from(entry.count)]
            }
            Err(_) => &[],
        }
    }
}
