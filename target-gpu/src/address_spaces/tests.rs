//! Tests all pairs of address spaces with everything that moves, joins or drops accesses: accesses that may alias are
//! unchanged, all others are optimized.

use super::*;
use crate::intrinsics::REGISTRY;
use crate::ir_passes::annotate_uniform_loads;
use crate::machine_info::GpuMachineInfo;
use crate::machine_passes::merge_accesses;
use crate::registers::TABLES;
use crate::transform_info::TRANSFORM_INFO;
use wavec_codegen::CodegenOptions;
use wavec_codegen::mir::parse_function;
use wavec_codegen::passes::machine_scheduler::schedule_machine_function;
use wavec_ir::analysis::TargetTransformInfo;
use wavec_ir::passes::{
    lower_memory_intrinsics, opt_dead_stores, opt_gvn, opt_licm, opt_load_store_vectorize,
};
use wavec_ir::text::parse_module_text;
use wavec_ir::{Context, Function, Inst, Opcode};
use wavec_support::stats::Stats;

/// One that LLVM's guide does not define.
const UNKNOWN: u32 = 10;

/// A row for each space, `x` where the two may alias.
const EXPECTED: [&str; COUNT + 1] = [
    // 0123456789?
    "xx.xxxxxxxx", // flat
    "xx..x.xxxxx", // global
    "..x.......x", // region
    "x..x......x", // local
    "xx..x.xxxxx", // constant
    "x....x....x", // private
    "xx..x.xxxxx", // constant, 32 bits
    "xx..x.xxxxx", // buffer fat pointer
    "xx..x.xxxxx", // buffer resource
    "xx..x.xxxxx", // buffer strided pointer
    "xxxxxxxxxxx", // unknown
];

fn pairs() -> impl Iterator<Item = (u32, u32, bool)> {
    EXPECTED.iter().zip(0..).flat_map(|(row, a)| {
        let entry = move |(b, mark): (usize, char)| (a, b as u32, mark == 'x');
        row.chars().enumerate().map(entry)
    })
}

type Pass = fn(&mut Function, &mut Context, &dyn TargetTransformInfo) -> bool;

/// The function `f` of `%p` in space `a`, `%q` in space `b`, a resource `%r` and a number `%n`, after a pass.
fn after<T>(
    (a, b): (u32, u32),
    body: &str,
    pass: Pass,
    look: impl FnOnce(&Function, &Context, &[Inst]) -> T,
) -> T {
    let text = format!(
        "define amdgpu_kernel void @f(ptr addrspace({a}) align 16 %p, ptr addrspace({b}) align 16 %q, \
         <4 x i32> %r, i32 %n) {{\n{body}\n ret void\n}}"
    );
    let mut module = parse_module_text(&text, &REGISTRY).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let func = module.ctx.function_named("f").expect("it is there");
    let look = |func: &mut Function, ctx: &mut Context| {
        pass(func, ctx, &TRANSFORM_INFO);
        let all: Vec<Inst> = func
            .block_order()
            .iter()
            .flat_map(|&block| func.block_insts(block))
            .collect();
        look(func, ctx, &all)
    };
    module.with_body(func, look).expect("it has a body")
}

fn count(spaces: (u32, u32), body: &str, pass: Pass, opcode: Opcode) -> usize {
    after(spaces, body, pass, |func, _, all| {
        all.iter().filter(|&&inst| func.opcode(inst) == opcode).count()
    })
}

/// The number of blocks after the first with such an instruction: those of loops, before their exits.
fn stays_in_loop(spaces: (u32, u32), body: &str, opcode: Opcode) -> bool {
    after(spaces, body, opt_licm::run, |func, _, all| {
        let wanted = |&&inst: &&Inst| func.opcode(inst) == opcode;
        let block = |inst: Inst| func.inst_block(inst).expect("an instruction of a block");
        all.iter()
            .filter(wanted)
            .any(|&inst| func.loops().loop_of(block(inst)).is_some())
    })
}

fn in_loop(body: &str) -> String {
    format!(
        " br label %loop\nloop:\n %i = phi i32 [ 0, %0 ], [ %j, %loop ]\n{body}\n %j = add i32 %i, 1\n \
         %c = icmp slt i32 %j, %n\n br i1 %c, label %loop, label %exit\nexit:"
    )
}

/// Writes through `%p`, in its space: a store; for resources also the intrinsics.
fn writes(space: u32) -> Vec<&'static str> {
    const PLAIN: [&str; COUNT + 1] = [
        " store i32 7, ptr addrspace(0) %p",
        " store i32 7, ptr addrspace(1) %p",
        " store i32 7, ptr addrspace(2) %p",
        " store i32 7, ptr addrspace(3) %p",
        " store i32 7, ptr addrspace(4) %p",
        " store i32 7, ptr addrspace(5) %p",
        " store i32 7, ptr addrspace(6) %p",
        " store i32 7, ptr addrspace(7) %p",
        " store i32 7, ptr addrspace(8) %p",
        " store i32 7, ptr addrspace(9) %p",
        " store i32 7, ptr addrspace(10) %p",
    ];
    let mut all = vec![PLAIN[space as usize]];
    if space == BUFFER_RESOURCE {
        all.push(
            " call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 7, ptr addrspace(8) %p, i32 0, i32 0, i32 0)",
        );
        all.push(" call void @llvm.amdgcn.raw.buffer.store.i32(i32 7, <4 x i32> %r, i32 0, i32 0, i32 0)");
        all.push(
            " %old = call i32 @llvm.amdgcn.struct.ptr.buffer.atomic.add.i32(i32 7, ptr addrspace(8) %p, i32 0, i32 0, i32 0, i32 0)",
        );
    }
    all
}

/// Reads through `%p`.
fn reads(space: u32) -> Vec<String> {
    let mut all = vec![format!(" %x = load i32, ptr addrspace({space}) %p")];
    if space == BUFFER_RESOURCE {
        all.push(
            " %x = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %p, i32 0, i32 0, i32 0)"
                .into(),
        );
        all.push(" %x = call i32 @llvm.amdgcn.raw.buffer.load.i32(<4 x i32> %r, i32 0, i32 0, i32 0)".into());
    }
    all
}

#[test]
fn the_table_is_what_the_guide_says() {
    for (a, b, expected) in pairs() {
        assert_eq!(may_alias(a, b), expected, "spaces {a} and {b}");
        assert_eq!(may_alias(b, a), expected, "spaces {b} and {a}");
    }
    assert!(may_alias(UNKNOWN, UNKNOWN + 1));
}

#[test]
fn a_load_is_reused_unless_a_write_may_alias() {
    for (a, b, aliases) in pairs() {
        for write in writes(a) {
            let load = |name| format!(" %{name} = load i32, ptr addrspace({b}) %q");
            let body = format!("{}\n{write}\n{}\n %s = add i32 %v, %w", load("v"), load("w"));
            let expected = if aliases && !is_constant(b) { 2 } else { 1 };
            let loads = count((a, b), &body, opt_gvn::run, Opcode::Load);
            assert_eq!(loads, expected, "spaces {a} and {b}:{write}");
        }
    }
}

#[test]
fn a_load_leaves_a_loop_unless_a_write_may_alias() {
    for (a, b, aliases) in pairs() {
        for write in writes(a) {
            let body = in_loop(&format!("{write}\n %v = load i32, ptr addrspace({b}) %q"));
            let expected = aliases && !is_constant(b);
            assert_eq!(
                stays_in_loop((a, b), &body, Opcode::Load),
                expected,
                "spaces {a} and {b}:{write}"
            );
        }
    }
}

#[test]
fn a_store_sinks_out_of_a_loop_unless_a_read_may_alias() {
    for (a, b, aliases) in pairs() {
        for read in reads(a) {
            let body = in_loop(&format!("{read}\n store i32 %i, ptr addrspace({b}) %q"));
            // Constant memory cannot alias a store.
            let expected = aliases && !(is_constant(a) && read.contains("load i32"));
            assert_eq!(
                stays_in_loop((a, b), &body, Opcode::Store),
                expected,
                "spaces {a} and {b}:{read}"
            );
        }
    }
}

#[test]
fn an_overwritten_store_goes_unless_a_read_may_alias() {
    for (a, b, aliases) in pairs() {
        for read in reads(a) {
            let store = |value| format!(" store i32 {value}, ptr addrspace({b}) %q\n");
            let body = format!("{}{read}\n{}", store(1), store(2));
            let stores = count((a, b), &body, opt_dead_stores::run, Opcode::Store);
            assert_eq!(stores, if aliases { 2 } else { 1 }, "spaces {a} and {b}:{read}");
        }
    }
}

#[test]
fn neighbours_become_one_access_unless_what_is_between_may_alias() {
    // Spaces whose widest access has two words.
    for (a, b, aliases) in pairs().filter(|&(_, b, _)| b != UNKNOWN) {
        let next = format!(" %t = getelementptr i8, ptr addrspace({b}) %q, i32 4");
        for write in writes(a) {
            let body = format!(
                "{next}\n %v = load i32, ptr addrspace({b}) %q\n{write}\n %w = load i32, ptr addrspace({b}) %t\n \
                 %s = add i32 %v, %w\n store volatile i32 %s, ptr addrspace(5) null"
            );
            let loads = count((a, b), &body, opt_load_store_vectorize::run, Opcode::Load);
            let expected = if aliases && !is_constant(b) { 2 } else { 1 };
            assert_eq!(loads, expected, "spaces {a} and {b}:{write}");
        }
        for read in reads(a) {
            let body = format!(
                "{next}\n store i32 1, ptr addrspace({b}) %q\n{read}\n store i32 %x, ptr addrspace({b}) %t"
            );
            let stores = count((a, b), &body, opt_load_store_vectorize::run, Opcode::Store);
            assert_eq!(stores, if aliases { 2 } else { 1 }, "spaces {a} and {b}:{read}");
        }
    }
}

#[test]
fn copies_that_may_overlap_ask_which_way() {
    for (a, b, aliases) in pairs().filter(|&(a, b, _)| a <= LOCAL && b <= LOCAL) {
        let body = format!(
            " call void @llvm.memmove.p{a}.p{b}.i32(ptr addrspace({a}) %p, ptr addrspace({b}) %q, i32 %n, i1 false)"
        );
        let compares = after((a, b), &body, lower_memory_intrinsics::run, |func, ctx, all| {
            let of_pointers = |&&inst: &&Inst| {
                func.opcode(inst) == Opcode::ICmp && ctx.types.is_ptr(func.ty(func.arg(inst, 0)))
            };
            all.iter().filter(of_pointers).count()
        });
        assert_eq!(compares > 0, aliases, "spaces {a} and {b}");
    }
}

/// Whether a load of `%q`, global memory, may be a scalar one.
fn is_scalar(a: u32, body: &str) -> bool {
    let pass: Pass = |func, ctx, target| annotate_uniform_loads::run(func, ctx, target);
    after((a, GLOBAL), body, pass, |func, ctx, all| {
        let kind = ctx.symbols.find(annotate_uniform_loads::NO_CLOBBER);
        let load = all
            .iter()
            .copied()
            .find(|&inst| func.opcode(inst) == Opcode::Load)
            .expect("a load");
        kind.is_some_and(|kind| func.attachment(load, kind).is_some())
    })
}

#[test]
fn a_load_is_scalar_unless_a_write_before_it_may_alias() {
    for (a, _, aliases) in pairs().filter(|&(_, b, _)| b == GLOBAL) {
        for write in writes(a) {
            let body = format!("{write}\n %v = load i32, ptr addrspace(1) %q");
            assert_eq!(is_scalar(a, &body), !aliases, "space {a}:{write}");
        }
    }
}

#[test]
fn a_load_is_not_scalar_where_the_iteration_before_wrote() {
    let body = |offset: i32| {
        in_loop(&format!(
            " %a = getelementptr i32, ptr addrspace(1) %q, i32 %i\n %v = load i32, ptr addrspace(1) %a\n \
             %b = getelementptr i32, ptr addrspace(1) %a, i32 {offset}\n store i32 %n, ptr addrspace(1) %b"
        ))
    };
    assert!(!is_scalar(GLOBAL, &body(1)));
    assert!(!is_scalar(GLOBAL, &body(-1)));
    // If the address stays the same, offsets decide.
    let fixed = body(1).replace("%q, i32 %i", "%q, i32 %n");
    assert!(is_scalar(GLOBAL, &fixed));
    // Also after the loop: its last address is not that of earlier iterations.
    let after = in_loop(
        " %a = getelementptr i32, ptr addrspace(1) %q, i32 %i\n %b = getelementptr i32, ptr addrspace(1) %a, i32 4\n \
         store i32 %n, ptr addrspace(1) %b",
    );
    assert!(!is_scalar(
        GLOBAL,
        &format!("{after}\n %v = load i32, ptr addrspace(1) %a")
    ));
}

#[test]
fn a_load_is_issued_before_a_store_unless_they_may_alias() {
    for (a, b, aliases) in pairs() {
        let text = format!(
            "--- f
stage: two-address
livein: $sgpr0_sgpr1 -> %0:sreg_64
livein: $vgpr0 -> %1:vgpr_32
bb.0:
  %0:sreg_64 = COPY $sgpr0_sgpr1
  %1:vgpr_32 = COPY $vgpr0
  GLOBAL_STORE_DWORD_SADDR %1, %1, %0, 0, 0, implicit $exec :: (store (s32), align 4, addrspace {a})
  %7:vgpr_32 = GLOBAL_LOAD_DWORD_SADDR %0, %1, 64, 0, implicit $exec :: (load (s32), align 4, addrspace {b})
  %8:vgpr_32 = V_MUL_LO_U32_e64 %7, %7, implicit $exec
  %9:vgpr_32 = V_MUL_LO_U32_e64 %8, %7, implicit $exec
  GLOBAL_STORE_DWORD_SADDR %1, %9, %0, 128, 0, implicit $exec :: (store (s32), align 4, addrspace {a})
  SI_END_KERNEL
"
        );
        let mut func = parse_function(&text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"));
        schedule_machine_function(
            &mut func,
            &GpuMachineInfo::default(),
            &CodegenOptions::default(),
            &mut Stats::default(),
        );
        let text = func.to_string();
        let (load, store) = (text.find("GLOBAL_LOAD"), text.find("GLOBAL_STORE"));
        assert_eq!(load > store, aliases, "spaces {a} and {b}:\n{text}");
    }
}

/// Whether a pair of LDS accesses becomes one instruction with this in between.
fn become_one(pair: [&str; 2], between: &str) -> bool {
    let text = format!(
        "--- f
stage: selected-ssa
livein: $sgpr0_sgpr1 -> %0:sreg_64
livein: $vgpr0 -> %1:vgpr_32
bb.0:
  %0:sreg_64 = COPY $sgpr0_sgpr1
  %1:vgpr_32 = COPY $vgpr0
  %2:vgpr_32 = V_ADD_U32_e32 64, %1, implicit $exec
  {}
  {between}
  {}
  SI_END_KERNEL
",
        pair[0], pair[1]
    );
    let mut func = parse_function(&text, TABLES).unwrap_or_else(|error| panic!("{error}\n{text}"));
    merge_accesses::run(&mut func) != 0
}

/// Two reads, and two writes, of adjacent LDS addresses.
const READS: [&str; 2] = [
    "%7:vgpr_32 = DS_READ_B32 %1, 0, 0, implicit $exec :: (load (s32), align 4, addrspace 3)",
    "%8:vgpr_32 = DS_READ_B32 %1, 4, 0, implicit $exec :: (load (s32), align 4, addrspace 3)",
];
const WRITES: [&str; 2] = [
    "DS_WRITE_B32 %1, %1, 0, 0, implicit $exec :: (store (s32), align 4, addrspace 3)",
    "DS_WRITE_B32 %1, %1, 4, 0, implicit $exec :: (store (s32), align 4, addrspace 3)",
];

#[test]
fn local_accesses_become_pairs_unless_what_is_between_may_alias() {
    let memory = |flags: &str, rest: &str| format!(":: ({flags} (s32), align 4{rest})");
    let load = "%5:vgpr_32 = GLOBAL_LOAD_DWORD_SADDR %0, %1, 64, 0, implicit $exec";
    let store = "GLOBAL_STORE_DWORD_SADDR %1, %1, %0, 0, 0, implicit $exec";
    for space in (0..=UNKNOWN).filter(|&space| space != REGION) {
        let aliases = may_alias(space, LOCAL);
        let at = match space {
            FLAT => String::new(),
            _ => format!(", addrspace {space}"),
        };
        // Opcode, flags and ordering of the instruction in between, and whether it keeps reads and writes apart.
        for (inst, flags, order, apart) in [
            (load, "load", "", [false, aliases]),
            (store, "store", "", [aliases; 2]),
            (load, "load", ", monotonic", [true; 2]),
            (store, "store", ", release", [true; 2]),
            (load, "volatile load", "", [true; 2]),
            (store, "volatile store", "", [true; 2]),
            (store, "load store", "", [aliases; 2]),
        ] {
            let between = format!("{inst} {}", memory(flags, &format!("{at}{order}")));
            let found = [READS, WRITES].map(|pair| !become_one(pair, &between));
            assert_eq!(found, apart, "{between}");
        }
    }
    // The target of these is unknown.
    for between in [load, store, "S_BARRIER"] {
        assert_eq!(
            [READS, WRITES].map(|pair| become_one(pair, between)),
            [false; 2],
            "{between}"
        );
    }
}

#[test]
fn local_accesses_become_pairs_unless_the_same_bytes_are_between() {
    let at = |base: &str, offset: u32| {
        let memory = |kind: &str| format!(":: ({kind} (s32), align 4, addrspace 3)");
        [
            format!(
                "%5:vgpr_32 = DS_READ_B32 {base}, {offset}, 0, implicit $exec {}",
                memory("load")
            ),
            format!(
                "DS_WRITE_B32 {base}, %2, {offset}, 0, implicit $exec {}",
                memory("store")
            ),
        ]
    };
    // Bytes of the first, of both, of the second, adjacent ones, and from another, unknown base.
    for (base, offset, apart) in [
        ("%1", 0, true),
        ("%1", 2, true),
        ("%1", 4, true),
        ("%1", 6, true),
        ("%1", 8, false),
        ("%2", 128, true),
    ] {
        let [read, write] = at(base, offset);
        assert_eq!(!become_one(READS, &write), apart, "{write}");
        // The first of two writes moves down to the second: a read of the second's bytes does not matter.
        let apart = apart && (base, offset) != ("%1", 4) && (base, offset) != ("%1", 6);
        assert_eq!(!become_one(WRITES, &read), apart, "{read}");
    }
}
