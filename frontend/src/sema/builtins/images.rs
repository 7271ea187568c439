//! Calls of the builtins of images: each becomes the call of a library function for the shape of the image, which is
//! given the addresses of the descriptors. Texels that are read with a sampler are at floating-point or at integer
//! coordinates.

use crate::ast::{CastKind, Expr, ExprKind};
use crate::builtins::images::ImageFunction;
use crate::sema::Sema;
use crate::sema::convert::{Why, promoted};
use crate::types::{Access, ImageShape, QualType, Scalar, Space, Ty, TypeKind, quals};
use wavec_support::Span;

/// Why a call is refused.
enum Refusal {
    NoMatch,
    Ambiguous,
    /// A level of detail or gradients.
    Mipmap,
}

impl<'a> Sema<'_, 'a> {
    /// A call of a builtin of images.
    pub(super) fn image_builtin(
        &mut self,
        name: &'a str,
        function: ImageFunction,
        args: &'a [Expr<'a>],
        span: Span,
    ) -> &'a Expr<'a> {
        let image = args.first().map(|image| self.kind(image.ty.ty));
        let Some(TypeKind::Image(shape, access)) = image else {
            return self.no_match(name, args, span);
        };
        let operands = match function {
            ImageFunction::Get(query) => self.image_query(query, shape, args),
            ImageFunction::Read(element) => self.image_read(element, shape, access, args),
            ImageFunction::Write(element) => self.image_write(element, shape, access, args),
        };
        match operands {
            Ok((library, operands)) => {
                let Some(id) = self.library_function_named(&library) else {
                    return self.no_match(name, args, span);
                };
                let operands = self.arena.alloc_slice_copy(&operands);
                self.call_function(id, operands, span, span)
            }
            Err(Refusal::NoMatch) => self.no_match(name, args, span),
            Err(Refusal::Ambiguous) => {
                self.error(span, format!("call to '{name}' is ambiguous"));
                self.error_expr(span)
            }
            Err(Refusal::Mipmap) => {
                let message =
                    format!("'{name}' of a level is not supported: this target has no mipmap images");
                self.error(span, message);
                self.error_expr(span)
            }
        }
    }

    /// The address of the descriptor of an image or sampler.
    fn descriptor(&mut self, of: &'a Expr<'a>) -> Expr<'a> {
        let word = QualType {
            ty: Ty::UINT,
            quals: quals::CONST,
            space: Space::Constant,
        };
        let pointer = self.types.pointer(word);
        *self.value(ExprKind::Cast(CastKind::Descriptor, of), pointer, of.span)
    }

    fn image_query(
        &mut self,
        query: &str,
        shape: ImageShape,
        args: &'a [Expr<'a>],
    ) -> Result<(String, Vec<Expr<'a>>), Refusal> {
        let is_there = match query {
            "height" | "dim" => shape.has_height(),
            "depth" => shape == ImageShape::D3,
            "array_size" => shape.is_array(),
            _ => true,
        };
        let [image] = args else {
            return Err(Refusal::NoMatch);
        };
        if !is_there {
            return Err(Refusal::NoMatch);
        }
        let suffix = match (query, shape) {
            ("dim", ImageShape::D3) => "_3d",
            _ => "",
        };
        Ok((format!("__image_{query}{suffix}"), vec![self.descriptor(image)]))
    }

    fn image_read(
        &mut self,
        element: Scalar,
        shape: ImageShape,
        access: Access,
        args: &'a [Expr<'a>],
    ) -> Result<(String, Vec<Expr<'a>>), Refusal> {
        let is_sampled = args.len() >= 3;
        let fits = access != Access::WriteOnly
            && (!is_sampled || access == Access::ReadOnly && shape != ImageShape::D1Buffer)
            && (!shape.is_depth() || element == Scalar::Float);
        if !fits || args.len() < 2 {
            return Err(Refusal::NoMatch);
        }
        let mut operands = vec![self.descriptor(&args[0])];
        if !is_sampled {
            operands.push(self.coordinates(&args[1], shape, false)?);
            return Ok((library_name("load", shape, "", element), operands));
        }
        let sampler = self.types.sampler();
        if !matches!(self.kind(args[1].ty.ty), TypeKind::Sampler | TypeKind::Scalar(_)) {
            return Err(Refusal::NoMatch);
        }
        if args.len() > 3 {
            return Err(Refusal::Mipmap);
        }
        let sampler = self.convert_to(&args[1], QualType::new(sampler), Why::Pass);
        operands.push(self.descriptor(sampler));
        let coordinates = self.coordinates(&args[2], shape, true)?;
        let is_float = matches!(self.types.lanes(coordinates.ty.ty), Some((Scalar::Float, _)));
        operands.push(coordinates);
        let suffix = if is_float { "_at_float" } else { "_at_int" };
        Ok((library_name("sample", shape, suffix, element), operands))
    }

    fn image_write(
        &mut self,
        element: Scalar,
        shape: ImageShape,
        access: Access,
        args: &'a [Expr<'a>],
    ) -> Result<(String, Vec<Expr<'a>>), Refusal> {
        if access == Access::ReadOnly || shape.is_depth() && element != Scalar::Float {
            return Err(Refusal::NoMatch);
        }
        let [image, coordinates, value] = args else {
            return Err(match args.len() {
                4 => Refusal::Mipmap,
                _ => Refusal::NoMatch,
            });
        };
        let count = if shape.is_depth() { 1 } else { 4 };
        let texel = self.types.vector(element, count);
        let is_scalar = self.types.as_scalar(value.ty.ty).is_some();
        if value.ty.ty != texel && !is_scalar {
            return Err(Refusal::NoMatch);
        }
        let coordinates = self.coordinates(coordinates, shape, false)?;
        self.check_conversion(value, QualType::new(texel));
        let operands = vec![
            self.descriptor(image),
            coordinates,
            *self.arithmetic(value, texel),
        ];
        Ok((library_name("store", shape, "", element), operands))
    }

    /// The coordinates of a texel: integers, or with a sampler also floating-point numbers.
    fn coordinates(
        &mut self,
        given: &'a Expr<'a>,
        shape: ImageShape,
        is_sampled: bool,
    ) -> Result<Expr<'a>, Refusal> {
        let given = self.rvalue(given);
        let wanted = shape.coordinates();
        let (scalar, count) = self.types.lanes(given.ty.ty).ok_or(Refusal::NoMatch)?;
        let element = match promoted(scalar) {
            Scalar::Int => Scalar::Int,
            Scalar::Float if is_sampled => Scalar::Float,
            _ if count > 1 => return Err(Refusal::NoMatch),
            _ if is_sampled => return Err(Refusal::Ambiguous),
            _ => Scalar::Int,
        };
        if count > 1 && (count != wanted || scalar != element) {
            return Err(Refusal::NoMatch);
        }
        if count == 1 && wanted > 1 && is_sampled {
            return Err(Refusal::Ambiguous);
        }
        let ty = self.types.vector(element, wanted);
        Ok(*self.arithmetic(given, ty))
    }
}

/// `__load_image2d__float4`
fn library_name(what: &str, shape: ImageShape, suffix: &str, element: Scalar) -> String {
    let stem = shape.stem();
    match shape.is_depth() {
        true => format!("__{what}_{stem}{suffix}"),
        false => format!("__{what}_{stem}{suffix}__{}4", element.name()),
    }
}
