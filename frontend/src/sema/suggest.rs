//! Suggestions for unknown names.

use super::Sema;
use super::names::Binding;
use crate::builtins::generic_names;
use crate::token::Symbol;
use wavec_support::suggest::{did_you_mean, nearest};
use wavec_support::{Diagnostic, Span};

/// Names of families and of callable library functions, besides the generic builtins.
const FAMILIES: &[&str] = &[
    "barrier",
    "get_global_id",
    "get_global_offset",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
    "get_work_dim",
    "get_image_channel_data_type",
    "get_image_channel_order",
    "get_image_width",
    "get_image_height",
    "read_imagef",
    "read_imagei",
    "read_imageui",
    "write_imagef",
    "write_imagei",
    "write_imageui",
    "mem_fence",
    "printf",
    "select",
    "shuffle",
    "upsample",
    "atomic_add",
    "atomic_and",
    "atomic_cmpxchg",
    "atomic_dec",
    "atomic_inc",
    "atomic_max",
    "atomic_min",
    "atomic_or",
    "atomic_sub",
    "atomic_xchg",
    "atomic_xor",
];

/// The missing feature that a name of OpenCL needs.
fn missing_feature(name: &str) -> Option<&'static str> {
    let enqueue = matches!(
        name,
        "enqueue_kernel"
            | "enqueue_marker"
            | "get_default_queue"
            | "ndrange_1D"
            | "ndrange_2D"
            | "ndrange_3D"
            | "create_user_event"
            | "retain_event"
            | "release_event"
            | "set_user_event_status"
            | "is_valid_event"
            | "capture_event_profiling_info"
    ) || name.starts_with("get_kernel_");
    let pipe = name == "pipe"
        || name.ends_with("_pipe")
        || name.ends_with("reserve_read_pipe")
        || name.starts_with("get_pipe_")
        || name == "is_valid_reserve_id";
    if enqueue {
        Some("device-side enqueue")
    } else if pipe {
        Some("pipes")
    } else {
        None
    }
}

/// What is said of an unknown name, and the name that was meant.
type Unknown<'n> = (String, Option<&'n str>);

fn unsupported<'n>(name: &str, feature: &str) -> Unknown<'n> {
    let message = format!("'{name}' is not supported: this target has no {feature}");
    (message, None)
}

impl<'a> Sema<'_, 'a> {
    /// Reports that a name is misspelled: `meant`, if that is known, should be in its place.
    pub(crate) fn misspelled(&mut self, span: Span, message: String, meant: Option<&str>) {
        let mut diagnostic = Diagnostic::error(span, message);
        if let Some(meant) = meant
            && diagnostic.message.contains(&format!("'{}'", self.spelled(span)))
        {
            diagnostic = diagnostic.with_fix(span, meant);
        }
        if !self.fatal {
            self.diags.push(diagnostic);
        }
    }

    /// The text of a place; empty if it is none of the user's. It is not what was parsed if a macro made that.
    pub(crate) fn spelled(&self, span: Span) -> &str {
        match self.sources.contains(span) {
            true => self.sources.snippet(span),
            false => "",
        }
    }

    /// Reports an unknown name where an expression is expected.
    pub(crate) fn report_undeclared(&mut self, symbol: Symbol, called: bool, span: Span) {
        let (message, meant) = self.undeclared(symbol, called);
        let meant = meant.map(String::from);
        self.misspelled(span, message, meant.as_deref());
    }

    /// Reports an unknown name where a type is expected.
    pub(crate) fn report_unknown_type(&mut self, symbol: Symbol, span: Span) {
        let (message, meant) = self.unknown_type(symbol);
        let meant = meant.map(String::from);
        self.misspelled(span, message, meant.as_deref());
    }

    fn undeclared(&self, symbol: Symbol, called: bool) -> Unknown<'_> {
        let text = self.text(symbol);
        if let Some(feature) = missing_feature(text) {
            return unsupported(text, feature);
        }
        let scope = self.visible_names(|meaning| {
            !matches!(meaning, Binding::Typedef(..) | Binding::BuiltinType(_))
                && (!called || matches!(meaning, Binding::Function(_)))
        });
        let builtins = generic_names().chain(FAMILIES.iter().copied());
        let meant = nearest(text, scope);
        let meant = meant.or_else(|| nearest(text, builtins.filter(|_| called)));
        let message = format!("use of undeclared identifier '{text}'{}", did_you_mean(meant));
        (message, meant)
    }

    fn unknown_type(&self, symbol: Symbol) -> Unknown<'_> {
        let text = self.text(symbol);
        if let Some(feature) = missing_feature(text) {
            return unsupported(text, feature);
        }
        const BASIC: [&str; 12] = [
            "void", "char", "short", "int", "long", "float", "double", "half", "uchar", "ushort", "uint",
            "ulong",
        ];
        let scope = self.visible_names(|meaning| matches!(meaning, Binding::Typedef(..)));
        let meant = nearest(text, scope.chain(BASIC));
        let message = format!("unknown type name '{text}'{}", did_you_mean(meant));
        (message, meant)
    }
}
