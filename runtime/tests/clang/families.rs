//! The kernels of `kernels/families/`, compiled by clang at each level and run in strict mode, compute the same at all
//! levels, and on each processor that has their instructions.

use crate::{Device, PROCESSORS, compile, words};
use wavec_runtime::{Arg, LaunchOptions};

#[test]
fn all_levels_agree() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels/families");
    let entries = std::fs::read_dir(folder).expect("the folder of kernels");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "cl"))
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there are kernels");
    files
        .iter()
        .for_each(|file| levels_agree(&format!("families/{file}")));
}

/// Those whose instructions, or the number of lanes that they need, only the first processor has.
const OF_ONE_PROCESSOR: [&str; 2] = ["families/lanes", "families/matrices"];

/// Kernels with results of their own on each processor: floats of 8 bits have other codes.
const DIFFERENT: &str = "k_fp8";
/// Of the first processor only: the fourth word of a vector of three is not defined.
const UNDEFINED: &str = "k_s3";

fn levels_agree(file: &str) {
    // Floats are rounded as in the source.
    let exact = ["-ffp-contract=off", "-cl-fp32-correctly-rounded-divide-sqrt"];
    let count = if OF_ONE_PROCESSOR.contains(&file) {
        1
    } else {
        PROCESSORS.len()
    };
    let of_processor = |&processor| compile(file, processor, &exact);
    let objects: Vec<_> = PROCESSORS[..count].iter().flat_map(of_processor).collect();
    let Some((_, first)) = objects.first() else { return };
    let mut problems = Vec::new();
    for kernel in first.kernels() {
        let mut expected: Option<Vec<u32>> = None;
        let mut processor = "";
        for (level, code) in &objects {
            let own = level.split_once(' ').map_or("", |(name, _)| name);
            if kernel.name == UNDEFINED && own != PROCESSORS[0].0 {
                continue;
            }
            if kernel.name.starts_with(DIFFERENT) && own != processor {
                expected = None;
            }
            processor = own;
            let mut device = Device::new();
            let input = device.buffer(&words(5, 4096));
            let output = device.buffer(&[0u32; 8192]);
            let args = [Arg::Buffer(input), Arg::Buffer(output)];
            let (sizes, options) = ([[256, 1, 1], [128, 1, 1]], LaunchOptions::default());
            let result = device
                .emulator
                .launch(code, &kernel.name, sizes[0], sizes[1], &args, &options);
            let found = device.read::<u32>(output);
            match (result, &expected) {
                (Err(fault), _) => problems.push(format!("{level}: {fault}")),
                (_, None) => expected = Some(found),
                (_, Some(expected)) => {
                    if let Some(at) = (0..found.len()).find(|&at| found[at] != expected[at]) {
                        let values = [found[at], expected[at]];
                        problems.push(format!(
                            "{}: {level}: word {at} is {:#x}, not {:#x}",
                            kernel.name, values[0], values[1]
                        ));
                    }
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
