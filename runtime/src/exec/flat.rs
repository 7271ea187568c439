//! Flat, global and scratch instructions. Sources: address register, data, scalar base, in this order.

use super::access::{Place, Shape};
use super::whole_wave::{Addresses, Space};
use super::{Core, Semantics, atomic, transposed};
use crate::fault::FaultKind;
use crate::op::{Handler, Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::LANES;

/// Global address of every lane.
pub(super) fn global_addresses(c: &Core<'_>, o: &Op) -> Addresses {
    c.vectors.run(
        #[inline(always)]
        move |_| sum_addresses(c, o),
    )
}

#[inline(always)]
fn sum_addresses(c: &Core<'_>, o: &Op) -> Addresses {
    let mut addresses = [0; LANES];
    match (o.src[0], o.src[2]) {
        (Src::Vector(register), Src::Scalar(base)) => {
            let base = c.wave.scalar64(base).wrapping_add_signed(o.imm);
            let offsets = &c.wave.v[register as usize];
            for lane in 0..LANES {
                addresses[lane] = base.wrapping_add(offsets[lane] as u64);
            }
        }
        (Src::Vector(register), _) => {
            let (low, high) = (&c.wave.v[register as usize], &c.wave.v[register as usize + 1]);
            for lane in 0..LANES {
                let address = low[lane] as u64 | (high[lane] as u64) << 32;
                addresses[lane] = address.wrapping_add_signed(o.imm);
            }
        }
        (_, Src::Scalar(base)) => addresses = [c.wave.scalar64(base).wrapping_add_signed(o.imm); LANES],
        _ => {}
    }
    addresses
}

/// Private offset of every lane: the vector and the scalar part are both optional, and the sum has 32 bits.
#[inline]
fn private_offsets(c: &Core<'_>, o: &Op) -> Addresses {
    let base = match o.src[2] {
        Src::Scalar(register) => c.wave.scalar(register),
        Src::Imm(value) => value as u32,
        _ => 0,
    };
    let base = base.wrapping_add(o.imm as u32);
    match o.src[0] {
        Src::Vector(register) => c.wave.v[register as usize].map(|offset| offset.wrapping_add(base) as u64),
        _ => [base as u64; LANES],
    }
}

fn global_load(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = global_addresses(c, o);
    c.load_space(o, Space::Global, &addresses)
}

fn global_store(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = global_addresses(c, o);
    c.store_space(o, 1, Space::Global, &addresses)
}

fn global_atomic(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = global_addresses(c, o);
    c.memory_atomic(o, 1, |_, lane| Place::Global(addresses[lane]))
}

/// Loads from global memory to local memory: consecutive lanes from the base in M0.
fn global_load_lds(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = global_addresses(c, o);
    c.load_to_lds(o, |lane| Some(Place::Global(addresses[lane])))
}

/// As the function above, from private memory.
fn scratch_load_lds(c: &mut Core<'_>, o: &Op) -> Step {
    c.check_flat_scratch()?;
    let offsets = private_offsets(c, o);
    c.load_to_lds(o, |lane| Some(Place::Private(offsets[lane])))
}

impl Core<'_> {
    /// Loads a shape (zero for inactive locations) to local memory.
    pub(crate) fn load_to_lds(&mut self, o: &Op, place: impl Fn(usize) -> Option<Place>) -> Step {
        let shape = Shape::decode(o.aux);
        let base = (self.wave.scalar(scalar::M0) & 0xffff) as u64 + (o.imm & 0xffff) as u64;
        // Narrow elements take a word each.
        let slot = (shape.bytes as u64).max(4);
        self.each_lane(|core, lane| {
            let mut bytes = [0u8; 16];
            if let Some(place) = place(lane) {
                core.read_place(place, lane, shape.bytes as usize, &mut bytes)?;
            }
            if shape.signed && bytes[shape.bytes as usize - 1] & 0x80 != 0 {
                bytes[shape.bytes as usize..4].fill(0xff);
            }
            core.write_place(
                Place::Local(base + slot * lane as u64),
                lane,
                &bytes[..slot as usize],
                u8::MAX,
            )
        })
    }
}

impl Core<'_> {
    /// Whether FLAT_SCRATCH is what accesses of private memory need, where programs set it up.
    fn check_flat_scratch(&mut self) -> Step {
        let known = match self.wave.flat_scratch {
            Some(address) => address,
            None => self.wave.scalar64(scalar::FLAT_SCRATCH),
        };
        match self.wave.scratch_address {
            Some(address) if self.mask != 0 && known != address => {
                self.undefined("flat_scratch is not the address of the wave's scratch memory")
            }
            _ => Ok(()),
        }
    }
}

/// Addresses of a FLAT instruction.
fn flat_addresses(c: &mut Core<'_>, o: &Op) -> Result<Addresses, Box<FaultKind>> {
    let addresses = global_addresses(c, o);
    if c.wave.scratch_address.is_some() {
        let is_private = |lane: usize| matches!(Place::of_flat(addresses[lane]), Place::Private(_));
        if (0..LANES).any(|lane| c.mask >> lane & 1 != 0 && is_private(lane)) {
            c.check_flat_scratch()?;
        }
    }
    Ok(addresses)
}

fn flat_load(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = flat_addresses(c, o)?;
    c.load_lanes(o, |_, lane| Place::of_flat(addresses[lane]))
}

fn flat_store(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = flat_addresses(c, o)?;
    c.store_lanes(o, 1, |_, lane| Place::of_flat(addresses[lane]))
}

fn flat_atomic(c: &mut Core<'_>, o: &Op) -> Step {
    let addresses = flat_addresses(c, o)?;
    c.memory_atomic(o, 1, |_, lane| Place::of_flat(addresses[lane]))
}

fn scratch_load(c: &mut Core<'_>, o: &Op) -> Step {
    c.check_flat_scratch()?;
    let offsets = private_offsets(c, o);
    c.load_space(o, Space::Private, &offsets)
}

fn scratch_store(c: &mut Core<'_>, o: &Op) -> Step {
    c.check_flat_scratch()?;
    let offsets = private_offsets(c, o);
    c.store_space(o, 1, Space::Private, &offsets)
}

/// Meaning of a flat, global or scratch instruction.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    use InstructionClass::{Scratch, VmemLoad, VmemStore};
    let (space, name) = mnemonic.split_once('_')?;
    if let Some(name) = name.strip_prefix("load_lds_") {
        let shape = Shape::parse(name)?.encode();
        return match space {
            "global" => Some(Semantics::with(VmemLoad, global_load_lds, shape)),
            "scratch" => Some(Semantics::with(VmemLoad, scratch_load_lds, shape)),
            _ => None,
        };
    }
    if mnemonic == "global_load_tr_b128" {
        return Some(Semantics::new(VmemLoad, transposed::global_load));
    }
    if let Some(name) = name.strip_prefix("load_") {
        let shape = Shape::parse(name)?.encode();
        return match space {
            "global" => Some(Semantics::with(VmemLoad, global_load, shape)),
            "flat" => Some(Semantics::with(VmemLoad, flat_load, shape)),
            "scratch" => Some(Semantics::with(Scratch, scratch_load, shape)),
            _ => None,
        };
    }
    if let Some(name) = name.strip_prefix("store_") {
        let shape = Shape::parse(name)?.encode();
        return match space {
            "global" => Some(Semantics::with(VmemStore, global_store, shape)),
            "flat" => Some(Semantics::with(VmemStore, flat_store, shape)),
            "scratch" => Some(Semantics::with(Scratch, scratch_store, shape)),
            _ => None,
        };
    }
    let (kind, wide) = atomic::parse(name.strip_prefix("atomic_")?)?;
    let handler: Handler = match space {
        "global" => global_atomic,
        "flat" => flat_atomic,
        _ => return None,
    };
    Some(Semantics::with(VmemStore, handler, atomic::encode(kind, wide)))
}
