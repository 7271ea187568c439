//! Expressions of a given type: variables, literals, fields, records, and the operators that give every type.

use super::{Generator, Ty, Variable, WORDS};

impl Generator {
    /// A variable of this type, or of a class derived from it.
    pub(super) fn variable(&mut self, ty: &Ty) -> Option<String> {
        let fits: Vec<usize> = (0..self.variables.len())
            .filter(|&i| {
                let variable = &self.variables[i];
                // A later one of the same name hides it.
                let is_hidden = self.variables[i + 1..]
                    .iter()
                    .any(|later| later.name == variable.name);
                let fits = match (&variable.ty, ty) {
                    (Ty::Record(own), Ty::Record(wanted)) => self.is_subclass(*own, *wanted),
                    (own, wanted) => own == wanted,
                };
                fits && !is_hidden
            })
            .collect();
        (!fits.is_empty()).then(|| self.variables[*self.random.pick(&fits)].name.clone())
    }

    /// A field of this type of something that can be named.
    pub(super) fn field(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let class = self.random.below(self.classes.len());
        let fields: Vec<String> = self.classes[class]
            .fields
            .iter()
            .filter(|field| &field.1 == ty)
            .map(|field| field.0.clone())
            .collect();
        if fields.is_empty() {
            return None;
        }
        let field = self.random.pick(&fields).clone();
        let record = self.expr(&Ty::Record(class), depth.saturating_sub(1));
        Some(format!("{record}.{field}"))
    }

    pub(super) fn arguments(&mut self, parameters: &[(String, Ty, bool)], depth: usize) -> String {
        let mut args = Vec::new();
        let mut named = self.random.chance(4);
        for (i, (name, ty, has_default)) in parameters.iter().enumerate() {
            if *has_default && self.random.chance(2) {
                named = true;
                continue;
            }
            let value = self.expr(ty, depth);
            if named && i > 0 {
                args.push(format!("{name}={value}"));
            } else if named {
                args.push(format!("{name} = {value}"));
            } else {
                args.push(value);
            }
        }
        args.join(", ")
    }

    pub(super) fn anonymous(&mut self, class: usize, depth: usize) -> String {
        let parameters = self.classes[class].parameters.clone();
        let args = self.arguments(&parameters, depth.saturating_sub(1));
        format!("{}<{args}>", self.classes[class].name)
    }

    pub(super) fn with_variable(
        &mut self,
        name: &str,
        ty: Ty,
        make: impl FnOnce(&mut Self) -> String,
    ) -> String {
        self.variables.push(Variable {
            name: name.to_string(),
            ty,
        });
        let text = make(self);
        self.variables.pop();
        text
    }

    pub(super) fn loop_name(&mut self) -> String {
        (*self.random.pick(&["i", "j", "k", "acc"])).to_string()
    }

    /// An expression of the type.
    pub(super) fn expr(&mut self, ty: &Ty, depth: usize) -> String {
        if depth == 0 || self.random.chance(4) {
            if !self.random.chance(4)
                && let Some(name) = self.variable(ty)
            {
                return name;
            }
            return self.literal(ty, depth);
        }
        let d = depth - 1;
        match self.random.below(12) {
            0 => {
                let condition = self.expr(&Ty::Bit, d);
                let (a, b) = (self.expr(ty, d), self.expr(ty, d));
                return format!("!if({condition}, {a}, {b})");
            }
            1 => {
                let (first, second) = (self.expr(&Ty::Bit, d), self.expr(&Ty::Bit, d));
                let (a, b, c) = (self.expr(ty, d), self.expr(ty, d), self.expr(ty, d));
                return format!("!cond({first} : {a}, {second}: {b}, true: {c})");
            }
            2 => {
                if let Some(text) = self.field(ty, d) {
                    return text;
                }
            }
            3 if !matches!(ty, Ty::Bit | Ty::Bits(_)) => {
                let start = self.expr(ty, d);
                let element = self.ty(0);
                let list = self.expr(&Ty::List(Box::new(element.clone())), d);
                let (acc, item) = (self.fresh("acc"), self.fresh("item"));
                let outer = ty.clone();
                let inner_name = item.clone();
                let body = self.with_variable(&acc.clone(), outer.clone(), |g| {
                    g.with_variable(&inner_name, element, |g| g.expr(&outer, d))
                });
                return format!("!foldl({start}, {list}, {acc}, {item}, {body})");
            }
            4 => {
                let list = self.expr(&Ty::List(Box::new(ty.clone())), d);
                let first = self.expr(ty, d);
                // Never of an empty list, which is undefined.
                return format!("!head(!listconcat([ {first}]<{}>, {list}))", self.type_text(ty));
            }
            5 if matches!(ty, Ty::Int | Ty::String | Ty::Dag) => {
                let value = self.expr(ty, d);
                let ty = self.type_text(ty);
                return format!("!getdagarg<{ty}>((op {value}:$q, 1), \"q\")");
            }
            _ => {}
        }
        match ty {
            Ty::Bit => self.bit(d),
            Ty::Bits(width) => self.bits(*width, d),
            Ty::Int => self.int(d),
            Ty::String => self.string(d),
            Ty::Dag => self.dag(d),
            Ty::List(element) => self.list(element, d),
            Ty::Record(class) => self.record(*class, d),
        }
    }

    pub(super) fn literal(&mut self, ty: &Ty, depth: usize) -> String {
        match ty {
            Ty::Bit => (*self.random.pick(&["0", "1", "true", "false"])).to_string(),
            Ty::Bits(width) => match self.random.below(4) {
                0 => format!("0b{:0width$b}", self.random.below(1 << width), width = *width),
                1 if self.random.chance(3) => {
                    let bits: Vec<&str> = (0..*width)
                        .map(|_| *self.random.pick(&["0", "1", "1", "0", "0", "?"]))
                        .collect();
                    format!("{{{}}}", bits.join(", "))
                }
                _ => self.random.below(1 << width).to_string(),
            },
            Ty::Int => match self.random.below(5) {
                0 => format!("0x{:x}", self.random.below(1000)),
                1 => format!("-{}", 1 + self.random.below(20)),
                _ => self.random.below(10).to_string(),
            },
            Ty::String => {
                if self.has_name && !self.in_multiclass && self.random.chance(6) {
                    return "NAME".to_string();
                }
                let word = *self.random.pick(&WORDS);
                if self.random.chance(10) {
                    format!("[{{ {word}\"; }}]")
                } else {
                    format!("\"{word}\"")
                }
            }
            Ty::Dag => "(op)".to_string(),
            Ty::List(element) => {
                let count = self.random.below(4);
                let items: Vec<String> = (0..count)
                    .map(|_| self.expr(element, depth.min(1).saturating_sub(1)))
                    .collect();
                format!("[ {}]<{}>", items.join(", "), self.type_text(element))
            }
            Ty::Record(class) => {
                let fits: Vec<String> = self
                    .defs
                    .iter()
                    .filter(|def| self.is_subclass(def.1, *class))
                    .map(|def| def.0.clone())
                    .collect();
                if fits.is_empty() || self.random.chance(3) {
                    return self.anonymous(*class, 0);
                }
                let name = self.random.pick(&fits).clone();
                if self.random.chance(3) {
                    format!("!cast<{}>(\"{name}\")", self.classes[*class].name)
                } else {
                    name
                }
            }
        }
    }

    pub(super) fn small_type(&mut self) -> Ty {
        match self.random.below(3) {
            0 => Ty::Int,
            1 => Ty::String,
            _ => Ty::Record(self.random.below(self.classes.len())),
        }
    }

    pub(super) fn record(&mut self, class: usize, d: usize) -> String {
        let derived: Vec<usize> = (0..self.classes.len())
            .filter(|&other| self.is_subclass(other, class))
            .collect();
        match self.random.below(6) {
            0 => {
                let class = *self.random.pick(&derived);
                self.anonymous(class, d)
            }
            2 if class == 0 => {
                let dag = self.expr(&Ty::Dag, d);
                format!("!getdagop<Op>({dag})")
            }
            3 => {
                let value = self.literal(&Ty::Record(class), d);
                let name = &self.classes[class].name;
                format!("!getdagop<{name}>((!cast<{name}>({value}) 1))")
            }
            1 => match self.variable(&Ty::Record(class)) {
                Some(name) => name,
                None => self.literal(&Ty::Record(class), d),
            },
            _ => self.literal(&Ty::Record(class), d),
        }
    }
}
