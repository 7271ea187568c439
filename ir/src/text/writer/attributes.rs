//! Attributes as text, in place or as numbered groups.

use super::constants::write_type;
use crate::attributes::{Attribute, AttributeValue};
use crate::context::Context;
use crate::entities::AttributeSet;
use crate::text::escape::write_quoted;
use fxhash::FxHashMap;
use std::fmt::Write;

/// Numbers of attribute groups, assigned at their first use.
#[derive(Default)]
pub(super) struct AttributeGroups {
    slots: FxHashMap<AttributeSet, u32>,
    order: Vec<AttributeSet>,
}

fn write_attribute(out: &mut String, ctx: &Context, attribute: &Attribute, in_group: bool) {
    let key = ctx.text(attribute.key);
    if attribute.quoted {
        write_quoted(out, key);
    } else {
        out.push_str(key);
    }
    match attribute.value {
        AttributeValue::None => {}
        AttributeValue::Int(value) => {
            let _ = match key {
                "align" if !in_group => write!(out, " {value}"),
                "align" | "alignstack" if in_group => write!(out, "={value}"),
                _ => write!(out, "({value})"),
            };
        }
        AttributeValue::Type(ty) => {
            out.push('(');
            write_type(out, ctx, ty);
            out.push(')');
        }
        AttributeValue::String(text) => {
            out.push('=');
            write_quoted(out, ctx.text(text));
        }
        AttributeValue::Raw(text) => {
            out.push('(');
            out.push_str(ctx.text(text));
            out.push(')');
        }
    }
}

/// Appends each attribute of `set` followed by a space.
pub(super) fn write_before(out: &mut String, ctx: &Context, set: AttributeSet) {
    for attribute in ctx.attributes.get(set) {
        write_attribute(out, ctx, attribute, false);
        out.push(' ');
    }
}

/// Appends each attribute of `set` after a space.
pub(super) fn write_after(out: &mut String, ctx: &Context, set: AttributeSet) {
    for attribute in ctx.attributes.get(set) {
        out.push(' ');
        write_attribute(out, ctx, attribute, false);
    }
}

impl AttributeGroups {
    /// The number of a group, assigned now if it has none; the empty set has none.
    pub(super) fn reserve(&mut self, set: AttributeSet) -> Option<u32> {
        if set == AttributeSet::EMPTY {
            return None;
        }
        let next = self.order.len() as u32;
        let slot = *self.slots.entry(set).or_insert(next);
        if slot == next {
            self.order.push(set);
        }
        Some(slot)
    }

    /// Appends ` #3`, nothing for the empty set.
    pub(super) fn write_ref(&mut self, out: &mut String, set: AttributeSet) {
        if let Some(slot) = self.reserve(set) {
            let _ = write!(out, " #{slot}");
        }
    }

    /// Appends the definitions of all groups that were used.
    pub(super) fn write_all(&self, out: &mut String, ctx: &Context) {
        if !self.order.is_empty() {
            out.push('\n');
        }
        for (slot, &set) in self.order.iter().enumerate() {
            let _ = write!(out, "attributes #{slot} = {{");
            for attribute in ctx.attributes.get(set) {
                out.push(' ');
                write_attribute(out, ctx, attribute, true);
            }
            out.push_str(" }\n");
        }
    }
}
