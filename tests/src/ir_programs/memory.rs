//! Objects in memory, pointers to them, and operations through pointers.

use super::generate::{Generator, ITEMS, LOCAL, SHARED, SLOT};
use crate::ir_values::Kind::{self, *};
use crate::ir_values::vector;
use crate::random::Random;
use std::fmt::Write;

/// The object that pointers point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    /// Read-only global memory.
    Shared,
    /// Global memory that a buffer resource describes as well.
    First,
    /// Global memory.
    Second,
    Local,
    Private,
    /// Private memory of a size unknown at compile time.
    Dynamic,
}

impl Object {
    pub(super) fn size(self) -> u32 {
        match self {
            Object::Shared => SHARED,
            _ => SLOT,
        }
    }
}

/// A pointer that accesses may use.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub name: String,
    pub space: u32,
    /// None: one of two objects, chosen at run time.
    pub object: Option<Object>,
    pub size: u32,
    pub align: u32,
    pub is_writable: bool,
}

impl Pointer {
    pub(super) fn to(object: Object, space: u32, name: &str) -> Pointer {
        Pointer {
            name: name.into(),
            space,
            object: Some(object),
            size: object.size(),
            align: 16,
            is_writable: object != Object::Shared,
        }
    }

    /// The pointer with which an object is created.
    pub(super) fn home(object: Object) -> Pointer {
        match object {
            Object::Shared => Pointer::to(object, 1, "%in"),
            Object::First => Pointer::to(object, 1, "%a"),
            Object::Second => Pointer::to(object, 1, "%b"),
            Object::Local => Pointer::to(object, 3, "%local"),
            Object::Private => Pointer::to(object, 5, "%private"),
            Object::Dynamic => Pointer::to(object, 5, "%dynamic"),
        }
    }

    /// One of two pointers to the same space, chosen at run time.
    pub(super) fn one_of(name: String, [one, other]: &[Pointer; 2]) -> Pointer {
        Pointer {
            name,
            space: one.space,
            object: one.object.filter(|_| one.object == other.object),
            size: one.size.min(other.size),
            align: one.align.min(other.align),
            is_writable: one.is_writable && other.is_writable,
        }
    }

    pub(super) fn ty(&self) -> String {
        Ptr(self.space).text()
    }
}

const OBJECTS: [Object; 6] = [
    Object::Shared,
    Object::First,
    Object::Second,
    Object::Local,
    Object::Private,
    Object::Dynamic,
];

/// Alias scopes and TBAA types of the objects: those of one object do not apply to another.
pub(super) const METADATA: &str = "
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = distinct !{!3, !0}
!4 = distinct !{!4, !0}
!5 = distinct !{!5, !0}
!6 = distinct !{!6, !0}
!11 = !{!1}
!12 = !{!2}
!13 = !{!3}
!14 = !{!4}
!15 = !{!5}
!16 = !{!6}
!21 = !{!2, !3, !4, !5, !6}
!22 = !{!1, !3, !4, !5, !6}
!23 = !{!1, !2, !4, !5, !6}
!24 = !{!1, !2, !3, !5, !6}
!25 = !{!1, !2, !3, !4, !6}
!26 = !{!1, !2, !3, !4, !5}
!30 = !{!\"root\"}
!31 = !{!\"shared\", !30}
!32 = !{!\"first\", !30}
!33 = !{!\"second\", !30}
!34 = !{!\"local\", !30}
!35 = !{!\"private\", !30}
!36 = !{!\"dynamic\", !30}
!41 = !{!31, !31, i64 0}
!42 = !{!32, !32, i64 0}
!43 = !{!33, !33, i64 0}
!44 = !{!34, !34, i64 0}
!45 = !{!35, !35, i64 0}
!46 = !{!36, !36, i64 0}
!50 = !{}
!51 = !{i32 0, i32 64}
";

/// The text before the body: variables, intrinsics, the kernel with its argument attributes.
pub(super) fn declarations(random: &mut Random) -> String {
    let mut promise = |text: &'static str| if random.chance(50) { text } else { "" };
    let layout = wavec_target_gpu::intrinsics::LAYOUT;
    let slots = LOCAL * SLOT;
    let mut text = format!(
        "target datalayout = \"{layout}\"\ntarget triple = \"amdgcn-amd-amdhsa\"\n\
         @lds = internal addrspace(3) global [{slots} x i8] poison, align 16\n\
         @places = internal addrspace(3) global [{LOCAL} x i32] poison, align 16\n"
    );
    let _ = write!(
        text,
        "define amdgpu_kernel void @k(ptr addrspace(1) {}{}%results, ptr addrspace(1) {}{}{}align 16 {}%in, \
         ptr addrspace(1) {}{}align 16 {}%first, ptr addrspace(1) {}align 16 %second, i32 {}%n) #0 {{\nentry:\n",
        promise("inreg "),
        promise("writeonly "),
        promise("inreg "),
        promise("noalias "),
        promise("readonly "),
        promise("dereferenceable(1024) "),
        promise("inreg "),
        promise("noalias "),
        promise("nonnull "),
        promise("noalias "),
        promise("inreg "),
    );
    text
}

/// The attributes of the kernel, which match the launch.
pub(super) const ATTRIBUTES: &str = "attributes #0 = { \"amdgpu-flat-work-group-size\"=\"64,64\" }\n";

impl Generator {
    /// Creates the objects of the work-item and pointers to them.
    pub(super) fn open_objects(&mut self) {
        let local_bytes = LOCAL * SLOT;
        let records = ITEMS * SLOT;
        let _ = write!(
            self.w.text,
            "  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %before = mul i32 %group, {LOCAL}
  %gid = add i32 %before, %id
  %mixed = mul i32 %gid, -1640531535
  %seed = xor i32 %mixed, %n
  %place = mul i32 %gid, {SLOT}
  %lane.place = mul i32 %id, {SLOT}
  %a = getelementptr i8, ptr addrspace(1) %first, i32 %place
  %b = getelementptr i8, ptr addrspace(1) %second, i32 %place
  %local = getelementptr [{local_bytes} x i8], ptr addrspace(3) @lds, i32 0, i32 %lane.place
  %private = alloca [{SLOT} x i8], align 16, addrspace(5)
  %more = and i32 %n, 12
  %length = add i32 %more, {SLOT}
  %dynamic = alloca i8, i32 %length, align 16, addrspace(5)
  %rsrc = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %first, i16 0, i64 {records}, i32 159744)
  %number = ptrtoint ptr addrspace(1) %first to i64
  %low = trunc i64 %number to i32
  %upper = lshr i64 %number, 32
  %high = trunc i64 %upper to i32
  %stride0 = and i32 %high, 65535
  %r0 = insertelement <4 x i32> <i32 poison, i32 poison, i32 {records}, i32 159744>, i32 %low, i32 0
  %r1 = insertelement <4 x i32> %r0, i32 %stride0, i32 1
"
        );
        for object in [Object::Local, Object::Private, Object::Dynamic] {
            let home = Pointer::home(object);
            if self.random.chance(50) {
                let _ = writeln!(
                    self.w.text,
                    "  call void @llvm.memcpy.p{}.p1.i32({} {}, ptr addrspace(1) %in, i32 {SLOT}, i1 false)",
                    home.space,
                    home.ty(),
                    home.name
                );
                continue;
            }
            for at in (0..SLOT).step_by(16) {
                let from = self
                    .w
                    .inst(&format!("getelementptr i8, ptr addrspace(1) %in, i32 {}", 4 * at));
                let value = self
                    .w
                    .inst(&format!("load <4 x i32>, ptr addrspace(1) {from}, align 16"));
                let to = self.w.inst(&format!(
                    "getelementptr i8, {} {}, i32 {at}",
                    home.ty(),
                    home.name
                ));
                let _ = writeln!(
                    self.w.text,
                    "  store <4 x i32> {value}, {} {to}, align 16",
                    home.ty()
                );
            }
        }
        for object in OBJECTS {
            let home = Pointer::home(object);
            if self.random.chance(60) {
                self.cast(&home, 0);
            }
            if object == Object::Shared {
                self.cast(&home, 4);
            }
            self.pointers.push(home);
        }
        if self.has_more {
            self.w.text += "  %fat.all = addrspacecast ptr addrspace(8) %rsrc to ptr addrspace(7)\n  \
                            %fat = getelementptr i8, ptr addrspace(7) %fat.all, i32 %place\n";
            self.pointers.push(Pointer::to(Object::First, 7, "%fat"));
        }
    }

    fn cast(&mut self, pointer: &Pointer, space: u32) {
        let (from, to) = (pointer.ty(), Ptr(space).text());
        let name = self
            .w
            .inst(&format!("addrspacecast {from} {} to {to}", pointer.name));
        self.pointers.push(Pointer {
            name,
            space,
            ..pointer.clone()
        });
    }

    pub(super) fn any_pointer(&mut self) -> Pointer {
        let at = self.random.below(self.pointers.len());
        self.pointers[at].clone()
    }

    pub(super) fn writable_pointer(&mut self) -> Pointer {
        loop {
            let pointer = self.any_pointer();
            if pointer.is_writable {
                return pointer;
            }
        }
    }

    /// A type without padding bits in memory.
    pub(super) fn stored_kind(&mut self) -> Kind {
        let element =
            |random: &mut Random| [Int(8), Int(16), Int(32), Half, BFloat, Float][random.below(6)].clone();
        match self.random.below(10) {
            0..=5 => Int(self.random.pick(&[8, 16, 32, 32, 32, 64, 64, 24, 48, 96, 128])),
            6 => element(&mut self.random),
            7 => [Double, vector(2, Int(64)), vector(2, Double)][self.random.below(3)].clone(),
            _ => {
                let count = self.random.pick(&[2, 2, 3, 4]);
                vector(count, element(&mut self.random))
            }
        }
    }

    /// An address in the pointer's object, with `bytes` bytes in bounds, and its alignment.
    pub(super) fn address(&mut self, pointer: &Pointer, bytes: u32, least: u32) -> (String, u32) {
        let wanted = self.random.pick(&[1, 2, 4, 4, 8, 16]);
        let align = wanted.max(least).min(pointer.align).max(1);
        let room = pointer.size - bytes;
        // The largest power of two that divides it.
        let mask = ((room + 2).next_power_of_two() / 2 - 1) & !(align - 1);
        let offset = if self.random.chance(50) && mask > 0 {
            let number = self.number();
            self.w.inst(&format!("and i32 {number}, {mask}"))
        } else {
            (self.random.below(room as usize + 1) as u32 / align * align).to_string()
        };
        if offset == "0" {
            return (pointer.name.clone(), align);
        }
        let inbounds = self.random.pick(&["", "inbounds "]);
        let (ty, name) = (pointer.ty(), &pointer.name);
        let address = self
            .w
            .inst(&format!("getelementptr {inbounds}i8, {ty} {name}, i32 {offset}"));
        (address, align)
    }

    /// Metadata and flags of an access.
    fn metadata(&mut self, pointer: &Pointer, is_load: bool) -> String {
        let Some(object) = pointer.object else {
            return String::new();
        };
        let number = 1 + OBJECTS.iter().position(|&o| o == object).expect("an object");
        let mut text = String::new();
        if self.random.chance(25) {
            let _ = write!(text, ", !alias.scope !1{number}, !noalias !2{number}");
        }
        if self.random.chance(25) {
            let _ = write!(text, ", !tbaa !4{number}");
        }
        if is_load && object == Object::Shared && self.random.chance(30) {
            text += ", !invariant.load !50";
        }
        text
    }

    pub(super) fn load_of(&mut self, pointer: &Pointer, kind: &Kind) -> String {
        let (ty, bytes) = (kind.text(), kind.bits() / 8);
        if matches!(kind, Int(8 | 16 | 32 | 64))
            && pointer.space != 4
            && pointer.align >= bytes
            && self.random.chance(8)
        {
            let (address, align) = self.address(pointer, bytes, bytes);
            let ordering = self
                .random
                .pick(&["monotonic", "syncscope(\"workgroup\") acquire", "seq_cst"]);
            return self.w.inst(&format!(
                "load atomic {ty}, {} {address} {ordering}, align {align}",
                pointer.ty()
            ));
        }
        let (address, align) = self.address(pointer, bytes, 1);
        let volatile = if self.random.chance(6) { "volatile " } else { "" };
        let metadata = self.metadata(pointer, true);
        let value = self.w.inst(&format!(
            "load {volatile}{ty}, {} {address}, align {align}{metadata}",
            pointer.ty()
        ));
        self.ordered(kind, value)
    }

    pub(super) fn store(&mut self) {
        let (pointer, kind) = (self.writable_pointer(), self.stored_kind());
        let (ty, bytes) = (kind.text(), kind.bits() / 8);
        let value = self.value(&kind);
        if matches!(kind, Int(8 | 16 | 32 | 64)) && pointer.align >= bytes && self.random.chance(8) {
            let (address, align) = self.address(&pointer, bytes, bytes);
            let ordering = self
                .random
                .pick(&["monotonic", "syncscope(\"workgroup\") release", "seq_cst"]);
            let _ = writeln!(
                self.w.text,
                "  store atomic {ty} {value}, {} {address} {ordering}, align {align}",
                pointer.ty()
            );
            return;
        }
        let (address, align) = self.address(&pointer, bytes, 1);
        let volatile = if self.random.chance(6) { "volatile " } else { "" };
        let metadata = self.metadata(&pointer, false);
        let _ = writeln!(
            self.w.text,
            "  store {volatile}{ty} {value}, {} {address}, align {align}{metadata}",
            pointer.ty()
        );
    }

    /// Copies and fills of memory.
    pub(super) fn copy(&mut self) {
        let to = self.writable_pointer();
        let from = self.any_pointer();
        let most = self.random.pick(&[15, 15, 33, 47]).min(to.size).min(from.size) as usize;
        let volatile = self.random.chance(10);
        let length = if self.random.chance(50) {
            self.random.below(most + 1).to_string()
        } else {
            let number = self.number();
            self.w.inst(&format!("urem i32 {number}, {}", most + 1))
        };
        let (d, to_ty) = (to.space, to.ty());
        if self.random.chance(30) {
            let byte = self.value(&Int(8));
            let (address, align) = self.address(&to, most as u32, 1);
            let _ = writeln!(
                self.w.text,
                "  call void @llvm.memset.p{d}.i32({to_ty} align {align} {address}, i8 {byte}, i32 {length}, i1 {volatile})"
            );
            return;
        }
        let (s, from_ty) = (from.space, from.ty());
        let (destination, to_align) = self.address(&to, most as u32, 1);
        // A copy onto itself changes nothing.
        let (source, from_align) = if to.name == from.name && self.random.chance(40) {
            (destination.clone(), to_align)
        } else {
            self.address(&from, most as u32, 1)
        };
        let apart = source == destination || matches!((to.object, from.object), (Some(a), Some(b)) if a != b);
        // The order of two addresses is unknown if one is in a resource.
        let is_fat = (d == 7) != (s == 7);
        if is_fat && !apart {
            return;
        }
        let what = if apart && (is_fat || self.random.chance(70)) {
            "memcpy"
        } else {
            "memmove"
        };
        let _ = writeln!(
            self.w.text,
            "  call void @llvm.{what}.p{d}.p{s}.i32({to_ty} align {to_align} {destination}, \
             {from_ty} align {from_align} {source}, i32 {length}, i1 {volatile})"
        );
    }

    pub(super) fn atomic(&mut self) {
        let pointer = self.writable_pointer();
        let bits = self.random.pick(&[32, 32, 64]);
        if pointer.align < bits / 8 {
            return;
        }
        let kind = Int(bits);
        let (ty, value) = (kind.text(), self.value(&kind));
        let (address, align) = self.address(&pointer, bits / 8, bits / 8);
        let pointer_ty = pointer.ty();
        let scope = self
            .random
            .pick(&["", "syncscope(\"agent\") ", "syncscope(\"workgroup\") "]);
        let ordering = self
            .random
            .pick(&["monotonic", "acquire", "release", "acq_rel", "seq_cst"]);
        if self.random.chance(25) {
            let expected = self.value(&kind);
            let pair = self.w.inst(&format!(
                "cmpxchg {pointer_ty} {address}, {ty} {expected}, {ty} {value} {scope}{ordering} monotonic, align {align}"
            ));
            let old = self.w.inst(&format!("extractvalue {{ {ty}, i1 }} {pair}, 0"));
            let done = self.w.inst(&format!("extractvalue {{ {ty}, i1 }} {pair}, 1"));
            self.keep(old, kind);
            return self.keep(done, Int(1));
        }
        let op = self.random.pick(&[
            "add",
            "sub",
            "and",
            "or",
            "xor",
            "nand",
            "xchg",
            "max",
            "min",
            "umax",
            "umin",
            "uinc_wrap",
            "udec_wrap",
        ]);
        // LLVM 22 crashes.
        let op = if pointer.space == 7 && op.contains("wrap") {
            "add"
        } else {
            op
        };
        let old = self.w.inst(&format!(
            "atomicrmw {op} {pointer_ty} {address}, {ty} {value} {scope}{ordering}, align {align}"
        ));
        self.keep(old, kind);
    }

    /// Any pointer to the same space.
    fn other_pointer(&mut self, one: &Pointer) -> Pointer {
        let others: Vec<&Pointer> = self.pointers.iter().filter(|p| p.space == one.space).collect();
        let at = self.random.below(others.len());
        others[at].clone()
    }

    /// Two pointers to one space.
    pub(super) fn pair_of_pointers(&mut self) -> [Pointer; 2] {
        let one = self.any_pointer();
        let other = self.other_pointer(&one);
        [one, other]
    }

    /// A pointer computed from others.
    pub(super) fn pointer(&mut self) {
        let one = self.any_pointer();
        match self.random.below(4) {
            0 | 1 => {
                let other = self.other_pointer(&one);
                let bit = self.value(&Int(1));
                let ty = one.ty();
                let name = self.w.inst(&format!(
                    "select i1 {bit}, {ty} {}, {ty} {}",
                    one.name, other.name
                ));
                self.pointers.push(Pointer::one_of(name, &[one, other]));
            }
            2 if one.size >= SLOT => {
                let offset = self.random.pick(&[1, 2, 3, 4, 8, 12, 16]);
                let name = self.w.inst(&format!(
                    "getelementptr i8, {} {}, i32 {offset}",
                    one.ty(),
                    one.name
                ));
                self.pointers.push(Pointer {
                    name,
                    size: one.size - offset,
                    align: one.align.min(1 << offset.trailing_zeros()),
                    ..one
                });
            }
            _ if !matches!(one.space, 0 | 4 | 7) => self.cast(&one, 0),
            _ => {}
        }
    }

    /// An access through a buffer resource of the first object.
    pub(super) fn buffer(&mut self) {
        let kinds = [
            Int(8),
            Int(16),
            Int(32),
            vector(2, Int(32)),
            vector(3, Int(32)),
            vector(4, Int(32)),
            Half,
            Float,
        ];
        let kind = kinds[self.random.below(kinds.len())].clone();
        let (ty, bytes) = (kind.text(), kind.bits() / 8);
        let align = bytes.min(4);
        let room = SLOT - bytes;
        let inside = if self.random.chance(50) {
            (self.random.below(room as usize + 1) as u32 / align * align).to_string()
        } else {
            let number = self.number();
            self.w.inst(&format!("and i32 {number}, {}", 31 & !(align - 1)))
        };
        let offset = self.w.inst(&format!("add i32 %place, {inside}"));
        let suffix = match &kind {
            Vector(count, _) => format!("v{count}i32"),
            Half => "f16".into(),
            Float => "f32".into(),
            _ => ty.clone(),
        };
        let (form, resource) = match self.random.chance(60) {
            true => ("raw.ptr.buffer", "ptr addrspace(8) %rsrc"),
            false => ("raw.buffer", "<4 x i32> %r1"),
        };
        // The same with an index, in records of the size of a work-item's part.
        let is_indexed = self.has_more && self.random.chance(40);
        let (form, resource, offset) = match (is_indexed, form) {
            (false, _) => (form, resource.to_string(), format!("i32 {offset}")),
            (true, "raw.buffer") => {
                let stride = self.w.inst(&format!("or i32 %stride0, {}", SLOT << 16));
                let r2 = self
                    .w
                    .inst(&format!("insertelement <4 x i32> %r1, i32 {stride}, i32 1"));
                let r3 = self
                    .w
                    .inst(&format!("insertelement <4 x i32> {r2}, i32 {ITEMS}, i32 2"));
                (
                    "struct.buffer",
                    format!("<4 x i32> {r3}"),
                    format!("i32 %gid, i32 {inside}"),
                )
            }
            (true, _) => {
                let resource = self.w.inst(&format!(
                    "call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %first, i16 {SLOT}, i64 {ITEMS}, i32 159744)"
                ));
                (
                    "struct.ptr.buffer",
                    format!("ptr addrspace(8) {resource}"),
                    format!("i32 %gid, i32 {inside}"),
                )
            }
        };
        match self.random.below(5) {
            0 | 1 => {
                let value = self.value(&kind);
                let _ = writeln!(
                    self.w.text,
                    "  call void @llvm.amdgcn.{form}.store.{suffix}({ty} {value}, {resource}, {offset}, i32 0, i32 0)"
                );
            }
            2 if kind == Int(32) => {
                let value = self.value(&kind);
                let op = self.random.pick(&["add", "xor", "smax", "swap"]);
                let old = self.w.inst(&format!(
                    "call i32 @llvm.amdgcn.{form}.atomic.{op}.i32(i32 {value}, {resource}, {offset}, i32 0, i32 0)"
                ));
                self.keep(old, kind);
            }
            _ => {
                let value = self.w.inst(&format!(
                    "call {ty} @llvm.amdgcn.{form}.load.{suffix}({resource}, {offset}, i32 0, i32 0)"
                ));
                let value = self.ordered(&kind, value);
                self.keep(value, kind);
            }
        }
    }

    /// A value of another lane, through local memory.
    pub(super) fn exchange(&mut self, number: &str) -> String {
        let other = 1 + self.random.below(63);
        let mine = self.w.inst(&format!(
            "getelementptr [{LOCAL} x i32], ptr addrspace(3) @places, i32 0, i32 %id"
        ));
        let _ = write!(
            self.w.text,
            "  store i32 {number}, ptr addrspace(3) {mine}\n  fence syncscope(\"workgroup\") release\n  \
             call void @llvm.amdgcn.s.barrier()\n  fence syncscope(\"workgroup\") acquire\n"
        );
        let lane = self.w.inst(&format!("xor i32 %id, {other}"));
        let theirs = self.w.inst(&format!(
            "getelementptr [{LOCAL} x i32], ptr addrspace(3) @places, i32 0, i32 {lane}"
        ));
        let value = self.w.inst(&format!("load i32, ptr addrspace(3) {theirs}"));
        self.w.text += "  fence syncscope(\"workgroup\") release\n  call void @llvm.amdgcn.s.barrier()\n  \
                        fence syncscope(\"workgroup\") acquire\n";
        value
    }
}
