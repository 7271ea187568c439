//! Expressions that are dags and lists.

use super::{Generator, Ty};

impl Generator {
    pub(super) fn dag_argument(&mut self, d: usize) -> String {
        let ty = match self.random.below(5) {
            0 => Ty::String,
            1 => Ty::Int,
            2 => Ty::Dag,
            3 => Ty::Bits(3),
            _ => Ty::Record(self.random.below(self.classes.len())),
        };
        let value = self.expr(&ty, d);
        match self.random.below(4) {
            0 => value,
            1 => format!("$v{}", self.random.below(3)),
            _ => format!("{value}:$v{}", self.random.below(3)),
        }
    }

    pub(super) fn dag(&mut self, d: usize) -> String {
        match self.random.below(10) {
            5 if self.random.chance(4) => {
                let value = self.expr(&Ty::Dag, d);
                format!("([op, op2] {value}:$typed)")
            }
            0 => {
                let (a, b) = (self.expr(&Ty::Dag, d), self.expr(&Ty::Dag, d));
                format!("!con(!setdagop({a}, op), !setdagop({b}, op))")
            }
            1 => {
                let a = self.expr(&Ty::Int, d);
                let b = self.expr(&Ty::Int, d);
                let names = *self.random.pick(&["[\"a\", \"b\"]", "[\"a\", ?]", "?"]);
                format!("!dag(op, [ {a}, {b}], {names})")
            }
            2 => {
                let a = self.expr(&Ty::Dag, d);
                format!("!setdagop({a}, op2)")
            }
            3 => {
                let value = self.expr(&Ty::Int, d);
                let key = *self.random.pick(&["0", "\"k\""]);
                let operator = *self.random.pick(&["!setdagarg", "!setdagname"]);
                let new = if operator == "!setdagname" {
                    "\"new\"".to_string()
                } else {
                    self.expr(&Ty::String, d)
                };
                format!("{operator}((op {value}:$k), {key}, {new})")
            }
            4 => {
                let dag = self.expr(&Ty::Dag, d);
                let old = *self.random.pick(&["op", "op2"]);
                format!("!foreach(item, {dag}, !subst(op, {old}, item))")
            }
            _ => {
                let count = self.random.below(4);
                let args: Vec<String> = (0..count).map(|_| self.dag_argument(d)).collect();
                let name = if self.random.chance(4) { ":$root" } else { "" };
                let operator = *self.random.pick(&["op", "op2", "op", "op"]);
                format!(
                    "({operator}{name}{}{})",
                    if count > 0 { " " } else { "" },
                    args.join(", ")
                )
            }
        }
    }

    pub(super) fn list(&mut self, element: &Ty, d: usize) -> String {
        let ty = Ty::List(Box::new(element.clone()));
        match self.random.below(11) {
            0 | 1 => {
                let (a, b) = (self.expr(&ty, d), self.expr(&ty, d));
                if self.random.chance(2) {
                    format!("!listconcat({a}, {b})")
                } else {
                    format!("{a} # {b}")
                }
            }
            2 => {
                let value = self.expr(element, d);
                format!("!listsplat({value}, {})", self.random.below(4))
            }
            3 if matches!(element, Ty::Int | Ty::String) => {
                let (a, b) = (self.expr(&ty, d), self.expr(&ty, d));
                format!("!listremove({a}, {b})")
            }
            4 => {
                let (a, b) = (self.expr(&ty, d), self.expr(&ty, d));
                format!("!listflatten([ {a}, {b}])")
            }
            5 if *element == Ty::Int => match self.random.below(4) {
                0 => format!("!range({})", self.random.below(6)),
                1 => format!("!range({}, {})", self.random.below(4), self.random.below(8)),
                2 => format!(
                    "!range({}, {}, {})",
                    self.random.below(9),
                    self.random.below(9),
                    self.random.below(3) as i64 * 2 - 3
                ),
                _ => {
                    let list = self.expr(&ty, d);
                    format!("!range({list})")
                }
            },
            6 | 7 => {
                let from = self.small_type();
                let list = self.expr(&Ty::List(Box::new(from.clone())), d);
                let name = self.loop_name();
                let body = self.with_variable(&name.clone(), from, |g| g.expr(element, d));
                format!("!foreach({name}, {list}, {body})")
            }
            8 => {
                let list = self.expr(&ty, d);
                let name = self.loop_name();
                let body = self.with_variable(&name.clone(), element.clone(), |g| g.bit(d));
                format!("!filter({name}, {list}, {body})")
            }
            9 => {
                let (a, b, c) = (self.expr(element, d), self.expr(element, d), self.expr(&ty, d));
                let type_text = self.type_text(element);
                let slice = *self.random.pick(&["0...1", "1-0", "0, 1, 0", "1,", "0, 0...1"]);
                format!("!listconcat([ {a}, {b}]<{type_text}>, {c})[{slice}]")
            }
            _ => match element {
                Ty::Record(class) if !self.in_multiclass => {
                    let pattern = *self.random.pick(&["", "d[0-9]", "\\bop"]);
                    let class = &self.classes[*class].name;
                    if pattern.is_empty() {
                        format!("!instances<{class}>()")
                    } else {
                        format!("!instances<{class}>(\"{}\")", pattern.replace('\\', ""))
                    }
                }
                _ => {
                    let (first, list) = (self.expr(element, d), self.expr(&ty, d));
                    format!(
                        "!tail(!listconcat([ {first}]<{}>, {list}))",
                        self.type_text(element)
                    )
                }
            },
        }
    }
}
