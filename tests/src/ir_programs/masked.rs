//! Accesses of the elements that a mask selects, and vectors as other compilers' vectorizers make them.

use super::generate::Generator;
use super::more::suffix;
use crate::ir_values::Kind::{self, *};
use crate::ir_values::vector;
use std::fmt::Write;

impl Generator {
    /// A statement of these.
    pub(super) fn masked(&mut self) {
        match self.random.below(8) {
            0..=2 => self.masked_load(),
            3..=5 => self.masked_store(),
            6 => self.three_way_comparison(),
            _ => self.reverse(),
        }
    }

    /// A vector whose elements are in bytes of their own.
    fn elements(&mut self) -> (u32, Kind) {
        let count = self.random.pick(&[2, 3, 4, 4, 8]);
        let elements = [Int(8), Int(16), Int(32), Int(32), Int(64), Half, Float];
        let element = elements[self.random.below(elements.len())].clone();
        (if element.bits() > 32 { 2 } else { count }, element)
    }

    fn masked_load(&mut self) {
        let pointer = self.any_pointer();
        let (count, element) = self.elements();
        let kind = vector(count, element);
        // LLVM 22 takes no such accesses through fat pointers apart.
        if pointer.space == 7 || pointer.size < kind.bits() / 8 {
            return;
        }
        let (mask, others) = (self.value(&vector(count, Int(1))), self.value(&kind));
        let (address, align) = self.address(&pointer, kind.bits() / 8, 1);
        let (ty, of, to, space) = (kind.text(), suffix(&kind), pointer.ty(), pointer.space);
        let value = self.w.inst(&format!(
            "call {ty} @llvm.masked.load.{of}.p{space}({to} align {align} {address}, <{count} x i1> {mask}, {ty} {others})"
        ));
        let value = self.ordered(&kind, value);
        self.keep(value, kind);
    }

    fn masked_store(&mut self) {
        let pointer = self.writable_pointer();
        let (count, element) = self.elements();
        let kind = vector(count, element);
        if pointer.space == 7 || pointer.size < kind.bits() / 8 {
            return;
        }
        let (mask, value) = (self.value(&vector(count, Int(1))), self.value(&kind));
        let (address, align) = self.address(&pointer, kind.bits() / 8, 1);
        let (ty, of, to, space) = (kind.text(), suffix(&kind), pointer.ty(), pointer.space);
        let _ = writeln!(
            self.w.text,
            "  call void @llvm.masked.store.{of}.p{space}({ty} {value}, {to} align {align} {address}, <{count} x i1> {mask})"
        );
    }

    fn three_way_comparison(&mut self) {
        let kind = self.int();
        let (a, b, ty) = (self.value(&kind), self.value(&kind), kind.text());
        let what = self.random.pick(&["ucmp", "scmp"]);
        let value = self
            .w
            .inst(&format!("call i32 @llvm.{what}.i32.{ty}({ty} {a}, {ty} {b})"));
        self.keep(value, Int(32));
    }

    fn reverse(&mut self) {
        let (count, element) = self.elements();
        let kind = vector(count, element);
        let (ty, of, value) = (kind.text(), suffix(&kind), self.value(&kind));
        let value = self
            .w
            .inst(&format!("call {ty} @llvm.vector.reverse.{of}({ty} {value})"));
        self.keep(value, kind);
    }
}
