//! The resources of a model, and which of them are occupied together.

use crate::record::{RecordId, RecordKeeper};
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::Diagnostic;

/// A resource or a group of them.
pub struct Resource {
    /// Its record.
    pub record: RecordId,
    /// Number of units; for a group, those of its members.
    pub units: i64,
    /// Size of its queue of waiting instructions.
    pub buffer_size: i64,
    /// Numbers of the resources that are occupied together with it.
    pub(super) with: Vec<u8>,
}

/// The resources that writes of a model name, and those that are occupied together with them.
fn used_resources(keeper: &RecordKeeper, model: RecordId) -> Result<FxHashSet<RecordId>, Diagnostic> {
    let mut used = FxHashSet::default();
    let mut found = Vec::new();
    for &record in keeper.derived_defs("ProcWriteResources") {
        if keeper.get_def_opt(record, "SchedModel")? == Some(model) {
            found.extend(keeper.get_list_of_defs(record, "ProcResources")?);
        }
    }
    while let Some(resource) = found.pop() {
        if !used.insert(resource) {
            continue;
        }
        if keeper.is_subclass_of(resource, "ProcResGroup") {
            found.extend(keeper.get_list_of_defs(resource, "Resources")?);
        } else {
            found.extend(keeper.get_def_opt(resource, "Super")?);
        }
    }
    Ok(used)
}

/// Resources, and the number of each record.
pub(super) type Resources = (Vec<Resource>, FxHashMap<RecordId, u8>);

/// The resources of a model: units first, then groups, in the order of the description.
pub(super) fn read_resources(keeper: &RecordKeeper, model: RecordId) -> Result<Resources, Diagnostic> {
    let used = used_resources(keeper, model)?;
    let of_this_model = |class: &str| -> Result<Vec<RecordId>, Diagnostic> {
        let mut found = Vec::new();
        for &record in keeper.derived_defs(class) {
            match keeper.get_def_opt(record, "SchedModel")? {
                Some(other) if other == model => found.push(record),
                // A resource without a model is instantiated for every model that uses it.
                None if used.contains(&record) => found.push(record),
                _ => {}
            }
        }
        Ok(found)
    };
    let units = of_this_model("ProcResourceUnits")?;
    let groups = of_this_model("ProcResGroup")?;
    if units.len() + groups.len() > 255 {
        return Err(Diagnostic::error(
            keeper.record(model).span,
            "more than 255 resources",
        ));
    }
    let all = units.iter().chain(&groups);
    let numbers: FxHashMap<RecordId, u8> = all.enumerate().map(|(i, &r)| (r, i as u8)).collect();
    let number = |record: RecordId, field: &str, other: RecordId| {
        numbers.get(&other).copied().ok_or_else(|| {
            let what = format!(
                "names '{}', which is no resource of the model",
                keeper.name(other)
            );
            keeper.field_error(record, field, &what)
        })
    };
    let mut resources = Vec::new();
    for &record in &units {
        let mut with = Vec::new();
        let mut at = record;
        while let Some(super_resource) = keeper.get_def_opt(at, "Super")? {
            let super_number = number(at, "Super", super_resource)?;
            if with.contains(&super_number) || super_resource == record {
                return Err(keeper.field_error(record, "Super", "leads back to itself"));
            }
            with.push(super_number);
            at = super_resource;
        }
        let units = keeper.get_int(record, "NumUnits")?;
        if !(1..=i64::from(u16::MAX)).contains(&units) {
            return Err(keeper.field_error(record, "NumUnits", "is not a number from 1 to 65535"));
        }
        resources.push(Resource {
            record,
            units,
            buffer_size: keeper.get_int(record, "BufferSize")?,
            with,
        });
    }
    let mut members_of: Vec<(u8, Vec<u8>)> = Vec::new();
    for &record in &groups {
        let own = numbers[&record];
        let mut units = 0;
        let mut members = Vec::new();
        for member in keeper.get_list_of_defs(record, "Resources")? {
            let number = number(record, "Resources", member)?;
            let Some(member) = resources.get_mut(usize::from(number)) else {
                let what = format!("names '{}', a group that is defined later", keeper.name(member));
                return Err(keeper.field_error(record, "Resources", &what));
            };
            units += member.units;
            // A group may name a member more than once.
            if !member.with.contains(&own) {
                member.with.push(own);
            }
            members.push(number);
        }
        members_of.push((own, members));
        resources.push(Resource {
            record,
            units,
            buffer_size: keeper.get_int(record, "BufferSize")?,
            with: Vec::new(),
        });
    }
    // What occupies some member of a group occupies every group that has them all.
    for (own, members) in &members_of {
        let holds = |others: &[u8]| members.iter().all(|member| others.contains(member));
        let around = members_of
            .iter()
            .filter(|(other, others)| other != own && holds(others));
        let with = &mut resources[usize::from(*own)].with;
        let around: Vec<u8> = around
            .map(|&(other, _)| other)
            .filter(|other| !with.contains(other))
            .collect();
        with.extend(around);
    }
    Ok((resources, numbers))
}
