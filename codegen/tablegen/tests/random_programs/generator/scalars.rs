//! Expressions that are bits, integers and strings.

use super::{Generator, Ty};

impl Generator {
    pub(super) fn bit(&mut self, d: usize) -> String {
        match self.random.below(9) {
            0 | 1 => {
                let operator = *self.random.pick(&["eq", "ne", "lt", "le", "gt", "ge"]);
                let ty = if self.random.chance(2) {
                    Ty::Int
                } else {
                    Ty::String
                };
                let (a, b) = (self.expr(&ty, d), self.expr(&ty, d));
                format!("!{operator}({a}, {b})")
            }
            2 => {
                let class = self.random.below(self.classes.len());
                let (a, b) = (self.record(class, d), self.record(class, d));
                let operator = *self.random.pick(&["eq", "ne"]);
                format!("!{operator}({a}, {b})")
            }
            3 => {
                let a = self.expr(&Ty::Bit, d);
                format!("!not({a})")
            }
            4 => {
                let ty = self.sized(d);
                format!("!empty({ty})")
            }
            5 => {
                let (class, of) = (
                    self.random.below(self.classes.len()),
                    self.random.below(self.classes.len()),
                );
                let value = self.record(of, d);
                format!("!isa<{}>({value})", self.classes[class].name)
            }
            6 => {
                let class = self.random.below(self.classes.len());
                let name = if self.random.chance(2) {
                    "\"nobody\"".to_string()
                } else {
                    let known = self.random.below(self.defs.len());
                    format!("\"{}\"", self.defs[known].0)
                };
                format!("!exists<{}>({name})", self.classes[class].name)
            }
            7 => {
                let text = self.expr(&Ty::String, d);
                let pattern = *self.random.pick(&["^a", "r[0-9]+", "D|x", ".*_", "o$"]);
                format!("!match({text}, \"{pattern}\")")
            }
            _ => {
                let operator = *self.random.pick(&["and", "or", "xor"]);
                let (a, b) = (self.expr(&Ty::Bit, d), self.expr(&Ty::Bit, d));
                format!("!{operator}({a}, {b})")
            }
        }
    }

    /// A value that has a size.
    pub(super) fn sized(&mut self, d: usize) -> String {
        match self.random.below(3) {
            0 => self.expr(&Ty::String, d),
            1 => self.expr(&Ty::List(Box::new(Ty::Int)), d),
            _ => self.expr(&Ty::Dag, d),
        }
    }

    pub(super) fn bits(&mut self, width: usize, d: usize) -> String {
        match self.random.below(3) {
            0 => {
                let wider = Ty::Bits(width + 2);
                match self.variable(&wider) {
                    Some(name) if width > 1 => match self.random.below(3) {
                        0 => format!("{name}{{{}-1}}", width),
                        1 => format!("{name}{{0...{}}}", width - 1),
                        _ => {
                            let bits: Vec<String> = (0..width).map(|bit| (bit + 1).to_string()).collect();
                            format!("{name}{{{}}}", bits.join(", "))
                        }
                    },
                    _ => self.literal(&Ty::Bits(width), d),
                }
            }
            1 => {
                let bits: Vec<String> = (0..width).map(|_| self.expr(&Ty::Bit, d.min(1))).collect();
                format!("{{{}}}", bits.join(", "))
            }
            _ => {
                let mask = (1usize << width) - 1;
                let int = self.expr(&Ty::Int, d);
                format!("!cast<bits<{width}>>(!and({int}, {mask}))")
            }
        }
    }

    pub(super) fn int(&mut self, d: usize) -> String {
        match self.random.below(12) {
            0..=2 => {
                let operator = *self.random.pick(&["add", "mul", "and", "or", "xor"]);
                let count = 2 + self.random.below(2);
                let operands: Vec<String> = (0..count).map(|_| self.expr(&Ty::Int, d)).collect();
                format!("!{operator}({})", operands.join(", "))
            }
            3 => {
                let (a, b) = (self.expr(&Ty::Int, d), self.expr(&Ty::Int, d));
                format!("!sub({a}, {b})")
            }
            4 => {
                let operator = *self.random.pick(&["shl", "sra", "srl"]);
                let a = self.expr(&Ty::Int, d);
                format!("!{operator}({a}, {})", self.random.below(12))
            }
            5 => {
                let a = self.expr(&Ty::Int, d);
                format!("!div({a}, {})", 1 + self.random.below(5))
            }
            6 => {
                let sized = self.sized(d);
                format!("!size({sized})")
            }
            7 => {
                let (a, b) = (self.expr(&Ty::String, d), self.expr(&Ty::String, d));
                format!("!find({a}, {b})")
            }
            8 => {
                let width = 1 + self.random.below(8);
                match self.variable(&Ty::Bits(width)) {
                    Some(name) => format!("!add({name}, 1)"),
                    None => format!("!logtwo({})", 1 + self.random.below(100)),
                }
            }
            9 => {
                let a = self.expr(&Ty::Bit, d);
                format!("!add({a}, 1)")
            }
            10 => {
                let ty = self.small_type();
                let value = self.expr(&ty, d);
                format!("!initialized({value})")
            }
            _ => {
                let start = self.expr(&Ty::Int, d);
                let list = self.expr(&Ty::List(Box::new(Ty::Int)), d);
                let (acc, item) = (self.fresh("acc"), self.fresh("item"));
                let body = self.with_variable(&acc.clone(), Ty::Int, |g| {
                    g.with_variable(&item.clone(), Ty::Int, |g| g.expr(&Ty::Int, d))
                });
                format!("!foldl({start}, {list}, {acc}, {item}, {body})")
            }
        }
    }

    pub(super) fn string(&mut self, d: usize) -> String {
        match self.random.below(12) {
            0..=2 => {
                let (a, b) = (self.expr(&Ty::String, d), self.expr(&Ty::String, d));
                format!("{a} # {b}")
            }
            3 => {
                let (a, b) = (self.expr(&Ty::String, d), self.expr(&Ty::String, d));
                format!("!strconcat({a}, {b}, \"z\")")
            }
            4 => {
                let element = if self.random.chance(2) {
                    Ty::Int
                } else {
                    Ty::String
                };
                let list = self.expr(&Ty::List(Box::new(element)), d);
                format!("!interleave({list}, \", \")")
            }
            5 => {
                let text = self.expr(&Ty::String, d);
                format!(
                    "!substr({text} # \"0123\", {}, {})",
                    self.random.below(4),
                    self.random.below(4)
                )
            }
            6 => {
                // LLVM's tool loops forever when it searches for an empty string.
                let (a, b, c) = (
                    *self.random.pick(&["\"e\"", "\"r\"", "\"lo\"", "\"A\"", "[{ }]"]),
                    self.expr(&Ty::String, d),
                    self.expr(&Ty::String, d),
                );
                format!("!subst({a}, {b}, {c})")
            }
            7 => {
                let operator = *self.random.pick(&["tolower", "toupper"]);
                let text = self.expr(&Ty::String, d);
                format!("!{operator}({text})")
            }
            8 => {
                let ty = match self.random.below(3) {
                    0 => Ty::Int,
                    1 => Ty::List(Box::new(Ty::Int)),
                    _ => Ty::Dag,
                };
                let value = self.expr(&ty, d);
                format!("!repr({value})")
            }
            9 => {
                let ty = self.small_type();
                let value = self.expr(&ty, d);
                format!("!cast<string>({value})")
            }
            10 => {
                let dag = self.expr(&Ty::Dag, d);
                format!("!if(!empty(!getdagopname(!setdagopname({dag}, \"n\"))), \"none\", \"some\")")
            }
            _ => {
                let value = self.expr(&Ty::Int, d);
                format!("\"n\" # {value}")
            }
        }
    }
}
