//! `--gen-subtarget`

#[allow(missing_docs, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/subtarget.rs"));
}
use generated::{FEATURES, PROCESSORS, TUNE_FEATURES, features};

#[test]
fn features_imply_features() {
    let bits = |name| FEATURES.iter().find(|(known, _)| *known == name).unwrap().1;
    assert_eq!(bits("mul"), features::MUL);
    assert_eq!(bits("wide-mul"), features::WIDE_MUL | features::MUL);
    assert_eq!(bits("marked"), features::MARKED | features::MARK_INNER);
    assert!(FEATURES.iter().all(|(name, _)| !name.is_empty()));
}

#[test]
fn processors_are_sorted() {
    assert_eq!(
        PROCESSORS,
        [
            (
                "old-toy",
                0x12,
                features::MUL | features::WIDE_MUL | features::FLOAT
            ),
            ("toy1", 0x11, features::MUL),
            ("toy2", 0x12, features::MUL | features::WIDE_MUL | features::FLOAT)
        ]
    );
}

#[test]
fn tuning_is_no_feature_of_the_processor() {
    let expected = ["old-toy", "toy2"].map(|name| (name, features::TUNE_SHORT));
    assert_eq!(TUNE_FEATURES, expected);
}

#[allow(missing_docs, clippy::all)]
mod many {
    include!(concat!(env!("OUT_DIR"), "/subtarget_many.rs"));
}

#[test]
fn more_features_than_bits_of_a_word() {
    assert_eq!(many::features::_70, [0, 1 << 6]);
    let bits = |name| {
        many::PROCESSORS
            .iter()
            .find(|(known, ..)| *known == name)
            .unwrap()
            .2
    };
    assert_eq!(bits("large"), [u64::MAX, 0x7f]);
    assert_eq!(bits("middle"), [u64::MAX, 3]);
    assert_eq!(bits("small"), [3, 0]);
    assert_eq!(many::FEATURES.len(), 71);
}
