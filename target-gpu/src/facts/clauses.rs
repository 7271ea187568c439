//! Which memory instructions can form a clause, which the hardware issues without those of other waves in between.
//!
//! Source: AMD's references of the RDNA 2 to RDNA 4 instruction sets, `S_CLAUSE`, and the clauses that LLVM 22 forms.

/// The rules of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clauses {
    /// Most instructions of one.
    pub most: usize,
    /// Whether stores form clauses.
    pub of_stores: bool,
    /// Whether atomics, and images with and without samplers, are kinds of their own; otherwise they are loads.
    pub by_function: bool,
}

/// RDNA 2.
pub(super) const RDNA2: Clauses = Clauses {
    most: 63,
    of_stores: false,
    by_function: false,
};

/// RDNA 3 and 4.
pub(super) const RDNA3: Clauses = Clauses {
    most: 32,
    of_stores: true,
    by_function: true,
};
