//! Images and samplers: every shape, format, addressing mode and filter, at every level on the emulator and on the IR
//! interpreter, against what OpenCL defines (`reference`).

mod device;
mod kernels;
mod reference;

use crate::random::Random;
use crate::run_tests::emit;
use device::{Device, Interpreted};
use kernels::{SHAPES, Shape};
use libtest_mimic::{Failed, Trial};
use reference::{Address, Sampler, Texels, defined_bits, encoded, kind, texel_bytes};
use wavec::{Emit, Input, InputKind, Options};
use wavec_gpu_mc::{Subtarget, TargetId};

/// Processors with different descriptors or waves; the last one has no image instructions.
const PROCESSORS: [(&str, &str); 8] = [
    ("gfx1030", "wavefrontsize32"),
    ("gfx1030", "wavefrontsize64"),
    ("gfx1100", "wavefrontsize32"),
    ("gfx1100", "wavefrontsize64"),
    ("gfx1200", "wavefrontsize32"),
    ("gfx1200", "wavefrontsize64"),
    ("gfx906", "wavefrontsize64"),
    ("gfx942", "wavefrontsize64"),
];

const ORDERS: [&str; 18] = [
    "a",
    "r",
    "rx",
    "rg",
    "rgx",
    "ra",
    "rgb",
    "rgbx",
    "rgba",
    "bgra",
    "argb",
    "abgr",
    "srgbx",
    "srgba",
    "sbgra",
    "intensity",
    "luminance",
    "depth",
];

const CHANNELS: [&str; 15] = [
    "snorm8",
    "snorm16",
    "unorm8",
    "unorm16",
    "unorm555",
    "unorm565",
    "unorm101010",
    "sint8",
    "sint16",
    "sint32",
    "uint8",
    "uint16",
    "uint32",
    "half",
    "float",
];

/// How many texels a launch reads or writes.
const ITEMS: usize = 64;

/// Level x processor, on the interpreter and on the emulator.
pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for level in 0..=3 {
        for processor in PROCESSORS {
            let name = format!("images/interpreter/{}-{}/O{level}", processor.0, processor.1);
            trials.push(Trial::test(name, move || {
                let options = options(level, processor);
                let bytes = compile(Emit::Ir, &options)?;
                let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
                let registry = &wavec_target_gpu::intrinsics::REGISTRY;
                let module = wavec_ir::text::parse_module_text(&text, registry)?;
                let id = TargetId::parse(processor.0)?;
                let subtarget = Subtarget::of(id).with_features(&options.features)?;
                let target = wavec_target_gpu::interp::AmdgpuInterp::of(&subtarget);
                let layout = subtarget.family.descriptors;
                Ok(check(
                    &mut Interpreted::new(&module, &target, layout)?,
                    processor.0 != "gfx942",
                )?)
            }));
            let name = format!("images/emulator/{}-{}/O{level}", processor.0, processor.1);
            trials.push(Trial::test(name, move || {
                let code = compile(Emit::CodeObject, &options(level, processor))?;
                Ok(check(
                    &mut device::Emulated::new(&code)?,
                    processor.0 != "gfx942",
                )?)
            }));
        }
    }
    trials
}

fn options(level: u8, (processor, waves): (&str, &str)) -> Options {
    let mut options = Options::default().with_opt_level(level);
    options.target = processor.into();
    options.features = format!("+{waves}");
    options.codegen.verify_each = level == 2;
    options.frontend.cl_std = wavec_frontend::CLStandard::parse("CL2.0").expect("a version");
    options
}

fn compile(form: Emit, options: &Options) -> Result<Vec<u8>, Failed> {
    let text = kernels::source();
    let input = Input {
        name: "images.cl",
        text: &text,
        kind: InputKind::OpenCl,
    };
    emit(input, form, options).map_err(Failed::from)
}

/// `is_hardware`: image instructions are used, which OpenCL leaves some freedom.
fn check(device: &mut dyn Device, is_hardware: bool) -> Result<(), String> {
    let mut random = Random::seeded(1);
    for shape in &SHAPES {
        filters(device, shape, &mut random).map_err(|error| format!("{}: {error}", shape.name))?;
        answers(device, shape).map_err(|error| format!("{}: {error}", shape.name))?;
    }
    let mut formats = 0;
    for order in ORDERS {
        for channel in CHANNELS {
            let name = format!("{order}_{channel}");
            if wavec_gpu_mc::descriptors::Format::parse(&name).is_ok() {
                format(device, (order, channel), is_hardware, &mut random)
                    .map_err(|error| format!("{name}: {error}"))?;
                formats += 1;
            }
        }
    }
    if formats != 128 {
        return Err(format!("{formats} formats"));
    }
    read_write(device)
}

/// Random bytes of an image of which every value is finite.
fn texels(
    shape: &Shape,
    order: &'static str,
    channel: &'static str,
    size: [usize; 3],
    random: &mut Random,
) -> Texels {
    let count = size.iter().product::<usize>() * texel_bytes(order, channel);
    let mut bytes: Vec<u8> = (0..count).map(|_| random.word() as u8).collect();
    if channel == "float" {
        for word in bytes.chunks_exact_mut(4) {
            let value = random.below(4001) as f32 / 1000.0 - 2.0;
            word.copy_from_slice(&value.to_le_bytes());
        }
    } else if channel == "half" {
        bytes.iter_mut().skip(1).step_by(2).for_each(|high| *high &= 0xbb);
    }
    Texels {
        order,
        channel,
        size,
        dimensions: shape.dimensions,
        bytes,
    }
}

fn words(values: impl IntoIterator<Item = u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Results of a kernel as numbers, four for each work-item.
fn results(kind: char, bytes: &[u8]) -> Vec<[f64; 4]> {
    let value = |bytes: &[u8]| {
        let word = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        match kind {
            'i' => f64::from(word.cast_signed()),
            'u' => f64::from(word),
            _ => f64::from(f32::from_bits(word)),
        }
    };
    let four = |bytes: &[u8]| std::array::from_fn(|index| value(&bytes[4 * index..][..4]));
    bytes.chunks_exact(16).map(four).collect()
}

/// Compares texels; each channel may be off by so much.
fn same(
    what: &str,
    found: &[[f64; 4]],
    wanted: impl Iterator<Item = [f64; 4]>,
    channels: usize,
    tolerance: f64,
) -> Result<(), String> {
    for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let is_close = |(a, b): (&f64, &f64)| (a - b).abs() <= tolerance * b.abs().max(1.0);
        if !found[..channels].iter().zip(&wanted).all(is_close) {
            return Err(format!(
                "{what}: work-item {index} reads {found:?}, expected {wanted:?}"
            ));
        }
    }
    Ok(())
}

/// Every sampler at coordinates inside and outside.
fn filters(device: &mut dyn Device, shape: &Shape, random: &mut Random) -> Result<(), String> {
    let size = shape.size([13, 7, 5]);
    let order = if shape.is_depth { "depth" } else { "rgba" };
    let image = texels(shape, order, "float", size, random);
    let count = if shape.is_depth { 1 } else { 4 };
    let handle = device.image(shape, &image);
    let out = device.buffer(&[0; 16 * ITEMS]);
    let place = |random: &mut Random| -> [i32; 3] {
        size.map(|size| match size {
            1 => 0,
            _ => random.below(size + 6) as i32 - 3,
        })
    };
    let ints: Vec<[i32; 3]> = (0..ITEMS).map(|_| place(random)).collect();
    let at = device.buffer(&words(
        ints.iter()
            .flat_map(|&[x, y, z]| shape.coordinates([x, y, z]))
            .map(i32::cast_unsigned),
    ));
    device.launch(&format!("load_{}", shape.name), ITEMS, &[handle, at, out])?;
    let wanted = ints.iter().map(|&at| image.loaded(at));
    same("load", &results('f', &device.read(out)), wanted, count, 0.0)?;
    if shape.is_buffer {
        return Ok(());
    }
    for address in [
        Address::None,
        Address::ClampToEdge,
        Address::Clamp,
        Address::Repeat,
        Address::MirroredRepeat,
    ] {
        for (normalized, linear) in [(false, false), (false, true), (true, false), (true, true)] {
            let sampler = Sampler {
                normalized,
                address,
                linear,
            };
            let repeats = matches!(address, Address::Repeat | Address::MirroredRepeat);
            if repeats && !normalized {
                continue;
            }
            let name = format!("sampler {:#x}", sampler.bits());
            let descriptor = device.sampler(sampler.bits());
            // Without a mode only coordinates inside are defined; linear filters need those of the next texel.
            let margin = if address == Address::None { -1.0f32 } else { 3.0 };
            let floats: Vec<[f32; 3]> = (0..ITEMS)
                .map(|_| {
                    std::array::from_fn(|axis| {
                        let extent = size[axis] as f32;
                        let fraction = random.below(100_000) as f32 / 100_000.0;
                        let at = (extent + 2.0 * margin).max(0.0) * fraction - margin;
                        let is_layer = axis >= shape.dimensions;
                        if normalized && !is_layer { at / extent } else { at }
                    })
                })
                .collect();
            let at_floats = device.buffer(&words(
                floats
                    .iter()
                    .flat_map(|&at| shape.coordinates(at))
                    .map(f32::to_bits),
            ));
            let sampled = |at: &[f32; 3]| image.sampled(sampler, *at);
            let tolerance = if linear { 1e-5 } else { 0.0 };
            let mut kernels = vec![(
                format!("sample_{}", shape.name),
                vec![handle, descriptor, at_floats, out],
            )];
            if shape.name == "image2d" {
                // The same with the sampler as a constant of the program.
                kernels.push((
                    format!("constant_{:x}", sampler.bits()),
                    vec![handle, at_floats, out],
                ));
            }
            if shape.name == "image2d" {
                // By a function, also where lanes disagree; every second work-item has twice the value.
                device.launch("called", ITEMS, &[handle, descriptor, at_floats, out])?;
                let mut found = results('f', &device.read(out));
                for texel in found.iter_mut().skip(1).step_by(2) {
                    *texel = texel.map(|channel| channel / 2.0);
                }
                same(
                    &format!("called {name}"),
                    &found,
                    floats.iter().map(sampled),
                    count,
                    tolerance,
                )?;
            }
            for (kernel, arguments) in kernels {
                device.launch(&kernel, ITEMS, &arguments)?;
                let found = results('f', &device.read(out));
                same(
                    &format!("{kernel} {name}"),
                    &found,
                    floats.iter().map(sampled),
                    count,
                    tolerance,
                )?;
            }
            if !normalized && !linear && address != Address::None {
                let kernel = format!("sample_int_{}", shape.name);
                device.launch(&kernel, ITEMS, &[handle, descriptor, at, out])?;
                let wanted = ints.iter().map(|&at| image.sampled_at_int(sampler, at));
                same(
                    &format!("{kernel} {name}"),
                    &results('f', &device.read(out)),
                    wanted,
                    count,
                    0.0,
                )?;
            }
        }
    }
    // Every texel is written once.
    let total: usize = size.iter().product();
    let places: Vec<[i32; 3]> = (0..total)
        .map(|index| {
            let (x, rest) = (index % size[0], index / size[0]);
            [x as i32, (rest % size[1]) as i32, (rest / size[1]) as i32]
        })
        .collect();
    // Some are outside, where nothing happens.
    let mut outside = vec![[-1, 0, 0], [size[0] as i32, 0, 0]];
    if shape.shape.has_slices() {
        outside.push([0, 0, size[2] as i32]);
    }
    let all: Vec<[i32; 3]> = places.iter().chain(&outside).copied().collect();
    let at = device.buffer(&words(
        all.iter()
            .flat_map(|&at| shape.coordinates(at))
            .map(i32::cast_unsigned),
    ));
    let values: Vec<[f32; 4]> = (0..all.len())
        .map(|index| std::array::from_fn(|channel| (index * 4 + channel) as f32))
        .collect();
    let given = device.buffer(&words(values.iter().flatten().map(|value| value.to_bits())));
    device.launch(&format!("store_{}", shape.name), all.len(), &[handle, at, given])?;
    let wanted = values[..total].iter();
    let wanted: Vec<u8> = wanted
        .flat_map(|value| encoded(order, "float", value.map(f64::from)))
        .collect();
    match device.read_image(handle) == wanted {
        true => Ok(()),
        false => Err("texels are not where they were written".into()),
    }
}

/// Sizes and formats that programs ask for.
fn answers(device: &mut dyn Device, shape: &Shape) -> Result<(), String> {
    let size = shape.size([300, 20, 9]);
    let formats: &[(&str, &str, u32, u32)] = if shape.is_depth {
        &[
            ("depth", "unorm16", 0x10bd, 0x10d3),
            ("depth", "float", 0x10bd, 0x10de),
        ]
    } else {
        &[
            ("rgba", "unorm8", 0x10b5, 0x10d2),
            ("rgb", "unorm565", 0x10b4, 0x10d4),
            ("rgb", "unorm555", 0x10b4, 0x10d5),
            ("rgb", "unorm101010", 0x10b4, 0x10d6),
            ("abgr", "sint8", 0x10c3, 0x10d7),
            ("sbgra", "unorm8", 0x10c2, 0x10d2),
            ("luminance", "half", 0x10b9, 0x10dd),
            ("rx", "uint32", 0x10ba, 0x10dc),
        ]
    };
    for &(order, channel, order_number, type_number) in formats {
        let image = texels(shape, order, channel, size, &mut Random::seeded(2));
        let handle = device.image(shape, &image);
        let out = device.buffer(&[0xee; 32]);
        device.launch(&format!("ask_{}", shape.name), 1, &[handle, out])?;
        let [width, height, slices] = size.map(|size| size as u32);
        let has_height = height > 1;
        let height = if has_height { height } else { 0 };
        let dim = if has_height { [width, height] } else { [0, 0] };
        let wanted = words([
            width,
            height,
            slices,
            type_number,
            order_number,
            dim[0],
            dim[1],
            0,
        ]);
        if device.read(out) != wanted {
            return Err(format!(
                "{order}_{channel}: answers are {:?}, expected {wanted:?}",
                device.read(out)
            ));
        }
    }
    Ok(())
}

/// Texels of a format are read and written.
fn format(
    device: &mut dyn Device,
    (order, channel): (&'static str, &'static str),
    is_hardware: bool,
    random: &mut Random,
) -> Result<(), String> {
    let is_depth = order == "depth";
    let name = if is_depth { "image2d_depth" } else { "image2d" };
    let kind = kind(channel);
    let suffix = if kind == 'f' {
        String::new()
    } else {
        format!("_{kind}")
    };
    let is_srgb = order.starts_with('s');
    let tolerance = if is_srgb { 2e-6 } else { 6e-8 };
    let count = if is_depth { 1 } else { 4 };
    for shape in SHAPES
        .iter()
        .filter(|shape| shape.name == name || shape.is_buffer && !is_depth && !is_srgb)
    {
        if shape.is_buffer && matches!(channel, "unorm555" | "unorm565") {
            continue;
        }
        let size = shape.size([16, 4, 1]);
        let image = texels(shape, order, channel, size, random);
        let handle = device.image(shape, &image);
        let total = size[0] * size[1];
        let places: Vec<[i32; 3]> = (0..total)
            .map(|index| [(index % size[0]) as i32, (index / size[0]) as i32, 0])
            .collect();
        let at = device.buffer(&words(
            places
                .iter()
                .flat_map(|&at| shape.coordinates(at))
                .map(i32::cast_unsigned),
        ));
        let out = device.buffer(&vec![0; 16 * total]);
        device.launch(&format!("load{suffix}_{}", shape.name), total, &[handle, at, out])?;
        let wanted = places.iter().map(|&at| image.loaded(at));
        same(
            "load",
            &results(kind, &device.read(out)),
            wanted,
            count,
            tolerance,
        )?;
        if kind == 'f' && !is_depth {
            device.launch(&format!("load_h_{}", shape.name), total, &[handle, at, out])?;
            let wanted = places.iter().map(|&at| image.loaded(at));
            same("half load", &results('f', &device.read(out)), wanted, count, 1e-3)?;
        }
        if !shape.is_buffer {
            // The border.
            let sampler = Sampler {
                normalized: false,
                address: Address::Clamp,
                linear: false,
            };
            let descriptor = device.sampler(sampler.bits());
            let outside = [[-1, 0, 0], [16, 3, 0], [5, 4, 0], [3, -7, 0]];
            let at = device.buffer(&words(
                outside
                    .iter()
                    .flat_map(|&at| shape.coordinates(at))
                    .map(i32::cast_unsigned),
            ));
            let out = device.buffer(&[0; 64]);
            let kernel = format!("sample_int{suffix}_{}", shape.name);
            device.launch(&kernel, outside.len(), &[handle, descriptor, at, out])?;
            let wanted = outside.iter().map(|&at| image.sampled_at_int(sampler, at));
            // Hardware does not know that the fourth channel is only there for alignment.
            let is_unknown = is_hardware && order.ends_with('x');
            let count = if is_unknown { 3 } else { count };
            same("border", &results(kind, &device.read(out)), wanted, count, 0.0)?;
        }
        // Values in the range and beyond it; each is in a channel that every order has.
        let values: Vec<[f64; 4]> = (0..total)
            .map(|index| {
                let small = f64::from(random.below(3001) as f32 / 1000.0 - 1.5);
                // Hardware does not make the least number of what is below -1.
                let is_limited = is_hardware && channel.starts_with("snorm");
                let small = if is_limited { small.max(-1.0) } else { small };
                let large = random.word() as u32;
                let value = match (kind, index % 4) {
                    ('f', _) => small,
                    ('i', 0) => f64::from(large.cast_signed()),
                    ('i', _) => f64::from((large.cast_signed()) >> 24),
                    (_, 0) => f64::from(large),
                    _ => f64::from(large >> 24),
                };
                [value; 4]
            })
            .collect();
        let given = device.buffer(&words(values.iter().flatten().map(|&value| match kind {
            'f' => (value as f32).to_bits(),
            _ => value as i64 as u32,
        })));
        device.launch(
            &format!("store{suffix}_{}", shape.name),
            total,
            &[handle, at, given],
        )?;
        let found = device.read_image(handle);
        let size = texel_bytes(order, channel);
        for (index, (found, &value)) in found.chunks_exact(size).zip(&values).enumerate() {
            let wanted = encoded(order, channel, value);
            // The curve of sRGB is approximated.
            let is_close = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= u8::from(is_srgb);
            let mut found = found.to_vec();
            found[size - 1] &= defined_bits(channel);
            if matches!(order, "rgbx" | "srgbx") {
                // The fourth channel holds anything.
                found.truncate(size / 4 * 3);
            }
            if !found.iter().zip(&wanted).all(is_close) {
                return Err(format!(
                    "texel {index} written with {value:?} is {found:?}, expected {wanted:?}"
                ));
            }
        }
    }
    Ok(())
}

/// An image that is read and written by the same kernel.
fn read_write(device: &mut dyn Device) -> Result<(), String> {
    let shape = SHAPES
        .iter()
        .find(|shape| shape.name == "image2d")
        .ok_or("no shape")?;
    let image = texels(shape, "rg", "uint16", [16, 4, 1], &mut Random::seeded(3));
    let handle = device.image(shape, &image);
    device.launch("modify", ITEMS, &[handle])?;
    let half = |bytes: &[u8]| u16::from_le_bytes(bytes.try_into().expect("two bytes"));
    let wanted: Vec<u16> = image
        .bytes
        .chunks_exact(2)
        .map(|bytes| half(bytes).saturating_add(1))
        .collect();
    let found: Vec<u16> = device.read_image(handle).chunks_exact(2).map(half).collect();
    match found == wanted {
        true => Ok(()),
        false => Err(format!("modify: {found:?}, expected {wanted:?}")),
    }
}
