//! Types of intrinsics from the numbers of `TypeInfoGen`'s field `TypeSig`: what a number is, says the record of `IIT_Base`
//! that has it as its `Number`. Where several types match another, the number after is its slot among the overloaded ones,
//! with the kind of that slot in the lowest three bits.

use crate::record::{RecordId, RecordKeeper};
use fxhash::FxHashMap;
use wavec_support::Diagnostic;

type Result<T> = std::result::Result<T, Diagnostic>;

/// The types of an intrinsic as Rust expressions, see `TYPES` in the parent module.
pub(super) struct Signature {
    pub results: Vec<String>,
    pub parameters: Vec<String>,
    /// How many types a call can choose.
    pub overloads: usize,
}

/// What the numbers mean.
pub(super) struct TypeCodes<'k> {
    names: FxHashMap<i64, &'k str>,
}

/// Most vectors inside one another; LLVM has none in another.
const MAX_NESTING: usize = 8;

impl<'k> TypeCodes<'k> {
    pub fn read(keeper: &'k RecordKeeper) -> Result<Self> {
        let mut names = FxHashMap::default();
        for &record in keeper.derived_defs("IIT_Base") {
            let name = keeper.name(record);
            names.insert(
                keeper.get_int(record, "Number")?,
                name.strip_prefix("IIT_").unwrap_or(name),
            );
        }
        Ok(Self { names })
    }

    /// The types of an intrinsic.
    pub fn signature(&self, keeper: &RecordKeeper, intrinsic: RecordId) -> Result<Signature> {
        let info = keeper.get_def(intrinsic, "TypeInfo")?;
        let codes = keeper.get_list_of_ints(info, "TypeSig")?;
        let mut reader = Reader {
            names: &self.names,
            codes: &codes,
            next: 0,
            slots: 0,
        };
        reader.signature().ok_or_else(|| {
            let what = format!("has types that are none: {codes:?}, at number {}", reader.next);
            keeper.field_error(intrinsic, "TypeInfo", &what)
        })
    }
}

struct Reader<'a> {
    names: &'a FxHashMap<i64, &'a str>,
    codes: &'a [i64],
    next: usize,
    slots: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<i64> {
        let number = *self.codes.get(self.next)?;
        self.next += 1;
        Some(number)
    }

    fn signature(&mut self) -> Option<Signature> {
        let mut results = Vec::new();
        match self.codes.first().map(|first| self.names.get(first)) {
            // A type without a number, like `exnref`, is not there, to LLVM neither.
            None => {}
            Some(Some(&"Done")) => self.next = 1,
            Some(Some(&"STRUCT")) => {
                self.next = 1;
                // Two is the least.
                for _ in 0..self.number()?.checked_add(2)? {
                    results.push(self.one(0)?);
                }
            }
            _ => results.push(self.one(0)?),
        }
        let mut parameters = Vec::new();
        while self.next < self.codes.len() {
            parameters.push(self.one(0)?);
        }
        Some(Signature {
            results,
            parameters,
            overloads: self.slots,
        })
    }

    /// The slot that a type refers to.
    fn slot(&mut self) -> Option<i64> {
        Some(self.number()? >> 3)
    }

    fn one(&mut self, depth: usize) -> Option<String> {
        if depth > MAX_NESTING {
            return None;
        }
        let name = *self.names.get(&self.number()?)?;
        Some(match name {
            "MMX" => "T::Mmx".into(),
            "TOKEN" => "T::Token".into(),
            "METADATA" => "T::Metadata".into(),
            "EMPTYSTRUCT" => "T::EmptyStruct".into(),
            "VARARG" => "T::VarArg".into(),
            "F16" => "T::Half".into(),
            "BF16" => "T::BFloat".into(),
            "F32" => "T::Float".into(),
            "F64" => "T::Double".into(),
            "F128" => "T::Quad".into(),
            "PPCF128" => "T::DoubleDouble".into(),
            "AMX" => "T::Amx".into(),
            "AARCH64_SVCOUNT" => "T::SvCount".into(),
            // References of WebAssembly are pointers to address spaces of their own.
            "EXTERNREF" => "T::Pointer(10)".into(),
            "FUNCREF" => "T::Pointer(20)".into(),
            "PTR" => "T::Pointer(0)".into(),
            "ANYPTR" => format!("T::Pointer({})", self.number()?),
            "SCALABLE_VEC" => {
                let vector = self.one(depth + 1)?;
                format!("T::Scalable{}", vector.strip_prefix("T::Vector")?)
            }
            "ARG" => self.overloaded()?,
            "EXTEND_ARG" => format!("T::Extended({})", self.slot()?),
            "TRUNC_ARG" => format!("T::Truncated({})", self.slot()?),
            "VEC_ELEMENT" => format!("T::Element({})", self.slot()?),
            "SUBDIVIDE2_ARG" => format!("T::Subdivided({}, 2)", self.slot()?),
            "SUBDIVIDE4_ARG" => format!("T::Subdivided({}, 4)", self.slot()?),
            "VEC_OF_BITCASTS_TO_INT" => format!("T::BitsOf({})", self.slot()?),
            "ONE_NTH_ELTS_VEC_ARG" => format!("T::FewerElements({}, {})", self.number()?, self.number()?),
            "VEC_OF_ANYPTRS_TO_ELT" => {
                self.slots += 1;
                format!("T::PointersTo({}, {})", self.number()?, self.number()?)
            }
            "SAME_VEC_WIDTH_ARG" => format!("T::SameWidth({}, &{})", self.slot()?, self.one(depth + 1)?),
            _ => {
                if let Some(bits) = name.strip_prefix('I').and_then(|bits| bits.parse::<u32>().ok()) {
                    return Some(format!("T::Int({bits})"));
                }
                let count: u32 = name.strip_prefix('V')?.parse().ok()?;
                format!("T::Vector({count}, &{})", self.one(depth + 1)?)
            }
        })
    }

    /// A type that calls choose, or that of such a slot.
    fn overloaded(&mut self) -> Option<String> {
        const MATCH: i64 = 7;
        const KINDS: [&str; 5] = ["Any", "AnyInteger", "AnyFloat", "AnyVector", "AnyPointer"];
        let number = self.number()?;
        let (slot, kind) = (number >> 3, number & 7);
        if kind == MATCH {
            return Some(format!("T::Match({slot})"));
        }
        self.slots += 1;
        Some(format!("T::{}({slot})", KINDS.get(usize::try_from(kind).ok()?)?))
    }
}
