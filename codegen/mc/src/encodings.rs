//! Encodings of any width by table, for targets whose instructions are not 4 or 8 bytes long, whose decoder has several
//! tables, or that decode operands by custom functions. [`EncodingInfo`](crate::EncodingInfo) is the compact form.

use crate::desc::Opcode;
use crate::inst::MCOperand;
use crate::reg::Reg;

/// A function of the target, a constant of the generated module `hooks`; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HookId(pub u16);

/// Custom encoding and decoding by the target.
pub trait EncodingHooks {
    /// The bits of an operand.
    fn encode(&mut self, hook: HookId, operand: &MCOperand) -> Option<u64> {
        let _ = (hook, operand);
        None
    }

    /// The operand of these bits, and how sure that is; `None` if they are no such operand.
    fn decode(&mut self, hook: HookId, bits: u64) -> Option<(MCOperand, DecodeStatus)> {
        let _ = (hook, bits);
        None
    }

    /// The bits of an operand of several parts.
    fn encode_parts(&mut self, hook: HookId, parts: &[MCOperand]) -> Option<u64> {
        match parts {
            [operand] => self.encode(hook, operand),
            _ => None,
        }
    }

    /// The parts of an operand that has several.
    fn decode_parts(&mut self, hook: HookId, bits: u64) -> Option<(Vec<MCOperand>, DecodeStatus)> {
        let (operand, status) = self.decode(hook, bits)?;
        Some((vec![operand], status))
    }

    /// All operands of an instruction that is decoded as a whole.
    fn decode_instruction(&mut self, hook: HookId, word: &[u64]) -> Option<(Vec<MCOperand>, DecodeStatus)> {
        let _ = (hook, word);
        None
    }
}

/// No hooks.
#[derive(Debug, Clone, Copy)]
pub struct NoHooks;

impl EncodingHooks for NoHooks {}

/// The status of decoding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DecodeStatus {
    /// Valid.
    Success,
    /// Some bits do not have the value they should have (soft failure).
    SoftFail,
}

/// A condition on the features of a processor.
#[derive(Clone, Copy, Debug)]
pub enum FeatureTest {
    /// The feature of this number.
    Feature(u16),
    /// All of these hold.
    All(&'static [FeatureTest]),
    /// Any of these holds.
    Any(&'static [FeatureTest]),
    /// None of these holds.
    None(&'static [FeatureTest]),
}

impl FeatureTest {
    /// Whether it holds, given the features as bits.
    pub fn holds(&self, features: &[u64]) -> bool {
        match *self {
            FeatureTest::Feature(number) => {
                let word = features.get(usize::from(number) / 64).copied().unwrap_or(0);
                word >> (number % 64) & 1 != 0
            }
            FeatureTest::All(tests) => tests.iter().all(|test| test.holds(features)),
            FeatureTest::Any(tests) => tests.iter().any(|test| test.holds(features)),
            FeatureTest::None(tests) => !tests.iter().any(|test| test.holds(features)),
        }
    }
}

/// `width` bits of the value of an operand, from its bit `value_lsb`, at bit `position` of the encoding.
#[derive(Clone, Copy, Debug)]
pub struct WideField {
    /// The operand.
    pub operand: u8,
    /// Lowest bit of the value.
    pub value_lsb: u8,
    /// Lowest bit of the encoding.
    pub position: u16,
    /// Number of bits, 1 to 64.
    pub width: u8,
}

/// An operand of several parts that one value encodes.
#[derive(Clone, Copy, Debug)]
pub struct WholeCode {
    /// Its first part.
    pub first: u8,
    /// Number of parts.
    pub count: u8,
    /// Number of its kind.
    pub kind: u16,
}

/// The encoding of one instruction. Words are 64 bits, the lowest first.
#[derive(Debug)]
pub struct Encoding {
    /// The instruction.
    pub opcode: Opcode,
    /// Bytes.
    pub size: u8,
    /// Fixed bits.
    pub base: &'static [u64],
    /// Mask of the bits that must match.
    pub mask: &'static [u64],
    /// Mask of the bits that should match.
    pub soft: &'static [u64],
    /// Sorted by operand.
    pub fields: &'static [WideField],
    /// By operand: number of its kind, and the operand whose value it shares.
    pub operands: &'static [(u16, Option<u8>)],
    /// Operands of several parts.
    pub wholes: &'static [WholeCode],
    /// Bits that operands always have and that are not encoded.
    pub constants: &'static [(u8, u64)],
    /// Decodes the operands.
    pub hook: HookId,
    /// The condition for its existence.
    pub condition: FeatureTest,
}

/// How operands of one kind are encoded.
#[derive(Debug)]
pub struct OperandCode {
    /// Encodes bits of it.
    pub encoder: HookId,
    /// Decodes it.
    pub decoder: HookId,
    /// Register class, if it is encoded by register number.
    pub class: Option<u16>,
    /// Value if it is not encoded.
    pub default_value: i64,
}

/// A decision tree: for encodings of one size, or of all sizes if their bits determine the length.
#[derive(Debug)]
pub struct DecodeTable {
    /// `DecoderNamespace`
    pub namespace: &'static str,
    /// Bytes of the longest.
    pub size: u8,
    /// Its first node.
    pub root: u32,
}

/// A choice by some bits, or a leaf.
#[derive(Debug)]
pub struct DecodeNode {
    /// Lowest bit.
    pub position: u16,
    /// Number of bits; 0: a leaf.
    pub width: u8,
    /// First in `children` or `leaves`.
    pub start: u32,
    /// Number of them.
    pub count: u32,
}

/// All encodings of a target. `static`, generated.
#[derive(Debug)]
pub struct Encodings {
    /// In the order of their opcodes.
    pub encodings: &'static [Encoding],
    /// By kind of operand.
    pub operands: &'static [OperandCode],
    /// By class: registers by their numbers.
    pub class_codes: &'static [&'static [(u16, Reg)]],
    /// By register: its number.
    pub register_codes: &'static [u16],
    /// Sorted by name, then by size.
    pub tables: &'static [DecodeTable],
    /// Nodes of all trees.
    pub nodes: &'static [DecodeNode],
    /// By value of the bits: the next node, `u32::MAX` if there is none.
    pub children: &'static [u32],
    /// Encodings in the order in which they are tried.
    pub leaves: &'static [u32],
}

/// A decoded instruction.
#[derive(Debug)]
pub struct Decoded {
    /// The instruction.
    pub opcode: Opcode,
    /// Bytes.
    pub size: u8,
    /// Its operands.
    pub operands: Vec<MCOperand>,
    /// The status of decoding.
    pub status: DecodeStatus,
}

/// Longest encoding in bytes.
const MAX_BYTES: usize = 64;

fn low_bits(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// `width` bits from bit `position`.
fn extract(word: &[u64], position: u16, width: u8) -> u64 {
    let (at, shift) = (usize::from(position) / 64, u32::from(position) % 64);
    let mut bits = word[at] >> shift;
    if shift + u32::from(width) > 64 {
        bits |= word[at + 1] << (64 - shift);
    }
    bits & low_bits(u32::from(width))
}

fn insert(word: &mut [u64], position: u16, width: u8, bits: u64) {
    let (at, shift) = (usize::from(position) / 64, u32::from(position) % 64);
    let bits = bits & low_bits(u32::from(width));
    word[at] |= bits << shift;
    if shift + u32::from(width) > 64 {
        word[at + 1] |= bits >> (64 - shift);
    }
}

impl Encodings {
    /// The encoding of `opcode`; `None` for pseudos.
    pub fn of(&self, opcode: Opcode) -> Option<&'static Encoding> {
        let place = self
            .encodings
            .binary_search_by_key(&opcode.0, |encoding| encoding.opcode.0);
        Some(&self.encodings[place.ok()?])
    }

    /// The bytes of an instruction; `None` for pseudos and operands that are not allowed.
    pub fn encode(
        &self,
        opcode: Opcode,
        operands: &[MCOperand],
        hooks: &mut impl EncodingHooks,
    ) -> Option<Vec<u8>> {
        let encoding = self.of(opcode)?;
        let mut word = encoding.base.to_vec();
        for field in encoding.fields {
            let operand = operands.get(usize::from(field.operand))?;
            let kind = &self.operands[usize::from(encoding.operands[usize::from(field.operand)].0)];
            let whole = encoding.wholes.iter().find(|whole| whole.first == field.operand);
            let whole_encoder = whole.map(|whole| (whole, self.operands[usize::from(whole.kind)].encoder));
            let bits = match whole_encoder {
                Some((whole, encoder)) if encoder.0 != 0 => {
                    let first = usize::from(whole.first);
                    hooks.encode_parts(encoder, operands.get(first..first + usize::from(whole.count))?)?
                }
                _ => match operand {
                    _ if kind.encoder.0 != 0 => hooks.encode(kind.encoder, operand)?,
                    MCOperand::Reg(reg) => u64::from(*self.register_codes.get(reg.index())?),
                    MCOperand::Imm(imm) => *imm as u64,
                    MCOperand::Expr(_) => return None,
                },
            };
            insert(&mut word, field.position, field.width, bits >> field.value_lsb);
        }
        let bytes = word.iter().flat_map(|word| word.to_le_bytes());
        Some(bytes.take(usize::from(encoding.size)).collect())
    }

    /// The instruction at the beginning of `bytes`, by the tables of `namespace`, those of short encodings first.
    /// `None` if it is longer than `bytes`.
    pub fn decode(
        &self,
        namespace: &str,
        bytes: &[u8],
        features: &[u64],
        hooks: &mut impl EncodingHooks,
    ) -> Option<Decoded> {
        let mut tables = self.tables.iter().filter(|table| table.namespace == namespace);
        tables.find_map(|table| {
            let size = usize::from(table.size);
            let mut padded = [0; MAX_BYTES];
            let there = bytes.len().min(size);
            padded[..there].copy_from_slice(&bytes[..there]);
            let mut word = [0; MAX_BYTES / 8];
            for (word, chunk) in word.iter_mut().zip(padded.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*chunk);
            }
            self.decode_word(table, &word[..size.div_ceil(8)], there, features, hooks)
        })
    }

    fn decode_word(
        &self,
        table: &DecodeTable,
        word: &[u64],
        available: usize,
        features: &[u64],
        hooks: &mut impl EncodingHooks,
    ) -> Option<Decoded> {
        let mut node = &self.nodes[table.root as usize];
        while node.width != 0 {
            let value = extract(word, node.position, node.width);
            let child = self.children[node.start as usize + value as usize];
            node = self.nodes.get(child as usize)?;
        }
        let leaf = &self.leaves[node.start as usize..(node.start + node.count) as usize];
        leaf.iter().find_map(|&number| {
            let encoding = &self.encodings[number as usize];
            let agrees = |mask: &[u64]| {
                let words = word.iter().zip(encoding.base).zip(mask);
                words
                    .into_iter()
                    .all(|((word, base), mask)| (word ^ base) & mask == 0)
            };
            let is_there = usize::from(encoding.size) <= available;
            if !is_there || !agrees(encoding.mask) || !encoding.condition.holds(features) {
                return None;
            }
            let (operands, status) = self.decode_operands(encoding, word, hooks)?;
            let soft = match agrees(encoding.soft) {
                true => DecodeStatus::Success,
                false => DecodeStatus::SoftFail,
            };
            Some(Decoded {
                opcode: encoding.opcode,
                size: encoding.size,
                operands,
                status: status.max(soft),
            })
        })
    }

    fn decode_operands(
        &self,
        encoding: &Encoding,
        word: &[u64],
        hooks: &mut impl EncodingHooks,
    ) -> Option<(Vec<MCOperand>, DecodeStatus)> {
        if encoding.hook.0 != 0 {
            return hooks.decode_instruction(encoding.hook, word);
        }
        let mut values: Vec<Option<u64>> = vec![None; encoding.operands.len()];
        for field in encoding.fields {
            let bits = extract(word, field.position, field.width) << field.value_lsb;
            let value = &mut values[usize::from(field.operand)];
            *value = Some(value.unwrap_or(0) | bits);
        }
        for &(operand, bits) in encoding.constants {
            let value = &mut values[usize::from(operand)];
            *value = Some(value.unwrap_or(0) | bits);
        }
        // Parts decoded by a hook are known after it.
        let is_of_hook = |index: usize| {
            encoding.wholes.iter().any(|whole| {
                let first = usize::from(whole.first);
                (first..first + usize::from(whole.count)).contains(&index)
                    && self.operands[usize::from(whole.kind)].decoder.0 != 0
            })
        };
        // Operands that share a register have one value.
        let tied_operands = || {
            let pairs = encoding.operands.iter().enumerate();
            pairs.filter_map(|(index, &(_, tied))| Some((index, tied?)))
        };
        for (index, tied) in tied_operands() {
            if !is_of_hook(index) {
                let value = values[index].or(values[usize::from(tied)]);
                values[index] = value;
                values[usize::from(tied)] = value;
            }
        }
        // An operand that is not encoded has the value of the operand that shares a part with it.
        let is_known: Vec<bool> = values.iter().map(Option::is_some).collect();
        for whole in encoding.wholes {
            let first = usize::from(whole.first);
            for &(_, tied) in &encoding.operands[first..first + usize::from(whole.count)] {
                if let (None, Some(tied)) = (values[first], tied) {
                    values[first] = values[usize::from(tied)];
                }
            }
        }
        let mut status = DecodeStatus::Success;
        let mut operands = Vec::with_capacity(values.len());
        for (index, (value, &(kind, _))) in values.into_iter().zip(encoding.operands).enumerate() {
            // Its first part provided all of them.
            if index < operands.len() {
                continue;
            }
            let whole = encoding
                .wholes
                .iter()
                .find(|whole| usize::from(whole.first) == index);
            if let (Some(whole), Some(bits)) = (whole, value)
                && let decoder = self.operands[usize::from(whole.kind)].decoder
                && decoder.0 != 0
            {
                let (parts, sure) = hooks.decode_parts(decoder, bits)?;
                if parts.len() != usize::from(whole.count) {
                    return None;
                }
                status = status.max(sure);
                operands.extend(parts);
                continue;
            }
            let kind = &self.operands[usize::from(kind)];
            let decoder = kind.decoder;
            let operand = match (value, kind.class) {
                (Some(bits), _) if decoder.0 != 0 => {
                    let (operand, sure) = hooks.decode(decoder, bits)?;
                    status = status.max(sure);
                    operand
                }
                (Some(bits), Some(class)) => {
                    let codes = self.class_codes[usize::from(class)];
                    let place = codes
                        .binary_search_by_key(&bits, |&(code, _)| u64::from(code))
                        .ok()?;
                    MCOperand::Reg(codes[place].1)
                }
                (Some(bits), None) => MCOperand::Imm(bits as i64),
                (None, Some(class)) => MCOperand::Reg(self.class_codes[usize::from(class)].first()?.1),
                (None, None) => MCOperand::Imm(kind.default_value),
            };
            operands.push(operand);
        }
        for (index, tied) in tied_operands() {
            if is_of_hook(index) {
                let tied = usize::from(tied);
                match is_known[tied] {
                    true => operands[index] = operands[tied].clone(),
                    false => operands[tied] = operands[index].clone(),
                }
            }
        }
        Some((operands, status))
    }
}
