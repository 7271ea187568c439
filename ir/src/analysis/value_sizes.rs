//! Arrays and structs that are too large to be kept in registers, member by member.

use crate::context::Context;
use crate::entities::{Inst, Type};
use crate::function::Function;

/// Maximum number of members, down to scalars and vectors, of a value that an instruction produces or uses. Memory has
/// no such limit.
pub const MAX_MEMBERS: u64 = 4096;

/// The first instruction that produces or uses a value of more than [`MAX_MEMBERS`] members.
pub fn first_oversized(func: &Function, ctx: &Context) -> Option<Inst> {
    let is_oversized = |ty: Type| members_left(ctx, ty, MAX_MEMBERS).is_none();
    func.block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .find(|&inst| {
            is_oversized(func.inst(inst).ty) || func.args(inst).iter().any(|&arg| is_oversized(func.ty(arg)))
        })
}

/// How many of `limit` members remain after those of `ty`; `None` if it has more. An empty aggregate counts as a
/// member, so that at most `limit` are visited.
fn members_left(ctx: &Context, ty: Type, limit: u64) -> Option<u64> {
    if let Some((element, count)) = ctx.types.array_parts(ty) {
        let of_one = limit - members_left(ctx, element, limit)?;
        return limit.checked_sub(of_one.checked_mul(count)?.max(1));
    }
    if let Some((fields, _)) = ctx.types.struct_fields(ty)
        && !fields.is_empty()
    {
        return fields
            .iter()
            .try_fold(limit, |left, &field| members_left(ctx, field, left));
    }
    limit.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::{MAX_MEMBERS, members_left};
    use crate::analysis::testing::REGISTRY;
    use crate::context::Context;
    use crate::entities::Type;

    #[test]
    fn members_are_counted_down_to_scalars() {
        let mut ctx = Context::new(&REGISTRY);
        let row = ctx.types.array(Type::I8, 64);
        let rows = ctx.types.array(row, 64);
        let pair = ctx.types.struct_(&[row, Type::I32], false);
        assert_eq!(members_left(&ctx, Type::I64, MAX_MEMBERS), Some(MAX_MEMBERS - 1));
        assert_eq!(members_left(&ctx, pair, MAX_MEMBERS), Some(MAX_MEMBERS - 65));
        assert_eq!(members_left(&ctx, rows, MAX_MEMBERS), Some(0));
        let more = ctx.types.struct_(&[rows, Type::I8], false);
        assert_eq!(members_left(&ctx, more, MAX_MEMBERS), None);
        let huge = ctx.types.array(rows, u64::MAX);
        assert_eq!(members_left(&ctx, huge, MAX_MEMBERS), None);
    }

    #[test]
    fn structs_that_double_are_looked_at_up_to_the_limit() {
        let mut ctx = Context::new(&REGISTRY);
        let empty = [ctx.types.array(Type::I8, 0), ctx.types.struct_(&[], false)];
        for leaf in [Type::I8, empty[0], empty[1]] {
            let mut ty = leaf;
            for _ in 0..200 {
                ty = ctx.types.struct_(&[ty, ty], false);
            }
            assert_eq!(members_left(&ctx, ty, MAX_MEMBERS), None);
        }
    }
}
