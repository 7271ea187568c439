//! A kernel that calls a function: arguments come from a buffer; the function's result and stores go to others.
//!
//! A work-item has a block in each of three buffers. The first holds arguments, with pointers as offsets in their
//! space. The second holds the pointees, in a section for each space; those for private and local memory are copied
//! there and back. The third receives the result, the arguments of external functions, and variables.

use super::source::Part;
use super::stubs::stubs;
use std::fmt::Write;
use wavec_ir::attributes::AttributeValue;
use wavec_ir::entities::{AttributeSet, Type};
use wavec_ir::module::Module;
use wavec_ir::text::type_to_string;
use wavec_ir::types::TypeData;

/// Work-items of the launch in which arguments differ.
pub(super) const ITEMS: u32 = 64;
/// Bytes of a work-item's arguments, and of its results.
pub(super) const BLOCK: u32 = 1024;
/// Limit on the bytes of a variable that are compared after the call.
const VARIABLE: u64 = 128;

/// A function with kernels around it.
pub(super) struct Wrapped {
    /// The module, whose kernel `k` takes the index of the block from the work-item.
    pub divergent: String,
    /// The same module, whose kernel takes the index from its last argument.
    pub uniform: String,
    /// Bytes of a work-item in the buffer that pointers point into.
    pub memory: u32,
    /// The arguments and their offsets in the block.
    pub arguments: Vec<Argument>,
}

/// A scalar component of an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    /// Offset in the block.
    pub at: u32,
    /// Its kind.
    pub kind: Kind,
}

/// The kind of a scalar component.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// An integer of this many bytes.
    Integer(u32),
    /// A float of this many bits, and whether it is a bfloat.
    Float(u32, bool),
    /// The target of a pointer, and whether another pointer may point there.
    Pointer(u32, bool),
}

/// Sections of the memory that pointers point into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Global,
    Local,
    Private,
}

struct Writer<'a> {
    module: &'a Module,
    body: String,
    next: u32,
    /// Size of the argument block so far, in bytes.
    at: u32,
    /// Size of the result block so far, in bytes.
    out: u32,
    arguments: Vec<Argument>,
    /// Bytes between pointers, by section; `None` if nothing points there.
    stride: u32,
    /// Pointers of each section so far.
    pointers: [u32; 3],
    /// Number of pointers of each section.
    in_all: [u32; 3],
}

/// Kernels around a function that was extracted with everything it refers to.
///
/// # Errors
/// Why a host cannot call the function.
pub(super) fn wrap(module: &Module, part: &Part, function: &str) -> Result<Wrapped, String> {
    let ctx = &module.ctx;
    let plain = function.trim_start_matches('@').trim_matches('"');
    let func = ctx.function_named(plain).ok_or("the function is not there")?;
    let decl = &ctx.functions[func];
    let (ret, params, is_variadic) = ctx.types.signature(decl.ty).ok_or("no signature")?;
    if is_variadic {
        return Err("variadic".into());
    }
    let stubs = stubs(module, part)?;
    let mut writer = Writer {
        module,
        body: String::new(),
        next: 0,
        at: 0,
        out: 8,
        arguments: Vec::new(),
        stride: 512,
        pointers: [0; 3],
        in_all: [0; 3],
    };
    for &param in params {
        writer.count_pointers(param)?;
    }
    if writer.in_all[Section::Local as usize] > 0 {
        writer.stride = 256;
    }
    if writer.in_all.iter().sum::<u32>() > 6 || writer.in_all[1] > 3 {
        return Err("many pointers".into());
    }
    let mut arguments = Vec::new();
    for (index, &param) in params.iter().enumerate() {
        let attrs = decl
            .param_attrs
            .get(index)
            .copied()
            .unwrap_or(AttributeSet::EMPTY);
        let passed = writer.passed_by(attrs)?;
        let can_alias = !ctx.has_attribute(attrs, "noalias");
        let value = writer.argument(param, can_alias)?;
        arguments.push(format!("{} {passed}{value}", type_to_string(ctx, param)));
    }
    let arguments_list = arguments.join(", ");
    let returned = type_to_string(ctx, ret);
    let (convention, body) = (&part.convention, &mut writer.body);
    match ctx.types.data(ret) {
        TypeData::Void => {
            let _ = writeln!(body, "  call {convention}void {function}({arguments_list})");
        }
        _ => {
            let _ = writeln!(
                body,
                "  %result = call {convention}{returned} {function}({arguments_list})"
            );
            writer.result("%result", ret)?;
        }
    }
    let has_log = !part.declarations.is_empty();
    writer.variables(part);
    if writer.at > BLOCK || writer.out > BLOCK {
        return Err("large arguments or results".into());
    }
    let text = format!("{}{stubs}", part.text);
    Ok(Wrapped {
        divergent: format!("{text}{}", writer.kernel(false, has_log)),
        uniform: format!("{text}{}", writer.kernel(true, has_log)),
        memory: writer.section_bytes().iter().sum(),
        arguments: writer.arguments,
    })
}

fn section(space: u32) -> Result<Section, String> {
    match space {
        0 | 1 | 4 | 7 | 8 => Ok(Section::Global),
        3 => Ok(Section::Local),
        5 => Ok(Section::Private),
        _ => Err(format!("a pointer of address space {space}")),
    }
}

/// Bytes from which an integer of this many bits is read.
fn integer_bytes(bits: u32) -> u32 {
    bits.div_ceil(8).next_power_of_two()
}

impl Writer<'_> {
    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// Writes an instruction and returns its name.
    fn inst(&mut self, text: &str) -> String {
        let name = self.fresh();
        let _ = writeln!(self.body, "  {name} = {text}");
        name
    }

    fn count_pointers(&mut self, ty: Type) -> Result<(), String> {
        let types = &self.module.ctx.types;
        match *types.data(ty) {
            TypeData::Ptr(space) => {
                self.in_all[section(space)? as usize] += 1;
                Ok(())
            }
            TypeData::Vector(element, count) => (0..count).try_for_each(|_| self.count_pointers(element)),
            TypeData::Array(..) | TypeData::Struct(..) | TypeData::NamedStruct(_) => {
                if types.member_count(ty) > 64 {
                    return Err("a large array".into());
                }
                (0..types.member_count(ty)).try_for_each(|index| {
                    let member = self.module.ctx.types.member(ty, index).ok_or("no member")?;
                    self.count_pointers(member)
                })
            }
            _ => Ok(()),
        }
    }

    /// Attributes that affect how an argument is passed.
    fn passed_by(&self, attrs: AttributeSet) -> Result<String, String> {
        let ctx = &self.module.ctx;
        for unknown in [
            "inalloca",
            "preallocated",
            "swifterror",
            "swiftself",
            "nest",
            "byref",
        ] {
            if ctx.has_attribute(attrs, unknown) {
                return Err(format!("a parameter that is {unknown}"));
            }
        }
        let room = u64::from(self.stride / 2);
        for (name, most) in [
            ("align", 64),
            ("dereferenceable", room),
            ("dereferenceable_or_null", room),
        ] {
            if let Some(AttributeValue::Int(value)) = ctx.attribute(attrs, name)
                && value > most
            {
                return Err(format!("a parameter with a large {name}"));
            }
        }
        for name in ["byval", "sret"] {
            if let Some(AttributeValue::Type(ty)) = ctx.attribute(attrs, name) {
                return Ok(format!("{name}({}) ", type_to_string(ctx, ty)));
            }
        }
        Ok(String::new())
    }

    /// Aligns and allocates the next argument.
    fn take(&mut self, bytes: u32) -> u32 {
        let at = self.at.next_multiple_of(bytes.min(16));
        self.at = at + bytes;
        at
    }

    /// The address of a byte of the argument block.
    fn argument_address(&mut self, at: u32) -> String {
        self.inst(&format!(
            "getelementptr i8, ptr addrspace(1) %arguments, i32 {at}"
        ))
    }

    /// Loads a value of this type from the block.
    fn argument(&mut self, ty: Type, can_alias: bool) -> Result<String, String> {
        let ctx = &self.module.ctx;
        let text = type_to_string(ctx, ty);
        match *ctx.types.data(ty) {
            TypeData::Int(bits) => {
                let bytes = integer_bytes(bits);
                let at = self.take(bytes);
                self.arguments.push(Argument {
                    at,
                    kind: Kind::Integer(bytes),
                });
                let address = self.argument_address(at);
                let wide = bytes * 8;
                let value = self.inst(&format!(
                    "load i{wide}, ptr addrspace(1) {address}, align {}",
                    bytes.min(16)
                ));
                Ok(match wide == bits {
                    true => value,
                    false => self.inst(&format!("trunc i{wide} {value} to {text}")),
                })
            }
            TypeData::Half | TypeData::BFloat | TypeData::Float | TypeData::Double => {
                let bytes = ctx.layout.size(&ctx.types, ty) as u32;
                let at = self.take(bytes);
                let kind = Kind::Float(bytes * 8, *ctx.types.data(ty) == TypeData::BFloat);
                self.arguments.push(Argument { at, kind });
                let address = self.argument_address(at);
                Ok(self.inst(&format!("load {text}, ptr addrspace(1) {address}")))
            }
            TypeData::Ptr(space) => {
                let section = section(space)?;
                let at = self.take(4);
                let number = self.pointers[section as usize];
                self.pointers[section as usize] += 1;
                self.arguments.push(Argument {
                    at,
                    kind: Kind::Pointer(self.stride * number + self.stride / 4, can_alias),
                });
                let address = self.argument_address(at);
                let offset = self.inst(&format!("load i32, ptr addrspace(1) {address}"));
                Ok(self.pointer(space, section, &offset))
            }
            TypeData::Vector(element, count) => self.composite(
                &text,
                can_alias,
                (0..count).map(|_| element).collect(),
                "insertelement",
            ),
            TypeData::Array(..) | TypeData::Struct(..) | TypeData::NamedStruct(_) => {
                let members = (0..ctx.types.member_count(ty)).filter_map(|index| ctx.types.member(ty, index));
                self.composite(&text, can_alias, members.collect(), "insertvalue")
            }
            _ => Err(format!("an argument of type {text}")),
        }
    }

    fn composite(
        &mut self,
        text: &str,
        can_alias: bool,
        members: Vec<Type>,
        insert: &str,
    ) -> Result<String, String> {
        let mut whole = "poison".to_string();
        for (index, member) in members.into_iter().enumerate() {
            let value = self.argument(member, can_alias)?;
            let member = type_to_string(&self.module.ctx, member);
            let index = match insert {
                "insertelement" => format!("i32 {index}"),
                _ => index.to_string(),
            };
            whole = self.inst(&format!("{insert} {text} {whole}, {member} {value}, {index}"));
        }
        Ok(whole)
    }

    /// A pointer into a section.
    fn pointer(&mut self, space: u32, section: Section, offset: &str) -> String {
        let (base, base_space) = match section {
            Section::Global => ("%global", 1),
            Section::Local => ("%local", 3),
            Section::Private => ("%private", 5),
        };
        let address = self.inst(&format!(
            "getelementptr i8, ptr addrspace({base_space}) {base}, i32 {offset}"
        ));
        if space == base_space {
            return address;
        }
        if matches!(space, 7 | 8) {
            let resource = self.inst(&format!(
                "call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) {address}, i16 0, i64 {}, i32 159744)",
                self.stride / 2
            ));
            return match space {
                8 => resource,
                _ => self.inst(&format!(
                    "addrspacecast ptr addrspace(8) {resource} to ptr addrspace(7)"
                )),
            };
        }
        let ty = match space {
            0 => "ptr".to_string(),
            _ => format!("ptr addrspace({space})"),
        };
        self.inst(&format!("addrspacecast ptr addrspace(1) {address} to {ty}"))
    }

    /// Stores a value to the result block, scalar by scalar.
    fn result(&mut self, value: &str, ty: Type) -> Result<(), String> {
        let ctx = &self.module.ctx;
        let text = type_to_string(ctx, ty);
        let scalar = ctx.types.data(ty).clone();
        let bits = match scalar {
            TypeData::Int(bits) => integer_bytes(bits) * 8,
            TypeData::Half | TypeData::BFloat => 16,
            TypeData::Float => 32,
            TypeData::Double => 64,
            TypeData::Ptr(_) => return Ok(()),
            TypeData::Vector(element, count) => {
                return (0..count).try_for_each(|index| {
                    let member = self.inst(&format!("extractelement {text} {value}, i32 {index}"));
                    self.result(&member, element)
                });
            }
            TypeData::Array(..) | TypeData::Struct(..) | TypeData::NamedStruct(_) => {
                if ctx.types.member_count(ty) > 256 {
                    return Err("a large result".into());
                }
                return (0..ctx.types.member_count(ty)).try_for_each(|index| {
                    let member = self.module.ctx.types.member(ty, index).ok_or("no member")?;
                    let value = self.inst(&format!("extractvalue {text} {value}, {index}"));
                    self.result(&value, member)
                });
            }
            _ => return Err(format!("a result of type {text}")),
        };
        let stored = match scalar {
            TypeData::Int(own) if own == bits => value.to_string(),
            TypeData::Int(_) => self.inst(&format!("zext {text} {value} to i{bits}")),
            // NaN payloads are not defined.
            _ => {
                let is_nan = self.inst(&format!("fcmp uno {text} {value}, {value}"));
                let plain = self.inst(&format!("bitcast {text} {value} to i{bits}"));
                self.inst(&format!("select i1 {is_nan}, i{bits} -1, i{bits} {plain}"))
            }
        };
        let bytes = bits / 8;
        let at = self.out.next_multiple_of(bytes.min(16));
        self.out = at + bytes;
        let address = self.inst(&format!("getelementptr i8, ptr addrspace(1) %results, i32 {at}"));
        let _ = writeln!(
            self.body,
            "  store i{bits} {stored}, ptr addrspace(1) {address}, align {}",
            bytes.min(16)
        );
        Ok(())
    }

    /// Copies variables to the results.
    fn variables(&mut self, part: &Part) {
        let ctx = &self.module.ctx;
        for name in &part.variables {
            let plain = name.trim_start_matches('@').trim_matches('"');
            let Some((_, data)) = ctx.globals.iter().find(|(_, data)| ctx.text(data.name) == plain) else {
                continue;
            };
            let bytes = ctx.layout.size(&ctx.types, data.value_ty).min(VARIABLE) as u32;
            let space = data.address_space;
            if bytes == 0 || !matches!(space, 1 | 3) || data.initializer.is_none() {
                continue;
            }
            let at = self.out.next_multiple_of(16);
            self.out = at + bytes;
            let address = self.inst(&format!("getelementptr i8, ptr addrspace(1) %results, i32 {at}"));
            let _ = writeln!(
                self.body,
                "  call void @llvm.memcpy.p1.p{space}.i32(ptr addrspace(1) {address}, ptr addrspace({space}) {name}, i32 {bytes}, i1 false)"
            );
        }
    }

    /// Bytes of each section of a work-item.
    fn section_bytes(&self) -> [u32; 3] {
        self.in_all.map(|count| count * self.stride)
    }

    fn kernel(&self, is_uniform: bool, has_log: bool) -> String {
        let [global, local, private] = self.section_bytes();
        let all = global + local + private;
        let mut text = String::new();
        let items = if is_uniform { 1 } else { ITEMS };
        if local > 0 {
            let _ = writeln!(
                text,
                "@wrap.local = internal addrspace(3) global [{} x i8] poison, align 256",
                items * local
            );
        }
        let index = if is_uniform { ", i32 %id" } else { "" };
        let _ = writeln!(
            text,
            "define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %memory, ptr addrspace(1) noalias %out{index}) \"amdgpu-flat-work-group-size\"=\"1,64\" {{"
        );
        if private > 0 {
            let _ = writeln!(
                text,
                "  %private = alloca [{private} x i8], align 64, addrspace(5)"
            );
        }
        if !is_uniform {
            text += "  %id = call i32 @llvm.amdgcn.workitem.id.x()\n";
        }
        for (name, from, bytes) in [
            ("arguments", "in", BLOCK),
            ("global", "memory", all),
            ("results", "out", BLOCK),
        ] {
            let _ = writeln!(
                text,
                "  %{name}.at = mul i32 %id, {bytes}\n  %{name} = getelementptr i8, ptr addrspace(1) %{from}, i32 %{name}.at"
            );
        }
        if local > 0 {
            let _ = writeln!(
                text,
                "  %local.at = mul i32 {}, {local}\n  %local = getelementptr i8, ptr addrspace(3) @wrap.local, i32 %local.at",
                if is_uniform { "0" } else { "%id" }
            );
        }
        let mut copies = String::new();
        for (name, space, at, bytes) in [
            ("local", 3, global, local),
            ("private", 5, global + local, private),
        ] {
            if bytes > 0 {
                let _ = writeln!(
                    text,
                    "  %{name}.from = getelementptr i8, ptr addrspace(1) %global, i32 {at}\n  call void @llvm.memcpy.p{space}.p1.i32(ptr addrspace({space}) align 64 %{name}, ptr addrspace(1) align 64 %{name}.from, i32 {bytes}, i1 false)"
                );
                let _ = writeln!(
                    copies,
                    "  call void @llvm.memcpy.p1.p{space}.i32(ptr addrspace(1) align 64 %{name}.from, ptr addrspace({space}) align 64 %{name}, i32 {bytes}, i1 false)"
                );
            }
        }
        text += &self.body;
        text += &copies;
        if has_log {
            text += "  %log.item = call i32 @llvm.amdgcn.workitem.id.x()\n  %log.at = getelementptr i64, ptr addrspace(1) @wrap.log, i32 %log.item\n  %logged = load i64, ptr addrspace(1) %log.at\n  store i64 %logged, ptr addrspace(1) %results\n";
        }
        text += "  ret void\n}\n";
        text
    }
}
