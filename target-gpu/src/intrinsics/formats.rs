//! Formats of immediates that are not mere sequences of fields.

/// `s_waitcnt`: `vmcnt` in bits 3:0 and 15:14, `expcnt` in 6:4, `lgkmcnt` in 11:8. A counter at its maximum is not
/// waited for and not printed.
pub mod waitcnt {
    const FIELDS: [(&str, u64); 3] = [("vmcnt", 63), ("expcnt", 7), ("lgkmcnt", 15)];

    /// The text of an immediate; false if it has other bits set.
    pub fn print(value: u64, out: &mut String) -> bool {
        if value & !0xcf7f != 0 {
            return false;
        }
        let counts = [value & 15 | value >> 14 << 4, value >> 4 & 7, value >> 8 & 15];
        let start = out.len();
        for ((name, all), count) in FIELDS.into_iter().zip(counts) {
            if count != all {
                let dot = if out.len() > start { "." } else { "" };
                out.push_str(&format!("{dot}{name}{count}"));
            }
        }
        if out.len() == start {
            out.push_str("none");
        }
        true
    }

    /// The immediate of a text.
    pub fn parse(text: &str) -> Option<u64> {
        let mut counts = FIELDS.map(|f| f.1);
        let mut next = 0;
        for word in text.split('.').filter(|_| text != "none") {
            let (index, count) = (next..3).find_map(|i| {
                let (name, all) = FIELDS[i];
                let digits = word.strip_prefix(name)?;
                let count: u64 = digits.parse().ok()?;
                (count <= all).then_some((i, count))
            })?;
            counts[index] = count;
            next = index + 1;
        }
        let [vmcnt, expcnt, lgkmcnt] = counts;
        Some(vmcnt & 15 | vmcnt >> 4 << 14 | expcnt << 4 | lgkmcnt << 8)
    }
}
