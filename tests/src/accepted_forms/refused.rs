//! Forms that llc compiles and wavec refuses, and why.

/// Names of forms (prefixes if they end in `*`) and the reason.
#[rustfmt::skip]
const REFUSED: &[(&str, &str)] = &[
    ("amdgcn.reloc.constant", "constants that graphics drivers fill in"),
    ("eh.sjlj.setjmp", "nothing returns twice"),
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
    ("vp.cttz.elts.*", "crashes LLVM with other types"),
];

/// LLVM lays them out by bytes here, and by bits where whole vectors are accessed.
const PACKED: &str = "the elements of such a vector begin within bytes";

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
