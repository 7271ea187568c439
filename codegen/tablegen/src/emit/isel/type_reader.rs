//! The types of records: value types, register classes and operands.
//!
//! | class | fields |
//! |---|---|
//! | `RegisterClass`, `RegisterOperand`, `Operand` | `RegTypes`, `RegClass`, `Type` |

use super::types::{SimpleType, TypeSet};
use crate::record::{RecordId, RecordKeeper};

/// Reads types.
#[derive(Clone, Copy)]
pub struct TypeReader<'k> {
    keeper: &'k RecordKeeper,
    /// Types that some register class holds.
    pub legal: TypeSet,
    /// Those that pointers may have.
    pub pointers: TypeSet,
}

impl<'k> TypeReader<'k> {
    pub fn new(keeper: &'k RecordKeeper) -> TypeReader<'k> {
        let mut reader = TypeReader {
            keeper,
            legal: TypeSet::EMPTY,
            pointers: TypeSet::pointers(),
        };
        for &class in keeper.derived_defs("RegisterClass") {
            reader.legal = reader.legal.union(reader.of_registers(class));
        }
        if reader.legal.is_empty() {
            reader.legal = TypeSet::data();
        }
        reader.legal.insert(SimpleType::OTHER);
        reader
    }

    /// The types that a type record denotes.
    pub fn of_record(&self, record: RecordId) -> TypeSet {
        let name = self.keeper.name(record);
        match name {
            "iPTR" | "iPTRAny" | "pAny" => return self.pointers,
            "iAny" => return TypeSet::data().ints(),
            "fAny" => return TypeSet::data().floats(),
            "vAny" => return TypeSet::data().vectors(),
            "untyped" => return TypeSet::data().union(TypeSet::of(SimpleType::UNTYPED)),
            "Any" => return TypeSet::data(),
            _ => {}
        }
        self.simple(record).map_or(TypeSet::data(), TypeSet::of)
    }

    /// The type of a record that is one simple type.
    pub fn simple(&self, record: RecordId) -> Option<SimpleType> {
        let keeper = self.keeper;
        if let Some(ty) = SimpleType::from_record_name(keeper.name(record)) {
            return Some(ty);
        }
        // A pointer into an address space is an integer.
        let size = keeper.get_int(record, "Size").unwrap_or(0);
        keeper
            .is_subclass_of(record, "PtrValueType")
            .then(|| SimpleType::from_record_name(&format!("i{size}")))
            .flatten()
    }

    fn of_registers(&self, class: RecordId) -> TypeSet {
        let list = self
            .keeper
            .get_list_of_defs(class, "RegTypes")
            .unwrap_or_default();
        list.into_iter().fold(TypeSet::EMPTY, |set, ty| {
            // A class of untyped registers has no other type.
            set.union(match self.keeper.name(ty) {
                "untyped" => TypeSet::of(SimpleType::UNTYPED),
                _ => self.simple(ty).map_or(TypeSet::EMPTY, TypeSet::of),
            })
        })
    }

    /// The types that registers of a class (or RegisterOperand, or the value of an Operand) may hold.
    pub fn of_operand(&self, record: RecordId) -> TypeSet {
        let keeper = self.keeper;
        if let Ok(Some(class)) = keeper.get_def_opt(record, "RegClass") {
            return if class == record {
                TypeSet::data()
            } else {
                self.of_operand(class)
            };
        }
        if keeper.is_subclass_of(record, "PointerLikeRegClass") {
            return self.pointers;
        }
        if keeper.get_list(record, "RegTypes").is_ok() {
            return self.of_registers(record);
        }
        match keeper.get_def_opt(record, "Type") {
            Ok(Some(ty)) => self.of_record(ty),
            _ => TypeSet::data(),
        }
    }

    /// The types that a register may hold: those of the classes that name it.
    pub fn of_register(&self, register: RecordId) -> TypeSet {
        let keeper = self.keeper;
        let mut out = TypeSet::EMPTY;
        for &class in keeper.derived_defs("RegisterClass") {
            let names_it = keeper.get_dag(class, "MemberList").is_ok_and(|members| {
                members
                    .args()
                    .any(|(value, _)| matches!(value, crate::view::Value::Def(member) if member == register))
            });
            if names_it {
                out = out.union(self.of_registers(class));
            }
        }
        if out.is_empty() { TypeSet::data() } else { out }
    }
}
