//! Metadata: kernel arguments, accuracy of operations, loop hints, module flags.

use super::Lowerer;
use crate::ast::{FnId, Unroll};
use crate::types::{Access, QualType, Space, Ty, TypeKind, quals};
use wavec_ir::metadata::Metadata;
use wavec_ir::{FuncRef, MetadataId, Type};

impl Lowerer<'_, '_, '_> {
    pub(super) fn metadata_node(&mut self, operands: &[MetadataId]) -> MetadataId {
        let operands = operands.iter().map(|&id| Some(id)).collect();
        self.module.ctx.metadata.nodes.push(Metadata::Node {
            distinct: false,
            operands,
        })
    }

    pub(super) fn metadata_i32(&mut self, value: u32) -> MetadataId {
        let constant = self.module.ctx.const_i32(value as i32);
        self.module
            .ctx
            .metadata
            .nodes
            .push(Metadata::Constant(Type::I32, constant))
    }

    pub(super) fn metadata_string(&mut self, text: &str) -> MetadataId {
        let symbol = self.module.ctx.symbol(text);
        self.module.ctx.metadata.nodes.push(Metadata::String(symbol))
    }

    /// `!{}`
    pub(super) fn metadata_empty(&mut self) -> MetadataId {
        match self.empty_node {
            Some(node) => node,
            None => {
                let node = self.metadata_node(&[]);
                self.empty_node = Some(node);
                node
            }
        }
    }

    /// `!{i32 SPACE, i32 SPACE + 1}`: the address space of private memory, as `!noalias.addrspace` has it.
    pub(super) fn metadata_private_space(&mut self) -> MetadataId {
        let space = self.sema.target.address_spaces.private;
        let bounds = [space, space + 1].map(|bound| self.metadata_i32(bound));
        self.metadata_node(&bounds)
    }

    /// `!fpmath`: largest error in units of the last place.
    pub(super) fn metadata_accuracy(&mut self, ulp: f32) -> MetadataId {
        if let Some(&node) = self.fpmath.get(&ulp.to_bits()) {
            return node;
        }
        let constant = self.module.ctx.const_f32(ulp);
        let value = self
            .module
            .ctx
            .metadata
            .nodes
            .push(Metadata::Constant(Type::F32, constant));
        let node = self.metadata_node(&[value]);
        self.fpmath.insert(ulp.to_bits(), node);
        node
    }

    /// `!llvm.loop`: a node of its own for each loop.
    pub(super) fn metadata_loop(&mut self, unroll: Unroll) -> Option<MetadataId> {
        let hint = match unroll? {
            0 => {
                let name = self.metadata_string("llvm.loop.unroll.enable");
                self.metadata_node(&[name])
            }
            1 => {
                let name = self.metadata_string("llvm.loop.unroll.disable");
                self.metadata_node(&[name])
            }
            count => {
                let name = self.metadata_string("llvm.loop.unroll.count");
                let count = self.metadata_i32(count);
                self.metadata_node(&[name, count])
            }
        };
        let nodes = &mut self.module.ctx.metadata.nodes;
        let own = nodes.push(Metadata::Forward);
        nodes[own] = Metadata::Node {
            distinct: true,
            operands: [Some(own), Some(hint)].into(),
        };
        Some(own)
    }

    /// Information about a kernel's arguments for runtimes, and its attributes.
    pub(super) fn kernel_metadata(&mut self, id: FnId, func: FuncRef) {
        let function = self.sema.function(id).clone();
        let (mut spaces, mut access, mut types, mut bases, mut qualifiers, mut names) = (
            Vec::new(),
            Vec::new(),
            Vec::new(),
            Vec::new(),
            Vec::new(),
            Vec::new(),
        );
        for (index, &param) in function.params.iter().enumerate() {
            let var = self.sema.var(param);
            let (ty, name) = (var.ty, var.name);
            let pointee = self.sema.types.as_pointer(ty.ty);
            let image = match self.sema.kind(ty.ty) {
                TypeKind::Image(_, access) => Some(access),
                _ => None,
            };
            // OpenCL's own numbers, independent of the target.
            let space = pointee.map_or(u32::from(image.is_some()), |to| match to.space {
                Space::Private => 0,
                Space::Global => 1,
                Space::Constant => 2,
                Space::Local => 3,
                Space::Generic => 4,
            });
            spaces.push(self.metadata_i32(space));
            access.push(self.metadata_string(image.map_or("none", Access::name)));
            let spelling = function.param_spellings.get(index).copied().unwrap_or("");
            types.push(self.metadata_string(spelling));
            let base = self.base_type_name(ty);
            bases.push(self.metadata_string(&base));
            let mut words = Vec::new();
            if let Some(to) = pointee {
                if ty.quals & quals::RESTRICT != 0 {
                    words.push("restrict");
                }
                if to.quals & quals::CONST != 0 || to.space == Space::Constant {
                    words.push("const");
                }
                if to.quals & quals::VOLATILE != 0 {
                    words.push("volatile");
                }
            }
            qualifiers.push(self.metadata_string(&words.join(" ")));
            let text = self.sema.text(name);
            names.push(self.metadata_string(text));
        }
        let lists = [
            ("kernel_arg_addr_space", spaces),
            ("kernel_arg_access_qual", access),
            ("kernel_arg_type", types),
            ("kernel_arg_base_type", bases),
            ("kernel_arg_type_qual", qualifiers),
            ("kernel_arg_name", names),
        ];
        for (key, list) in lists {
            let node = self.metadata_node(&list);
            self.attach(func, key, node);
        }
        for (key, size) in [
            ("reqd_work_group_size", function.attributes.required_size),
            ("work_group_size_hint", function.attributes.size_hint),
        ] {
            if let Some(size) = size {
                let sizes = size.map(|n| self.metadata_i32(n));
                let node = self.metadata_node(&sizes);
                self.attach(func, key, node);
            }
        }
        if let Some(hint) = function.attributes.vec_type_hint {
            let ty = self.value_type(hint.ty);
            let poison = self.module.ctx.const_poison(ty);
            let value = self
                .module
                .ctx
                .metadata
                .nodes
                .push(Metadata::Constant(ty, poison));
            let signed = self
                .sema
                .types
                .lanes(hint.ty)
                .is_some_and(|(scalar, _)| scalar.is_signed());
            let signed = self.metadata_i32(signed as u32);
            let node = self.metadata_node(&[value, signed]);
            self.attach(func, "vec_type_hint", node);
        }
    }

    fn attach(&mut self, func: FuncRef, key: &str, node: MetadataId) {
        let key = self.module.ctx.symbol(key);
        self.module.ctx.functions[func].metadata.push((key, node));
    }

    /// A type's name with typedefs resolved, in clang's spelling of vectors.
    fn base_type_name(&self, ty: QualType) -> String {
        let name = |ty: Ty| match self.sema.types.kind(ty) {
            TypeKind::Vector(scalar, count) => {
                format!("{} __attribute__((ext_vector_type({count})))", scalar.name())
            }
            TypeKind::Image(shape, _) => shape.name().to_string(),
            _ => {
                let text = self.sema.type_name(QualType::new(ty));
                text.trim_start_matches("struct ")
                    .trim_start_matches("union ")
                    .trim_start_matches("enum ")
                    .to_string()
            }
        };
        match self.sema.types.kind(ty.ty) {
            TypeKind::Pointer(to) => format!("{}*", name(to.ty)),
            _ => name(ty.ty),
        }
    }

    /// Module-level metadata.
    pub(super) fn module_metadata(&mut self) {
        let flag = |lowerer: &mut Self, behaviour: u32, name: &str, value: u32| {
            let behaviour = lowerer.metadata_i32(behaviour);
            let name = lowerer.metadata_string(name);
            let value = lowerer.metadata_i32(value);
            lowerer.metadata_node(&[behaviour, name, value])
        };
        let mut flags = Vec::new();
        if self.debug.is_some() {
            flags.push(flag(self, 7, "Dwarf Version", 5));
            flags.push(flag(self, 2, "Debug Info Version", 3));
        }
        flags.push(flag(self, 1, "wchar_size", 4));
        flags.push(flag(self, 8, "PIC Level", 2));
        let version = self.sema.options.cl_std.version();
        let (major, minor) = (
            self.metadata_i32(version / 100),
            self.metadata_i32(version / 10 % 10),
        );
        let version = self.metadata_node(&[major, minor]);
        let ident = self.metadata_string("wavec");
        let ident = self.metadata_node(&[ident]);
        if !self.sema.printf_formats.is_empty() {
            let formats = std::mem::take(&mut self.sema.printf_formats);
            let mut nodes = Vec::with_capacity(formats.len());
            for format in &formats {
                let text = self.metadata_string(format);
                nodes.push(self.metadata_node(&[text]));
            }
            let key = self.module.ctx.symbol("llvm.printf.fmts");
            self.module.ctx.metadata.named.push((key, nodes));
        }
        let named = [
            ("llvm.module.flags", flags),
            ("opencl.ocl.version", vec![version]),
            ("llvm.ident", vec![ident]),
        ];
        for (key, nodes) in named {
            let key = self.module.ctx.symbol(key);
            self.module.ctx.metadata.named.push((key, nodes));
        }
    }
}
