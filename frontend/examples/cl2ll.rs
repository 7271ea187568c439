//! Compiles an OpenCL C file to IR text, for inspection: `cargo run -p wavec-frontend --example cl2ll FILE [-O]`.

#[path = "../../src/opencl.rs"]
#[allow(unreachable_pub)] // public in the driver
mod opencl;

use wavec_frontend::Options;
use wavec_gpu_mc::Subtarget;
use wavec_support::SourceMap;

fn main() {
    let mut sources = SourceMap::new();
    let mut options = Options {
        opt_level: 2,
        ..Options::default()
    };
    let mut input = String::new();
    let mut time = false;
    for arg in std::env::args().skip(1) {
        if let Some(definition) = arg.strip_prefix("-D") {
            options.macros.push(Ok(definition.into()));
        } else if let Some(dir) = arg.strip_prefix("-I") {
            options.include_dirs.push(dir.into());
        } else if let Some(version) = arg.strip_prefix("-cl-std=") {
            options.cl_std = wavec_frontend::CLStandard::parse(version).expect("a version");
        } else if arg == "-cl-fast-relaxed-math" {
            options.fast_relaxed_math = true;
        } else if arg == "-time" {
            time = true;
        } else {
            input = arg;
        }
    }
    let text = std::fs::read_to_string(&input).expect("the input file");
    let file = sources.add(input, text);
    let target = opencl::target_description(&Subtarget::default());
    if time {
        let start = std::time::Instant::now();
        for _ in 0..100 {
            let _ = wavec_frontend::compile(&mut sources, file, &options, &target);
        }
        eprintln!("{:?}", start.elapsed() / 100);
    }
    match wavec_frontend::compile(&mut sources, file, &options, &target) {
        Ok((module, warnings)) => {
            eprint!("{}", warnings.render(&sources));
            print!(
                "{}",
                wavec_ir::text::write_module(&module, wavec_ir::text::WriteOptions::RAW)
            );
        }
        Err(errors) => {
            eprint!("{}", errors.render(&sources));
            std::process::exit(1);
        }
    }
}
