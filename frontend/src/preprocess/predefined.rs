//! Predefined macros: OpenCL's limits and constants, looked up when a name is first used, so that unused ones cost
//! nothing.

use crate::options::Options;

/// The body of predefined macro `name` under `options`; `None` if there is no such macro.
pub fn body(name: &str, options: &Options) -> Option<&'static str> {
    // Every predefined name starts with a capital or an underscore; most identifiers do not.
    if !name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name != "cl_khr_fp64"
        && !name.starts_with("cl_")
    {
        return None;
    }
    let optional = name.starts_with("cl_") || name.starts_with("__opencl_c_");
    if optional && !options.allows(name) {
        return None;
    }
    if let Ok(index) = CONSTANTS.binary_search_by(|entry| entry.0.cmp(name)) {
        return Some(CONSTANTS[index].1);
    }
    let version = options.cl_std.version();
    Some(match name {
        "__OPENCL_C_VERSION__" => match version {
            100 => "100",
            110 => "110",
            120 => "120",
            200 => "200",
            _ => "300",
        },
        "__FAST_RELAXED_MATH__" if options.fast_relaxed_math => "1",
        "__FINITE_MATH_ONLY__" => {
            if options.finite_math_only || options.fast_relaxed_math {
                "1"
            } else {
                "0"
            }
        }
        "FP_FAST_FMA" | "FP_FAST_FMAF" => "1",
        "__OPTIMIZE__" if options.opt_level > 0 => "1",
        "__opencl_c_int64" => "1",
        "__opencl_c_generic_address_space"
        | "__opencl_c_program_scope_global_variables"
        | "__opencl_c_atomic_order_acq_rel"
        | "__opencl_c_atomic_order_seq_cst"
        | "__opencl_c_atomic_scope_device"
        | "__opencl_c_atomic_scope_all_devices"
        | "__opencl_c_work_group_collective_functions"
            if version >= 200 =>
        {
            "1"
        }
        "__opencl_c_subgroups"
        | "__opencl_c_fp64"
        | "__opencl_c_integer_dot_product_input_4x8bit"
        | "__opencl_c_integer_dot_product_input_4x8bit_packed"
            if version >= 300 =>
        {
            "1"
        }
        _ => return None,
    })
}

/// The predefined function-like macro of one parameter: parameter and body.
pub fn function_like(name: &str, options: &Options) -> Option<(&'static str, &'static str)> {
    match name {
        "ATOMIC_VAR_INIT" if options.cl_std.version() >= 200 => Some(("x", "(x)")),
        _ => None,
    }
}

/// Name and body, sorted by name.
#[rustfmt::skip]
static CONSTANTS: &[(&str, &str)] = &[
    ("ATOMIC_FLAG_INIT", "0"),
    ("CHAR_BIT", "8"),
    ("CHAR_MAX", "127"),
    ("CHAR_MIN", "(-128)"),
    ("CLK_GLOBAL_MEM_FENCE", "2"),
    ("CLK_IMAGE_MEM_FENCE", "4"),
    ("CLK_LOCAL_MEM_FENCE", "1"),
    ("CL_VERSION_1_0", "100"),
    ("CL_VERSION_1_1", "110"),
    ("CL_VERSION_1_2", "120"),
    ("CL_VERSION_2_0", "200"),
    ("CL_VERSION_3_0", "300"),
    ("DBL_DIG", "15"),
    ("DBL_EPSILON", "0x1.0p-52"),
    ("DBL_MANT_DIG", "53"),
    ("DBL_MAX", "0x1.fffffffffffffp1023"),
    ("DBL_MAX_10_EXP", "+308"),
    ("DBL_MAX_EXP", "+1024"),
    ("DBL_MIN", "0x1.0p-1022"),
    ("DBL_MIN_10_EXP", "-307"),
    ("DBL_MIN_EXP", "-1021"),
    ("DBL_RADIX", "2"),
    ("FLT_DIG", "6"),
    ("FLT_EPSILON", "0x1.0p-23f"),
    ("FLT_MANT_DIG", "24"),
    ("FLT_MAX", "0x1.fffffep127f"),
    ("FLT_MAX_10_EXP", "+38"),
    ("FLT_MAX_EXP", "+128"),
    ("FLT_MIN", "0x1.0p-126f"),
    ("FLT_MIN_10_EXP", "-37"),
    ("FLT_MIN_EXP", "-125"),
    ("FLT_RADIX", "2"),
    ("FP_ILOGB0", "(-2147483647-1)"),
    ("FP_ILOGBNAN", "2147483647"),
    ("HALF_DIG", "3"),
    ("HALF_EPSILON", "((half)0x1.0p-10f)"),
    ("HALF_MANT_DIG", "11"),
    ("HALF_MAX", "((half)0x1.ffcp15f)"),
    ("HALF_MAX_10_EXP", "+4"),
    ("HALF_MAX_EXP", "+16"),
    ("HALF_MIN", "((half)0x1.0p-14f)"),
    ("HALF_MIN_10_EXP", "-4"),
    ("HALF_MIN_EXP", "-13"),
    ("HALF_RADIX", "2"),
    ("HUGE_VAL", "(__builtin_huge_val())"),
    ("HUGE_VALF", "(__builtin_huge_valf())"),
    ("INFINITY", "(__builtin_inff())"),
    ("INT_MAX", "2147483647"),
    ("INT_MIN", "(-2147483647-1)"),
    ("LONG_MAX", "0x7fffffffffffffffL"),
    ("LONG_MIN", "(-0x7fffffffffffffffL-1)"),
    ("MAXFLOAT", "0x1.fffffep127f"),
    ("MAX_WORK_DIM", "3"),
    ("M_1_PI", "0.318309886183790671538"),
    ("M_1_PI_F", "0.318309886183790671538f"),
    ("M_1_PI_H", "((half)0.318309886183790671538f)"),
    ("M_2_PI", "0.636619772367581343076"),
    ("M_2_PI_F", "0.636619772367581343076f"),
    ("M_2_PI_H", "((half)0.636619772367581343076f)"),
    ("M_2_SQRTPI", "1.12837916709551257390"),
    ("M_2_SQRTPI_F", "1.12837916709551257390f"),
    ("M_2_SQRTPI_H", "((half)1.12837916709551257390f)"),
    ("M_E", "2.71828182845904523536"),
    ("M_E_F", "2.71828182845904523536f"),
    ("M_E_H", "((half)2.71828182845904523536f)"),
    ("M_LN10", "2.30258509299404568402"),
    ("M_LN10_F", "2.30258509299404568402f"),
    ("M_LN10_H", "((half)2.30258509299404568402f)"),
    ("M_LN2", "0.693147180559945309417"),
    ("M_LN2_F", "0.693147180559945309417f"),
    ("M_LN2_H", "((half)0.693147180559945309417f)"),
    ("M_LOG10E", "0.434294481903251827651"),
    ("M_LOG10E_F", "0.434294481903251827651f"),
    ("M_LOG10E_H", "((half)0.434294481903251827651f)"),
    ("M_LOG2E", "1.44269504088896340736"),
    ("M_LOG2E_F", "1.44269504088896340736f"),
    ("M_LOG2E_H", "((half)1.44269504088896340736f)"),
    ("M_PI", "3.14159265358979323846"),
    ("M_PI_2", "1.57079632679489661923"),
    ("M_PI_2_F", "1.57079632679489661923f"),
    ("M_PI_2_H", "((half)1.57079632679489661923f)"),
    ("M_PI_4", "0.785398163397448309616"),
    ("M_PI_4_F", "0.785398163397448309616f"),
    ("M_PI_4_H", "((half)0.785398163397448309616f)"),
    ("M_PI_F", "3.14159265358979323846f"),
    ("M_PI_H", "((half)3.14159265358979323846f)"),
    ("M_SQRT1_2", "0.707106781186547524401"),
    ("M_SQRT1_2_F", "0.707106781186547524401f"),
    ("M_SQRT1_2_H", "((half)0.707106781186547524401f)"),
    ("M_SQRT2", "1.41421356237309504880"),
    ("M_SQRT2_F", "1.41421356237309504880f"),
    ("M_SQRT2_H", "((half)1.41421356237309504880f)"),
    ("NAN", "(__builtin_nanf(\"\"))"),
    ("NULL", "((void*)0)"),
    ("SCHAR_MAX", "127"),
    ("SCHAR_MIN", "(-128)"),
    ("SHRT_MAX", "32767"),
    ("SHRT_MIN", "(-32768)"),
    ("UCHAR_MAX", "255"),
    ("UINT_MAX", "0xffffffffU"),
    ("ULONG_MAX", "0xffffffffffffffffUL"),
    ("USHRT_MAX", "65535"),
    ("_LP64", "1"),
    ("__ATOMIC_ACQUIRE", "2"),
    ("__ATOMIC_ACQ_REL", "4"),
    ("__ATOMIC_CONSUME", "1"),
    ("__ATOMIC_RELAXED", "0"),
    ("__ATOMIC_RELEASE", "3"),
    ("__ATOMIC_SEQ_CST", "5"),
    ("__BIGGEST_ALIGNMENT__", "8"),
    ("__BOOL_WIDTH__", "1"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
    ("__CHAR16_TYPE__", "unsigned short"),
    ("__CHAR32_TYPE__", "unsigned int"),
    ("__CHAR_BIT__", "8"),
    ("__DBL_DECIMAL_DIG__", "17"),
    ("__DBL_DENORM_MIN__", "4.9406564584124654e-324"),
    ("__DBL_DIG__", "15"),
    ("__DBL_EPSILON__", "2.2204460492503131e-16"),
    ("__DBL_HAS_DENORM__", "1"),
    ("__DBL_HAS_INFINITY__", "1"),
    ("__DBL_HAS_QUIET_NAN__", "1"),
    ("__DBL_MANT_DIG__", "53"),
    ("__DBL_MAX_10_EXP__", "308"),
    ("__DBL_MAX_EXP__", "1024"),
    ("__DBL_MAX__", "1.7976931348623157e+308"),
    ("__DBL_MIN_10_EXP__", "(-307)"),
    ("__DBL_MIN_EXP__", "(-1021)"),
    ("__DBL_MIN__", "2.2250738585072014e-308"),
    ("__DBL_NORM_MAX__", "1.7976931348623157e+308"),
    ("__ELF__", "1"),
    ("__ENDIAN_LITTLE__", "1"),
    ("__FLT_DECIMAL_DIG__", "9"),
    ("__FLT_DENORM_MIN__", "1.40129846e-45F"),
    ("__FLT_DIG__", "6"),
    ("__FLT_EPSILON__", "1.19209290e-7F"),
    ("__FLT_HAS_DENORM__", "1"),
    ("__FLT_HAS_INFINITY__", "1"),
    ("__FLT_HAS_QUIET_NAN__", "1"),
    ("__FLT_MANT_DIG__", "24"),
    ("__FLT_MAX_10_EXP__", "38"),
    ("__FLT_MAX_EXP__", "128"),
    ("__FLT_MAX__", "0x1.fffffep127f"),
    ("__FLT_MIN_10_EXP__", "(-37)"),
    ("__FLT_MIN_EXP__", "(-125)"),
    ("__FLT_MIN__", "1.17549435e-38F"),
    ("__FLT_NORM_MAX__", "3.40282347e+38F"),
    ("__FLT_RADIX__", "2"),
    ("__FPCLASS_NEGINF", "0x0004"),
    ("__FPCLASS_NEGNORMAL", "0x0008"),
    ("__FPCLASS_NEGSUBNORMAL", "0x0010"),
    ("__FPCLASS_NEGZERO", "0x0020"),
    ("__FPCLASS_POSINF", "0x0200"),
    ("__FPCLASS_POSNORMAL", "0x0100"),
    ("__FPCLASS_POSSUBNORMAL", "0x0080"),
    ("__FPCLASS_POSZERO", "0x0040"),
    ("__FPCLASS_QNAN", "0x0002"),
    ("__FPCLASS_SNAN", "0x0001"),
    ("__INT16_C_SUFFIX__", ""),
    ("__INT16_MAX__", "32767"),
    ("__INT16_TYPE__", "short"),
    ("__INT32_C_SUFFIX__", ""),
    ("__INT32_MAX__", "2147483647"),
    ("__INT32_TYPE__", "int"),
    ("__INT64_C_SUFFIX__", "L"),
    ("__INT64_MAX__", "9223372036854775807L"),
    ("__INT64_TYPE__", "long int"),
    ("__INT8_C_SUFFIX__", ""),
    ("__INT8_MAX__", "127"),
    ("__INT8_TYPE__", "signed char"),
    ("__INTPTR_MAX__", "9223372036854775807L"),
    ("__INTPTR_TYPE__", "long int"),
    ("__INTPTR_WIDTH__", "64"),
    ("__INT_FAST16_MAX__", "32767"),
    ("__INT_FAST16_TYPE__", "short"),
    ("__INT_FAST16_WIDTH__", "16"),
    ("__INT_FAST32_MAX__", "2147483647"),
    ("__INT_FAST32_TYPE__", "int"),
    ("__INT_FAST32_WIDTH__", "32"),
    ("__INT_FAST64_MAX__", "9223372036854775807L"),
    ("__INT_FAST64_TYPE__", "long int"),
    ("__INT_FAST64_WIDTH__", "64"),
    ("__INT_FAST8_MAX__", "127"),
    ("__INT_FAST8_TYPE__", "signed char"),
    ("__INT_FAST8_WIDTH__", "8"),
    ("__INT_LEAST16_MAX__", "32767"),
    ("__INT_LEAST16_TYPE__", "short"),
    ("__INT_LEAST16_WIDTH__", "16"),
    ("__INT_LEAST32_MAX__", "2147483647"),
    ("__INT_LEAST32_TYPE__", "int"),
    ("__INT_LEAST32_WIDTH__", "32"),
    ("__INT_LEAST64_MAX__", "9223372036854775807L"),
    ("__INT_LEAST64_TYPE__", "long int"),
    ("__INT_LEAST64_WIDTH__", "64"),
    ("__INT_LEAST8_MAX__", "127"),
    ("__INT_LEAST8_TYPE__", "signed char"),
    ("__INT_LEAST8_WIDTH__", "8"),
    ("__INT_MAX__", "2147483647"),
    ("__INT_WIDTH__", "32"),
    ("__LITTLE_ENDIAN__", "1"),
    ("__LONG_MAX__", "0x7fffffffffffffffL"),
    ("__LONG_WIDTH__", "64"),
    ("__LP64__", "1"),
    ("__MEMORY_SCOPE_CLUSTR", "5"),
    ("__MEMORY_SCOPE_DEVICE", "1"),
    ("__MEMORY_SCOPE_SINGLE", "4"),
    ("__MEMORY_SCOPE_SYSTEM", "0"),
    ("__MEMORY_SCOPE_WRKGRP", "2"),
    ("__MEMORY_SCOPE_WVFRNT", "3"),
    ("__NO_MATH_ERRNO__", "1"),
    ("__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES", "3"),
    ("__OPENCL_MEMORY_SCOPE_DEVICE", "2"),
    ("__OPENCL_MEMORY_SCOPE_SUB_GROUP", "4"),
    ("__OPENCL_MEMORY_SCOPE_WORK_GROUP", "1"),
    ("__OPENCL_MEMORY_SCOPE_WORK_ITEM", "0"),
    ("__OPENCL_VERSION__", "120"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_PDP_ENDIAN__", "3412"),
    ("__POINTER_WIDTH__", "64"),
    ("__PTRDIFF_MAX__", "9223372036854775807L"),
    ("__PTRDIFF_TYPE__", "long int"),
    ("__PTRDIFF_WIDTH__", "64"),
    ("__SCHAR_MAX__", "127"),
    ("__SHRT_MAX__", "32767"),
    ("__SHRT_WIDTH__", "16"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__SIZEOF_PTRDIFF_T__", "8"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_SIZE_T__", "8"),
    ("__SIZEOF_WCHAR_T__", "4"),
    ("__SIZE_MAX__", "18446744073709551615UL"),
    ("__SIZE_TYPE__", "unsigned long"),
    ("__SIZE_WIDTH__", "64"),
    ("__STDC_HOSTED__", "0"),
    ("__STDC_VERSION__", "199901L"),
    ("__STDC__", "1"),
    ("__UINT16_C_SUFFIX__", ""),
    ("__UINT16_MAX__", "65535"),
    ("__UINT16_TYPE__", "unsigned short"),
    ("__UINT32_C_SUFFIX__", "U"),
    ("__UINT32_MAX__", "4294967295U"),
    ("__UINT32_TYPE__", "unsigned int"),
    ("__UINT64_C_SUFFIX__", "UL"),
    ("__UINT64_MAX__", "18446744073709551615UL"),
    ("__UINT64_TYPE__", "long unsigned int"),
    ("__UINT8_C_SUFFIX__", ""),
    ("__UINT8_MAX__", "255"),
    ("__UINT8_TYPE__", "unsigned char"),
    ("__UINTPTR_MAX__", "18446744073709551615UL"),
    ("__UINTPTR_TYPE__", "long unsigned int"),
    ("__UINTPTR_WIDTH__", "64"),
    ("__UINT_FAST16_MAX__", "65535"),
    ("__UINT_FAST16_TYPE__", "unsigned short"),
    ("__UINT_FAST32_MAX__", "4294967295U"),
    ("__UINT_FAST32_TYPE__", "unsigned int"),
    ("__UINT_FAST64_MAX__", "18446744073709551615UL"),
    ("__UINT_FAST64_TYPE__", "long unsigned int"),
    ("__UINT_FAST8_MAX__", "255"),
    ("__UINT_FAST8_TYPE__", "unsigned char"),
    ("__UINT_LEAST16_MAX__", "65535"),
    ("__UINT_LEAST16_TYPE__", "unsigned short"),
    ("__UINT_LEAST32_MAX__", "4294967295U"),
    ("__UINT_LEAST32_TYPE__", "unsigned int"),
    ("__UINT_LEAST64_MAX__", "18446744073709551615UL"),
    ("__UINT_LEAST64_TYPE__", "long unsigned int"),
    ("__UINT_LEAST8_MAX__", "255"),
    ("__UINT_LEAST8_TYPE__", "unsigned char"),
    ("__WCHAR_MAX__", "2147483647"),
    ("__WCHAR_TYPE__", "int"),
    ("__WCHAR_WIDTH__", "32"),
    ("__cl_clang_bitfields", "1"),
    ("__opencl_c_named_address_space_builtins", "1"),
    ("__wavec__", "1"),
    ("cl_clang_storage_class_specifiers", "1"),
    ("cl_khr_3d_image_writes", "1"),
    ("cl_khr_byte_addressable_store", "1"),
    ("cl_khr_fp16", "1"),
    ("cl_khr_fp64", "1"),
    ("cl_khr_global_int32_base_atomics", "1"),
    ("cl_khr_global_int32_extended_atomics", "1"),
    ("cl_khr_int64_base_atomics", "1"),
    ("cl_khr_int64_extended_atomics", "1"),
    ("cl_khr_integer_dot_product", "1"),
    ("cl_khr_local_int32_base_atomics", "1"),
    ("cl_khr_local_int32_extended_atomics", "1"),
    ("cl_khr_subgroup_ballot", "1"),
    ("cl_khr_subgroup_clustered_reduce", "1"),
    ("cl_khr_subgroup_extended_types", "1"),
    ("cl_khr_subgroup_non_uniform_arithmetic", "1"),
    ("cl_khr_subgroup_non_uniform_vote", "1"),
    ("cl_khr_subgroup_rotate", "1"),
    ("cl_khr_subgroup_shuffle", "1"),
    ("cl_khr_subgroup_shuffle_relative", "1"),
    ("cl_khr_subgroups", "1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_sorted() {
        assert!(CONSTANTS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(
            body("M_PI_F", &Options::default()),
            Some("3.14159265358979323846f")
        );
        assert_eq!(body("__OPENCL_C_VERSION__", &Options::default()), Some("120"));
        assert_eq!(body("x", &Options::default()), None);
    }
}
