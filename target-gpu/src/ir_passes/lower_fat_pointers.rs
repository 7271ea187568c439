//! Fat pointers (address space 7) become what they are made of: a buffer resource and an offset of 32 bits in it. Their
//! accesses become buffer intrinsics, which check the offset against the size of the resource.
//!
//! This is for single pointers inside of a function: casts from resources, `getelementptr`, phis, selections, comparisons,
//! accesses, and pointers that are kept in memory. What would need others (parameters, results, vectors and structs of
//! them) is an error.
//!
//! Requires: copies of memory are loads and stores. Preserves: control flow. Cost: linear in instructions.
//! Source: AMDGPU usage, "Address Spaces", buffer fat pointers.

mod access;

use fxhash::FxHashMap;
use wavec_ir::constant::ConstantData;
use wavec_ir::inst::{Align, Aux, InstFlags, IntPredicate};
use wavec_ir::passes::util::blocks::remove_unreachable_blocks;
use wavec_ir::{Builder, Context, Function, Inst, Opcode, Type, Value};

/// The address space of fat pointers, and that of the resources in them.
const FAT: u32 = 7;
const RESOURCE: u32 = 8;

/// Where the offset lies in memory, after the resource.
const OFFSET_AT: i64 = 16;

/// A resource and an offset.
type Parts = (Value, Value);

/// Whether there are fat pointers in `func`.
pub fn has_candidates(func: &Function, ctx: &Context) -> bool {
    func.block_order()
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .any(|inst| names_one(func, ctx, inst))
}

fn is_fat(ctx: &Context, ty: Type) -> bool {
    ctx.types.address_space(ctx.types.scalar(ty)) == Some(FAT)
}

/// Whether an instruction has fat pointers among its operands, or is one.
fn names_one(func: &Function, ctx: &Context, inst: Inst) -> bool {
    let mut operands = func.args(inst).iter();
    is_fat(ctx, func.inst(inst).ty) || operands.any(|&arg| is_fat(ctx, func.ty(func.resolve(arg))))
}

/// Rewrites them in `func`.
///
/// # Errors
/// What cannot be done with fat pointers here.
pub fn run(func: &mut Function, ctx: &mut Context) -> Result<(), String> {
    // What they define and use would be left behind.
    remove_unreachable_blocks(func);
    let insts: Vec<Inst> = func
        .cfg()
        .rpo()
        .iter()
        .flat_map(|&block| func.block_insts(block))
        .filter(|&inst| names_one(func, ctx, inst))
        .collect();
    let mut parts_of: FxHashMap<Value, Parts> = FxHashMap::default();
    let mut phis: Vec<(Inst, Inst, Inst)> = Vec::new();
    for &inst in &insts {
        if func.opcode(inst) == Opcode::Phi {
            let mut b = Builder::before(func, ctx, inst);
            let resource_ty = b.ctx.types.ptr(RESOURCE);
            let parts = (b.phi(resource_ty), b.phi(Type::I32));
            let made = |value| func.def_inst(value).expect("a phi");
            phis.push((inst, made(parts.0), made(parts.1)));
            record(func, &mut parts_of, inst, parts);
            continue;
        }
        let mut lowering = Lowering {
            parts_of: &mut parts_of,
            b: Builder::before(func, ctx, inst),
            inst,
        };
        lowering.lower()?;
    }
    for (inst, resource, offset) in phis {
        let blocks = func.inst_blocks(inst).to_vec();
        for (index, block) in blocks.into_iter().enumerate() {
            let value = func.arg(inst, index);
            let end = func.terminator(block).expect("a terminator");
            let parts = Lowering {
                parts_of: &mut parts_of,
                b: Builder::before(func, ctx, end),
                inst,
            }
            .parts(value)?;
            func.add_incoming(resource, parts.0, block);
            func.add_incoming(offset, parts.1, block);
        }
    }
    for &inst in insts.iter().rev() {
        func.remove_inst(inst);
    }
    func.resolve_aliases();
    Ok(())
}

fn record(func: &Function, parts_of: &mut FxHashMap<Value, Parts>, inst: Inst, parts: Parts) {
    let result = func.result(inst).expect("a pointer");
    parts_of.insert(result, parts);
}

/// What makes the parts of one instruction, before it.
struct Lowering<'a, 'b> {
    parts_of: &'a mut FxHashMap<Value, Parts>,
    b: Builder<'b>,
    inst: Inst,
}

impl Lowering<'_, '_> {
    fn lower(&mut self) -> Result<(), String> {
        let inst = self.inst;
        let opcode = self.b.func.opcode(inst);
        let ty = self.b.func.inst(inst).ty;
        if self.b.ctx.types.is_vector(ty) && is_fat(self.b.ctx, ty) {
            return Err(refusal("a vector"));
        }
        let parts = match opcode {
            Opcode::AddrSpaceCast => self.cast(ty)?,
            Opcode::GetElementPtr => self.element()?,
            Opcode::Select => {
                let condition = self.b.func.arg(inst, 0);
                let [a, c] = [self.argument(1)?, self.argument(2)?];
                (
                    self.b.select(condition, a.0, c.0),
                    self.b.select(condition, a.1, c.1),
                )
            }
            Opcode::Freeze => {
                let value = self.argument(0)?;
                (self.b.freeze(value.0), self.b.freeze(value.1))
            }
            Opcode::Load if is_fat(self.b.ctx, ty) => self.load_pointer()?,
            Opcode::Store if is_fat(self.b.ctx, self.b.func.ty(self.b.func.arg(inst, 0))) => {
                return self.store_pointer();
            }
            Opcode::Load | Opcode::Store | Opcode::AtomicRmw | Opcode::CmpXchg => return self.access(),
            Opcode::ICmp => return self.compare(),
            Opcode::PtrToInt | Opcode::PtrToAddr => return self.offset_of(ty),
            _ => return Err(refusal(opcode.name())),
        };
        record(self.b.func, self.parts_of, inst, parts);
        Ok(())
    }

    fn argument(&mut self, index: usize) -> Result<Parts, String> {
        let value = self.b.func.arg(self.inst, index);
        self.parts(value)
    }

    /// The parts of a value that was lowered, or of a constant.
    fn parts(&mut self, value: Value) -> Result<Parts, String> {
        if let Some(&parts) = self.parts_of.get(&value) {
            return Ok(parts);
        }
        let resource_ty = self.b.ctx.types.ptr(RESOURCE);
        let Some(constant) = self.b.func.as_const(value) else {
            return Err(refusal("a parameter"));
        };
        match self.b.ctx.constants.data(constant) {
            ConstantData::Null(_) | ConstantData::Zero(_) => {
                Ok((self.b.zero(resource_ty), self.b.zero(Type::I32)))
            }
            ConstantData::Undef(_) | ConstantData::Poison(_) => {
                Ok((self.b.poison(resource_ty), self.b.poison(Type::I32)))
            }
            _ => Err(refusal("a constant expression")),
        }
    }

    fn cast(&mut self, ty: Type) -> Result<Parts, String> {
        let from = self.b.func.arg(self.inst, 0);
        let space = self.b.ctx.types.address_space(self.b.func.ty(from));
        match space == Some(RESOURCE) && is_fat(self.b.ctx, ty) {
            true => Ok((from, self.b.zero(Type::I32))),
            false => Err(refusal("a cast to another address space")),
        }
    }

    /// Offsets are added as `getelementptr` adds them to a pointer of 32 bits.
    fn element(&mut self) -> Result<Parts, String> {
        let base = self.argument(0)?;
        let Aux::SourceType(source) = self.b.func.inst(self.inst).aux else {
            return Err(refusal("getelementptr"));
        };
        let indices: Vec<Value> = (1..self.b.func.args(self.inst).len())
            .map(|index| self.b.func.arg(self.inst, index))
            .collect();
        if indices
            .iter()
            .any(|&index| self.b.ctx.types.is_vector(self.b.func.ty(index)))
        {
            return Err(refusal("a vector"));
        }
        let narrow = self.b.ctx.types.ptr(3);
        let zero = self.b.zero(narrow);
        let moved = self.b.gep(source, zero, &indices, InstFlags::empty());
        let distance = self.b.cast(Opcode::PtrToInt, moved, Type::I32);
        Ok((base.0, self.b.binary(Opcode::Add, base.1, distance)))
    }

    fn compare(&mut self) -> Result<(), String> {
        let (a, c) = (self.argument(0)?, self.argument(1)?);
        let Aux::IntPredicate(predicate) = self.b.func.inst(self.inst).aux else {
            return Err(refusal("a comparison"));
        };
        if !matches!(predicate, IntPredicate::Eq | IntPredicate::Ne) {
            return Err(refusal("a comparison of order"));
        }
        let wide = self.b.ctx.types.int(128);
        let resources = [a.0, c.0].map(|resource| self.b.cast(Opcode::PtrToInt, resource, wide));
        let same_resource = self.b.icmp(predicate, resources[0], resources[1]);
        let same_offset = self.b.icmp(predicate, a.1, c.1);
        let opcode = match predicate {
            IntPredicate::Eq => Opcode::And,
            _ => Opcode::Or,
        };
        let result = self.b.binary(opcode, same_resource, same_offset);
        self.finish(result);
        Ok(())
    }

    /// The low bits of a fat pointer are its offset.
    fn offset_of(&mut self, ty: Type) -> Result<(), String> {
        let (_, offset) = self.argument(0)?;
        let result = match self.b.ctx.types.int_bits(ty) {
            Some(32) => offset,
            Some(bits) if bits < 32 => self.b.cast(Opcode::Trunc, offset, ty),
            _ => return Err(refusal("a conversion to an integer of more than 32 bits")),
        };
        self.finish(result);
        Ok(())
    }

    /// A pointer that lies in memory: the resource, then the offset.
    fn load_pointer(&mut self) -> Result<Parts, String> {
        let (address, align, flags) = self.place_in_memory(0)?;
        let (wide, resource_ty) = (self.b.ctx.types.int(128), self.b.ctx.types.ptr(RESOURCE));
        let bits = self.b.load(wide, address, align, flags);
        let resource = self.b.cast(Opcode::IntToPtr, bits, resource_ty);
        let address = self.b.byte_offset(address, OFFSET_AT);
        Ok((resource, self.b.load(Type::I32, address, align, flags)))
    }

    fn store_pointer(&mut self) -> Result<(), String> {
        let (resource, offset) = self.argument(0)?;
        let (address, align, flags) = self.place_in_memory(1)?;
        let wide = self.b.ctx.types.int(128);
        let bits = self.b.cast(Opcode::PtrToInt, resource, wide);
        self.b.store(bits, address, align, flags);
        let address = self.b.byte_offset(address, OFFSET_AT);
        self.b.store(offset, address, align, flags);
        Ok(())
    }

    fn place_in_memory(&mut self, index: usize) -> Result<(Value, Align, InstFlags), String> {
        let address = self.b.func.arg(self.inst, index);
        let data = self.b.func.inst(self.inst);
        match data.aux {
            Aux::Memory(memory) if !memory.is_atomic() && !is_fat(self.b.ctx, self.b.func.ty(address)) => {
                let align = Align::from_bytes(memory.align.bytes().min(OFFSET_AT as u64));
                Ok((address, align, data.flags & InstFlags::VOLATILE))
            }
            _ => Err(refusal("a fat pointer after another, or an atomic access of one")),
        }
    }

    /// `result` stands for the instruction from here on.
    fn finish(&mut self, result: Value) {
        let old = self.b.func.result(self.inst).expect("a result");
        self.b.func.replace_uses_with_alias(old, result);
    }
}

fn refusal(what: &str) -> String {
    format!("fat buffer pointers (address space 7): {what} is not supported")
}
