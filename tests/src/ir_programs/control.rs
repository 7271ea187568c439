//! Control flow: branches, loops with one entry and with two, switches.

use super::generate::{Generator, SLOT};
use super::memory::Pointer;
use crate::ir_values::Kind::{self, *};
use std::fmt::Write;

impl Generator {
    pub(super) fn label(&mut self, what: &str) -> String {
        self.labels += 1;
        format!("{what}{}", self.labels)
    }

    pub(super) fn open(&mut self, label: &str) {
        let _ = writeln!(self.w.text, "{label}:");
        self.block = label.into();
    }

    /// Number of statements of an arm or a loop's body.
    fn body(&mut self, most: usize) {
        self.depth += 1;
        for _ in 0..1 + self.random.below(most) {
            self.statement();
        }
        self.depth -= 1;
    }

    pub(super) fn branch(&mut self) {
        let (yes, no, join) = (self.label("yes"), self.label("no"), self.label("join"));
        let condition = self.condition();
        let kinds: Vec<Kind> = (0..1 + self.random.below(3)).map(|_| self.kind()).collect();
        let has_else = self.random.chance(50);
        let outside: Vec<String> = match has_else {
            true => Vec::new(),
            false => kinds.iter().map(|kind| self.value(kind)).collect(),
        };
        let head = self.block.clone();
        let other = if has_else { &no } else { &join };
        let _ = writeln!(self.w.text, "  br i1 {condition}, label %{yes}, label %{other}");
        let (values, pointers) = (self.pool.len(), self.pointers.len());
        let mut incoming: Vec<(Vec<String>, String)> = Vec::new();
        if !has_else {
            incoming.push((outside, head));
        }
        for label in [&yes, &no].into_iter().take(1 + usize::from(has_else)) {
            self.open(label);
            self.body(5);
            let out = kinds.iter().map(|kind| self.value(kind)).collect();
            incoming.push((out, self.block.clone()));
            let _ = writeln!(self.w.text, "  br label %{join}");
            self.pool.truncate(values);
            self.pointers.truncate(pointers);
        }
        self.join(&join, kinds, &incoming);
    }

    /// A join: a value for each incoming path, and perhaps a pointer.
    fn join(&mut self, join: &str, kinds: Vec<Kind>, incoming: &[(Vec<String>, String)]) {
        self.open(join);
        for (index, kind) in kinds.into_iter().enumerate() {
            let from: Vec<String> = incoming
                .iter()
                .map(|(values, block)| format!("[ {}, %{block} ]", values[index]))
                .collect();
            let met = self.w.inst(&format!("phi {} {}", kind.text(), from.join(", ")));
            self.keep(met, kind);
        }
        if self.has_more && self.random.chance(30) {
            let pair = self.pair_of_pointers();
            let from: Vec<String> = incoming
                .iter()
                .map(|(_, block)| format!("[ {}, %{block} ]", pair[self.random.below(2)].name))
                .collect();
            let name = self.w.inst(&format!("phi {} {}", pair[0].ty(), from.join(", ")));
            self.pointers.push(Pointer::one_of(name, &pair));
        }
    }

    /// Statements on one of several paths, and a number that selects the path.
    pub(super) fn switch(&mut self) {
        let join = self.label("join");
        let number = self.number();
        let cases = 2 + self.random.below(3);
        let mask = self.random.pick(&[3, 7]);
        let chosen = self.w.inst(&format!("and i32 {number}, {mask}"));
        let kinds: Vec<Kind> = (0..1 + self.random.below(2)).map(|_| self.kind()).collect();
        let labels: Vec<String> = (0..=cases).map(|_| self.label("case")).collect();
        let table: Vec<String> = (0..cases)
            .map(|case| format!("i32 {case}, label %{}", labels[case]))
            .collect();
        let _ = writeln!(
            self.w.text,
            "  switch i32 {chosen}, label %{} [ {} ]",
            labels[cases],
            table.join(" ")
        );
        let (values, pointers) = (self.pool.len(), self.pointers.len());
        let mut incoming: Vec<(Vec<String>, String)> = Vec::new();
        for label in &labels {
            self.open(label);
            self.body(2);
            let out = kinds.iter().map(|kind| self.value(kind)).collect();
            let _ = writeln!(self.w.text, "  br label %{join}");
            incoming.push((out, self.block.clone()));
            self.pool.truncate(values);
            self.pointers.truncate(pointers);
        }
        self.join(&join, kinds, &incoming);
    }

    /// A loop with two entries.
    pub(super) fn irreducible(&mut self) {
        let (one, other, exit) = (self.label("one"), self.label("other"), self.label("exit"));
        let number = self.number();
        let limit = self.w.inst(&format!("and i32 {number}, 3"));
        let kind = self.kind();
        let ty = kind.text();
        let firsts = [self.value(&kind), self.value(&kind)];
        let condition = self.condition();
        let before = self.block.clone();
        let _ = writeln!(self.w.text, "  br i1 {condition}, label %{one}, label %{other}");
        let (values, pointers) = (self.pool.len(), self.pointers.len());
        self.open(&one);
        let start = self.w.text.len();
        let counter = self.w.inst("phi i32");
        let carried = self.w.inst(&format!("phi {ty}"));
        self.keep(counter.clone(), Int(32));
        self.keep(carried.clone(), kind.clone());
        self.body(2);
        let made = self.value(&kind);
        let end = self.block.clone();
        let _ = writeln!(self.w.text, "  br label %{other}");
        self.pool.truncate(values);
        self.pointers.truncate(pointers);
        self.open(&other);
        let count = self
            .w
            .inst(&format!("phi i32 [ 0, %{before} ], [ {counter}, %{end} ]"));
        let value = self.w.inst(&format!(
            "phi {ty} [ {}, %{before} ], [ {made}, %{end} ]",
            firsts[1]
        ));
        self.keep(count.clone(), Int(32));
        self.keep(value, kind.clone());
        self.body(3);
        let next = self.value(&kind);
        let after = self.w.inst(&format!("add i32 {count}, 1"));
        let again = self.w.inst(&format!("icmp ule i32 {after}, {limit}"));
        let latch = self.block.clone();
        let _ = writeln!(self.w.text, "  br i1 {again}, label %{one}, label %{exit}");
        let mut text = self.w.text.split_off(start);
        for (name, ty, first, next) in [
            (&counter, "i32", "0", &after),
            (&carried, ty.as_str(), firsts[0].as_str(), &next),
        ] {
            let open = format!("  {name} = phi {ty}\n");
            let full = format!("  {name} = phi {ty} [ {first}, %{before} ], [ {next}, %{latch} ]\n");
            text = text.replacen(&open, &full, 1);
        }
        self.w.text += &text;
        self.open(&exit);
    }

    /// A loop-carried pointer: its initial value, its phi, and the step.
    fn walking_pointer(&mut self) -> Option<(String, Pointer, u32)> {
        if !self.has_more || self.random.chance(60) {
            return None;
        }
        let pointer = self.any_pointer();
        if pointer.size < SLOT {
            return None;
        }
        let step = self.random.pick(&[1, 2, 4, 4]);
        let name = self.w.inst(&format!("phi {}", pointer.ty()));
        let walking = Pointer {
            name,
            size: pointer.size - 3 * step,
            align: pointer.align.min(step),
            ..pointer.clone()
        };
        Some((pointer.name, walking, step))
    }

    /// A loop that lanes leave at different times, or all at once; possibly from its middle as well.
    pub(super) fn repeat(&mut self) {
        let (head, rest, exit) = (self.label("loop"), self.label("rest"), self.label("exit"));
        let number = if self.random.chance(25) {
            "%n".to_string()
        } else {
            self.number()
        };
        let limit = self.w.inst(&format!("and i32 {number}, 3"));
        let kinds: Vec<Kind> = (0..1 + self.random.below(3)).map(|_| self.kind()).collect();
        let first: Vec<String> = kinds.iter().map(|kind| self.value(kind)).collect();
        let before = self.block.clone();
        let _ = writeln!(self.w.text, "  br label %{head}");
        self.open(&head);
        let start = self.w.text.len();
        let counter = self.w.inst("phi i32");
        let carried: Vec<String> = kinds
            .iter()
            .map(|kind| self.w.inst(&format!("phi {}", kind.text())))
            .collect();
        let walking = self.walking_pointer();
        let (values, pointers) = (self.pool.len(), self.pointers.len());
        if let Some((_, pointer, _)) = &walking {
            self.pointers.push(pointer.clone());
        }
        self.keep(counter.clone(), Int(32));
        for (name, kind) in carried.iter().zip(&kinds) {
            self.keep(name.clone(), kind.clone());
        }
        self.body(4);
        let early = self.random.chance(35).then(|| {
            let out: Vec<String> = kinds.iter().map(|kind| self.value(kind)).collect();
            let stop = self.condition();
            let from = self.block.clone();
            let _ = writeln!(self.w.text, "  br i1 {stop}, label %{exit}, label %{rest}");
            let dominating = (self.pool.len(), self.pointers.len());
            self.open(&rest);
            self.body(3);
            (out, from, dominating)
        });
        let next: Vec<String> = kinds.iter().map(|kind| self.value(kind)).collect();
        let after = self.w.inst(&format!("add i32 {counter}, 1"));
        let step = walking.as_ref().map(|(_, pointer, step)| {
            let (ty, name) = (pointer.ty(), &pointer.name);
            self.w.inst(&format!("getelementptr i8, {ty} {name}, i32 {step}"))
        });
        // A test of the old value, and perhaps uses of the new one before it.
        let again = if self.random.chance(40) {
            self.keep(after.clone(), Int(32));
            self.body(1);
            self.w.inst(&format!("icmp ne i32 {counter}, {limit}"))
        } else {
            self.w.inst(&format!("icmp ule i32 {after}, {limit}"))
        };
        let latch = self.block.clone();
        let _ = writeln!(self.w.text, "  br i1 {again}, label %{head}, label %{exit}");
        // The phis were written before their operands were known.
        let mut phis = self.w.text.split_off(start);
        let mut put = |name: &str, ty: &str, first: &str, next: &str| {
            let open = format!("  {name} = phi {ty}\n");
            let full = format!("  {name} = phi {ty} [ {first}, %{before} ], [ {next}, %{latch} ]\n");
            phis = phis.replacen(&open, &full, 1);
        };
        put(&counter, "i32", "0", &after);
        if let (Some((from, pointer, _)), Some(step)) = (&walking, &step) {
            put(&pointer.name, &pointer.ty(), from, step);
        }
        for (index, kind) in kinds.iter().enumerate() {
            put(&carried[index], &kind.text(), &first[index], &next[index]);
        }
        self.w.text += &phis;
        self.open(&exit);
        match early {
            Some((out, from, dominating)) => {
                self.pool.truncate(dominating.0);
                self.pointers.truncate(dominating.1);
                for (index, kind) in kinds.into_iter().enumerate() {
                    let (early, late) = (&out[index], &next[index]);
                    let ty = kind.text();
                    let left = self
                        .w
                        .inst(&format!("phi {ty} [ {early}, %{from} ], [ {late}, %{latch} ]"));
                    self.keep(left, kind);
                }
            }
            None if self.random.chance(30) => {
                self.pool.truncate(values);
                self.pointers.truncate(pointers);
                for (value, kind) in next.into_iter().zip(kinds) {
                    self.keep(value, kind);
                }
            }
            None => {}
        }
    }
}
