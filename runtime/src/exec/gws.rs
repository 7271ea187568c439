//! The global wave sync unit: 64 resources, each a semaphore or a barrier of waves of one launch.
//!
//! Semantics follow the descriptions of `DS_GWS_*` in AMD's instruction set references. A wave that has to wait leaves
//! its request in [`WaveState::Sync`]; the launch retries it with [`Gws::release`] until it is granted.

use super::{Core, Semantics};
use crate::op::{Handler, Op, Src, Step, scalar};
use crate::stats::InstructionClass;
use crate::wave::WaveState;

/// Number of resources.
const RESOURCES: usize = 64;

/// State of one resource.
#[derive(Clone, Copy, Default, Debug)]
struct Resource {
    /// Waves that may still pass a semaphore, or that a barrier still waits for in addition to the last one.
    counter: u32,
    /// Changes each time a barrier opens.
    flag: bool,
    /// Number of waiting waves.
    queued: u32,
}

/// The request of a waiting wave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SyncRequest {
    /// Number of the resource.
    pub resource: u8,
    /// The phase of the barrier when the wave arrived; `None` for semaphores.
    pub barrier: Option<bool>,
}

/// All resources of a launch; counters start at 0.
#[derive(Debug)]
pub(crate) struct Gws {
    resources: [Resource; RESOURCES],
}

impl Gws {
    /// No resource initialized, no wave waiting.
    pub(crate) fn new() -> Gws {
        Gws {
            resources: [Resource::default(); RESOURCES],
        }
    }

    /// Whether all resources are as in a new one.
    pub(crate) fn is_unused(&self) -> bool {
        let unused = |resource: &Resource| resource.counter == 0 && !resource.flag && resource.queued == 0;
        self.resources.iter().all(unused)
    }

    /// Whether a wave with this request may continue now.
    pub(crate) fn grants(&self, request: SyncRequest) -> bool {
        let resource = &self.resources[request.resource as usize % RESOURCES];
        match request.barrier {
            Some(flag) => resource.flag != flag,
            None => resource.counter > 0,
        }
    }

    /// Lets a waiting wave continue if it may, and removes it from the queue then.
    pub(crate) fn release(&mut self, request: SyncRequest) -> bool {
        let granted = self.grants(request);
        if granted {
            let resource = &mut self.resources[request.resource as usize % RESOURCES];
            resource.queued -= 1;
            if request.barrier.is_none() {
                resource.counter -= 1;
            }
        }
        granted
    }
}

/// Number of the resource: base in M0 and offset.
fn resource(c: &Core<'_>, o: &Op) -> u8 {
    let base = c.wave.scalar(scalar::M0) >> 16;
    (base.wrapping_add(o.imm as u32) % RESOURCES as u32) as u8
}

/// The data of the first active lane.
fn data(c: &Core<'_>, o: &Op) -> u32 {
    let lane = c.wave.exec().trailing_zeros().min(63) as usize;
    match o.src[1] {
        Src::Vector(register) => c.wave.v[register as usize][lane],
        _ => 0,
    }
}

fn wait(c: &mut Core<'_>, resource: u8, barrier: Option<bool>) {
    let request = SyncRequest { resource, barrier };
    c.gws.resources[resource as usize].queued += 1;
    if !c.gws.release(request) {
        c.wave.state = WaveState::Sync(request);
    }
}

fn init(c: &mut Core<'_>, o: &Op) -> Step {
    let (number, value) = (resource(c, o), data(c, o));
    let resource = &mut c.gws.resources[number as usize];
    (resource.counter, resource.flag) = (value, false);
    Ok(())
}

/// Adds to the counter of a semaphore.
fn post(c: &mut Core<'_>, o: &Op, count: u32) -> Step {
    let number = resource(c, o);
    let resource = &mut c.gws.resources[number as usize];
    resource.counter = resource.counter.saturating_add(count);
    Ok(())
}

fn post_all(c: &mut Core<'_>, o: &Op) -> Step {
    let number = resource(c, o);
    let resource = &mut c.gws.resources[number as usize];
    resource.counter = resource.queued;
    Ok(())
}

fn barrier(c: &mut Core<'_>, o: &Op) -> Step {
    let (number, value) = (resource(c, o), data(c, o));
    let resource = &mut c.gws.resources[number as usize];
    let flag = resource.flag;
    if resource.counter == 0 {
        // The last wave opens the barrier and sets how many waves the next one waits for.
        resource.flag = !flag;
        resource.counter = value;
    } else {
        resource.counter -= 1;
    }
    wait(c, number, Some(flag));
    Ok(())
}

/// Meaning of an instruction of the global wave sync unit.
pub(super) fn lookup(mnemonic: &str) -> Option<Semantics> {
    let handler: Handler = match mnemonic {
        "ds_gws_init" => init,
        "ds_gws_sema_v" => |c, o| post(c, o, 1),
        "ds_gws_sema_br" => |c, o| post(c, o, data(c, o)),
        "ds_gws_sema_release_all" => post_all,
        "ds_gws_sema_p" => |c, o| {
            let number = resource(c, o);
            wait(c, number, None);
            Ok(())
        },
        "ds_gws_barrier" => barrier,
        _ => return None,
    };
    Some(Semantics::new(InstructionClass::Barrier, handler))
}
