//! Makes a file smaller while a command still succeeds on it: the implementation of `wavec reduce`.
//!
//! Two reducers alternate until neither finds anything: `module` removes functions, blocks, instructions and operands
//! from readable LLVM IR, `text` removes lines, brackets and tokens from any text. Both ask an [`Oracle`] about every
//! candidate.

mod chunks;
mod module;
mod text;

use fxhash::FxHashSet;
use std::hash::{Hash, Hasher};

/// Decides which candidates are still interesting.
pub struct Oracle<'a> {
    /// Runs the user's command on a text.
    command: &'a mut dyn FnMut(&str) -> bool,
    /// Whether a text is as well formed as the original.
    is_valid: &'a dyn Fn(&str) -> bool,
    /// Hashes of the texts already tried: many reductions lead to the same one.
    seen: FxHashSet<u64>,
    runs_left: usize,
}

impl Oracle<'_> {
    /// Whether `candidate` is still interesting; false if it was tried before or no runs are left.
    fn accepts(&mut self, candidate: &str) -> bool {
        if self.runs_left == 0 {
            return false;
        }
        let mut hasher = fxhash::FxHasher::default();
        candidate.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) || !(self.is_valid)(candidate) {
            return false;
        }
        self.runs_left -= 1;
        (self.command)(candidate)
    }
}

/// The language of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// LLVM IR.
    Ir,
    /// Any other text.
    Other,
}

/// The smallest text found on which `command` still succeeds, starting from `original`, on which it does, and how often
/// the command was run. Candidates that `is_valid` rejects are not given to the command; it is run at most `max_runs`
/// times.
pub fn reduce(
    original: &str,
    language: Language,
    command: &mut dyn FnMut(&str) -> bool,
    is_valid: &dyn Fn(&str) -> bool,
    max_runs: usize,
) -> (String, usize) {
    let mut oracle = Oracle {
        command,
        is_valid,
        seen: FxHashSet::default(),
        runs_left: max_runs,
    };
    let mut best = original.to_string();
    loop {
        let before = best.len();
        if language == Language::Ir {
            best = module::reduce(best, &mut oracle);
        }
        best = text::reduce(best, &mut oracle);
        if best.len() >= before || oracle.runs_left == 0 {
            return (best, max_runs - oracle.runs_left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(original: &str, language: Language, keep: impl Fn(&str) -> bool) -> String {
        assert!(keep(original));
        let (text, _) = reduce(original, language, &mut |text| keep(text), &|_| true, usize::MAX);
        text
    }

    #[test]
    fn text_loses_all_that_is_not_needed() {
        let source = "int f(int a) { return a; }\nkernel void k(global int *p) {\n  if (p[0]) { p[1] = f(2); }\n  p[3] = 4;\n}\n";
        let text = reduced(source, Language::Other, |text| text.contains("p[3] = 4;"));
        assert_eq!(text.trim(), "p[3] = 4;");
        let text = reduced(source, Language::Other, |text| {
            text.contains("return") && text.contains('4')
        });
        assert_eq!(text.split_whitespace().collect::<String>(), "return4");
    }

    #[test]
    fn valid_candidates_only() {
        let balanced = |text: &str| text.matches('{').count() == text.matches('}').count();
        let mut keep = |text: &str| text.contains('x');
        let (text, _) = reduce("{ a { x } b }", Language::Other, &mut keep, &balanced, usize::MAX);
        assert_eq!(text.trim(), "x");
    }

    #[test]
    fn ir_loses_instructions_with_their_uses() {
        let source = "define i32 @other() {\n  ret i32 1\n}\n\
            define void @f(ptr %p, i32 %a, i1 %c) {\nentry:\n  br i1 %c, label %then, label %end\n\
            then:\n  %x = add i32 %a, 1\n  %y = mul i32 %x, %a\n  %z = xor i32 %y, 7\n  store i32 %z, ptr %p\n  br label %end\n\
            end:\n  ret void\n}\n";
        let text = reduced(source, Language::Ir, |text| {
            let module = wavec_ir::text::parse_module_text(text, &wavec_target_gpu::intrinsics::REGISTRY);
            module.is_ok_and(|module| !wavec_ir::verify::verify_module(&module).has_errors())
                && text.contains("mul i32")
        });
        assert!(
            !text.contains("other") && !text.contains("add") && !text.contains("store"),
            "{text}"
        );
        assert!(!text.contains("br "), "{text}");
    }

    #[test]
    fn the_number_of_runs_is_bounded() {
        let mut runs = 0;
        let mut command = |_: &str| {
            runs += 1;
            false
        };
        let (text, counted) = reduce("a\nb\nc\nd\n", Language::Other, &mut command, &|_| true, 3);
        assert_eq!((text.as_str(), counted, runs), ("a\nb\nc\nd\n", 3, 3));
    }
}
