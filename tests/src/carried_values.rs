//! Values of every first-class type that leave loops: kernels in which lanes leave a loop at different times, and each
//! keeps the value of its own last iteration, in registers, in memory or through a call. At every level the emulator
//! must compute what the IR interpreter computes.

use crate::ir_values::Kind::*;
use crate::ir_values::{Kind, Writer, array, vector};
use crate::run_tests::compile;
use libtest_mimic::{Failed, Trial};
use std::fmt::Write;
use wavec::InputKind;
use wavec::runtime::{Arg, CodeObject, Emulator, LaunchOptions};
use wavec_ir::interp::{self, Interpreter};

const ITEMS: u32 = 64;
/// Words of each work-item's results.
const WORDS: u32 = 128;

fn kinds() -> Vec<Kind> {
    let mut all = vec![Half, BFloat, Float, Double];
    all.extend([1, 2, 7, 8, 16, 24, 32, 33, 48, 63, 64, 65, 95, 96, 100, 127, 128].map(Int));
    all.extend([0, 1, 3, 4, 5].map(Ptr));
    for (element, counts) in [
        (Int(1), &[2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64][..]),
        (Int(8), &[2, 3, 4, 5, 8, 16]),
        (Int(16), &[2, 3, 4, 5, 8]),
        (Int(32), &[2, 3, 4, 5, 8, 16]),
        (Int(64), &[2, 3, 4]),
        (Half, &[2, 3, 4, 8]),
        (BFloat, &[2, 3, 4]),
        (Float, &[2, 3, 4]),
        (Double, &[2]),
        (Ptr(1), &[2]),
        (Ptr(3), &[2, 3]),
    ] {
        all.extend(counts.iter().map(|&count| vector(count, element.clone())));
    }
    // Elements of odd sizes, single and many.
    for bits in [1u32, 3, 5, 7, 12, 13, 17, 31, 33, 63, 65, 100, 127, 128] {
        let counts = [1, 2, 3, 7, 13, 16, 32];
        let counts = counts
            .into_iter()
            .filter(|&count| count * bits.div_ceil(32) <= 32);
        all.extend(counts.map(|count| vector(count, Int(bits))));
    }
    all.extend([128, 100].map(|count| vector(count, Int(1))));
    all.extend([Half, BFloat, Float, Double, Ptr(1), Ptr(3)].map(|element| vector(1, element)));
    all.extend([
        array(2, Int(1)),
        array(3, Int(8)),
        array(2, vector(3, Int(1))),
        array(2, vector(1, Int(7))),
        Struct(vec![Int(32), Int(1)]),
        Struct(vec![Int(1), vector(2, Int(1)), Half]),
        Struct(vec![Int(64), array(2, vector(3, Int(1)))]),
        Struct(vec![Ptr(1), Int(1), Ptr(3)]),
        array(2, Struct(vec![Int(8), Double])),
        Struct(vec![Int(7), Int(33), BFloat, vector(3, Int(16))]),
    ]);
    all
}

/// A way for a value to leave a loop: writes blocks, starting in `entry` and leaving the last one open, and names the
/// value there.
type Form = (&'static str, fn(&mut Writer, &Kind) -> String);

const FORMS: &[Form] = &[
    ("made in the loop", |w, kind| {
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        close_loop(w, "a", "%n");
        value
    }),
    ("passed on in the loop", |w, kind| {
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        let value = w.pass(kind, &value);
        close_loop(w, "a", "%n");
        value
    }),
    ("passed on after the loop", |w, kind| {
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        close_loop(w, "a", "%n");
        w.pass(kind, &value)
    }),
    ("of the iteration before", |w, kind| {
        let ty = kind.text();
        let first = w.make(kind, "77");
        open_loop(
            w,
            "a",
            "entry",
            &format!("  %old = phi {ty} [ {first}, %entry ], [ %new, %a ]\n"),
        );
        let value = w.make(kind, "%i.a");
        select(w, "%new", kind, "true", &value, &value);
        close_loop(w, "a", "%n");
        "%old".into()
    }),
    ("selected in the loop", |w, kind| {
        let other = w.make(kind, "%id");
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        let bit = w.inst("trunc i32 %i.a to i1");
        select(w, "%new", kind, &bit, &value, &other);
        close_loop(w, "a", "%n");
        "%new".into()
    }),
    ("changed by members", |w, kind| {
        let ty = kind.text();
        let first = w.make(kind, "99");
        open_loop(
            w,
            "a",
            "entry",
            &format!("  %old = phi {ty} [ {first}, %entry ], [ %new, %a ]\n"),
        );
        let mut value = "%old".to_string();
        let members = kind.members();
        for index in (0..members.len()).step_by(2) {
            let member = w.make(members[index], "%i.a");
            value = w.insert(kind, &value, &member, index);
        }
        if members.is_empty() {
            value = w.make(kind, "%i.a");
        }
        let bit = w.inst("icmp ult i32 %i.a, 5");
        select(w, "%new", kind, &bit, &value, "%old");
        close_loop(w, "a", "%n");
        "%new".into()
    }),
    ("through one of two exits", |w, kind| {
        let ty = kind.text();
        w.text += "  br label %a\na:\n  %i.a = phi i32 [ 0, %entry ], [ %j.a, %rest ]\n";
        let early = w.make(kind, "%i.a");
        w.text += "  %half = lshr i32 %id, 2\n  %stop = icmp eq i32 %i.a, %half\n  br i1 %stop, label %out.a, label %rest\nrest:\n";
        let number = w.inst("add i32 %i.a, 1000");
        let late = w.make(kind, &number);
        w.text += "  %j.a = add i32 %i.a, 1\n  %c.a = icmp slt i32 %j.a, %n\n  br i1 %c.a, label %a, label %out.a\nout.a:\n";
        let _ = writeln!(w.text, "  %left = phi {ty} [ {early}, %a ], [ {late}, %rest ]");
        "%left".into()
    }),
    ("out of two loops", |w, kind| {
        w.text += "  br label %o\no:\n  %i.o = phi i32 [ 0, %entry ], [ %j.o, %out.a ]\n";
        open_loop(w, "a", "o", "");
        let number = w.inst("add i32 %i.a, %i.o");
        let value = w.make(kind, &number);
        close_loop(w, "a", "%n");
        w.text += "  %j.o = add i32 %i.o, 1\n  %odd = and i32 %id, 1\n  %m = add i32 %odd, 1\n  \
                   %c.o = icmp slt i32 %j.o, %m\n  br i1 %c.o, label %o, label %out.o\nout.o:\n";
        value
    }),
    ("through another loop", |w, kind| {
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        close_loop(w, "a", "%n");
        let ty = kind.text();
        let phi = format!("  %kept = phi {ty} [ {value}, %out.a ], [ %new, %b ]\n");
        open_loop(w, "b", "out.a", &phi);
        let other = w.make(kind, "%i.b");
        let bit = w.inst("icmp eq i32 %i.b, 2");
        select(w, "%new", kind, &bit, &other, "%kept");
        close_loop(w, "b", "%id");
        "%kept".into()
    }),
    ("of arms in the loop", |w, kind| {
        let ty = kind.text();
        w.text += "  br label %a\na:\n  %i.a = phi i32 [ 0, %entry ], [ %j.a, %join ]\n  \
                   %x = xor i32 %i.a, %id\n  %bit = trunc i32 %x to i1\n  br i1 %bit, label %yes, label %no\nyes:\n";
        let yes = w.make(kind, "%i.a");
        w.text += "  br label %join\nno:\n";
        let no = w.make(kind, "%x");
        let _ = writeln!(
            w.text,
            "  br label %join\njoin:\n  %met = phi {ty} [ {yes}, %yes ], [ {no}, %no ]"
        );
        w.text += "  %j.a = add i32 %i.a, 1\n  %c.a = icmp slt i32 %j.a, %n\n  br i1 %c.a, label %a, label %out.a\nout.a:\n";
        "%met".into()
    }),
    ("through memory", |w, kind| {
        let ty = kind.text();
        let _ = writeln!(w.text, "  %place = alloca {ty}, addrspace(5)");
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        let _ = writeln!(w.text, "  store volatile {ty} {value}, ptr addrspace(5) %place");
        close_loop(w, "a", "%n");
        w.inst(&format!("load volatile {ty}, ptr addrspace(5) %place"))
    }),
    ("through a call", |w, kind| {
        let ty = kind.text();
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        close_loop(w, "a", "%n");
        w.inst(&format!("call {ty} @same({ty} {value})"))
    }),
    ("used by some lanes", |w, kind| {
        let ty = kind.text();
        open_loop(w, "a", "entry", "");
        let value = w.make(kind, "%i.a");
        close_loop(w, "a", "%n");
        w.text += "  %bit = trunc i32 %id to i1\n  br i1 %bit, label %yes, label %join\nyes:\n";
        let yes = w.pass(kind, &value);
        let _ = writeln!(
            w.text,
            "  br label %join\njoin:\n  %met = phi {ty} [ {yes}, %yes ], [ {value}, %out.a ]"
        );
        "%met".into()
    }),
];

fn open_loop(w: &mut Writer, name: &str, from: &str, phis: &str) {
    let _ = write!(
        w.text,
        "  br label %{name}\n{name}:\n  %i.{name} = phi i32 [ 0, %{from} ], [ %j.{name}, %{name} ]\n{phis}"
    );
}

fn close_loop(w: &mut Writer, name: &str, limit: &str) {
    let _ = write!(
        w.text,
        "  %j.{name} = add i32 %i.{name}, 1\n  %c.{name} = icmp slt i32 %j.{name}, {limit}\n  \
         br i1 %c.{name}, label %{name}, label %out.{name}\nout.{name}:\n"
    );
}

fn select(w: &mut Writer, name: &str, kind: &Kind, bit: &str, yes: &str, no: &str) {
    let ty = kind.text();
    let _ = writeln!(w.text, "  {name} = select i1 {bit}, {ty} {yes}, {ty} {no}");
}

fn source(kind: &Kind) -> String {
    let ty = kind.text();
    let mut text = format!(
        "declare i32 @llvm.amdgcn.workitem.id.x()\n\
         define internal {ty} @same({ty} %value) noinline {{\n  ret {ty} %value\n}}\n"
    );
    for (index, (name, form)) in FORMS.iter().enumerate() {
        let mut w = Writer::default();
        let value = form(&mut w, kind);
        let mut words = 0;
        w.observe(kind, &value, &mut words);
        assert!(words <= WORDS, "the results of {} fit", kind.text());
        let _ = write!(
            text,
            "; {name}\ndefine amdgpu_kernel void @k{index}(ptr addrspace(1) %buffer) {{\nentry:\n  \
             %id = call i32 @llvm.amdgcn.workitem.id.x()\n  %first = mul i32 %id, {WORDS}\n  \
             %out = getelementptr i32, ptr addrspace(1) %buffer, i32 %first\n  \
             %by3 = mul i32 %id, 3\n  %n = and i32 %by3, 15\n{}  ret void\n}}\n",
            w.text
        );
    }
    text
}

/// One test per type.
pub fn trials() -> Vec<Trial> {
    let trial = |kind: Kind| {
        let name = kind.text().replace(' ', "");
        Trial::test(format!("carried_values/{name}"), move || run(&kind))
    };
    kinds().into_iter().map(trial).collect()
}

fn run(kind: &Kind) -> Result<(), Failed> {
    let text = source(kind);
    let module = wavec_ir::text::parse_module_text(&text, &wavec_target_gpu::intrinsics::REGISTRY)
        .map_err(|error| format!("{error}\n{text}"))?;
    let target = wavec_target_gpu::interp::AmdgpuInterp::of(&crate::run_tests::processor());
    let empty = vec![0u8; (4 * ITEMS * WORDS) as usize];
    let (grid, group) = ([ITEMS, 1, 1], [ITEMS, 1, 1]);
    let mut wanted = Vec::new();
    for (index, (name, _)) in FORMS.iter().enumerate() {
        let mut device = Interpreter::new(&module, &target).map_err(|error| error.to_string())?;
        let out = device.alloc_with(&empty);
        let arguments = [interp::Arg::Buffer(out)];
        device
            .launch(
                &format!("k{index}"),
                grid,
                group,
                &arguments,
                &interp::LaunchOptions::default(),
            )
            .map_err(|error| format!("{name}: {error}\n{text}"))?;
        wanted.push(device.read(out).to_vec());
    }
    let mut differences = String::new();
    for level in 0..4 {
        let code = compile("carried.ll", &text, InputKind::Ir, level)
            .map_err(|error| format!("O{level}: {error}\n{text}"))?;
        let code = CodeObject::load(&code).map_err(|error| error.to_string())?;
        for (index, (name, _)) in FORMS.iter().enumerate() {
            let mut device = Emulator::new();
            let out = device.alloc_with(&empty);
            let launched = device.launch(
                &code,
                &format!("k{index}"),
                grid,
                group,
                &[Arg::Buffer(out)],
                &LaunchOptions::default(),
            );
            let (found, wanted) = (device.read(out), &wanted[index]);
            let different = found.iter().zip(wanted).position(|(a, b)| a != b);
            match (launched, different) {
                (Err(fault), _) => drop(writeln!(differences, "O{level}: k{index}, {name}: {fault}")),
                (_, None) => {}
                (_, Some(at)) => {
                    let (item, word) = (at / 4 / WORDS as usize, at / 4 % WORDS as usize);
                    let what = format!("word {word} of work-item {item} differs");
                    let _ = writeln!(differences, "O{level}: k{index}, {name}: {what}");
                }
            }
        }
    }
    match differences.is_empty() {
        true => Ok(()),
        false => Err(format!("{differences}{text}").into()),
    }
}
