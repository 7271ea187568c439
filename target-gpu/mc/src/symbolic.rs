//! Immediates that have names in assembly text: hardware registers, messages, wait counters, lane permutations, ...

use crate::subtarget::Family;
use crate::unified_formats::{self, Combinations};
use crate::wait_counters::{DEPENDENCY_COUNTERS, DependencyCounter, NO_DEPENDENCY_COUNTER, WaitCounter};

const MSG_GS: u32 = 2;
const MSG_GS_DONE: u32 = 3;
const MSG_SYSMSG: u32 = 15;
/// Operations of the geometry shader messages.
pub const GS_OPS: [(&str, u32); 4] = [
    ("GS_OP_NOP", 0),
    ("GS_OP_CUT", 1),
    ("GS_OP_EMIT", 2),
    ("GS_OP_EMIT_CUT", 3),
];
/// Operations of the system message.
pub const SYS_OPS: [(&str, u32); 3] = [
    ("SYSMSG_OP_ECC_ERR_INTERRUPT", 1),
    ("SYSMSG_OP_REG_RD", 2),
    ("SYSMSG_OP_TTRACE_PC", 4),
];

/// Data formats of typed buffer instructions, by number.
pub const DATA_FORMATS: [&str; 16] = [
    "BUF_DATA_FORMAT_INVALID",
    "BUF_DATA_FORMAT_8",
    "BUF_DATA_FORMAT_16",
    "BUF_DATA_FORMAT_8_8",
    "BUF_DATA_FORMAT_32",
    "BUF_DATA_FORMAT_16_16",
    "BUF_DATA_FORMAT_10_11_11",
    "BUF_DATA_FORMAT_11_11_10",
    "BUF_DATA_FORMAT_10_10_10_2",
    "BUF_DATA_FORMAT_2_10_10_10",
    "BUF_DATA_FORMAT_8_8_8_8",
    "BUF_DATA_FORMAT_32_32",
    "BUF_DATA_FORMAT_16_16_16_16",
    "BUF_DATA_FORMAT_32_32_32",
    "BUF_DATA_FORMAT_32_32_32_32",
    "BUF_DATA_FORMAT_RESERVED_15",
];
/// Number formats of typed buffer instructions, by number.
pub const NUMBER_FORMATS: [&str; 8] = [
    "BUF_NUM_FORMAT_UNORM",
    "BUF_NUM_FORMAT_SNORM",
    "BUF_NUM_FORMAT_USCALED",
    "BUF_NUM_FORMAT_SSCALED",
    "BUF_NUM_FORMAT_UINT",
    "BUF_NUM_FORMAT_SINT",
    "BUF_NUM_FORMAT_RESERVED_6",
    "BUF_NUM_FORMAT_FLOAT",
];
/// The default format: 8 bits, unsigned normalized.
pub const DEFAULT_BUFFER_FORMAT: u32 = 1;

/// SDWA selectors, by number.
pub const SDWA_SELECTS: [&str; 7] = [
    "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD",
];
/// The effect of SDWA on the rest of the destination, by number.
pub const DST_UNUSED: [&str; 3] = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// Modes of indexed register access, by bit.
pub const GPR_IDX_MODES: [&str; 4] = ["SRC0", "SRC1", "SRC2", "DST"];

/// The name of `number`.
pub fn name_of(table: &[(&'static str, u32)], number: u32) -> Option<&'static str> {
    table.iter().find(|entry| entry.1 == number).map(|entry| entry.0)
}

/// The number of `name`.
pub fn number_of(table: &[(&str, u32)], name: &str) -> Option<u32> {
    table.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// `hwreg(...)`
pub fn hwreg_text(imm: u32, family: &Family) -> String {
    let (id, offset, size) = (imm & 63, imm >> 6 & 31, (imm >> 11 & 31) + 1);
    let name = name_of(family.hwregs, id).map_or_else(|| id.to_string(), str::to_string);
    if offset == 0 && size == 32 {
        format!("hwreg({name})")
    } else {
        format!("hwreg({name}, {offset}, {size})")
    }
}

/// `vmcnt(0) lgkmcnt(0)`: the counters that are waited for, or all if none is.
pub fn waitcnt_text(immediate: u32, family: &Family) -> String {
    let counters = family
        .waits
        .all()
        .map(|counter| (counter, counter.read(immediate)));
    let is_awaited = |&&(counter, number): &&(&WaitCounter, u32)| number != counter.most();
    let some = counters.iter().any(|counter| is_awaited(&counter));
    let parts: Vec<String> = counters
        .iter()
        .filter(|counter| !some || is_awaited(counter))
        .map(|(counter, number)| format!("{}({number})", counter.name))
        .collect();
    parts.join(" ")
}

/// Whether a message with this operation and stream exists.
pub fn message_is_valid(family: &Family, id: u32, op: u32, stream: u32) -> bool {
    match id {
        _ if !family.messages_have_operations => {
            name_of(family.messages, id).is_some() && op == 0 && stream == 0
        }
        MSG_GS => (1..=3).contains(&op) && stream < 4,
        MSG_GS_DONE => op == 0 && stream == 0 || (1..=3).contains(&op) && stream < 4,
        MSG_SYSMSG => name_of(&SYS_OPS, op).is_some() && stream == 0,
        _ => name_of(family.messages, id).is_some() && op == 0 && stream == 0,
    }
}

/// Operations of a message, if it has any.
pub fn message_operations(family: &Family, id: u32) -> &'static [(&'static str, u32)] {
    match id {
        _ if !family.messages_have_operations => &[],
        MSG_GS | MSG_GS_DONE => &GS_OPS,
        MSG_SYSMSG => &SYS_OPS,
        _ => &[],
    }
}

/// `sendmsg(...)`, or the number if it has no name.
pub fn sendmsg_text(imm: u32, family: &Family) -> String {
    let (id, op, stream) = match family.messages_have_operations {
        true => (imm & 15, imm >> 4 & 7, imm >> 8 & 3),
        false => (imm & 0xff, 0, 0),
    };
    if !message_is_valid(family, id, op, stream) {
        let fits = id | op << 4 | stream << 8 == imm;
        return if fits {
            format!("sendmsg({id}, {op}, {stream})")
        } else {
            imm.to_string()
        };
    }
    let message = name_of(family.messages, id).unwrap_or("");
    match name_of(message_operations(family, id), op) {
        None => format!("sendmsg({message})"),
        Some(operation) if id == MSG_SYSMSG || op == 0 => format!("sendmsg({message}, {operation})"),
        Some(operation) => format!("sendmsg({message}, {operation}, {stream})"),
    }
}

/// `gpr_idx(SRC0,DST)`
pub fn gpr_idx_text(imm: u32) -> String {
    if imm > 15 {
        return format!("0x{imm:x}");
    }
    let modes: Vec<&str> = GPR_IDX_MODES
        .iter()
        .enumerate()
        .filter(|(bit, _)| imm >> bit & 1 != 0)
        .map(|(_, &name)| name)
        .collect();
    format!("gpr_idx({})", modes.join(","))
}

/// What a lane reads by DPP: a name and a number, which codes from `first` stand for.
#[derive(Debug)]
pub struct DppControl {
    /// Its name in text.
    pub name: &'static str,
    /// The code of the smallest number.
    pub first: u32,
    /// The smallest and the largest number.
    pub numbers: (u32, u32),
}

/// Controls by the processors that have them.
pub(crate) mod dpp {
    use super::DppControl;

    const fn control(name: &'static str, first: u32, numbers: (u32, u32)) -> DppControl {
        DppControl { name, first, numbers }
    }
    /// On all.
    pub(crate) const COMMON: &[DppControl] = &[
        control("row_shl", 0x101, (1, 15)),
        control("row_shr", 0x111, (1, 15)),
        control("row_ror", 0x121, (1, 15)),
    ];
    /// Across the rows of a wave, in waves of 64 only.
    pub(crate) const WAVE: &[DppControl] = &[
        control("wave_shl", 0x130, (1, 1)),
        control("wave_rol", 0x134, (1, 1)),
        control("wave_shr", 0x138, (1, 1)),
        control("wave_ror", 0x13c, (1, 1)),
        control("row_bcast", 0x142, (15, 15)),
        control("row_bcast", 0x143, (31, 31)),
    ];
    pub(crate) const ROW_NEWBCAST: &[DppControl] = &[control("row_newbcast", 0x150, (0, 15))];
    /// A lane of the row, or the one whose number differs in these bits.
    pub(crate) const ROW_SHARE: &[DppControl] = &[
        control("row_share", 0x150, (0, 15)),
        control("row_xmask", 0x160, (0, 15)),
    ];
}

/// DPP controls without a number.
pub const DPP_WORDS: [(&str, u32); 2] = [("row_mirror", 0x140), ("row_half_mirror", 0x141)];

/// `quad_perm:[0,1,2,3]`, `row_shr:1`, ...; `None` if the processor has no such control.
pub fn dpp_ctrl_text(imm: u32, controls: &[&'static [DppControl]]) -> Option<String> {
    if imm <= 0xff {
        let lane = |index: u32| imm >> (2 * index) & 3;
        return Some(format!(
            "quad_perm:[{},{},{},{}]",
            lane(0),
            lane(1),
            lane(2),
            lane(3)
        ));
    }
    if let Some(word) = name_of(&DPP_WORDS, imm) {
        return Some(word.to_string());
    }
    let control = dpp_control(imm, controls)?;
    Some(format!(
        "{}:{}",
        control.name,
        imm - control.first + control.numbers.0
    ))
}

fn dpp_control(imm: u32, controls: &[&'static [DppControl]]) -> Option<&'static DppControl> {
    let has_code = |control: &&DppControl| {
        (control.first..=control.first + control.numbers.1 - control.numbers.0).contains(&imm)
    };
    controls.iter().copied().flatten().find(has_code)
}

/// Whether the control is one that [`dpp_ctrl_text`] can name.
pub fn dpp_ctrl_is_valid(imm: u32, controls: &[&'static [DppControl]]) -> bool {
    imm <= 0xff || name_of(&DPP_WORDS, imm).is_some() || dpp_control(imm, controls).is_some()
}

/// ` dpp8:[7,6,5,4,3,2,1,0]`
pub fn dpp8_text(imm: u32) -> String {
    let lanes: Vec<String> = (0..8).map(|index| (imm >> (3 * index) & 7).to_string()).collect();
    format!(" dpp8:[{}]", lanes.join(","))
}

/// `depctr_sa_sdst(0)`: the counters that are waited for, or all if none is; the number if it is not made of them.
pub fn depctr_text(immediate: u32) -> String {
    let counters = &DEPENDENCY_COUNTERS;
    if immediate & NO_DEPENDENCY_COUNTER != 0 {
        return format!("{immediate:#x}");
    }
    let is_awaited = |counter: &&DependencyCounter| counter.read(immediate) != counter.most();
    let some = counters.iter().any(|counter| is_awaited(&counter));
    let parts: Vec<String> = counters
        .iter()
        .filter(|counter| !some || is_awaited(counter))
        .map(|counter| format!("{}({})", counter.name, counter.read(immediate)))
        .collect();
    parts.join(" ")
}

/// A field of the immediate of `s_delay_alu`.
#[derive(Debug)]
pub struct DelayField {
    /// Its name in text.
    pub name: &'static str,
    /// Its lowest bit, and how many it has.
    bits: (u32, u32),
    /// What its numbers stand for.
    pub values: &'static [&'static str],
}

impl DelayField {
    /// The number in an immediate.
    fn read(&self, immediate: u32) -> u32 {
        immediate >> self.bits.0 & ((1 << self.bits.1) - 1)
    }

    /// The bits of an immediate for a number.
    pub fn write(&self, number: u32) -> u32 {
        number << self.bits.0
    }
}

/// What an instruction depends on: a vector instruction so many before it, a transcendental one, a cycle of another unit.
const DELAYS: &[&str] = &[
    "NO_DEP",
    "VALU_DEP_1",
    "VALU_DEP_2",
    "VALU_DEP_3",
    "VALU_DEP_4",
    "TRANS32_DEP_1",
    "TRANS32_DEP_2",
    "TRANS32_DEP_3",
    "FMA_ACCUM_CYCLE_1",
    "SALU_CYCLE_1",
    "SALU_CYCLE_2",
    "SALU_CYCLE_3",
];
/// "RDNA 3" instruction set reference, `S_DELAY_ALU`: of the next instruction, and of one as many instructions later as the
/// skip says.
pub static DELAY_FIELDS: [DelayField; 3] = [
    DelayField {
        name: "instid0",
        bits: (0, 4),
        values: DELAYS,
    },
    DelayField {
        name: "instskip",
        bits: (4, 3),
        values: &["SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"],
    },
    DelayField {
        name: "instid1",
        bits: (7, 4),
        values: DELAYS,
    },
];

/// `instid0(VALU_DEP_1) | instskip(NEXT) | instid1(VALU_DEP_2)`; the number if it has another meaning or none.
pub fn delay_text(immediate: u32) -> String {
    let mut known = 0;
    let mut parts = Vec::new();
    for field in &DELAY_FIELDS {
        let number = field.read(immediate);
        match field.values.get(number as usize) {
            Some(value) if number != 0 => parts.push(format!("{}({value})", field.name)),
            Some(_) => {}
            None => return format!("{immediate:#x}"),
        }
        known |= field.write(number);
    }
    match parts.is_empty() || known != immediate {
        true if immediate == 0 => "0".to_string(),
        true => format!("{immediate:#x}"),
        false => parts.join(" | "),
    }
}

/// `swizzle(QUAD_PERM,0,1,2,3)`, or the number if it has no name.
pub fn swizzle_text(imm: u32) -> String {
    if imm >= 0xe000 {
        return format!("swizzle(FFT,{})", imm & 31);
    }
    if imm >= 0xc000 {
        return format!("swizzle(ROTATE,{},{})", imm >> 10 & 1, imm >> 5 & 31);
    }
    if imm & 0xff00 == 0x8000 {
        return format!(
            "swizzle(QUAD_PERM,{},{},{},{})",
            imm & 3,
            imm >> 2 & 3,
            imm >> 4 & 3,
            imm >> 6 & 3
        );
    }
    if imm & 0x8000 != 0 {
        return imm.to_string();
    }
    let (and, or, xor) = (imm & 31, imm >> 5 & 31, imm >> 10 & 31);
    if and == 31 && or == 0 && xor.is_power_of_two() {
        return format!("swizzle(SWAP,{xor})");
    }
    if and == 31 && or == 0 && xor > 0 && (xor + 1).is_power_of_two() {
        return format!("swizzle(REVERSE,{})", xor + 1);
    }
    let group = 31 - and + 1;
    if group > 1 && group.is_power_of_two() && or < group && xor == 0 {
        return format!("swizzle(BROADCAST,{group},{or})");
    }
    // The source of each bit of the lane number: 0, 1, kept, inverted.
    let (zero, one) = (or ^ xor, (and | or) ^ xor);
    let mask: String = (0..5)
        .rev()
        .map(|bit| match (zero >> bit & 1, one >> bit & 1) {
            (0, 0) => '0',
            (1, 1) => '1',
            (0, _) => 'p',
            _ => 'i',
        })
        .collect();
    format!("swizzle(BITMASK_PERM,\"{mask}\")")
}

/// ` format:[...]`, empty for the default.
pub fn buffer_format_text(imm: u32, unified: &[Combinations]) -> String {
    if imm == DEFAULT_BUFFER_FORMAT {
        return String::new();
    }
    if !unified.is_empty() {
        return match unified_formats::name(unified, imm) {
            Some(name) => format!(" format:[{name}]"),
            None => format!(" format:{imm}"),
        };
    }
    let (data, number) = (imm & 15, imm >> 4 & 7);
    let mut parts = Vec::new();
    if data != 1 {
        parts.push(DATA_FORMATS[data as usize]);
    }
    if number != 0 {
        parts.push(NUMBER_FORMATS[number as usize]);
    }
    format!(" format:[{}]", parts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subtarget::Subtarget;

    #[test]
    fn waits() {
        let family = Subtarget::default().family;
        assert_eq!(waitcnt_text(0x0f70, family), "vmcnt(0)");
        assert_eq!(waitcnt_text(0xcf7f, family), "vmcnt(63) expcnt(7) lgkmcnt(15)");
    }

    #[test]
    fn names() {
        assert_eq!(
            hwreg_text(1 | 4 << 6 | 1 << 11, Subtarget::default().family),
            "hwreg(HW_REG_MODE, 4, 2)"
        );
        let family = Subtarget::default().family;
        assert_eq!(sendmsg_text(1, family), "sendmsg(MSG_INTERRUPT)");
        assert_eq!(sendmsg_text(0x72, family), "sendmsg(2, 7, 0)");
        assert_eq!(sendmsg_text(1024, family), "1024");
        assert_eq!(
            delay_text(0x119),
            "instid0(SALU_CYCLE_1) | instskip(NEXT) | instid1(VALU_DEP_2)"
        );
        assert_eq!(delay_text(0), "0");
        assert_eq!(delay_text(0x60), "0x60");
        assert_eq!(swizzle_text(0x041f), "swizzle(SWAP,1)");
        assert_eq!(swizzle_text(0x7c1f), "swizzle(REVERSE,32)");
        assert_eq!(swizzle_text(3), "swizzle(BITMASK_PERM,\"000pp\")");
    }
}
