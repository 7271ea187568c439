//! Types and attributes of builtin functions in clang's notation.
//!
//! A type is: modifiers, a letter, suffixes.
//!
//! | modifiers | |
//! |---|---|
//! | `I` | the argument must be an integer constant expression |
//! | `U`, `S` | unsigned, signed |
//! | `L`, `LL`, `LLL` | long, long long, 128 bits; `Ld`: long double, `LLd`: `__float128` |
//! | `W`, `Z` | exactly 64 bits, exactly 32 bits |
//! | `N` | int where long has 64 bits, else long |
//! | `O` | long in OpenCL, else long long |
//!
//! | letters | |
//! |---|---|
//! | `v b c s i f d` | void, bool, char, short, int, float, double |
//! | `h x y` | half, `_Float16`, `__bf16` |
//! | `z Y w p` | `size_t`, `ptrdiff_t`, `wchar_t`, `pid_t` |
//! | `V<n>T`, `E<n>T`, `q<n>T` | vector, OpenCL vector, scalable vector of n elements of type T |
//! | `XT` | complex |
//! | `Qa` `Qb` `Qc` `Qr` `Qt` | a target's type: `svcount_t`, buffer resource, feature predicate, HLSL resource, texture |
//! | `a A F G H M P J SJ K` | `va_list`, reference to it, constant `CFString`, `id`, `SEL`, `objc_super`, `FILE`, `jmp_buf`, `sigjmp_buf`, `ucontext_t` |
//! | `.` | any further arguments; at the end |
//!
//! | suffixes | |
//! |---|---|
//! | `*`, `*<n>` | pointer, pointer to address space n |
//! | `&`, `&<n>` | reference, likewise |
//! | `C D R` | const, volatile, restrict |
//!
//! Attributes are letters: `n` does not unwind, `r` does not return, `U` pure (reads memory only), `c` const (neither),
//! `t` and `T` the signature says nothing (`T`: only its types), `F` `f` library function with and without the prefix
//! `__builtin_`, `h` needs a header, `i` a runtime function, `e` const unless `errno` is set, `j` returns twice, `u`
//! arguments are not
//! evaluated, `z` in namespace std, `E` can be evaluated at compile time, `G` consteval, `g` const unless exceptions
//! are seen,
//! `V:n:` needs vectors of n bits, `p:n:` `P:n:` `s:n:` `S:n:` format string at n as of printf, vprintf, scanf, vscanf,
//! `C<n,m,...>` calls its argument n with the arguments m, `N:mode:<n,m,...>` these arguments are not null (mode 1:
//! code may
//! rely on it).

/// An error in a string, and its position.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Offset from the string's beginning.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

fn malformed<T>(at: usize, what: impl Into<String>) -> Result<T, Malformed> {
    Err(Malformed {
        at,
        what: what.into(),
    })
}

/// The types of a string, the result first.
pub fn split_types(text: &str) -> Result<Vec<&str>, Malformed> {
    let mut reader = Reader {
        bytes: text.as_bytes(),
        at: 0,
    };
    let mut types: Vec<&str> = Vec::new();
    while reader.at < text.len() {
        let start = reader.at;
        if types.last() == Some(&".") {
            return malformed(start, "nothing can come after '.'");
        }
        if reader.peek() == Some(b'.') {
            if types.is_empty() {
                return malformed(start, "'.' cannot be the result");
            }
            reader.at += 1;
        } else {
            reader.one(0)?;
        }
        let Some(ty) = text.get(start..reader.at) else {
            return malformed(start, "a character that is no letter of the notation");
        };
        types.push(ty);
    }
    if types.is_empty() {
        return malformed(0, "there is no type");
    }
    Ok(types)
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

/// The deepest nesting of element types: a vector of complex numbers has two.
const MAX_NESTING: usize = 4;

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Whether there were any digits.
    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at > start
    }

    fn one(&mut self, depth: usize) -> Result<(), Malformed> {
        let start = self.at;
        let mut modifiers: Vec<u8> = Vec::new();
        while let Some(byte @ (b'I' | b'U' | b'S' | b'L' | b'W' | b'Z' | b'N' | b'O')) = self.peek() {
            modifiers.push(byte);
            self.at += 1;
        }
        let has = |letter: u8| modifiers.contains(&letter);
        let count = |letter: u8| modifiers.iter().filter(|&&known| known == letter).count();
        if has(b'U') && has(b'S') {
            return malformed(start, "both 'U' and 'S'");
        }
        if count(b'L') > 3 {
            return malformed(start, "more than three 'L'");
        }
        if [b'I', b'U', b'S', b'W', b'Z', b'N', b'O']
            .into_iter()
            .any(|letter| count(letter) > 1)
        {
            return malformed(start, "a modifier is there twice");
        }
        let sizes = [b'L', b'W', b'Z', b'N', b'O']
            .into_iter()
            .filter(|&letter| has(letter));
        if sizes.count() > 1 {
            return malformed(start, "more than one of 'L', 'W', 'Z', 'N' and 'O'");
        }
        let is_sized = [b'L', b'W', b'Z', b'N', b'O'].into_iter().any(has);
        let has_sign = has(b'U') || has(b'S');
        let at = self.at;
        let Some(letter) = self.peek() else {
            return malformed(at, "a type is missing");
        };
        self.at += 1;
        let written = letter as char;
        match letter {
            b'i' => {}
            b'd' if has_sign => return malformed(at, "'d' has no sign"),
            b'd' if is_sized && !matches!(count(b'L'), 1 | 2) => {
                return malformed(at, "only 'L' and 'LL' can stand before 'd'");
            }
            b'd' => {}
            b'J' if has(b'S') && !is_sized => {}
            b'c' | b's' if is_sized => {
                return malformed(at, format!("'{written}' has no other sizes"));
            }
            b'c' | b's' => {}
            b'v' | b'b' | b'f' | b'h' | b'x' | b'y' | b'z' | b'w' | b'Y' | b'p' | b'a' | b'A' | b'F'
            | b'G' | b'H' | b'M' | b'P' | b'J' | b'K' => {
                if is_sized || has_sign {
                    return malformed(at, format!("'{written}' has neither sizes nor a sign"));
                }
            }
            b'V' | b'E' | b'q' | b'X' | b'Q' if is_sized || has_sign => {
                return malformed(at, format!("size and sign stand after '{written}'"));
            }
            b'V' | b'E' | b'q' => {
                if !self.digits() {
                    return malformed(
                        self.at,
                        format!("number of elements is missing after '{written}'"),
                    );
                }
                return self.element(depth);
            }
            b'X' => return self.element(depth),
            b'Q' => match self.peek() {
                Some(b'a' | b'b' | b'c' | b'r' | b't') => self.at += 1,
                Some(name) if name.is_ascii_alphabetic() => {
                    return malformed(self.at, format!("'Q{}' is no type of a target", name as char));
                }
                _ => return malformed(self.at, "letter of the target's type is missing after 'Q'"),
            },
            _ => return malformed(at, format!("'{}' is no type", written.escape_default())),
        }
        if depth == 0 {
            self.suffixes();
        }
        Ok(())
    }

    /// The type of elements, then the suffixes of the whole.
    fn element(&mut self, depth: usize) -> Result<(), Malformed> {
        if depth + 1 >= MAX_NESTING {
            return malformed(self.at, "element types are nested too deeply");
        }
        self.one(depth + 1)?;
        if depth == 0 {
            self.suffixes();
        }
        Ok(())
    }

    fn suffixes(&mut self) {
        while let Some(byte @ (b'*' | b'&' | b'C' | b'D' | b'R')) = self.peek() {
            self.at += 1;
            if matches!(byte, b'*' | b'&') {
                self.digits();
            }
        }
    }
}

/// Checks a string of attributes.
pub fn check_attributes(text: &str) -> Result<(), Malformed> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&letter) = bytes.get(at) {
        let start = at;
        at += 1;
        match letter {
            b'n' | b'r' | b'U' | b'c' | b't' | b'T' | b'F' | b'f' | b'h' | b'i' | b'e' | b'j' | b'u'
            | b'z' | b'E' | b'G' | b'g' => {}
            // X:n:
            b'V' | b'p' | b'P' | b's' | b'S' => {
                let rest = text[at..].strip_prefix(':').and_then(|rest| rest.split_once(':'));
                match rest {
                    Some((number, _)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
                        at += number.len() + 2;
                    }
                    _ => return malformed(start, format!("'{}' needs a number: ':n:'", letter as char)),
                }
            }
            b'C' => {
                let rest = text[at..].strip_prefix('<').and_then(|rest| rest.split_once('>'));
                match rest {
                    Some((list, _)) if list.split(',').all(|item| item.parse::<i32>().is_ok()) => {
                        at += list.len() + 2;
                    }
                    _ => return malformed(start, "'C' needs the callback and its arguments: 'C<n,m,...>'"),
                }
            }
            b'N' => {
                let rest = text[at..]
                    .strip_prefix(":0:<")
                    .or(text[at..].strip_prefix(":1:<"));
                match rest.and_then(|rest| rest.split_once('>')) {
                    Some((list, _)) if list.split(',').all(|item| item.parse::<u32>().is_ok()) => {
                        at += list.len() + ":0:<>".len();
                    }
                    _ => return malformed(start, "'N' needs a mode and arguments: 'N:0:<n,m,...>'"),
                }
            }
            _ => {
                let shown = text[start..]
                    .chars()
                    .next()
                    .unwrap_or(' ')
                    .escape_default()
                    .to_string();
                return malformed(start, format!("'{shown}' is no attribute"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        for (text, expected) in [
            (
                "V4fV2UsUWiIiv*1vC*.",
                &["V4f", "V2Us", "UWi", "Ii", "v*1", "vC*", "."][..],
            ),
            ("Qbv*sWii", &["Qb", "v*", "s", "Wi", "i"]),
            ("LLiULLiLLLiLdNiOi", &["LLi", "ULLi", "LLLi", "Ld", "Ni", "Oi"]),
            ("vhxyzYwSc", &["v", "h", "x", "y", "z", "Y", "w", "Sc"]),
            ("q4Ui&3CDRE16OiXd", &["q4Ui&3CDR", "E16Oi", "Xd"]),
            ("IV2bcC*", &["IV2b", "cC*"]),
            (
                "LLdUcUsSsULLLiUZiUNi",
                &["LLd", "Uc", "Us", "Ss", "ULLLi", "UZi", "UNi"],
            ),
            ("QaQbQcQrQt", &["Qa", "Qb", "Qc", "Qr", "Qt"]),
            (
                "vaAFGHMPJSJKp.",
                &["v", "a", "A", "F", "G", "H", "M", "P", "J", "SJ", "K", "p", "."],
            ),
            ("vXLdE2XfV8Us*5CD", &["v", "XLd", "E2Xf", "V8Us*5CD"]),
        ] {
            assert_eq!(split_types(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn wrong_types_are_told_with_their_place() {
        for (text, at, what) in [
            ("", 0, "there is no type"),
            ("ff?", 2, "'?' is no type"),
            ("V4", 2, "a type is missing"),
            ("iVf", 2, "number of elements"),
            ("USi", 0, "both 'U' and 'S'"),
            ("LLLLi", 0, "more than three"),
            ("LWi", 0, "more than one of"),
            ("UUi", 0, "twice"),
            ("iUf", 2, "neither sizes nor a sign"),
            ("Ls", 1, "no other sizes"),
            ("vLLLd", 4, "only 'L' and 'LL'"),
            ("Ud", 1, "no sign"),
            ("Uz", 1, "neither sizes nor a sign"),
            ("vLY", 2, "neither sizes nor a sign"),
            ("Lf", 1, "neither sizes nor a sign"),
            ("Qz", 1, "'Qz' is no type of a target"),
            ("UV2i", 1, "stand after"),
            ("Q", 1, "is missing after 'Q'"),
            (".", 0, "cannot be the result"),
            ("v.i", 2, "nothing can come after"),
            ("V2V2V2V2V2i", 8, "nested too deeply"),
            ("iä", 1, "is no type"),
        ] {
            let error = split_types(text).expect_err(text);
            assert!(error.at == at && error.what.contains(what), "{text}: {error:?}");
        }
    }

    /// The letters that are types, prefixes and attributes; all others are errors.
    #[test]
    fn every_letter() {
        let letters = || (b' '..=b'~').map(|byte| (byte as char).to_string());
        let accepted = |good: &dyn Fn(&str) -> bool| -> String { letters().filter(|l| good(l)).collect() };
        assert_eq!(accepted(&|l| split_types(l).is_ok()), "AFGHJKMPYabcdfhipsvwxyz");
        let with_digits = |l: &str| split_types(&format!("{l}2i")).is_ok();
        assert_eq!(accepted(&|l| with_digits(l) && split_types(l).is_err()), "EVq");
        let as_prefix = |l: &str| split_types(&format!("{l}i")) == Ok(vec![&*format!("{l}i")]);
        assert_eq!(accepted(&as_prefix), "ILNOSUWXZ");
        let as_suffix = |l: &str| split_types(&format!("i{l}")) == Ok(vec![&*format!("i{l}")]);
        assert_eq!(accepted(&as_suffix), "&*CDR");
        assert_eq!(accepted(&|l| check_attributes(l).is_ok()), "EFGTUcefghijnrtuz");
        assert_eq!(
            accepted(&|l| check_attributes(&format!("{l}:3:")).is_ok()),
            "PSVps"
        );
    }

    #[test]
    fn attributes() {
        for good in [
            "",
            "nc",
            "nrUtTFfhiejuzEGg",
            "np:0:",
            "V:256:n",
            "C<1,-1,2>",
            "S:12:E",
            "Fnp:1:N:0:<0,1>",
        ] {
            assert_eq!(check_attributes(good), Ok(()), "{good}");
        }
        for (bad, at) in [
            ("nq", 1),
            ("p", 0),
            ("np:x:", 1),
            ("p:1", 0),
            ("C<1,>", 0),
            ("V::", 0),
            ("nN<0>", 1),
            ("N:2:<0>", 0),
            ("N:1:<>", 0),
            ("é", 0),
        ] {
            assert_eq!(check_attributes(bad).expect_err(bad).at, at, "{bad}");
        }
    }
}
