//! Which address spaces may alias: the single table used by the IR's alias analysis, memory operands of machine
//! instructions and everything that reorders accesses.
//!
//! There are three memories besides the scratch of each lane: global memory, which global, constant and buffer pointers
//! are views of; local memory; and the global data share. A flat pointer can reach all but the last.
//! (LLVM's user guide for AMDGPU, "Address Spaces".)

/// Any of the others except [`REGION`].
pub const FLAT: u32 = 0;
/// Global memory.
pub const GLOBAL: u32 = 1;
/// The global data share.
pub const REGION: u32 = 2;
/// Memory of the work-group: LDS.
pub const LOCAL: u32 = 3;
/// Global memory that nobody writes while the kernel runs.
pub const CONSTANT: u32 = 4;
/// Scratch memory of the lane.
pub const PRIVATE: u32 = 5;
/// [`CONSTANT`] in 32 bits.
pub const CONSTANT_32BIT: u32 = 6;
/// A buffer resource with an offset.
pub const BUFFER_FAT_POINTER: u32 = 7;
/// A buffer resource.
pub const BUFFER_RESOURCE: u32 = 8;
/// A buffer resource with an index and an offset.
pub const BUFFER_STRIDED_POINTER: u32 = 9;

/// How many address spaces there are.
const COUNT: usize = 10;

const fn bits(spaces: &[u32]) -> u16 {
    let mut mask = 0;
    let mut i = 0;
    while i < spaces.len() {
        mask |= 1 << spaces[i];
        i += 1;
    }
    mask
}

/// Views of global memory.
const GLOBAL_VIEWS: u16 = bits(&[
    GLOBAL,
    CONSTANT,
    CONSTANT_32BIT,
    BUFFER_FAT_POINTER,
    BUFFER_RESOURCE,
    BUFFER_STRIDED_POINTER,
]);

/// By address space, the ones that it may alias.
const MAY_ALIAS: [u16; COUNT] = {
    let flat = bits(&[FLAT]);
    let mut table = [GLOBAL_VIEWS | flat; COUNT];
    table[FLAT as usize] = GLOBAL_VIEWS | bits(&[FLAT, LOCAL, PRIVATE]);
    table[REGION as usize] = bits(&[REGION]);
    table[LOCAL as usize] = bits(&[FLAT, LOCAL]);
    table[PRIVATE as usize] = bits(&[FLAT, PRIVATE]);
    table
};

/// Whether accesses through address spaces `a` and `b` may overlap. Unknown spaces may alias anything.
pub fn may_alias(a: u32, b: u32) -> bool {
    match MAY_ALIAS.get(a as usize) {
        Some(others) if (b as usize) < COUNT => others >> b & 1 != 0,
        _ => true,
    }
}

/// Whether memory of this space never changes while the kernel runs.
pub fn is_constant(space: u32) -> bool {
    matches!(space, CONSTANT | CONSTANT_32BIT)
}

/// Whether memory of this space is private to a lane.
pub fn is_private(space: u32) -> bool {
    space == PRIVATE
}

#[cfg(test)]
mod tests;
