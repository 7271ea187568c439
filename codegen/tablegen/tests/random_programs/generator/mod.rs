//! Random programs over the whole language. They are typed, so that most of them are valid.

mod scalars;
mod sequences;
mod statements;
mod values;

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
    /// Suffixes of the defs that it creates regardless of its arguments.
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
    /// Whether the position is inside a class, def or multiclass, where `NAME` is defined.
    has_name: bool,
    /// Whether names of defs depend on loop variables, so that they cannot be referred to.
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
}
