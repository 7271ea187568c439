//! Tokens.

use crate::intern::Symbol;
use wavec_support::{FileId, Span};

/// Bang operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bang {
    Add,
    And,
    Cast,
    Con,
    Cond,
    Dag,
    Div,
    Empty,
    Eq,
    Exists,
    Filter,
    Find,
    Foldl,
    Foreach,
    Ge,
    GetDagArg,
    GetDagName,
    GetDagOp,
    GetDagOpName,
    Gt,
    Head,
    If,
    Initialized,
    Instances,
    Interleave,
    IsA,
    Le,
    ListConcat,
    ListFlatten,
    ListRemove,
    ListSplat,
    Log2,
    Lt,
    Match,
    Mul,
    Ne,
    Not,
    Or,
    Range,
    Repr,
    SetDagArg,
    SetDagName,
    SetDagOp,
    SetDagOpName,
    Shl,
    Size,
    Sra,
    Srl,
    StrConcat,
    Sub,
    Subst,
    Substr,
    Tail,
    ToLower,
    ToUpper,
    Xor,
}

/// The operator of this name, without the `!`.
pub(crate) fn bang_of(name: &str) -> Option<Bang> {
    Some(match name {
        "add" => Bang::Add,
        "and" => Bang::And,
        "cast" => Bang::Cast,
        "con" => Bang::Con,
        "cond" => Bang::Cond,
        "dag" => Bang::Dag,
        "div" => Bang::Div,
        "empty" => Bang::Empty,
        "eq" => Bang::Eq,
        "exists" => Bang::Exists,
        "filter" => Bang::Filter,
        "find" => Bang::Find,
        "foldl" => Bang::Foldl,
        "foreach" => Bang::Foreach,
        "ge" => Bang::Ge,
        "getdagarg" => Bang::GetDagArg,
        "getdagname" => Bang::GetDagName,
        "getdagop" => Bang::GetDagOp,
        "getdagopname" => Bang::GetDagOpName,
        "gt" => Bang::Gt,
        "head" => Bang::Head,
        "if" => Bang::If,
        "initialized" => Bang::Initialized,
        "instances" => Bang::Instances,
        "interleave" => Bang::Interleave,
        "isa" => Bang::IsA,
        "le" => Bang::Le,
        "listconcat" => Bang::ListConcat,
        "listflatten" => Bang::ListFlatten,
        "listremove" => Bang::ListRemove,
        "listsplat" => Bang::ListSplat,
        "logtwo" => Bang::Log2,
        "lt" => Bang::Lt,
        "match" => Bang::Match,
        "mul" => Bang::Mul,
        "ne" => Bang::Ne,
        "not" => Bang::Not,
        "or" => Bang::Or,
        "range" => Bang::Range,
        "repr" => Bang::Repr,
        "setdagarg" => Bang::SetDagArg,
        "setdagname" => Bang::SetDagName,
        "setdagop" => Bang::SetDagOp,
        "setdagopname" => Bang::SetDagOpName,
        "shl" => Bang::Shl,
        "size" => Bang::Size,
        "sra" => Bang::Sra,
        "srl" => Bang::Srl,
        "strconcat" => Bang::StrConcat,
        "sub" => Bang::Sub,
        "subst" => Bang::Subst,
        "substr" => Bang::Substr,
        "tail" => Bang::Tail,
        "tolower" => Bang::ToLower,
        "toupper" => Bang::ToUpper,
        "xor" => Bang::Xor,
        _ => return None,
    })
}

/// Words with a meaning of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keyword {
    Assert,
    Bit,
    Bits,
    Class,
    Code,
    Dag,
    Def,
    Defm,
    Defset,
    Deftype,
    Defvar,
    Dump,
    Else,
    False,
    Field,
    Foreach,
    If,
    In,
    Include,
    Int,
    Let,
    List,
    Multiclass,
    String,
    Then,
    True,
}

/// The keywords. The parser interns them first, so that the symbol of a word identifies a keyword.
pub(crate) const KEYWORDS: [(&str, Keyword); 26] = [
    ("assert", Keyword::Assert),
    ("bit", Keyword::Bit),
    ("bits", Keyword::Bits),
    ("class", Keyword::Class),
    ("code", Keyword::Code),
    ("dag", Keyword::Dag),
    ("def", Keyword::Def),
    ("defm", Keyword::Defm),
    ("defset", Keyword::Defset),
    ("deftype", Keyword::Deftype),
    ("defvar", Keyword::Defvar),
    ("dump", Keyword::Dump),
    ("else", Keyword::Else),
    ("false", Keyword::False),
    ("field", Keyword::Field),
    ("foreach", Keyword::Foreach),
    ("if", Keyword::If),
    ("in", Keyword::In),
    ("include", Keyword::Include),
    ("int", Keyword::Int),
    ("let", Keyword::Let),
    ("list", Keyword::List),
    ("multiclass", Keyword::Multiclass),
    ("string", Keyword::String),
    ("then", Keyword::Then),
    ("true", Keyword::True),
];

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok {
    Eof,
    /// A lexical error, already reported.
    Error,
    Id(Symbol),
    /// `$name`
    VarName(Symbol),
    Int(i64),
    /// `0b...`: the value and the number of digits.
    Binary(i64, u32),
    Str(Symbol),
    Code(Symbol),
    Keyword(Keyword),
    Bang(Bang),
    Minus,
    Plus,
    LSquare,
    RSquare,
    LBrace,
    RBrace,
    LParen,
    RParen,
    Less,
    Greater,
    Colon,
    Semi,
    Comma,
    Dot,
    DotDotDot,
    Equal,
    Question,
    Paste,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Tok,
    file: FileId,
    /// Its start, and its end in the upper half. Both are written at once, as reading a value that was written in parts
    /// stalls the processor, and places of tokens are read all the time.
    range: u64,
}

impl Token {
    #[inline(always)]
    pub(crate) fn new(kind: Tok, span: Span) -> Token {
        let Span { file, start, end } = span;
        Token {
            kind,
            file,
            range: u64::from(start) | u64::from(end) << 32,
        }
    }

    /// Its place.
    #[inline(always)]
    pub(crate) fn span(&self) -> Span {
        Span::new(self.file, self.range as u32, (self.range >> 32) as u32)
    }

    /// Sets its place.
    #[inline(always)]
    pub(crate) fn set_span(&mut self, span: Span) {
        *self = Token::new(self.kind, span);
    }
}
