//! `--gen-isel`: the matcher of instruction selection, from the patterns of `codegen/td/SelectionDAG.td`.
//! `--gen-dag-isel`: the same as a listing for people (`listing.rs`).
//!
//! | class | fields |
//! |---|---|
//! | `Pattern` | `PatternToMatch`, `ResultInstrs`, `Predicates`, `AddedComplexity` |
//! | `Instruction` | `Pattern`, `InOperandList`, `OutOperandList`, `Predicates`, `AddedComplexity`, `Defs`, `mayLoad`, `mayStore`, `hasSideEffects`; `CodeSize`, `usesCustomInserter`: the cheaper of two results comes first; `hasVariadicOperands`; `EncodingOf` |
//! | `SDNode` | `Opcode`, `TypeProfile`, `Properties` |
//! | `SDTypeProfile`, `SDTypeConstraint` | `NumResults`, `NumOperands`, `Constraints`; `Kind`, `OperandNum`, `OtherOperandNum`, `VT` |
//! | `PatFrags` | `Operands`, `Fragments`, `PredicateCode`, `OperandTransform`, `PredicateCodeUsesOperands` and the conditions that `predicates.rs` lists |
//! | `ComplexPattern` | `Ty`, `NumOperands`, `SelectFunc`, `Properties`, `Complexity`; `RootNodes`: of one that is the root of a pattern |
//! | `SDNodeXForm` | `XFormFunction` |
//! | `Predicate` | `CondString`; of an instruction in a result it is a condition of the pattern, too (`availability.rs`) |
//! | `AssemblerPredicate` | `AssemblerCondDag`, which says whether all processors have an instruction |
//! | `ProcessorModel`, `SubtargetFeature` | `Features`, `Implies` |
//! | `Intrinsic` | `RetTypes`, `ParamTypes`, `Properties` |
//! | `RegisterClass`, `RegisterOperand`, `Operand` | `RegTypes`, `RegClass`, `Type`, `MIOperandInfo`, `IsOptional`, `DefaultValue`, `DefaultOps` |
//! | `PointerLikeRegClass`, `PtrValueType` | pointers of whatever size the processor has |
//! | `ValueTypeByHwMode` | types that depend on a mode of the hardware: an error |
//!
//! `compile.rs` says in which order patterns are tried. Patterns that are never used are reported (`report.rs`): in the
//! listing, and as comments of the generated file. LLVM's own descriptions are read too: types beyond those of generated code
//! and conditions in C++ are listed, the latter by the name of their record; `--gen-isel` tells where they are
//! (`rust_errors.rs`).
//!
//! ```text
//! dags ──pattern──▶ trees, fragments replaced ──infer──▶ typed ──variants──▶ all commuted forms ──matcher──▶ lists of
//! steps, by priority ──factor──▶ one tree for each root opcode ──code──▶ bytes
//! ```

mod availability;
mod code;
mod compile;
mod factor;
mod infer;
mod listing;
mod matcher;
mod output;
mod pattern;
mod predicates;
mod report;
mod rust_errors;
mod signature;
mod sources;
mod type_reader;
mod types;
mod variants;

use super::EmitOptions;
use crate::record::RecordKeeper;
use compile::Compiler;
use factor::MatchTree;
use fxhash::FxHashMap;
use matcher::{Names, Step};
use wavec_support::{Diagnostic, Diagnostics, Span};

pub use code::CODE_NAMES;

/// The model from which the generated file is written.
#[derive(Debug)]
pub struct MatcherModel {
    /// Trees by root opcode (number in `names.nodes`).
    trees: Vec<(u32, MatchTree)>,
    names: Names,
    /// The source text of each pattern, by its number in `names.patterns`.
    sources: Vec<String>,
    predicates: Vec<predicates::Predicate>,
    /// SDNode opcodes of the target by namespace (lower case): names in order.
    target_nodes: Vec<(String, Vec<String>)>,
    /// Patterns that can never match.
    pub warnings: Vec<Diagnostic>,
    /// Constructs that cannot be expressed in Rust.
    rust_errors: Vec<Diagnostic>,
}

/// Writes the Rust file.
pub fn emit(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let model = MatcherModel::build(keeper)?;
    model.check_rust()?;
    Ok(output::rust_file(keeper, &model, &options.source_name))
}

/// Writes the listing of all patterns.
pub fn emit_listing(keeper: &RecordKeeper, options: &EmitOptions) -> Result<String, Diagnostics> {
    let model = MatcherModel::build(keeper)?;
    Ok(listing::listing(&model, &options.source_name))
}

impl MatcherModel {
    fn build(keeper: &RecordKeeper) -> Result<MatcherModel, Diagnostics> {
        let mut errors = Diagnostics::new();
        let mut compiler = Compiler::new(keeper);
        let mut spans: Vec<Span> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        let mut places: Vec<u32> = Vec::new();
        for &record in keeper.derived_defs("ValueTypeByHwMode") {
            let message = "types that depend on a mode of the hardware are not supported";
            errors.push(Diagnostic::error(keeper.record(record).span, message));
        }
        let sources = sources::sources(keeper, &mut errors);
        for source in &sources {
            let place = compiler.names.patterns.intern(&source.name);
            if spans.len() <= place as usize {
                spans.push(source.span);
                texts.push(source.text(keeper));
            }
            places.push(place);
        }
        let compiled = compiler.compile(&sources, &places, &mut errors);
        if errors.has_errors() {
            return Err(errors);
        }
        let warnings =
            report::unused_patterns(&compiled, compiler.predicates(), &compiler.names, &texts, &spans);
        let (names, predicates) = compiler.into_parts();
        let rust_errors = rust_errors::find(keeper, &compiled, &names, &predicates, &spans);
        let mut by_root: Vec<(u32, Vec<Vec<Step>>)> = Vec::new();
        let mut index: FxHashMap<u32, usize> = FxHashMap::default();
        for mut pattern in compiled {
            let Step::CheckOpcode(root) = pattern.steps.remove(0) else {
                continue;
            };
            let at = *index.entry(root).or_insert_with(|| {
                by_root.push((root, Vec::new()));
                by_root.len() - 1
            });
            by_root[at].1.push(pattern.steps);
        }
        by_root.sort_by_key(|entry| entry.0);
        let trees = by_root
            .into_iter()
            .map(|(root, lists)| (root, factor::factor(lists, &predicates)))
            .collect();
        Ok(MatcherModel {
            trees,
            names,
            sources: texts,
            predicates: predicates.list,
            target_nodes: target_nodes(keeper),
            warnings,
            rust_errors,
        })
    }

    /// An error for each construct that a listing can show but Rust cannot express.
    fn check_rust(&self) -> Result<(), Diagnostics> {
        let mut errors = Diagnostics::new();
        self.rust_errors
            .iter()
            .for_each(|error| errors.push(error.clone()));
        if errors.has_errors() { Err(errors) } else { Ok(()) }
    }

    /// The byte code and where each root's begins.
    fn encode(&self) -> (Vec<u8>, Vec<(u32, u32)>) {
        let mut code = Vec::new();
        let mut roots = Vec::new();
        for (root, tree) in &self.trees {
            roots.push((*root, code.len() as u32));
            code::encode(&mut code, tree);
            // Reaching the end of a root's patterns means that nothing matched.
            code.push(code::Code::End as u8);
        }
        (code, roots)
    }
}

/// The target's own nodes: opcodes whose namespace is not ISD, in the order of the description.
fn target_nodes(keeper: &RecordKeeper) -> Vec<(String, Vec<String>)> {
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for &record in keeper.derived_defs("SDNode") {
        let Ok(opcode) = keeper.get_string(record, "Opcode") else {
            continue;
        };
        let Some((namespace, name)) = opcode.split_once("::") else {
            continue;
        };
        if namespace == "ISD" {
            continue;
        }
        let namespace = namespace.to_ascii_lowercase();
        let at = match out.iter().position(|(known, _)| *known == namespace) {
            Some(at) => at,
            None => {
                out.push((namespace, Vec::new()));
                out.len() - 1
            }
        };
        if !out[at].1.iter().any(|known| known == name) {
            out[at].1.push(name.to_string());
        }
    }
    out
}

#[cfg(test)]
mod tests;
