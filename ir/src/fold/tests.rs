use super::*;
use crate::analysis::testing::REGISTRY;
use crate::text::constant_to_string;

fn context() -> Context {
    let mut ctx = Context::new(&REGISTRY);
    ctx.layout = ctx.target_layout();
    ctx
}

fn vector(ctx: &mut Context, values: &[i32]) -> Constant {
    let members: Vec<Constant> = values.iter().map(|&v| ctx.const_i32(v)).collect();
    let ty = ctx.types.vector(Type::I32, values.len() as u32);
    ctx.const_aggregate(ty, &members)
}

fn text(ctx: &Context, constant: Option<Constant>) -> String {
    constant.map_or("none".into(), |c| constant_to_string(ctx, c))
}

#[test]
fn binaries_on_scalars_and_vectors() {
    let ctx = &mut context();
    let (a, b) = (vector(ctx, &[1, -2, 3]), vector(ctx, &[10, 20, 0]));
    let sum = fold_binary(ctx, Opcode::Add, InstFlags::empty(), a, b);
    assert_eq!(text(ctx, sum), "<3 x i32> <i32 11, i32 18, i32 3>");
    let quotient = fold_binary(ctx, Opcode::SDiv, InstFlags::empty(), b, a);
    assert_eq!(text(ctx, quotient), "<3 x i32> <i32 10, i32 -10, i32 0>");
    let quotient = fold_binary(ctx, Opcode::SDiv, InstFlags::empty(), a, b);
    assert_eq!(text(ctx, quotient), "<3 x i32> <i32 0, i32 0, i32 poison>");
    let shifted = fold_binary(ctx, Opcode::Shl, InstFlags::empty(), a, b);
    assert_eq!(text(ctx, shifted), "<3 x i32> <i32 1024, i32 -2097152, i32 3>");
    let poison = ctx.const_poison(Type::I32);
    let one = ctx.const_i32(1);
    let result = fold_binary(ctx, Opcode::Mul, InstFlags::empty(), poison, one);
    assert_eq!(text(ctx, result), "i32 poison");
    let (x, y) = (ctx.const_f32(1.5), ctx.const_f32(-0.5));
    let result = fold_binary(ctx, Opcode::FSub, InstFlags::empty(), x, y);
    assert_eq!(text(ctx, result), "float 2.000000e+00");
    let result = fold_fcmp(ctx, FloatPredicate::Ogt, x, y);
    assert_eq!(text(ctx, result), "i1 true");
}

#[test]
fn casts() {
    let ctx = &mut context();
    let a = vector(ctx, &[1, 2]);
    let result = fold_cast(ctx, Opcode::BitCast, InstFlags::empty(), a, Type::I64);
    assert_eq!(text(ctx, result), "i64 8589934593");
    let v4 = ctx.types.vector(Type::I16, 4);
    let result = fold_cast(ctx, Opcode::BitCast, InstFlags::empty(), a, v4);
    assert_eq!(text(ctx, result), "<4 x i16> <i16 1, i16 0, i16 2, i16 0>");
    let x = ctx.const_f32(300.0);
    let result = fold_cast(ctx, Opcode::FPToUI, InstFlags::empty(), x, Type::I8);
    assert_eq!(text(ctx, result), "i8 poison");
    let result = fold_cast(ctx, Opcode::FPTrunc, InstFlags::empty(), x, Type::F16);
    assert_eq!(text(ctx, result), "half 0xH5CB0");
    let n = ctx.const_int(Type::I64, 4096);
    let p = fold_cast(ctx, Opcode::IntToPtr, InstFlags::empty(), n, Type::PTR);
    assert_eq!(text(ctx, p), "ptr inttoptr (i64 4096 to ptr)");
    let back = fold_cast(ctx, Opcode::PtrToInt, InstFlags::empty(), p.unwrap(), Type::I64);
    assert_eq!(back, Some(n));
}

#[test]
fn addresses_and_loads() {
    let ctx = &mut context();
    let row = ctx.types.struct_(&[Type::I8, Type::I32], false);
    let table = ctx.types.array(row, 3);
    let members: Vec<Constant> = (0..3)
        .map(|i| {
            let (a, b) = (ctx.const_int(Type::I8, i), ctx.const_i32(i as i32 * 100));
            ctx.const_aggregate(row, &[a, b])
        })
        .collect();
    let initializer = ctx.const_aggregate(table, &members);
    let name = ctx.symbol("t");
    let global = ctx.add_global(crate::context::GlobalVarData {
        name,
        value_ty: table,
        address_space: 4,
        is_constant: true,
        externally_initialized: false,
        thread_local: false,
        initializer: Some(initializer),
        linking: Default::default(),
        attrs: crate::AttributeSet::EMPTY,
        metadata: Vec::new(),
    });
    let base = ctx.const_global(global);
    let (zero, one, two) = (ctx.const_i64(0), ctx.const_i32(1), ctx.const_i64(2));
    let inner = fold_gep(ctx, table, base, &[zero, two], InstFlags::INBOUNDS).unwrap();
    let field = fold_gep(ctx, row, inner, &[zero, one], InstFlags::INBOUNDS).unwrap();
    assert_eq!(
        text(ctx, Some(field)),
        "ptr addrspace(4) getelementptr inbounds (i8, ptr addrspace(4) @t, i64 20)"
    );
    let loaded = fold_load(ctx, field, Type::I32);
    assert_eq!(text(ctx, loaded), "i32 200");
    let loaded = fold_load(ctx, field, Type::I16);
    assert_eq!(text(ctx, loaded), "i16 200");
    let loaded = fold_load(ctx, field, Type::I64);
    assert_eq!(text(ctx, loaded), "none");
    // A member with others after it.
    let loaded = fold_load(ctx, inner, Type::I8);
    assert_eq!(text(ctx, loaded), "i8 2");
    let equal = fold_icmp(ctx, IntPredicate::Eq, inner, field);
    assert_eq!(text(ctx, equal), "i1 false");
    let minus = ctx.const_i64(-16);
    let back = fold_gep(ctx, Type::I8, inner, &[minus], InstFlags::empty());
    assert_eq!(back, Some(base));
}

#[test]
fn intrinsics_on_vectors_and_structs() {
    let ctx = &mut context();
    let (a, b) = (vector(ctx, &[i32::MAX, 1]), vector(ctx, &[1, 1]));
    let v2 = ctx.constants.ty(a);
    let flags = ctx.types.vector(Type::I1, 2);
    let ret = ctx.types.struct_(&[v2, flags], false);
    let result = fold_intrinsic(ctx, id::SADD_WITH_OVERFLOW, ret, &[a, b]);
    assert_eq!(
        text(ctx, result),
        "{ <2 x i32>, <2 x i1> } { <2 x i32> <i32 -2147483648, i32 2>, <2 x i1> <i1 true, i1 false> }"
    );
    let result = fold_intrinsic(ctx, id::VECTOR_REDUCE_UMAX, Type::I32, &[a]);
    assert_eq!(text(ctx, result), "i32 2147483647");
    let no = ctx.const_bool(false);
    let result = fold_intrinsic(ctx, id::CTLZ, v2, &[a, no]);
    assert_eq!(text(ctx, result), "<2 x i32> <i32 1, i32 31>");
}

#[test]
fn aggregates() {
    let ctx = &mut context();
    let a = vector(ctx, &[1, 2, 3, 4]);
    let result = fold_shuffle(ctx, a, a, &[3, u32::MAX, 4]);
    assert_eq!(text(ctx, result), "<3 x i32> <i32 4, i32 poison, i32 1>");
    let (nine, two) = (ctx.const_i32(9), ctx.const_i32(2));
    let inserted = fold_insert_element(ctx, a, nine, two).unwrap();
    let taken = fold_extract_element(ctx, inserted, two);
    assert_eq!(taken, Some(nine));
    let outer = ctx.types.struct_(&[Type::I32, v_of(ctx, a)], false);
    let zero = ctx.const_zero(outer);
    let result = fold_insert_value(ctx, zero, a, &[1]);
    assert_eq!(
        text(ctx, result),
        "{ i32, <4 x i32> } { i32 0, <4 x i32> <i32 1, i32 2, i32 3, i32 4> }"
    );
    let frozen = result.and_then(|r| fold_freeze(ctx, r));
    assert_eq!(frozen, result);
}

fn v_of(ctx: &Context, constant: Constant) -> Type {
    ctx.constants.ty(constant)
}
