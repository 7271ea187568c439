//! `wavec reduce FILE -- COMMAND`: makes a file smaller while a command succeeds on it.

use super::{Failure, files};
use crate::reduce::{Language, reduce};
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wavec_ir::text::parse_module_text;
use wavec_ir::verify::verify_module;
use wavec_support::option_table::{CommandSpec, OptionSpec, value};
use wavec_target_gpu::intrinsics::REGISTRY;

static OPTIONS: &[OptionSpec] = &[
    value(
        "output",
        "OUT",
        "output file (default: the name with .reduced before its extension)",
    )
    .or_letter('o'),
    value("max-runs", "N", "run the command at most N times"),
    value(
        "timeout",
        "SECONDS",
        "time limit of the command (default: 60); exceeding it is failure",
    ),
];

/// What the command takes.
pub(super) static COMMAND: CommandSpec = CommandSpec {
    name: "wavec reduce",
    usage: "wavec reduce FILE [-o OUT] -- COMMAND [ARGUMENT]...

COMMAND is run on each candidate and must exit with status 0 to keep it. {} in an argument is replaced by the
path of the candidate, a file with FILE's extension; without any {} the path becomes the last argument.
The command's output is not shown. If FILE is LLVM IR that wavec can read, so are all candidates.",
    about: "Makes a .cl, .ll, .s or any other text file smaller while a command still succeeds on it.",
    max_inputs: 1,
    tables: &[OPTIONS],
};

/// Runs the command.
pub(super) fn run(args: &[String]) -> Result<(), Failure> {
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let matches = COMMAND.parse(&args[..end])?;
    let command = args.get(end + 1..).filter(|command| !command.is_empty());
    let command = command.ok_or_else(|| Failure::Usage("the command is missing: -- COMMAND".into()))?;
    let name = matches.input()?;
    let timeout = Duration::from_secs(matches.number("timeout")?.unwrap_or(60));
    let original = files::read_text(name)?;
    let path = Path::new(name);

    let trial = Trial::new(path, command, timeout)?;
    let cannot_run = |error| Failure::Input(format!("wavec: error: cannot run '{}': {error}\n", command[0]));
    if !trial.succeeds(&original).map_err(cannot_run)? {
        return Err(Failure::Input(format!(
            "wavec: error: the command does not succeed on '{name}' as it is\n"
        )));
    }
    let is_ir = path.extension().is_some_and(|extension| extension == "ll") && is_readable_ir(&original);
    let language = if is_ir { Language::Ir } else { Language::Other };
    let is_valid = |text: &str| language == Language::Other || is_readable_ir(text);
    let max_runs = matches.number("max-runs")?.unwrap_or(usize::MAX);
    let output = matches
        .text("output")
        .map_or_else(|| default_output(path), str::to_string);
    let mut failure = None;
    // If a long reduction is interrupted, the smallest file so far is there.
    let mut smallest = usize::MAX;
    let mut is_interesting = |text: &str| {
        let result = trial.succeeds(text).map_err(cannot_run).and_then(|succeeds| {
            if succeeds && text.len() < smallest {
                smallest = text.len();
                files::write(&output, text.as_bytes())?;
            }
            Ok(succeeds)
        });
        result.unwrap_or_else(|error| {
            failure.get_or_insert(error);
            false
        })
    };
    let (reduced, runs) = reduce(&original, language, &mut is_interesting, &is_valid, max_runs);
    if let Some(error) = failure {
        return Err(error);
    }
    files::write(&output, reduced.as_bytes())?;
    eprintln!(
        "wavec: note: reduced from {} to {} bytes in {runs} runs of the command: {output}",
        original.len(),
        reduced.len()
    );
    Ok(())
}

fn is_readable_ir(text: &str) -> bool {
    parse_module_text(text, &REGISTRY).is_ok_and(|module| !verify_module(&module).has_errors())
}

/// `dir/name.reduced.ll` for `dir/name.ll`.
fn default_output(path: &Path) -> String {
    let extension = path
        .extension()
        .map_or(String::new(), |extension| format!(".{}", extension.display()));
    path.with_extension(format!("reduced{extension}"))
        .display()
        .to_string()
}

/// Runs the user's command on candidates, in a folder that is removed at the end.
struct Trial<'a> {
    folder: PathBuf,
    candidate: PathBuf,
    command: &'a [String],
    timeout: Duration,
}

impl Trial<'_> {
    fn new<'a>(path: &Path, command: &'a [String], timeout: Duration) -> Result<Trial<'a>, Failure> {
        let folder = std::env::temp_dir().join(format!("wavec-reduce-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| {
            Failure::Input(format!(
                "wavec: error: cannot make '{}': {error}\n",
                folder.display()
            ))
        })?;
        let name = path.file_name().unwrap_or("candidate".as_ref());
        Ok(Trial {
            candidate: folder.join(name),
            folder,
            command,
            timeout,
        })
    }

    /// Whether the command exits with status 0 in time.
    fn succeeds(&self, text: &str) -> std::io::Result<bool> {
        std::fs::write(&self.candidate, text)?;
        let candidate = self.candidate.display().to_string();
        let mut arguments: Vec<String> = self.command[1..]
            .iter()
            .map(|arg| arg.replace("{}", &candidate))
            .collect();
        if !self.command.iter().any(|arg| arg.contains("{}")) {
            arguments.push(candidate);
        }
        let mut command = Command::new(&self.command[0]);
        command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let deadline = Instant::now() + self.timeout;
        let mut pause = Duration::from_micros(100);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status.success());
            }
            if Instant::now() >= deadline {
                kill_group(&mut child)?;
                child.wait()?;
                return Ok(false);
            }
            // Poll often at first, so that short commands cost no extra time, then less often.
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

/// Kills a command that leads a process group, and with it what it started: a script may wait for a program that does
/// not end.
fn kill_group(child: &mut Child) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    }
    child.kill()
}

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        // If it fails, the system cleans up its temporary folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
