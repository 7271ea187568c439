//! Metadata as text. Nodes get their numbers at their first use, a node before its operands.

use super::constants::write_typed_constant;
use crate::context::Context;
use crate::entities::{MetadataId, Symbol};
use crate::metadata::{Metadata, MetadataField};
use crate::text::escape::{write_escaped, write_quoted};
use fxhash::FxHashMap;
use std::fmt::Write;

/// Numbers of nodes.
#[derive(Default)]
pub(super) struct MetadataSlots {
    slots: FxHashMap<MetadataId, u32>,
    order: Vec<MetadataId>,
    /// Whether nodes keep the numbers that they have in the module.
    pub(super) own_numbers: bool,
}

/// Kinds of specialized nodes that are always written in place.
fn is_inline(ctx: &Context, node: &Metadata) -> bool {
    match node {
        Metadata::String(_) | Metadata::Constant(..) => true,
        Metadata::Specialized { kind, .. } => matches!(ctx.text(*kind), "DIExpression" | "DIArgList"),
        _ => false,
    }
}

impl MetadataSlots {
    /// The number of `node`, assigned now if it has none; then its operands get theirs.
    pub(super) fn number(&mut self, ctx: &Context, node: MetadataId) -> u32 {
        if self.own_numbers {
            return node.as_u32();
        }
        if let Some(&slot) = self.slots.get(&node) {
            return slot;
        }
        let slot = self.order.len() as u32;
        let mut stack = vec![node];
        while let Some(id) = stack.pop() {
            let data = &ctx.metadata.nodes[id];
            if !is_inline(ctx, data) {
                if self.slots.contains_key(&id) {
                    continue;
                }
                self.slots.insert(id, self.order.len() as u32);
                self.order.push(id);
            }
            match data {
                Metadata::Node { operands, .. } => stack.extend(operands.iter().rev().flatten()),
                Metadata::Specialized { fields, .. } => {
                    stack.extend(fields.iter().rev().filter_map(|f| match f.1 {
                        MetadataField::Node(id) => Some(id),
                        MetadataField::Text(_) => None,
                    }));
                }
                _ => {}
            }
        }
        slot
    }

    /// Appends `!7`, or a string or constant in place.
    pub(super) fn write_ref(&mut self, out: &mut String, ctx: &Context, node: MetadataId) {
        let data = &ctx.metadata.nodes[node];
        if is_inline(ctx, data) {
            self.write_contents(out, ctx, data);
        } else {
            let slot = self.number(ctx, node);
            let _ = write!(out, "!{slot}");
        }
    }

    fn write_contents(&mut self, out: &mut String, ctx: &Context, node: &Metadata) {
        match node {
            // Left behind by a broken reader or pass; `!{}` keeps the text readable.
            Metadata::Forward => out.push_str("!{}"),
            Metadata::String(text) => {
                out.push('!');
                write_quoted(out, ctx.text(*text));
            }
            Metadata::Constant(_, constant) => write_typed_constant(out, ctx, *constant),
            Metadata::Node { distinct, operands } => {
                out.push_str(if *distinct { "distinct !{" } else { "!{" });
                for (i, operand) in operands.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    match operand {
                        Some(operand) => self.write_ref(out, ctx, *operand),
                        None => out.push_str("null"),
                    }
                }
                out.push('}');
            }
            Metadata::Specialized {
                distinct,
                kind,
                fields,
            } => {
                out.push_str(if *distinct { "distinct !" } else { "!" });
                out.push_str(ctx.text(*kind));
                out.push('(');
                for (i, (name, value)) in fields.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    if let Some(name) = name {
                        out.push_str(ctx.text(*name));
                        out.push_str(": ");
                    }
                    match value {
                        MetadataField::Node(id) => self.write_ref(out, ctx, *id),
                        MetadataField::Text(text) => out.push_str(ctx.text(*text)),
                    }
                }
                out.push(')');
            }
        }
    }

    /// Appends `!name` of an attachment or of named metadata.
    pub(super) fn write_name(out: &mut String, ctx: &Context, name: Symbol) {
        out.push('!');
        let text = ctx.text(name);
        for (i, c) in text.char_indices() {
            let plain = c.is_ascii_alphabetic()
                || matches!(c, '-' | '$' | '.' | '_')
                || (i > 0 && c.is_ascii_digit());
            if plain {
                out.push(c);
            } else {
                let mut escaped = String::new();
                write_escaped(&mut escaped, &text[i..i + c.len_utf8()]);
                if escaped.starts_with('\\') && escaped.len() > 2 {
                    out.push_str(&escaped);
                } else {
                    let _ = write!(out, "\\{:02X}", c as u32);
                }
            }
        }
    }

    /// Appends ` !kind !7` for each attachment, each after `separator`.
    pub(super) fn write_attachments(
        &mut self,
        out: &mut String,
        ctx: &Context,
        attachments: &[(Symbol, MetadataId)],
        separator: &str,
    ) {
        for &(kind, node) in attachments {
            out.push_str(separator);
            MetadataSlots::write_name(out, ctx, kind);
            out.push(' ');
            self.write_ref(out, ctx, node);
        }
    }

    /// Appends named metadata and then all numbered nodes.
    pub(super) fn write_all(&mut self, out: &mut String, ctx: &Context) {
        if !ctx.metadata.named.is_empty() {
            out.push('\n');
        }
        for (name, nodes) in &ctx.metadata.named {
            MetadataSlots::write_name(out, ctx, *name);
            out.push_str(" = !{");
            for (i, &node) in nodes.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                self.write_ref(out, ctx, node);
            }
            out.push_str("}\n");
        }
        if !self.order.is_empty() {
            out.push('\n');
        }
        let mut next = 0;
        while let Some(&id) = self.order.get(next) {
            let _ = write!(out, "!{next} = ");
            self.write_contents(out, ctx, &ctx.metadata.nodes[id]);
            out.push('\n');
            next += 1;
        }
    }
}
