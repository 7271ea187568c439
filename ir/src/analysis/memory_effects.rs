//! The effects of an instruction besides its result: whether it may be removed, moved, or executed speculatively.
//!
//! Sources: intrinsic properties for intrinsics; `memory(..)`, `convergent`, `willreturn`, `speculatable`, ... of
//! declaration and call site for other calls (LLVM Language Reference).

use crate::analysis::allocas::is_static;
use crate::attributes::AttributeValue;
use crate::context::Context;
use crate::entities::{AttributeSet, Inst};
use crate::function::{Function, ValueDef};
use crate::inline_asm::clobbers_memory;
use crate::inst::{InstFlags, Opcode};
use crate::intrinsics::{IntrinsicProperties, id};

bitflags::bitflags! {
    /// What an instruction may do.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Effects: u16 {
        /// Reads memory.
        const READ = 1;
        /// Writes memory.
        const WRITE = 1 << 1;
        /// Accesses memory only through its pointer arguments.
        const ARGUMENT_MEMORY_ONLY = 1 << 2;
        /// Accesses only memory that the program cannot see.
        const INACCESSIBLE_MEMORY_ONLY = 1 << 3;
        /// Has other effects: volatile access, barrier, message.
        const SIDE_EFFECTS = 1 << 4;
        /// Depends on which lanes execute it together.
        const CONVERGENT = 1 << 5;
        /// May be executed speculatively.
        const SPECULATABLE = 1 << 6;
        /// May not return: later instructions may not be executed.
        const MAY_NOT_RETURN = 1 << 7;
        /// Must not be duplicated.
        const NO_DUPLICATE = 1 << 8;
        /// Orders memory accesses of other instructions: fence, barrier, atomic with ordering.
        const ORDERS_MEMORY = 1 << 9;
    }
}

impl Effects {
    /// Whether it accesses memory at all.
    pub fn accesses_memory(self) -> bool {
        self.intersects(Effects::READ | Effects::WRITE)
    }

    /// Whether it only computes its result (from operands, or memory it reads).
    pub fn is_removable(self) -> bool {
        !self.intersects(Effects::WRITE | Effects::SIDE_EFFECTS | Effects::MAY_NOT_RETURN)
    }

    /// Whether later instructions must not be executed before it, even if they only read.
    pub fn stops_hoisting(self) -> bool {
        self.intersects(
            Effects::WRITE
                | Effects::SIDE_EFFECTS
                | Effects::ORDERS_MEMORY
                | Effects::MAY_NOT_RETURN
                | Effects::CONVERGENT
                | Effects::NO_DUPLICATE,
        )
    }

    /// Whether its result depends only on its operands and it has no other effect.
    pub fn is_pure(self) -> bool {
        self.is_removable() && !self.intersects(Effects::READ | Effects::CONVERGENT)
    }
}

/// The effects of `inst`.
#[inline(always)] //  for most, the opcode decides
pub fn effects(func: &Function, ctx: &Context, inst: Inst) -> Effects {
    use Opcode::*;
    match func.opcode(inst) {
        Load | Store | AtomicRmw | CmpXchg | Fence | Call | UDiv | URem | SDiv | SRem | Alloca => {
            effects_by_operands(func, ctx, inst)
        }
        Phi => Effects::empty(),
        opcode if opcode.is_terminator() => Effects::SIDE_EFFECTS,
        _ => Effects::SPECULATABLE,
    }
}

fn effects_by_operands(func: &Function, ctx: &Context, inst: Inst) -> Effects {
    let opcode = func.opcode(inst);
    match opcode {
        Opcode::Load => {
            if is_volatile_or_atomic(func, inst) {
                ordered_access(func, inst) | Effects::READ | Effects::WRITE | Effects::SIDE_EFFECTS
            } else {
                Effects::READ
            }
        }
        Opcode::Store => {
            if is_volatile_or_atomic(func, inst) {
                ordered_access(func, inst) | Effects::READ | Effects::WRITE | Effects::SIDE_EFFECTS
            } else {
                Effects::WRITE
            }
        }
        Opcode::AtomicRmw | Opcode::CmpXchg => {
            ordered_access(func, inst) | Effects::READ | Effects::WRITE | Effects::SIDE_EFFECTS
        }
        Opcode::Fence => Effects::READ | Effects::WRITE | Effects::SIDE_EFFECTS | Effects::ORDERS_MEMORY,
        Opcode::Call => call_effects(func, ctx, inst),
        Opcode::UDiv | Opcode::URem | Opcode::SDiv | Opcode::SRem => {
            // A division is speculatable if the divisor is known to be neither zero nor (signed) minus one.
            let divisor = func.arg(inst, 1);
            let bits = ctx.layout.bits(&ctx.types, ctx.types.scalar(func.ty(divisor)));
            let minus_one = if bits >= 128 {
                u128::MAX
            } else {
                (1u128 << bits) - 1
            };
            let signed = matches!(opcode, Opcode::SDiv | Opcode::SRem);
            match func.as_int(divisor, ctx) {
                Some(0) | None => Effects::empty(),
                Some(v) if signed && v == minus_one => Effects::empty(),
                Some(_) => Effects::SPECULATABLE,
            }
        }
        // A dynamic alloca moves the stack pointer.
        Opcode::Alloca if !is_static(func, ctx, inst) => {
            Effects::READ | Effects::WRITE | Effects::INACCESSIBLE_MEMORY_ONLY
        }
        _ => Effects::empty(),
    }
}

/// Whether a load, store or read-modify-write is volatile or atomic.
pub fn is_volatile_or_atomic(func: &Function, inst: Inst) -> bool {
    let data = func.inst(inst);
    if data.flags.contains(InstFlags::VOLATILE) {
        return true;
    }
    match data.aux {
        crate::inst::Aux::Memory(memory) => memory.is_atomic(),
        _ => matches!(data.opcode, Opcode::AtomicRmw | Opcode::CmpXchg),
    }
}

/// Whether `inst` is a load or store that is neither volatile nor atomic.
pub fn is_simple_access(func: &Function, inst: Inst) -> bool {
    matches!(func.opcode(inst), Opcode::Load | Opcode::Store) && !is_volatile_or_atomic(func, inst)
}

fn ordered_access(func: &Function, inst: Inst) -> Effects {
    use crate::inst::{Aux, Ordering};
    let data = func.inst(inst);
    let ordering = match data.aux {
        Aux::Memory(memory) | Aux::AtomicRmw(_, memory) | Aux::CmpXchg(_, memory) => memory.ordering,
        _ => None,
    };
    let relaxed = matches!(
        ordering,
        None | Some(Ordering::Monotonic | Ordering::Unordered | Ordering::NotAtomic)
    );
    if relaxed && !data.flags.contains(InstFlags::VOLATILE) {
        Effects::empty()
    } else {
        Effects::ORDERS_MEMORY
    }
}

/// The effects of a call.
pub fn call_effects(func: &Function, ctx: &Context, inst: Inst) -> Effects {
    if let Some(id) = func.called_intrinsic(inst, ctx) {
        let mut effects = intrinsic_effects(ctx.intrinsics.get(id).properties);
        if let Some(call) = func.call_aux(inst)
            && call.fn_attrs != AttributeSet::EMPTY
        {
            effects = attribute_effects(ctx, call.fn_attrs, effects);
        }
        return effects;
    }
    let unknown = Effects::READ
        | Effects::WRITE
        | Effects::SIDE_EFFECTS
        | Effects::MAY_NOT_RETURN
        | Effects::ORDERS_MEMORY;
    let mut effects = unknown;
    if let ValueDef::InlineAsm(asm) = func.def(func.args(inst)[0]) {
        let asm = &ctx.inline_asm[asm];
        if !asm.side_effects {
            effects = match clobbers_memory(ctx.text(asm.constraints)) {
                true => Effects::READ | Effects::WRITE | Effects::ORDERS_MEMORY,
                false => Effects::empty(),
            };
        }
        effects.remove(Effects::MAY_NOT_RETURN);
    }
    if let Some(callee) = func.callee(inst, ctx) {
        effects = attribute_effects(ctx, ctx.functions[callee].attrs, effects);
    }
    if let Some(call) = func.call_aux(inst) {
        effects = attribute_effects(ctx, call.fn_attrs, effects);
    }
    effects
}

fn intrinsic_effects(properties: IntrinsicProperties) -> Effects {
    use IntrinsicProperties as P;
    let mut effects = Effects::READ | Effects::WRITE;
    if properties.contains(P::NO_MEM) {
        effects = Effects::empty();
    } else if properties.contains(P::READ_MEM) {
        effects = Effects::READ;
    } else if properties.contains(P::WRITE_MEM) {
        effects = Effects::WRITE;
    }
    let pairs = [
        (P::ARG_MEM_ONLY, Effects::ARGUMENT_MEMORY_ONLY),
        (P::INACCESSIBLE_MEM_ONLY, Effects::INACCESSIBLE_MEMORY_ONLY),
        (P::SIDE_EFFECTS, Effects::SIDE_EFFECTS),
        (P::CONVERGENT, Effects::CONVERGENT),
        (P::SPECULATABLE, Effects::SPECULATABLE),
        (P::NO_RETURN, Effects::MAY_NOT_RETURN),
        (P::NO_DUPLICATE, Effects::NO_DUPLICATE),
    ];
    for (property, effect) in pairs {
        if properties.contains(property) {
            effects |= effect;
        }
    }
    if effects.contains(Effects::SIDE_EFFECTS | Effects::CONVERGENT) {
        // Barriers are of this kind, and some of them claim not to access memory.
        effects |= Effects::ORDERS_MEMORY;
    }
    if !properties
        .intersects(P::NO_MEM | P::ARG_MEM_ONLY | P::INACCESSIBLE_MEM_ONLY | P::READ_MEM | P::WRITE_MEM)
    {
        effects |= Effects::SIDE_EFFECTS;
    }
    effects
}

fn attribute_effects(ctx: &Context, set: AttributeSet, mut effects: Effects) -> Effects {
    for attribute in ctx.attributes.get(set) {
        if attribute.quoted {
            continue;
        }
        let none = Effects::READ | Effects::WRITE | Effects::ORDERS_MEMORY | Effects::SIDE_EFFECTS;
        match ctx.text(attribute.key) {
            "memory" => {
                let AttributeValue::Raw(text) = attribute.value else {
                    continue;
                };
                effects = memory_attribute(ctx.text(text), effects);
            }
            "readnone" => effects.remove(none),
            "readonly" => effects.remove(Effects::WRITE | Effects::SIDE_EFFECTS | Effects::ORDERS_MEMORY),
            "writeonly" => effects.remove(Effects::READ),
            "argmemonly" => effects |= Effects::ARGUMENT_MEMORY_ONLY,
            "convergent" => effects |= Effects::CONVERGENT,
            "speculatable" => effects |= Effects::SPECULATABLE,
            "willreturn" => effects.remove(Effects::MAY_NOT_RETURN),
            "noreturn" => effects |= Effects::MAY_NOT_RETURN,
            "noduplicate" => effects |= Effects::NO_DUPLICATE,
            _ => {}
        }
    }
    effects
}

/// `none`, `read`, `argmem: read, inaccessiblemem: readwrite`, ...
fn memory_attribute(text: &str, mut effects: Effects) -> Effects {
    let access = |word: &str| match word.trim() {
        "none" => Effects::empty(),
        "read" => Effects::READ,
        "write" => Effects::WRITE,
        _ => Effects::READ | Effects::WRITE,
    };
    let mut all = Effects::empty();
    let mut default = Effects::empty();
    let (mut argument, mut inaccessible) = (None, None);
    for part in text.split(',') {
        match part.split_once(':') {
            None => default = access(part),
            Some((place, word)) => match place.trim() {
                "argmem" => argument = Some(access(word)),
                "inaccessiblemem" => inaccessible = Some(access(word)),
                _ => default |= access(word),
            },
        }
    }
    let (argument, inaccessible) = (argument.unwrap_or(default), inaccessible.unwrap_or(default));
    all |= default | argument | inaccessible;
    effects.remove(Effects::READ | Effects::WRITE);
    if !all.contains(Effects::WRITE) {
        effects.remove(Effects::SIDE_EFFECTS | Effects::ORDERS_MEMORY);
    }
    effects |= all;
    if default.is_empty() && inaccessible.is_empty() && !argument.is_empty() {
        effects |= Effects::ARGUMENT_MEMORY_ONLY;
        effects.remove(Effects::ORDERS_MEMORY | Effects::SIDE_EFFECTS);
    }
    if default.is_empty() && argument.is_empty() && !inaccessible.is_empty() {
        effects |= Effects::INACCESSIBLE_MEMORY_ONLY;
        effects.remove(Effects::ORDERS_MEMORY);
    }
    effects
}

/// Whether `inst`, if its result is unused, can be removed.
pub fn is_removable(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let opcode = func.opcode(inst);
    !opcode.is_terminator() && effects(func, ctx, inst).is_removable()
}

/// Whether `inst` may be executed speculatively.
pub fn is_speculatable(func: &Function, ctx: &Context, inst: Inst) -> bool {
    if is_in_bounds_access(func, ctx, inst) {
        return false;
    }
    let effects = effects(func, ctx, inst);
    effects.contains(Effects::SPECULATABLE)
        && !effects.intersects(
            Effects::CONVERGENT
                | Effects::READ
                | Effects::WRITE
                | Effects::SIDE_EFFECTS
                | Effects::MAY_NOT_RETURN,
        )
}

/// The metadata kind of accesses to an element whose variable index is less than the number of elements: the behaviour
/// is undefined otherwise, as it was for the access to memory that such an instruction replaces. A target may then access
/// a register by its number without a test. The kind is not LLVM's, which drops and ignores what it does not know.
pub const IN_BOUNDS: &str = "inbounds";

/// Whether `inst` accesses an element at a variable index, and has [`IN_BOUNDS`].
pub fn is_in_bounds_access(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let index = match func.opcode(inst) {
        Opcode::ExtractElement => func.arg(inst, 1),
        Opcode::InsertElement => func.arg(inst, 2),
        _ => return false,
    };
    func.as_const(index).is_none()
        && !func.attachments.is_empty()
        && ctx
            .symbols
            .find(IN_BOUNDS)
            .is_some_and(|kind| func.attachment(inst, kind).is_some())
}

/// Whether `inst` is `llvm.lifetime.start` or `llvm.lifetime.end`.
pub fn is_lifetime_marker(func: &Function, ctx: &Context, inst: Inst) -> bool {
    func.opcode(inst) == Opcode::Call
        && matches!(
            func.called_intrinsic(inst, ctx),
            Some(id::LIFETIME_START | id::LIFETIME_END)
        )
}
