//! `--gen-intrinsics`, `--gen-builtins`

#[allow(missing_docs, clippy::all)]
mod generated {
    use wavec_ir::intrinsics::builtins::*;
    use wavec_ir::intrinsics::*;
    include!(concat!(env!("OUT_DIR"), "/intrinsics.rs"));
    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));
}
use generated::{BUILTINS, INTRINSICS, id};
use wavec_ir::intrinsics::builtins::BuiltinLowering;
use wavec_ir::intrinsics::{IntrinsicId, IntrinsicProperties as P};

#[test]
fn intrinsics() {
    assert_eq!(id::TOY_FULL_STOP, IntrinsicId(IntrinsicId::TARGET_BASE));
    let entry = |id: IntrinsicId| &INTRINSICS.entries[(id.0 - IntrinsicId::TARGET_BASE) as usize];
    let stop = entry(id::TOY_FULL_STOP);
    assert_eq!(stop.name, "llvm.toy.full.stop");
    assert!(stop.properties.contains(P::NO_RETURN));
    let gather = entry(id::TOY_GATHER);
    assert!(
        gather
            .properties
            .contains(P::READ_MEM | P::ARG_MEM_ONLY | P::CONVERGENT)
    );
    assert_eq!(gather.overloads, 1);
    assert_eq!(gather.ret_attributes, ["nonnull"]);
    assert_eq!(gather.args[0].attributes, ["readonly", "captures(none)"]);
}

#[test]
fn immediates_have_formats() {
    let format = |id: IntrinsicId, argument: usize| {
        let entry = &INTRINSICS.entries[(id.0 - IntrinsicId::TARGET_BASE) as usize];
        assert!(entry.args[argument].immarg);
        &INTRINSICS.formats[entry.args[argument].format as usize - 1]
    };
    let print = |id, argument, value| {
        let mut out = String::new();
        format(id, argument).print(value, &mut out).then_some(out)
    };
    assert_eq!(print(id::TOY_SHIFT, 2, 1).as_deref(), Some("down"));
    assert_eq!(
        print(id::TOY_GATHER, 1, 1 | 5 << 1 | 2 << 4).as_deref(),
        Some("keep.lanes5.fast")
    );
    let shift = INTRINSICS
        .entries
        .iter()
        .find(|e| e.name == "llvm.toy.shift")
        .unwrap();
    let names: Vec<&str> = shift.args.iter().map(|a| a.name).collect();
    assert_eq!(names, ["value", "amount", "direction"]);
}

#[test]
fn builtins() {
    let shift = BUILTINS.lookup("__builtin_toy_shift").unwrap();
    assert_eq!(shift.ty, "iiiIi");
    let BuiltinLowering::Intrinsic {
        id: callee,
        overloads,
    } = shift.lowering
    else {
        panic!("{shift:?}")
    };
    assert_eq!((callee, overloads.len()), (id::TOY_SHIFT, 1));
    let stop = BUILTINS.lookup("__builtin_toy_stop").unwrap();
    assert_eq!(stop.missing_feature(&["toy1", "toy3"]), None);
    assert_eq!(stop.missing_feature(&["toy2", "toy3"]), Some("toy1"));
    assert_eq!(stop.missing_feature(&["toy1"]), Some("toy2|toy3"));
    assert!(matches!(
        BUILTINS.lookup("__builtin_toy_sum").unwrap().lowering,
        BuiltinLowering::Recipe("sum of lanes")
    ));
}
