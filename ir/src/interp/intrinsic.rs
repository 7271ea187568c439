//! Generic intrinsics.

use super::Undefined;
use super::check::Kind;
use super::code::{IntrinsicCall, Place};
use super::exec::{Exec, Failure, Run, Touch};
use super::value::Cell;
use crate::fold::{Arg, Outcome, Results, Scalar, reduce, scalar_intrinsic};
use crate::intrinsics::id;
use smallvec::SmallVec;

impl Exec<'_, '_> {
    /// The first cell of an argument.
    fn arg(&self, call: &IntrinsicCall, index: usize) -> Place {
        call.args.get(index).map_or(super::code::CONSTANT, |a| a.0)
    }

    /// An intrinsic that applies element by element. Scalar arguments are repeated for vectors.
    pub(super) fn elementwise(&mut self, call: &IntrinsicCall) -> Run<()> {
        let lanes = call.lanes.max(1);
        let checks_finite = self.is_checked && self.checks_finite();
        let ret = *call.result_kinds.first().ok_or("an intrinsic without result")?;
        for lane in 0..lanes {
            let mut args: SmallVec<[Arg; 4]> = SmallVec::new();
            let mut poison = None;
            let mut cells: SmallVec<[Cell; 4]> = SmallVec::new();
            let mut first = 0usize;
            for &(place, count) in &call.args {
                let offset = if count > 1 { lane.min(count - 1) } else { 0 };
                let cell = self.get(place + offset);
                if cell.poison {
                    poison = poison.or(Some(Cell::poison(cell.tag)));
                }
                if checks_finite {
                    cells.push(cell);
                }
                args.push((call.kinds[first], cell.bits));
                first += count as usize;
            }
            let results = match poison {
                Some(_) => None,
                None => Some(
                    match &self.item.environment {
                        None => scalar_intrinsic(call.id, ret, &args),
                        Some(environment) => environment.intrinsic(call.id, ret, &args),
                    }
                    .ok_or("invalid types of an intrinsic")?,
                ),
            };
            match results {
                None => {
                    let poison = poison.unwrap_or(Cell::POISON);
                    self.set(call.dst.0 + lane, poison);
                    if call.pair {
                        self.set(call.dst.0 + lanes + lane, poison);
                    }
                }
                Some(Results::One(outcome)) => {
                    let cell = match outcome {
                        Outcome::Value(bits) => Cell::new(bits),
                        Outcome::Poison => self.new_poison(),
                        Outcome::Undefined(why) => return Err(why.into()),
                    };
                    if let Scalar::Float(kind) = ret
                        && checks_finite
                        && call.kinds.iter().all(|&kind| kind == ret)
                    {
                        self.check_finite(kind, cell, &cells)?;
                    }
                    self.set(call.dst.0 + lane, cell);
                }
                Some(Results::Two(a, b)) => {
                    let second = call
                        .result_kinds
                        .get(lanes as usize)
                        .ok_or("invalid types of an intrinsic")?;
                    self.set(call.dst.0 + lane, Cell::new(a));
                    let b = b & crate::fold::scalar::mask(second.bits());
                    self.set(call.dst.0 + lanes + lane, Cell::new(b));
                }
            }
        }
        Ok(())
    }

    /// All other generic intrinsics.
    pub(super) fn generic_intrinsic(&mut self, call: &IntrinsicCall) -> Run<()> {
        let dst = call.dst.0;
        match call.id {
            id::MEMCPY | id::MEMMOVE | id::MEMCPY_INLINE => self.copy_memory(call)?,
            id::MEMSET | id::MEMSET_INLINE => self.set_memory(call)?,
            id::LIFETIME_START | id::LIFETIME_END => {
                if let (true, Some(pointer)) = (self.is_checked, call.args.last()) {
                    self.set_alive(pointer.0, call.id == id::LIFETIME_START);
                }
            }
            id::DONOTHING
            | id::SIDEEFFECT
            | id::FAKE_USE
            | id::PREFETCH
            | id::EXPERIMENTAL_NOALIAS_SCOPE_DECL
            | id::INVARIANT_END
            | id::DEBUGTRAP
            | id::DBG_VALUE
            | id::DBG_DECLARE
            | id::DBG_LABEL
            | id::DBG_ASSIGN
            | id::VAR_ANNOTATION
            | id::EXPERIMENTAL_CONVERGENCE_ENTRY
            | id::EXPERIMENTAL_CONVERGENCE_ANCHOR
            | id::EXPERIMENTAL_CONVERGENCE_LOOP => {}
            id::INVARIANT_START => self.set(dst, Cell::new(0)),
            id::ASSUME => {
                if self.need(self.arg(call, 0), "an assumption")? == 0 && self.undefined == Undefined::Error {
                    return Err(Failure::found(Kind::Unreachable, "an assumption does not hold"));
                }
            }
            id::TRAP | id::UBSANTRAP => {
                return Err(Failure::found(Kind::Unreachable, "a trap is executed"));
            }
            id::ANNOTATION
            | id::PTR_ANNOTATION
            | id::LAUNDER_INVARIANT_GROUP
            | id::STRIP_INVARIANT_GROUP
            | id::THREADLOCAL_ADDRESS => {
                for i in 0..call.dst.1 {
                    let cell = self.get(self.arg(call, 0) + i);
                    self.set(dst + i, cell);
                }
            }
            id::UNRESTRICT => {
                for i in 0..call.dst.1 {
                    let cell = self.get(self.arg(call, 0) + i);
                    let cell = if cell.poison { cell } else { Cell::new(cell.bits) };
                    self.set(dst + i, cell);
                }
            }
            id::IS_CONSTANT | id::ALLOW_RUNTIME_CHECK => self.set(dst, Cell::new(0)),
            id::OBJECTSIZE => {
                let min = self.get(self.arg(call, 1)).bits != 0;
                let bits = call.result_kinds.first().map_or(64, |k| k.bits());
                self.set(
                    dst,
                    Cell::new(if min { 0 } else { crate::fold::scalar::mask(bits) }),
                );
            }
            id::STACKSAVE => self.set(dst, Cell::new(self.item.stack as u128)),
            id::STACKRESTORE => {
                let saved = self.need(self.arg(call, 0), "a saved stack pointer")? as usize;
                self.item.release(saved.min(self.item.stack));
            }
            id::READCYCLECOUNTER | id::READSTEADYCOUNTER => self.set(dst, Cell::new(self.item.steps.into())),
            id::RETURNADDRESS | id::FRAMEADDRESS => self.set(dst, Cell::new(0)),
            id::VECTOR_INSERT | id::VECTOR_EXTRACT | id::VECTOR_REVERSE => self.rearrange(call)?,
            id::MASKED_LOAD => self.masked_load(call)?,
            id::MASKED_STORE => self.masked_store(call)?,
            _ => return self.reduction(call),
        }
        Ok(())
    }

    fn reduction(&mut self, call: &IntrinsicCall) -> Run<()> {
        let kind = *call.result_kinds.first().unwrap_or(&Scalar::Int(1));
        let (Some(&(vector, count)), true) = (call.args.last(), reduce(call.id, kind, 0, 0).is_some()) else {
            let name = self.interp.module.ctx.intrinsics.get(call.id).name;
            return Err(format!("intrinsic '{name}' cannot be interpreted").into());
        };
        let mut cells: SmallVec<[Cell; 16]> = SmallVec::new();
        if call.args.len() == 2 {
            cells.push(self.get(call.args[0].0));
        }
        cells.extend((0..count).map(|i| self.get(vector + i)));
        let poison = cells.iter().find(|c| c.poison).copied();
        let bits = cells.iter().map(|c| c.bits).reduce(|a, b| {
            let both = match &self.item.environment {
                None => reduce(call.id, kind, a, b),
                Some(environment) => environment.reduce(call.id, kind, a, b),
            };
            both.unwrap_or(0)
        });
        self.set(
            call.dst.0,
            match poison {
                Some(cell) => Cell::poison(cell.tag),
                None => Cell::new(bits.unwrap_or(0)),
            },
        );
        Ok(())
    }

    fn rearrange(&mut self, call: &IntrinsicCall) -> Run<()> {
        let (a, count) = call.args[0];
        let mut cells: Vec<Cell> = (0..count).map(|i| self.get(a + i)).collect();
        match call.id {
            id::VECTOR_REVERSE => cells.reverse(),
            id::VECTOR_INSERT => {
                let (part, length) = call.args[1];
                let at = self.get(self.arg(call, 2)).bits as usize;
                for i in 0..length {
                    let cell = self.get(part + i);
                    *cells.get_mut(at + i as usize).ok_or("a part is out of range")? = cell;
                }
            }
            _ => {
                let at = self.get(self.arg(call, 1)).bits as usize;
                let end = at + call.dst.1 as usize;
                cells = cells.get(at..end).ok_or("a part is out of range")?.to_vec();
            }
        }
        for (i, cell) in cells.into_iter().enumerate() {
            self.set(call.dst.0 + i as u32, cell);
        }
        Ok(())
    }

    fn space(call: &IntrinsicCall, index: usize) -> u32 {
        call.spaces.get(index).copied().unwrap_or(0)
    }

    fn copy_memory(&mut self, call: &IntrinsicCall) -> Run<()> {
        let size = self.need(self.arg(call, 2), "the size of a copy")? as u64;
        if size == 0 {
            return Ok(());
        }
        let to = self.need_cell(self.arg(call, 0), "an address")?;
        let from = self.need_cell(self.arg(call, 1), "an address")?;
        self.copy_bytes((Self::space(call, 0), to), (Self::space(call, 1), from), size)
    }

    fn set_memory(&mut self, call: &IntrinsicCall) -> Run<()> {
        let size = self.need(self.arg(call, 2), "the size of a fill")? as u64;
        if size == 0 {
            return Ok(());
        }
        let to = self.need_cell(self.arg(call, 0), "an address")?;
        let value = self.get(self.arg(call, 1));
        let space = Self::space(call, 0);
        self.guard(to, &Touch::plain(space, size, true))?;
        let (bytes, offset) = self.locate(space, to.bits as u64, size, true)?;
        bytes.fill(offset, size as usize, value);
        Ok(())
    }

    fn masked_load(&mut self, call: &IntrinsicCall) -> Run<()> {
        let layout = call.layout.clone().ok_or("a masked load without type")?;
        let space = Self::space(call, 0);
        let (mask, passthru) = (self.arg(call, 1), self.arg(call, 2));
        for (i, leaf) in layout.leaves.iter().enumerate() {
            let i = i as u32;
            if self.need(mask + i, "a mask")? == 0 {
                let cell = self.get(passthru + i);
                self.set(call.dst.0 + i, cell);
                continue;
            }
            let mut pointer = self.need_cell(self.arg(call, 0), "an address")?;
            pointer.bits += u128::from(leaf.bit / 8);
            let size = u64::from(leaf.bytes);
            self.guard(pointer, &Touch::plain(space, size, false))?;
            let (bytes, offset) = self.locate(space, pointer.bits as u64, size, false)?;
            let cell = bytes.load_leaf(offset, leaf);
            let cell = if cell.poison {
                self.loaded_poison(cell)
            } else {
                cell
            };
            self.set(call.dst.0 + i, cell);
        }
        Ok(())
    }

    fn masked_store(&mut self, call: &IntrinsicCall) -> Run<()> {
        let layout = call.layout.clone().ok_or("a masked store without type")?;
        let space = Self::space(call, 0);
        let (value, mask) = (self.arg(call, 0), self.arg(call, 2));
        for (i, leaf) in layout.leaves.iter().enumerate() {
            let i = i as u32;
            if self.need(mask + i, "a mask")? == 0 {
                continue;
            }
            let cell = self.get(value + i);
            let mut pointer = self.need_cell(self.arg(call, 1), "an address")?;
            pointer.bits += u128::from(leaf.bit / 8);
            let size = u64::from(leaf.bytes);
            self.guard(pointer, &Touch::plain(space, size, true))?;
            let (bytes, offset) = self.locate(space, pointer.bits as u64, size, true)?;
            bytes.store_leaf(offset, leaf, cell);
        }
        Ok(())
    }
}
