//! Warnings by name: which are given, and which of them are errors. Names, groups and defaults are those of clang, so
//! that options mean the same there and here.

use wavec_support::suggest::{did_you_mean, nearest};
use wavec_support::{Diagnostic, Severity};

macro_rules! warnings {
    ($($variant:ident $name:literal $default:ident,)*) => {
        /// A kind of warning.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum Warning { $($variant),* }

        /// By number: the name, and whether it is given by default.
        const WARNINGS: &[(&str, bool)] = &[$(($name, warnings!(@ $default))),*];
    };
    (@ on) => { true };
    (@ off) => { false };
}

warnings! {
    ArrayBounds "array-bounds" on,
    AtomicMemoryOrdering "atomic-memory-ordering" on,
    BitwiseOpParentheses "bitwise-op-parentheses" off,
    CompareDistinctPointerTypes "compare-distinct-pointer-types" on,
    ConditionalUninitialized "conditional-uninitialized" off,
    ConstantConversion "constant-conversion" on,
    DanglingElse "dangling-else" on,
    DivergentBarrier "divergent-barrier" on,
    DivisionByZero "division-by-zero" on,
    EmptyBody "empty-body" on,
    ExcessInitializers "excess-initializers" on,
    ExtraTokens "extra-tokens" on,
    FloatConversion "float-conversion" off,
    Format "format" on,
    FormatExtraArgs "format-extra-args" on,
    FormatInsufficientArgs "format-insufficient-args" on,
    FourCharConstants "four-char-constants" off,
    HashPragmaMessages "#pragma-messages" on,
    HashWarnings "#warnings" on,
    IgnoredAttributes "ignored-attributes" on,
    IgnoredPragmas "ignored-pragmas" on,
    ImplicitConstIntFloatConversion "implicit-const-int-float-conversion" on,
    ImplicitFloatConversion "implicit-float-conversion" off,
    ImplicitIntConversion "implicit-int-conversion" off,
    ImplicitIntConversionOnNegation "implicit-int-conversion-on-negation" off,
    ImplicitIntFloatConversion "implicit-int-float-conversion" off,
    ImplicitlyUnsignedLiteral "implicitly-unsigned-literal" on,
    IncompatiblePointerTypesDiscardsQualifiers "incompatible-pointer-types-discards-qualifiers" on,
    IntegerOverflow "integer-overflow" on,
    LiteralConversion "literal-conversion" on,
    LogicalNotParentheses "logical-not-parentheses" on,
    LogicalOpParentheses "logical-op-parentheses" off,
    MacroRedefined "macro-redefined" on,
    MissingDeclarations "missing-declarations" on,
    Multichar "multichar" on,
    NullDereference "null-dereference" on,
    Parentheses "parentheses" on,
    ParenthesesEquality "parentheses-equality" on,
    PragmaOnceOutsideHeader "pragma-once-outside-header" on,
    PragmaPack "pragma-pack" on,
    PragmaSystemHeaderOutsideHeader "pragma-system-header-outside-header" on,
    Recursion "recursion" on,
    ReturnType "return-type" on,
    SelfAssign "self-assign" off,
    Shadow "shadow" off,
    ShiftCountNegative "shift-count-negative" off,
    ShiftCountOverflow "shift-count-overflow" off,
    ShiftOpParentheses "shift-op-parentheses" on,
    Shorten64To32 "shorten-64-to-32" off,
    SignCompare "sign-compare" off,
    SignConversion "sign-conversion" off,
    SometimesUninitialized "sometimes-uninitialized" off,
    TautologicalCompare "tautological-compare" on,
    TautologicalOutOfRangeCompare "tautological-constant-out-of-range-compare" on,
    TautologicalUnsignedZeroCompare "tautological-unsigned-zero-compare" off,
    Uninitialized "uninitialized" off,
    UnknownAttributes "unknown-attributes" on,
    UnknownPragmaOperands "unknown-pragmas" on,
    UnknownPragmas "unknown-pragmas" off,
    UnknownWarningOption "unknown-warning-option" on,
    UnreachableCode "unreachable-code" off,
    UnsupportedDouble "opencl-unsupported-double" on,
    UnusedButSetVariable "unused-but-set-variable" off,
    UnusedComparison "unused-comparison" on,
    UnusedFunction "unused-function" off,
    UnusedLabel "unused-label" off,
    UnusedParameter "unused-parameter" off,
    UnusedResult "unused-result" on,
    UnusedValue "unused-value" on,
    UnusedVariable "unused-variable" off,
}

/// Groups: the name, and the names of its warnings and groups. A name may be that of a warning too.
const GROUPS: &[(&str, &[&str])] = &[
    ("all", &["most", "parentheses"]),
    (
        "conversion",
        &[
            "constant-conversion",
            "float-conversion",
            "implicit-float-conversion",
            "implicit-int-conversion",
            "implicit-int-conversion-on-negation",
            "implicit-int-float-conversion",
            "literal-conversion",
            "shorten-64-to-32",
            "sign-conversion",
        ],
    ),
    (
        "extra",
        &["empty-body", "shift-counts", "sign-compare", "unused-parameter"],
    ),
    ("format", &["format-extra-args", "format-insufficient-args"]),
    (
        "implicit-int-float-conversion",
        &["implicit-const-int-float-conversion"],
    ),
    (
        "most",
        &[
            "array-bounds",
            "format",
            "self-assign",
            "sometimes-uninitialized",
            "tautological-compare",
            "uninitialized",
            "unknown-attributes",
            "unknown-pragmas",
            "unused",
        ],
    ),
    (
        "parentheses",
        &[
            "bitwise-op-parentheses",
            "dangling-else",
            "logical-not-parentheses",
            "logical-op-parentheses",
            "parentheses-equality",
            "shift-op-parentheses",
        ],
    ),
    ("pragmas", &["ignored-pragmas", "pragma-pack", "unknown-pragmas"]),
    // The language defines such shifts, so clang has no warning of them in OpenCL C.
    ("shift-counts", &["shift-count-negative", "shift-count-overflow"]),
    (
        "tautological-compare",
        &["tautological-constant-out-of-range-compare"],
    ),
    (
        "type-limits",
        &[
            "tautological-constant-out-of-range-compare",
            "tautological-unsigned-zero-compare",
        ],
    ),
    ("uninitialized", &["sometimes-uninitialized"]),
    (
        "unused",
        &[
            "unused-but-set-variable",
            "unused-comparison",
            "unused-function",
            "unused-label",
            "unused-result",
            "unused-value",
            "unused-variable",
        ],
    ),
    ("unused-value", &["unused-comparison"]),
];

/// Names of clang's warnings that mean nothing here. Options that name them are accepted.
const OF_CLANG_ALONE: &[&str] = &[
    "address-of-packed-member",
    "address-space-conversion",
    "alloca",
    "assign-enum",
    "attributes",
    "bad-function-cast",
    "bitfield-constant-conversion",
    "bitwise-conditional-parentheses",
    "bool-conversion",
    "builtin-macro-redefined",
    "c11-extensions",
    "c23-extensions",
    "c99-extensions",
    "cast-align",
    "cast-function-type",
    "cast-qual",
    "comma",
    "comment",
    "covered-switch-default",
    "date-time",
    "declaration-after-statement",
    "deprecated",
    "deprecated-declarations",
    "disabled-macro-expansion",
    "documentation",
    "double-promotion",
    "duplicate-decl-specifier",
    "empty-init-stmt",
    "enum-compare",
    "enum-conversion",
    "extra-semi",
    "extra-semi-stmt",
    "fallback",
    "fatal-errors",
    "flexible-array-extensions",
    "float-equal",
    "float-overflow-conversion",
    "float-zero-conversion",
    "format-nonliteral",
    "format-pedantic",
    "format-security",
    "frame-larger-than",
    "gnu",
    "gnu-statement-expression",
    "gnu-zero-variadic-macro-arguments",
    "implicit",
    "implicit-fallthrough",
    "implicit-float-size-conversion",
    "implicit-function-declaration",
    "implicit-int",
    "incompatible-function-pointer-types",
    "incompatible-pointer-types",
    "infinite-recursion",
    "initializer-overrides",
    "inline-asm",
    "int-conversion",
    "int-to-pointer-cast",
    "invalid-noreturn",
    "keyword-macro",
    "language-extension-token",
    "long-long",
    "loop-analysis",
    "main",
    "microsoft",
    "misleading-indentation",
    "missing-braces",
    "missing-field-initializers",
    "missing-noreturn",
    "missing-prototypes",
    "missing-variable-declarations",
    "nested-externs",
    "newline-eof",
    "nonportable-include-path",
    "nullability",
    "objc-method-access",
    "old-style-definition",
    "option-ignored",
    "overflow",
    "overlength-strings",
    "override-init",
    "packed",
    "padded",
    "pass-failed",
    "pedantic",
    "pointer-arith",
    "pointer-bool-conversion",
    "pointer-sign",
    "pointer-to-int-cast",
    "psabi",
    "redundant-decls",
    "redundant-parens",
    "reserved-identifier",
    "reserved-macro-identifier",
    "shadow-all",
    "shift-negative-value",
    "shift-sign-overflow",
    "sizeof-array-argument",
    "sizeof-pointer-memaccess",
    "source-uses-openmp",
    "spir-compat",
    "stack-protector",
    "static-in-inline",
    "strict-aliasing",
    "strict-overflow",
    "strict-prototypes",
    "string-compare",
    "string-concatenation",
    "string-conversion",
    "switch",
    "switch-bool",
    "switch-default",
    "switch-enum",
    "system-headers",
    "tautological-bitwise-compare",
    "tautological-constant-compare",
    "tautological-overlap-compare",
    "tautological-pointer-compare",
    "tautological-type-limit-compare",
    "tautological-undefined-compare",
    "tautological-unsigned-char-zero-compare",
    "tautological-unsigned-enum-zero-compare",
    "typedef-redefinition",
    "undef",
    "unguarded-availability",
    "unneeded-internal-declaration",
    "unreachable-code-aggressive",
    "unreachable-code-break",
    "unreachable-code-return",
    "unsafe-buffer-usage",
    "unsequenced",
    "unused-but-set-parameter",
    "unused-command-line-argument",
    "unused-const-variable",
    "unused-local-typedef",
    "unused-local-typedefs",
    "unused-macros",
    "unused-volatile-lvalue",
    "used-but-marked-unused",
    "variadic-macros",
    "vec-elem-size",
    "vector-conversion",
    "visibility",
    "vla",
    "volatile-register-var",
    "write-strings",
    "zero-length-array",
];

/// A set of warnings.
type Set = u128;
const _: () = assert!(WARNINGS.len() <= Set::BITS as usize);

/// All warnings.
const EVERYTHING: Set = Set::MAX >> (Set::BITS as usize - WARNINGS.len());

impl Warning {
    /// Its name, as options and messages spell it.
    pub fn name(self) -> &'static str {
        WARNINGS[self as usize].0
    }
}

/// The warnings that a name stands for; `None` if it stands for none.
fn named(name: &str) -> Option<Set> {
    if name == "everything" {
        return Some(EVERYTHING);
    }
    let own = WARNINGS
        .iter()
        .enumerate()
        .filter(|(_, (other, _))| *other == name);
    let own = own.fold(0, |all, (number, _)| all | 1 << number);
    let group = GROUPS.iter().find(|(other, _)| *other == name);
    if own == 0 && group.is_none() {
        return OF_CLANG_ALONE.binary_search(&name).ok().map(|_| 0);
    }
    // The groups in the table do not contain themselves.
    let members = group.map_or(&[][..], |(_, members)| members);
    let members = members.iter().filter_map(|member| named(member));
    Some(members.fold(own, |all, member| all | member))
}

/// Whether a name stands for something: a warning or a group, of clang alone, too.
pub(crate) fn is_known(name: &str) -> bool {
    named(name).is_some()
}

/// Whether there is a warning of this name.
pub fn is_name(name: &str) -> bool {
    WARNINGS.iter().any(|(other, _)| *other == name)
}

/// Which warnings are given, and which of them are errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WarningOptions {
    enabled: Set,
    /// Errors by their own names.
    errors: Set,
    /// Warnings even if all others are errors.
    never_errors: Set,
    all_are_errors: bool,
    silent: bool,
    /// Names that stand for nothing, as they were given.
    unknown: Vec<String>,
}

impl Default for WarningOptions {
    fn default() -> WarningOptions {
        let defaults = WARNINGS.iter().enumerate().filter(|(_, (_, on))| *on);
        WarningOptions {
            enabled: defaults.fold(0, |all, (number, _)| all | 1 << number),
            errors: 0,
            never_errors: 0,
            all_are_errors: false,
            silent: false,
            unknown: Vec::new(),
        }
    }
}

impl WarningOptions {
    /// No warnings, until an option asks for one.
    pub(crate) fn none() -> WarningOptions {
        WarningOptions {
            enabled: 0,
            ..WarningOptions::default()
        }
    }

    /// Adds the warnings that others give.
    pub(crate) fn add(&mut self, others: &WarningOptions) {
        self.enabled |= if others.silent { 0 } else { others.enabled };
    }

    /// No warnings at all: `-w`.
    pub fn silence(&mut self) {
        self.silent = true;
    }

    /// An option after `-W`: `NAME`, `no-NAME`, `error`, `error=NAME`, `no-error=NAME`. The last one about a warning
    /// wins.
    pub fn set(&mut self, option: &str) {
        let (is_on, positive) = match option.strip_prefix("no-") {
            Some(rest) => (false, rest),
            None => (true, option),
        };
        let name = positive.strip_prefix("error=").unwrap_or(positive);
        match positive {
            "error" => self.all_are_errors = is_on,
            // Alone it is an old spelling.
            "" => self.set("extra"),
            _ => match named(name) {
                None => self.unknown.push(option.to_string()),
                Some(set) if positive.starts_with("error=") => {
                    self.enabled |= if is_on { set } else { 0 };
                    (self.errors, self.never_errors) = match is_on {
                        true => (self.errors | set, self.never_errors & !set),
                        false => (self.errors & !set, self.never_errors | set),
                    };
                }
                Some(set) if is_on => self.enabled |= set,
                Some(set) => self.enabled &= !set,
            },
        }
    }

    /// Whether no warnings are given.
    pub fn are_silent(&self) -> bool {
        self.silent
    }

    /// Whether a warning is given.
    pub fn is_on(&self, warning: Warning) -> bool {
        !self.silent && self.enabled >> warning as u32 & 1 != 0
    }

    /// The diagnostic with the name of its warning, as an error if it is one; `None` if it is not given.
    pub fn apply(&self, warning: Warning, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        if !self.is_on(warning) {
            return None;
        }
        let errors = self.errors
            | if self.all_are_errors {
                !self.never_errors
            } else {
                0
            };
        if errors >> warning as u32 & 1 != 0 {
            diagnostic.severity = Severity::Error;
        }
        diagnostic.warning = Some(warning.name());
        Some(diagnostic)
    }

    /// Messages about names that stand for nothing.
    pub(crate) fn unknown_names(&self) -> impl Iterator<Item = String> + '_ {
        let names = || {
            let warnings = WARNINGS.iter().map(|(name, _)| *name);
            warnings.chain(GROUPS.iter().map(|(name, _)| *name))
        };
        self.unknown.iter().map(move |option| {
            let at = option.rfind('=').map_or(0, |at| at + 1);
            let at = at.max(if option.starts_with("no-") { 3 } else { 0 });
            let (before, name) = option.split_at(at.min(option.len()));
            let nearest = nearest(name, names()).map(|name| format!("-W{before}{name}"));
            format!(
                "unknown warning option '-W{option}'{}",
                did_you_mean(nearest.as_deref())
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(options: &[&str]) -> WarningOptions {
        let mut warnings = WarningOptions::default();
        options.iter().for_each(|option| warnings.set(option));
        warnings
    }

    #[test]
    fn names_are_sorted_and_groups_name_what_exists() {
        assert!(GROUPS.is_sorted_by_key(|(name, _)| name) && OF_CLANG_ALONE.is_sorted());
        for member in GROUPS.iter().flat_map(|(_, members)| *members) {
            assert!(named(member).is_some(), "{member}");
        }
        // A name may have parts with different defaults.
        for (index, warning) in WARNINGS.iter().enumerate() {
            assert!(!WARNINGS[..index].contains(warning), "{}", warning.0);
        }
    }

    #[test]
    fn the_last_option_wins() {
        assert!(!with(&[]).is_on(Warning::UnusedVariable));
        assert!(with(&["all"]).is_on(Warning::UnusedVariable));
        assert!(!with(&["all", "no-unused"]).is_on(Warning::UnusedVariable));
        assert!(with(&["no-unused", "everything"]).is_on(Warning::UnusedVariable));
        assert!(!with(&["all"]).is_on(Warning::Shadow));
        let mut silent = with(&["everything"]);
        silent.silence();
        assert!(!silent.is_on(Warning::Parentheses));
    }

    #[test]
    fn errors() {
        let severity = |options: &[&str], warning| {
            let diagnostic = Diagnostic::warning(wavec_support::Span::NONE, "");
            with(options)
                .apply(warning, diagnostic)
                .map(|diagnostic| diagnostic.severity)
        };
        let (error, warning) = (Some(Severity::Error), Some(Severity::Warning));
        assert_eq!(severity(&["error"], Warning::Parentheses), error);
        assert_eq!(severity(&["error"], Warning::Shadow), None);
        assert_eq!(severity(&["error=shadow"], Warning::Shadow), error);
        assert_eq!(severity(&["error=shadow"], Warning::Parentheses), warning);
        assert_eq!(
            severity(&["error", "no-error=parentheses"], Warning::Parentheses),
            warning
        );
        assert_eq!(severity(&["error", "no-error"], Warning::Parentheses), warning);
    }

    #[test]
    fn unknown_names() {
        let options = with(&["no-unused-varable", "error=shadw", "xyz"]);
        let messages: Vec<String> = options.unknown_names().collect();
        assert_eq!(
            messages,
            [
                "unknown warning option '-Wno-unused-varable'; did you mean '-Wno-unused-variable'?",
                "unknown warning option '-Werror=shadw'; did you mean '-Werror=shadow'?",
                "unknown warning option '-Wxyz'",
            ]
        );
    }
}
