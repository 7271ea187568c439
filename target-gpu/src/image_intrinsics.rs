//! What the intrinsics `image.*` do, by their names: code generation and the IR interpreter read them here.

use wavec_gpu_mc::INSTR_INFO;
use wavec_gpu_mc::subtarget::{ImageAddresses, Subtarget};
use wavec_mc::Opcode;

/// Dimensions: name, number in instructions, coordinates, derivatives in each of the two directions.
const DIMENSIONS: [(&str, i64, usize, usize); 8] = [
    ("1d", 0, 1, 1),
    ("2d", 1, 2, 2),
    ("3d", 2, 3, 3),
    ("cube", 3, 3, 2),
    ("1darray", 4, 2, 1),
    ("2darray", 5, 3, 2),
    ("2dmsaa", 6, 3, 0),
    ("2darraymsaa", 7, 4, 0),
];

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum Kind {
    Load,
    Store,
    Atomic,
    Sample,
}

/// What the name of an intrinsic says.
pub(crate) struct Access {
    /// What is behind `llvm.amdgcn.`.
    name: String,
    /// The name of the instruction, without sizes.
    base: String,
    /// What it does.
    pub kind: Kind,
    /// The number of the dimension.
    pub dimension: i64,
    /// How many coordinates there are.
    pub coordinates: usize,
    /// Derivatives in each of two directions; 0 if there are none.
    pub derivatives: usize,
    /// The parts of the address.
    pub has_offset: bool,
    pub has_bias: bool,
    pub has_reference: bool,
    pub has_level: bool,
    /// Whether samples are of level 0, or of the level that is the last part of the address; otherwise that is the least level.
    pub is_of_first_level: bool,
    pub is_level_given: bool,
    /// Whether the level is the result.
    pub is_level_asked: bool,
    /// The data are four elements, whatever the mask of channels is.
    pub is_gather: bool,
    /// A value to compare with comes after the one that is stored.
    pub is_exchange: bool,
}

impl Access {
    /// The access of an intrinsic without `llvm.amdgcn.`.
    pub(crate) fn parse(name: &str) -> Option<Access> {
        let (operation, dimension) = name.strip_prefix("image.")?.rsplit_once('.')?;
        let (_, dimension, coordinates, derivatives) =
            DIMENSIONS.into_iter().find(|row| row.0 == dimension)?;
        let mut parts = operation.split('.');
        let first = parts.next()?;
        let has = |part: &str| operation.split('.').skip(1).any(|other| other == part);
        let is_sample = matches!(first, "sample" | "gather4");
        let instruction = match operation {
            "getresinfo" => "IMAGE_GET_RESINFO".to_string(),
            "getlod" => "IMAGE_GET_LOD".to_string(),
            "msaa.load" => "IMAGE_MSAA_LOAD4".to_string(),
            "msaa.load.x" => "IMAGE_MSAA_LOAD".to_string(),
            "atomic.min.flt" => "IMAGE_ATOMIC_FMIN".to_string(),
            "atomic.max.flt" => "IMAGE_ATOMIC_FMAX".to_string(),
            _ => format!("IMAGE_{}", operation.replace('.', "_").to_uppercase()),
        };
        let has_derivatives = is_sample && (has("d") || has("cd"));
        Some(Access {
            name: name.into(),
            base: instruction,
            kind: match first {
                "store" => Kind::Store,
                "atomic" => Kind::Atomic,
                "sample" | "gather4" | "getlod" => Kind::Sample,
                _ => Kind::Load,
            },
            dimension,
            coordinates: if first == "getresinfo" { 0 } else { coordinates },
            derivatives: if has_derivatives { derivatives } else { 0 },
            has_offset: is_sample && has("o"),
            has_bias: is_sample && has("b"),
            has_reference: is_sample && has("c"),
            has_level: first == "getresinfo" || has("mip") || is_sample && (has("l") || has("cl")),
            is_of_first_level: is_sample && has("lz"),
            is_level_given: is_sample && has("l"),
            is_level_asked: first == "getlod",
            is_gather: first == "gather4" || operation == "msaa.load",
            is_exchange: operation == "atomic.cmpswap",
        })
    }

    /// The instruction, in the form that the processor has; `None` if it has none. `has_short_derivatives`: of 16 bits.
    pub(crate) fn instruction(&self, subtarget: &Subtarget, has_short_derivatives: bool) -> Option<Opcode> {
        let ImageAddresses {
            has_dimensions,
            has_tuples,
            ..
        } = subtarget.family.image_addresses;
        let base = format!(
            "{}{}{}",
            self.base,
            if has_short_derivatives && has_dimensions {
                "_G16"
            } else {
                ""
            },
            if has_tuples { "" } else { "_NSA1" }
        );
        // RDNA 4 has these under other names.
        let is_named = match self.name.strip_prefix("image.atomic.") {
            Some(rest) if rest.starts_with('f') => has_tuples,
            Some(rest) if rest.starts_with("min.flt") || rest.starts_with("max.flt") => !has_tuples,
            _ => true,
        };
        let base = INSTR_INFO.by_name(&base).filter(|_| is_named)?;
        subtarget.encoding(base).map(|_| base)
    }
}

/// The operand for a dimension: its number, or whether it is an array, as cubes are.
pub(crate) fn dimension(number: i64, subtarget: &Subtarget) -> i64 {
    match subtarget.family.image_addresses.has_dimensions {
        true => number,
        false => i64::from(matches!(number, 3 | 4 | 5 | 7)),
    }
}
