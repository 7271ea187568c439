//! The call graph and its consequences: kernel inputs to pass on, LDS variables that are at the same offset in all
//! kernels, registers and scratch memory of a kernel including everything it calls.
//!
//! An indirect call may reach any function of the module, and so may a call of an external function.

use crate::abi::KernelInputs;
use crate::call_abi;
use crate::function_info::CompiledFunction;
use crate::function_info::GpuFunctionInfo;
use crate::function_info::RegisterCounts;
use crate::kernels::Role;
use crate::lds::{self, LdsLayout};
use fxhash::{FxHashMap, FxHashSet};
use wavec_codegen::mir::MachineFunction;
use wavec_gpu_mc::opcodes;
use wavec_ir::{Context, FuncRef, Function, GlobalVar, Opcode, ValueDef};

/// The callees of a body, other than intrinsics and inline assembly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Callees {
    /// Directly called functions, each once, in the order of the first call.
    pub direct: Vec<FuncRef>,
    /// Whether there are indirect calls.
    pub indirect: bool,
    /// Whether there are jumps to functions of chains.
    pub chains: bool,
}

impl Callees {
    /// Whether there are no calls.
    pub fn is_empty(&self) -> bool {
        self.direct.is_empty() && !self.indirect
    }

    /// Collects all calls.
    pub fn of(func: &Function, ctx: &Context) -> Callees {
        let mut callees = Callees::default();
        let mut seen: FxHashSet<FuncRef> = FxHashSet::default();
        for &block in func.block_order() {
            for inst in func.block_insts(block) {
                let intrinsic = func.called_intrinsic(inst, ctx);
                callees.chains |=
                    intrinsic.is_some_and(|id| ctx.intrinsics.get(id).name == "llvm.amdgcn.cs.chain");
                if func.opcode(inst) != Opcode::Call
                    || intrinsic.is_some()
                    || matches!(func.def(func.arg(inst, 0)), ValueDef::InlineAsm(_))
                {
                    continue;
                }
                match func.callee(inst, ctx) {
                    Some(callee) if !seen.insert(callee) => {}
                    Some(callee) => callees.direct.push(callee),
                    None => callees.indirect = true,
                }
            }
        }
        callees
    }
}

/// Facts about a function before selection.
#[derive(Clone, Debug)]
pub struct FunctionFacts {
    /// The function.
    pub func: FuncRef,
    /// How it is entered.
    pub role: Role,
    /// Inputs that its own code uses.
    pub inputs: KernelInputs,
    /// Its callees.
    pub callees: Callees,
    /// Whether it has dynamic stack objects.
    pub dynamic_stack: bool,
    /// LDS variables that its own code uses.
    pub lds: Vec<GlobalVar>,
}

/// The same including everything it calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// Inputs that are used.
    pub inputs: KernelInputs,
    /// Whether called functions use LDS variables.
    pub uses_shared_lds: bool,
}

/// For each function, the facts of all reachable functions, including itself. Cost: calls times the longest path in the
/// call graph.
pub fn reach(facts: &[FunctionFacts], ctx: &Context) -> Vec<Reached> {
    let index_of: FxHashMap<FuncRef, usize> = facts.iter().enumerate().map(|(i, f)| (f.func, i)).collect();
    let any_lds = facts.iter().any(|f| !f.role.is_entry() && !f.lds.is_empty());
    let mut reached: Vec<Reached> = facts
        .iter()
        .map(|f| Reached {
            inputs: f.inputs,
            uses_shared_lds: !f.role.is_entry() && !f.lds.is_empty(),
        })
        .collect();
    loop {
        let mut changed = false;
        for (index, function) in facts.iter().enumerate() {
            let mut mine = reached[index];
            for callee in &function.callees.direct {
                match index_of.get(callee) {
                    Some(&callee) => {
                        let theirs = reached[callee];
                        mine.inputs.merge(&theirs.inputs);
                        mine.uses_shared_lds |= theirs.uses_shared_lds;
                    }
                    None => unknown(&mut mine, &declared_inputs(*callee, ctx), any_lds),
                }
            }
            mine.uses_shared_lds |= function.callees.chains && any_lds;
            if function.callees.indirect {
                unknown(&mut mine, &KernelInputs::ALL, any_lds);
            }
            changed |= mine != reached[index];
            reached[index] = mine;
        }
        if !changed {
            return reached;
        }
    }
}

fn unknown(mine: &mut Reached, inputs: &KernelInputs, any_lds: bool) {
    mine.inputs.merge(inputs);
    mine.uses_shared_lds |= any_lds;
}

/// Inputs of an external function: all except those excluded by its attributes.
fn declared_inputs(func: FuncRef, ctx: &Context) -> KernelInputs {
    let attrs = ctx.functions[func].attrs;
    let needs = |input: &str| !ctx.has_attribute(attrs, &format!("amdgpu-no-{input}"));
    let ids = ["x", "y", "z"];
    let implicit_args = needs("implicitarg-ptr");
    KernelInputs {
        dispatch_ptr: needs("dispatch-ptr"),
        queue_ptr: needs("queue-ptr"),
        dispatch_id: needs("dispatch-id"),
        workgroup_id: ids.map(|id| needs(&format!("workgroup-id-{id}"))),
        hidden_args: if implicit_args {
            KernelInputs::ALL.hidden_args
        } else {
            0
        },
        preloaded_words: 0,
        implicit_args,
        kernarg_ptr: false,
        workitem_dims: ids
            .iter()
            .rposition(|id| needs(&format!("workitem-id-{id}")))
            .unwrap_or(0) as u8,
        workitem_ids: ids.iter().any(|id| needs(&format!("workitem-id-{id}"))),
        scratch_setup: false,
        fills_sgprs: false,
        ids_are_apart: false,
    }
}

/// Inputs that called functions need.
pub fn callee_inputs(
    facts: &[FunctionFacts],
    reached: &[Reached],
    ctx: &Context,
) -> FxHashMap<FuncRef, KernelInputs> {
    let functions = facts.iter().zip(reached).filter(|(f, _)| !f.role.is_entry());
    let mut inputs: FxHashMap<FuncRef, KernelInputs> =
        functions.map(|(f, reached)| (f.func, reached.inputs)).collect();
    for &callee in facts.iter().flat_map(|f| &f.callees.direct) {
        inputs
            .entry(callee)
            .or_insert_with(|| declared_inputs(callee, ctx));
    }
    inputs
}

/// LDS variables that called functions use, in the order of the module.
fn shared_variables(facts: &[FunctionFacts]) -> Vec<GlobalVar> {
    let mut variables: Vec<GlobalVar> = facts
        .iter()
        .filter(|f| !f.role.is_entry())
        .flat_map(|f| f.lds.iter().copied())
        .collect();
    variables.sort();
    variables.dedup();
    variables
}

/// The LDS of every function, in the order of `facts`. Variables that functions which others call name lie at the same place
/// in all kernels that call such functions: at the beginning, and those whose size is known at launch only after what any of
/// these kernels has. A work-group can have `lds_bytes`.
pub fn lds_layouts(
    facts: &[FunctionFacts],
    reached: &[Reached],
    ctx: &Context,
    lds_bytes: u32,
) -> Vec<Result<LdsLayout, String>> {
    let (dynamic, fixed): (Vec<GlobalVar>, Vec<GlobalVar>) = shared_variables(facts)
        .into_iter()
        .partition(|&variable| lds::is_dynamic(variable, ctx));
    let mut shared = match lds::layout("any that calls functions", fixed, None, ctx, lds_bytes) {
        Ok(shared) => shared,
        Err(message) => {
            let mut layouts = vec![Ok(LdsLayout::default()); facts.len()];
            if let Some(first) = layouts.first_mut() {
                *first = Err(message);
            }
            return layouts;
        }
    };
    let mut layouts = Vec::with_capacity(facts.len());
    // The fixed variables of kernels that call functions with variables end here, and those of unknown size begin.
    let mut place = lds::dynamic_place(&shared, &dynamic, ctx);
    for (facts, reached) in facts
        .iter()
        .zip(reached)
        .filter(|(facts, _)| facts.role.is_entry())
    {
        let name = ctx.text(ctx.functions[facts.func].name);
        let calls = reached.uses_shared_lds;
        let layout = lds::layout(name, facts.lds.clone(), calls.then_some(&shared), ctx, lds_bytes);
        if let Ok(layout) = &layout
            && calls
        {
            let own: Vec<GlobalVar> = [&dynamic[..], &dynamic_of(facts, ctx)].concat();
            place = place.max(lds::dynamic_place(layout, &own, ctx));
        }
        layouts.push(layout);
    }
    lds::place_dynamic(&mut shared, &dynamic, place);
    let mut of_kernels = layouts.into_iter();
    let finished = facts.iter().zip(reached).map(|(facts, reached)| {
        if !facts.role.is_entry() {
            return Ok(shared.clone());
        }
        let mut layout = of_kernels.next().expect("a layout for each kernel")?;
        let own = dynamic_of(facts, ctx);
        if reached.uses_shared_lds && !dynamic.is_empty() {
            lds::place_dynamic(&mut layout, &[&dynamic[..], &own].concat(), place);
        } else {
            let place = lds::dynamic_place(&layout, &own, ctx);
            lds::place_dynamic(&mut layout, &own, place);
        }
        Ok(layout)
    });
    finished.collect()
}

/// LDS variables of unknown size that a function itself uses.
fn dynamic_of(facts: &FunctionFacts, ctx: &Context) -> Vec<GlobalVar> {
    let variables = facts.lds.iter().copied();
    variables
        .filter(|&variable| lds::is_dynamic(variable, ctx))
        .collect()
}

/// Whether selected code contains calls.
pub fn has_calls(func: &MachineFunction) -> bool {
    let mut insts = func.layout.blocks().flat_map(|block| func.block_insts(block));
    insts.any(|inst| {
        let opcode = func.opcode(inst);
        opcode == opcodes::SI_CALL || call_abi::is_tail_call(opcode)
    })
}

/// The resources of a function including everything it calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// Registers.
    pub counts: RegisterCounts,
    /// Scratch bytes of a lane on the deepest path, as far as known.
    pub scratch_bytes: u32,
    /// Whether more may be needed: because of recursion, objects of unknown size, or unknown functions.
    pub dynamic_stack: bool,
}

/// The resources of each of `functions`, in their order.
pub fn resources(functions: &[CompiledFunction]) -> Vec<Resources> {
    let index_of: FxHashMap<&str, usize> = functions
        .iter()
        .enumerate()
        .map(|(index, function)| (function.machine.name.as_str(), index))
        .collect();
    let own = |function: &CompiledFunction| {
        let gpu = info(function);
        Resources {
            counts: gpu.counts,
            scratch_bytes: match gpu.is_callable() || gpu.calls || gpu.dynamic_stack {
                true => gpu.frame_bytes,
                false => function.machine.frame.size,
            },
            dynamic_stack: gpu.dynamic_stack,
        }
    };
    // An unknown call may reach any function here.
    let callable = functions.iter().filter(|f| info(f).is_callable());
    let most = callable
        .map(own)
        .fold(Resources::default(), |all, one| Resources {
            counts: all.counts.max(&one.counts),
            scratch_bytes: all.scratch_bytes.max(one.scratch_bytes),
            dynamic_stack: true,
        });
    let mut known: Vec<Option<Resources>> = vec![None; functions.len()];
    let mut on_stack = vec![false; functions.len()];
    for root in 0..functions.len() {
        let mut stack: Vec<(usize, Vec<Option<usize>>)> = Vec::new();
        let push = |stack: &mut Vec<(usize, Vec<Option<usize>>)>, index: usize| {
            let function: &CompiledFunction = &functions[index];
            let names = info(function).callees.iter();
            let callees = names.map(|name| index_of.get(name.as_ref()?.as_str()).copied());
            stack.push((index, callees.collect()));
        };
        if known[root].is_some() {
            continue;
        }
        push(&mut stack, root);
        on_stack[root] = true;
        let mut deepest: Vec<Resources> = vec![Resources::default()];
        while let Some((index, callees)) = stack.last_mut() {
            let index = *index;
            let top = deepest.last_mut().expect("one for each entry of the stack");
            match callees.pop() {
                Some(Some(callee)) => match known[callee] {
                    Some(theirs) => top.add(&theirs),
                    None if on_stack[callee] => {
                        top.add(&Resources {
                            dynamic_stack: true,
                            ..Resources::default()
                        });
                    }
                    None => {
                        on_stack[callee] = true;
                        deepest.push(Resources::default());
                        push(&mut stack, callee);
                    }
                },
                Some(None) => top.add(&Resources {
                    dynamic_stack: true,
                    ..most
                }),
                None => {
                    let below = deepest.pop().expect("one for each entry of the stack");
                    let mine = own(&functions[index]);
                    let all = Resources {
                        counts: mine.counts.max(&below.counts),
                        scratch_bytes: mine.scratch_bytes.saturating_add(below.scratch_bytes),
                        dynamic_stack: mine.dynamic_stack || below.dynamic_stack,
                    };
                    known[index] = Some(all);
                    on_stack[index] = false;
                    stack.pop();
                    if let Some(caller) = deepest.last_mut() {
                        caller.add(&all);
                    }
                }
            }
        }
    }
    let resources: Vec<Resources> = known.into_iter().map(Option::unwrap_or_default).collect();
    with_cycles(functions, &index_of, resources)
}

/// Functions of a cycle need the registers of the whole cycle: one visited before the cycle was closed lacks some.
fn with_cycles(
    functions: &[CompiledFunction],
    index_of: &FxHashMap<&str, usize>,
    mut resources: Vec<Resources>,
) -> Vec<Resources> {
    if !resources.iter().any(|r| r.dynamic_stack) {
        return resources;
    }
    loop {
        let mut changed = false;
        for (index, function) in functions.iter().enumerate() {
            let mut mine = resources[index];
            for callee in info(function).callees.iter().flatten() {
                if let Some(&callee) = index_of.get(callee.as_str()) {
                    let theirs = resources[callee];
                    mine.counts = mine.counts.max(&theirs.counts);
                    mine.dynamic_stack |= theirs.dynamic_stack;
                }
            }
            changed |= mine != resources[index];
            resources[index] = mine;
        }
        if !changed {
            return resources;
        }
    }
}

impl Resources {
    /// Includes the needs of a callee.
    fn add(&mut self, callee: &Resources) {
        self.counts = self.counts.max(&callee.counts);
        self.scratch_bytes = self.scratch_bytes.max(callee.scratch_bytes);
        self.dynamic_stack |= callee.dynamic_stack;
    }
}

fn info(function: &CompiledFunction) -> &GpuFunctionInfo {
    let info = function.machine.target_info::<GpuFunctionInfo>();
    info.expect("compiled by this target")
}
