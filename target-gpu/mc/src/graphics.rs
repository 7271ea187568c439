//! Names in the instructions that only shaders use: targets of exports, interpolated attributes.

/// A name with a number, or one of several with consecutive numbers.
struct Target {
    name: &'static str,
    first: u32,
    count: u32,
}

/// "RDNA 2" instruction set reference, `EXP`.
const TARGETS: [Target; 6] = [
    Target {
        name: "mrt",
        first: 0,
        count: 8,
    },
    Target {
        name: "mrtz",
        first: 8,
        count: 1,
    },
    Target {
        name: "null",
        first: 9,
        count: 1,
    },
    Target {
        name: "pos",
        first: 12,
        count: 5,
    },
    Target {
        name: "prim",
        first: 20,
        count: 1,
    },
    Target {
        name: "param",
        first: 32,
        count: 32,
    },
];

/// What a value of an attribute is: the difference between vertices 1 or 2 and 0, or the one at vertex 0.
pub const SLOTS: [&str; 3] = ["p10", "p20", "p0"];
/// Channels of an attribute.
const CHANNELS: [char; 4] = ['x', 'y', 'z', 'w'];
/// Number of attributes.
const ATTRIBUTES: u32 = 33;

/// The name of a target of exports.
pub fn export_target_text(number: u32) -> String {
    let found = TARGETS
        .iter()
        .find(|target| (target.first..target.first + target.count).contains(&number));
    match found {
        Some(target) if target.count > 1 => format!("{}{}", target.name, number - target.first),
        Some(target) => target.name.to_string(),
        None => format!("invalid_target_{number}"),
    }
}

/// The number of a target of exports.
pub fn export_target(name: &str) -> Option<u32> {
    (0..64).find(|&number| export_target_text(number) == name && !name.starts_with("invalid"))
}

/// `attr3.y`
pub fn attribute_text(number: u32) -> String {
    format!("attr{}.{}", number >> 2, CHANNELS[(number & 3) as usize])
}

/// The number of a channel of an attribute; an error, or `None` if the text is none.
pub fn attribute(text: &str) -> Option<Result<u32, &'static str>> {
    let (number, channel) = text.strip_prefix("attr")?.split_once('.')?;
    let channel = CHANNELS.iter().position(|known| channel.chars().eq([*known]))?;
    let number: u32 = number.parse().ok()?;
    Some(match number < ATTRIBUTES {
        true => Ok(number << 2 | channel as u32),
        false => Err("out of bounds interpolation attribute number"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        for name in ["mrt7", "mrtz", "null", "pos4", "prim", "param31"] {
            let number = export_target(name).expect("a target");
            assert_eq!(export_target_text(number), name);
        }
        assert_eq!(
            (export_target("mrt8"), export_target("invalid_target_10")),
            (None, None)
        );
        assert_eq!(attribute("attr3.y"), Some(Ok(13)));
        assert_eq!(attribute_text(13), "attr3.y");
        assert!(matches!(attribute("attr33.x"), Some(Err(_))));
        assert_eq!((attribute("attr3"), attribute("attr3.q")), (None, None));
    }
}
