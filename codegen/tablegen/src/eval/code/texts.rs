//! Concatenation of strings.

use super::super::Evaluator;
use super::{Frame, Known, KnownValue, Parts, known};
use crate::value::{Node, ValueId};

impl Evaluator {
    /// Concatenates strings.
    #[inline(never)]
    pub(super) fn run_text(&mut self, parts: Parts, frame: &mut Frame<'_>) -> Known<KnownValue> {
        let start = self.stack.len();
        self.push_operands(parts, frame)?;
        let text = self.paste_text(start)?;
        self.stack.truncate(start);
        Some(text)
    }

    /// Pushes the values of operands.
    pub(super) fn push_operands(&mut self, parts: Parts, frame: &mut Frame<'_>) -> Known<()> {
        for i in 0..parts.count {
            let value = self.operand(self.codes.part(parts, i), frame)?.id();
            self.stack.push(value.0);
        }
        Some(())
    }

    /// The concatenation of the strings on the stack from `first` on.
    #[inline(never)]
    fn paste_text(&mut self, first: usize) -> Known<KnownValue> {
        let (start, mut is_code) = (self.text.len(), false);
        let result = self.push_text(first, &mut is_code);
        let length = self.text.len() - start;
        let symbol = result.map(|()| self.keeper.strings.intern(&self.text[start..]));
        self.text.truncate(start);
        let symbol = symbol?;
        let counted = self.step(length as u64 / 16);
        self.noted(counted)?;
        known(self.value(if is_code {
            Node::Code(symbol)
        } else {
            Node::Str(symbol)
        }))
    }

    /// Appends the strings on the stack from `first` on to [`Evaluator::text`].
    fn push_text(&mut self, first: usize, is_code: &mut bool) -> Known<()> {
        for &part in &self.stack[first..] {
            match self.keeper.values.node(ValueId(part)) {
                Node::Str(part) => self.text.push_str(self.keeper.strings.get(part)),
                Node::Code(part) => {
                    self.text.push_str(self.keeper.strings.get(part));
                    *is_code = true;
                }
                _ => return None,
            }
        }
        Some(())
    }
}
