//! Tests of whole allocations on a small machine; the checker proves every allocation.

mod generate;

use crate::mir::{MachineBuilder, MachineFunction, Stage, parse_function, verify_function};
use crate::options::CodegenOptions;
use crate::passes::{coalesce, dead_code, machine_scheduler, phi_elimination, two_address};
use crate::regalloc::{AllocationError, allocate_registers, checker, expand_copies};
use crate::test_machine::run;
use crate::test_random::Random;
use crate::test_target::*;
use generate::Generator;
use wavec_mc::RegClassId;
use wavec_support::stats::Stats;

fn options(scalar: u32, vector: u32) -> CodegenOptions {
    CodegenOptions {
        register_limits: limits(scalar, vector),
        verify_each: true,
        ..CodegenOptions::default()
    }
}

/// All passes from SSA to physical registers.
fn compile(func: &mut MachineFunction, options: &CodegenOptions) -> Result<Stats, AllocationError> {
    let mut stats = Stats::new();
    let check = |func: &MachineFunction| verify_function(func, &TestTarget).unwrap_or_else(|e| panic!("{e}"));
    check(func);
    if func.stage == Stage::SelectedSsa {
        phi_elimination::eliminate_phis(func, &TestTarget, &mut stats);
        check(func);
    }
    if func.stage == Stage::NoPhis {
        two_address::lower_two_address(func, &TestTarget, &mut stats);
        check(func);
    }
    coalesce::coalesce_registers(func, &TestTarget, &mut stats);
    check(func);
    machine_scheduler::schedule_machine_function(func, &TestTarget, options, &mut stats);
    check(func);
    dead_code::eliminate_dead_code(func, &TestTarget, &mut stats);
    allocate_registers(func, &TestTarget, options, &mut stats)?;
    check(func);
    Ok(stats)
}

fn compile_text(text: &str, options: &CodegenOptions) -> Result<(String, Stats), AllocationError> {
    let mut func = parse_function(text, tables()).unwrap_or_else(|e| panic!("{e}"));
    let stats = compile(&mut func, options)?;
    Ok((func.to_string(), stats))
}

#[test]
fn straight_line_code_needs_no_copies() {
    let text = "--- f
livein: $v0
livein: $v1
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = COPY $v1
  %2:v32 = V_ADD %0, %1, implicit $exec
  %3:v32 = V_MAC %0, %1, %2(tied-def 0), implicit $exec
  V_STORE %3, %0, implicit $exec
  S_ENDPGM
";

    let (out, _) = compile_text(text, &options(32, 32)).unwrap();

    assert!(!out.contains("COPY"), "{out}");

    assert!(
        out.contains("renamable $v2 = V_ADD renamable $v0, renamable $v1"),
        "{out}"
    );
}

#[test]
fn constants_are_computed_again_instead_of_spilled() {
    // Twelve constants live across a loop, eight registers.
    let mut text = String::from("--- f\nlivein: $v0\nbb.0:\n  %0:v32 = COPY $v0\n");
    for i in 1..=12 {
        text += &format!("  %{i}:v32 = V_MOVI {i}, implicit $exec\n");
    }
    text += "bb.1:\n";
    for i in 1..=12 {
        text += &format!("  V_STORE %{i}, %0, implicit $exec\n");
    }
    text += "  S_CMP $s0, $s0, implicit-def $scc\n  S_CBRANCH %bb.1, implicit $scc\nbb.2:\n  S_ENDPGM\n";
    let text = text.replace("livein: $v0\n", "livein: $v0\nlivein: $s0\n");
    let (out, stats) = compile_text(&text, &options(8, 8)).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(
        stats.get("register-allocation", "registers rematerialized") > 0,
        "{out}"
    );
    assert_eq!(stats.get("register-allocation", "registers spilled"), 0, "{out}");
    assert!(!out.contains("SPILL"), "{out}");
}

/// Twelve sums with `%0` that live through a loop, in which `body` comes last; the statistics for eight registers.
fn sums_in_a_loop(body: &str) -> (String, Stats) {
    let mut text = String::from("--- f\nlivein: $v0\nlivein: $s0\nbb.0:\n  %0:v32 = COPY $v0\n");
    for i in 1..=12 {
        text += &format!("  %{}:v32 = V_MOVI {i}, implicit $exec\n", i + 20);
        text += &format!(
            "  %{i}:v32 = V_ADD %0, %{}, implicit $exec\n",
            if i == 1 { 21 } else { i - 1 }
        );
    }
    text += "bb.1:\n";
    for i in 2..=12 {
        text += &format!("  V_STORE %{i}, %0, implicit $exec\n");
    }
    text += body;
    text += "  S_CMP $s0, $s0, implicit-def $scc\n  S_CBRANCH %bb.1, implicit $scc\nbb.2:\n  S_ENDPGM\n";
    let text = text.replace("--- f\n", "--- f\nstage: no-phis\n");
    let mut func = parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}"));
    let before = run(&func, 200);
    let stats = compile(&mut func, &options(8, 8)).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(run(&func, 200), before);
    (func.to_string(), stats)
}

#[test]
fn what_lives_on_is_added_up_again_instead_of_spilled() {
    let (out, stats) = sums_in_a_loop("");
    assert!(
        stats.get("register-allocation", "registers rematerialized") > 0,
        "{out}"
    );
    // Values that change in between are no longer the summands.
    let (out, stats) = sums_in_a_loop("  %0:v32 = V_ADD %0, %2, implicit $exec\n");
    assert_eq!(
        stats.get("register-allocation", "registers rematerialized"),
        0,
        "{out}"
    );
}

#[test]
fn what_is_read_everywhere_pushes_out_many() {
    // Short tuples are assigned first, where copies vanish: in each half of eight registers. One of them must be free
    // for %0.
    let head = "--- f\nstage: two-address\nlivein: $v8\nbb.0:\n  %0:v32 = V_LOAD $v8, implicit $exec\n";
    let mut text = String::from(head);
    for i in 1..=60 {
        let named = if i % 2 == 0 { "$v0" } else { "$v4" };
        text += &format!("  %{i}:v128 = V_LOAD4 %0, implicit $exec\n  {named} = COPY %{i}.sub0\n");
        text += &format!("  V_STORE {named}, %{i}.sub1, implicit $exec\n");
    }
    text += "  S_ENDPGM\n";
    let (out, stats) = compile_text(&text, &options(8, 8)).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(stats.get("register-allocation", "evictions") > 20, "{out}");
    assert_eq!(stats.get("register-allocation", "live ranges split"), 0, "{out}");
}

#[test]
fn a_tuple_without_room_is_a_named_error() {
    let text = "--- f
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v128 = V_LOAD4 %0, implicit $exec
  %2:v128 = V_ADD128 %1, %1, implicit $exec
  V_STORE4 %2, %0, implicit $exec
  S_ENDPGM
";

    let error = compile_text(text, &options(8, 3)).err().map(|e| e.message);

    assert_eq!(
        error.as_deref(),
        Some("function 'f' needs more vector registers than 3 (no room for 4 in a row)")
    );
    assert!(compile_text(text, &options(8, 8)).is_ok());
}

#[test]
fn flags_are_not_clobbered_and_fixed_registers_are_respected() {
    let text = "--- f
livein: $s0
livein: $v0
bb.0:
  %0:s32 = COPY $s0
  $v1 = V_MOVI 3, implicit $exec
  %1:v32 = COPY $v0
  S_CMP %0, %0, implicit-def $scc
  %2:v32 = V_ADD %1, %1, implicit $exec
  %3:s32 = S_CSEL %0, %0, implicit $scc
  V_STORE %2, $v1, implicit $exec
  %4:s32 = S_ADD %3, %0, implicit-def dead $scc
  S_ENDPGM
";

    let (out, _) = compile_text(text, &options(4, 4)).unwrap();

    assert!(!out.contains("renamable $v1"), "{out}");
}

#[test]
fn the_checker_sees_wrong_allocations() {
    let before = "--- f
stage: two-address
livein: $v0
bb.0:
  %0:v32 = COPY $v0
  %1:v32 = V_ADD %0, %0, implicit $exec
  V_STORE %1, %0, implicit $exec
  S_ENDPGM
";

    let check = |edits: &[(&str, &str)]| -> String {
        let old = parse_function(before, tables()).unwrap_or_else(|e| panic!("{e}"));
        let mut text = before.replace("two-address", "allocated");
        for (from, to) in edits {
            text = text.replace(from, to);
        }
        let new = parse_function(&text, tables()).unwrap_or_else(|e| panic!("{e}"));
        match checker::check_allocation(&old, &new, &TestTarget, &options(32, 16), 1) {
            Ok(()) => String::new(),
            Err(report) => report
                .lines()
                .find_map(|line| line.trim().strip_prefix("*** "))
                .unwrap_or("?")
                .to_string(),
        }
    };
    assert_eq!(
        check(&[("%0:v32", "$v2"), ("%0", "$v2"), ("%1:v32", "$v0"), ("%1", "$v0")]),
        ""
    );
    assert_eq!(
        check(&[("%0:v32", "$v2"), ("%0", "$v2"), ("%1:v32", "$v2"), ("%1", "$v2")]),
        "operand 1: $v2 holds %1[0] instead of %0[0]"
    );
    assert_eq!(
        check(&[("%0:v32", "$v2"), ("%0", "$v2"), ("%1:v32", "$v3"), ("%1", "$v4")]),
        "operand 0: $v4 holds nothing known instead of %1[0]"
    );
    assert_eq!(
        check(&[
            ("%0:v32", "$v31"),
            ("%0", "$v31"),
            ("%1:v32", "$v2"),
            ("%1", "$v2")
        ]),
        "operand 0 got a reserved register"
    );
    assert_eq!(
        check(&[("%0:v32", "$s1"), ("%0", "$s1"), ("%1:v32", "$v2"), ("%1", "$v2")]),
        "operand 0 got a register of another class"
    );
}

// ---- generated programs ----

fn register_file(class: RegClassId) -> usize {
    use crate::target::TargetMachineInfo;
    TestTarget.register_file(class)
}

/// The largest number of blocks, of instructions in each, and of variables.
type Size = (usize, usize, usize);

/// Generates, allocates and proves one program; its size is random up to the limits.
fn generate_and_check(seed: u64, (max_blocks, max_size, max_variables): Size, has_spare: bool) -> Stats {
    let mut random = Random(seed * 7 + 3);
    let blocks = 2 + random.below(max_blocks);
    let size = 2 + random.below(max_size);
    let variables = 4 + random.below(max_variables);
    let (sgprs, vgprs) = (12 + random.below(10) as u32, 22 + random.below(10) as u32);
    let mut func = Generator::generate(seed, blocks, size, variables);
    if has_spare {
        func.set_target_info(SpareRegisters);
    }
    let text = func.to_string();
    let stats = match compile(&mut func, &options(sgprs, vgprs)) {
        Ok(stats) => stats,
        Err(error) => panic!(
            "seed {seed}, {sgprs} and {vgprs} registers: {}\n{text}",
            error.message
        ),
    };
    expand_copies(&mut func, &TestTarget);
    verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    stats
}

/// The programs must exercise what they are for.
fn assert_happened(total: &Stats, events: &[&'static str]) {
    for event in events {
        assert!(
            total.get("register-allocation", event) > 0,
            "no {event}\n{}",
            total.report()
        );
    }
}

#[test]
fn registers_are_spilled_to_spare_registers_before_memory() {
    let mut total = Stats::new();
    for seed in seeds(400) {
        total.merge(&generate_and_check(seed, (10, 14, 40), true));
    }
    assert_happened(
        &total,
        &[
            "registers spilled to registers",
            "registers spilled",
            "reloads",
            "spill stores",
        ],
    );
}

#[test]
fn generated_programs_are_allocated_right_under_pressure() {
    let mut total = Stats::new();
    for seed in seeds(400) {
        total.merge(&generate_and_check(seed, (10, 14, 40), false));
    }
    assert_happened(
        &total,
        &[
            "evictions",
            "registers spilled",
            "registers rematerialized",
            "reloads",
            "spill stores",
            "region splits",
            "block splits",
            "local splits",
            "split copies",
            "spill slots shared",
        ],
    );
}

/// Runs programs with divergent control flow before and after coalescing and allocation.
fn check_masked(seed: u64) -> Stats {
    let mut random = Random::new(seed ^ 0x77);
    let mut func = Generator::generate_masked(seed, 10 + random.below(30));
    verify_function(&func, &TestTarget).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    if seed.is_multiple_of(3) {
        func.set_target_info(SpareRegisters);
    }
    let text = func.to_string();
    let expected = run(&func, 300);
    let mut options = options(20 + random.below(12) as u32, 13 + random.below(19) as u32);
    if seed.is_multiple_of(4) {
        // As few as do.
        options.register_limits = options.register_limits.with(1, None);
    }
    let stats = match compile(&mut func, &options) {
        Ok(stats) => stats,
        Err(error) => panic!("seed {seed}: {}\n{text}", error.message),
    };
    let found = run(&func, 300);
    let differs = expected.iter().zip(&found).position(|(a, b)| a != b);
    assert!(
        expected == found,
        "seed {seed}: allocation changes what the program does, first in store {differs:?}\nbefore {text}\nafter {func}"
    );
    stats
}

#[test]
fn generated_lane_masked_programs_keep_their_meaning() {
    let mut total = Stats::new();
    for seed in seeds(200) {
        total.merge(&check_masked(seed));
    }
    assert_happened(
        &total,
        &[
            "region splits",
            "block splits",
            "local splits",
            "reloads",
            "registers rematerialized",
            "registers spilled to registers",
            "functions packed",
            "registers saved by moves",
        ],
    );
}

#[test]
fn large_generated_programs_are_allocated_right() {
    let mut total = Stats::new();
    for seed in seeds(40) {
        total.merge(&generate_and_check(
            1000 + seed,
            (24, 30, 70),
            seed.is_multiple_of(2),
        ));
    }
    assert!(
        total.get("register-allocation", "reloads") > 0,
        "{}",
        total.report()
    );
}

/// Times allocation of large functions: `cargo test -p wavec-codegen --release speed -- --ignored --nocapture`.
#[test]
#[ignore = "measures time: to be run alone, in release"]
fn speed() {
    // Ordinary code: short-lived values, no spills.
    for count in [1000, 10_000, 100_000] {
        let mut func = MachineFunction::new("ordinary", tables());
        func.stage = Stage::TwoAddress;
        let mut block = func.create_block();
        func.add_physical_live_in(v(0));
        let first = func.create_vreg(V32);
        MachineBuilder::at_end(&mut func, block).copy(first, v(0));
        let mut values = vec![first];
        for number in 0..count {
            let pick = |back: usize| values[values.len() - 1 - (number * 7 + back) % values.len().min(12)];
            let (a, b) = (pick(0), pick(5));
            let def = func.create_vreg(V32);
            MachineBuilder::at_end(&mut func, block)
                .build(V_ADD)
                .def(def)
                .use_(a)
                .use_(b);
            values.push(def);
            if number % 50 == 49 {
                let next = func.create_block();
                func.add_edge(block, next);
                block = next;
            }
        }
        MachineBuilder::at_end(&mut func, block).build(S_ENDPGM);
        let mut stats = Stats::new();
        let options = CodegenOptions {
            verify_each: false,
            ..options(32, 32)
        };
        let start = std::time::Instant::now();
        let result = allocate_registers(&mut func, &TestTarget, &options, &mut stats);
        println!(
            "{count} ordinary instructions: {:?} {}",
            start.elapsed(),
            result.is_ok()
        );
    }
    for (blocks, size, variables) in [
        (100, 20, 60),
        (1000, 20, 60),
        (4000, 20, 60),
        (10, 2000, 60),
        (10, 8000, 60),
        (1000, 20, 1000),
    ] {
        let mut func = Generator::generate(1, blocks, size, variables);
        let mut stats = Stats::new();
        let count = func.num_insts();
        two_address::lower_two_address(&mut func, &TestTarget, &mut stats);
        let start = std::time::Instant::now();
        coalesce::coalesce_registers(&mut func, &TestTarget, &mut stats);
        let coalesced = start.elapsed();
        let options = CodegenOptions {
            verify_each: false,
            ..options(32, 32)
        };
        let start = std::time::Instant::now();
        let result = allocate_registers(&mut func, &TestTarget, &options, &mut stats);
        println!(
            "{blocks} blocks, {count} instructions: coalescing {coalesced:?}, allocation {:?} {}\n{}",
            start.elapsed(),
            if result.is_ok() { "" } else { "FAILED" },
            stats.report()
        );
    }
}
