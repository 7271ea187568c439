//! What exists for one type or a few.

use super::Forms;

pub(super) fn others(forms: &mut Forms) {
    let list: &[(&str, &[&str], &str, &str)] = &[
        ("readcyclecounter", &[], "", "i64"),
        ("readsteadycounter", &[], "", "i64"),
        ("trap", &[], "", ""),
        ("debugtrap", &[], "", ""),
        ("ubsantrap", &[], "i8 3", ""),
        ("assume", &["i1"], "", ""),
        ("donothing", &[], "", ""),
        ("sideeffect", &[], "", ""),
        ("get.rounding", &[], "", "i32"),
        ("set.rounding", &["i32"], "", ""),
        ("set.rounding", &[], "i32 1", ""),
        ("get.fpenv.i64", &[], "", "i64"),
        ("set.fpenv.i64", &["i64"], "", ""),
        ("reset.fpenv", &[], "", ""),
        ("get.fpmode.i32", &[], "", "i32"),
        ("set.fpmode.i32", &["i32"], "", ""),
        ("reset.fpmode", &[], "", ""),
        ("flt.rounds", &[], "", "i32"),
        ("stacksave.p5", &[], "", "ptr addrspace(5)"),
        ("returnaddress", &[], "i32 0", "ptr"),
        ("frameaddress.p5", &[], "i32 0", "ptr addrspace(5)"),
        ("frameaddress.p0", &[], "i32 0", "ptr"),
        ("addressofreturnaddress.p5", &[], "", "ptr addrspace(5)"),
        ("addressofreturnaddress.p0", &[], "", "ptr"),
        ("sponentry.p5", &[], "", "ptr addrspace(5)"),
        ("thread.pointer.p0", &[], "", "ptr"),
        ("stackrestore.p5", &["ptr addrspace(5)"], "", ""),
        ("fake.use", &["i32"], "", ""),
        ("fake.use", &["<3 x half>"], "", ""),
        ("pseudoprobe", &[], "i64 1, i64 1, i32 0, i64 -1", ""),
        ("allow.ubsan.check", &[], "i8 3", "i1"),
        ("allow.runtime.check", &[], "metadata !\"c\"", "i1"),
        ("experimental.widenable.condition", &[], "", "i1"),
        ("get.active.lane.mask.v8i1.i32", &["i32", "i32"], "", "<8 x i1>"),
        ("get.active.lane.mask.v3i1.i64", &["i64", "i64"], "", "<3 x i1>"),
        (
            "experimental.get.vector.length.i32",
            &["i32"],
            "i32 4, i1 false",
            "i32",
        ),
        ("loop.decrement.i32", &["i32"], "", "i1"),
        ("clear_cache", &["ptr", "ptr"], "", ""),
        ("prefetch.p1", &["ptr addrspace(1)"], "i32 0, i32 3, i32 1", ""),
        ("prefetch.p0", &["ptr"], "i32 0, i32 3, i32 1", ""),
        ("prefetch.p3", &["ptr addrspace(3)"], "i32 0, i32 3, i32 1", ""),
        ("prefetch.p7", &["ptr addrspace(7)"], "i32 0, i32 3, i32 1", ""),
        ("ptrmask.p0.i64", &["ptr", "i64"], "", "ptr"),
        (
            "ptrmask.p1.i64",
            &["ptr addrspace(1)", "i64"],
            "",
            "ptr addrspace(1)",
        ),
        (
            "ptrmask.p3.i32",
            &["ptr addrspace(3)", "i32"],
            "",
            "ptr addrspace(3)",
        ),
        (
            "ptrmask.p7.i32",
            &["ptr addrspace(7)", "i32"],
            "",
            "ptr addrspace(7)",
        ),
        (
            "ptrmask.v2p1.v2i64",
            &["<2 x ptr addrspace(1)>", "<2 x i64>"],
            "",
            "<2 x ptr addrspace(1)>",
        ),
        (
            "launder.invariant.group.p1",
            &["ptr addrspace(1)"],
            "",
            "ptr addrspace(1)",
        ),
        ("strip.invariant.group.p0", &["ptr"], "", "ptr"),
        (
            "launder.invariant.group.p7",
            &["ptr addrspace(7)"],
            "",
            "ptr addrspace(7)",
        ),
        ("invariant.start.p1", &[], "i64 4, ptr addrspace(1) %in", "ptr"),
        (
            "objectsize.i32.p0",
            &["ptr"],
            "i1 false, i1 false, i1 false",
            "i32",
        ),
        (
            "objectsize.i64.p1",
            &["ptr addrspace(1)"],
            "i1 true, i1 false, i1 true",
            "i64",
        ),
        ("load.relative.i32", &["ptr", "i32"], "", "ptr"),
        (
            "expect.with.probability.i32",
            &["i32"],
            "i32 3, double 0.5",
            "i32",
        ),
        ("ssa.copy.i32", &["i32"], "", "i32"),
        ("ssa.copy.v2i1", &["<2 x i1>"], "", "<2 x i1>"),
        ("vscale.i32", &[], "", "i32"),
        ("dead.i32", &[], "", "i32"),
        ("eh.sjlj.setjmp", &["ptr"], "", "i32"),
        ("gcroot", &[], "", ""),
        ("call.preallocated.setup", &[], "i32 1", "token"),
        (
            "threadlocal.address.p1",
            &["ptr addrspace(1)"],
            "",
            "ptr addrspace(1)",
        ),
        ("annotation.i32.p0", &["i32", "ptr", "ptr"], "i32 0", "i32"),
        (
            "ptr.annotation.p1.p0",
            &["ptr addrspace(1)", "ptr", "ptr"],
            "i32 0, ptr null",
            "ptr addrspace(1)",
        ),
        (
            "var.annotation.p0.p0",
            &["ptr", "ptr", "ptr"],
            "i32 0, ptr null",
            "",
        ),
        ("instrprof.increment", &["ptr"], "i64 0, i32 1, i32 0", ""),
        ("read_register.i32", &[], "metadata !0", "i32"),
        ("read_register.i64", &[], "metadata !1", "i64"),
        ("write_register.i32", &[], "metadata !2, i32 3", ""),
        ("read_volatile_register.i64", &[], "metadata !1", "i64"),
        ("experimental.convergence.anchor", &[], "", "token"),
        (
            "masked.udiv.v4i32",
            &["<4 x i32>", "<4 x i32>", "<4 x i1>"],
            "",
            "<4 x i32>",
        ),
        (
            "vp.add.v4i32",
            &["<4 x i32>", "<4 x i32>", "<4 x i1>", "i32"],
            "",
            "<4 x i32>",
        ),
        (
            "vp.srem.v3i16",
            &["<3 x i16>", "<3 x i16>", "<3 x i1>", "i32"],
            "",
            "<3 x i16>",
        ),
        (
            "vp.fma.v4f16",
            &["<4 x half>", "<4 x half>", "<4 x half>", "<4 x i1>", "i32"],
            "",
            "<4 x half>",
        ),
        (
            "vp.sext.v2i64.v2i32",
            &["<2 x i32>", "<2 x i1>", "i32"],
            "",
            "<2 x i64>",
        ),
        (
            "vp.gather.v2i32.v2p1",
            &["<2 x ptr addrspace(1)>", "<2 x i1>", "i32"],
            "",
            "<2 x i32>",
        ),
        (
            "vp.reduce.fadd.v3f32",
            &["float", "<3 x float>", "<3 x i1>", "i32"],
            "",
            "float",
        ),
        (
            "vp.load.v4i32.p1",
            &["ptr addrspace(1)", "<4 x i1>", "i32"],
            "",
            "<4 x i32>",
        ),
        (
            "vp.reduce.add.v4i32",
            &["i32", "<4 x i32>", "<4 x i1>", "i32"],
            "",
            "i32",
        ),
        (
            "matrix.multiply.v4f32.v4f32.v4f32",
            &["<4 x float>", "<4 x float>"],
            "i32 2, i32 2, i32 2",
            "<4 x float>",
        ),
        (
            "matrix.transpose.v6i32",
            &["<6 x i32>"],
            "i32 2, i32 3",
            "<6 x i32>",
        ),
        ("lifetime.start.p5", &[], "ptr addrspace(5) poison", ""),
        ("va_start.p5", &["ptr addrspace(5)"], "", ""),
        ("localaddress", &[], "", "ptr"),
        ("amdgcn.reloc.constant", &[], "metadata !3", "i32"),
        ("type.test", &["ptr"], "metadata !\"t\"", "i1"),
        ("public.type.test", &["ptr"], "metadata !\"t\"", "i1"),
    ];
    for (name, operands, extra, result) in list {
        let stored = if *result == "token" { "" } else { result };
        forms.call(name, operands, extra, result);
        let form = forms.0.last_mut().expect("the form just added");
        if stored.is_empty() && !result.is_empty() {
            form.text = form
                .text
                .lines()
                .filter(|line| !line.starts_with("store token") && !line.starts_with("%q"))
                .fold(String::new(), |text, line| text + line + "\n");
        }
        if extra.contains("metadata !") {
            form.text
                .push_str("!0 = !{!\"m0\"}\n!1 = !{!\"exec\"}\n!2 = !{!\"m0\"}\n!3 = !{!\"constant\"}\n");
        }
    }
}
