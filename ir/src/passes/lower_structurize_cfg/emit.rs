//! Lays regions out: guards, Flow blocks, latches; and collects the flags that guards and latches test.

use super::graph::{Key, Kind, RegionGraph};
use crate::analysis::RegionTree;
use crate::analysis::graph::NONE;
use crate::builder::Builder;
use crate::context::Context;
use crate::entities::{Block, Type, Value};
use crate::function::Function;
use crate::inst::{Aux, Opcode};
use crate::passes::util::blocks::{set_branch, set_cond_branch};
use crate::passes::util::ssa::SsaBuilder;
use smallvec::{SmallVec, smallvec};

/// The value that a flag is set to at the end of a block.
#[derive(Clone, Copy, Debug)]
enum FlagValue {
    Const(bool),
    /// The condition of the block's former branch.
    Condition(Value),
    /// Its inverse.
    Inverse(Value),
}

/// A boolean variable: "this item is next", or "the loop is done".
#[derive(Clone, Debug, Default)]
pub(super) struct Flag {
    starts: Vec<(Block, bool)>,
    ends: Vec<(Block, FlagValue)>,
    /// Blocks whose conditional branch tests it.
    reads: Vec<Block>,
}

impl Flag {
    fn start(&mut self, block: Block, value: bool) {
        // Repeated assignments do no harm, but there are many.
        if self.starts.last() != Some(&(block, value)) {
            self.starts.push((block, value));
        }
    }

    /// Converts it to SSA and sets the conditions that test it.
    pub(super) fn resolve(self, func: &mut Function, ctx: &mut Context, builder: &mut SsaBuilder) {
        let mut defs: Vec<(Block, Value)> = Vec::with_capacity(self.starts.len() + self.ends.len());
        for &(block, value) in &self.starts {
            defs.push((block, func.int_value(Type::I1, u128::from(value), ctx)));
        }
        for &(block, value) in &self.ends {
            let value = match value {
                FlagValue::Const(value) => func.int_value(Type::I1, u128::from(value), ctx),
                FlagValue::Condition(value) => func.resolve(value),
                FlagValue::Inverse(value) => inverse(func, ctx, value, block),
            };
            defs.push((block, value));
        }
        builder.variable(func, ctx, Type::I1, &defs, &[], &self.reads);
        for &block in &self.reads {
            let value = builder.at_end(func, ctx, block);
            let terminator = func.terminator(block).expect("a conditional branch");
            func.args_mut(terminator)[0] = value;
        }
    }
}

/// The inverse of `condition`, computed at the end of `block`.
fn inverse(func: &mut Function, ctx: &mut Context, condition: Value, block: Block) -> Value {
    let condition = func.resolve(condition);
    if let Some(value) = func.as_int(condition, ctx) {
        return func.int_value(Type::I1, value ^ 1, ctx);
    }
    let terminator = func.terminator(block).expect("a terminator");
    if let Some(def) = func.def_inst(condition) {
        let opcode = func.opcode(def);
        if opcode == Opcode::Xor && func.as_int(func.arg(def, 1), ctx) == Some(1) {
            return func.arg(def, 0);
        }
        // Keep the comparison next to the branch: the other one may be shared from an earlier request.
        let aux = match func.inst(def).aux {
            Aux::IntPredicate(p) => Some(Aux::IntPredicate(p.inverse())),
            Aux::FloatPredicate(p) => Some(Aux::FloatPredicate(p.inverse())),
            _ => None,
        };
        if let Some(aux) = aux {
            let args: SmallVec<[Value; 2]> = smallvec![func.arg(def, 0), func.arg(def, 1)];
            let flags = func.inst(def).flags;
            let before = func.prev_inst(terminator);
            if let Some(before) = before
                && func.opcode(before) == opcode
                && func.inst(before).aux == aux
                && func.args(before) == args.as_slice()
                && let Some(result) = func.result(before)
            {
                return result;
            }
            let inst =
                Builder::before(func, ctx, terminator).insert(opcode, Type::I1, &args, &[], flags, aux);
            return func.result(inst).expect("a comparison has a result");
        }
    }
    let one = func.int_value(Type::I1, 1, ctx);
    Builder::before(func, ctx, terminator).binary(Opcode::Xor, condition, one)
}

/// An edge whose target is not decided yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    /// The end of a node's block, which still has its old terminator.
    Fresh(u32),
    /// A successor slot of a block.
    Slot(Block, u32),
}

/// Where control continues.
#[derive(Clone, Debug, Default)]
struct Open {
    edges: SmallVec<[Edge; 4]>,
    /// The bypass edge of a guard is among the edges: the next block is its join and cannot be another guard's.
    is_join: bool,
}

#[derive(Clone, Copy, Debug)]
enum Task {
    Item(u32),
    Children(u32, u32),
    EndGuard(Block),
    EndLoop(u32),
}

pub(super) struct Emitter<'a> {
    func: &'a mut Function,
    ctx: &'a mut Context,
    tree: &'a RegionTree,
    /// By region: edges to its exit, once it is done.
    exiting: Vec<SmallVec<[(Block, u32); 2]>>,
    flags: Vec<Flag>,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(func: &'a mut Function, ctx: &'a mut Context, tree: &'a RegionTree) -> Emitter<'a> {
        Emitter {
            func,
            ctx,
            exiting: vec![SmallVec::new(); tree.regions.len()],
            tree,
            flags: Vec::new(),
        }
    }

    /// The flags that something tests.
    pub(super) fn into_flags(self) -> Vec<Flag> {
        self.flags
    }

    /// A region that is left unchanged: only records its edges to the exit.
    pub(super) fn keep_region(&mut self, id: u32) {
        let region = &self.tree.regions[id as usize];
        let Some(exit) = region.exit else { return };
        let mut edges = SmallVec::new();
        for &block in &region.blocks {
            for (slot, &target) in self.func.successors(block).iter().enumerate() {
                if target == exit {
                    edges.push((block, slot as u32));
                }
            }
        }
        for &child in &region.children {
            if self.tree.regions[child as usize].exit == Some(exit) {
                edges.extend(self.exiting[child as usize].iter().copied());
            }
        }
        self.exiting[id as usize] = edges;
    }

    /// Lays out a region.
    pub(super) fn emit_region(&mut self, id: u32, graph: &RegionGraph) {
        let mut writer = Writer {
            graph,
            flags: vec![Flag::default(); graph.nodes.len() + 2 * graph.loops.len()],
            open: Open::default(),
            at_entry: true,
            emitter: self,
        };
        writer.reset_flags();
        writer.write();
        let exit = writer.emitter.tree.regions[id as usize].exit;
        let edges = match exit {
            Some(exit) => writer.leave(exit),
            None => SmallVec::new(),
        };
        let flags = std::mem::take(&mut writer.flags);
        self.exiting[id as usize] = edges;
        self.flags
            .extend(flags.into_iter().filter(|f| !f.reads.is_empty()));
    }
}

struct Writer<'a, 'b> {
    graph: &'a RegionGraph,
    emitter: &'a mut Emitter<'b>,
    /// By item: "is next"; after the items, by loop: "is done".
    flags: Vec<Flag>,
    open: Open,
    /// Nothing has been emitted yet.
    at_entry: bool,
}

impl Writer<'_, '_> {
    fn write(&mut self) {
        let mut tasks = vec![Task::Item(self.graph.first)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Item(item) => self.item(item, &mut tasks),
                Task::Children(item, index) => self.child(item, index as usize, &mut tasks),
                Task::EndGuard(guard) => {
                    if self.open.is_join {
                        self.flow();
                    }
                    self.open.edges.push(Edge::Slot(guard, 1));
                    self.open.is_join = true;
                }
                Task::EndLoop(id) => self.latch(id),
            }
        }
    }

    fn is_plain(&self, item: u32) -> bool {
        let Some(node) = self.graph.nodes.get(item as usize) else {
            return false;
        };
        let level = self.graph.loop_of[item as usize];
        let is_header = level != NONE && self.graph.loops[level as usize].header == item;
        matches!(node.kind, Kind::Block(_)) && !is_header
    }

    fn item(&mut self, item: u32, tasks: &mut Vec<Task>) {
        let n = self.graph.nodes.len() as u32;
        tasks.push(Task::Children(item, 0));
        if item >= n {
            let id = item - n;
            tasks.push(Task::EndLoop(id));
            tasks.push(Task::Item(self.graph.loops[id as usize].header));
            return;
        }
        let node = &self.graph.nodes[item as usize];
        self.attach(node.entry, self.is_plain(item));
        match node.kind {
            Kind::Block(_) => {
                if !node.succs.is_empty() {
                    self.open.edges.push(Edge::Fresh(item));
                }
            }
            Kind::Region(id) => {
                let edges = self.emitter.exiting[id as usize].clone();
                for &(block, slot) in &edges {
                    self.set_flag(node.succs[0].1, block, FlagValue::Const(true));
                    self.open.edges.push(Edge::Slot(block, slot));
                }
            }
        }
    }

    fn child(&mut self, item: u32, index: usize, tasks: &mut Vec<Task>) {
        let Some(&(child, always)) = self.graph.children[item as usize].get(index) else {
            return;
        };
        tasks.push(Task::Children(item, index as u32 + 1));
        if always {
            tasks.push(Task::Item(child));
            return;
        }
        let guard = match self.direct_guard(item, child) {
            Some(guard) => guard,
            None => {
                let guard = self.flow();
                self.open = Open::default();
                self.flags[child as usize].reads.push(guard);
                let placeholder = self.constant(false);
                set_cond_branch(self.emitter.func, guard, placeholder, guard, guard);
                self.open.edges.push(Edge::Slot(guard, 0));
                if !self.is_plain(child) {
                    self.flow();
                }
                guard
            }
        };
        tasks.push(Task::EndGuard(guard));
        tasks.push(Task::Item(child));
    }

    fn constant(&mut self, value: bool) -> Value {
        self.emitter
            .func
            .int_value(Type::I1, u128::from(value), self.emitter.ctx)
    }

    /// If control stands right after `item`, a block whose branch leads to `child`, that branch is the guard.
    fn direct_guard(&mut self, item: u32, child: u32) -> Option<Block> {
        if self.open.is_join || self.open.edges.as_slice() != [Edge::Fresh(item)] {
            return None;
        }
        let node = &self.graph.nodes[item as usize];
        let [first, second] = node.succs[..] else {
            return None;
        };
        let (inverted, other) = if first.1 == Key::Next(child) {
            (false, second)
        } else if second.1 == Key::Next(child) {
            (true, first)
        } else {
            return None;
        };
        let Kind::Block(block) = node.kind else {
            return None;
        };
        let terminator = self.emitter.func.terminator(block)?;
        let mut condition = self.emitter.func.arg(terminator, 0);
        if inverted {
            condition = inverse(self.emitter.func, self.emitter.ctx, condition, block);
        }
        set_cond_branch(self.emitter.func, block, condition, block, block);
        self.open.edges = smallvec![Edge::Slot(block, 0)];
        if !self.is_plain(child) {
            self.flow();
        }
        // On the bypass path the other successor is next; in the guarded part it is not, until assigned.
        if other.1 != Key::Exit {
            self.set_flag(other.1, block, FlagValue::Const(true));
            let inside = if self.is_plain(child) {
                self.graph.nodes[child as usize].entry
            } else {
                match self.open.edges[0] {
                    Edge::Slot(flow, _) => flow,
                    Edge::Fresh(_) => unreachable!("a Flow block was made"),
                }
            };
            match other.1 {
                Key::Next(other) => self.flags[other as usize].start(inside, false),
                Key::Again(id) => self.done_flag(id).start(inside, true),
                Key::Exit => {}
            }
        }
        Some(block)
    }

    /// The end of a loop: one branch back or out.
    fn latch(&mut self, id: u32) {
        let header_item = self.graph.loops[id as usize].header;
        let header = self.graph.nodes[header_item as usize].entry;
        if let Some(latch) = self.direct_latch(id, header) {
            self.open = Open::default();
            self.open.edges.push(Edge::Slot(latch, 0));
            return;
        }
        let latch = self.flow();
        self.done_flag(id).reads.push(latch);
        let placeholder = self.constant(true);
        set_cond_branch(self.emitter.func, latch, placeholder, latch, header);
        self.open = Open::default();
        self.open.edges.push(Edge::Slot(latch, 0));
    }

    /// If the loop ends in a block that alone decides whether to continue, its branch is the latch.
    fn direct_latch(&mut self, id: u32, header: Block) -> Option<Block> {
        if self.open.is_join {
            return None;
        }
        let [Edge::Fresh(item)] = *self.open.edges.as_slice() else {
            return None;
        };
        let node = &self.graph.nodes[item as usize];
        let [first, second] = node.succs[..] else {
            return None;
        };
        let Kind::Block(block) = node.kind else {
            return None;
        };
        let (back_first, exit) = if first.1 == Key::Again(id) {
            (true, second)
        } else if second.1 == Key::Again(id) {
            (false, first)
        } else {
            return None;
        };
        if exit.1 == Key::Again(id) {
            return None;
        }
        let terminator = self.emitter.func.terminator(block)?;
        let mut condition = self.emitter.func.arg(terminator, 0);
        if back_first {
            condition = inverse(self.emitter.func, self.emitter.ctx, condition, block);
        }
        let attachments = self.emitter.func.attachments.get(&terminator).cloned();
        let latch = set_cond_branch(self.emitter.func, block, condition, block, header);
        if let Some(attachments) = attachments {
            self.emitter.func.attachments.insert(latch, attachments);
        }
        self.set_flag(exit.1, block, FlagValue::Const(true));
        Some(block)
    }

    // Flags.

    fn done_flag(&mut self, id: u32) -> &mut Flag {
        let index = self.graph.nodes.len() + self.graph.loops.len() + id as usize;
        &mut self.flags[index]
    }

    /// At the end of `block`, `value` says whether the edge with this meaning is taken.
    fn set_flag(&mut self, key: Key, block: Block, value: FlagValue) {
        match key {
            Key::Exit => {}
            Key::Next(item) => self.flags[item as usize].ends.push((block, value)),
            Key::Again(id) => {
                let not = match value {
                    FlagValue::Const(value) => FlagValue::Const(!value),
                    FlagValue::Condition(value) => FlagValue::Inverse(value),
                    FlagValue::Inverse(value) => FlagValue::Condition(value),
                };
                self.done_flag(id).ends.push((block, not));
            }
        }
    }

    /// At the start of an item that dominates another, and at the start of each iteration of an inner loop from which
    /// the other can be reached, "the other is next" is false: no other assignment precedes its guard there.
    fn reset_flags(&mut self) {
        let graph = self.graph;
        let mut dominator = vec![graph.first; graph.children.len()];
        for (item, children) in graph.children.iter().enumerate() {
            for &(child, _) in children {
                dominator[child as usize] = item as u32;
            }
        }
        let start_of = |item: u32| {
            let node = match (item as usize).checked_sub(graph.nodes.len()) {
                Some(id) => graph.loops[id].header,
                None => item,
            };
            graph.nodes[node as usize].entry
        };
        for from in 0..graph.nodes.len() {
            for &(_, key) in &graph.nodes[from].succs {
                let (last_level, last_place, value) = match key {
                    Key::Exit => continue,
                    Key::Next(item) => (graph.level_of(item), start_of(dominator[item as usize]), false),
                    Key::Again(id) => (id, start_of(graph.loops[id as usize].header), true),
                };
                let mut level = graph.loop_of[from];
                loop {
                    let place = if level == last_level || level == NONE {
                        last_place
                    } else {
                        start_of(graph.loops[level as usize].header)
                    };
                    match key {
                        Key::Next(item) => self.flags[item as usize].start(place, value),
                        Key::Again(id) => self.done_flag(id).start(place, value),
                        Key::Exit => {}
                    }
                    if level == last_level || level == NONE {
                        break;
                    }
                    level = graph.loops[level as usize].parent;
                }
            }
        }
    }

    // Edges.

    /// Redirects all open edges to `target`. A target that is not a plain block is entered by one edge, and is not a
    /// guard's join.
    fn attach(&mut self, target: Block, plain: bool) {
        if std::mem::replace(&mut self.at_entry, false) {
            return;
        }
        if !plain && (self.open.is_join || self.open.edges.len() > 1) {
            self.flow();
        }
        self.connect(target);
    }

    /// Redirects all open edges to a new Flow block, where control continues.
    fn flow(&mut self) -> Block {
        let flow = self.emitter.func.append_new_block();
        let name = self.emitter.ctx.symbol("Flow");
        self.emitter.func.block_names[flow] = Some(name).into();
        self.connect(flow);
        set_branch(self.emitter.func, flow, flow);
        self.open.edges.push(Edge::Slot(flow, 0));
        flow
    }

    /// Points all open edges at `target`; returns them as slots.
    fn connect(&mut self, target: Block) -> SmallVec<[(Block, u32); 2]> {
        let open = std::mem::take(&mut self.open);
        let mut slots = SmallVec::new();
        for edge in open.edges {
            match edge {
                Edge::Slot(block, slot) => {
                    let terminator = self.emitter.func.terminator(block).expect("a branch");
                    self.emitter.func.inst_blocks_mut(terminator)[slot as usize] = target;
                    slots.push((block, slot));
                }
                Edge::Fresh(item) => {
                    let node = &self.graph.nodes[item as usize];
                    let Kind::Block(block) = node.kind else {
                        unreachable!("only blocks have fresh ends")
                    };
                    match node.succs[..] {
                        [(_, key)] => self.set_flag(key, block, FlagValue::Const(true)),
                        [(_, first), (_, second)] => {
                            let terminator = self.emitter.func.terminator(block).expect("a branch");
                            let condition = self.emitter.func.arg(terminator, 0);
                            self.set_flag(first, block, FlagValue::Condition(condition));
                            self.set_flag(second, block, FlagValue::Inverse(condition));
                        }
                        _ => unreachable!("switches were lowered"),
                    }
                    set_branch(self.emitter.func, block, target);
                    slots.push((block, 0));
                }
            }
        }
        slots
    }

    /// The end of the region: redirects its open edges to its exit.
    fn leave(&mut self, exit: Block) -> SmallVec<[(Block, u32); 2]> {
        if self.open.is_join {
            self.flow();
        }
        self.connect(exit)
    }
}
