//! Forms that llc compiles and wavec refuses, and why.

/// Names of forms (prefixes if they end in `*`) and the reason.
#[rustfmt::skip]
const REFUSED: &[(&str, &str)] = &[
    ("amdgcn.reloc.constant", "constants that graphics drivers fill in"),
    ("eh.sjlj.setjmp", "nothing returns twice"),
    ("experimental.memset.pattern.*", "made for targets with such a library function"),
    ("load.v2i65.p7.*", PACKED),
    ("load.volatile v2i65.p7.*", PACKED),
    ("store.v2i65.p7.*", PACKED),
    ("store.volatile v2i65.p7.*", PACKED),
    ("masked.compressstore.v1i1", PACKED),
    ("masked.compressstore.v2i33", PACKED),
    ("masked.compressstore.v2i65", PACKED),
    ("masked.compressstore.v32i1", PACKED),
    ("masked.compressstore.v3i1", PACKED),
    ("masked.expandload.v1i1", PACKED),
    ("masked.expandload.v2i33", PACKED),
    ("masked.expandload.v2i65", PACKED),
    ("masked.expandload.v32i1", PACKED),
    ("masked.expandload.v3i1", PACKED),
    ("masked.load.v1i1.*", PACKED),
    ("masked.load.v2i33.*", PACKED),
    ("masked.load.v2i65.*", PACKED),
    ("masked.load.v32i1.*", PACKED),
    ("masked.load.v3i1.*", PACKED),
    ("masked.store.v1i1.*", PACKED),
    ("masked.store.v2i33.*", PACKED),
    ("masked.store.v2i65.*", PACKED),
    ("masked.store.v32i1.*", PACKED),
    ("masked.store.v3i1.*", PACKED),
    ("smul.fix.i128", PRODUCT),
    ("smul.fix.i200", PRODUCT),
    ("smul.fix.i65", PRODUCT),
    ("smul.fix.v2i128", PRODUCT),
    ("smul.fix.v2i65", PRODUCT),
    ("smul.fix.sat.i128", PRODUCT),
    ("smul.fix.sat.i200", PRODUCT),
    ("smul.fix.sat.i65", PRODUCT),
    ("smul.fix.sat.v2i128", PRODUCT),
    ("smul.fix.sat.v2i65", PRODUCT),
    ("umul.fix.i128", PRODUCT),
    ("umul.fix.i200", PRODUCT),
    ("umul.fix.i65", PRODUCT),
    ("umul.fix.v2i128", PRODUCT),
    ("umul.fix.v2i65", PRODUCT),
    ("umul.fix.sat.i128", PRODUCT),
    ("umul.fix.sat.i200", PRODUCT),
    ("umul.fix.sat.i65", PRODUCT),
    ("umul.fix.sat.v2i128", PRODUCT),
    ("umul.fix.sat.v2i65", PRODUCT),
    ("vp.*", "operations with a vector length, made for targets that have one"),
];

/// LLVM lays them out by bytes here, and by bits where whole vectors are accessed.
const PACKED: &str = "the elements of such a vector begin within bytes";

const PRODUCT: &str = "products in more than 128 bits, which no source language has";

/// Why a form is refused, if it is in the list.
pub(super) fn reason(name: &str) -> Option<&'static str> {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    };
    REFUSED
        .iter()
        .find(|(pattern, _)| fits(pattern))
        .map(|&(_, why)| why)
}
