//! Prototypes of builtin functions as clang's descriptions write them (`unsigned int(void const *, _Constant int, ...)`),
//! turned into clang's notation of types (`type_strings.rs`).
//!
//! A prototype is a type, and parameters in parentheses. A type is: words before, a name, words after it.
//!
//! | | |
//! |---|---|
//! | before | `long` (`long double`, `long long int`), `signed`, `unsigned`, `_Complex`, `_Constant` (must fold to a constant) |
//! | names | those of `TYPE_NAMES`; `_Vector<n, type>`, `_ExtVector<n, type>`; `T`, a template's type; `...` at the end |
//! | after | `*`, `&`, `address_space<n> *`, `address_space<n> &`, `const`, `volatile`, `restrict` |

use super::type_strings::Malformed;

/// Names of types, sorted, and what they are in the notation.
const TYPE_NAMES: &[(&str, &str)] = &[
    ("FILE", "P"),
    ("SEL", "H"),
    ("_Float16", "x"),
    ("__amdgpu_buffer_rsrc_t", "Qb"),
    ("__amdgpu_feature_predicate_t", "Qc"),
    ("__amdgpu_texture_t", "Qt"),
    ("__bf16", "y"),
    ("__builtin_va_list", "a"),
    ("__builtin_va_list_ref", "A"),
    ("__float128", "LLd"),
    ("__fp16", "h"),
    ("__hlsl_resource_t", "Qr"),
    ("__int128_t", "LLLi"),
    ("bool", "b"),
    ("char", "c"),
    ("constant_CFString", "F"),
    ("double", "d"),
    ("float", "f"),
    ("id", "G"),
    ("int", "i"),
    ("int32_t", "Zi"),
    ("int64_t", "Wi"),
    ("jmp_buf", "J"),
    ("msint32_t", "Ni"),
    ("msuint32_t", "UNi"),
    ("objc_super", "M"),
    ("pid_t", "p"),
    ("ptrdiff_t", "Y"),
    ("short", "s"),
    ("sigjmp_buf", "SJ"),
    ("size_t", "z"),
    ("ucontext_t", "K"),
    ("uint32_t", "UZi"),
    ("uint64_t", "UWi"),
    ("void", "v"),
    ("wchar_t", "w"),
];

/// Most vectors inside one another, and templates inside templates.
const MAX_NESTING: usize = 4;

fn malformed<T>(at: usize, what: impl Into<String>) -> Result<T, Malformed> {
    Err(Malformed {
        at,
        what: what.into(),
    })
}

/// What a prototype may refer to.
#[derive(Clone, Copy, Default)]
pub struct PrototypeContext<'t> {
    /// What `T` is.
    pub substitution: Option<&'t str>,
    /// Whether `long long` is OpenCL's `long`.
    pub opencl_long: bool,
}

/// The types of a prototype in clang's notation, the result first; an empty one is that of a function without a type.
///
/// # Errors
/// What is wrong, and at which byte of `text`.
pub fn prototype_types(text: &str, context: PrototypeContext<'_>) -> Result<String, Malformed> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        end: text.len(),
        context,
        out: String::new(),
    };
    if reader.tokens.is_empty() {
        return Ok(String::new());
    }
    reader.one_type(0)?;
    reader.expect("(", "the parameters are missing")?;
    if !reader.take(")") {
        loop {
            if reader.take("...") {
                reader.out.push('.');
                reader.expect(")", "nothing can come after '...'")?;
                break;
            }
            reader.one_type(0)?;
            if !reader.take(",") {
                reader.expect(")", "')' is missing")?;
                break;
            }
        }
    }
    match reader.tokens.get(reader.next) {
        Some(&(at, _)) => malformed(at, "there is something after the parameters"),
        None => Ok(reader.out),
    }
}

/// Words and signs, with the offset of each.
fn tokens(text: &str) -> Result<Vec<(usize, &str)>, Malformed> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let length = match c {
            ' ' | '\t' | '\n' | '\r' => {
                at += 1;
                continue;
            }
            _ if is_word(c) => text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at),
            '(' | ')' | ',' | '<' | '>' | '*' | '&' => 1,
            '.' if text[at..].starts_with("...") => 3,
            _ => return malformed(at, format!("'{}' is no part of a prototype", c.escape_default())),
        };
        tokens.push((at, &text[at..at + length]));
        at += length;
    }
    Ok(tokens)
}

struct Reader<'t> {
    tokens: Vec<(usize, &'t str)>,
    next: usize,
    end: usize,
    context: PrototypeContext<'t>,
    out: String,
}

impl<'t> Reader<'t> {
    /// Where the next token is.
    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |&(at, _)| at)
    }

    fn peek(&self) -> &'t str {
        self.tokens.get(self.next).map_or("", |&(_, token)| token)
    }

    fn take(&mut self, token: &str) -> bool {
        let is_there = self.peek() == token;
        self.next += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, token: &str, what: &str) -> Result<(), Malformed> {
        if self.take(token) {
            return Ok(());
        }
        malformed(self.at(), what)
    }

    fn number(&mut self, what: &str) -> Result<u32, Malformed> {
        match self.peek().parse() {
            Ok(number) => {
                self.next += 1;
                Ok(number)
            }
            Err(_) => malformed(self.at(), what),
        }
    }

    fn one_type(&mut self, depth: usize) -> Result<(), Malformed> {
        if depth >= MAX_NESTING {
            return malformed(self.at(), "types are nested too deeply");
        }
        self.words_before();
        let at = self.at();
        match self.peek() {
            "" => return malformed(at, "a type is missing"),
            "T" => {
                let Some(text) = self.context.substitution else {
                    return malformed(at, "'T' is a type of templates only");
                };
                self.next += 1;
                self.substitute(text, at, depth)?;
            }
            vector @ ("_Vector" | "_ExtVector") => {
                self.next += 1;
                self.expect("<", "'<' is missing after the vector's name")?;
                let lanes = self.number("the number of elements is missing")?;
                self.expect(",", "',' is missing after the number of elements")?;
                self.out.push(if vector == "_Vector" { 'V' } else { 'E' });
                self.out.push_str(&lanes.to_string());
                self.one_type(depth + 1)?;
                self.expect(">", "'>' is missing after the type of elements")?;
            }
            name => match TYPE_NAMES.binary_search_by_key(&name, |&(name, _)| name) {
                Ok(index) => {
                    self.next += 1;
                    self.out.push_str(TYPE_NAMES[index].1);
                }
                Err(_) => return malformed(at, format!("'{name}' is no type")),
            },
        }
        self.words_behind()
    }

    fn words_before(&mut self) {
        loop {
            let letter = match self.peek() {
                "long" => {
                    let next = self.tokens.get(self.next + 1).map_or("", |&(_, token)| token);
                    if self.context.opencl_long && next == "long" {
                        self.next += 1;
                        'O'
                    } else {
                        'L'
                    }
                }
                "signed" => 'S',
                "unsigned" => 'U',
                "_Complex" => 'X',
                "_Constant" => 'I',
                _ => return,
            };
            self.next += 1;
            self.out.push(letter);
        }
    }

    fn words_behind(&mut self) -> Result<(), Malformed> {
        loop {
            let mut space = None;
            if self.take("address_space") {
                self.expect("<", "'<' is missing after 'address_space'")?;
                let at = self.at();
                let number = self.number("the number of the address space is missing")?;
                if number == 0 {
                    return malformed(at, "address space 0 is what pointers are in anyway");
                }
                self.expect(">", "'>' is missing after the address space")?;
                if !matches!(self.peek(), "*" | "&") {
                    return malformed(self.at(), "'*' or '&' is missing after the address space");
                }
                space = Some(number);
            }
            self.out.push(match self.peek() {
                "*" => '*',
                "&" => '&',
                "const" => 'C',
                "volatile" => 'D',
                "restrict" => 'R',
                _ => return Ok(()),
            });
            self.next += 1;
            if let Some(number) = space {
                self.out.push_str(&number.to_string());
            }
        }
    }

    /// The type that a template puts in place of `T`, which is at `at`.
    fn substitute(&mut self, text: &str, at: usize, depth: usize) -> Result<(), Malformed> {
        let within = |error: Malformed| Malformed {
            at,
            what: format!("in '{text}' for 'T': {}", error.what),
        };
        let mut reader = Reader {
            tokens: tokens(text).map_err(within)?,
            next: 0,
            end: text.len(),
            context: PrototypeContext {
                substitution: None,
                ..self.context
            },
            out: String::new(),
        };
        reader.one_type(depth + 1).map_err(within)?;
        if reader.next < reader.tokens.len() {
            return malformed(at, format!("'{text}' for 'T' is more than one type"));
        }
        self.out.push_str(&reader.out);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(TYPE_NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn prototypes() {
        for (text, expected) in [
            ("", ""),
            ("void()", "v"),
            ("bool(char, short, ...)", "bcs."),
            ("unsigned long int(long unsigned int, long long int)", "ULiLUiLLi"),
            ("_Complex long double(long double, __float128)", "XLdLdLLd"),
            (
                "void const *(char volatile*restrict, _Constant unsigned int)",
                "vC*cD*RIUi",
            ),
            ("_ExtVector<4, unsigned char>(_Vector<2,float> *)", "E4UcV2f*"),
            ("void address_space<3> *(int const address_space<5>&)", "v*3iC&5"),
            ("uint64_t(int32_t, msuint32_t, signed char)", "UWiZiUNiSc"),
        ] {
            assert_eq!(
                prototype_types(text, PrototypeContext::default()).as_deref(),
                Ok(expected),
                "{text}"
            );
        }
    }

    #[test]
    fn types_of_templates_and_of_opencl() {
        let of = |text, substitution, opencl_long| {
            prototype_types(
                text,
                PrototypeContext {
                    substitution,
                    opencl_long,
                },
            )
            .map_err(|error| (error.at, error.what))
        };
        assert_eq!(
            of("T(T const*, unsigned T)", Some("long int"), false).as_deref(),
            Ok("LiLiC*ULi")
        );
        assert_eq!(of("long long int(long int)", None, true).as_deref(), Ok("OiLi"));
        assert_eq!(
            of("int(T)", None, false),
            Err((4, "'T' is a type of templates only".into()))
        );
        assert_eq!(of("int(T)", Some("T"), false).unwrap_err().0, 4);
        assert_eq!(of("int(T)", Some("int, int"), false).unwrap_err().0, 4);
    }

    #[test]
    fn wrong_prototypes_are_told_with_their_place() {
        for (text, at, what) in [
            ("void", 4, "the parameters are missing"),
            ("void(", 5, "a type is missing"),
            ("void(int", 8, "')' is missing"),
            ("void(int,)", 9, "')' is no type"),
            ("void()x", 6, "after the parameters"),
            ("void(..., int)", 8, "nothing can come after"),
            ("const int()", 0, "'const' is no type"),
            ("long()", 4, "'(' is no type"),
            ("void(whatever_t)", 5, "'whatever_t' is no type"),
            ("void address_space<0>*()", 19, "address space 0"),
            ("void address_space<1>()", 21, "'*' or '&' is missing"),
            ("void address_space(1)*()", 18, "'<' is missing"),
            ("_Vector<int>()", 8, "number of elements"),
            ("_Vector<2>()", 9, "',' is missing"),
            ("_Vector<2, int()", 14, "'>' is missing"),
            (
                "_Vector<2,_Vector<2,_Vector<2,_Vector<2,int>>>>()",
                40,
                "nested too deeply",
            ),
            ("int(ü)", 4, "no part of a prototype"),
            ("int(..)", 4, "no part of a prototype"),
        ] {
            let error = prototype_types(text, PrototypeContext::default()).expect_err(text);
            assert!(error.at == at && error.what.contains(what), "{text}: {error:?}");
        }
    }
}
