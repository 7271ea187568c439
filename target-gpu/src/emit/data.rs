//! Global variables: constant data after the descriptors in `.rodata`, variables in `.data`, those of zeros in `.bss`.

use crate::function_info::CompiledFunction;
use fxhash::FxHashSet;
use wavec_gpu_mc::GpuStreamer;
use wavec_ir::constant::ConstantData;
use wavec_ir::context::Linkage;
use wavec_ir::{Constant, Context, GlobalVar, Module, Opcode};
use wavec_mc::object_module::{Binding, SectionSpec, SymbolKind};
use wavec_mc::{BinaryOp, MCExpr, SymbolAttribute, VariantKind};
use wavec_support::Diagnostic;

/// Maximum number of zeros that are emitted together with adjacent bytes.
const FEW_ZEROS: u64 = 64;
/// Largest alignment of a variable: its section begins at a multiple of it in the file.
const MAX_ALIGN: u64 = 1 << 27;

/// Emits the variables that functions use, and those that are visible to others; which these are.
///
/// # Errors
/// An initializer that cannot be represented.
pub(super) fn emit_globals<S: GpuStreamer>(
    module: &Module,
    functions: &[CompiledFunction],
    out: &mut S,
) -> Result<Vec<GlobalVar>, Diagnostic> {
    let mut used: FxHashSet<String> = FxHashSet::default();
    for function in functions {
        let func = &function.machine;
        for block in func.layout.blocks() {
            for inst in func.block_insts(block) {
                for operand in func.operands(inst) {
                    if let wavec_codegen::mir::MachineOperand::Global { symbol, .. } = *operand {
                        used.insert(func.symbols.name(symbol).to_string());
                    }
                }
            }
        }
    }
    let ctx = &module.ctx;
    // Variables in the initializers of used variables are used, too.
    let mut emitted: Vec<GlobalVar> = Vec::new();
    let mut work: Vec<GlobalVar> = ctx
        .globals
        .keys()
        .filter(|&g| {
            let data = &ctx.globals[g];
            let local = matches!(data.linking.linkage, Linkage::Internal | Linkage::Private);
            data.address_space != 3
                && (used.contains(ctx.text(data.name)) || !local && data.initializer.is_some())
        })
        .collect();
    let mut seen: FxHashSet<GlobalVar> = work.iter().copied().collect();
    while let Some(global) = work.pop() {
        emitted.push(global);
        if let Some(initializer) = ctx.globals[global].initializer {
            named_globals(ctx, initializer, &mut |g| {
                if seen.insert(g) {
                    work.push(g);
                }
            });
        }
    }
    emitted.sort();
    let mut zeros = Vec::new();
    for constant in [true, false] {
        for &global in emitted.iter().filter(|&&g| is_constant(ctx, g) == constant) {
            if ctx.globals[global].initializer.is_none() {
                continue;
            }
            if !constant && is_zero(ctx, global) {
                zeros.push(global);
                continue;
            }
            out.switch_section(&if constant {
                SectionSpec::rodata()
            } else {
                SectionSpec::data()
            });
            emit_global(ctx, global, out).map_err(|error| placed(ctx, global, error))?;
        }
    }
    if !zeros.is_empty() {
        out.switch_section(&SectionSpec::bss());
    }
    for global in zeros {
        emit_global(ctx, global, out).map_err(|error| placed(ctx, global, error))?;
    }
    Ok(emitted)
}

fn placed(ctx: &Context, global: GlobalVar, error: String) -> Diagnostic {
    Diagnostic::error(ctx.place_of_global(ctx.globals[global].name), error)
}

/// Constant data without pointers may be read-only; pointers need the loader.
fn is_constant(ctx: &Context, global: GlobalVar) -> bool {
    let data = &ctx.globals[global];
    (data.is_constant || data.address_space == 4)
        && data.initializer.is_some_and(|initializer| {
            let mut pointers = false;
            named_globals(ctx, initializer, &mut |_| pointers = true);
            !pointers
        })
}

/// Whether a variable is zero-initialized, so that it takes no space in the file.
fn is_zero(ctx: &Context, global: GlobalVar) -> bool {
    ctx.globals[global].initializer.is_some_and(|initializer| {
        matches!(
            ctx.constants.data(initializer),
            ConstantData::Zero(_) | ConstantData::Int(_, 0) | ConstantData::Float(_, 0)
        )
    })
}

fn named_globals(ctx: &Context, constant: Constant, found: &mut dyn FnMut(GlobalVar)) {
    let mut work = vec![constant];
    while let Some(constant) = work.pop() {
        match ctx.constants.data(constant) {
            ConstantData::Global(_, global) => found(*global),
            ConstantData::Aggregate(_, members) => work.extend(members.iter().copied()),
            ConstantData::Expr(expr) => work.extend(expr.args.iter().copied()),
            _ => {}
        }
    }
}

fn emit_global<S: GpuStreamer>(ctx: &Context, global: GlobalVar, out: &mut S) -> Result<(), String> {
    let data = &ctx.globals[global];
    let name = ctx.text(data.name);
    let symbol = out.symbols_mut().intern(name);
    let local = matches!(data.linking.linkage, Linkage::Internal | Linkage::Private);
    if local {
        out.attribute(symbol, SymbolAttribute::Binding(Binding::Local));
        out.attribute(symbol, SymbolAttribute::Kind(SymbolKind::Object));
    } else {
        super::declare(out, symbol, SymbolKind::Object);
    }
    let align = data
        .linking
        .align
        .map_or_else(|| ctx.layout.align(&ctx.types, data.value_ty), |a| a.bytes());
    if align > MAX_ALIGN {
        return Err(format!(
            "variable '{name}' is aligned to {align} bytes: the file becomes too large"
        ));
    }
    out.align(align.trailing_zeros() as u8, Some(wavec_mc::Filling::ZERO), 0);
    out.label(symbol)?;
    let size = ctx.layout.size(&ctx.types, data.value_ty);
    out.set_size(symbol, super::size_of(size));
    let mut writer = Writer {
        ctx,
        out,
        pending: Vec::new(),
    };
    let written = writer.constant(data.initializer.expect("checked before"), size);
    written.map_err(|error| format!("variable '{name}' of {size} bytes: {error}"))?;
    writer.flush();
    Ok(())
}

/// Collects bytes between pointers, so that data is emitted in few pieces.
struct Writer<'a, S> {
    ctx: &'a Context,
    out: &'a mut S,
    pending: Vec<u8>,
}

impl<S: GpuStreamer> Writer<'_, S> {
    fn flush(&mut self) {
        if !self.pending.is_empty() {
            self.out.bytes(&self.pending);
            self.pending.clear();
        }
    }

    fn zeros(&mut self, count: u64) -> Result<(), String> {
        if count <= FEW_ZEROS {
            self.pending.extend(std::iter::repeat_n(0, count as usize));
            return Ok(());
        }
        self.flush();
        self.out.fill(count, 1, 0)
    }

    /// The bytes of a constant, padded to `size`.
    fn constant(&mut self, constant: Constant, size: u64) -> Result<(), String> {
        let ctx = self.ctx;
        let ty = ctx.constants.ty(constant);
        let own = ctx.layout.store_size(&ctx.types, ty).min(size);
        match ctx.constants.data(constant) {
            ConstantData::Int(_, value) => {
                self.pending.extend(&value.to_le_bytes()[..own as usize]);
                self.zeros(size - own)?;
            }
            ConstantData::WideInt(..) => return Err("an integer of more than 128 bits".into()),
            ConstantData::Float(_, bits) => {
                self.pending.extend(&bits.to_le_bytes()[..own as usize]);
                self.zeros(size - own)?;
            }
            ConstantData::Null(_)
            | ConstantData::Zero(_)
            | ConstantData::Undef(_)
            | ConstantData::Poison(_) => self.zeros(size)?,
            ConstantData::Bytes(_, bytes) => {
                self.pending.extend_from_slice(bytes);
                self.zeros(size.saturating_sub(bytes.len() as u64))?;
            }
            ConstantData::Aggregate(_, members) => {
                let mut at = 0;
                for (index, &member) in members.iter().enumerate() {
                    let member_ty = ctx.constants.ty(member);
                    let offset = match ctx.layout.field_offset(&ctx.types, ty, index) {
                        Some(offset) => offset,
                        None if ctx.types.is_vector(ty) => {
                            index as u64 * ctx.layout.store_size(&ctx.types, member_ty)
                        }
                        None => index as u64 * ctx.layout.size(&ctx.types, member_ty),
                    };
                    self.zeros(offset - at)?;
                    let member_size = if ctx.types.is_vector(ty) {
                        ctx.layout.store_size(&ctx.types, member_ty)
                    } else {
                        ctx.layout.size(&ctx.types, member_ty)
                    };
                    self.constant(member, member_size)?;
                    at = offset + member_size;
                }
                self.zeros(size - at)?;
            }
            ConstantData::Global(..) | ConstantData::Function(..) | ConstantData::Expr(_) => {
                if let Some(value) = self.number(constant) {
                    let bytes = own.min(8);
                    self.pending.extend(&value.to_le_bytes()[..bytes as usize]);
                    return self.zeros(size - bytes);
                }
                let address = self.address(constant)?;
                if !matches!(own, 4 | 8) {
                    return Err(format!("an address in {own} bytes"));
                }
                self.flush();
                let symbol = self.out.symbols_mut().intern(&address.name);
                let mut value = MCExpr::symbol_offset(symbol, VariantKind::None, address.offset);
                if let Some(base) = address.base {
                    let base = MCExpr::symbol(self.out.symbols_mut().intern(&base));
                    value = MCExpr::Binary(BinaryOp::Sub, Box::new(value), Box::new(base));
                }
                self.out.value(value, own as u8);
                self.zeros(size - own)?;
            }
        }
        Ok(())
    }

    /// A constant address without a symbol. Null is all ones in the spaces of local and private memory, and of the
    /// region memory of other chips; a zero pointer in these spaces is address 0.
    fn number(&self, constant: Constant) -> Option<u64> {
        let ctx = self.ctx;
        let bits = |space: u32| ctx.layout.pointer(space).bits;
        match ctx.constants.data(constant) {
            ConstantData::Null(_) | ConstantData::Zero(_) => Some(0),
            ConstantData::Int(_, value) => u64::try_from(*value).ok(),
            ConstantData::Expr(expr) => {
                let value = self.number(expr.args.first().copied()?)?;
                match expr.opcode {
                    Opcode::BitCast | Opcode::PtrToInt | Opcode::PtrToAddr | Opcode::IntToPtr => Some(value),
                    Opcode::AddrSpaceCast => {
                        let from = ctx.types.address_space(ctx.constants.ty(expr.args[0]))?;
                        let to = ctx.types.address_space(expr.ty)?;
                        let null = |space: u32| match space {
                            2 | 3 | 5 => u64::MAX >> (64 - bits(space).min(64)),
                            _ => 0,
                        };
                        (value == null(from)).then(|| null(to))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A constant address, or the distance of two.
    fn address(&self, constant: Constant) -> Result<Address, String> {
        let ctx = self.ctx;
        match ctx.constants.data(constant) {
            ConstantData::Global(_, global) => {
                let data = &ctx.globals[*global];
                let name = ctx.text(data.name);
                // Each kernel has its own layout.
                if data.address_space == 3 {
                    return Err(format!(
                        "the address of '{name}' in local memory is no constant of a module"
                    ));
                }
                Ok(Address::of(name))
            }
            ConstantData::Function(_, func) => Ok(Address::of(ctx.text(ctx.functions[*func].name))),
            ConstantData::Expr(expr) => match expr.opcode {
                Opcode::BitCast
                | Opcode::AddrSpaceCast
                | Opcode::PtrToInt
                | Opcode::PtrToAddr
                | Opcode::IntToPtr
                | Opcode::Trunc => self.address(expr.args[0]),
                Opcode::Add | Opcode::Sub => self.sum(expr.opcode, expr.args[0], expr.args[1]),
                Opcode::GetElementPtr => {
                    let base = self.address(expr.args[0])?;
                    let mut ty = expr.source_ty;
                    let mut offset = base.offset;
                    for (i, &index) in expr.args[1..].iter().enumerate() {
                        let index = ctx
                            .int_value(index)
                            .ok_or("an address with an index that is not a number")?
                            as i64;
                        if i > 0 {
                            if let Some(field) = ctx.layout.field_offset(&ctx.types, ty, index as usize) {
                                offset += field as i64;
                                ty = ctx
                                    .types
                                    .member(ty, index as u64)
                                    .ok_or("a member that does not exist")?;
                                continue;
                            }
                            ty = ctx.types.element(ty).ok_or("a member that does not exist")?;
                        }
                        offset += index * ctx.layout.size(&ctx.types, ty) as i64;
                    }
                    Ok(Address { offset, ..base })
                }
                other => Err(format!("an initializer with '{}' is not supported", other.name())),
            },
            _ => Err("an initializer that is not an address".to_string()),
        }
    }

    /// An address and a number, or the distance of two addresses.
    fn sum(&self, opcode: Opcode, left: Constant, right: Constant) -> Result<Address, String> {
        let is_difference = opcode == Opcode::Sub;
        if let (Some(number), false) = (self.number(left), is_difference) {
            let address = self.address(right)?;
            let offset = address.offset.wrapping_add(number as i64);
            return Ok(Address { offset, ..address });
        }
        let address = self.address(left)?;
        if let Some(number) = self.number(right) {
            let number = number as i64;
            let change = if is_difference {
                number.wrapping_neg()
            } else {
                number
            };
            let offset = address.offset.wrapping_add(change);
            return Ok(Address { offset, ..address });
        }
        let other = self.address(right)?;
        if !is_difference || address.base.is_some() || other.base.is_some() {
            return Err("a sum of addresses is not supported".into());
        }
        Ok(Address {
            name: address.name,
            base: Some(other.name),
            offset: address.offset.wrapping_sub(other.offset),
        })
    }
}

/// A symbol and a number of bytes from it, or from that to another symbol.
struct Address {
    name: String,
    /// The symbol that is subtracted.
    base: Option<String>,
    offset: i64,
}

impl Address {
    fn of(name: &str) -> Address {
        Address {
            name: name.to_string(),
            base: None,
            offset: 0,
        }
    }
}
