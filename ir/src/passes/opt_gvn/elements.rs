//! Loads of elements of vectors that an earlier load or store has put in registers.

use super::{Gvn, is_castable};
use crate::analysis::alias::{access_size, is_invariant_load};
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Inst, Type, Value};
use crate::function::Function;
use crate::inst::Opcode;
use crate::passes::opt_sroa::gep_offset;
use smallvec::SmallVec;

/// Sizes of vectors whose elements are looked for.
const VECTOR_BYTES: [u64; 4] = [8, 12, 16, 32];

impl Gvn<'_> {
    /// What `load` reads, as an element of a vector known to be in memory.
    pub(super) fn element(&mut self, load: Inst, block: Block, ty: Type, pointer: Value) -> Option<Value> {
        if !self.has_vectors || self.ctx.types.is_vector(ty) {
            return None;
        }
        let size = access_size(self.ctx, ty);
        let (base, offset) = constant_step(self.func, self.ctx, pointer).unwrap_or((pointer, 0));
        let mut starts: SmallVec<[(Value, u64); 2]> = SmallVec::new();
        starts.push((pointer, 0));
        if let Ok(offset) = u64::try_from(offset)
            && offset != 0
            && offset.is_multiple_of(size)
        {
            starts.push((base, offset));
        }
        for (start, offset) in starts {
            for whole in VECTOR_BYTES {
                if offset + size > whole {
                    continue;
                }
                let Some(&known) = self.loads.get(&(start, whole)) else {
                    continue;
                };
                let vector = self.func.resolve(known.value);
                let Some((element, count)) = self.ctx.types.vector_parts(self.func.ty(vector)) else {
                    continue;
                };
                let fits = access_size(self.ctx, element) == size && whole == size * u64::from(count);
                if !fits || (element != ty && !is_castable(self.ctx, element, ty)) {
                    continue;
                }
                if !is_invariant_load(self.func, self.ctx, self.target, load)
                    && self.is_clobbered(known, load, block)
                {
                    continue;
                }
                let mut b = Builder::before(self.func, self.ctx, load);
                let index = b.i32((offset / size) as i32);
                let value = b.extract_element(vector, index);
                return Some(match element == ty {
                    true => value,
                    false => b.cast(Opcode::BitCast, value, ty),
                });
            }
        }
        None
    }
}

/// The pointer that `pointer` is at a constant distance from, if it is computed so, and the distance in bytes.
fn constant_step(func: &Function, ctx: &Context, pointer: Value) -> Option<(Value, i128)> {
    let step = func.def_inst(pointer)?;
    if func.opcode(step) != Opcode::GetElementPtr {
        return None;
    }
    let offset = gep_offset(func, ctx, step)?;
    Some((func.arg(step, 0), offset))
}
