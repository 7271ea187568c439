//! Every builtin of the target's table can be called, and becomes a call of the intrinsic named in the table.

#[path = "../../src/opencl.rs"]
#[allow(unreachable_pub)] // public in the driver
mod opencl;

use wavec_frontend::Options;
use wavec_gpu_mc::Subtarget;
use wavec_ir::intrinsics::builtins::{BuiltinDesc, BuiltinLowering};
use wavec_support::SourceMap;
use wavec_test_support::llvm;

/// The C type at the front of a type string, whether it must be constant, and the rest; `None` if it has no C type.
fn c_type(text: &str) -> Option<(String, bool, &str)> {
    let mut rest = text;
    let (mut constant, mut unsigned, mut vector, mut wide) = (false, false, String::new(), false);
    loop {
        let letter = rest.chars().next()?;
        match letter {
            'I' => constant = true,
            'U' => unsigned = true,
            'S' | 'Z' => {}
            'W' => wide = true,
            'V' | 'E' => {
                let digits = rest[1..].chars().take_while(char::is_ascii_digit).count();
                vector = rest[1..1 + digits].to_string();
                rest = &rest[1 + digits..];
                continue;
            }
            _ => break,
        }
        rest = &rest[1..];
    }
    let base = match rest.chars().next()? {
        'b' => "bool",
        'c' if unsigned => "uchar",
        'c' => "char",
        's' if unsigned => "ushort",
        's' => "short",
        'i' if wide && unsigned => "ulong",
        'i' if wide => "long",
        'i' if unsigned => "uint",
        'i' => "int",
        'f' => "float",
        'd' => "double",
        'h' | 'x' => "half",
        'y' => "__bf16",
        'v' => "void",
        _ => return None,
    };
    rest = &rest[1..];
    let mut ty = if vector.is_empty() {
        base.to_string()
    } else {
        format!("typeof(({base} __attribute__((ext_vector_type({vector}))))0)")
    };
    while let Some(letter) = rest.chars().next() {
        match letter {
            '*' => {
                let digits = rest[1..].chars().take_while(char::is_ascii_digit).count();
                let space = match &rest[1..1 + digits] {
                    "1" | "" | "0" => "global",
                    "3" => "local",
                    "4" => "constant",
                    _ => return None,
                };
                ty = format!("{space} {ty} *");
                rest = &rest[digits..];
            }
            'C' | 'D' | 'R' => {}
            _ => break,
        }
        rest = &rest[1..];
    }
    Some((ty, constant, rest))
}

fn call(builtin: &BuiltinDesc) -> Option<String> {
    let (ret, _, mut rest) = c_type(builtin.ty)?;
    let mut params = Vec::new();
    let mut args = Vec::new();
    while !rest.is_empty() && rest != "." {
        let (ty, constant, more) = c_type(rest)?;
        rest = more;
        let immediate = match builtin.lowering {
            BuiltinLowering::Intrinsic { id, .. } => {
                let described = wavec_target_gpu::intrinsics::REGISTRY.get(id).args;
                described.get(args.len()).is_some_and(|arg| arg.immarg)
            }
            BuiltinLowering::Recipe(_) => false,
        };
        if constant || immediate {
            args.push("1".to_string());
        } else if ty.starts_with("global") || ty.starts_with("local") || ty.starts_with("constant") {
            args.push(format!("a{}", params.len()));
            params.push(format!("{ty}a{}", params.len()));
        } else {
            args.push(format!("*a{}", params.len()));
            params.push(format!("global {ty} *a{}", params.len()));
        }
    }
    let mut text = format!("{}({})", builtin.name, args.join(", "));
    if ret.ends_with('*') {
        params.insert(0, "global ulong *result".to_string());
        text = format!("*result = (ulong){text}");
    } else if ret != "void" {
        params.insert(0, format!("global {ret} *result"));
        text = format!("*result = {text}");
    }
    Some(format!("kernel void k({}) {{ {text}; }}", params.join(", ")))
}

#[test]
fn every_builtin_can_be_called() {
    let target = opencl::target_description(&Subtarget::default());
    let mut called = 0;
    let mut skipped = Vec::new();
    let mut text = String::new();
    for builtin in target.builtins.entries {
        if builtin.missing_feature(&target.features).is_some() {
            continue;
        }
        // The operands are an order and the name of a scope; interpolation and program termination are rejected.
        let by_hand = ["fence", "atomic_inc", "atomic_dec", "interp", "endpgm"]
            .iter()
            .any(|word| builtin.name.contains(word));
        let Some(kernel) = call(builtin).filter(|_| !by_hand && !builtin.name.contains("div_scale")) else {
            skipped.push(builtin.name);
            continue;
        };
        text.push_str(&kernel.replace("void k(", &format!("void k{called}(")));
        text.push('\n');
        called += 1;
    }
    assert!(called > 200, "{called} builtins, {skipped:?} skipped");
    assert!(skipped.len() < 40, "{skipped:?}");
    let mut sources = SourceMap::new();
    let file = sources.add("t.cl", text);
    let module = match wavec_frontend::compile(&mut sources, file, &Options::default(), &target) {
        Ok((module, _)) => module,
        Err(errors) => panic!("{}", errors.render(&sources)),
    };
    verify(&wavec_ir::text::write_module(
        &module,
        wavec_ir::text::WriteOptions::RAW,
    ));
}

/// Has LLVM's verifier check the IR, where it is installed.
fn verify(ir: &str) {
    let path = std::env::temp_dir().join(format!("wavec-builtins-{}.ll", std::process::id()));
    std::fs::write(&path, ir).expect("a temporary file");
    let mut command = std::process::Command::new("opt-22");
    command.args(["-passes=verify", "-disable-output"]).arg(&path);
    if let Some(result) = llvm::run(&mut command, b"") {
        assert!(
            result.status.success(),
            "{}",
            String::from_utf8_lossy(&result.stderr)
        );
    }
    let _ = std::fs::remove_file(path);
}

#[test]
fn builtins_with_order_and_scope() {
    let text = "kernel void k(global volatile uint *v, global uint *p, local uint *q, global float *f) {
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"workgroup\");
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"agent\", \"local\");
        v[1] = __builtin_amdgcn_atomic_inc32(v, 7u, __ATOMIC_RELAXED, \"agent\");
        p[0] = __builtin_amdgcn_atomic_inc32(p, 7u, __ATOMIC_RELAXED, \"agent\");
        p[1] = __builtin_amdgcn_atomic_dec32(q, 7u, __ATOMIC_RELAXED, \"workgroup\");
        bool flag;
        f[0] = __builtin_amdgcn_div_scalef(f[1], f[2], true, &flag);
        f[3] = flag;
    }";
    let target = opencl::target_description(&Subtarget::default());
    let mut sources = SourceMap::new();
    let file = sources.add("t.cl", text);
    let module = match wavec_frontend::compile(&mut sources, file, &Options::default(), &target) {
        Ok((module, _)) => module,
        Err(errors) => panic!("{}", errors.render(&sources)),
    };
    let ir = wavec_ir::text::write_module(&module, wavec_ir::text::WriteOptions::RAW);
    for line in [
        "fence syncscope(\"workgroup\") release",
        "fence syncscope(\"agent\") acquire",
        "atomicrmw volatile uinc_wrap ptr addrspace(1)",
        "atomicrmw uinc_wrap ptr addrspace(1)",
        "atomicrmw udec_wrap ptr addrspace(3)",
        "call { float, i1 } @llvm.amdgcn.div.scale.f32",
    ] {
        assert!(ir.contains(line), "{line} in\n{ir}");
    }
}

#[test]
fn operands_are_checked() {
    let check = |call: &str| {
        let target = opencl::target_description(&Subtarget::default());
        let mut sources = SourceMap::new();
        let file = sources.add(
            "t.cl",
            format!("kernel void k(global int *p) {{ p[0] = {call}; }}"),
        );
        match wavec_frontend::compile(&mut sources, file, &Options::default(), &target) {
            Ok(_) => "ok".to_string(),
            Err(errors) => errors
                .iter()
                .map(|d| d.message.clone())
                .collect::<Vec<_>>()
                .join("; "),
        }
    };
    assert_eq!(
        check("__builtin_amdgcn_ds_swizzle(p[0], p[1])"),
        "argument to '__builtin_amdgcn_ds_swizzle' must be a constant integer"
    );
    assert_eq!(
        check("__builtin_amdgcn_readfirstlane()"),
        "too few arguments to function call, expected 1, have 0"
    );
    assert_eq!(
        check("__builtin_amdgcn_no_such_thing(1)"),
        "use of undeclared identifier '__builtin_amdgcn_no_such_thing'"
    );
    assert_eq!(check("__builtin_amdgcn_readfirstlane(p[0] + 1)"), "ok");
    assert_eq!(check("__builtin_amdgcn_ds_swizzle(p[0], 3 * 7)"), "ok");
}
