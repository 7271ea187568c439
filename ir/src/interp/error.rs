//! Errors that stop a launch.

use std::fmt;

/// An error and where it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterpError {
    /// What happened.
    pub message: String,
    /// The function that was executing; empty if nothing ran.
    pub function: String,
    /// The instruction's text.
    pub instruction: String,
    /// Global id of the work-item.
    pub work_item: Option<[u32; 3]>,
}

impl InterpError {
    /// An error before anything runs.
    pub fn launch(message: impl Into<String>) -> InterpError {
        InterpError {
            message: message.into(),
            function: String::new(),
            instruction: String::new(),
            work_item: None,
        }
    }
}

impl fmt::Display for InterpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.function.is_empty() {
            write!(f, " in function '@{}'", self.function)?;
        }
        if !self.instruction.is_empty() {
            write!(f, " at '{}'", self.instruction)?;
        }
        if let Some([x, y, z]) = self.work_item {
            write!(f, ", work-item ({x}, {y}, {z})")?;
        }
        Ok(())
    }
}

impl std::error::Error for InterpError {}
