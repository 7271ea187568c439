//! Builtin functions under the names that other compilers give them: those of OpenCL C as clang mangles them
//! (`_Z3sinf`; Itanium C++ ABI, chapter 5.1, with vendor qualifiers for address spaces), and those of AMD's device
//! libraries (`__ocml_sin_f32`, `__ockl_get_local_id`, and `__printf_alloc`, which LLVM makes of `printf`).

use crate::target::AddressSpaces;
use wavec_ir::{Context, FuncRef, Type};

/// A builtin function as OpenCL C declares it.
#[derive(PartialEq, Debug)]
pub struct Prototype<'a> {
    /// Its name.
    pub name: &'a str,
    /// The types of its parameters in OpenCL C.
    pub params: Vec<String>,
}

/// Reserves space in the buffer of `printf`.
const PRINTF_ALLOC: &str = "__printf_alloc";

/// Longest name that is read; those of builtin functions are much shorter.
const MAX_LENGTH: usize = 512;

/// Whether a symbol has one of these forms.
pub fn has_form(symbol: &str) -> bool {
    let prefixes = ["_Z", "__ocml_", "__ockl_", PRINTF_ALLOC];
    prefixes.iter().any(|prefix| symbol.starts_with(prefix))
}

/// What a declared function is named for, if its name has one of these forms.
pub fn prototype<'c>(ctx: &'c Context, func: FuncRef, spaces: &AddressSpaces) -> Option<Prototype<'c>> {
    let symbol = ctx.text(ctx.functions[func].name);
    if symbol.len() > MAX_LENGTH {
        return None;
    }
    if let Some(rest) = symbol.strip_prefix("_Z") {
        return demangle(rest, spaces);
    }
    let (_, params, _) = ctx.types.signature(ctx.functions[func].ty)?;
    if let Some(rest) = symbol.strip_prefix("__ocml_") {
        let (name, suffix) = rest.rsplit_once('_')?;
        let element = ["half", "float", "double"][["f16", "f32", "f64"].iter().position(|s| *s == suffix)?];
        let pointee = match name {
            "frexp" | "remquo" | "lgamma_r" => "int",
            _ => element,
        };
        let params = params.iter().map(|&ty| match ctx.types.address_space(ty) {
            Some(space) => Some(format!("{}{pointee} *", address_space(space, spaces)?)),
            None => type_name(ctx, ty),
        });
        let params = params.collect::<Option<_>>()?;
        return Some(Prototype { name, params });
    }
    let name = match symbol.strip_prefix("__ockl_") {
        Some(name) if name.starts_with("get_") => name,
        None if symbol == PRINTF_ALLOC => symbol,
        _ => return None,
    };
    let params = params.iter().map(|&ty| type_name(ctx, ty));
    let params = params.collect::<Option<_>>()?;
    Some(Prototype { name, params })
}

/// The type of OpenCL C of a result: a number, a vector of numbers, `void`, or a pointer to anything.
pub fn result_name(ctx: &Context, ty: Type, spaces: &AddressSpaces) -> Option<String> {
    match ctx.types.address_space(ty) {
        Some(space) => Some(format!("{}void *", address_space(space, spaces)?)),
        None => type_name(ctx, ty),
    }
}

/// The type of OpenCL C that is represented by a number or a vector of them, signed if it is an integer.
fn type_name(ctx: &Context, ty: Type) -> Option<String> {
    let (element, count) = match ctx.types.vector_parts(ty) {
        Some((element, count)) => (element, count),
        None => (ty, 1),
    };
    let name = match element {
        Type::I1 => "bool",
        Type::I8 => "char",
        Type::I16 => "short",
        Type::I32 => "int",
        Type::I64 => "long",
        Type::F16 => "half",
        Type::F32 => "float",
        Type::F64 => "double",
        Type::VOID => "void",
        _ => return None,
    };
    match count {
        1 => Some(name.to_string()),
        2 | 3 | 4 | 8 | 16 => Some(format!("{name}{count}")),
        _ => None,
    }
}

/// The qualifier of an address space, with a space after it.
fn address_space(number: u32, spaces: &AddressSpaces) -> Option<&'static str> {
    Some(match number {
        _ if number == spaces.generic => "",
        _ if number == spaces.global => "global ",
        _ if number == spaces.local => "local ",
        _ if number == spaces.constant => "constant ",
        _ if number == spaces.private => "private ",
        _ => return None,
    })
}

/// The function whose mangled name is `_Z` and this text.
fn demangle<'a>(text: &'a str, spaces: &AddressSpaces) -> Option<Prototype<'a>> {
    let mut demangler = Demangler {
        rest: text,
        seen: Vec::new(),
        spaces,
    };
    let name = demangler.source_name()?;
    let mut params = Vec::new();
    while !demangler.rest.is_empty() {
        params.push(demangler.ty()?);
    }
    if params == ["void"] {
        params.clear();
    }
    Some(Prototype { name, params })
}

struct Demangler<'a, 's> {
    rest: &'a str,
    /// Types that can be repeated by their number.
    seen: Vec<String>,
    spaces: &'s AddressSpaces,
}

impl<'a> Demangler<'a, '_> {
    fn eat(&mut self, prefix: &str) -> bool {
        let rest = self.rest.strip_prefix(prefix);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn number(&mut self) -> Option<usize> {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits.parse().ok()
    }

    /// A name after its length.
    fn source_name(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        let name = self.rest.get(..length)?;
        self.rest = &self.rest[length..];
        Some(name)
    }

    fn ty(&mut self) -> Option<String> {
        let scalars = [
            ("v", "void"),
            ("b", "bool"),
            ("c", "char"),
            ("a", "char"),
            ("h", "uchar"),
            ("s", "short"),
            ("t", "ushort"),
            ("i", "int"),
            ("j", "uint"),
            ("l", "long"),
            ("m", "ulong"),
            ("x", "long"),
            ("y", "ulong"),
            ("f", "float"),
            ("d", "double"),
            ("Dh", "half"),
        ];
        if let Some((_, name)) = scalars.iter().find(|(code, _)| self.eat(code)) {
            return Some(name.to_string());
        }
        if self.eat("S") {
            return self.repeated();
        }
        // Qualifiers and the type that they qualify are one that can be repeated; the type alone is another.
        let mut qualifiers = String::new();
        loop {
            if self.eat("U3AS") {
                let number = self.number()?.try_into().ok()?;
                qualifiers += address_space(number, self.spaces)?;
            } else if self.eat("V") {
                qualifiers += "volatile ";
            } else if self.eat("K") {
                qualifiers += "const ";
            } else {
                break;
            }
        }
        let ty = if !qualifiers.is_empty() {
            qualifiers + &self.ty()?
        } else if self.eat("P") {
            format!("{} *", self.ty()?)
        } else if self.eat("Dv") {
            let count = self.number()?;
            self.eat("_").then_some(())?;
            format!("{}{count}", self.ty()?)
        } else if self.eat("U7_Atomic") {
            format!("atomic_{}", self.ty()?)
        } else {
            vendor_type(self.source_name()?)?
        };
        self.seen.push(ty.clone());
        Some(ty)
    }

    /// A type that was there before: `_` is the first, `0_` the second, and so on in base 36.
    fn repeated(&mut self) -> Option<String> {
        let (digits, rest) = self.rest.split_once('_')?;
        self.rest = rest;
        let index = match digits {
            "" => 0,
            _ => usize::from_str_radix(digits, 36).ok()?.checked_add(1)?,
        };
        self.seen.get(index).cloned()
    }
}

/// The type of OpenCL C that clang names so: `ocl_image2d_ro`, `memory_order`.
fn vendor_type(name: &str) -> Option<String> {
    let Some(name) = name.strip_prefix("ocl_") else {
        return matches!(name, "memory_order" | "memory_scope").then(|| name.to_string());
    };
    if matches!(name, "sampler" | "event") {
        return Some(format!("{name}_t"));
    }
    let (shape, access) = name
        .rsplit_once('_')
        .filter(|(shape, _)| shape.starts_with("image"))?;
    let access = match access {
        "ro" => "read_only",
        "wo" => "write_only",
        "rw" => "read_write",
        _ => return None,
    };
    Some(format!("{access} {shape}_t"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(text: &str) -> Option<Vec<String>> {
        let spaces = AddressSpaces {
            private: 5,
            global: 1,
            constant: 4,
            local: 3,
            generic: 0,
        };
        demangle(text, &spaces).map(|prototype| prototype.params)
    }

    #[test]
    fn types_are_those_of_the_language() {
        assert_eq!(params("3maxDv4_jS_").unwrap(), ["uint4", "uint4"]);
        assert_eq!(params("12get_work_dimv").unwrap(), [""; 0]);
        assert_eq!(
            params("6vload4mPU3AS1Kh").unwrap(),
            ["ulong", "global const uchar *"]
        );
        assert_eq!(
            params("11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f").unwrap(),
            ["read_only image2d_t", "sampler_t", "float2"]
        );
        // The atomic type, the qualified one and the pointer come before the vector.
        assert_eq!(
            params("1fPU3AS3VU7_AtomiciDv2_fS2_S_S1_").unwrap(),
            [
                "local volatile atomic_int *",
                "float2",
                "float2",
                "atomic_int",
                "local volatile atomic_int *"
            ]
        );
        assert_eq!(
            params("20atomic_load_explicitPVU7_Atomici12memory_order12memory_scope").unwrap(),
            ["volatile atomic_int *", "memory_order", "memory_scope"]
        );
        for wrong in [
            "",
            "3si",
            "3sinQ",
            "3sinS_",
            "3sinDv4f",
            "99sin",
            "3sinPU3AS7f",
            "3sinS99999999999999_",
        ] {
            assert_eq!(params(wrong), None, "{wrong}");
        }
    }
}
