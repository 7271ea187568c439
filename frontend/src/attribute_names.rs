//! The names of attributes, which the parser and `__has_attribute` ask for.

/// Attributes of one kind.
pub(crate) struct Kind {
    /// Whether only kernels may have them.
    pub(crate) kernel_only: bool,
    /// Whether their operands, if any, are integer constants.
    pub(crate) takes_constants: bool,
    names: &'static [&'static str],
}

/// Every supported attribute and every one that may be ignored.
const KINDS: &[Kind] = &[
    Kind {
        kernel_only: true,
        takes_constants: true,
        names: &[
            "amdgpu_flat_work_group_size",
            "amdgpu_num_sgpr",
            "amdgpu_num_vgpr",
            "amdgpu_waves_per_eu",
            "reqd_work_group_size",
            "work_group_size_hint",
        ],
    },
    Kind {
        kernel_only: true,
        takes_constants: false,
        names: &["intel_reqd_sub_group_size", "vec_type_hint"],
    },
    Kind {
        kernel_only: false,
        takes_constants: true,
        names: &[
            "address_space",
            "aligned",
            "always_inline",
            "amdgpu_max_num_work_groups",
            "convergent",
            "ext_vector_type",
            "noinline",
            "opencl_constant",
            "opencl_generic",
            "opencl_global",
            "opencl_global_device",
            "opencl_global_host",
            "opencl_local",
            "opencl_private",
            "opencl_unroll_hint",
            "overloadable",
            "packed",
            "vector_size",
        ],
    },
    Kind {
        kernel_only: false,
        takes_constants: false,
        names: &[
            "artificial",
            "cold",
            "const",
            "deprecated",
            "device_enqueue",
            "endian",
            "fallthrough",
            "gnu_inline",
            "hot",
            "may_alias",
            "nodebug",
            "nomerge",
            "nosvm",
            "nothrow",
            "pure",
            "unused",
            "used",
            "visibility",
            "warn_unused_result",
            "weak",
        ],
    },
];

/// The name of an attribute without underscores around it, and its kind; nothing if it is unknown.
pub(crate) fn find(name: &str) -> Option<(&'static str, &'static Kind)> {
    let name = name.trim_matches('_');
    KINDS.iter().find_map(|kind| {
        let found = kind.names.iter().find(|&&known| known == name)?;
        Some((*found, kind))
    })
}

/// Whether `name` is a supported attribute or one that may be ignored.
pub(crate) fn is_known(name: &str) -> bool {
    find(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_in_one_list() {
        let mut names: Vec<&str> = KINDS.iter().flat_map(|kind| kind.names).copied().collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn underscores_do_not_matter() {
        let (name, kind) = find("__reqd_work_group_size__").unwrap();
        assert_eq!(name, "reqd_work_group_size");
        assert!(kind.kernel_only && kind.takes_constants);
        assert!(find("no_such_attribute").is_none());
    }
}
