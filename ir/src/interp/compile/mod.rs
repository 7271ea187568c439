//! From a function body to operations.

use super::check::CheckOptions;
use super::check::races::Scope;
use super::code::{Access, CONSTANT, CmpXchg, Code, Edge, Op, Place, Range, Rmw, Switch};
use super::memory::{LOCAL_APERTURE, PRIVATE_APERTURE, Space};
use super::target::TargetIntrinsics;
use super::value::{Cell, Layout, Layouts, member_cells};
use super::whole_wave;
use crate::context::Context;
use crate::entities::{Block, Constant, GlobalVar, Inst, Type, Value};
use crate::fold::Scalar;
use crate::function::{Function, ValueDef};
use crate::inst::{Aux, MemoryAux, Opcode, Ordering, SyncScope};
use crate::module::Module;
use cranelift_entity::SecondaryMap;
use fxhash::FxHashMap;
use std::rc::Rc;

mod calls;
mod constants;

/// Addresses of functions: they are not memory and can only be called.
pub(super) const FUNCTION_BASE: u64 = 0x7d00_0000_0000;
/// Distance of the addresses of two functions.
pub(super) const FUNCTION_STEP: u64 = 256;

pub(super) struct Compiler<'a> {
    ctx: &'a Context,
    target: &'a dyn TargetIntrinsics,
    layouts: &'a mut Layouts,
    globals: &'a SecondaryMap<GlobalVar, Cell>,
    checks: Option<&'a CheckOptions>,
}

/// The state of one function.
struct Body<'a> {
    func: &'a Function,
    places: SecondaryMap<Value, u32>,
    const_places: FxHashMap<Constant, Place>,
    code: Code,
    /// The first operation of each block, when it is known.
    starts: SecondaryMap<Block, u32>,
}

/// Not placed yet.
const NOWHERE: u32 = u32::MAX;

type Result<T> = std::result::Result<T, String>;

impl<'a> Compiler<'a> {
    pub(super) fn new(
        module: &'a Module,
        target: &'a dyn TargetIntrinsics,
        layouts: &'a mut Layouts,
        globals: &'a SecondaryMap<GlobalVar, Cell>,
    ) -> Compiler<'a> {
        Compiler {
            ctx: &module.ctx,
            target,
            layouts,
            globals,
            checks: None,
        }
    }

    /// The same for a launch that is checked.
    pub(super) fn with_checks(self, checks: Option<&'a CheckOptions>) -> Compiler<'a> {
        Compiler { checks, ..self }
    }

    fn layout(&mut self, ty: Type) -> Result<Rc<Layout>> {
        self.layouts.of(self.ctx, ty)
    }

    fn cells_of(&mut self, ty: Type) -> Result<u32> {
        Ok(self.layout(ty)?.leaves.len() as u32)
    }

    fn scalar(&self, ty: Type) -> Result<Scalar> {
        self.ctx
            .scalar_kind(self.ctx.types.scalar(ty))
            .ok_or_else(|| "no scalar type".to_string())
    }

    /// Cells of an element of a vector, or of a scalar.
    fn width(&mut self, ty: Type) -> Result<u32> {
        self.cells_of(self.ctx.types.scalar(ty))
    }

    fn lanes(&self, ty: Type) -> u32 {
        self.ctx.types.vector_parts(ty).map_or(1, |p| p.1)
    }

    /// The code of a body.
    pub(super) fn function(&mut self, func: &Function) -> Result<Code> {
        let mut body = Body {
            func,
            places: SecondaryMap::with_default(NOWHERE),
            const_places: FxHashMap::default(),
            code: Code {
                func: func.func,
                first_site: 0,
                is_located: func.has_locations(),
                is_copy: self.checks.is_some()
                    && self
                        .target
                        .is_group_copy(self.ctx.text(self.ctx.functions[func.func].name)),
                ops: Vec::new(),
                reach: Vec::new(),
                insts: Vec::new(),
                consts: Vec::new(),
                edges: Vec::new(),
                frame: 0,
                params: Vec::new(),
            },
            starts: SecondaryMap::with_default(NOWHERE),
        };
        for &param in &func.params {
            let range = self.new_place(&mut body, param)?;
            body.code.params.push(range);
        }
        let order = convergence_order(func);
        for &block in &order {
            for inst in func.block_insts(block) {
                if let Some(result) = func.result(inst) {
                    self.new_place(&mut body, result)?;
                }
            }
        }
        let mut edges: Vec<(Block, Block)> = Vec::new();
        for &block in &order {
            body.starts[block] = body.code.ops.len() as u32;
            for inst in func.block_insts(block) {
                let before = body.code.ops.len();
                if let Err(what) = self.instruction(&mut body, block, inst, &mut edges) {
                    body.code.ops.truncate(before);
                    body.code.ops.push(Op::Unsupported(what.into()));
                }
                body.code.insts.resize(body.code.ops.len(), inst);
            }
        }
        for (from, to) in edges {
            let edge = self.edge(&mut body, from, to)?;
            body.code.edges.push(edge);
        }
        let reach = whole_wave::reach(func, self.ctx, self.target);
        if !reach.is_empty() {
            let of = |inst| reach.get(inst).copied().unwrap_or_default();
            body.code.reach = body.code.insts.iter().map(of).collect();
        }
        Ok(body.code)
    }

    fn new_place(&mut self, body: &mut Body<'_>, value: Value) -> Result<Range> {
        let count = self.cells_of(body.func.ty(value))?;
        let start = body.code.frame;
        body.places[value] = start;
        body.code.frame += count;
        Ok((start, count))
    }

    /// Where the cells of an operand are.
    fn place(&mut self, body: &mut Body<'_>, value: Value) -> Result<Place> {
        let value = body.func.resolve(value);
        match body.func.def(value) {
            ValueDef::Const(constant) => {
                if let Some(&place) = body.const_places.get(&constant) {
                    return Ok(place);
                }
                let cells = self.constant_cells(constant)?;
                let place = body.code.consts.len() as u32 | CONSTANT;
                body.code.consts.extend(cells);
                body.const_places.insert(constant, place);
                Ok(place)
            }
            ValueDef::Metadata(_) => Ok(CONSTANT),
            ValueDef::InlineAsm(_) => Err("inline assembly cannot be interpreted".into()),
            _ => match body.places[value] {
                // Defined in unreachable code.
                NOWHERE => Err("use of a value that is never computed".into()),
                place => Ok(place),
            },
        }
    }

    fn range(&mut self, body: &mut Body<'_>, value: Value) -> Result<Range> {
        let ty = body.func.ty(body.func.resolve(value));
        let count = if ty == Type::METADATA {
            0
        } else {
            self.cells_of(ty)?
        };
        Ok((self.place(body, value)?, count))
    }

    fn edge(&mut self, body: &mut Body<'_>, from: Block, to: Block) -> Result<Edge> {
        let func = body.func;
        let mut copies: Vec<(Place, Place, u32)> = Vec::new();
        let mut overlap = false;
        for phi in func.phis(to) {
            let Some(result) = func.result(phi) else { continue };
            let Some(value) = func.incoming(phi, from) else {
                return Err("a phi without an entry for a predecessor".into());
            };
            let (source, count) = self.range(body, value)?;
            let dst = body.places[result];
            overlap |= copies
                .iter()
                .any(|&(d, _, n)| d < source + count && source < d + n && source & CONSTANT == 0);
            copies.push((dst, source, count));
        }
        Ok(Edge {
            target: body.starts[to],
            copies,
            overlap,
        })
    }

    fn access(&mut self, pointer_ty: Type, ty: Type, memory: MemoryAux) -> Result<Access> {
        let space = self
            .ctx
            .types
            .address_space(pointer_ty)
            .ok_or("an access through a vector of pointers")?;
        Ok(Access {
            space,
            align: memory.align.bytes(),
            layout: self.layout(ty)?,
            atomic: memory
                .ordering
                .filter(|&ordering| ordering != Ordering::NotAtomic)
                .map(|ordering| (ordering, self.scope(memory.scope))),
        })
    }

    fn scope(&self, scope: SyncScope) -> Scope {
        self.target.scope(self.ctx.sync_scope_name(scope))
    }

    fn instruction(
        &mut self,
        body: &mut Body<'_>,
        block: Block,
        inst: Inst,
        edges: &mut Vec<(Block, Block)>,
    ) -> Result<()> {
        let func = body.func;
        let data = func.inst(inst);
        let args = func.args(inst);
        let dst = func.result(inst).map_or(0, |r| body.places[r]);
        let ty = data.ty;
        let lanes = self.lanes(ty);
        let flags = data.flags;
        let arg_ty = |index: usize| func.ty(func.resolve(args[index]));
        let mut edge_to = |to: Block| {
            edges.push((block, to));
            edges.len() as u32 - 1
        };
        let op = match data.opcode {
            Opcode::Phi => return Ok(()),
            Opcode::Fence => match data.aux {
                Aux::Fence(ordering, scope) if self.checks.is_some() => {
                    Op::Fence(ordering, self.scope(scope))
                }
                _ => return Ok(()),
            },
            Opcode::Ret => match args.first() {
                None => Op::Return { value: 0, count: 0 },
                Some(&value) => {
                    let (value, count) = self.range(body, value)?;
                    Op::Return { value, count }
                }
            },
            Opcode::Br => Op::Jump {
                edge: edge_to(func.inst_blocks(inst)[0]),
            },
            Opcode::CondBr => {
                let (then, otherwise) = (
                    edge_to(func.inst_blocks(inst)[0]),
                    edge_to(func.inst_blocks(inst)[1]),
                );
                Op::Branch {
                    condition: self.place(body, args[0])?,
                    then,
                    otherwise,
                }
            }
            Opcode::Switch => {
                let default = edge_to(func.inst_blocks(inst)[0]);
                let mut cases = Vec::new();
                for (&case, &to) in args[1..].iter().zip(&func.inst_blocks(inst)[1..]) {
                    cases.push((
                        func.as_int(case, self.ctx).ok_or("a case is not a number")?,
                        edge_to(to),
                    ));
                }
                cases.sort_unstable();
                Op::Switch(Box::new(Switch {
                    on: self.place(body, args[0])?,
                    cases,
                    default,
                }))
            }
            Opcode::Unreachable => Op::Unreachable,
            opcode if opcode.is_binary() => {
                let (a, b) = (self.place(body, args[0])?, self.place(body, args[1])?);
                match self.scalar(ty)? {
                    Scalar::Int(bits) => Op::Int {
                        opcode,
                        flags,
                        bits,
                        lanes,
                        dst,
                        a,
                        b,
                    },
                    Scalar::Float(kind) => Op::Float {
                        opcode,
                        kind,
                        lanes,
                        dst,
                        a,
                        b,
                    },
                }
            }
            Opcode::FNeg => Op::FNeg {
                kind: self.float(ty)?,
                lanes,
                dst,
                a: self.place(body, args[0])?,
            },
            Opcode::ICmp | Opcode::FCmp => {
                let (a, b) = (self.place(body, args[0])?, self.place(body, args[1])?);
                match (data.aux, self.scalar(arg_ty(0))?) {
                    (Aux::IntPredicate(predicate), Scalar::Int(bits)) => Op::IntCompare {
                        predicate,
                        bits,
                        lanes,
                        dst,
                        a,
                        b,
                    },
                    (Aux::FloatPredicate(predicate), Scalar::Float(kind)) => Op::FloatCompare {
                        predicate,
                        kind,
                        lanes,
                        dst,
                        a,
                        b,
                    },
                    _ => return Err("a comparison of other types".into()),
                }
            }
            Opcode::AddrSpaceCast => {
                let space = |ty| {
                    self.ctx
                        .types
                        .address_space(self.ctx.types.scalar(ty))
                        .unwrap_or(0)
                };
                let (from, to) = (space(arg_ty(0)), space(ty));
                Op::AddrSpaceCast {
                    from,
                    to,
                    lanes,
                    dst,
                    a: self.place(body, args[0])?,
                }
            }
            Opcode::BitCast => {
                let (a, from_count) = self.range(body, args[0])?;
                let (from, to) = (self.scalar(arg_ty(0))?.bits(), self.scalar(ty)?.bits());
                let count = self.cells_of(ty)?;
                // Of one cell of a whole element.
                let bits = |scalar: u32, cells: u32, lanes: u32| scalar / (cells / lanes);
                let is_byte = |ty| self.ctx.types.is_byte(self.ctx.types.scalar(ty));
                let is_pointer = self.ctx.types.is_ptr(self.ctx.types.scalar(ty));
                if from == to && !is_byte(arg_ty(0)) && !is_byte(ty) {
                    Op::Copy { dst, a, count }
                } else {
                    Op::Bits {
                        from: bits(from, from_count, self.lanes(arg_ty(0))),
                        from_count,
                        to: bits(to, count, lanes),
                        to_count: count,
                        keeps_objects: is_pointer || is_byte(ty),
                        dst,
                        a,
                    }
                }
            }
            opcode if opcode.is_cast() => {
                let (from, to) = (self.scalar(arg_ty(0))?, self.scalar(ty)?);
                Op::Cast {
                    opcode,
                    flags,
                    from,
                    to,
                    lanes,
                    dst,
                    a: self.place(body, args[0])?,
                }
            }
            Opcode::Select => {
                let condition = self.place(body, args[0])?;
                let (a, count) = self.range(body, args[1])?;
                Op::Select {
                    condition,
                    width: (count / self.lanes(arg_ty(0))).max(1),
                    dst,
                    a,
                    b: self.place(body, args[2])?,
                    count,
                }
            }
            Opcode::Freeze => {
                let (a, count) = self.range(body, args[0])?;
                Op::Freeze { dst, a, count }
            }
            Opcode::GetElementPtr => Op::Gep(Box::new(self.gep(body, inst, dst)?)),
            Opcode::Alloca => {
                let Aux::Alloca(allocated, align) = data.aux else {
                    return Err("no allocated type".into());
                };
                let space = self.ctx.types.address_space(ty).unwrap_or(0);
                let generic = match self.target.spaces().kind(space) {
                    Space::Private => false,
                    Space::Generic => true,
                    _ => return Err("a stack object outside of private memory".into()),
                };
                let size = self.ctx.layout.size(&self.ctx.types, allocated);
                Op::Alloca {
                    dst,
                    size,
                    align: align.bytes(),
                    count: self.place(body, args[0])?,
                    generic,
                }
            }
            Opcode::Load => {
                let Aux::Memory(memory) = data.aux else {
                    return Err("no access".into());
                };
                let access = Box::new(self.access(arg_ty(0), ty, memory)?);
                Op::Load {
                    dst,
                    pointer: self.place(body, args[0])?,
                    access,
                }
            }
            Opcode::Store => {
                let Aux::Memory(memory) = data.aux else {
                    return Err("no access".into());
                };
                let access = Box::new(self.access(arg_ty(1), arg_ty(0), memory)?);
                Op::Store {
                    value: self.place(body, args[0])?,
                    pointer: self.place(body, args[1])?,
                    access,
                }
            }
            Opcode::AtomicRmw => {
                let Aux::AtomicRmw(op, memory) = data.aux else {
                    return Err("no access".into());
                };
                Op::Rmw(Box::new(Rmw {
                    op,
                    dst,
                    pointer: self.place(body, args[0])?,
                    value: self.place(body, args[1])?,
                    scalar: self.scalar(ty)?,
                    access: self.access(arg_ty(0), ty, memory)?,
                }))
            }
            Opcode::CmpXchg => {
                let Aux::CmpXchg(_, memory) = data.aux else {
                    return Err("no access".into());
                };
                Op::CmpXchg(Box::new(CmpXchg {
                    dst,
                    pointer: self.place(body, args[0])?,
                    expected: self.place(body, args[1])?,
                    new: self.place(body, args[2])?,
                    access: self.access(arg_ty(0), arg_ty(1), memory)?,
                }))
            }
            Opcode::ExtractElement => Op::ExtractElement {
                dst,
                vector: self.place(body, args[0])?,
                index: self.place(body, args[1])?,
                lanes: self.lanes(arg_ty(0)),
                width: self.width(ty)?,
            },
            Opcode::InsertElement => Op::InsertElement {
                dst,
                vector: self.place(body, args[0])?,
                element: self.place(body, args[1])?,
                index: self.place(body, args[2])?,
                lanes,
                width: self.width(ty)?,
            },
            Opcode::ShuffleVector => {
                let width = self.width(ty)?;
                let cells = |&index: &u32| {
                    (0..width).map(move |cell| match index {
                        u32::MAX => index,
                        _ => index * width + cell,
                    })
                };
                Op::Shuffle {
                    dst,
                    a: self.place(body, args[0])?,
                    b: self.place(body, args[1])?,
                    lanes: self.lanes(arg_ty(0)) * width,
                    mask: func.indices(inst).iter().flat_map(cells).collect(),
                }
            }
            Opcode::ExtractValue => {
                let (at, _) = member_cells(self.ctx, self.layouts, arg_ty(0), func.indices(inst))?;
                let a = self.place(body, args[0])? + at;
                Op::Copy {
                    dst,
                    a,
                    count: self.cells_of(ty)?,
                }
            }
            Opcode::InsertValue => {
                let (at, _) = member_cells(self.ctx, self.layouts, ty, func.indices(inst))?;
                let (a, total) = self.range(body, args[0])?;
                let (value, count) = self.range(body, args[1])?;
                Op::InsertValue {
                    dst,
                    a,
                    total,
                    at,
                    value,
                    count,
                }
            }
            Opcode::Call => self.call(body, inst, dst)?,
            _ => {
                return Err(format!(
                    "instruction '{}' cannot be interpreted",
                    data.opcode.name()
                ));
            }
        };
        body.code.ops.push(op);
        Ok(())
    }
}

/// The reachable blocks, each loop before the code after it: lanes that wait in an earlier block run on before those in
/// a later one.
fn convergence_order(func: &Function) -> Vec<Block> {
    let Some(entry) = func.entry() else {
        return Vec::new();
    };
    let loops = func.loops();
    let mut seen = vec![false; func.block_count()];
    let mut order = Vec::new();
    seen[entry.as_u32() as usize] = true;
    // Blocks visited first come last: successors outside loops are.
    let sorted = |block: Block| {
        let mut successors: Vec<Block> = func.successors(block).to_vec();
        successors.reverse();
        successors.sort_by_key(|&s| loops.depth(s));
        successors
    };
    let mut stack = vec![(entry, sorted(entry).into_iter())];
    while let Some((block, successors)) = stack.last_mut() {
        match successors.next() {
            Some(next) => {
                if !std::mem::replace(&mut seen[next.as_u32() as usize], true) {
                    stack.push((next, sorted(next).into_iter()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The address in another space. Null is zero in the generic space and all ones in local and private memory.
pub(super) fn cast_address(target: &dyn TargetIntrinsics, from: u32, to: u32, address: u64) -> u64 {
    let spaces = target.spaces();
    let segment = |space| matches!(spaces.kind(space), Space::Local | Space::Private);
    match (spaces.kind(from), spaces.kind(to)) {
        (Space::Local | Space::Private, _) if segment(to) => address,
        (Space::Local, _) | (Space::Private, _) if address as u32 == u32::MAX => 0,
        (Space::Local, _) => LOCAL_APERTURE << 32 | address & 0xffff_ffff,
        (Space::Private, _) => PRIVATE_APERTURE << 32 | address & 0xffff_ffff,
        (_, Space::Local | Space::Private) if address == 0 => 0xffff_ffff,
        (_, Space::Local | Space::Private) => address & 0xffff_ffff,
        _ => address,
    }
}
