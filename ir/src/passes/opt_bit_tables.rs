//! Replaces long chains of shifts and xors of eight bits, as in a checksum, by a table lookup.
//!
//! ```text
//!   %b0 = and i32 %x, 1
//!   %c0 = icmp ne i32 %b0, 0                            %at = and i32 %x, 255
//!   %h0 = lshr i32 %x, 1                                %p = getelementptr i32, ptr @table, i32 %at
//!   %g0 = xor i32 %h0, -306674912                 ->    %t = load i32, ptr %p
//!   %x1 = select i1 %c0, i32 %g0, i32 %h0               %h = lshr i32 %x, 8
//!   ... seven more                                      %x8 = xor i32 %h, %t
//! ```
//!
//! Shifts, masks, xors and selects between values that differ by a constant are linear maps of bits: a value is a
//! matrix over GF(2), with one column for each bit of the value it starts from, plus a constant. If the columns of all
//! but eight bits are mere shifts, and enough instructions disappear, the eight bits are looked up.
//!
//! Requires: loops over bits are unrolled, branches are selects. Preserves the control-flow graph. Cost: linear, times the
//! bits of a value, in functions with many exclusive ors. Source: D. Sarwate, "Computation of cyclic redundancy checks via
//! table look-up" (1988), generalized to any such map.

use crate::analysis::{TargetTransformInfo, Uses};
use crate::builder::Builder;
use crate::context::{Context, GlobalVarData, Linkage, Linking};
use crate::entities::{AttributeSet, Block, Inst, Type, Value};
use crate::function::{Function, ValueDef};
use crate::inst::{Align, Aux, InstFlags, IntPredicate, Opcode};
use fxhash::{FxHashMap, FxHashSet};

/// Minimum number of instructions that must disappear.
const MIN_SAVED: usize = 24;
/// Bits that index a table.
const INDEX_BITS: u32 = 8;

/// Replaces chains by lookups. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    let Some(space) = target.table_address_space() else {
        return false;
    };
    func.resolve_aliases();
    let blocks = func.block_order().to_vec();
    let mut found: Vec<Lookup> = Vec::new();
    let mut uses = None;
    for block in blocks {
        let xors = func
            .block_insts(block)
            .filter(|&inst| func.opcode(inst) == Opcode::Xor);
        if xors.count() >= INDEX_BITS as usize {
            let uses = uses.get_or_insert_with(|| Uses::compute(func));
            found.extend(lookups(func, ctx, uses, block));
        }
    }
    for lookup in &found {
        lookup.make(func, ctx, space);
    }
    func.resolve_aliases();
    !found.is_empty()
}

/// A value as a linear map of the bits of another.
#[derive(Clone, Debug)]
struct Map {
    /// The value it starts from; none for a constant.
    root: Option<Value>,
    /// The contribution of each bit of the root.
    columns: Vec<u64>,
    /// The value if all bits of the root are 0.
    constant: u64,
    /// Bits of the value.
    bits: u32,
}

fn low(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl Map {
    /// Applies a linear function to every column and the constant.
    fn each(mut self, bits: u32, change: impl Fn(u64) -> u64) -> Map {
        for column in &mut self.columns {
            *column = change(*column) & low(bits);
        }
        self.constant = change(self.constant) & low(bits);
        self.bits = bits;
        self
    }

    /// Bits that may be 1.
    fn mask(&self) -> u64 {
        self.columns
            .iter()
            .fold(self.constant, |all, column| all | column)
    }

    /// The only bit that may be 1.
    fn only_bit(&self) -> Option<u64> {
        let mask = self.mask();
        mask.is_power_of_two().then_some(mask)
    }

    /// The exclusive or of two maps of one root.
    fn xor(mut self, mut other: Map) -> Option<Map> {
        if self.root.is_none() {
            std::mem::swap(&mut self, &mut other);
        }
        if other.root.is_some() && other.root != self.root {
            return None;
        }
        for (column, with) in self.columns.iter_mut().zip(&other.columns) {
            *column ^= with;
        }
        self.constant ^= other.constant;
        Some(self)
    }
}

/// Finds maps in one block.
struct Maps<'a> {
    func: &'a Function,
    ctx: &'a Context,
    known: FxHashMap<Value, Map>,
}

impl Maps<'_> {
    fn bits(&self, value: Value) -> Option<u32> {
        let bits = self.ctx.types.int_bits(self.func.ty(value))?;
        (bits <= 64).then_some(bits)
    }

    /// The map that computes a value; the identity for an unknown value.
    fn of(&self, value: Value) -> Option<Map> {
        let value = self.func.resolve(value);
        let bits = self.bits(value)?;
        if let Some(map) = self.known.get(&value) {
            return Some(map.clone());
        }
        match self.func.def(value) {
            ValueDef::Const(_) => Some(Map {
                root: None,
                columns: Vec::new(),
                constant: self.func.as_int(value, self.ctx)? as u64 & low(bits),
                bits,
            }),
            _ => Some(Map {
                root: Some(value),
                columns: (0..bits).map(|bit| 1 << bit).collect(),
                constant: 0,
                bits,
            }),
        }
    }

    fn constant(&self, value: Value) -> Option<u64> {
        let constant = self.func.as_int(value, self.ctx)?;
        u64::try_from(constant).ok()
    }

    /// The map that an instruction computes, if it is linear in one root.
    fn computed(&self, inst: Inst) -> Option<Map> {
        let func = self.func;
        let bits = self.bits(func.result(inst)?)?;
        let arg = |index: usize| func.arg(inst, index);
        let sign_extended = |value: u64, from: u32| ((value << (64 - from)) as i64 >> (64 - from)) as u64;
        match func.opcode(inst) {
            Opcode::Xor => self.of(arg(0))?.xor(self.of(arg(1))?),
            Opcode::Or | Opcode::Add => {
                let (a, b) = (self.of(arg(0))?, self.of(arg(1))?);
                if a.mask() & b.mask() != 0 {
                    return None;
                }
                a.xor(b)
            }
            Opcode::And => {
                let mask = self.constant(arg(1))?;
                Some(self.of(arg(0))?.each(bits, |column| column & mask))
            }
            opcode @ (Opcode::Shl | Opcode::LShr | Opcode::AShr) => {
                let by = self.constant(arg(1)).filter(|&by| by < u64::from(bits))?;
                Some(self.of(arg(0))?.each(bits, |column| match opcode {
                    Opcode::Shl => column << by,
                    Opcode::LShr => column >> by,
                    _ => (sign_extended(column, bits) as i64 >> by) as u64,
                }))
            }
            Opcode::Trunc | Opcode::ZExt => Some(self.of(arg(0))?.each(bits, |column| column)),
            Opcode::SExt => {
                let from = self.bits(arg(0))?;
                Some(self.of(arg(0))?.each(bits, |column| sign_extended(column, from)))
            }
            // For one bit, sums and products are selects.
            Opcode::Sub if self.constant(arg(0)) == Some(0) => {
                let bit = self.of(arg(1))?;
                bit.only_bit()?;
                Some(bit.each(bits, u64::wrapping_neg))
            }
            Opcode::Mul => {
                let factor = self.constant(arg(1))?;
                let bit = self.of(arg(0))?;
                bit.only_bit()?;
                Some(bit.each(bits, |column| column.wrapping_mul(factor)))
            }
            Opcode::ICmp => self.comparison(inst),
            Opcode::Select => {
                let (choice, a, b) = (self.of(arg(0))?, self.of(arg(1))?, self.of(arg(2))?);
                let difference = a.xor(b.clone())?;
                if difference.columns.iter().any(|&column| column != 0) {
                    return None;
                }
                let by = difference.constant;
                choice.each(bits, |bit| if bit == 0 { 0 } else { by }).xor(b)
            }
            _ => None,
        }
    }

    /// A comparison that tests one bit.
    fn comparison(&self, inst: Inst) -> Option<Map> {
        let Aux::IntPredicate(predicate) = self.func.inst(inst).aux else {
            return None;
        };
        let map = self.of(self.func.arg(inst, 0))?;
        let with = self.constant(self.func.arg(inst, 1))?;
        let (bit, is_zero) = match predicate {
            IntPredicate::Ne | IntPredicate::Eq => {
                let bit = map.only_bit()?;
                if with != 0 && with != bit {
                    return None;
                }
                (bit, (predicate == IntPredicate::Eq) == (with == 0))
            }
            IntPredicate::Slt if with == 0 => (1 << (map.bits - 1), false),
            IntPredicate::Sgt if with == low(map.bits) => (1 << (map.bits - 1), true),
            _ => return None,
        };
        let mut map = map.each(1, |column| u64::from(column & bit != 0));
        map.constant ^= u64::from(is_zero);
        Some(map)
    }
}

/// A value to replace by a lookup.
struct Lookup {
    value: Value,
    root: Value,
    /// The first bit of the index.
    first: u32,
    entries: Vec<u64>,
    /// The left shift of the other bits, and which bits of the result belong to the value.
    shift: i32,
    mask: u64,
}

fn lookups(func: &Function, ctx: &Context, uses: &Uses, block: Block) -> Vec<Lookup> {
    let mut maps = Maps {
        func,
        ctx,
        known: FxHashMap::default(),
    };
    let mut made: Vec<(Inst, Value)> = Vec::new();
    for inst in func.block_insts(block) {
        if let Some(map) = maps.computed(inst)
            && map.root.is_some()
            && let Some(value) = func.result(inst)
        {
            maps.known.insert(func.resolve(value), map);
            made.push((inst, value));
        }
    }
    let mut found: Vec<Lookup> = Vec::new();
    let mut gone: FxHashSet<Inst> = FxHashSet::default();
    // Last values first: the values they are computed from disappear with them.
    for at in (0..made.len()).rev() {
        let (inst, value) = made[at];
        if gone.contains(&inst) || func.opcode(inst) != Opcode::Xor && func.opcode(inst) != Opcode::Select {
            continue;
        }
        let Some(lookup) = Lookup::of(value, &maps.known[&value]) else {
            continue;
        };
        let root = maps.known[&value].root;
        let mut goes: FxHashSet<Inst> = FxHashSet::default();
        goes.insert(inst);
        for &(other, value) in made[..at].iter().rev().take(16 * MIN_SAVED) {
            if maps.known[&value].root == root && uses.of(value).all(|user| goes.contains(&user)) {
                goes.insert(other);
            }
        }
        if goes.len() >= MIN_SAVED {
            gone.extend(goes);
            found.push(lookup);
        }
    }
    found
}

impl Lookup {
    /// The table for a map in which all bits except those of an index are shifted.
    fn of(value: Value, map: &Map) -> Option<Lookup> {
        let width = map.columns.len() as u32;
        if !matches!(map.bits, 8 | 16 | 32 | 64) || width < INDEX_BITS {
            return None;
        }
        let is_mixed = |bit: &u32| map.columns[*bit as usize].count_ones() > 1;
        let (lowest, highest) = ((0..width).find(is_mixed)?, (0..width).rfind(is_mixed)?);
        let starts = [
            0,
            lowest,
            (highest + 1).saturating_sub(INDEX_BITS),
            width - INDEX_BITS,
        ];
        let mut starts = starts.into_iter().filter(|&first| first <= width - INDEX_BITS);
        starts.find_map(|first| {
            let is_index = |bit: u32| (first..first + INDEX_BITS).contains(&bit);
            let others = (0..width).filter(|&bit| !is_index(bit) && map.columns[bit as usize] != 0);
            let shift = others.clone().next().map_or(0, |bit| {
                map.columns[bit as usize].trailing_zeros() as i32 - bit as i32
            });
            let moved = |bit: u32| {
                let to = bit as i32 + shift;
                if (0..map.bits as i32).contains(&to) {
                    1 << to
                } else {
                    0
                }
            };
            let mut mask = 0;
            for bit in others {
                if map.columns[bit as usize] != moved(bit) {
                    return None;
                }
                mask |= moved(bit);
            }
            let entries = (0..1u64 << INDEX_BITS).map(|index| {
                let bits = (0..INDEX_BITS).filter(|bit| index >> bit & 1 != 0);
                bits.fold(map.constant, |all, bit| all ^ map.columns[(first + bit) as usize])
            });
            Some(Lookup {
                value,
                root: map.root?,
                first,
                entries: entries.collect(),
                shift,
                mask,
            })
        })
    }

    fn make(&self, func: &mut Function, ctx: &mut Context, space: u32) {
        let ty = func.ty(self.value);
        let bits = ctx.types.int_bits(ty).expect("an integer");
        let table = self.table(func, ctx, bits, space);
        let inst = func.def_inst(self.value).expect("an instruction");
        let root_ty = func.ty(self.root);
        let root_bits = ctx.types.int_bits(root_ty).expect("an integer");
        let mut b = Builder::before(func, ctx, inst);
        let by = b.int(root_ty, u128::from(self.first));
        let mut index = self.root;
        if self.first > 0 {
            index = b.binary(Opcode::LShr, index, by);
        }
        if self.first + INDEX_BITS < root_bits {
            let mask = b.int(root_ty, u128::from(low(INDEX_BITS)));
            index = b.binary(Opcode::And, index, mask);
        }
        if root_bits < 64 {
            index = b.cast(Opcode::ZExt, index, Type::I64);
        }
        let pointer = b.gep(ty, table, &[index], InstFlags::INBOUNDS);
        let align = Align::from_bytes(u64::from(bits / 8));
        let entry = b.load(ty, pointer, align, InstFlags::empty());
        let new = if self.mask == 0 {
            entry
        } else {
            let moved = self.moved(&mut b, root_ty, root_bits, ty, bits);
            b.binary(Opcode::Xor, moved, entry)
        };
        func.replace_uses_with_alias(self.value, new);
        func.remove_inst(inst);
    }

    /// The bits that are not looked up, in position.
    fn moved(&self, b: &mut Builder, root_ty: Type, root_bits: u32, ty: Type, bits: u32) -> Value {
        let by = b.int(
            if self.shift > 0 { ty } else { root_ty },
            u128::from(self.shift.unsigned_abs()),
        );
        let as_wide = |b: &mut Builder, value: Value| match root_bits.cmp(&bits) {
            std::cmp::Ordering::Less => b.cast(Opcode::ZExt, value, ty),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => b.cast(Opcode::Trunc, value, ty),
        };
        let (moved, all) = if self.shift > 0 {
            let value = as_wide(b, self.root);
            (b.binary(Opcode::Shl, value, by), low(root_bits) << self.shift)
        } else if self.shift < 0 {
            let value = b.binary(Opcode::LShr, self.root, by);
            (as_wide(b, value), low(root_bits) >> -self.shift)
        } else {
            (as_wide(b, self.root), low(root_bits))
        };
        if self.mask == all & low(bits) {
            return moved;
        }
        let mask = b.int(ty, u128::from(self.mask));
        b.binary(Opcode::And, moved, mask)
    }

    /// The table, a global variable: shared by all lookups with the same entries.
    fn table(&self, func: &mut Function, ctx: &mut Context, bits: u32, space: u32) -> Value {
        let bytes = self
            .entries
            .iter()
            .flat_map(|entry| entry.to_le_bytes().into_iter().take(bits as usize / 8));
        let contents = ctx.const_bytes(&bytes.collect::<Vec<u8>>());
        let is_same = |data: &GlobalVarData| {
            data.initializer == Some(contents)
                && data.is_constant
                && data.address_space == space
                && data.linking.linkage == Linkage::Private
                && data.linking.align >= Some(Align::from_bytes(u64::from(bits / 8)))
        };
        let same = ctx.globals.keys().find(|&global| is_same(&ctx.globals[global]));
        let global = same.unwrap_or_else(|| {
            let mut number = 0;
            let name = loop {
                let name = format!("bit.table.{number}");
                if ctx.function_named(&name).is_none() && ctx.global_named(&name).is_none() {
                    break ctx.symbol(&name);
                }
                number += 1;
            };
            ctx.add_global(GlobalVarData {
                name,
                value_ty: ctx.constants.ty(contents),
                address_space: space,
                is_constant: true,
                externally_initialized: false,
                thread_local: false,
                initializer: Some(contents),
                linking: Linking {
                    linkage: Linkage::Private,
                    unnamed_addr: 2,
                    align: Some(Align::from_bytes(u64::from(bits / 8))),
                    ..Linking::default()
                },
                attrs: AttributeSet::EMPTY,
                metadata: Vec::new(),
            })
        });
        let constant = ctx.const_global(global);
        func.const_value(constant, ctx)
    }
}
