//! Types in debug information, as clang describes them. Types do not keep typedefs: declarations know which they name.

use super::Lowerer;
use crate::types::{Field, QualType, RecordId, Scalar, Space, Ty, TypeKind, Typedef, TypedefId, quals};
use wavec_ir::debug_info::DebugField;
use wavec_ir::metadata::Metadata;
use wavec_ir::{MetadataId, Type};

impl Lowerer<'_, '_, '_> {
    /// The type of a function with these results and parameters, each with the typedef that its declaration names.
    pub(super) fn debug_function_type(
        &mut self,
        types: impl IntoIterator<Item = (QualType, Option<TypedefId>)>,
    ) -> MetadataId {
        let types: Vec<Option<MetadataId>> = types
            .into_iter()
            .map(|(ty, named)| self.debug_type(ty, named))
            .collect();
        let types = self.debug_list(types);
        self.debug_node("DISubroutineType", &[("types", DebugField::Node(types))])
    }

    /// A type with its qualifiers; none for `void` and what has no description. A declaration names `named`: the typedef
    /// stands where the type has its meaning, as in a pointer to it.
    pub(super) fn debug_type(&mut self, ty: QualType, named: Option<TypedefId>) -> Option<MetadataId> {
        // The address space is the pointer's.
        let ty = QualType {
            space: Space::Private,
            ..ty
        };
        let named = named.filter(|&id| self.contains(ty.ty, self.typedef(id).ty.ty));
        let key = (ty, named);
        if let Some(&known) = self.debug.as_ref()?.types.get(&key) {
            return known;
        }
        let is_itself = |id: &TypedefId| self.typedef(*id).ty.ty == ty.ty;
        let (node, missing) = match (named.filter(is_itself), ty.quals) {
            (Some(id), quals) if quals == self.typedef(id).ty.quals => (self.typedef_type(id), 0),
            (Some(id), quals) => {
                let plain = self.typedef(id).ty;
                (self.debug_type(plain, named), quals & !plain.quals)
            }
            (None, 0) => (self.plain_type(ty.ty, named), 0),
            (None, quals) => (self.debug_type(QualType::new(ty.ty), named), quals),
        };
        let mut node = node;
        for (qualifier, tag) in [
            (quals::VOLATILE, "DW_TAG_volatile_type"),
            (quals::CONST, "DW_TAG_const_type"),
            (quals::RESTRICT, "DW_TAG_restrict_type"),
        ] {
            if missing & qualifier != 0 {
                let mut fields = vec![("tag", DebugField::Word(tag))];
                fields.extend(node.map(|node| ("baseType", DebugField::Node(node))));
                node = Some(self.debug_node("DIDerivedType", &fields));
            }
        }
        self.debug.as_mut()?.types.insert(key, node);
        node
    }

    fn typedef(&self, id: TypedefId) -> Typedef {
        self.sema.types.typedefs[id.0 as usize]
    }

    /// Whether `ty` is `inner`, or made of it by a declarator.
    fn contains(&self, ty: Ty, inner: Ty) -> bool {
        let mut ty = ty;
        while ty != inner {
            ty = match self.sema.kind(ty) {
                TypeKind::Array(of, _) | TypeKind::IncompleteArray(of) | TypeKind::Pointer(of) => of.ty,
                _ => return false,
            };
        }
        true
    }

    fn typedef_type(&mut self, id: TypedefId) -> Option<MetadataId> {
        let Typedef {
            name,
            ty,
            span,
            named,
        } = self.typedef(id);
        let base = self.debug_type(ty, named);
        if !self.is_in_file(span) {
            return base;
        }
        let file = self.file_node(span.file);
        let (line, _) = self.sema.sources.file(span.file).line_column(span.start);
        let name = self.sema.text(name).to_string();
        let mut fields = vec![
            ("tag", DebugField::Word("DW_TAG_typedef")),
            ("name", DebugField::String(&name)),
            ("file", DebugField::Node(file)),
            ("line", DebugField::Number(line)),
        ];
        fields.extend(base.map(|base| ("baseType", DebugField::Node(base))));
        Some(self.debug_node("DIDerivedType", &fields))
    }

    fn plain_type(&mut self, ty: Ty, named: Option<TypedefId>) -> Option<MetadataId> {
        Some(match self.sema.kind(ty) {
            TypeKind::Error | TypeKind::Void => return None,
            TypeKind::Scalar(scalar) => self.basic_type(scalar),
            TypeKind::Vector(scalar, count) => {
                let element = self.debug_type(QualType::new(Ty::scalar(scalar)), None);
                let bits = 8 * self.sema.types.size_of(ty);
                self.array_type(element, Some(bits), i64::from(count), Some("DIFlagVector"))
            }
            TypeKind::Array(of, count) => {
                let bits = 8 * self.sema.types.size_of(ty);
                let element = self.debug_type(of, named);
                self.array_type(element, Some(bits), count as i64, None)
            }
            TypeKind::IncompleteArray(of) => {
                let element = self.debug_type(of, named);
                self.array_type(element, None, -1, None)
            }
            TypeKind::Pointer(to) => {
                let pointee = self.debug_type(to, named);
                let bits = 8 * self.sema.types.size_of(ty);
                self.pointer_type(pointee, bits, to.space)
            }
            TypeKind::Record(id) => return self.record_type(ty, id),
            TypeKind::Enum(_) => self.enum_type(ty),
            TypeKind::Function(id) => {
                let function = self.sema.types.function_type(id).clone();
                let all = std::iter::once(function.ret).chain(function.params.iter().copied());
                self.debug_function_type(all.map(|ty| (ty, None)))
            }
            TypeKind::Event
            | TypeKind::Image(..)
            | TypeKind::Sampler
            | TypeKind::Descriptor(_)
            | TypeKind::Opaque(_) => {
                let name = self.sema.type_name(QualType::new(ty));
                let object = self.debug_node(
                    "DICompositeType",
                    &[
                        ("tag", DebugField::Word("DW_TAG_structure_type")),
                        ("name", DebugField::String(&name)),
                        ("flags", DebugField::Word("DIFlagFwdDecl")),
                    ],
                );
                let bits = 8 * self.sema.types.size_of(ty);
                self.pointer_type(Some(object), bits, Space::Global)
            }
        })
    }

    fn debug_node(&mut self, kind: &str, fields: &[(&str, DebugField<'_>)]) -> MetadataId {
        self.module.ctx.make_debug_node(kind, false, fields)
    }

    pub(super) fn debug_list(&mut self, operands: Vec<Option<MetadataId>>) -> MetadataId {
        self.module.ctx.metadata.nodes.push(Metadata::Node {
            distinct: false,
            operands: operands.into(),
        })
    }

    fn basic_type(&mut self, scalar: Scalar) -> MetadataId {
        let encoding = match scalar {
            Scalar::Bool => "DW_ATE_boolean",
            Scalar::Char => "DW_ATE_signed_char",
            Scalar::UChar => "DW_ATE_unsigned_char",
            _ if scalar.is_float() => "DW_ATE_float",
            _ if scalar.is_signed() => "DW_ATE_signed",
            _ => "DW_ATE_unsigned",
        };
        let size = (8 * scalar.size()).to_string();
        let fields = [
            ("name", DebugField::String(scalar.name())),
            ("size", DebugField::Word(&size)),
            ("encoding", DebugField::Word(encoding)),
        ];
        self.debug_node("DIBasicType", &fields)
    }

    fn array_type(
        &mut self,
        element: Option<MetadataId>,
        bits: Option<u64>,
        count: i64,
        flags: Option<&str>,
    ) -> MetadataId {
        let count = count.to_string();
        let range = self.debug_node("DISubrange", &[("count", DebugField::Word(&count))]);
        let elements = self.debug_list(vec![Some(range)]);
        let size = bits.map(|bits| bits.to_string());
        let mut fields = vec![("tag", DebugField::Word("DW_TAG_array_type"))];
        fields.extend(element.map(|element| ("baseType", DebugField::Node(element))));
        fields.extend(size.iter().map(|size| ("size", DebugField::Word(size))));
        fields.extend(flags.map(|flags| ("flags", DebugField::Word(flags))));
        fields.push(("elements", DebugField::Node(elements)));
        self.debug_node("DICompositeType", &fields)
    }

    fn pointer_type(&mut self, pointee: Option<MetadataId>, bits: u64, space: Space) -> MetadataId {
        let spaces = self.sema.target.address_spaces;
        // Addresses of global memory are the debugger's.
        let class = match space {
            Space::Private => Some(spaces.private),
            Space::Local => Some(spaces.local),
            Space::Global | Space::Constant | Space::Generic => None,
        };
        let size = bits.to_string();
        let mut fields = vec![("tag", DebugField::Word("DW_TAG_pointer_type"))];
        fields.extend(pointee.map(|pointee| ("baseType", DebugField::Node(pointee))));
        fields.push(("size", DebugField::Word(&size)));
        fields.extend(class.map(|class| ("dwarfAddressSpace", DebugField::Number(class))));
        self.debug_node("DIDerivedType", &fields)
    }

    fn enum_type(&mut self, ty: Ty) -> MetadataId {
        let TypeKind::Enum(id) = self.sema.kind(ty) else {
            unreachable!("an enumeration")
        };
        let enumeration = self.sema.types.enums[id.0 as usize].clone();
        let base = self.debug_type(QualType::new(Ty::scalar(enumeration.scalar)), None);
        let is_unsigned = !enumeration.scalar.is_signed();
        let enumerators = enumeration.enumerators.iter().map(|&(name, value)| {
            let value = match is_unsigned {
                true => (value as u64).to_string(),
                false => value.to_string(),
            };
            let name = self.sema.text(name);
            let mut fields = vec![
                ("name", DebugField::String(name)),
                ("value", DebugField::Word(&value)),
            ];
            fields.extend(is_unsigned.then_some(("isUnsigned", DebugField::Word("true"))));
            Some(self.module.ctx.make_debug_node("DIEnumerator", false, &fields))
        });
        let enumerators: Vec<Option<MetadataId>> = enumerators.collect();
        let elements = self.debug_list(enumerators);
        let size = (8 * enumeration.scalar.size()).to_string();
        let name = enumeration.name.map(|name| self.sema.text(name));
        let mut fields = vec![("tag", DebugField::Word("DW_TAG_enumeration_type"))];
        fields.extend(name.map(|name| ("name", DebugField::String(name))));
        fields.extend(base.map(|base| ("baseType", DebugField::Node(base))));
        fields.push(("size", DebugField::Word(&size)));
        fields.push(("elements", DebugField::Node(elements)));
        self.debug_node("DICompositeType", &fields)
    }

    /// A struct or union. Its members may be pointers to it, so that it is known before they are made.
    fn record_type(&mut self, ty: Ty, id: RecordId) -> Option<MetadataId> {
        let record = self.sema.types.record(id).clone();
        let node = self.module.ctx.metadata.nodes.push(Metadata::Forward);
        let key = (QualType::new(ty), None);
        self.debug.as_mut()?.types.insert(key, Some(node));
        let name = record.name.map(|name| self.sema.text(name));
        let tag = match record.is_union {
            true => "DW_TAG_union_type",
            false => "DW_TAG_structure_type",
        };
        let mut fields = vec![("tag", DebugField::Word(tag))];
        fields.extend(name.map(|name| ("name", DebugField::String(name))));
        let size = (8 * record.size).to_string();
        if record.complete {
            let members: Vec<_> = record
                .fields
                .iter()
                .map(|field| Some(self.member(node, field)))
                .collect();
            let elements = self.debug_list(members);
            fields.push(("size", DebugField::Word(&size)));
            fields.push(("elements", DebugField::Node(elements)));
        } else {
            fields.push(("flags", DebugField::Word("DIFlagFwdDecl")));
        }
        self.module
            .ctx
            .define_debug_node(node, "DICompositeType", true, &fields);
        Some(node)
    }

    fn member(&mut self, record: MetadataId, field: &Field) -> MetadataId {
        let ty = self.debug_type(field.ty, field.named);
        let storage = 8 * field.offset;
        let (offset, bits) = match field.bits {
            Some(bits) => (storage + u64::from(bits.first), u64::from(bits.width)),
            None => (storage, 8 * self.sema.types.size_of(field.ty.ty)),
        };
        let (offset, bits) = (offset.to_string(), bits.to_string());
        let name = field.name.map(|name| self.sema.text(name));
        let mut fields = vec![("tag", DebugField::Word("DW_TAG_member"))];
        fields.extend(name.map(|name| ("name", DebugField::String(name))));
        fields.push(("scope", DebugField::Node(record)));
        fields.extend(ty.map(|ty| ("baseType", DebugField::Node(ty))));
        fields.push(("size", DebugField::Word(&bits)));
        fields.push(("offset", DebugField::Word(&offset)));
        if field.bits.is_some() {
            let storage = self.module.ctx.const_int(Type::I64, u128::from(storage));
            let storage = Metadata::Constant(Type::I64, storage);
            let storage = self.module.ctx.metadata.nodes.push(storage);
            fields.push(("flags", DebugField::Word("DIFlagBitField")));
            fields.push(("extraData", DebugField::Node(storage)));
        }
        self.debug_node("DIDerivedType", &fields)
    }
}
