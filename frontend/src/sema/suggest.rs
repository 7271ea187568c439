//! What a name that means nothing may have been meant to be.

use super::Sema;
use super::names::Binding;
use crate::builtins::generic_names;
use crate::token::Symbol;

/// Longest name that is compared with others.
const LONGEST: usize = 64;

/// Names of families and of library functions that people call, besides the generic builtins.
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

/// How many single-character changes (exchange of neighbours included) make `a` of `b`; `None` if more than `most`.
fn distance(a: &[u8], b: &[u8], most: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    // Three rows of the table: the one before the last is for exchanges.
    let mut older = [0usize; LONGEST + 1];
    let mut last: [usize; LONGEST + 1] = std::array::from_fn(|i| i);
    let mut row = [0usize; LONGEST + 1];
    for (i, &x) in a.iter().enumerate() {
        row[0] = i + 1;
        let mut least = row[0];
        for (j, &y) in b.iter().enumerate() {
            let mut cost = (last[j] + (x != y) as usize).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                cost = cost.min(older[j - 1] + 1);
            }
            row[j + 1] = cost;
            least = least.min(cost);
        }
        if least > most {
            return None;
        }
        std::mem::swap(&mut older, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    Some(last[b.len()]).filter(|&cost| cost <= most)
}

/// The nearest of `candidates` to `name`; the first of several.
pub fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() < 2 || name.len() > LONGEST {
        return None;
    }
    // A third of the name may be wrong.
    let mut most = name.len().div_ceil(3);
    let mut best = None;
    for candidate in candidates {
        if candidate.len() > LONGEST || candidate == name {
            continue;
        }
        if let Some(cost) = distance(name.as_bytes(), candidate.as_bytes(), most) {
            // Two letters have little in common with two other letters.
            if cost * 2 >= candidate.len().max(name.len()) {
                continue;
            }
            best = Some(candidate);
            if cost == 0 {
                break;
            }
            most = cost - 1;
        }
    }
    best
}

/// What a name of OpenCL needs that this compiler does not have.
fn missing_feature(name: &str) -> Option<&'static str> {
    let image = name.starts_with("read_image")
        || name.starts_with("write_image")
        || name.starts_with("get_image_")
        || name.starts_with("CLK_ADDRESS_")
        || name.starts_with("CLK_FILTER_")
        || name.starts_with("CLK_NORMALIZED_COORDS_");
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
    if image {
        Some("images")
    } else if enqueue {
        Some("device-side enqueue")
    } else if pipe {
        Some("pipes")
    } else {
        None
    }
}

impl<'a> Sema<'_, 'a> {
    /// The message for a name that means nothing where an expression is wanted.
    pub(crate) fn undeclared(&self, symbol: Symbol, called: bool) -> String {
        let text = self.text(symbol);
        if let Some(feature) = missing_feature(text) {
            return format!("'{text}' is not supported: this target has no {feature}");
        }
        let scope = self.visible_names(|meaning| {
            !matches!(meaning, Binding::Typedef(_) | Binding::BuiltinType(_))
                && (!called || matches!(meaning, Binding::Function(_)))
        });
        let builtins = generic_names().chain(FAMILIES.iter().copied());
        let meant = nearest(text, scope);
        match meant.or_else(|| nearest(text, builtins.filter(|_| called))) {
            Some(meant) => format!("use of undeclared identifier '{text}'; did you mean '{meant}'?"),
            None => format!("use of undeclared identifier '{text}'"),
        }
    }

    /// The message for a name that should be a type.
    pub(crate) fn unknown_type(&self, symbol: Symbol) -> String {
        let text = self.text(symbol);
        if let Some(feature) = missing_feature(text) {
            return format!("'{text}' is not supported: this target has no {feature}");
        }
        const BASIC: [&str; 12] = [
            "void", "char", "short", "int", "long", "float", "double", "half", "uchar", "ushort", "uint",
            "ulong",
        ];
        let scope = self.visible_names(|meaning| matches!(meaning, Binding::Typedef(_)));
        match nearest(text, scope.chain(BASIC)) {
            Some(meant) => format!("unknown type name '{text}'; did you mean '{meant}'?"),
            None => format!("unknown type name '{text}'"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn nearest_names() {
        let names = ["count", "length", "width", "a", "accumulate"];
        let find = |name| nearest(name, names.into_iter());
        assert_eq!(find("cuont"), Some("count"));
        assert_eq!(find("lenght"), Some("length"));
        assert_eq!(find("acumulate"), Some("accumulate"));
        assert_eq!(find("cnt"), None);
        assert_eq!(find("b"), None);
        assert_eq!(find("height"), None);
    }
}
