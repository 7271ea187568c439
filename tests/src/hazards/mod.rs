//! Wait states between all kinds of instructions, and waits for dependencies that the hardware loses: those that the passes
//! insert, compared with LLVM's for pairs of instructions, and with those that the emulator requires for random sequences.
//!
//! A sample runs as part of the tests. `WAVEC_HAZARD_SEEDS=1000 cargo test -p wavec-tests -- hazards/` runs more
//! samples.

mod instance;
mod lost;
mod pairs;
mod sequences;

use libtest_mimic::Trial;
use wavec_gpu_mc::code_object::Processor;
use wavec_gpu_mc::{Subtarget, TargetId};

/// One of each family that asks for wait states.
const PROCESSORS: [&str; 5] = ["gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"];
/// One of each family that loses dependencies.
const LOSING: [&str; 3] = ["gfx1100", "gfx1150", "gfx1200"];

/// One test for each seed of each kind.
pub fn trials() -> Vec<Trial> {
    let seeds = std::env::var("WAVEC_HAZARD_SEEDS").ok();
    let seeds = seeds.and_then(|text| text.parse().ok()).unwrap_or(2u64);
    let with_llvm = crate::llvm::are_tools_there() || crate::llvm::are_tools_required();
    let mut trials = Vec::new();
    for processor in PROCESSORS {
        let subtarget = Subtarget::of(TargetId::of(Processor::by_name(processor).expect("a processor")));
        let dots = Trial::test(format!("hazards/dot_products/{processor}"), move || {
            pairs::dot_products(&subtarget)
        });
        trials.push(dots.with_ignored_flag(!with_llvm));
        for seed in 0..seeds {
            trials.push(Trial::test(
                format!("hazards/sequences/{processor}/{seed}"),
                move || sequences::run(&subtarget, seed),
            ));
            let pairs = Trial::test(format!("hazards/pairs/{processor}/{seed}"), move || {
                pairs::run(&subtarget, seed)
            });
            trials.push(pairs.with_ignored_flag(!with_llvm));
        }
    }
    for processor in LOSING {
        let id = TargetId::of(Processor::by_name(processor).expect("a processor"));
        for lanes in [32, 64] {
            let subtarget = Subtarget::with_wave_size(id, lanes).expect("waves of this size");
            for seed in 0..seeds {
                trials.push(Trial::test(
                    format!("hazards/sequences/{processor}-wave{lanes}/{seed}"),
                    move || sequences::run(&subtarget, seed),
                ));
                let lost = Trial::test(
                    format!("hazards/lost/{processor}-wave{lanes}/{seed}"),
                    move || lost::run(&subtarget, seed),
                );
                trials.push(lost.with_ignored_flag(!with_llvm));
            }
        }
    }
    trials
}
