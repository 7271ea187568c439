//! Instructions that are made of vector instructions: pairs of these, and operations of the scalar unit on
//! floating-point numbers, which mean what those of the vector unit mean in one lane. [`crate::op::Op::parts`] has them.

use super::{Core, Semantics, shared};
use crate::fault::FaultKind;
use crate::op::{Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::unwritten;

/// Registers that a part writes, with what is not known of it.
fn run(c: &mut Core<'_>, part: &Op) -> Step {
    let unknown = match c.check_registers {
        true => unwritten::unwritten(c.wave, part),
        false => 0,
    };
    (part.handler)(c, part)?;
    match unknown {
        0 => Ok(()),
        _ => unwritten::forget_results(c.wave, part, unknown, [unknown; 2]),
    }
}

/// Two operations at once: the second reads registers as they were before the first.
fn dual(c: &mut Core<'_>, o: &Op) -> Step {
    let Some([first, second]) = o.parts.as_deref() else {
        return Err(Box::new(FaultKind::Unsupported("a pair of instructions".into())));
    };
    let result = usize::from(first.vdst);
    if !second.src.contains(&Src::Vector(first.vdst)) {
        run(c, first)?;
        return run(c, second);
    }
    let before = (c.wave.v[result], c.wave.v_defined[result]);
    run(c, first)?;
    let after = (c.wave.v[result], c.wave.v_defined[result]);
    (c.wave.v[result], c.wave.v_defined[result]) = before;
    run(c, second)?;
    (c.wave.v[result], c.wave.v_defined[result]) = after;
    Ok(())
}

/// The operation in one lane, whose result is moved to a scalar register.
fn of_one_lane(c: &mut Core<'_>, o: &Op) -> Step {
    let Some([part]) = o.parts.as_deref() else {
        return Err(Box::new(FaultKind::Unsupported("a scalar operation".into())));
    };
    let before = (c.wave.v[0], c.wave.v_defined[0], c.mask);
    c.mask = 1;
    c.wave.v[0][0] = 0;
    let step = (part.handler)(c, part);
    let value = c.wave.v[0][0];
    (c.wave.v[0], c.wave.v_defined[0], c.mask) = before;
    step?;
    c.wave.set_scalar(o.sdst, value);
    Ok(())
}

/// The comparison in one lane, whose result is SCC.
fn compare_one_lane(c: &mut Core<'_>, o: &Op) -> Step {
    let Some([part]) = o.parts.as_deref() else {
        return Err(Box::new(FaultKind::Unsupported("a scalar comparison".into())));
    };
    let before = (c.mask, c.wave.scalar64(scalar::VCC));
    let defined = [0, 1].map(|word| c.wave.s_defined[usize::from(scalar::VCC) + word]);
    c.mask = 1;
    let step = (part.handler)(c, part);
    let holds = c.wave.scalar(scalar::VCC) & 1 != 0;
    c.mask = before.0;
    c.wave.set_scalar64(scalar::VCC, before.1);
    for (word, defined) in defined.into_iter().enumerate() {
        c.wave.s_defined[usize::from(scalar::VCC) + word] = defined;
    }
    step?;
    c.set_scc(holds);
    Ok(())
}

/// The vector instruction that a scalar instruction on floating-point numbers is one lane of.
pub(crate) fn vector_counterpart(mnemonic: &str) -> Option<Semantics> {
    let name = match mnemonic {
        "s_fmac_f32" | "s_fmaak_f32" | "s_fmamk_f32" => "v_fma_f32",
        "s_fmac_f16" => "v_fma_f16",
        "s_cvt_pk_rtz_f16_f32" => "v_cvt_pkrtz_f16_f32",
        // The upper half is a selection of the source.
        "s_cvt_hi_f32_f16" => "v_cvt_f32_f16",
        _ => {
            let name = mnemonic
                .strip_prefix("s_")
                .or_else(|| mnemonic.strip_prefix("v_s_"))?;
            let is_float = name.split('_').any(|part| matches!(part, "f32" | "f16"));
            let vector = format!("v_{name}");
            return is_float
                .then(|| super::gfx12::vector(&vector).or_else(|| shared(&vector)))
                .flatten();
        }
    };
    shared(name)
}

/// Meaning of one of these instructions.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    if mnemonic == "v_dual" {
        return Some(Semantics::new(InstructionClass::Valu, dual));
    }
    vector_counterpart(mnemonic)?;
    let handler = match mnemonic.starts_with("s_cmp_") {
        true => compare_one_lane,
        false => of_one_lane,
    };
    Some(Semantics::new(InstructionClass::Salu, handler))
}
