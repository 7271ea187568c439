//! Random functions and their execution, for tests of passes.

use crate::analysis::testing::{context, function};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Constant, Type, Value};
use crate::fold::fold_inst;
use crate::function::Function;
use crate::inst::{Align, InstFlags, IntPredicate, Opcode};
use crate::intrinsics::{IntrinsicId, id};
use crate::passes::opt_mem2reg;
use cranelift_entity::EntityRef;

/// A linear congruential generator: the same numbers everywhere.
pub(crate) struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as u32) % n
    }
}

/// A function of `n` blocks with random edges; every block traces itself and mixes three variables. Branches test
/// either a uniform or a divergent parameter, mixed in.
pub(crate) fn random_function(seed: u64, n: u32, backward: u32) -> (Function, Context) {
    let mut random = Random(seed);
    let mut ctx = context();
    let trace_ty = ctx.types.function(Type::VOID, &[Type::I32, Type::I32], false);
    let trace = ctx.declare_function("trace", trace_ty);
    let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32, Type::I32]);
    let params = func.params.clone();
    let blocks: Vec<Block> = (0..n).map(|_| func.append_new_block()).collect();
    let align = Align::from_bytes(4);
    let none = InstFlags::empty();
    let mut slots = Vec::new();
    for (i, &block) in blocks.iter().enumerate() {
        let mut b = Builder::at_end(&mut func, &mut ctx, block);
        if i == 0 {
            // Two variables hold uniform values, two divergent ones.
            for k in 0..4 {
                let slot = b.alloca(Type::I32, align);
                let start = if k < 2 { params[0] } else { params[1] };
                b.store(start, slot, align, none);
                slots.push(slot);
            }
        }
        let pair = random.below(2) as usize * 2;
        let (x, y) = (
            slots[pair + random.below(2) as usize],
            slots[pair + random.below(2) as usize],
        );
        let x_value = b.load(Type::I32, x, align, none);
        let y_value = b.load(Type::I32, y, align, none);
        let id = b.i32(i as i32);
        b.call(trace, &[id, x_value]);
        let factor = b.i32(31);
        let product = b.binary(Opcode::Mul, x_value, factor);
        let sum = b.binary(Opcode::Add, product, y_value);
        let sum = b.binary(Opcode::Add, sum, id);
        b.store(sum, x, align, none);
        let target = |random: &mut Random| {
            let i = i as u32;
            if i + 1 >= n || random.below(100) < backward {
                1 + random.below(n - 1)
            } else {
                i + 1 + random.below((n - i - 1).min(5))
            }
        };
        let kind = random.below(10);
        if i as u32 + 1 == n || (kind == 0 && i > 0) {
            if random.below(6) == 0 {
                b.unreachable();
            } else {
                b.ret(sum);
            }
        } else if kind < 4 || n < 2 {
            b.br(blocks[target(&mut random) as usize]);
        } else if kind == 9 {
            let mask = b.i32(3);
            let on = b.binary(Opcode::And, sum, mask);
            let cases: Vec<(Value, Block)> = (0..3)
                .map(|k| (b.i32(k), blocks[target(&mut random) as usize]))
                .collect();
            b.switch(on, blocks[target(&mut random) as usize], &cases);
        } else {
            let shift = b.i32(random.below(20) as i32);
            let bits = b.binary(Opcode::LShr, sum, shift);
            let mask = b.i32(1);
            let bit = b.binary(Opcode::And, bits, mask);
            let zero = b.i32(0);
            let test = b.icmp(IntPredicate::Ne, bit, zero);
            let (t, e) = (target(&mut random), target(&mut random));
            b.cond_br(test, blocks[t as usize], blocks[e as usize]);
        }
    }
    opt_mem2reg::run(&mut func, &mut ctx);
    (func, ctx)
}

/// The observable behaviour of a lane.
#[derive(Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Block number and value of each trace call; none for a poison value.
    pub trace: Vec<(u128, Option<u128>)>,
    /// What it returned.
    pub result: Option<Constant>,
    /// Whether it ran into undefined behaviour: nothing after that counts.
    pub undefined: bool,
}

/// Executes one lane until it returns or has traced `limit` times. Panics on code that a pass must not produce: uses
/// before definitions, or branches on poison that the original did not have (`strict`).
pub(crate) fn execute(func: &Function, ctx: &mut Context, args: [u32; 2], limit: usize) -> Outcome {
    let mut values: Vec<Option<Constant>> = vec![None; func.value_count()];
    for (i, &p) in func.params.iter().enumerate() {
        values[p.index()] = Some(ctx.const_int(Type::I32, args[i].into()));
    }
    let get = |values: &Vec<Option<Constant>>, v: Value| -> Constant {
        match func.as_const(v) {
            Some(c) => c,
            None => values[func.resolve(v).index()].expect("a use before its definition"),
        }
    };
    let mut scratch = func.clone();
    let mut outcome = Outcome {
        trace: Vec::new(),
        result: None,
        undefined: false,
    };
    // Addresses are numbers: each stack object has a mebibyte of its own.
    let mut memory: std::collections::BTreeMap<u128, Constant> = Default::default();
    let mut next_object: u128 = 1;
    let (mut block, mut from) = (func.entry().unwrap(), None);
    for _ in 0..20_000 {
        let phis: Vec<(Value, Constant)> = func
            .phis(block)
            .map(|phi| {
                let value = from.and_then(|from| func.incoming(phi, from));
                (
                    func.result(phi).unwrap(),
                    get(&values, value.expect("an entry for the predecessor")),
                )
            })
            .collect();
        for (result, value) in phis {
            values[result.index()] = Some(value);
        }
        let mut next = None;
        for inst in func.block_insts(block) {
            let arg = |values: &Vec<Option<Constant>>, i: usize| get(values, func.args(inst)[i]);
            let opcode = func.opcode(inst);
            match opcode {
                Opcode::Phi => continue,
                Opcode::Call if func.called_intrinsic(inst, ctx).is_none() => {
                    let id = ctx.int_value(arg(&values, 1)).expect("a block number");
                    let value = ctx.int_value(arg(&values, 2));
                    outcome.trace.push((id, value));
                    if outcome.trace.len() == limit {
                        return outcome;
                    }
                }
                Opcode::Alloca => {
                    let address = ctx.const_int(Type::I64, next_object << 20);
                    next_object += 1;
                    values[func.result(inst).unwrap().index()] = Some(address);
                }
                Opcode::Load | Opcode::Store => {
                    let is_load = opcode == Opcode::Load;
                    let Some(address) = ctx.int_value(arg(&values, usize::from(!is_load))) else {
                        outcome.undefined = true;
                        return outcome;
                    };
                    let ty = if is_load {
                        func.inst(inst).ty
                    } else {
                        func.ty(func.args(inst)[0])
                    };
                    let (element, lanes) = ctx.types.vector_parts(ty).unwrap_or((ty, 1));
                    assert_eq!(ctx.types.int_bits(element), Some(32), "words only");
                    if is_load {
                        let words: Vec<Constant> = (0..u128::from(lanes))
                            .map(|i| match memory.get(&(address + 4 * i)) {
                                Some(&value) => value,
                                None => ctx.const_undef(Type::I32),
                            })
                            .collect();
                        let value = if lanes == 1 {
                            words[0]
                        } else {
                            ctx.const_aggregate(ty, &words)
                        };
                        values[func.result(inst).unwrap().index()] = Some(value);
                    } else {
                        let value = arg(&values, 0);
                        for i in 0..lanes {
                            let word = if ctx.types.is_vector(ty) {
                                ctx.const_member(value, u64::from(i)).expect("a constant vector")
                            } else {
                                value
                            };
                            memory.insert(address + 4 * u128::from(i), word);
                        }
                    }
                }
                Opcode::GetElementPtr => {
                    let crate::inst::Aux::SourceType(mut ty) = func.inst(inst).aux else {
                        panic!("no type")
                    };
                    let mut address = ctx.int_value(arg(&values, 0)).map(|a| a as i128);
                    for i in 1..func.args(inst).len() {
                        if i > 1 {
                            ty = ctx.types.member(ty, 0).expect("an array");
                        }
                        let width = ctx.types.int_bits(func.ty(func.args(inst)[i])).unwrap();
                        let size = i128::from(ctx.layout.size(&ctx.types, ty));
                        let index = ctx.int_value(arg(&values, i));
                        address = match (address, index) {
                            (Some(a), Some(index)) => {
                                Some(a + crate::fold::scalar::sign_extend(width, index) * size)
                            }
                            _ => None,
                        };
                    }
                    let value = match address {
                        Some(address) => ctx.const_int(Type::I64, address as u128),
                        None => ctx.const_poison(Type::I64),
                    };
                    values[func.result(inst).unwrap().index()] = Some(value);
                }
                Opcode::Ret => {
                    outcome.result = Some(arg(&values, 0));
                    return outcome;
                }
                Opcode::Unreachable => {
                    outcome.undefined = true;
                    return outcome;
                }
                Opcode::Br => next = Some(func.inst_blocks(inst)[0]),
                Opcode::CondBr | Opcode::Switch => {
                    let Some(on) = ctx.int_value(arg(&values, 0)) else {
                        outcome.undefined = true;
                        return outcome;
                    };
                    let taken = if opcode == Opcode::CondBr {
                        usize::from(on == 0)
                    } else {
                        (1..func.args(inst).len())
                            .find(|&i| ctx.int_value(arg(&values, i)) == Some(on))
                            .unwrap_or(0)
                    };
                    next = Some(func.inst_blocks(inst)[taken]);
                }
                _ => {
                    let constants: Vec<Constant> =
                        (0..func.args(inst).len()).map(|i| arg(&values, i)).collect();
                    let args: Vec<Value> = constants.iter().map(|&c| scratch.const_value(c, ctx)).collect();
                    scratch.set_args(inst, &args);
                    let value = match fold_inst(&scratch, ctx, inst) {
                        Some(value) => value,
                        None if constants.iter().any(|&c| ctx.is_undef_or_poison(c)) => {
                            ctx.const_poison(func.inst(inst).ty)
                        }
                        None => {
                            outcome.undefined = true;
                            return outcome;
                        }
                    };
                    values[func.result(inst).unwrap().index()] = Some(value);
                }
            }
        }
        from = Some(block);
        block = next.expect("a branch");
    }
    outcome
}

/// Whether `after` is a valid replacement for `before`.
pub(crate) fn refines(before: &Outcome, after: &Outcome) -> bool {
    let matches =
        |b: &(u128, Option<u128>), a: &(u128, Option<u128>)| b.0 == a.0 && (b.1.is_none() || b.1 == a.1);
    let prefix = before.trace.len() <= after.trace.len()
        && before.trace.iter().zip(&after.trace).all(|(b, a)| matches(b, a));
    if before.undefined {
        return prefix;
    }
    prefix && before.trace.len() == after.trace.len() && !after.undefined && before.result == after.result
}

/// Blocks and phis as text.
pub(crate) fn dump(func: &Function, ctx: &Context) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for &block in func.block_order() {
        let _ = writeln!(out, "{block} -> {:?}", func.successors(block));
        for phi in func.phis(block) {
            let _ = writeln!(
                out,
                "  {:?} = phi {:?} {:?}",
                func.result(phi),
                func.args(phi),
                func.inst_blocks(phi)
            );
        }
    }
    let _ = ctx;
    out
}

/// A function of nested counted loops, branches, breaks and continues, with an array on the stack: realistic enough for
/// loop passes and `sroa`.
pub(crate) fn random_program(seed: u64) -> (Function, Context) {
    let mut ctx = context();
    let trace_ty = ctx.types.function(Type::VOID, &[Type::I32, Type::I32], false);
    let trace = ctx.declare_function("trace", trace_ty);
    let mut func = function(&mut ctx, "f", Type::I32, &[Type::I32, Type::I32]);
    let array_ty = ctx.types.array(Type::I32, 4);
    let entry = func.append_new_block();
    let mut generator = Generator {
        random: Random(seed),
        func: &mut func,
        ctx: &mut ctx,
        at: entry,
        variables: Vec::new(),
        array: None,
        trace,
        next_id: 0,
        budget: 24,
        exits: Vec::new(),
    };
    generator.prologue(array_ty);
    generator.statements(0);
    generator.epilogue();
    (func, ctx)
}

struct Generator<'a> {
    random: Random,
    func: &'a mut Function,
    ctx: &'a mut Context,
    at: Block,
    variables: Vec<Value>,
    array: Option<Value>,
    trace: crate::entities::FuncRef,
    next_id: i32,
    budget: u32,
    /// Targets of `continue` and `break`, by loop.
    exits: Vec<(Block, Block)>,
}

impl Generator<'_> {
    fn b(&mut self) -> Builder<'_> {
        Builder::at_end(self.func, self.ctx, self.at)
    }

    fn prologue(&mut self, array_ty: Type) {
        let params = self.func.params.clone();
        let align = Align::from_bytes(4);
        let none = InstFlags::empty();
        for k in 0..4 {
            let mut b = self.b();
            let slot = b.alloca(Type::I32, align);
            b.store(params[k / 2], slot, align, none);
            self.variables.push(slot);
        }
        let array = self.b().alloca(array_ty, align);
        for k in 0..4 {
            let mut b = self.b();
            let place = b.byte_offset(array, 4 * k);
            b.store(params[(k & 1) as usize], place, align, none);
        }
        self.array = Some(array);
    }

    fn epilogue(&mut self) {
        let x = self.variables[0];
        let value = self.load(x);
        self.b().ret(value);
    }

    fn load(&mut self, slot: Value) -> Value {
        self.b()
            .load(Type::I32, slot, Align::from_bytes(4), InstFlags::empty())
    }

    fn store(&mut self, value: Value, slot: Value) {
        self.b()
            .store(value, slot, Align::from_bytes(4), InstFlags::empty());
    }

    fn element(&mut self) -> Value {
        let index = self.variable();
        let index = self.load(index);
        let array = self.array.expect("made in the prologue");
        let constant = self.random.below(3) == 0;
        let pick = self.random.below(4) as i32;
        let mut b = self.b();
        let mask = b.i32(3);
        let index = if constant {
            b.i32(pick)
        } else {
            b.binary(Opcode::And, index, mask)
        };
        b.gep(Type::I32, array, &[index], InstFlags::INBOUNDS)
    }

    fn variable(&mut self) -> Value {
        let n = self.variables.len() as u32;
        self.variables[self.random.below(n) as usize]
    }

    fn expression(&mut self) -> Value {
        let (x, y) = (self.variable(), self.variable());
        let x = self.load(x);
        let y = match self.random.below(4) {
            0 => {
                let place = self.element();
                self.load(place)
            }
            1 => {
                let c = self.random.below(20) as i32 - 5;
                self.b().i32(c)
            }
            _ => self.load(y),
        };
        const OPS: [Opcode; 7] = [
            Opcode::Add,
            Opcode::Sub,
            Opcode::Mul,
            Opcode::Xor,
            Opcode::And,
            Opcode::Or,
            Opcode::Add,
        ];
        let op = OPS[self.random.below(7) as usize];
        self.b().binary(op, x, y)
    }

    /// A comparison as checks of bounds have it: of values that are small, or differ by a small number.
    fn comparison(&mut self) -> Value {
        let x = self.variable();
        let x = self.load(x);
        let y = match self.random.below(3) {
            0 => {
                let number = self.random.below(24) as i32 - 4;
                self.b().i32(number)
            }
            1 => {
                let param = self.func.params[self.random.below(2) as usize];
                let mask = 3 << self.random.below(3);
                let mut b = self.b();
                let mask = b.i32(mask);
                b.binary(Opcode::And, param, mask)
            }
            _ => {
                let y = self.variable();
                self.load(y)
            }
        };
        let x = match self.random.below(4) {
            0 => x,
            1 => {
                const LIMITS: [IntrinsicId; 4] = [id::SMIN, id::SMAX, id::UMIN, id::UMAX];
                let which = LIMITS[self.random.below(4) as usize];
                let limit = self.random.below(24) as i32 - 4;
                let mut b = self.b();
                let limit = b.i32(limit);
                b.call_intrinsic(which, &[Type::I32], &[x, limit])
                    .expect("a minimum")
            }
            _ => {
                let number = self.random.below(8) as i32 - 4;
                let flags = match self.random.below(4) {
                    0 => InstFlags::NSW,
                    1 if number > 0 => InstFlags::NUW,
                    _ => InstFlags::empty(),
                };
                let mut b = self.b();
                let number = b.i32(number);
                b.binary_flags(Opcode::Add, x, number, flags)
            }
        };
        let predicate = IntPredicate::ALL[self.random.below(10) as usize];
        self.b().icmp(predicate, x, y)
    }

    fn condition(&mut self) -> Value {
        match self.random.below(5) {
            0 | 1 => return self.comparison(),
            2 => {
                let (a, b) = (self.comparison(), self.comparison());
                let op = [Opcode::And, Opcode::Or][self.random.below(2) as usize];
                return self.b().binary(op, a, b);
            }
            _ => {}
        }
        let value = self.expression();
        let bit = 1 << self.random.below(4);
        let mut b = self.b();
        let mask = b.i32(bit);
        let masked = b.binary(Opcode::And, value, mask);
        let zero = b.i32(0);
        b.icmp(IntPredicate::Ne, masked, zero)
    }

    fn statements(&mut self, depth: u32) {
        let count = 1 + self.random.below(4);
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.random.below(10) {
                0..=2 => {
                    let value = self.expression();
                    let to = self.variable();
                    self.store(value, to);
                }
                3 => {
                    let value = self.expression();
                    let to = self.element();
                    self.store(value, to);
                }
                4 | 5 => {
                    let value = self.expression();
                    self.next_id += 1;
                    let (id, trace) = (self.next_id, self.trace);
                    let mut b = self.b();
                    let id = b.i32(id);
                    b.call(trace, &[id, value]);
                }
                6 | 7 if depth < 4 => self.branch(depth),
                8 if depth < 4 => self.counted_loop(depth),
                _ if !self.exits.is_empty() => self.leave(),
                _ => {}
            }
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.condition();
        let (then, else_, join) = (
            self.func.append_new_block(),
            self.func.append_new_block(),
            self.func.append_new_block(),
        );
        self.b().cond_br(condition, then, else_);
        for side in [then, else_] {
            self.at = side;
            if side == then || self.random.below(2) == 0 {
                self.statements(depth + 1);
            }
            self.b().br(join);
        }
        self.at = join;
    }

    fn counted_loop(&mut self, depth: u32) {
        let align = Align::from_bytes(4);
        let entry = self.func.entry().expect("made first");
        let first = self.func.first_inst(entry).expect("the prologue");
        let counter = Builder::before(self.func, self.ctx, first).alloca(Type::I32, align);
        let zero = self.b().i32(0);
        self.store(zero, counter);
        let (head, body, step, exit) = (
            self.func.append_new_block(),
            self.func.append_new_block(),
            self.func.append_new_block(),
            self.func.append_new_block(),
        );
        self.b().br(head);
        self.at = head;
        let i = self.load(counter);
        let trips = self.random.below(6) as i32;
        let uniform = self.random.below(3) == 0;
        let param = self.func.params[self.random.below(2) as usize];
        let mut b = self.b();
        let limit = if uniform {
            let seven = b.i32(7);
            b.binary(Opcode::And, param, seven)
        } else {
            b.i32(trips)
        };
        let more = b.icmp(IntPredicate::Slt, i, limit);
        b.cond_br(more, body, exit);
        self.exits.push((step, exit));
        self.variables.push(counter);
        self.at = body;
        // The counter may be read, but not written: the loop would not end.
        let before = self.variables.pop().expect("pushed above");
        let value = self.load(before);
        let to = self.variable();
        let old = self.load(to);
        let sum = self.b().binary(Opcode::Add, old, value);
        self.store(sum, to);
        self.statements(depth + 1);
        self.b().br(step);
        self.exits.pop();
        self.at = step;
        let i = self.load(counter);
        let mut b = self.b();
        let one = b.i32(1);
        let next = b.binary_flags(Opcode::Add, i, one, InstFlags::NSW);
        self.store(next, counter);
        self.b().br(head);
        self.at = exit;
    }

    fn leave(&mut self) {
        let depth = self.random.below(self.exits.len() as u32) as usize;
        let (next, exit) = self.exits[self.exits.len() - 1 - depth];
        let to = if self.random.below(2) == 0 { next } else { exit };
        let condition = self.condition();
        let rest = self.func.append_new_block();
        self.b().cond_br(condition, to, rest);
        self.at = rest;
    }
}
