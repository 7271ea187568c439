//! Removes stores that are never read: overwritten before any read, or to stack objects that are never read.
//!
//! Requires: nothing. Preserves: the control-flow graph. Cost: O(stores · limit).
//! Memory that others can see is tracked within a block only; stores to stack objects that are never read are dead
//! everywhere.

use crate::analysis::alias::{Alias, alias, location_of, may_read};
use crate::analysis::memory_effects::{Effects, effects, is_lifetime_marker, is_simple_access};
use crate::analysis::{TargetTransformInfo, Uses};
use crate::context::Context;
use crate::entities::{Block, Inst, Value};
use crate::function::Function;
use crate::inst::Opcode;
use crate::intrinsics::id;

/// Instructions examined after a store.
const MAX_STEPS: usize = 64;

/// Removes dead stores. Returns whether anything changed.
pub fn run(func: &mut Function, ctx: &mut Context, target: &dyn TargetTransformInfo) -> bool {
    func.resolve_aliases();
    let mut changed = remove_write_only_objects(func, ctx);
    for block in func.block_order().to_vec() {
        changed |= remove_overwritten(func, ctx, target, block);
    }
    changed
}

fn remove_overwritten(
    func: &mut Function,
    ctx: &Context,
    target: &dyn TargetTransformInfo,
    block: Block,
) -> bool {
    let stores: Vec<Inst> = func
        .block_insts(block)
        .filter(|&i| func.opcode(i) == Opcode::Store && is_simple_access(func, i))
        .collect();
    let mut changed = false;
    for store in stores {
        let Some(location) = location_of(func, ctx, store) else {
            continue;
        };
        let mut cursor = func.next_inst(store);
        let mut dead = false;
        for _ in 0..MAX_STEPS {
            let Some(inst) = cursor else { break };
            cursor = func.next_inst(inst);
            let opcode = func.opcode(inst);
            if opcode == Opcode::Store
                && is_simple_access(func, inst)
                && let Some(other) = location_of(func, ctx, inst)
                && other.size >= location.size
                && (other.pointer == location.pointer
                    || alias(func, ctx, target, other, location) == Alias::Must)
            {
                dead = true;
                break;
            }
            if opcode.is_terminator()
                || effects(func, ctx, inst).contains(Effects::MAY_NOT_RETURN)
                || may_read(func, ctx, target, inst, location)
            {
                break;
            }
        }
        if dead {
            func.remove_inst(store);
            changed = true;
        }
    }
    changed
}

/// Stack objects of which every use writes.
fn remove_write_only_objects(func: &mut Function, ctx: &Context) -> bool {
    let mut allocas: Vec<Inst> = Vec::new();
    for &block in func.block_order() {
        allocas.extend(
            func.block_insts(block)
                .filter(|&i| func.opcode(i) == Opcode::Alloca),
        );
    }
    if allocas.is_empty() {
        return false;
    }
    let uses = Uses::compute(func);
    let mut changed = false;
    for alloca in allocas {
        let Some(value) = func.result(alloca) else {
            continue;
        };
        if let Some(users) = only_writers(func, ctx, &uses, value) {
            // Addresses come before what uses them.
            for &user in users.iter().rev() {
                func.remove_inst(user);
            }
            func.remove_inst(alloca);
            changed = true;
        }
    }
    changed
}

fn only_writers(func: &Function, ctx: &Context, uses: &Uses, object: Value) -> Option<Vec<Inst>> {
    let mut users: Vec<Inst> = Vec::new();
    let mut pointers = vec![object];
    while let Some(pointer) = pointers.pop() {
        for user in uses.of(pointer) {
            // What wrote to another object that was removed is gone.
            if users.contains(&user) || func.inst_block(user).is_none() {
                continue;
            }
            if users.len() > 4 * MAX_STEPS {
                return None;
            }
            match func.opcode(user) {
                Opcode::GetElementPtr if func.arg(user, 0) == pointer => pointers.push(func.result(user)?),
                _ if func.is_pointer_cast(user) => pointers.push(func.result(user)?),
                Opcode::Store if func.arg(user, 0) != pointer && is_simple_access(func, user) => {}
                Opcode::Call if is_lifetime_marker(func, ctx, user) => {}
                Opcode::Call => {
                    let intrinsic = func.called_intrinsic(user, ctx)?;
                    let writes = matches!(intrinsic, id::MEMSET | id::MEMCPY | id::MEMMOVE);
                    let plain = func.as_int(*func.args(user).get(4)?, ctx) == Some(0);
                    if !writes || !plain || func.arg(user, 1) != pointer || func.arg(user, 2) == pointer {
                        return None;
                    }
                }
                _ => return None,
            }
            users.push(user);
        }
    }
    Some(users)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::UniformTarget;
    use crate::analysis::testing::REGISTRY;
    use crate::text::parse_module_text;

    fn stores_left(body: &str) -> usize {
        let text =
            format!("define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {{\n{body}\n ret void\n}}");
        let mut module = parse_module_text(&text, &REGISTRY).unwrap();
        let func = module.ctx.function_named("f").unwrap();
        module
            .with_body(func, |f, ctx| {
                run(f, ctx, &UniformTarget);
                let entry = f.entry().unwrap();
                f.block_insts(entry)
                    .filter(|&i| f.opcode(i) == Opcode::Store)
                    .count()
            })
            .unwrap()
    }

    #[test]
    fn overwritten_stores_go() {
        let twice = |middle: &str| {
            format!(" store i32 1, ptr addrspace(1) %p\n {middle}\n store i32 2, ptr addrspace(1) %p")
        };
        assert_eq!(stores_left(&twice("")), 1);
        assert_eq!(stores_left(&twice("%v = load i32, ptr addrspace(1) %q")), 2);
        assert_eq!(stores_left(&twice("fence release")), 2);
        assert_eq!(stores_left(&twice("store i32 3, ptr addrspace(1) %q")), 2);
    }

    #[test]
    fn objects_that_are_only_written_go() {
        let body = " %a = alloca [4 x i32], addrspace(5)\n %b = getelementptr i32, ptr addrspace(5) %a, i32 2\n store i32 1, ptr addrspace(5) %b";
        assert_eq!(stores_left(body), 0);
        let escapes = " %a = alloca i32, addrspace(5)\n store i32 1, ptr addrspace(5) %a\n store ptr addrspace(5) %a, ptr addrspace(1) %p";
        assert_eq!(stores_left(escapes), 2);
    }
}
