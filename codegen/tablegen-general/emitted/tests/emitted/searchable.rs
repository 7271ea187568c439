//! `--gen-searchable-tables`

#[allow(missing_docs, dead_code, clippy::all)]
mod generated {
    use wavec_ir::intrinsics::IntrinsicId;
    pub mod id {
        pub const TOY_HALF: super::IntrinsicId = super::IntrinsicId(7);
    }
    include!(concat!(env!("OUT_DIR"), "/searchable_tables.rs"));
}
use crate::machine::opcodes;
use generated::*;

#[test]
fn ranges_of_a_primary_key() {
    let names = |encoding| {
        let rows = lookup_sys_reg_by_encoding(encoding).iter();
        rows.map(|row| row.name).collect::<Vec<_>>()
    };
    assert_eq!(names(0x300), ["status"]);
    assert_eq!(names(0xc00), ["Cycle", "cycleh"]);
    // Filtered out, never there, before and after all.
    for encoding in [0x111, 0x341, 0, 0xfff] {
        assert!(names(encoding).is_empty());
    }
    assert!((SYS_REGS[0].check)(3) && !(SYS_REGS[0].check)(4));
    assert_eq!(SYS_REGS[0].banks, [0, 1]);
}

#[test]
fn names_without_regard_to_case() {
    assert_eq!(lookup_sys_reg_by_name("CYCLE").unwrap().name, "Cycle");
    assert_eq!(
        lookup_sys_reg_by_name("cycleH").unwrap().permission,
        AccessKind::Any
    );
    assert!(lookup_sys_reg_by_name("cycl").is_none());
    assert!(lookup_sys_reg_by_name("").is_none());
}

#[test]
fn keys_of_several_fields() {
    let find = |kind, encoding| lookup_sys_reg_by_permission(kind, encoding).map(|row| row.name);
    assert_eq!(find(AccessKind::Read, 0xc00), Some("Cycle"));
    assert_eq!(find(AccessKind::Write, 0x342), Some("cause"));
    assert_eq!(find(AccessKind::Any, 0xc00), Some("cycleh"));
    assert_eq!(find(AccessKind::Write, 0x300), None);
    // Before all rows: the early out.
    assert_eq!(find(AccessKind::None, 0x300), None);
}

#[test]
fn instructions_as_keys() {
    assert_eq!(cost_of(opcodes::MUL).unwrap().cycles, 10);
    assert!(cost_of(opcodes::ADD).unwrap().fast);
    assert_eq!(cost_of(opcodes::LD).unwrap().call.0, 7);
    assert!(cost_of(opcodes::ST).is_none());
    assert!(cost_of(wavec_mc::generic::COPY).is_none());
}

#[test]
fn keys_without_gaps() {
    assert_eq!(step_by_number(3).unwrap().text, "three");
    assert!(step_by_number(1).is_none() && step_by_number(5).is_none() && step_by_number(0).is_none());
}

#[test]
fn the_older_form() {
    assert_eq!(
        lookup_barrier_by_name("FULL").unwrap().encoding,
        BarrierValues::Full as u8
    );
    assert_eq!(lookup_barrier_by_encoding(1).unwrap().name, "load");
    assert!(lookup_barrier_by_encoding(2).is_none());
}

/// Rows of one type in two tables: fields that a table does not have are zero.
#[test]
fn rows_of_two_tables() {
    let port: Option<&Port> = in_port_by_name("IN0");
    assert!(port.is_some_and(|port| port.number == 7 && port.is_slow && port.strength == 0));
    let port: Option<&Port> = out_port_by_number(9);
    assert!(port.is_some_and(|port| port.name == "out1" && !port.is_slow && port.strength == 1));
    assert!(out_port_by_number(7).is_none());
}

#[test]
fn names_that_differ_in_underscores_only() {
    let routes = [WireName::IN_AB, WireName::IN_A_B].map(|wire| get_route(wire).unwrap().cost);
    assert_eq!(routes, [5, 2]);
    assert_eq!((WireName::IN_AB as u8, WireName::IN_A_B as u8), (1, 3));
    assert_eq!(get_route_by_cost(2).unwrap().from, WireName::IN_A_B);
    assert!(get_route_by_cost(3).is_none());
}

#[test]
fn all_rows_with_a_key_that_is_not_the_primary_one() {
    let costs = |wire| get_routes_from(wire).map(|route| route.cost).collect::<Vec<_>>();
    assert_eq!(costs(WireName::IN_A_B), [2, 9]);
    assert_eq!(costs(WireName::IN_AB), [5]);
    let from = |cost| {
        get_routes_costing(cost)
            .map(|route| route.from)
            .collect::<Vec<_>>()
    };
    assert_eq!(from(9), [WireName::IN_A_B]);
    // Between, before and after all.
    for none in [3, 0, 15] {
        assert!(from(none).is_empty());
    }
}
