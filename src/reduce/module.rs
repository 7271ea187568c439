//! Reduces LLVM IR by transformations that keep it well formed.

use super::Oracle;
use super::chunks::remove_chunks;
use wavec_ir::Module;
use wavec_ir::reduce::{Reduction, Step, apply, list};
use wavec_ir::text::{WriteOptions, parse_module_text, write_module};
use wavec_ir::verify::verify_module;
use wavec_target_gpu::intrinsics::REGISTRY;

const PLAIN: WriteOptions = WriteOptions {
    no_comments: true,
    ..WriteOptions::RAW
};

/// The smallest module found; the text itself if it cannot be read, or is no longer interesting as we print it.
pub(super) fn reduce(text: String, oracle: &mut Oracle<'_>) -> String {
    let Ok(mut module) = parse_module_text(&text, &REGISTRY) else {
        return text;
    };
    let mut best = text;
    for step in Step::ALL {
        let reductions = list(&module, step);
        remove_chunks(reductions.len(), |chunk| {
            let chosen: Vec<Reduction> = chunk.iter().map(|&index| reductions[index]).collect();
            match candidate(&module, &chosen, oracle) {
                Some((smaller, text)) => {
                    module = smaller;
                    best = text;
                    true
                }
                None => false,
            }
        });
    }
    best
}

/// The module after these reductions, with its text, if it is well formed and interesting.
fn candidate(module: &Module, chosen: &[Reduction], oracle: &mut Oracle<'_>) -> Option<(Module, String)> {
    let mut smaller = module.clone();
    apply(&mut smaller, chosen);
    if verify_module(&smaller).has_errors() {
        return None;
    }
    let text = write_module(&smaller, PLAIN);
    oracle.accepts(&text).then_some((smaller, text))
}
