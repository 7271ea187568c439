//! Constants: uniqued per context.

use crate::entities::{Constant, FuncRef, GlobalVar, Type};
use crate::inst::{InstFlags, Opcode};
use cranelift_entity::PrimaryMap;
use fxhash::{FxBuildHasher, FxHashMap};

/// What a [`Constant`] is. The type is part of the key.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstantData {
    /// An integer, zero-extended from its width.
    Int(Type, u128),
    /// An integer of more than 128 bits that is not less than 2^128: its digits in base 2^64, the lowest first, as many
    /// as the type has, zero-extended from its width. Smaller ones are [`ConstantData::Int`].
    WideInt(Type, Box<[u64]>),
    /// A floating-point number by its bit pattern, zero-extended.
    Float(Type, u64),
    /// `null` of a pointer type: the all-zero bits, in every address space.
    Null(Type),
    /// `zeroinitializer` of a vector, array or struct.
    Zero(Type),
    /// `undef`
    Undef(Type),
    /// `poison`
    Poison(Type),
    /// Members of a vector, array or struct, not all zero.
    Aggregate(Type, Box<[Constant]>),
    /// `[N x i8] c"..."`
    Bytes(Type, Box<[u8]>),
    /// Address of a global variable; the type is its pointer type.
    Global(Type, GlobalVar),
    /// Address of a function.
    Function(Type, FuncRef),
    /// A constant expression: casts, `getelementptr`, `add`, `sub`, ...
    Expr(Box<ConstantExpr>),
}

/// A constant expression.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ConstantExpr {
    /// Which operation.
    pub opcode: Opcode,
    /// Type of the result.
    pub ty: Type,
    /// `inbounds`, `nuw`, ...
    pub flags: InstFlags,
    /// Source element type of a `getelementptr`; `Type::VOID` otherwise.
    pub source_ty: Type,
    /// Operands.
    pub args: Box<[Constant]>,
}

/// All constants of a context.
#[derive(Clone, Debug)]
pub struct ConstantTable {
    data: PrimaryMap<Constant, ConstantData>,
    index: FxHashMap<ConstantData, Constant>,
}

/// Constants of a small module.
const FIRST_CONSTANTS: usize = 96;

impl Default for ConstantTable {
    fn default() -> ConstantTable {
        ConstantTable {
            data: PrimaryMap::with_capacity(FIRST_CONSTANTS),
            index: FxHashMap::with_capacity_and_hasher(FIRST_CONSTANTS, FxBuildHasher),
        }
    }
}

impl ConstantTable {
    /// The constant with this data. The caller ensures canonical form (use the constructors of `Context`).
    pub fn intern(&mut self, data: ConstantData) -> Constant {
        if let Some(&constant) = self.index.get(&data) {
            return constant;
        }
        let constant = self.data.push(data.clone());
        self.index.insert(data, constant);
        constant
    }

    /// What `constant` is.
    pub fn data(&self, constant: Constant) -> &ConstantData {
        &self.data[constant]
    }

    /// Type of `constant`.
    pub fn ty(&self, constant: Constant) -> Type {
        match &self.data[constant] {
            ConstantData::Int(ty, _)
            | ConstantData::WideInt(ty, _)
            | ConstantData::Float(ty, _)
            | ConstantData::Null(ty)
            | ConstantData::Zero(ty)
            | ConstantData::Undef(ty)
            | ConstantData::Poison(ty)
            | ConstantData::Aggregate(ty, _)
            | ConstantData::Bytes(ty, _)
            | ConstantData::Global(ty, _)
            | ConstantData::Function(ty, _) => *ty,
            ConstantData::Expr(expr) => expr.ty,
        }
    }

    /// How many constants there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
}
