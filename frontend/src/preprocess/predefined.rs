//! Macros that exist before the first line: OpenCL's limits and constants, looked up when a name is first met, so that
//! they cost nothing when unused.

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
        "__opencl_c_generic_address_space" if version >= 200 => "1",
        "__opencl_c_atomic_order_acq_rel"
        | "__opencl_c_atomic_order_seq_cst"
        | "__opencl_c_atomic_scope_device"
        | "__opencl_c_program_scope_global_variables"
        | "__opencl_c_subgroups"
        | "__opencl_c_fp64"
        | "__opencl_c_integer_dot_product_input_4x8bit"
        | "__opencl_c_integer_dot_product_input_4x8bit_packed"
        | "__opencl_c_work_group_collective_functions"
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
    ("__ATOMIC_ACQUIRE", "2"),
    ("__ATOMIC_ACQ_REL", "4"),
    ("__ATOMIC_CONSUME", "1"),
    ("__ATOMIC_RELAXED", "0"),
    ("__ATOMIC_RELEASE", "3"),
    ("__ATOMIC_SEQ_CST", "5"),
    ("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__"),
    ("__CHAR_BIT__", "8"),
    ("__ENDIAN_LITTLE__", "1"),
    ("__FLT_MAX__", "0x1.fffffep127f"),
    ("__INT_MAX__", "2147483647"),
    ("__LITTLE_ENDIAN__", "1"),
    ("__LONG_MAX__", "0x7fffffffffffffffL"),
    ("__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES", "3"),
    ("__OPENCL_MEMORY_SCOPE_DEVICE", "2"),
    ("__OPENCL_MEMORY_SCOPE_SUB_GROUP", "4"),
    ("__OPENCL_MEMORY_SCOPE_WORK_GROUP", "1"),
    ("__OPENCL_MEMORY_SCOPE_WORK_ITEM", "0"),
    ("__OPENCL_VERSION__", "120"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG__", "8"),
    ("__SIZEOF_POINTER__", "8"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_SIZE_T__", "8"),
    ("__SIZE_TYPE__", "unsigned long"),
    ("__STDC_HOSTED__", "0"),
    ("__STDC_VERSION__", "199901L"),
    ("__STDC__", "1"),
    ("__wavec__", "1"),
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
