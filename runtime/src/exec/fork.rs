//! Forks: both sides of a divergent branch run one after the other. The side with fewer lanes runs first; mask and
//! address of the other side are kept in four scalar registers, indexed by the number of open forks in MODE.

use super::control::{jump, jump_to};
use super::{Core, Semantics};
use crate::op::{Op, Step};
use crate::stats::InstructionClass;

/// First bit of the number of open forks in MODE.
const DEPTH_SHIFT: u32 = 29;
/// Maximum number of open forks: the field has three bits.
const MAX_DEPTH: u32 = 7;

fn depth(c: &Core<'_>) -> u32 {
    c.wave.mode >> DEPTH_SHIFT
}

fn set_depth(c: &mut Core<'_>, depth: u32) {
    c.wave.mode = c.wave.mode & !(MAX_DEPTH << DEPTH_SHIFT) | depth << DEPTH_SHIFT;
}

/// Continues at `target` with the lanes whose bits of `condition` are set, and after the instruction with the others.
fn fork(c: &mut Core<'_>, o: &Op, condition: u64, target: u64) -> Step {
    let exec = c.wave.exec();
    let (pass, fail) = (condition & exec, !condition & exec);
    if pass == exec {
        return jump_to(c, target);
    }
    if fail == exec {
        return Ok(());
    }
    let open = depth(c);
    if open == MAX_DEPTH {
        return c.undefined(format!("more than {MAX_DEPTH} forks are open"));
    }
    let fail_first = fail.count_ones() < pass.count_ones();
    let (first, other, other_target) = match fail_first {
        true => (fail, pass, target),
        false => (pass, fail, c.code_base + o.next),
    };
    let registers = 4 * open as u8;
    c.wave.set_scalar64(registers, other);
    c.wave.set_scalar64(registers + 2, other_target);
    c.wave.set_exec(first);
    set_depth(c, open + 1);
    match fail_first {
        true => Ok(()),
        false => jump_to(c, target),
    }
}

fn fork_to_register(c: &mut Core<'_>, o: &Op) -> Step {
    fork(c, o, c.s64(o.src[0]), c.s64(o.src[1]))
}

fn fork_to_immediate(c: &mut Core<'_>, o: &Op) -> Step {
    // The target of the jump.
    let after = c.wave.pc;
    jump(c, o);
    let target = c.code_base.wrapping_add(c.wave.pc);
    c.wave.pc = after;
    fork(c, o, c.s64(o.src[0]), target)
}

/// The end of both sides: at the second arrival the program continues with the number of forks that were open before.
fn join(c: &mut Core<'_>, o: &Op) -> Step {
    let open = depth(c);
    if c.s32(o.src[0]) == open {
        return Ok(());
    }
    let Some(open) = open.checked_sub(1) else {
        return c.undefined("a join without a fork");
    };
    set_depth(c, open);
    let registers = 4 * open as u8;
    let target = c.wave.scalar64(registers + 2);
    c.wave.set_exec(c.wave.scalar64(registers));
    jump_to(c, target)
}

/// Meaning of forks and joins.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let handler = match mnemonic {
        "s_cbranch_g_fork" => fork_to_register,
        "s_cbranch_i_fork" => fork_to_immediate,
        "s_cbranch_join" => join,
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Branch, handler))
}
