//! The text form of [`GpuFunctionInfo`]: the `info:` lines of machine functions, each a key and its values.
//!
//! What the module says (arguments, limits of work-groups and waves) is not repeated there: [`complete`] takes it from the
//! module that stands before the functions.

use crate::abi::{KernelArgLayout, max_flat_workgroup_size, waves_per_simd};
use crate::call_abi::Convention;
use crate::function_info::{GpuFunctionInfo, LiveLanes, ShaderScratch};
use crate::kernels::{PIXEL_SHADER, PRESERVING_CHAIN, Role, is_kernel, pixel_exports};
use crate::options::GpuOptions;
use cranelift_entity::EntityRef;
use std::fmt::{Display, Write};
use std::str::FromStr;
use wavec_codegen::mir::{FrameIndex, MachineFunction};
use wavec_gpu_mc::{REGISTER_INFO, Subtarget, System};
use wavec_ir::{FuncRef, Module};
use wavec_mc::Reg;

/// Work-items of the largest work-group there is.
const MAX_FLAT_WORKGROUP_SIZE: u32 = 1024;

/// The lines of `func`, without `info:`; what is as in a new function has none.
pub fn lines(func: &MachineFunction) -> Vec<String> {
    let Some(info) = func.target_info::<GpuFunctionInfo>() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let inputs = &info.inputs;
    let flags = [
        ("callable", info.is_callable()),
        ("shader", info.role == Role::Shader),
        ("chain", info.role == Role::Chain),
        ("graphics", info.convention == Convention::Graphics),
        ("preserves-vgprs", info.preserves_vgprs),
        ("pixel-shader", info.is_pixel_shader),
        ("exports-colors", info.pixel_exports[0]),
        ("exports-depths", info.pixel_exports[1]),
        ("dynamic-stack", info.dynamic_stack),
        ("calls", info.calls),
        ("realigns", info.realigns),
        ("force-waits", info.force_waits),
        ("dispatch-ptr", inputs.dispatch_ptr),
        ("queue-ptr", inputs.queue_ptr),
        ("kernarg-ptr", inputs.kernarg_ptr),
        ("dispatch-id", inputs.dispatch_id),
        ("workgroup-id-x", inputs.workgroup_id[0]),
        ("workgroup-id-y", inputs.workgroup_id[1]),
        ("workgroup-id-z", inputs.workgroup_id[2]),
        ("implicit-args", inputs.implicit_args),
        ("workitem-ids", inputs.workitem_ids),
        ("scratch-setup", inputs.scratch_setup),
        ("fills-sgprs", inputs.fills_sgprs),
        ("group-ids-apart", inputs.ids_are_apart),
    ];
    let set: Vec<&str> = flags
        .iter()
        .filter(|(_, is_set)| *is_set)
        .map(|(name, _)| *name)
        .collect();
    list(&mut out, "flags", &set);
    let counts = &info.counts;
    for (key, number) in [
        ("workitem-dims", u64::from(inputs.workitem_dims)),
        ("hidden-args", u64::from(inputs.hidden_args)),
        ("preloaded-words", u64::from(inputs.preloaded_words)),
        ("kernarg-size", info.kernarg_size),
        ("lds-size", u64::from(info.lds_size)),
        ("frame-bytes", u64::from(info.frame_bytes)),
        ("sgpr-spills", u64::from(info.sgpr_spills)),
        ("vgpr-spills", u64::from(info.vgpr_spills)),
        ("sgprs", u64::from(counts.sgprs)),
        ("vgprs", u64::from(counts.vgprs)),
        ("agprs", u64::from(counts.agprs)),
        ("vcc", u64::from(counts.vcc)),
    ] {
        if number != 0 {
            out.push(format!("{key} {number}"));
        }
    }
    for callee in &info.callees {
        out.push(match callee {
            Some(name) => format!("callee {name}"),
            None => "unknown-callee".into(),
        });
    }
    let incoming: Vec<usize> = info.incoming.iter().map(|object| object.index()).collect();
    list(&mut out, "incoming", &incoming);
    list(&mut out, "lane-spill-vgprs", &names(&info.lane_spill_vgprs));
    list(&mut out, "whole-wave-vgprs", &names(&info.whole_wave_vgprs));
    let pair = info.memory_spill_vgprs.as_ref().map_or(&[][..], |pair| pair);
    list(&mut out, "memory-spill-vgprs", &names(pair));
    list(
        &mut out,
        "long-branch-pair",
        &names(info.long_branch_pair.as_slice()),
    );
    if let Some(scratch) = info.shader_scratch {
        let high = scratch.high.map_or(String::new(), |high| format!(" {high}"));
        let (pointer, wave_offset) = (name(scratch.pointer), name(scratch.wave_offset));
        let offset = scratch.offset;
        out.push(format!("shader-scratch {pointer} {wave_offset} {offset}{high}"));
    }
    if let Some([needed, given]) = info.pixel_inputs {
        out.push(format!("pixel-inputs {needed} {given}"));
    }
    let lanes = info.live_lanes.map(|lanes| lanes.registers());
    list(
        &mut out,
        "live-lanes",
        &names(lanes.as_ref().map_or(&[], |lanes| lanes)),
    );
    let through = info.accumulation_copy_vgpr.as_slice();
    list(&mut out, "accumulation-copy-vgpr", &names(through));
    for &(saved, lanes, lane) in &info.saved_sgprs {
        out.push(format!("saved-sgpr {} {} {lane}", name(saved), name(lanes)));
    }
    out
}

fn list<T: Display>(out: &mut Vec<String>, key: &str, values: &[T]) {
    if values.is_empty() {
        return;
    }
    let mut line = key.to_string();
    for value in values {
        let _ = write!(line, " {value}");
    }
    out.push(line);
}

fn names(regs: &[Reg]) -> Vec<String> {
    regs.iter().copied().map(name).collect()
}

fn name(reg: Reg) -> String {
    format!("${}", REGISTER_INFO.name(reg).to_lowercase())
}

/// Reads a line of [`lines`].
///
/// # Errors
/// What is wrong with it.
pub fn read_line(func: &mut MachineFunction, line: &str) -> Result<(), String> {
    if func.target_info::<GpuFunctionInfo>().is_none() {
        func.set_target_info(GpuFunctionInfo::default());
    }
    let objects = func.frame.objects.len();
    let info = func
        .target_info_mut::<GpuFunctionInfo>()
        .expect("information that was just set");
    let (key, values) = line.split_once(' ').unwrap_or((line, ""));
    let values = values.trim();
    let mut words = values.split_ascii_whitespace();
    match key {
        "flags" => return words.try_for_each(|word| set_flag(info, word)),
        "workitem-dims" => info.inputs.workitem_dims = number::<u8>(values)?.min(2),
        "hidden-args" => info.inputs.hidden_args = number(values)?,
        "preloaded-words" => info.inputs.preloaded_words = number::<u16>(values)?.min(16),
        "kernarg-size" => info.kernarg_size = number(values)?,
        "lds-size" => info.lds_size = number(values)?,
        "frame-bytes" => info.frame_bytes = number(values)?,
        "sgpr-spills" => info.sgpr_spills = number(values)?,
        "vgpr-spills" => info.vgpr_spills = number(values)?,
        "sgprs" => info.counts.sgprs = number(values)?,
        "vgprs" => info.counts.vgprs = number(values)?,
        "agprs" => info.counts.agprs = number(values)?,
        "vcc" => info.counts.vcc = number::<u8>(values)? != 0,
        "callee" => info.callees.push(Some(values.to_string())),
        "unknown-callee" => info.callees.push(None),
        "incoming" => {
            info.incoming = words
                .map(|word| object(word, objects))
                .collect::<Result<_, _>>()?
        }
        "lane-spill-vgprs" => info.lane_spill_vgprs = words.map(register).collect::<Result<_, _>>()?,
        "whole-wave-vgprs" => info.whole_wave_vgprs = words.map(register).collect::<Result<_, _>>()?,
        "memory-spill-vgprs" => {
            let regs: Vec<Reg> = words.map(register).collect::<Result<_, _>>()?;
            let pair = regs
                .try_into()
                .map_err(|_| "expected two registers".to_string())?;
            info.memory_spill_vgprs = Some(pair);
        }
        "shader-scratch" => {
            let words: Vec<&str> = words.collect();
            let (&[pointer, wave_offset, offset], high) = (match &words[..] {
                [first @ .., high] if words.len() == 4 => (first, Some(number(high)?)),
                all => (all, None),
            }) else {
                return Err("expected two registers and one or two numbers".into());
            };
            info.shader_scratch = Some(ShaderScratch {
                pointer: register(pointer)?,
                high,
                offset: number(offset)?,
                wave_offset: register(wave_offset)?,
            });
        }
        "pixel-inputs" => {
            let numbers: Vec<u32> = words.map(number).collect::<Result<_, _>>()?;
            let [needed, given] = numbers[..] else {
                return Err("expected two numbers".into());
            };
            info.pixel_inputs = Some([needed, given]);
        }
        "live-lanes" => {
            let regs: Vec<Reg> = words.map(register).collect::<Result<_, _>>()?;
            let [live, saved, condition] = regs[..] else {
                return Err("expected three registers".into());
            };
            info.live_lanes = Some(LiveLanes {
                live,
                saved,
                condition,
            });
        }
        "long-branch-pair" => info.long_branch_pair = Some(register(values)?),
        "accumulation-copy-vgpr" => info.accumulation_copy_vgpr = Some(register(values)?),
        "saved-sgpr" => {
            let words: Vec<&str> = words.collect();
            let [saved, lanes, lane] = words[..] else {
                return Err("expected two registers and a lane".into());
            };
            let saved = (register(saved)?, register(lanes)?, number::<u8>(lane)?.min(63));
            info.saved_sgprs.push(saved);
        }
        _ => return Err(format!("unknown information '{key}'")),
    }
    Ok(())
}

fn set_flag(info: &mut GpuFunctionInfo, word: &str) -> Result<(), String> {
    let inputs = &mut info.inputs;
    let flag = match word {
        "callable" => {
            info.role = Role::Function;
            return Ok(());
        }
        "shader" => {
            info.role = Role::Shader;
            return Ok(());
        }
        "chain" => {
            info.role = Role::Chain;
            return Ok(());
        }
        "graphics" => {
            info.convention = Convention::Graphics;
            return Ok(());
        }
        "preserves-vgprs" => &mut info.preserves_vgprs,
        "pixel-shader" => &mut info.is_pixel_shader,
        "exports-colors" => &mut info.pixel_exports[0],
        "exports-depths" => &mut info.pixel_exports[1],
        "dynamic-stack" => &mut info.dynamic_stack,
        "calls" => &mut info.calls,
        "realigns" => &mut info.realigns,
        "force-waits" => &mut info.force_waits,
        "dispatch-ptr" => &mut inputs.dispatch_ptr,
        "queue-ptr" => &mut inputs.queue_ptr,
        "kernarg-ptr" => &mut inputs.kernarg_ptr,
        "dispatch-id" => &mut inputs.dispatch_id,
        "workgroup-id-x" => &mut inputs.workgroup_id[0],
        "workgroup-id-y" => &mut inputs.workgroup_id[1],
        "workgroup-id-z" => &mut inputs.workgroup_id[2],
        "implicit-args" => &mut inputs.implicit_args,
        "workitem-ids" => &mut inputs.workitem_ids,
        "scratch-setup" => &mut inputs.scratch_setup,
        "fills-sgprs" => &mut inputs.fills_sgprs,
        "group-ids-apart" => &mut inputs.ids_are_apart,
        _ => return Err(format!("unknown flag '{word}'")),
    };
    *flag = true;
    Ok(())
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("'{text}' is not a number that fits"))
}

fn object(text: &str, objects: usize) -> Result<FrameIndex, String> {
    let index: usize = number(text)?;
    match index < objects {
        true => Ok(FrameIndex::new(index)),
        false => Err(format!("there is no stack object {index}")),
    }
}

fn register(text: &str) -> Result<Reg, String> {
    let found = text
        .strip_prefix('$')
        .and_then(|name| REGISTER_INFO.by_name(name));
    found.ok_or_else(|| format!("unknown register '{text}'"))
}

/// Adds to the information of `function`, which was read, what `module` says about `func`.
pub fn complete(
    function: &mut MachineFunction,
    module: &Module,
    func: FuncRef,
    subtarget: Subtarget,
    options: &GpuOptions,
) {
    let ctx = &module.ctx;
    let kernel = is_kernel(module, func);
    let read = function
        .target_info::<GpuFunctionInfo>()
        .cloned()
        .unwrap_or_default();
    let info = GpuFunctionInfo {
        subtarget,
        number: func.as_u32(),
        args: match kernel {
            true => KernelArgLayout::compute(func, ctx),
            false => KernelArgLayout::default(),
        },
        max_flat_workgroup_size: max_flat_workgroup_size(func, ctx),
        waves_per_simd: waves_per_simd(func, ctx, &subtarget),
        asm_places: ctx.inline_asm.values().map(|asm| asm.place).collect(),
        role: Role::of(ctx.functions[func].conv).unwrap_or_default(),
        convention: Convention::of(ctx.functions[func].conv),
        preserves_vgprs: ctx.functions[func].conv == PRESERVING_CHAIN,
        is_pixel_shader: ctx.functions[func].conv == PIXEL_SHADER,
        pixel_exports: pixel_exports(ctx, func),
        system: System::of_triple(&module.triple),
        force_waits: read.force_waits || options.force_waits,
        ..read
    };
    function.set_target_info(info);
}

/// The same of a function without a module.
pub fn complete_alone(function: &mut MachineFunction, subtarget: Subtarget, options: &GpuOptions) {
    let read = function
        .target_info::<GpuFunctionInfo>()
        .cloned()
        .unwrap_or_default();
    let info = GpuFunctionInfo {
        subtarget,
        max_flat_workgroup_size: MAX_FLAT_WORKGROUP_SIZE,
        waves_per_simd: (1, subtarget.limits().waves),
        force_waits: read.force_waits || options.force_waits,
        ..read
    };
    function.set_target_info(info);
}
