//! `wavec completions SHELL` and `wavec man`: what shells and readers want to know of the options, from their tables.

use super::{Failure, SUBCOMMANDS, compile, files};
use std::fmt::Write;
use wavec_support::option_table::{CommandSpec, OptionSpec, Takes};

/// What `wavec completions` takes.
pub(super) static COMPLETIONS: CommandSpec = CommandSpec {
    name: "wavec completions",
    usage: "wavec completions bash|zsh|fish",
    about: "Prints what makes a shell complete the options of wavec.",
    max_inputs: 1,
    tables: &[],
};

/// What `wavec man` takes.
pub(super) static MAN: CommandSpec = CommandSpec {
    name: "wavec man",
    usage: "wavec man",
    about: "Prints the manual page, for man -l or a file wavec.1.",
    max_inputs: 0,
    tables: &[],
};

/// Runs `wavec completions`.
pub(super) fn print_completions(args: &[String]) -> Result<(), Failure> {
    let matches = COMPLETIONS.parse(args)?;
    let text = match matches.input()? {
        "bash" => bash(),
        "zsh" => zsh(),
        "fish" => fish(),
        other => {
            return Err(Failure::Usage(format!(
                "unknown shell '{other}': known are bash, zsh and fish"
            )));
        }
    };
    files::write("-", text.as_bytes())
}

/// Runs `wavec man`.
pub(super) fn print_man(args: &[String]) -> Result<(), Failure> {
    MAN.parse(args)?;
    files::write("-", manual().as_bytes())
}

/// All commands with what tells them from others: nothing for the compiler itself.
fn commands() -> impl Iterator<Item = (&'static str, &'static CommandSpec)> {
    let subcommands = SUBCOMMANDS.iter().map(|&(name, spec, _)| (name, spec));
    std::iter::once(("", &compile::COMMAND)).chain(subcommands)
}

/// The options that are in the help.
fn shown(spec: &CommandSpec) -> impl Iterator<Item = &'static OptionSpec> {
    spec.options().filter(|option| !option.help.is_empty())
}

/// Words for an option: `-o`, `--output`.
fn words(option: &OptionSpec) -> Vec<String> {
    let short = option.short().map(|letter| format!("-{letter}"));
    let long = option.long_names().map(|name| format!("--{name}"));
    short.into_iter().chain(long).collect()
}

fn subcommand_names() -> String {
    let names: Vec<&str> = SUBCOMMANDS.iter().map(|&(name, ..)| name).collect();
    names.join(" ")
}

fn bash() -> String {
    let mut text = String::from(
        "# Completions of wavec for bash.\n_wavec() {\n    local current=${COMP_WORDS[COMP_CWORD]} options\n    case ${COMP_WORDS[1]} in\n",
    );
    for (name, spec) in commands().skip(1).chain(commands().take(1)) {
        let options: Vec<String> = shown(spec).flat_map(words).collect();
        let pattern = if name.is_empty() { "*" } else { name };
        writeln!(text, "        {pattern}) options='{}' ;;", options.join(" ")).expect("a string takes it");
    }
    text += "    esac\n    if [[ $current == -* ]]; then\n        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n";
    text += "    elif [[ ${COMP_WORDS[1]} == completions ]]; then\n        COMPREPLY=($(compgen -W 'bash zsh fish' -- \"$current\"))\n";
    text += "    else\n        COMPREPLY=($(compgen -f -- \"$current\"))\n";
    writeln!(
        text,
        "        ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '{}' -- \"$current\"))",
        subcommand_names()
    )
    .expect("a string takes it");
    text + "    fi\n}\ncomplete -o filenames -F _wavec wavec\n"
}

/// A text in single quotes, in which zsh gives meaning to brackets and colons.
fn zsh_text(text: &str) -> String {
    let mut quoted = String::new();
    for c in text.chars() {
        match c {
            '\'' => quoted += "'\\''",
            '[' | ']' | ':' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            c => quoted.push(c),
        }
    }
    quoted
}

fn zsh() -> String {
    let mut text = String::from(
        "#compdef wavec\n# Completions of wavec for zsh.\n_wavec() {\n    case ${words[2]} in\n",
    );
    for (name, spec) in commands().skip(1).chain(commands().take(1)) {
        let pattern = if name.is_empty() { "*" } else { name };
        writeln!(text, "        {pattern})\n            _arguments \\").expect("a string takes it");
        for option in shown(spec) {
            for word in words(option) {
                // A long name and its value may be one word or two.
                let (mark, value) = match option.takes {
                    Takes::Nothing => ("", String::new()),
                    Takes::Value if word.starts_with("--") => {
                        ("=", format!(":{}:_files", zsh_text(option.value_name)))
                    }
                    Takes::Value => ("+", format!(":{}:_files", zsh_text(option.value_name))),
                    Takes::MaybeValue(_) if word.starts_with("--") => {
                        ("=-", format!("::{}:", zsh_text(option.value_name)))
                    }
                    Takes::MaybeValue(_) => ("-", format!("::{}:", zsh_text(option.value_name))),
                };
                writeln!(
                    text,
                    "                '*{word}{mark}[{}]{value}' \\",
                    zsh_text(option.help)
                )
                .expect("a string takes it");
            }
        }
        let rest = match name {
            "" => format!(
                "                '1:input:{{_files; compadd {}}}' \\\n                '*:input:_files'",
                subcommand_names()
            ),
            "completions" => "                '1: :' '2:shell:(bash zsh fish)'".to_string(),
            _ => "                '*:input:_files'".to_string(),
        };
        writeln!(text, "{rest}\n            ;;").expect("a string takes it");
    }
    text + "    esac\n}\n_wavec \"$@\"\n"
}

fn fish() -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let mut text = String::from("# Completions of wavec for fish.\n");
    for (name, spec) in commands() {
        let condition = match name {
            "" => format!("not __fish_seen_subcommand_from {}", subcommand_names()),
            name => format!("__fish_seen_subcommand_from {name}"),
        };
        if !name.is_empty() {
            writeln!(
                text,
                "complete -c wavec -n __fish_use_subcommand -a {name} -d '{}'",
                quoted(spec.about)
            )
            .expect("a string takes it");
        }
        for option in shown(spec) {
            let mut line = format!("complete -c wavec -n '{condition}'");
            for word in words(option) {
                match word.strip_prefix("--") {
                    Some(long) => write!(line, " -l {long}"),
                    None => write!(line, " -s {}", &word[1..]),
                }
                .expect("a string takes it");
            }
            if option.takes == Takes::Value {
                line += " -r";
            }
            writeln!(text, "{line} -d '{}'", quoted(option.help)).expect("a string takes it");
        }
    }
    text + "complete -c wavec -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh fish'\n"
}

/// A text as troff reads it.
fn troff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    let lines = escaped.lines().map(|line| match line.starts_with(['.', '\'']) {
        true => format!("\\&{line}"),
        false => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn manual() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        ".TH WAVEC 1 \"\" \"wavec {version}\" \"User Commands\"\n.SH NAME\nwavec \\- compiler for AMD GPUs\n"
    );
    for (name, spec) in commands() {
        let heading = match name {
            "" => "WAVEC".to_string(),
            name => format!("WAVEC {}", name.to_uppercase()),
        };
        let usage = troff(spec.usage);
        write!(
            text,
            ".SH {heading}\n{}\n.PP\n.nf\n{usage}\n.fi\n",
            troff(spec.about)
        )
        .expect("a string takes it");
        for option in shown(spec) {
            write!(
                text,
                ".TP\n.B {}\n{}\n",
                troff(&option.spelling()),
                troff(option.help)
            )
            .expect("a string takes it");
        }
    }
    text + ".PP\nOptions may be written with one dash or two.\n.SH EXIT STATUS\n0; 1 if the input is wrong; 2 if the command line is; 70 if wavec is.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every option of every command is in each document.
    #[test]
    fn documents_have_all_options() {
        let (bash, zsh, fish, manual) = (bash(), zsh(), fish(), manual());
        for (name, spec) in commands() {
            let pattern = if name.is_empty() { "*" } else { name };
            let start = bash.find(&format!("        {pattern}) ")).expect("a case");
            let case = bash[start..].lines().next().unwrap_or_default();
            for option in shown(spec) {
                for word in words(option) {
                    assert!(case.contains(&word), "bash: {name} {word}");
                    assert!(zsh.contains(&format!("'*{word}")), "zsh: {name} {word}");
                }
                for long in option.long_names() {
                    assert!(fish.contains(&format!(" -l {long}")), "fish: {name} {long}");
                }
                assert!(
                    manual.contains(&troff(&option.spelling())),
                    "man: {name} {}",
                    option.name
                );
            }
        }
    }
}
