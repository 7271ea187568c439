//! The intrinsics `image.*`, on descriptors as the processor reads them.

use super::buffer_atomic;
use crate::image_intrinsics::{self, Access, Kind};
use crate::intrinsics::REGISTRY;
use wavec_gpu_mc::Subtarget;
use wavec_gpu_mc::image_access::samples::{self, Sample, Sampler, Wanted, offsets};
use wavec_gpu_mc::image_access::{Rejected, Resource, chosen};
use wavec_ir::fold::Scalar;
use wavec_ir::fold::float::{FloatKind, float_cast};
use wavec_ir::interp::{Cell, ItemCall, Kind as Finding, Quad};
use wavec_ir::intrinsics::IntrinsicId;

/// Why an access is not executed.
struct Refused {
    text: String,
    /// Whether that is what the program does, and not what the interpreter cannot do.
    is_misuse: bool,
}

impl Refused {
    fn misuse(text: impl Into<String>) -> Refused {
        Refused {
            text: text.into(),
            is_misuse: true,
        }
    }
}

impl From<String> for Refused {
    fn from(text: String) -> Refused {
        Refused {
            text,
            is_misuse: false,
        }
    }
}

impl From<&str> for Refused {
    fn from(text: &str) -> Refused {
        text.to_string().into()
    }
}

impl From<Rejected> for Refused {
    fn from(rejected: Rejected) -> Refused {
        match rejected {
            Rejected::Undefined(text) => Refused::misuse(text),
            Rejected::Unsupported(what) => format!("{what} cannot be interpreted").into(),
        }
    }
}

/// The access of an intrinsic.
fn access(intrinsic: IntrinsicId) -> Option<Access> {
    Access::parse(REGISTRY.get(intrinsic).name.strip_prefix("llvm.amdgcn.")?)
}

/// Whether it accesses images by an instruction that the processor has.
pub(super) fn is_known(intrinsic: IntrinsicId, subtarget: &Subtarget) -> bool {
    access(intrinsic).is_some_and(|access| access.instruction(subtarget, false).is_some())
}

/// Whether it may depend on how coordinates change between the lanes of a quad.
pub(super) fn is_of_quads(intrinsic: IntrinsicId) -> bool {
    access(intrinsic).is_some_and(|access| {
        let is_known = access.derivatives != 0 || access.is_of_first_level || access.is_level_given;
        access.kind == Kind::Sample && !is_known
    })
}

/// The cells of arguments, from first to last.
struct Arguments<'a> {
    cells: &'a [Cell],
    kinds: &'a [Scalar],
}

impl<'a> Arguments<'a> {
    fn take(&mut self, count: usize) -> Result<Arguments<'a>, Refused> {
        if count > self.cells.len() {
            return Err("an access to an image with too few arguments".into());
        }
        let (cells, kinds) = (self.cells.split_at(count), self.kinds.split_at(count));
        (self.cells, self.kinds) = (cells.1, kinds.1);
        Ok(Arguments {
            cells: cells.0,
            kinds: kinds.0,
        })
    }

    /// The last argument, of one cell.
    fn take_last(&mut self) -> Result<u32, Refused> {
        let count = self.cells.len().saturating_sub(1);
        let before = self.take(count)?;
        let last = self.bits(0)? as u32;
        *self = before;
        Ok(last)
    }

    /// The descriptor that is the last argument, of so many words.
    fn take_descriptor<const N: usize>(&mut self) -> Result<[u32; N], Refused> {
        let wanted = 32 * N as u32;
        let (mut count, mut bits) = (0, 0);
        while bits < wanted && count < self.kinds.len() {
            count += 1;
            bits += self.kinds[self.kinds.len() - count].bits();
        }
        if bits != wanted {
            return Err("a descriptor of an image of another size".into());
        }
        let before = self.take(self.cells.len() - count)?;
        let mut words = [0; N];
        let mut at = 0;
        for index in 0..count {
            let width = self.kinds[index].bits() as usize;
            let value = self.bits(index)?;
            for bit in 0..width {
                words[(at + bit) / 32] |= ((value >> bit & 1) as u32) << ((at + bit) % 32);
            }
            at += width;
        }
        *self = before;
        Ok(words)
    }

    fn bits(&self, index: usize) -> Result<u128, Refused> {
        match self.cells.get(index) {
            Some(cell) if !cell.poison => Ok(cell.bits),
            _ => Err("an argument is undefined".into()),
        }
    }

    /// A number of 16 or 32 bits.
    fn float(&self, index: usize) -> Result<f32, Refused> {
        let bits = self.bits(index)?;
        Ok(match self.kinds[index].bits() {
            16 => widened(bits as u16),
            _ => f32::from_bits(bits as u32),
        })
    }
}

fn widened(half: u16) -> f32 {
    f32::from_bits(float_cast(FloatKind::Half, FloatKind::Float, half.into()) as u32)
}

/// An access whose descriptors are read.
struct Parts<'a> {
    access: Access,
    /// Data, and the mask of channels, which atomics do not have.
    data: Arguments<'a>,
    mask: u32,
    address: Arguments<'a>,
    image: Resource,
    sampler: Option<Sampler>,
    has_status: bool,
}

/// The parts of a call with these arguments.
fn parts<'a>(access: Access, mut given: Arguments<'a>, subtarget: &Subtarget) -> Result<Parts<'a>, Refused> {
    let layout = subtarget.family.descriptors;
    given.take_last()?;
    let status = given.take_last()?;
    let sampler = match access.kind {
        Kind::Sample => {
            let is_unnormalized = given.take_last()? & 1 != 0;
            let words = given.take_descriptor()?;
            Some(Sampler::of(&words, layout, is_unnormalized)?)
        }
        _ => None,
    };
    let words = given.take_descriptor()?;
    let named = image_intrinsics::dimension(access.dimension, subtarget);
    let image = Resource::of(&words, layout, named as u32)?;
    let single = [
        access.has_offset,
        access.has_bias,
        access.has_reference,
        access.has_level,
    ];
    let count = single.map(usize::from).iter().sum::<usize>() + 2 * access.derivatives + access.coordinates;
    let before = given.cells.len().saturating_sub(count);
    let mut data = given.take(before)?;
    let mask = match access.kind {
        Kind::Atomic => 1,
        _ => data.take_last()?,
    };
    Ok(Parts {
        access,
        data,
        mask,
        address: given,
        image,
        sampler,
        has_status: status & 1 != 0,
    })
}

impl Parts<'_> {
    /// The address of the texel of a load, a store or an atomic; `None` outside of its level.
    fn texel_address(&self) -> Result<Option<u64>, Refused> {
        let mut coordinates = [0; 3];
        for (index, at) in coordinates.iter_mut().enumerate().take(self.access.coordinates) {
            *at = self.address.bits(index)? as u32;
        }
        let level = match self.access.has_level {
            true => self.address.bits(self.access.coordinates)? as u32,
            false => 0,
        };
        let level = self.image.named_level(level)?;
        let at = self.image.placed(coordinates);
        Ok(self
            .image
            .texel_address(&level, at.map(|at| i64::from(at.cast_signed()))))
    }

    /// The address of a sample.
    fn sample(&self) -> Result<Sample, Refused> {
        let mut next = 0;
        let mut take = |is_there: bool| {
            next += usize::from(is_there);
            is_there.then(|| next - 1)
        };
        let offset = match take(self.access.has_offset) {
            Some(index) => offsets(self.address.bits(index)? as u32),
            None => [0; 3],
        };
        let bias = match take(self.access.has_bias) {
            Some(index) => self.address.float(index)?,
            None => 0.0,
        };
        let reference = match take(self.access.has_reference) {
            Some(index) => Some(self.address.float(index)?),
            None => None,
        };
        let count = self.access.derivatives;
        let mut derivatives = None;
        if count != 0 {
            let mut given = [[0.0; 3]; 2];
            for index in 0..2 * count {
                given[index / count][index % count] = self.address.float(next + index)?;
            }
            derivatives = Some(given);
            next += 2 * count;
        }
        let mut coordinates = [0; 3];
        for (index, at) in coordinates.iter_mut().enumerate().take(self.access.coordinates) {
            *at = self.address.float(next + index)?.to_bits();
        }
        next += self.access.coordinates;
        let last = match self.access.has_level {
            true => Some(self.address.float(next)?),
            false => None,
        };
        let level = if self.access.is_of_first_level {
            Wanted::First
        } else if self.access.is_level_given {
            Wanted::Given(last.unwrap_or(0.0))
        } else {
            Wanted::Derived {
                derivatives,
                least: last,
            }
        };
        Ok(Sample {
            offset,
            bias,
            reference,
            at: self.image.placed(coordinates).map(f32::from_bits),
            level,
        })
    }

    /// Fills results with elements of 32 bits, of which those of 16 are made, and a status: all pages are there.
    fn give(
        &self,
        results: &mut [Cell],
        kinds: &[Scalar],
        is_integer: bool,
        elements: impl Iterator<Item = u32>,
    ) {
        let count = results.len() - usize::from(self.has_status && !results.is_empty());
        results.fill(Cell::POISON);
        for ((result, kind), element) in results[..count].iter_mut().zip(kinds).zip(elements) {
            let bits = match (kind.bits(), is_integer) {
                (16, true) => u64::from(element & 0xffff),
                (16, false) => float_cast(FloatKind::Float, FloatKind::Half, element.into()),
                _ => element.into(),
            };
            *result = Cell::new(bits.into());
        }
        results[count..].fill(Cell::new(0));
    }
}

/// A copy of an intrinsic's results as they are given back.
type Results = smallvec::SmallVec<[Cell; 8]>;

/// Executes an access of a work-item.
pub(super) fn call(call: &mut ItemCall<'_>, subtarget: &Subtarget) -> Result<bool, String> {
    let Some(access) = access(call.id) else {
        return Ok(false);
    };
    execute(call, access, subtarget).map_err(|refused| {
        call.misuse = refused.is_misuse.then_some(Finding::ImageAccess);
        refused.text
    })?;
    Ok(true)
}

fn execute(call: &mut ItemCall<'_>, access: Access, subtarget: &Subtarget) -> Result<(), Refused> {
    let given = Arguments {
        cells: call.args,
        kinds: call.kinds,
    };
    let parts = parts(access, given, subtarget)?;
    let mut results: Results = smallvec::SmallVec::from_elem(Cell::POISON, call.results.len());
    let kinds = call.result_kinds;
    let quad = std::mem::take(&mut call.quad);
    let is_integer = parts.image.format.is_integer();
    match parts.access.kind {
        Kind::Load if parts.access.coordinates == 0 => {
            let level = parts.image.named_level(parts.address.bits(0)? as u32)?;
            let [width, height, slices] = level.size;
            let sizes = [width, height, slices, parts.image.last_level() + 1];
            parts.give(
                &mut results,
                kinds,
                true,
                chosen(parts.mask).map(|at| sizes[at] as u32),
            );
        }
        Kind::Load => {
            let channels = match parts.texel_address()? {
                Some(address) => {
                    let texel = parts.image.texel(address, |address, bytes| {
                        call.read_global(address, bytes).map_err(Refused::from)
                    })?;
                    parts.image.selected(texel)
                }
                None => [0; 4],
            };
            let elements = chosen(parts.mask).map(|channel| channels[channel]);
            parts.give(&mut results, kinds, is_integer, elements);
        }
        Kind::Store => store(call, &parts)?,
        Kind::Atomic => results.copy_from_slice(&atomic(call, &parts)?),
        Kind::Sample => {
            let (Some(sampler), sample) = (&parts.sampler, parts.sample()?) else {
                return Err("a sample without a sampler".into());
            };
            let (id, given) = (call.id, call.kinds);
            let neighbours = || slopes(&quad, given, id, subtarget);
            if parts.access.is_level_asked {
                let found = samples::levels(&parts.image, sampler, &sample, neighbours)?;
                let elements =
                    chosen(parts.mask).map(|channel| found.get(channel).map_or(0, |level| level.to_bits()));
                parts.give(&mut results, kinds, false, elements);
                call.results.copy_from_slice(&results);
                return Ok(());
            }
            let fetch =
                &mut |address, bytes: &mut [u8]| call.read_global(address, bytes).map_err(Refused::from);
            if parts.access.is_gather {
                let channel = chosen(parts.mask).next().unwrap_or(0);
                let texels = samples::gather(&parts.image, sampler, &sample, channel, neighbours, fetch)?;
                parts.give(&mut results, kinds, is_integer, texels.into_iter());
            } else {
                let channels = samples::sample(&parts.image, sampler, &sample, neighbours, fetch)?;
                let elements = chosen(parts.mask).map(|channel| channels[channel]);
                parts.give(&mut results, kinds, is_integer, elements);
            }
        }
    }
    call.results.copy_from_slice(&results);
    Ok(())
}

/// How coordinates change from the first lane of a quad to that on the right of it and to that below.
fn slopes(
    quad: &Quad,
    kinds: &[Scalar],
    intrinsic: IntrinsicId,
    subtarget: &Subtarget,
) -> Result<[[f32; 3]; 2], Refused> {
    let at = |lane: usize| -> Result<[f32; 3], Refused> {
        let (Some(access), Some(cells)) = (access(intrinsic), &quad[lane]) else {
            return Err(Refused::misuse(
                "a level that follows from lanes of a quad that do not take part",
            ));
        };
        Ok(parts(access, Arguments { cells, kinds }, subtarget)?.sample()?.at)
    };
    let [here, right, below] = [at(0)?, at(1)?, at(2)?];
    Ok([right, below].map(|there| std::array::from_fn(|axis| there[axis] - here[axis])))
}

fn store(call: &mut ItemCall<'_>, parts: &Parts<'_>) -> Result<(), Refused> {
    let Some(address) = parts.texel_address()? else {
        return Ok(());
    };
    let mut given = [0; 4];
    let channels = (0..4).filter(|channel| parts.mask >> channel & 1 != 0);
    for (element, channel) in channels.enumerate().take(parts.data.cells.len()) {
        let bits = parts.data.bits(element)?;
        given[channel] = match parts.data.kinds[element].bits() {
            16 => parts.image.widened(bits as u16, |half| widened(half).to_bits()),
            _ => bits as u32,
        };
    }
    let (size, bytes) = parts.image.packed(given);
    Ok(call.write_global(address, &bytes[..size])?)
}

/// The old value of a texel, of which a new one is made; 0 outside of the image.
fn atomic(call: &mut ItemCall<'_>, parts: &Parts<'_>) -> Result<Results, Refused> {
    call.is_atomic = true;
    let count = call.results.len();
    let size: u32 = parts.data.kinds[..count].iter().map(|kind| kind.bits() / 8).sum();
    if parts.image.format.size() != size as usize {
        return Err("an atomic operation on texels of another size".into());
    }
    let mut old = Results::from_elem(Cell::new(0), count);
    let Some(address) = parts.texel_address()? else {
        return Ok(old);
    };
    let name = REGISTRY.get(call.id).name;
    let operation = name
        .strip_prefix("llvm.amdgcn.image.atomic.")
        .and_then(|rest| rest.rsplit_once('.'))
        .map_or("", |(operation, _)| operation);
    let operation = match operation {
        "add.flt" | "pk.add.f16" | "pk.add.bf16" => "fadd",
        "min.flt" => "fmin",
        "max.flt" => "fmax",
        other => other,
    };
    let mut at = address;
    for (index, old) in old.iter_mut().enumerate() {
        let kind = parts.data.kinds[index];
        let bytes = (kind.bits() / 8) as usize;
        let mut data = [0; 16];
        call.read_global(at, &mut data[..bytes])?;
        *old = Cell::new(u128::from_le_bytes(data));
        let operand = parts.data.bits(index)?;
        let new = match parts.access.is_exchange {
            true if parts.data.bits(count + index)? == old.bits => operand,
            true => old.bits,
            false => buffer_atomic::apply(operation, kind, old.bits as u64, operand as u64)
                .ok_or("the atomic cannot be interpreted for this type")?
                .into(),
        };
        call.write_global(at, &new.to_le_bytes()[..bytes])?;
        at += bytes as u64;
    }
    Ok(old)
}
