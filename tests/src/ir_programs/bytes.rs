//! Raw memory in registers: byte types, which LLVM 22 does not know.

use super::generate::Generator;
use super::memory::Pointer;
use crate::ir_values::Kind::*;
use crate::ir_values::vector;
use std::fmt::Write;

impl Generator {
    /// Memory that is moved as bytes, or a pointer that goes through them.
    pub(super) fn bytes(&mut self) {
        match self.random.chance(30) {
            true => self.pointer_as_bytes(),
            false => self.copied_bytes(),
        }
    }

    /// A type of that many bytes, of some shape.
    fn byte_type(&mut self, size: u32) -> String {
        let element = self.random.pick(&[1, 2, 4, 8, 16]);
        match size / element {
            0 | 1 => format!("b{}", 8 * size),
            count => format!("<{count} x b{}>", 8 * element),
        }
    }

    fn reinterpret(&mut self, value: &str, from: &str, to: &str) -> String {
        match from == to {
            true => value.into(),
            false => self.w.inst(&format!("bitcast {from} {value} to {to}")),
        }
    }

    fn copied_bytes(&mut self) {
        let (from, to) = (self.any_pointer(), self.writable_pointer());
        let size = self.random.pick(&[1, 2, 4, 4, 8, 16]);
        let ty = self.byte_type(size);
        let (source, align) = self.address(&from, size, 1);
        let mut value = self
            .w
            .inst(&format!("load {ty}, {} {source}, align {align}", from.ty()));
        if size > 1 && self.random.chance(40) {
            // Reversed.
            let lanes = format!("<{size} x b8>");
            let bytes = self.reinterpret(&value, &ty, &lanes);
            let mask: Vec<String> = (0..size).rev().map(|lane| format!("i32 {lane}")).collect();
            let mask = format!("<{size} x i32> <{}>", mask.join(", "));
            let reversed = self
                .w
                .inst(&format!("shufflevector {lanes} {bytes}, {lanes} poison, {mask}"));
            value = self.reinterpret(&reversed, &lanes, &ty);
        }
        if self.random.chance(40) {
            let bit = self.condition();
            let (other, align) = self.address(&from, size, 1);
            let other = self
                .w
                .inst(&format!("load {ty}, {} {other}, align {align}", from.ty()));
            value = self
                .w
                .inst(&format!("select i1 {bit}, {ty} {value}, {ty} {other}"));
        }
        if self.random.chance(20) {
            value = self.w.inst(&format!("freeze {ty} {value}"));
        }
        let stored = self.byte_type(size);
        let bytes = self.reinterpret(&value, &ty, &stored);
        let (target, align) = self.address(&to, size, 1);
        let _ = writeln!(
            self.w.text,
            "  store {stored} {bytes}, {} {target}, align {align}",
            to.ty()
        );
        let kind = match size {
            1 | 2 | 4 => Int(8 * size),
            8 => vector(2, Int(32)),
            _ => vector(4, Int(32)),
        };
        let number = self.reinterpret(&value, &ty, &kind.text());
        self.keep(number, kind);
    }

    fn pointer_as_bytes(&mut self) {
        let pointer = self.any_pointer();
        let size = match pointer.space {
            3 | 5 => 4,
            0 | 1 | 4 => 8,
            _ => return,
        };
        let (whole, parts) = (format!("b{}", 8 * size), self.byte_type(size));
        let (ty, name) = (pointer.ty(), &pointer.name);
        let bytes = self.w.inst(&format!("bitcast {ty} {name} to {whole}"));
        let split = self.reinterpret(&bytes, &whole, &parts);
        let joined = self.reinterpret(&split, &parts, &whole);
        let name = self.w.inst(&format!("bitcast {whole} {joined} to {ty}"));
        self.pointers.push(Pointer { name, ..pointer });
    }
}

/// The program with integers in place of bytes.
pub(super) fn as_integers(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line;
        let mut mapped = String::new();
        let mut before = ' ';
        while let Some(c) = rest.chars().next() {
            let digits = rest[c.len_utf8()..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            let end = rest[c.len_utf8() + digits..].chars().next().unwrap_or(' ');
            let is_word = |c: char| c.is_ascii_alphanumeric() || "_.%@\"".contains(c);
            let is_byte = c == 'b' && digits > 0 && !is_word(before) && !is_word(end);
            mapped.push(if is_byte { 'i' } else { c });
            before = c;
            rest = &rest[c.len_utf8()..];
        }
        // What was a cast of bits between a pointer and bytes.
        if let Some((front, cast)) = mapped.split_once("bitcast ")
            && let Some((from, to)) = cast.split_once(" to ")
        {
            let op = match (from.starts_with("ptr"), to.starts_with("ptr")) {
                (true, false) => "ptrtoint ",
                (false, true) => "inttoptr ",
                _ => "bitcast ",
            };
            mapped = format!("{front}{op}{cast}");
        }
        out += &mapped;
        out.push('\n');
    }
    out
}
