//! Random programs over the whole language. They are typed, so that most of them are valid.

/// xorshift64*
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound.max(1)
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

#[derive(Clone, PartialEq)]
enum Ty {
    Bit,
    Bits(usize),
    Int,
    String,
    Dag,
    List(Box<Ty>),
    /// A record of the class with this number.
    Record(usize),
}

struct Class {
    name: String,
    parameters: Vec<(String, Ty, bool)>,
    /// With those of its superclasses.
    fields: Vec<(String, Ty)>,
    /// All superclasses.
    bases: Vec<usize>,
}

struct Multiclass {
    name: String,
    parameters: Vec<(String, Ty, bool)>,
    /// Suffixes of the defs that it makes whatever its arguments are.
    defs: Vec<(String, usize)>,
}

/// What the name of a variable means.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Ty,
}

pub struct Generator {
    pub random: Random,
    out: String,
    indent: usize,
    classes: Vec<Class>,
    multiclasses: Vec<Multiclass>,
    defs: Vec<(String, usize)>,
    variables: Vec<Variable>,
    counter: usize,
    /// Inside a class, def or multiclass, where `NAME` means something.
    has_name: bool,
    /// Names of defs cannot be relied on: they depend on loop variables.
    in_loop: bool,
    in_multiclass: bool,
    loop_variables: Vec<String>,
    aliases: Vec<(String, Ty)>,
}

const WORDS: [&str; 8] = ["", "a", "Vec", "x_y", "r10", "r2", "ADD", "lo hi"];

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            out: String::new(),
            indent: 0,
            classes: Vec::new(),
            multiclasses: Vec::new(),
            defs: Vec::new(),
            variables: Vec::new(),
            counter: 0,
            has_name: false,
            in_loop: false,
            in_multiclass: false,
            loop_variables: Vec::new(),
            aliases: Vec::new(),
        }
    }

    /// A program.
    pub fn program(mut self) -> String {
        self.line("class Op;");
        self.line("def op : Op; def op2 : Op;");
        self.classes.push(Class {
            name: "Op".to_string(),
            parameters: Vec::new(),
            fields: Vec::new(),
            bases: Vec::new(),
        });
        self.defs = vec![("op".to_string(), 0), ("op2".to_string(), 0)];
        for _ in 0..2 {
            self.class();
        }
        for _ in 0..8 + self.random.below(16) {
            self.statement(0);
        }
        self.out
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.counter += 1;
        format!("{prefix}{}", self.counter)
    }

    fn ty(&mut self, depth: usize) -> Ty {
        match self.random.below(if depth == 0 { 8 } else { 11 }) {
            0 => Ty::Bit,
            1 => Ty::Bits(1 + self.random.below(12)),
            2..=4 => Ty::Int,
            5 | 6 => Ty::String,
            7 => Ty::Dag,
            8 | 9 => Ty::List(Box::new(self.ty(depth - 1))),
            _ => Ty::Record(self.random.below(self.classes.len())),
        }
    }

    fn type_text(&self, ty: &Ty) -> String {
        if let Some((name, _)) = self.aliases.iter().find(|(_, of)| of == ty) {
            return name.clone();
        }
        match ty {
            Ty::Bit => "bit".to_string(),
            Ty::Bits(width) => format!("bits<{width}>"),
            Ty::Int => "int".to_string(),
            Ty::String => "string".to_string(),
            Ty::Dag => "dag".to_string(),
            Ty::List(element) => format!("list<{}>", self.type_text(element)),
            Ty::Record(class) => self.classes[*class].name.clone(),
        }
    }

    fn is_subclass(&self, class: usize, of: usize) -> bool {
        class == of || self.classes[class].bases.contains(&of)
    }

    /// A variable of this type, or of a class derived from it.
    fn variable(&mut self, ty: &Ty) -> Option<String> {
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
    fn field(&mut self, ty: &Ty, depth: usize) -> Option<String> {
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

    fn arguments(&mut self, parameters: &[(String, Ty, bool)], depth: usize) -> String {
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

    fn anonymous(&mut self, class: usize, depth: usize) -> String {
        let parameters = self.classes[class].parameters.clone();
        let args = self.arguments(&parameters, depth.saturating_sub(1));
        format!("{}<{args}>", self.classes[class].name)
    }

    fn with_variable(&mut self, name: &str, ty: Ty, make: impl FnOnce(&mut Self) -> String) -> String {
        self.variables.push(Variable {
            name: name.to_string(),
            ty,
        });
        let text = make(self);
        self.variables.pop();
        text
    }

    fn loop_name(&mut self) -> String {
        (*self.random.pick(&["i", "j", "k", "acc"])).to_string()
    }

    /// An expression of the type.
    fn expr(&mut self, ty: &Ty, depth: usize) -> String {
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

    fn literal(&mut self, ty: &Ty, depth: usize) -> String {
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

    fn small_type(&mut self) -> Ty {
        match self.random.below(3) {
            0 => Ty::Int,
            1 => Ty::String,
            _ => Ty::Record(self.random.below(self.classes.len())),
        }
    }

    fn bit(&mut self, d: usize) -> String {
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

    /// Something that has a size.
    fn sized(&mut self, d: usize) -> String {
        match self.random.below(3) {
            0 => self.expr(&Ty::String, d),
            1 => self.expr(&Ty::List(Box::new(Ty::Int)), d),
            _ => self.expr(&Ty::Dag, d),
        }
    }

    fn bits(&mut self, width: usize, d: usize) -> String {
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

    fn int(&mut self, d: usize) -> String {
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

    fn string(&mut self, d: usize) -> String {
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
                let (a, b, c) = (
                    self.literal(&Ty::String, 0),
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

    fn dag_argument(&mut self, d: usize) -> String {
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

    fn dag(&mut self, d: usize) -> String {
        match self.random.below(9) {
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

    fn list(&mut self, element: &Ty, d: usize) -> String {
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

    fn record(&mut self, class: usize, d: usize) -> String {
        let derived: Vec<usize> = (0..self.classes.len())
            .filter(|&other| self.is_subclass(other, class))
            .collect();
        match self.random.below(4) {
            0 => {
                let class = *self.random.pick(&derived);
                self.anonymous(class, d)
            }
            1 => match self.variable(&Ty::Record(class)) {
                Some(name) => name,
                None => self.literal(&Ty::Record(class), d),
            },
            _ => self.literal(&Ty::Record(class), d),
        }
    }

    fn parameters(&mut self) -> (Vec<(String, Ty, bool)>, String) {
        let mut parameters = Vec::new();
        let mut texts = Vec::new();
        for _ in 0..self.random.below(4) {
            let ty = self.ty(1);
            let name = self.fresh("p");
            let has_default = self.random.chance(3);
            let default = if has_default {
                format!(" = {}", self.expr(&ty, 1))
            } else {
                String::new()
            };
            texts.push(format!("{} {name}{default}", self.type_text(&ty)));
            self.variables.push(Variable {
                name: name.clone(),
                ty: ty.clone(),
            });
            parameters.push((name, ty, has_default));
        }
        let text = if texts.is_empty() {
            String::new()
        } else {
            format!("<{}>", texts.join(", "))
        };
        (parameters, text)
    }

    /// `: A<...>, B<...>`, and the fields and classes that come with them.
    fn bases(&mut self, limit: usize) -> (String, Vec<(String, Ty)>, Vec<usize>) {
        let mut texts = Vec::new();
        let (mut fields, mut classes): (Vec<(String, Ty)>, Vec<usize>) = (Vec::new(), Vec::new());
        for _ in 0..1 + self.random.below(2) {
            let class = self.random.below(limit);
            let mut all = self.classes[class].bases.clone();
            all.push(class);
            if all.iter().any(|base| classes.contains(base)) {
                continue;
            }
            classes.extend(all);
            let parameters = self.classes[class].parameters.clone();
            let args = self.arguments(&parameters, 2);
            let name = self.classes[class].name.clone();
            texts.push(if parameters.is_empty() && self.random.chance(2) {
                name
            } else {
                format!("{name}<{args}>")
            });
            fields.extend(self.classes[class].fields.iter().cloned());
        }
        (format!(" : {}", texts.join(", ")), fields, classes)
    }

    /// Fields, assignments and so on between braces.
    fn body(&mut self, fields: &mut Vec<(String, Ty)>) {
        self.indent += 1;
        for (name, ty) in fields.iter() {
            self.variables.push(Variable {
                name: name.clone(),
                ty: ty.clone(),
            });
        }
        for _ in 0..self.random.below(5) {
            match self.random.below(8) {
                0 | 1 if !fields.is_empty() => {
                    let (name, ty) = self.random.pick(fields).clone();
                    // Fields that refer to each other are not resolved.
                    let all = self.variables.clone();
                    self.variables
                        .retain(|variable| fields.iter().all(|field| field.0 != variable.name));
                    match &ty {
                        Ty::Bits(width) if *width > 3 && self.random.chance(2) => {
                            let value = self.expr(&Ty::Bits(2), 1);
                            let range = *self.random.pick(&["1-0", "0...1", "2, 1", "0, 2"]);
                            self.line(&format!("let {name}{{{range}}} = {value};"));
                        }
                        _ => {
                            let value = self.expr(&ty, 2);
                            self.line(&format!("let {name} = {value};"));
                        }
                    }
                    self.variables = all;
                }
                2 => {
                    let ty = self.ty(1);
                    let value = self.expr(&ty, 2);
                    let name = self.fresh("w");
                    self.line(&format!("defvar {name} = {value};"));
                    self.variables.push(Variable { name, ty });
                }
                3 => {
                    let condition = self.expr(&Ty::Int, 2);
                    self.line(&format!("assert !ge(!mul({condition}, 0), 0), \"holds\";"));
                }
                _ => {
                    let ty = self.ty(2);
                    let name = self.fresh("f");
                    let keyword = if self.random.chance(8) { "field " } else { "" };
                    let type_text = self.type_text(&ty);
                    if self.random.chance(8) {
                        self.line(&format!("{keyword}{type_text} {name};"));
                        continue;
                    } else if ty == Ty::String && self.random.chance(6) {
                        let value = self.literal(&ty, 0);
                        self.line(&format!("{keyword}code {name} = {value};"));
                    } else {
                        let value = self.expr(&ty, 3);
                        self.line(&format!("{keyword}{type_text} {name} = {value};"));
                    }
                    self.variables.push(Variable {
                        name: name.clone(),
                        ty: ty.clone(),
                    });
                    fields.push((name, ty));
                }
            }
        }
        self.indent -= 1;
    }

    fn class(&mut self) {
        let outer = self.variables.len();
        let name = self.fresh("C");
        let limit = self.classes.len();
        let (parameters, text) = self.parameters();
        self.has_name = true;
        let (bases_text, mut fields, bases) = if self.random.chance(2) {
            self.bases(limit)
        } else {
            Default::default()
        };
        self.line(&format!("class {name}{text}{bases_text} {{"));
        self.body(&mut fields);
        self.line("}");
        self.has_name = false;
        self.variables.truncate(outer);
        self.classes.push(Class {
            name,
            parameters,
            fields,
            bases,
        });
    }

    /// The name of a def and, outside loops, what it is known as.
    fn def_name(&mut self) -> (String, Option<String>) {
        let name = self.fresh("d");
        if self.in_loop {
            let mut text = format!("{name}_");
            for variable in &self.loop_variables {
                text.push_str(&format!(" # {variable} # \"_\""));
            }
            return (text, None);
        }
        match self.random.below(8) {
            0 => (String::new(), None),
            1 => (format!("\"{name}\""), Some(name)),
            2 if self.in_multiclass => (format!("NAME # _{name}"), Some(format!("_{name}"))),
            3 if !self.in_multiclass => (format!("{name} # \"_x\" # 1"), Some(format!("{name}_x1"))),
            _ => (name.clone(), Some(name)),
        }
    }

    fn def(&mut self) -> Option<(String, usize)> {
        let outer = self.variables.len();
        let limit = self.classes.len();
        let (name, known) = self.def_name();
        self.has_name = false;
        let (bases_text, mut fields, bases) = self.bases(limit);
        if self.random.chance(2) {
            self.line(&format!("def {name}{bases_text};"));
        } else {
            self.line(&format!("def {name}{bases_text} {{"));
            self.body(&mut fields);
            self.line("}");
        }
        self.has_name = false;
        self.variables.truncate(outer);
        Some((known?, *bases.last()?))
    }

    fn multiclass(&mut self) {
        let outer = self.variables.clone();
        // Fields and loop variables of the outside are not seen by what a multiclass makes.
        let name = self.fresh("M");
        let (parameters, text) = self.parameters();
        self.line(&format!("multiclass {name}{text} {{"));
        self.indent += 1;
        self.in_multiclass = true;
        let mut defs = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(6) {
                0 => {
                    self.foreach(1);
                }
                1 => self.if_statement(1),
                2 if !self.multiclasses.is_empty() => {
                    self.defm();
                }
                3 => self.defvar(),
                _ => defs.extend(self.def()),
            }
        }
        let class = self.random.below(self.classes.len());
        let args = self.anonymous(class, 1);
        self.line(&format!("def _last : {args};"));
        defs.push(("_last".to_string(), class));
        self.in_multiclass = false;
        self.indent -= 1;
        self.line("}");
        self.variables = outer;
        self.multiclasses.push(Multiclass {
            name,
            parameters,
            defs,
        });
    }

    fn defm(&mut self) {
        let at = self.random.below(self.multiclasses.len());
        let parameters = self.multiclasses[at].parameters.clone();
        let args = self.arguments(&parameters, 1);
        let multiclass = self.multiclasses[at].name.clone();
        let (name, known) = self.def_name();
        let args = if args.is_empty() && self.random.chance(2) {
            String::new()
        } else {
            format!("<{args}>")
        };
        self.line(&format!("defm {name} : {multiclass}{args};"));
        if let Some(prefix) = known
            && !self.in_multiclass
        {
            for (suffix, class) in &self.multiclasses[at].defs {
                self.defs.push((format!("{prefix}{suffix}"), *class));
            }
        }
    }

    fn defvar(&mut self) {
        let ty = self.ty(1);
        let value = self.expr(&ty, 2);
        let name = self.fresh("v");
        self.line(&format!("defvar {name} = {value};"));
        self.variables.push(Variable { name, ty });
    }

    fn foreach(&mut self, depth: usize) {
        let outer = self.variables.len();
        let name = self.fresh("n");
        self.loop_variables.push(name.clone());
        let range = match self.random.below(4) {
            0 => "0...2".to_string(),
            1 => "{1-2, 5}".to_string(),
            2 => "[3, 1]".to_string(),
            _ => format!("!range(!and({}, 3))", self.expr(&Ty::Int, 1)),
        };
        self.line(&format!("foreach {name} = {range} in {{"));
        self.variables.push(Variable { name, ty: Ty::Int });
        self.indent += 1;
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        for _ in 0..1 + self.random.below(2) {
            self.inner_statement(depth + 1);
        }
        self.in_loop = was_in_loop;
        self.loop_variables.pop();
        self.indent -= 1;
        self.line("}");
        self.variables.truncate(outer);
    }

    fn if_statement(&mut self, depth: usize) {
        let outer = self.variables.len();
        let condition = self.expr(&Ty::Bit, 2);
        self.line(&format!("if {condition} then {{"));
        let was_in_loop = std::mem::replace(&mut self.in_loop, true);
        self.indent += 1;
        self.inner_statement(depth + 1);
        self.variables.truncate(outer);
        self.indent -= 1;
        if self.random.chance(2) {
            self.line("} else {");
            self.indent += 1;
            self.inner_statement(depth + 1);
            self.indent -= 1;
        }
        self.line("}");
        self.in_loop = was_in_loop;
        self.variables.truncate(outer);
    }

    /// What may stand in loops and branches.
    fn inner_statement(&mut self, depth: usize) {
        match self.random.below(8) {
            0 if depth < 3 => self.foreach(depth),
            1 if depth < 3 => self.if_statement(depth),
            2 => self.defvar(),
            3 if !self.multiclasses.is_empty() => self.defm(),
            _ => {
                self.def();
            }
        }
    }

    fn let_statement(&mut self) {
        let class = self.random.below(self.classes.len());
        let fields = self.classes[class].fields.clone();
        if fields.is_empty() {
            return;
        }
        let (field, ty) = self.random.pick(&fields).clone();
        let value = self.expr(&ty, 2);
        self.line(&format!("let {field} = {value} in {{"));
        self.indent += 1;
        let args = self.anonymous(class, 1);
        let name = self.fresh("d");
        self.line(&format!("def {name} : {args};"));
        self.indent -= 1;
        self.line("}");
        self.defs.push((name, class));
    }

    fn defset(&mut self) {
        let class = self.random.below(self.classes.len());
        let name = self.fresh("s");
        let class_name = self.classes[class].name.clone();
        self.line(&format!("defset list<{class_name}> {name} = {{"));
        self.indent += 1;
        for _ in 0..self.random.below(3) {
            let args = self.anonymous(class, 0);
            let def = self.fresh("d");
            self.line(&format!("def {def} : {args};"));
            self.defs.push((def, class));
        }
        self.indent -= 1;
        self.line("}");
        self.variables.push(Variable {
            name,
            ty: Ty::List(Box::new(Ty::Record(class))),
        });
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(20) {
            0..=4 => self.class(),
            5..=9 => {
                let known = self.def();
                self.defs.extend(known);
            }
            10 | 11 => self.multiclass(),
            12 | 13 if !self.multiclasses.is_empty() => self.defm(),
            14 => self.foreach(depth),
            15 => self.if_statement(depth),
            16 => self.defvar(),
            17 => self.let_statement(),
            18 => self.defset(),
            _ => {
                let ty = match self.random.below(3) {
                    0 => Ty::Bits(1 + self.random.below(9)),
                    1 => Ty::Int,
                    _ => Ty::List(Box::new(Ty::String)),
                };
                if self.aliases.iter().all(|(_, of)| *of != ty) {
                    let text = self.type_text(&ty);
                    let name = self.fresh("T");
                    self.line(&format!("deftype {name} = {text};"));
                    self.aliases.push((name, ty));
                }
            }
        }
    }
}
