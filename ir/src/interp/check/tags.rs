//! Packs what a cell's tag says in 64 bits. The two highest bits tell objects from reasons.

use super::super::value::Tag;
use super::{Object, Reason};

const KIND: u32 = 62;
const REGION: u64 = 1;
const LOCAL: u64 = 2;
const PRIVATE: u64 = 3;
/// Below the kind of stack objects: 20 bits of the site, 10 of the work-item, 6 of the entry, 26 of the number.
const SITE: u32 = 42;
const SITE_BITS: u64 = (1 << 20) - 1;
const ITEM: u32 = 32;
const ITEM_BITS: u64 = (1 << 10) - 1;
const ENTRY: u32 = 26;
const ENTRY_BITS: u64 = (1 << 6) - 1;
const SERIAL_BITS: u64 = (1 << ENTRY) - 1;
/// Reasons are above their site.
const REASON: u32 = 32;

/// A pointer that was null.
pub(in super::super) const NULL: Tag = REGION << KIND | u32::MAX as u64;
/// Poison of which nothing is known but that it was stored.
pub(in super::super) const UNSPECIFIED: Tag = 2 << REASON;
/// Poison that a finding explains.
pub(in super::super) const REPORTED: Tag = 4 << REASON;

/// A pointer to a region of global memory.
pub(in super::super) fn region(number: u32) -> Tag {
    REGION << KIND | u64::from(number)
}

/// A pointer to a local variable or argument.
pub(in super::super) fn local(number: u32) -> Tag {
    LOCAL << KIND | u64::from(number)
}

/// A pointer to a stack object.
pub(in super::super) fn private(item: u32, serial: u32, site: u32) -> Tag {
    // Sites that do not fit are left out.
    let site = Some(u64::from(site))
        .filter(|&site| site <= SITE_BITS)
        .unwrap_or(0);
    PRIVATE << KIND | site << SITE | (u64::from(item) & ITEM_BITS) << ITEM | u64::from(serial) & SERIAL_BITS
}

/// The tag of a pointer to a stack object that is made when the scope of its variable is entered for the time `entry`.
pub(in super::super) fn entered(tag: Tag, entry: u32) -> Tag {
    tag & !(ENTRY_BITS << ENTRY) | (u64::from(entry) & ENTRY_BITS) << ENTRY
}

/// Whether a pointer to a stack object was made in the scope that was entered for the time `entry`.
pub(in super::super) fn is_of_entry(tag: Tag, entry: u32) -> bool {
    tag >> ENTRY & ENTRY_BITS == u64::from(entry) & ENTRY_BITS
}

/// The number of a stack object as tags have it.
pub(in super::super) fn serial(number: u32) -> u32 {
    number & SERIAL_BITS as u32
}

/// What a pointer with this tag was made from, if that is known.
pub(in super::super) fn object(tag: Tag) -> Option<Object> {
    Some(match tag >> KIND {
        _ if tag == NULL => Object::Null,
        REGION => Object::Region(tag as u32),
        LOCAL => Object::Local(tag as u32),
        PRIVATE => Object::Private {
            item: (tag >> ITEM & ITEM_BITS) as u32,
            serial: (tag & SERIAL_BITS) as u32,
            site: (tag >> SITE & SITE_BITS) as u32,
        },
        _ => return None,
    })
}

/// Poison made at a site.
pub(in super::super) fn poison(reason: Reason, site: u32) -> Tag {
    let number = match reason {
        Reason::Uninitialized => 1,
        Reason::Unspecified => 2,
        Reason::Computed => 3,
        Reason::Reported => 4,
    };
    number << REASON | u64::from(site)
}

/// Why a cell with this tag is poison, and the site where it became that; 0 if that is not known.
pub(in super::super) fn reason(tag: Tag) -> (Reason, u32) {
    let reason = match tag >> REASON {
        1 => Reason::Uninitialized,
        3 => Reason::Computed,
        4 => Reason::Reported,
        _ => Reason::Unspecified,
    };
    (reason, tag as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_say_what_was_put_in() {
        assert_eq!(object(region(7)), Some(Object::Region(7)));
        assert_eq!(object(local(9)), Some(Object::Local(9)));
        let private_object = Object::Private {
            item: 1023,
            serial: SERIAL_BITS as u32,
            site: 77,
        };
        let tag = private(1023, u32::MAX, 77);
        assert_eq!(object(tag), Some(private_object));
        assert_eq!(object(entered(tag, 65)), Some(private_object));
        assert!(is_of_entry(entered(tag, 65), 1) && !is_of_entry(entered(tag, 65), 2));
        assert_eq!(object(NULL), Some(Object::Null));
        assert_eq!(object(0), None);
        for reason_given in [
            Reason::Uninitialized,
            Reason::Unspecified,
            Reason::Computed,
            Reason::Reported,
        ] {
            let tag = poison(reason_given, 5);
            assert_eq!((reason(tag), object(tag)), ((reason_given, 5), None));
        }
        assert_eq!(reason(REPORTED), (Reason::Reported, 0));
        assert_eq!(reason(0), (Reason::Unspecified, 0));
    }
}
