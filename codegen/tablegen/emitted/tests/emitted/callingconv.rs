//! `--gen-callingconv`

#[allow(missing_docs, clippy::all)]
mod generated {
    use crate::machine::regs;
    use wavec_codegen::calling_convention::*;
    use wavec_codegen::dag::ValueType;
    include!("../../../tests/emit/callingconv.rs");
}
use crate::machine::{REGISTER_INFO, regs};
use generated::cc_toy;
use wavec_codegen::calling_convention::{ArgFlags, CallingConvState, Place};
use wavec_codegen::dag::ValueType;

#[test]
fn registers_then_the_stack() {
    let mut state = CallingConvState::new(&REGISTER_INFO);
    let in_reg = ArgFlags {
        in_reg: true,
        ..ArgFlags::default()
    };
    let arguments = [
        (ValueType::I64, in_reg),
        (ValueType::I16, ArgFlags::default()),
        (ValueType::F32, ArgFlags::default()),
        (ValueType::I64, ArgFlags::default()),
    ];
    for (value, (vt, flags)) in arguments.into_iter().enumerate() {
        assert!(cc_toy(value, vt, flags, &mut state), "part {value}");
    }
    let places: Vec<_> = state.locations.iter().map(|l| (l.location_vt, l.place)).collect();
    assert_eq!(
        places,
        [
            (ValueType::I64, Place::Register(regs::R0_R1)),
            (ValueType::I32, Place::Register(regs::R2)),
            (ValueType::I32, Place::Stack(0)),
            (ValueType::I64, Place::Stack(8)),
        ]
    );
}

#[test]
fn variadic_functions_use_the_stack() {
    let mut state = CallingConvState::new(&REGISTER_INFO);
    state.is_variadic = true;
    assert!(cc_toy(0, ValueType::I32, ArgFlags::default(), &mut state));
    assert_eq!(state.locations[0].place, Place::Stack(0));
}
