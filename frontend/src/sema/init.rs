//! Initializers: braces, designators, elided braces, strings.

use super::Sema;
use super::convert::Why;
use crate::ast::{Expr, ExprKind, Init};
use crate::token::Symbol;
use crate::types::{QualType, Scalar, Ty, TypeKind};
use crate::warnings::Warning;
use wavec_support::Span;

/// An initializer as written.
#[derive(Clone, Debug)]
pub enum Written<'a> {
    /// An expression.
    Expr(&'a Expr<'a>),
    /// `{ ... }`
    List(Vec<WrittenItem<'a>>, Span),
}

impl Written<'_> {
    /// Its position.
    pub fn span(&self) -> Span {
        match self {
            Written::Expr(expr) => expr.span,
            Written::List(_, span) => *span,
        }
    }
}

/// One entry of a brace list.
#[derive(Clone, Debug)]
pub struct WrittenItem<'a> {
    /// `.name`, `[index]`, `[first ... last]` in front of it.
    pub designators: Vec<Designator<'a>>,
    /// Its value.
    pub value: Written<'a>,
}

/// A designator.
#[derive(Clone, Copy, Debug)]
pub enum Designator<'a> {
    /// `.name`
    Field(Symbol, Span),
    /// `[index]`
    Index(&'a Expr<'a>),
    /// `[first ... last]`
    Range(&'a Expr<'a>, &'a Expr<'a>),
}

/// Members of an aggregate initialized so far: index and value, or members in turn.
enum Node<'a> {
    Leaf(Init<'a>),
    Inner(Vec<(u64, Node<'a>)>),
}

/// Maximum number of elements that a range designator may repeat.
const MAX_RANGE: u64 = 1 << 20;

impl<'a> Sema<'_, 'a> {
    /// Checks `written` as the initializer of an object of type `ty`, which is completed if it is an array of unknown
    /// size. `None` after an error.
    pub fn initializer(&mut self, ty: &mut QualType, written: Written<'a>, name: Span) -> Option<Init<'a>> {
        if ty.ty == Ty::ERROR {
            return None;
        }
        // A failed conversion is reported at the variable: it has the wrong type.
        if let Written::Expr(expr) = written
            && !self.types.is_aggregate(ty.ty)
        {
            let expr = self.convert_at(expr, *ty, Why::Init, name);
            return (expr.ty.ty != Ty::ERROR).then_some(Init::Expr(expr));
        }
        if let TypeKind::IncompleteArray(of) = self.kind(ty.ty) {
            let (node, count) = match written {
                Written::Expr(expr) if matches!(expr.kind, ExprKind::Str(_)) && is_char(of.ty) => {
                    let ExprKind::Str(id) = expr.kind else { return None };
                    (
                        Node::Leaf(Init::Str(id)),
                        self.strings[id.0 as usize].len() as u64,
                    )
                }
                Written::List(items, span) => {
                    let only_string = match &items[..] {
                        [
                            WrittenItem {
                                value: Written::Expr(expr),
                                designators,
                            },
                        ] if designators.is_empty() => match expr.kind {
                            ExprKind::Str(id) if is_char(of.ty) => Some(id),
                            _ => None,
                        },
                        _ => None,
                    };
                    match only_string {
                        Some(id) => (
                            Node::Leaf(Init::Str(id)),
                            self.strings[id.0 as usize].len() as u64,
                        ),
                        None => {
                            let mut children = Vec::new();
                            let count = self.list_array(of, None, items, &mut children, span)?;
                            (Node::Inner(children), count)
                        }
                    }
                }
                Written::Expr(expr) => {
                    if expr.ty.ty != Ty::ERROR {
                        self.error(expr.span, "array initializer must be an initializer list");
                    }
                    return None;
                }
            };
            ty.ty = self.types.array(of, count);
            return Some(self.seal(node));
        }
        let node = self.init_value(*ty, written)?;
        Some(self.seal(node))
    }

    fn seal(&mut self, node: Node<'a>) -> Init<'a> {
        match node {
            Node::Leaf(init) => init,
            Node::Inner(mut children) => {
                // A later initializer of the same member wins; the order of the rest is by index.
                children.sort_by_key(|child| child.0);
                let mut members: Vec<(u64, Init<'a>)> = Vec::with_capacity(children.len());
                for (index, child) in children {
                    let init = self.seal(child);
                    match members.last_mut() {
                        Some(last) if last.0 == index => last.1 = init,
                        _ => members.push((index, init)),
                    }
                }
                Init::Members(self.arena.alloc_slice_copy(&members))
            }
        }
    }

    fn init_value(&mut self, ty: QualType, written: Written<'a>) -> Option<Node<'a>> {
        match (self.kind(ty.ty), written) {
            (TypeKind::Array(of, count), Written::Expr(expr)) => {
                if let ExprKind::Str(id) = expr.kind
                    && is_char(of.ty)
                {
                    if self.strings[id.0 as usize].len() as u64 > count + 1 {
                        self.warning(
                            Warning::ExcessInitializers,
                            expr.span,
                            "initializer-string for char array is too long",
                        );
                    }
                    return Some(Node::Leaf(Init::Str(id)));
                }
                if expr.ty.ty == ty.ty && matches!(expr.kind, ExprKind::CompoundLiteral(_)) {
                    return Some(Node::Leaf(Init::Expr(expr)));
                }
                if expr.ty.ty != Ty::ERROR {
                    self.error(expr.span, "array initializer must be an initializer list");
                }
                None
            }
            (TypeKind::Array(of, count), Written::List(items, span)) => {
                if let [
                    WrittenItem {
                        value: Written::Expr(expr),
                        designators,
                    },
                ] = &items[..]
                    && let ExprKind::Str(id) = expr.kind
                    && designators.is_empty()
                    && is_char(of.ty)
                {
                    return Some(Node::Leaf(Init::Str(id)));
                }
                let mut children = Vec::new();
                self.list_array(of, Some(count), items, &mut children, span)?;
                Some(Node::Inner(children))
            }
            (TypeKind::Record(_), Written::List(items, span)) => {
                let mut children = Vec::new();
                self.list_record(ty, items, &mut children, span)?;
                Some(Node::Inner(children))
            }
            (TypeKind::Vector(..), Written::List(items, span)) => {
                let mut parts = Vec::with_capacity(items.len());
                for item in items {
                    match item.value {
                        Written::Expr(expr) => parts.push(expr),
                        Written::List(_, span) => {
                            self.error(span, "braces around element of a vector initializer");
                            return None;
                        }
                    }
                }
                let expr = self.vector_from_list(ty.ty, &parts, span)?;
                Some(Node::Leaf(Init::Expr(expr)))
            }
            (_, Written::List(mut items, span)) => {
                if items.len() > 1 {
                    self.warning(
                        Warning::ExcessInitializers,
                        span,
                        "excess elements in scalar initializer",
                    );
                }
                if items.is_empty() {
                    if self.types.as_scalar(ty.ty).is_some() {
                        let zero = self.int_literal(0, Ty::INT, span);
                        let zero = self.convert_to(zero, ty, Why::Init);
                        return Some(Node::Leaf(Init::Expr(zero)));
                    }
                    self.error(span, "scalar initializer cannot be empty");
                    return None;
                }
                let first = items.swap_remove(0);
                self.init_value(ty, first.value)
            }
            (_, Written::Expr(expr)) => {
                let expr = self.convert_to(expr, ty, Why::Init);
                (expr.ty.ty != Ty::ERROR).then_some(Node::Leaf(Init::Expr(expr)))
            }
        }
    }

    /// A braced vector: missing elements are zero.
    fn vector_from_list(&mut self, ty: Ty, parts: &[&'a Expr<'a>], span: Span) -> Option<&'a Expr<'a>> {
        let (scalar, count) = self.types.as_vector(ty)?;
        if let [one] = parts
            && one.ty.ty == ty
        {
            return Some(one);
        }
        let total: u32 = parts
            .iter()
            .map(|p| self.types.lanes(p.ty.ty).map_or(1, |l| l.1))
            .sum();
        let mut parts = parts.to_vec();
        for _ in total..count {
            let zero = self.int_literal(0, Ty::INT, span);
            parts.push(self.arithmetic(zero, Ty::scalar(scalar)));
        }
        let expr = self.vector_literal(ty, &parts, (span, span));
        (expr.ty.ty != Ty::ERROR).then_some(expr)
    }

    fn list_array(
        &mut self,
        of: QualType,
        count: Option<u64>,
        items: Vec<WrittenItem<'a>>,
        children: &mut Vec<(u64, Node<'a>)>,
        _span: Span,
    ) -> Option<u64> {
        let mut index = 0u64;
        let mut extent = 0u64;
        let mut items = items.into_iter().peekable();
        while let Some(mut item) = items.next() {
            let mut last = None;
            let designated = match item.designators.first() {
                Some(Designator::Index(expr) | Designator::Range(expr, _)) => Some(expr.span),
                _ => None,
            };
            if !item.designators.is_empty() {
                match item.designators.remove(0) {
                    Designator::Index(expr) => index = self.designated_index(expr)?,
                    Designator::Range(first, end) => {
                        index = self.designated_index(first)?;
                        let end_index = self.designated_index(end)?;
                        if end_index < index || end_index - index > MAX_RANGE {
                            self.error(end.span, "array designator range is empty or too large");
                            return None;
                        }
                        last = Some(end_index);
                    }
                    Designator::Field(_, span) => {
                        self.error(span, "field designator cannot initialize an array");
                        return None;
                    }
                }
            }
            if let Some(count) = count.filter(|&count| index >= count) {
                if let Some(span) = designated {
                    self.error(
                        span,
                        format!("array designator index ({index}) exceeds array bounds ({count})"),
                    );
                    return None;
                }
                self.warning(
                    Warning::ExcessInitializers,
                    item.value.span(),
                    "excess elements in array initializer",
                );
                break;
            }
            let place = item.value.span();
            let repeated = last.map(|_| item.clone());
            self.place_item(of, index, item, &mut items, children)?;
            if let (Some(last), Some(item)) = (last, repeated) {
                if count.is_some_and(|count| last >= count) {
                    self.error(place, "array designator index exceeds array bounds");
                    return None;
                }
                while index < last {
                    index += 1;
                    let mut none = Vec::new().into_iter().peekable();
                    self.place_item(of, index, item.clone(), &mut none, children)?;
                }
            }
            index += 1;
            extent = extent.max(index);
        }
        Some(extent)
    }

    fn designated_index(&mut self, expr: &'a Expr<'a>) -> Option<u64> {
        match self.eval_int(expr) {
            Some(value) if (value as i64) >= 0 => Some(value),
            Some(_) => {
                self.error(expr.span, "array designator value is negative");
                None
            }
            None => {
                if expr.ty.ty != Ty::ERROR {
                    self.error(expr.span, "expression is not an integer constant expression");
                }
                None
            }
        }
    }

    fn list_record(
        &mut self,
        ty: QualType,
        items: Vec<WrittenItem<'a>>,
        children: &mut Vec<(u64, Node<'a>)>,
        _span: Span,
    ) -> Option<()> {
        let id = self.types.as_record(ty.ty)?;
        let is_union = self.types.record(id).is_union;
        let mut index = 0u64;
        let mut items = items.into_iter().peekable();
        let mut first = true;
        while let Some(mut item) = items.next() {
            if !item.designators.is_empty() {
                match item.designators.remove(0) {
                    Designator::Field(name, span) => {
                        let Some(path) = self.types.find_field(id, name) else {
                            let text = self.text(name);
                            let message = format!(
                                "field designator '{text}' does not refer to any field in type '{}'",
                                self.type_name(ty)
                            );
                            self.error(span, message);
                            return None;
                        };
                        index = path[0] as u64;
                        // The path into unnamed members continues as designators.
                        if path.len() > 1 {
                            item.designators.insert(0, Designator::Field(name, span));
                        }
                    }
                    Designator::Index(expr) | Designator::Range(expr, _) => {
                        self.error(expr.span, "array designator cannot initialize non-array type");
                        return None;
                    }
                }
            } else {
                // Unnamed bit-fields take no initializer.
                while self
                    .types
                    .record(id)
                    .fields
                    .get(index as usize)
                    .is_some_and(|f| f.name.is_none() && f.bits.is_some())
                {
                    index += 1;
                }
            }
            let field = self.types.record(id).fields.get(index as usize).copied();
            let Some(field) = field.filter(|_| !is_union || first || index == 0) else {
                let word = if is_union { "union" } else { "struct" };
                self.warning(
                    Warning::ExcessInitializers,
                    item.value.span(),
                    format!("excess elements in {word} initializer"),
                );
                break;
            };
            if is_union {
                children.clear();
            }
            self.place_item(field.ty, index, item, &mut items, children)?;
            index += 1;
            first = false;
            if is_union {
                index = u64::MAX / 2;
            }
        }
        Some(())
    }

    /// Initializes member `index` of type `ty` with one item; without braces, an aggregate member takes as many of the
    /// following items as it needs.
    fn place_item(
        &mut self,
        ty: QualType,
        index: u64,
        mut item: WrittenItem<'a>,
        rest: &mut std::iter::Peekable<std::vec::IntoIter<WrittenItem<'a>>>,
        children: &mut Vec<(u64, Node<'a>)>,
    ) -> Option<()> {
        if !item.designators.is_empty() {
            // `.a.b = x`: a list for the member with one designated item, merged with its current contents.
            let span = item.value.span();
            let mut inner = Vec::new();
            match self.kind(ty.ty) {
                TypeKind::Record(_) => self.list_record(ty, vec![item], &mut inner, span)?,
                TypeKind::Array(of, count) => {
                    self.list_array(of, Some(count), vec![item], &mut inner, span)?;
                }
                _ => {
                    self.error(span, "designator in initializer for scalar type");
                    return None;
                }
            }
            match children.iter_mut().find(|child| child.0 == index) {
                Some((_, Node::Inner(existing))) => existing.extend(inner),
                _ => children.push((index, Node::Inner(inner))),
            }
            return Some(());
        }
        let elided = match (&item.value, self.kind(ty.ty)) {
            (Written::Expr(expr), TypeKind::Record(_)) => expr.ty.ty != ty.ty,
            (Written::Expr(expr), TypeKind::Array(of, _)) => {
                !(matches!(expr.kind, ExprKind::Str(_)) && is_char(of.ty)) && expr.ty.ty != Ty::ERROR
            }
            _ => false,
        };
        if !elided {
            let node = self.init_value(ty, item.value)?;
            children.push((index, node));
            return Some(());
        }
        // Omitted braces: one member after the other from this list.
        let mut inner = Vec::new();
        let members = match self.kind(ty.ty) {
            TypeKind::Array(_, count) => count,
            TypeKind::Record(id) => {
                let record = self.types.record(id);
                let count = record.fields.len() as u64;
                if record.is_union { count.min(1) } else { count }
            }
            _ => 0,
        };
        if members == 0 {
            self.warning(
                Warning::ExcessInitializers,
                item.value.span(),
                "excess elements in initializer",
            );
            return Some(());
        }
        for member in 0..members {
            let member_ty = match self.kind(ty.ty) {
                TypeKind::Array(of, _) => of,
                TypeKind::Record(id) => self.types.record(id).fields[member as usize].ty,
                _ => return None,
            };
            self.place_item(member_ty, member, item, rest, &mut inner)?;
            if member + 1 == members || rest.peek().is_none_or(|next| !next.designators.is_empty()) {
                break;
            }
            item = rest.next()?;
        }
        children.push((index, Node::Inner(inner)));
        Some(())
    }
}

fn is_char(ty: Ty) -> bool {
    ty == Ty::CHAR || ty == Ty::scalar(Scalar::UChar)
}
