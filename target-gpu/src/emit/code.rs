//! Emits machine instructions as `MCInst`s.

use super::debug_info::DebugEmitter;
use super::{declare, images};
use crate::abi::{KernelInputs, SgprInput, preload_tuples};
use crate::function_info::{CompiledFunction, GpuFunctionInfo};
use crate::kernels::Role;
use crate::machine_passes::inline_asm;
use crate::registers::sgpr;
use fxhash::FxHashMap;
use wavec_codegen::mir::{Block, Inst, MachineFunction, MachineOperand};
use wavec_gpu_mc::{GpuStreamer, Subtarget, encode, features, opcodes, operand_names, regs, target_flags};
use wavec_ir::Module;
use wavec_ir::context::{Linkage, Visibility as IrVisibility};
use wavec_mc::object_module::{Binding, SymbolKind, Visibility};
use wavec_mc::{BinaryOp, InstrFlags, MCExpr, MCInst, MCOperand, Reg, SymbolAttribute, SymbolId, generic};
use wavec_support::{Diagnostic, Span};

/// Streams the code of a kernel or another function.
///
/// # Errors
/// An instruction that has no encoding.
pub(super) fn emit_function<S: GpuStreamer>(
    module: &Module,
    function: &CompiledFunction,
    number: usize,
    mut debug: Option<&mut DebugEmitter<'_>>,
    out: &mut S,
) -> Result<(), Diagnostic> {
    let func = &function.machine;
    let function_symbol = out.symbols_mut().intern(&func.name);
    match function.role() {
        Role::Kernel => declare(out, function_symbol, SymbolKind::Function),
        Role::Shader | Role::Function | Role::Chain => {
            declare_by_linkage(module, function, function_symbol, out)
        }
    }
    out.align(if function.role().is_entry() { 8 } else { 2 }, None, 0);
    out.label(function_symbol).map_err(unplaced)?;
    if let Some(debug) = &mut debug {
        let key = module.ctx.symbols.find("dbg");
        let metadata = &module.ctx.functions[function.func].metadata;
        let subprogram = metadata.iter().find(|(name, _)| Some(*name) == key);
        debug.begin_function(subprogram.map(|(_, node)| *node), function_symbol, func, out);
    }
    let labels = labels(func, number, out);
    let (mut size, mut has_fixed_size) = (0u64, true);
    let subtarget = out.gpu_target().subtarget;
    let has_register_offsets = has_register_offsets(&subtarget);
    let gpu = func.target_info::<GpuFunctionInfo>();
    if let Some(inputs) = gpu
        .map(|gpu| gpu.inputs)
        .filter(|inputs| inputs.preloaded_words > 0)
    {
        load_arguments(&inputs, number, out).map_err(unplaced)?;
        size += PRELOAD_BYTES;
    }
    for block in func.layout.blocks() {
        if let Some(&label) = labels.get(&block) {
            out.label(label).map_err(unplaced)?;
        }
        let mut starts_block = true;
        for inst in func.block_insts(block) {
            if func.desc(inst).is(InstrFlags::META) {
                continue;
            }
            if let Some(debug) = &mut debug {
                let location = func.inst(inst).debug_location.expand();
                debug.instruction(inst, location, std::mem::take(&mut starts_block), size, out);
            }
            if func.opcode(inst) == generic::INLINEASM {
                let body = func.asm_body(inst);
                size += u64::from(body.most_bytes);
                has_fixed_size &= body.has_fixed_size;
                if !out.inline_assembly(&body.text) {
                    // For errors that are found later.
                    out.set_location(inline_asm::place(func, inst));
                    body.recording
                        .replay(out)
                        .map_err(|message| in_assembly(&func.name, &message))?;
                    out.set_location(Span::NONE);
                }
                if let Some(debug) = &mut debug
                    && !body.has_fixed_size
                {
                    debug.unknown_size(size, out).map_err(unplaced)?;
                }
                continue;
            }
            let lowered = images::encoded(lower(func, inst, &labels, has_register_offsets, out));
            size += encode::size_of_inst(&lowered, &subtarget) as u64;
            out.instruction(&lowered).map_err(|message| {
                let place = func.places.get(&inst).copied();
                let place = place.unwrap_or_else(|| module.ctx.place_of_function(function.func));
                let instruction = func.desc(inst).name();
                let message = format!(
                    "in function '{}': instruction {instruction}: {message}",
                    func.name
                );
                Diagnostic::error(place, message)
            })?;
        }
    }
    if let Some(debug) = debug {
        debug.end_function(func, size);
    }
    let size = match has_fixed_size {
        true => super::size_of(size),
        false => {
            let end = out.symbols_mut().intern(&format!(".Lfunc_end{number}"));
            out.label(end).map_err(unplaced)?;
            let symbol = |symbol| Box::new(MCExpr::symbol(symbol));
            MCExpr::Binary(BinaryOp::Sub, symbol(end), symbol(function_symbol))
        }
    };
    out.set_size(function_symbol, size);
    Ok(())
}

fn unplaced(message: String) -> Diagnostic {
    Diagnostic::error(Span::NONE, message)
}

/// The entry point for firmware that preloads arguments, after the kernel's start (user guide, "Preloaded Kernel
/// Arguments").
const PRELOAD_BYTES: u64 = 256;

/// Loads that older firmware needs: the same registers, before the code.
fn load_arguments<S: GpuStreamer>(inputs: &KernelInputs, number: usize, out: &mut S) -> Result<(), String> {
    let waits = out.gpu_target().subtarget.family.waits;
    let first = inputs
        .sgpr(SgprInput::Preloaded(0))
        .expect("something is preloaded");
    let segment = inputs.sgpr(SgprInput::KernargPtr).expect("its address is there");
    let mut instruction = |opcode, operands: &[MCOperand]| {
        let mut inst = MCInst::new(opcode);
        inst.operands.extend(operands.iter().cloned());
        out.instruction(&inst)
    };
    for (word, words) in preload_tuples(first, inputs.preloaded_words) {
        let opcode = match words {
            8 => opcodes::S_LOAD_DWORDX8_IMM,
            4 => opcodes::S_LOAD_DWORDX4_IMM,
            2 => opcodes::S_LOAD_DWORDX2_IMM,
            _ => opcodes::S_LOAD_DWORD_IMM,
        };
        let operands = [
            MCOperand::Reg(sgpr(first + word, words as u8)),
            MCOperand::Reg(sgpr(segment, 2)),
            MCOperand::Imm(4 * i64::from(word)),
            MCOperand::Imm(0),
        ];
        instruction(opcode, &operands)?;
    }
    instruction(
        opcodes::S_WAITCNT,
        &[MCOperand::Imm(waits.immediate(u32::MAX, 0))],
    )?;
    let body = out.symbols_mut().intern(&format!(".LBB{number}_preloaded"));
    let mut branch = MCInst::new(opcodes::S_BRANCH);
    branch.operands.push(MCOperand::expr(MCExpr::symbol(body)));
    out.instruction(&branch)?;
    out.align(PRELOAD_BYTES.ilog2() as u8, None, 0);
    out.label(body)
}

/// Declares the visibility of a function that is not a kernel.
fn declare_by_linkage<S: GpuStreamer>(
    module: &Module,
    function: &CompiledFunction,
    symbol: SymbolId,
    out: &mut S,
) {
    let linking = &module.ctx.functions[function.func].linking;
    let binding = match linking.linkage {
        Linkage::Internal | Linkage::Private => None,
        Linkage::Weak | Linkage::WeakOdr | Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::ExternWeak => {
            Some(Binding::Weak)
        }
        _ => Some(Binding::Global),
    };
    if let Some(binding) = binding {
        out.attribute(symbol, SymbolAttribute::Binding(binding));
        let visibility = match linking.visibility {
            IrVisibility::Default => None,
            IrVisibility::Hidden => Some(Visibility::Hidden),
            IrVisibility::Protected => Some(Visibility::Protected),
        };
        if let Some(visibility) = visibility {
            out.attribute(symbol, SymbolAttribute::Visibility(visibility));
        }
    }
    out.attribute(symbol, SymbolAttribute::Kind(SymbolKind::Function));
}

/// An error that only appears in context: a label also defined by another inline assembly.
fn in_assembly(kernel: &str, message: &str) -> Diagnostic {
    unplaced(format!("in kernel '{kernel}': inline assembly: {message}"))
}

/// Labels of branch targets.
pub(super) fn labels<S: GpuStreamer>(
    func: &MachineFunction,
    number: usize,
    out: &mut S,
) -> FxHashMap<Block, SymbolId> {
    let mut labels = FxHashMap::default();
    for block in func.layout.blocks() {
        for inst in func.block_insts(block) {
            // Distances are relative to the block they are in.
            let origin = is_distance(func, inst).then_some(block);
            let targets = func.operands(inst).iter().filter_map(MachineOperand::as_block);
            for target in targets.chain(origin) {
                labels.entry(target).or_insert_with(|| {
                    out.symbols_mut()
                        .intern(&format!(".LBB{number}_{}", target.as_u32()))
                });
            }
        }
    }
    labels
}

/// Whether scalar offsets of buffers are registers.
pub(super) fn has_register_offsets(subtarget: &Subtarget) -> bool {
    subtarget.has(features::GFX12)
}

/// Whether a block operand of `inst` is not a branch target but the distance from the start of the instruction's own
/// block, of which `s_add_u32` takes the low half and `s_addc_u32` the high one.
fn is_distance(func: &MachineFunction, inst: Inst) -> bool {
    !func.desc(inst).is(InstrFlags::BRANCH) && func.operands(inst).iter().any(|o| o.as_block().is_some())
}

/// The instruction with the operands of its description. `has_register_offsets`: scalar offsets of buffers are registers.
pub(super) fn lower<S: GpuStreamer>(
    func: &MachineFunction,
    inst: Inst,
    labels: &FxHashMap<Block, SymbolId>,
    has_register_offsets: bool,
    out: &mut S,
) -> MCInst {
    let described = func.desc(inst).operands().len();
    let mut lowered = MCInst::new(func.opcode(inst));
    let desc = func.desc(inst);
    let needs_null =
        has_register_offsets && desc.target_flags() & (target_flags::MUBUF | target_flags::MTBUF) != 0;
    let null_at = match needs_null {
        true => desc.operand_index(operand_names::SOFFSET).unwrap_or(described),
        false => described,
    };
    for operand in func.operands(inst).iter().take(described) {
        lowered.operands.push(match *operand {
            MachineOperand::Reg(reg) if reg.reg.is_none() => MCOperand::Reg(Reg::NONE),
            MachineOperand::Reg(reg) => MCOperand::Reg(
                reg.reg
                    .as_physical()
                    .unwrap_or_else(|| panic!("{} has a virtual register", func.desc(inst).name())),
            ),
            // An offset that can only be a register.
            MachineOperand::Imm(0) if needs_null && lowered.operands.len() == null_at => {
                MCOperand::Reg(regs::SGPR_NULL)
            }
            MachineOperand::Imm(value) => MCOperand::Imm(value),
            MachineOperand::Block(block) if is_distance(func, inst) => {
                let origin = func.inst_block(inst).expect("a placed instruction");
                let (operator, number) = match func.opcode(inst) {
                    opcodes::S_ADDC_U32 => (BinaryOp::Shr, 32),
                    _ => (BinaryOp::And, 0xffff_ffff),
                };
                let symbol = |block: Block| Box::new(MCExpr::symbol(labels[&block]));
                let distance = MCExpr::Binary(BinaryOp::Sub, symbol(block), symbol(origin));
                let number = Box::new(MCExpr::Constant(number));
                MCOperand::expr(MCExpr::Binary(operator, Box::new(distance), number))
            }
            MachineOperand::Block(block) => MCOperand::expr(MCExpr::symbol(labels[&block])),
            MachineOperand::Global { symbol, offset, kind } => {
                let symbol = out.symbols_mut().intern(func.symbols.name(symbol));
                MCOperand::expr(MCExpr::symbol_offset(symbol, kind, i64::from(offset)))
            }
            MachineOperand::FrameIndex(_) | MachineOperand::External(_) => {
                panic!("{} has an operand that should be gone", func.desc(inst).name())
            }
        });
    }
    lowered
}
