//! `wavec tblgen` without the rest of wavec.

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    std::process::exit(wavec_tablegen::command::run_tblgen(
        &wavec_tablegen::command::TOOL,
        &args,
    ));
}
