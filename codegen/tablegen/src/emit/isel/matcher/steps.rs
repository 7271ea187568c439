//! The steps that patterns become, and the names that they refer to by number.

use super::super::types::SimpleType;
use fxhash::FxHashMap;

/// Strings numbered in the order of first use.
#[derive(Default, Debug)]
pub struct NameTable {
    pub list: Vec<String>,
    index: FxHashMap<String, u32>,
}

impl NameTable {
    pub fn intern(&mut self, name: &str) -> u32 {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        let id = self.list.len() as u32;
        self.list.push(name.to_string());
        self.index.insert(name.to_string(), id);
        id
    }
}

/// Names that the byte code refers to by number.
#[derive(Default, Debug)]
pub struct Names {
    /// `isd::ADD`
    pub nodes: NameTable,
    /// Instruction names.
    pub opcodes: NameTable,
    /// `int_amdgcn_foo`
    pub intrinsics: NameTable,
    /// Register names.
    pub registers: NameTable,
    /// Register class names.
    pub classes: NameTable,
    /// Sub-register index names.
    pub subregs: NameTable,
    /// Methods of complex patterns, and whether they want the parent.
    pub complex: NameTable,
    pub complex_wants_parent: Vec<bool>,
    /// The number of operands that each of them produces.
    pub complex_operands: Vec<u32>,
    /// Transforms by record name.
    pub transforms: NameTable,
    /// Pattern predicates: conjunctions of conditions.
    pub pattern_predicates: NameTable,
    /// Where patterns are.
    pub patterns: NameTable,
}

/// Flags of an emitted node.
pub const EMIT_CHAIN: u8 = 1;
pub const EMIT_GLUE_IN: u8 = 2;
pub const EMIT_GLUE_OUT: u8 = 4;
pub const EMIT_MEM: u8 = 8;

/// A step. Those before the first `Emit*` step are checks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    CheckPatternPredicate(u32),
    CheckOpcode(u32),
    CheckIntrinsic(u32),
    CheckNumOperands(u32),
    CheckType(SimpleType),
    CheckTypeRes(u8, SimpleType),
    CheckPredicate(u32),
    CheckPredicateWithOperands(u32, Vec<u32>),
    CheckInteger(i64),
    CheckValueType(SimpleType),
    CheckSame(u32),
    CheckFoldableChain,
    Record,
    RecordMem,
    CaptureGlue,
    MoveChild(u8),
    MoveParent,
    RecordChild(u8),
    CheckChildType(u8, SimpleType),
    CheckChildInteger(u8, i64),
    CheckChildCondCode(u8, u8),
    CheckChildSame(u8, u32),
    CheckComplex(u32, u32),
    EmitInteger(SimpleType, i64),
    EmitRegister(u32, SimpleType),
    EmitClass(u32),
    EmitSubReg(u32),
    EmitConvert(u32),
    EmitMergeChains(Vec<u32>),
    EmitCopyToReg(u32, u32),
    EmitTransform(u32, u32),
    EmitNode {
        opcode: u32,
        flags: u8,
        types: Vec<SimpleType>,
        operands: Vec<u32>,
    },
    /// The same for the pattern's root: the first `root_results` types are the root's.
    MorphNode {
        opcode: u32,
        flags: u8,
        root_results: u8,
        types: Vec<SimpleType>,
        operands: Vec<u32>,
        source: FormSource,
    },
    /// The root's results are these values.
    Complete(Vec<u32>, FormSource),
}

/// What a result is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FormSource {
    /// Number of the pattern.
    pub pattern: u32,
    /// How much this form of it asks.
    pub complexity: i64,
}

impl Step {
    /// Whether it only looks (and records what it sees).
    pub fn is_check(&self) -> bool {
        (self.rank()) < 100
    }

    /// Types that byte code of the step names.
    pub fn types(&self) -> &[SimpleType] {
        use std::slice::from_ref;
        match self {
            Step::CheckType(ty)
            | Step::CheckTypeRes(_, ty)
            | Step::CheckValueType(ty)
            | Step::CheckChildType(_, ty)
            | Step::EmitInteger(ty, _)
            | Step::EmitRegister(_, ty) => from_ref(ty),
            Step::EmitNode { types, .. } | Step::MorphNode { types, .. } => types,
            _ => &[],
        }
    }

    fn rank(&self) -> u32 {
        match self {
            Step::EmitInteger(..)
            | Step::EmitRegister(..)
            | Step::EmitClass(_)
            | Step::EmitSubReg(_)
            | Step::EmitConvert(_)
            | Step::EmitMergeChains(_)
            | Step::EmitCopyToReg(..)
            | Step::EmitTransform(..)
            | Step::EmitNode { .. }
            | Step::MorphNode { .. }
            | Step::Complete(..) => 100,
            _ => 0,
        }
    }
}
