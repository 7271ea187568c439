//! Elements of vectors and members of aggregates.

use super::{Rewrite, Simplifier};
use crate::entities::{Inst, Value};
use crate::inst::{Aux, InstFlags, Opcode};
use smallvec::SmallVec;

/// No element.
const POISON: u32 = u32::MAX;

impl Simplifier<'_> {
    pub(super) fn vector(&mut self, inst: Inst) -> Option<Rewrite> {
        match self.func.opcode(inst) {
            Opcode::ExtractElement => self.extract(inst),
            Opcode::InsertElement => self.insert(inst),
            _ => self.shuffle(inst),
        }
    }

    fn lanes(&self, value: Value) -> u32 {
        self.ctx
            .types
            .vector_parts(self.func.ty(value))
            .map_or(1, |(_, n)| n)
    }

    /// The source of lane `lane` of a vector, as far as it can be followed without new instructions.
    fn lane(&mut self, mut vector: Value, mut lane: u32) -> Option<Value> {
        for _ in 0..64 {
            if let Some(constant) = self.func.as_const(vector) {
                let member = self.ctx.const_member(constant, u64::from(lane))?;
                return Some(self.constant(member));
            }
            let def = self.func.def_inst(vector)?;
            match self.func.opcode(def) {
                Opcode::InsertElement => {
                    let at = self.as_int(self.func.arg(def, 2))?;
                    if at == u128::from(lane) {
                        return Some(self.func.arg(def, 1));
                    }
                    vector = self.func.arg(def, 0);
                }
                Opcode::ShuffleVector => {
                    let from = self.func.indices(def)[lane as usize];
                    let left = self.func.arg(def, 0);
                    let count = self.lanes(left);
                    if from == POISON {
                        let element = self.ctx.types.scalar(self.func.ty(vector));
                        return Some(self.poison(element));
                    }
                    (vector, lane) = if from < count {
                        (left, from)
                    } else {
                        (self.func.arg(def, 1), from - count)
                    };
                }
                _ => return None,
            }
        }
        None
    }

    fn extract(&mut self, inst: Inst) -> Option<Rewrite> {
        let (vector, index) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let Some(lane) = self.as_int(index) else {
            // The element inserted last.
            let def = self.match_op(vector, Opcode::InsertElement)?;
            let is_same = self.func.arg(def, 2) == index;
            return is_same.then(|| Rewrite::Value(self.func.arg(def, 1)));
        };
        let count = self.lanes(vector);
        if lane >= u128::from(count) {
            let ty = self.func.inst(inst).ty;
            return Some(Rewrite::Value(self.poison(ty)));
        }
        let mut lane = lane as u32;
        if let Some(value) = self.lane(vector, lane) {
            return Some(Rewrite::Value(value));
        }
        // Through shuffles and insertions of other lanes.
        let mut source = vector;
        while let Some(def) = self.func.def_inst(source) {
            match self.func.opcode(def) {
                Opcode::InsertElement => {
                    let Some(at) = self.as_int(self.func.arg(def, 2)) else {
                        break;
                    };
                    if at == u128::from(lane) {
                        break;
                    }
                    source = self.func.arg(def, 0);
                }
                Opcode::ShuffleVector => {
                    let from = self.func.indices(def)[lane as usize];
                    let left = self.func.arg(def, 0);
                    let count = self.lanes(left);
                    (source, lane) = if from < count {
                        (left, from)
                    } else {
                        (self.func.arg(def, 1), from.wrapping_sub(count))
                    };
                }
                _ => break,
            }
        }
        if source != vector {
            let index_ty = self.func.ty(index);
            let index = self.int(index_ty, u128::from(lane));
            return self.rewrite(
                inst,
                Opcode::ExtractElement,
                &[source, index],
                InstFlags::empty(),
                Aux::None,
            );
        }
        // One element of an operation on elements without other uses: the operation on elements.
        let def = self.func.def_inst(vector)?;
        let opcode = self.func.opcode(def);
        let scalar_ty = self.func.inst(inst).ty;
        if self.has_one_use(vector) && (opcode.is_binary() || opcode == Opcode::FNeg) {
            let flags = self.func.inst(def).flags;
            let args: SmallVec<[Value; 2]> = (0..self.func.args(def).len())
                .map(|i| self.func.arg(def, i))
                .collect();
            let elements: SmallVec<[Value; 2]> = args
                .iter()
                .map(|&a| {
                    let element = self.ctx.types.scalar(self.func.ty(a));
                    self.make(
                        Opcode::ExtractElement,
                        element,
                        &[a, index],
                        InstFlags::empty(),
                        Aux::None,
                    )
                })
                .collect();
            return Some(Rewrite::Value(self.make(
                opcode,
                scalar_ty,
                &elements,
                flags,
                Aux::None,
            )));
        }
        None
    }

    fn insert(&mut self, inst: Inst) -> Option<Rewrite> {
        let (vector, element, index) = (
            self.func.arg(inst, 0),
            self.func.arg(inst, 1),
            self.func.arg(inst, 2),
        );
        let Some(lane) = self.as_int(index) else {
            return self.insert_anywhere(inst, vector, element, index);
        };
        let count = self.lanes(vector);
        if lane >= u128::from(count) {
            let ty = self.func.inst(inst).ty;
            return Some(Rewrite::Value(self.poison(ty)));
        }
        // Inserting the element that is already there.
        if let Some(def) = self.match_op(element, Opcode::ExtractElement)
            && self.func.arg(def, 0) == vector
            && self.as_int(self.func.arg(def, 1)) == Some(lane)
        {
            return Some(Rewrite::Value(vector));
        }
        // An earlier insertion of the same lane with no other use.
        if let Some(def) = self.match_op(vector, Opcode::InsertElement)
            && self.as_int(self.func.arg(def, 2)) == Some(lane)
        {
            let below = self.func.arg(def, 0);
            return self.rewrite(
                inst,
                Opcode::InsertElement,
                &[below, element, index],
                InstFlags::empty(),
                Aux::None,
            );
        }
        self.insert_chain(inst, count)
    }

    /// The same at a variable index: inserting the element that is there, or overwriting an earlier insertion.
    fn insert_anywhere(
        &mut self,
        inst: Inst,
        vector: Value,
        element: Value,
        index: Value,
    ) -> Option<Rewrite> {
        if let Some(def) = self.match_op(element, Opcode::ExtractElement)
            && (self.func.arg(def, 0), self.func.arg(def, 1)) == (vector, index)
        {
            return Some(Rewrite::Value(vector));
        }
        let def = self.match_op(vector, Opcode::InsertElement)?;
        if self.func.arg(def, 2) != index {
            return None;
        }
        let below = self.func.arg(def, 0);
        self.rewrite(
            inst,
            Opcode::InsertElement,
            &[below, element, index],
            InstFlags::empty(),
            Aux::None,
        )
    }

    /// A vector assembled from all elements of another one: that vector, or a permutation of it.
    fn insert_chain(&mut self, inst: Inst, count: u32) -> Option<Rewrite> {
        let result = self.func.result(inst)?;
        let mut mask: SmallVec<[u32; 16]> = SmallVec::new();
        mask.resize(count as usize, POISON);
        let mut source: Option<Value> = None;
        let mut at = result;
        let mut found = 0;
        while found < count {
            let def = self.match_op(at, Opcode::InsertElement)?;
            let lane = self.as_int(self.func.arg(def, 2))? as usize;
            if mask.get(lane) == Some(&POISON) {
                let from = self.match_op(self.func.arg(def, 1), Opcode::ExtractElement)?;
                let vector = self.func.arg(from, 0);
                if source.is_some_and(|s| s != vector) {
                    return None;
                }
                source = Some(vector);
                let index = self.as_int(self.func.arg(from, 1))?;
                if index >= u128::from(self.lanes(vector)) {
                    return None;
                }
                mask[lane] = index as u32;
                found += 1;
            }
            at = self.func.arg(def, 0);
        }
        let source = source?;
        if self.func.ty(source) == self.func.ty(result)
            && mask.iter().enumerate().all(|(i, &m)| m == i as u32)
        {
            return Some(Rewrite::Value(source));
        }
        let poison = self.poison(self.func.ty(source));
        let aux = self.func.make_indices(&mask);
        self.rewrite(
            inst,
            Opcode::ShuffleVector,
            &[source, poison],
            InstFlags::empty(),
            aux,
        )
    }

    fn shuffle(&mut self, inst: Inst) -> Option<Rewrite> {
        let (a, b) = (self.func.arg(inst, 0), self.func.arg(inst, 1));
        let count = self.lanes(a);
        let mask: SmallVec<[u32; 16]> = self.func.indices(inst).into();
        let ty = self.func.inst(inst).ty;
        if mask.iter().all(|&m| m == POISON) {
            return Some(Rewrite::Value(self.poison(ty)));
        }
        let same_length = mask.len() == count as usize;
        let identity = |base: u32| {
            mask.iter()
                .enumerate()
                .all(|(i, &m)| m == base + i as u32 || m == POISON)
        };
        // A poison lane may become the source's.
        if same_length && identity(0) {
            return Some(Rewrite::Value(a));
        }
        if same_length && identity(count) {
            return Some(Rewrite::Value(b));
        }
        let is_poison = |s: &Self, v: Value| s.func.as_const(v).is_some_and(|c| s.ctx.is_poison(c));
        // Only the second operand: it becomes the first.
        if mask.iter().all(|&m| m >= count) && !is_poison(self, b)
            || (a == b && mask.iter().any(|&m| m >= count && m != POISON))
        {
            let moved: SmallVec<[u32; 16]> = mask
                .iter()
                .map(|&m| if m == POISON { POISON } else { m % count })
                .collect();
            let source = if a == b { a } else { b };
            let poison = self.poison(self.func.ty(b));
            let aux = self.func.make_indices(&moved);
            return self.rewrite(
                inst,
                Opcode::ShuffleVector,
                &[source, poison],
                InstFlags::empty(),
                aux,
            );
        }
        if !is_poison(self, b) && mask.iter().all(|&m| m < count || m == POISON) {
            let poison = self.poison(self.func.ty(b));
            let aux = self.func.inst(inst).aux;
            return self.rewrite(inst, Opcode::ShuffleVector, &[a, poison], InstFlags::empty(), aux);
        }
        // A shuffle of one shuffle.
        if is_poison(self, b)
            && let Some(inner) = self.match_op(a, Opcode::ShuffleVector)
        {
            let inner_mask: SmallVec<[u32; 16]> = self.func.indices(inner).into();
            let both: SmallVec<[u32; 16]> = mask
                .iter()
                .map(|&m| inner_mask.get(m as usize).copied().unwrap_or(POISON))
                .collect();
            let (x, y) = (self.func.arg(inner, 0), self.func.arg(inner, 1));
            let aux = self.func.make_indices(&both);
            return self.rewrite(inst, Opcode::ShuffleVector, &[x, y], InstFlags::empty(), aux);
        }
        self.blend_of_widened(inst, a, b, &mask, count)
    }

    /// `shuffle(x, shuffle(y, poison, ..), ..)` where `x` and `y` are equally long is one shuffle of `x` and `y`.
    fn blend_of_widened(
        &mut self,
        inst: Inst,
        a: Value,
        b: Value,
        mask: &[u32],
        count: u32,
    ) -> Option<Rewrite> {
        let inner = self.match_op(b, Opcode::ShuffleVector)?;
        let (x, y) = (self.func.arg(inner, 0), self.func.arg(inner, 1));
        let only_first = self.func.as_const(y).is_some_and(|c| self.ctx.is_poison(c));
        if !only_first || self.func.ty(x) != self.func.ty(a) {
            return None;
        }
        let inner_mask: SmallVec<[u32; 16]> = self.func.indices(inner).into();
        let both: SmallVec<[u32; 16]> = mask
            .iter()
            .map(|&m| match m {
                POISON => POISON,
                m if m < count => m,
                m => match inner_mask[(m - count) as usize] {
                    POISON => POISON,
                    from => from + count,
                },
            })
            .collect();
        let aux = self.func.make_indices(&both);
        self.rewrite(inst, Opcode::ShuffleVector, &[a, x], InstFlags::empty(), aux)
    }

    pub(super) fn aggregate(&mut self, inst: Inst) -> Option<Rewrite> {
        if self.func.opcode(inst) == Opcode::InsertValue {
            return None;
        }
        let wanted: SmallVec<[u32; 4]> = self.func.indices(inst).into();
        let mut source = self.func.arg(inst, 0);
        while let Some(def) = self.match_op(source, Opcode::InsertValue) {
            let inserted: SmallVec<[u32; 4]> = self.func.indices(def).into();
            if inserted == wanted {
                return Some(Rewrite::Value(self.func.arg(def, 1)));
            }
            let common = inserted.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
            if common == inserted.len() {
                // Part of what was inserted.
                let member = self.func.arg(def, 1);
                let aux = self.func.make_indices(&wanted[common..]);
                return self.rewrite(inst, Opcode::ExtractValue, &[member], InstFlags::empty(), aux);
            }
            if common == wanted.len() {
                // Something was inserted into part of it.
                break;
            }
            source = self.func.arg(def, 0);
        }
        if source != self.func.arg(inst, 0) {
            let aux = self.func.inst(inst).aux;
            return self.rewrite(inst, Opcode::ExtractValue, &[source], InstFlags::empty(), aux);
        }
        None
    }
}
