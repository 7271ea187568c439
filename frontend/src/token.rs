//! Tokens and names.

use bumpalo::Bump;
use fxhash::FxHashMap;
use wavec_support::Span;

/// An interned spelling: identifier, number or string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// Spellings, each stored once.
pub struct Interner<'a> {
    arena: &'a Bump,
    map: FxHashMap<&'a str, Symbol>,
    strings: Vec<&'a str>,
}

impl<'a> Interner<'a> {
    /// An interner whose only name is the empty one, symbol 0.
    pub fn new(arena: &'a Bump) -> Interner<'a> {
        let mut map = FxHashMap::default();
        map.reserve(256);
        map.insert("", Symbol(0));
        Interner {
            arena,
            map,
            strings: vec![""],
        }
    }

    /// The symbol of `text`.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.map.get(text) {
            return symbol;
        }
        let stored: &'a str = self.arena.alloc_str(text);
        let symbol = Symbol(self.strings.len() as u32);
        self.strings.push(stored);
        self.map.insert(stored, symbol);
        symbol
    }

    /// The spelling of `symbol`.
    pub fn text(&self, symbol: Symbol) -> &'a str {
        self.strings[symbol.0 as usize]
    }

    /// How many symbols there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Never true: the empty name is always there.
    pub fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }
}

/// The kind of a token. Keywords are recognized after macro expansion, so the lexer never produces them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // keywords and punctuation name themselves
#[rustfmt::skip]
pub enum TokenKind {
    /// End of the input.
    Eof,
    /// End of a directive's line; inside the preprocessor only.
    EndOfLine,
    Ident, Number, Char, Str,
    LParen, RParen, LBracket, RBracket, LBrace, RBrace,
    Dot, Ellipsis, Arrow, PlusPlus, MinusMinus, Amp, Star, Plus, Minus, Tilde, Exclaim, Slash, Percent,
    LessLess, GreaterGreater, Less, Greater, LessEqual, GreaterEqual, EqualEqual, ExclaimEqual,
    Caret, Pipe, AmpAmp, PipePipe, Question, Colon, Semi, Equal, StarEqual, SlashEqual, PercentEqual,
    PlusEqual, MinusEqual, LessLessEqual, GreaterGreaterEqual, AmpEqual, CaretEqual, PipeEqual,
    Comma, Hash, HashHash,
    /// A character that does not start a token.
    Unknown,
    /// Parameter `symbol.0` of the macro whose body this is.
    MacroParam,
    /// `#` parameter `symbol.0` of the macro whose body this is.
    MacroStringize,
    /// The operand of `##` for an empty argument, until the replacement is complete.
    Placemarker,
    /// `#pragma unroll` before a loop; the symbol's number is the count: 0 without one, 1 for "don't".
    PragmaUnroll,
    /// `#pragma OPENCL FP_CONTRACT ON` (symbol 1) or `OFF` (symbol 0).
    PragmaFpContract,
    /// `#pragma pack`; the symbol's number is the alignment in bytes that members have at most: 0 for no limit.
    PragmaPack,
    // Keywords.
    Auto, Bool, Break, Case, CharKw, Const, Continue, Default, Do, Double, Else, Enum, Extern, False, Float, For,
    Goto, Half, BFloat, If, Inline, Int, Long, Register, Restrict, Return, Short, Signed, Sizeof, Static, Struct, Switch,
    True, Typedef, Union, Unsigned, Void, Volatile, While,
    Global, Local, Constant, Private, Generic, Kernel, ReadOnly, WriteOnly, ReadWrite,
    Attribute, Asm, Extension, Typeof, Alignof, VecStep, BuiltinAstype, BuiltinOffsetof, BuiltinConvertvector,
    BuiltinShufflevector, BuiltinTypesCompatible, BuiltinChooseExpr, StaticAssert, Complex, Alignas, GenericSelection, Noreturn,
    Int128, AutoType, BuiltinBitCast, Countof, RealPart, ImaginaryPart, VectorElements, Unsupported,
}

/// Properties of a token's context.
pub mod flags {
    /// First on its line.
    pub const LINE_START: u8 = 1;
    /// White space or a comment before it.
    pub const SPACE_BEFORE: u8 = 2;
    /// A macro name that must never be expanded.
    pub const NO_EXPAND: u8 = 4;
    /// Produced by a macro.
    pub const FROM_MACRO: u8 = 8;
    /// In a macro body: `##` follows or precedes this parameter.
    pub const PASTE_NEIGHBOUR: u8 = 16;
}

/// A token: its kind, its spelling if it is not fixed, its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// See [`flags`].
    pub flags: u8,
    /// How many macros, one in the other, it was made by; as many as fit, if there are more.
    pub depth: u8,
    /// Spelling of identifiers, numbers, characters and strings.
    pub symbol: Symbol,
    /// Its position; for a token produced by a macro, that of the macro's use.
    pub span: Span,
}

impl Token {
    /// Whether it was preceded by white space.
    pub fn space_before(&self) -> bool {
        self.flags & (flags::SPACE_BEFORE | flags::LINE_START) != 0
    }
}

impl TokenKind {
    /// The spelling of a punctuator; "" for everything else.
    #[rustfmt::skip]
    pub fn punctuator(self) -> &'static str {
        use TokenKind::*;
        match self {
            LParen => "(", RParen => ")", LBracket => "[", RBracket => "]", LBrace => "{", RBrace => "}",
            Dot => ".", Ellipsis => "...", Arrow => "->", PlusPlus => "++", MinusMinus => "--", Amp => "&", Star => "*",
            Plus => "+", Minus => "-", Tilde => "~", Exclaim => "!", Slash => "/", Percent => "%", LessLess => "<<",
            GreaterGreater => ">>", Less => "<", Greater => ">", LessEqual => "<=", GreaterEqual => ">=",
            EqualEqual => "==", ExclaimEqual => "!=", Caret => "^", Pipe => "|", AmpAmp => "&&", PipePipe => "||",
            Question => "?", Colon => ":", Semi => ";", Equal => "=", StarEqual => "*=", SlashEqual => "/=",
            PercentEqual => "%=", PlusEqual => "+=", MinusEqual => "-=", LessLessEqual => "<<=",
            GreaterGreaterEqual => ">>=", AmpEqual => "&=", CaretEqual => "^=", PipeEqual => "|=", Comma => ",",
            Hash => "#", HashHash => "##",
            _ => "",
        }
    }
}

/// The keyword spelled `text`, or [`TokenKind::Ident`].
#[rustfmt::skip]
pub fn keyword(text: &str) -> TokenKind {
    use TokenKind::*;
    match text {
        "auto" => Auto, "bool" | "_Bool" => Bool, "break" => Break, "case" => Case, "char" => CharKw,
        "const" | "__const" | "__const__" => Const, "continue" => Continue, "default" => Default, "do" => Do,
        "double" => Double, "else" => Else, "enum" => Enum, "extern" => Extern, "false" => False, "float" => Float,
        "for" => For, "goto" => Goto, "half" | "_Float16" | "__fp16" => Half, "__bf16" => BFloat, "if" => If,
        "inline" | "__inline" | "__inline__" => Inline, "int" => Int, "long" => Long, "register" => Register,
        "restrict" | "__restrict" | "__restrict__" => Restrict, "return" => Return, "short" => Short,
        "signed" | "__signed" | "__signed__" => Signed, "sizeof" => Sizeof, "static" => Static, "struct" => Struct,
        "switch" => Switch, "true" => True, "typedef" => Typedef, "union" => Union, "unsigned" => Unsigned,
        "void" => Void, "volatile" | "__volatile" | "__volatile__" => Volatile, "while" => While,
        "__global" | "global" => Global, "__local" | "local" => Local, "__constant" | "constant" => Constant,
        "__private" | "private" => Private, "__generic" | "generic" => Generic, "__kernel" | "kernel" => Kernel,
        "__read_only" | "read_only" => ReadOnly, "__write_only" | "write_only" => WriteOnly,
        "__read_write" | "read_write" => ReadWrite,
        "__attribute__" | "__attribute" => Attribute, "asm" | "__asm" | "__asm__" => Asm,
        "__extension__" => Extension, "typeof" | "__typeof" | "__typeof__" => Typeof,
        "_Alignof" | "__alignof" | "__alignof__" => Alignof, "vec_step" => VecStep, "__builtin_astype" => BuiltinAstype,
        "__builtin_offsetof" | "offsetof" => BuiltinOffsetof, "__builtin_convertvector" => BuiltinConvertvector,
        "__builtin_shufflevector" => BuiltinShufflevector, "__builtin_types_compatible_p" => BuiltinTypesCompatible,
        "__builtin_choose_expr" => BuiltinChooseExpr, "__builtin_bit_cast" => BuiltinBitCast, "_Static_assert" => StaticAssert,
        "_Complex" | "_Imaginary" => Complex, "_Alignas" => Alignas, "_Generic" => GenericSelection,
        "_Noreturn" => Noreturn, "_Atomic" => Unsupported, "_BitInt" => Unsupported,
        "__int128" => Int128, "__auto_type" => AutoType, "_Countof" => Countof,
        "__real__" | "__real" => RealPart, "__imag__" | "__imag" => ImaginaryPart,
        "__builtin_vectorelements" => VectorElements,
        _ => Ident,
    }
}
