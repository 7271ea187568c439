//! The typed tree: every conversion is a node, every name is resolved.

pub mod operations;

use crate::token::Symbol;
use crate::types::{QualType, Scalar, Ty, TypedefId};
use wavec_support::Span;

/// A variable: local, parameter or at program scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

/// A function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FnId(pub u32);

/// A string literal of the compilation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrId(pub u32);

/// A label of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LabelId(pub u32);

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr<'a> {
    /// Its kind.
    pub kind: ExprKind<'a>,
    /// Its type; an lvalue's with qualifiers and address space.
    pub ty: QualType,
    /// Its position.
    pub span: Span,
    /// Whether it names an object (or elements of a vector object, or a bit-field).
    pub lvalue: bool,
    /// Whether it is in parentheses of its own.
    pub in_parentheses: bool,
    /// Of a constant: the binary operator on constants that it was.
    pub folded: Option<BinaryOp>,
    /// Height of the tree, not counting the left spine of operator chains.
    pub depth: u16,
}

/// The kind of a cast. There is no lvalue-to-rvalue node: `lower` loads when it needs the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastKind {
    /// Integer to integer, floating to floating, or between them; element by element for vectors.
    Arithmetic,
    /// Scalar (arithmetic or pointer) to `bool`.
    ToBool,
    /// Scalar to a vector of equal elements.
    Splat,
    /// Same bits, other type.
    Bits,
    /// Pointer to pointer of the same address space.
    Pointer,
    /// Pointer to another address space.
    AddressSpace,
    /// Pointer to integer.
    PointerToInt,
    /// Integer to pointer.
    IntToPointer,
    /// The zero constant to pointer.
    NullToPointer,
    /// The properties of a sampler, a constant, to the sampler.
    IntToSampler,
    /// An image or a sampler to a pointer to its descriptor.
    Descriptor,
    /// Array lvalue to pointer to its first element.
    Decay,
    /// The value is discarded.
    ToVoid,
    /// Only qualifiers change (a struct cast to its own type).
    Same,
}

/// Rounding of an explicit conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// The default: to nearest even, or toward zero to integers.
    Default,
    /// To nearest even.
    NearestEven,
    /// Toward zero.
    Zero,
    /// Toward positive infinity.
    Positive,
    /// Toward negative infinity.
    Negative,
}

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    Not,
    /// `!`: `int` 0 or 1, or 0 and -1 by element
    LogicalNot,
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Xor,
    Or,
    LogicalAnd,
    LogicalOr,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_comparison(self) -> bool {
        (BinaryOp::Less as u8..=BinaryOp::NotEqual as u8).contains(&(self as u8))
    }

    /// Its spelling.
    #[rustfmt::skip]
    pub fn spelling(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Mul => "*", Div => "/", Rem => "%", Add => "+", Sub => "-", Shl => "<<", Shr => ">>", Less => "<",
            Greater => ">", LessEqual => "<=", GreaterEqual => ">=", Equal => "==", NotEqual => "!=", And => "&",
            Xor => "^", Or => "|", LogicalAnd => "&&", LogicalOr => "||",
        }
    }
}

/// Elements of a vector in the order a swizzle names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lanes {
    /// Element indices, the first `count` of them.
    pub lanes: [u8; 16],
    /// How many.
    pub count: u8,
}

impl Lanes {
    /// The indices.
    pub fn as_slice(&self) -> &[u8] {
        &self.lanes[..self.count as usize]
    }
}

/// The kind of an expression.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind<'a> {
    /// Stands for an expression with an error.
    Error,
    /// An integer (or `bool`) constant, extended to 64 bits: see [`Scalar::widen`].
    Int(u64),
    /// A floating-point constant, exact in its type.
    Float(f64),
    /// A string literal: array lvalue.
    Str(StrId),
    /// A variable.
    Var(VarId),
    /// A function name, only as a callee.
    Function(FnId),
    /// A builtin's name, only as a callee.
    BuiltinName(Symbol),
    /// `base.field`; `base` is of record type.
    Member(&'a Expr<'a>, u32),
    /// `*pointer`
    Deref(&'a Expr<'a>),
    /// `&object`
    AddressOf(&'a Expr<'a>),
    /// Elements of a vector.
    Swizzle(&'a Expr<'a>, &'a Lanes),
    /// Element of a vector with a variable index.
    VectorIndex(&'a Expr<'a>, &'a Expr<'a>),
    /// A unary operator.
    Unary(UnaryOp, &'a Expr<'a>),
    /// `++` or `--`: increments if `.0`, before the value is taken if `.1`.
    Increment(bool, bool, &'a Expr<'a>),
    /// A binary operator on operands of one type (except shifts and pointer arithmetic).
    Binary(BinaryOp, &'a Expr<'a>, &'a Expr<'a>),
    /// `left = right`
    Assign(&'a Expr<'a>, &'a Expr<'a>),
    /// `left op= right`, computed in type `.3`.
    CompoundAssign(BinaryOp, &'a Expr<'a>, &'a Expr<'a>, Ty),
    /// `condition ? a : b` with a scalar condition.
    Conditional(&'a [Expr<'a>; 3]),
    /// `condition ? a : b` by element: most significant bit of the condition.
    VectorSelect(&'a [Expr<'a>; 3]),
    /// `a, b`
    Comma(&'a Expr<'a>, &'a Expr<'a>),
    /// A conversion.
    Cast(CastKind, &'a Expr<'a>),
    /// Conversion by element with saturation and rounding.
    Convert(&'a Expr<'a>, bool, Rounding),
    /// A call.
    Call(FnId, &'a [Expr<'a>]),
    /// A call of a builtin.
    Builtin(operations::Op, &'a [Expr<'a>]),
    /// `(T)(a, b, ...)`: the elements of the operands in order.
    VectorLiteral(&'a [Expr<'a>]),
    /// `(T){...}`: an object.
    CompoundLiteral(VarId),
    /// `({ ... })`; the value is the last statement's.
    Statement(&'a [Stmt<'a>]),
}

/// An initializer.
#[derive(Clone, Copy, Debug)]
pub enum Init<'a> {
    /// A value of the object's type.
    Expr(&'a Expr<'a>),
    /// Members by index (of the field, of the element), ascending; the others are zero.
    Members(&'a [(u64, Init<'a>)]),
    /// An array of characters.
    Str(StrId),
}

/// The argument of `#pragma unroll`: 0 is fully, 1 is not at all.
pub type Unroll = Option<u32>;

/// A statement.
#[derive(Clone, Copy, Debug)]
pub enum Stmt<'a> {
    /// `;`
    Empty,
    /// An expression.
    Expr(&'a Expr<'a>),
    /// `{ ... }`
    Block(&'a [Stmt<'a>]),
    /// Local variables, in order.
    Declare(&'a [VarId]),
    /// `if`; an else-if chain is a list.
    If(&'a [(&'a Expr<'a>, Stmt<'a>)], Option<&'a Stmt<'a>>),
    /// `while`
    While(&'a Expr<'a>, &'a Stmt<'a>, Unroll),
    /// `do while`
    DoWhile(&'a Stmt<'a>, &'a Expr<'a>, Unroll),
    /// `for`
    For(&'a ForLoop<'a>),
    /// `switch`
    Switch(&'a Switch<'a>),
    /// `case`: number of the case in its switch.
    Case(u32),
    /// `default`
    Default,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<&'a Expr<'a>>),
    /// `goto`
    Goto(LabelId),
    /// A label.
    Label(LabelId),
    /// Floating-point contraction is on or off from here to the end of the block.
    Contract(bool),
    /// `asm`
    Asm(&'a AsmStatement<'a>),
}

/// An assembly statement, template and constraints as LLVM writes them.
#[derive(Clone, Copy, Debug)]
pub struct AsmStatement<'a> {
    /// The text, with `$0` for operands.
    pub template: &'a str,
    /// Outputs, inputs, the outputs that are read (by number), clobbers.
    pub constraints: &'a str,
    /// Where results go, in order.
    pub outputs: &'a [AsmOutput<'a>],
    /// Values, in order.
    pub inputs: &'a [AsmInput<'a>],
    /// Has effects other than its results.
    pub volatile: bool,
    /// Overwrites memory that is visible to the program.
    pub clobbers_memory: bool,
    /// The whole statement.
    pub span: Span,
}

/// An output of an assembly statement.
#[derive(Clone, Copy, Debug)]
pub struct AsmOutput<'a> {
    /// The object.
    pub place: &'a Expr<'a>,
    /// Whether its old value is an input too.
    pub is_read: bool,
}

/// An input of an assembly statement.
#[derive(Clone, Copy, Debug)]
pub struct AsmInput<'a> {
    /// The value.
    pub value: &'a Expr<'a>,
}

/// The parts of a `for`.
#[derive(Clone, Copy, Debug)]
pub struct ForLoop<'a> {
    /// First statement.
    pub init: Stmt<'a>,
    /// Condition, or forever.
    pub condition: Option<&'a Expr<'a>>,
    /// Runs after the body.
    pub step: Option<&'a Expr<'a>>,
    /// The body.
    pub body: Stmt<'a>,
    /// Unroll request.
    pub unroll: Unroll,
}

/// The parts of a `switch`.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    /// The operand, promoted.
    pub value: &'a Expr<'a>,
    /// The body, with `Case` and `Default` markers.
    pub body: Stmt<'a>,
    /// Values of the cases, first and last.
    pub cases: &'a [(u64, u64)],
    /// Positions of the cases' values, and of `default`.
    pub labels: (&'a [Span], Span),
    /// Whether there is a default.
    pub has_default: bool,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// In its function.
    Local,
    /// A parameter.
    Parameter,
    /// At program scope, or in a function but with static storage (`__constant`, `static`).
    Global,
    /// `__local` in a kernel.
    WorkGroup,
}

/// `__asm("name")` after a declarator: the symbol of the function or variable.
#[derive(Clone, Copy, Debug)]
pub struct AsmLabel<'a> {
    /// The name.
    pub text: &'a str,
    /// Its position.
    pub span: Span,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable<'a> {
    /// Its name.
    pub name: Symbol,
    /// Its type, qualifiers and address space.
    pub ty: QualType,
    /// The typedef that its declaration names.
    pub named: Option<TypedefId>,
    /// Where it lives.
    pub kind: VarKind,
    /// Where it is declared.
    pub span: Span,
    /// Its initializer.
    pub init: Option<Init<'a>>,
    /// `aligned` attribute, in bytes.
    pub align: Option<u64>,
    /// The function it belongs to.
    pub function: Option<FnId>,
    /// Declared `extern` and not defined.
    pub is_extern: bool,
    /// Declared `static` at file scope.
    pub is_static: bool,
    /// Its symbol.
    pub asm_label: Option<AsmLabel<'a>>,
    /// How often the program names it.
    pub uses: u32,
    /// The attribute `unused`: there is a reason not to use it.
    pub is_unused: bool,
}

/// Function attributes.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct FunctionAttributes {
    pub required_size: Option<[u32; 3]>,
    pub size_hint: Option<[u32; 3]>,
    pub vec_type_hint: Option<QualType>,
    pub flat_work_group_size: Option<(u32, u32)>,
    pub waves_per_eu: Option<(u32, u32)>,
    /// The most scalar registers and vector registers.
    pub num_sgpr: Option<u32>,
    pub num_vgpr: Option<u32>,
    pub max_num_work_groups: Option<[u32; 3]>,
    pub always_inline: bool,
    pub no_inline: bool,
    /// The attribute because of which calls that ignore the result get a warning.
    pub result_matters: Option<&'static str>,
    pub overloadable: bool,
    pub convergent: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// Its name.
    pub name: Symbol,
    /// Position of its name.
    pub span: Span,
    /// Its return type.
    pub ret: QualType,
    /// The typedef that the declaration of its result names.
    pub named_ret: Option<TypedefId>,
    /// Types of its parameters, without top-level qualifiers.
    pub param_types: &'a [QualType],
    /// Its parameters, of the definition if there is one.
    pub params: &'a [VarId],
    /// Types of its parameters as written, for kernel metadata.
    pub param_spellings: &'a [&'a str],
    /// Takes further arguments.
    pub variadic: bool,
    /// Its body.
    pub body: Option<&'a [Stmt<'a>]>,
    /// `__kernel`
    pub kernel: bool,
    /// `static` or `inline`: emitted only if called.
    pub internal: bool,
    /// Gets a warning if nothing uses it: `static`, without the attribute `unused`, and not an inline function of a header.
    pub is_meant_for_use: bool,
    /// Comes from the library.
    pub library: bool,
    /// Attributes.
    pub attributes: FunctionAttributes,
    /// Next function of the same name, if overloadable.
    pub next_overload: Option<FnId>,
    /// Functions it calls, in order of first call.
    pub callees: Vec<FnId>,
    /// Whether it calls the target's barrier itself.
    pub has_barrier: bool,
    /// How many labels it has.
    pub labels: u32,
    /// Floating-point operations may be contracted.
    pub fp_contract: bool,
    /// Its symbol.
    pub asm_label: Option<AsmLabel<'a>>,
    /// Overload suffix that makes its IR name unique.
    pub mangle: bool,
    /// Closing brace, for line information.
    pub end: Span,
}

/// A scalar constant's value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ScalarValue {
    /// An integer, wrapped to its type and extended to 128 bits.
    Int(u128),
    /// A floating-point number, exact in its type.
    Float(f64),
}

impl ScalarValue {
    /// Converts to another arithmetic type as C does.
    pub fn convert(self, from: Scalar, to: Scalar) -> ScalarValue {
        match (self, to.is_float()) {
            (ScalarValue::Int(value), false) => ScalarValue::Int(to.wrap(value)),
            (ScalarValue::Int(value), true) => {
                let single = to == Scalar::Float;
                let value = match (from.is_signed(), single) {
                    (true, true) => (value as i128 as f32) as f64,
                    (true, false) => value as i128 as f64,
                    (false, true) => (value as f32) as f64,
                    (false, false) => value as f64,
                };
                ScalarValue::Float(round_to(value, to))
            }
            (ScalarValue::Float(value), true) => ScalarValue::Float(round_to(value, to)),
            (ScalarValue::Float(value), false) if to == Scalar::Bool => {
                ScalarValue::Int((value != 0.0) as u128)
            }
            (ScalarValue::Float(value), false) => {
                // Beyond the type it is undefined: as 64 bits saturate.
                let wide = match to {
                    Scalar::Int128 => value as i128 as u128,
                    Scalar::UInt128 => value as u128,
                    Scalar::ULong => value as u64 as u128,
                    _ => value as i64 as u128,
                };
                ScalarValue::Int(to.wrap(wide))
            }
        }
    }
}

/// Rounds to the precision of a floating-point type.
pub fn round_to(value: f64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Float => value as f32 as f64,
        Scalar::Half => crate::literal::round_to_half(value),
        Scalar::BFloat => {
            let bits = (value as f32).to_bits();
            let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) & 0xffff_0000;
            if value.is_nan() {
                value
            } else {
                f32::from_bits(rounded) as f64
            }
        }
        _ => value,
    }
}
