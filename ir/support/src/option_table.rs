//! Parses options, spelled as for clang and llc, by constant tables.
//!
//! A name may have one dash or two; a value follows after `=` or as the next argument, and after a letter also at
//! once (`-DX=1`, `-O2`). Letters without values may follow one dash together (`-dr`). `-` is an input, and everything
//! after `--` is.
//!
//! Tables are constant data, from which help, completions and the manual page are made. Reading a command line by them
//! takes 1,800 instructions; building the description of 50 options for `clap` and reading the same line takes 200,000,
//! which is a thirteenth of a small compilation.

use crate::suggest::{did_you_mean, nearest};
use std::fmt::Write;

/// Why there is nothing to run.
#[derive(Debug)]
pub enum Stop {
    /// Help or the version was asked for: the text.
    Print(String),
    /// The command line is wrong: the message.
    Usage(String),
}

/// Whether an option takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A value.
    Value,
    /// A value after `=`; this if there is none.
    MaybeValue(&'static str),
}

/// An option.
#[derive(Debug)]
pub struct OptionSpec {
    /// How the program calls it, and its spelling after dashes unless it is a [`letter`](Self::letter) only.
    pub name: &'static str,
    /// Another spelling.
    alias: &'static str,
    /// A letter after one dash; a value may follow without a space.
    letter: Option<char>,
    only_letter: bool,
    /// What stands after it.
    pub takes: Takes,
    /// What the value is, for the help.
    pub value_name: &'static str,
    /// One line; options without one are not in the help.
    pub help: &'static str,
}

/// An option without a value.
pub const fn flag(name: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec {
        name,
        alias: "",
        letter: None,
        only_letter: false,
        takes: Takes::Nothing,
        value_name: "",
        help,
    }
}

/// An option with a value. The program uses the last one or all.
pub const fn value(name: &'static str, value_name: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec {
        takes: Takes::Value,
        value_name,
        ..flag(name, help)
    }
}

impl OptionSpec {
    /// Adds a letter as another spelling.
    pub const fn or_letter(self, letter: char) -> OptionSpec {
        OptionSpec {
            letter: Some(letter),
            ..self
        }
    }

    /// Makes a letter the only spelling.
    pub const fn letter(self, letter: char) -> OptionSpec {
        OptionSpec {
            letter: Some(letter),
            only_letter: true,
            ..self
        }
    }

    /// Adds another spelling.
    pub const fn or(self, alias: &'static str) -> OptionSpec {
        OptionSpec { alias, ..self }
    }

    /// Makes the value optional, `missing` by default.
    pub const fn optional(self, missing: &'static str) -> OptionSpec {
        OptionSpec {
            takes: Takes::MaybeValue(missing),
            ..self
        }
    }

    fn is_spelled(&self, spelling: &str) -> bool {
        !self.only_letter && (self.name == spelling || (!self.alias.is_empty() && self.alias == spelling))
    }

    /// Its letter, if it has one.
    pub fn short(&self) -> Option<char> {
        self.letter
    }

    /// Its names after two dashes.
    pub fn long_names(&self) -> impl Iterator<Item = &'static str> {
        let names = [self.name, self.alias];
        names
            .into_iter()
            .filter(|name| !self.only_letter && !name.is_empty())
    }

    /// As the help and messages show it.
    pub fn spelling(&self) -> String {
        let mut text = String::new();
        if let Some(letter) = self.letter {
            write!(text, "-{letter}").expect("a string takes it");
        }
        for name in self.long_names() {
            let separator = if text.is_empty() { "" } else { ", " };
            write!(text, "{separator}--{name}").expect("a string takes it");
        }
        match self.takes {
            Takes::Nothing => {}
            Takes::Value => write!(text, " <{}>", self.value_name).expect("a string takes it"),
            Takes::MaybeValue(_) => write!(text, "[=<{}>]", self.value_name).expect("a string takes it"),
        }
        text
    }
}

/// What a command takes.
pub struct CommandSpec {
    /// Its first words.
    pub name: &'static str,
    /// Behind `Usage: `.
    pub usage: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// How many inputs there may be at most.
    pub max_inputs: usize,
    /// All options.
    pub tables: &'static [&'static [OptionSpec]],
}

const HELP: OptionSpec = flag("help", "print this help").or_letter('h');
const VERSION: OptionSpec = flag("version", "print the version").or_letter('V');

/// The arguments, in order.
#[derive(Debug)]
pub struct Matches {
    options: Vec<(&'static str, String)>,
    /// Arguments that are not options.
    pub inputs: Vec<String>,
}

impl Matches {
    /// Whether an option was given.
    pub fn is_set(&self, name: &str) -> bool {
        self.options.iter().any(|(found, _)| *found == name)
    }

    /// The last value of an option.
    pub fn text(&self, name: &str) -> Option<&str> {
        let mut values = self.options.iter().rev();
        values
            .find(|(found, _)| *found == name)
            .map(|(_, value)| value.as_str())
    }

    /// All values of an option.
    pub fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        let values = self.options.iter().filter(move |(found, _)| *found == name);
        values.map(|(_, value)| value.as_str())
    }

    /// All options with their values.
    pub fn in_order(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.options.iter().map(|(name, value)| (*name, value.as_str()))
    }

    /// The last value of an option that must be there.
    ///
    /// # Errors
    /// It is not.
    pub fn required(&self, name: &str) -> Result<&str, Stop> {
        self.text(name)
            .ok_or_else(|| Stop::Usage(format!("--{name} is missing")))
    }

    /// The value of an option as a number.
    ///
    /// # Errors
    /// It is none.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Stop> {
        let wrong = |value| Stop::Usage(format!("--{name}: '{value}' is not a number"));
        self.text(name)
            .map(|value| value.parse().map_err(|_| wrong(value)))
            .transpose()
    }

    /// The first input.
    ///
    /// # Errors
    /// There is none.
    pub fn input(&self) -> Result<&str, Stop> {
        let missing = || Stop::Usage("an input file is missing".into());
        self.inputs.first().map(String::as_str).ok_or_else(missing)
    }
}

impl CommandSpec {
    /// All options, those of every command last.
    pub fn options(&self) -> impl Iterator<Item = &'static OptionSpec> {
        const GENERAL: &[OptionSpec] = &[HELP, VERSION];
        self.tables.iter().copied().chain([GENERAL]).flatten()
    }

    /// Reads the arguments.
    ///
    /// # Errors
    /// Unknown options, values that are missing or too many, too many inputs; and where help or the version is asked for.
    pub fn parse(&self, args: &[String]) -> Result<Matches, Stop> {
        let mut matches = Matches {
            options: Vec::new(),
            inputs: Vec::new(),
        };
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            if arg == "--" {
                matches.inputs.extend(rest.by_ref().cloned());
                break;
            }
            let Some(body) = arg.strip_prefix('-').filter(|body| !body.is_empty()) else {
                matches.inputs.push(arg.clone());
                continue;
            };
            if let Some(specs) = self.flags_of_letters(body) {
                let flags = specs.iter().map(|spec| (spec.name, String::new()));
                matches.options.extend(flags);
                continue;
            }
            let (spec, joined) = self.find(arg, body)?;
            let value = match (spec.takes, joined) {
                (Takes::Nothing, None) => String::new(),
                (Takes::Nothing, Some(_)) => {
                    return Err(Stop::Usage(format!("{} takes no value", dashed(arg))));
                }
                (Takes::Value | Takes::MaybeValue(_), Some(value)) => value.to_string(),
                (Takes::MaybeValue(missing), None) => missing.to_string(),
                (Takes::Value, None) => rest
                    .next()
                    .cloned()
                    .ok_or_else(|| Stop::Usage(format!("{arg} needs a value: {}", spec.spelling())))?,
            };
            match spec.name {
                "help" => return Err(Stop::Print(self.help())),
                "version" => {
                    return Err(Stop::Print(
                        concat!("wavec ", env!("CARGO_PKG_VERSION"), "\n").into(),
                    ));
                }
                name => matches.options.push((name, value)),
            }
        }
        match matches.inputs.get(self.max_inputs) {
            Some(extra) => Err(Stop::Usage(format!("unexpected extra input '{extra}'"))),
            None => Ok(matches),
        }
    }

    /// The flags that several letters after one dash stand for, if nothing is spelled so.
    fn flags_of_letters(&self, body: &str) -> Option<Vec<&'static OptionSpec>> {
        if body.len() < 2 || body.starts_with('-') || self.options().any(|spec| spec.is_spelled(body)) {
            return None;
        }
        let of_letter = |letter| {
            let mut flags = self
                .options()
                .filter(|spec| spec.takes == Takes::Nothing && spec.name != "help");
            flags.find(|spec| spec.letter == Some(letter))
        };
        body.chars().map(of_letter).collect()
    }

    /// The option that `arg`, which is `body` after a dash, names, and a value within it.
    fn find<'a>(&self, arg: &str, body: &'a str) -> Result<(&'static OptionSpec, Option<&'a str>), Stop> {
        let long = body.strip_prefix('-');
        let (spelling, joined) = match long.unwrap_or(body).split_once('=') {
            Some((spelling, value)) => (spelling, Some(value)),
            None => (long.unwrap_or(body), None),
        };
        if let Some(spec) = self.options().find(|spec| spec.is_spelled(spelling)) {
            return Ok((spec, joined));
        }
        let mut letters = body.chars();
        if long.is_none()
            && let Some(letter) = letters.next()
            && let Some(spec) = self.options().find(|spec| spec.letter == Some(letter))
            && (letters.as_str().is_empty() || spec.takes != Takes::Nothing)
        {
            return Ok((spec, Some(letters.as_str()).filter(|value| !value.is_empty())));
        }
        let names = self
            .options()
            .filter(|spec| !spec.only_letter && !spec.help.is_empty())
            .map(|spec| spec.name);
        let meant = nearest(spelling, names).map(|name| format!("--{name}"));
        let message = format!(
            "unknown option '{}'{}",
            dashed(arg),
            did_you_mean(meant.as_deref())
        );
        Err(Stop::Usage(message))
    }

    /// What `--help` prints.
    pub fn help(&self) -> String {
        let mut text = format!("{}\n\nUsage: {}\n\nOptions:\n", self.about, self.usage);
        let shown: Vec<(String, &str)> = self
            .options()
            .filter(|spec| !spec.help.is_empty())
            .map(|spec| (spec.spelling(), spec.help))
            .collect();
        let width = shown
            .iter()
            .map(|(spelling, _)| spelling.len())
            .max()
            .unwrap_or(0);
        for (spelling, help) in shown {
            writeln!(text, "  {spelling:width$}  {help}").expect("a string takes it");
        }
        text += "\nOptions may be written with one dash or two.\n";
        text
    }
}

/// The option without its value.
fn dashed(arg: &str) -> &str {
    arg.split('=').next().unwrap_or(arg)
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: &[OptionSpec] = &[
        value("mcpu", "CPU", "processor").or("target"),
        value("opt-level", "LEVEL", "level").letter('O').optional("2"),
        value("define", "NAME[=VALUE]", "macro").or_letter('D'),
        flag("emit-ll", "write IR").or("emit-llvm"),
        flag("c", "write an object").letter('c'),
        value("formatted", "BOOL", "how to print").optional("true"),
        value("output", "OUT", "where to").letter('o'),
    ];
    static COMMAND: CommandSpec = CommandSpec {
        name: "wavec",
        usage: "wavec INPUT",
        about: "Compiles.",
        max_inputs: 2,
        tables: &[TABLE],
    };

    fn parse(args: &[&str]) -> Result<Matches, String> {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        COMMAND.parse(&args).map_err(|stop| match stop {
            Stop::Usage(message) => message,
            _ => "other".into(),
        })
    }

    #[test]
    fn spellings() {
        let matches = parse(&[
            "-mcpu=a",
            "--target",
            "b",
            "-O",
            "-O3",
            "-DX=-1",
            "-D",
            "Y",
            "-emit-llvm",
            "-c",
            "-",
            "--formatted",
            "-o",
            "-",
            "--",
            "-O1",
        ])
        .unwrap();
        let found: Vec<(&str, &str)> = matches.in_order().collect();
        assert_eq!(
            found,
            [
                ("mcpu", "a"),
                ("mcpu", "b"),
                ("opt-level", "2"),
                ("opt-level", "3"),
                ("define", "X=-1"),
                ("define", "Y"),
                ("emit-ll", ""),
                ("c", ""),
                ("formatted", "true"),
                ("output", "-"),
            ]
        );
        assert_eq!(matches.inputs, ["-", "-O1"]);
        assert_eq!(matches.text("mcpu"), Some("b"));
        assert_eq!(matches.texts("define").collect::<Vec<_>>(), ["X=-1", "Y"]);
        assert!(matches.is_set("c") && !matches.is_set("help"));
    }

    #[test]
    fn mistakes() {
        for (args, message) in [
            (
                &["--emitll"][..],
                "unknown option '--emitll'; did you mean '--emit-ll'?",
            ),
            (&["--xyz=1"], "unknown option '--xyz'"),
            (&["--c"], "unknown option '--c'"),
            (&["-cx"], "unknown option '-cx'"),
            (&["-emit-ll=1"], "-emit-ll takes no value"),
            (&["-mcpu"], "-mcpu needs a value: --mcpu, --target <CPU>"),
            (&["a", "b", "c"], "unexpected extra input 'c'"),
        ] {
            assert_eq!(parse(args).unwrap_err(), message);
        }
    }

    #[test]
    fn help_shows_every_option() {
        let help = COMMAND.help();
        for spelling in [
            "--mcpu, --target <CPU>",
            "-D, --define <NAME[=VALUE]>",
            "-c ",
            "--formatted[=<BOOL>]",
            "-o <OUT>",
        ] {
            assert!(help.contains(spelling), "{spelling}\n{help}");
        }
    }
}
