//! Registers.

use crate::report::Refusal;
use crate::target::Target;
use crate::text::numbers;
use std::collections::BTreeMap;

/// Names of constants by the numbers of registers.
pub fn our_names(target: &Target) -> Result<BTreeMap<i64, String>, Refusal> {
    let text = target.ours("register-info")?;
    let mut names = BTreeMap::new();
    for line in text.lines() {
        let Some(constant) = line.strip_prefix("pub const ") else {
            continue;
        };
        let Some((name, value)) = constant.split_once(": ") else {
            continue;
        };
        let value = value.replace("wavec_mc::", "");
        if value.starts_with("Reg = Reg(") {
            names.insert(numbers(&value)[0], name.to_string());
        }
    }
    Ok(names)
}
