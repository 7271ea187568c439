//! Pictures of graphs, for people: operands above their users, in layers.
//!
//! ```text
//!   what differs between lanes is warm, what is the same for a wave is cold
//!   values are black edges, chains dashed blue ones, glue red ones
//!   leaves (constants, registers, blocks) are written into the boxes of their users
//! ```
//!
//! The layers are longest paths; within a layer, nodes are placed at the average position of their operands (the
//! barycentre method of Sugiyama, Tagawa and Toda, 1981), in a few sweeps down and up.

use crate::dag::graph::SelectionDag;
use crate::dag::lowering::TargetLowering;
use crate::dag::node::{NodeId, NodeValue};
use crate::dag::pipeline::Picture;
use crate::dag::types::ValueType;
use cranelift_entity::EntityRef;
use fxhash::FxHashMap;
use std::fmt::Write;

/// Width of a character and height of a line of the boxes, in pixels.
const CHARACTER: f64 = 6.7;
const LINE: f64 = 15.0;
/// Width of a character of the title.
const TITLE_CHARACTER: f64 = 8.5;
/// Space between boxes and between layers.
const GAP: f64 = 24.0;
const LAYER_GAP: f64 = 46.0;
/// Sweeps that order the layers.
const SWEEPS: usize = 6;

struct BoxOfNode {
    node: NodeId,
    lines: Vec<String>,
    layer: usize,
    /// The middle of the upper edge.
    x: f64,
    y: f64,
    width: f64,
}

impl BoxOfNode {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE + 8.0
    }
}

struct Edge {
    from: usize,
    to: usize,
    kind: &'static str,
}

/// Draws a graph of a block of `function`.
pub fn draw(dag: &SelectionDag, target: &dyn TargetLowering, function: &str, title: &str) -> Picture {
    let (mut boxes, edges) = boxes_and_edges(dag, target);
    place(&mut boxes, &edges);
    let (svg, size) = svg(dag, &boxes, &edges, title);
    Picture {
        function: function.to_string(),
        block: dag.block_name.clone(),
        svg,
        size,
        dot: dot(dag, &boxes, &edges, title),
    }
}

/// Pictures, one below the other, as one Scalable Vector Graphics file.
pub fn sheet(pictures: &[Picture]) -> String {
    if let [only] = pictures {
        return only.svg.clone();
    }
    let width = pictures.iter().map(|picture| picture.size.0).max().unwrap_or(0);
    let height: u32 = pictures.iter().map(|picture| picture.size.1).sum();
    let mut out =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n");
    let mut y = 0;
    for picture in pictures {
        out.push_str(&picture.svg.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1));
        y += picture.size.1;
    }
    out.push_str("</svg>\n");
    out
}

/// Leaves are drawn inside their users, except the entry token, where chains start.
fn is_inline(dag: &SelectionDag, node: NodeId) -> bool {
    dag.num_operands(node) == 0 && NodeValue::from(node) != dag.entry()
}

fn boxes_and_edges(dag: &SelectionDag, target: &dyn TargetLowering) -> (Vec<BoxOfNode>, Vec<Edge>) {
    let mut boxes: Vec<BoxOfNode> = Vec::new();
    let mut edges = Vec::new();
    let mut index: FxHashMap<usize, usize> = FxHashMap::default();
    for node in dag.topological_order() {
        if is_inline(dag, node) {
            continue;
        }
        let number = boxes.len();
        index.insert(node.index(), number);
        let mut layer = 0;
        let mut shown = Vec::new();
        for operand in dag.operands(node) {
            if is_inline(dag, operand.node) {
                shown.push(dag.node_label(operand.node, Some(target)));
                continue;
            }
            shown.push(operand.to_string());
            let Some(&from) = index.get(&operand.node.index()) else {
                continue;
            };
            let kind = match dag.value_type(operand) {
                ValueType::OTHER => "chain",
                ValueType::GLUE => "glue",
                _ => "value",
            };
            edges.push(Edge {
                from,
                to: number,
                kind,
            });
            layer = layer.max(boxes[from].layer + 1);
        }
        let types: Vec<String> = dag.result_types(node).iter().map(ToString::to_string).collect();
        let mut lines = vec![format!("{node}: {}", dag.node_label(node, Some(target)))];
        // Operands in pieces, so that boxes stay narrow.
        for piece in shown.chunks(4) {
            lines.push(piece.join(", "));
        }
        lines.push(format!("-> {}", types.join(", ")));
        let longest = lines.iter().map(|line| line.chars().count()).max();
        boxes.push(BoxOfNode {
            node,
            lines,
            layer,
            x: 0.0,
            y: 0.0,
            width: longest.unwrap_or(1) as f64 * CHARACTER + 14.0,
        });
    }
    (boxes, edges)
}

/// Assigns positions to the boxes.
fn place(boxes: &mut [BoxOfNode], edges: &[Edge]) {
    let count = boxes.iter().map(|b| b.layer + 1).max().unwrap_or(0);
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, node) in boxes.iter().enumerate() {
        layers[node.layer].push(number);
    }
    let mut neighbours: Vec<[Vec<usize>; 2]> = vec![[Vec::new(), Vec::new()]; boxes.len()];
    for edge in edges {
        neighbours[edge.to][0].push(edge.from);
        neighbours[edge.from][1].push(edge.to);
    }
    let mut y = 40.0;
    for layer in &layers {
        spread(boxes, layer);
        let mut height = 0.0f64;
        for &number in layer {
            boxes[number].y = y;
            height = height.max(boxes[number].height());
        }
        y += height + LAYER_GAP;
    }
    for sweep in 0..SWEEPS {
        let side = sweep % 2;
        let order: Vec<usize> = if side == 0 {
            (0..count).collect()
        } else {
            (0..count).rev().collect()
        };
        for layer in order {
            let centre = |number: usize| {
                let list = &neighbours[number][side];
                if list.is_empty() {
                    return boxes[number].x;
                }
                list.iter().map(|&other| boxes[other].x).sum::<f64>() / list.len() as f64
            };
            let mut keyed: Vec<(f64, usize)> = layers[layer]
                .iter()
                .map(|&number| (centre(number), number))
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            layers[layer] = keyed.into_iter().map(|(_, number)| number).collect();
            spread(boxes, &layers[layer]);
        }
    }
}

/// Places the boxes of a layer side by side, centered.
fn spread(boxes: &mut [BoxOfNode], layer: &[usize]) {
    let total: f64 = layer.iter().map(|&number| boxes[number].width + GAP).sum();
    let mut x = -total / 2.0;
    for &number in layer {
        let width = boxes[number].width;
        boxes[number].x = x + width / 2.0;
        x += width + GAP;
    }
}

/// The picture, and its width and height in pixels.
fn svg(dag: &SelectionDag, boxes: &[BoxOfNode], edges: &[Edge], title: &str) -> (String, (u32, u32)) {
    let left = boxes.iter().map(|b| b.x - b.width / 2.0).fold(0.0, f64::min) - GAP;
    let title = format!("{title}, block {}", dag.block_name);
    let title_width = title.chars().count() as f64 * TITLE_CHARACTER + 16.0;
    let right = boxes.iter().map(|b| b.x + b.width / 2.0).fold(0.0, f64::max) + GAP;
    let right = right.max(left + title_width);
    let bottom = boxes.iter().map(|b| b.y + b.height()).fold(0.0, f64::max) + GAP;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} 0 {:.0} {bottom:.0}\" width=\"{:.0}\" \
         height=\"{bottom:.0}\" font-family=\"monospace\" font-size=\"11\">\n<style>path{{fill:none}} \
         .value{{stroke:#333}} .chain{{stroke:#36c;stroke-dasharray:5 3}} .glue{{stroke:#c33}}</style>",
        right - left,
        right - left
    );
    let _ = writeln!(
        out,
        "<text x=\"{:.0}\" y=\"22\" font-size=\"14\">{}</text>",
        left + 8.0,
        escaped(&title)
    );
    for edge in edges {
        let (from, to) = (&boxes[edge.from], &boxes[edge.to]);
        let (start, end) = (from.y + from.height(), to.y);
        let middle = f64::midpoint(start, end);
        let _ = writeln!(
            out,
            "<path class=\"{}\" d=\"M{:.1} {start:.1}C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {end:.1}\"/>",
            edge.kind, from.x, from.x, to.x, to.x
        );
    }
    for node in boxes {
        let fill = if dag.is_divergent(node.node) {
            "#fde6c8"
        } else {
            "#dcebf7"
        };
        let left = node.x - node.width / 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"{fill}\" stroke=\"#555\"/>",
            node.y,
            node.width,
            node.height()
        );
        for (number, line) in node.lines.iter().enumerate() {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 7.0,
                node.y + LINE * (number as f64 + 1.0),
                escaped(line)
            );
        }
    }
    out.push_str("</svg>\n");
    (out, ((right - left).ceil() as u32, bottom.ceil() as u32))
}

fn dot(dag: &SelectionDag, boxes: &[BoxOfNode], edges: &[Edge], title: &str) -> String {
    let mut out = format!(
        "digraph \"{title}, block {}\" {{\n  node [shape=box, style=filled, fontname=monospace];\n",
        dag.block_name.replace('"', "'")
    );
    for node in boxes {
        let fill = if dag.is_divergent(node.node) {
            "#fde6c8"
        } else {
            "#dcebf7"
        };
        let label = node.lines.join("\\l").replace('"', "'");
        let _ = writeln!(
            out,
            "  {} [label=\"{label}\\l\", fillcolor=\"{fill}\"];",
            node.node
        );
    }
    for edge in edges {
        let style = match edge.kind {
            "chain" => " [style=dashed, color=blue]",
            "glue" => " [color=red]",
            _ => "",
        };
        let _ = writeln!(
            out,
            "  {} -> {}{style};",
            boxes[edge.from].node, boxes[edge.to].node
        );
    }
    out.push_str("}\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
