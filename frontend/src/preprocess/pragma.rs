//! Pragmas, and the operator `_Pragma`.
//!
//! Those about loops, contraction and packing become tokens, which the parser reads where they stand. What they say about
//! warnings holds from their place on, in the order in which files are read: [`Pragmas`] keeps it by place, for whoever
//! gives a warning later. Messages are those of clang.

use super::macros::MacroState;
use super::{Context, Preprocessor};
use crate::token::{Symbol, Token, TokenKind};
use crate::warnings::{self, Warning, WarningOptions};
use fxhash::FxHashMap;
use std::rc::Rc;
use wavec_support::{FileId, Span};

/// What pragmas change for the whole program or from some place on.
#[derive(Clone, Debug)]
pub struct Pragmas {
    /// `__cl_clang_bitfields` is enabled.
    pub bit_fields: bool,
    /// By file, the places at which warnings change, in order: offset, and the warnings from there on.
    changes: FxHashMap<FileId, Vec<(u32, Warnings)>>,
    /// The warnings that pragmas have on at some place.
    anywhere: WarningOptions,
}

/// The warnings at some place; none for those of the command line.
type Warnings = Option<Rc<WarningOptions>>;

impl Default for Pragmas {
    fn default() -> Pragmas {
        Pragmas {
            bit_fields: false,
            changes: FxHashMap::default(),
            anywhere: WarningOptions::none(),
        }
    }
}

impl Pragmas {
    /// The warnings that are given about a place, where `given` are those of the command line.
    pub fn warnings_at<'s>(&'s self, place: Span, given: &'s WarningOptions) -> &'s WarningOptions {
        let Some(changes) = self.changes.get(&place.file) else {
            return given;
        };
        let after = changes.partition_point(|&(offset, _)| offset <= place.start);
        let last = after.checked_sub(1).and_then(|last| changes[last].1.as_deref());
        last.unwrap_or(given)
    }

    /// Whether a warning is given anywhere.
    pub fn may_give(&self, warning: Warning, given: &WarningOptions) -> bool {
        given.is_on(warning) || self.anywhere.is_on(warning)
    }
}

/// Pragmas while files are read.
#[derive(Default)]
pub(super) struct PragmaState {
    pub(super) found: Pragmas,
    /// The warnings from here on.
    warnings: Warnings,
    saved_warnings: Vec<Warnings>,
    /// The alignment of `#pragma pack` in bytes; 0 if there is none.
    pack: u32,
    saved_packs: Vec<SavedPack>,
    /// Definitions that `#pragma push_macro` keeps.
    saved_macros: FxHashMap<Symbol, Vec<MacroState>>,
}

/// What `#pragma pack(push)` keeps.
struct SavedPack {
    place: Span,
    name: Option<Symbol>,
    pack: u32,
}

/// Pragmas of clang that have no effect on code here, by their first words.
const WITHOUT_EFFECT: &[&[&str]] = &[
    &["GCC", "poison"],
    &["GCC", "visibility"],
    &["STDC", "CX_LIMITED_RANGE"],
    &["clang", "__debug"],
    &["clang", "assume_nonnull"],
    &["clang", "deprecated"],
    &["clang", "final"],
    &["clang", "loop"],
    &["clang", "max_tokens_here"],
    &["clang", "max_tokens_total"],
    &["clang", "module"],
    &["clang", "optimize"],
    &["clang", "poison"],
    &["clang", "restrict_expansion"],
    &["clang", "section"],
    &["acc"],
    &["comment"],
    &["endregion"],
    &["mark"],
    &["omp"],
    &["region"],
    &["unused"],
];

/// Pragmas of clang that would change the meaning of a program, and are refused.
const REFUSED: &[&[&str]] = &[
    &["align"],
    &["clang", "attribute"],
    &["ms_struct"],
    &["options"],
    &["redefine_extname"],
    &["weak"],
];

/// Pragmas that clang ignores, too, when it compiles for this target.
const IGNORED: &[&[&str]] = &[
    &["STDC", "FENV_ACCESS"],
    &["STDC", "FENV_ROUND"],
    &["float_control"],
];

/// Extensions of OpenCL that have a pragma in clang, and the version of OpenCL C, times 100, since which this target has
/// them; never for `u32::MAX`. All that the target has are always enabled.
const EXTENSIONS: &[(&str, u32)] = &[
    ("__cl_clang_bitfields", 100),
    ("__cl_clang_function_pointers", 100),
    ("__cl_clang_non_portable_kernel_param_types", 100),
    ("__cl_clang_variadic_functions", 100),
    ("cl_amd_media_ops", 100),
    ("cl_amd_media_ops2", 100),
    ("cl_clang_storage_class_specifiers", 100),
    ("cl_intel_device_side_avc_motion_estimation", u32::MAX),
    ("cl_intel_subgroups", u32::MAX),
    ("cl_intel_subgroups_short", u32::MAX),
    ("cl_khr_3d_image_writes", 100),
    ("cl_khr_byte_addressable_store", 100),
    ("cl_khr_depth_images", u32::MAX),
    ("cl_khr_fp16", 100),
    ("cl_khr_fp64", 100),
    ("cl_khr_gl_msaa_sharing", u32::MAX),
    ("cl_khr_global_int32_base_atomics", 100),
    ("cl_khr_global_int32_extended_atomics", 100),
    ("cl_khr_int64_base_atomics", 100),
    ("cl_khr_int64_extended_atomics", 100),
    ("cl_khr_local_int32_base_atomics", 100),
    ("cl_khr_local_int32_extended_atomics", 100),
    ("cl_khr_mipmap_image", 200),
    ("cl_khr_mipmap_image_writes", 200),
    ("cl_khr_srgb_image_writes", u32::MAX),
    ("cl_khr_subgroups", 200),
];

impl Preprocessor<'_, '_> {
    /// `#pragma`, after its name.
    pub(super) fn pragma(&mut self, hash: Token) {
        let tokens = self.directive_tokens();
        let end = self.files.last().map_or(hash.span, |frame| {
            let end = frame.lexer.pos as u32;
            Span::new(frame.lexer.file, end, end)
        });
        self.pragma_tokens(hash, &tokens, end);
    }

    /// `_Pragma("text")`, after its name.
    pub(super) fn pragma_operator(&mut self, name: Token) {
        let open = self.next_expanded();
        let text = self.next_expanded();
        let close = self.next_expanded();
        let is = |token: &Option<Token>, kind| token.is_some_and(|token| token.kind == kind);
        if !is(&open, TokenKind::LParen) || !is(&text, TokenKind::Str) || !is(&close, TokenKind::RParen) {
            self.error(name.span, "_Pragma takes a parenthesized string literal");
            return;
        }
        let Some(text) = text else { return };
        let spelled = self.interner.text(text.symbol);
        let inner = spelled.trim_start_matches('L');
        let inner = inner.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        let inner = inner.unwrap_or("").replace("\\\"", "\"").replace("\\\\", "\\");
        let mut tokens = self.tokenize(&inner);
        for token in &mut tokens {
            token.span = text.span;
        }
        self.pragma_tokens(name, &tokens, text.span);
    }

    /// Executes a pragma; `end` is the place after it.
    fn pragma_tokens(&mut self, hash: Token, tokens: &[Token], end: Span) {
        let words: Vec<&str> = tokens.iter().take(8).map(|t| self.spelling(t)).collect();
        let starts_with = |list: &[&[&str]]| list.iter().any(|start| words.starts_with(start));
        let after = |count: usize| tokens.get(count..).unwrap_or(&[]);
        let place = |number: usize| tokens.get(number).map_or(end, |token| token.span);
        match words[..] {
            ["once", ..] => {
                if self.files.len() == 1 {
                    let message = "#pragma once in main file";
                    self.warning(Warning::PragmaOnceOutsideHeader, place(0), message);
                }
                if let Some(frame) = self.files.last() {
                    let name = self.sources.file(frame.lexer.file).name.clone();
                    self.once.insert(name);
                }
            }
            ["unroll"] | ["GCC", "unroll"] | ["clang", "loop", "unroll", "(", "full" | "enable", ..] => {
                self.push_pragma(hash, place(0), TokenKind::PragmaUnroll, 0);
            }
            ["nounroll"] | ["clang", "loop", "unroll", "(", "disable", ..] => {
                self.push_pragma(hash, place(0), TokenKind::PragmaUnroll, 1);
            }
            ["unroll", ..] => self.unroll_count(hash, place(0), after(1)),
            ["GCC", "unroll", ..] | ["clang", "loop", "unroll_count", ..] => {
                self.unroll_count(hash, place(0), after(2));
            }
            ["OPENCL" | "STDC", "FP_CONTRACT", "ON" | "DEFAULT"]
            | ["clang", "fp", "contract", "(", "on" | "fast", ")"] => {
                self.push_pragma(hash, place(0), TokenKind::PragmaFpContract, 1);
            }
            ["OPENCL" | "STDC", "FP_CONTRACT", "OFF"] | ["clang", "fp", "contract", "(", "off", ")"] => {
                self.push_pragma(hash, place(0), TokenKind::PragmaFpContract, 0);
            }
            ["OPENCL" | "STDC", "FP_CONTRACT", ..] => {
                let message = "expected 'ON' or 'OFF' or 'DEFAULT' in pragma";
                self.warning(Warning::UnknownPragmaOperands, place(2), message);
            }
            ["clang", "fp", option, ..] => {
                let message = format!("'#pragma clang fp {option}' is not supported - ignored");
                self.warning(Warning::IgnoredPragmas, place(2), message);
            }
            ["OPENCL", "EXTENSION", ..] => self.pragma_extension(after(2), end),
            ["pack", ..] => self.pragma_pack(hash, place(0), after(1), end),
            ["clang" | "GCC", "diagnostic", ..] => self.pragma_diagnostic(after(2), end),
            ["clang" | "GCC", "system_header", ..] if self.files.len() > 1 => {
                let mut silent = WarningOptions::default();
                silent.silence();
                if let Some(frame) = self.files.last_mut() {
                    let before = self.pragmas.warnings.clone();
                    frame.warnings_after.get_or_insert(before);
                }
                self.set_warnings(Some(Rc::new(silent)));
            }
            ["clang" | "GCC", "system_header", ..] => {
                let message = "#pragma system_header ignored in main file";
                self.warning(Warning::PragmaSystemHeaderOutsideHeader, place(1), message);
            }
            ["clang" | "GCC", "error", ..] => {
                let text = self.pragma_text(after(2));
                self.error(place(1), text);
            }
            ["clang" | "GCC", "warning", ..] => {
                let text = self.pragma_text(after(2));
                self.warning(Warning::HashPragmaMessages, place(1), text);
            }
            ["message", ..] => match self.pragma_text(after(1)) {
                text if text.is_empty() => {
                    self.error(place(0), "pragma message requires parenthesized string");
                }
                text => self.warning(Warning::HashPragmaMessages, place(0), text),
            },
            ["push_macro" | "pop_macro", "(", name, ")", ..] if name.starts_with('"') => {
                let is_push = words[0] == "push_macro";
                let name = name.trim_matches('"').to_string();
                self.save_macro(is_push, place(0), &name);
            }
            _ if starts_with(REFUSED) => {
                let count = if words[0] == "clang" { 2 } else { 1 };
                let message = format!("'#pragma {}' is not supported", words[..count].join(" "));
                self.error(place(0), message);
            }
            _ if starts_with(IGNORED) => {
                let (number, name) = match words[..] {
                    ["STDC", name, ..] => (1, name),
                    _ => (0, words[0]),
                };
                let message = format!("'#pragma {name}' is not supported on this target - ignored");
                self.warning(Warning::IgnoredPragmas, place(number), message);
            }
            _ if starts_with(WITHOUT_EFFECT) => {}
            ["STDC", ..] => {
                self.warning(
                    Warning::UnknownPragmaOperands,
                    place(1),
                    "unknown pragma in STDC namespace",
                );
            }
            _ => {
                let is_family = matches!(words.first(), Some(&("clang" | "GCC" | "OPENCL")));
                let number = usize::from(is_family);
                self.warning(Warning::UnknownPragmas, place(number), "unknown pragma ignored");
            }
        }
    }

    /// Makes a token of a pragma the next one after the directive.
    fn push_pragma(&mut self, hash: Token, span: Span, kind: TokenKind, value: u32) {
        let token = Token {
            kind,
            flags: hash.flags,
            symbol: Symbol(value),
            span,
            depth: 0,
        };
        self.contexts.push(Context {
            tokens: [token].into(),
            pos: 0,
            disables: None,
            barrier: false,
        });
    }

    fn unroll_count(&mut self, hash: Token, span: Span, operands: &[Token]) {
        let is_operand = |t: &&Token| !matches!(t.kind, TokenKind::LParen | TokenKind::RParen);
        let operands = self.expand_tokens(operands.iter().filter(is_operand).copied().collect());
        let mut numbers = operands.iter().rev().filter(|t| t.kind == TokenKind::Number);
        let count = numbers
            .next()
            .and_then(|t| self.interner.text(t.symbol).parse::<u32>().ok());
        // A count that is not a literal is a hint that cannot be used.
        self.push_pragma(hash, span, TokenKind::PragmaUnroll, count.unwrap_or(0));
    }

    /// The text of string literals, in parentheses or not.
    fn pragma_text(&self, tokens: &[Token]) -> String {
        let strings = tokens.iter().filter(|token| token.kind == TokenKind::Str);
        strings
            .map(|token| self.spelling(token).trim_matches('"'))
            .collect()
    }

    /// `#pragma OPENCL EXTENSION`.
    fn pragma_extension(&mut self, operands: &[Token], end: Span) {
        let ignore = |pp: &mut Self, place: Option<&Token>, message: String| {
            let place = place.map_or(end, |token| token.span);
            pp.warning(Warning::IgnoredPragmas, place, message);
        };
        let Some(name) = operands.first() else {
            ignore(
                self,
                None,
                "expected identifier in '#pragma OPENCL' - ignored".into(),
            );
            return;
        };
        let text = self.spelling(name).to_string();
        let state = operands.get(2).map(|token| self.spelling(token).to_string());
        if operands.get(1).is_none_or(|token| token.kind != TokenKind::Colon) {
            let message = format!("missing ':' after '{text}' - ignoring");
            ignore(self, operands.get(1), message);
            return;
        }
        let state = state.as_deref().unwrap_or("");
        if !matches!(state, "enable" | "disable" | "begin" | "end") {
            let message = "expected 'enable', 'disable', 'begin' or 'end' - ignoring";
            ignore(self, operands.get(2), message.into());
            return;
        }
        if text == "all" {
            if state != "disable" {
                ignore(self, Some(name), "expected 'disable' - ignoring".into());
            }
            return;
        }
        let version = EXTENSIONS.iter().find(|(extension, _)| *extension == text);
        match version {
            None => {
                let message =
                    format!("OpenCL extension '{text}' unknown or does not require pragma - ignoring");
                ignore(self, Some(name), message);
            }
            Some(&(_, version)) if version > self.options.cl_std.version() => {
                let message = format!("unsupported OpenCL extension '{text}' - ignoring");
                ignore(self, Some(name), message);
            }
            Some(_) if text == "__cl_clang_bitfields" => {
                self.pragmas.found.bit_fields = state == "enable";
            }
            Some(_) => {}
        }
    }

    /// `#pragma pack`: the alignment that members of later records have at most.
    fn pragma_pack(&mut self, hash: Token, span: Span, operands: &[Token], end: Span) {
        let ignore = |pp: &mut Self, place: Span, message: &str| {
            pp.warning(Warning::IgnoredPragmas, place, message);
        };
        let operands = self.expand_tokens(operands.to_vec());
        if operands
            .first()
            .is_none_or(|token| token.kind != TokenKind::LParen)
        {
            ignore(self, end, "missing '(' after '#pragma pack' - ignoring");
            return;
        }
        let Some(close) = operands.iter().position(|token| token.kind == TokenKind::RParen) else {
            ignore(self, end, "missing ')' after '#pragma pack' - ignoring");
            return;
        };
        if let Some(extra) = operands.get(close + 1) {
            let place = extra.span;
            ignore(self, place, "extra tokens at end of '#pragma pack' - ignored");
        }
        let is_word = |token: &&Token| token.kind != TokenKind::Comma;
        let words: Vec<Token> = operands[1..close].iter().filter(is_word).copied().collect();
        let action = words.first().map(|token| self.spelling(token).to_string());
        let (is_push, is_pop) = (
            action.as_deref() == Some("push"),
            action.as_deref() == Some("pop"),
        );
        let mut rest = match is_push || is_pop {
            true => &words[1..],
            false => &words[..],
        };
        let mut name = None;
        if let [first, others @ ..] = rest
            && first.kind == TokenKind::Ident
        {
            if !(is_push || is_pop) {
                let place = first.span;
                match action.as_deref() {
                    Some("show") => {
                        // The largest natural alignment of a scalar.
                        let value = if self.pragmas.pack == 0 {
                            8
                        } else {
                            self.pragmas.pack
                        };
                        let message = format!("value of #pragma pack(show) == {value}");
                        self.warning(Warning::IgnoredPragmas, span, message);
                    }
                    _ => ignore(self, place, "unknown action for '#pragma pack' - ignored"),
                }
                return;
            }
            (name, rest) = (Some(first.symbol), others);
        }
        let value = rest.first().map(|token| self.spelling(token).parse::<u32>());
        if value
            .as_ref()
            .is_some_and(|value| !matches!(value, Ok(0 | 1 | 2 | 4 | 8 | 16)))
        {
            let message = "expected #pragma pack parameter to be '1', '2', '4', '8', or '16'";
            ignore(self, span, message);
            return;
        }
        let value = value.and_then(Result::ok);
        if is_push {
            let pack = self.pragmas.pack;
            let place = span;
            self.pragmas.saved_packs.push(SavedPack { place, name, pack });
        } else if is_pop {
            let saved = &mut self.pragmas.saved_packs;
            let last = match name {
                Some(_) => saved.iter().rposition(|saved| saved.name == name),
                None => saved.len().checked_sub(1),
            };
            match last.and_then(|last| saved.drain(last..).next()) {
                Some(saved) => self.pragmas.pack = saved.pack,
                None if saved.is_empty() => ignore(self, span, "#pragma pack(pop, ...) failed: stack empty"),
                // Without that name, everything stays.
                None => {}
            }
        }
        // Without an action and a value the alignment is natural again.
        if value.is_some() || !is_push && !is_pop {
            self.pragmas.pack = value.unwrap_or(0);
        }
        let pack = self.pragmas.pack;
        self.push_pragma(hash, span, TokenKind::PragmaPack, pack);
    }

    /// Warns about a `#pragma pack(push)` without its `pop`, at the end of the program.
    pub(super) fn check_pragmas_end(&mut self) {
        for saved in std::mem::take(&mut self.pragmas.saved_packs).into_iter().rev() {
            let message = "unterminated '#pragma pack (push, ...)' at end of file";
            self.warning(Warning::PragmaPack, saved.place, message);
        }
    }

    /// `#pragma clang diagnostic`.
    fn pragma_diagnostic(&mut self, operands: &[Token], end: Span) {
        let words: Vec<&str> = operands
            .iter()
            .take(3)
            .map(|token| self.spelling(token))
            .collect();
        let place = |number: usize| operands.get(number).map_or(end, |token| token.span);
        let warn = |pp: &mut Self, place: Span, message: &str| {
            pp.warning(Warning::UnknownPragmaOperands, place, message);
        };
        let action = match words[..] {
            ["push" | "pop", _, ..] => {
                warn(self, place(1), "unexpected token in pragma diagnostic");
                return;
            }
            ["push"] => {
                let warnings = self.pragmas.warnings.clone();
                self.pragmas.saved_warnings.push(warnings);
                return;
            }
            ["pop"] => {
                match self.pragmas.saved_warnings.pop() {
                    Some(warnings) => self.set_warnings(warnings),
                    None => warn(
                        self,
                        place(1),
                        "pragma diagnostic pop could not pop, no matching push",
                    ),
                }
                return;
            }
            [action @ ("ignored" | "warning" | "error" | "fatal"), ..] => action.to_string(),
            _ => {
                let message =
                    "pragma diagnostic expected 'error', 'warning', 'ignored', 'fatal', 'push', or 'pop'";
                warn(self, place(1), message);
                return;
            }
        };
        if operands.get(1).is_none_or(|token| token.kind != TokenKind::Str) {
            self.error(place(1), "expected string literal in pragma diagnostic");
            return;
        }
        let option = self.pragma_text(&operands[1..]);
        let Some(name) = option.strip_prefix("-W") else {
            warn(
                self,
                place(1),
                "pragma diagnostic expected option name (e.g. \"-Wundef\")",
            );
            return;
        };
        if !warnings::is_known(name) {
            let message = format!("unknown warning group '{option}', ignored");
            self.warning(Warning::UnknownWarningOption, place(1), message);
            return;
        }
        let mut warnings = self.warnings().clone();
        match &action[..] {
            "ignored" => warnings.set(&format!("no-{name}")),
            "warning" => {
                warnings.set(name);
                warnings.set(&format!("no-error={name}"));
            }
            _ => warnings.set(&format!("error={name}")),
        }
        self.set_warnings(Some(Rc::new(warnings)));
    }

    /// The warnings that are given at the current place.
    pub(super) fn warnings(&self) -> &WarningOptions {
        self.pragmas.warnings.as_deref().unwrap_or(&self.options.warnings)
    }

    fn set_warnings(&mut self, warnings: Warnings) {
        if let Some(warnings) = &warnings {
            self.pragmas.found.anywhere.add(warnings);
        }
        self.pragmas.warnings = warnings;
        self.mark_warnings();
    }

    /// Notes that the current warnings hold from the current place of the current file on.
    fn mark_warnings(&mut self) {
        if let Some(frame) = self.files.last() {
            let changes = self.pragmas.found.changes.entry(frame.lexer.file).or_default();
            changes.push((frame.lexer.pos as u32, self.pragmas.warnings.clone()));
        }
    }

    /// The same at the beginning of a file, and at the place after which it was included.
    pub(super) fn carry_warnings(&mut self) {
        if self.pragmas.warnings.is_some() || !self.pragmas.found.changes.is_empty() {
            self.mark_warnings();
        }
    }

    /// Restores the warnings before `#pragma clang system_header` at the end of that header.
    pub(super) fn leave_system_header(&mut self, before: Warnings) {
        self.pragmas.warnings = before;
    }

    fn save_macro(&mut self, is_push: bool, span: Span, name: &str) {
        let symbol = self.interner.intern(name);
        let state = self.macro_state(symbol);
        if is_push {
            self.pragmas.saved_macros.entry(symbol).or_default().push(state);
            return;
        }
        match self.pragmas.saved_macros.get_mut(&symbol).and_then(Vec::pop) {
            Some(state) => self.macros[symbol.0 as usize].state = state,
            None => {
                let message = format!("pragma pop_macro could not pop '{name}', no matching push_macro");
                self.warning(Warning::IgnoredPragmas, span, message);
            }
        }
    }
}
