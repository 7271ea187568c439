//! Wait states between all kinds of instructions: those that the hazard pass inserts, compared with LLVM's for pairs of
//! instructions, and with those that the emulator requires for random sequences.
//!
//! A sample runs as part of the tests. `WAVEC_HAZARD_SEEDS=1000 cargo test -p wavec-tests -- hazards/` runs more
//! samples.

mod instance;
mod pairs;
mod sequences;

use libtest_mimic::Trial;

/// One test for each seed of each kind.
pub fn trials() -> Vec<Trial> {
    let seeds = std::env::var("WAVEC_HAZARD_SEEDS").ok();
    let seeds = seeds.and_then(|text| text.parse().ok()).unwrap_or(2u64);
    let with_llvm = crate::llvm::are_tools_there() || crate::llvm::are_tools_required();
    let mut trials =
        vec![Trial::test("hazards/dot_products", pairs::dot_products).with_ignored_flag(!with_llvm)];
    for seed in 0..seeds {
        trials.push(Trial::test(format!("hazards/sequences/{seed}"), move || {
            sequences::run(seed)
        }));
        let pairs = Trial::test(format!("hazards/pairs/{seed}"), move || pairs::run(seed));
        trials.push(pairs.with_ignored_flag(!with_llvm));
    }
    trials
}
