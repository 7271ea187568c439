//! `--trace`: every instruction with the registers that it writes.

use super::print;
use std::fmt::Write;
use std::ops::ControlFlow;
use wavec_runtime::{Moment, Observer, Register, Value};

/// Prints what waves execute.
pub(super) struct Trace {
    /// The wave, by its number in the launch; all if `None`.
    wave: Option<u64>,
    /// The wave of which something was printed last.
    last: Option<u64>,
    /// SCC before the instruction.
    scc: Value<'static>,
    /// Whether output still has a reader.
    is_read: ControlFlow<()>,
}

impl Trace {
    /// Of one wave, or of all.
    pub(super) fn of(wave: Option<u64>) -> Trace {
        Trace {
            wave,
            last: None,
            scc: Value::Uniform(None),
            is_read: ControlFlow::Continue(()),
        }
    }

    fn is_traced(&self, at: &Moment<'_>) -> bool {
        self.wave.is_none_or(|wave| wave == at.wave_of_launch())
    }
}

/// The bits of SCC, which are of no moment.
fn scc(at: &Moment<'_>) -> Value<'static> {
    match at.value(Register::Scc) {
        Value::Uniform(value) => Value::Uniform(value),
        Value::Lanes(..) => Value::Uniform(None),
    }
}

impl Observer for Trace {
    fn before(&mut self, at: &Moment<'_>) -> ControlFlow<()> {
        self.is_read?;
        if !self.is_traced(at) {
            return ControlFlow::Continue(());
        }
        let mut text = String::new();
        let wave = at.wave_of_launch();
        if self.last != Some(wave) {
            self.last = Some(wave);
            let _ = writeln!(text, "{}", wave_name(at));
        }
        let lanes = lanes_text(at);
        let _ = writeln!(text, "{:#x}: {}{lanes}", at.address(), at.instruction());
        self.scc = scc(at);
        print(&text)
    }

    fn after(&mut self, at: &Moment<'_>) {
        if !self.is_traced(at) {
            return;
        }
        let mut text = String::new();
        for register in at.written() {
            let _ = writeln!(text, "  {}", register_text(at, register));
        }
        if scc(at) != self.scc {
            let _ = writeln!(text, "  {}", register_text(at, Register::Scc));
        }
        self.is_read = print(&text);
    }
}

/// `wave 5: work-group (2, 0, 0), wave 1 of it`
pub(super) fn wave_name(at: &Moment<'_>) -> String {
    let [x, y, z] = at.group();
    format!(
        "wave {}: wave {} of work-group ({x}, {y}, {z})",
        at.wave_of_launch(),
        at.wave()
    )
}

/// Which lanes are active, if not all are.
fn lanes_text(at: &Moment<'_>) -> String {
    let active = at.exec().count_ones() as usize;
    match active == at.lanes() {
        true => String::new(),
        false => format!("  ({active} of {} lanes)", at.lanes()),
    }
}

/// `s3 = 0x2a`, or `v3 = 0x0 0x4 0x8 ...`: one value if it is the same in all active lanes, `-` for inactive lanes and `?`
/// for what was never written.
pub(super) fn register_text(at: &Moment<'_>, register: Register) -> String {
    let shown = |value: Option<u32>| value.map_or("?".to_string(), |value| format!("{value:#x}"));
    match at.value(register) {
        Value::Uniform(value) => format!("{register} = {}", shown(value)),
        Value::Lanes(values, written) => {
            let exec = at.exec();
            let of_lane = |lane: usize| (written >> lane & 1 != 0).then_some(values[lane]);
            let mut active = (0..at.lanes()).filter(|lane| exec >> lane & 1 != 0).map(of_lane);
            let Some(first) = active.next() else {
                return format!("{register}: no lane is active");
            };
            if active.all(|value| value == first) {
                return format!("{register} = {} in all active lanes", shown(first));
            }
            let texts = (0..at.lanes()).map(|lane| match exec >> lane & 1 {
                0 => "-".to_string(),
                _ => shown(of_lane(lane)),
            });
            format!("{register} = {}", texts.collect::<Vec<_>>().join(" "))
        }
    }
}
