//! Reads LLVM assembly and prints it again; for comparing with `opt` by hand: `ll_roundtrip FILE...` says which files
//! are read, `ll_roundtrip -o OUT FILE` writes the text.
use wavec_ir::intrinsics::GENERIC_REGISTRY;
use wavec_ir::text::{ReadOptions, WriteOptions, parse_module, write_module};
use wavec_support::SourceMap;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (out, files) = match args.as_slice() {
        [flag, out, rest @ ..] if flag == "-o" => (Some(out.clone()), rest.to_vec()),
        rest => (None, rest.to_vec()),
    };
    let mut failed = false;
    for name in files {
        let text = String::from_utf8_lossy(&std::fs::read(&name).expect("a readable file")).into_owned();
        let mut sources = SourceMap::new();
        let file = sources.add(name.as_str(), text);
        match parse_module(&sources, file, ReadOptions::new(&GENERIC_REGISTRY)) {
            Ok((module, _)) => {
                let text = write_module(&module, WriteOptions::RAW);
                let again = sources.add("<again>", text.as_str());
                match parse_module(&sources, again, ReadOptions::new(&GENERIC_REGISTRY)) {
                    Ok((module, _)) if write_module(&module, WriteOptions::RAW) == text => {}
                    Ok(_) => println!("{name}: NOT A FIXPOINT"),
                    Err(errors) => println!("{name}: REREAD {}", errors.render(&sources)),
                }
                if let Some(out) = &out {
                    std::fs::write(out, text).expect("a writable file");
                }
            }
            Err(errors) => {
                failed = true;
                eprint!("{}", errors.render(&sources));
            }
        }
    }
    std::process::exit(i32::from(failed));
}
