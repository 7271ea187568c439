// Calling conventions, generated from callingconv.td. Do not edit.

/// `CC_Stack`: whether it has a place for part `value`, of type `vt`.
#[allow(dead_code)]
pub fn cc_stack(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    state.conversion = Conversion::Full;
    cc_stack_at(value, vt, vt, flags, state)
}
/// The same for a part that is of type `location_vt` by now.
#[allow(dead_code, unused_mut, unused_variables, unreachable_code, clippy::all)]
pub fn cc_stack_at(value: usize, vt: ValueType, mut location_vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    if location_vt == ValueType::I64 {
        state.assign_stack(value, vt, location_vt, 8, 8);
        return true;
    }
    state.assign_stack(value, vt, location_vt, 0, 4);
    return true;
    false
}
/// `CC_Toy`: whether it has a place for part `value`, of type `vt`.
#[allow(dead_code)]
pub fn cc_toy(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    state.conversion = Conversion::Full;
    cc_toy_at(value, vt, vt, flags, state)
}
/// The same for a part that is of type `location_vt` by now.
#[allow(dead_code, unused_mut, unused_variables, unreachable_code, clippy::all)]
pub fn cc_toy_at(value: usize, vt: ValueType, mut location_vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    if location_vt == ValueType::I1 || location_vt == ValueType::I8 || location_vt == ValueType::I16 {
        location_vt = ValueType::I32;
        state.conversion = Conversion::extension(location_vt, flags);
    }
    if flags.in_reg {
        if location_vt == ValueType::I64 {
            if state.assign_register(value, vt, location_vt, 2, &[regs::R0, regs::R2]) {
                return true;
            }
        }
    }
    if location_vt == ValueType::F32 {
        location_vt = ValueType::I32;
        state.conversion = Conversion::BitConvert;
    }
    if !state.is_variadic {
        if location_vt == ValueType::I32 {
            if state.assign_register(value, vt, location_vt, 1, &[regs::R0, regs::R1, regs::R2]) {
                return true;
            }
        }
    }
    if cc_stack_at(value, vt, location_vt, flags, state) {
        return true;
    }
    false
}
/// `CC_Own`: whether it has a place for part `value`, of type `vt`.
#[allow(dead_code)]
pub fn cc_own(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    state.conversion = Conversion::Full;
    cc_own_at(value, vt, vt, flags, state)
}
/// `CC_Rest`: whether it has a place for part `value`, of type `vt`.
#[allow(dead_code)]
pub fn cc_rest(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    state.conversion = Conversion::Full;
    cc_rest_at(value, vt, vt, flags, state)
}
/// The same for a part that is of type `location_vt` by now.
#[allow(dead_code, unused_mut, unused_variables, unreachable_code, clippy::all)]
pub fn cc_rest_at(value: usize, vt: ValueType, mut location_vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    if flags.by_val {
        state.assign_by_val(value, vt, location_vt, flags, (8, 4));
        return true;
    }
    if state.calling_convention == 7 {
        if cc_own_at(value, vt, location_vt, flags, state) {
            return true;
        }
    }
    if flags.pointer == Some(3) {
        if state.assign_any_register(value, vt, location_vt, &[regs::R4_R5]) {
            return true;
        }
    }
    if flags.s_ret {
        if state.assign_register_with_shadow(value, vt, location_vt, &[regs::R6, regs::R7], &[regs::R5, regs::R4]) {
            return true;
        }
    }
    if flags.nest {
        if state.assign_register(value, vt, location_vt, 1, &[regs::R3]) {
            state.skip_stack(8, 8);
            return true;
        }
    }
    if flags.var_arg {
        state.take_registers(&[regs::R6, regs::R7]);
        state.assign_stack(value, vt, location_vt, 4, 4);
        return true;
    }
    if location_vt == ValueType::F64 {
        if split_double(value, vt, &mut location_vt, flags, state) {
            return true;
        }
    }
    if location_vt == ValueType::I1 {
        location_vt = ValueType::I32;
        state.conversion = Conversion::to_upper_bits(flags);
    }
    if location_vt == ValueType::I8 {
        location_vt = ValueType::I32;
        state.conversion = Conversion::extension(location_vt, flags);
    }
    if location_vt == ValueType::F16 {
        location_vt = ValueType::F32;
        state.conversion = Conversion::extension(location_vt, flags);
    }
    if location_vt == ValueType::I64 {
        location_vt = ValueType::I32;
        state.conversion = Conversion::Truncate;
    }
    if location_vt == ValueType::V4I32 {
        location_vt = ValueType::I32;
        state.conversion = Conversion::Indirect;
    }
    if cc_stack_at(value, vt, location_vt, flags, state) {
        return true;
    }
    false
}
/// `CSR_Toy`
#[allow(dead_code)]
pub static CSR_TOY: CalleeSavedRegs = CalleeSavedRegs {
    name: "CSR_Toy",
    saved: &[regs::R4, regs::R5, regs::R6],
    other_preserved: &[regs::FLAG],
};
/// `CSR_None`
#[allow(dead_code)]
pub static CSR_NONE: CalleeSavedRegs = CalleeSavedRegs {
    name: "CSR_None",
    saved: &[],
    other_preserved: &[],
};
