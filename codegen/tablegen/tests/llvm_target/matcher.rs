//! Reading of assembly: which instructions a mnemonic can be in each variant of the language, with aliases.

use crate::report::{Outcome, Refusal};
use crate::rust_text::{Names, Piece, alias_rows, first_variant, literal};
use crate::target::Target;
use crate::text::{between, numbers, unqualified};
use std::collections::{BTreeMap, BTreeSet};
use wavec_tablegen::RecordId;

/// `mnemonic INSTRUCTION` of each variant, by the place of the variant.
type Readings = Vec<BTreeSet<String>>;

fn theirs(text: &str, has_mnemonics: bool) -> Readings {
    let mut readings = Readings::new();
    for table in text.split("static const MatchEntry MatchTable").skip(1) {
        let mut rows = BTreeSet::new();
        let table = table.split("\n};").next().unwrap_or_default();
        for row in table.lines().skip(1) {
            let mnemonic = between(row, "/* ", " */").unwrap_or_default();
            let row = row.split_once("*/").map_or(row, |(_, row)| row);
            let mut cells = row.trim_start_matches([',', ' ', '{']).split(',');
            let opcode = unqualified(cells.next().unwrap_or_default());
            rows.insert(reading(mnemonic, opcode, has_mnemonics));
        }
        readings.push(rows);
    }
    readings
}

fn reading(mnemonic: &str, opcode: &str, has_mnemonics: bool) -> String {
    match has_mnemonics {
        true => format!("{} {opcode}", mnemonic.to_lowercase()),
        false => opcode.to_string(),
    }
}

/// What LLVM's lexers see of a text.
struct Lexer<'k> {
    /// Are words of their own.
    tokens: &'k str,
    separators: &'k str,
    /// Begin a word.
    breaks: &'k str,
    /// Behind this is nothing.
    comment: &'k str,
}

impl Lexer<'_> {
    fn of(target: &Target, variant: RecordId) -> Lexer<'_> {
        let text = |field| target.keeper.get_string(variant, field).unwrap_or_default();
        Lexer {
            tokens: text("TokenizingCharacters"),
            separators: text("SeparatorCharacters"),
            breaks: text("BreakCharacters"),
            comment: text("CommentDelimiter"),
        }
    }

    /// The first word of a text.
    fn first_word(&self, mnemonic: &str, pieces: &[Piece]) -> String {
        let mut text = mnemonic.to_string();
        for piece in pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                _ => text.push('$'),
            }
        }
        if !self.comment.is_empty()
            && let Some((before, _)) = text.split_once(self.comment)
        {
            text.truncate(before.len());
        }
        let text = text.trim_start_matches(|c| self.separators.contains(c));
        let ends = |c: char| c == '$' || self.tokens.contains(c) || self.separators.contains(c);
        let end = text
            .char_indices()
            .find(|&(at, c)| at > 0 && (ends(c) || self.breaks.contains(c)));
        text[..end.map_or(text.len(), |(at, _)| at)].to_string()
    }
}

/// By variant: the instructions of each word here.
fn our_candidates(text: &str) -> BTreeMap<i64, BTreeMap<String, Vec<usize>>> {
    let mut variants = BTreeMap::new();
    let (_, info) = text.split_once("pub static ASM_INFO").unwrap_or_default();
    let (mnemonics, _) = literal(info.split_once("mnemonics: \"").map_or("", |(_, text)| text));
    let list = |name: &str| {
        let list = text
            .split_once(&format!("pub static {name}: "))
            .map_or("", |(_, list)| list);
        list.split_once("= &[")
            .map_or("", |(_, list)| list.split("\n];").next().unwrap_or_default())
    };
    let candidates = numbers(list("CANDIDATES"));
    let mut first = BTreeMap::new();
    for entry in list("MNEMONICS").split("MnemonicEntry {").skip(1) {
        if let [text, len, count, start] = numbers(entry)[..] {
            let (text, start) = (text as usize, start as usize);
            let opcodes = candidates[start..start + count as usize].iter();
            let word = mnemonics[text..text + len as usize].to_string();
            first.insert(word, opcodes.map(|&opcode| opcode as usize).collect());
        }
    }
    variants.insert(0, first);
    let (_, others) = text.split_once("pub static ASM_VARIANTS").unwrap_or_default();
    for variant in others.split("wavec_mc::AsmVariant { number: ").skip(1) {
        let (_, lines) = variant.split_once("], mnemonics: &[\n").unwrap_or_default();
        let mut words = BTreeMap::new();
        for line in lines.lines().take_while(|line| line.starts_with('(')) {
            let (word, opcodes) = literal(&line[2..]);
            words.insert(
                word,
                numbers(opcodes).iter().map(|&opcode| opcode as usize).collect(),
            );
        }
        variants.insert(numbers(variant)[0], words);
    }
    variants
}

fn has_operand_twice(pieces: &[Piece]) -> bool {
    let mut places = BTreeSet::new();
    let mut operands = pieces.iter().filter_map(|piece| match piece {
        Piece::Operand(place, kind, _) => Some((*place, *kind)),
        _ => None,
    });
    operands.any(|operand| !places.insert(operand))
}

fn has_converter(target: &Target, name: &str) -> bool {
    let keeper = &target.keeper;
    let found = keeper
        .derived_defs("Instruction")
        .iter()
        .find(|&&record| keeper.name(record) == name);
    found.is_some_and(|&record| {
        keeper
            .get_string(record, "AsmMatchConverter")
            .is_ok_and(|name| !name.is_empty())
    })
}

/// An alias here.
struct Alias {
    mnemonic: String,
    pieces: Vec<Piece>,
    opcode: usize,
    /// As text.
    operands: String,
    variant: Option<i64>,
    is_written: bool,
}

fn our_aliases(text: &str, names: &Names) -> Vec<Alias> {
    let mut aliases = Vec::new();
    for (mnemonic, list, opcode, rest) in alias_rows(text) {
        aliases.push(Alias {
            mnemonic,
            pieces: names.pieces(list),
            opcode,
            operands: rest.split(", priority").next().unwrap_or_default().to_string(),
            variant: between(rest, "variant: Some(", ")").map(|number| numbers(number)[0]),
            is_written: !rest.contains("], priority: 0,"),
        });
    }
    aliases
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let keeper = &target.keeper;
    let of_target = |field| {
        let targets = keeper.derived_defs("Target");
        let list = targets
            .first()
            .and_then(|&target| keeper.get_list_of_defs(target, field).ok());
        list.unwrap_or_default()
    };
    let parsers = of_target("AssemblyParsers");
    let has_mnemonics = parsers
        .first()
        .is_none_or(|&parser| keeper.get_bit_or_false(parser, "HasMnemonicFirst"));
    let theirs = theirs(&target.theirs("-gen-asm-matcher")?, has_mnemonics);
    let text = target.ours("asm-writer")?;
    let names = Names::read(target)?;
    let first = first_variant(target, &names)?;
    let others = crate::assembly_texts::other_variants(&text);
    let candidates = our_candidates(&text);
    let aliases = our_aliases(&text, &names);
    // Another word for an alias's is replaced before LLVM looks for it.
    let replaced: BTreeSet<String> = target
        .strings("MnemonicAlias", "FromMnemonic")
        .into_iter()
        .collect();
    let is_copy = |alias: &Alias| {
        let is_same = |other: &Alias| other.opcode == alias.opcode && other.operands == alias.operands;
        replaced.contains(&alias.mnemonic)
            && !alias.is_written
            && aliases
                .iter()
                .any(|other| other.mnemonic != alias.mnemonic && is_same(other))
    };
    let mut outcome = Outcome::default();
    for (place, variant) in of_target("AssemblyParserVariants").into_iter().enumerate() {
        let number = keeper.get_int(variant, "Variant").unwrap_or(0);
        let lexer = Lexer::of(target, variant);
        let mut readings = BTreeSet::new();
        for (word, opcodes) in candidates.get(&number).into_iter().flatten() {
            for &opcode in opcodes {
                let instruction = &first[opcode];
                let of_variant = others.get(&number).and_then(|texts| texts.get(&opcode));
                let (mnemonic, pieces) = match (of_variant, &instruction.text) {
                    (Some(text), _) => {
                        let (mnemonic, list) = literal(text);
                        (mnemonic, names.pieces(list))
                    }
                    (None, Some(text)) => text.clone(),
                    (None, None) => continue,
                };
                // Others are other words for it. LLVM leaves out what has an operand twice, without a function for it.
                let is_left_out = has_operand_twice(&pieces) && !has_converter(target, &instruction.name);
                if mnemonic == *word && !is_left_out {
                    let word = lexer.first_word(&mnemonic, &pieces);
                    readings.insert(reading(&word, &instruction.name, has_mnemonics));
                }
            }
        }
        let of_variant = |alias: &&Alias| alias.variant.is_none_or(|only| only == number);
        for alias in aliases.iter().filter(of_variant).filter(|alias| !is_copy(alias)) {
            let word = lexer.first_word(&alias.mnemonic, &alias.pieces);
            readings.insert(reading(&word, &first[alias.opcode].name, has_mnemonics));
        }
        let expected = theirs.get(place).cloned().unwrap_or_default();
        for name in readings.union(&expected) {
            outcome.check(name, &readings.contains(name), &expected.contains(name));
        }
    }
    Ok(outcome)
}
