//! Optimization remarks of passes on IR: where they are, and where they go.

use crate::context::Context;
use crate::entities::{FuncRef, MetadataId};
use wavec_support::remarks::{Remark, RemarkPlace};

impl Context {
    /// Adds the remark that `make` makes, if remarks are wanted.
    #[inline]
    pub fn remark(&mut self, make: impl FnOnce(&Context) -> Remark) {
        if self.remarks.is_none() {
            return;
        }
        let remark = make(self);
        if let Some(remarks) = &mut self.remarks {
            remarks.push(remark);
        }
    }

    /// The place of a location; `None` if it is no line.
    pub fn remark_place(&self, location: Option<MetadataId>) -> Option<RemarkPlace> {
        let location = self.debug_location(location?)?;
        (location.line != 0).then_some(RemarkPlace {
            file: self.debug_text(self.debug_file(location.scope)?, "filename"),
            line: location.line,
            column: location.column,
        })
    }

    /// The `DISubprogram` of a function.
    fn subprogram(&self, func: FuncRef) -> Option<MetadataId> {
        let key = self.symbols.find("dbg")?;
        let mut attached = self.functions[func].metadata.iter();
        attached.find(|(name, _)| *name == key).map(|&(_, node)| node)
    }

    /// The place where a function is defined.
    pub fn remark_place_of_function(&self, func: FuncRef) -> Option<RemarkPlace> {
        let node = self.subprogram(func)?;
        Some(RemarkPlace {
            file: self.debug_text(self.debug_file(node)?, "filename"),
            line: self.debug_number(node, "line"),
            column: 0,
        })
    }

    /// Whether a function is the user's: in a module with lines, those of libraries have none.
    pub fn is_of_user(&self, func: FuncRef) -> bool {
        let units = self.symbols.find("llvm.dbg.cu");
        let has_lines = units.is_some_and(|key| self.metadata.named.iter().any(|(name, _)| *name == key));
        !has_lines || self.subprogram(func).is_some()
    }
}
