//! What the compiler is currently doing, for reports of internal errors. Setting it costs two stores.

use std::cell::{Cell, RefCell};

thread_local! {
    static PASS: Cell<&'static str> = const { Cell::new("") };
    static FUNCTION: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Records that this thread now runs `pass`.
pub fn enter_pass(pass: &'static str) {
    PASS.set(pass);
}

/// Records that this thread now works on `function`; an empty name means none in particular.
pub fn enter_function(function: &str) {
    FUNCTION.with_borrow_mut(|name| {
        name.clear();
        name.push_str(function);
    });
}

/// The pass this thread runs or ran last; empty before the first.
pub fn current_pass() -> &'static str {
    PASS.get()
}

/// The function this thread works on; empty if none in particular.
pub fn current_function() -> String {
    FUNCTION.with_borrow(String::clone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_the_last() {
        enter_pass("a");
        enter_function("f");
        enter_pass("b");
        assert_eq!((current_pass(), current_function().as_str()), ("b", "f"));
        enter_function("");
        assert_eq!(current_function(), "");
    }
}
