//! Tables that say what a target can do: legal types with their register classes, actions by opcode and type.

use crate::dag::isd::{self, CondCode, NodeOpcode};
use crate::dag::node::LoadExt;
use crate::dag::types::{NUM_SIMPLE_TYPES, ValueType};
use fxhash::FxHashMap;
use wavec_mc::RegClassId;

/// What happens to an operation on a legal type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Action {
    /// A pattern selects it.
    #[default]
    Legal,
    /// Done in a larger (or otherwise better) type: see [`LegalizeTables::set_promote`].
    Promote,
    /// Rewritten with other operations, generically.
    Expand,
    /// [`TargetLowering::lower_operation`](crate::dag::TargetLowering::lower_operation) rewrites it.
    Custom,
    /// A library call: an error on targets without a library.
    LibCall,
}

/// What happens to values of an illegal type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeAction {
    /// There are registers for it.
    Legal,
    /// An integer is kept in a larger one.
    PromoteInteger,
    /// An integer is kept in two halves.
    ExpandInteger,
    /// A small float is kept as an integer and computed with as a larger float.
    SoftPromoteHalf,
    /// A vector is kept in two halves.
    Split,
    /// A vector of one element is kept as a scalar.
    Scalarize,
    /// A vector is kept in a longer one.
    Widen,
    /// There is no way to keep it.
    Unsupported,
}

/// What a target can do. Made once per target and subtarget.
#[derive(Clone, Debug)]
pub struct LegalizeTables {
    /// By simple type: class for uniform and for divergent values.
    classes: [(RegClassId, RegClassId); NUM_SIMPLE_TYPES],
    /// By opcode: the row of its actions.
    rows: [u16; isd::COUNT],
    /// Actions by simple type. The first row is all `Legal`, the second all `Expand`; most operations are one of these.
    actions: Vec<[Action; NUM_SIMPLE_TYPES]>,
    promotions: FxHashMap<(NodeOpcode, ValueType), ValueType>,
    load_exts: FxHashMap<(LoadExt, ValueType, ValueType), Action>,
    trunc_stores: FxHashMap<(ValueType, ValueType), Action>,
    cond_codes: FxHashMap<(CondCode, ValueType), Action>,
    type_overrides: FxHashMap<ValueType, (TypeAction, ValueType)>,
}

impl Default for LegalizeTables {
    fn default() -> LegalizeTables {
        LegalizeTables::new()
    }
}

impl LegalizeTables {
    /// No legal type, every operation legal except those that few machines have: those are `Expand`.
    pub fn new() -> LegalizeTables {
        // About as many operations as have rows of their own.
        let mut actions = Vec::with_capacity(isd::COUNT);
        actions.extend([
            [Action::Legal; NUM_SIMPLE_TYPES],
            [Action::Expand; NUM_SIMPLE_TYPES],
        ]);
        let mut tables = LegalizeTables {
            classes: [(RegClassId::NONE, RegClassId::NONE); NUM_SIMPLE_TYPES],
            rows: [0; isd::COUNT],
            actions,
            promotions: FxHashMap::default(),
            load_exts: FxHashMap::default(),
            trunc_stores: FxHashMap::default(),
            cond_codes: FxHashMap::default(),
            type_overrides: FxHashMap::default(),
        };
        use isd::*;
        for opcode in [
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
        ] {
            tables.rows[opcode.0 as usize] = 1;
        }
        tables
    }

    // ---- types ----

    /// Makes `vt` legal: uniform values live in `uniform`, divergent ones in `divergent`.
    pub fn set_class(&mut self, vt: ValueType, uniform: RegClassId, divergent: RegClassId) {
        let index = vt.simple_index().expect("legal types are simple");
        self.classes[index] = (uniform, divergent);
    }

    /// Classes of a legal type for uniform and divergent values.
    pub fn classes(&self, vt: ValueType) -> Option<(RegClassId, RegClassId)> {
        let classes = self.classes[vt.simple_index()?];
        (classes.0.is_some() || classes.1.is_some()).then_some(classes)
    }

    /// Whether values of this type live in registers as they are. Chains, glue and `untyped` are legal.
    pub fn is_type_legal(&self, vt: ValueType) -> bool {
        !vt.is_data() || self.classes(vt).is_some()
    }

    /// Says what happens to an illegal type where the rule of [`LegalizeTables::type_action`] is not wanted; `to` is the
    /// type it becomes (of `Split` and `ExpandInteger` the half).
    pub fn set_type_action(&mut self, vt: ValueType, action: TypeAction, to: ValueType) {
        self.type_overrides.insert(vt, (action, to));
    }

    /// What happens to values of type `vt`, and the type they become (of `Split` and `ExpandInteger` the half).
    ///
    /// The rule: integers grow to the next legal one, or are halved (after growing to a power of two) beyond the largest;
    /// f16 and bf16 are soft-promoted; vectors grow to a legal one of the same element if their length is no power of two
    /// and there is one, or to the next power of two, else they are split (two elements: into two scalars).
    pub fn type_action(&self, vt: ValueType) -> (TypeAction, ValueType) {
        if self.is_type_legal(vt) {
            return (TypeAction::Legal, vt);
        }
        if let Some(&known) = self.type_overrides.get(&vt) {
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

    /// Sets the action of operations on types. Which of a node's types counts: the type of result 0, except that
    /// `setcc`, `fp_to_sint`, `fp_to_uint`, `is_fpclass`, `extract_vector_elt`, `fp_to_fp16`, stores, `br_cc` and
    /// `select_cc` count the type of their (compared, converted, stored) operand.
    pub fn set_action(&mut self, opcodes: &[NodeOpcode], types: &[ValueType], action: Action) {
        for &opcode in opcodes {
            debug_assert!((opcode.0 as usize) < isd::COUNT, "actions are for generic nodes");
            let row = &mut self.rows[opcode.0 as usize];
            if *row < 2 {
                let own = self.actions[usize::from(*row)];
                *row = self.actions.len() as u16;
                self.actions.push(own);
            }
            let row = &mut self.actions[usize::from(*row)];
            for vt in types {
                let index = vt.simple_index().expect("actions are for simple types");
                row[index] = action;
            }
        }
    }

    /// The action of an operation on a type; `Expand` on types that are not simple.
    pub fn action(&self, opcode: NodeOpcode, vt: ValueType) -> Action {
        if opcode.0 as usize >= isd::COUNT {
            return Action::Legal;
        }
        match vt.simple_index() {
            Some(index) => self.actions[usize::from(self.rows[opcode.0 as usize])][index],
            None => Action::Expand,
        }
    }

    /// Whether the type is legal and the operation needs no rewriting.
    pub fn is_legal(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.is_type_legal(vt) && self.action(opcode, vt) == Action::Legal
    }

    /// Whether the type is legal and the operation is legal or the target's to lower.
    pub fn is_legal_or_custom(&self, opcode: NodeOpcode, vt: ValueType) -> bool {
        self.is_type_legal(vt) && matches!(self.action(opcode, vt), Action::Legal | Action::Custom)
    }

    /// Computes the operation in type `to` instead: bitwise and memory operations and selects are bitcast, integer
    /// arithmetic is extended and truncated, floating-point arithmetic is extended and rounded.
    pub fn set_promote(&mut self, opcodes: &[NodeOpcode], vt: ValueType, to: ValueType) {
        for &opcode in opcodes {
            self.set_action(&[opcode], &[vt], Action::Promote);
            self.promotions.insert((opcode, vt), to);
        }
    }

    /// The type to which an operation is promoted.
    pub fn promoted_type(&self, opcode: NodeOpcode, vt: ValueType) -> Option<ValueType> {
        self.promotions.get(&(opcode, vt)).copied()
    }

    /// Sets the action of extending loads from `memory` types to `types`. The default is `Expand` (a plain load of the
    /// memory type if it is legal, or a wider load and an extension in registers).
    pub fn set_load_ext(
        &mut self,
        exts: &[LoadExt],
        types: &[ValueType],
        memory: &[ValueType],
        action: Action,
    ) {
        for &ext in exts {
            for &vt in types {
                for &memory in memory {
                    self.load_exts.insert((ext, vt, memory), action);
                }
            }
        }
    }

    /// The action of an extending load.
    pub fn load_ext_action(&self, ext: LoadExt, vt: ValueType, memory: ValueType) -> Action {
        self.load_exts
            .get(&(ext, vt, memory))
            .copied()
            .unwrap_or(Action::Expand)
    }

    /// Sets the action of stores of the low part (`memory`) of `types`. The default is `Expand`.
    pub fn set_trunc_store(&mut self, types: &[ValueType], memory: &[ValueType], action: Action) {
        for &vt in types {
            for &memory in memory {
                self.trunc_stores.insert((vt, memory), action);
            }
        }
    }

    /// The action of a truncating store.
    pub fn trunc_store_action(&self, vt: ValueType, memory: ValueType) -> Action {
        self.trunc_stores
            .get(&(vt, memory))
            .copied()
            .unwrap_or(Action::Expand)
    }

    /// Sets the action of comparing operands of `types` with conditions. The default is `Legal`; `Expand` swaps the
    /// operands, inverts the condition, or joins two comparisons.
    pub fn set_cond_code(&mut self, conditions: &[CondCode], types: &[ValueType], action: Action) {
        for &cc in conditions {
            for &vt in types {
                self.cond_codes.insert((cc, vt), action);
            }
        }
    }

    /// The action of a condition.
    pub fn cond_code_action(&self, cc: CondCode, vt: ValueType) -> Action {
        self.cond_codes.get(&(cc, vt)).copied().unwrap_or_default()
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
