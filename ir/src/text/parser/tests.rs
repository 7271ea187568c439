use crate::analysis::testing::REGISTRY;
use crate::text::{WriteOptions, parse_module_text, write_module};

pub(super) fn round_trip(text: &str) -> String {
    let module = parse_module_text(text, &REGISTRY).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let first = write_module(&module, WriteOptions::RAW);
    let again = parse_module_text(&first, &REGISTRY).unwrap_or_else(|e| panic!("{e}\n{first}"));
    assert_eq!(write_module(&again, WriteOptions::RAW), first);
    first
}

pub(super) fn errors(text: &str) -> String {
    match parse_module_text(text, &REGISTRY) {
        Ok(_) => panic!("accepted: {text}"),
        Err(errors) => errors,
    }
}

#[test]
fn a_function() {
    let text = round_trip(
        "define i32 @f(i32 %n, ptr addrspace(1) noundef align 4 %p) #0 {\nentry:\n  br label %loop\n\
         loop: ; c\n  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n  %next = add nuw i32 %i, 1\n\
         store i32 %i, ptr addrspace(1) %p\n  %c = icmp slt i32 %next, %n\n  br i1 %c, label %loop, label %0\n\
         \n  ret i32 %i }\nattributes #0 = { nounwind memory(argmem: write) \"k\"=\"v\" }\n",
    );
    assert!(
        text.contains("store i32 %i, ptr addrspace(1) %p, align 4"),
        "{text}"
    );
    assert!(
        text.contains("define i32 @f(i32 %n, ptr addrspace(1) noundef align 4 %p) #0 {"),
        "{text}"
    );
    assert!(
        text.contains("attributes #0 = { nounwind memory(argmem: write) \"k\"=\"v\" }"),
        "{text}"
    );
}

#[test]
fn errors_have_places_and_go_on() {
    let text = errors(
        "define void @f(i32 %a) {\n  %b = add i32 %a, %zz\n  %c = foo i32 1\n  ret void\n}\n\
         @g = global i32 1.5\n@h = alias i32, i32 4\ndefine i32 @k() {\n  ret void\n}\n",
    );
    assert!(
        text.contains("<text>:3:8: error: expected an instruction"),
        "{text}"
    );
    assert!(
        text.contains("<text>:6:17: error: a floating-point constant needs a floating-point type"),
        "{text}"
    );
    assert!(text.contains("<text>:7:17: error:"), "{text}");
    assert!(
        text.contains("<text>:9:7: error: value does not have the function's return type 'i32'"),
        "{text}"
    );
    let text = errors("define i32 @f() {\n  ret i32 %x\n}\n");
    assert_eq!(
        text,
        "<text>:2:11: error: use of undefined value '%x'\n  ret i32 %x\n          ^~\n"
    );
    let text = errors("define void @f() {\n  br label %gone\n}\n");
    assert!(text.contains("use of undefined value '%gone'"), "{text}");
    assert!(errors("define void @f() {").contains("does not end"));
    assert!(errors("}").contains("expected a top-level entity"));
    assert!(errors("@a = global i32 0 ???").contains("unexpected character '?'"));
    assert!(errors("%a = type { %b }\n%b = type { [2 x %a] }").contains("contains itself"));
    assert!(errors("!0 = !{!1}").contains("use of undefined metadata '!1'"));
    assert!(errors("define void @f() {\n  add i32 1, 2\n}").contains("without a terminator"));
    assert!(errors("define void @f() {\n  catchpad within %x []\n}").contains("'catchpad' is not supported"));
}

#[test]
fn nesting_is_limited() {
    let deep = |open: &str, close: &str, inner: &str| {
        format!(
            "@g = global {}{inner}{}",
            open.repeat(100_000),
            close.repeat(100_000)
        )
    };
    assert!(errors(&deep("[1 x ", "]", "i8")).contains("nested deeper than 256"));
    assert!(errors(&deep("{", "}", "i8")).contains("nested deeper than 256"));
    assert!(errors(&deep("<2 x ", ">", "i8")).contains("nested deeper than 256"));
    let text = format!("@g = global i64 {}", "add (i64 1, i64 ".repeat(100_000));
    assert!(errors(&text).contains("nested deeper than 256"));
    let text = format!("!0 = !{{{}", "!{".repeat(100_000));
    assert!(errors(&text).contains("nested deeper than 256"));
    let chain: String = (1..100_000)
        .map(|i| format!("%t{i} = type {{ %t{} }}\n", i - 1))
        .collect();
    assert!(errors(&format!("%t0 = type {{ i8 }}\n{chain}")).contains("nested too deep"));
    let wide: String = (1..64)
        .map(|i| format!("%t{i} = type {{ %t{0}, %t{0} }}\n", i - 1))
        .collect();
    assert!(errors(&format!("%t0 = type {{ i8 }}\n{wide}")).contains("too many members"));
}

#[test]
fn everything_that_instructions_can_be() {
    round_trip(include_str!("testdata/instructions.ll"));
    round_trip(include_str!("testdata/module.ll"));
}

#[test]
fn any_prefix_and_any_change_is_survived() {
    let text = include_str!("testdata/instructions.ll");
    for end in (0..text.len()).step_by(7) {
        let _ = parse_module_text(&text[..end], &REGISTRY);
    }
    let mut state = 12345u32;
    for _ in 0..400 {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..4 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (state >> 8) as usize % bytes.len();
            bytes[at] = b"{}()[]<>,%@!#\"0 .=:\n*ax-"[(state >> 3) as usize % 24];
        }
        let _ = parse_module_text(&String::from_utf8_lossy(&bytes), &REGISTRY);
    }
}

#[test]
fn old_spellings_are_upgraded() {
    let text = round_trip(
        "declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5) nocapture)\n\
         define void @f(ptr nocapture readonly %p, ptr %q) argmemonly {\n  %a = alloca i32, addrspace(5)\n\
         call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %a)\n\
         call void @llvm.memcpy.p0i8.p0i8.i64(ptr %q, ptr %p, i64 4, i32 1, i1 false)\n\
         %z = call i32 @llvm.ctlz.i32(i32 5)\n  ret void\n}\n",
    );
    for part in [
        "(ptr captures(none) readonly %p",
        "memory(argmem: readwrite)",
        "call void @llvm.lifetime.start.p5(ptr addrspace(5) %a)",
        "call void @llvm.memcpy.p0.p0.i64(ptr align 1 %q, ptr align 1 %p, i64 4, i1 false)",
        "call i32 @llvm.ctlz.i32(i32 5, i1 false)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn formatted_text() {
    let text = "define i32 @f(i32 %x, ptr %p, ptr %q) {\n  %1 = call i32 @llvm.ctlz.i32(i32 %x, i1 true)\n  \
                call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr align 4 %q, i64 8, i1 false)\n  \
                %2 = call i1 @llvm.is.fpclass.f32(float 0.000000e+00, i32 96)\n  ret i32 %1\n}\n";
    let module = parse_module_text(text, &REGISTRY).unwrap();
    let formatted = write_module(&module, WriteOptions::FORMATTED);
    for part in [
        "@llvm.ctlz.i32(/*x=*/i32 %x, /*zero=.zero_poison*/i1 true)",
        "(/*dst=*/ptr %p, /*src=*/ptr align 4 %q, /*bytes=*/i64 8, /*access=.normal*/i1 false)",
        "/*test=.nzero.pzero*/i32 96",
    ] {
        assert!(formatted.contains(part), "{part}\n{formatted}");
    }
    let again = parse_module_text(&formatted, &REGISTRY).unwrap();
    let raw = write_module(&module, WriteOptions::RAW);
    assert_eq!(write_module(&again, WriteOptions::RAW), raw);
    // A format may stand in place of its argument.
    let edited = formatted.replace("/*zero=.zero_poison*/i1 true", "/*zero=*/.zero_poison");
    let edited = edited.replace("/*test=.nzero.pzero*/i32 96", ".nzero.pzero");
    let again = parse_module_text(&edited, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(write_module(&again, WriteOptions::RAW), raw);
}

#[test]
fn unknown_formats_keep_the_call() {
    let text = round_trip(
        "define void @f(i32 %x) {\n  %1 = call i32 @llvm.ctlz.i32(i32 %x, .sometimes.2)\n  \
         call void @llvm.new.thing(.a, i32 %x, .b-c)\n  ret void\n}\n",
    );
    assert!(
        text.contains("call i32 @llvm.ctlz.i32$arg1.sometimes.2(i32 %x)"),
        "{text}"
    );
    assert!(
        text.contains("call void @llvm.new.thing$arg0.a$arg2.b-c(i32 %x)"),
        "{text}"
    );
    assert!(
        text.contains("declare void @llvm.new.thing$arg0.a$arg2.b-c(i32)"),
        "{text}"
    );
    let text = errors("declare void @g(i32)\ndefine void @f() {\n  call void @g(.x)\n  ret void\n}\n");
    assert!(
        text.contains("only arguments of intrinsics have formats"),
        "{text}"
    );
}

#[test]
fn floats_may_have_a_plus_sign_and_integers_not() {
    let text = round_trip("@f = global float +1.5\n@g = global double +1.0e-3\n");
    assert!(text.contains("@f = global float 1.5"), "{text}");
    assert!(errors("@f = global i32 +1\n").contains("<text>:1:17: error:"));
}

/// Valid and invalid nodes of debug information, with the error messages.
#[test]
fn debug_nodes_are_checked() {
    round_trip(
        "!named = !{!0, !3, !4, !5}\n\n\
         !0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug, dwoId: 3)\n\
         !1 = !DIFile(filename: \"a.cl\", directory: \"\", checksumkind: CSK_MD5, checksum: \"00\")\n\
         !2 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !{null})\n\
         !3 = distinct !DISubprogram(name: \"k\", type: !2, flags: DIFlagPrototyped | DIFlagPublic, spFlags: DISPFlagDefinition, unit: !0)\n\
         !4 = !DISubrange(count: -1, lowerBound: !6)\n\
         !5 = !DITemplateValueParameter(value: i32 7)\n\
         !6 = !{!DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_LLVM_fragment, 0, 8)}\n",
    );
    for (node, message) in [
        ("!Unknown(line: 1)", "expected metadata type, found '!Unknown'"),
        ("!DILocation(line: 1)", "missing required field 'scope'"),
        ("!DILocation(scope: null)", "'scope' cannot be null"),
        (
            "!DILocation(scope: !{}, row: 1)",
            "invalid field 'row' of !DILocation",
        ),
        (
            "!DILocation(scope: !{}, line: 1, line: 2)",
            "field 'line' cannot be specified more than once",
        ),
        (
            "!DILocation(scope: !{}, column: 65536)",
            "value for 'column' too large, limit is 65535",
        ),
        ("!DILocation(scope: !{}, line: -1)", "expected unsigned integer"),
        (
            "!DISubrange(count: -2)",
            "value for 'count' too small, limit is -1",
        ),
        ("!DISubrange(count: null)", "'count' cannot be null"),
        (
            "!DIBasicType(encoding: DW_ATE_furlong)",
            "invalid DWARF type attribute encoding 'DW_ATE_furlong'",
        ),
        (
            "!DIBasicType(encoding: \"int\")",
            "expected DWARF type attribute encoding for 'encoding'",
        ),
        ("!DIBasicType(name: !{})", "expected string constant for 'name'"),
        (
            "!DIModule(scope: null, name: \"m\", isDecl: 1)",
            "expected 'true' or 'false' for 'isDecl'",
        ),
        (
            "!DIBasicType(flags: DIFlagPublic | DIFlagNone)",
            "invalid debug info flag 'DIFlagNone'",
        ),
        ("!DIGlobalVariable(name: \"\")", "'name' cannot be empty"),
        (
            "!DIFile(filename: \"a\", directory: \"\", checksum: \"0\")",
            "must be provided together",
        ),
        (
            "!DICompileUnit(language: DW_LANG_C, file: !{})",
            "missing 'distinct', required for !DICompileUnit",
        ),
        (
            "distinct !DICompileUnit(file: !{})",
            "missing one of 'language' or 'sourceLanguageName'",
        ),
        (
            "!DISubprogram(name: \"f\")",
            "missing 'distinct', required for !DISubprogram that is a Definition",
        ),
        (
            "!DIDerivedType(tag: DW_TAG_member, baseType: null, dwarfAddressSpace: 1)",
            "only applies to pointer",
        ),
        (
            "!DICompositeType(tag: DW_TAG_structure_type, rank: 1)",
            "rank can only appear in array type",
        ),
        (
            "!DISubrange(count: 1, upperBound: 1)",
            "any one of count or upperBound",
        ),
        ("!DIExpression(DW_OP_jump)", "invalid DWARF op 'DW_OP_jump'"),
        ("!DIExpression(18446744073709551616)", "element too large"),
        (
            "!DIEnumerator(name: \"e\", value: -1, isUnsigned: true)",
            "unsigned enumerator with negative value",
        ),
    ] {
        let text = errors(&format!("!0 = {node}\n"));
        assert!(text.contains(message), "{node}: {text}");
    }
}

#[test]
fn debug_records_have_their_operands() {
    let body = |record: &str| format!("define void @f(i32 %a) {{\n  {record}\n  ret void\n}}\n!0 = !{{}}\n");
    round_trip(&body("#dbg_value(i32 %a, !0, !DIExpression(), !0)"));
    for (record, message) in [
        (
            "#dbg_value(i32 %a, i32 0, !DIExpression(), !0)",
            "expected '!' here",
        ),
        ("#dbg_value(i32 %a, !0, !DIExpression())", "expected ',' here"),
        ("#dbg_label(!0, !0, !0)", "expected ')'"),
        ("#dbg_nothing(!0)", "expected a debug record"),
    ] {
        let text = errors(&body(record));
        assert!(text.contains(message), "{record}: {text}");
    }
}

#[test]
fn orders_of_uses_are_checked() {
    let module = |inner: &str, outer: &str| {
        format!(
            "@g = global i32 0\n\
             define i32 @f(i32 %a, i32 %b) {{\n  %c = add i32 %a, %a\n  %d = add i32 %c, %a\n  ret i32 %d\n{inner}}}\n{outer}"
        )
    };
    let twice = "@h = global ptr @g\n@i = alias i32, ptr @g\n";
    round_trip(&module(
        "  uselistorder i32 %a, { 2, 0, 1 }\n",
        &format!("{twice}uselistorder ptr @g, {{ 1, 0 }}\n"),
    ));
    // The number of constants that LLVM builds from it is unknown.
    round_trip(&module(
        "",
        "@h = global ptr getelementptr (i8, ptr @g, i64 4)\nuselistorder ptr @g, { 1, 0 }\n",
    ));
    for (inner, outer, message) in [
        ("  uselistorder i32 %b, { 1, 0 }\n", "", "value has no uses"),
        ("  uselistorder i32 %c, { 1, 0 }\n", "", "value only has one use"),
        (
            "  uselistorder i32 %a, { 1, 0 }\n",
            "",
            "wrong number of indexes, expected 3",
        ),
        (
            "  uselistorder i32 %a, { 2, 2, 1 }\n",
            "",
            "distinct uselistorder indexes",
        ),
        ("  uselistorder i32 %a, { 0, 1, 2 }\n", "", "to change the order"),
        ("", "uselistorder ptr @g, { 1, 0 }\n", "value has no uses"),
        (
            "",
            "@h = global ptr @g\nuselistorder ptr @g, { 1, 0 }\n",
            "value only has one use",
        ),
        (
            "",
            &format!("{twice}uselistorder ptr @g, {{ 2, 1, 0 }}\n"),
            "wrong number of indexes, expected 2",
        ),
        (
            "",
            &format!("{twice}uselistorder ptr @g, {{ 0, 1 }}\n"),
            "to change the order",
        ),
        (
            "",
            &format!("{twice}uselistorder ptr @g, {{ 3, 1 }}\n"),
            "in range [0, size)",
        ),
        ("", "uselistorder_bb @g, %b, { 1, 0 }\n", "expected function name"),
        (
            "",
            "uselistorder_bb @h, %b, { 1, 0 }\n",
            "invalid function forward reference",
        ),
        ("", "uselistorder_bb @f, %b, { 1, 0 }\n", "invalid basic block"),
    ] {
        let text = errors(&module(inner, outer));
        assert!(text.contains(message), "{inner}{outer}: {text}");
    }
}

#[cfg(feature = "immarg-formats")]
#[test]
fn arguments_of_intrinsics_are_found_by_name() {
    let text = "define float @f(float %a, float %b) {\n  %m = call float @llvm.maxnum.f32(float %a, float %b)\n  \
                ret float %m\n}\ndeclare float @llvm.maxnum.f32(float, float)\n";
    let module = parse_module_text(text, &REGISTRY).unwrap_or_else(|e| panic!("{e}"));
    let body = module.body(module.defined_functions()[0]).unwrap();
    let call = body.first_inst(body.entry().unwrap()).unwrap();
    assert_eq!(body.named_arg(call, "y", &module.ctx), Some(body.params[1]));
    assert_eq!(body.named_arg(call, "z", &module.ctx), None);
}
