// Builtin functions, generated from clang_builtins.td. Do not edit.

/// What kind of builtin function it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClangBuiltinKind {
    /// One of the operations on atomics, whose types the compiler checks itself.
    Atomic,
    /// In every language.
    Plain,
    /// A function of a library.
    Library,
    /// In some languages.
    Language,
    /// On processors with certain features.
    Target,
    /// A function of a library of the target.
    TargetLibrary,
}

/// A builtin function. Types, attributes and features are in clang's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClangBuiltin {
    /// Its name.
    pub name: &'static str,
    /// What its name begins with, where all functions of a target do.
    pub prefix: &'static str,
    /// Types of the result and the parameters; empty if there is no saying.
    pub ty: &'static str,
    /// Letters.
    pub attributes: &'static str,
    /// What the processor must have, as an expression.
    pub features: &'static str,
    /// The header that declares it, or nothing.
    pub header: &'static str,
    /// Languages that have it, as an expression.
    pub languages: &'static str,
    /// Its kind.
    pub kind: ClangBuiltinKind,
}

/// The functions of this name: more than one if languages have different ones.
pub fn clang_builtins_named(name: &str) -> impl Iterator<Item = &'static ClangBuiltin> + use<'_> {
    let rows = || CLANG_BUILTINS_BY_NAME.iter().map(|&index| &CLANG_BUILTINS[index as usize]);
    let from = CLANG_BUILTINS_BY_NAME.partition_point(|&index| CLANG_BUILTINS[index as usize].name < name);
    rows().skip(from).take_while(move |builtin| builtin.name == name)
}

/// The builtin functions, in clang's order.
pub static CLANG_BUILTINS: &[ClangBuiltin] = &[
    ClangBuiltin { name: "__toy_exchange", prefix: "", ty: "v.", attributes: "", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Atomic },
    ClangBuiltin { name: "_toy_count", prefix: "", ty: "iiC*Rz", attributes: "", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "_toy_number", prefix: "", ty: "iiC*Rz", attributes: "", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "ll_toy_count", prefix: "", ty: "LLiLLiC*Rz", attributes: "", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "ll_toy_number", prefix: "", ty: "LLiLLiC*Rz", attributes: "", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "__builtin_toy_halff", prefix: "", ty: "ffIifC*", attributes: "nc", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "__builtin_toy_halfl", prefix: "", ty: "LdLdIiLdC*", attributes: "nc", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "__builtin_toy_halff16", prefix: "", ty: "hhIihC*", attributes: "nc", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "__builtin_toy_anything", prefix: "", ty: "", attributes: "", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "__builtin_toy_length", prefix: "", ty: "zcC*", attributes: "FEz", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "toy_length", prefix: "", ty: "zcC*", attributes: "fz", features: "", header: "string.h", languages: "CXX_LANG", kind: ClangBuiltinKind::Library },
    ClangBuiltin { name: "__builtin_toy_print", prefix: "", ty: "icC*.", attributes: "Fp:0:N:1:<0,1>", features: "", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Plain },
    ClangBuiltin { name: "toy_print", prefix: "", ty: "icC*.", attributes: "fp:0:N:1:<0,1>", features: "", header: "toy/std-io.h", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Library },
    ClangBuiltin { name: "toy_enqueue", prefix: "", ty: "b.", attributes: "", features: "", header: "", languages: "OCL_TOY", kind: ClangBuiltinKind::Language },
    ClangBuiltin { name: "__builtin_toy_flush", prefix: "__builtin_toy_", ty: "vvDC*y&", attributes: "E", features: "", header: "toyintrin.h", languages: "ALL_TOY_LANGUAGES", kind: ClangBuiltinKind::TargetLibrary },
    ClangBuiltin { name: "__builtin_toy_sum", prefix: "__builtin_toy_", ty: "UOiE4fV2cUc*3", attributes: "nU", features: "toy2|toy3,sums", header: "", languages: "ALL_LANGUAGES", kind: ClangBuiltinKind::Target },
];

/// Indices of the functions by name.
pub static CLANG_BUILTINS_BY_NAME: &[u32] = &[
8,14,5,7,6,9,11,15,0,1,2,3,4,13,10,12,
];
