//! Ranges of bits, list indices and slices.

use super::Parser;
use crate::eval::Eval;
use crate::record::RecordId;
use crate::token::Tok;
use crate::types::TypeId;
use crate::value::{BinaryOp, ValueId};

/// Most values of a range that is written as one (`0-1000`).
const MAX_RANGE: u64 = 1 << 20;

impl Parser<'_> {
    /// `RangePiece ::= INT | INT ... INT | INT - INT | INT INT`; `first` is the first value if it has been read.
    pub(super) fn range_piece(&mut self, ranges: &mut Vec<u32>, first: Option<ValueId>) -> Eval<()> {
        let first = match first {
            Some(first) => first,
            None => self.value(None, None)?,
        };
        let Some(start) = self.eval.as_int(first) else {
            return self.token_error("expected integer or bitrange");
        };
        if start < 0 {
            return self.token_error("invalid range, cannot be negative");
        }
        let end = match self.token.kind {
            Tok::DotDotDot | Tok::Minus => {
                self.advance();
                match self.value(None, None).map(|end| self.eval.as_int(end)) {
                    Ok(Some(end)) => end,
                    _ => return self.token_error("expected integer value as end of range"),
                }
            }
            Tok::Int(end) => {
                self.advance();
                end.wrapping_neg()
            }
            _ => start,
        };
        if end < 0 {
            return self.token_error("invalid range, cannot be negative");
        }
        if start.max(end) > i64::from(u32::MAX) || start.abs_diff(end) >= MAX_RANGE {
            return self.token_error("invalid range, too large");
        }
        let (start, end) = (start as u32, end as u32);
        self.eval.step(u64::from(start.abs_diff(end)))?;
        if start <= end {
            ranges.extend(start..=end);
        } else {
            ranges.extend((end..=start).rev());
        }
        Ok(())
    }

    /// `RangeList ::= RangePiece (, RangePiece)*`
    pub(super) fn range_list(&mut self) -> Eval<Vec<u32>> {
        let mut ranges = Vec::new();
        self.range_piece(&mut ranges, None)?;
        while self.consume(Tok::Comma) {
            self.range_piece(&mut ranges, None)?;
        }
        Ok(ranges)
    }

    /// `( open RangeList close )?`, lowest bit first as `let` counts them.
    pub(super) fn optional_bits(&mut self, open: Tok, close: Tok, message: &str) -> Eval<Vec<u32>> {
        let opened = self.token.span();
        if !self.consume(open) {
            return Ok(Vec::new());
        }
        let mut bits = self.range_list()?;
        self.expect_close(close, opened, message)?;
        bits.reverse();
        Ok(bits)
    }

    /// `SliceElement ::= Value | Value ... Value | Value - Value | Value INT`: an int or a list of ints.
    fn slice_element(&mut self, current: Option<RecordId>) -> Eval<(ValueId, TypeId)> {
        let span = self.token.span();
        let (value, ty) = self.typed_value_in(span, current, None)?;
        let end = match self.token.kind {
            Tok::DotDotDot | Tok::Minus => {
                self.advance();
                let end_span = self.token.span();
                let (end, end_type) = self.typed_value_in(end_span, current, None)?;
                if end_type != TypeId::INT {
                    let ty = self.eval.type_text(end_type);
                    return self.eval.error(end_span, format!("expected int...int, got {ty}"));
                }
                end
            }
            Tok::Int(end) => {
                if end > 0 {
                    return self.token_error("invalid range, cannot be negative");
                }
                self.advance();
                self.eval.int(end.wrapping_neg())
            }
            _ => return Ok((value, ty)),
        };
        if ty != TypeId::INT {
            let ty = self.eval.type_text(ty);
            return self.eval.error(span, format!("expected int...int, got {ty}"));
        }
        let list = self.eval.keeper.types.list(TypeId::INT);
        let range = self.eval.binary(BinaryOp::Range, value, end, list, current)?;
        Ok((range, list))
    }

    /// `SliceElements ::= (SliceElement ,)* SliceElement ,?`: one index, or a list of indices.
    pub(super) fn slice_elements(&mut self, current: Option<RecordId>) -> Eval<(ValueId, bool)> {
        let list = self.eval.keeper.types.list(TypeId::INT);
        let mut result: Option<ValueId> = None;
        let mut singles: Vec<u32> = Vec::new();
        let mut is_single = true;
        loop {
            let span = self.token.span();
            let (element, element_type) = self.slice_element(current)?;
            if element_type == list {
                is_single = false;
                result = self.flush_singles(result, &mut singles, list)?;
                result = Some(self.append_slice(result, element, list)?);
            } else if element_type == TypeId::INT {
                singles.push(element.0);
            } else {
                let ty = self.eval.type_text(element_type);
                let message = match self.eval.element_type(element_type) {
                    Some(_) => format!("expected list<int>, got {ty}"),
                    None => format!("unhandled type {ty} in range"),
                };
                return self.eval.error(span, message);
            }
            if !self.consume(Tok::Comma) {
                break;
            }
            is_single = false;
            if self.at(Tok::RSquare) {
                break;
            }
        }
        if is_single && let [single] = singles[..] {
            return Ok((ValueId(single), true));
        }
        let result = self.flush_singles(result, &mut singles, list)?;
        Ok((result.unwrap_or_else(|| self.eval.list(TypeId::INT, &[])), false))
    }

    fn flush_singles(
        &mut self,
        result: Option<ValueId>,
        singles: &mut Vec<u32>,
        list: TypeId,
    ) -> Eval<Option<ValueId>> {
        if singles.is_empty() {
            return Ok(result);
        }
        let part = self.eval.list(TypeId::INT, singles);
        singles.clear();
        self.append_slice(result, part, list).map(Some)
    }

    fn append_slice(&mut self, result: Option<ValueId>, part: ValueId, list: TypeId) -> Eval<ValueId> {
        match result {
            Some(result) => self.eval.list_concat(result, part, list),
            None => Ok(part),
        }
    }
}
