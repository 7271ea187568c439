//! Variables of functions and their locations.
//!
//! A value in registers is described word by word, since tuples have no numbers in DWARF.
//! Objects in scratch are at addresses of the private address space, which `DW_OP_xderef` takes from below the address on
//! the stack, as in LLVM's debug information.

use super::Place;
use super::tracking::{Change, Held, WordPlace, changes};
use crate::function_info::subtarget;
use crate::machine_passes::frame::base_register;
use fxhash::FxHashMap;
use gimli::constants as dw;
use gimli::write::Expression;
use wavec_codegen::mir::{Block, DebugPlace, DebugTable, DebugVariable, FrameIndex, Inst, MachineFunction};
use wavec_gpu_mc::dwarf_registers::dwarf_register;
use wavec_ir::debug_info::DebugLocation;
use wavec_ir::{Context, MetadataId};

/// A variable in a function's code.
pub(super) struct Variable {
    /// Its `DILocalVariable`.
    pub node: MetadataId,
    /// Its scope, and where that was inlined.
    pub location: DebugLocation,
    /// Where it is.
    pub place: VariablePlace,
}

/// Where a variable is.
pub(super) enum VariablePlace {
    /// Nowhere.
    None,
    /// In one place as long as the function runs.
    Fixed(Expression),
    /// Somewhere else in each of these ranges of the code.
    Ranges(Vec<(Place, Place, Expression)>),
}

/// Where the instructions of a function are.
pub(super) struct Places {
    /// Where each begins.
    starts: FxHashMap<Inst, Place>,
    /// Where each ends.
    ends: FxHashMap<Inst, Place>,
    blocks: FxHashMap<Block, Place>,
}

impl Places {
    /// From the places of the instructions that have code, and that of the end of `func`.
    pub(super) fn new(func: &MachineFunction, starts: FxHashMap<Inst, Place>, end: Place) -> Places {
        let mut places = Places {
            starts,
            ends: FxHashMap::default(),
            blocks: FxHashMap::default(),
        };
        let mut next = end;
        let blocks: Vec<Block> = func.layout.blocks().collect();
        for &block in blocks.iter().rev() {
            for inst in func.layout.insts(block).rev() {
                places.ends.insert(inst, next);
                next = *places.starts.get(&inst).unwrap_or(&next);
            }
            places.blocks.insert(block, next);
        }
        places
    }

    fn of(&self, change: &Change) -> Option<Place> {
        match change.after {
            Some(inst) => self.ends.get(&inst).copied(),
            None => self.blocks.get(&change.block).copied(),
        }
    }
}

/// A part of a variable.
struct Part<'t> {
    /// Its start and size in bits; none if it is all of the variable.
    fragment: Option<(u64, u64)>,
    variable: &'t DebugVariable,
    /// Its number in the table.
    number: u32,
}

/// The variables of `func`: parameters first.
pub(super) fn of(
    ctx: &Context,
    func: &MachineFunction,
    table: &DebugTable,
    places: &Places,
    end: Place,
) -> Vec<Variable> {
    let mut groups: Vec<(MetadataId, DebugLocation, Vec<Part<'_>>)> = Vec::new();
    let mut known: FxHashMap<(MetadataId, Option<MetadataId>), usize> = FxHashMap::default();
    for (number, variable) in (0..).zip(&table.variables) {
        let scope = ctx.debug_node(variable.variable, "scope");
        let (Some(scope), Some(location)) = (scope, ctx.debug_location(variable.location)) else {
            continue;
        };
        let location = DebugLocation { scope, ..location };
        let key = (variable.variable, location.inlined_at);
        let group = *known.entry(key).or_insert_with(|| {
            groups.push((variable.variable, location, Vec::new()));
            groups.len() - 1
        });
        groups[group].2.push(Part {
            fragment: Context::debug_fragment_of(&ctx.debug_expression(variable.expression)),
            variable,
            number,
        });
    }
    let mut by_variable: FxHashMap<u32, Vec<(Place, Option<Held>)>> = FxHashMap::default();
    for change in changes(func, table) {
        if let Some(place) = places.of(&change) {
            let list = by_variable.entry(change.variable).or_default();
            list.push((place, change.held));
        }
    }
    let mut variables: Vec<Variable> = groups
        .into_iter()
        .map(|(node, location, parts)| Variable {
            node,
            location,
            place: place_of(ctx, func, parts, &by_variable, end),
        })
        .collect();
    variables.sort_by_key(|variable| match ctx.debug_number(variable.node, "arg") {
        0 => u32::MAX,
        number => number,
    });
    variables
}

fn place_of(
    ctx: &Context,
    func: &MachineFunction,
    mut parts: Vec<Part<'_>>,
    changes: &FxHashMap<u32, Vec<(Place, Option<Held>)>>,
    end: Place,
) -> VariablePlace {
    let is_kept = |part: &Part<'_>| match part.variable.place {
        DebugPlace::Frame(_) => true,
        DebugPlace::Values => changes.contains_key(&part.number),
    };
    parts.retain(is_kept);
    parts.sort_by_key(|part| part.fragment);
    // A value of all of it and values of parts would have to be told apart.
    let overlap = |pair: &[Part<'_>]| match (pair[0].fragment, pair[1].fragment) {
        (Some((start, size)), Some((next, _))) => start + size > next,
        _ => true,
    };
    let is_in_bytes = |part: &Part<'_>| {
        part.fragment
            .is_none_or(|(start, size)| start % 8 == 0 && size % 8 == 0)
    };
    if parts.windows(2).any(overlap) || !parts.iter().all(is_in_bytes) {
        return VariablePlace::None;
    }
    let is_fixed = |part: &Part<'_>| part.variable.place != DebugPlace::Values;
    let nowhere = vec![None; parts.len()];
    if parts.iter().all(is_fixed) {
        return match describe(ctx, func, &parts, &nowhere) {
            Some(expression) => VariablePlace::Fixed(expression),
            None => VariablePlace::None,
        };
    }
    // The changes of all parts in the order of the code.
    let mut all: Vec<(Place, usize, &Option<Held>)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let list = changes.get(&part.number).into_iter().flatten();
        all.extend(list.map(|(place, held)| (*place, index, held)));
    }
    all.sort_by_key(|change| change.0);
    let mut held: Vec<Option<&Held>> = nowhere;
    let mut ranges: Vec<(Place, Place, Expression)> = Vec::new();
    for (index, &(place, part, now)) in all.iter().enumerate() {
        held[part] = now.as_ref();
        let until = all.get(index + 1).map_or(end, |next| next.0);
        if until != place
            && let Some(expression) = describe(ctx, func, &parts, &held)
        {
            ranges.push((place, until, expression));
        }
    }
    match ranges.is_empty() {
        true => VariablePlace::None,
        false => VariablePlace::Ranges(ranges),
    }
}

/// Where a variable is if its parts are `held` in registers, or else in the frame.
fn describe(
    ctx: &Context,
    func: &MachineFunction,
    parts: &[Part<'_>],
    held: &[Option<&Held>],
) -> Option<Expression> {
    let mut expression = Expression::new();
    let mut at = 0;
    let mut is_anywhere = false;
    for (part, held) in parts.iter().zip(held) {
        let Some((start, size)) = part.fragment else {
            let found = match part.variable.place {
                DebugPlace::Frame(slot) => in_object(ctx, func, part, slot, &mut expression),
                DebugPlace::Values => {
                    held.is_some_and(|held| in_words(func, held, held.bits.into(), false, &mut expression))
                }
            };
            return found.then_some(expression);
        };
        if start > at {
            expression.op_piece((start - at) / 8);
        }
        let before = expression.next_index();
        let found = match part.variable.place {
            DebugPlace::Frame(slot) => {
                let found = in_object(ctx, func, part, slot, &mut expression);
                expression.op_piece(size / 8);
                found
            }
            DebugPlace::Values => {
                let fits = held.filter(|held| u64::from(held.bits) == size);
                fits.is_some_and(|held| in_words(func, held, size, true, &mut expression))
            }
        };
        if expression.next_index() == before {
            expression.op_piece(size / 8);
        }
        is_anywhere |= found;
        at = start + size;
    }
    is_anywhere.then_some(expression)
}

/// Appends words that are held; as pieces of something larger if it is `in_pieces`. False if a register has no number.
fn in_words(func: &MachineFunction, held: &Held, bits: u64, in_pieces: bool, out: &mut Expression) -> bool {
    let wave_size = subtarget(func).wave_size;
    let registers = func.registers();
    let number = |unit: u16| dwarf_register(registers.unit_regs[usize::from(unit)], wave_size);
    let is_described = |word: &WordPlace| match *word {
        WordPlace::Constant(_) => true,
        WordPlace::Register(unit) => number(unit).is_some(),
        WordPlace::Frame(slot, byte) => in_frame(func, slot, byte, &mut Expression::new()),
    };
    if !held.words.iter().all(is_described) {
        return false;
    }
    if let [WordPlace::Constant(low), WordPlace::Constant(high)] = held.words[..]
        && !in_pieces
    {
        out.op_constu(u64::from(high) << 32 | u64::from(low));
        out.op(dw::DW_OP_stack_value);
        return true;
    }
    let has_pieces = in_pieces || held.words.len() > 1;
    let each = u64::from(held.bits_of_word / 8);
    for (index, word) in held.words.iter().enumerate() {
        match *word {
            WordPlace::Register(unit) => out.op_reg(number(unit).expect("a register with a number")),
            WordPlace::Constant(value) => {
                out.op_constu(value.into());
                out.op(dw::DW_OP_stack_value);
            }
            WordPlace::Frame(slot, byte) => {
                in_frame(func, slot, byte, out);
            }
        }
        if has_pieces {
            out.op_piece((bits / 8 - each * index as u64).min(each));
        }
    }
    true
}

/// Appends the address of a part that is in a frame object. False if that cannot be expressed.
fn in_object(
    ctx: &Context,
    func: &MachineFunction,
    part: &Part<'_>,
    slot: FrameIndex,
    out: &mut Expression,
) -> bool {
    let words = ctx.debug_expression(part.variable.expression);
    let offset = match words[..] {
        [] | ["DW_OP_LLVM_fragment", ..] => 0,
        ["DW_OP_plus_uconst", offset] | ["DW_OP_plus_uconst", offset, "DW_OP_LLVM_fragment", ..] => {
            match offset.parse::<u32>() {
                Ok(offset) => offset,
                Err(_) => return false,
            }
        }
        _ => return false,
    };
    in_frame(func, slot, offset, out)
}

/// Appends the address `more` bytes into a frame object.
fn in_frame(func: &MachineFunction, slot: FrameIndex, more: u32, out: &mut Expression) -> bool {
    let Some(offset) = func.frame.objects[slot]
        .offset
        .filter(|_| !func.frame.objects[slot].dead)
    else {
        return false;
    };
    let offset = u64::from(offset) + u64::from(more);
    let subtarget = subtarget(func);
    match base_register(func, slot) {
        None => out.op_constu(offset),
        Some(base) => match dwarf_register(base, subtarget.wave_size) {
            Some(base) => out.op_breg(base, offset as i64),
            None => return false,
        },
    }
    out.op_constu(PRIVATE_CLASS);
    out.op(dw::DW_OP_swap);
    out.op_xderef();
    true
}

/// The DWARF address space of a lane's own memory (`DW_ASPACE_AMDGPU_private_lane`).
const PRIVATE_CLASS: u64 = 5;
