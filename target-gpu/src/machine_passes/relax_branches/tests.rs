//! Branches with all scalar registers in use: each leads, perhaps through others, to its original target.

use super::{far_branches, reach, run};
use crate::machine_passes::branches;
use crate::registers::{NUM_SGPRS, TABLES};
use std::fmt::Write;
use wavec_codegen::mir::{Block, Inst, MachineFunction, parse_function};
use wavec_codegen::options::CodegenOptions;
use wavec_gpu_mc::opcodes;
use wavec_mc::InstrFlags;

/// Every scalar register is read here.
fn reads_all() -> String {
    let mut text = String::new();
    for n in 0..NUM_SGPRS {
        let _ = writeln!(text, "  $vgpr0 = V_MOV_B32_e32 $sgpr{n}, implicit $exec");
    }
    text + "  $vgpr0 = V_MOV_B32_e32 $vcc_lo, implicit $exec\n  $vgpr0 = V_MOV_B32_e32 $vcc_hi, implicit $exec\n"
}

fn writes_all() -> String {
    let mut text = String::new();
    for n in 0..NUM_SGPRS {
        let _ = writeln!(text, "  $sgpr{n} = S_MOV_B32 {n}");
    }
    text + "  $vcc_lo = S_MOV_B32 1\n  $vcc_hi = S_MOV_B32 2\n"
}

fn relaxed(text: &str, branch_bits: u32) -> (MachineFunction, Vec<(Inst, Block)>) {
    let mut func = parse_function(text, TABLES).expect("machine IR");
    let old: Vec<(Inst, Block)> = func
        .layout
        .blocks()
        .flat_map(|block| func.block_insts(block))
        .filter_map(|inst| Some((inst, branches::target(&func, inst)?)))
        .collect();
    let options = CodegenOptions {
        branch_bits: Some(branch_bits),
        ..CodegenOptions::default()
    };
    run(&mut func, &options).expect("branches can be relaxed");
    assert!(far_branches(&func, reach(&options)).is_empty(), "all are near");
    (func, old)
}

/// The predecessors of `block` through branches alone.
fn destination(func: &MachineFunction, mut block: Block) -> Block {
    while let Some(first) = func.layout.first_inst(block)
        && func.opcode(first) == opcodes::S_BRANCH
    {
        block = branches::target(func, first).expect("a branch");
    }
    block
}

/// Checks branches, edges, and that no further register is written.
fn check(func: &MachineFunction, old: &[(Inst, Block)]) {
    for &(branch, target) in old {
        let new = branches::target(func, branch).expect("a branch");
        assert_eq!(destination(func, new), target);
    }
    for block in func.layout.blocks() {
        let mut expected: Vec<Block> = func
            .block_insts(block)
            .filter_map(|inst| branches::target(func, inst))
            .collect();
        let last = func.layout.last_inst(block);
        if last.is_none_or(|last| !func.desc(last).is(InstrFlags::BARRIER)) {
            expected.extend(func.layout.next_block(block));
        }
        expected.sort();
        expected.dedup();
        let mut found = func.successors(block).to_vec();
        found.sort();
        assert_eq!(found, expected, "successors of {block}");
    }
}

#[test]
fn branches_go_over_islands_where_no_register_is_free() {
    let (writes, reads) = (writes_all(), reads_all());
    let text = format!(
        "--- f\nstage: allocated\nbb.0:\n{writes}  S_CMP_EQ_U32 $sgpr0, 1, implicit-def $scc\n  S_CBRANCH_SCC1 %bb.3, implicit $scc\n\
         bb.1:\n{reads}  S_BRANCH %bb.3\nbb.2:\n{reads}  S_BRANCH %bb.4\n\
         bb.3:\n{reads}  S_CMP_EQ_U32 $sgpr0, 2, implicit-def $scc\n  S_CBRANCH_SCC0 %bb.1, implicit $scc\n  S_BRANCH %bb.2\n\
         bb.4:\n{reads}  S_ENDPGM 0\n"
    );
    for bits in [6, 7, 8] {
        let (func, old) = relaxed(&text, bits);
        check(&func, &old);
        let getpc = func.layout.blocks().flat_map(|block| func.block_insts(block));
        assert!(
            getpc
                .into_iter()
                .all(|inst| func.opcode(inst) != opcodes::S_GETPC_B64)
        );
    }
}

#[test]
fn a_condition_that_is_read_at_the_target_is_kept() {
    let body = "  $vgpr0 = V_MOV_B32_e32 $sgpr0, implicit $exec\n".repeat(100);
    let text = format!(
        "--- f\nstage: allocated\nbb.0:\n  S_CMP_EQ_U32 $sgpr0, 1, implicit-def $scc\n  S_CBRANCH_VCCZ %bb.2, implicit $vcc\n\
         bb.1:\n{body}  S_ENDPGM 0\n\
         bb.2:\n  $sgpr1 = S_CSELECT_B32 1, 2, implicit $scc\n  S_ENDPGM 0\n"
    );
    let (func, old) = relaxed(&text, 6);
    check(&func, &old);
}
