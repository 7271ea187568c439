//! Layouts of random structs and unions, with bit-fields, `packed`, `aligned`, aligned typedefs and `#pragma pack`, are those
//! of clang: sizes, alignments, offsets, and the bits that an assignment to each bit-field sets. Skipped where clang is not
//! installed, unless `WAVEC_REQUIRE_LLVM=1`. `WAVEC_SEEDS=1000 cargo test -p wavec-frontend --test random_records` makes many
//! programs; `WAVEC_FIRST_SEED=N` sets the first one.

mod clang;

use std::fmt::Write;

/// Records of a program.
const RECORDS: usize = 10;

/// Types of members: their names, and the bits of those that can be bit-fields.
const TYPES: &[(&str, u64)] = &[
    ("char", 8),
    ("short", 16),
    ("int", 32),
    ("long", 64),
    ("uchar", 0),
    ("half", 0),
    ("float", 0),
    ("double", 0),
    ("char3", 0),
    ("int2", 0),
    ("float3", 0),
    ("int4", 0),
    ("unaligned", 0),
    ("aligned", 0),
];

/// A generator of numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

fn attributes(random: &mut Random) -> String {
    let align = random.one_of(&[1, 2, 4, 8, 16, 32]);
    match random.below(10) {
        0 | 1 => " __attribute__((packed))".to_string(),
        2 => format!(" __attribute__((aligned({align})))"),
        3 => format!(" __attribute__((packed, aligned({align})))"),
        _ => String::new(),
    }
}

/// A program whose kernel writes everything about the layouts of its records.
fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
typedef int unaligned __attribute__((aligned(1)));
typedef int aligned __attribute__((aligned(16)));
",
    );
    let mut body = String::new();
    let mut slot = 0;
    let mut write = |value: String| {
        let _ = writeln!(body, "  out[{slot}] = {value};");
        slot += 1;
    };
    let mut records: Vec<String> = Vec::new();
    for number in 0..RECORDS {
        let pack = match random.below(8) {
            0 => format!("#pragma pack(push, {})\n", random.one_of(&[1, 2, 4, 8, 16])),
            1 => format!("#pragma pack({})\n", random.one_of(&[1, 2, 4])),
            2 => "#pragma pack(push)\n".to_string(),
            3 => "#pragma pack()\n".to_string(),
            4 => "#pragma pack(pop)\n".to_string(),
            _ => String::new(),
        };
        let word = if random.percent(20) { "union" } else { "struct" };
        let record = format!("{word} R{number}");
        let _ = writeln!(text, "{pack}{record} {{");
        write(format!("sizeof({record})"));
        write(format!("__alignof__({record})"));
        for member in 0..1 + random.below(7) {
            let attributes = attributes(&mut random);
            if !records.is_empty() && random.percent(20) {
                let inner = &records[random.below(records.len() as u64) as usize];
                let _ = writeln!(text, "  {inner} m{member}{attributes};");
                write(format!("__builtin_offsetof({record}, m{member})"));
                continue;
            }
            let (ty, bits) = random.one_of(TYPES);
            if bits > 0 && random.percent(60) {
                let width = 1 + random.below(bits);
                if random.percent(10) {
                    let width = if random.percent(50) { 0 } else { width };
                    let _ = writeln!(text, "  {ty} : {width};");
                    continue;
                }
                let _ = writeln!(text, "  unsigned {ty} m{member} : {width}{attributes};");
                write(format!(
                    "({{ union {{ {record} r; uchar bytes[sizeof({record})]; }} u; ulong sum = 0; for (int i = 0; i < sizeof(u); i++) ((uchar *)&u)[i] = 0; u.r.m{member} = -1; for (int i = 0; i < sizeof(u.bytes); i++) sum = 31 * sum + u.bytes[i]; sum; }})"
                ));
                continue;
            }
            let count = match ty != "aligned" && random.percent(15) {
                true => format!("[{}]", 1 + random.below(3)),
                false => String::new(),
            };
            let _ = writeln!(text, "  {ty} m{member}{count}{attributes};");
            write(format!("__builtin_offsetof({record}, m{member})"));
        }
        let _ = writeln!(text, "}}{};", self::attributes(&mut random));
        records.push(record);
    }
    text + "kernel void layouts(global ulong *out, global int *in) {\n" + &body + "}\n"
}

#[test]
fn layouts_are_those_of_clang() {
    let number = |name: &str, default: u64| {
        let value = std::env::var(name).ok();
        value.map_or(default, |value| value.parse().expect("a number"))
    };
    let (first, count) = (number("WAVEC_FIRST_SEED", 0), number("WAVEC_SEEDS", 10));
    for seed in first..first + count {
        let name = format!("wavec-records-{}-{seed}.cl", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, program(seed)).expect("a temporary file");
        clang::compare(&path);
        let _ = std::fs::remove_file(path);
    }
}
