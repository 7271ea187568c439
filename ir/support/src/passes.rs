//! What all passes have in common, whatever they work on: how a list describes one ([`PassInfo`]), what users ask for
//! ([`PassOptions`]), and the one place where passes are counted, left out, timed, printed and stopped ([`PassRunner`]).
//!
//! Each layer has a list of its passes and a loop that calls [`PassRunner::enter`] before each and [`PassRunner::leave`]
//! after it; the compilation has one runner, so one counter.

use crate::diff::unified_diff;
use crate::progress;
use crate::remarks::Remark;
use crate::stats::Stats;
use crate::timing::Timing;
use std::fmt::Write;
use std::time::Instant;

/// What a pass works on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// IR.
    Ir,
    /// IR that is being prepared for a target.
    Target,
    /// The selection graph of a block.
    Dag,
    /// A machine function.
    Machine,
}

impl Layer {
    /// What the passes of the layer are called.
    pub const fn name(self) -> &'static str {
        match self {
            Layer::Ir => "IR passes",
            Layer::Target => "target IR passes",
            Layer::Dag => "phases of instruction selection",
            Layer::Machine => "machine passes",
        }
    }
}

/// A pass as its list describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassInfo {
    /// Name in options, dumps, timing and statistics.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
    /// What it works on.
    pub layer: Layer,
    /// Whether the code is wrong without it: then no user can disable it, and no bisection skips it.
    pub required: bool,
    /// Least optimization level at which it runs.
    pub min_opt_level: u8,
}

impl PassInfo {
    /// A pass that may be left out and runs at every level.
    pub const fn optional(layer: Layer, name: &'static str, description: &'static str) -> PassInfo {
        PassInfo {
            name,
            description,
            layer,
            required: false,
            min_opt_level: 0,
        }
    }

    /// A pass that must run.
    pub const fn required(layer: Layer, name: &'static str, description: &'static str) -> PassInfo {
        PassInfo {
            required: true,
            ..PassInfo::optional(layer, name, description)
        }
    }

    /// The same from optimization level `level` on.
    pub const fn from_level(self, level: u8) -> PassInfo {
        PassInfo {
            min_opt_level: level,
            ..self
        }
    }

    /// Whether `asked`, from an option, means this pass: `loop-unroll` stands for `loop-unroll<O3>` too, `combine1` for
    /// `dag-combine1`, and `dag` for the graph as it is built.
    pub fn is_meant_by(&self, asked: &str) -> bool {
        let is_named = |name: &str| {
            let rest = name.strip_prefix(asked);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('<'))
        };
        if self.layer != Layer::Dag {
            return is_named(self.name);
        }
        let short = self.name.strip_prefix("dag-");
        is_named(self.name) || short.is_some_and(is_named) || (asked == "dag" && self.name == "dag-build")
    }
}

/// What the user asked for besides running passes. Names are those of [`PassInfo`]; `all` is every pass.
#[derive(Clone, Debug, Default)]
pub struct PassOptions {
    /// Passes before which the program is printed.
    pub print_before: Vec<String>,
    /// Passes after which the program is printed.
    pub print_after: Vec<String>,
    /// Whether what a pass changed is printed, as a unified diff.
    pub print_changed: bool,
    /// Patterns with `*` and `?`: only functions whose name one of them matches are printed. Empty: all.
    pub filter_functions: Vec<String>,
    /// The pass after which compilation stops.
    pub stop_after: Option<String>,
    /// The pass after which compilation of machine IR goes on.
    pub start_after: Option<String>,
    /// The only passes that run on machine IR.
    pub run_only: Option<Vec<String>>,
    /// Optional passes that do not run.
    pub disabled: Vec<String>,
    /// Whether what passes changed is kept as [`Change`]s.
    pub keep_changes: bool,
    /// Whether passes tell what they do in [`PassRunner::remarks`].
    pub remarks: bool,
    /// Optional passes run, counted over all layers and functions, for bisection.
    pub bisect_limit: Option<u64>,
}

impl PassOptions {
    /// Whether the user disabled `pass`.
    pub fn disables(&self, pass: &PassInfo) -> bool {
        self.disabled.iter().any(|asked| pass.is_meant_by(asked))
    }

    /// Whether compilation stops after `pass`.
    pub fn stops_after(&self, pass: &PassInfo) -> bool {
        self.stop_after
            .as_deref()
            .is_some_and(|asked| pass.is_meant_by(asked))
    }

    /// Whether functions of this name are printed.
    pub fn shows_function(&self, name: &str) -> bool {
        let patterns = &self.filter_functions;
        patterns.is_empty() || patterns.iter().any(|pattern| matches_glob(pattern, name))
    }

    fn prints(&self) -> bool {
        let prints = self.print_changed || !self.print_before.is_empty() || !self.print_after.is_empty();
        prints || self.keep_changes
    }
}

/// What a pass did.
#[derive(Clone, Debug)]
pub struct Change {
    /// The pass.
    pub pass: PassInfo,
    /// The function that it changed; an empty name is the whole module.
    pub function: String,
    /// The program before it, as text.
    pub before: String,
    /// The program after it.
    pub after: String,
}

impl Change {
    /// What changed, as a unified diff.
    pub fn diff(&self) -> String {
        unified_diff(&self.before, &self.after)
    }
}

/// Counts, times, prints and stops the passes of one compilation.
#[derive(Debug, Default)]
pub struct PassRunner {
    /// What the user asked for.
    options: PassOptions,
    /// Time by pass.
    pub timing: Timing,
    /// Events by pass.
    pub stats: Stats,
    /// What was printed, in order.
    pub dumps: String,
    /// What passes changed, in order, if the options ask for it.
    pub changes: Vec<Change>,
    /// What passes tell of what they did, in order, if the options ask for it.
    pub remarks: Vec<Remark>,
    /// Whether the pass to stop after has run: the caller stops too.
    pub stopped: bool,
    /// Optional passes that ran or, after the limit of the bisection, would have.
    optional_runs: u64,
    /// Whether anything is printed at all.
    prints: bool,
}

/// A pass that is running.
#[derive(Debug)]
#[must_use = "a pass that begins ends"]
pub struct RunningPass {
    pass: PassInfo,
    start: Option<Instant>,
    /// The program before it, if it is to be compared.
    before: Option<String>,
    prints_after: bool,
}

impl PassRunner {
    /// A runner that heeds `options`, and records times if `time_passes`.
    pub fn new(options: PassOptions, time_passes: bool) -> PassRunner {
        PassRunner {
            prints: options.prints(),
            options,
            timing: Timing::new(time_passes),
            ..PassRunner::default()
        }
    }

    /// What the user asked for.
    pub fn options(&self) -> &PassOptions {
        &self.options
    }

    /// Begins `pass` on `function`; an empty name is the whole module. `None` if it is not to run. `text` is the program as
    /// it is now, asked for only if it is printed or compared.
    #[inline]
    pub fn enter(
        &mut self,
        pass: &PassInfo,
        function: &str,
        text: impl FnOnce(&PassOptions) -> String,
    ) -> Option<RunningPass> {
        if !pass.required && !self.admits(pass) {
            return None;
        }
        progress::enter_pass(pass.name);
        let mut running = RunningPass {
            pass: *pass,
            start: None,
            before: None,
            prints_after: false,
        };
        if self.prints {
            self.prepare_to_print(&mut running, function, text);
        }
        running.start = self.timing.is_enabled().then(Instant::now);
        Some(running)
    }

    /// Ends the pass.
    #[inline]
    pub fn leave(&mut self, running: RunningPass, function: &str, text: impl FnOnce(&PassOptions) -> String) {
        if let Some(start) = running.start {
            self.timing.add(running.pass.name, start.elapsed());
        }
        if running.prints_after || running.before.is_some() {
            let text = text(&self.options);
            self.print_after(running, function, &text);
        }
    }

    fn admits(&mut self, pass: &PassInfo) -> bool {
        if self.options.disables(pass) {
            return false;
        }
        self.optional_runs += 1;
        let limit = self.options.bisect_limit;
        limit.is_none_or(|limit| self.optional_runs <= limit)
    }

    #[cold]
    fn prepare_to_print(
        &mut self,
        running: &mut RunningPass,
        function: &str,
        text: impl FnOnce(&PassOptions) -> String,
    ) {
        let options = &self.options;
        // Of modules, their printer shows what is asked for.
        if !function.is_empty() && !options.shows_function(function) {
            return;
        }
        let pass = running.pass;
        let is_asked = |asked: &[String]| asked.iter().any(|name| name == "all" || pass.is_meant_by(name));
        let prints_before = is_asked(&options.print_before);
        running.prints_after = is_asked(&options.print_after);
        let compares = options.print_changed || options.keep_changes;
        if !prints_before && !compares {
            return;
        }
        let text = text(options);
        if prints_before {
            self.print(&pass, "before", function, &text);
        }
        running.before = compares.then_some(text);
    }

    #[cold]
    fn print_after(&mut self, running: RunningPass, function: &str, text: &str) {
        if running.prints_after {
            self.print(&running.pass, "after", function, text);
        }
        let Some(before) = running.before.filter(|before| before != text) else {
            return;
        };
        if self.options.keep_changes {
            self.changes.push(Change {
                pass: running.pass,
                function: function.to_string(),
                before,
                after: text.to_string(),
            });
            return;
        }
        let sign = comment_sign(running.pass.layer);
        let whose = match function {
            "" => String::new(),
            name => format!(", function '{name}'"),
        };
        let diff = unified_diff(&before, text);
        let _ = writeln!(
            self.dumps,
            "{sign} changed by {}{whose}\n{diff}",
            running.pass.name
        );
    }

    fn print(&mut self, pass: &PassInfo, when: &str, function: &str, text: &str) {
        let sign = comment_sign(pass.layer);
        let _ = match (pass.layer, when) {
            (Layer::Dag, "after") => writeln!(self.dumps, "# {}, function '{function}'\n{text}", pass.name),
            (Layer::Dag, _) => writeln!(
                self.dumps,
                "# {when} {}, function '{function}'\n{text}",
                pass.name
            ),
            _ => writeln!(self.dumps, "{sign} {when} {}\n{text}", pass.name),
        };
    }
}

/// What begins a comment in the text form of a layer.
fn comment_sign(layer: Layer) -> char {
    match layer {
        Layer::Ir | Layer::Target => ';',
        Layer::Dag | Layer::Machine => '#',
    }
}

/// Whether `name` is of the form `pattern`, in which `*` is any text and `?` any character.
fn matches_glob(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // Where the last star is, and how far the text goes that it stands for.
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == b'?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match &mut star {
                Some((at, end)) => {
                    *end += 1;
                    (p, n) = (*at + 1, *end);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLD: PassInfo = PassInfo::optional(Layer::Ir, "fold<fast>", "folds");
    const LOWER: PassInfo = PassInfo::required(Layer::Machine, "lower", "lowers");
    const COMBINE: PassInfo = PassInfo::required(Layer::Dag, "dag-combine1", "combines");

    fn run(runner: &mut PassRunner, pass: &PassInfo, function: &str, texts: [&str; 2]) -> bool {
        let Some(running) = runner.enter(pass, function, |_| texts[0].to_string()) else {
            return false;
        };
        runner.leave(running, function, |_| texts[1].to_string());
        true
    }

    #[test]
    fn patterns() {
        for (pattern, name, is_match) in [
            ("*", "", true),
            ("f", "f", true),
            ("f", "ff", false),
            ("f*", "foo", true),
            ("*_kernel?", "my_kernel1", true),
            ("a*b*c", "axxbyybzc", true),
            ("a*b*c", "axxbyybz", false),
            ("?", "", false),
        ] {
            assert_eq!(matches_glob(pattern, name), is_match, "{pattern} {name}");
        }
    }

    #[test]
    fn names_and_short_forms() {
        assert!(FOLD.is_meant_by("fold") && FOLD.is_meant_by("fold<fast>") && !FOLD.is_meant_by("fol"));
        assert!(COMBINE.is_meant_by("combine1") && COMBINE.is_meant_by("dag-combine1"));
        assert!(!COMBINE.is_meant_by("dag") && !LOWER.is_meant_by("all"));
    }

    #[test]
    fn one_counter_leaves_out_what_is_optional() {
        let limited = PassOptions {
            bisect_limit: Some(1),
            ..PassOptions::default()
        };
        let mut runner = PassRunner::new(limited, false);
        assert!(run(&mut runner, &FOLD, "f", ["", ""]));
        assert!(!run(&mut runner, &FOLD, "g", ["", ""]));
        assert!(run(&mut runner, &LOWER, "g", ["", ""]));
        let disabled = PassOptions {
            disabled: vec!["fold".into(), "lower".into()],
            ..PassOptions::default()
        };
        let mut runner = PassRunner::new(disabled, false);
        assert!(!run(&mut runner, &FOLD, "f", ["", ""]));
        assert!(run(&mut runner, &LOWER, "f", ["", ""]));
    }

    #[test]
    fn prints_before_after_and_what_changed() {
        let options = PassOptions {
            print_before: vec!["fold".into()],
            print_after: vec!["lower".into(), "combine1".into()],
            print_changed: true,
            filter_functions: vec!["f*".into()],
            ..PassOptions::default()
        };
        let mut runner = PassRunner::new(options, false);
        run(&mut runner, &FOLD, "f1", ["a\nb\n", "a\nc\n"]);
        run(&mut runner, &FOLD, "g", ["x\n", "y\n"]);
        run(&mut runner, &COMBINE, "f2", ["d\n", "d\n"]);
        run(&mut runner, &LOWER, "f2", ["d\n", "d\n"]);
        assert_eq!(
            runner.dumps,
            "; before fold<fast>\na\nb\n\n\
             ; changed by fold<fast>, function 'f1'\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\n\
             # dag-combine1, function 'f2'\nd\n\n\
             # after lower\nd\n\n"
        );
    }
}
