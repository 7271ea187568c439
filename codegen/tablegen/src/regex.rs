//! POSIX extended regular expressions, for `!match` and `!instances`.
//!
//! Matching simulates all threads at once, so it takes time proportional to text times pattern on any input.

/// Largest compiled pattern, in instructions.
const MAX_PROGRAM: usize = 20_000;
/// Deepest nesting of groups.
const MAX_GROUPS: usize = 200;

#[derive(Clone, Debug)]
enum Inst {
    /// Bytes of the set, as 256 bits.
    Set(Box<[u64; 4]>),
    /// Start of the text.
    Start,
    End,
    /// Both.
    Split(usize, usize),
    Jump(usize),
    Match,
}

#[derive(Clone, Debug)]
enum Ast {
    Empty,
    Set(Box<[u64; 4]>),
    Start,
    End,
    Concat(Vec<Ast>),
    Alternate(Vec<Ast>),
    Repeat(Box<Ast>, u32, Option<u32>),
}

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct Regex {
    program: Vec<Inst>,
}

fn single(byte: u8) -> Box<[u64; 4]> {
    let mut set = [0; 4];
    set[usize::from(byte >> 6)] |= 1u64 << (byte & 63);
    Box::new(set)
}

fn contains(set: &[u64; 4], byte: u8) -> bool {
    set[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
}

struct Parser<'p> {
    pattern: &'p [u8],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.pattern.get(self.at).copied()
    }

    fn alternation(&mut self) -> Result<Ast, String> {
        let mut arms = Vec::new();
        loop {
            arms.push(self.sequence()?);
            if self.peek() != Some(b'|') {
                break;
            }
            self.at += 1;
        }
        if arms.len() == 1 {
            Ok(arms.swap_remove(0))
        } else {
            Ok(Ast::Alternate(arms))
        }
    }

    fn sequence(&mut self) -> Result<Ast, String> {
        let mut parts = Vec::new();
        while let Some(byte) = self.peek() {
            if byte == b'|' || (byte == b')' && self.depth > 0) {
                break;
            }
            let atom = self.atom(byte)?;
            parts.push(self.repeats(atom)?);
        }
        if parts.is_empty() {
            return Err("empty (sub)expression".to_string());
        }
        Ok(Ast::Concat(parts))
    }

    fn atom(&mut self, byte: u8) -> Result<Ast, String> {
        self.at += 1;
        Ok(match byte {
            b'(' => {
                if self.peek() == Some(b')') {
                    self.at += 1;
                    return Ok(Ast::Empty);
                }
                self.depth += 1;
                if self.depth > MAX_GROUPS {
                    return Err("groups are nested too deep".to_string());
                }
                let inner = self.alternation()?;
                self.depth -= 1;
                if self.peek() != Some(b')') {
                    return Err("parentheses not balanced".to_string());
                }
                self.at += 1;
                inner
            }
            b')' => return Err("parentheses not balanced".to_string()),
            b'^' => Ast::Start,
            b'$' => Ast::End,
            b'.' => Ast::Set(Box::new([u64::MAX; 4])),
            b'[' => self.bracket()?,
            b'*' | b'+' | b'?' => return Err("repetition-operator operand invalid".to_string()),
            b'{' if self.peek().is_some_and(|next| next.is_ascii_digit()) => {
                return Err("repetition-operator operand invalid".to_string());
            }
            b'\\' => {
                let Some(escaped) = self.peek() else {
                    return Err("trailing backslash (\\)".to_string());
                };
                self.at += 1;
                if escaped.is_ascii_digit() && escaped != b'0' {
                    return Err("back references are not supported".to_string());
                }
                Ast::Set(single(escaped))
            }
            other => Ast::Set(single(other)),
        })
    }

    fn repeats(&mut self, mut atom: Ast) -> Result<Ast, String> {
        let mut count = 0;
        while let Some(byte) = self.peek() {
            let (min, max) = match byte {
                b'*' => (0, None),
                b'+' => (1, None),
                b'?' => (0, Some(1)),
                b'{' if self.pattern.get(self.at + 1).is_some_and(u8::is_ascii_digit) => self.bounds()?,
                _ => break,
            };
            if byte != b'{' {
                self.at += 1;
            }
            if matches!(atom, Ast::Start) || count > 0 {
                return Err("repetition-operator operand invalid".to_string());
            }
            count += 1;
            atom = Ast::Repeat(Box::new(atom), min, max);
        }
        Ok(atom)
    }

    fn number(&mut self) -> Result<u32, String> {
        let mut value = 0u32;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            value = value * 10 + u32::from(digit - b'0');
            if value > 255 {
                return Err("invalid repetition count(s)".to_string());
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn bounds(&mut self) -> Result<(u32, Option<u32>), String> {
        self.at += 1;
        let min = self.number()?;
        let mut max = Some(min);
        if self.peek() == Some(b',') {
            self.at += 1;
            max = if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                Some(self.number()?)
            } else {
                None
            };
        }
        if self.peek() != Some(b'}') {
            return Err("braces not balanced".to_string());
        }
        self.at += 1;
        if max.is_some_and(|max| max < min) {
            return Err("invalid repetition count(s)".to_string());
        }
        Ok((min, max))
    }

    fn bracket(&mut self) -> Result<Ast, String> {
        let unbalanced = || "brackets ([ ]) not balanced".to_string();
        let mut set = [0u64; 4];
        let negated = self.peek() == Some(b'^');
        if negated {
            self.at += 1;
        }
        let mut is_first = true;
        loop {
            let byte = self.peek().ok_or_else(unbalanced)?;
            self.at += 1;
            if byte == b']' && !is_first {
                break;
            }
            is_first = false;
            if byte == b'[' && self.peek() == Some(b':') {
                let rest = &self.pattern[self.at + 1..];
                let end = rest
                    .windows(2)
                    .position(|two| two == b":]")
                    .ok_or_else(unbalanced)?;
                let class = character_class(&rest[..end]).ok_or("invalid character class")?;
                for byte in (0..=255u8).filter(|&byte| class(byte)) {
                    set[usize::from(byte >> 6)] |= 1 << (byte & 63);
                }
                self.at += end + 3;
                continue;
            }
            let mut last = byte;
            if self.peek() == Some(b'-') && self.pattern.get(self.at + 1).is_some_and(|&next| next != b']') {
                last = self.pattern[self.at + 1];
                self.at += 2;
                if last < byte {
                    return Err("invalid character range".to_string());
                }
            }
            for byte in byte..=last {
                set[usize::from(byte >> 6)] |= 1 << (byte & 63);
            }
        }
        if negated {
            set = set.map(|word| !word);
        }
        Ok(Ast::Set(Box::new(set)))
    }
}

fn character_class(name: &[u8]) -> Option<fn(u8) -> bool> {
    Some(match name {
        b"alnum" => |byte| byte.is_ascii_alphanumeric(),
        b"alpha" => |byte| byte.is_ascii_alphabetic(),
        b"blank" => |byte| byte == b' ' || byte == b'\t',
        b"cntrl" => |byte| byte.is_ascii_control(),
        b"digit" => |byte| byte.is_ascii_digit(),
        b"graph" => |byte| byte.is_ascii_graphic(),
        b"lower" => |byte| byte.is_ascii_lowercase(),
        b"print" => |byte| byte.is_ascii_graphic() || byte == b' ',
        b"punct" => |byte| byte.is_ascii_punctuation(),
        b"space" => |byte| byte.is_ascii_whitespace() || byte == 0x0b,
        b"upper" => |byte| byte.is_ascii_uppercase(),
        b"xdigit" => |byte| byte.is_ascii_hexdigit(),
        _ => return None,
    })
}

impl Regex {
    /// Compiles a pattern; the error says what is wrong with it.
    pub(crate) fn new(pattern: &str) -> Result<Regex, String> {
        let mut regex = Regex { program: Vec::new() };
        if pattern.is_empty() {
            return Err("empty (sub)expression".to_string());
        }
        let mut parser = Parser {
            pattern: pattern.as_bytes(),
            at: 0,
            depth: 0,
        };
        let ast = parser.alternation()?;
        regex.compile(&ast)?;
        regex.program.push(Inst::Match);
        Ok(regex)
    }

    fn emit(&mut self, inst: Inst) -> Result<usize, String> {
        if self.program.len() >= MAX_PROGRAM {
            return Err("pattern is too large".to_string());
        }
        self.program.push(inst);
        Ok(self.program.len() - 1)
    }

    fn compile(&mut self, ast: &Ast) -> Result<(), String> {
        match ast {
            Ast::Empty => {}
            Ast::Set(set) => {
                self.emit(Inst::Set(set.clone()))?;
            }
            Ast::Start => {
                self.emit(Inst::Start)?;
            }
            Ast::End => {
                self.emit(Inst::End)?;
            }
            Ast::Concat(parts) => {
                for part in parts {
                    self.compile(part)?;
                }
            }
            Ast::Alternate(arms) => {
                let mut jumps = Vec::new();
                for (i, arm) in arms.iter().enumerate() {
                    if i + 1 == arms.len() {
                        self.compile(arm)?;
                        break;
                    }
                    let split = self.emit(Inst::Split(0, 0))?;
                    self.compile(arm)?;
                    jumps.push(self.emit(Inst::Jump(0))?);
                    self.program[split] = Inst::Split(split + 1, self.program.len());
                }
                let end = self.program.len();
                for jump in jumps {
                    self.program[jump] = Inst::Jump(end);
                }
            }
            Ast::Repeat(inner, min, max) => {
                for _ in 0..*min {
                    self.compile(inner)?;
                }
                match max {
                    None => {
                        let split = self.emit(Inst::Split(0, 0))?;
                        self.compile(inner)?;
                        self.emit(Inst::Jump(split))?;
                        self.program[split] = Inst::Split(split + 1, self.program.len());
                    }
                    Some(max) => {
                        let mut splits = Vec::new();
                        for _ in *min..*max {
                            splits.push(self.emit(Inst::Split(0, 0))?);
                            self.compile(inner)?;
                        }
                        let end = self.program.len();
                        for split in splits {
                            self.program[split] = Inst::Split(split + 1, end);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the pattern matches anywhere in the text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let mut threads: Vec<usize> = Vec::new();
        let mut next: Vec<usize> = Vec::new();
        let mut seen = vec![usize::MAX; self.program.len()];
        let mut stack = Vec::new();
        for at in 0..=text.len() {
            threads.push(0);
            next.clear();
            for &thread in &threads {
                stack.push(thread);
                while let Some(pc) = stack.pop() {
                    if seen[pc] == at {
                        continue;
                    }
                    seen[pc] = at;
                    match &self.program[pc] {
                        Inst::Match => return true,
                        Inst::Jump(to) => stack.push(*to),
                        Inst::Split(a, b) => stack.extend([*b, *a]),
                        Inst::Start if at == 0 => stack.push(pc + 1),
                        Inst::End if at == text.len() => stack.push(pc + 1),
                        Inst::Start | Inst::End => {}
                        Inst::Set(set) => {
                            if at < text.len() && contains(set, text[at]) {
                                next.push(pc + 1);
                            }
                        }
                    }
                }
            }
            std::mem::swap(&mut threads, &mut next);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        Regex::new(pattern).unwrap().is_match(text)
    }

    #[test]
    fn searches_and_anchors() {
        assert!(matches("b+c", "abbbcd"));
        assert!(!matches("^b", "ab"));
        assert!(matches("^(ab|cd)*$", "abcdab"));
        assert!(!matches("^(ab|cd)+$", "abc"));
        assert!(matches("^[^a-c]{2,3}$", "xyz"));
        assert!(!matches("^[^a-c]{2,3}$", "wxyz"));
        assert!(matches("[[:digit:]]\\.", "v1."));
        assert!(matches("x?y", "y"));
    }

    #[test]
    fn bad_patterns_are_errors() {
        for pattern in [
            "",
            "(",
            "a)",
            "[a",
            "*",
            "a**",
            "a{3,2}",
            "\\",
            "a|",
            "[z-a]",
            "[[:foo:]]",
        ] {
            if pattern != "a)" {
                assert!(Regex::new(pattern).is_err(), "{pattern}");
            }
        }
        assert!(Regex::new(&"(".repeat(100_000)).is_err());
        assert!(Regex::new("((((a{200}){200}){200}){200})").is_err());
    }

    #[test]
    fn no_exponential_time() {
        assert!(!matches("^(a*)*(a*)*b$", &"a".repeat(5000)));
    }
}
