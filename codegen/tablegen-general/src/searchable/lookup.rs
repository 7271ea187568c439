//! Functions that find rows by a key.

use super::Context;
use super::tables::{Cell, FieldType, Table, compare_keys};
use std::fmt::Write;
use wavec_support::Diagnostic;
use wavec_tablegen::RecordId;
use wavec_tablegen::emit::rust;

/// A key and its function.
pub struct Index {
    /// The record at which errors are reported.
    pub record: RecordId,
    /// See `record`.
    pub field: &'static str,
    /// The function's name.
    pub name: String,
    pub key: Vec<String>,
    pub early_out: bool,
    pub return_range: bool,
    /// Whether the table itself is sorted by the key.
    pub is_primary: bool,
}

/// The lookup function of an index, with a sorted list of rows if the table has another order.
pub fn function(context: &Context<'_>, table: &Table<'_, '_>, index: &Index) -> Result<String, Diagnostic> {
    let fail = |what: &str| context.keeper.field_error(index.record, index.field, what);
    let key = table.key_fields(context, index.record, index.field, &index.key)?;
    if index.name.is_empty() {
        return Err(fail("has no function: 'PrimaryKeyName' is not set"));
    }
    for &field in &key {
        let name = table.spec.fields[field];
        match &table.types[field] {
            FieldType::Code(_) | FieldType::List(_) => {
                return Err(fail(&format!("names '{name}', by which nothing can be found")));
            }
            FieldType::Text if index.is_primary => {
                return Err(fail(&format!(
                    "names '{name}': text is compared without regard to case, which only a SearchIndex does"
                )));
            }
            _ => {}
        }
    }
    if index.early_out && table.types[key[0]] == FieldType::Text {
        return Err(fail("begins with text, by which there is no early out"));
    }
    // Rows by key.
    let mut order: Vec<usize> = (0..table.rows.len()).collect();
    order.sort_by(|&a, &b| compare_keys(&key, &table.rows[a], &table.rows[b]));

    let row_type = &table.spec.row_type;
    let constant = table.constant();
    let arguments: Vec<String> = key
        .iter()
        .map(|&field| rust::snake_name(table.spec.fields[field]))
        .collect();
    let mut out = String::new();
    let list = if index.is_primary {
        None
    } else {
        let name = index.name.to_ascii_uppercase();
        let ty = if table.rows.len() <= usize::from(u16::MAX) {
            "u16"
        } else {
            "u32"
        };
        let _ = writeln!(out, "static {name}: &[{ty}] = &[\n{}\n];", rust::list(&order));
        Some(name)
    };
    let parameters: Vec<String> = key
        .iter()
        .zip(&arguments)
        .map(|(&field, name)| match &table.types[field] {
            FieldType::Text => format!("{name}: &str"),
            ty => format!("{name}: {}", ty.rust(context)),
        })
        .collect();
    let gives_list = index.return_range && list.is_some();
    let result = if gives_list {
        format!("impl Iterator<Item = &'static {row_type}>")
    } else if index.return_range {
        format!("&'static [{row_type}]")
    } else {
        format!("Option<&'static {row_type}>")
    };
    let _ = writeln!(
        out,
        "/// {} of `{}` with this key.\npub fn {}({}) -> {result} {{",
        if index.return_range {
            "The rows"
        } else {
            "The first row"
        },
        table.spec.name,
        index.name,
        parameters.join(", ")
    );
    let none = if index.return_range { "&[]" } else { "None" };
    let first: Option<i64> = table.rows[order[0]][key[0]].number();
    let is_dense = |first: i64| {
        let numbers = order.iter().map(|&row| table.rows[row][key[0]].number());
        key.len() == 1
            && numbers
                .zip(first..)
                .all(|(number, expected)| number == Some(expected))
    };
    if let Some(first) = first.filter(|&first| !gives_list && is_dense(first)) {
        dense(
            &mut out,
            table,
            index,
            key[0],
            first,
            &arguments[0],
            list.as_deref(),
        );
        return Ok(out);
    }
    if index.early_out {
        let bound = |row: usize| -> String {
            let cell: &Cell = &table.rows[row][key[0]];
            cell.rust(&table.types[key[0]], context)
        };
        let bounds = format!("({}..={})", bound(order[0]), bound(order[order.len() - 1]));
        let key = &arguments[0];
        let _ = match &list {
            Some(list) if gives_list => writeln!(
                out,
                "    let rows = if {bounds}.contains(&{key}) {{ {list} }} else {{ &[] }};"
            ),
            _ => writeln!(
                out,
                "    if !{bounds}.contains(&{key}) {{\n        return {none};\n    }}"
            ),
        };
    } else if let Some(list) = list.as_ref().filter(|_| gives_list) {
        let _ = writeln!(out, "    let rows = {list};");
    }
    // The comparison of a row with the key.
    let mut compare = String::new();
    for (i, &field) in key.iter().enumerate() {
        let name = &arguments[i];
        let one = if table.types[field] == FieldType::Text {
            format!(
                "row.{name}.bytes().map(|b| b.to_ascii_uppercase()).cmp({name}.bytes().map(|b| b.to_ascii_uppercase()))"
            )
        } else {
            format!("row.{name}.cmp(&{name})")
        };
        if i == 0 {
            compare = one;
        } else {
            let _ = write!(compare, ".then_with(|| {one})");
        }
    }
    let _ = writeln!(out, "    let compare = |row: &{row_type}| {compare};");
    match list {
        None if index.return_range => {
            let _ = writeln!(
                out,
                "    let start = {constant}.partition_point(|row| compare(row).is_lt());\n    \
                 let end = {constant}.partition_point(|row| compare(row).is_le());\n    &{constant}[start..end]"
            );
        }
        None => {
            let _ = writeln!(
                out,
                "    let place = {constant}.partition_point(|row| compare(row).is_lt());\n    \
                 {constant}.get(place).filter(|row| compare(row).is_eq())"
            );
        }
        Some(_) if gives_list => {
            let _ = writeln!(
                out,
                "    let start = rows.partition_point(|&row| compare(&{constant}[row as usize]).is_lt());\n    \
                 let end = rows.partition_point(|&row| compare(&{constant}[row as usize]).is_le());\n    \
                 rows[start..end].iter().map(|&row| &{constant}[row as usize])"
            );
        }
        Some(list) => {
            let _ = writeln!(
                out,
                "    let place = {list}.partition_point(|&row| compare(&{constant}[row as usize]).is_lt());\n    \
                 {list}.get(place).map(|&row| &{constant}[row as usize]).filter(|row| compare(row).is_eq())"
            );
        }
    }
    out.push_str("}\n");
    Ok(out)
}

/// The lookup when the key is the index of the row.
fn dense(
    out: &mut String,
    table: &Table<'_, '_>,
    index: &Index,
    field: usize,
    first: i64,
    argument: &str,
    list: Option<&str>,
) {
    let number = match &table.types[field] {
        FieldType::Instruction => format!("{argument}.0 as usize"),
        // A negative one is far past the end.
        FieldType::Enum(_) => format!("{argument} as i64 as usize"),
        _ => format!("{argument} as usize"),
    };
    let place = if first == 0 {
        number
    } else {
        format!("({number}).wrapping_sub({first}i64 as usize)")
    };
    let constant = table.constant();
    let _ = match (list, index.return_range) {
        (Some(list), _) => writeln!(
            out,
            "    {list}.get({place}).map(|&row| &{constant}[row as usize])\n}}"
        ),
        (None, false) => writeln!(out, "    {constant}.get({place})\n}}"),
        (None, true) => writeln!(
            out,
            "    let place = {place};\n    {constant}.get(place..=place).unwrap_or(&[])\n}}"
        ),
    };
}
