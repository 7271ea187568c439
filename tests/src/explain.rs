//! The page of `wavec explain` in a browser: the test is ignored, with a word, where there is no Chromium.

use crate::{multicall, scratch};
use libtest_mimic::{Failed, Trial};
use std::process::Command;

/// Clicks a line of the source, and asks the second pane for its next stage by the keyboard.
const CLICK: &str = "<script>\
document.querySelectorAll('#source .l')[6].click();\
const body = document.querySelectorAll('.body')[1];\
body.dispatchEvent(new KeyboardEvent('keydown', {key: ']', bubbles: true}));\
</script></body>";

/// Options without which Chromium looks for hosts on the network.
const OFFLINE: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--dump-dom",
];

/// One test.
pub fn trials() -> Vec<Trial> {
    let is_there = Command::new("chromium").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("explain/browser is ignored: there is no chromium");
    }
    vec![Trial::test("explain/browser", || run().map_err(Failed::from)).with_ignored_flag(!is_there)]
}

fn run() -> Result<(), String> {
    let dir = scratch("explain");
    let page = dir.join("saxpy.html");
    let output = multicall::wavec()
        .args(["explain", "examples/saxpy.cl", "-o"])
        .arg(&page)
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = std::fs::read_to_string(&page).map_err(|error| error.to_string())?;
    std::fs::write(&page, text.replace("</body>", CLICK)).map_err(|error| error.to_string())?;
    let output = Command::new("chromium")
        .args(OFFLINE)
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .map_err(|error| error.to_string())?;
    let dom = String::from_utf8_lossy(&output.stdout);
    // Line 7 of the source, in the panes of the source and the assembly; the other pane shows the stage after the IR.
    for wanted in [
        "<body class=\"side-by-side\">",
        "<span class=\"l pin\" data-l=\"7\"><i>   7  </i>",
        "<span class=\"l pin\" data-l=\"7\">\tglobal_store_dword",
        "<div class=\"body\" tabindex=\"0\"><section class=\"stage\" id=\"f0-2\"",
    ] {
        if !dom.contains(wanted) {
            return Err(format!("the page has no '{wanted}':\n{dom}"));
        }
    }
    Ok(())
}
