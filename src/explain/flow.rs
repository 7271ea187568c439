//! The control-flow graph of final code as a picture: blocks one below the other as in memory, branches beside them, and
//! behind them the regions in which lanes may be off.

use super::machine::Code;
use super::page::Escaped;
use std::fmt::Write;
use wavec_codegen::mir::Block;
use wavec_gpu_mc::target_flags;
use wavec_mc::InstrFlags;
use wavec_target_gpu::exec_regions;

/// Sizes in pixels.
const CHARACTER: f64 = 7.3;
const LINE: f64 = 16.0;
const PADDING: f64 = 8.0;
const GAP: f64 = 26.0;
/// How much a region is wider than the one in it.
const INSET: f64 = 12.0;
/// Distance of neighbouring branches.
const LANE: f64 = 14.0;
/// Most blocks that are drawn.
const MOST_BLOCKS: usize = 1500;

struct Drawn {
    block: Block,
    lines: Vec<String>,
    y: f64,
    height: f64,
}

struct Edge {
    from: usize,
    to: usize,
    label: String,
    /// The lane beside the blocks, counted from them.
    lane: usize,
}

/// The picture; `None` if there are too many blocks.
pub(super) fn draw(code: &Code<'_>) -> Option<String> {
    if code.blocks.len() > MOST_BLOCKS {
        return None;
    }
    let regions = exec_regions::compute(code.func);
    let text_of = |start| {
        let all = code.blocks.iter().flat_map(|block| &block.instructions);
        let mut found = all.filter(|(inst, _)| *inst == start);
        found.next().map_or("", |(_, text)| text.trim_start())
    };
    let mut y = PADDING;
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut deepest = 0;
    for listed in &code.blocks {
        let depth = regions[listed.block].len();
        deepest = deepest.max(depth);
        // A region's name stands above its first block.
        let above = drawn.last().map_or(0, |last: &Drawn| regions[last.block].len());
        let opened = depth.saturating_sub(above);
        y += opened as f64 * LINE;
        let lines = summary(code, listed);
        let height = lines.len() as f64 * LINE + PADDING;
        drawn.push(Drawn {
            block: listed.block,
            lines,
            y,
            height,
        });
        y += height + GAP;
    }
    let longest = drawn
        .iter()
        .flat_map(|block| &block.lines)
        .map(|line| line.chars().count());
    let width = longest.max().unwrap_or(1) as f64 * CHARACTER + 2.0 * PADDING;
    let (forward, backward) = edges(code, &drawn);
    let lanes = |edges: &[Edge]| edges.iter().map(|edge| edge.lane + 1).max().unwrap_or(0) as f64;
    let left = (deepest as f64 + 1.0) * INSET + (lanes(&backward) + 1.0) * LANE + 60.0;
    let right = left + width;
    let total = right + (deepest as f64 + 1.0) * INSET + (lanes(&forward) + 1.0) * LANE + 120.0;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg class=\"flow\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total:.0} {y:.0}\" width=\"{total:.0}\" \
         height=\"{y:.0}\" role=\"img\">"
    );
    let places: Vec<(f64, f64)> = drawn.iter().map(|block| (block.y, block.height)).collect();
    // Outer regions first, so that inner ones are drawn over them.
    for depth in 0..deepest {
        let mut at = 0;
        while at < drawn.len() {
            let region = regions[drawn[at].block].get(depth).map(|region| region.start);
            let mut end = at + 1;
            while end < drawn.len()
                && regions[drawn[end].block].get(depth).map(|region| region.start) == region
            {
                end += 1;
            }
            if let Some(start) = region {
                let inner = (deepest - depth) as f64;
                let opened = (regions[drawn[at].block].len() - depth) as f64;
                let top = places[at].0 - opened * LINE - 3.0;
                let bottom = places[end - 1].0 + places[end - 1].1 + inner * 3.0;
                let x = left - inner * INSET;
                let _ = writeln!(
                    out,
                    "<rect class=\"region\" x=\"{x:.0}\" y=\"{top:.0}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\"/>\n\
                     <text class=\"note\" x=\"{:.0}\" y=\"{:.0}\">EXEC: {}</text>",
                    width + 2.0 * inner * INSET,
                    bottom - top,
                    x + 6.0,
                    top + LINE - 3.0,
                    Escaped(text_of(start)),
                );
            }
            at = end;
        }
    }
    let edge_at = |out: &mut String, edge: &Edge, is_forward: bool| {
        let (from, to) = (places[edge.from], places[edge.to]);
        let (start, end) = (from.0 + from.1 - 6.0, to.0 + 8.0);
        let far = (deepest as f64 + 1.0) * INSET + (edge.lane as f64 + 1.0) * LANE;
        let (side, x, anchor) = match is_forward {
            true => (right, right + far, "start"),
            false => (left, left - far, "end"),
        };
        let tip = if is_forward { 5.0 } else { -5.0 };
        let _ = writeln!(
            out,
            "<path class=\"branch\" d=\"M{side:.0} {start:.0}H{x:.0}V{end:.0}H{side:.0}m{tip} -3.5L{side:.0} {end:.0}l{tip} 3.5\"/>\n\
             <text class=\"note\" text-anchor=\"{anchor}\" x=\"{:.0}\" y=\"{:.0}\">{}</text>",
            if is_forward { right + 4.0 } else { left - 4.0 },
            start - 3.0,
            Escaped(&edge.label),
        );
    };
    forward.iter().for_each(|edge| edge_at(&mut out, edge, true));
    backward.iter().for_each(|edge| edge_at(&mut out, edge, false));
    for (number, block) in drawn.iter().enumerate() {
        let _ = writeln!(
            out,
            "<rect class=\"block\" x=\"{left:.0}\" y=\"{:.0}\" width=\"{width:.0}\" height=\"{:.0}\" rx=\"3\"/>",
            block.y, block.height
        );
        for (row, line) in block.lines.iter().enumerate() {
            let _ = writeln!(
                out,
                "<text{} x=\"{:.0}\" y=\"{:.0}\">{}</text>",
                if row == 0 { " class=\"name\"" } else { "" },
                left + PADDING,
                block.y + LINE * (row as f64 + 1.0),
                Escaped(line)
            );
        }
        // Control falls through to the next block.
        let next = drawn.get(number + 1);
        let falls = next.filter(|next| {
            code.func.successors(block.block).contains(&next.block) && !always_branches(code, block.block)
        });
        if let Some(next) = falls {
            let x = right - 3.0 * PADDING;
            let (start, end) = (block.y + block.height, next.y);
            let _ = writeln!(
                out,
                "<path class=\"branch\" d=\"M{x:.0} {start:.0}V{end:.0}m-3.5 -5L{x:.0} {end:.0}l3.5 -5\"/>"
            );
        }
    }
    out.push_str("</svg>\n");
    Some(out)
}

/// What stands in the box of a block: its name, and how many instructions of which kind.
fn summary(code: &Code<'_>, listed: &wavec_target_gpu::emit::ListedBlock) -> Vec<String> {
    let name = code.block_name(listed.block);
    let head = match &listed.label {
        Some(label) => format!("{name} ({label})"),
        None => name,
    };
    let has = |flag: u64| {
        let own = listed.instructions.iter();
        own.filter(|(inst, _)| code.func.desc(*inst).target_flags() & flag != 0)
            .count()
    };
    let mut parts = Vec::new();
    for (count, word) in [
        (has(target_flags::VALU), "vector"),
        (has(target_flags::SALU), "scalar"),
        (has(target_flags::VMEM | target_flags::SMEM), "memory"),
        (has(target_flags::DS), "LDS"),
    ] {
        if count > 0 {
            parts.push(format!("{count} {word}"));
        }
    }
    let count = listed.instructions.len();
    let word = if count == 1 { "instruction" } else { "instructions" };
    let detail = match parts.is_empty() {
        true => format!("{count} {word}"),
        false => format!("{count} {word}: {}", parts.join(", ")),
    };
    vec![head, detail]
}

/// Whether the last instruction of a block is a branch without a condition.
fn always_branches(code: &Code<'_>, block: Block) -> bool {
    let last = code.func.block_insts(block).next_back();
    last.is_some_and(|last| code.func.desc(last).is(InstrFlags::BARRIER))
}

/// Branches down and up, each in a lane of its own where they overlap.
fn edges(code: &Code<'_>, drawn: &[Drawn]) -> (Vec<Edge>, Vec<Edge>) {
    let (mut forward, mut backward) = (Vec::new(), Vec::new());
    let place = |block| drawn.iter().position(|drawn| drawn.block == block);
    for (from, block) in drawn.iter().enumerate() {
        for inst in code.func.block_insts(block.block) {
            let desc = code.func.desc(inst);
            if !desc.is(InstrFlags::BRANCH) {
                continue;
            }
            let targets = code
                .func
                .operands(inst)
                .iter()
                .filter_map(|operand| operand.as_block());
            for to in targets.filter_map(place) {
                let name = desc.name().to_lowercase();
                let label = name
                    .trim_start_matches("s_cbranch_")
                    .trim_start_matches("s_")
                    .to_string();
                let edge = Edge {
                    from,
                    to,
                    label,
                    lane: 0,
                };
                if to > from { &mut forward } else { &mut backward }.push(edge);
            }
        }
    }
    for edges in [&mut forward, &mut backward] {
        assign_lanes(edges);
    }
    (forward, backward)
}

/// Short edges run near the blocks, longer ones around them.
fn assign_lanes(edges: &mut [Edge]) {
    let span = |edge: &Edge| (edge.from.min(edge.to), edge.from.max(edge.to));
    edges.sort_by_key(|edge| (span(edge).1 - span(edge).0, edge.from, edge.to));
    // By lane: the blocks that its edges pass.
    let mut lanes: Vec<Vec<(usize, usize)>> = Vec::new();
    for edge in edges {
        let (start, end) = span(edge);
        let is_free = |taken: &Vec<(usize, usize)>| taken.iter().all(|&(from, to)| end < from || to < start);
        let lane = lanes.iter().position(is_free).unwrap_or_else(|| {
            lanes.push(Vec::new());
            lanes.len() - 1
        });
        lanes[lane].push((start, end));
        edge.lane = lane;
    }
}
