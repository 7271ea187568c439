// Calling conventions, generated from callingconv.td. Do not edit.

/// `CC_Stack`: whether it has a place for part `value`, of type `vt`.
#[allow(unused_mut, unused_variables, unreachable_code, clippy::all)]
pub fn cc_stack(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    let mut location_vt = vt;
    if location_vt == ValueType::I64 {
        state.assign_stack(value, vt, location_vt, 8, 8);
        return true;
    }
    state.assign_stack(value, vt, location_vt, 0, 4);
    return true;
    false
}
/// `CC_Toy`: whether it has a place for part `value`, of type `vt`.
#[allow(unused_mut, unused_variables, unreachable_code, clippy::all)]
pub fn cc_toy(value: usize, vt: ValueType, flags: ArgFlags, state: &mut CallingConvState<'_>) -> bool {
    let mut location_vt = vt;
    if location_vt == ValueType::I1 || location_vt == ValueType::I8 || location_vt == ValueType::I16 {
        location_vt = ValueType::I32;
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
    }
    if !state.is_variadic {
        if location_vt == ValueType::I32 {
            if state.assign_register(value, vt, location_vt, 1, &[regs::R0, regs::R1, regs::R2]) {
                return true;
            }
        }
    }
    if cc_stack(value, location_vt, flags, state) {
        return true;
    }
    false
}
