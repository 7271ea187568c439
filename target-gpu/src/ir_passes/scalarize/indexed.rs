//! Elements at a variable index. A uniform index addresses a register tuple; a divergent one selects among all
//! elements.

use super::{Elements, Scalarizer};
use crate::indexed_registers::indexable_words;
use crate::ir_passes::call_generic;
use crate::transform_info::TRANSFORM_INFO;
use fxhash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use wavec_ir::analysis::DivergenceAnalysis;
use wavec_ir::analysis::known_bits::KnownBitsCache;
use wavec_ir::analysis::memory_effects::is_in_bounds_access;
use wavec_ir::inst::IntPredicate;
use wavec_ir::{Block, Builder, Context, Function, Inst, Opcode, Type, Value};

/// Maximum number of dwords of indexed tuples.
#[derive(Clone, Copy, Debug, Default)]
pub struct TupleLimits {
    /// Of vector registers.
    pub vector: u32,
    /// Of scalar registers.
    pub scalar: u32,
}

/// Number of elements from which on the bits of an index are tested, instead of comparing it with all numbers.
const MIN_TESTED: usize = 7;

/// Vectors that stay whole because they are indexed.
#[derive(Default)]
pub(super) struct Indexed {
    /// Instructions that stay, and produce or use such vectors.
    stays: FxHashSet<Inst>,
    /// Accesses of vector registers whose index is inside of the vector where a lane is active.
    in_bounds: FxHashSet<Inst>,
    /// Indices of element writes.
    written: FxHashSet<Value>,
    known: KnownBitsCache,
}

impl Indexed {
    pub(super) fn stays(&self, inst: Inst) -> bool {
        !self.stays.is_empty() && self.stays.contains(&inst)
    }

    /// Whether the index is compared with all numbers anyway.
    pub(super) fn is_written_at(&self, index: Value) -> bool {
        self.written.contains(&index)
    }
}

/// Webs of values to be kept in one tuple: phis, selects and insertions with their operands.
struct Webs<'a> {
    func: &'a Function,
    numbers: FxHashMap<Value, usize>,
    /// By number: the web's representative, or another value on the path to it.
    parents: Vec<usize>,
    /// By number; for a representative: for the web.
    is_indexed: Vec<bool>,
    is_divergent: Vec<bool>,
}

impl Webs<'_> {
    fn number(&mut self, divergence: &DivergenceAnalysis, value: Value) -> usize {
        let value = self.func.resolve(value);
        *self.numbers.entry(value).or_insert_with(|| {
            self.parents.push(self.parents.len());
            self.is_indexed.push(false);
            self.is_divergent.push(divergence.is_divergent(value));
            self.parents.len() - 1
        })
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[b] = a;
        self.is_indexed[a] |= self.is_indexed[b];
        self.is_divergent[a] |= self.is_divergent[b];
    }
}

/// Finds the vectors that are accessed by a uniform index, and the instructions that pass them on.
pub(super) fn find(func: &Function, ctx: &Context, order: &[Block], limits: TupleLimits) -> Indexed {
    let mut indexed = Indexed::default();
    let mut accesses: Vec<Inst> = Vec::new();
    for inst in order.iter().flat_map(|&block| func.block_insts(block)) {
        let Some(index) = index_of(func, inst) else {
            continue;
        };
        if func.as_int(index, ctx).is_some() {
            continue;
        }
        if func.opcode(inst) == Opcode::InsertElement {
            indexed.written.insert(index);
        }
        if indexable_words(ctx, func.ty(func.arg(inst, 0))).is_some() {
            accesses.push(inst);
        }
    }
    if accesses.is_empty() {
        return indexed;
    }
    let divergence = DivergenceAnalysis::compute(func, ctx, &TRANSFORM_INFO);
    accesses.retain(|&inst| {
        let index = index_of(func, inst).expect("an access");
        let block = func.inst_block(inst).expect("a placed access");
        !divergence.is_divergent_use(func, index, block)
    });
    let mut webs = Webs {
        func,
        numbers: FxHashMap::default(),
        parents: Vec::new(),
        is_indexed: Vec::new(),
        is_divergent: Vec::new(),
    };
    let mut carriers: Vec<Inst> = Vec::new();
    for inst in order.iter().flat_map(|&block| func.block_insts(block)) {
        let vectors = match func.opcode(inst) {
            Opcode::Phi => 0..func.args(inst).len(),
            Opcode::Select if func.ty(func.arg(inst, 0)) == Type::I1 => 1..3,
            Opcode::Freeze | Opcode::InsertElement => 0..1,
            _ => continue,
        };
        if indexable_words(ctx, func.inst(inst).ty).is_none() {
            continue;
        }
        let result = webs.number(&divergence, func.result(inst).expect("a vector"));
        for vector in vectors {
            let vector = webs.number(&divergence, func.arg(inst, vector));
            webs.join(result, vector);
        }
        carriers.push(inst);
    }
    for &inst in &accesses {
        let number = webs.number(&divergence, func.arg(inst, 0));
        let web = webs.find(number);
        webs.is_indexed[web] = true;
    }
    let by_index: FxHashSet<Inst> = accesses.iter().copied().collect();
    for inst in carriers {
        // Other elements are inserted when the whole is needed.
        if func.opcode(inst) == Opcode::InsertElement && !by_index.contains(&inst) {
            continue;
        }
        let result = func.result(inst).expect("a vector");
        let number = webs.numbers[&result];
        let web = webs.find(number);
        if webs.is_indexed[web] && has_registers(ctx, func.ty(result), limits, webs.is_divergent[web]) {
            indexed.stays.insert(inst);
        }
    }
    for &inst in &accesses {
        let vector = func.arg(inst, 0);
        let number = webs.numbers[&func.resolve(vector)];
        let web = webs.find(number);
        if has_registers(ctx, func.ty(vector), limits, webs.is_divergent[web]) {
            indexed.stays.insert(inst);
        }
        // Where no lane is active, the index may be anything. An access of vector registers does nothing there, one of
        // scalar registers does.
        let moves_lanes = match func.opcode(inst) {
            Opcode::InsertElement => func
                .result(inst)
                .is_some_and(|result| divergence.is_divergent(result)),
            _ => divergence.is_divergent(func.resolve(vector)),
        };
        if moves_lanes && is_in_bounds_access(func, ctx, inst) {
            indexed.in_bounds.insert(inst);
        }
    }
    indexed
}

fn has_registers(ctx: &Context, ty: Type, limits: TupleLimits, is_divergent: bool) -> bool {
    let limit = if is_divergent {
        limits.vector
    } else {
        limits.scalar
    };
    indexable_words(ctx, ty).is_some_and(|words| words <= limit)
}

/// The index of an element access.
fn index_of(func: &Function, inst: Inst) -> Option<Value> {
    match func.opcode(inst) {
        Opcode::ExtractElement => Some(func.arg(inst, 1)),
        Opcode::InsertElement => Some(func.arg(inst, 2)),
        _ => None,
    }
}

/// The element at `index`, by selects. `shares`: comparisons of the index with all numbers exist anyway.
pub(super) fn choose(b: &mut Builder, elements: &Elements, index: Value, shares: bool) -> Value {
    let ty = b.func.ty(index);
    if shares || elements.len() < MIN_TESTED {
        let mut chosen = elements[0];
        for (i, &element) in elements.iter().enumerate().skip(1) {
            let number = b.int(ty, i as u128);
            let is_it = b.icmp(IntPredicate::Eq, index, number);
            chosen = b.select(is_it, element, chosen);
        }
        return chosen;
    }
    // Bit by bit from the lowest: each halves the remaining elements.
    let mut left = elements.clone();
    let mut bit = 1u128;
    while left.len() > 1 {
        let mask = b.int(ty, bit);
        let is_upper = match left.len() {
            // No index has a higher bit.
            2 => b.icmp(IntPredicate::Uge, index, mask),
            _ => {
                let tested = b.binary(Opcode::And, index, mask);
                let zero = b.int(ty, 0);
                b.icmp(IntPredicate::Ne, tested, zero)
            }
        };
        left = left
            .chunks(2)
            .map(|pair| match *pair {
                [lower, upper] => b.select(is_upper, upper, lower),
                _ => pair[0],
            })
            .collect();
        bit <<= 1;
    }
    left[0]
}

/// `index` as a dword that is certainly inside the vector, unless it `is_inside` anyway: where it is unused, or no lane is
/// active, it may be anything, and the registers after the vector hold other values.
fn register_index(
    func: &mut Function,
    ctx: &mut Context,
    known: &mut KnownBitsCache,
    inst: Inst,
    index: Value,
    is_inside: bool,
) -> Value {
    let bits = ctx
        .types
        .int_bits(func.ty(index))
        .expect("an index is an integer");
    let (_, count) = ctx
        .types
        .vector_parts(func.ty(func.arg(inst, 0)))
        .expect("a vector");
    let is_inside = is_inside || known.known_bits(func, ctx, index).max() < u128::from(count);
    let mut b = Builder::before(func, ctx, inst);
    let index = match bits.cmp(&32) {
        Ordering::Less => b.cast(Opcode::ZExt, index, Type::I32),
        Ordering::Equal => index,
        Ordering::Greater => b.cast(Opcode::Trunc, index, Type::I32),
    };
    let last = b.i32(count as i32 - 1);
    match is_inside {
        true => index,
        false if count.is_power_of_two() => b.binary(Opcode::And, index, last),
        false => call_generic(&mut b, "umin", &[Type::I32], &[index, last]),
    }
}

impl Scalarizer {
    /// The instruction stays, with whole vectors and an index in registers; phis get theirs at the end.
    pub(super) fn keep_indexed(&mut self, func: &mut Function, ctx: &mut Context, inst: Inst) {
        if func.opcode(inst) == Opcode::Phi {
            return;
        }
        if let Some(index) = index_of(func, inst) {
            let is_inside = self.indexed.in_bounds.contains(&inst);
            let index = register_index(func, ctx, &mut self.indexed.known, inst, index, is_inside);
            let last = func.args(inst).len() - 1;
            func.args_mut(inst)[last] = index;
        }
        self.keep(func, ctx, inst);
    }

    /// Whole operands for the phis that stay.
    pub(super) fn finish_indexed(&mut self, func: &mut Function, ctx: &mut Context) {
        if self.indexed.stays.is_empty() {
            return;
        }
        for block in func.block_order().to_vec() {
            let phis: Vec<Inst> = func
                .block_insts(block)
                .take_while(|&inst| func.opcode(inst) == Opcode::Phi)
                .filter(|inst| self.indexed.stays.contains(inst))
                .collect();
            for phi in phis {
                self.keep(func, ctx, phi);
            }
        }
    }
}
