//! The page as HTML: readable from top to bottom without scripts; with them, stages are shown side by side.

use super::places::StageLine;
use super::stages::{FunctionPage, Graph, PassChange, Program};
use crate::report::Report;
use std::fmt::{self, Write};
use wavec_support::message::Style;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Most bytes of graphs or of changes that the page has for one function: browsers are slow beyond.
const MOST_BYTES: usize = 4 << 20;
/// The least part of all cycles that a line is coloured for.
const LEAST_SHARE: f64 = 0.002;

/// The page.
pub(super) fn write(name: &str, program: &Program, report: &Report) -> String {
    let mut out = String::new();
    page(&mut out, name, program, report).expect("strings can be written to");
    out
}

/// A page that leads to others.
pub(super) fn index(title: &str, pages: &[(String, String, String)]) -> String {
    let mut out = String::new();
    let mut write = || -> fmt::Result {
        head(&mut out, title)?;
        write!(out, "<header>\n<h1>{}</h1>\n</header>\n<main>\n", Escaped(title))?;
        for (file, title, about) in pages {
            write!(
                out,
                "<section class=\"stage\">\n<h3><a href=\"{}\">{}</a></h3>\n<pre>{}</pre>\n</section>\n",
                Escaped(file),
                Escaped(title),
                Escaped(about)
            )?;
        }
        out.push_str("</main>\n</body>\n</html>\n");
        Ok(())
    };
    write().expect("strings can be written to");
    out
}

/// Up to the start of the body.
fn head(out: &mut String, title: &str) -> fmt::Result {
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        Escaped(title)
    )
}

fn page(out: &mut String, name: &str, program: &Program, report: &Report) -> fmt::Result {
    head(out, &format!("{name} at every stage"))?;
    write!(
        out,
        "<header>\n<h1>{}</h1>\n<p>for {}</p>\n<div id=\"controls\"></div>\n</header>\n<main>\n",
        Escaped(name),
        Escaped(&program.processor)
    )?;
    begin_stage(out, "source", "", "Source")?;
    if !program.spent.is_empty() {
        out.push_str(
            "<p>Beside the numbers: the instructions that waves executed for each line. \
             The darker, the more of the cycles were spent on it.</p>\n",
        );
    }
    let source = program.source.lines().zip(1..).map(|(line, number)| StageLine {
        spent: program.spent.get(&number).copied(),
        ..StageLine::new(line.to_string(), vec![number])
    });
    lines(out, source, true, !program.spent.is_empty())?;
    end_stage(out);
    for (number, function) in program.functions.iter().enumerate() {
        function_page(out, number, function)?;
    }
    if !program.changes.is_empty() {
        begin_stage(out, "module-passes", "", "Passes over the module")?;
        passes(out, &program.changes)?;
        end_stage(out);
    }
    let warnings = report.warnings.iter();
    let warnings: String = warnings.map(|warning| warning.render(Style::Plain)).collect();
    begin_stage(out, "resources", "", "Resources")?;
    writeln!(
        out,
        "<pre>{}{}</pre>",
        Escaped(&program.resources),
        Escaped(&warnings)
    )?;
    end_stage(out);
    write!(out, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

fn function_page(out: &mut String, number: usize, function: &FunctionPage) -> fmt::Result {
    let kind = if function.is_kernel { "kernel" } else { "function" };
    let name = format!("{kind} {}", function.name);
    writeln!(out, "<h2>{}</h2>", Escaped(&name))?;
    let mut stages = 0..;
    let mut id = || format!("f{number}-{}", stages.next().unwrap_or(0));
    for stage in &function.stages {
        begin_stage(out, &id(), &name, stage.title)?;
        let has_counts = stage.lines.iter().any(|line| line.spent.is_some());
        lines(out, stage.lines.iter(), false, has_counts)?;
        end_stage(out);
        if stage.title == "Assembly"
            && let Some(flow) = &function.flow
        {
            begin_stage(out, &id(), &name, "Control flow")?;
            write!(out, "<figure>\n{flow}</figure>\n")?;
            end_stage(out);
        }
    }
    begin_stage(out, &id(), &name, "Selection graphs")?;
    graphs(out, &function.graphs)?;
    end_stage(out);
    begin_stage(out, &id(), &name, "Passes")?;
    passes(out, &function.changes)?;
    end_stage(out);
    Ok(())
}

fn begin_stage(out: &mut String, id: &str, group: &str, title: &str) -> fmt::Result {
    let (group, title) = (Escaped(group), Escaped(title));
    writeln!(
        out,
        "<section class=\"stage\" id=\"{id}\" data-group=\"{group}\" data-title=\"{title}\">\n<h3>{title}</h3>\n<noscript>"
    )
}

/// Ends what [`begin_stage`] began. Its contents are text for a browser with scripts until they are shown: it would take
/// seconds to make elements of all stages.
fn end_stage(out: &mut String) {
    out.push_str("</noscript>\n</section>\n");
}

/// Lines, which may be numbered, and have what was spent on them beside them.
fn lines(
    out: &mut String,
    lines: impl Iterator<Item = impl std::borrow::Borrow<StageLine>>,
    with_numbers: bool,
    with_counts: bool,
) -> fmt::Result {
    out.push_str("<pre>");
    for line in lines {
        let line: &StageLine = line.borrow();
        let numbers: Vec<String> = line.from.iter().map(u32::to_string).collect();
        match numbers.is_empty() {
            true => out.push_str("<span"),
            false => write!(out, "<span class=\"l\" data-l=\"{}\"", numbers.join(" "))?,
        }
        if let Some(spent) = line.spent.filter(|spent| spent.share >= LEAST_SHARE) {
            // Most shares are small: the root tells them apart.
            write!(out, " style=\"--heat:{:.2}\"", spent.share.sqrt())?;
        }
        out.push('>');
        if with_numbers {
            write!(out, "<i>{:>4}  </i>", numbers.join(""))?;
        }
        match line.spent {
            Some(spent) => write!(
                out,
                "<b title=\"{} cycles, {:.1} %\">{:>9}  </b>",
                spent.cycles,
                100.0 * spent.share,
                spent.executions
            )?,
            None if with_counts => write!(out, "<b>{:11}</b>", "")?,
            None => {}
        }
        match line.is_faint {
            true => write!(out, "<small>{}</small>\n</span>", Escaped(&line.text))?,
            false => write!(out, "{}\n</span>", Escaped(&line.text))?,
        }
    }
    out.push_str("</pre>\n");
    Ok(())
}

fn graphs(out: &mut String, graphs: &[Graph]) -> fmt::Result {
    let size: usize = graphs.iter().map(|graph| graph.svg.len()).sum();
    if size > MOST_BYTES {
        return writeln!(
            out,
            "<p>The graphs of this function are too large to be shown; see --view-dag.</p>"
        );
    }
    for graph in graphs {
        write!(
            out,
            "<figure>\n<figcaption>block {}</figcaption>\n{}</figure>\n",
            Escaped(&graph.block),
            graph.svg
        )?;
    }
    Ok(())
}

/// What passes changed: a line for each, which opens to what it removed and added.
fn passes(out: &mut String, changes: &[PassChange]) -> fmt::Result {
    let mut size = 0;
    for change in changes {
        let diff = &change.diff;
        let count = |sign: char| diff.lines().filter(|line| line.starts_with(sign)).count();
        let (pass, layer) = (Escaped(change.pass.name), change.pass.layer.name());
        write!(
            out,
            "<details>\n<summary>{pass} <small>{}; <ins>+{}</ins> <del>−{}</del>; {layer}</small></summary>\n<pre>",
            Escaped(change.pass.description),
            count('+'),
            count('-'),
        )?;
        size += diff.len();
        if size > MOST_BYTES {
            out.push_str("too long to be shown; see --print-changed</pre>\n</details>\n");
            continue;
        }
        for line in diff.lines() {
            let element = match line.as_bytes().first() {
                Some(b'+') => "ins",
                Some(b'-') => "del",
                Some(b'@') => "i",
                _ => "span",
            };
            write!(out, "<{element}>{}\n</{element}>", Escaped(line))?;
        }
        out.push_str("</pre>\n</details>\n");
    }
    Ok(())
}

/// Text in which nothing is markup.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
