//! `--gen-callingconv`

#[allow(missing_docs, clippy::all)]
mod generated {
    use crate::machine::regs;
    use wavec_codegen::calling_convention::*;
    use wavec_codegen::dag::ValueType;
    include!(concat!(env!("OUT_DIR"), "/callingconv.rs"));

    /// The convention that the description declares and this file implements: each value has its own location.
    fn cc_own_at(
        value: usize,
        vt: ValueType,
        location_vt: ValueType,
        _: ArgFlags,
        state: &mut CallingConvState<'_>,
    ) -> bool {
        state.assign_stack(value, vt, location_vt, 32, 32);
        true
    }

    /// A custom action that only changes the type, so that a later action assigns the location.
    fn split_double(
        _: usize,
        _: ValueType,
        location_vt: &mut ValueType,
        _: ArgFlags,
        state: &mut CallingConvState<'_>,
    ) -> bool {
        *location_vt = ValueType::I64;
        state.conversion = Conversion::BitConvert;
        false
    }
}
use crate::machine::{REGISTER_INFO, regs};
use generated::{CSR_NONE, CSR_TOY, cc_rest, cc_toy};
use wavec_codegen::calling_convention::{ArgFlags, CallingConvState, Conversion, Place};
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

/// What `cc_rest` does with one part, in a fresh state.
fn rest(vt: ValueType, flags: ArgFlags) -> (ValueType, Conversion, Place, CallingConvState<'static>) {
    let mut state = CallingConvState::new(&REGISTER_INFO);
    assert!(cc_rest(0, vt, flags, &mut state));
    let location = state.locations[0];
    assert_eq!(location.vt, vt);
    (location.location_vt, location.conversion, location.place, state)
}

#[test]
fn types_are_converted() {
    let signed = ArgFlags {
        sign_extended: true,
        ..ArgFlags::default()
    };
    for (vt, flags, location_vt, conversion) in [
        (ValueType::I8, signed, ValueType::I32, Conversion::SignExtend),
        (
            ValueType::I8,
            ArgFlags::default(),
            ValueType::I32,
            Conversion::AnyExtend,
        ),
        (ValueType::I1, signed, ValueType::I32, Conversion::SignExtendUpper),
        (
            ValueType::F16,
            ArgFlags::default(),
            ValueType::F32,
            Conversion::FloatExtend,
        ),
        (
            ValueType::I64,
            ArgFlags::default(),
            ValueType::I32,
            Conversion::Truncate,
        ),
        (
            ValueType::V4I32,
            ArgFlags::default(),
            ValueType::I32,
            Conversion::Indirect,
        ),
        (
            ValueType::I32,
            ArgFlags::default(),
            ValueType::I32,
            Conversion::Full,
        ),
    ] {
        let (found_vt, found, place, _) = rest(vt, flags);
        assert_eq!(
            (found_vt, found, place),
            (location_vt, conversion, Place::Stack(0)),
            "{vt:?}"
        );
    }
    // The custom action's type is that of the action after it.
    let (vt, conversion, ..) = rest(ValueType::F64, ArgFlags::default());
    assert_eq!((vt, conversion), (ValueType::I32, Conversion::Truncate));
}

#[test]
fn shadows_are_taken() {
    let s_ret = ArgFlags {
        s_ret: true,
        ..ArgFlags::default()
    };
    let (_, _, place, mut state) = rest(ValueType::I32, s_ret);
    assert_eq!(place, Place::Register(regs::R6));
    assert!(!state.is_free(regs::R5) && !state.is_free(regs::R4_R5) && state.is_free(regs::R4));
    assert!(cc_rest(1, ValueType::I32, s_ret, &mut state));
    assert_eq!(state.register_of(1), Some(regs::R7));
    assert!(!state.is_free(regs::R4));

    let var_arg = ArgFlags {
        var_arg: true,
        ..ArgFlags::default()
    };
    let (_, _, place, state) = rest(ValueType::I32, var_arg);
    assert_eq!(place, Place::Stack(0));
    assert!(!state.is_free(regs::R6) && !state.is_free(regs::R7));
}

#[test]
fn registers_with_places_on_the_stack() {
    let nest = ArgFlags {
        nest: true,
        ..ArgFlags::default()
    };
    let (_, _, place, state) = rest(ValueType::I32, nest);
    assert_eq!((place, state.stack_bytes()), (Place::Register(regs::R3), 8));
    let pointer = ArgFlags {
        pointer: Some(3),
        ..ArgFlags::default()
    };
    assert_eq!(rest(ValueType::I64, pointer).2, Place::Register(regs::R4_R5));
}

#[test]
fn copies_of_what_pointers_point_to() {
    let by_val = |size, align| ArgFlags {
        by_val: true,
        by_val_size: (size, align),
        ..ArgFlags::default()
    };
    assert_eq!(rest(ValueType::I32, by_val(20, 16)).3.stack_bytes(), 20);
    assert_eq!(rest(ValueType::I32, by_val(1, 1)).3.stack_bytes(), 8);
}

#[test]
fn conventions_of_the_including_file() {
    let mut state = CallingConvState::new(&REGISTER_INFO);
    state.calling_convention = 7;
    assert!(cc_rest(0, ValueType::I32, ArgFlags::default(), &mut state));
    assert_eq!(state.stack_bytes(), 32);
}

#[test]
fn preserved_registers() {
    assert_eq!(CSR_TOY.saved, [regs::R4, regs::R5, regs::R6]);
    assert_eq!(CSR_TOY.other_preserved, [regs::FLAG]);
    assert!(CSR_NONE.saved.is_empty() && CSR_NONE.other_preserved.is_empty());
}
