//! Intrinsics, cross-lane operations, and operations on pointers that are themselves in memory.

use super::generate::{Generator, MAX_DEPTH};
use super::memory::Pointer;
use crate::ir_values::Kind::{self, *};
use crate::ir_values::vector;
use crate::run_tests::processor;
use std::fmt::Write;
use wavec_gpu_mc::symbolic::dpp_ctrl_is_valid;

/// The suffix of an intrinsic's name for this type.
pub(super) fn suffix(kind: &Kind) -> String {
    match kind {
        Half => "f16".into(),
        BFloat => "bf16".into(),
        Float => "f32".into(),
        Double => "f64".into(),
        Vector(count, element) => format!("v{count}{}", suffix(element)),
        other => other.text(),
    }
}

impl Generator {
    /// A statement of the later additions.
    pub(super) fn one_more(&mut self) {
        match self.random.below(29) {
            0..=5 => self.integer_intrinsic(),
            6 | 7 => self.float_operation(),
            8 => self.reduction(),
            9 => self.overflow(),
            10 => self.signed_division(),
            11 => self.choice(),
            12 | 13 if self.depth == 0 => self.more_among_lanes(),
            12..=14 => self.pointer_in_memory(),
            15 | 16 => self.call(),
            17 if self.depth < MAX_DEPTH => self.switch(),
            18 if self.depth < MAX_DEPTH => self.irreducible(),
            19 | 20 => self.narrow_atomic(),
            21 | 22 => self.promise(),
            23 | 24 => self.bounds(),
            25 | 26 => self.bytes(),
            27 => self.partly_defined(),
            _ => self.undefined(),
        }
    }

    /// Integers, and vectors of them.
    fn integers(&mut self) -> Kind {
        match self.random.below(4) {
            0 => {
                let (count, bits) = (
                    self.random.pick(&[2, 3, 4, 5]),
                    self.random.pick(&[8, 16, 32, 64]),
                );
                vector(count, Int(bits))
            }
            1 => Int(self.random.pick(&[7, 24, 33, 48, 96])),
            _ => self.int(),
        }
    }

    fn integer_intrinsic(&mut self) {
        let kind = self.integers();
        let (ty, of) = (kind.text(), suffix(&kind));
        let bits = match &kind {
            Vector(_, element) => element.bits(),
            other => other.bits(),
        };
        let (a, b, c) = (self.value(&kind), self.value(&kind), self.value(&kind));
        let call = match self.random.below(9) {
            0 => format!("ctpop.{of}({ty} {a})"),
            1 => {
                let what = self.random.pick(&["ctlz", "cttz", "abs"]);
                format!("{what}.{of}({ty} {a}, i1 false)")
            }
            2 => format!("bitreverse.{of}({ty} {a})"),
            3 if bits % 16 == 0 => format!("bswap.{of}({ty} {a})"),
            3..=5 => {
                let what = self.random.pick(&["fshl", "fshr"]);
                format!("{what}.{of}({ty} {a}, {ty} {b}, {ty} {c})")
            }
            6 | 7 => {
                let what = self
                    .random
                    .pick(&["uadd.sat", "sadd.sat", "usub.sat", "ssub.sat"]);
                format!("{what}.{of}({ty} {a}, {ty} {b})")
            }
            _ => {
                let what = self.random.pick(&["umin", "umax", "smin", "smax"]);
                format!("{what}.{of}({ty} {a}, {ty} {b})")
            }
        };
        let value = self.w.inst(&format!("call {ty} @llvm.{call}"));
        self.keep(value, kind);
    }

    fn float_operation(&mut self) {
        let kind = match self.random.below(3) {
            0 => {
                let (count, element) = (self.random.pick(&[2, 3, 4]), self.float());
                vector(count, element)
            }
            _ => self.float(),
        };
        let (ty, of) = (kind.text(), suffix(&kind));
        let (a, b, c) = (self.value(&kind), self.value(&kind), self.value(&kind));
        let is_scalar = !matches!(kind, Vector(..));
        let is_brain = of.contains("bf16");
        let value = match self.random.below(8) {
            0 if is_scalar => self.w.inst(&format!("fdiv {ty} {a}, {b}")),
            1 if is_scalar && !is_brain => {
                let number = self.number();
                let power = self.w.inst(&format!("srem i32 {number}, 9"));
                self.w
                    .inst(&format!("call {ty} @llvm.ldexp.{of}.i32({ty} {a}, i32 {power})"))
            }
            2 if is_scalar && !is_brain => {
                // The exponent of a non-finite value is not defined.
                let pair = self
                    .w
                    .inst(&format!("call {{ {ty}, i32 }} @llvm.frexp.{of}.i32({ty} {a})"));
                let class = self
                    .w
                    .inst(&format!("call i1 @llvm.is.fpclass.{of}({ty} {a}, i32 504)"));
                let exponent = self.w.inst(&format!("extractvalue {{ {ty}, i32 }} {pair}, 1"));
                let known = self.w.inst(&format!("select i1 {class}, i32 {exponent}, i32 0"));
                let fraction = self.w.inst(&format!("extractvalue {{ {ty}, i32 }} {pair}, 0"));
                self.keep(known, Int(32));
                self.w
                    .inst(&format!("select i1 {class}, {ty} {fraction}, {ty} 1.0"))
            }
            3 => self.w.inst(&format!("fneg {ty} {a}")),
            4 => {
                let what = self.random.pick(&["floor", "ceil", "trunc", "rint", "fabs"]);
                self.w.inst(&format!("call {ty} @llvm.{what}.{of}({ty} {a})"))
            }
            5 => self
                .w
                .inst(&format!("call {ty} @llvm.copysign.{of}({ty} {a}, {ty} {b})")),
            6 if !is_brain => self
                .w
                .inst(&format!("call {ty} @llvm.fma.{of}({ty} {a}, {ty} {b}, {ty} {c})")),
            _ => {
                let predicate = self.random.pick(&["olt", "oge", "une", "oeq", "ult"]);
                let bits = match &kind {
                    Vector(count, _) => format!("<{count} x i1>"),
                    _ => "i1".into(),
                };
                let less = self.w.inst(&format!("fcmp {predicate} {ty} {a}, {b}"));
                self.w.inst(&format!("select {bits} {less}, {ty} {b}, {ty} {c}"))
            }
        };
        let value = self.ordered(&kind, value);
        self.keep(value, kind);
    }

    fn reduction(&mut self) {
        let (count, bits) = (
            self.random.pick(&[2, 3, 4, 8]),
            self.random.pick(&[1, 8, 16, 32, 64]),
        );
        let kind = vector(if bits == 64 { 2 } else { count }, Int(bits));
        let value = self.value(&kind);
        let what = self
            .random
            .pick(&["add", "mul", "and", "or", "xor", "smax", "umin"]);
        let (ty, of) = (kind.text(), suffix(&kind));
        let sum = self.w.inst(&format!(
            "call i{bits} @llvm.vector.reduce.{what}.{of}({ty} {value})"
        ));
        self.keep(sum, Int(bits));
    }

    fn overflow(&mut self) {
        let bits = self.random.pick(&[8, 16, 24, 32, 32, 64, 64, 128]);
        let what = self
            .random
            .pick(&["uadd", "sadd", "usub", "ssub", "umul", "smul"]);
        let (a, b) = (self.value(&Int(bits)), self.value(&Int(bits)));
        let pair = self.w.inst(&format!(
            "call {{ i{bits}, i1 }} @llvm.{what}.with.overflow.i{bits}(i{bits} {a}, i{bits} {b})"
        ));
        let kind = Struct(vec![Int(bits), Int(1)]);
        for (index, member) in [Int(bits), Int(1)].into_iter().enumerate() {
            let part = self.w.extract(&kind, &pair, index);
            self.keep(part, member);
        }
        self.keep(pair, kind);
    }

    /// A divisor that is neither zero nor minus one.
    fn signed_division(&mut self) {
        let kind = Int(self.random.pick(&[8, 16, 24, 32, 32, 64, 96]));
        let ty = kind.text();
        let (a, b) = (self.value(&kind), self.value(&kind));
        let divisor = match self.random.chance(30) {
            true => self.random.pick(&["3", "-7", "10", "64", "-2"]).to_string(),
            false => {
                let odd = self.w.inst(&format!("or {ty} {b}, 3"));
                let is_one = self.w.inst(&format!("icmp eq {ty} {odd}, -1"));
                self.w.inst(&format!("select i1 {is_one}, {ty} 5, {ty} {odd}"))
            }
        };
        let op = self.random.pick(&["sdiv", "srem"]);
        let value = self.w.inst(&format!("{op} {ty} {a}, {divisor}"));
        self.keep(value, kind);
    }

    /// One of two values of any type.
    fn choice(&mut self) {
        let kind = self.kind();
        let ty = kind.text();
        let (a, b, bit) = (self.value(&kind), self.value(&kind), self.condition());
        let value = self.w.inst(&format!("select i1 {bit}, {ty} {a}, {ty} {b}"));
        self.keep(value, kind);
    }

    fn more_among_lanes(&mut self) {
        let (number, other) = (self.number(), self.number());
        let call = match self.random.below(8) {
            0 | 1 => {
                // Permutations of quads, shifts and rotations of rows and of the wave, mirrors, and broadcasts.
                let controls = [0x1b, 0xb1, 0x4e, 0x111, 0x104, 0x123, 0x138, 0x140, 0x141, 0x142];
                let control = match self.random.pick(&controls) {
                    known if dpp_ctrl_is_valid(known, processor().family.dpp_controls) => known,
                    _ => controls[0],
                };
                let (rows, banks) = (self.random.pick(&[15, 15, 10]), self.random.pick(&[15, 15, 5]));
                let zero = self.random.pick(&["false", "true"]);
                format!(
                    "update.dpp.i32(i32 {other}, i32 {number}, i32 {control}, i32 {rows}, i32 {banks}, i1 {zero})"
                )
            }
            2 => format!(
                "ds.swizzle(i32 {number}, i32 {})",
                self.random.pick(&[0x041f, 0x0801, 0x8055])
            ),
            3 => format!(
                "writelane.i32(i32 {}, i32 {}, i32 {number})",
                self.random.below(99),
                self.random.below(64)
            ),
            4 => {
                let what = self.random.pick(&["add", "umax", "min", "xor", "or"]);
                format!("wave.reduce.{what}.i32(i32 {number}, i32 0)")
            }
            5 => {
                // After divergent control flow, lanes that were inactive have no value there.
                let given = self.w.inst(&format!(
                    "call i32 @llvm.amdgcn.set.inactive.i32(i32 {number}, i32 7)"
                ));
                let sum = self.w.inst(&format!("mul i32 {given}, 77"));
                let what = self.random.pick(&["strict.wwm", "strict.wqm", "wqm", "softwqm"]);
                format!("{what}.i32(i32 {sum})")
            }
            6 => {
                let bit = self.condition();
                let any = self.w.inst(&format!("call i1 @llvm.amdgcn.wqm.vote(i1 {bit})"));
                return self.keep(any, Int(1));
            }
            _ => {
                let bit = self.condition();
                let lanes = self
                    .w
                    .inst(&format!("call i64 @llvm.amdgcn.ballot.i64(i1 {bit})"));
                let low = self.w.inst(&format!("trunc i64 {lanes} to i32"));
                format!("mbcnt.lo(i32 {low}, i32 {number})")
            }
        };
        let value = self.w.inst(&format!("call i32 @llvm.amdgcn.{call}"));
        self.keep(value, Int(32));
    }

    /// A pointer that is stored and loaded, and then overwritten.
    fn pointer_in_memory(&mut self) {
        let (pointer, home) = (self.any_pointer(), self.writable_pointer());
        if pointer.space == 7 {
            return;
        }
        let bytes = Ptr(pointer.space).bits() / 8;
        let (ty, home_ty) = (pointer.ty(), home.ty());
        let (address, align) = self.address(&home, bytes, 1);
        let volatile = self.random.pick(&["", "", "volatile "]);
        let promise = match pointer.space {
            // LLVM 22 leaves the promise on the call that a load through a fat pointer becomes.
            0 | 1 | 4 if home.space != 7 => self.random.pick(&["", ", !nonnull !50"]),
            _ => "",
        };
        let _ = writeln!(
            self.w.text,
            "  store {volatile}{ty} {}, {home_ty} {address}, align {align}",
            pointer.name
        );
        let name = self.w.inst(&format!(
            "load {volatile}{ty}, {home_ty} {address}, align {align}{promise}"
        ));
        let _ = writeln!(
            self.w.text,
            "  call void @llvm.memset.p{}.i32({home_ty} align {align} {address}, i8 0, i32 {bytes}, i1 false)",
            home.space
        );
        let name = match self.random.chance(25) && pointer.space != 4 {
            false => name,
            true => {
                let bits = 8 * bytes;
                let number = self.w.inst(&format!("ptrtoint {ty} {name} to i{bits}"));
                self.w.inst(&format!("inttoptr i{bits} {number} to {ty}"))
            }
        };
        self.pointers.push(Pointer { name, ..pointer });
    }

    /// An atomic on a part of a dword.
    fn narrow_atomic(&mut self) {
        let pointer = self.writable_pointer();
        let bits = self.random.pick(&[8, 16]);
        if pointer.align < bits / 8 || pointer.space == 7 {
            return;
        }
        let kind = Int(bits);
        let (ty, value, to) = (kind.text(), self.value(&kind), pointer.ty());
        let (address, align) = self.address(&pointer, bits / 8, bits / 8);
        if self.random.chance(30) {
            let expected = self.value(&kind);
            let pair = self.w.inst(&format!(
                "cmpxchg {to} {address}, {ty} {expected}, {ty} {value} syncscope(\"agent\") monotonic monotonic, align {align}"
            ));
            let old = self.w.inst(&format!("extractvalue {{ {ty}, i1 }} {pair}, 0"));
            return self.keep(old, kind);
        }
        let op = self.random.pick(&["add", "xor", "and", "umax", "xchg", "nand"]);
        let old = self.w.inst(&format!(
            "atomicrmw {op} {to} {address}, {ty} {value} syncscope(\"workgroup\") monotonic, align {align}"
        ));
        self.keep(old, kind);
    }

    /// A number with an assumption about it.
    fn promise(&mut self) {
        let number = self.number();
        let small = self.w.inst(&format!("and i32 {number}, 63"));
        if self.random.chance(40) {
            let holds = self.w.inst(&format!("icmp ult i32 {small}, 64"));
            let _ = writeln!(self.w.text, "  call void @llvm.assume(i1 {holds})");
            return self.keep(small, Int(32));
        }
        let pointer = self.writable_pointer();
        let (address, align) = self.address(&pointer, 4, 1);
        let ty = pointer.ty();
        let _ = writeln!(
            self.w.text,
            "  store volatile i32 {small}, {ty} {address}, align {align}"
        );
        let known = self
            .w
            .inst(&format!("load i32, {ty} {address}, align {align}, !range !51"));
        self.keep(known, Int(32));
    }

    /// A poison value that is made harmless.
    fn undefined(&mut self) {
        let kind = self.integers();
        let (ty, value) = (kind.text(), self.value(&kind));
        let what = self.random.pick(&["undef", "poison"]);
        let some = self.w.inst(&format!("freeze {ty} {what}"));
        let nothing = match self.random.below(3) {
            0 => self.w.inst(&format!("xor {ty} {some}, {some}")),
            1 => self.w.inst(&format!("sub {ty} {some}, {some}")),
            _ => {
                let zero = if matches!(kind, Vector(..)) {
                    "zeroinitializer"
                } else {
                    "0"
                };
                self.w.inst(&format!("and {ty} {some}, {zero}"))
            }
        };
        let same = self.w.inst(&format!("or {ty} {value}, {nothing}"));
        self.keep(same, kind);
    }

    /// One of the two elements that a vector has, by a computed index, which may be the same in all lanes.
    fn partly_defined(&mut self) {
        let element = match self.random.below(2) {
            0 => Int(self.random.pick(&[8, 16, 32, 64])),
            _ => self.float(),
        };
        let count = 2 + self.random.below(15);
        let kind = vector(count as u32, element.clone());
        let (ty, of) = (kind.text(), element.text());
        let first = self.random.below(count);
        let second = (first + 1 + self.random.below(count - 1)) % count;
        let is_uniform = self.random.chance(50);
        let number = match is_uniform {
            true => self.w.inst("call i32 @llvm.amdgcn.workgroup.id.x()"),
            false => self.number(),
        };
        let is_float = !matches!(element, Int(_));
        let mut whole = "poison".to_string();
        for at in [first, second] {
            let value = match is_uniform && is_float {
                // The same in all lanes, but computed in vector registers.
                true => self.w.inst(&format!("uitofp i32 {number} to {of}")),
                false => self.value(&element),
            };
            whole = self
                .w
                .inst(&format!("insertelement {ty} {whole}, {of} {value}, i32 {at}"));
        }
        let bit = self.w.inst(&format!("trunc i32 {number} to i1"));
        let at = self
            .w
            .inst(&format!("select i1 {bit}, i32 {first}, i32 {second}"));
        let out = self.w.inst(&format!("extractelement {ty} {whole}, i32 {at}"));
        self.keep(out, element);
    }
}
