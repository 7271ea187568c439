//! Functions in expressions that LLVM writes for what is known of a kernel only when the functions that it calls are.

use wavec_mc::asm::cursor::{align_to, fold};
use wavec_mc::inst::{BinaryOp, MCExpr};

/// The value of a function for these arguments; `None` if there is no such function of so many.
pub fn function(name: &str, args: &[MCExpr]) -> Option<MCExpr> {
    // Arguments that are used twice must not grow with each call.
    let is_small = |arg: &MCExpr| matches!(arg, MCExpr::Constant(_) | MCExpr::Symbol(..));
    match (name, args) {
        // Registers of both files: AGPRs start at a multiple of four.
        ("totalnumvgprs", [agprs, vgprs]) if args.iter().all(is_small) => {
            let both = fold(BinaryOp::Add, align_to(vgprs.clone(), 4), agprs.clone());
            let has_agprs = fold(BinaryOp::LogicalOr, agprs.clone(), MCExpr::Constant(0));
            let with_agprs = fold(BinaryOp::Mul, has_agprs, both);
            Some(fold(BinaryOp::Max, vgprs.clone(), with_agprs))
        }
        // VCC, the flat scratch base and the XNACK mask; on gfx942 all are always there.
        ("extrasgprs", [_, _, _]) => Some(MCExpr::Constant(6)),
        _ => None,
    }
}
