//! Names of overloaded functions, as clang has them: the Itanium C++ ABI, chapter 5.1, with the address spaces of the
//! target and the types of OpenCL as names of vendors.

use super::Lowerer;
use crate::types::{QualType, Scalar, Space, Ty, TypeKind, quals};

/// What can be repeated by its number: types with the qualifiers that count.
#[derive(Default)]
struct Mangler {
    out: String,
    seen: Vec<(Ty, u8, Option<Space>)>,
}

impl Lowerer<'_, '_, '_> {
    /// The symbol of the function `name` with these parameters.
    pub(super) fn mangled_name(&self, name: &str, params: &[QualType]) -> String {
        let mut mangler = Mangler {
            out: format!("_Z{}{name}", name.len()),
            seen: Vec::new(),
        };
        if params.is_empty() {
            mangler.out.push('v');
        }
        for param in params {
            self.mangle(&mut mangler, param.ty, 0, None);
        }
        mangler.out
    }

    /// Appends a type; `space` is the address space of an object that is pointed to.
    fn mangle(&self, to: &mut Mangler, ty: Ty, bits: u8, space: Option<Space>) {
        let kind = self.sema.types.kind(ty);
        let number = space.map_or(0, |space| self.sema.target.space_number(space));
        let bits = bits & (quals::CONST | quals::VOLATILE);
        let is_qualified = bits != 0 || number != 0;
        if !is_qualified && let Some(text) = self.builtin_code(kind) {
            to.out.push_str(&text);
            return;
        }
        let key = (ty, bits, space.filter(|_| number != 0));
        if let Some(index) = to.seen.iter().position(|seen| *seen == key) {
            to.out.push_str(&substitution(index));
            return;
        }
        if is_qualified {
            if number != 0 {
                let text = format!("AS{number}");
                to.out.push_str(&format!("U{}{text}", text.len()));
            }
            for (bit, letter) in [(quals::VOLATILE, 'V'), (quals::CONST, 'K')] {
                if bits & bit != 0 {
                    to.out.push(letter);
                }
            }
            self.mangle(to, ty, 0, None);
        } else {
            match kind {
                TypeKind::Pointer(pointee) => {
                    to.out.push('P');
                    self.mangle(to, pointee.ty, pointee.quals, Some(pointee.space));
                }
                TypeKind::Vector(scalar, count) => {
                    to.out.push_str(&format!("Dv{count}_"));
                    to.out.push_str(scalar_code(scalar));
                }
                TypeKind::Array(of, count) => {
                    to.out.push_str(&format!("A{count}_"));
                    self.mangle(to, of.ty, of.quals, None);
                }
                _ => {
                    let name = self.vendor_name(ty);
                    to.out.push_str(&format!("{}{name}", name.len()));
                }
            }
        }
        to.seen.push(key);
    }

    /// What stands for a type that is never repeated by its number.
    fn builtin_code(&self, kind: TypeKind) -> Option<String> {
        match kind {
            TypeKind::Scalar(scalar) => Some(scalar_code(scalar).into()),
            TypeKind::Void => Some("v".into()),
            _ => None,
        }
    }

    fn vendor_name(&self, ty: Ty) -> String {
        match self.sema.types.kind(ty) {
            TypeKind::Image(shape, access) => format!("ocl_{}_{}", shape.stem(), access.short_name()),
            TypeKind::Sampler => "ocl_sampler".into(),
            TypeKind::Event => "ocl_event".into(),
            _ => {
                let text = self.sema.type_name(QualType::new(ty));
                let text = text.rsplit(' ').next().unwrap_or(&text);
                text.chars()
                    .filter(|c| c.is_alphanumeric() || *c == '_')
                    .collect()
            }
        }
    }
}

/// `S_`, `S0_`, ..., in base 36.
fn substitution(index: usize) -> String {
    let Some(mut rest) = index.checked_sub(1) else {
        return "S_".into();
    };
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((rest % 36) as u32, 36).map_or('0', |digit| digit.to_ascii_uppercase()));
        rest /= 36;
        if rest == 0 {
            break;
        }
    }
    format!("S{}_", digits.iter().rev().collect::<String>())
}

fn scalar_code(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::Char => "c",
        Scalar::UChar => "h",
        Scalar::Short => "s",
        Scalar::UShort => "t",
        Scalar::Int => "i",
        Scalar::UInt => "j",
        Scalar::Long => "l",
        Scalar::ULong => "m",
        Scalar::Int128 => "n",
        Scalar::UInt128 => "o",
        Scalar::Half => "Dh",
        Scalar::BFloat => "DF16b",
        Scalar::Float => "f",
        Scalar::Double => "d",
    }
}
