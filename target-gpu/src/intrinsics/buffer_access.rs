//! The names of intrinsics that access memory through buffer resources.

/// The components of a name like `struct.ptr.buffer.load.format`.
pub struct BufferAccess<'n> {
    /// `struct`: it has an index.
    pub has_index: bool,
    /// `tbuffer`: the format is an operand.
    pub is_typed: bool,
    /// `atomic`.
    pub is_atomic: bool,
    /// `load`, `store.format`, `atomic.add`, `load.lds`, ...
    pub operation: &'n str,
}

impl BufferAccess<'_> {
    /// Parses the name of an intrinsic without `llvm.amdgcn.`.
    pub fn parse(name: &str) -> Option<BufferAccess<'_>> {
        let (has_index, rest) = match (name.strip_prefix("raw."), name.strip_prefix("struct.")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return None,
        };
        let rest = rest.strip_prefix("ptr.").unwrap_or(rest);
        let (is_atomic, rest) = match rest.strip_prefix("atomic.") {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let (is_typed, operation) = match rest.strip_prefix("tbuffer.") {
            Some(operation) => (true, operation),
            None => (false, rest.strip_prefix("buffer.")?),
        };
        Some(BufferAccess {
            has_index,
            is_typed,
            is_atomic,
            operation,
        })
    }

    /// Whether the destination is LDS.
    pub fn writes_lds(&self) -> bool {
        self.operation.ends_with(".lds")
    }
}
