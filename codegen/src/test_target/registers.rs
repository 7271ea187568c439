//! The registers of the small machine, their classes and tuples.

use super::{leak, leak_str};
use wavec_mc::{Reg, RegClassId, RegRange, RegisterClassDesc, RegisterDesc, RegisterInfo, SubRegDesc};

/// Scalar registers, and vector registers.
pub(crate) const FILE_SIZE: u16 = 32;

/// Registers to which vector registers may be spilled before memory.
pub(crate) const NUM_SPARE: u16 = 8;

/// First unit and number of units of each file: scalar, vector, spare registers. SCC and EXEC lie before the last.
const FILES: [(u16, u16); 3] = [
    (0, FILE_SIZE),
    (FILE_SIZE, FILE_SIZE),
    (2 * FILE_SIZE + 2, NUM_SPARE),
];

const SIZES: [u16; 4] = [2, 3, 4, 8];

const MAX_LANES: u16 = 8;

pub(crate) const SCC: Reg = Reg(2 * FILE_SIZE + 1);

pub(crate) const EXEC: Reg = Reg(2 * FILE_SIZE + 2);

/// Scalar register `n`.
pub(crate) const fn s(n: u16) -> Reg {
    Reg(1 + n)
}

/// Vector register `n`.
pub(crate) const fn v(n: u16) -> Reg {
    Reg(1 + FILE_SIZE + n)
}

pub(crate) const S32: RegClassId = RegClassId(0);

pub(crate) const S64: RegClassId = RegClassId(1);

pub(crate) const S128: RegClassId = RegClassId(2);

pub(crate) const V32: RegClassId = RegClassId(3);

pub(crate) const V64: RegClassId = RegClassId(4);

pub(crate) const V96: RegClassId = RegClassId(5);

pub(crate) const V128: RegClassId = RegClassId(6);

pub(crate) const V256: RegClassId = RegClassId(7);

pub(crate) const S32_LOW: RegClassId = RegClassId(8);

pub(super) const SCC_CLASS: RegClassId = RegClassId(9);

pub(super) const V64_ANY: RegClassId = RegClassId(10);

pub(super) const V96_ANY: RegClassId = RegClassId(11);

pub(super) const V128_ANY: RegClassId = RegClassId(12);

pub(super) const S64_ANY: RegClassId = RegClassId(13);

/// Whether the unit is that of a register per lane.
pub(crate) fn is_vector_unit(unit: u16) -> bool {
    FILES[1..]
        .iter()
        .any(|&(base, len)| (base..base + len).contains(&unit))
}

/// The first class of spare registers; the others follow in the order of V32 to V256.
pub(crate) const A32: RegClassId = RegClassId(14);

pub(super) fn build_registers() -> RegisterInfo {
    let num_units = 2 * FILE_SIZE + 2 + NUM_SPARE;
    let mut regs = vec![RegisterDesc {
        first_unit: 0,
        num_units: 0,
        is_tuple: false,
        encoding: 0,
    }];
    let mut names: Vec<&'static str> = vec![""];
    for unit in 0..num_units {
        regs.push(RegisterDesc {
            first_unit: unit,
            num_units: 1,
            is_tuple: false,
            encoding: unit,
        });
        names.push(leak_str(match unit {
            u if u < FILE_SIZE => format!("S{u}"),
            u if u < 2 * FILE_SIZE => format!("V{}", u - FILE_SIZE),
            u if u == 2 * FILE_SIZE => "SCC".into(),
            u if u == 2 * FILE_SIZE + 1 => "EXEC".into(),
            u => format!("A{}", u - FILES[2].0),
        }));
    }
    let mut size_rows = vec![255u8; 9];
    size_rows[1] = 0;
    let mut by_unit: Vec<u16> = (1..=num_units).collect();
    // First tuple of each size in each file.
    let mut first = [[0u16; 9]; FILES.len()];
    for (row, &size) in SIZES.iter().enumerate() {
        size_rows[size as usize] = row as u8 + 1;
        let mut line = vec![0u16; num_units as usize];
        for (first, (base, len)) in first.iter_mut().zip(FILES) {
            first[size as usize] = regs.len() as u16;
            for first_unit in base..=base + len - size {
                line[first_unit as usize] = regs.len() as u16;
                regs.push(RegisterDesc {
                    first_unit,
                    num_units: size as u8,
                    is_tuple: true,
                    encoding: first_unit,
                });
            }
        }
        by_unit.extend(line);
    }
    let mut sub_regs = vec![SubRegDesc { offset: 0, size: 0 }];
    let mut sub_reg_names = vec![""];
    let mut sub_reg_by_run = vec![0u8; 33 * 32];
    for size in [1, 2, 3, 4] {
        for offset in 0..=MAX_LANES - size {
            sub_reg_by_run[(size * 32 + offset) as usize] = sub_regs.len() as u8;
            sub_regs.push(SubRegDesc {
                offset: offset as u8,
                size: size as u8,
            });
            let parts: Vec<String> = (offset..offset + size).map(|i| format!("sub{i}")).collect();
            sub_reg_names.push(leak_str(parts.join("_")));
        }
    }
    let class = |name, file: usize, size: u16, align: u16, count: u16| RegisterClassDesc {
        name,
        size_in_units: size as u8,
        align_in_units: align as u8,
        allocatable: true,
        copy_cost: size as u8,
        allocation_priority: 0,
        spill_size: size * 4,
        spill_align: 4,
        // The run of the allocator.
        target_flags: u8::from(file > 0),
        ranges: leak(vec![{
            let start = if size == 1 {
                1 + FILES[file].0
            } else {
                first[file][size as usize]
            };
            RegRange {
                first: Reg(start),
                last: Reg(start + (count - size) / align * align),
                step: align,
            }
        }]),
    };
    let mut classes = vec![
        class("S32", 0, 1, 1, FILE_SIZE),
        class("S64", 0, 2, 2, FILE_SIZE),
        class("S128", 0, 4, 4, FILE_SIZE),
        class("V32", 1, 1, 1, FILE_SIZE),
        class("V64", 1, 2, 2, FILE_SIZE),
        class("V96", 1, 3, 2, FILE_SIZE),
        class("V128", 1, 4, 2, FILE_SIZE),
        class("V256", 1, 8, 2, FILE_SIZE),
        class("S32_LOW", 0, 1, 1, 8),
    ];
    classes.push(RegisterClassDesc {
        name: "SCC_CLASS",
        allocatable: false,
        ranges: leak(vec![RegRange {
            first: SCC,
            last: SCC,
            step: 1,
        }]),
        ..classes[0]
    });
    classes.push(class("V64_ANY", 1, 2, 1, FILE_SIZE));
    classes.push(class("V96_ANY", 1, 3, 1, FILE_SIZE));
    classes.push(class("V128_ANY", 1, 4, 1, FILE_SIZE));
    classes.push(class("S64_ANY", 0, 2, 1, FILE_SIZE));
    for (name, size) in [("A32", 1), ("A64", 2), ("A96", 3), ("A128", 4), ("A256", 8)] {
        classes.push(class(name, 2, size, size.min(2), NUM_SPARE));
    }
    let members: Vec<Vec<Reg>> = classes.iter().map(|class| class.members().collect()).collect();
    let inside = |inner: &[Reg], outer: &[Reg]| inner.iter().all(|reg| outer.contains(reg));
    let mut common_sub_class = Vec::new();
    for a in &members {
        for b in &members {
            let best = (0..members.len())
                .filter(|&c| inside(&members[c], a) && inside(&members[c], b))
                .max_by_key(|&c| (members[c].len(), std::cmp::Reverse(c)));
            common_sub_class.push(best.map_or(255, |c| c as u8));
        }
    }
    let mut sub_reg_class = Vec::new();
    for list in &members {
        for sub in &sub_regs {
            let subs: Option<Vec<Reg>> = list
                .iter()
                .map(|reg| {
                    let reg = &regs[reg.index()];
                    let row = size_rows[sub.size as usize];
                    let fits = sub.size > 0 && sub.offset + sub.size <= reg.num_units && row != 255;
                    fits.then(|| {
                        let unit = reg.first_unit as usize + sub.offset as usize;
                        Reg(by_unit[row as usize * num_units as usize + unit])
                    })
                })
                .collect();
            let best = subs.and_then(|subs| {
                (0..members.len())
                    .filter(|&c| inside(&subs, &members[c]))
                    .min_by_key(|&c| (members[c].len(), c))
            });
            sub_reg_class.push(best.map_or(255, |c| c as u8));
        }
    }
    let names = leak(names);
    RegisterInfo {
        regs: leak(regs),
        names,
        asm_names: names,
        num_units,
        unit_regs: leak((1..=num_units).map(Reg).collect()),
        unit_by_encoding: leak((0..num_units).collect()),
        size_rows: leak(size_rows),
        by_unit: leak(by_unit),
        sub_regs: leak(sub_regs),
        sub_reg_names: leak(sub_reg_names),
        sub_reg_by_run: leak(sub_reg_by_run),
        classes: leak(classes),
        common_sub_class: leak(common_sub_class),
        sub_reg_class: leak(sub_reg_class),
        pressure_sets: &[],
        class_pressure: &[],
        unit_pressure: &[],
        unit_pressure_sets: &[],
    }
}
