//! One operation of a work-item.

use super::super::Undefined;
use super::super::check::Kind;
use super::super::check::races::Scope;
use super::super::code::{Callee, Code, IntrinsicCall, Op, Place};
use super::super::compile::{FUNCTION_BASE, FUNCTION_STEP, cast_address};
use super::super::group::other_environment;
use super::super::target::{BarrierAction, ItemCall, Transfer};
use super::super::value::Cell;
use super::check::Touch;
use super::{Exec, Failure, Leave, Run, Status, argument_cells};
use crate::entities::FuncRef;
use crate::fold::{Outcome, Scalar, cast_scalar, float, scalar};
use crate::inst::{Ordering, RmwOp};
use std::rc::Rc;

impl Exec<'_, '_> {
    pub(in crate::interp) fn step(&mut self, op: &Op, code: &Rc<Code>, pc: &mut u32) -> Run<Option<Leave>> {
        match op {
            Op::Int {
                opcode,
                flags,
                bits,
                lanes,
                dst,
                a,
                b,
            } => {
                for lane in 0..*lanes {
                    let (x, y) = (self.get(a + lane), self.get(b + lane));
                    if x.poison || y.poison {
                        self.poison_operand(*opcode, (x, y), dst + lane)?;
                        continue;
                    }
                    match scalar::int_binary(*opcode, *flags, *bits, x.bits, y.bits) {
                        Outcome::Poison => {
                            let cell = self.undefined_integer((*opcode, *flags, *bits), (x.bits, y.bits))?;
                            self.set(dst + lane, cell);
                        }
                        outcome => self.outcome(dst + lane, outcome)?,
                    }
                }
            }
            Op::Float {
                opcode,
                kind,
                lanes,
                dst,
                a,
                b,
            } => {
                for lane in 0..*lanes {
                    let (x, y) = (self.get(a + lane), self.get(b + lane));
                    let (a, b) = (x.bits as u64, y.bits as u64);
                    let cell = match x.poison || y.poison {
                        true => x.or_poison(y),
                        false => Cell::new(u128::from(match &self.item.environment {
                            None => float::float_binary(*opcode, *kind, a, b),
                            Some(environment) => environment.binary(*opcode, *kind, a, b),
                        })),
                    };
                    if self.is_checked && self.checks_finite() {
                        self.check_finite(*kind, cell, &[x, y])?;
                    }
                    self.set(dst + lane, cell);
                }
            }
            Op::FNeg { kind, lanes, dst, a } => {
                for lane in 0..*lanes {
                    let mut cell = self.get(a + lane);
                    if !cell.poison {
                        cell.bits ^= u128::from(kind.sign());
                    }
                    self.set(dst + lane, cell);
                }
            }
            Op::IntCompare {
                predicate,
                bits,
                lanes,
                dst,
                a,
                b,
            } => {
                for lane in 0..*lanes {
                    let (x, y) = (self.get(a + lane), self.get(b + lane));
                    let holds = || scalar::int_compare(*predicate, *bits, x.bits, y.bits);
                    self.set_bool(dst + lane, (x, y), holds);
                }
            }
            Op::FloatCompare {
                predicate,
                kind,
                lanes,
                dst,
                a,
                b,
            } => {
                for lane in 0..*lanes {
                    let (x, y) = (self.get(a + lane), self.get(b + lane));
                    let (a, b) = (x.bits as u64, y.bits as u64);
                    let environment = self.item.environment;
                    let holds = || match &environment {
                        None => float::float_compare(*predicate, *kind, a, b),
                        Some(environment) => environment.compare(*predicate, *kind, a, b),
                    };
                    self.set_bool(dst + lane, (x, y), holds);
                }
            }
            Op::Cast {
                opcode,
                flags,
                from,
                to,
                lanes,
                dst,
                a,
            } => {
                for lane in 0..*lanes {
                    let cell = self.get(a + lane);
                    if cell.poison {
                        self.set(dst + lane, Cell::poison(cell.tag));
                        continue;
                    }
                    let outcome = match &self.item.environment {
                        None => cast_scalar(*opcode, *flags, *from, *to, cell.bits),
                        Some(environment) => environment.cast(*opcode, *flags, *from, *to, cell.bits),
                    };
                    match (outcome.ok_or("invalid cast")?, *from) {
                        (Outcome::Poison, Scalar::Float(kind)) => {
                            let cell = self.undefined_conversion(*opcode, kind, to.bits(), cell.bits)?;
                            self.set(dst + lane, cell);
                        }
                        (outcome, _) => self.outcome(dst + lane, outcome)?,
                    }
                }
            }
            Op::AddrSpaceCast {
                from,
                to,
                lanes,
                dst,
                a,
            } => {
                for lane in 0..*lanes {
                    let mut cell = self.get(a + lane);
                    if !cell.poison {
                        cell.bits = cast_address(self.interp.target, *from, *to, cell.bits as u64).into();
                    }
                    self.set(dst + lane, cell);
                }
            }
            Op::Bits {
                from,
                from_count,
                to,
                to_count,
                keeps_objects,
                dst,
                a,
            } => {
                self.reinterpret((*from, *from_count), (*to, *to_count), *keeps_objects, *dst, *a);
            }
            Op::Copy { dst, a, count } => {
                for i in 0..*count {
                    let cell = self.get(a + i);
                    self.set(dst + i, cell);
                }
            }
            Op::Freeze { dst, a, count } => {
                for i in 0..*count {
                    let cell = self.get(a + i);
                    let frozen = if cell.poison { Cell::new(cell.bits) } else { cell };
                    self.set(dst + i, frozen);
                }
            }
            Op::Select {
                condition,
                width,
                dst,
                a,
                b,
                count,
            } => {
                for i in 0..*count {
                    let condition = self.get(condition + i / width);
                    let cell = match condition {
                        Cell {
                            poison: true, tag, ..
                        } => Cell::poison(tag),
                        Cell { bits: 0, .. } => self.get(b + i),
                        _ => self.get(a + i),
                    };
                    self.set(dst + i, cell);
                }
            }
            Op::Gep(gep) => self.gep(gep),
            Op::Alloca {
                dst,
                size,
                align,
                count,
                generic,
            } => self.alloca(*dst, *size, *align, *count, *generic)?,
            Op::Load { dst, pointer, access } => self.load(*dst, *pointer, access)?,
            Op::Store {
                value,
                pointer,
                access,
            } => self.store(*value, *pointer, access)?,
            Op::Rmw(rmw) => {
                self.load(rmw.dst, rmw.pointer, &rmw.access)?;
                let mut new: smallvec::SmallVec<[Cell; 4]> = smallvec::SmallVec::new();
                for i in 0..rmw.access.layout.leaves.len() as u32 {
                    let (old, operand) = (self.get(rmw.dst + i), self.get(rmw.value + i));
                    if (old.poison || operand.poison) && rmw.op != RmwOp::Xchg {
                        new.push(old.or_poison(operand));
                    } else if rmw.op == RmwOp::Xchg {
                        new.push(operand);
                    } else {
                        new.push(Cell::new(rmw_value(rmw.op, rmw.scalar, old.bits, operand.bits)));
                    }
                }
                self.store_back(&new, rmw.pointer, &rmw.access)?;
            }
            Op::CmpXchg(exchange) => {
                self.load(exchange.dst, exchange.pointer, &exchange.access)?;
                let (old, expected) = (self.get(exchange.dst), self.get(exchange.expected));
                if (old.poison || expected.poison) && self.undefined == Undefined::Error {
                    return Err(self.use_of_poison(old.or_poison(expected), "a compared value"));
                }
                let equal = old.bits == expected.bits;
                if equal {
                    let new = self.get(exchange.new);
                    self.store_back(&[new], exchange.pointer, &exchange.access)?;
                }
                self.set(exchange.dst + 1, Cell::new(u128::from(equal)));
            }
            Op::ExtractElement {
                dst,
                vector,
                index,
                lanes,
                width,
            } => {
                let index = self.get(*index);
                for i in 0..*width {
                    let cell = match index {
                        Cell { poison: true, .. } => index,
                        Cell { bits, .. } if bits < u128::from(*lanes) => {
                            self.get(vector + bits as u32 * width + i)
                        }
                        _ => Cell::POISON,
                    };
                    self.set(dst + i, cell);
                }
            }
            Op::InsertElement {
                dst,
                vector,
                element,
                index,
                lanes,
                width,
            } => {
                let index = self.get(*index);
                let valid = !index.poison && index.bits < u128::from(*lanes);
                for i in 0..lanes * width {
                    let cell = match valid {
                        false => Cell::POISON,
                        true if index.bits == u128::from(i / width) => self.get(element + i % width),
                        true => self.get(vector + i),
                    };
                    self.set(dst + i, cell);
                }
            }
            Op::Shuffle {
                dst,
                a,
                b,
                lanes,
                mask,
            } => {
                for (i, &index) in mask.iter().enumerate() {
                    let cell = match index {
                        u32::MAX => Cell::POISON,
                        index if index < *lanes => self.get(a + index),
                        index => self.get(b + index - lanes),
                    };
                    self.set(dst + i as u32, cell);
                }
            }
            Op::InsertValue {
                dst,
                a,
                total,
                at,
                value,
                count,
            } => {
                for i in 0..*total {
                    let inside = i.checked_sub(*at).filter(|i| i < count);
                    let cell = self.get(inside.map_or(a + i, |i| value + i));
                    self.set(dst + i, cell);
                }
            }
            Op::Jump { edge } => *pc = self.follow(&code.edges[*edge as usize]),
            Op::Branch {
                condition,
                then,
                otherwise,
            } => {
                let taken = if self.need(*condition, "the condition of a branch")? != 0 {
                    then
                } else {
                    otherwise
                };
                *pc = self.follow(&code.edges[*taken as usize]);
            }
            Op::Switch(switch) => {
                let on = self.need(switch.on, "the operand of a switch")?;
                let edge = match switch.cases.binary_search_by_key(&on, |c| c.0) {
                    Ok(index) => switch.cases[index].1,
                    Err(_) => switch.default,
                };
                *pc = self.follow(&code.edges[edge as usize]);
            }
            Op::Return { value, count } => {
                let cells = (0..*count).map(|i| self.get(value + i)).collect();
                return Ok(Some(Leave::Return(cells)));
            }
            Op::End => return Ok(Some(Leave::Status(Status::Ended))),
            Op::Unreachable => return Err(Failure::found(Kind::Unreachable, "'unreachable' is reached")),
            Op::Call(call) => {
                let func = match call.callee {
                    Callee::Direct(func) => func,
                    Callee::WithRules(func) => {
                        self.check_call(func, &call.args)?;
                        func
                    }
                    Callee::Indirect(place) => {
                        let address = self.need(place, "the address of a called function")? as u64;
                        self.function_at(address)?
                    }
                };
                let mut args = argument_cells(&self.item.cells, self.base, &self.code, &call.args);
                let stack = self.item.stack;
                for &by_value in &call.by_value {
                    args[by_value.at] = self.copy_argument(args[by_value.at], by_value)?;
                }
                return Ok(Some(Leave::Call {
                    func,
                    args,
                    result: call.dst,
                    stack,
                }));
            }
            Op::Elementwise(call) => self.elementwise(call)?,
            Op::Generic(call) => self.generic_intrinsic(call)?,
            Op::Quad(_) if self.item.quad.is_none() => return Ok(Some(Leave::Status(Status::Wave))),
            Op::Item(call) | Op::Quad(call) => {
                let quad = self.item.quad.take();
                let args = argument_cells(&self.item.cells, self.base, &self.code, &call.args);
                let mut results: smallvec::SmallVec<[Cell; 4]> =
                    smallvec::SmallVec::from_elem(Cell::POISON, call.dst.1 as usize);
                let target = self.interp.target;
                let state = self.item.state;
                let mut context = self.item_call(call, &args, &mut results);
                context.quad = quad.unwrap_or_default();
                let outcome = target.item_call(&mut context);
                let accesses = std::mem::take(&mut context.accesses);
                let (reads_undefined, is_atomic) = (context.reads_undefined, context.is_atomic);
                let misuse = context.misuse;
                if self.is_checked {
                    for (address, size, writes) in accesses {
                        let space = call.spaces.first().copied().unwrap_or(1);
                        let atomic = is_atomic.then_some((Ordering::Monotonic, Scope::Device));
                        let touch = Touch {
                            atomic,
                            ..Touch::plain(space, size, writes)
                        };
                        self.guard(Cell::new(address.into()), &touch)?;
                    }
                    if reads_undefined {
                        results.fill(self.loaded_poison(Cell::POISON));
                    }
                }
                if outcome.is_err() {
                    for &cell in &args {
                        self.defined(cell, "an argument of the intrinsic")?;
                    }
                }
                outcome.map_err(|message| match misuse {
                    Some(kind) => Failure::found(kind, message),
                    None => message.into(),
                })?;
                if self.item.state != state {
                    self.item.environment = other_environment(self.interp.target, self.item.state);
                }
                for (i, &cell) in results.iter().enumerate() {
                    self.set(call.dst.0 + i as u32, cell);
                }
            }
            Op::Transfer(call) => {
                let args = argument_cells(&self.item.cells, self.base, &self.code, &call.args);
                let target = self.interp.target;
                let Transfer {
                    from_offset,
                    to_offset,
                    size,
                } = target.transfer(&self.item_call(call, &args, &mut []))?;
                let end = |this: &Self, index: usize, offset: u64| {
                    let space = call.spaces.get(index).copied().unwrap_or(0);
                    let mut cell = this.defined(args[index], "an address")?;
                    cell.bits += u128::from(offset);
                    Ok::<_, Failure>((space, cell))
                };
                let (from, to) = (end(self, 0, from_offset)?, end(self, 1, to_offset)?);
                self.copy_bytes(to, from, size)?;
            }
            Op::Wave(_) => return Ok(Some(Leave::Status(Status::Wave))),
            Op::Barriers(call) => {
                let args = argument_cells(&self.item.cells, self.base, &self.code, &call.args);
                match self.interp.target.barrier_action(call.id, &args)? {
                    BarrierAction::Nothing => {}
                    BarrierAction::WaitForGroup => return Ok(Some(Leave::Status(Status::Barrier))),
                    _ => return Ok(Some(Leave::Status(Status::Wave))),
                }
            }
            Op::Barrier => return Ok(Some(Leave::Status(Status::Barrier))),
            Op::Fence(ordering, scope) => self.fence(*ordering, *scope),
            Op::Unsupported(what) => return Err(what.to_string().into()),
        }
        Ok(None)
    }

    fn item_call<'a>(
        &'a mut self,
        call: &'a IntrinsicCall,
        args: &'a [Cell],
        results: &'a mut [Cell],
    ) -> ItemCall<'a> {
        ItemCall::new(
            call.id,
            args,
            &call.kinds,
            &call.result_kinds,
            results,
            self.info,
            self.group,
            self.item,
            &mut self.interp.memory,
        )
    }

    fn poison_operand(&mut self, opcode: crate::Opcode, (a, divisor): (Cell, Cell), dst: Place) -> Run<()> {
        use crate::Opcode::{SDiv, SRem, UDiv, URem};
        if matches!(opcode, UDiv | SDiv | URem | SRem) && divisor.poison && self.undefined == Undefined::Error
        {
            return Err(self.use_of_poison(divisor, "a divisor"));
        }
        self.set(dst, a.or_poison(divisor));
        Ok(())
    }

    fn set_bool(&mut self, dst: Place, (a, b): (Cell, Cell), holds: impl Fn() -> bool) {
        let cell = if a.poison || b.poison {
            a.or_poison(b)
        } else {
            Cell::new(u128::from(holds()))
        };
        self.set(dst, cell);
    }

    fn function_at(&self, address: u64) -> Run<FuncRef> {
        let index = address.wrapping_sub(FUNCTION_BASE) / FUNCTION_STEP;
        let known = address >= FUNCTION_BASE
            && address.is_multiple_of(FUNCTION_STEP)
            && index < self.interp.module.ctx.functions.len() as u64;
        if !known {
            return Err(Failure::found(
                Kind::InvalidCall,
                format!("call of {address:#x}, which is not a function"),
            ));
        }
        Ok(FuncRef::from_u32(index as u32))
    }
}

/// The new value of `atomicrmw`.
fn rmw_value(op: RmwOp, kind: Scalar, old: u128, operand: u128) -> u128 {
    let bits = kind.bits();
    let mask = scalar::mask(bits);
    let signed = |v| scalar::sign_extend(bits, v);
    if let Scalar::Float(kind) = kind {
        let (a, b) = (old as u64, operand as u64);
        let value = match op {
            RmwOp::FAdd => float::float_binary(crate::Opcode::FAdd, kind, a, b),
            RmwOp::FSub => float::float_binary(crate::Opcode::FSub, kind, a, b),
            RmwOp::FMax => float::float_min_max(float::MinMax::Num, true, kind, a, b),
            RmwOp::FMin => float::float_min_max(float::MinMax::Num, false, kind, a, b),
            RmwOp::FMaximum => float::float_min_max(float::MinMax::Ieee2019, true, kind, a, b),
            RmwOp::FMinimum => float::float_min_max(float::MinMax::Ieee2019, false, kind, a, b),
            _ => b,
        };
        return u128::from(value);
    }
    mask & match op {
        RmwOp::Add => old.wrapping_add(operand),
        RmwOp::Sub => old.wrapping_sub(operand),
        RmwOp::And => old & operand,
        RmwOp::Nand => !(old & operand),
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        RmwOp::Max if signed(old) > signed(operand) => old,
        RmwOp::Min if signed(old) < signed(operand) => old,
        RmwOp::UMax => old.max(operand),
        RmwOp::UMin => old.min(operand),
        RmwOp::UIncWrap if old >= operand => 0,
        RmwOp::UIncWrap => old + 1,
        RmwOp::UDecWrap if old == 0 || old > operand => operand,
        RmwOp::UDecWrap => old - 1,
        RmwOp::USubCond if old < operand => old,
        RmwOp::USubCond => old - operand,
        RmwOp::USubSat => old.saturating_sub(operand),
        _ => operand,
    }
}
