// Intrinsics, generated from llvm_intrinsics.td. Do not edit.

/// A type in the signature of an intrinsic. Numbers of slots count the types that a call chooses, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer of this many bits.
    Int(u32),
    /// `half`
    Half,
    /// `bfloat`
    BFloat,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `fp128`
    Quad,
    /// `ppc_fp128`
    DoubleDouble,
    /// A pointer to this address space.
    Pointer(u32),
    /// `x86_mmx`
    Mmx,
    /// `x86_amx`
    Amx,
    /// `target("aarch64.svcount")`
    SvCount,
    /// `token`
    Token,
    /// `metadata`
    Metadata,
    /// `{}`
    EmptyStruct,
    /// `...`
    VarArg,
    /// A vector of this many elements.
    Vector(u32, &'static Type),
    /// A vector of a multiple of this many elements.
    Scalable(u32, &'static Type),
    /// Any type, chosen for this slot.
    Any(u32),
    /// Any integer or vector of integers.
    AnyInteger(u32),
    /// Any floating-point type or vector.
    AnyFloat(u32),
    /// Any vector.
    AnyVector(u32),
    /// A pointer to any address space.
    AnyPointer(u32),
    /// The type of the slot.
    Match(u32),
    /// The type of the slot with elements twice as wide.
    Extended(u32),
    /// The type of the slot with elements half as wide.
    Truncated(u32),
    /// An element of the vector in the slot.
    Element(u32),
    /// The vector in the slot, with the element count divided by this.
    FewerElements(u32, u32),
    /// The vector in the slot, with each element divided in this many.
    Subdivided(u32, u32),
    /// This type, as many times as the type in the slot has elements.
    SameWidth(u32, &'static Type),
    /// Integers of the size of the elements in the slot.
    BitsOf(u32),
    /// Any vector of pointers, chosen for this slot, with as many elements as the vector in the other.
    PointersTo(u32, u32),
}

/// An intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    /// Its name, without types.
    pub name: &'static str,
    /// Its name as an identifier.
    pub id: &'static str,
    /// The target that has it; empty if all have.
    pub target: &'static str,
    /// Types of the results: none, one, or several in a struct.
    pub results: &'static [Type],
    /// Types of the parameters.
    pub parameters: &'static [Type],
    /// How many types a call chooses.
    pub overloads: u32,
    /// Attributes of its declaration, in LLVM's spelling.
    pub attributes: &'static str,
    /// Attributes of the result (-1) and the parameters that have some.
    pub values: &'static [(i32, &'static str)],
    /// Names of constant parameters, and what LLVM's function that writes them is called.
    pub names: &'static [(u32, &'static str, &'static str)],
    /// Whether its first two arguments may be exchanged.
    pub is_commutative: bool,
    /// Whether it does more than its attributes say.
    pub has_side_effects: bool,
    /// clang's builtin function that is a call of it.
    pub clang_builtin: &'static str,
    /// That of Microsoft's compiler.
    pub ms_builtin: &'static str,
}

/// The number of the intrinsic of this name, without types.
pub fn intrinsic_named(name: &str) -> Option<usize> {
    let from = INTRINSICS.partition_point(|intrinsic| intrinsic.target.is_empty());
    let (generic, of_targets) = INTRINSICS.split_at(from);
    let find = |intrinsics: &[Intrinsic]| intrinsics.binary_search_by(|intrinsic| intrinsic.name.cmp(name)).ok();
    find(generic).or_else(|| Some(from + find(of_targets)?))
}

use Type as T;

/// The intrinsics: those of all targets, then those of some, by name.
pub static INTRINSICS: &[Intrinsic] = &[
    Intrinsic { name: "llvm.plain", id: "plain", target: "", results: &[], parameters: &[T::Int(32), T::Float], overloads: 0, attributes: "nounwind", values: &[], names: &[], is_commutative: false, has_side_effects: false, clang_builtin: "", ms_builtin: "" },
    Intrinsic { name: "llvm.three.of", id: "three_of", target: "", results: &[T::AnyInteger(0), T::SameWidth(0, &T::Int(1)), T::FewerElements(0, 2)], parameters: &[T::Match(0)], overloads: 1, attributes: "nounwind nofree willreturn memory(none)", values: &[], names: &[], is_commutative: true, has_side_effects: false, clang_builtin: "", ms_builtin: "" },
    Intrinsic { name: "llvm.vectors.all", id: "vectors", target: "", results: &[T::Scalable(4, &T::Float)], parameters: &[T::AnyVector(1), T::Element(1), T::Subdivided(1, 2), T::PointersTo(1, 0), T::VarArg], overloads: 2, attributes: "memory(read)", values: &[], names: &[], is_commutative: false, has_side_effects: false, clang_builtin: "", ms_builtin: "" },
    Intrinsic { name: "llvm.toy.load", id: "toy_load", target: "toy", results: &[T::Int(32)], parameters: &[T::AnyPointer(0), T::Int(32), T::Pointer(3)], overloads: 1, attributes: "nounwind nofree willreturn memory(argmem: read)", values: &[(-1, "range(0, 9)"), (0, "captures(none) noundef align 8"), (1, "immarg range(-1, 5)"), (2, "dereferenceable(16)"), ], names: &[(1, "cache", "printCache"), ], is_commutative: false, has_side_effects: false, clang_builtin: "__builtin_toy_load", ms_builtin: "" },
    Intrinsic { name: "llvm.toy.mode", id: "toy_mode", target: "toy", results: &[T::Int(32)], parameters: &[], overloads: 0, attributes: "nounwind memory(read)", values: &[], names: &[], is_commutative: false, has_side_effects: false, clang_builtin: "", ms_builtin: "" },
    Intrinsic { name: "llvm.toy.state", id: "toy_state", target: "toy", results: &[], parameters: &[T::Metadata], overloads: 0, attributes: "nounwind memory(inaccessiblemem: read, target_mem0: readwrite)", values: &[], names: &[], is_commutative: false, has_side_effects: false, clang_builtin: "", ms_builtin: "" },
    Intrinsic { name: "llvm.toy.wait", id: "toy_wait", target: "toy", results: &[], parameters: &[], overloads: 0, attributes: "nounwind convergent", values: &[], names: &[], is_commutative: false, has_side_effects: true, clang_builtin: "", ms_builtin: "__wait" },
];
