//! What patterns need to know about an intrinsic: results, parameters, and whether it accesses memory. Reads this project's
//! classes and LLVM's.
//!
//! | class | fields |
//! |---|---|
//! | `Intrinsic` | `RetTypes`, `ParamTypes`, `Properties`, `DefaultProperties`; LLVM's: `IntrProperties` |
//! | `LLVMType` | `Kind`, `Bits`, `Element`; LLVM's: `VT`, `isAny`, `Number` |

use super::type_reader::TypeReader;
use super::types::{SimpleType, TypeSet};
use crate::record::{RecordId, RecordKeeper};

/// A type in a signature.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// One of these; others may refer to it if it is `overloaded`.
    Types { set: TypeSet, overloaded: bool },
    /// The same type as an overloaded one.
    Match(usize),
    /// Its element type.
    Element(usize),
    /// A vector of as many elements, of these types.
    Width(usize, TypeSet),
    /// A type that is derived from it.
    Other,
}

/// Results, then parameters.
pub struct Signature {
    pub results: Vec<Part>,
    pub params: Vec<Part>,
}

impl Signature {
    /// Positions of the overloaded types (results first), by number.
    pub fn overloads(&self) -> Vec<usize> {
        let parts = self.results.iter().chain(&self.params).enumerate();
        parts
            .filter(|(_, part)| matches!(part, Part::Types { overloaded: true, .. }))
            .map(|(at, _)| at)
            .collect()
    }
}

/// The signature of an intrinsic.
pub fn signature(keeper: &RecordKeeper, types: &TypeReader<'_>, record: RecordId) -> Signature {
    let parts = |field: &str| -> Vec<Part> {
        let list = keeper.get_list_of_defs(record, field).unwrap_or_default();
        list.into_iter()
            .filter_map(|ty| part(keeper, types, ty))
            .collect()
    };
    Signature {
        results: parts("RetTypes"),
        params: parts("ParamTypes"),
    }
}

/// `None` for `void`.
fn part(keeper: &RecordKeeper, types: &TypeReader<'_>, ty: RecordId) -> Option<Part> {
    let any = |set: TypeSet| {
        Some(Part::Types {
            set,
            overloaded: true,
        })
    };
    let slot = |field: &str| {
        keeper
            .get_int(ty, field)
            .unwrap_or(-1)
            .try_into()
            .unwrap_or(usize::MAX)
    };
    let elements = |scalars: TypeSet| TypeSet::data().with_elements(scalars).union(scalars);
    if let Ok(kind) = keeper.get_string(ty, "Kind") {
        return match kind {
            "Void" => None,
            "Any" => any(TypeSet::data()),
            "AnyInt" => any(TypeSet::data().ints()),
            // Narrow ones may be passed as integers, as those of fixed types.
            "AnyFloat" => any(TypeSet::data().floats().union(TypeSet::data().ints())),
            "AnyVector" => any(TypeSet::data().vectors()),
            "AnyPtr" => any(types.pointers),
            "Ptr" => Some(Part::Types {
                set: types.pointers,
                overloaded: false,
            }),
            "Match" => Some(Part::Match(slot("Bits"))),
            "MatchElement" => Some(Part::Element(slot("Bits"))),
            "MatchWidth" => {
                let element = keeper.get_def_opt(ty, "Element").ok().flatten();
                let element = element.and_then(|element| fixed_type(keeper, element));
                let element = element.and_then(|name| SimpleType::from_record_name(&name));
                let set = element.map_or(TypeSet::data(), |element| elements(TypeSet::of(element)));
                Some(Part::Width(slot("Bits"), set))
            }
            _ => Some(
                match fixed_type(keeper, ty).and_then(|name| SimpleType::from_record_name(&name)) {
                    Some(ty) => Part::Types {
                        set: TypeSet::of(ty).union(TypeSet::integers_for(ty)),
                        overloaded: false,
                    },
                    None => Part::Other,
                },
            ),
        };
    }
    let is = |class| keeper.is_subclass_of(ty, class);
    if is("LLVMScalarOrSameVectorWidth") {
        return Some(Part::Width(slot("Number"), TypeSet::data()));
    }
    if is("LLVMVectorElementType") {
        return Some(Part::Element(slot("Number")));
    }
    if is("LLVMMatchType") {
        let plain = keeper
            .record(ty)
            .direct_superclasses()
            .iter()
            .any(|&class| keeper.name(class) == "LLVMMatchType");
        return Some(if plain {
            Part::Match(slot("Number"))
        } else {
            Part::Other
        });
    }
    let Ok(vt) = keeper.get_def(ty, "VT") else {
        return Some(Part::Other);
    };
    match keeper.name(vt) {
        "isVoid" => None,
        "Any" | "iAny" | "fAny" | "vAny" | "pAny" | "iPTRAny" => any(types.of_record(vt)),
        _ => Some(Part::Types {
            set: types.of_record(vt),
            overloaded: false,
        }),
    }
}

/// The name of the value type of one of this project's fixed `LLVMType`s.
fn fixed_type(keeper: &RecordKeeper, ty: RecordId) -> Option<String> {
    let bits = keeper.get_int(ty, "Bits").unwrap_or(0);
    Some(match keeper.get_string(ty, "Kind").ok()? {
        "Int" => format!("i{bits}"),
        "Half" => "f16".to_string(),
        "BFloat" => "bf16".to_string(),
        "Float" => "f32".to_string(),
        "Double" => "f64".to_string(),
        "Vector" => {
            let element = keeper.get_def_opt(ty, "Element").ok()??;
            format!("v{bits}{}", fixed_type(keeper, element)?)
        }
        _ => return None,
    })
}

/// Whether an intrinsic has a property: `flag` of this project's, or a record of one of LLVM's `names`.
fn has(keeper: &RecordKeeper, record: RecordId, flag: &str, name: &str) -> bool {
    ["Properties", "DefaultProperties", "IntrProperties"]
        .iter()
        .any(|field| {
            keeper.get_list_of_defs(record, field).is_ok_and(|list| {
                list.iter().any(|&property| {
                    keeper.name(property) == name
                        || keeper
                            .get_string(property, "Flag")
                            .is_ok_and(|known| known == flag)
                })
            })
        })
}

/// The generic opcode of an intrinsic's node, and whether the node has a chain.
pub fn node_of(keeper: &RecordKeeper, types: &TypeReader<'_>, record: RecordId) -> (&'static str, bool) {
    let is_pure = has(keeper, record, "NO_MEM", "IntrNoMem")
        && !has(keeper, record, "SIDE_EFFECTS", "IntrHasSideEffects");
    let returns_void = signature(keeper, types, record).results.is_empty();
    match (is_pure, returns_void) {
        (true, false) => ("isd::INTRINSIC_WO_CHAIN", false),
        (_, true) => ("isd::INTRINSIC_VOID", true),
        _ => ("isd::INTRINSIC_W_CHAIN", true),
    }
}

/// Whether its first two arguments can be exchanged.
pub fn is_commutative(keeper: &RecordKeeper, record: RecordId) -> bool {
    has(keeper, record, "COMMUTATIVE", "Commutative")
}
