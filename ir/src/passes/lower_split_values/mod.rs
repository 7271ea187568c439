//! Splits values that no later pass supports into parts that are values of their own: integers of more than 128 bits
//! into 64-bit digits, and fat pointers (buffers of some targets) into a resource and an offset. Fixed-point products of
//! more than 64 bits become such integers first.
//!
//! One rule applies to all types: a split scalar is a list of parts, and so is a vector of them, lane by lane.
//! Instructions that move values (phis, selects, loads, elements of vectors) move the parts; computations have a
//! sequence for scalars, in `integers` and `fat`, which is repeated for each lane. Where such a value must be a single
//! value (a parameter, a result, a member of an aggregate), it is a struct of its parts. Memory follows the data
//! layout; a fat pointer in memory is the integer that `ptrtoint` gives, as in LLVM. Byte types of more than 128 bits are
//! taken for integers. (LLVM itself computes offsets in
//! structs of fat pointers by the layout or by structs of integers, depending on what earlier passes left.)
//!
//! Requires: nothing. Preserves: nothing of the control-flow graph (division is a loop). Cost: linear in the result,
//! which for products is quadratic in digits.

mod aggregates;
mod digits;
mod fat;
mod fixed_point;
mod floats;
mod integers;
mod intrinsics;
mod memory;
mod types;
mod values;

use super::util::blocks::remove_unreachable_blocks;
use super::{lower_atomics, lower_bytes, lower_intrinsics, lower_memory_intrinsics};
use crate::analysis::fat_pointers::{FatAccess, FatParts, FatPointers};
use crate::analysis::{TargetTransformInfo, value_sizes};
use crate::builder::{Builder, InsertPoint};
use crate::context::Context;
use crate::entities::{AttributeSet, FuncRef, Inst, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use crate::module::Module;
use fxhash::FxHashMap;
use types::{Leaf, TypeMap, WHOLE_BITS};
use values::Operand;
use wavec_support::Diagnostics;

/// Splits values in all functions.
pub fn run(module: &mut Module, target: &dyn TargetTransformInfo, diagnostics: &mut Diagnostics) {
    let functions: Vec<FuncRef> = module.functions().collect();
    if module
        .ctx
        .functions
        .values()
        .any(|decl| fixed_point::is_product(decl.intrinsic))
    {
        for &func in &functions {
            module.with_body(func, fixed_point::widen_products);
        }
    }
    lower_bytes::run(module, WHOLE_BITS);
    let mut map = TypeMap::new(target.fat_pointers());
    if !map.has_candidates(&module.ctx) {
        return;
    }
    for &func in &functions {
        let decl = &module.ctx.functions[func];
        if decl.intrinsic.is_none() && !module.ctx.text(decl.name).starts_with("llvm.") {
            map_declaration(&mut module.ctx, &mut map, func);
        }
    }
    globals(module, &mut map, diagnostics);
    for func in functions {
        let found = module.with_body(func, |body, ctx| run_on(body, ctx, &mut map, target));
        if let Some(Err((inst, message))) = found {
            let place = match inst {
                Some(inst) => module.place_of_inst(func, inst),
                None => module.ctx.place_of_function(func),
            };
            diagnostics.error(place, message);
        }
    }
}

/// The type of a function, and its attributes; of a struct's, only those of the calling convention remain meaningful.
fn map_declaration(ctx: &mut Context, map: &mut TypeMap, func: FuncRef) {
    let old = ctx.functions[func].ty;
    let new = map.value(ctx, old);
    if old == new {
        return;
    }
    let (old_ret, old_params, _) = signature(ctx, old);
    let (new_ret, new_params, _) = signature(ctx, new);
    if old_ret != new_ret {
        let attrs = ctx.functions[func].ret_attrs;
        ctx.functions[func].ret_attrs = kept_attributes(ctx, attrs);
    }
    for index in 0..ctx.functions[func].param_attrs.len().min(old_params.len()) {
        if old_params[index] != new_params[index] {
            let attrs = ctx.functions[func].param_attrs[index];
            ctx.functions[func].param_attrs[index] = kept_attributes(ctx, attrs);
        }
    }
    ctx.functions[func].ty = new;
}

fn signature(ctx: &Context, ty: Type) -> (Type, Vec<Type>, bool) {
    let (ret, params, variadic) = ctx.types.signature(ty).expect("a function type");
    (ret, params.to_vec(), variadic)
}

fn kept_attributes(ctx: &mut Context, attrs: AttributeSet) -> AttributeSet {
    let inreg = ctx.symbols.intern("inreg");
    let kept = ctx
        .attributes
        .find(attrs, inreg)
        .map(|attribute| vec![*attribute]);
    ctx.attributes.intern(&kept.unwrap_or_default())
}

/// Initializers of variables have the types used in memory.
fn globals(module: &mut Module, map: &mut TypeMap, diagnostics: &mut Diagnostics) {
    let all: Vec<_> = module.ctx.globals.keys().collect();
    for global in all {
        let ctx = &mut module.ctx;
        let old = ctx.globals[global].value_ty;
        let new = map.memory(ctx, old);
        if old == new {
            continue;
        }
        ctx.globals[global].value_ty = new;
        if let Some(contents) = ctx.globals[global].initializer {
            let contents = map.constant_in_memory(ctx, contents);
            if contents.is_none() {
                let name = ctx.text(ctx.globals[global].name).to_string();
                let message = format!(
                    "the contents of '@{name}' are not supported: an expression in an integer of more than 128 bits"
                );
                diagnostics.error(wavec_support::Span::NONE, message);
            }
            ctx.globals[global].initializer = contents;
        }
    }
}

/// An error and the instruction that causes it.
type Failure = (Option<Inst>, String);

fn run_on(
    func: &mut Function,
    ctx: &mut Context,
    map: &mut TypeMap,
    target: &dyn TargetTransformInfo,
) -> Result<(), Failure> {
    if candidates(func, ctx, map).is_empty()
        && !func
            .params
            .iter()
            .any(|&param| map_changes(func, ctx, map, param))
    {
        return Ok(());
    }
    if let Some(inst) = value_sizes::first_oversized(func, ctx) {
        let limit = value_sizes::MAX_MEMBERS;
        let message = format!("a value of more than {limit} members is not supported");
        return Err((Some(inst), message));
    }
    // Their definitions and uses would be left unsplit.
    remove_unreachable_blocks(func);
    lower_intrinsics::run(func, ctx);
    lower_memory_intrinsics::run(func, ctx, target);
    lower_atomics::run(func, ctx, target).map_err(|(inst, message)| (Some(inst), message))?;
    let insts = candidates(func, ctx, map);
    let entry = func.entry().expect("a body");
    let mut splitter = Splitter {
        b: Builder::at_end(func, ctx, entry),
        map,
        parts: FxHashMap::default(),
        whole: FxHashMap::default(),
        phis: Vec::new(),
        replaced: Vec::new(),
        inst: insts.first().copied(),
    };
    let result = splitter.all(&insts);
    let at = splitter.inst;
    result.map_err(|message| (at, message))?;
    let replaced = splitter.replaced;
    for &inst in replaced.iter().rev() {
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    Ok(())
}

/// Instructions that involve split values, ordered so that definitions precede uses.
fn candidates(func: &Function, ctx: &mut Context, map: &mut TypeMap) -> Vec<Inst> {
    let order = func.cfg();
    let insts = order.rpo().iter().flat_map(|&block| func.block_insts(block));
    insts.filter(|&inst| names_one(func, ctx, map, inst)).collect()
}

fn map_changes(func: &Function, ctx: &mut Context, map: &mut TypeMap, value: Value) -> bool {
    map.contains(ctx, func.ty(value))
}

/// Positions and types of the scalars and vectors of an aggregate.
fn scalars_of(ctx: &Context, ty: Type) -> Vec<(Vec<u32>, Type)> {
    let mut found = Vec::new();
    let mut work = vec![(Vec::new(), ty)];
    while let Some((path, ty)) = work.pop() {
        if !ctx.types.is_aggregate(ty) {
            found.push((path, ty));
            continue;
        }
        for index in (0..ctx.types.member_count(ty)).rev() {
            let member = ctx.types.member(ty, index).expect("a member");
            work.push(([&path[..], &[index as u32]].concat(), member));
        }
    }
    found
}

/// Whether an instruction has a split operand, result or type.
fn names_one(func: &Function, ctx: &mut Context, map: &mut TypeMap, inst: Inst) -> bool {
    let data = func.inst(inst);
    if map.contains(ctx, data.ty) {
        return true;
    }
    let named = match data.aux {
        Aux::SourceType(ty) | Aux::Alloca(ty, _) => map.memory(ctx, ty) != ty,
        _ => false,
    };
    named
        || (0..func.args(inst).len()).any(|index| {
            let ty = func.ty(func.resolve(func.arg(inst, index)));
            map.contains(ctx, ty)
        })
}

/// A phi of a part, and the part's position in an aggregate.
type PartPhi = (Inst, Vec<u32>);

/// The state for one function.
struct Splitter<'a, 'm> {
    b: Builder<'a>,
    map: &'a mut TypeMap<'m>,
    /// Replacements of scalars and vectors.
    parts: FxHashMap<Value, Vec<Value>>,
    /// Replacements of aggregates.
    whole: FxHashMap<Value, Value>,
    /// Phis and their replacements: phis of parts or of members, with their positions.
    phis: Vec<(Inst, Vec<PartPhi>)>,
    /// Instructions to be removed at the end.
    replaced: Vec<Inst>,
    /// The current instruction.
    inst: Option<Inst>,
}

type Split<T> = Result<T, String>;

impl Splitter<'_, '_> {
    fn all(&mut self, insts: &[Inst]) -> Split<()> {
        self.params();
        for &inst in insts {
            self.b.point = InsertPoint::Before(inst);
            let first = self.b.func.inst_count();
            self.lower(inst)?;
            if let Some(&place) = self.b.func.places.get(&inst) {
                self.b.func.keep_place_from(first, place);
            }
        }
        for (inst, new) in std::mem::take(&mut self.phis) {
            self.inst = Some(inst);
            let blocks = self.b.func.inst_blocks(inst).to_vec();
            for (index, block) in blocks.into_iter().enumerate() {
                let value = self.b.func.arg(inst, index);
                let end = self.b.func.terminator(block).expect("a terminator");
                self.b.point = InsertPoint::Before(end);
                let operand = self.operand(value)?;
                for (index, (phi, path)) in new.iter().enumerate() {
                    let incoming = match &operand {
                        Operand::Parts(parts) => parts[index],
                        Operand::Whole(value) => self.member(*value, path),
                    };
                    self.b.func.add_incoming(*phi, incoming, block);
                }
            }
        }
        Ok(())
    }

    /// Parameters of new types in place of the old ones.
    fn params(&mut self) {
        let entry = self.b.func.entry().expect("a body");
        let first = self.b.func.first_non_phi(entry).expect("a terminator");
        self.b.point = InsertPoint::Before(first);
        for index in 0..self.b.func.params.len() {
            let old = self.b.func.params[index];
            let ty = self.b.func.ty(old);
            let new_ty = self.map.value(self.b.ctx, ty);
            if ty == new_ty {
                continue;
            }
            let new = self.b.func.replace_param(index, new_ty);
            match self.map.shape(self.b.ctx, ty) {
                Some(shape) => {
                    let parts = self.unpack(new, shape);
                    self.parts.insert(old, parts);
                }
                None => {
                    self.whole.insert(old, new);
                }
            }
        }
    }

    /// Replaces an instruction by its parts or its new value.
    fn lower(&mut self, inst: Inst) -> Split<()> {
        self.inst = Some(inst);
        self.replaced.push(inst);
        let ty = self.b.func.inst(inst).ty;
        let result = match self.b.func.opcode(inst) {
            Opcode::Phi => return self.phi(inst, ty),
            Opcode::Ret => self.ret(inst)?,
            Opcode::Switch => self.switch(inst)?,
            Opcode::Call => self.call(inst)?,
            Opcode::ExtractValue => Some(self.extract_value(inst)?),
            Opcode::InsertValue => Some(self.insert_value(inst)?),
            Opcode::ExtractElement => Some(self.extract_element(inst)?),
            Opcode::InsertElement => Some(self.insert_element(inst)?),
            Opcode::ShuffleVector => Some(self.shuffle(inst)?),
            Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg => self.access(inst)?,
            Opcode::Alloca => Some(self.alloca(inst)?),
            Opcode::BitCast => Some(self.bitcast(inst)?),
            Opcode::Select | Opcode::Freeze if self.is_aggregate(ty) => Some(self.move_aggregate(inst)?),
            _ => Some(self.by_lane(inst)?),
        };
        if let Some(result) = result {
            self.record(inst, result);
        }
        Ok(())
    }

    fn is_aggregate(&self, ty: Type) -> bool {
        self.b.ctx.types.is_aggregate(ty)
    }

    /// Records the replacement for the result of an instruction.
    fn record(&mut self, inst: Inst, result: Operand) {
        let Some(old) = self.b.func.result(inst) else {
            return;
        };
        match result {
            Operand::Parts(parts) => {
                self.parts.insert(old, parts);
            }
            Operand::Whole(new) if self.b.func.ty(new) == self.b.func.ty(old) => {
                self.b.func.replace_uses_with_alias(old, new);
            }
            Operand::Whole(new) => {
                self.whole.insert(old, new);
            }
        }
    }

    /// Phis of the parts. For aggregates, of the members, because each member may be divergent or uniform by itself.
    fn phi(&mut self, inst: Inst, ty: Type) -> Split<()> {
        let shape = self.map.shape(self.b.ctx, ty);
        let new = self.map.value(self.b.ctx, ty);
        let members = match shape {
            Some(shape) => {
                let parts = self.map.parts(self.b.ctx, shape.leaf);
                let lanes = std::iter::repeat_n(parts, shape.lanes as usize);
                lanes.flatten().map(|part| (Vec::new(), part)).collect()
            }
            None => scalars_of(self.b.ctx, new),
        };
        let values: Vec<Value> = members.iter().map(|&(_, ty)| self.b.phi(ty)).collect();
        let insts = values
            .iter()
            .map(|&value| self.b.func.def_inst(value).expect("a phi"));
        let insts: Vec<Inst> = insts.collect();
        let result = match shape {
            Some(_) => Operand::Parts(values),
            None => {
                let block = self.b.func.inst_block(inst).expect("a phi in a block");
                let first = self.b.func.first_non_phi(block).expect("a terminator");
                self.b.point = InsertPoint::Before(first);
                let mut whole = self.b.poison(new);
                for ((path, _), value) in members.iter().zip(values) {
                    whole = self.b.insert_value(whole, value, path);
                }
                Operand::Whole(whole)
            }
        };
        let paths = members.into_iter().map(|(path, _)| path);
        self.phis.push((inst, insts.into_iter().zip(paths).collect()));
        self.record(inst, result);
        Ok(())
    }

    /// Applies the operation to each lane and combines the results.
    fn by_lane(&mut self, inst: Inst) -> Split<Operand> {
        let ty = self.b.func.inst(inst).ty;
        let first = usize::from(self.b.func.opcode(inst) == Opcode::Call);
        let args: Vec<Value> = self.b.func.args(inst)[first..].to_vec();
        let arg_types: Vec<Type> = args.iter().map(|&arg| self.b.func.ty(arg)).collect();
        let mut operands = Vec::with_capacity(args.len());
        for &arg in &args {
            operands.push(self.operand(arg)?);
        }
        let lanes = std::iter::once(ty)
            .chain(arg_types.iter().copied())
            .find_map(|ty| self.b.ctx.types.vector_parts(ty))
            .map(|(_, lanes)| lanes);
        let scalar = self.b.ctx.types.scalar(ty);
        let scalars: Vec<Type> = arg_types.iter().map(|&ty| self.b.ctx.types.scalar(ty)).collect();
        let Some(lanes) = lanes else {
            return self.scalar(inst, scalar, &scalars, &operands);
        };
        let mut results = Vec::with_capacity(lanes as usize);
        for lane in 0..lanes {
            let mut elements = Vec::with_capacity(operands.len());
            for (operand, &ty) in operands.iter().zip(&arg_types) {
                elements.push(self.lane(operand, ty, lane));
            }
            results.push(self.scalar(inst, scalar, &scalars, &elements)?);
        }
        Ok(self.join_lanes(ty, results))
    }

    /// One scalar operation; the types are the instruction's.
    fn scalar(&mut self, inst: Inst, ty: Type, arg_types: &[Type], args: &[Operand]) -> Split<Operand> {
        let opcode = self.b.func.opcode(inst);
        match (opcode, args) {
            (Opcode::Select, [Operand::Whole(condition), Operand::Parts(a), Operand::Parts(c)]) => {
                return Ok(Operand::Parts(self.choose(*condition, a, c)));
            }
            (Opcode::Freeze, [Operand::Parts(parts)]) => {
                let frozen = parts.iter().map(|&part| self.b.freeze(part)).collect();
                return Ok(Operand::Parts(frozen));
            }
            _ => {}
        }
        let leaf = |ty: Type| self.map.shape(self.b.ctx, ty).map(|shape| shape.leaf);
        let is_fat = std::iter::once(ty)
            .chain(arg_types.iter().copied())
            .any(|ty| leaf(ty) == Some(Leaf::Fat));
        match is_fat || opcode == Opcode::GetElementPtr {
            true => self.fat_scalar(inst, ty, arg_types, args),
            false => self.integer_scalar(inst, ty, arg_types, args),
        }
    }

    fn choose(&mut self, condition: Value, a: &[Value], c: &[Value]) -> Vec<Value> {
        let pairs = a.iter().zip(c);
        pairs.map(|(&a, &c)| self.b.select(condition, a, c)).collect()
    }
}
