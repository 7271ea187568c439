//! The operators of values, and properties of groups of them.

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UnaryOp {
    ToLower,
    ToUpper,
    Cast,
    Not,
    Head,
    Tail,
    Size,
    Empty,
    GetDagOp,
    GetDagOpName,
    Log2,
    Repr,
    ListFlatten,
    Initialized,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    And,
    Or,
    Xor,
    Shl,
    Sra,
    Srl,
    Concat,
    ListConcat,
    ListSplat,
    ListRemove,
    ListElement,
    ListSlice,
    Range,
    StrConcat,
    Interleave,
    Eq,
    Ne,
    Le,
    Lt,
    Ge,
    Gt,
    GetDagArg,
    GetDagName,
    SetDagOp,
    SetDagOpName,
    Match,
}

/// Operators with three operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TernaryOp {
    Subst,
    ForEach,
    Filter,
    If,
    Dag,
    Range,
    Substr,
    Find,
    SetDagArg,
    SetDagName,
}

impl BinaryOp {
    /// Whether it maps two integers to one.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(
            self,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Div
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Shl
                | BinaryOp::Sra
                | BinaryOp::Srl
        )
    }

    /// Whether it compares.
    pub(crate) fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Le | BinaryOp::Lt | BinaryOp::Ge | BinaryOp::Gt
        )
    }

    /// Whether it is total for operands of the right types: divisors may be zero, and shift amounts too large.
    pub(crate) fn always_has_value(self) -> bool {
        match self {
            BinaryOp::Div | BinaryOp::Shl | BinaryOp::Sra | BinaryOp::Srl => false,
            BinaryOp::StrConcat | BinaryOp::ListConcat | BinaryOp::ListElement | BinaryOp::ListSlice => true,
            _ => self.is_arithmetic() || self.is_comparison(),
        }
    }
}
