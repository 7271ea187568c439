//! The barriers of RDNA 4: the two halves of that of the work-group, and named ones.

use crate::intrinsics::id;
use wavec_ir::interp::{BarrierAction, Cell};
use wavec_ir::intrinsics::IntrinsicId;

/// The number of the barrier of the work-group.
const OF_GROUP: i32 = -1;
/// The number of none.
const NONE: i32 = 0;

/// Whether it is one of these intrinsics.
pub(super) fn is_known(intrinsic: IntrinsicId) -> bool {
    matches!(
        intrinsic,
        id::AMDGCN_S_BARRIER_SIGNAL
            | id::AMDGCN_S_BARRIER_SIGNAL_ISFIRST
            | id::AMDGCN_S_BARRIER_SIGNAL_VAR
            | id::AMDGCN_S_BARRIER_WAIT
            | id::AMDGCN_S_BARRIER_INIT
            | id::AMDGCN_S_BARRIER_JOIN
            | id::AMDGCN_S_BARRIER_LEAVE
            | id::AMDGCN_S_GET_NAMED_BARRIER_STATE
    )
}

/// What a call of it does. All wait where the second half of the barrier of the work-group is.
pub(super) fn action(intrinsic: IntrinsicId, args: &[Cell]) -> Result<BarrierAction, String> {
    if args.iter().any(|arg| arg.poison) {
        return Err("an operand of an operation on a barrier is undefined".into());
    }
    let arg = |index: usize| args.get(index).map_or(0, |arg| arg.bits);
    let (barrier, members) = (arg(0) as u64, arg(1) as u32);
    // Numbers are of 16 or of 32 bits.
    let number = i32::from(arg(0) as i16);
    let by_number = || {
        Err(format!(
            "barrier {number}, which is given by its number, cannot be interpreted"
        ))
    };
    Ok(match intrinsic {
        id::AMDGCN_S_BARRIER_WAIT => match number {
            OF_GROUP => BarrierAction::WaitForGroup,
            NONE.. => BarrierAction::Wait,
            _ => return by_number(),
        },
        id::AMDGCN_S_BARRIER_SIGNAL => match number {
            OF_GROUP | NONE => BarrierAction::Nothing,
            _ => return by_number(),
        },
        id::AMDGCN_S_BARRIER_SIGNAL_ISFIRST => match number {
            OF_GROUP => BarrierAction::ArriveFirstAtGroup,
            _ => return by_number(),
        },
        id::AMDGCN_S_BARRIER_SIGNAL_VAR => BarrierAction::Arrive { barrier, members },
        id::AMDGCN_S_BARRIER_INIT => BarrierAction::Initialize { barrier, members },
        id::AMDGCN_S_BARRIER_JOIN => BarrierAction::Join { barrier },
        id::AMDGCN_S_BARRIER_LEAVE => BarrierAction::Leave,
        _ => BarrierAction::State { barrier },
    })
}

/// What `s_get_barrier_state` reads: those that have arrived from bit 16 on, the members from bit 4 on, and that it is
/// initialized.
pub(super) fn state(members: u32, arrived: u32) -> u32 {
    arrived << 16 | members << 4 | 1
}
