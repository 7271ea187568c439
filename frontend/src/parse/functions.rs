//! Functions.

use super::attributes::{Attributes, join};
use super::declarator::{Chunk, Declarator, Parameter};
use super::specifiers::{Specifiers, Storage};
use super::{Failed, Parsed, Parser};
use crate::ast::{AsmLabel, FnId, Function, Stmt, VarKind, Variable};
use crate::options::CLStandard;
use crate::sema::names::Binding;
use crate::types::{QualType, Space, Ty, TypeKind};
use crate::warnings::Warning;
use wavec_support::Span;

impl<'a> Parser<'_, '_, 'a> {
    /// Declares a function, or finds its earlier declaration.
    pub(super) fn declare_function(
        &mut self,
        specifiers: &Specifiers<'a>,
        attributes: &Attributes,
        declarator: &Declarator<'a>,
        params: &[Parameter<'a>],
        variadic: bool,
        ty: QualType,
    ) -> FnId {
        let name = declarator.name.unwrap_or(crate::token::Symbol(0));
        let span = declarator.span;
        let ret = match self.sema.kind(ty.ty) {
            TypeKind::Function(id) => self.sema.types.function_type(id).ret,
            _ => QualType::new(Ty::ERROR),
        };
        let types: Vec<QualType> = params.iter().map(|p| p.ty.unqualified()).collect();
        let internal = specifiers.storage == Storage::Static || specifiers.inline;
        if specifiers.kernel && specifiers.storage == Storage::Static {
            self.error(span, "kernel functions cannot be declared static");
        }
        if variadic && !self.sema.in_library && self.sema.text(name) != "printf" {
            self.error(
                span,
                "invalid prototype, variadic arguments are not allowed in OpenCL",
            );
        }
        if let Some((place, word)) = attributes.kernel_only
            && !specifiers.kernel
            && !self.sema.in_library
        {
            let message = if word.starts_with("amdgpu") {
                format!("'{word}' attribute only applies to kernel functions")
            } else {
                format!("attribute '{word}' can only be applied to an OpenCL kernel function")
            };
            self.error(place, message);
        }
        if specifiers.kernel && self.sema.text(name) == "main" {
            self.error(span, "kernel cannot be called 'main'");
        }
        let file_meaning = self.sema.lookup(name);
        let mut chain_end = None;
        let mut mangle = attributes.function.overloadable;
        if let Some(Binding::Function(first)) = file_meaning {
            let mut next = Some(first);
            while let Some(id) = next {
                let old = self.sema.function(id);
                if old.param_types == &types[..] && old.ret.ty == ret.ty {
                    let function = self.sema.function_mut(id);
                    function.internal |= internal;
                    function.kernel |= specifiers.kernel;
                    join(&mut function.attributes, &attributes.function);
                    if let Some(label) = declarator.label {
                        self.label_again(id, label, span);
                    }
                    return id;
                }
                let (old_span, overloads) = (old.span, old.attributes.overloadable);
                let same_params = old.param_types == &types[..];
                if same_params || !(overloads || attributes.function.overloadable) {
                    let text = self.sema.text(name);
                    self.sema.error_note(
                        span,
                        format!("conflicting types for '{text}'"),
                        old_span,
                        "previous declaration is here",
                    );
                    break;
                }
                mangle |= overloads;
                chain_end = Some(id);
                next = old.next_overload;
            }
        } else if let Some(meaning) = file_meaning
            && !matches!(meaning, Binding::BuiltinType(_))
            && self.sema.lookup_here(name).is_some()
        {
            let text = self.sema.text(name);
            let old_span = self.sema.declared_at(name);
            let message = format!("redefinition of '{text}' as different kind of symbol");
            self.sema
                .error_note(span, message, old_span, "previous definition is here");
        }
        let id = FnId(self.sema.functions.len() as u32);
        let spellings: Vec<&'a str> = params.iter().map(|p| p.spelling).collect();
        let is_unused = attributes.is_unused || declarator.attributes.is_unused;
        let is_of_header = specifiers.inline && Some(span.file) != self.sema.main_file;
        let function = Function {
            name,
            span,
            ret,
            named_ret: specifiers.typedef,
            param_types: self.sema.arena.alloc_slice_copy(&types),
            params: &[],
            param_spellings: self.sema.arena.alloc_slice_copy(&spellings),
            variadic,
            body: None,
            kernel: specifiers.kernel,
            internal: internal || self.sema.in_library,
            is_meant_for_use: specifiers.storage == Storage::Static && !is_unused && !is_of_header,
            library: self.sema.in_library,
            attributes: attributes.function,
            next_overload: None,
            callees: Vec::new(),
            has_barrier: false,
            labels: 0,
            fp_contract: self.sema.fp_contract,
            asm_label: declarator.label,
            mangle,
            end: span,
        };
        self.sema.functions.push(function);
        self.sema.function_order.push(id);
        match chain_end {
            Some(end) => self.sema.function_mut(end).next_overload = Some(id),
            None if self.sema.at_file_scope() => self.sema.declare(name, Binding::Function(id), span),
            None => self.sema.declare_at_file_scope(name, Binding::Function(id), span),
        }
        id
    }

    /// Gives an assembly name to a function that was declared before.
    fn label_again(&mut self, id: FnId, label: AsmLabel<'a>, span: Span) {
        let is_called = |function: &Function<'_>| function.callees.contains(&id);
        match self.sema.function(id).asm_label {
            Some(old) if old.text != label.text => {
                let note = "previous declaration is here";
                self.sema
                    .error_note(span, "conflicting asm label", old.span, note);
            }
            Some(_) => {}
            None if self.sema.functions.iter().any(is_called) => {
                self.error(span, "cannot apply asm label to function after its first use")
            }
            None => self.sema.function_mut(id).asm_label = Some(label),
        }
    }

    /// function-definition, from its body on.
    pub(super) fn function_definition(
        &mut self,
        specifiers: &Specifiers<'a>,
        declarator: Declarator<'a>,
    ) -> Parsed<()> {
        let ty = self.declared_type(specifiers, &declarator);
        let Some(Chunk::Function(params, variadic)) = declarator.chunks.last().cloned() else {
            return Err(Failed);
        };
        if specifiers.storage == Storage::Typedef {
            self.error(declarator.span, "function definition declared 'typedef'");
        }
        let id = self.declare_function(
            specifiers,
            &specifiers.attributes,
            &declarator,
            &params,
            variadic,
            ty,
        );
        let text = self.sema.text(self.sema.function(id).name);
        if self.sema.function(id).body.is_some() {
            let old_span = self.sema.function(id).span;
            let message = format!("redefinition of '{text}'");
            self.sema
                .error_note(declarator.span, message, old_span, "previous definition is here");
        }
        self.sema.function_mut(id).span = declarator.span;
        if self.sema.function(id).kernel {
            self.check_kernel(id, &params);
        }
        let mut ret = self.sema.function(id).ret;
        self.refuse_opaque(ret.ty, &mut ret, specifiers.span);
        self.sema.function_mut(id).ret = ret;
        self.sema.current = Some(id);
        self.sema.push_scope();
        let mut ids = Vec::with_capacity(params.len());
        for param in &params {
            let mut ty = QualType {
                space: Space::Private,
                ..param.ty
            };
            self.refuse_opaque(ty.ty, &mut ty, param.span);
            if !self.sema.types.is_complete(ty.ty) && ty.ty != Ty::ERROR {
                let name = self.sema.type_name(ty);
                self.error(param.span, format!("variable has incomplete type '{name}'"));
            }
            let var = Variable {
                name: param.name.unwrap_or(crate::token::Symbol(0)),
                ty,
                named: param.named,
                kind: VarKind::Parameter,
                span: param.span,
                init: None,
                align: param.align,
                function: Some(id),
                is_extern: false,
                is_static: false,
                asm_label: None,
                uses: 0,
                is_unused: param.is_unused,
            };
            let var = self.sema.new_var(var);
            ids.push(var);
            if let Some(name) = param.name {
                if let Some((_, old)) = self.sema.lookup_here(name) {
                    let text = self.sema.text(name);
                    let message = format!("redefinition of parameter '{text}'");
                    self.sema
                        .error_note(param.span, message, old, "previous declaration is here");
                }
                self.sema.check_shadow(name, param.span);
                self.sema.declare(name, Binding::Var(var), param.span);
            }
        }
        let ids = self.sema.arena.alloc_slice_copy(&ids);
        self.sema.function_mut(id).params = ids;
        let spellings: Vec<&'a str> = params.iter().map(|p| p.spelling).collect();
        self.sema.function_mut(id).param_spellings = self.sema.arena.alloc_slice_copy(&spellings);
        self.labels.clear();
        self.label_count = 0;
        self.switches.clear();
        self.loops = 0;
        let body = self.function_body();
        self.sema.pop_scope();
        self.sema.current = None;
        let end = self.previous_span();
        let labels = self.label_count;
        let fp_contract = self.sema.fp_contract;
        let function = self.sema.function_mut(id);
        function.labels = labels;
        function.end = end;
        function.fp_contract = fp_contract;
        function.body = Some(match body {
            Ok(body) => body,
            Err(Failed) => &[],
        });
        self.sema.check_function(id);
        body.map(|_| ())
    }

    fn function_body(&mut self) -> Parsed<&'a [Stmt<'a>]> {
        let body = self.block_items();
        let mut undefined: Vec<_> = self
            .labels
            .iter()
            .filter(|(_, l)| l.defined.is_none())
            .map(|(&s, l)| (l.first_use, s))
            .collect();
        undefined.sort_by_key(|(span, _)| span.start);
        if self.sema.warns(Warning::UnusedLabel) {
            let unused = self.labels.iter().filter(|(_, label)| !label.is_used);
            let mut unused: Vec<_> = unused
                .filter_map(|(&name, label)| Some((label.defined?, name)))
                .collect();
            unused.sort_by_key(|(span, _)| span.start);
            for (span, name) in unused {
                let message = format!("unused label '{}'", self.sema.text(name));
                self.sema.warning(Warning::UnusedLabel, span, message);
            }
        }
        for (span, symbol) in undefined {
            let text = self.sema.text(symbol);
            self.error(span, format!("use of undeclared label '{text}'"));
        }
        body
    }

    /// Checks the return and parameter types of a kernel.
    fn check_kernel(&mut self, id: FnId, params: &[Parameter<'a>]) {
        let function = self.sema.function(id);
        let span = function.span;
        if function.ret.ty != Ty::VOID {
            self.error(span, "kernel must have void return type");
        }
        let attributes = self.sema.function(id).attributes;
        if attributes.overloadable {
            self.error(span, "kernel functions cannot be overloadable");
        }
        for param in params {
            if matches!(param.spelling, "size_t" | "ptrdiff_t" | "intptr_t" | "uintptr_t") {
                let message = format!(
                    "'{}' cannot be used as the type of a kernel parameter",
                    param.spelling
                );
                self.error(param.span, message);
            }
            match self.sema.kind(param.ty.ty) {
                TypeKind::Pointer(to) => {
                    if !matches!(to.space, Space::Global | Space::Constant | Space::Local) {
                        let message = "pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space";
                        self.error(param.span, message);
                    } else if self.sema.types.as_pointer(to.ty).is_some()
                        && !self.sema.options.cl_std.generic_by_default()
                    {
                        self.error(
                            param.span,
                            "kernel parameter cannot be declared as a pointer to a pointer",
                        );
                    }
                }
                TypeKind::Scalar(scalar)
                    if scalar == crate::types::Scalar::Bool || scalar == crate::types::Scalar::Half =>
                {
                    let name = self.sema.type_name(param.ty.unqualified());
                    if scalar == crate::types::Scalar::Bool {
                        self.error(
                            param.span,
                            format!("'{name}' cannot be used as the type of a kernel parameter"),
                        );
                    }
                }
                TypeKind::Event | TypeKind::Descriptor(_) => {
                    let name = self.sema.type_name(param.ty.unqualified());
                    self.error(
                        param.span,
                        format!("'{name}' cannot be used as the type of a kernel parameter"),
                    );
                }
                TypeKind::Record(_) => match self.refused_member(param.ty.ty) {
                    Some(TypeKind::Pointer(_)) => {
                        self.error(param.span, "struct kernel parameters may not contain pointers")
                    }
                    Some(_) => {
                        let name = self.sema.type_name(param.ty.unqualified());
                        self.error(
                            param.span,
                            format!("'{name}' cannot be used as the type of a kernel parameter"),
                        );
                    }
                    None => {}
                },
                _ => {}
            }
        }
    }

    /// A member, direct or nested, that is not allowed in a struct passed to a kernel.
    fn refused_member(&self, ty: Ty) -> Option<TypeKind> {
        match self.sema.kind(ty) {
            // From OpenCL 2.0 on, the host may share memory whose addresses are the same on the device.
            TypeKind::Pointer(_) if self.sema.options.cl_std >= CLStandard::CL20 => None,
            kind @ (TypeKind::Pointer(_) | TypeKind::Event | TypeKind::Descriptor(_)) => Some(kind),
            kind @ TypeKind::Scalar(crate::types::Scalar::Bool) => Some(kind),
            TypeKind::Array(of, _) => self.refused_member(of.ty),
            TypeKind::Record(id) => {
                let fields = &self.sema.types.record(id).fields;
                fields.iter().find_map(|field| self.refused_member(field.ty.ty))
            }
            _ => None,
        }
    }
}
