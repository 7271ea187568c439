//! Assembly texts as the emitter here writes them: literals of Rust, pieces of texts.

use crate::instructions;
use crate::report::Refusal;
use crate::target::Target;
use crate::text::{between, closing, numbers};
use wavec_tablegen::RecordId;

/// The value of a string literal, in Rust or C++, whose opening quote is before the text; and the text after it.
pub fn literal(text: &str) -> (String, &str) {
    let mut out = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (out, &text[at + 1..]),
            '\\' => match chars.next().map_or('\\', |(_, escaped)| escaped) {
                't' => out.push('\t'),
                'n' => out.push('\n'),
                // The end of a string in a table.
                '0' => drop(chars.by_ref().take(2).count()),
                'x' => {
                    let digits: String = chars.by_ref().take(2).map(|(_, c)| c).collect();
                    out.push(char::from(u8::from_str_radix(&digits, 16).unwrap_or(0)));
                }
                escaped => out.push(escaped),
            },
            c => out.push(c),
        }
    }
    (out, "")
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    /// The operand's position, its kind if it is the operand as a whole, and its modifier.
    Operand(usize, Option<usize>, Option<String>),
    Combined(String),
}

impl Piece {}

/// Names that pieces refer to by number.
pub struct Names {
    modifiers: Vec<String>,
    combined: Vec<String>,
    /// Functions that write operands, by kind.
    pub methods: Vec<String>,
}

impl Names {
    pub fn read(target: &Target) -> Result<Names, Refusal> {
        let text = target.ours("asm-writer")?;
        let words = |name: &str| -> Vec<String> {
            let list = between(&text, &format!("pub enum {name} {{\n"), "\n}").unwrap_or_default();
            let comments = list.lines().filter_map(|line| line.strip_prefix("/// `"));
            comments
                .map(|line| line.trim_end_matches('`').to_string())
                .collect()
        };
        let info = target.ours("instr-info")?;
        let kinds = between(&info, "OPERAND_KIND_NAMES: &[&str] = &[", "];").unwrap_or_default();
        let kinds = kinds.split('"').skip(1).step_by(2);
        Ok(Names {
            modifiers: words("Modifier"),
            combined: words("Combined"),
            methods: kinds.map(|kind| print_method(target, kind)).collect(),
        })
    }

    /// Pieces of a list `Text(" "), Operand(0)`.
    pub fn pieces(&self, list: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = list;
        while let Some((head, behind)) = rest.split_once('(') {
            let name = head.rsplit([',', ':', '\n', ' ']).next().unwrap_or_default();
            if name == "Text" {
                let (text, behind) = literal(&behind[1..]);
                pieces.push(Piece::Text(text));
                rest = behind;
                continue;
            }
            let end = closing(behind, '(', ')').unwrap_or(0);
            let places: Vec<usize> = numbers(&behind[..end])
                .iter()
                .map(|&place| place as usize)
                .collect();
            let modifier = |at: usize| places.get(at).map(|&place| self.modifiers[place].clone());
            pieces.push(match name {
                "Operand" | "Modified" => Piece::Operand(places[0], None, modifier(1)),
                "Whole" => Piece::Operand(places[0], Some(places[1]), modifier(2)),
                _ => Piece::Combined(self.combined[places[0]].clone()),
            });
            rest = &behind[end..];
        }
        pieces
    }

    /// A text in one form: `add {printOperand:0}`.
    pub fn text(&self, mnemonic: &str, pieces: &[Piece], kinds: &[usize]) -> String {
        let mut out = mnemonic.to_string();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Operand(place, kind, modifier) => {
                    let kind = kind.or(kinds.get(*place).copied()).unwrap_or(0);
                    out.push_str(&operand(&self.methods[kind], *place, modifier.as_deref()));
                }
                Piece::Combined(name) => out.push_str(&format!("{{{name}}}")),
            }
        }
        out
    }
}

/// An operand in a text.
pub fn operand(method: &str, place: usize, modifier: Option<&str>) -> String {
    match modifier {
        Some(modifier) => format!("{{{method}:{place}:{modifier}}}"),
        None => format!("{{{method}:{place}}}"),
    }
}

/// The function that writes operands of a kind.
fn print_method(target: &Target, kind: &str) -> String {
    let keeper = &target.keeper;
    let records = ["DAGOperand", "ValueType"].into_iter();
    let mut records = records.flat_map(|class| keeper.derived_defs(class).iter().copied());
    let found = records.find(|&record: &RecordId| keeper.name(record) == kind);
    let method = found.and_then(|record| keeper.get_string(record, "PrintMethod").ok());
    method.unwrap_or("printOperand").to_string()
}

/// An instruction's text, in the first variant.
pub struct Text {
    pub name: String,
    /// Kinds of its operands.
    pub kinds: Vec<usize>,
    /// Mnemonic, and pieces after it.
    pub text: Option<(String, Vec<Piece>)>,
}

/// Texts by opcode, in the first variant.
pub fn first_variant(target: &Target, names: &Names) -> Result<Vec<Text>, Refusal> {
    let writer = target.ours("asm-writer")?;
    let formats = between(&writer, "FORMATS: &[(u32, u8)] = &[", "];").unwrap_or_default();
    let formats = numbers(formats);
    let (_, fragments) = writer
        .split_once("FRAGMENTS: &[AsmFragment] = &[")
        .unwrap_or_default();
    let fragments = names.pieces(fragments.split("\n];").next().unwrap_or_default());
    let info = target.ours("instr-info")?;
    let (_, pool) = info.split_once(", mnemonics: \"").unwrap_or_default();
    let (mnemonics, _) = literal(pool);
    let mut texts = Vec::new();
    for row in instructions::our_texts(target)? {
        let text = formats.get(row.format * 2).map(|&first| {
            let (first, count) = (first as usize, formats[row.format * 2 + 1] as usize);
            let mnemonic = mnemonics[row.mnemonic.clone()].to_string();
            (mnemonic, fragments[first..first + count].to_vec())
        });
        texts.push(Text {
            name: row.name,
            kinds: row.kinds,
            text,
        });
    }
    Ok(texts)
}
