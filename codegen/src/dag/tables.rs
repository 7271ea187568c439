//! Tables of a target's capabilities: legal types with their register classes, actions by opcode and type.

use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::node::LoadExt;
use crate::dag::types::{NUM_SIMPLE_TYPES, ValueType};
use wavec_mc::RegClassId;

/// The action for an operation on a legal type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Action {
    /// A pattern selects it.
    #[default]
    Legal,
    /// Performed in a larger (or otherwise better) type: see [`LegalizeTables::set_promote`].
    Promote,
    /// Expanded generically into other operations.
    Expand,
    /// [`TargetLowering::lower_operation`](crate::dag::TargetLowering::lower_operation) rewrites it.
    Custom,
    /// A library call: an error on targets without a library.
    LibCall,
}

/// The action for values of an illegal type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeAction {
    /// The type has registers.
    Legal,
    /// Promoted to a larger integer.
    PromoteInteger,
    /// Split into two halves.
    ExpandInteger,
    /// Stored as an integer and computed as a larger float.
    SoftPromoteHalf,
    /// Split into two halves.
    Split,
    /// A vector of one element is a scalar.
    Scalarize,
    /// Widened to a longer vector.
    Widen,
    /// Not supported.
    Unsupported,
}

/// Maximum number of entries of a sparse table.
const MAX_EXCEPTIONS: usize = 32;

/// A few values by key; the last one for a key wins.
#[derive(Clone, Copy, Debug)]
struct Exceptions<K, V> {
    entries: [Option<(K, V)>; MAX_EXCEPTIONS],
    len: usize,
}

impl<K: Copy, V: Copy> Exceptions<K, V> {
    const NONE: Exceptions<K, V> = Exceptions {
        entries: [None; MAX_EXCEPTIONS],
        len: 0,
    };

    const fn set(&mut self, key: K, value: V) {
        assert!(
            self.len < MAX_EXCEPTIONS,
            "there is room for so many exceptions only"
        );
        self.entries[self.len] = Some((key, value));
        self.len += 1;
    }
}

impl<K: Copy + PartialEq, V: Copy> Exceptions<K, V> {
    fn get(&self, key: K) -> Option<V> {
        let mut known = self.entries[..self.len].iter().flatten().rev();
        known.find(|entry| entry.0 == key).map(|entry| entry.1)
    }
}

/// The capabilities of a target. All setters are `const`: a target's tables are `static`.
#[derive(Clone, Debug)]
pub struct LegalizeTables {
    /// By simple type: class for uniform and for divergent values.
    classes: [(RegClassId, RegClassId); NUM_SIMPLE_TYPES],
    /// Actions by opcode and simple type.
    actions: [[Action; NUM_SIMPLE_TYPES]; isd::COUNT],
    promotions: Exceptions<(NodeOpcode, ValueType), ValueType>,
    load_exts: Exceptions<(LoadExt, ValueType, ValueType), Action>,
    trunc_stores: Exceptions<(ValueType, ValueType), Action>,
    cond_codes: Exceptions<(CondCode, ValueType), Action>,
    type_overrides: Exceptions<ValueType, (TypeAction, ValueType)>,
}

impl Default for LegalizeTables {
    fn default() -> LegalizeTables {
        LegalizeTables::new()
    }
}

impl LegalizeTables {
    /// No legal type; every operation is legal except those that few machines have: those are `Expand`.
    pub const fn new() -> LegalizeTables {
        let mut tables = LegalizeTables {
            classes: [(RegClassId::NONE, RegClassId::NONE); NUM_SIMPLE_TYPES],
            actions: [[Action::Legal; NUM_SIMPLE_TYPES]; isd::COUNT],
            promotions: Exceptions::NONE,
            load_exts: Exceptions::NONE,
            trunc_stores: Exceptions::NONE,
            cond_codes: Exceptions::NONE,
            type_overrides: Exceptions::NONE,
        };
        use isd::*;
        let rare = [
            SDIVREM,
            UDIVREM,
            UMUL_LOHI,
            SMUL_LOHI,
            MULHU,
            MULHS,
            UADDO,
            USUBO,
            SADDO,
            SSUBO,
            UMULO,
            SMULO,
            UADDO_CARRY,
            USUBO_CARRY,
            SADDSAT,
            UADDSAT,
            SSUBSAT,
            USUBSAT,
            ROTL,
            ROTR,
            FSHL,
            FSHR,
            SHL_PARTS,
            SRA_PARTS,
            SRL_PARTS,
            BSWAP,
            BITREVERSE,
            CTPOP,
            CTLZ,
            CTTZ,
            CTLZ_ZERO_UNDEF,
            CTTZ_ZERO_UNDEF,
            ABS,
            SMIN,
            SMAX,
            UMIN,
            UMAX,
            SIGN_EXTEND_INREG,
            FREM,
            FCOPYSIGN,
            FMA,
            FMAD,
            FSQRT,
            FSIN,
            FCOS,
            FTAN,
            FPOW,
            FPOWI,
            FEXP,
            FEXP2,
            FEXP10,
            FLOG,
            FLOG2,
            FLOG10,
            FROUND,
            FROUNDEVEN,
            FRINT,
            FNEARBYINT,
            FMINNUM,
            FMAXNUM,
            FMINNUM_IEEE,
            FMAXNUM_IEEE,
            FMINIMUM,
            FMAXIMUM,
            FMINIMUMNUM,
            FMAXIMUMNUM,
            FLDEXP,
            FFREXP,
            IS_FPCLASS,
            FP_TO_SINT_SAT,
            FP_TO_UINT_SAT,
            FP16_TO_FP,
            FP_TO_FP16,
            BF16_TO_FP,
            FP_TO_BF16,
            SELECT_CC,
            BR_CC,
            VSELECT,
            ATOMIC_CMP_SWAP_WITH_SUCCESS,
            ATOMIC_LOAD_SUB,
            ATOMIC_LOAD_NAND,
            ATOMIC_LOAD_FSUB,
            SCALAR_TO_VECTOR,
            CONCAT_VECTORS,
            EXTRACT_SUBVECTOR,
            INSERT_SUBVECTOR,
            BUILD_PAIR,
            EXTRACT_ELEMENT,
            MERGE_VALUES,
        ];
        let mut opcode = 0;
        while opcode < rare.len() {
            tables.actions[rare[opcode].0 as usize] = [Action::Expand; NUM_SIMPLE_TYPES];
            opcode += 1;
        }
        tables
    }

    // ---- types ----

    /// Makes `vt` legal: uniform values live in `uniform`, divergent ones in `divergent`.
    pub const fn set_class(&mut self, vt: ValueType, uniform: RegClassId, divergent: RegClassId) {
        let index = vt.simple_index().expect("legal types are simple");
        self.classes[index] = (uniform, divergent);
    }

    /// Classes of a legal type for uniform and divergent values.
    #[inline]
    pub fn classes(&self, vt: ValueType) -> Option<(RegClassId, RegClassId)> {
        let classes = self.classes[vt.simple_index()?];
        (classes.0.is_some() || classes.1.is_some()).then_some(classes)
    }

    /// Whether values of this type are kept in registers as they are. Chains, glue and `untyped` are legal.
    pub fn is_type_legal(&self, vt: ValueType) -> bool {
        !vt.is_data() || self.classes(vt).is_some()
    }

    /// Sets the action for an illegal type where it differs from the rule of [`LegalizeTables::type_action`]; `to` is
    /// the resulting type (for `Split` and `ExpandInteger` the half).
    pub const fn set_type_action(&mut self, vt: ValueType, action: TypeAction, to: ValueType) {
        self.type_overrides.set(vt, (action, to));
    }

    /// The action for values of type `vt`, and the resulting type (for `Split` and `ExpandInteger` the half).
    ///
    /// The rule: integers are promoted to the next legal one, or halved (after promotion to a power of two) beyond the
    /// largest; f16 and bf16 are soft-promoted; vectors are widened to a legal one of the same element if their length
    /// is not a power of two and there is one, or to the next power of two, else they are split (two elements: into two
    /// scalars).
    pub fn type_action(&self, vt: ValueType) -> (TypeAction, ValueType) {
        if self.is_type_legal(vt) {
            return (TypeAction::Legal, vt);
        }
        if let Some(known) = self.type_overrides.get(vt) {
            return known;
        }
        if vt.is_vector() {
            return self.vector_action(vt);
        }
        if vt.is_integer() {
            let bits = vt.scalar_bits();
            for larger in [8, 16, 32, 64, 128] {
                if larger > bits && self.is_type_legal(ValueType::int(larger)) {
                    return (TypeAction::PromoteInteger, ValueType::int(larger));
                }
            }
            if !bits.is_power_of_two() {
                return (
                    TypeAction::PromoteInteger,
                    ValueType::int(bits.next_power_of_two()),
                );
            }
            return (TypeAction::ExpandInteger, ValueType::int(bits / 2));
        }
        match vt {
            ValueType::F16 | ValueType::BF16 => (TypeAction::SoftPromoteHalf, ValueType::F32),
            _ => (TypeAction::Unsupported, vt),
        }
    }

    fn vector_action(&self, vt: ValueType) -> (TypeAction, ValueType) {
        let (element, count) = (vt.scalar(), vt.num_elements());
        if count == 1 {
            return (TypeAction::Scalarize, element);
        }
        if count.is_power_of_two() {
            return (TypeAction::Split, vt.half_elements());
        }
        for longer in count + 1..=32 {
            let wide = ValueType::vector(element, longer);
            if self.is_type_legal(wide) {
                return (TypeAction::Widen, wide);
            }
        }
        if count > 128 {
            return (TypeAction::Unsupported, vt);
        }
        (
            TypeAction::Widen,
            ValueType::vector(element, count.next_power_of_two()),
        )
    }

    // ---- operations ----

    /// Sets the action of operations on types. The relevant type of a node is the type of result 0, except that for
    /// `setcc`, `fp_to_sint`, `fp_to_uint`, `is_fpclass`, `extract_vector_elt`, `fp_to_fp16`, stores, `br_cc` and
    /// `select_cc` it is the type of their (compared, converted, stored) operand.
    pub const fn set_action(&mut self, opcodes: &[NodeOpcode], types: &[ValueType], action: Action) {
        let mut opcode = 0;
        while opcode < opcodes.len() {
            let row = &mut self.actions[opcodes[opcode].0 as usize];
            opcode += 1;
            let mut vt = 0;
            while vt < types.len() {
                row[types[vt].simple_index().expect("actions are for simple types")] = action;
                vt += 1;
            }
        }
    }

    /// The action of an operation on a type; `Expand` on types that are not simple.
    pub fn action(&self, opcode: NodeOpcode, vt: ValueType) -> Action {
        let Some(row) = self.actions.get(opcode.0 as usize) else {
            return Action::Legal;
        };
        vt.simple_index().map_or(Action::Expand, |index| row[index])
    }

    /// Whether the type is legal and the operation needs no rewriting.
    pub fn is_legal(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.is_type_legal(vt) && self.action(opcode, vt) == Action::Legal
    }

    /// Whether the type is legal and the operation is legal or lowered by the target.
    pub fn is_legal_or_custom(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.is_type_legal(vt) && matches!(self.action(opcode, vt), Action::Legal | Action::Custom)
    }

    /// Computes the operation in type `to` instead: bitwise and memory operations and selects are bitcast, integer
    /// arithmetic is extended and truncated, floating-point arithmetic is extended and rounded.
    pub const fn set_promote(&mut self, opcodes: &[NodeOpcode], vt: ValueType, to: ValueType) {
        self.set_action(opcodes, &[vt], Action::Promote);
        let mut opcode = 0;
        while opcode < opcodes.len() {
            self.promotions.set((opcodes[opcode], vt), to);
            opcode += 1;
        }
    }

    /// The type to which an operation is promoted.
    pub fn promoted_type(&self, opcode: NodeOpcode, vt: ValueType) -> Option<ValueType> {
        self.promotions.get((opcode, vt))
    }

    /// Sets the action of extending loads from `memory` types to a type. The default is `Expand` (a plain load of the
    /// memory type if it is legal, or a wider load and an extension in registers).
    pub const fn set_load_ext(
        &mut self,
        exts: &[LoadExt],
        vt: ValueType,
        memory: &[ValueType],
        action: Action,
    ) {
        let mut at = 0;
        while at < exts.len() * memory.len() {
            let (ext, memory) = (exts[at / memory.len()], memory[at % memory.len()]);
            self.load_exts.set((ext, vt, memory), action);
            at += 1;
        }
    }

    /// The action of an extending load.
    pub fn load_ext_action(&self, ext: LoadExt, vt: ValueType, memory: ValueType) -> Action {
        self.load_exts.get((ext, vt, memory)).unwrap_or(Action::Expand)
    }

    /// Sets the action of stores of the low part (`memory`) of a type. The default is `Expand`.
    pub const fn set_trunc_store(&mut self, vt: ValueType, memory: &[ValueType], action: Action) {
        let mut at = 0;
        while at < memory.len() {
            self.trunc_stores.set((vt, memory[at]), action);
            at += 1;
        }
    }

    /// The action of a truncating store.
    pub fn trunc_store_action(&self, vt: ValueType, memory: ValueType) -> Action {
        self.trunc_stores.get((vt, memory)).unwrap_or(Action::Expand)
    }

    /// Sets the action of comparing operands of a type with conditions. The default is `Legal`; `Expand` swaps the
    /// operands, inverts the condition, or joins two comparisons.
    pub const fn set_cond_code(&mut self, conditions: &[CondCode], vt: ValueType, action: Action) {
        let mut at = 0;
        while at < conditions.len() {
            self.cond_codes.set((conditions[at], vt), action);
            at += 1;
        }
    }

    /// The action of a condition.
    pub fn cond_code_action(&self, cc: CondCode, vt: ValueType) -> Action {
        self.cond_codes.get((cc, vt)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValueType as VT;

    #[test]
    fn type_rules() {
        let mut tables = LegalizeTables::new();
        for vt in [VT::I32, VT::I64, VT::F32, VT::V2I32, VT::V4I32, VT::V3F32] {
            tables.set_class(vt, RegClassId(0), RegClassId(1));
        }
        use TypeAction::*;
        assert_eq!(tables.type_action(VT::I8), (PromoteInteger, VT::I32));
        assert_eq!(tables.type_action(VT::int(33)), (PromoteInteger, VT::I64));
        assert_eq!(tables.type_action(VT::int(65)), (PromoteInteger, VT::I128));
        assert_eq!(tables.type_action(VT::I128), (ExpandInteger, VT::I64));
        assert_eq!(tables.type_action(VT::V3I32), (Widen, VT::V4I32));
        assert_eq!(tables.type_action(VT::V3F32), (Legal, VT::V3F32));
        assert_eq!(tables.type_action(VT::V8I32), (Split, VT::V4I32));
        assert_eq!(tables.type_action(VT::V2F32), (Split, VT::F32));
        assert_eq!(tables.type_action(VT::V1F32), (Scalarize, VT::F32));
        assert_eq!(tables.type_action(VT::F16), (SoftPromoteHalf, VT::F32));
        assert_eq!(tables.type_action(VT::OTHER), (Legal, VT::OTHER));
    }
}
