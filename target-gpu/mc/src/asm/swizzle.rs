//! The arguments of `offset:swizzle(MODE, ...)`.

use smallvec::SmallVec;
use wavec_mc::SymbolTable;
use wavec_mc::asm::{Cursor, ParseError, Token, TokenKind};

/// The encoded pattern, or the error and its position.
pub(super) type Swizzle = Result<u32, (Token, String)>;

/// A lane of a pattern: five bits.
const MASK_LENGTH: usize = 5;

/// Parses the mode and its arguments.
///
/// # Errors
/// A malformed list of arguments. Values out of range for a mode are in the result.
pub(super) fn arguments(cursor: &mut Cursor<'_>, symbols: &mut SymbolTable) -> Result<Swizzle, ParseError> {
    let Some(mode) = cursor.ident() else {
        return Err(cursor.error("expected a swizzle mode"));
    };
    let token = cursor.token();
    cursor.advance();
    let mut numbers: SmallVec<[(i64, Token); 4]> = SmallVec::new();
    let mut mask = None;
    while cursor.is_punct(b',') && numbers.len() < 8 {
        cursor.advance();
        let place = cursor.token();
        if cursor.token().kind == TokenKind::String {
            mask = Some((cursor.string()?, place));
        } else {
            numbers.push((cursor.absolute(symbols)?, place));
        }
    }
    let wanted = match mode {
        "QUAD_PERM" => 4,
        "ROTATE" | "BROADCAST" => 2,
        "SWAP" | "REVERSE" | "FFT" => 1,
        "BITMASK_PERM" => 0,
        _ => return Err(cursor.error_at(token, "expected a swizzle mode")),
    };
    if numbers.len() < wanted {
        return Err(cursor.error("expected a comma"));
    }
    if numbers.len() > wanted {
        return Err(cursor.error_at(numbers[wanted].1, "expected a closing parenthesis"));
    }
    let argument = |index: usize| -> (i64, Token) { numbers[index] };
    // An argument in a range.
    let within = |index: usize, range: std::ops::Range<i64>, message: &str| {
        let (value, place) = argument(index);
        match range.contains(&value) {
            true => Ok(value as u32),
            false => Err((place, message.to_string())),
        }
    };
    // The size of a group of lanes.
    let group = |low: i64, high: i64| {
        let message = format!("group size must be in the interval [{low},{high}]");
        let size = within(0, low..high + 1, &message)?;
        match size.is_power_of_two() {
            true => Ok(size),
            false => Err((argument(0).1, "group size must be a power of two".to_string())),
        }
    };
    Ok(match (mode, mask) {
        ("QUAD_PERM", None) => (0..4).rev().try_fold(0x8000, |all, index| {
            let lane = within(index, 0..4, "expected a 2-bit lane id")?;
            Ok(all | lane << (2 * index))
        }),
        ("FFT", None) => within(0, 0..32, "FFT swizzle must be in the interval [0,31]").map(|n| 0xe000 | n),
        ("ROTATE", None) => {
            within(0, 0..2, "direction must be 0 (left) or 1 (right)").and_then(|direction| {
                let size = within(
                    1,
                    0..32,
                    "number of threads to rotate must be in the interval [0,31]",
                )?;
                Ok(0xc000 | direction << 10 | size << 5)
            })
        }
        ("SWAP", None) => group(1, 16).map(|size| 0x1f | size << 10),
        ("REVERSE", None) => group(2, 32).map(|size| 0x1f | (size - 1) << 10),
        ("BROADCAST", None) => group(2, 32).and_then(|size| {
            let lane = within(
                1,
                0..i64::from(size),
                "lane id must be in the interval [0,group size - 1]",
            )?;
            Ok((32 - size) & 31 | lane << 5)
        }),
        ("BITMASK_PERM", Some((mask, place))) => {
            bitmask(&mask).map_err(|message| (place, message.to_string()))
        }
        _ => return Err(cursor.error("expected a string of lane bits")),
    })
}

/// The source of each bit of a lane's number: `0`, `1`, kept (`p`) or inverted (`i`).
fn bitmask(mask: &[u8]) -> Result<u32, &'static str> {
    if mask.len() != MASK_LENGTH {
        return Err("expected a 5-character mask");
    }
    let (mut and, mut or, mut xor) = (0, 0, 0);
    for (index, letter) in mask.iter().enumerate() {
        let bit = 1u32 << (MASK_LENGTH - 1 - index);
        match letter {
            b'0' => {}
            b'1' => or |= bit,
            b'p' => and |= bit,
            b'i' => (and, xor) = (and | bit, xor | bit),
            _ => return Err("invalid mask"),
        }
    }
    Ok(and | or << 5 | xor << 10)
}
