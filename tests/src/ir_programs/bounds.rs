//! Checks of bounds: comparisons of sums of small numbers under conditions on the same numbers, also in counted loops.

use super::generate::Generator;
use crate::ir_values::Kind::Int;
use std::fmt::Write;

const PREDICATES: [&str; 10] = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];

impl Generator {
    /// Counts the comparisons that hold in a loop from one small number to another.
    pub(super) fn bounds(&mut self) {
        let first = self.small_number();
        let limit = self.small_number();
        let other = self.small_number();
        let [head, end, exit] = ["counted", "counted_end", "counted_exit"].map(|what| self.label(what));
        let before = self.block.clone();
        if self.random.chance(70) {
            let guard = self.w.inst(&format!("icmp slt i32 {first}, {limit}"));
            let _ = writeln!(self.w.text, "  br i1 {guard}, label %{head}, label %{exit}");
        } else {
            let _ = writeln!(self.w.text, "  br i1 true, label %{head}, label %{exit}");
        }
        self.open(&head);
        let start = self.w.text.len();
        let counter = self.w.inst("phi i32");
        let sum = self.w.inst("phi i32");
        let mut total = sum.clone();
        let numbers = [counter.as_str(), &limit, &other];
        let mut joins = Vec::new();
        for _ in 0..2 + self.random.below(3) {
            let condition = self.bounds_check(&numbers);
            let condition = match self.random.below(3) {
                0 => {
                    let second = self.bounds_check(&numbers);
                    let op = self.random.pick(&["and", "or"]);
                    self.w.inst(&format!("{op} i1 {condition}, {second}"))
                }
                _ => condition,
            };
            let number = self.w.inst(&format!("zext i1 {condition} to i32"));
            let shifted = self.w.inst(&format!("mul i32 {total}, 3"));
            total = self.w.inst(&format!("add i32 {shifted}, {number}"));
            if self.random.chance(60) {
                joins.push((total.clone(), self.block.clone()));
                let next = self.label("checked");
                let _ = writeln!(self.w.text, "  br i1 {condition}, label %{next}, label %{end}");
                self.open(&next);
            }
        }
        joins.push((total, self.block.clone()));
        let _ = writeln!(self.w.text, "  br label %{end}");
        self.open(&end);
        let from: Vec<String> = joins
            .iter()
            .map(|(value, block)| format!("[ {value}, %{block} ]"))
            .collect();
        let total = self.w.inst(&format!("phi i32 {}", from.join(", ")));
        let flags = self.random.pick(&["", "nsw "]);
        let next = self.w.inst(&format!("add {flags}i32 {counter}, 1"));
        let again = self.w.inst(&format!("icmp slt i32 {next}, {limit}"));
        let _ = writeln!(self.w.text, "  br i1 {again}, label %{head}, label %{exit}");
        for (name, from, to) in [(&counter, first.as_str(), &next), (&sum, "7", &total)] {
            let open = format!("  {name} = phi i32\n");
            let full = format!("  {name} = phi i32 [ {from}, %{before} ], [ {to}, %{end} ]\n");
            let text = self.w.text.split_off(start).replacen(&open, &full, 1);
            self.w.text += &text;
        }
        self.open(&exit);
        let result = self
            .w
            .inst(&format!("phi i32 [ 5, %{before} ], [ {total}, %{end} ]"));
        self.keep(result, Int(32));
    }

    /// From -4 to 11.
    fn small_number(&mut self) -> String {
        let number = self.number();
        let mask = self.random.pick(&[7, 15]);
        let masked = self.w.inst(&format!("and i32 {number}, {mask}"));
        match self.random.below(3) {
            0 => self.w.inst(&format!("add nsw i32 {masked}, -4")),
            _ => masked,
        }
    }

    fn bounds_check(&mut self, numbers: &[&str]) -> String {
        let mut side = || {
            let number = self.random.pick(numbers);
            let distance = self.random.below(9) as i32 - 4;
            match self.random.below(5) {
                0 => distance.to_string(),
                1 => self.w.inst(&format!("add i32 {number}, {distance}")),
                2 => self.w.inst(&format!("add nsw i32 {number}, {distance}")),
                3 => {
                    let what = self.random.pick(&["umin", "umax", "smin", "smax"]);
                    self.w.inst(&format!(
                        "call i32 @llvm.{what}.i32(i32 {number}, i32 {distance})"
                    ))
                }
                _ => number.to_string(),
            }
        };
        let (a, b) = (side(), side());
        let predicate = self.random.pick(&PREDICATES);
        self.w.inst(&format!("icmp {predicate} i32 {a}, {b}"))
    }
}
