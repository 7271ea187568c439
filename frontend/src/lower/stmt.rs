//! Statements.

use super::function::{FunctionLowerer, SwitchBlocks, Target};
use crate::ast::{Expr, ForLoop, LabelId, Stmt, Switch, Unroll, VarKind};
use crate::types::Ty;
use wavec_ir::{Block, Inst, Type, Value};

impl<'a> FunctionLowerer<'_, '_, '_, 'a> {
    /// Lowers statements in order.
    pub(super) fn statements(&mut self, items: &'a [Stmt<'a>]) {
        for item in items {
            self.statement(item);
        }
    }

    fn statement(&mut self, stmt: &Stmt<'a>) {
        // Unreachable code is omitted, unless it may contain a label.
        if self.ended {
            match stmt {
                Stmt::Empty
                | Stmt::Expr(_)
                | Stmt::Break
                | Stmt::Continue
                | Stmt::Return(_)
                | Stmt::Goto(_)
                | Stmt::Asm(_)
                | Stmt::Declare(_) => {
                    return;
                }
                Stmt::If(..) | Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(_) | Stmt::Switch(_) => {
                    self.reopen()
                }
                Stmt::Block(_) | Stmt::Case(_) | Stmt::Default | Stmt::Label(_) | Stmt::Contract(_) => {}
            }
        }
        match *stmt {
            Stmt::Empty => {}
            Stmt::Expr(expr) => self.effects(expr),
            Stmt::Asm(statement) => self.asm_statement(statement),
            Stmt::Block(items) => {
                let contract = self.contract;
                let scope = self.enter_block(items);
                self.statements(items);
                self.scope = scope;
                self.contract = contract;
                // A jump to a label may pass the declarations.
                let is_label =
                    |item: &Stmt<'a>| matches!(item, Stmt::Case(_) | Stmt::Default | Stmt::Label(_));
                if !items.iter().any(is_label) {
                    items.iter().for_each(|item| self.end_scope(item));
                }
            }
            Stmt::Contract(on) => self.contract = on,
            Stmt::Declare(vars) => {
                for &id in vars {
                    let var = self.l.sema.var(id);
                    if var.kind != VarKind::Local {
                        continue;
                    }
                    let (ty, init, span) = (var.ty.ty, var.init, var.span);
                    let pointer = self.variable(id);
                    self.declare_variable(id, 0, pointer);
                    let outer = self.enter(span);
                    self.mark_scope("llvm.lifetime.start", pointer);
                    self.location = outer;
                    if let Some(init) = init {
                        let align = self.var_align(id);
                        let outer = self.enter(span);
                        self.initialize(pointer, align, ty, init);
                        self.location = outer;
                    }
                }
            }
            Stmt::If(arms, otherwise) => self.if_statement(arms, otherwise),
            Stmt::While(condition, body, unroll) => self.while_loop(condition, body, unroll),
            Stmt::DoWhile(body, condition, unroll) => self.do_loop(body, condition, unroll),
            Stmt::For(parts) => self.for_loop(parts),
            Stmt::Switch(parts) => self.switch(parts),
            Stmt::Case(number) => {
                let block = self.switches.last().map(|s| s.cases[number as usize]);
                if let Some(block) = block {
                    self.branch(block);
                    self.start(block);
                }
            }
            Stmt::Default => {
                if let Some(block) = self.switches.last().and_then(|s| s.default) {
                    self.branch(block);
                    self.start(block);
                }
            }
            Stmt::Break => {
                if let Some(target) = self.targets.last() {
                    self.branch(target.break_to);
                }
            }
            Stmt::Continue => {
                if let Some(block) = self.targets.iter().rev().find_map(|t| t.continue_to) {
                    self.branch(block);
                }
            }
            Stmt::Return(value) => self.return_statement(value),
            Stmt::Goto(label) => {
                let block = self.label_block(label);
                self.branch(block);
            }
            Stmt::Label(label) => {
                let block = self.label_block(label);
                self.branch(block);
                self.start(block);
            }
        }
    }

    /// Marks the start or the end of a variable's scope, if that is asked for.
    fn mark_scope(&mut self, marker: &'static str, pointer: Value) {
        let is_library = self.scope.is_none() || self.expansion_depth > 0;
        if self.l.sema.options.for_checks && !is_library && !self.ended {
            let ty = self.func.ty(pointer);
            self.intrinsic_call(marker, &[ty], &[pointer]);
        }
    }

    /// The variables that `item` declares leave their scope.
    fn end_scope(&mut self, item: &Stmt<'a>) {
        let Stmt::Declare(vars) = item else { return };
        for var in *vars {
            if self.l.sema.var(*var).kind == VarKind::Local
                && let Some(&pointer) = self.vars.get(var)
            {
                self.mark_scope("llvm.lifetime.end", pointer);
            }
        }
    }

    fn label_block(&mut self, label: LabelId) -> Block {
        if let Some(&block) = self.labels.get(&label) {
            return block;
        }
        let block = self.new_block();
        self.labels.insert(label, block);
        block
    }

    fn if_statement(&mut self, arms: &'a [(&'a Expr<'a>, Stmt<'a>)], otherwise: Option<&'a Stmt<'a>>) {
        let end = self.new_block();
        for (index, (condition, then)) in arms.iter().enumerate() {
            let then_block = self.new_block();
            let last = index + 1 == arms.len();
            let else_block = if last && otherwise.is_none() {
                end
            } else {
                self.new_block()
            };
            self.branch_on(condition, then_block, else_block);
            self.start(then_block);
            self.statement(then);
            self.branch(end);
            if else_block != end {
                self.start(else_block);
            }
        }
        if let Some(otherwise) = otherwise {
            self.statement(otherwise);
            self.branch(end);
        }
        self.start(end);
    }

    fn loop_body(&mut self, body: &Stmt<'a>, break_to: Block, continue_to: Block) {
        self.targets.push(Target {
            break_to,
            continue_to: Some(continue_to),
        });
        self.statement(body);
        self.targets.pop();
    }

    fn mark_latch(&mut self, latch: Option<Inst>, unroll: Unroll) {
        if let (Some(inst), Some(node)) = (latch, self.l.metadata_loop(unroll)) {
            let key = self.l.module.ctx.symbol("llvm.loop");
            self.func.set_attachment(inst, key, node);
        }
    }

    fn back_edge(&mut self, to: Block, unroll: Unroll) {
        if self.ended {
            return;
        }
        let inst = self.b().br(to);
        self.ended = true;
        self.mark_latch(Some(inst), unroll);
    }

    fn while_loop(&mut self, condition: &'a Expr<'a>, body: &Stmt<'a>, unroll: Unroll) {
        let (head, inside, end) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(head);
        self.start(head);
        self.branch_on(condition, inside, end);
        self.start(inside);
        self.loop_body(body, end, head);
        self.back_edge(head, unroll);
        self.start(end);
    }

    fn do_loop(&mut self, body: &Stmt<'a>, condition: &'a Expr<'a>, unroll: Unroll) {
        let (inside, check, end) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(inside);
        self.start(inside);
        self.loop_body(body, end, check);
        self.branch(check);
        self.start(check);
        self.branch_on(condition, inside, end);
        let latch = self.func.terminator(self.block);
        self.mark_latch(latch, unroll);
        self.start(end);
    }

    fn for_loop(&mut self, parts: &ForLoop<'a>) {
        let scope = self.enter_block(std::slice::from_ref(&parts.init));
        self.statement(&parts.init);
        self.reopen();
        let (head, inside, step, end) = (
            self.new_block(),
            self.new_block(),
            self.new_block(),
            self.new_block(),
        );
        self.branch(head);
        self.start(head);
        match parts.condition {
            Some(condition) => self.branch_on(condition, inside, end),
            None => self.branch(inside),
        }
        self.start(inside);
        self.loop_body(&parts.body, end, step);
        self.branch(step);
        self.start(step);
        if let Some(expr) = parts.step {
            self.effects(expr);
        }
        self.back_edge(head, parts.unroll);
        self.start(end);
        self.scope = scope;
        self.end_scope(&parts.init);
    }

    fn switch(&mut self, parts: &Switch<'a>) {
        let value = self.rvalue(parts.value);
        let ty = self.func.ty(value);
        let end = self.new_block();
        let cases: Vec<Block> = parts.cases.iter().map(|_| self.new_block()).collect();
        let default = parts.has_default.then(|| self.new_block());
        let mut list = Vec::new();
        for (&(first, last), &block) in parts.cases.iter().zip(&cases) {
            let mut number = first;
            loop {
                list.push((self.int(ty, number), block));
                if number == last {
                    break;
                }
                number = number.wrapping_add(1);
            }
        }
        if !self.ended {
            self.b().switch(value, default.unwrap_or(end), &list);
            self.ended = true;
        }
        self.targets.push(Target {
            break_to: end,
            continue_to: None,
        });
        self.switches.push(SwitchBlocks { cases, default });
        self.statement(&parts.body);
        self.switches.pop();
        self.targets.pop();
        self.branch(end);
        self.start(end);
    }

    fn return_statement(&mut self, value: Option<&'a Expr<'a>>) {
        match (value, self.result) {
            (Some(expr), Some(pointer)) => {
                let align = self.l.sema.types.align_of(self.ret);
                self.aggregate_into(expr, pointer, align);
                self.b().ret_void();
            }
            (Some(expr), None) => {
                let value = self.rvalue(expr);
                if self.ret == Ty::VOID || self.func.ty(value) == Type::VOID {
                    self.b().ret_void();
                } else {
                    self.b().ret(value);
                }
            }
            (None, _) => {
                self.b().ret_void();
            }
        }
        self.ended = true;
    }
}
