//! Statements of the generated programs.

use super::types::{Type, UINT, ULONG};
use super::{COUNTERS, Function, Generator, Returned, Space, Variable};

/// Multipliers that permute the elements of shared arrays: coprime to every group size.
const STEPS: &[usize] = &[1, 11, 13, 17, 19, 23];

impl Generator {
    pub(super) fn declaration(&mut self) {
        let ty = self.any_type();
        let value = self.value(ty, 3);
        let name = self.fresh("v");
        self.line(&format!("{} {name} = {value};", ty.text()));
        self.declare(&name, ty, true, Space::Private);
    }

    /// A private array with its contents.
    pub(super) fn array(&mut self) {
        let (ty, len) = (self.any_type(), self.random.pick(&[2, 3, 4, 8, 13]));
        let name = self.fresh("a");
        match self.random.chance(40) {
            true => {
                let values: Vec<String> = (0..len).map(|_| self.value(ty, 1)).collect();
                self.line(&format!(
                    "{} {name}[{len}] = {{{}}};",
                    ty.text(),
                    values.join(", ")
                ));
            }
            false => {
                let value = self.value(ty, 2);
                self.line(&format!("{} {name}[{len}];", ty.text()));
                self.line(&format!("for (uint i = 0; i < {len}; i++) {name}[i] = {value};"));
            }
        }
        self.declare_array(&name, ty, len, true, Space::Private);
    }

    /// A pointer to a variable, and perhaps one to that.
    fn pointer(&mut self) {
        let ty = self.any_type();
        let Some(place) = self.place_of(ty) else {
            return self.declaration();
        };
        let (p, t) = (self.fresh("q"), ty.text());
        let other = self.place_of(ty).expect("there is one");
        let condition = self.condition(1);
        self.line(&format!("private {t} *{p} = ({condition}) ? {place} : {other};"));
        self.declare(&format!("(*{p})"), ty, true, Space::Private);
        if self.random.chance(40) {
            let pp = self.fresh("q");
            self.line(&format!("private {t} *private *{pp} = &{p};"));
            self.declare(&format!("(**{pp})"), ty, true, Space::Private);
            if self.random.chance(50) {
                // A variable that lives at least as long.
                self.line(&format!("*{pp} = {place};"));
            }
        }
    }

    /// A block of statements in braces, which is a scope.
    fn block(&mut self, depth: usize, uniform: bool) {
        let (variables, objects, before) = (self.variables.len(), self.objects.len(), self.uniform);
        self.uniform &= uniform;
        self.open();
        self.statement(depth + 1);
        for _ in 0..self.random.below(3) {
            if self.budget > 0 {
                self.statement(depth + 1);
            }
        }
        self.close();
        self.variables.truncate(variables);
        self.objects.truncate(objects);
        self.uniform = before;
    }

    pub(super) fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        let is_last = depth >= 4 || (depth > 1 && self.budget == 0);
        match self.random.below(if is_last { 18 } else { 34 }) {
            0 | 1 => self.declaration(),
            2..=6 => self.assignment(),
            7 | 8 => self.element_assignment(),
            9 => self.object_assignment(),
            10 => self.pointer(),
            11 if self.in_kernel => self.atomic(),
            12 | 13 => self.call_statement(),
            14 if self.in_loop > 0 => {
                let condition = self.condition(2);
                let jump = self.random.pick(&["break", "continue"]);
                self.line(&format!("if ({condition}) {jump};"));
            }
            15 => self.array(),
            16 => self.object(),
            18..=21 => {
                let condition = self.condition(2);
                self.line(&format!("if ({condition})"));
                self.block(depth, false);
                if self.random.chance(50) {
                    self.line("else");
                    self.block(depth, false);
                }
            }
            22..=24 => self.counted_loop(depth),
            25 => self.lane_loop(depth),
            26 => self.switch(depth),
            27 => self.jump_out(depth),
            28 => self.jump_in(depth),
            29 => self.device(depth),
            30 => self.loop_of_jumps(depth),
            31..=33 if self.uniform && self.in_kernel => self.hand_around(),
            _ => self.assignment(),
        }
    }

    /// A location to assign to.
    fn target(&mut self) -> Option<Variable> {
        let wanted = |v: &&Variable| v.mutable && v.len == 0;
        let found: Vec<Variable> = self.variables.iter().filter(wanted).cloned().collect();
        self.one_of(&found)
    }

    fn assignment(&mut self) {
        let Some(variable) = self.target() else {
            return self.declaration();
        };
        self.assign(&variable.name, variable.ty, variable.field_bits);
    }

    fn element_assignment(&mut self) {
        let wanted = |v: &&Variable| v.mutable && v.len > 0;
        let found: Vec<Variable> = self.variables.iter().filter(wanted).cloned().collect();
        let Some(array) = self.one_of(&found) else {
            return self.assignment();
        };
        let place = self.element(&array, 1);
        self.assign(&format!("({place})"), array.ty, None);
    }

    /// Assigns a new value in one of the available ways.
    fn assign(&mut self, place: &str, ty: Type, field_bits: Option<u32>) {
        if ty.lanes > 1 && self.random.chance(40) {
            let lanes = self.random.pick(&[1, 1, 2, 3, 4, 8]);
            if lanes < ty.lanes && lanes != ty.lanes {
                let swizzle = self.distinct_swizzle(lanes, ty.lanes);
                let value = self.value(ty.with_lanes(lanes), 2);
                return self.line(&format!("{place}.{swizzle} = {value};"));
            }
        }
        let bits = field_bits.unwrap_or(ty.scalar.bits);
        if !ty.is_float() && self.random.chance(40) {
            let value = self.value(ty, 2);
            let wraps = !ty.scalar.is_signed || (ty.lanes == 1 && bits < 31);
            let ops: &[&str] = match (wraps, ty.lanes == 1 && ty.scalar.bits < 32) {
                (true, false) if !ty.scalar.is_signed => {
                    &["+", "-", "*", "^", "|", "&", "<<", ">>", "/", "%"]
                }
                // Small types are promoted to int, in which a product could overflow.
                (true, _) if field_bits.is_none() => &["+", "-", "^", "|", "&", ">>"],
                _ => &["^", "|", "&", ">>"],
            };
            let op = self.random.pick(ops);
            return match op {
                "/" | "%" => self.line(&format!("{place} {op}= ({value}) | ({})(1);", ty.text())),
                _ => self.line(&format!("{place} {op}= {value};")),
            };
        }
        let counts = ty.lanes == 1 && !ty.is_float() && (!ty.scalar.is_signed || bits < 31);
        if counts && self.random.chance(10) {
            let text = self.random.pick(&["++X;", "X--;", "X++;", "--X;"]);
            return self.line(&text.replace('X', place));
        }
        let value = self.value(ty, 3);
        self.line(&format!("{place} = {value};"));
    }

    /// A call of any function.
    fn call_statement(&mut self) {
        let Some(function) = self.one_of::<Function>(&self.functions.clone()) else {
            return self.assignment();
        };
        let Some(call) = self.call_of(&function, 2) else {
            return self.assignment();
        };
        match function.returned {
            Returned::Value(ty) => {
                let name = self.fresh("v");
                self.line(&format!("{} {name} = {call};", ty.text()));
                self.declare(&name, ty, true, Space::Private);
            }
            Returned::Record(record) => {
                let name = self.fresh("s");
                self.line(&format!("{} {name} = {call};", self.records[record].name.clone()));
                self.declare_object(&name, record);
            }
        }
    }

    /// An update that commutes with all others of the same location, or an update of the work-item's own element.
    fn atomic(&mut self) {
        let value = self.value(UINT, 2);
        if self.is_portable {
            let at = self.random.below(COUNTERS / 2);
            let op = ["add", "xor", "sub", "xor"][at % 4];
            return match self.random.chance(50) {
                true => self.line(&format!("atomic_{op}(&sums[{at}], {value});")),
                // The first ones are added to at the end.
                false => self.line(&format!("atomic_add(&counters[{at}], {value});")),
            };
        }
        match self.random.below(4) {
            0 => {
                let at = self.random.below(COUNTERS / 2);
                let op = ["add", "xor", "or", "min", "max", "and", "add", "sub"][at];
                self.line(&format!("atomic_{op}(&sums[{at}], {value});"));
            }
            1 => {
                let at = self.random.below(4);
                let op = ["add", "xor", "max", "or"][at];
                let value = self.value(ULONG, 2);
                self.line(&format!("atom_{op}(&wide_sums[{at}], {value});"));
            }
            2 => {
                let at = self.random.below(COUNTERS / 2);
                self.line(&format!("atomic_add(&counters[{at}], {value});"));
            }
            _ => {
                let place = self.random.pick(&["shared[own]", "scratch[own]"]);
                let op = self.random.pick(&[
                    "add", "sub", "xchg", "min", "max", "and", "or", "xor", "inc", "dec", "cmpxchg",
                ]);
                let more = match op {
                    "inc" | "dec" => String::new(),
                    "cmpxchg" => {
                        let compared = match self.random.chance(50) {
                            true => place.to_string(),
                            false => self.value(UINT, 1),
                        };
                        format!(", {compared}, {value}")
                    }
                    _ => format!(", {value}"),
                };
                let name = self.fresh("v");
                self.line(&format!("uint {name} = atomic_{op}(&{place}{more});"));
                self.declare(&name, UINT, true, Space::Private);
            }
        }
    }

    /// All work-items of a group arrive here: each owns another element of the shared arrays from now on, or reads one.
    fn hand_around(&mut self) {
        let (items, fence) = (self.items, "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);");
        if self.random.chance(40) {
            self.line(fence);
            let (name, other) = (self.fresh("v"), self.random.below(items));
            let array = self.random.pick(&["shared", "scratch"]);
            self.line(&format!("uint {name} = {array}[(lid + {other}) % {items}];"));
            self.declare(&name, UINT, true, Space::Private);
            self.line(fence);
            return;
        }
        let (step, more) = (self.random.pick(STEPS), self.random.below(items));
        self.line(fence);
        self.line(&format!("own = (lid * {step} + {more}) % {items};"));
    }

    fn counted_loop(&mut self, depth: usize) {
        let (name, bound) = (self.fresh("i"), self.fresh("b"));
        let fixed = self.random.chance(60);
        let count = match fixed {
            true => (self.random.below(9) + 1).to_string(),
            false => format!("({}) & 7", self.value(UINT, 1)),
        };
        self.line(&format!("const uint {bound} = {count};"));
        let head = match self.random.below(3) {
            0 => format!("for (uint {name} = {bound}; {name} != 0; {name}--)"),
            1 => format!("for (uint {name} = 0; {name} < {bound} * 3; {name} += 3)"),
            _ => format!("for (uint {name} = 0; {name} < {bound}; ++{name})"),
        };
        self.line(&head);
        let kept = self.variables.len();
        self.declare(&name, UINT, false, Space::None);
        // A loop with barriers is not left early.
        let uniform = fixed && self.uniform && self.random.chance(50);
        let outer = self.in_loop;
        self.in_loop = if uniform { 0 } else { outer + 1 };
        self.block(depth, uniform);
        self.in_loop = outer;
        self.variables.truncate(kept);
    }

    /// A loop that work-items leave at different times.
    fn lane_loop(&mut self, depth: usize) {
        let start = self.value(UINT, 2);
        let name = self.fresh("n");
        self.line(&format!("uint {name} = ({start}) & 15;"));
        self.declare(&name, UINT, false, Space::None);
        let head = self.random.chance(50);
        self.line(&if head {
            format!("while ({name}-- > 0)")
        } else {
            "do".into()
        });
        self.in_loop += 1;
        self.block(depth, false);
        self.in_loop -= 1;
        if !head {
            self.line(&format!("while ({name}-- > 0 && {name} < 16);"));
        }
    }

    fn switch(&mut self, depth: usize) {
        let ty = self.int_type();
        let (value, cases) = (self.value(ty, 2), self.random.below(6) + 2);
        self.line(&format!("switch (({})({value}) % {})", ty.unsigned(), cases + 1));
        self.open();
        // `continue` of an enclosing loop is fine, `break` is the switch's.
        let outer = std::mem::replace(&mut self.in_loop, 0);
        let default = self.random.below(cases * 2);
        for case in 0..cases {
            if case == default {
                self.line("default:");
            }
            self.line(&format!("case {case}:"));
            if self.random.chance(85) {
                self.block(depth, false);
                if self.random.chance(65) {
                    self.line("break;");
                }
            }
        }
        self.line(";");
        self.in_loop = outer;
        self.close();
    }

    /// Blocks that are left by a jump to after them.
    fn jump_out(&mut self, depth: usize) {
        let label = self.fresh("out");
        let outer = std::mem::replace(&mut self.in_loop, 0);
        self.open();
        for _ in 0..self.random.below(2) + 2 {
            self.block(depth, false);
            let condition = self.condition(2);
            self.line(&format!("if ({condition}) goto {label};"));
        }
        self.block(depth, false);
        self.close();
        self.in_loop = outer;
        self.line(&format!("{label}: ;"));
    }

    /// A loop that is entered at its head or in its middle.
    fn jump_in(&mut self, depth: usize) {
        let (label, name) = (self.fresh("inside"), self.fresh("n"));
        let (start, condition) = (self.value(UINT, 1), self.condition(2));
        self.line(&format!("uint {name} = ({start}) & 7;"));
        self.line(&format!("if ({condition}) goto {label};"));
        self.line(&format!("while ({name} < 8 && {name}-- > 0)"));
        self.open();
        self.in_loop += 1;
        self.block(depth, false);
        self.line(&format!("{label}: ;"));
        self.block(depth, false);
        self.in_loop -= 1;
        self.close();
    }

    /// A switch into a loop, like Duff's device.
    fn device(&mut self, depth: usize) {
        let (name, start) = (self.fresh("n"), self.value(UINT, 1));
        self.line(&format!("uint {name} = ({start}) & 15;"));
        let outer = std::mem::replace(&mut self.in_loop, 0);
        self.line(&format!("switch ({name} & 3)"));
        self.open();
        self.line("case 0: do");
        self.open();
        for case in (0..4).rev() {
            self.block(depth, false);
            if case > 0 {
                self.line(&format!("case {case}: ;"));
            }
        }
        self.indent -= 1;
        self.line(&format!("}} while ({name}-- > 4 && {name} < 16);"));
        self.close();
        self.in_loop = outer;
    }

    /// A loop made of jumps, with a second back edge.
    fn loop_of_jumps(&mut self, depth: usize) {
        let (head, name) = (self.fresh("again"), self.fresh("n"));
        let start = self.value(UINT, 1);
        let outer = std::mem::replace(&mut self.in_loop, 0);
        self.line(&format!("uint {name} = ({start}) & 7;"));
        self.line(&format!("{head}: ;"));
        self.block(depth, false);
        let condition = self.condition(2);
        self.line(&format!(
            "if ({name} > 0 && ({condition})) {{ {name} -= 1; goto {head}; }}"
        ));
        self.block(depth, false);
        self.line(&format!("if ({name} > 0) {{ {name} -= 1; goto {head}; }}"));
        self.in_loop = outer;
    }
}
