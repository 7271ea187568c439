//! Entity indices: `u32` newtypes, dense, cheap to copy, printed as in the text form.

use cranelift_entity::entity_impl;

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub(crate) u32);
        entity_impl!($name, $prefix);
    };
}

entity!(
    /// A type of a [`Context`](crate::context::Context), uniqued: equal types have equal indices.
    Type, "type");
entity!(
    /// A constant of a context, uniqued.
    Constant, "const");
entity!(
    /// A string of a context, uniqued.
    Symbol, "sym");
entity!(
    /// A function of a module: its declaration is in the context, its body in the module.
    FuncRef, "fn");
entity!(
    /// A global variable.
    GlobalVar, "global");
entity!(
    /// A value of one function: parameter, instruction result, or a constant in use there.
    Value, "v");
entity!(
    /// An instruction of one function.
    Inst, "inst");
entity!(
    /// A basic block of one function.
    Block, "block");
entity!(
    /// A metadata node or string of a context.
    MetadataId, "md");
entity!(
    /// A set of attributes of a context, uniqued; index 0 is the empty set.
    AttributeSet, "attrs");
entity!(
    /// An inline assembly string with its constraints, uniqued.
    InlineAsm, "asm");
