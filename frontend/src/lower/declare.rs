//! Functions of the module: their names, types and attributes.

use super::{Form, Lowerer};
use crate::ast::{AsmLabel, FnId};
use crate::types::Ty;
use wavec_ir::attributes::AttributeValue;
use wavec_ir::context::{Linkage, Visibility};
use wavec_ir::intrinsics::upgrade::overloads_of;
use wavec_ir::{AttributeSet, FuncRef, Type};

impl<'a> Lowerer<'_, '_, 'a> {
    /// The function that calls of `id` refer to, with which it shares its symbol.
    fn linked_function(&mut self, id: FnId) -> FnId {
        let linked = self.sema.linked_function(id);
        if linked == id {
            return id;
        }
        let signature = |lowerer: &mut Self, id: FnId| {
            let (ret, params) = (
                lowerer.sema.function(id).ret,
                lowerer.sema.function(id).param_types,
            );
            let params: Vec<Type> = params.iter().map(|ty| lowerer.value_type(ty.ty)).collect();
            (lowerer.value_type(ret.ty), params)
        };
        if signature(self, id) != signature(self, linked) {
            let (span, old_span) = (self.sema.function(id).span, self.sema.function(linked).span);
            let message = "functions of different types with the same name in assembly are not supported";
            let note = "the other function is here";
            self.sema.error_note(span, message, old_span, note);
            return id;
        }
        linked
    }

    /// The intrinsic named by a label, of type `ty`; `None` if there is none of this name.
    fn labelled_intrinsic(&mut self, label: AsmLabel<'_>, ty: Type) -> Option<FuncRef> {
        let ctx = &mut self.module.ctx;
        let id = ctx.intrinsics.lookup(label.text)?;
        let (ret, params, _) = ctx.types.signature(ty)?;
        let overloads = overloads_of(ctx.intrinsics.get(id), ret, params, ctx);
        let name = overloads
            .as_ref()
            .map(|overloads| ctx.intrinsics.mangled_name(id, overloads, ctx));
        if name.as_deref() != Some(label.text) {
            let message = format!("the intrinsic '{}' has another type", label.text);
            self.sema.error(label.span, message);
        }
        Some(self.module.ctx.declare_intrinsic(id, &overloads?))
    }

    /// The function that the module declared before the program, without a body.
    fn declared_outside(&mut self, name: &str, ty: Type) -> Option<FuncRef> {
        let ctx = &self.module.ctx;
        let func = ctx.function_named(name)?;
        (ctx.functions[func].ty == ty && self.module.bodies[func].is_none()).then_some(func)
    }

    /// The IR function of `id` in this form; its body is lowered later.
    pub(super) fn function_ref(&mut self, id: FnId, form: Form) -> FuncRef {
        let id = match form {
            Form::Function => self.linked_function(id),
            Form::Kernel => id,
        };
        if let Some(&func) = self.functions.get(&(id, form)) {
            return func;
        }
        let func = self.declare(id, form);
        self.functions.insert((id, form), func);
        if self.sema.function(id).body.is_some() {
            self.queue.push((id, form));
        }
        func
    }

    fn declare(&mut self, id: FnId, form: Form) -> FuncRef {
        let function = self.sema.function(id).clone();
        let text = self.sema.text(function.name);
        let name = match form {
            Form::Function if function.kernel => format!("__kernel_body_{text}"),
            _ if function.mangle => self.mangled_name(text, function.param_types),
            _ => text.to_string(),
        };
        let label = function
            .asm_label
            .filter(|_| form == Form::Kernel || !function.kernel);
        let name = match label {
            Some(label) => label.text.to_string(),
            None => self.unique_name(&name),
        };
        let pointer_private = self.sema.target.address_spaces.private;
        let mut params: Vec<Type> = Vec::with_capacity(function.param_types.len() + 1);
        let mut attrs: Vec<AttributeSet> = Vec::with_capacity(params.capacity());
        let record_ret = self.sema.types.is_aggregate(function.ret.ty);
        if record_ret {
            params.push(self.module.ctx.types.ptr(pointer_private));
            let memory = self.memory_type(function.ret.ty);
            let align = self.sema.types.align_of(function.ret.ty);
            let set = self
                .module
                .ctx
                .with_attribute(AttributeSet::EMPTY, "noalias", AttributeValue::None);
            let set = self
                .module
                .ctx
                .with_attribute(set, "sret", AttributeValue::Type(memory));
            attrs.push(
                self.module
                    .ctx
                    .with_attribute(set, "align", AttributeValue::Int(align)),
            );
        }
        for (index, &ty) in function.param_types.iter().enumerate() {
            let (ir, set) = self.parameter(&function, index, ty.ty, form);
            params.push(ir);
            attrs.push(set);
        }
        let ret = if record_ret {
            Type::VOID
        } else {
            self.value_type(function.ret.ty)
        };
        let ty = self.module.ctx.types.function(ret, &params, false);
        if let Some(label) = label.filter(|label| label.text.starts_with("llvm."))
            && let Some(intrinsic) = self.labelled_intrinsic(label, ty)
        {
            return intrinsic;
        }
        let func = match label.and_then(|_| self.declared_outside(&name, ty)) {
            Some(func) => func,
            None => self.module.ctx.declare_function(&name, ty),
        };
        let symbol = self.module.ctx.functions[func].name;
        self.module.ctx.keep_place_of_global(symbol, function.span);
        let fn_attrs = self.function_attributes(&function, form);
        let kernel_conv = self.sema.target.kernel_convention;
        let decl = &mut self.module.ctx.functions[func];
        decl.param_attrs = attrs;
        decl.attrs = fn_attrs;
        match form {
            Form::Kernel => {
                decl.conv = kernel_conv;
                decl.linking.visibility = Visibility::Protected;
            }
            Form::Function => {
                let local = function.internal || function.kernel || function.library;
                if local && function.body.is_some() {
                    decl.linking.linkage = Linkage::Internal;
                } else {
                    decl.linking.visibility = Visibility::Hidden;
                }
            }
        }
        if form == Form::Kernel {
            self.kernel_metadata(id, func);
        }
        func
    }

    fn parameter(
        &mut self,
        function: &crate::ast::Function<'a>,
        index: usize,
        ty: Ty,
        form: Form,
    ) -> (Type, AttributeSet) {
        let noundef = self
            .module
            .ctx
            .with_attribute(AttributeSet::EMPTY, "noundef", AttributeValue::None);
        if self.sema.types.is_aggregate(ty) {
            let mut align = self.sema.types.align_of(ty);
            if form == Form::Kernel {
                let space = self.sema.target.address_spaces.constant;
                let memory = self.memory_type(ty);
                // It lies where clang, which passes it as its only element, has it.
                if let Some(element) = self.sema.types.single_element(ty) {
                    let element = self.memory_type(element);
                    let natural = self.module.ctx.layout.align(&self.module.ctx.types, element);
                    align = align.max(natural);
                }
                let set = self
                    .module
                    .ctx
                    .with_attribute(noundef, "byref", AttributeValue::Type(memory));
                let set = self
                    .module
                    .ctx
                    .with_attribute(set, "align", AttributeValue::Int(align));
                return (self.module.ctx.types.ptr(space), set);
            }
            let space = self.sema.target.address_spaces.private;
            let set = self
                .module
                .ctx
                .with_attribute(noundef, "align", AttributeValue::Int(align));
            return (self.module.ctx.types.ptr(space), set);
        }
        let ir = self.value_type(ty);
        let mut set = noundef;
        if let Some(to) = self.sema.types.as_pointer(ty) {
            if form == Form::Kernel {
                let restrict = function
                    .params
                    .get(index)
                    .is_some_and(|&param| self.sema.var(param).ty.quals & crate::types::quals::RESTRICT != 0);
                if restrict {
                    set =
                        self.module
                            .ctx
                            .with_attribute(AttributeSet::EMPTY, "noalias", AttributeValue::None);
                    set = self
                        .module
                        .ctx
                        .with_attribute(set, "noundef", AttributeValue::None);
                }
                let align = self.sema.types.align_of(to.ty);
                set = self
                    .module
                    .ctx
                    .with_attribute(set, "align", AttributeValue::Int(align));
            }
        } else if form == Form::Function
            && let Some(scalar) = self
                .sema
                .types
                .as_scalar(ty)
                .filter(|s| s.is_int() && s.size() < 4)
        {
            let key = if scalar.is_signed() { "signext" } else { "zeroext" };
            set = self.module.ctx.with_attribute(set, key, AttributeValue::None);
        }
        (ir, set)
    }

    pub(super) fn make_base_attributes(&mut self) -> AttributeSet {
        let target = self.sema.target;
        let options = self.sema.options;
        let ctx = &mut self.module.ctx;
        let mut set = AttributeSet::EMPTY;
        for key in ["convergent", "norecurse", "nounwind"] {
            set = ctx.with_attribute(set, key, AttributeValue::None);
        }
        if options.denorms_are_zero {
            set = ctx.with_string_attribute(set, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
        }
        for (key, value) in target.function_attributes {
            set = ctx.with_string_attribute(set, key, value);
        }
        if options.fast_relaxed_math || options.unsafe_math {
            set = ctx.with_string_attribute(set, "unsafe-fp-math", "true");
        }
        ctx.with_string_attribute(set, "target-cpu", &target.cpu)
    }

    fn function_attributes(&mut self, function: &crate::ast::Function<'a>, form: Form) -> AttributeSet {
        let prefix = self.sema.target.attribute_prefix;
        let default_max = self.sema.target.default_max_work_group_size;
        let options = self.sema.options;
        let uniform = options.uniform_work_group_size || !options.cl_std.generic_by_default();
        let opt_none = self.sema.options.opt_level == 0;
        let attributes = function.attributes;
        let ctx = &mut self.module.ctx;
        let mut set = self.base_attributes;
        if attributes.no_inline && form == Form::Function {
            set = ctx.with_attribute(set, "noinline", AttributeValue::None);
        } else if attributes.always_inline && form == Form::Function {
            set = ctx.with_attribute(set, "alwaysinline", AttributeValue::None);
        } else if opt_none && !function.library && form == Form::Kernel {
            // Kernels are never inlined: no attribute.
        }
        if form == Form::Kernel {
            let range = match (attributes.required_size, attributes.flat_work_group_size) {
                (Some([x, y, z]), _) => {
                    let size = x.saturating_mul(y).saturating_mul(z);
                    (size, size)
                }
                (None, Some(range)) => range,
                (None, None) => (1, default_max),
            };
            let key = format!("{prefix}-flat-work-group-size");
            set = ctx.with_string_attribute(set, &key, &format!("{},{}", range.0, range.1));
            if let Some((min, max)) = attributes.waves_per_eu {
                let text = if max > 0 {
                    format!("{min},{max}")
                } else {
                    min.to_string()
                };
                set = ctx.with_string_attribute(set, &format!("{prefix}-waves-per-eu"), &text);
            }
            let registers = [
                ("num-sgpr", attributes.num_sgpr),
                ("num-vgpr", attributes.num_vgpr),
            ];
            for (name, number) in registers {
                // 0 is no limit.
                if let Some(number) = number.filter(|&number| number != 0) {
                    set = ctx.with_string_attribute(set, &format!("{prefix}-{name}"), &number.to_string());
                }
            }
            if let Some([x, y, z]) = attributes.max_num_work_groups {
                let key = format!("{prefix}-max-num-workgroups");
                set = ctx.with_string_attribute(set, &key, &format!("{x},{y},{z}"));
            }
            if uniform {
                set = ctx.with_string_attribute(set, "uniform-work-group-size", "true");
            }
        }
        set
    }
}
