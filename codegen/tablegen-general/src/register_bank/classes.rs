//! Classes that are inferred from those of the description: intersections, members that have a given sub-register, and
//! members whose sub-register is in a given class. With them, every constraint that the allocator combines is a class.

use super::{BankClass, RegSize, RegisterBank};
use fixedbitset::FixedBitSet;
use fxhash::FxHashMap;
use std::rc::Rc;
use wavec_support::{Diagnostic, Span};
use wavec_tablegen::RecordKeeper;
use wavec_tablegen::compare_numeric;

/// The limit on the number of classes, including those of the description.
const MAX_CLASSES: usize = 16384;

type Known = FxHashMap<(Rc<[u16]>, RegSize), usize>;

/// Whether a register of `inner` can be used where one of `outer` is required.
fn is_sub_class(outer: &BankClass, inner: &BankClass) -> bool {
    let (large, small) = (inner.size, outer.size);
    small.spill_align != 0
        && large.spill_align % small.spill_align == 0
        && small.spill_size <= large.spill_size
        && inner.members.len() <= outer.members.len()
        && inner.bits.is_subset(&outer.bits)
}

/// Infers classes. They are numbered in the order of creation until all of them exist.
struct Inference<'b> {
    bank: &'b mut RegisterBank,
    known: Known,
    /// By class: the shapes of its members that have super-registers.
    shapes: Vec<FixedBitSet>,
}

impl RegisterBank {
    pub(super) fn infer_classes(&mut self, keeper: &RecordKeeper) -> Result<(), Diagnostic> {
        if self.classes.is_empty() {
            return Err(Diagnostic::error(
                Span::NONE,
                "the description has no 'RegisterClass'",
            ));
        }
        let num_user = self.classes.len();
        // Sorted by name, because the names of inferred classes depend on the order.
        let mut by_name: Vec<usize> = (0..num_user).collect();
        by_name.sort_by(|&a, &b| compare_numeric(&self.classes[a].name, &self.classes[b].name));
        let mut sorted = Vec::with_capacity(num_user);
        let mut old: Vec<Option<BankClass>> = self.classes.drain(..).map(Some).collect();
        for &number in &by_name {
            sorted.extend(old[number].take());
        }
        self.classes = sorted;
        let mut known = Known::default();
        for (number, class) in self.classes.iter().enumerate() {
            if !class.artificial {
                known
                    .entry((Rc::clone(&class.members), class.size))
                    .or_insert(number);
            }
        }
        let mut inference = Inference {
            bank: self,
            known,
            shapes: Vec::new(),
        };
        inference.run().map_err(|()| {
            let span = keeper.record(keeper.derived_defs("RegisterClass")[0]).span;
            Diagnostic::error(span, format!("more than {MAX_CLASSES} register classes follow"))
        })?;
        self.renumber(num_user);
        self.find_sub_classes();
        self.inherit_properties();
        Ok(())
    }

    /// Classes of the description keep their numbers; inferred ones follow, larger ones first.
    fn renumber(&mut self, num_user: usize) {
        let rank = |&number: &usize| {
            let class = &self.classes[number];
            let made = class.record.is_none();
            let place = class.record.map_or(0, |record| self.class_by_record[&record]);
            (
                made,
                place,
                made.then(|| (class.size, usize::MAX - class.members.len(), class.name.clone())),
            )
        };
        let mut order: Vec<usize> = (0..self.classes.len()).collect();
        order.sort_by_cached_key(rank);
        let mut new_number = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            new_number[old] = new;
        }
        let mut old: Vec<Option<BankClass>> = self.classes.drain(..).map(Some).collect();
        for number in order {
            self.classes.extend(old[number].take());
        }
        for class in &mut self.classes {
            for target in class.with_sub_reg.values_mut() {
                *target = new_number[*target];
            }
            for targets in class.super_reg_classes.values_mut() {
                *targets = targets.iter().map(|&target| new_number[target]).collect();
            }
        }
        debug_assert!(
            self.classes[..num_user]
                .iter()
                .all(|class| class.record.is_some())
        );
    }

    fn find_sub_classes(&mut self) {
        let found: Vec<Vec<usize>> = self
            .classes
            .iter()
            .enumerate()
            .map(|(number, outer)| {
                let is_inside = |&inner: &usize| {
                    inner == number || (!outer.artificial && is_sub_class(outer, &self.classes[inner]))
                };
                (0..self.classes.len()).filter(is_inside).collect()
            })
            .collect();
        for (class, found) in self.classes.iter_mut().zip(found) {
            class.sub_classes = found;
        }
    }

    /// Inferred classes take their properties from the smallest class that contains them.
    fn inherit_properties(&mut self) {
        let mut supers: Vec<Vec<usize>> = vec![Vec::new(); self.classes.len()];
        for (number, class) in self.classes.iter().enumerate() {
            for &inner in &class.sub_classes {
                if inner != number {
                    supers[inner].push(number);
                }
            }
        }
        let rank = |class: &BankClass| (class.size, usize::MAX - class.members.len(), class.name.clone());
        let mut order: Vec<usize> = (0..self.classes.len()).collect();
        order.sort_by_cached_key(|&number| rank(&self.classes[number]));
        for number in order {
            if self.classes[number].record.is_some() {
                continue;
            }
            let Some(&from) = supers[number]
                .iter()
                .max_by_key(|&&other| rank(&self.classes[other]))
            else {
                continue;
            };
            let bits = self.classes[number].bits.clone();
            let parent = &self.classes[from];
            let own = |order: &Vec<u16>| -> Vec<u16> {
                let members = order.iter().copied();
                members
                    .filter(|&member| bits.contains(usize::from(member)))
                    .collect()
            };
            let order = own(&parent.order);
            let alt_orders = parent.alt_orders.iter().map(own).collect();
            // Of two classes with the same registers, one may be allocatable and the other not.
            let mut all = supers[number].iter();
            let allocatable = all.any(|&other| self.classes[other].allocatable);
            let (copy_cost, priority, flags) = (parent.copy_cost, parent.priority, parent.flags);
            let (types, pressure) = (parent.types.clone(), parent.pressure);
            let class = &mut self.classes[number];
            (class.order, class.alt_orders) = (order, alt_orders);
            (class.copy_cost, class.allocatable) = (copy_cost, allocatable);
            (class.priority, class.flags) = (priority, flags);
            (class.types, class.pressure) = (types, pressure);
        }
    }
}

impl Inference<'_> {
    fn run(&mut self) -> Result<(), ()> {
        for number in 0..self.bank.classes.len() {
            self.add_shapes(number);
        }
        // The last class that super-register classes were computed for against all.
        let mut first_new = self.bank.classes.len() - 1;
        let mut number = 0;
        while number < self.bank.classes.len() {
            if !self.bank.classes[number].artificial {
                self.with_sub_regs(number)?;
                self.intersections(number)?;
                self.matching_super_regs(number, 0)?;
                if number == first_new {
                    let next_new = self.bank.classes.len() - 1;
                    for older in 0..=first_new {
                        if !self.bank.classes[older].artificial {
                            self.matching_super_regs(older, first_new + 1)?;
                        }
                    }
                    first_new = next_new;
                }
            }
            number += 1;
        }
        Ok(())
    }

    fn add_shapes(&mut self, number: usize) {
        let mut shapes = FixedBitSet::new();
        for &member in self.bank.classes[number].members.iter() {
            let register = &self.bank.registers[usize::from(member)];
            if !register.super_regs.is_empty() {
                shapes.grow_and_insert(register.shape as usize);
            }
        }
        self.shapes.push(shapes);
    }

    /// The class with these members and the size of `like`.
    fn sub_class(
        &mut self,
        like: usize,
        members: Vec<u16>,
        name: impl Fn(&RegisterBank) -> String,
    ) -> Result<usize, ()> {
        let members: Rc<[u16]> = members.into();
        let parent = &self.bank.classes[like];
        let key = (Rc::clone(&members), parent.size);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let bits = members.iter().map(|&member| usize::from(member)).collect();
        let number = self.bank.classes.len();
        if number >= MAX_CLASSES {
            return Err(());
        }
        let artificial = members
            .iter()
            .all(|&member| self.bank.registers[usize::from(member)].artificial);
        let class = BankClass {
            record: None,
            name: name(self.bank),
            order: members.to_vec(),
            alt_orders: Vec::new(),
            members,
            bits,
            size: key.1,
            copy_cost: 0,
            allocatable: true,
            priority: 0,
            pressure: false,
            flags: 0,
            weight: None,
            types: Vec::new(),
            artificial,
            with_sub_reg: Default::default(),
            super_reg_classes: Default::default(),
            sub_classes: Vec::new(),
            lanes: 0,
        };
        self.bank.classes.push(class);
        self.known.insert(key, number);
        self.add_shapes(number);
        Ok(number)
    }

    /// For each index: the class of the members that have this sub-register.
    fn with_sub_regs(&mut self, number: usize) -> Result<(), ()> {
        let mut by_index: Vec<Vec<u16>> = vec![Vec::new(); self.bank.indices.len()];
        let count = self.bank.classes[number].members.len();
        for &member in self.bank.classes[number].members.iter() {
            let register = &self.bank.registers[usize::from(member)];
            if !register.artificial {
                for &(index, _) in &register.sub_regs {
                    by_index[usize::from(index)].push(member);
                }
            }
        }
        for (index, members) in by_index.into_iter().enumerate() {
            let class = if members.is_empty() {
                continue;
            } else if members.len() == count {
                number
            } else if self.bank.indices[index].artificial {
                continue;
            } else {
                let name = |bank: &RegisterBank| {
                    format!("{}_with_{}", bank.classes[number].name, bank.indices[index].name)
                };
                self.sub_class(number, members, name)?
            };
            self.bank.classes[number].with_sub_reg.insert(index as u16, class);
        }
        Ok(())
    }

    fn intersections(&mut self, number: usize) -> Result<(), ()> {
        for other in 0..self.bank.classes.len() {
            if other == number {
                continue;
            }
            let (mut a, mut b) = (number, other);
            let first = &self.bank.classes[a];
            let second = &self.bank.classes[b];
            if first.bits.is_disjoint(&second.bits) {
                continue;
            }
            let members = first
                .members
                .iter()
                .copied()
                .filter(|&member| second.bits.contains(usize::from(member)))
                .collect();
            let (x, y) = (first.size, second.size);
            if (y.spill_size, y.spill_align) > (x.spill_size, x.spill_align) {
                (a, b) = (b, a);
            }
            self.sub_class(a, members, |bank| {
                format!("{}_and_{}", bank.classes[a].name, bank.classes[b].name)
            })?;
        }
        Ok(())
    }

    /// For each index and each class from `first` on: the class of the members whose sub-register is in that class.
    fn matching_super_regs(&mut self, number: usize, first: usize) -> Result<(), ()> {
        let members = Rc::clone(&self.bank.classes[number].members);
        for index in 1..self.bank.indices.len() as u16 {
            if self.bank.classes[number].with_sub_reg.get(&index) != Some(&number) {
                continue;
            }
            let mut shapes = FixedBitSet::new();
            let mut parts = Vec::with_capacity(members.len());
            for &member in members.iter() {
                let Some(part) = self.bank.registers[usize::from(member)].sub_reg(index) else {
                    // An artificial member lacks it.
                    parts.push(0);
                    continue;
                };
                parts.push(part);
                shapes.grow_and_insert(self.bank.registers[usize::from(part)].shape as usize);
            }
            for candidate in first..self.bank.classes.len() {
                let class = &self.bank.classes[candidate];
                if class.artificial || shapes.is_disjoint(&self.shapes[candidate]) {
                    continue;
                }
                let inside = |part: &u16| class.bits.contains(usize::from(*part));
                let count = parts.iter().filter(|part| inside(part)).count();
                if count == 0 {
                    continue;
                }
                if count == members.len() {
                    let class = &mut self.bank.classes[candidate];
                    class.super_reg_classes.entry(index).or_default().insert(number);
                    continue;
                }
                let subset: Vec<u16> = parts
                    .iter()
                    .zip(members.iter())
                    .filter(|(part, _)| inside(part))
                    .map(|(_, &member)| member)
                    .collect();
                let made = self.sub_class(number, subset, |bank| {
                    format!(
                        "{}_with_{}_in_{}",
                        bank.classes[number].name,
                        bank.indices[usize::from(index)].name,
                        bank.classes[candidate].name
                    )
                })?;
                self.bank.classes[candidate]
                    .super_reg_classes
                    .entry(index)
                    .or_default()
                    .insert(made);
            }
        }
        Ok(())
    }
}
