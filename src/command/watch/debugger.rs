//! `--break` and `--step`: a prompt that reads commands from standard input.

use super::trace::{register_text, wave_name};
use super::{Failure, Places, print};
use std::fmt::Write;
use std::io::BufRead;
use std::ops::ControlFlow;
use wavec_gpu_mc::code_object::{
    SourceVariable, SourceVariables, VariablePiece, VariablePlace, symbol_address,
};
use wavec_gpu_mc::register_files::Numbered;
use wavec_runtime::{CodeObject, Moment, Observer, Register, Value};

/// Where to stop.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Break {
    /// Before the instruction at an address of the code object.
    Address(u64),
    /// Where a wave comes to a line of the file, or of any file.
    Line(Option<String>, u32),
}

/// Until when the waves run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Until {
    /// The next instruction of the wave; of any wave if it has ended.
    Instruction(Option<u64>),
    /// The next instruction of the wave that is of another line; code without lines is passed.
    OtherLine(u64, Option<(String, u32)>),
    /// A place to stop at.
    Break,
}

/// Stops a launch and answers questions about it.
pub(super) struct Debugger {
    places: Places,
    breaks: Vec<Break>,
    until: Until,
    /// The lane that is asked about.
    lane: usize,
    /// The last line that each wave was on, of those that run.
    lines: std::collections::BTreeMap<u64, (String, u32)>,
    /// Address of the kernel's first instruction.
    entry: u64,
    /// The code object.
    bytes: Vec<u8>,
    /// The variables that it describes.
    variables: Option<SourceVariables>,
    /// The command that an empty line repeats.
    last: String,
}

/// How much of a variable is read.
const MOST_BYTES: u64 = 1 << 16;

const HELP: &str = "\
next          run to the next line of this wave
step          run the next instruction of this wave
continue      run to the next place to stop at
break PLACE   stop there, too: LINE, FILE:LINE, SYMBOL, 0xADDRESS, +0xOFFSET from the kernel's entry
lane N        ask about lane N
print NAME    v3, s3, a3, vcc, exec, scc, m0, pc; v3[*] is all lanes; a variable in scope
variables     all variables in scope
where         wave, line and calls, instruction, active lanes
quit          end the launch
An empty line repeats the last command.
";

impl Debugger {
    /// Stops at the first instruction, or at these places first.
    pub(super) fn new(
        code: &CodeObject,
        bytes: &[u8],
        kernel: &str,
        steps: bool,
        breaks: &[&str],
    ) -> Result<Debugger, Failure> {
        let mut debugger = Debugger {
            places: Places::of(bytes),
            breaks: Vec::new(),
            until: if steps {
                Until::Instruction(None)
            } else {
                Until::Break
            },
            lane: 0,
            lines: std::collections::BTreeMap::new(),
            entry: code.kernel(kernel).map_or(0, |kernel| kernel.entry),
            bytes: bytes.to_vec(),
            variables: SourceVariables::read(bytes),
            last: String::new(),
        };
        for place in breaks {
            let place = debugger.parse_break(place).map_err(Failure::Usage)?;
            debugger.breaks.push(place);
        }
        Ok(debugger)
    }

    /// `7`, `f.cl:7`, `name`, `0x1740` or `+0x40`.
    fn parse_break(&mut self, text: &str) -> Result<Break, String> {
        let hexadecimal = |digits: &str| {
            u64::from_str_radix(digits, 16).map_err(|_| format!("--break: '{text}' is not an address"))
        };
        if let Some(digits) = text.strip_prefix("+0x") {
            return Ok(Break::Address(self.entry.wrapping_add(hexadecimal(digits)?)));
        }
        if let Some(digits) = text.strip_prefix("0x") {
            return Ok(Break::Address(hexadecimal(digits)?));
        }
        let (file, line) = match text.rsplit_once(':') {
            Some((file, line)) => (Some(file.to_string()), line),
            None => (None, text),
        };
        if let Ok(line) = line.parse() {
            return match self.places.has_line(file.as_deref(), line) {
                Some(true) => Ok(Break::Line(file, line)),
                Some(false) => Err(format!("--break: no code comes from line '{text}'")),
                None => Err(format!(
                    "--break: '{text}' is a line, and the code has no line information"
                )),
            };
        }
        let address = symbol_address(&self.bytes, text);
        address
            .map(Break::Address)
            .ok_or_else(|| format!("--break: there is no symbol '{text}'"))
    }

    /// Whether to stop before the instruction.
    fn stops(&mut self, at: &Moment<'_>) -> bool {
        let wave = at.wave_of_launch();
        let line = self.places.line(at.address());
        // Code without a line, such as that of library functions, is between parts of one line.
        let is_new_line = line.is_some() && self.lines.get(&wave) != line.as_ref();
        if let Some(line) = &line {
            self.lines.insert(wave, line.clone());
        }
        let is_break = self.breaks.iter().any(|place| match place {
            Break::Address(address) => *address == at.address(),
            Break::Line(file, number) => {
                is_new_line
                    && line
                        .as_ref()
                        .is_some_and(|(name, line)| line == number && is_file(name, file.as_deref()))
            }
        });
        is_break
            || match &self.until {
                Until::Instruction(of) => of.is_none_or(|of| of == wave),
                Until::OtherLine(of, from) => *of == wave && line.is_some() && line != *from,
                Until::Break => false,
            }
    }

    /// Reads and carries out commands until one lets the launch go on.
    fn prompt(&mut self, at: &Moment<'_>) -> ControlFlow<()> {
        loop {
            print("(wavec) ")?;
            let mut line = String::new();
            // The end of the commands ends the launch.
            if !matches!(std::io::stdin().lock().read_line(&mut line), Ok(1..)) {
                print("\n")?;
                line = "quit".into();
            }
            let line = line.trim();
            if !line.is_empty() {
                self.last = line.to_string();
            }
            let command = self.last.clone();
            let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((&command, ""));
            let wave = at.wave_of_launch();
            match (word, rest.trim()) {
                ("next" | "n", "") => {
                    let line = self.places.line(at.address());
                    self.until = match self.places.has_line(None, 0) {
                        None => Until::Instruction(Some(wave)),
                        Some(_) => Until::OtherLine(wave, line),
                    };
                    return ControlFlow::Continue(());
                }
                ("step" | "s", "") => {
                    self.until = Until::Instruction(Some(wave));
                    return ControlFlow::Continue(());
                }
                ("continue" | "c", "") => {
                    self.until = Until::Break;
                    return ControlFlow::Continue(());
                }
                ("quit" | "q", "") => return ControlFlow::Break(()),
                ("where" | "w", "") => print(&self.place(at))?,
                ("lane" | "l", number) => print(&self.choose_lane(at, number))?,
                ("print" | "p", name) => print(&self.value(at, name))?,
                ("variables" | "v", "") => print(&self.variables(at))?,
                ("break" | "b", place) => match self.parse_break(place) {
                    Ok(place) => self.breaks.push(place),
                    Err(message) => print(&format!("{}\n", message.trim_start_matches("--break: ")))?,
                },
                ("help" | "h", "") => print(HELP)?,
                ("", _) => {}
                _ => print(&format!("unknown command '{command}'; help lists them\n"))?,
            }
        }
    }

    fn choose_lane(&mut self, at: &Moment<'_>, number: &str) -> String {
        match number.parse() {
            Ok(lane) if lane < at.lanes() => {
                self.lane = lane;
                self.lane_text(at)
            }
            _ => format!("'{number}' is not a lane: the wave has {}\n", at.lanes()),
        }
    }

    /// The lane, its work-item, and whether it is active.
    fn lane_text(&self, at: &Moment<'_>) -> String {
        let [x, y, z] = at.local_id(self.lane);
        let state = match at.exec() >> self.lane & 1 {
            0 => "not active",
            _ => "active",
        };
        format!(
            "lane {}: work-item ({x}, {y}, {z}) of its work-group, {state}\n",
            self.lane
        )
    }

    fn place(&mut self, at: &Moment<'_>) -> String {
        let mut text = format!("{}\n", wave_name(at));
        for (depth, frame) in self.places.frames(at.address()).iter().enumerate() {
            let word = if depth == 0 { "in" } else { "inlined into" };
            let (function, file) = (&frame.function, &frame.file);
            let _ = writeln!(
                text,
                "  {word} {function} at {file}:{}:{}",
                frame.line, frame.column
            );
        }
        let offset = at.address().wrapping_sub(self.entry) as i64;
        let sign = if offset < 0 { '-' } else { '+' };
        let distance = offset.unsigned_abs();
        let _ = writeln!(
            text,
            "  at {:#x}, kernel{sign}{distance:#x}: {}",
            at.address(),
            at.instruction()
        );
        let _ = writeln!(text, "  active lanes: {:#x}", at.exec());
        text + &self.lane_text(at)
    }

    fn value(&self, at: &Moment<'_>, name: &str) -> String {
        match name {
            "exec" => return format!("exec = {:#x}\n", at.exec()),
            "vcc" => return format!("vcc = {:#x}\n", at.vcc()),
            "pc" => return format!("pc = {:#x}\n", at.address()),
            _ => {}
        }
        let (register, is_all) = match name.strip_suffix("[*]") {
            Some(register) => (register, true),
            None => (name, false),
        };
        let Some(register) = Register::parse(register) else {
            return self.variable(at, name);
        };
        let value = match at.value(register) {
            Value::Uniform(value) => value,
            Value::Lanes(..) if is_all => return format!("{}\n", register_text(at, register)),
            Value::Lanes(values, written) => (written >> self.lane & 1 != 0).then_some(values[self.lane]),
        };
        let place = match register {
            Register::Vector(_) | Register::Accumulation(_) => format!(" in lane {}", self.lane),
            _ => String::new(),
        };
        match value {
            Some(bits) => {
                let float = f32::from_bits(bits);
                format!(
                    "{register}{place} = {bits:#x}, {} as an integer, {float:?} as a float\n",
                    bits as i32
                )
            }
            None => format!("{register}{place} was never written\n"),
        }
    }

    /// The variable of this name in the innermost scope.
    fn variable(&self, at: &Moment<'_>, name: &str) -> String {
        let Some(variables) = &self.variables else {
            return format!("there is no register '{name}', and the code says nothing of variables\n");
        };
        let found = variables.at(at.address());
        match found.iter().find(|variable| variable.name == name) {
            Some(variable) => self.variable_text(at, variable),
            None => format!("there is no register or variable '{name}' here\n"),
        }
    }

    /// All variables that names stand for.
    fn variables(&self, at: &Moment<'_>) -> String {
        let Some(variables) = &self.variables else {
            return "the code says nothing of variables\n".into();
        };
        let found = variables.at(at.address());
        let is_first = |&(index, variable): &(usize, &SourceVariable)| {
            found[..index].iter().all(|inner| inner.name != variable.name)
        };
        let visible = found.iter().enumerate().filter(is_first);
        let text: String = visible
            .map(|(_, variable)| self.variable_text(at, variable))
            .collect();
        match text.is_empty() {
            true => "no variable is in scope\n".into(),
            false => text,
        }
    }

    fn variable_text(&self, at: &Moment<'_>, variable: &SourceVariable) -> String {
        let is_nowhere = |piece: &VariablePiece| piece.place == VariablePlace::Nowhere;
        if variable.pieces.iter().all(is_nowhere) {
            return format!("{} is not kept here\n", variable.name);
        }
        let pieces = variable.pieces.iter();
        let bytes: Vec<Option<u8>> = pieces.flat_map(|piece| self.piece(at, *piece)).collect();
        let value = variable.ty.value(&bytes);
        format!("{} in lane {} = {value}\n", variable.name, self.lane)
    }

    /// The bytes of a piece of a variable, as far as they are known.
    fn piece(&self, at: &Moment<'_>, piece: VariablePiece) -> Vec<Option<u8>> {
        let size = piece.bytes.min(MOST_BYTES) as usize;
        let register = |register: Numbered| {
            let register = match register {
                Numbered::Scalar(number) => Register::Scalar(number),
                Numbered::Vector(number) => Register::Vector(number),
                Numbered::Accumulation(number) => Register::Accumulation(number),
            };
            match at.value(register) {
                Value::Uniform(value) => value,
                Value::Lanes(values, written) => (written >> self.lane & 1 != 0).then_some(values[self.lane]),
            }
        };
        let mut bytes: Vec<Option<u8>> = match piece.place {
            VariablePlace::Nowhere => Vec::new(),
            VariablePlace::Constant(value) => value.to_le_bytes().map(Some).to_vec(),
            VariablePlace::Register(number) => match register(number) {
                Some(value) => value.to_le_bytes().map(Some).to_vec(),
                None => Vec::new(),
            },
            VariablePlace::Private(base, offset) => match base.map_or(Some(0), register) {
                Some(base) => at.private(self.lane, u64::from(base).wrapping_add_signed(offset), size),
                None => Vec::new(),
            },
        };
        bytes.resize(size, None);
        bytes
    }

    /// The line or the instruction at which the launch stopped.
    fn announce(&mut self, at: &Moment<'_>) -> String {
        let mut text = String::new();
        if let Some((file, line)) = self.places.line(at.address()) {
            let source = self.places.text(&file, line).unwrap_or_default().to_string();
            let name = file.rsplit('/').next().unwrap_or(&file);
            let _ = writeln!(text, "{name}:{line}: {}", source.trim());
        }
        let _ = writeln!(text, "{:#x}: {}", at.address(), at.instruction());
        text
    }
}

/// Whether a file is one that is called `wanted`, which may leave out folders.
pub(super) fn is_file(name: &str, wanted: Option<&str>) -> bool {
    wanted.is_none_or(|wanted| {
        name.strip_suffix(wanted)
            .is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
    })
}

impl Observer for Debugger {
    fn before(&mut self, at: &Moment<'_>) -> ControlFlow<()> {
        if !self.stops(at) {
            return ControlFlow::Continue(());
        }
        let text = self.announce(at);
        print(&text)?;
        self.prompt(at)
    }

    fn after(&mut self, at: &Moment<'_>) {
        let wave = at.wave_of_launch();
        if !at.has_ended() {
            return;
        }
        self.lines.remove(&wave);
        // There is nothing left of the wave to step through.
        let follows = match &self.until {
            Until::Instruction(of) => *of == Some(wave),
            Until::OtherLine(of, _) => *of == wave,
            Until::Break => false,
        };
        if follows {
            self.until = Until::Instruction(None);
        }
    }
}
