//! Images that are read through samplers: see `wavec_gpu_mc::image_access::samples`.

use super::images::{
    HAS_BIAS, HAS_DERIVATIVES, HAS_LEAST_LEVEL, HAS_LEVEL, HAS_OFFSET, HAS_REFERENCE, HAS_SHORT_DERIVATIVES,
    IS_LEVEL_0, UNNORMALIZED, fetch, image, layout, sample_address, words, write_elements,
};
use super::{Core, Semantics};
use crate::fault::FaultKind;
use crate::op::{Op, Step};
use crate::stats::InstructionClass::VmemLoad;
use crate::wave::LANES;
use wavec_gpu_mc::image_access::samples::{self, Sampler};
use wavec_gpu_mc::image_access::{Resource, chosen};

fn sampler(c: &Core<'_>, o: &Op) -> Result<Sampler, Box<FaultKind>> {
    let words = words(c, o.src[3])?;
    Ok(Sampler::of(&words, layout(o), o.imm2 & UNNORMALIZED != 0)?)
}

fn sample(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let sampler = sampler(c, o)?;
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let address = sample_address(core, o, &image, lane)?;
        let core = std::cell::RefCell::new(core);
        let channels = samples::sample(
            &image,
            &sampler,
            &address,
            || quad_derivatives(&core.borrow(), o, &image, lane),
            &mut |address, bytes| fetch(&mut core.borrow_mut(), lane, address, bytes),
        )?;
        for (result, channel) in results.iter_mut().zip(channels) {
            result[lane] = channel;
        }
        Ok(())
    })?;
    let elements = chosen(o.imm as u32).map(|channel| &results[channel]);
    write_elements(c, o, image.format.is_integer(), elements);
    Ok(())
}

/// One channel of the four texels that a filter would take.
fn gather(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let sampler = sampler(c, o)?;
    let channel = chosen(o.imm as u32).next().unwrap_or(0);
    let mut results = [[0; LANES]; 4];
    c.each_lane(|core, lane| {
        let address = sample_address(core, o, &image, lane)?;
        let core = std::cell::RefCell::new(core);
        let texels = samples::gather(
            &image,
            &sampler,
            &address,
            channel,
            || quad_derivatives(&core.borrow(), o, &image, lane),
            &mut |address, bytes| fetch(&mut core.borrow_mut(), lane, address, bytes),
        )?;
        for (result, texel) in results.iter_mut().zip(texels) {
            result[lane] = texel;
        }
        Ok(())
    })?;
    write_elements(c, o, image.format.is_integer(), results.iter());
    Ok(())
}

/// How coordinates change from the first lane of a quad to that on the right of it and to that below.
fn quad_derivatives(
    c: &Core<'_>,
    o: &Op,
    image: &Resource,
    lane: usize,
) -> Result<[[f32; 3]; 2], Box<FaultKind>> {
    let first = lane & !3;
    let at = |lane: usize| sample_address(c, o, image, lane).map(|address| address.at);
    let [here, right, below] = [at(first)?, at(first + 1)?, at(first + 2)?];
    Ok([right, below].map(|there| std::array::from_fn(|axis| there[axis] - here[axis])))
}

/// The level that a sample would take, and the one that the neighbours in a quad ask for.
fn level(c: &mut Core<'_>, o: &Op) -> Step {
    let image = image(c, o)?;
    let sampler = sampler(c, o)?;
    let mut results = [[0; LANES]; 2];
    c.each_lane(|core, lane| {
        let address = sample_address(core, o, &image, lane)?;
        let neighbours = || quad_derivatives(core, o, &image, lane);
        let found = samples::levels(&image, &sampler, &address, neighbours)?;
        for (result, level) in results.iter_mut().zip(found) {
            result[lane] = level.to_bits();
        }
        Ok(())
    })?;
    let elements = chosen(o.imm as u32).filter_map(|channel| results.get(channel));
    write_elements(c, o, false, elements);
    Ok(())
}

/// Meaning of an instruction whose name after `image_` is this.
pub(super) fn lookup(name: &str) -> Option<Semantics> {
    if name == "get_lod" {
        return Some(Semantics::new(VmemLoad, level));
    }
    let mut parts = name.split('_');
    let handler = match parts.next()? {
        "sample" => sample,
        "gather4" => gather,
        _ => return None,
    };
    let mut aux = 0;
    for part in parts {
        aux |= match part {
            "c" => HAS_REFERENCE,
            "o" => HAS_OFFSET,
            "b" => HAS_BIAS,
            "d" | "cd" => HAS_DERIVATIVES,
            "g16" => HAS_SHORT_DERIVATIVES,
            "l" => HAS_LEVEL,
            "cl" => HAS_LEAST_LEVEL,
            "lz" => IS_LEVEL_0,
            _ => return None,
        };
    }
    Some(Semantics::with(VmemLoad, handler, aux))
}
