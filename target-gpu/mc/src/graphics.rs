//! Names in the instructions that only shaders use: targets of exports, interpolated attributes.

/// What exports go to: a name, or several that end in consecutive numbers.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    name: &'static str,
    first: u32,
    count: u32,
}

const fn one(name: &'static str, first: u32) -> Target {
    Target {
        name,
        first,
        count: 1,
    }
}

const fn several(name: &'static str, first: u32, count: u32) -> Target {
    Target { name, first, count }
}

/// "RDNA 2" instruction set reference, `EXP`.
pub const TARGETS: [Target; 6] = [
    several("mrt", 0, 8),
    one("mrtz", 8),
    one("null", 9),
    several("pos", 12, 5),
    one("prim", 20),
    several("param", 32, 32),
];
/// "RDNA 3" instruction set reference, `EXP`: parameters are written to memory.
pub const TARGETS_RDNA3: [Target; 5] = [
    several("mrt", 0, 8),
    one("mrtz", 8),
    several("pos", 12, 5),
    one("prim", 20),
    several("dual_src_blend", 21, 2),
];

/// What a value of an attribute is: the difference between vertices 1 or 2 and 0, or the one at vertex 0.
pub const SLOTS: [&str; 3] = ["p10", "p20", "p0"];
/// Channels of an attribute.
const CHANNELS: [char; 4] = ['x', 'y', 'z', 'w'];
/// Numbers of targets are below this one.
const END_OF_TARGETS: u32 = 1 << 6;
/// Number of attributes.
const ATTRIBUTES: u32 = 33;

/// The name of a target of exports, of these.
pub fn export_target_text(targets: &[Target], number: u32) -> String {
    let found = targets
        .iter()
        .find(|target| (target.first..target.first + target.count).contains(&number));
    match found {
        Some(target) if target.count > 1 => format!("{}{}", target.name, number - target.first),
        Some(target) => target.name.to_string(),
        None => format!("invalid_target_{number}"),
    }
}

/// The number of a target of exports, of these.
pub fn export_target(targets: &[Target], name: &str) -> Option<u32> {
    (0..END_OF_TARGETS)
        .find(|&number| export_target_text(targets, number) == name && !name.starts_with("invalid"))
}

/// Whether some processor has a target of exports of this name.
pub fn is_export_target(name: &str) -> bool {
    export_target(&TARGETS, name).is_some() || export_target(&TARGETS_RDNA3, name).is_some()
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
            let number = export_target(&TARGETS, name).expect("a target");
            assert_eq!(export_target_text(&TARGETS, number), name);
        }
        assert_eq!(
            (
                export_target(&TARGETS, "mrt8"),
                export_target(&TARGETS, "invalid_target_10")
            ),
            (None, None)
        );
        assert_eq!(export_target(&TARGETS_RDNA3, "dual_src_blend1"), Some(22));
        assert_eq!(export_target(&TARGETS_RDNA3, "param0"), None);
        assert!(is_export_target("param0") && !is_export_target("param32"));
        assert_eq!(attribute("attr3.y"), Some(Ok(13)));
        assert_eq!(attribute_text(13), "attr3.y");
        assert!(matches!(attribute("attr33.x"), Some(Err(_))));
        assert_eq!((attribute("attr3"), attribute("attr3.q")), (None, None));
    }
}
