//! Properties of intrinsics as attributes of their declaration.

use crate::record::{RecordId, RecordKeeper};
use std::fmt::Write;
use wavec_support::Diagnostic;

type Result<T> = std::result::Result<T, Diagnostic>;

/// Accesses to each kind of memory: bit 0 reads, bit 1 writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MemoryEffects([u8; LOCATIONS.len()]);

/// Kinds of memory as declarations name them, in their order there; all other memory has no name.
const LOCATIONS: [&str; 6] = [
    "argmem",
    "inaccessiblemem",
    "errnomem",
    "",
    "target_mem0",
    "target_mem1",
];
const ARGUMENTS: usize = 0;
const INACCESSIBLE: usize = 1;
const OTHER: usize = 3;
const READ: u8 = 1;
const WRITE: u8 = 2;

impl MemoryEffects {
    const NONE: Self = Self([0; LOCATIONS.len()]);
    const UNKNOWN: Self = Self([READ | WRITE; LOCATIONS.len()]);

    /// Only these accesses, wherever.
    fn limit(&mut self, access: u8) {
        self.0.iter_mut().for_each(|known| *known &= access);
    }

    /// Only these kinds of memory, however.
    fn limit_to(&mut self, kept: &[usize]) {
        for (location, known) in self.0.iter_mut().enumerate() {
            if !kept.contains(&location) {
                *known = 0;
            }
        }
    }

    /// This access to no other memory than these.
    fn limit_access(&mut self, access: u8, kept: &[usize]) {
        for (location, known) in self.0.iter_mut().enumerate() {
            if !kept.contains(&location) {
                *known &= !access;
            }
        }
    }

    fn any(self) -> u8 {
        self.0.iter().fold(0, |any, known| any | known)
    }

    /// `memory(...)` as LLVM writes it; nothing if there is nothing known.
    fn attribute(self) -> Option<String> {
        const NAMES: [&str; 4] = ["none", "read", "write", "readwrite"];
        if self == Self::UNKNOWN {
            return None;
        }
        let other = self.0[OTHER];
        let mut parts = Vec::new();
        if other != 0 || self.any() == other {
            parts.push(NAMES[usize::from(other)].to_string());
        }
        let differing = (0..LOCATIONS.len()).filter(|&location| self.0[location] != other);
        parts.extend(differing.map(|location| {
            format!(
                "{}: {}",
                LOCATIONS[location],
                NAMES[usize::from(self.0[location])]
            )
        }));
        Some(format!("memory({})", parts.join(", ")))
    }
}

/// What is known of an intrinsic.
pub(super) struct Properties {
    memory: MemoryEffects,
    /// One bit for each of `FLAGS`.
    flags: u32,
    /// By index: the result, then the parameters; each with its kind, for the order.
    values: Vec<Vec<(usize, String)>>,
    /// Names of arguments and functions that print them: index of the parameter, name, function.
    pub names: Vec<(usize, String, String)>,
    pub is_commutative: bool,
    pub has_side_effects: bool,
}

/// Flags, and what they are in a declaration, in LLVM's order. Those with an empty spelling are none there.
const FLAGS: [(&str, &str); 14] = [
    ("Throws", ""),
    ("IntrNoReturn", "noreturn"),
    ("IntrNoCallback", "nocallback"),
    ("IntrNoSync", "nosync"),
    ("IntrNoFree", "nofree"),
    ("IntrWillReturn", "willreturn"),
    ("IntrCold", "cold"),
    ("IntrNoDuplicate", "noduplicate"),
    ("IntrNoMerge", "nomerge"),
    ("IntrConvergent", "convergent"),
    ("IntrSpeculatable", "speculatable"),
    ("IntrStrictFP", "strictfp"),
    ("IntrNoCreateUndefOrPoison", "nocreateundeforpoison"),
    ("IntrHasSideEffects", ""),
];

/// Classes of what values are, in LLVM's order.
const VALUE_CLASSES: [(&str, &str); 12] = [
    ("NoCapture", "captures(none)"),
    ("NoAlias", "noalias"),
    ("NoUndef", "noundef"),
    ("NonNull", "nonnull"),
    ("Returned", "returned"),
    ("ReadOnly", "readonly"),
    ("WriteOnly", "writeonly"),
    ("ReadNone", "readnone"),
    ("ImmArg", "immarg"),
    ("Align", "align"),
    ("Dereferenceable", "dereferenceable"),
    ("Range", "range"),
];

impl Properties {
    /// Reads those of an intrinsic: its own, then `defaults` if it takes them.
    pub fn read(
        keeper: &RecordKeeper,
        intrinsic: RecordId,
        parameters: usize,
        defaults: &[RecordId],
    ) -> Result<Self> {
        let mut properties = Self {
            memory: MemoryEffects::UNKNOWN,
            flags: 0,
            values: vec![Vec::new(); parameters + 1],
            names: Vec::new(),
            is_commutative: false,
            has_side_effects: false,
        };
        let own = keeper.get_list_of_defs(intrinsic, "IntrProperties")?;
        let takes_defaults = !keeper.get_bit(intrinsic, "DisableDefaultAttributes")?;
        for property in own
            .into_iter()
            .chain(defaults.iter().copied().filter(|_| takes_defaults))
        {
            properties.add(keeper, intrinsic, property)?;
        }
        for value in &mut properties.values {
            value.sort_by_key(|&(kind, _)| kind);
        }
        properties.names.sort_by_key(|&(argument, ..)| argument);
        Ok(properties)
    }

    fn add(&mut self, keeper: &RecordKeeper, intrinsic: RecordId, property: RecordId) -> Result<()> {
        let name = keeper.name(property);
        let wrong = |what: &str| Err(keeper.field_error(intrinsic, "IntrProperties", what));
        match name {
            "IntrNoMem" => self.memory = MemoryEffects::NONE,
            "IntrReadMem" if self.memory.any() & READ == 0 => {
                return wrong("has 'IntrReadMem' although it reads no memory by what stands before it");
            }
            "IntrReadMem" => self.memory.limit(READ),
            "IntrWriteMem" if self.memory.any() & WRITE == 0 => {
                return wrong("has 'IntrWriteMem' although it writes no memory by what stands before it");
            }
            "IntrWriteMem" => self.memory.limit(WRITE),
            "IntrArgMemOnly" => self.memory.limit_to(&[ARGUMENTS]),
            "IntrInaccessibleMemOnly" => self.memory.limit_to(&[INACCESSIBLE]),
            "IntrInaccessibleMemOrArgMemOnly" => self.memory.limit_to(&[ARGUMENTS, INACCESSIBLE]),
            "Commutative" => self.is_commutative = true,
            _ => {
                if let Some(flag) = FLAGS.iter().position(|&(flag, _)| flag == name) {
                    self.flags |= 1 << flag;
                    self.has_side_effects |= name == "IntrHasSideEffects";
                } else if keeper.is_subclass_of(property, "IntrRead") {
                    self.memory.limit_access(READ, &locations(keeper, property)?);
                } else if keeper.is_subclass_of(property, "IntrWrite") {
                    self.memory.limit_access(WRITE, &locations(keeper, property)?);
                } else {
                    return self.add_to_value(keeper, intrinsic, property);
                }
            }
        }
        Ok(())
    }

    /// A property of the result or a parameter.
    fn add_to_value(&mut self, keeper: &RecordKeeper, intrinsic: RecordId, property: RecordId) -> Result<()> {
        let is_names = keeper.is_subclass_of(property, "ArgInfo");
        let kind = VALUE_CLASSES
            .iter()
            .position(|&(class, _)| keeper.is_subclass_of(property, class));
        if kind.is_none() && !is_names {
            let what = format!("has '{}', which is no property", keeper.name(property));
            return Err(keeper.field_error(intrinsic, "IntrProperties", &what));
        }
        let index = keeper.get_int(property, "ArgNo")?;
        let value = usize::try_from(index)
            .ok()
            .filter(|&index| index < self.values.len());
        let Some(value) = value else {
            let what = format!(
                "has a property of argument {}, which there is not",
                index.saturating_sub(1)
            );
            return Err(keeper.field_error(intrinsic, "IntrProperties", &what));
        };
        let Some(kind) = kind else {
            return self.add_names(keeper, intrinsic, property, value);
        };
        let (class, spelling) = VALUE_CLASSES[kind];
        let text = match class {
            "Align" => format!("{spelling} {}", keeper.get_int(property, "Align")?),
            "Dereferenceable" => format!("{spelling}({})", keeper.get_int(property, "Bytes")?),
            "Range" => {
                let (lower, upper) = (
                    keeper.get_int(property, "Lower")?,
                    keeper.get_int(property, "Upper")?,
                );
                format!("{spelling}({lower}, {upper})")
            }
            _ => spelling.to_string(),
        };
        self.values[value].push((kind, text));
        Ok(())
    }

    fn add_names(
        &mut self,
        keeper: &RecordKeeper,
        intrinsic: RecordId,
        property: RecordId,
        value: usize,
    ) -> Result<()> {
        let Some(argument) = value.checked_sub(1) else {
            return Err(keeper.field_error(intrinsic, "IntrProperties", "has a name for the result"));
        };
        let (mut name, mut printer) = (String::new(), String::new());
        for part in keeper.get_list_of_defs(property, "Properties")? {
            if keeper.is_subclass_of(part, "ArgName") {
                name = keeper.get_string(part, "Name")?.to_string();
            } else if keeper.is_subclass_of(part, "ImmArgPrinter") {
                printer = keeper.get_string(part, "FuncName")?.to_string();
            }
        }
        self.names.push((argument, name, printer));
        Ok(())
    }

    /// The attributes of the declaration.
    pub fn attributes(&self) -> String {
        let has = |flag: usize| self.flags & 1 << flag != 0;
        let mut parts = Vec::new();
        if !has(0) {
            parts.push("nounwind".to_string());
        }
        let flags = FLAGS
            .iter()
            .enumerate()
            .filter(|&(flag, &(_, spelling))| has(flag) && !spelling.is_empty());
        parts.extend(flags.map(|(_, &(_, spelling))| spelling.to_string()));
        // What has effects beside memory must not look as if it had none.
        if !(self.memory == MemoryEffects::NONE && self.has_side_effects) {
            parts.extend(self.memory.attribute());
        }
        parts.join(" ")
    }

    /// Rust expressions: the attributes of each value that has some, by index, the result being -1.
    pub fn value_attributes(&self) -> String {
        let mut out = String::new();
        for (index, value) in self
            .values
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.is_empty())
        {
            let parts: Vec<&str> = value.iter().map(|(_, text)| text.as_str()).collect();
            let _ = write!(out, "({}, {:?}), ", index as i64 - 1, parts.join(" "));
        }
        out
    }
}

/// The kinds of memory that a property names.
fn locations(keeper: &RecordKeeper, property: RecordId) -> Result<Vec<usize>> {
    let mut locations = Vec::new();
    for location in keeper.get_list_of_defs(property, "MemLoc")? {
        let spelling = match keeper.name(location) {
            "InaccessibleMem" => "inaccessiblemem",
            "TargetMem0" => "target_mem0",
            "TargetMem1" => "target_mem1",
            name => {
                let what = format!("has '{name}', which is no kind of memory");
                return Err(keeper.field_error(property, "MemLoc", &what));
            }
        };
        locations.extend(LOCATIONS.iter().position(|&known| known == spelling));
    }
    Ok(locations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_written_as_in_declarations() {
        let text = |change: &dyn Fn(&mut MemoryEffects)| {
            let mut memory = MemoryEffects::UNKNOWN;
            change(&mut memory);
            memory.attribute().unwrap_or_default()
        };
        assert_eq!(text(&|_| ()), "");
        assert_eq!(text(&|m| m.limit(READ)), "memory(read)");
        assert_eq!(text(&|m| m.limit(0)), "memory(none)");
        assert_eq!(text(&|m| m.limit_to(&[ARGUMENTS])), "memory(argmem: readwrite)");
        assert_eq!(
            text(&|m| {
                m.limit_to(&[ARGUMENTS, INACCESSIBLE]);
                m.limit(WRITE);
            }),
            "memory(argmem: write, inaccessiblemem: write)"
        );
        assert_eq!(
            text(&|m| {
                m.limit_access(READ, &[4]);
                m.limit_access(WRITE, &[]);
            }),
            "memory(target_mem0: read)"
        );
        assert_eq!(
            text(&|m| m.limit_access(WRITE, &[INACCESSIBLE])),
            "memory(read, inaccessiblemem: readwrite)"
        );
    }
}
