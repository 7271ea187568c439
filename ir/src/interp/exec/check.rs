//! Checks of one work-item: what pointers may reach, poison that is used, and how execution goes on after a finding.
//! `races` orders its accesses with those of others.

use super::super::check::races::{Conflict, Scope};
use super::super::check::{Checker, Kind, Note, Object, Place as SourcePlace, Reason, is_news, tags};
use super::super::code::{Access, CONSTANT, Code, Op, Place, Range};
use super::super::group::{Item, StackObject};
use super::super::memory::Space;
use super::super::target::LibraryCall;
use super::super::value::{Cell, Holds};
use super::{Exec, Failure, Leave, Reported, Run, Status, argument_cells};
use crate::entities::FuncRef;
use crate::fold::Outcome;
use crate::fold::float::FloatKind;
use crate::fold::scalar::{int_binary, sign_extend};
use crate::inst::{Aux, InstFlags, Opcode, Ordering};
use std::rc::Rc;

/// An access to memory, as checks see it.
pub(in super::super) struct Touch {
    pub space: u32,
    pub size: u64,
    pub align: u64,
    pub writes: bool,
    /// Whether a race is told by the caller if both accesses write.
    pub compares: bool,
    pub atomic: Option<(Ordering, Scope)>,
}

impl Touch {
    /// Of a load or store.
    pub(in super::super) fn of(access: &Access, writes: bool) -> Touch {
        Touch {
            space: access.space,
            size: access.layout.size,
            align: access.align,
            writes,
            compares: writes,
            atomic: access.atomic,
        }
    }

    /// Of memory intrinsics.
    pub(in super::super) fn plain(space: u32, size: u64, writes: bool) -> Touch {
        Touch {
            space,
            size,
            align: 1,
            writes,
            compares: false,
            atomic: None,
        }
    }
}

/// The object of an access.
pub(super) struct Found {
    pub(super) start: u64,
    end: u64,
    pub(super) label: String,
    /// The site of its declaration; 0 if that is not known.
    declared: u32,
}

/// Addresses around null that are taken for members of what a null pointer would point to.
const NULL_RANGE: u64 = 4096;

/// The instructions that a work-item executes, innermost call first; `pc` is that of the innermost if it runs.
pub(in super::super) fn stack(item: &Item, pc: Option<u32>) -> Vec<(crate::FuncRef, crate::Inst)> {
    let mut frames = Vec::new();
    for (depth, frame) in item.frames.iter().rev().enumerate() {
        let pc = pc.filter(|_| depth == 0).unwrap_or(frame.pc);
        if let Some(&inst) = frame.code.insts.get((pc as usize).saturating_sub(1)) {
            frames.push((frame.code.func, inst));
        }
    }
    frames
}

impl Exec<'_, '_> {
    /// The number of the current operation, or of the call in the source that has led to it.
    pub(super) fn site(&self) -> u32 {
        let own = |code: &Code, pc: u32| code.first_site + pc.saturating_sub(1);
        let mut frames = self.item.frames.iter().rev();
        if self.code.is_located {
            return own(&self.code, self.pc);
        }
        frames.next();
        let located = frames.find(|frame| frame.code.is_located);
        located.map_or(own(&self.code, self.pc), |frame| own(&frame.code, frame.pc))
    }

    pub(super) fn checker(&mut self) -> &mut Checker {
        let checker = self.interp.checker.as_mut();
        checker.expect("the launch is checked")
    }

    /// Reports a finding here; an error if the launch is to stop.
    pub(in super::super) fn report(
        &mut self,
        kind: Kind,
        describe: impl FnOnce() -> (String, Vec<Note>),
    ) -> Run<()> {
        let (module, item, group, info, pc) =
            (self.interp.module, &*self.item, self.group, self.info, self.pc);
        let place = || {
            let place = SourcePlace {
                frames: stack(item, Some(pc)),
                work_item: Some(info.global_id(group, item.local_id)),
            };
            (place, group)
        };
        let checker = self.interp.checker.as_mut().expect("the launch is checked");
        let goes_on = checker.report(module, kind, place, describe);
        self.item.is_misled |= kind.misleads();
        if goes_on { Ok(()) } else { Err(Failure::enough()) }
    }

    /// Reports what made an operation fail and goes on: its results are poison that is not reported again.
    pub(super) fn recover(
        &mut self,
        failure: Failure,
        op: &Op,
        code: &Rc<Code>,
        pc: &mut u32,
    ) -> Run<Option<Leave>> {
        let (true, Some(kind)) = (self.is_checked, failure.kind()) else {
            return Err(failure);
        };
        // Poison that a finding explains is used without a word.
        let Reported { message, notes, .. } = failure.report();
        if !message.is_empty() {
            self.report(kind, || (message, notes))?;
        }
        let (dst, count) = match op {
            Op::Int { dst, lanes, .. } | Op::Cast { dst, lanes, .. } => (*dst, *lanes),
            Op::Load { dst, access, .. } => (*dst, access.layout.leaves.len() as u32),
            Op::Rmw(rmw) => (rmw.dst, rmw.access.layout.leaves.len() as u32),
            Op::CmpXchg(exchange) => (exchange.dst, 2),
            Op::Alloca { dst, .. } => (*dst, 1),
            Op::Call(call) => call.dst,
            Op::Elementwise(call) | Op::Generic(call) | Op::Item(call) | Op::Quad(call) => call.dst,
            Op::Branch { otherwise, .. } => {
                *pc = self.follow(&code.edges[*otherwise as usize]);
                return Ok(None);
            }
            Op::Switch(switch) => {
                *pc = self.follow(&code.edges[switch.default as usize]);
                return Ok(None);
            }
            Op::Unreachable => return Ok(Some(Leave::Status(Status::Ended))),
            _ => (0, 0),
        };
        for place in dst..dst + count {
            self.set(place, Cell::poison(tags::REPORTED));
        }
        Ok(None)
    }

    /// What to say of poison where a value is needed.
    pub(super) fn use_of_poison(&self, cell: Cell, what: &str) -> Failure {
        if !self.is_checked {
            return Failure::new(format!("{what} is undefined"));
        }
        let (reason, site) = tags::reason(cell.tag);
        let (kind, message, note) = match reason {
            // Nothing to say.
            Reason::Reported => (Kind::UndefinedValue, String::new(), ""),
            Reason::Uninitialized => (
                Kind::Uninitialized,
                format!("{what} depends on memory that was never written"),
                "it was read here",
            ),
            Reason::Unspecified => (Kind::UndefinedValue, format!("{what} is undefined"), ""),
            Reason::Computed => (
                Kind::UndefinedValue,
                format!("{what} depends on an undefined result"),
                "it was computed here",
            ),
        };
        let failure = Failure::found(kind, message);
        let place = self.interp.sites.place(site).filter(|_| site != self.site());
        match place.filter(|_| !note.is_empty()) {
            Some(place) => failure.with_note(note, Some(place)),
            None => failure,
        }
    }

    /// Poison that the current operation makes of values that are none.
    pub(in super::super) fn new_poison(&self) -> Cell {
        match self.is_checked {
            true => Cell::poison(tags::poison(Reason::Computed, self.site())),
            false => Cell::POISON,
        }
    }

    /// Poison that was loaded: of bytes that were never written, this is where they were read.
    pub(in super::super) fn loaded_poison(&self, cell: Cell) -> Cell {
        match self.is_checked && cell.tag == 0 {
            true => Cell::poison(tags::poison(Reason::Uninitialized, self.site())),
            false => cell,
        }
    }

    /// Notes that the current operation moves a pointer out of the array it is written next to.
    pub(super) fn stray(&mut self, offset: i128, size: u64) -> u32 {
        let site = self.site();
        if self.is_checked {
            self.checker().strays.insert(site, (offset, size));
        }
        site
    }

    /// Checks an access before it happens: an error if it must not. A race between two writes is returned if the caller
    /// wants to compare their values, other races are reported.
    pub(in super::super) fn guard(&mut self, pointer: Cell, touch: &Touch) -> Run<Option<Conflict>> {
        if !self.is_checked || touch.size == 0 {
            return Ok(None);
        }
        let (space, address) = self.segment(touch.space, pointer.bits as u64);
        let found = self.object_of(pointer, (space, address), touch)?;
        if pointer.stray != 0
            && let Some(&(offset, size)) = self.checker().strays.get(&pointer.stray)
        {
            return Err(Failure::found(
                Kind::OutOfBounds,
                format!(
                    "{} of {} bytes at offset {offset} of an array of {size} bytes inside of {}",
                    verb(touch),
                    touch.size,
                    found.label
                ),
            ));
        }
        if !address.is_multiple_of(touch.align) {
            let offset = address - found.start;
            return Err(Failure::found(
                Kind::Misaligned,
                format!(
                    "{} of {} bytes at offset {offset} of {} is not aligned to {} bytes",
                    verb(touch),
                    touch.size,
                    found.label,
                    touch.align
                ),
            ));
        }
        if space == Space::Private {
            return Ok(None);
        }
        if let Some((ordering, scope)) = touch.atomic {
            self.synchronize((space, address), ordering, scope, touch);
        }
        self.race((space, address), touch, &found)
    }

    /// The object that an access is inside of.
    fn object_of(&mut self, pointer: Cell, (space, address): (Space, u64), touch: &Touch) -> Run<Found> {
        let object = tags::object(pointer.tag);
        let is_null = match space {
            Space::Global => address < NULL_RANGE,
            _ => address & 0xffff_ffff == 0xffff_ffff,
        };
        if is_null || object == Some(Object::Null) {
            let message = format!("{} of {} bytes through a null pointer", verb(touch), touch.size);
            return Err(Failure::found(Kind::NullPointer, message));
        }
        let found = match (object, space) {
            (Some(Object::Region(number)), _) => self.interp.memory.numbered(number).map(|region| {
                let found = Found {
                    start: region.base,
                    end: region.end(),
                    label: region.label.clone(),
                    declared: 0,
                };
                (found, region.writable)
            }),
            (None, Space::Global) => self.interp.memory.region_near(address).map(|region| {
                let found = Found {
                    start: region.base,
                    end: region.end(),
                    label: region.label.clone(),
                    declared: 0,
                };
                (found, region.writable)
            }),
            (Some(Object::Local(number)), _) => {
                let object = self.interp.local_objects.get(number as usize);
                object.map(|object| {
                    let found = Found {
                        start: object.start,
                        end: object.end,
                        label: object.label.clone(),
                        declared: 0,
                    };
                    (found, true)
                })
            }
            (None, Space::Local) => {
                let found = Found {
                    start: 0,
                    end: self.local.data.len() as u64,
                    label: "local memory".into(),
                    declared: 0,
                };
                Some((found, true))
            }
            (Some(Object::Private { item, serial, site }), _) => {
                if item != self.item.sync.item % 1024 {
                    let message = format!("{} of the private memory of another work-item", verb(touch));
                    return Err(Failure::found(Kind::OutOfBounds, message));
                }
                let objects = &self.item.objects;
                let index = objects.binary_search_by_key(&serial, |object| object.serial);
                match index.ok().map(|index| &objects[index]) {
                    Some(object) if object.is_alive && tags::is_of_entry(pointer.tag, object.entry) => {
                        Some((self.stack_object(object), true))
                    }
                    object => return Err(self.use_after_scope(object, site, touch)),
                }
            }
            (None, _) => {
                let after = self
                    .item
                    .objects
                    .partition_point(|object| object.start as u64 <= address);
                let object = after.checked_sub(1).map(|index| &self.item.objects[index]);
                object.map(|object| (self.stack_object(object), true))
            }
            (Some(Object::Null), _) => None,
        };
        let Some((found, is_writable)) = found else {
            let message = format!(
                "{} of {} bytes at {address:#x}, where there is no object",
                verb(touch),
                touch.size
            );
            return Err(Failure::found(Kind::OutOfBounds, message));
        };
        let inside = address >= found.start
            && address
                .checked_add(touch.size)
                .is_some_and(|end| end <= found.end);
        if !inside {
            return Err(self.out_of_bounds(&found, address, touch));
        }
        if touch.writes && !is_writable {
            let message = format!("write to {}, which is constant", found.label);
            return Err(Failure::found(Kind::ReadOnly, message));
        }
        Ok(found)
    }

    fn stack_object(&self, object: &StackObject) -> Found {
        Found {
            start: object.start as u64,
            end: object.end as u64,
            label: self.variable_label(object.site),
            declared: object.declared,
        }
    }

    /// What an `alloca` is called.
    fn variable_label(&self, site: u32) -> String {
        let name = || {
            let (func, inst) = self.interp.sites.instruction(site)?;
            let body = self.interp.module.body(func)?;
            // Others are copies of arguments.
            if body.inst(inst).opcode != Opcode::Alloca {
                return None;
            }
            let name = body.value_names[body.result(inst)?].expand()?;
            Some(self.interp.module.ctx.text(name).to_string())
        };
        match name() {
            Some(name) => format!("variable '{}'", name.trim_end_matches(".addr")),
            None => "a temporary variable".into(),
        }
    }

    fn use_after_scope(&self, object: Option<&StackObject>, site: u32, touch: &Touch) -> Failure {
        let why = match object {
            Some(object) if object.is_alive => "whose scope has been left since the pointer was made",
            Some(_) => "which is not in scope",
            None => "of a function that has returned",
        };
        let message = format!("{} of {} {why}", verb(touch), self.variable_label(site));
        let failure = Failure::found(Kind::UseAfterScope, message);
        match object.and_then(|object| self.interp.sites.place(object.declared)) {
            Some(place) => failure.with_note("it is declared here", Some(place)),
            None => failure,
        }
    }

    fn out_of_bounds(&self, found: &Found, address: u64, touch: &Touch) -> Failure {
        let Found {
            start, end, label, ..
        } = found;
        let size = end - start;
        let message = match address.checked_sub(*start) {
            None => format!(
                "{} of {} bytes {} bytes before {label} of {size} bytes",
                verb(touch),
                touch.size,
                start - address
            ),
            Some(offset) if offset >= size => format!(
                "{} of {} bytes at offset {offset} of {label}, which has {size} bytes",
                verb(touch),
                touch.size
            ),
            Some(offset) => format!(
                "{} of {} bytes at offset {offset} is beyond the end of {label}, which has {size} bytes",
                verb(touch),
                touch.size
            ),
        };
        let failure = Failure::found(Kind::OutOfBounds, message);
        match self.interp.sites.place(found.declared) {
            Some(place) => failure.with_note("it is declared here", Some(place)),
            None => failure,
        }
    }

    /// Poison must not get into memory that outlives the launch, unless it is only that nobody says what it is.
    /// Bytes of raw memory are copied with what is undefined in them.
    pub(super) fn check_stored(&mut self, cells: &[Cell], access: &Access, address: u64) -> Run<()> {
        let is_wrong =
            |cell: &Cell| cell.poison && is_news(cell.tag) && tags::reason(cell.tag).0 != Reason::Unspecified;
        let poison = cells
            .iter()
            .zip(&access.layout.leaves)
            .find(|(cell, leaf)| is_wrong(cell) && leaf.holds != Holds::Byte);
        let Some((&cell, _)) = poison else {
            return Ok(());
        };
        if self.segment(access.space, address).0 != Space::Global {
            return Ok(());
        }
        let failure = self.use_of_poison(cell, "a value that is stored in global memory");
        self.report_failure(failure)
    }

    /// The same of a variable that is copied as a whole or in part: its members, without padding.
    pub(super) fn check_copied(
        &mut self,
        from: Cell,
        (space, to): (u32, Cell),
        copied: &[Option<u8>],
    ) -> Run<()> {
        if copied.iter().all(Option::is_some) || self.segment(space, to.bits as u64).0 != Space::Global {
            return Ok(());
        }
        let Some(Object::Private { serial, site, .. }) = tags::object(from.tag) else {
            return Ok(());
        };
        let interp = &mut *self.interp;
        let Some((func, inst)) = interp.sites.instruction(site) else {
            return Ok(());
        };
        let aux = interp.module.body(func).map(|body| body.inst(inst).aux);
        let (Some(Aux::Alloca(ty, _)), Ok(index)) = (
            aux,
            self.item
                .objects
                .binary_search_by_key(&serial, |object| object.serial),
        ) else {
            return Ok(());
        };
        let layout = interp.layouts.of(&interp.module.ctx, ty)?;
        let start = (from.bits as u64 & 0xffff_ffff).wrapping_sub(self.item.objects[index].start as u64);
        let undefined = layout.leaves.iter().find_map(|leaf| {
            let first = (leaf.bit / 8).checked_sub(start)? as usize;
            let bytes = copied.get(first..first + usize::from(leaf.bytes))?;
            let at = first + bytes.iter().position(Option::is_none)?;
            Some(start + at as u64)
        });
        let Some(at) = undefined else {
            return Ok(());
        };
        let label = self.variable_label(site);
        let message = format!("byte {at} of {label}, which is copied to global memory, was never written");
        self.report(Kind::Uninitialized, || (message, Vec::new()))
    }

    /// Reports, and goes on with the operation.
    fn report_failure(&mut self, failure: Failure) -> Run<()> {
        let Some(kind) = failure.kind() else {
            return Err(failure);
        };
        let Reported { message, notes, .. } = failure.report();
        self.report(kind, || (message, notes))
    }

    /// Reports what is wrong with a call of a library function, which goes on.
    pub(super) fn check_call(&mut self, func: FuncRef, args: &[Range]) -> Run<()> {
        let args = argument_cells(&self.item.cells, self.base, &self.code, args);
        let ctx = &self.interp.module.ctx;
        let name = ctx.text(ctx.functions[func].name);
        if self.interp.target.is_group_copy(name) {
            let bits = args.iter().map(|cell| cell.bits).collect();
            self.item.copies.push((self.site(), bits));
            return Ok(());
        }
        let found = self.interp.target.misuse(&mut LibraryCall {
            name,
            args: &args,
            memory: &mut self.interp.memory,
        });
        match found {
            Some((kind, message)) => self.report(kind, || (message, Vec::new())),
            None => Ok(()),
        }
    }

    /// A variable comes into scope, uninitialized, or leaves it.
    pub(in super::super) fn set_alive(&mut self, pointer: Place, is_alive: bool) {
        let site = self.site();
        let cell = self.get(pointer);
        let source_rules = self.checker().options.source_rules;
        let Some(Object::Private { serial, .. }) = tags::object(cell.tag) else {
            return;
        };
        let objects = &mut self.item.objects;
        let Ok(index) = objects.binary_search_by_key(&serial, |object| object.serial) else {
            return;
        };
        let object = &mut objects[index];
        object.is_alive = is_alive;
        if is_alive {
            object.declared = site;
            // In IR that was optimized, a pointer may be made before the scope is entered.
            if source_rules && pointer & CONSTANT == 0 {
                object.entry += 1;
                let tag = tags::entered(cell.tag, object.entry);
                self.item.cells[self.base + pointer as usize].tag = tag;
            }
            self.item.private.forget(object.start, object.end - object.start);
        }
    }

    /// An integer operation whose result C leaves undefined: it is reported, and wraps.
    pub(super) fn undefined_integer(
        &mut self,
        (opcode, flags, bits): (Opcode, InstFlags, u32),
        (a, b): (u128, u128),
    ) -> Run<Cell> {
        let is_shift = matches!(opcode, Opcode::Shl | Opcode::LShr | Opcode::AShr);
        let is_reported = is_shift || flags.contains(InstFlags::NSW);
        if !self.is_checked || !self.checker().options.source_rules || !is_reported {
            return Ok(self.new_poison());
        }
        let (x, y) = (sign_extend(bits, a), sign_extend(bits, b));
        if is_shift && b >= u128::from(bits) {
            self.report(Kind::Shift, || {
                (format!("shift of a value of {bits} bits by {b}"), Vec::new())
            })?;
            return Ok(Cell::poison(tags::REPORTED));
        }
        let sign = match opcode {
            Opcode::Add => "+",
            Opcode::Sub => "-",
            Opcode::Mul => "*",
            Opcode::Shl => "<<",
            _ => "?",
        };
        self.report(Kind::Overflow, || {
            let message = format!("{x} {sign} {y} does not fit a signed integer of {bits} bits");
            (message, Vec::new())
        })?;
        Ok(match int_binary(opcode, InstFlags::empty(), bits, a, b) {
            Outcome::Value(value) => Cell::new(value),
            _ => Cell::poison(tags::REPORTED),
        })
    }

    /// A conversion whose result C leaves undefined.
    pub(super) fn undefined_conversion(
        &mut self,
        opcode: Opcode,
        from: FloatKind,
        to: u32,
        bits: u128,
    ) -> Run<Cell> {
        let is_reported = matches!(opcode, Opcode::FPToSI | Opcode::FPToUI);
        if !self.is_checked || !self.checker().options.source_rules || !is_reported {
            return Ok(self.new_poison());
        }
        let value = from.to_f64(bits as u64);
        let sign = if opcode == Opcode::FPToSI {
            "a signed"
        } else {
            "an unsigned"
        };
        self.report(Kind::FloatConversion, || {
            let message = format!("{value} does not fit {sign} integer of {to} bits");
            (message, Vec::new())
        })?;
        Ok(Cell::poison(tags::REPORTED))
    }

    /// Infinity and NaN made of finite numbers.
    pub(in super::super) fn check_finite(
        &mut self,
        kind: FloatKind,
        result: Cell,
        operands: &[Cell],
    ) -> Run<()> {
        let exponent = kind.infinity() as u128;
        let is_finite = |cell: &Cell| cell.poison || cell.bits & exponent != exponent;
        if is_finite(&result) || !operands.iter().all(is_finite) {
            return Ok(());
        }
        let value = kind.to_f64(result.bits as u64);
        let operands: Vec<String> = operands
            .iter()
            .map(|cell| kind.to_f64(cell.bits as u64).to_string())
            .collect();
        self.report(Kind::NotFinite, || {
            let message = format!("the result is {value}, of {}", operands.join(" and "));
            (message, Vec::new())
        })
    }

    /// Whether infinity and NaN are findings.
    pub(in super::super) fn checks_finite(&self) -> bool {
        let checker = self.interp.checker.as_ref();
        self.is_checked && checker.is_some_and(|checker| checker.options.not_finite)
    }
}

fn verb(touch: &Touch) -> &'static str {
    match (touch.writes, touch.atomic) {
        (true, Some(_)) => "atomic write",
        (true, None) => "write",
        (false, Some(_)) => "atomic read",
        (false, None) => "read",
    }
}
