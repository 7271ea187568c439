//! Names of types.

use super::*;

impl Types {
    /// The type in C syntax.
    pub fn name(&self, ty: QualType, names: &Interner) -> String {
        let mut text = String::with_capacity(16);
        self.write(ty, "", names, &mut text, 0);
        text
    }

    fn write(&self, ty: QualType, declarator: &str, names: &Interner, out: &mut String, depth: u32) {
        if depth > 40 {
            out.push_str("...");
            return;
        }
        match self.kind(ty.ty) {
            TypeKind::Pointer(to) => {
                let mut inner = String::from("*");
                for (bit, word) in [
                    (quals::CONST, "const"),
                    (quals::VOLATILE, "volatile"),
                    (quals::RESTRICT, "restrict"),
                ] {
                    if ty.quals & bit != 0 {
                        if inner.len() > 1 {
                            inner.push(' ');
                        }
                        inner.push_str(word);
                    }
                }
                let is_array = matches!(
                    self.kind(to.ty),
                    TypeKind::Array(..) | TypeKind::IncompleteArray(_) | TypeKind::Function(_)
                );
                inner.push_str(declarator);
                if is_array {
                    inner = format!("({inner})");
                }
                self.write(to, &inner, names, out, depth + 1);
            }
            TypeKind::Array(of, count) => {
                let of = QualType {
                    quals: of.quals | ty.quals,
                    space: ty.space,
                    ..of
                };
                self.write(of, &format!("{declarator}[{count}]"), names, out, depth + 1);
            }
            TypeKind::IncompleteArray(of) => {
                let of = QualType {
                    quals: of.quals | ty.quals,
                    space: ty.space,
                    ..of
                };
                self.write(of, &format!("{declarator}[]"), names, out, depth + 1);
            }
            TypeKind::Function(id) => {
                let function = self.function_type(id);
                let params: Vec<String> = function.params.iter().map(|&p| self.name(p, names)).collect();
                let list = if params.is_empty() {
                    "void".to_string()
                } else {
                    params.join(", ")
                };
                let separator = if declarator.is_empty() { " " } else { "" };
                self.write(
                    function.ret,
                    &format!("{separator}{declarator}({list})"),
                    names,
                    out,
                    depth + 1,
                );
            }
            kind => {
                if ty.space != Space::Private {
                    out.push_str(ty.space.name());
                    out.push(' ');
                }
                if ty.quals & quals::CONST != 0 {
                    out.push_str("const ");
                }
                if ty.quals & quals::VOLATILE != 0 {
                    out.push_str("volatile ");
                }
                match kind {
                    TypeKind::Error => out.push_str("<error>"),
                    TypeKind::Void => out.push_str("void"),
                    TypeKind::Scalar(scalar) => out.push_str(scalar.name()),
                    TypeKind::Vector(scalar, count) => {
                        out.push_str(scalar.name());
                        out.push_str(&count.to_string());
                    }
                    TypeKind::Record(id) => {
                        let record = self.record(id);
                        let word = if record.is_union { "union" } else { "struct" };
                        match record.name {
                            Some(name) => {
                                out.push_str(word);
                                out.push(' ');
                                out.push_str(names.text(name));
                            }
                            None => {
                                out.push_str("unnamed ");
                                out.push_str(word);
                            }
                        }
                    }
                    TypeKind::Enum(id) => {
                        out.push_str("enum ");
                        out.push_str(
                            self.enums[id.0 as usize]
                                .name
                                .map_or("(unnamed)", |n| names.text(n)),
                        );
                    }
                    TypeKind::Event => out.push_str("event_t"),
                    TypeKind::Image(shape, access) => {
                        out.extend(["__", access.name(), " ", shape.name()]);
                    }
                    TypeKind::Sampler => out.push_str("sampler_t"),
                    TypeKind::Opaque(name) => out.push_str(name),
                    TypeKind::Descriptor(descriptor) => out.push_str(descriptor.name),
                    _ => {}
                }
                if !declarator.is_empty() {
                    if declarator.starts_with(['*', '(']) {
                        out.push(' ');
                    }
                    out.push_str(declarator);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bumpalo::Bump;

    #[test]
    fn names_read_like_c() {
        let arena = Bump::new();
        let names = Interner::new(&arena);
        let mut types = Types::new([4, 8, 8, 4, 8]);
        let float4 = types.vector(Scalar::Float, 4);
        let global = QualType {
            ty: float4,
            quals: quals::CONST,
            space: Space::Global,
        };
        let pointer = QualType::new(types.pointer(global));
        assert_eq!(types.name(pointer, &names), "__global const float4 *");
        let array = types.array(pointer, 3);
        assert_eq!(
            types.name(QualType::new(array), &names),
            "__global const float4 *[3]"
        );
        let ints = QualType::new(types.array(QualType::new(Ty::INT), 4));
        let to_array = QualType::new(types.pointer(ints));
        assert_eq!(types.name(to_array, &names), "int (*)[4]");
        assert_eq!(types.size_of(to_array.ty), 4);
    }
}
