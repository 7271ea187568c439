//! Byte code. The same numbers are in `codegen/src/dag/select/`; a test there compares the two.

use super::factor::{Choice, MatchTree};
use super::matcher::Step;
use super::types::SimpleType;

macro_rules! opcodes {
    ($($name:ident,)*) => {
        /// Operations of the byte code.
        #[allow(clippy::enum_variant_names)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Code { $($name,)* }

        /// Their names, ordered by number.
        pub const CODE_NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

opcodes! {
    End, Scope, SwitchOpcode, SwitchType, SwitchIntrinsic,
    CheckPatternPredicate, CheckOpcode, CheckIntrinsic, CheckNumOperands, CheckType, CheckTypeRes, CheckPredicate,
    CheckPredicateWithOperands, CheckInteger, CheckValueType, CheckSame, CheckFoldableChain,
    Record, RecordMem, CaptureGlue, MoveChild, MoveParent, RecordChild, CheckChildType, CheckChildInteger,
    CheckChildCondCode, CheckChildSame, CheckComplex,
    EmitInteger, EmitRegister, EmitClass, EmitSubReg, EmitConvert, EmitMergeChains, EmitCopyToReg, EmitTransform,
    EmitNode, MorphNode, Complete,
}

/// Unsigned LEB128.
fn unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Signed LEB128.
fn signed(out: &mut Vec<u8>, mut value: i64) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        if (value == 0 && byte & 0x40 == 0) || (value == -1 && byte & 0x40 != 0) {
            out.push(byte);
            return;
        }
        out.push(byte | 0x80);
    }
}

fn list(out: &mut Vec<u8>, items: &[u32]) {
    unsigned(out, items.len() as u64);
    for &item in items {
        unsigned(out, u64::from(item));
    }
}

/// The number of a type. Types without a number have been reported by `MatcherModel::rust_errors`.
fn byte(ty: SimpleType) -> u8 {
    ty.byte().unwrap_or_default()
}

fn step(out: &mut Vec<u8>, step: &Step) {
    let one = |out: &mut Vec<u8>, code: Code, value: u32| {
        out.push(code as u8);
        unsigned(out, u64::from(value));
    };
    let bytes = |out: &mut Vec<u8>, code: Code, bytes: &[u8]| {
        out.push(code as u8);
        out.extend_from_slice(bytes);
    };
    match step {
        Step::CheckPatternPredicate(id) => one(out, Code::CheckPatternPredicate, *id),
        Step::CheckOpcode(id) => one(out, Code::CheckOpcode, *id),
        Step::CheckIntrinsic(id) => one(out, Code::CheckIntrinsic, *id),
        Step::CheckNumOperands(count) => one(out, Code::CheckNumOperands, *count),
        Step::CheckType(ty) => bytes(out, Code::CheckType, &[byte(*ty)]),
        Step::CheckTypeRes(result, ty) => bytes(out, Code::CheckTypeRes, &[*result, byte(*ty)]),
        Step::CheckPredicate(id) => one(out, Code::CheckPredicate, *id),
        Step::CheckPredicateWithOperands(id, operands) => {
            one(out, Code::CheckPredicateWithOperands, *id);
            list(out, operands);
        }
        Step::CheckInteger(value) => {
            out.push(Code::CheckInteger as u8);
            signed(out, *value);
        }
        Step::CheckValueType(ty) => bytes(out, Code::CheckValueType, &[byte(*ty)]),
        Step::CheckSame(record) => one(out, Code::CheckSame, *record),
        Step::CheckFoldableChain => out.push(Code::CheckFoldableChain as u8),
        Step::Record => out.push(Code::Record as u8),
        Step::RecordMem => out.push(Code::RecordMem as u8),
        Step::CaptureGlue => out.push(Code::CaptureGlue as u8),
        Step::MoveChild(index) => bytes(out, Code::MoveChild, &[*index]),
        Step::MoveParent => out.push(Code::MoveParent as u8),
        Step::RecordChild(index) => bytes(out, Code::RecordChild, &[*index]),
        Step::CheckChildType(index, ty) => bytes(out, Code::CheckChildType, &[*index, byte(*ty)]),
        Step::CheckChildInteger(index, value) => {
            bytes(out, Code::CheckChildInteger, &[*index]);
            signed(out, *value);
        }
        Step::CheckChildCondCode(index, cc) => bytes(out, Code::CheckChildCondCode, &[*index, *cc]),
        Step::CheckChildSame(index, record) => {
            bytes(out, Code::CheckChildSame, &[*index]);
            unsigned(out, u64::from(*record));
        }
        Step::CheckComplex(id, record) => {
            one(out, Code::CheckComplex, *id);
            unsigned(out, u64::from(*record));
        }
        Step::EmitInteger(ty, value) => {
            bytes(out, Code::EmitInteger, &[byte(*ty)]);
            signed(out, *value);
        }
        Step::EmitRegister(id, ty) => {
            bytes(out, Code::EmitRegister, &[byte(*ty)]);
            unsigned(out, u64::from(*id));
        }
        Step::EmitClass(id) => one(out, Code::EmitClass, *id),
        Step::EmitSubReg(id) => one(out, Code::EmitSubReg, *id),
        Step::EmitConvert(record) => one(out, Code::EmitConvert, *record),
        Step::EmitMergeChains(records) => {
            out.push(Code::EmitMergeChains as u8);
            list(out, records);
        }
        Step::EmitCopyToReg(record, register) => {
            one(out, Code::EmitCopyToReg, *record);
            unsigned(out, u64::from(*register));
        }
        Step::EmitTransform(id, record) => {
            one(out, Code::EmitTransform, *id);
            unsigned(out, u64::from(*record));
        }
        Step::EmitNode {
            opcode,
            flags,
            types,
            operands,
        } => {
            one(out, Code::EmitNode, *opcode);
            out.push(*flags);
            out.push(types.len() as u8);
            out.extend(types.iter().map(|&ty| byte(ty)));
            list(out, operands);
        }
        Step::MorphNode {
            opcode,
            flags,
            root_results,
            types,
            operands,
            source,
        } => {
            one(out, Code::MorphNode, *opcode);
            out.extend_from_slice(&[*flags, *root_results, types.len() as u8]);
            out.extend(types.iter().map(|&ty| byte(ty)));
            list(out, operands);
            unsigned(out, u64::from(source.pattern));
        }
        Step::Complete(records, source) => {
            out.push(Code::Complete as u8);
            list(out, records);
            unsigned(out, u64::from(source.pattern));
        }
    }
}

/// Appends the code of a tree.
pub fn encode(out: &mut Vec<u8>, tree: &MatchTree) {
    for item in &tree.steps {
        step(out, item);
    }
    // Each choice is encoded as the number of bytes to skip, the key and the code; a skip of 0 ends the list.
    let case = |key: Option<u64>, tree: &MatchTree, out: &mut Vec<u8>| {
        let mut body = Vec::new();
        if let Some(key) = key {
            unsigned(&mut body, key);
        }
        encode(&mut body, tree);
        unsigned(out, body.len() as u64);
        out.append(&mut body);
    };
    match &tree.choice {
        Choice::None => return,
        Choice::Scope(branches) => {
            out.push(Code::Scope as u8);
            for branch in branches {
                case(None, branch, out);
            }
        }
        Choice::SwitchOpcode(cases) => {
            out.push(Code::SwitchOpcode as u8);
            for (key, tree) in cases {
                case(Some(u64::from(*key)), tree, out);
            }
        }
        Choice::SwitchType(cases) => {
            out.push(Code::SwitchType as u8);
            for (key, tree) in cases {
                case(Some(u64::from(byte(*key))), tree, out);
            }
        }
        Choice::SwitchIntrinsic(cases) => {
            out.push(Code::SwitchIntrinsic as u8);
            for (key, tree) in cases {
                case(Some(u64::from(*key)), tree, out);
            }
        }
    }
    out.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let mut out = Vec::new();
        unsigned(&mut out, 300);
        signed(&mut out, -2);
        signed(&mut out, 64);
        assert_eq!(out, [0xac, 2, 0x7e, 0xc0, 0]);
    }
}
