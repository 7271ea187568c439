//! Library files `*.real.cl` are templates for float and double, instantiated by the build script.
//!
//! `REAL` is the type, `UBITS` and `SBITS` are the integers of its size, also within names (`as_UBITS`); `_REAL` at the
//! end of a name is its suffix, `_f32` or `_f64`. `EITHER(a, b)` is `a` for float and `b` for double; the `f` of a
//! literal is dropped for double, also outside `EITHER`.

/// The text of the template for float, or for double.
pub(crate) fn expand(template: &str, double: bool) -> String {
    let pick = |float: &'static str, other: &'static str| if double { other } else { float };
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let number = rest.starts_with(|c: char| c.is_ascii_digit());
        let len = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || number && c == '.'))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(len);
        rest = after;
        if number {
            // The exponent of a floating-point literal, with its sign.
            let signed = word.ends_with(['p', 'e']) && after.starts_with(['+', '-']);
            let digits = after[usize::from(signed)..]
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(after.len() - usize::from(signed));
            let exponent = if signed { &after[..digits + 1] } else { "" };
            rest = &after[exponent.len()..];
            out.push_str(word);
            out.push_str(exponent);
            let floating = word.contains('.') || signed;
            if floating && !signed && double && word.ends_with('f') {
                out.pop();
            } else if signed && rest.starts_with('f') {
                rest = &rest[1..];
                out.push_str(pick("f", ""));
            }
            continue;
        }
        match word {
            "EITHER" => {
                let (float, other, after) = arguments(rest);
                out.push_str(&expand(if double { other } else { float }, double));
                rest = after;
            }
            "NAN" => out.push_str(pick("__builtin_nanf(\"\")", "__builtin_nan(\"\")")),
            "INFINITY" => out.push_str(pick("__builtin_inff()", "__builtin_inf()")),
            _ => {
                let word = match word.strip_suffix("_REAL") {
                    Some(stem) if stem != "as" => format!("{stem}{}", pick("_f32", "_f64")),
                    _ => word.replace("REAL", pick("float", "double")),
                };
                let word = word.replace("UBITS", pick("uint", "ulong"));
                out.push_str(&word.replace("SBITS", pick("int", "long")));
            }
        }
    }
    out.push_str(rest);
    out
}

/// The two arguments in parentheses, and the text after them.
fn arguments(text: &str) -> (&str, &str, &str) {
    let (mut depth, mut comma) = (0, None);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let comma = comma.expect("EITHER takes two arguments");
                return (text[1..comma].trim(), text[comma + 1..at].trim(), &text[at + 1..]);
            }
            b')' => depth -= 1,
            b',' if depth == 1 => comma = comma.or(Some(at)),
            _ => {}
        }
    }
    panic!("EITHER takes two arguments in parentheses")
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn both_types_are_made() {
        let template = "REAL __f_REAL(REAL x) { UBITS b = as_UBITS(x) & 0x7f; return EITHER(g(x, 1), 2.0 * h(x)) + 1.5f \
                        - 0x1p+3f + 0x1.8fp-4f * __f_REAL(NAN); }";
        assert_eq!(
            expand(template, false),
            "float __f_f32(float x) { uint b = as_uint(x) & 0x7f; return g(x, 1) + 1.5f - 0x1p+3f + 0x1.8fp-4f * \
             __f_f32(__builtin_nanf(\"\")); }"
        );
        assert_eq!(
            expand(template, true),
            "double __f_f64(double x) { ulong b = as_ulong(x) & 0x7f; return 2.0 * h(x) + 1.5 - 0x1p+3 + 0x1.8fp-4 * \
             __f_f64(__builtin_nan(\"\")); }"
        );
    }
}
