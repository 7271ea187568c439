//! `--gen-subtarget`

#[allow(missing_docs, clippy::all)]
mod generated {
    include!("../../../tests/emit/subtarget.rs");
}
use generated::{FEATURES, PROCESSORS, features};

#[test]
fn features_imply_features() {
    let bits = |name| FEATURES.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!(bits("mul"), features::MUL);
    assert_eq!(bits("wide-mul"), features::WIDE_MUL | features::MUL);
}

#[test]
fn processors_are_sorted() {
    assert_eq!(
        PROCESSORS,
        [
            ("toy1", 0x11, features::MUL),
            ("toy2", 0x12, features::MUL | features::WIDE_MUL | features::FLOAT)
        ]
    );
}
