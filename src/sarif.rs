//! Logs in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS): what those of all commands share.

use serde_json::{Value, json};

/// A log of one run of a tool, and a line end.
pub(crate) fn log(tool: &str, rules: &[Value], results: &[Value]) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool,
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A region of a file.
pub(crate) fn location(file: &str, region: Value) -> Value {
    json!({ "physicalLocation": { "artifactLocation": { "uri": file }, "region": region } })
}
