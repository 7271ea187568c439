//! Instructions that move values without inspecting them: members of aggregates, elements of vectors, calls, results,
//! stack objects.

use super::types::Leaf;
use super::values::Operand;
use super::{Split, Splitter, kept_attributes};
use crate::entities::{Inst, Type, Value};
use crate::function::ValueDef;
use crate::inst::{Align, Aux, InstFlags, IntPredicate, Opcode};

impl Splitter<'_, '_> {
    pub(super) fn ret(&mut self, inst: Inst) -> Split<Option<Operand>> {
        let value = self.packed(self.b.func.arg(inst, 0))?;
        self.b.ret(value);
        Ok(None)
    }

    /// Switches on the number of the case.
    pub(super) fn switch(&mut self, inst: Inst) -> Split<Option<Operand>> {
        let args = self.b.func.args(inst).to_vec();
        let blocks = self.b.func.inst_blocks(inst).to_vec();
        let on = self.operand(args[0])?;
        let mut number = self.b.i32(0);
        let mut cases = Vec::new();
        for (index, (&case, &block)) in args.iter().zip(&blocks).enumerate().skip(1) {
            let case = self.operand(case)?;
            let is_case = self.same(on.parts(), case.parts());
            let own = self.b.i32(index as i32);
            number = self.b.select(is_case, own, number);
            cases.push((own, block));
        }
        self.b.switch(number, blocks[0], &cases);
        Ok(None)
    }

    /// Whether all parts are the same.
    pub(super) fn same(&mut self, a: &[Value], c: &[Value]) -> Value {
        let mut all = None;
        for (&a, &c) in a.iter().zip(c) {
            let is_same = self.b.icmp(IntPredicate::Eq, a, c);
            all = Some(match all {
                Some(before) => self.b.binary(Opcode::And, before, is_same),
                None => is_same,
            });
        }
        all.expect("parts")
    }

    /// `select` or `freeze` of an aggregate.
    pub(super) fn move_aggregate(&mut self, inst: Inst) -> Split<Operand> {
        let mut args = self.b.func.args(inst).to_vec();
        for arg in &mut args {
            *arg = self.packed(*arg)?;
        }
        Ok(Operand::Whole(match args[..] {
            [value] => self.b.freeze(value),
            _ => self.b.select(args[0], args[1], args[2]),
        }))
    }

    pub(super) fn extract_value(&mut self, inst: Inst) -> Split<Operand> {
        let ty = self.b.func.inst(inst).ty;
        let indices = self.b.func.indices(inst).to_vec();
        let whole = self.packed(self.b.func.arg(inst, 0))?;
        let Some(shape) = self.map.shape(self.b.ctx, ty) else {
            return Ok(Operand::Whole(self.member(whole, &indices)));
        };
        let all = self
            .paths_of(shape)
            .into_iter()
            .map(|path| [&indices[..], &path[..]].concat());
        Ok(Operand::Parts(
            all.map(|path| self.member(whole, &path)).collect(),
        ))
    }

    pub(super) fn insert_value(&mut self, inst: Inst) -> Split<Operand> {
        let indices = self.b.func.indices(inst).to_vec();
        let whole = self.packed(self.b.func.arg(inst, 0))?;
        let member = self.b.func.arg(inst, 1);
        let ty = self.b.func.ty(member);
        let member = self.operand(member)?;
        let Some(shape) = self.map.shape(self.b.ctx, ty) else {
            return Ok(Operand::Whole(self.b.insert_value(
                whole,
                member.whole(),
                &indices,
            )));
        };
        let mut whole = whole;
        for (path, &part) in self.paths_of(shape).into_iter().zip(member.parts()) {
            whole = self
                .b
                .insert_value(whole, part, &[&indices[..], &path[..]].concat());
        }
        Ok(Operand::Whole(whole))
    }

    /// A vector's operand, its lanes and their number.
    fn lanes(&mut self, vector: Value) -> Split<Vec<Operand>> {
        let ty = self.b.func.ty(vector);
        let (_, count) = self.b.ctx.types.vector_parts(ty).expect("a vector");
        let operand = self.operand(vector)?;
        Ok((0..count).map(|lane| self.lane(&operand, ty, lane)).collect())
    }

    /// An index of a vector: its value if known, and its lowest word.
    fn index(&mut self, index: Value) -> Split<(Option<u128>, Value)> {
        let known = self.b.func.as_int(index, self.b.ctx);
        Ok((
            known,
            match self.operand(index)? {
                Operand::Whole(index) => index,
                Operand::Parts(parts) => parts[0],
            },
        ))
    }

    pub(super) fn extract_element(&mut self, inst: Inst) -> Split<Operand> {
        let (vector, index) = (self.b.func.arg(inst, 0), self.b.func.arg(inst, 1));
        let (known, index) = self.index(index)?;
        let ty = self.b.func.ty(vector);
        if !self.map.contains(self.b.ctx, ty) {
            // Only the index was split.
            return Ok(Operand::Whole(self.b.extract_element(vector, index)));
        }
        let lanes = self.lanes(vector)?;
        if let Some(known) = known {
            let lane = usize::try_from(known).ok().and_then(|lane| lanes.get(lane));
            return Ok(lane.unwrap_or(&lanes[0]).clone());
        }
        let mut chosen = lanes[0].parts().to_vec();
        for (number, lane) in lanes.iter().enumerate().skip(1) {
            let is_lane = self.is_index(index, number);
            chosen = self.choose(is_lane, lane.parts(), &chosen);
        }
        Ok(Operand::Parts(chosen))
    }

    fn is_index(&mut self, index: Value, number: usize) -> Value {
        let ty = self.b.func.ty(index);
        let number = self.b.int(ty, number as u128);
        self.b.icmp(IntPredicate::Eq, index, number)
    }

    pub(super) fn insert_element(&mut self, inst: Inst) -> Split<Operand> {
        let (vector, element) = (self.b.func.arg(inst, 0), self.b.func.arg(inst, 1));
        let (known, index) = self.index(self.b.func.arg(inst, 2))?;
        let ty = self.b.func.ty(vector);
        if !self.map.contains(self.b.ctx, ty) {
            return Ok(Operand::Whole(self.b.insert_element(vector, element, index)));
        }
        let element = self.operand(element)?;
        let mut lanes = self.lanes(vector)?;
        for (number, lane) in lanes.iter_mut().enumerate() {
            match known {
                Some(known) if known == number as u128 => *lane = element.clone(),
                Some(_) => {}
                None => {
                    let is_lane = self.is_index(index, number);
                    *lane = Operand::Parts(self.choose(is_lane, element.parts(), lane.parts()));
                }
            }
        }
        Ok(self.join_lanes(ty, lanes))
    }

    pub(super) fn shuffle(&mut self, inst: Inst) -> Split<Operand> {
        let ty = self.b.func.inst(inst).ty;
        let mask = self.b.func.indices(inst).to_vec();
        let mut lanes = self.lanes(self.b.func.arg(inst, 0))?;
        lanes.extend(self.lanes(self.b.func.arg(inst, 1))?);
        let scalar = self.b.ctx.types.scalar(ty);
        let poison = self.b.ctx.const_poison(scalar);
        let poison = self.b.func.const_value(poison, self.b.ctx);
        let poison = self.operand(poison)?;
        let chosen = mask
            .iter()
            .map(|&lane| lanes.get(lane as usize).unwrap_or(&poison).clone());
        Ok(self.join_lanes(ty, chosen.collect()))
    }

    pub(super) fn alloca(&mut self, inst: Inst) -> Split<Operand> {
        let Aux::Alloca(ty, align) = self.b.func.inst(inst).aux else {
            return Err("an alloca without a type".into());
        };
        let count = match self.operand(self.b.func.arg(inst, 0))? {
            Operand::Whole(count) => count,
            Operand::Parts(parts) => parts[0],
        };
        let new = self.map.memory(self.b.ctx, ty);
        let own = self.b.func.inst(inst).ty;
        let aux = Aux::Alloca(new, Align(align.0));
        let new = self
            .b
            .insert(Opcode::Alloca, own, &[count], &[], InstFlags::empty(), aux);
        Ok(Operand::Whole(self.b.func.result(new).expect("an address")))
    }

    /// A call: of an intrinsic, which has its own sequence, or of a function.
    pub(super) fn call(&mut self, inst: Inst) -> Split<Option<Operand>> {
        let callee = self.b.func.arg(inst, 0);
        if matches!(self.b.func.def(callee), ValueDef::InlineAsm(_)) {
            return Err("an operand of inline assembly of this type is not supported".into());
        }
        let name = self
            .b
            .func
            .callee(inst, self.b.ctx)
            .map(|callee| self.b.ctx.functions[callee].name);
        if name.is_some_and(|name| self.b.ctx.text(name).starts_with("llvm.")) {
            return self.intrinsic(inst);
        }
        let Aux::Call(mut aux) = self.b.func.inst(inst).aux else {
            return Err("a call without a type".into());
        };
        let old_params: Vec<Type> = match self.b.ctx.types.signature(aux.function_ty) {
            Some((_, params, _)) => params.to_vec(),
            None => return Err("a call without a type".into()),
        };
        aux.function_ty = self.map.value(self.b.ctx, aux.function_ty);
        let mut attrs = self.b.func.param_attrs(&aux).to_vec();
        for (set, &ty) in attrs.iter_mut().zip(&old_params) {
            if self.map.contains(self.b.ctx, ty) {
                *set = kept_attributes(self.b.ctx, *set);
            }
        }
        aux.param_attrs = self.b.func.make_param_attrs(&attrs);
        let ty = self.b.func.inst(inst).ty;
        let new_ty = self.map.value(self.b.ctx, ty);
        if ty != new_ty {
            aux.ret_attrs = kept_attributes(self.b.ctx, aux.ret_attrs);
        }
        let mut args = self.b.func.args(inst).to_vec();
        for arg in &mut args {
            *arg = self.packed(*arg)?;
        }
        let flags = self.b.func.inst(inst).flags;
        let new = self
            .b
            .insert(Opcode::Call, new_ty, &args, &[], flags, Aux::Call(aux));
        let Some(result) = self.b.func.result(new) else {
            return Ok(None);
        };
        Ok(Some(self.unpacked(result, ty)))
    }

    /// The same bits as another type: those of all lanes in a row.
    pub(super) fn bitcast(&mut self, inst: Inst) -> Split<Operand> {
        let value = self.b.func.arg(inst, 0);
        let (from, to) = (self.b.func.ty(value), self.b.func.inst(inst).ty);
        let operand = self.operand(value)?;
        let leaf = |ty: Type| self.map.shape(self.b.ctx, ty).map(|shape| shape.leaf);
        if leaf(from) == Some(Leaf::Fat) && from == to {
            return Ok(operand);
        }
        let digits = self.bits_of(operand, from)?;
        self.value_of_bits(&digits, to)
    }
}
