//! The executable form of functions: operations on cells of a frame, with operands resolved to locations.

use super::check::races::Scope;
use super::value::{Cell, Layout};
use crate::entities::{FuncRef, Inst};
use crate::fold::Scalar;
use crate::fold::float::FloatKind;
use crate::inst::{FloatPredicate, InstFlags, IntPredicate, Opcode, Ordering, RmwOp};
use crate::intrinsics::IntrinsicId;
use std::rc::Rc;

/// The location of cells: in the frame, or in the constants if the bit [`CONSTANT`] is set.
pub(super) type Place = u32;

/// Marks locations in the function's constants.
pub(super) const CONSTANT: u32 = 1 << 31;

/// An access to memory.
#[derive(Debug)]
pub(super) struct Access {
    /// Address space of the pointer.
    pub space: u32,
    pub align: u64,
    pub layout: Rc<Layout>,
    /// `None` for ordinary accesses.
    pub atomic: Option<(Ordering, Scope)>,
}

#[derive(Debug)]
pub(super) struct Gep {
    pub dst: Place,
    pub base: Place,
    pub lanes: u32,
    pub base_is_vector: bool,
    /// Bits of the pointer and of the index arithmetic.
    pub pointer_bits: u32,
    pub index_bits: u32,
    /// Bytes of the inner array that the base is the start of, for indices that must stay inside; 0 if it is of none.
    pub array: u64,
    /// Bytes added by constant indices.
    pub offset: i128,
    pub terms: Vec<GepTerm>,
}

#[derive(Debug)]
pub(super) struct GepTerm {
    pub index: Place,
    pub bits: u32,
    pub scale: u64,
    pub is_vector: bool,
}

#[derive(Debug)]
pub(super) struct Rmw {
    pub op: RmwOp,
    pub dst: Place,
    pub pointer: Place,
    pub value: Place,
    /// Kind of one element.
    pub scalar: Scalar,
    pub access: Access,
}

#[derive(Debug)]
pub(super) struct CmpXchg {
    pub dst: Place,
    pub pointer: Place,
    pub expected: Place,
    pub new: Place,
    pub access: Access,
}

#[derive(Debug)]
pub(super) struct Switch {
    pub on: Place,
    pub cases: Vec<(u128, u32)>,
    pub default: u32,
}

/// An argument: first cell and how many.
pub(super) type Range = (Place, u32);

#[derive(Debug)]
pub(super) struct Call {
    pub callee: Callee,
    pub args: Vec<Range>,
    /// Arguments whose memory the callee gets a copy of.
    pub by_value: Vec<ByValue>,
    pub dst: Range,
}

/// A pointer argument whose memory is copied for the callee.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByValue {
    /// Its cell among those of the arguments.
    pub at: usize,
    pub space: u32,
    pub size: u64,
    pub align: u64,
}

#[derive(Debug)]
pub(super) enum Callee {
    Direct(FuncRef),
    /// In launches that are checked: a library function with rules for its arguments.
    WithRules(FuncRef),
    Indirect(Place),
}

/// A call of an intrinsic.
#[derive(Debug)]
pub(super) struct IntrinsicCall {
    pub id: IntrinsicId,
    pub args: Vec<Range>,
    /// Scalar kinds of the cells of all arguments.
    pub kinds: Vec<Scalar>,
    pub dst: Range,
    pub result_kinds: Vec<Scalar>,
    /// Address spaces of the arguments that are pointers.
    pub spaces: Vec<u32>,
    /// Memory layout of the result, for masked loads.
    pub layout: Option<Rc<Layout>>,
    /// How many elements a result vector has; 0 for scalars.
    pub lanes: u32,
    /// Whether the result is a struct of two.
    pub pair: bool,
}

#[derive(Debug)]
pub(super) enum Op {
    Int {
        opcode: Opcode,
        flags: InstFlags,
        bits: u32,
        lanes: u32,
        dst: Place,
        a: Place,
        b: Place,
    },
    Float {
        opcode: Opcode,
        kind: FloatKind,
        lanes: u32,
        dst: Place,
        a: Place,
        b: Place,
    },
    FNeg {
        kind: FloatKind,
        lanes: u32,
        dst: Place,
        a: Place,
    },
    IntCompare {
        predicate: IntPredicate,
        bits: u32,
        lanes: u32,
        dst: Place,
        a: Place,
        b: Place,
    },
    FloatCompare {
        predicate: FloatPredicate,
        kind: FloatKind,
        lanes: u32,
        dst: Place,
        a: Place,
        b: Place,
    },
    Cast {
        opcode: Opcode,
        flags: InstFlags,
        from: Scalar,
        to: Scalar,
        lanes: u32,
        dst: Place,
        a: Place,
    },
    AddrSpaceCast {
        from: u32,
        to: u32,
        lanes: u32,
        dst: Place,
        a: Place,
    },
    /// Reinterprets `from_count` cells of `from` bits as `to_count` of `to` bits, which keep what objects pointers were
    /// made from if `keeps_objects`.
    Bits {
        from: u32,
        from_count: u32,
        to: u32,
        to_count: u32,
        keeps_objects: bool,
        dst: Place,
        a: Place,
    },
    Copy {
        dst: Place,
        a: Place,
        count: u32,
    },
    Freeze {
        dst: Place,
        a: Place,
        count: u32,
    },
    /// Of `count` cells; each cell of the condition chooses `width` of them.
    Select {
        condition: Place,
        width: u32,
        dst: Place,
        a: Place,
        b: Place,
        count: u32,
    },
    Gep(Box<Gep>),
    Alloca {
        dst: Place,
        size: u64,
        align: u64,
        count: Place,
        generic: bool,
    },
    Load {
        dst: Place,
        pointer: Place,
        access: Box<Access>,
    },
    Store {
        value: Place,
        pointer: Place,
        access: Box<Access>,
    },
    Rmw(Box<Rmw>),
    CmpXchg(Box<CmpXchg>),
    /// Of a vector of `lanes` elements, each of `width` cells.
    ExtractElement {
        dst: Place,
        vector: Place,
        index: Place,
        lanes: u32,
        width: u32,
    },
    InsertElement {
        dst: Place,
        vector: Place,
        element: Place,
        index: Place,
        lanes: u32,
        width: u32,
    },
    Shuffle {
        dst: Place,
        a: Place,
        b: Place,
        lanes: u32,
        mask: Box<[u32]>,
    },
    /// `a` with `count` cells at `at` replaced.
    InsertValue {
        dst: Place,
        a: Place,
        total: u32,
        at: u32,
        value: Place,
        count: u32,
    },
    Jump {
        edge: u32,
    },
    Branch {
        condition: Place,
        then: u32,
        otherwise: u32,
    },
    Switch(Box<Switch>),
    Return {
        value: Place,
        count: u32,
    },
    Unreachable,
    End,
    Call(Box<Call>),
    /// An intrinsic that computes element by element.
    Elementwise(Box<IntrinsicCall>),
    /// Another generic intrinsic.
    Generic(Box<IntrinsicCall>),
    /// An intrinsic of the target that each work-item executes by itself.
    Item(Box<IntrinsicCall>),
    /// The same, but it waits for the other lanes of the wave, and knows the arguments of those of its quad.
    Quad(Box<IntrinsicCall>),
    /// An intrinsic of the target that copies memory.
    Transfer(Box<IntrinsicCall>),
    /// An intrinsic of the target that the lanes of a wave execute together.
    Wave(Box<IntrinsicCall>),
    Barrier,
    /// An operation on the barrier of the work-group or on named ones, which the lanes of a wave execute together unless all
    /// that it does is to wait for the work-group.
    Barriers(Box<IntrinsicCall>),
    /// In launches that are checked.
    Fence(Ordering, Scope),
    /// Something that cannot be interpreted; says what.
    Unsupported(Box<str>),
}

/// An edge from one block to another: the phis of the target get their values.
#[derive(Debug)]
pub(super) struct Edge {
    /// Index of the target's first operation.
    pub target: u32,
    /// Destination, source, count.
    pub copies: Vec<(Place, Place, u32)>,
    /// Whether a source is overwritten by an earlier copy.
    pub overlap: bool,
}

/// The lanes in which a result is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Reach {
    /// The participating lanes.
    #[default]
    Own,
    /// All lanes of quads with a participating lane.
    Quads,
    /// All lanes of the wave.
    Wave,
}

/// An executable function.
#[derive(Debug)]
pub(super) struct Code {
    pub func: FuncRef,
    /// The number of the first operation, see [`super::check::Sites`].
    pub first_site: u32,
    /// Whether the source says where its instructions come from.
    pub is_located: bool,
    /// Whether it is a part of a copy by a workgroup, which goes on after the call.
    pub is_copy: bool,
    pub ops: Vec<Op>,
    /// By operation, the non-participating lanes in which its result is needed; empty if there are none for any
    /// operation.
    pub reach: Vec<Reach>,
    /// The instruction of each operation.
    pub insts: Vec<Inst>,
    pub consts: Vec<Cell>,
    pub edges: Vec<Edge>,
    /// Cells of a frame; those of the parameters come first.
    pub frame: u32,
    pub params: Vec<Range>,
}
