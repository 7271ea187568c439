//! Relations between instructions: every row of every `InstrMapping`.

use crate::report::{Outcome, Refusal};
use crate::target::Target;
use crate::text::{between, numbers, plain};
use std::collections::{BTreeMap, BTreeSet};

/// By relation and instruction: the instructions of each column.
type Relations = BTreeMap<String, BTreeMap<String, Vec<Option<String>>>>;

fn theirs(text: &str) -> Relations {
    let mut relations = Relations::new();
    let (_, text) = text.split_once("#ifdef GET_INSTRMAP_INFO").unwrap_or_default();
    for function in text.split("LLVM_READONLY\nint ").skip(1) {
        let name = function.split('(').next().unwrap_or_default();
        let table = between(function, "Table[][", "\n  };").unwrap_or_default();
        let rows = relations.entry(plain(name)).or_default();
        for row in table.lines().skip(1) {
            let row = row
                .trim()
                .trim_start_matches("{ ")
                .split(" }")
                .next()
                .unwrap_or_default();
            let mut cells = row.split(',').map(str::trim);
            let key = cells.next().unwrap_or_default().to_string();
            let cell = |cell: &str| (!cell.contains("-1U")).then(|| cell.to_string());
            rows.insert(key, cells.map(cell).collect());
        }
    }
    relations
}

fn ours(text: &str) -> Relations {
    let names = between(text, "INSTRUCTIONS: &[&str] = &[", "];").unwrap_or_default();
    let names: Vec<&str> = names.split('"').skip(1).step_by(2).collect();
    let mut relations = Relations::new();
    for table in text.split("_TABLE: &[u16] = &[").skip(1) {
        let name = between(table, " that `", "`").unwrap_or_default();
        let table = numbers(table.split("];").next().unwrap_or_default());
        let columns = table.len().checked_div(names.len()).unwrap_or(1).max(1);
        let rows = relations.entry(plain(name)).or_default();
        for (name, cells) in names.iter().zip(table.chunks(columns)) {
            let cells: Vec<Option<String>> = cells
                .iter()
                .map(|&cell| names.get(cell as usize).map(|name| name.to_string()))
                .collect();
            if cells.iter().any(Option::is_some) {
                rows.insert(name.to_string(), cells);
            }
        }
    }
    relations
}

pub fn compare(target: &Target) -> Result<Outcome, Refusal> {
    let theirs = theirs(&target.theirs("-gen-instr-info")?);
    let ours = ours(&target.ours("instr-mapping")?);
    let mut outcome = Outcome::default();
    for relation in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
        let (Some(ours), Some(theirs)) = (ours.get(relation), theirs.get(relation)) else {
            outcome.differ(relation, "is on one side only".to_string());
            continue;
        };
        for name in ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>() {
            outcome.check_both(&format!("{relation}: {name}"), ours.get(name), theirs.get(name));
        }
    }
    Ok(outcome)
}
