//! The execution of instructions by a processor, as static tables: latencies, micro-operations, resources. Instructions
//! are in
//! *scheduling classes* ([`crate::InstrDesc::sched_class`]); a model has a row for each class.

/// A resource of a processor: identical units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcResourceDesc {
    /// Its name in the description.
    pub name: &'static str,
    /// Number of units.
    pub units: u16,
    /// Number of instructions that can wait for it: 0 none, -1 as many as the processor's buffer holds.
    pub buffer_size: i16,
}

/// A resource is occupied from one cycle to another, counted from issue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// Number in [`SchedModel::resources`].
    pub resource: u8,
    /// First cycle.
    pub acquire_at: u16,
    /// First cycle in which it is free again.
    pub release_at: u16,
}

/// The latency of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WriteLatency {
    /// Cycles from issue.
    pub cycles: u16,
    /// Kind of write, for [`ReadAdvance::write`]; 0 where no read distinguishes it.
    pub write: u8,
}

/// An operand that is needed later than at issue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadAdvance {
    /// The index among the instruction's read operands.
    pub operand: u8,
    /// Kind of the write that it applies to; 0: any.
    pub write: u8,
    /// Cycles after issue (before, if negative).
    pub cycles: i16,
}

/// A model's data for a scheduling class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedClassDesc {
    /// Issue and buffer slots that it takes.
    pub micro_ops: u16,
    /// Nothing is issued together with it before it, after it, or at all.
    pub begin_group: bool,
    /// See `begin_group`.
    pub end_group: bool,
    /// Whether the processor supports it.
    pub supported: bool,
    /// By result.
    pub writes: &'static [WriteLatency],
    /// Resources it occupies.
    pub resources: &'static [ResourceUse],
    /// Operands that are needed late.
    pub advances: &'static [ReadAdvance],
}

/// A model. `static`, generated.
#[derive(Debug)]
pub struct SchedModel {
    /// Its name in the description.
    pub name: &'static str,
    /// Micro-operations issued per cycle.
    pub issue_width: u16,
    /// Micro-operations that can be buffered; 0: in order.
    pub micro_op_buffer_size: u16,
    /// The same for a loop buffer.
    pub loop_micro_op_buffer_size: u16,
    /// Default latency of a load.
    pub load_latency: u16,
    /// Latency of very slow instructions.
    pub high_latency: u16,
    /// Penalty of a misprediction.
    pub mispredict_penalty: u16,
    /// Its resources.
    pub resources: &'static [ProcResourceDesc],
    /// By scheduling class.
    pub classes: &'static [SchedClassDesc],
    /// Variants of classes for some of their instructions, sorted by class; the first that applies counts.
    pub variants: &'static [SchedVariant],
}

/// A variant of a class for instructions that satisfy some predicates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedVariant {
    /// The class.
    pub class: u16,
    /// Predicates, all of which must hold: numbers for the generated `sched_predicate`.
    pub predicates: &'static [u16],
    /// The resulting class.
    pub desc: SchedClassDesc,
}

impl SchedModel {
    /// The data for an instruction of a class; `holds` evaluates predicates.
    pub fn class_of(&self, class: u16, mut holds: impl FnMut(u16) -> bool) -> &SchedClassDesc {
        let first = self.variants.partition_point(|variant| variant.class < class);
        let own = self.variants[first..]
            .iter()
            .take_while(|variant| variant.class == class);
        let mut applies = own.filter(|variant| variant.predicates.iter().all(|&predicate| holds(predicate)));
        match applies.next() {
            Some(variant) => &variant.desc,
            None => self.class(class),
        }
    }

    /// The data of a scheduling class.
    pub fn class(&self, class: u16) -> &'static SchedClassDesc {
        &self.classes[usize::from(class)]
    }

    /// Cycles from issue until all results are available; 1 for classes without results.
    pub fn latency(&self, class: u16) -> u32 {
        let cycles = self
            .class(class)
            .writes
            .iter()
            .map(|write| u32::from(write.cycles));
        cycles.max().unwrap_or(1)
    }

    /// Cycles from issue until one of the results is available.
    pub fn result_latency(&self, class: u16, result: usize) -> u32 {
        match self.class(class).writes.get(result) {
            Some(write) => u32::from(write.cycles),
            None => self.latency(class),
        }
    }

    /// Cycles from the issue of an instruction until one that reads its result `result` as its operand `operand` can be
    /// issued.
    pub fn operand_latency(&self, def: u16, result: usize, use_: u16, operand: usize) -> u32 {
        let Some(write) = self.class(def).writes.get(result) else {
            return self.latency(def);
        };
        let advance = self
            .class(use_)
            .advances
            .iter()
            .find(|a| usize::from(a.operand) == operand && (a.write == 0 || a.write == write.write))
            .map_or(0, |advance| i32::from(advance.cycles));
        (i32::from(write.cycles) - advance).max(0).unsigned_abs()
    }
}
