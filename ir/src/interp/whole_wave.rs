//! Values that are computed in all lanes of a wave, or of quads, including lanes that do not participate: their values
//! are determined when the others meet at an operation that reads them.
//!
//! Such a lane executes the operations of the block on cells of its own, starting from its values when it left the
//! others. A value from elsewhere is the one it computed itself, or undefined.

use super::code::{Code, Op, Place, Reach};
use super::exec::Exec;
use super::group::{Frame, Item};
use super::memory::Bytes;
use super::target::{CallKind, LaunchInfo, TargetIntrinsics};
use super::value::Cell;
use super::{Interpreter, LaunchOptions};
use crate::context::Context;
use crate::entities::Inst;
use crate::function::{Function, ValueDef};
use crate::inst::Opcode;
use fxhash::FxHashMap;
use std::rc::Rc;

/// Finds where results of instructions are needed: backward from the operands of [`CallKind::WholeWave`] and
/// [`CallKind::WholeQuads`] to those of [`CallKind::SetInactive`].
pub(super) fn reach(func: &Function, ctx: &Context, target: &dyn TargetIntrinsics) -> FxHashMap<Inst, Reach> {
    let kind = |inst| match func.opcode(inst) {
        Opcode::Call => func.called_intrinsic(inst, ctx).map(|id| target.kind(id)),
        _ => None,
    };
    let mut found = FxHashMap::default();
    // A result needed in the wave is also needed in its quads.
    for (of, reach) in [
        (CallKind::WholeWave, Reach::Wave),
        (CallKind::WholeQuads, Reach::Quads),
    ] {
        let insts = func
            .block_order()
            .iter()
            .flat_map(|&block| func.block_insts(block));
        let mut left: Vec<Inst> = insts.filter(|&inst| kind(inst) == Some(of)).collect();
        while let Some(inst) = left.pop() {
            if found.contains_key(&inst) {
                continue;
            }
            found.insert(inst, reach);
            if func.opcode(inst) == Opcode::Phi {
                continue;
            }
            let args = func.args(inst);
            let wanted = match kind(inst) {
                // Active lanes keep their own values.
                Some(CallKind::SetInactive) => &args[2..],
                Some(_) => &args[1..],
                None => args,
            };
            for &arg in wanted {
                if let ValueDef::Inst(def) = func.def(func.resolve(arg)) {
                    left.push(def);
                }
            }
        }
    }
    found
}

/// Values of non-participating lanes in the result of an operation: by wave, lane, call depth and location.
pub(super) type Shadows = FxHashMap<(usize, usize, usize, Place), Cell>;

/// Where a wave meets.
pub(super) struct Meeting<'a> {
    pub wave: usize,
    /// The operation, and the call depth.
    pub code: &'a Rc<Code>,
    pub op: usize,
    pub depth: usize,
    pub group: [u32; 3],
    pub info: &'a LaunchInfo,
    pub options: &'a LaunchOptions,
}

impl Interpreter<'_> {
    /// The cells at the meeting point of `lane`, which does not participate; its work-item, if there is one, and one
    /// that participates.
    pub(super) fn cells_of_absent(
        &mut self,
        meeting: &Meeting<'_>,
        shadows: &Shadows,
        lane: usize,
        (item, present): (Option<&Item>, &Item),
        local: &mut Bytes,
    ) -> Vec<Cell> {
        let code = meeting.code;
        let own = item.and_then(|item| match item.frames.get(meeting.depth - 1) {
            Some(frame) => {
                (frame.code.func == code.func).then(|| &item.cells[frame.base..][..code.frame as usize])
            }
            // It has ended the kernel.
            None if meeting.depth == 1 => item.cells.get(..code.frame as usize),
            None => None,
        });
        let cells = match own {
            Some(cells) => cells.to_vec(),
            None => {
                // The arguments of a kernel are the same for all.
                let mut cells = vec![Cell::POISON; code.frame as usize];
                if meeting.depth == 1 {
                    let params = code.params.iter().map(|param| param.1 as usize).sum();
                    cells[..params].copy_from_slice(&present.cells[..params]);
                }
                cells
            }
        };
        let mut scratch = Item {
            cells,
            frames: vec![Frame {
                code: code.clone(),
                pc: 0,
                base: 0,
                result: (0, 0),
                stack: 0,
            }],
            local_id: item.map_or([0; 3], |item| item.local_id),
            state: present.state,
            environment: present.environment,
            ..Item::default()
        };
        let starts = code.edges.iter().map(|edge| edge.target as usize);
        let start = starts.filter(|&start| start <= meeting.op).max().unwrap_or(0);
        let mut exec = Exec {
            interp: self,
            item: &mut scratch,
            local,
            group: meeting.group,
            info: meeting.info,
            undefined: meeting.options.undefined,
            stack_gap: meeting.options.stack_gap as usize,
            code: code.clone(),
            base: 0,
            pc: 0,
            // What goes wrong in lanes that take no part does not matter.
            is_checked: false,
        };
        for at in (start..meeting.op).filter(|&at| code.reach[at] != Reach::Own) {
            match &code.ops[at] {
                Op::Wave(call) => {
                    for place in call.dst.0..call.dst.0 + call.dst.1 {
                        let key = (meeting.wave, lane, meeting.depth, place);
                        exec.set(place, shadows.get(&key).copied().unwrap_or(Cell::POISON));
                    }
                }
                // The identity of a lane without a work-item is unknown.
                Op::Item(_) if item.is_none() => {}
                // An operation that faults has no result.
                op => _ = exec.step(op, code, &mut 0),
            }
        }
        scratch.cells
    }
}
