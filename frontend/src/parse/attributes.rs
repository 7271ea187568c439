//! `__attribute__((...))` and `[[...]]`.

use super::{Parsed, Parser};
use crate::ast::FunctionAttributes;
use crate::attribute_names;
use crate::sema::convert::Why;
use crate::token::{Token, TokenKind};
use crate::types::{Placement, QualType, Space, Ty};
use crate::warnings::Warning;
use wavec_support::Span;

/// All attributes of one declaration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attributes {
    /// `aligned`, in bytes.
    pub align: Option<u64>,
    /// `packed`
    pub packed: bool,
    /// `ext_vector_type`: elements; `vector_size`: bytes.
    pub vector: Option<VectorAttribute>,
    /// `address_space`
    pub space: Option<Space>,
    /// `opencl_unroll_hint`: 0 without a count.
    pub unroll: Option<u32>,
    /// `unused`
    pub is_unused: bool,
    /// Function attributes.
    pub function: FunctionAttributes,
    /// The first attribute that only kernels may have: its position and name.
    pub kernel_only: Option<(Span, &'static str)>,
}

impl Attributes {
    /// What they say about the place of a record or a member.
    pub fn placement(&self) -> Placement {
        Placement {
            align: self.align,
            packed: self.packed,
        }
    }
}

/// The size of a vector type made by an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VectorAttribute {
    /// This many elements.
    Elements(u64),
    /// This many bytes.
    Bytes(u64),
}

/// Attributes of standard C in double brackets; none changes the meaning of a program.
const STANDARD: &[&str] = &[
    "deprecated",
    "fallthrough",
    "likely",
    "maybe_unused",
    "nodiscard",
    "noreturn",
    "reproducible",
    "unlikely",
    "unsequenced",
];

/// Attributes that cannot be ignored: they change sizes, places or what is executed.
const REFUSED: &[&str] = &[
    "alias",
    "cleanup",
    "ifunc",
    "mode",
    "ms_struct",
    "naked",
    "scalar_storage_order",
    "transparent_union",
];

/// Makes the first bracket of each `[[` the word that begins attributes: no index begins with a bracket.
pub(crate) fn mark_attributes(tokens: &mut [Token]) {
    for first in 1..tokens.len() {
        if tokens[first].kind == TokenKind::LBracket && tokens[first - 1].kind == TokenKind::LBracket {
            tokens[first - 1].kind = TokenKind::Attribute;
        }
    }
}

/// Merges `from` into `into`, which precedes it.
pub(super) fn merge(into: &mut Attributes, from: &Attributes) {
    join(&mut into.function, &from.function);
    into.align = into.align.max(from.align);
    into.packed |= from.packed;
    into.is_unused |= from.is_unused;
    into.kernel_only = into.kernel_only.or(from.kernel_only);
}

/// The same for function attributes.
pub(super) fn join(into: &mut FunctionAttributes, from: &FunctionAttributes) {
    into.required_size = into.required_size.or(from.required_size);
    into.size_hint = into.size_hint.or(from.size_hint);
    into.vec_type_hint = into.vec_type_hint.or(from.vec_type_hint);
    into.flat_work_group_size = into.flat_work_group_size.or(from.flat_work_group_size);
    into.waves_per_eu = into.waves_per_eu.or(from.waves_per_eu);
    into.num_sgpr = into.num_sgpr.or(from.num_sgpr);
    into.num_vgpr = into.num_vgpr.or(from.num_vgpr);
    into.max_num_work_groups = into.max_num_work_groups.or(from.max_num_work_groups);
    into.always_inline |= from.always_inline;
    into.no_inline |= from.no_inline;
    into.result_matters = into.result_matters.or(from.result_matters);
    into.overloadable |= from.overloadable;
    into.convergent |= from.convergent;
}

impl<'a> Parser<'_, '_, 'a> {
    /// `(__attribute__((attribute, ...)) | [[attribute, ...]])*`
    pub(super) fn attributes(&mut self, out: &mut Attributes) -> Parsed<()> {
        while self.kind() == TokenKind::Attribute {
            self.bump();
            if self.eat(TokenKind::LBracket) {
                self.bracketed_attributes(out)?;
                continue;
            }
            self.expect(TokenKind::LParen, "expected '(' after 'attribute'")?;
            self.expect(TokenKind::LParen, "expected '(' after '('")?;
            while self.kind() != TokenKind::RParen && self.kind() != TokenKind::Eof {
                if self.eat(TokenKind::Comma) {
                    continue;
                }
                self.attribute(out)?;
                if !matches!(self.kind(), TokenKind::Comma | TokenKind::RParen) {
                    let span = self.span();
                    self.error(span, "expected ')'");
                    return Err(super::Failed);
                }
            }
            self.expect(TokenKind::RParen, "expected ')'")?;
            self.expect(TokenKind::RParen, "expected ')'")?;
        }
        Ok(())
    }

    /// What follows `[[`: `name` of the standard, or `clang::name` and `gnu::name`.
    fn bracketed_attributes(&mut self, out: &mut Attributes) -> Parsed<()> {
        while self.kind() != TokenKind::RBracket && self.kind() != TokenKind::Eof {
            if self.eat(TokenKind::Comma) {
                continue;
            }
            let name = self.token();
            let text = self.ident_text(&name);
            let has_scope = self.peek(1).kind == TokenKind::Colon && self.peek(2).kind == TokenKind::Colon;
            if has_scope {
                for _ in 0..3 {
                    self.bump();
                }
            }
            if has_scope && matches!(text.trim_matches('_'), "clang" | "Clang" | "gnu") {
                self.attribute(out)?;
            } else {
                self.bump();
                match text.trim_matches('_') {
                    "maybe_unused" => out.is_unused = true,
                    "nodiscard" => out.function.result_matters = Some("nodiscard"),
                    _ => {}
                }
                if has_scope || !STANDARD.contains(&text.trim_matches('_')) {
                    self.sema.warning(
                        Warning::UnknownAttributes,
                        name.span,
                        format!("unknown attribute '{text}' ignored"),
                    );
                }
                self.skip_parentheses()?;
            }
            if !matches!(self.kind(), TokenKind::Comma | TokenKind::RBracket) {
                let span = self.span();
                self.error(span, "expected ']'");
                return Err(super::Failed);
            }
        }
        self.expect(TokenKind::RBracket, "expected ']'")?;
        self.expect(TokenKind::RBracket, "expected ']'")?;
        Ok(())
    }

    fn attribute(&mut self, out: &mut Attributes) -> Parsed<()> {
        let name = self.bump();
        let text = self.ident_text(&name);
        let span = name.span;
        let word = text.trim_matches('_');
        let known = attribute_names::find(word);
        let kernel_only = known.filter(|(_, kind)| kind.kernel_only);
        out.kernel_only = out.kernel_only.or(kernel_only.map(|(name, _)| (span, name)));
        match word {
            "vec_type_hint" => {
                self.expect(TokenKind::LParen, "expected '('")?;
                let ty = self.type_name()?;
                self.expect(TokenKind::RParen, "expected ')'")?;
                out.function.vec_type_hint = Some(ty);
                return Ok(());
            }
            "nosvm" if !self.sema.options.cl_std.generic_by_default() => {
                let message = "attribute 'nosvm' is supported in the OpenCL version 2.0 onwards";
                self.error(span, message);
                return self.skip_parentheses();
            }
            _ if REFUSED.contains(&word) => {
                self.error(span, format!("attribute '{text}' is not supported"));
                return self.skip_parentheses();
            }
            _ if !known.is_some_and(|(_, kind)| kind.takes_constants) => {
                if known.is_none() {
                    self.sema.warning(
                        Warning::UnknownAttributes,
                        span,
                        format!("unknown attribute '{text}' ignored"),
                    );
                }
                out.is_unused |= matches!(word, "unused" | "maybe_unused");
                out.function.result_matters = match word {
                    "const" => Some("const"),
                    "pure" => Some("pure"),
                    "warn_unused_result" => Some("warn_unused_result"),
                    _ => out.function.result_matters,
                };
                // An ignored attribute may have operands of any form.
                return self.skip_parentheses();
            }
            _ => {}
        }
        let open = self.position_after_parenthesis();
        let args = self.attribute_arguments(span)?;
        let is_register_limit = matches!(word, "amdgpu_num_sgpr" | "amdgpu_num_vgpr");
        if is_register_limit || word == "amdgpu_max_num_work_groups" {
            self.limits(word, span, open, &args, out);
            return Ok(());
        }
        if word == "convergent" && !args.is_empty() {
            self.error(span, format!("'{word}' attribute takes no arguments"));
        }
        let one = args.first().copied();
        let three = || match args[..] {
            [x, y, z] => Some([x as u32, y as u32, z as u32]),
            _ => None,
        };
        match word {
            "aligned" => {
                let align = one.unwrap_or(16);
                if !align.is_power_of_two() || align > 1 << 28 {
                    self.error(span, "requested alignment is not a power of 2");
                } else {
                    out.align = Some(align.max(out.align.unwrap_or(1)));
                }
            }
            "packed" => out.packed = true,
            "ext_vector_type" => out.vector = one.map(VectorAttribute::Elements),
            "vector_size" => out.vector = one.map(VectorAttribute::Bytes),
            "address_space" => {
                let spaces = [
                    Space::Global,
                    Space::Constant,
                    Space::Local,
                    Space::Private,
                    Space::Generic,
                ];
                let target = self.sema.target;
                out.space = spaces
                    .into_iter()
                    .find(|&s| Some(target.space_number(s) as u64) == one);
                if let Some(number) = one.filter(|_| out.space.is_none()) {
                    self.error(span, format!("address space {number} is not supported"));
                }
            }
            "opencl_global" | "opencl_global_device" | "opencl_global_host" => {
                out.space = Some(Space::Global)
            }
            "opencl_local" => out.space = Some(Space::Local),
            "opencl_private" => out.space = Some(Space::Private),
            "opencl_constant" => out.space = Some(Space::Constant),
            "opencl_generic" => out.space = Some(Space::Generic),
            "reqd_work_group_size" | "work_group_size_hint" => {
                let Some(size) = three() else {
                    self.error(span, format!("'{word}' attribute requires exactly 3 arguments"));
                    return Ok(());
                };
                if args.iter().any(|&n| n as i64 <= 0 || n > u32::MAX as u64) {
                    self.error(span, format!("'{word}' attribute must be greater than 0"));
                    return Ok(());
                }
                if word == "reqd_work_group_size" {
                    out.function.required_size = Some(size);
                } else {
                    out.function.size_hint = Some(size);
                }
            }
            "amdgpu_flat_work_group_size" | "amdgpu_waves_per_eu" => {
                let is_sizes = word == "amdgpu_flat_work_group_size";
                // Waves have no maximum by default.
                let has_no_maximum = args.len() < 2 || !is_sizes && args[1] == 0;
                let wrong = match args[..] {
                    [_, _] => None,
                    _ if is_sizes => Some("requires exactly 2 arguments"),
                    [] => Some("takes at least 1 argument"),
                    [_] => None,
                    _ => Some("takes no more than 2 arguments"),
                };
                let wrong = wrong.or_else(|| match args[..] {
                    [0, max] if max > 0 => Some("argument is invalid: max must be 0 since min is 0"),
                    [min, max] if min > max && !has_no_maximum => {
                        Some("argument is invalid: min must not be greater than max")
                    }
                    _ => None,
                });
                if let Some(wrong) = wrong {
                    self.error(span, format!("'{word}' attribute {wrong}"));
                    return Ok(());
                }
                // 0 is no limit.
                let limits = (args[0] as u32, args.get(1).map_or(0, |&max| max as u32));
                match (limits, is_sizes) {
                    ((0, _), _) => {}
                    (_, true) => out.function.flat_work_group_size = Some(limits),
                    (_, false) => out.function.waves_per_eu = Some(limits),
                }
            }
            "always_inline" => out.function.always_inline = true,
            "noinline" => out.function.no_inline = true,
            "overloadable" => out.function.overloadable = true,
            "convergent" => out.function.convergent = true,
            "opencl_unroll_hint" => {
                if args.len() > 1 {
                    self.error(
                        span,
                        "'opencl_unroll_hint' attribute takes no more than 1 argument",
                    );
                } else if one.is_some_and(|count| (count as i64) < 0) {
                    self.error(
                        span,
                        "'opencl_unroll_hint' attribute requires a positive integral compile time constant expression",
                    );
                }
                out.unroll = Some(one.unwrap_or(0) as u32);
            }
            _ => {}
        }
        Ok(())
    }

    /// `(constant, ...)`; arguments that are not constants are errors for attributes that need them.
    /// Where the first argument begins.
    fn position_after_parenthesis(&self) -> Span {
        match self.kind() {
            TokenKind::LParen => self.peek(1).span,
            _ => self.span(),
        }
    }

    /// `amdgpu_num_sgpr`, `amdgpu_num_vgpr` and `amdgpu_max_num_work_groups`, whose first argument is at `first`.
    fn limits(&mut self, word: &str, span: Span, first: Span, args: &[u64], out: &mut Attributes) {
        let is_groups = word == "amdgpu_max_num_work_groups";
        let wrong = match (is_groups, args.len()) {
            (false, 1) | (true, 1..=3) => None,
            (false, _) => Some("takes one argument"),
            (true, 0) => Some("takes at least 1 argument"),
            (true, _) => Some("takes no more than 3 arguments"),
        };
        if let Some(wrong) = wrong {
            return self.error(span, format!("'{word}' attribute {wrong}"));
        }
        // A negative number of registers is one without a sign, as in clang.
        let fits = |value: u64| match is_groups {
            true => u32::try_from(value).is_ok(),
            false => u32::try_from(value).is_ok() || i32::try_from(value as i64).is_ok(),
        };
        let is_negative = |value: u64| i32::try_from(value as i64).is_ok_and(|value| value < 0);
        if is_groups && args.iter().any(|&value| is_negative(value)) {
            let what = "requires a non-negative integral compile time constant expression";
            return self.error(span, format!("'{word}' attribute {what}"));
        }
        if let Some(value) = args.iter().copied().find(|&value| !fits(value)) {
            let message = format!(
                "integer constant expression evaluates to value {} that cannot be represented in a 32-bit unsigned integer type",
                value as i64
            );
            return self.error(first, message);
        }
        if is_groups && args.contains(&0) {
            return self.error(span, format!("'{word}' attribute must be greater than 0"));
        }
        let function = &mut out.function;
        match word {
            "amdgpu_num_sgpr" => function.num_sgpr = Some(args[0] as u32),
            "amdgpu_num_vgpr" => function.num_vgpr = Some(args[0] as u32),
            _ => {
                let size = |index: usize| args.get(index).map_or(1, |&value| value as u32);
                function.max_num_work_groups = Some([size(0), size(1), size(2)]);
            }
        }
    }

    fn attribute_arguments(&mut self, name: Span) -> Parsed<Vec<u64>> {
        let mut args = Vec::new();
        if self.kind() != TokenKind::LParen {
            return Ok(args);
        }
        let open = self.bump().span;
        while self.kind() != TokenKind::RParen {
            let expr = self.assignment_expression()?;
            let expr = self.sema.convert_to(expr, QualType::new(Ty::LONG), Why::Pass);
            match self.sema.eval_int(expr) {
                Some(value) => args.push(value),
                None if expr.ty.ty == Ty::ERROR => return Err(super::Failed),
                None => self.error(name, "attribute requires an integer constant"),
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect_close(TokenKind::RParen, open)?;
        Ok(args)
    }

    pub(super) fn skip_parentheses(&mut self) -> Parsed<()> {
        if self.kind() != TokenKind::LParen {
            return Ok(());
        }
        let mut nested = 0u32;
        loop {
            match self.kind() {
                TokenKind::LParen => nested += 1,
                TokenKind::RParen => nested -= 1,
                TokenKind::Eof => return Err(super::Failed),
                _ => {}
            }
            self.bump();
            if nested == 0 {
                return Ok(());
            }
        }
    }
}
