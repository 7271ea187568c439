//! The assembler on its own: `mc ARGS` as `wavec mc ARGS`, `mc --link IN.s OUT.co`, `mc --objdump FILE`.

use wavec_gpu_mc::{AssembleOptions, assemble, disassemble_object, link, run_mc};
use wavec_support::SourceMap;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let status = match args.first().map(String::as_str) {
        Some("--link") => {
            let mut sources = SourceMap::new();
            let text = std::fs::read_to_string(&args[1]).expect("input");
            let file = sources.add(args[1].as_str(), text);
            match assemble(&sources, file, &AssembleOptions::default()) {
                Ok(module) => {
                    let bytes = link(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
                    std::fs::write(&args[2], bytes).expect("output");
                    0
                }
                Err(errors) => {
                    eprint!("{}", errors.render(&sources));
                    1
                }
            }
        }
        Some("--objdump") => match disassemble_object(&args[1], &std::fs::read(&args[1]).expect("input")) {
            Ok(text) => {
                print!("{text}");
                0
            }
            Err(message) => {
                eprintln!("wavec: error: {message}");
                1
            }
        },
        _ => run_mc(&args),
    };
    std::process::exit(status);
}
