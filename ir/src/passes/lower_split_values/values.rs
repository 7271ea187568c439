//! Values and their parts: constants, structs of parts, lanes.

use super::types::{DIGIT, Leaf, Shape, TypeMap};
use super::{Split, Splitter};
use crate::constant::ConstantData;
use crate::context::Context;
use crate::entities::{Constant, Type, Value};
use crate::inst::{Aux, Opcode};

/// How many insertions into an aggregate are followed.
const MAX_INSERTIONS: usize = 64;

/// An operand or result after splitting.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// Parts of a split scalar or vector, lane by lane.
    Parts(Vec<Value>),
    /// A value that is not split, or an aggregate, with its new type.
    Whole(Value),
}

impl Operand {
    /// A value that is not split.
    pub(super) fn whole(&self) -> Value {
        match self {
            Operand::Whole(value) => *value,
            Operand::Parts(parts) => panic!("a value in {} parts", parts.len()),
        }
    }

    /// Parts of one that is.
    pub(super) fn parts(&self) -> &[Value] {
        match self {
            Operand::Parts(parts) => parts,
            Operand::Whole(value) => panic!("the value {value} has no parts"),
        }
    }
}

impl Splitter<'_, '_> {
    /// The replacement of a value.
    pub(super) fn operand(&mut self, value: Value) -> Split<Operand> {
        let value = self.b.func.resolve(value);
        if let Some(parts) = self.parts.get(&value) {
            return Ok(Operand::Parts(parts.clone()));
        }
        if let Some(&new) = self.whole.get(&value) {
            return Ok(Operand::Whole(new));
        }
        let ty = self.b.func.ty(value);
        if !self.map.contains(self.b.ctx, ty) {
            return Ok(Operand::Whole(value));
        }
        match self.b.func.as_const(value) {
            Some(constant) => self.constant(constant),
            None => Err("a value is used before it is defined".into()),
        }
    }

    /// The new value of an operand, as one value.
    pub(super) fn packed(&mut self, value: Value) -> Split<Value> {
        let ty = self.b.func.ty(value);
        let operand = self.operand(value)?;
        Ok(self.pack(operand, ty))
    }

    /// One value for an operand that had the type `ty`.
    pub(super) fn pack(&mut self, operand: Operand, ty: Type) -> Value {
        let parts = match operand {
            Operand::Whole(value) => return value,
            Operand::Parts(parts) => parts,
        };
        let shape = self.map.shape(self.b.ctx, ty).expect("a type that is split");
        let new = self.map.value(self.b.ctx, ty);
        let mut whole = self.b.poison(new);
        for (path, part) in paths(shape, parts.len()).into_iter().zip(parts) {
            whole = self.b.insert_value(whole, part, &path);
        }
        whole
    }

    /// A member of an aggregate: the inserted value, if a recent `insertvalue` has it. Without optimization, this is
    /// the only way to see that a resource carried by a loop in a struct is the same in all iterations.
    pub(super) fn member(&mut self, whole: Value, path: &[u32]) -> Value {
        let mut at = whole;
        for _ in 0..MAX_INSERTIONS {
            let insertion = self.b.func.def_inst(at);
            let Some(inst) = insertion.filter(|&inst| self.b.func.opcode(inst) == Opcode::InsertValue) else {
                break;
            };
            let place = self.b.func.indices(inst);
            if place == path {
                return self.b.func.arg(inst, 1);
            }
            if place.starts_with(path) || path.starts_with(place) {
                break;
            }
            at = self.b.func.resolve(self.b.func.arg(inst, 0));
        }
        self.b.extract_value(at, path)
    }

    /// The positions of the parts in the result of [`Splitter::pack`].
    pub(super) fn paths_of(&mut self, shape: Shape) -> Vec<Vec<u32>> {
        let count = self.map.parts(self.b.ctx, shape.leaf).len() * shape.lanes as usize;
        paths(shape, count)
    }

    /// The parts of a result of [`Splitter::pack`].
    pub(super) fn unpack(&mut self, whole: Value, shape: Shape) -> Vec<Value> {
        let paths = self.paths_of(shape);
        paths.iter().map(|path| self.member(whole, path)).collect()
    }

    /// The operand for a value of the new type that replaces one of type `ty`.
    pub(super) fn unpacked(&mut self, whole: Value, ty: Type) -> Operand {
        match self.map.shape(self.b.ctx, ty) {
            Some(shape) => Operand::Parts(self.unpack(whole, shape)),
            None => Operand::Whole(whole),
        }
    }

    /// A lane of an operand of the type `ty`; scalars are the same in all lanes.
    pub(super) fn lane(&mut self, operand: &Operand, ty: Type, lane: u32) -> Operand {
        let Some((_, lanes)) = self.b.ctx.types.vector_parts(ty) else {
            return operand.clone();
        };
        match operand {
            Operand::Parts(parts) => {
                let count = parts.len() / lanes as usize;
                Operand::Parts(parts[lane as usize * count..][..count].to_vec())
            }
            Operand::Whole(vector) => {
                let index = self.b.i32(lane as i32);
                Operand::Whole(self.b.extract_element(*vector, index))
            }
        }
    }

    /// A vector of the type `ty` from its lanes.
    pub(super) fn join_lanes(&mut self, ty: Type, lanes: Vec<Operand>) -> Operand {
        if self.map.shape(self.b.ctx, ty).is_some() {
            let parts = lanes.into_iter().flat_map(|lane| lane.parts().to_vec());
            return Operand::Parts(parts.collect());
        }
        let mut vector = self.b.poison(ty);
        for (index, lane) in lanes.into_iter().enumerate() {
            let index = self.b.i32(index as i32);
            vector = self.b.insert_element(vector, lane.whole(), index);
        }
        Operand::Whole(vector)
    }

    /// A constant of a type that is split or contains a split type.
    fn constant(&mut self, constant: Constant) -> Split<Operand> {
        let ty = self.b.ctx.constants.ty(constant);
        if let Some(all) = parts_of_constant(self.b.ctx, self.map, constant) {
            let all = all
                .into_iter()
                .map(|part| self.b.func.const_value(part, self.b.ctx));
            return Ok(Operand::Parts(all.collect()));
        }
        let data = self.b.ctx.constants.data(constant).clone();
        if let ConstantData::Expr(expr) = data {
            // The same as an instruction.
            let args: Vec<Value> = expr
                .args
                .iter()
                .map(|&arg| self.b.func.const_value(arg, self.b.ctx))
                .collect();
            let aux = match expr.opcode {
                Opcode::GetElementPtr => Aux::SourceType(expr.source_ty),
                _ => Aux::None,
            };
            let at = self.inst;
            let inst = self.b.insert(expr.opcode, ty, &args, &[], expr.flags, aux);
            let result = self.b.func.result(inst).expect("a value");
            self.lower(inst)?;
            self.inst = at;
            return self.operand(result);
        }
        if let ConstantData::Global(..) = data {
            return Err("the address of a variable is not supported as a fat buffer pointer".into());
        }
        let members = self.b.ctx.types.member_count(ty);
        if let Some(shape) = self.map.shape(self.b.ctx, ty) {
            let mut parts = Vec::new();
            for lane in 0..u64::from(shape.lanes) {
                let element = self
                    .b
                    .ctx
                    .const_member(constant, lane)
                    .ok_or("a constant is not known")?;
                parts.extend_from_slice(self.constant(element)?.parts());
            }
            return Ok(Operand::Parts(parts));
        }
        let new = self.map.value(self.b.ctx, ty);
        let mut whole = match data {
            ConstantData::Zero(_) => return Ok(Operand::Whole(self.b.zero(new))),
            _ => self.b.poison(new),
        };
        for index in 0..members {
            let member = self
                .b
                .ctx
                .const_member(constant, index)
                .ok_or("a constant is not known")?;
            let value = self.b.func.const_value(member, self.b.ctx);
            let member = self.packed(value)?;
            whole = self.b.insert_value(whole, member, &[index as u32]);
        }
        Ok(Operand::Whole(whole))
    }
}

/// The positions of the parts in one value of the shape.
fn paths(shape: Shape, count: usize) -> Vec<Vec<u32>> {
    let each = count as u32 / shape.lanes;
    let place = |index: u32| match (shape.leaf, shape.is_vector) {
        (_, false) => vec![index],
        (Leaf::Wide(_), true) => vec![index / each, index % each],
        (Leaf::Fat, true) => vec![index % each, index / each],
    };
    (0..count as u32).map(place).collect()
}

/// Parts of a scalar constant that are constants.
fn parts_of_constant(ctx: &mut Context, map: &TypeMap, constant: Constant) -> Option<Vec<Constant>> {
    let ty = ctx.constants.ty(constant);
    let shape = map.shape(ctx, ty).filter(|shape| !shape.is_vector)?;
    let types = map.parts(ctx, shape.leaf);
    let digits = ctx.int_digits(constant);
    let part = |(index, &ty): (usize, &Type)| match ctx.constants.data(constant) {
        ConstantData::Null(_) => Some(ctx.const_zero(ty)),
        ConstantData::Undef(_) => Some(ctx.const_undef(ty)),
        ConstantData::Poison(_) => Some(ctx.const_poison(ty)),
        _ => {
            let digit = digits.as_ref()?.get(index).copied().unwrap_or(0);
            Some(ctx.const_int(ty, u128::from(digit)))
        }
    };
    types.iter().enumerate().map(part).collect()
}

impl TypeMap<'_> {
    /// A constant as an initializer; `None` if it is an expression of a split type.
    pub(super) fn constant_in_memory(&mut self, ctx: &mut Context, constant: Constant) -> Option<Constant> {
        let ty = ctx.constants.ty(constant);
        let new = self.memory(ctx, ty);
        if new == ty {
            return Some(constant);
        }
        match ctx.constants.data(constant) {
            ConstantData::Null(_) | ConstantData::Zero(_) => return Some(ctx.const_zero(new)),
            ConstantData::Undef(_) => return Some(ctx.const_undef(new)),
            ConstantData::Poison(_) => return Some(ctx.const_poison(new)),
            _ => {}
        }
        let Some(shape) = self.shape(ctx, ty) else {
            let count = ctx.types.member_count(ty);
            let members: Option<Vec<Constant>> = (0..count)
                .map(|index| {
                    let member = ctx.const_member(constant, index)?;
                    self.constant_in_memory(ctx, member)
                })
                .collect();
            return Some(ctx.const_aggregate(new, &members?));
        };
        let Leaf::Wide(bits) = shape.leaf else { return None };
        if !shape.is_vector {
            let parts = parts_of_constant(ctx, self, constant)?;
            return Some(ctx.const_aggregate(new, &parts));
        }
        // The bits of the lanes concatenated, in bytes or one by one.
        let (element, count) = ctx.types.vector_parts(new)?;
        let width = ctx.types.int_bits(element)?;
        let mut lanes = Vec::new();
        for lane in 0..u64::from(shape.lanes) {
            let member = ctx.const_member(constant, lane)?;
            lanes.push(match ctx.constants.data(member) {
                ConstantData::Undef(_) | ConstantData::Poison(_) => Box::default(),
                _ => ctx.int_digits(member)?,
            });
        }
        let bit = |at: u32| {
            let (lane, place) = (at / bits, at % bits);
            let digit = lanes[lane as usize].get((place / DIGIT) as usize);
            digit.is_some_and(|digit| digit >> (place % DIGIT) & 1 != 0)
        };
        let elements: Vec<Constant> = (0..count)
            .map(|index| {
                let bits = (0..width).map(|i| u128::from(bit(index * width + i)) << i);
                ctx.const_int(element, bits.sum())
            })
            .collect();
        Some(ctx.const_aggregate(new, &elements))
    }
}
