//! The kernels of `examples/` with inputs, launches and results computed in Rust.

mod collective;
mod linear;
mod numeric;
mod simulation;

/// A kernel file with everything needed to run and check it.
pub struct Example {
    /// Name of the test.
    pub name: &'static str,
    /// File in `examples/`.
    pub file: &'static str,
    /// Makes the inputs and the expected results.
    pub scenario: fn() -> Scenario,
}

/// All examples.
pub fn all() -> Vec<Example> {
    [
        linear::EXAMPLES,
        collective::EXAMPLES,
        simulation::EXAMPLES,
        numeric::EXAMPLES,
    ]
    .into_iter()
    .flatten()
    .map(|&(name, file, scenario)| Example { name, file, scenario })
    .collect()
}

/// How a module of this folder lists its examples: test name, file, scenario.
type Entry = (&'static str, &'static str, fn() -> Scenario);

/// Checks the bytes of a buffer after the run; the error says what is wrong.
type Judge = Box<dyn Fn(&[u8]) -> Result<(), String>>;

/// Buffers, and kernels that run over them one after the other.
#[derive(Default)]
pub struct Scenario {
    /// Initial memory contents, and the expected contents.
    pub buffers: Vec<Buffer>,
    /// Kernels in order.
    pub launches: Vec<Launch>,
}

/// A buffer.
pub struct Buffer {
    /// For messages.
    pub name: &'static str,
    /// Contents before the first launch.
    pub before: Vec<u8>,
    /// The check after the last launch.
    pub expected: Expected,
}

/// The expected contents of a buffer.
pub enum Expected {
    /// The initial contents.
    Unchanged,
    /// These bytes.
    Bytes(Vec<u8>),
    /// These `f32` values; each may be off by `relative` of its size plus `absolute`.
    Floats {
        /// The values.
        values: Vec<f32>,
        /// Allowed relative error.
        relative: f32,
        /// Allowed absolute error in addition.
        absolute: f32,
    },
    /// Contents that this function accepts.
    Accepted(Judge),
}

/// One kernel launch.
pub struct Launch {
    /// Kernel of the file.
    pub kernel: &'static str,
    /// Work-items of the grid.
    pub global: [u32; 3],
    /// Work-items of a work-group.
    pub local: [u32; 3],
    /// Arguments in order.
    pub arguments: Vec<Argument>,
}

/// An argument of a launch.
#[derive(Clone, Debug)]
pub enum Argument {
    /// Buffer of the scenario.
    Buffer(usize),
    /// A value.
    Bytes(Vec<u8>),
    /// Local memory in bytes.
    Local(u32),
}

impl From<i32> for Argument {
    fn from(value: i32) -> Argument {
        Argument::Bytes(value.to_le_bytes().to_vec())
    }
}

impl From<u32> for Argument {
    fn from(value: u32) -> Argument {
        Argument::Bytes(value.to_le_bytes().to_vec())
    }
}

impl From<f32> for Argument {
    fn from(value: f32) -> Argument {
        Argument::Bytes(value.to_le_bytes().to_vec())
    }
}

impl Scenario {
    /// Adds a read-only buffer and returns its number.
    fn input(&mut self, name: &'static str, before: Vec<u8>) -> Argument {
        self.buffer(name, before, Expected::Unchanged)
    }

    /// Adds a buffer.
    fn buffer(&mut self, name: &'static str, before: Vec<u8>, expected: Expected) -> Argument {
        self.buffers.push(Buffer {
            name,
            before,
            expected,
        });
        Argument::Buffer(self.buffers.len() - 1)
    }

    /// Adds a launch in one dimension.
    fn launch(&mut self, kernel: &'static str, global: u32, local: u32, arguments: Vec<Argument>) {
        self.launch_2d(kernel, [global, 1], [local, 1], arguments);
    }

    /// Adds a launch in two dimensions.
    fn launch_2d(
        &mut self,
        kernel: &'static str,
        global: [u32; 2],
        local: [u32; 2],
        arguments: Vec<Argument>,
    ) {
        self.launches.push(Launch {
            kernel,
            global: [global[0], global[1], 1],
            local: [local[0], local[1], 1],
            arguments,
        });
    }

    /// Compares memory after the launches with the expected contents, and checks that launches without effect would not
    /// have passed.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self, after: &[Vec<u8>]) -> Result<(), String> {
        if after.len() != self.buffers.len() {
            return Err(format!(
                "{} buffers came back, not {}",
                after.len(),
                self.buffers.len()
            ));
        }
        let idle = self
            .buffers
            .iter()
            .all(|buffer| buffer.accepts(&buffer.before).is_ok());
        if idle {
            return Err("this test would pass if nothing ran".into());
        }
        self.buffers.iter().zip(after).try_for_each(|(buffer, after)| {
            buffer
                .accepts(after)
                .map_err(|message| format!("buffer '{}': {message}", buffer.name))
        })
    }
}

impl Buffer {
    fn accepts(&self, after: &[u8]) -> Result<(), String> {
        if after.len() != self.before.len() {
            return Err(format!("has {} bytes, not {}", after.len(), self.before.len()));
        }
        match &self.expected {
            Expected::Unchanged => same_bytes(after, &self.before),
            Expected::Bytes(bytes) => same_bytes(after, bytes),
            Expected::Floats {
                values,
                relative,
                absolute,
            } => {
                let found = floats(after);
                if found.len() != values.len() {
                    return Err(format!("has {} values, not {}", found.len(), values.len()));
                }
                for (index, (&found, &wanted)) in found.iter().zip(values).enumerate() {
                    let allowed = wanted.abs() * relative + absolute;
                    // A NaN is close only to a NaN.
                    let near = (found - wanted).abs() <= allowed;
                    if !near && found.to_bits() != wanted.to_bits() {
                        return Err(format!(
                            "element {index} is {found}, expected {wanted} within {allowed}"
                        ));
                    }
                }
                Ok(())
            }
            Expected::Accepted(accepts) => accepts(after),
        }
    }
}

fn same_bytes(found: &[u8], wanted: &[u8]) -> Result<(), String> {
    match found
        .chunks(4)
        .zip(wanted.chunks(4))
        .position(|(found, wanted)| found != wanted)
    {
        Some(word) => Err(format!(
            "bytes at {} are {:02x?}, expected {:02x?}",
            4 * word,
            &found[4 * word..found.len().min(4 * word + 4)],
            &wanted[4 * word..wanted.len().min(4 * word + 4)]
        )),
        None => Ok(()),
    }
}

/// The `f32` values in some bytes.
pub fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes
        .chunks_exact(4)
        .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// The `i32` values in some bytes.
pub fn ints(bytes: &[u8]) -> Vec<i32> {
    bytes
        .chunks_exact(4)
        .map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// Bytes of values.
trait ToBytes {
    fn to_bytes(&self) -> Vec<u8>;
}

impl ToBytes for [f32] {
    fn to_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|value| value.to_le_bytes()).collect()
    }
}

impl ToBytes for [i32] {
    fn to_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|value| value.to_le_bytes()).collect()
    }
}

impl ToBytes for [u32] {
    fn to_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|value| value.to_le_bytes()).collect()
    }
}

/// Reproducible pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits >> 32) as u32 ^ bits as u32
    }

    /// An integer below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(limit)) >> 32) as u32
    }

    /// A float in `low..high`.
    fn float(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.next() >> 8) as f32 / 16_777_216.0
    }

    fn floats(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        (0..count).map(|_| self.float(low, high)).collect()
    }
}

/// Floats with the usual tolerance for sums: a few ulp per step.
fn close(values: Vec<f32>) -> Expected {
    Expected::Floats {
        values,
        relative: 1e-5,
        absolute: 1e-5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doing_nothing_is_found() {
        for example in all() {
            let scenario = (example.scenario)();
            let idle: Vec<Vec<u8>> = scenario.buffers.iter().map(|b| b.before.clone()).collect();
            assert!(scenario.check(&idle).is_err(), "{}", example.name);
        }
    }

    #[test]
    fn wrong_floats_are_found() {
        let buffer = |values: Vec<f32>| Buffer {
            name: "x",
            before: vec![0; 4],
            expected: close(values),
        };
        assert!(buffer(vec![1.0]).accepts(&1.000001f32.to_le_bytes()).is_ok());
        assert!(buffer(vec![1.0]).accepts(&1.1f32.to_le_bytes()).is_err());
        assert!(buffer(vec![1.0]).accepts(&f32::NAN.to_le_bytes()).is_err());
    }
}
