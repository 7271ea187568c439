//! Interned strings and their hashes.

use crate::id_table::IdTable;
use std::ops::Range;

/// An interned string; equal strings have equal symbols. The order of symbols is the order of first use, not
/// alphabetical.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// Set in symbols of strings with a colon, which the full names of template arguments have.
    const QUALIFIED: u32 = 1 << 31;

    /// The symbol with this dense number.
    #[inline]
    pub(crate) fn new(index: u32, is_qualified: bool) -> Symbol {
        if is_qualified {
            Symbol(index | Symbol::QUALIFIED)
        } else {
            Symbol(index)
        }
    }

    /// A dense number.
    #[inline]
    pub(crate) fn index(self) -> usize {
        (self.0 & !Symbol::QUALIFIED) as usize
    }

    /// Whether the string has a colon.
    #[inline]
    pub(crate) fn is_qualified(self) -> bool {
        self.0 & Symbol::QUALIFIED != 0
    }
}

/// The hash of a byte string, computed incrementally from words of eight bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct WordHash(u64);

impl WordHash {
    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        // The upper half of a product depends on all bits of its factors, the lower half does not.
        let product = (self.0 ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.0 = product ^ product >> 32;
    }

    /// The final hash, with fewer than eight last bytes, padded with zeros to a word.
    #[inline]
    pub(crate) fn finish(mut self, rest: u64, count: usize) -> u64 {
        self.add(rest | (count as u64) << 56);
        self.0
    }

    /// The final hash, with the bytes of a word before the first one whose highest bit is set in `found`.
    #[inline]
    pub(crate) fn finish_before(self, word: u64, found: u64) -> u64 {
        let before = word & ((found ^ found.wrapping_sub(1)) >> 8);
        self.finish(before, found.trailing_zeros() as usize / 8)
    }
}

/// The hash of a byte string.
#[inline]
pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = WordHash::default();
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash.add(u64::from_le_bytes(*word));
    }
    hash.finish(partial_word(rest), rest.len())
}

/// A word of fewer than eight bytes, padded with zeros.
#[inline]
fn partial_word(bytes: &[u8]) -> u64 {
    let behind = |at: usize| 8 * at as u32;
    match (bytes.first_chunk(), bytes.last_chunk()) {
        // The bytes that the first four and the last four share are equal in both.
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
            u64::from(first) | u64::from(last) << behind(bytes.len() - 4)
        }
        _ => match *bytes {
            [] => 0,
            [a, ..] => {
                let (middle, last) = (bytes.len() / 2, bytes.len() - 1);
                u64::from(a)
                    | u64::from(bytes[middle]) << behind(middle)
                    | u64::from(bytes[last]) << behind(last)
            }
        },
    }
}

/// A word of eight equal bytes.
#[inline]
pub(crate) const fn repeated(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The highest bit of the lowest zero byte, if there is one. Highest bits of bytes above it may be set, too.
#[inline]
pub(crate) fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(repeated(1)) & !word & repeated(0x80)
}

/// Whether there is a `:`.
fn has_colon(bytes: &[u8]) -> bool {
    // The last eight bytes overlap with the words before.
    let Some(last) = bytes.last_chunk::<8>() else {
        return bytes.contains(&b':');
    };
    let words = bytes.as_chunks().0.iter().chain([last]);
    let found = words.fold(0, |found, word| {
        found | zero_bytes(u64::from_le_bytes(*word) ^ repeated(b':'))
    });
    found != 0
}

/// Numbers by dense numbers, such as those of symbols.
#[derive(Clone, Debug, Default)]
pub(crate) struct DenseMap {
    /// [`DenseMap::NONE`] where there is none.
    entries: Vec<u32>,
}

impl DenseMap {
    const NONE: u32 = u32::MAX;

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<u32> {
        self.entries
            .get(index)
            .copied()
            .filter(|&entry| entry != DenseMap::NONE)
    }

    /// Sets an entry; returns what it was before. The number is any but `u32::MAX`.
    #[inline]
    pub(crate) fn insert(&mut self, index: usize, number: u32) -> Option<u32> {
        if index >= self.entries.len() {
            // More will follow one by one.
            self.entries
                .resize((index + 1).next_power_of_two(), DenseMap::NONE);
        }
        let before = std::mem::replace(&mut self.entries[index], number);
        (before != DenseMap::NONE).then_some(before)
    }
}

/// All strings of a run, each stored once.
#[derive(Clone, Debug)]
pub struct StringInterner {
    text: String,
    /// The start of each string in `text`, and the end of the last one.
    borders: Vec<u32>,
    table: IdTable,
    /// Symbols of the names of anonymous records, by number. They are not in the table.
    anonymous: DenseMap,
    /// Some string in the table looks like such a name.
    has_alike: bool,
}

/// The prefix of the names of anonymous records; a number follows.
const ANONYMOUS: &str = "anonymous_";

/// Appends a number, ten times as fast as `format!` does.
fn push_number(text: &mut String, mut number: u32) {
    let (mut digits, mut count) = ([0; 10], 0);
    loop {
        digits[count] = (number % 10) as u8;
        count += 1;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend(
        digits[..count]
            .iter()
            .rev()
            .map(|&digit| char::from(b'0' + digit)),
    );
}

/// The number in the name of an anonymous record.
#[inline]
fn anonymous_number(text: &str) -> Option<usize> {
    number_of_digits(text.strip_prefix(ANONYMOUS)?)
}

/// The value of decimal digits, if it is small.
fn number_of_digits(digits: &str) -> Option<usize> {
    let is_number =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|_| is_number)
}

impl Default for StringInterner {
    fn default() -> StringInterner {
        StringInterner {
            text: String::new(),
            borders: vec![0],
            table: IdTable::default(),
            anonymous: DenseMap::default(),
            has_alike: false,
        }
    }
}

impl StringInterner {
    /// Reserves room for strings of this length together.
    pub(crate) fn reserve_bytes(&mut self, bytes: usize) {
        self.text.reserve(bytes);
    }

    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        self.intern_hashed(text, hash_bytes(text.as_bytes()))
    }

    /// The symbol of `text`, whose [`hash_bytes`] is known.
    pub(crate) fn intern_hashed(&mut self, text: &str, hash: u64) -> Symbol {
        match self.find_hashed(text.as_bytes(), hash) {
            Ok(symbol) => symbol,
            Err(place) => self.add(text, hash, place),
        }
    }

    /// The symbol of a string whose [`hash_bytes`] is known, or the place where [`add`](Self::add) puts it.
    #[inline(always)]
    pub(crate) fn find_hashed(&self, text: &[u8], hash: u64) -> Result<Symbol, usize> {
        self.table
            .find(hash, |symbol| self.bytes(Symbol(symbol)) == text)
            .map(Symbol)
    }

    /// Adds a string that was not found, at the place that [`find_hashed`](Self::find_hashed) returned. Nothing may have
    /// been added in between.
    #[inline(never)]
    pub(crate) fn add(&mut self, text: &str, hash: u64, place: usize) -> Symbol {
        if let Some(number) = anonymous_number(text) {
            if let Some(symbol) = self.anonymous.get(number) {
                return Symbol(symbol);
            }
            self.has_alike = true;
        }
        let symbol = Symbol::new(self.len() as u32, has_colon(text.as_bytes()));
        self.text.push_str(text);
        self.borders.push(self.text.len() as u32);
        self.table.insert(place, hash, symbol.0);
        symbol
    }

    /// The symbol of the name of an anonymous record. There are many of these, so they are indexed by number.
    pub(crate) fn intern_anonymous(&mut self, number: u32) -> Symbol {
        if let Some(symbol) = self.anonymous.get(number as usize) {
            return Symbol(symbol);
        }
        if self.has_alike {
            return self.intern(&format!("{ANONYMOUS}{number}"));
        }
        let symbol = Symbol(self.len() as u32);
        self.text.push_str(ANONYMOUS);
        push_number(&mut self.text, number);
        self.borders.push(self.text.len() as u32);
        self.anonymous.insert(number as usize, symbol.0);
        symbol
    }

    /// The symbol of the name of an anonymous record, if it was interned.
    pub(crate) fn find_anonymous(&self, number: u32) -> Option<Symbol> {
        if self.has_alike {
            self.lookup(&format!("{ANONYMOUS}{number}"))
        } else {
            self.anonymous(number)
        }
    }

    /// The symbol of `text` if it was ever interned.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        if let Some(symbol) = anonymous_number(text).and_then(|number| self.anonymous.get(number)) {
            return Some(Symbol(symbol));
        }
        self.table
            .find(hash_bytes(text.as_bytes()), |i| self.get(Symbol(i)) == text)
            .ok()
            .map(Symbol)
    }

    /// Where the string of a symbol is in the text.
    #[inline]
    fn place(&self, symbol: Symbol) -> Range<usize> {
        match self.borders[symbol.index()..] {
            [start, end, ..] => start as usize..end as usize,
            // There is no such symbol.
            _ => 0..0,
        }
    }

    /// The bytes of the string of a symbol.
    #[inline]
    fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.text.as_bytes()[self.place(symbol)]
    }

    /// The string of a symbol.
    #[inline]
    pub fn get(&self, symbol: Symbol) -> &str {
        &self.text[self.place(symbol)]
    }

    /// How many strings there are; their symbols are dense.
    pub(crate) fn len(&self) -> usize {
        self.borders.len() - 1
    }

    /// The symbol of the name of an anonymous record, if it was created by number.
    pub(crate) fn anonymous(&self, number: u32) -> Option<Symbol> {
        self.anonymous.get(number as usize).map(Symbol)
    }

    /// Bytes of all strings together.
    pub(crate) fn byte_len(&self) -> usize {
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_are_equal_symbols() {
        let mut strings = StringInterner::default();
        let symbols: Vec<Symbol> = (0..1000).map(|i| strings.intern(&format!("s{i}"))).collect();
        for (i, &symbol) in symbols.iter().enumerate() {
            assert_eq!(strings.get(symbol), format!("s{i}"));
            assert_eq!(strings.intern(&format!("s{i}")), symbol);
            assert!(!symbol.is_qualified());
            let qualified = strings.intern(&format!("class:s{i}"));
            assert!(qualified.is_qualified());
            assert_eq!(strings.get(qualified), format!("class:s{i}"));
        }
        assert_eq!(strings.lookup("absent"), None);
    }

    /// Names of anonymous records are ordinary strings, whether they are created by number or by text first.
    #[test]
    fn names_of_records_without_one_are_strings() {
        let mut strings = StringInterner::default();
        let made = strings.intern_anonymous(7);
        assert_eq!(strings.get(made), "anonymous_7");
        assert_eq!(strings.intern("anonymous_7"), made);
        assert_eq!(strings.lookup("anonymous_7"), Some(made));
        for other in [
            "anonymous_07",
            "anonymous_",
            "anonymous_+7",
            "anonymous_7a",
            "anonymous",
        ] {
            let symbol = strings.intern(other);
            assert_ne!(symbol, made);
            assert_eq!(strings.get(symbol), other);
        }
        let written = strings.intern("anonymous_123");
        assert_eq!(strings.intern_anonymous(123), written);
        assert_eq!(strings.intern_anonymous(124), strings.intern("anonymous_124"));
        assert_eq!(strings.intern_anonymous(7), made);
    }
}
