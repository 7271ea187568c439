use super::*;
use wavec_ir::intrinsics::builtins::{BuiltinLowering, OverloadSource};
use wavec_ir::{Context, Type};

fn print(name: &str, arg: usize, value: u64) -> String {
    let id = REGISTRY.lookup(name).unwrap_or_else(|| panic!("no {name}"));
    let format = REGISTRY
        .arg_format(id, &REGISTRY.get(id).args[arg])
        .expect("a format");
    let mut text = String::new();
    if !format.print(value, &mut text) {
        return "none".into();
    }
    assert_eq!(format.parse(&text), Some(value), "{name} {text}");
    text
}

#[test]
fn formats_of_immediates() {
    assert_eq!(print("llvm.amdgcn.s.setreg", 0, 6145), "mode.0.4");
    assert_eq!(print("llvm.amdgcn.s.getreg", 0, 0x3f), "63.0.1");
    assert_eq!(print("llvm.amdgcn.s.waitcnt", 0, 0xc07f), "lgkmcnt0");
    assert_eq!(print("llvm.amdgcn.s.waitcnt", 0, 0x0f70), "vmcnt0");
    assert_eq!(print("llvm.amdgcn.s.waitcnt", 0, 0x0070), "vmcnt0.lgkmcnt0");
    assert_eq!(print("llvm.amdgcn.ds.swizzle", 1, 0x041f), "bitmask.31.0.1");
    assert_eq!(print("llvm.amdgcn.ds.swizzle", 1, 0x80b1), "quad_perm.1.0.3.2");
    assert_eq!(print("llvm.amdgcn.update.dpp.i32", 2, 0x1b), "quad_perm.3.2.1.0");
    assert_eq!(print("llvm.amdgcn.update.dpp.i32", 2, 0x118), "row_shr.8");
    assert_eq!(print("llvm.amdgcn.update.dpp.i32", 2, 0x143), "row_bcast31");
    assert_eq!(print("llvm.amdgcn.update.dpp.i32", 3, 15), "all");
    assert_eq!(print("llvm.amdgcn.update.dpp.i32", 4, 5), "bank0.bank2");
    assert_eq!(print("llvm.amdgcn.update.dpp.i32", 5, 1), "zero");
    assert_eq!(print("llvm.amdgcn.sched.barrier", 0, 0), "none");
    assert_eq!(print("llvm.amdgcn.sched.group.barrier", 0, 0x108), "mfma.ds_read");
    assert_eq!(print("llvm.amdgcn.raw.ptr.buffer.load.v4f32", 3, 17), "sc0.sc1");
    assert_eq!(print("llvm.amdgcn.s.sendmsg", 0, 0x22), "gs.op2");
    assert_eq!(print("llvm.amdgcn.icmp.i64.i32", 2, 33), "ne");
    assert_eq!(print("llvm.amdgcn.icmp.i64.i32", 2, 5), "none");
    assert_eq!(print("llvm.amdgcn.mfma.f32.4x4x1f32", 5, 4), "bcast_group0");
    assert_eq!(print("llvm.amdgcn.s.sleep", 0, 3), "clocks64.3");
    assert_eq!(print("llvm.amdgcn.s.setprio", 0, 3), "highest");
}

#[test]
fn every_format_is_its_own_inverse() {
    for entry in INTRINSICS.entries {
        for arg in entry.args.iter().filter(|a| a.format != 0) {
            let format = &INTRINSICS.formats[usize::from(arg.format) - 1];
            for value in (0..0x1_0000).chain([0x8000_0000, 0x8000_0013]) {
                let mut text = String::new();
                if format.print(value, &mut text) {
                    assert_eq!(format.parse(&text), Some(value), "{} {text}", format.name);
                }
            }
        }
    }
}

#[test]
fn ids_and_names() {
    let mut ctx = Context::new(&REGISTRY);
    let func = ctx.declare_intrinsic(id::AMDGCN_WORKITEM_ID_X, &[]);
    assert_eq!(ctx.text(ctx.functions[func].name), "llvm.amdgcn.workitem.id.x");
    assert_eq!(ctx.intrinsic_of(func), Some(id::AMDGCN_WORKITEM_ID_X));
    let func = ctx.declare_intrinsic(id::AMDGCN_IF, &[Type::I64]);
    assert_eq!(ctx.text(ctx.functions[func].name), "llvm.amdgcn.if.i64");
    let break_ = ctx.declare_intrinsic(id::AMDGCN_IF_BREAK, &[Type::I64]);
    assert_eq!(ctx.text(ctx.functions[break_].name), "llvm.amdgcn.if.break.i64");
    assert_eq!(
        REGISTRY.lookup("llvm.amdgcn.if.break.i64"),
        Some(id::AMDGCN_IF_BREAK)
    );
    for pair in INTRINSICS.entries.windows(2) {
        assert!(pair[0].name < pair[1].name);
    }
}

#[test]
fn builtins_name_intrinsics() {
    let swizzle = BUILTINS.lookup("__builtin_amdgcn_ds_swizzle").unwrap();
    assert_eq!(swizzle.ty, "iiIi");
    assert_eq!(
        swizzle.lowering,
        BuiltinLowering::Intrinsic {
            id: id::AMDGCN_DS_SWIZZLE,
            overloads: &[]
        }
    );
    let icmp = BUILTINS.lookup("__builtin_amdgcn_uicmp").unwrap();
    assert_eq!(
        icmp.lowering,
        BuiltinLowering::Intrinsic {
            id: id::AMDGCN_ICMP,
            overloads: &[OverloadSource::Result, OverloadSource::Argument(0)]
        }
    );
    let mfma = BUILTINS.lookup("__builtin_amdgcn_mfma_f32_32x32x8_xf32");
    assert!(mfma.is_none());
    let fp8 = BUILTINS.lookup("__builtin_amdgcn_cvt_f32_fp8").unwrap();
    assert_eq!(fp8.missing_feature(&["mai-insts"]), Some("fp8-insts|gfx12"));
    assert_eq!(fp8.missing_feature(&["mai-insts", "fp8-insts"]), None);
    let known: Vec<&str> = wavec_gpu_mc::tables::FEATURES.iter().map(|row| row.0).collect();
    for builtin in BUILTINS.entries {
        for feature in builtin.features.split([',', '|']).filter(|name| !name.is_empty()) {
            assert!(known.contains(&feature), "{}: {feature}", builtin.name);
        }
    }
    assert!(matches!(
        BUILTINS.lookup("__builtin_amdgcn_fence").unwrap().lowering,
        BuiltinLowering::Recipe("fence")
    ));
}
