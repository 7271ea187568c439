//! Formats of immediate arguments: how a number like `6145` reads as `.mode.0.4`, and back. Formats are tables that
//! TableGen declarations are turned into; one printer and one parser interpret them.

/// Prints a value after the leading dot; false if the format has no text for it.
pub type PrintFn = fn(u64, &mut String) -> bool;
/// The value of a text (without the leading dot); `None` if the format has no such text.
pub type ParseFn = fn(&str) -> Option<u64>;

/// The format of an immediate argument: the first case that applies prints.
#[derive(Debug)]
pub struct ImmFormat {
    /// Name of its declaration.
    pub name: &'static str,
    /// Shapes of the value.
    pub cases: &'static [FormatCase],
    /// A hand-written printer and parser instead of cases.
    pub custom: Option<(PrintFn, ParseFn)>,
}

/// One shape of an immediate: it applies where `value & mask == bits`.
#[derive(Debug)]
pub struct FormatCase {
    /// First word of the text; may be empty.
    pub keyword: &'static str,
    /// Which bits decide; all (`-1`) for a single value.
    pub mask: i64,
    /// What they must be.
    pub bits: i64,
    /// The other bits.
    pub fields: &'static [FormatField],
    /// The text if no field is printed.
    pub empty: &'static str,
}

/// How a field is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// Its value, always.
    Positional,
    /// Its name directly followed by its value, unless the value is the default.
    Named,
    /// Its name if the bit is set.
    Flag,
}

/// Some bits of an immediate.
#[derive(Debug)]
pub struct FormatField {
    /// How it is written.
    pub kind: FieldKind,
    /// Its name.
    pub name: &'static str,
    /// Lowest bit.
    pub shift: u8,
    /// Number of bits.
    pub width: u8,
    /// Added to the bits for printing.
    pub bias: i64,
    /// `Named`: the default, which is not printed.
    pub default: u64,
    /// Words for values of the bits.
    pub values: &'static [(i64, &'static str)],
}

impl FormatField {
    fn mask(&self) -> u64 {
        u64::MAX >> (64 - u32::from(self.width.clamp(1, 64)))
    }

    fn value_text(&self, bits: u64, out: &mut String) {
        match self.values.iter().find(|v| v.0 as u64 == bits) {
            Some((_, word)) => out.push_str(word),
            None => out.push_str(&(bits as i64).wrapping_add(self.bias).to_string()),
        }
    }

    fn parse_value(&self, text: &str) -> Option<u64> {
        if let Some(&(value, _)) = self.values.iter().find(|v| v.1 == text) {
            return Some(value as u64);
        }
        let bits = text.parse::<i64>().ok()?.checked_sub(self.bias)?;
        u64::try_from(bits).ok().filter(|&b| b <= self.mask())
    }
}

impl FormatCase {
    fn print(&self, value: u64, out: &mut String) -> bool {
        if value & self.mask as u64 != self.bits as u64 {
            return false;
        }
        let covered = self
            .fields
            .iter()
            .fold(self.mask as u64, |m, f| m | f.mask() << f.shift);
        if value & !covered != 0 {
            return false;
        }
        let start = out.len();
        out.push_str(self.keyword);
        for field in self.fields {
            let bits = value >> field.shift & field.mask();
            let written = match field.kind {
                FieldKind::Positional => true,
                FieldKind::Named => bits != field.default,
                FieldKind::Flag => bits != 0,
            };
            if !written {
                continue;
            }
            if out.len() > start {
                out.push('.');
            }
            if field.kind != FieldKind::Positional {
                out.push_str(field.name);
            }
            if field.kind != FieldKind::Flag {
                field.value_text(bits, out);
            }
        }
        if out.len() == start {
            out.push_str(self.empty);
        }
        true
    }

    fn parse(&self, text: &str) -> Option<u64> {
        let mut words = text.split('.');
        if !self.keyword.is_empty() && words.next() != Some(self.keyword) {
            return None;
        }
        let mut value = self.bits as u64;
        for field in self.fields {
            if field.kind == FieldKind::Named {
                value |= field.default << field.shift;
            }
        }
        if self.keyword.is_empty() && text == self.empty {
            return self
                .fields
                .iter()
                .all(|f| f.kind != FieldKind::Positional)
                .then_some(value);
        }
        let mut next = 0;
        for word in words {
            // Fields come in order; fields that are not printed are skipped.
            loop {
                let field = self.fields.get(next)?;
                next += 1;
                let bits = match field.kind {
                    FieldKind::Positional => Some(field.parse_value(word)?),
                    FieldKind::Named => word.strip_prefix(field.name).and_then(|w| field.parse_value(w)),
                    FieldKind::Flag => (word == field.name).then_some(1),
                };
                if let Some(bits) = bits {
                    value = value & !(field.mask() << field.shift) | bits << field.shift;
                    break;
                }
            }
        }
        self.fields[next..]
            .iter()
            .all(|f| f.kind != FieldKind::Positional)
            .then_some(value)
    }
}

impl ImmFormat {
    /// Appends the text of `value`, without a leading dot; false (and nothing appended) if there is none.
    pub fn print(&self, value: u64, out: &mut String) -> bool {
        if let Some((print, _)) = self.custom {
            return print(value, out);
        }
        self.cases.iter().any(|case| case.print(value, out))
    }

    /// The value that `text`, without the leading dot, means.
    pub fn parse(&self, text: &str) -> Option<u64> {
        if let Some((_, parse)) = self.custom {
            return parse(text);
        }
        self.cases.iter().find_map(|case| case.parse(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn field(kind: FieldKind, name: &'static str, shift: u8, width: u8) -> FormatField {
        FormatField {
            kind,
            name,
            shift,
            width,
            bias: 0,
            default: 0,
            values: &[],
        }
    }

    static WAIT: ImmFormat = ImmFormat {
        name: "wait",
        cases: &[FormatCase {
            keyword: "",
            mask: 0,
            bits: 0,
            fields: &[
                FormatField {
                    default: 15,
                    ..field(FieldKind::Named, "vmcnt", 0, 4)
                },
                FormatField {
                    default: 7,
                    ..field(FieldKind::Named, "expcnt", 4, 3)
                },
                field(FieldKind::Flag, "x", 8, 1),
            ],
            empty: "nothing",
        }],
        custom: None,
    };
    static MODES: ImmFormat = ImmFormat {
        name: "modes",
        cases: &[
            FormatCase {
                keyword: "off",
                mask: -1,
                bits: 3,
                fields: &[],
                empty: "",
            },
            FormatCase {
                keyword: "perm",
                mask: 0xf0,
                bits: 0x10,
                fields: &[
                    FormatField {
                        values: &[(2, "two")],
                        ..field(FieldKind::Positional, "a", 0, 2)
                    },
                    FormatField {
                        bias: 1,
                        ..field(FieldKind::Positional, "b", 2, 2)
                    },
                ],
                empty: "",
            },
        ],
        custom: None,
    };

    fn text(format: &ImmFormat, value: u64) -> Option<String> {
        let mut out = String::new();
        format.print(value, &mut out).then_some(out)
    }

    #[test]
    fn print_and_parse_are_inverse() {
        assert_eq!(text(&WAIT, 0x7f).as_deref(), Some("nothing"));
        assert_eq!(text(&WAIT, 0x170).as_deref(), Some("vmcnt0.x"));
        assert_eq!(text(&WAIT, 0x080), None);
        for value in 0..0x200 {
            if let Some(text) = text(&WAIT, value) {
                assert_eq!(WAIT.parse(&text), Some(value), "{text}");
            }
        }
        assert_eq!(WAIT.parse("vmcnt16"), None);
        assert_eq!(text(&MODES, 3).as_deref(), Some("off"));
        assert_eq!(text(&MODES, 0x16).as_deref(), Some("perm.two.2"));
        for value in 0..0x40 {
            if let Some(text) = text(&MODES, value) {
                assert_eq!(MODES.parse(&text), Some(value), "{text}");
            }
        }
        assert_eq!(MODES.parse("perm.1"), None);
        assert_eq!(MODES.parse("perm.1.2.3"), None);
        assert_eq!(MODES.parse("offf"), None);
    }
}
