//! Registers that are live at each instruction: virtual ones before allocation, physical ones in the final code.

use super::machine::Code;
use super::places::{Places, StageLine};
use fxhash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;
use wavec_codegen::analysis::liveness::step_backward;
use wavec_codegen::analysis::{PhysicalLiveness, UnitSet};
use wavec_codegen::mir::{Inst, MachineFunction, PrintOptions, VReg, print_function};
use wavec_codegen::regalloc::live_intervals::{LiveIntervals, all_lanes};
use wavec_gpu_mc::register_files::{Numbered, numbered};
use wavec_mc::Reg;
use wavec_target_gpu::machine_info::GpuMachineInfo;
use wavec_target_gpu::registers::{is_scalar_class, is_vector_class};

/// Widest text of an instruction beside the chart; longer ones are cut.
const MOST_TEXT: usize = 60;
/// Most columns of a chart.
const MOST_COLUMNS: usize = 640;
/// Most live ranges that are listed.
const MOST_RANGES: usize = 4000;

/// Dwords that are live, by file.
#[derive(Clone, Copy, Default)]
struct Pressure {
    vector: u32,
    scalar: u32,
}

/// A bar of up to eight characters.
fn bar(part: u32, whole: u32) -> String {
    let eighths = (part * 64).checked_div(whole).unwrap_or(0) as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        let parts = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
        bar.push(parts[eighths % 8 - 1]);
    }
    format!("{bar:8}")
}

/// Machine IR before register allocation, with the number of each instruction and the dwords that are live there; after it,
/// where each virtual register is live.
pub(super) fn live_virtual(
    func: &MachineFunction,
    info: &GpuMachineInfo,
    places: &Places<'_>,
) -> Vec<StageLine> {
    let live = LiveIntervals::compute(func, |_| true);
    // Numbers of instructions as people count them.
    let mut number: FxHashMap<Inst, u32> = FxHashMap::default();
    let mut at_place: Vec<u32> = vec![0; live.indexes.num_places() + 1];
    let mut count = 0;
    for block in func.layout.blocks() {
        let start = live.indexes.block_start(block).place();
        at_place[start] = count;
        for inst in func.block_insts(block) {
            number.insert(inst, count);
            at_place[live.indexes.of(inst).place()] = count;
            count += 1;
        }
    }
    at_place[live.indexes.num_places()] = count;
    // Changes at each instruction: a register is live between its definition and its last use.
    let mut begins = vec![Pressure::default(); count as usize + 2];
    let mut ends = begins.clone();
    let registers = func.registers();
    let mut ranges: Vec<(u32, VReg, String)> = Vec::new();
    for vreg in func.vregs.keys() {
        let class = func.class(vreg);
        let (vector, scalar) = (
            u32::from(is_vector_class(registers, class)),
            u32::from(is_scalar_class(registers, class)),
        );
        let interval = &live.intervals[vreg];
        if interval.main.is_empty() {
            continue;
        }
        let all = all_lanes(registers.class(class).size_in_units);
        let mut text = String::new();
        let mut first = u32::MAX;
        for (lanes, range) in interval.lane_ranges(all) {
            let dwords = lanes.count_ones();
            let mut spans: Vec<(u32, u32)> = Vec::new();
            for segment in &range.segments {
                let from = at_place[segment.start.place()];
                let to = at_place[segment.end.place()].max(from);
                begins[from as usize].vector += vector * dwords;
                begins[from as usize].scalar += scalar * dwords;
                ends[to as usize + usize::from(to == from)].vector += vector * dwords;
                ends[to as usize + usize::from(to == from)].scalar += scalar * dwords;
                match spans.last_mut() {
                    Some(last) if last.1 == from => last.1 = to,
                    _ => spans.push((from, to)),
                }
            }
            first = first.min(spans.first().map_or(u32::MAX, |span| span.0));
            if interval.subranges.len() > 1 {
                let _ = write!(text, "  lanes {lanes:#x}:");
            }
            for (from, to) in spans {
                let _ = write!(text, "  {from}..{to}");
            }
        }
        let class = registers.class(class).name.to_lowercase();
        ranges.push((first, vreg, format!("{:24}{text}", format!("{vreg}:{class}"))));
    }
    let mut pressure = vec![Pressure::default(); count as usize];
    let mut now = Pressure::default();
    for (at, pressure) in pressure.iter_mut().enumerate() {
        now.vector = now.vector + begins[at].vector - ends[at].vector.min(now.vector + begins[at].vector);
        now.scalar = now.scalar + begins[at].scalar - ends[at].scalar.min(now.scalar + begins[at].scalar);
        *pressure = now;
    }
    let most = pressure.iter().map(|pressure| pressure.vector).max().unwrap_or(0);
    let prefix = |inst: Inst| {
        let at = number[&inst];
        let now = pressure[at as usize];
        format!(
            "{at:>5} {:>4} {:>4} {}",
            now.vector,
            now.scalar,
            bar(now.vector, most)
        )
    };
    let text = print_function(
        func,
        &PrintOptions {
            target: Some(info),
            prefix: Some(&prefix),
            ..PrintOptions::default()
        },
    );
    let words = "number, dwords live in vector and in scalar registers";
    let mut lines = vec![StageLine::new(words.to_string(), Vec::new()).faint()];
    lines.extend(places.split(&text));
    ranges.sort();
    let shown = ranges.len().min(MOST_RANGES);
    let words = match shown == ranges.len() {
        true => {
            "live ranges: from the instruction that defines a value to the last one that reads it".to_string()
        }
        false => format!("the first {shown} of {} live ranges", ranges.len()),
    };
    lines.push(StageLine::new(String::new(), Vec::new()));
    lines.push(StageLine::new(words, Vec::new()).faint());
    lines.extend(
        ranges
            .into_iter()
            .take(shown)
            .map(|(_, _, text)| StageLine::new(text, Vec::new())),
    );
    lines
}

/// The columns of a chart: a unit and its name for each, by file.
struct Columns {
    vector: Vec<(u16, String)>,
    scalar: Vec<(u16, String)>,
}

impl Columns {
    /// Of the registers that a function names.
    fn of(func: &MachineFunction) -> Columns {
        let registers = func.registers();
        let mut named: BTreeSet<(u8, u16, u16)> = BTreeSet::new();
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                let operands = func.operands(inst).iter().filter_map(|operand| operand.as_reg());
                for reg in operands.filter_map(|operand| operand.reg.as_physical()) {
                    let (file, number) = match numbered(reg) {
                        Some(Numbered::Vector(number)) => (0, number),
                        Some(Numbered::Accumulation(number)) => (1, number),
                        Some(Numbered::Scalar(number)) => (2, number),
                        None => continue,
                    };
                    let units = registers.units(reg);
                    named.extend(
                        units
                            .clone()
                            .map(|unit| (file, number + unit - units.start, unit)),
                    );
                }
            }
        }
        let of = |files: &[u8]| {
            let own = named.iter().filter(|column| files.contains(&column.0));
            own.map(|&(file, number, unit)| {
                let letter = ['v', 'a', 's'][usize::from(file)];
                (unit, format!("{letter}{number}"))
            })
            .collect()
        };
        Columns {
            vector: of(&[0, 1]),
            scalar: of(&[2]),
        }
    }

    fn all(&self) -> impl Iterator<Item = &(u16, String)> {
        self.vector.iter().chain(&self.scalar)
    }
}

/// The final code: beside each instruction the dwords that are live, and a chart with a column for each register.
pub(super) fn live_physical(code: &Code<'_>) -> Vec<StageLine> {
    let func = code.func;
    let columns = Columns::of(func);
    let has_chart = columns.vector.len() + columns.scalar.len() <= MOST_COLUMNS;
    let texts = code
        .blocks
        .iter()
        .flat_map(|block| &block.instructions)
        .map(|(_, text)| shown(text).chars().count());
    let width = texts.max().unwrap_or(0);
    let plain = |text: String| StageLine::new(text, Vec::new());
    let mut lines = vec![
        plain("dwords live in vector and in scalar registers at each instruction, and which registers".into())
            .faint(),
        plain("^ is written   v is read for the last time   x both   | is read   : is live   . is written in vain".into())
            .faint(),
    ];
    if has_chart {
        let height = columns.all().map(|(_, name)| name.len()).max().unwrap_or(0);
        for row in 0..height {
            let cell = |(_, name): &(u16, String)| name.chars().nth(row).unwrap_or(' ');
            let vector: String = columns.vector.iter().map(cell).collect();
            let scalar: String = columns.scalar.iter().map(cell).collect();
            lines.push(plain(format!("{:w$}{vector} {scalar}", "", w = 10 + width + 2)).faint());
        }
    }
    let liveness = PhysicalLiveness::compute(func);
    for block in &code.blocks {
        lines.push(code.head(block));
        // Live after each instruction, the last one first.
        let mut live = liveness.live_out(block.block).clone();
        let mut around: FxHashMap<Inst, (UnitSet, UnitSet)> = FxHashMap::default();
        for inst in func.block_insts(block.block).rev() {
            let behind = live.clone();
            step_backward(func, inst, &mut live);
            around.insert(inst, (live.clone(), behind));
        }
        for (inst, text) in &block.instructions {
            let Some((before, behind)) = around.get(inst) else {
                continue;
            };
            let accesses = accesses(func, *inst);
            let counts = |of: &[(u16, String)]| {
                let is_live = |unit: &u16| {
                    before.contains(*unit) || behind.contains(*unit) || accesses.1.contains(unit)
                };
                of.iter().filter(|(unit, _)| is_live(unit)).count()
            };
            let mark = |unit: u16| {
                let (read, written) = (accesses.0.contains(&unit), accesses.1.contains(&unit));
                match (read, written, behind.contains(unit)) {
                    (true, true, _) => 'x',
                    (false, true, true) => '^',
                    (false, true, false) => '.',
                    (true, false, true) => '|',
                    (true, false, false) => 'v',
                    (false, false, is_live) if is_live && before.contains(unit) => ':',
                    _ => ' ',
                }
            };
            let mut line = format!("{:>4} {:>4} ", counts(&columns.vector), counts(&columns.scalar));
            let _ = write!(line, "{:width$}", shown(text));
            if has_chart {
                line.push_str("  ");
                line.extend(columns.vector.iter().map(|(unit, _)| mark(*unit)));
                line.push(' ');
                line.extend(columns.scalar.iter().map(|(unit, _)| mark(*unit)));
            }
            lines.push(code.line(*inst, line.trim_end().to_string()));
        }
    }
    lines
}

/// The units that an instruction reads and those that it writes.
fn accesses(func: &MachineFunction, inst: Inst) -> (Vec<u16>, Vec<u16>) {
    let (mut read, mut written) = (Vec::new(), Vec::new());
    for operand in func.operands(inst).iter().filter_map(|operand| operand.as_reg()) {
        let Some(reg): Option<Reg> = operand.reg.as_physical() else {
            continue;
        };
        if operand.is_def() {
            written.extend(func.registers().units(reg));
        } else if !operand.is_undef() {
            read.extend(func.registers().units(reg));
        }
    }
    (read, written)
}

/// The first line of an instruction's text, not too long.
fn shown(text: &str) -> String {
    let line = text
        .trim_start()
        .lines()
        .next()
        .unwrap_or_default()
        .replace('\t', " ");
    match line.chars().count() > MOST_TEXT {
        true => line.chars().take(MOST_TEXT - 1).chain(['…']).collect(),
        false => line,
    }
}
