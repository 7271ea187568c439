//! The kernels of `kernels/families/`, compiled by clang at each level and run in strict mode, compute the same at all
//! levels.

use crate::{Device, compile, words};
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

fn levels_agree(file: &str) {
    // Floats are rounded as in the source.
    let exact = ["-ffp-contract=off", "-cl-fp32-correctly-rounded-divide-sqrt"];
    let objects = compile(file, &exact);
    let Some((_, first)) = objects.first() else { return };
    let mut problems = Vec::new();
    for kernel in first.kernels() {
        let mut expected: Option<Vec<u32>> = None;
        for (level, code) in &objects {
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
