//! Output texts. Values and records that were written before are copied instead of formatted again.

use crate::layout::{Fields, Shape};
use crate::record::{FieldKind, RecordKeeper};
use crate::value::ValueId;
use fxhash::FxHashMap;
use std::fmt::Write;

/// A text that values are appended to.
#[derive(Default)]
pub(crate) struct Text {
    text: String,
    /// The positions of large values.
    known: FxHashMap<ValueId, (usize, usize)>,
}

impl Text {
    pub(crate) fn push(&mut self, character: char) {
        self.text.push(character);
    }

    pub(crate) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn push_int(&mut self, int: i64) {
        match u8::try_from(int) {
            Ok(digit @ 0..10) => self.text.push(char::from(b'0' + digit)),
            _ => {
                // Writing into memory does not fail.
                let _ = write!(self.text, "{int}");
            }
        }
    }

    /// Appends a copy of a value that is in the text already; false if it is not.
    pub(crate) fn push_again(&mut self, value: ValueId) -> bool {
        let Some(&(start, end)) = self.known.get(&value) else {
            return false;
        };
        self.text.extend_from_within(start..end);
        true
    }

    /// Notes that the text from `start` on is that of a value.
    pub(crate) fn keep(&mut self, value: ValueId, start: usize) {
        self.known.insert(value, (start, self.text.len()));
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_string(self) -> String {
        self.text
    }

    /// Takes the text if it has at least this many bytes.
    pub(crate) fn pass_on(
        &mut self,
        bytes: usize,
        mut take: impl FnMut(&str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        if self.text.len() >= bytes {
            take(&self.text)?;
            self.clear();
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.known.clear();
    }

    /// Replaces the text.
    fn swap(&mut self, other: &mut String) {
        std::mem::swap(&mut self.text, other);
        self.known.clear();
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.text.push_str(text);
        Ok(())
    }
}

/// The number of layouts whose last record is cached; see [`Bodies`].
const KEPT_BODIES: usize = 1 << 8;

/// The fields of records as text. Records of one layout have most of their values in common; lines that are equal in
/// consecutive records are copied.
#[derive(Default)]
pub(crate) struct Bodies {
    /// By the address of the layout; a newer layout replaces an older one.
    kept: Vec<Body>,
    /// Buffer for the next body.
    next: Text,
    ends: Vec<usize>,
}

/// The fields of a record.
#[derive(Default)]
struct Body {
    /// The identity of the layout, zeros for none.
    shape: Shape,
    /// The fields in the order in which they are printed.
    order: Vec<u32>,
    /// Their values.
    values: Vec<ValueId>,
    /// Their lines, and the end of each.
    text: String,
    ends: Vec<usize>,
}

/// The positions of the fields of a record in the order in which they are printed.
pub(crate) fn printed_fields(fields: &Fields) -> Vec<u32> {
    let of_kind = |wanted| (0..fields.len() as u32).filter(move |&i| fields.kind(i as usize) == wanted);
    of_kind(FieldKind::NonConcrete)
        .chain(of_kind(FieldKind::Normal))
        .collect()
}

impl Bodies {
    /// Appends the lines of the fields.
    pub(crate) fn write(&mut self, keeper: &RecordKeeper, out: &mut Text, fields: &Fields) {
        let shape = fields.shape();
        if self.kept.is_empty() {
            self.kept.resize_with(KEPT_BODIES, Body::default);
        }
        let slot = (shape.0 >> 4).wrapping_mul(0x9e37_79b1) >> 16 & (KEPT_BODIES - 1);
        let known = &mut self.kept[slot];
        if known.shape != shape {
            known.shape = shape;
            known.order = printed_fields(fields);
            known.values.clear();
            known.values.resize(known.order.len(), ValueId::NONE);
            known.text.clear();
            known.ends.clear();
            known.ends.resize(known.order.len(), 0);
        }
        let (next, ends) = (&mut self.next, &mut self.ends);
        next.clear();
        ends.clear();
        let values = fields.values();
        let (count, mut at) = (known.order.len(), 0);
        while at < count {
            let is_same = |at: usize| values[known.order[at] as usize] == known.values[at];
            let first = at;
            while at < count && is_same(at) {
                at += 1;
            }
            if at > first {
                let start = if first == 0 { 0 } else { known.ends[first - 1] };
                let moved = next.len().wrapping_sub(start);
                next.push_str(&known.text[start..known.ends[at - 1]]);
                ends.extend(known.ends[first..at].iter().map(|end| end.wrapping_add(moved)));
            }
            if at < count {
                let field = fields.declared(known.order[at] as usize);
                keeper.write_line(next, &field);
                ends.push(next.len());
                known.values[at] = field.value;
                at += 1;
            }
        }
        out.push_str(next.as_str());
        next.swap(&mut known.text);
        std::mem::swap(&mut known.ends, ends);
    }
}
