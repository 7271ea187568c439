//! Types, class names.

use super::Parser;
use crate::eval::{Eval, Fail};
use crate::record::RecordId;
use crate::token::{Keyword, Tok};
use crate::types::TypeId;

/// Widest `bits<n>`.
const MAX_BITS: i64 = 1 << 16;

impl Parser<'_> {
    /// `Type ::= string | code | bit | int | dag | bits < INT > | list < Type > | ClassID | TypeAlias`
    pub(super) fn ty(&mut self) -> Eval<TypeId> {
        let Tok::Keyword(keyword) = self.token.kind else {
            if let Tok::Id(name) = self.token.kind {
                if let Some(&ty) = self.type_aliases.get(&name) {
                    self.advance();
                    return Ok(ty);
                }
                let class = self.class_id()?;
                return Ok(self.eval.class_type(class));
            }
            return self.token_error("Unknown token when expecting a type");
        };
        let simple = match keyword {
            Keyword::String | Keyword::Code => TypeId::STRING,
            Keyword::Bit => TypeId::BIT,
            Keyword::Int => TypeId::INT,
            Keyword::Dag => TypeId::DAG,
            Keyword::Bits => {
                self.advance();
                self.expect(Tok::Less, "expected '<' after bits type")?;
                let Tok::Int(width) = self.token.kind else {
                    return self.token_error("expected integer in bits<n> type");
                };
                if !(0..=MAX_BITS).contains(&width) {
                    return self.token_error(format!("bits<{width}>: at most {MAX_BITS} bits are supported"));
                }
                self.advance();
                self.expect(Tok::Greater, "expected '>' at end of bits<n> type")?;
                return Ok(self.eval.keeper.types.bits(width as u32));
            }
            Keyword::List => {
                self.advance();
                self.expect(Tok::Less, "expected '<' after list type")?;
                let element = self.nested(Self::ty)?;
                self.expect(Tok::Greater, "expected '>' at end of list<ty> type")?;
                return Ok(self.eval.keeper.types.list(element));
            }
            _ => return self.token_error("Unknown token when expecting a type"),
        };
        self.advance();
        Ok(simple)
    }

    /// `OperatorType ::= < Type >`
    pub(super) fn operator_type(&mut self) -> Eval<TypeId> {
        self.expect(Tok::Less, "expected type name for operator")?;
        if self.at_keyword(Keyword::Code) {
            return self.token_error("the 'code' type is not allowed in bang operators; use 'string'");
        }
        let ty = self.nested(Self::ty)?;
        self.expect(Tok::Greater, "expected type name for operator")?;
        Ok(ty)
    }

    /// `ClassID ::= ID`
    pub(super) fn class_id(&mut self) -> Eval<RecordId> {
        let Tok::Id(name) = self.token.kind else {
            return self.token_error("expected name for ClassID");
        };
        if let Some(&class) = self.eval.keeper.class_by_name.get(&name) {
            self.advance();
            return Ok(class);
        }
        if self.broken.contains(&name) {
            return Err(Fail);
        }
        let text = self.eval.str(name).to_string();
        let mut message = format!("Couldn't find class '{text}'");
        if self.multiclass_by_name.contains_key(&name) {
            message.push_str(&format!(". Use 'defm' if you meant to use multiclass '{text}'"));
        }
        self.token_error(message)
    }

    /// `MultiClassID ::= ID`
    pub(super) fn multiclass_id(&mut self) -> Eval<usize> {
        let Tok::Id(name) = self.token.kind else {
            return self.token_error("expected name for MultiClassID");
        };
        if let Some(&index) = self.multiclass_by_name.get(&name) {
            self.advance();
            return Ok(index);
        }
        if self.broken.contains(&name) {
            return Err(Fail);
        }
        let message = format!("Couldn't find multiclass '{}'", self.eval.str(name));
        self.token_error(message)
    }
}
