//! Immediates that have names in assembly text: hardware registers, messages, wait counters, lane permutations, ...

use crate::subtarget::Family;
use crate::wait_counters::WaitCounter;

/// Messages of s_sendmsg on GFX9.
pub const MESSAGES: [(&str, u32); 11] = [
    ("MSG_INTERRUPT", 1),
    ("MSG_GS", 2),
    ("MSG_GS_DONE", 3),
    ("MSG_SAVEWAVE", 4),
    ("MSG_STALL_WAVE_GEN", 5),
    ("MSG_HALT_WAVES", 6),
    ("MSG_ORDERED_PS_DONE", 7),
    ("MSG_EARLY_PRIM_DEALLOC", 8),
    ("MSG_GS_ALLOC_REQ", 9),
    ("MSG_GET_DOORBELL", 10),
    ("MSG_SYSMSG", 15),
];
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
pub fn message_is_valid(id: u32, op: u32, stream: u32) -> bool {
    match id {
        MSG_GS => (1..=3).contains(&op) && stream < 4,
        MSG_GS_DONE => op == 0 && stream == 0 || (1..=3).contains(&op) && stream < 4,
        MSG_SYSMSG => name_of(&SYS_OPS, op).is_some() && stream == 0,
        _ => name_of(&MESSAGES, id).is_some() && op == 0 && stream == 0,
    }
}

/// Operations of a message, if it has any.
pub fn message_operations(id: u32) -> &'static [(&'static str, u32)] {
    match id {
        MSG_GS | MSG_GS_DONE => &GS_OPS,
        MSG_SYSMSG => &SYS_OPS,
        _ => &[],
    }
}

/// `sendmsg(...)`, or the number if it has no name.
pub fn sendmsg_text(imm: u32) -> String {
    let (id, op, stream) = (imm & 15, imm >> 4 & 7, imm >> 8 & 3);
    if !message_is_valid(id, op, stream) {
        let fits = id | op << 4 | stream << 8 == imm;
        return if fits {
            format!("sendmsg({id}, {op}, {stream})")
        } else {
            imm.to_string()
        };
    }
    let message = name_of(&MESSAGES, id).unwrap_or("");
    match name_of(message_operations(id), op) {
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

/// `quad_perm:[0,1,2,3]`, `row_shr:1`, ...
pub fn dpp_ctrl_text(imm: u32) -> String {
    match imm {
        0..=0xff => {
            format!(
                "quad_perm:[{},{},{},{}]",
                imm & 3,
                imm >> 2 & 3,
                imm >> 4 & 3,
                imm >> 6 & 3
            )
        }
        0x101..=0x10f => format!("row_shl:{}", imm & 15),
        0x111..=0x11f => format!("row_shr:{}", imm & 15),
        0x121..=0x12f => format!("row_ror:{}", imm & 15),
        0x130 => "wave_shl:1".to_string(),
        0x134 => "wave_rol:1".to_string(),
        0x138 => "wave_shr:1".to_string(),
        0x13c => "wave_ror:1".to_string(),
        0x140 => "row_mirror".to_string(),
        0x141 => "row_half_mirror".to_string(),
        0x142 => "row_bcast:15".to_string(),
        0x143 => "row_bcast:31".to_string(),
        0x150..=0x15f => format!("row_newbcast:{}", imm & 15),
        _ => format!("/* invalid dpp_ctrl 0x{imm:x} */"),
    }
}

/// Whether the control is one that [`dpp_ctrl_text`] can name.
pub fn dpp_ctrl_is_valid(imm: u32) -> bool {
    matches!(imm, 0..=0xff | 0x101..=0x10f | 0x111..=0x11f | 0x121..=0x12f | 0x130 | 0x134 | 0x138 | 0x13c
        | 0x140..=0x143 | 0x150..=0x15f)
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
pub fn buffer_format_text(imm: u32) -> String {
    if imm == DEFAULT_BUFFER_FORMAT {
        return String::new();
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
        assert_eq!(sendmsg_text(1), "sendmsg(MSG_INTERRUPT)");
        assert_eq!(sendmsg_text(0x72), "sendmsg(2, 7, 0)");
        assert_eq!(sendmsg_text(1024), "1024");
        assert_eq!(swizzle_text(0x041f), "swizzle(SWAP,1)");
        assert_eq!(swizzle_text(0x7c1f), "swizzle(REVERSE,32)");
        assert_eq!(swizzle_text(3), "swizzle(BITMASK_PERM,\"000pp\")");
    }
}
