//! Region splits: the largest set of block borders at which a candidate register is profitable, found by a Hopfield
//! network over edge bundles as in LLVM's `SpillPlacement`; the rest of the range is meant for the stack.

use super::{ALL_LANES, HYSTERESIS, Plan, STACK, Span, Uses};
use crate::mir::VReg;
use crate::regalloc::greedy::{AllocStage, Greedy, NAME};
use crate::regalloc::slot_indexes::SlotIndex;
use smallvec::SmallVec;
use wavec_mc::Reg;

/// Number of the part that is in the register.
const REGION: u32 = 1;
/// Number of physical registers tried for region splits.
const MAX_CANDIDATES: usize = 12;
/// Maximum number of iterations of the network.
const MAX_ROUNDS: usize = 10;

impl Greedy<'_> {
    pub(super) fn split_region(&mut self, vreg: VReg, uses: &Uses, order: &[Reg]) -> bool {
        // The cost of spilling.
        let spill_cost: f32 = uses
            .insts
            .iter()
            .map(|access| {
                let frequency = self.frequency.of(self.live.indexes.block_at(access.point));
                frequency * (f32::from(u8::from(access.reads != 0)) + f32::from(u8::from(access.writes != 0)))
            })
            .sum();
        let network = self.network(uses);
        let mut best: Option<(f32, Reg, Vec<bool>, Taken)> = None;
        for &reg in order.iter().take(MAX_CANDIDATES) {
            let taken = self.taken(reg, &network);
            let Some(in_register) = network.place(uses, &taken) else {
                continue;
            };
            let cost = network.cost(uses, &taken, &in_register);
            if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
                best = Some((cost, reg, in_register, taken));
            }
        }
        let Some((cost, reg, in_register, taken)) = best else {
            return false;
        };
        if cost >= spill_cost * HYSTERESIS {
            return false;
        }
        self.stats.add(NAME, "region splits", 1);
        let plan = self.region_plan(vreg, uses, &network, &taken.by_place, &in_register);
        self.apply(vreg, plan, Some(reg));
        true
    }

    /// The blocks and bundles of a register: independent of the candidate.
    fn network(&mut self, uses: &Uses) -> Network {
        let indexes = &self.live.indexes;
        let mut number = std::mem::take(&mut self.bundle_numbers);
        number.resize(self.bundles.len(), NONE);
        // Links of each bundle.
        let mut degrees: Vec<u32> = Vec::new();
        let mut touch = |degrees: &mut Vec<u32>, bundle: usize| {
            if number[bundle] == NONE {
                number[bundle] = degrees.len() as u32;
                degrees.push(0);
            }
            number[bundle]
        };
        let mut borders = Vec::with_capacity(uses.blocks.len());
        let (mut with_uses, mut passed) = (Vec::new(), Vec::new());
        for (place, block) in uses.blocks.iter().enumerate() {
            let (top, bottom) = (self.bundles.start(block.block), self.bundles.end(block.block));
            let top = if block.live_in {
                touch(&mut degrees, top)
            } else {
                NONE
            };
            let bottom = if block.live_out {
                touch(&mut degrees, bottom)
            } else {
                NONE
            };
            if !block.uses.is_empty() {
                with_uses.push(place as u32);
            } else if top != bottom {
                passed.push(place as u32);
            }
            let is_link = top != NONE && bottom != NONE && top != bottom && block.uses.is_empty();
            if is_link {
                degrees[top as usize] += 1;
                degrees[bottom as usize] += 1;
            }
            borders.push(Border {
                start: indexes.block_start(block.block),
                end: indexes.block_end(block.block),
                top,
                bottom,
                is_link,
                frequency: self.frequency.of(block.block),
            });
        }
        for block in &uses.blocks {
            number[self.bundles.start(block.block)] = NONE;
            number[self.bundles.end(block.block)] = NONE;
        }
        self.bundle_numbers = number;
        // Neighbours of each bundle in one list, in the order of the blocks that link them.
        let mut first = Vec::with_capacity(degrees.len() + 1);
        let mut sum = 0;
        for degree in &mut degrees {
            first.push(sum);
            sum += *degree;
            *degree = first[first.len() - 1];
        }
        first.push(sum);
        let mut links = vec![(0, 0); sum as usize];
        for (place, border) in borders.iter().enumerate().filter(|(_, border)| border.is_link) {
            for (here, there) in [(border.top, border.bottom), (border.bottom, border.top)] {
                let next = &mut degrees[here as usize];
                links[*next as usize] = (there, place as u32);
                *next += 1;
            }
        }
        Network {
            borders,
            with_uses,
            passed,
            first,
            links,
        }
    }

    /// First and last point of each block at which `reg` is occupied.
    fn taken(&self, reg: Reg, network: &Network) -> Taken {
        let mut by_place = vec![Interference::NONE; network.borders.len()];
        let mut places = Vec::new();
        // Interference anywhere in a block counts, whether the register is live there or not: parts begin and end at
        // other points.
        let first_unit = self.registers.units(reg).start as usize;
        let size = self.registers.size_in_units(reg) as usize;
        for union in &self.unions[first_unit..first_unit + size] {
            let blocks = network.borders.iter().map(|border| (border.start, border.end));
            union.extents(blocks, |place, first, last| {
                let slot = &mut by_place[place];
                if slot.is_none() {
                    places.push(place as u32);
                }
                slot.first = slot.first.min(first);
                slot.last = slot.last.max(last);
            });
        }
        Taken { by_place, places }
    }

    fn region_plan(
        &self,
        vreg: VReg,
        uses: &Uses,
        network: &Network,
        interference: &[Interference],
        in_register: &[bool],
    ) -> Plan {
        let mut plan = Plan {
            parts: vec![AllocStage::Spill, AllocStage::SplitProduct],
            ..Plan::default()
        };
        for ((block, border), taken) in uses.blocks.iter().zip(&network.borders).zip(interference) {
            let (enters, leaves) = border.in_register(in_register);
            let id = block.block;
            let list = &uses.insts[block.uses.clone()];
            let mut spans: SmallVec<[Span; 3]> = SmallVec::new();
            spans.push(Span {
                start: self.live.indexes.block_start(id),
                before: None,
                part: if enters { REGION } else { STACK },
                lanes: 0,
            });
            if enters && leaves && taken.is_none() {
                plan.blocks.push((id, spans));
                continue;
            }
            // Accesses served by the region's part at the start and at the end.
            let front = if enters {
                list.partition_point(|access| access.point.reg() < taken.first)
            } else {
                0
            };
            let back = if leaves {
                list.partition_point(|access| access.point < taken.last)
                    .max(front)
            } else {
                list.len()
            };
            if enters {
                let end = match front.checked_sub(1) {
                    Some(last) => self.next_after(id, list[last].inst),
                    None => self.top_of(vreg, id),
                };
                spans.push(self.span(id, end, STACK, ALL_LANES));
            }
            let middle = block.uses.start + front..block.uses.start + back;
            if middle.len() > 1 {
                self.isolate(vreg, uses, block, middle, &mut plan, &mut spans);
            }
            if leaves {
                let start = match list.get(back) {
                    Some(first) => self.ahead(vreg, id, first.inst),
                    None => self.bottom_of(id),
                };
                spans.push(self.span(id, start, REGION, ALL_LANES));
            }
            plan.blocks.push((id, spans));
        }
        // What is not defined inside and leaves the region is still in the outside part.
        let mut writes_inside = 0;
        for ((_, spans), block) in plan.blocks.iter().zip(&uses.blocks) {
            for access in &uses.insts[block.uses.clone()] {
                let at = spans.partition_point(|span| span.start <= access.point).max(1) - 1;
                if spans[at].part == REGION {
                    writes_inside |= access.writes;
                }
            }
        }
        for (_, spans) in &mut plan.blocks {
            for index in 1..spans.len() {
                if spans[index].part == STACK && spans[index - 1].part == REGION {
                    spans[index].lanes = writes_inside;
                }
            }
        }
        plan
    }
}

/// The occupied points of a physical register in a block; `first > last` if there are none.
#[derive(Clone, Copy, Debug)]
struct Interference {
    first: SlotIndex,
    last: SlotIndex,
}

impl Interference {
    const NONE: Interference = Interference {
        first: SlotIndex::MAX,
        last: SlotIndex::ZERO,
    };

    fn is_none(&self) -> bool {
        self.first > self.last
    }
}

/// The occupied points of a physical register.
struct Taken {
    /// By place in [`Uses::blocks`].
    by_place: Vec<Interference>,
    /// The positions at which it is occupied, in no particular order.
    places: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Node {
    register: f32,
    spill: f32,
    value: i8,
    must_spill: bool,
}

/// No bundle: the register is not live at that border.
const NONE: u32 = u32::MAX;

/// The borders of a block; bundles are numbered as they are encountered.
struct Border {
    start: SlotIndex,
    end: SlotIndex,
    top: u32,
    bottom: u32,
    /// The register is live through it from one bundle to another, without an access.
    is_link: bool,
    frequency: f32,
}

impl Border {
    /// Whether the value enters and leaves the block in the register.
    fn in_register(&self, in_register: &[bool]) -> (bool, bool) {
        let is = |bundle: u32| bundle != NONE && in_register[bundle as usize];
        (is(self.top), is(self.bottom))
    }
}

/// The blocks in which a register is live, and the bundles that they link.
struct Network {
    /// By place in [`Uses::blocks`].
    borders: Vec<Border>,
    /// Places of the blocks with accesses.
    with_uses: Vec<u32>,
    /// Positions of the other blocks, whose ends are in different bundles.
    passed: Vec<u32>,
    /// By bundle: where its links begin; one more for the end.
    first: Vec<u32>,
    /// The other bundle, and the position of the block in between.
    links: Vec<(u32, u32)>,
}

impl Network {
    /// Decides for each bundle whether the value should be in the register there.
    fn place(&self, uses: &Uses, taken: &Taken) -> Option<Vec<bool>> {
        let mut nodes = vec![Node::default(); self.first.len() - 1];
        for &place in &self.with_uses {
            let place = place as usize;
            self.bias(&mut nodes, uses, place, &taken.by_place[place]);
        }
        for &place in &taken.places {
            let place = place as usize;
            if uses.blocks[place].uses.is_empty() {
                self.bias(&mut nodes, uses, place, &taken.by_place[place]);
            }
        }
        // A bundle is revisited when a linked bundle has changed.
        let mut work = Worklist::new(nodes.len());
        for (bundle, node) in nodes.iter_mut().enumerate() {
            node.value = if node.must_spill {
                -1
            } else {
                (node.register > node.spill) as i8 - (node.spill > node.register) as i8
            };
            if node.value != 0 {
                work.insert(bundle);
                self.links_of(bundle).for_each(|(other, _)| work.insert(other));
            }
        }
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            let mut from = 0;
            while let Some(bundle) = work.take_from(from) {
                from = bundle + 1;
                let node = nodes[bundle];
                if node.must_spill {
                    continue;
                }
                let (mut register, mut spill) = (node.register, node.spill);
                for (other, between) in self.links_of(bundle) {
                    // A block in which the register is occupied links nothing.
                    if !taken.by_place[between].is_none() {
                        continue;
                    }
                    let weight = self.borders[between].frequency;
                    match nodes[other].value {
                        1 => register += weight,
                        -1 => spill += weight,
                        _ => {}
                    }
                }
                let value = (register > spill + 1e-4) as i8 - (spill > register + 1e-4) as i8;
                if value != node.value {
                    nodes[bundle].value = value;
                    self.links_of(bundle).for_each(|(other, _)| work.insert(other));
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let any = nodes.iter().any(|node| node.value > 0);
        any.then(|| nodes.iter().map(|node| node.value > 0).collect())
    }

    /// Adds the bias of the block at `place` to the nodes of its ends.
    fn bias(&self, nodes: &mut [Node], uses: &Uses, place: usize, taken: &Interference) {
        let (block, border) = (&uses.blocks[place], &self.borders[place]);
        let frequency = border.frequency;
        let list = &uses.insts[block.uses.clone()];
        if border.top != NONE {
            let node = &mut nodes[border.top as usize];
            if taken.first <= border.start.dead() {
                node.must_spill = true;
            } else if let Some(first) = list.first() {
                if taken.first <= first.point.reg() {
                    node.spill += frequency;
                } else {
                    node.register += frequency;
                }
            }
        }
        if border.bottom != NONE {
            let node = &mut nodes[border.bottom as usize];
            if taken.last > block.bottom {
                node.must_spill = true;
            } else if let Some(last) = list.last() {
                if taken.last > last.point.reg() {
                    node.spill += frequency;
                } else {
                    node.register += frequency;
                }
            }
        }
        if border.top != NONE && border.bottom != NONE && list.is_empty() && !taken.is_none() {
            nodes[border.top as usize].spill += frequency;
            nodes[border.bottom as usize].spill += frequency;
        }
    }

    /// The bundles linked with `bundle`, and the places of the blocks between.
    fn links_of(&self, bundle: usize) -> impl Iterator<Item = (usize, usize)> {
        let links = self.first[bundle] as usize..self.first[bundle + 1] as usize;
        self.links[links]
            .iter()
            .map(|&(other, between)| (other as usize, between as usize))
    }

    /// Copies (which become loads and stores) that a placement needs, by frequency.
    fn cost(&self, uses: &Uses, taken: &Taken, in_register: &[bool]) -> f32 {
        let mut cost = 0.0;
        for &place in &self.with_uses {
            let place = place as usize;
            let (block, border) = (&uses.blocks[place], &self.borders[place]);
            let (enters, leaves) = border.in_register(in_register);
            let list = &uses.insts[block.uses.clone()];
            let reads_first = list[0].reads != 0;
            let writes = list.iter().any(|access| access.writes != 0);
            let through = enters && leaves && !taken.by_place[place].is_none();
            let copies = (block.live_in && !enters && (reads_first || leaves)) as i32
                + (block.live_out && !leaves && (writes || enters)) as i32
                + 2 * through as i32;
            cost += border.frequency * copies as f32;
        }
        for &place in &self.passed {
            let border = &self.borders[place as usize];
            let (enters, leaves) = border.in_register(in_register);
            if enters != leaves {
                cost += border.frequency;
            }
        }
        for &place in &taken.places {
            let border = &self.borders[place as usize];
            if uses.blocks[place as usize].uses.is_empty() && border.in_register(in_register) == (true, true)
            {
                cost += border.frequency * 2.0;
            }
        }
        cost
    }
}

/// A set of bundles, removed in ascending order.
struct Worklist(Vec<u64>);

impl Worklist {
    fn new(len: usize) -> Worklist {
        Worklist(vec![0; len.div_ceil(64)])
    }

    fn insert(&mut self, bundle: usize) {
        self.0[bundle / 64] |= 1 << (bundle % 64);
    }

    /// Removes and returns the first at or after `from`.
    fn take_from(&mut self, from: usize) -> Option<usize> {
        let mut word = from / 64;
        let mut bits = self.0.get(word)? & u64::MAX << (from % 64);
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        let bit = bits.trailing_zeros();
        self.0[word] &= !(1 << bit);
        Some(word * 64 + bit as usize)
    }
}
