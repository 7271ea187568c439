//! Runs code objects built by clang and compares with the same computation in Rust: the emulator must agree with a
//! compiler that knows the hardware. Skipped, with a message, if clang is not installed, unless `WAVEC_REQUIRE_LLVM=1`.

mod arithmetic;
mod families;

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use wavec_runtime::{Arg, BufferHandle, CodeObject, Emulator, LaunchOptions};
use wavec_test_support::llvm;

/// Processors that kernels are compiled for, and the size of waves.
const PROCESSORS: [(&str, &[&str]); 3] = [
    ("gfx942", &[]),
    ("gfx1200", &[]),
    ("gfx1200", &["-mwavefrontsize64"]),
];

/// Levels for the first processor; others have every second one.
const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];

/// The kernels of `basics.cl` for every processor at every optimization level; empty without clang.
fn code_objects() -> &'static [(String, CodeObject)] {
    static OBJECTS: OnceLock<Vec<(String, CodeObject)>> = OnceLock::new();
    OBJECTS.get_or_init(|| {
        let of_processor = |processor| compile("basics", processor, &[]);
        PROCESSORS.into_iter().flat_map(of_processor).collect()
    })
}

/// The kernels of `kernels/NAME.cl` for a processor at every optimization level; empty without clang.
fn compile(name: &str, (processor, waves): (&str, &[&str]), options: &[&str]) -> Vec<(String, CodeObject)> {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/kernels/{name}.cl"));
    let mut objects = Vec::new();
    let step = if processor == PROCESSORS[0].0 { 1 } else { 2 };
    for level in LEVELS.into_iter().step_by(step) {
        let output = std::env::temp_dir().join(format!(
            "wavec-runtime-{}-{}-{processor}{}{level}.co",
            std::process::id(),
            name.replace('/', "-"),
            waves.concat()
        ));
        let mut command = Command::new("clang-22");
        command
            .args([
                "-x",
                "cl",
                "-cl-std=CL2.0",
                "-target",
                "amdgcn-amd-amdhsa",
                "-nogpulib",
                "-w",
            ])
            .arg(format!("-mcpu={processor}"))
            .args(waves)
            .arg(level)
            .args(options)
            .arg(&source)
            .arg("-o")
            .arg(&output);
        match llvm::run(&mut command, b"") {
            Some(result) if result.status.success() => {
                let bytes = std::fs::read(&output).expect("clang wrote its output");
                let _ = std::fs::remove_file(&output);
                objects.push((
                    format!("{processor} {}{level}", waves.concat()),
                    CodeObject::load(&bytes).expect("clang's code object loads"),
                ));
            }
            Some(result) => panic!("clang-22 failed: {}", String::from_utf8_lossy(&result.stderr)),
            None => break,
        }
    }
    objects
}

trait Plain: Copy {
    fn bytes(self) -> Vec<u8>;
    fn of(bytes: &[u8]) -> Self;
    const SIZE: usize;
}

macro_rules! plain {
    ($($ty:ty)*) => {$(
        impl Plain for $ty {
            fn bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn of(bytes: &[u8]) -> Self {
                <$ty>::from_le_bytes(bytes.try_into().unwrap())
            }
            const SIZE: usize = size_of::<$ty>();
        }
    )*};
}
plain!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);

struct Device {
    emulator: Emulator,
}

impl Device {
    fn new() -> Device {
        Device {
            emulator: Emulator::new(),
        }
    }

    fn buffer<T: Plain>(&mut self, data: &[T]) -> BufferHandle {
        let bytes: Vec<u8> = data.iter().flat_map(|value| value.bytes()).collect();
        self.emulator.alloc_with(&bytes)
    }

    fn read<T: Plain>(&self, buffer: BufferHandle) -> Vec<T> {
        self.emulator
            .read(buffer)
            .chunks_exact(T::SIZE)
            .map(T::of)
            .collect()
    }

    fn run(&mut self, code: &CodeObject, kernel: &str, global: u32, local: u32, args: &[Arg]) {
        self.run_3d(code, kernel, [global, 1, 1], [local, 1, 1], args);
    }

    fn run_3d(&mut self, code: &CodeObject, kernel: &str, global: [u32; 3], local: [u32; 3], args: &[Arg]) {
        let result = self
            .emulator
            .launch(code, kernel, global, local, args, &LaunchOptions::default());
        if let Err(fault) = result {
            panic!("{fault}");
        }
    }
}

fn value<T: Plain>(value: T) -> Arg {
    Arg::Bytes(value.bytes())
}

/// A pseudo-random sequence.
fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

fn floats(seed: u64, count: usize, scale: f32) -> Vec<f32> {
    let mut next = numbers(seed);
    (0..count)
        .map(|_| ((next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * scale)
        .collect()
}

fn words(seed: u64, count: usize) -> Vec<u32> {
    let mut next = numbers(seed);
    (0..count).map(|_| (next() >> 32) as u32).collect()
}

/// Arbitrary bit patterns, including the special ones.
fn wild_floats(seed: u64, count: usize) -> Vec<f32> {
    let special = [
        0u32,
        0x8000_0000,
        0x7f80_0000,
        0xff80_0000,
        1,
        0x007f_ffff,
        0x7f7f_ffff,
        0x3f80_0000,
    ];
    let mut values: Vec<f32> = words(seed, count).into_iter().map(f32::from_bits).collect();
    for (value, bits) in values.iter_mut().step_by(7).zip(special) {
        *value = f32::from_bits(bits);
    }
    values
        .iter_mut()
        .filter(|value| value.is_nan())
        .for_each(|value| *value = 1.5);
    values
}

fn same32(got: f32, want: f32) -> bool {
    got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan()
}

fn each(test: impl Fn(&CodeObject, &str)) {
    for (level, code) in code_objects() {
        test(code, level);
    }
}

/// The same for code whose waves have 64 lanes.
fn each_of_64_lanes(test: impl Fn(&CodeObject, &str)) {
    each(|code, level| {
        if level.starts_with(PROCESSORS[0].0) || level.contains("wavefrontsize64") {
            test(code, level);
        }
    });
}

#[test]
fn saxpy() {
    each(|code, level| {
        let mut device = Device::new();
        let (x, y) = (floats(1, 1000, 10.0), floats(2, 1000, 10.0));
        let (bx, by) = (device.buffer(&x), device.buffer(&y));
        device.run(
            code,
            "saxpy",
            1024,
            256,
            &[value(2.5f32), Arg::Buffer(bx), Arg::Buffer(by), value(1000i32)],
        );
        let got: Vec<f32> = device.read(by);
        for i in 0..1000 {
            let (fused, plain) = (2.5f32.mul_add(x[i], y[i]), 2.5 * x[i] + y[i]);
            assert!(
                got[i] == fused || got[i] == plain,
                "{level} {i}: {} {fused}",
                got[i]
            );
        }
    });
}

#[test]
fn vectors() {
    each(|code, level| {
        let mut device = Device::new();
        let (a, b) = (floats(3, 256, 10.0), floats(4, 256, 10.0));
        let (ba, bb, bc) = (device.buffer(&a), device.buffer(&b), device.buffer(&[0f32; 256]));
        device.run(
            code,
            "add4",
            64,
            64,
            &[Arg::Buffer(ba), Arg::Buffer(bb), Arg::Buffer(bc)],
        );
        let got: Vec<f32> = device.read(bc);
        for i in 0..256 {
            assert_eq!(got[i], b[i].mul_add(2.0, a[i]), "{level}");
        }
    });
}

#[test]
fn matrix_multiplication() {
    each(|code, level| {
        let mut device = Device::new();
        let n = 32usize;
        let (a, b) = (floats(5, n * n, 1.0), floats(6, n * n, 1.0));
        let (ba, bb, bc) = (
            device.buffer(&a),
            device.buffer(&b),
            device.buffer(&vec![0f32; n * n]),
        );
        let args = [Arg::Buffer(ba), Arg::Buffer(bb), Arg::Buffer(bc), value(n as i32)];
        device.run_3d(code, "matmul", [n as u32, n as u32, 1], [16, 16, 1], &args);
        let got: Vec<f32> = device.read(bc);
        for y in 0..n {
            for x in 0..n {
                let want = (0..n).fold(0f64, |sum, k| sum + a[y * n + k] as f64 * b[k * n + x] as f64);
                assert!((got[y * n + x] as f64 - want).abs() < 1e-5, "{level} {x} {y}");
            }
        }
    });
}

#[test]
fn reduction() {
    each(|code, level| {
        let mut device = Device::new();
        let data: Vec<i32> = words(7, 1024)
            .into_iter()
            .map(|word| (word >> 16) as i32 - 30000)
            .collect();
        let (input, out) = (device.buffer(&data), device.buffer(&[0i32]));
        device.run(
            code,
            "reduce",
            1024,
            256,
            &[Arg::Buffer(input), Arg::Buffer(out), Arg::Local(1024)],
        );
        assert_eq!(device.read::<i32>(out)[0], data.iter().sum::<i32>(), "{level}");
    });
}

#[test]
fn mandelbrot() {
    each(|code, level| {
        let mut device = Device::new();
        let (width, height, limit) = (32i32, 16i32, 100i32);
        let out = device.buffer(&vec![0i32; (width * height) as usize]);
        let args = [Arg::Buffer(out), value(width), value(height), value(limit)];
        device.run(code, "mandelbrot", (width * height) as u32, 64, &args);
        let got: Vec<i32> = device.read(out);
        let mut different = 0;
        for i in 0..width * height {
            let (px, py) = (i % width, i / width);
            let cx = -2.0 + 3.0 * px as f32 / width as f32;
            let cy = -1.0 + 2.0 * py as f32 / height as f32;
            let (mut x, mut y, mut n) = (0f32, 0f32, 0);
            while n < limit && x * x + y * y <= 4.0 {
                (x, y) = (x * x - y * y + cx, (2.0 * x).mul_add(y, cy));
                n += 1;
            }
            different += (got[i as usize] != n) as i32;
        }
        // Contraction to fused operations changes a few points at the boundary.
        assert!(different < 30, "{level}: {different} points differ");
        assert!(got.contains(&limit) && got.iter().any(|&n| n < 5));
    });
}

#[test]
fn private_arrays() {
    each(|code, level| {
        let mut device = Device::new();
        let data: Vec<i32> = words(17, 32).into_iter().map(|w| (w & 1023) as i32).collect();
        let (input, out) = (device.buffer(&data), device.buffer(&[0i32; 128]));
        device.run(
            code,
            "private_array",
            128,
            64,
            &[Arg::Buffer(input), Arg::Buffer(out), value(20i32)],
        );
        let got: Vec<i32> = device.read(out);
        for i in 0..128i32 {
            let a: Vec<i32> = data.iter().map(|&x| x.wrapping_mul(i)).collect();
            let want = (0..20).fold(0i32, |s, k| {
                s.wrapping_mul(31)
                    .wrapping_add(a[(data[k].wrapping_add(i) & 31) as usize])
            });
            assert_eq!(got[i as usize], want, "{level} {i}");
        }
    });
}

#[test]
fn generic_pointers() {
    each(|code, level| {
        let mut device = Device::new();
        let (g, out) = (
            device.buffer(&(0..256).collect::<Vec<i32>>()),
            device.buffer(&[0i32; 256]),
        );
        device.run(
            code,
            "flat_pointers",
            256,
            128,
            &[Arg::Buffer(g), Arg::Buffer(out)],
        );
        let got: Vec<i32> = device.read(out);
        for i in 0..256i32 {
            let lid = i % 128;
            let (l, p, v) = (lid * 3 + 1, lid + 2, i + 3);
            assert_eq!(got[i as usize], 2 * (l + p + v) + l + p, "{level} {i}");
        }
    });
}

#[test]
fn histograms() {
    each(|code, level| {
        let mut device = Device::new();
        let data = words(18, 1000);
        let (input, bins) = (device.buffer(&data), device.buffer(&[0u32; 64]));
        device.run(
            code,
            "histogram",
            256,
            128,
            &[Arg::Buffer(input), Arg::Buffer(bins), value(1000i32)],
        );
        let got: Vec<u32> = device.read(bins);
        let mut want = vec![0u32; 64];
        // Both workgroups count everything.
        data.iter().for_each(|&w| want[w as usize & 63] += 2);
        assert_eq!(got, want, "{level}");
    });
}

#[test]
fn atomics() {
    each(|code, level| {
        let mut device = Device::new();
        let (a, b) = (device.buffer(&[0, 0, 0, 0, 77, -1i32]), device.buffer(&[0u32]));
        let (w, ret) = (device.buffer(&[0u64]), device.buffer(&[0i32; 8 * 64]));
        device.run(code, "atomics", 64, 64, &[a, b, w, ret].map(Arg::Buffer));
        let (a, w): (Vec<i32>, Vec<u64>) = (device.read(a), device.read(w));
        let ret: Vec<i32> = device.read(ret);
        let sum: i32 = (0..64).sum();
        assert_eq!(a, [sum, -63, 63, 0, 63, 63], "{level}");
        assert_eq!(w[0], 0x1_0000_0001 * sum as u64, "{level}");
        assert_eq!(device.read::<u32>(b)[0], u32::MAX, "{level}");
        for i in 0..64i32 {
            let row = &ret[8 * i as usize..8 * i as usize + 8];
            assert_eq!(row[0], (0..i).sum::<i32>(), "{level}");
            assert_eq!(row[4], if i == 0 { 77 } else { i - 1 }, "{level}");
            assert_eq!((row[5], row[6]), (1, i - 1), "{level}");
        }
    });
}

#[test]
fn lane_permutation() {
    each_of_64_lanes(|code, level| {
        let mut device = Device::new();
        let data: Vec<i32> = words(20, 64).into_iter().map(|w| w as i32).collect();
        let (input, out) = (device.buffer(&data), device.buffer(&[0i32; 512]));
        device.run(code, "lanes", 64, 64, &[Arg::Buffer(input), Arg::Buffer(out)]);
        let got: Vec<i32> = device.read(out);
        let ballot = (0..64).fold(0u64, |m, i| m | ((data[i] & 1) as u64) << i);
        for i in 0..64 {
            let want = [
                if i % 16 == 0 { -1 } else { data[i - 1] },
                if i % 16 == 15 { 0 } else { data[i + 1] },
                data[i ^ 3],
                data[i ^ 1],
                data[i ^ 5],
                data[17],
                data[0],
                (ballot >> 32) as i32 ^ ballot as i32,
            ];
            assert_eq!(got[8 * i..8 * i + 8], want, "{level} {i}");
        }
    });
}

#[test]
fn aggregates_by_value() {
    each(|code, level| {
        let mut device = Device::new();
        let mut params = Vec::new();
        params.extend(5i32.to_le_bytes());
        params.extend(7.9f32.to_le_bytes());
        [10i16, 20, 30, 0]
            .iter()
            .for_each(|x| params.extend(x.to_le_bytes()));
        params.extend(1_000_000_000_000i64.to_le_bytes());
        let vector: Vec<u8> = [2i32, 0, 0, 9].iter().flat_map(|x| x.to_le_bytes()).collect();
        let out = device.buffer(&[0i64; 64]);
        device.run(
            code,
            "by_value",
            64,
            64,
            &[Arg::Bytes(params), Arg::Bytes(vector), Arg::Buffer(out)],
        );
        let got: Vec<i64> = device.read(out);
        for (i, &got) in got.iter().enumerate() {
            assert_eq!(
                got,
                5 + 7 + [10, 20, 30][i % 3] + 1_000_000_000_000 + 18,
                "{level}"
            );
        }
    });
}

#[test]
fn control_flow() {
    each(|code, level| {
        let mut device = Device::new();
        let data: Vec<i32> = words(29, 128).into_iter().map(|w| (w % 6) as i32).collect();
        let (input, out) = (device.buffer(&data), device.buffer(&[0i32; 128]));
        device.run(code, "cases", 128, 64, &[Arg::Buffer(input), Arg::Buffer(out)]);
        let got: Vec<i32> = device.read(out);
        for i in 0..128i32 {
            let want = match data[i as usize] {
                0 => 10,
                1 => 26,
                2 => 5,
                3 => {
                    let mut r = 0;
                    for k in (0..i).filter(|&k| k != 7) {
                        r += k;
                        if r > 100 {
                            break;
                        }
                    }
                    r
                }
                other => -other,
            };
            assert_eq!(got[i as usize], want, "{level} {i}");
        }
        let out = device.buffer(&[0i32; 128]);
        device.run(code, "lookup", 128, 64, &[Arg::Buffer(input), Arg::Buffer(out)]);
        let got: Vec<i32> = device.read(out);
        assert!(
            got.iter()
                .zip(&data)
                .all(|(&got, &i)| got == [3, 1, 4, 1, 5, 9, 2, 6][i as usize & 7]),
            "{level}"
        );
    });
}

#[test]
fn matrix_instructions() {
    use half::f16;
    each(|code, level| {
        if code.kernel("matrix").is_none() {
            return;
        }
        let mut device = Device::new();
        let make = |seed| -> Vec<u16> {
            floats(seed, 256, 4.0)
                .into_iter()
                .map(|x| f16::from_f32(x).to_bits())
                .collect()
        };
        let (a, b) = (make(30), make(31));
        let (ba, bb, out) = (device.buffer(&a), device.buffer(&b), device.buffer(&[0f32; 1024]));
        device.run(code, "matrix", 64, 64, &[ba, bb, out].map(Arg::Buffer));
        let got: Vec<f32> = device.read(out);
        let wide = |bits: u16| f16::from_bits(bits).to_f64();
        for i in 0..32 {
            for j in 0..32 {
                let want = (0..8).fold(0.0, |sum, k| sum + wide(a[i * 8 + k]) * wide(b[k * 32 + j]));
                assert!((got[i * 32 + j] as f64 - want).abs() < 1e-4, "{level} {i} {j}");
            }
        }
    });
}

#[test]
fn vectors_of_three() {
    each(|code, level| {
        let mut device = Device::new();
        let a = floats(32, 256, 3.0);
        let (input, out) = (device.buffer(&a), device.buffer(&[0f32; 256]));
        device.run(code, "three", 64, 64, &[input, out].map(Arg::Buffer));
        let got: Vec<f32> = device.read(out);
        for i in 0..64 {
            let from = &a[4 * (i ^ 1)..4 * (i ^ 1) + 3];
            assert_eq!(
                got[4 * i..4 * i + 3],
                [from[2], from[1] * 2.0, from[0]],
                "{level}"
            );
        }
    });
}
