//! First-class types of the IR, and a writer of instructions that create values of them and observe all of their bits,
//! for generated tests.

use Kind::*;
use std::fmt::Write;

/// A first-class type.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // as the IR names them
pub enum Kind {
    Int(u32),
    Half,
    BFloat,
    Float,
    Double,
    Ptr(u32),
    Vector(u32, Box<Kind>),
    Array(u32, Box<Kind>),
    Struct(Vec<Kind>),
}

impl Kind {
    /// The type in IR syntax.
    pub fn text(&self) -> String {
        match self {
            Int(bits) => format!("i{bits}"),
            Half => "half".into(),
            BFloat => "bfloat".into(),
            Float => "float".into(),
            Double => "double".into(),
            Ptr(space) => format!("ptr addrspace({space})"),
            Vector(count, element) => format!("<{count} x {}>", element.text()),
            Array(count, element) => format!("[{count} x {}]", element.text()),
            Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Kind::text).collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }

    /// Bits of a value; 0 for arrays and structures.
    pub fn bits(&self) -> u32 {
        match self {
            Int(bits) => *bits,
            Half | BFloat => 16,
            Float => 32,
            Double => 64,
            Ptr(2 | 3 | 5 | 6) => 32,
            Ptr(8) => 128,
            Ptr(_) => 64,
            Vector(count, element) => count * element.bits(),
            Array(..) | Struct(_) => 0,
        }
    }

    /// Types of the members.
    pub fn members(&self) -> Vec<&Kind> {
        match self {
            Vector(count, element) | Array(count, element) => vec![element; *count as usize],
            Struct(fields) => fields.iter().collect(),
            _ => Vec::new(),
        }
    }
}

/// `<count x element>`
pub fn vector(count: u32, element: Kind) -> Kind {
    Vector(count, Box::new(element))
}

/// `[count x element]`
pub fn array(count: u32, element: Kind) -> Kind {
    Array(count, Box::new(element))
}

/// Writes instructions with numbered names.
#[derive(Default)]
pub struct Writer {
    /// The text so far.
    pub text: String,
    next: u32,
}

impl Writer {
    /// Writes an instruction with a result and returns its name.
    pub fn inst(&mut self, what: &str) -> String {
        self.next += 1;
        let name = format!("%t{}", self.next);
        let _ = writeln!(self.text, "  {name} = {what}");
        name
    }

    /// A value determined by the number `x`.
    pub fn make(&mut self, kind: &Kind, x: &str) -> String {
        let ty = kind.text();
        match kind {
            Int(bits) => {
                let mixed = self.inst(&format!("mul i32 {x}, 40503"));
                match *bits {
                    32 => mixed,
                    0..32 => {
                        let high = self.inst(&format!("lshr i32 {mixed}, 3"));
                        let mixed = self.inst(&format!("xor i32 {mixed}, {high}"));
                        self.inst(&format!("trunc i32 {mixed} to {ty}"))
                    }
                    _ => {
                        let wide = self.inst(&format!("zext i32 {mixed} to {ty}"));
                        let high = self.inst(&format!("shl {ty} {wide}, {}", bits - 25));
                        self.inst(&format!("xor {ty} {wide}, {high}"))
                    }
                }
            }
            Half | BFloat | Float | Double => {
                let small = self.inst(&format!("and i32 {x}, 127"));
                self.inst(&format!("uitofp i32 {small} to {ty}"))
            }
            Ptr(_) => {
                let number = self.make(&Int(kind.bits()), x);
                self.inst(&format!("inttoptr i{} {number} to {ty}", kind.bits()))
            }
            Vector(_, element) if matches!(**element, Int(1)) && kind.bits() <= 128 => {
                let number = self.make(&Int(kind.bits()), x);
                self.inst(&format!("bitcast i{} {number} to {ty}", kind.bits()))
            }
            _ => {
                let mut whole = "poison".to_string();
                for (index, member) in kind.members().into_iter().enumerate() {
                    let number = self.inst(&format!("add i32 {x}, {}", 3 * index));
                    let value = self.make(member, &number);
                    whole = self.insert(kind, &whole, &value, index);
                }
                whole
            }
        }
    }

    /// Inserts a member.
    pub fn insert(&mut self, kind: &Kind, whole: &str, member: &str, index: usize) -> String {
        let (ty, of) = (kind.text(), kind.members()[index].text());
        match kind {
            Vector(..) => self.inst(&format!("insertelement {ty} {whole}, {of} {member}, i32 {index}")),
            _ => self.inst(&format!("insertvalue {ty} {whole}, {of} {member}, {index}")),
        }
    }

    /// Extracts a member.
    pub fn extract(&mut self, kind: &Kind, whole: &str, index: usize) -> String {
        let ty = kind.text();
        match kind {
            Vector(..) => self.inst(&format!("extractelement {ty} {whole}, i32 {index}")),
            _ => self.inst(&format!("extractvalue {ty} {whole}, {index}")),
        }
    }

    /// Stores all bits of a value as words from `%out` on; `word` counts them.
    pub fn observe(&mut self, kind: &Kind, value: &str, word: &mut u32) {
        let (ty, bits) = (kind.text(), kind.bits());
        let number = match kind {
            Int(_) => value.to_string(),
            Half | BFloat | Float | Double => self.inst(&format!("bitcast {ty} {value} to i{bits}")),
            Ptr(_) => self.inst(&format!("ptrtoint {ty} {value} to i{bits}")),
            _ => {
                for (index, member) in kind.members().into_iter().enumerate() {
                    let part = self.extract(kind, value, index);
                    self.observe(member, &part, word);
                }
                return;
            }
        };
        for low in (0..bits).step_by(32) {
            let part = match low {
                0 => number.clone(),
                _ => self.inst(&format!("lshr i{bits} {number}, {low}")),
            };
            let part = match bits {
                0..32 => self.inst(&format!("zext i{bits} {part} to i32")),
                32 => part,
                _ => self.inst(&format!("trunc i{bits} {part} to i32")),
            };
            let at = self.inst(&format!("getelementptr i32, ptr addrspace(1) %out, i32 {word}"));
            let _ = writeln!(self.text, "  store i32 {part}, ptr addrspace(1) {at}");
            *word += 1;
        }
    }

    /// The same value through an operation that does not change it.
    pub fn pass(&mut self, kind: &Kind, value: &str) -> String {
        let ty = kind.text();
        match kind {
            Vector(_, element) if !matches!(**element, Ptr(_)) && kind.bits() <= 128 => {
                let bits = kind.bits();
                let number = self.inst(&format!("bitcast {ty} {value} to i{bits}"));
                self.inst(&format!("bitcast i{bits} {number} to {ty}"))
            }
            Array(..) | Struct(_) => {
                let part = self.extract(kind, value, 0);
                self.insert(kind, value, &part, 0)
            }
            _ => self.inst(&format!("freeze {ty} {value}")),
        }
    }
}
