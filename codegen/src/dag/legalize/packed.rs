//! Vectors in memory whose elements are not whole bytes: they are packed without gaps. They are accessed as words; each
//! element is extracted from the words that it overlaps, or each word assembled from elements.

use super::expand::{Expander, Values};
use super::memory::{LoadParts, part_of_access};
use crate::dag::isd::{self, NodeOpcode};
use crate::dag::node::{LoadExt, NodeFlags, NodeValue};
use crate::dag::types::ValueType;
use crate::mir::MemOperand;
use smallvec::{SmallVec, smallvec};

type Words = SmallVec<[NodeValue; 16]>;

/// Maximum number of words of an access.
const ACCESS_WORDS: u32 = 4;

/// How the bits of a vector are accessed.
struct Layout {
    /// The register type of the words: one of at most 64 bits, or many of 32.
    word: ValueType,
    /// Byte offsets of the accesses, and their types: integers or vectors of words.
    accesses: SmallVec<[(u32, ValueType); 4]>,
}

impl Layout {
    fn of(memory_vt: ValueType) -> Layout {
        let bits = memory_vt.size_in_bits();
        if bits <= 64 {
            return Layout {
                word: ValueType::int(bits.next_power_of_two().max(32)),
                accesses: smallvec![(0, ValueType::int(8 * bits.div_ceil(8)))],
            };
        }
        let bytes = bits.div_ceil(8);
        let mut accesses = SmallVec::new();
        let mut at = 0;
        while at < bytes {
            let words = ((bytes - at) / 4).min(ACCESS_WORDS);
            let vt = match words {
                0 => ValueType::int(8 * (bytes - at)),
                _ => ValueType::vector_or_scalar(ValueType::I32, words),
            };
            accesses.push((at, vt));
            at += vt.store_size();
        }
        Layout {
            word: ValueType::I32,
            accesses,
        }
    }
}

impl Expander<'_> {
    /// A load of such a vector.
    pub(super) fn load_packed(&mut self, vt: ValueType, parts: &LoadParts) -> Values {
        let (element, count) = (parts.memory_vt.scalar(), parts.memory_vt.num_elements());
        let layout = Layout::of(parts.memory_vt);
        let (mut words, mut chains) = (Words::new(), Words::new());
        for (offset, access) in layout.accesses {
            let mem = part_of_access(&parts.mem, offset, access);
            let address = self.dag.add_offset(parts.address, i64::from(offset));
            let (ext, result) = match access.is_vector() || access == layout.word {
                true => (LoadExt::None, access),
                false => (LoadExt::Zero, layout.word),
            };
            let load = self.dag.ext_load(ext, result, access, parts.chain, address, mem);
            chains.push(load.with_result(1));
            match access.is_vector() {
                true => words.extend((0..access.num_elements()).map(|i| self.dag.extract_element(load, i))),
                false => words.push(load),
            }
        }
        let elements: Words = (0..count)
            .map(|i| {
                let value = self.bits_of_words(&words, i * element.scalar_bits(), element);
                self.extend(parts.ext, vt.scalar(), value)
            })
            .collect();
        let value = self.dag.build_vector(vt, &elements);
        smallvec![value, self.dag.token_factor(&chains)]
    }

    /// A store of such a vector.
    pub(super) fn store_packed(
        &mut self,
        chain: NodeValue,
        value: NodeValue,
        address: NodeValue,
        memory_vt: ValueType,
        mem: &MemOperand,
    ) -> Values {
        let layout = Layout::of(memory_vt);
        let words = self.words_of_vector(value, memory_vt, layout.word);
        let mut words = words.into_iter();
        let mut chains = Words::new();
        for (offset, access) in layout.accesses {
            let mem = part_of_access(mem, offset, access);
            let address = self.dag.add_offset(address, i64::from(offset));
            let stored: Words = words.by_ref().take(access.num_elements() as usize).collect();
            let stored = match access.is_vector() {
                true => self.dag.build_vector(access, &stored),
                false => stored[0],
            };
            chains.push(self.dag.trunc_store(chain, stored, address, access, mem));
        }
        smallvec![self.dag.token_factor(&chains)]
    }

    /// `value` shifted by an amount that may be zero.
    fn shifted(&mut self, opcode: NodeOpcode, value: NodeValue, by: u32) -> NodeValue {
        if by == 0 {
            return value;
        }
        let vt = self.dag.value_type(value);
        let amount_vt = self.target.shift_amount_type(vt);
        let amount = self.dag.constant(by, amount_vt);
        self.dag.node(opcode, vt, &[value, amount])
    }

    fn joined(&mut self, sum: Option<NodeValue>, part: NodeValue) -> NodeValue {
        let vt = self.dag.value_type(part);
        match sum {
            Some(sum) => self
                .dag
                .node_flags(isd::OR, vt, &[sum, part], NodeFlags::DISJOINT),
            None => part,
        }
    }

    /// The integer of type `element` that begins `start` bits into the words.
    fn bits_of_words(&mut self, words: &[NodeValue], start: u32, element: ValueType) -> NodeValue {
        let width = self.dag.value_type(words[0]).scalar_bits();
        let bits = element.scalar_bits();
        let mut sum = None;
        for at in (0..bits).step_by(width as usize) {
            let from = start + at;
            let (first, skipped) = ((from / width) as usize, from % width);
            let mut part = self.shifted(isd::SRL, words[first], skipped);
            if skipped + (bits - at).min(width) > width {
                let upper = self.shifted(isd::SHL, words[first + 1], width - skipped);
                part = self.joined(Some(part), upper);
            }
            let part = self.dag.zext_or_trunc(part, element);
            let placed = self.shifted(isd::SHL, part, at);
            sum = Some(self.joined(sum, placed));
        }
        sum.expect("an element has bits")
    }

    /// The words of the elements' bits; unused bits of the last one are zero.
    fn words_of_vector(&mut self, vector: NodeValue, memory_vt: ValueType, word: ValueType) -> Words {
        let (element, count) = (memory_vt.scalar(), memory_vt.num_elements());
        let (bits, width) = (element.scalar_bits(), word.scalar_bits());
        let wide = ValueType::int(bits.max(width));
        let elements: Words = (0..count)
            .map(|i| {
                let value = self.dag.extract_element(vector, i);
                let value = self.dag.zext_or_trunc(value, element);
                self.dag.zext_or_trunc(value, wide)
            })
            .collect();
        let mut words = Words::new();
        for start in (0..bits * count).step_by(width as usize) {
            let mut sum = None;
            for i in start / bits..(start + width).div_ceil(bits).min(count) {
                let at = i * bits;
                let part = self.shifted(isd::SRL, elements[i as usize], start.saturating_sub(at));
                let part = self.dag.zext_or_trunc(part, word);
                let placed = self.shifted(isd::SHL, part, at.saturating_sub(start));
                sum = Some(self.joined(sum, placed));
            }
            words.push(sum.expect("an element overlaps each word"));
        }
        words
    }
}
