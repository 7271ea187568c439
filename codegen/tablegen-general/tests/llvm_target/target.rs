//! A target description, and the outputs of both tools for it.

use crate::report::Refusal;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use wavec_tablegen::{EmitOptions, ParseOptions, RecordKeeper, SourceMap, parse_file};

pub const LLVM: &str = "llvm-tblgen-22";
pub const WAVEC: &str = "wavec";

/// An output, or the reason why there is none.
type Written = Result<Rc<str>, Refusal>;

pub struct Target {
    file: PathBuf,
    include_dirs: Vec<PathBuf>,
    sources: SourceMap,
    pub keeper: RecordKeeper,
    ours: RefCell<BTreeMap<&'static str, Written>>,
    theirs: RefCell<BTreeMap<&'static str, Written>>,
}

fn refused(by: &'static str, message: String) -> Refusal {
    Refusal { by, message }
}

impl Target {
    /// Reads a description.
    pub fn read(file: &Path, include_dirs: Vec<PathBuf>) -> Result<Target, Refusal> {
        let options = ParseOptions {
            include_dirs: include_dirs.clone(),
            no_unused_warnings: true,
            ..ParseOptions::default()
        };
        let mut sources = SourceMap::new();
        let keeper = parse_file(&mut sources, file, &options)
            .map_err(|errors| refused(WAVEC, errors.render(&sources)))?;
        Ok(Target {
            file: file.to_path_buf(),
            include_dirs,
            sources,
            keeper,
            ours: RefCell::default(),
            theirs: RefCell::default(),
        })
    }

    /// The output of one of our emitters.
    pub fn ours(&self, emitter: &'static str) -> Written {
        let write = || {
            let found = wavec_tablegen_general::find(emitter).expect("an emitter");
            let text = (found.emit)(&self.keeper, &EmitOptions::default());
            text.map(Rc::from)
                .map_err(|errors| refused(WAVEC, errors.render(&self.sources)))
        };
        let known = self.ours.borrow().get(emitter).cloned();
        known.unwrap_or_else(|| {
            let text = write();
            self.ours.borrow_mut().insert(emitter, text.clone());
            text
        })
    }

    /// The output of LLVM's tool with these options.
    pub fn theirs(&self, options: &'static str) -> Written {
        let known = self.theirs.borrow().get(options).cloned();
        known.unwrap_or_else(|| {
            let text = self.run(options);
            self.theirs.borrow_mut().insert(options, text.clone());
            text
        })
    }

    /// A field of all records of a class.
    pub fn strings(&self, class: &str, field: &str) -> Vec<String> {
        let records = self.keeper.derived_defs(class).iter();
        let strings = records.filter_map(|&record| self.keeper.get_string(record, field).ok());
        strings.map(str::to_string).collect()
    }

    /// All records as text.
    pub fn records(&self) -> String {
        self.keeper.print_records()
    }

    /// All records as JSON.
    pub fn json(&self) -> String {
        self.keeper.dump_json(&self.sources)
    }

    /// The names of LLVM's tables.
    pub fn namespace(&self) -> &str {
        let target = self.keeper.derived_defs("Target").first();
        target.map_or("", |&target| self.keeper.name(target))
    }

    /// LLVM's debugging output about registers.
    pub fn registers(&self) -> Written {
        Ok(self.registers_and_tables()?.0)
    }

    /// The same with the tables that it writes.
    pub fn registers_and_tables(&self) -> Result<(Rc<str>, Rc<str>), Refusal> {
        let name = format!("registers-{}-{}", self.namespace(), std::process::id());
        let written = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&written).map_err(|error| refused(LLVM, error.to_string()))?;
        let options = ["-gen-register-info", "-register-info-debug", "-o"].map(OsString::from);
        let output = self.start(&[&options[..], &[written.join("registers").into()]].concat());
        let tables = std::fs::read_to_string(written.join("registersTargetDesc.inc"));
        std::fs::remove_dir_all(&written).map_err(|error| refused(LLVM, error.to_string()))?;
        Ok((output?.1.into(), tables.unwrap_or_default().into()))
    }

    /// Runs LLVM's tool; the output is not cached.
    pub fn run(&self, options: &str) -> Written {
        let options: Vec<OsString> = options.split_whitespace().map(OsString::from).collect();
        Ok(self.start(&options)?.0.into())
    }

    /// The output of LLVM's tool, and its messages.
    fn start(&self, options: &[OsString]) -> Result<(String, String), Refusal> {
        let mut command = Command::new(LLVM);
        for dir in &self.include_dirs {
            command.arg("-I").arg(dir);
        }
        command.arg(&self.file).arg("--no-warn-on-unused-template-args");
        command.args(options);
        let output = command
            .output()
            .map_err(|error| refused(LLVM, error.to_string()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let said = text(&output.stderr);
        if output.status.success() {
            return Ok((text(&output.stdout), said));
        }
        let first = said.lines().find(|line| line.contains("error:"));
        Err(refused(LLVM, first.unwrap_or(&said).to_string()))
    }
}
