//! Use-list orders, `uselistorder ptr @g, { 1, 0 }`: they have no effect, but an invalid one is an error.

use super::function::Body;
use super::{Parse, Parser};
use crate::constant::ConstantData;
use crate::entities::{Constant, Type, Value};
use crate::function::ValueDef;
use crate::module::Module;
use crate::text::lexer::TokenKind;
use cranelift_entity::SecondaryMap;
use fxhash::{FxHashMap, FxHashSet};
use wavec_support::Span;

/// Uses of globals in a module.
pub(super) struct GlobalUses {
    /// By instructions, initializers and aliases.
    counts: FxHashMap<Constant, usize>,
    /// By other constants.
    is_part: FxHashSet<Constant>,
}

fn count_uses(module: &Module) -> GlobalUses {
    let ctx = &module.ctx;
    let mut uses = GlobalUses {
        counts: FxHashMap::default(),
        is_part: FxHashSet::default(),
    };
    for constant in (0..ctx.constants.len() as u32).map(Constant) {
        match ctx.constants.data(constant) {
            ConstantData::Aggregate(_, members) => uses.is_part.extend(members),
            ConstantData::Expr(expr) => uses.is_part.extend(&expr.args),
            _ => {}
        }
    }
    let initializers = ctx.globals.values().filter_map(|global| global.initializer);
    let aliasees = ctx.aliases.values().map(|alias| alias.aliasee);
    for constant in initializers.chain(aliasees) {
        *uses.counts.entry(constant).or_default() += 1;
    }
    for body in module.functions().filter_map(|func| module.body(func)) {
        let bundles = body.annotations.iter().flat_map(|a| a.bundles.values().flatten());
        let inputs = bundles.flat_map(|bundle| bundle.inputs.iter());
        let insts = body
            .block_order()
            .iter()
            .flat_map(|&block| body.block_insts(block));
        let args = insts.flat_map(|inst| body.args(inst));
        for constant in args.chain(inputs).filter_map(|&value| body.as_const(value)) {
            *uses.counts.entry(constant).or_default() += 1;
        }
    }
    uses
}

impl Body {
    /// The number of operands equal to `value`.
    pub(super) fn use_count(&mut self, value: Value) -> usize {
        let func = &self.func;
        let counts = self.use_counts.get_or_insert_with(|| {
            let mut counts: SecondaryMap<Value, u32> = SecondaryMap::new();
            let insts = func
                .block_order()
                .iter()
                .flat_map(|&block| func.block_insts(block));
            insts
                .flat_map(|inst| func.args(inst))
                .for_each(|&arg| counts[func.resolve(arg)] += 1);
            counts
        });
        counts[value] as usize
    }
}

impl Parser<'_> {
    /// `uselistorder` in a body or at the top level.
    pub(super) fn use_list_order(&mut self, body: Option<&mut Body>) -> Parse<()> {
        let start = self.span();
        self.expect_word("uselistorder")?;
        let ty = self.first_class_type()?;
        let uses = match body {
            Some(body) => {
                if ty == Type::LABEL {
                    self.block(body)?;
                    None
                } else {
                    let value = self.value(body, ty)?;
                    let is_local = matches!(body.func.def(value), ValueDef::Param(_) | ValueDef::Inst(_));
                    is_local.then(|| body.use_count(value))
                }
            }
            None => {
                let constant = self.constant(ty)?;
                self.global_use_count(constant)
            }
        };
        self.comma()?;
        self.use_order(start, uses)
    }

    /// The number of uses of a global, if only instructions and initializers use it: the number of constants built from
    /// it is unknown.
    fn global_use_count(&mut self, constant: Constant) -> Option<usize> {
        let module = &self.module;
        let uses = self.global_uses.get_or_insert_with(|| count_uses(module));
        let is_global = |constant: Constant| {
            let data = module.ctx.constants.data(constant);
            matches!(data, ConstantData::Global(..) | ConstantData::Function(..))
        };
        if self.has_upgrades || !is_global(constant) || uses.is_part.contains(&constant) {
            return None;
        }
        Some(uses.counts.get(&constant).copied().unwrap_or(0))
    }

    /// `uselistorder_bb @function, %block, { 1, 0 }`
    pub(super) fn block_use_list_order(&mut self) -> Parse<()> {
        let start = self.span();
        self.expect_word("uselistorder_bb")?;
        let span = self.span();
        if !self.at(TokenKind::Global) {
            return self.error("expected function name in uselistorder_bb");
        }
        let token = self.advance();
        let name = self.symbol_of(token);
        let Some(func) = self.module.ctx.function_by_symbol(name) else {
            return match self.module.ctx.global_by_symbol(name) {
                Some(_) => self.error_at(span, "expected function name in uselistorder_bb"),
                None => self.error_at(span, "invalid function forward reference in uselistorder_bb"),
            };
        };
        self.comma()?;
        let span = self.span();
        let token = self.expect(TokenKind::Local, "a block")?;
        let block = self.symbol_of(token);
        match self.module.body(func) {
            None => return self.error_at(span, "invalid declaration in uselistorder_bb"),
            Some(body) => {
                let is_named = |&b: &crate::entities::Block| body.block_names[b].expand() == Some(block);
                if !self.is_numbered(token) && !body.block_order().iter().any(is_named) {
                    return self.error_at(span, "invalid basic block in uselistorder_bb");
                }
            }
        }
        self.comma()?;
        self.use_order(start, None)
    }

    /// `{ 1, 0 }`: a permutation of the uses that changes something. `uses` is their number, if known.
    fn use_order(&mut self, start: Span, uses: Option<usize>) -> Parse<()> {
        let span = self.span();
        self.expect(TokenKind::OpenBrace, "'{'")?;
        let mut indexes: Vec<u32> = Vec::new();
        loop {
            indexes.push(self.number("an index")?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::CloseBrace, "'}'")?;
        match uses {
            Some(0) => return self.error_at(start, "value has no uses"),
            Some(1) => return self.error_at(start, "value only has one use"),
            Some(count) if count != indexes.len() => {
                let message = format!("wrong number of indexes, expected {count}");
                return self.error_at(start, message);
            }
            _ => {}
        }
        let mut seen = vec![false; indexes.len()];
        for &index in &indexes {
            match seen.get_mut(index as usize) {
                Some(seen @ false) => *seen = true,
                _ => return self.error_at(span, "expected distinct uselistorder indexes in range [0, size)"),
            }
        }
        if indexes.iter().enumerate().all(|(i, &index)| i == index as usize) {
            return self.error_at(span, "expected uselistorder indexes to change the order");
        }
        Ok(())
    }
}
