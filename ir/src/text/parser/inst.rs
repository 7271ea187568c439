//! Instructions other than memory accesses and calls.

use super::constants::with_implied_flags;
use super::function::{Body, Name};
use super::{Parse, Parser};
use crate::context::Context;
use crate::entities::{Block, Inst, MetadataId, Symbol, Type, Value};
use crate::inst::{Aux, FloatPredicate, InstFlags, IntPredicate, Opcode};
use crate::text::keywords::FAST_MATH_FLAGS;
use crate::text::lexer::{Token, TokenKind};
use crate::types::TypeData;
use smallvec::SmallVec;
use wavec_support::Span;

/// The parts of an instruction before it is created.
pub(super) struct Parts {
    pub opcode: Opcode,
    pub ty: Type,
    pub args: SmallVec<[Value; 8]>,
    pub blocks: SmallVec<[Block; 4]>,
    pub flags: InstFlags,
    pub aux: Aux,
}

impl Parts {
    pub(super) fn new(opcode: Opcode, ty: Type, args: &[Value]) -> Parts {
        Parts {
            opcode,
            ty,
            args: SmallVec::from_slice(args),
            blocks: SmallVec::new(),
            flags: InstFlags::empty(),
            aux: Aux::None,
        }
    }
}

/// The opcode for a word; branches are `Br` whatever their operands.
fn opcode_of(word: &str) -> Option<Opcode> {
    use Opcode::*;
    Some(match word {
        "ret" => Ret,
        "br" => Br,
        "switch" => Switch,
        "unreachable" => Unreachable,
        "add" => Add,
        "sub" => Sub,
        "mul" => Mul,
        "udiv" => UDiv,
        "sdiv" => SDiv,
        "urem" => URem,
        "srem" => SRem,
        "shl" => Shl,
        "lshr" => LShr,
        "ashr" => AShr,
        "and" => And,
        "or" => Or,
        "xor" => Xor,
        "fneg" => FNeg,
        "fadd" => FAdd,
        "fsub" => FSub,
        "fmul" => FMul,
        "fdiv" => FDiv,
        "frem" => FRem,
        "icmp" => ICmp,
        "fcmp" => FCmp,
        "trunc" => Trunc,
        "zext" => ZExt,
        "sext" => SExt,
        "fptrunc" => FPTrunc,
        "fpext" => FPExt,
        "fptoui" => FPToUI,
        "fptosi" => FPToSI,
        "uitofp" => UIToFP,
        "sitofp" => SIToFP,
        "ptrtoint" => PtrToInt,
        "ptrtoaddr" => PtrToAddr,
        "inttoptr" => IntToPtr,
        "bitcast" => BitCast,
        "addrspacecast" => AddrSpaceCast,
        "alloca" => Alloca,
        "load" => Load,
        "store" => Store,
        "getelementptr" => GetElementPtr,
        "fence" => Fence,
        "cmpxchg" => CmpXchg,
        "atomicrmw" => AtomicRmw,
        "extractelement" => ExtractElement,
        "insertelement" => InsertElement,
        "shufflevector" => ShuffleVector,
        "extractvalue" => ExtractValue,
        "insertvalue" => InsertValue,
        "phi" => Phi,
        "select" => Select,
        "freeze" => Freeze,
        "call" | "tail" | "musttail" | "notail" => Call,
        _ => return None,
    })
}

/// Completes an instruction with the parts that were read.
fn attach(body: &mut Body, inst: Inst, list: Vec<(Symbol, MetadataId)>, ctx: &Context) {
    for (kind, node) in list {
        if ctx.text(kind) == "dbg" {
            body.func.set_location(inst, Some(node));
        } else {
            body.func.set_attachment(inst, kind, node);
        }
    }
    if body.pending_records.is_empty() && body.pending_bundles.is_empty() {
        return;
    }
    let annotations = body.func.annotations.get_or_insert_default();
    if !body.pending_records.is_empty() {
        let records = std::mem::take(&mut body.pending_records);
        annotations.records.insert(inst, records);
    }
    if !body.pending_bundles.is_empty() {
        let bundles = std::mem::take(&mut body.pending_bundles);
        annotations.bundles.insert(inst, bundles);
    }
}

impl Parser<'_> {
    /// Parses one instruction at the end of `block`; returns whether it ends the block.
    pub(super) fn instruction(&mut self, body: &mut Body, block: Block) -> Parse<bool> {
        let mut name: Option<(Name, Token)> = None;
        if self.at(TokenKind::Local) {
            let token = self.advance();
            name = Some(if self.is_numbered(token) {
                (Name::Number(self.token_number(token)?), token)
            } else {
                (Name::Symbol(self.symbol_of(token)), token)
            });
            self.expect(TokenKind::Equal, "'='")?;
        }
        let word = self.word();
        if word == "va_arg" {
            self.advance();
            let parts = self.va_arg(body, block)?;
            return self.append(body, block, name, parts);
        }
        let Some(opcode) = opcode_of(word) else {
            return match word {
                "invoke" | "callbr" => self.call_at_end(body, block, name),
                "landingpad" => {
                    let parts = self.landing_pad(body)?;
                    self.append(body, block, name, parts)
                }
                "resume" => {
                    let parts = self.resume(body)?;
                    self.append(body, block, name, parts)
                }
                "catchpad" | "cleanuppad" | "catchswitch" | "catchret" | "cleanupret" | "indirectbr" => {
                    self.unsupported(&format!("instruction '{word}' is"))
                }
                _ => self.error("expected an instruction"),
            };
        };
        let span = self.span();
        if opcode != Opcode::Call {
            self.advance();
        }
        let Some(parts) = self.operands(body, block, opcode, span)? else {
            // A debug record in its old form; nothing can refer to it.
            let attachments = self.inst_attachments()?;
            self.locate_record(body, &attachments);
            return Ok(false);
        };
        self.append(body, block, name, parts)
    }

    /// Appends the instruction, whose attachments follow; returns whether it ends the block.
    pub(super) fn append(
        &mut self,
        body: &mut Body,
        block: Block,
        name: Option<(Name, Token)>,
        parts: Parts,
    ) -> Parse<bool> {
        let attachments = self.inst_attachments()?;
        let terminator = parts.opcode.is_terminator();
        if parts.ty == Type::VOID {
            if let Some((_, token)) = name {
                let span = self.span_of(token);
                return self.error_at(span, "an instruction without result cannot have a name");
            }
            let inst = body.func.make_inst(
                parts.opcode,
                parts.ty,
                &parts.args,
                &parts.blocks,
                parts.flags,
                parts.aux,
            );
            body.func.append_inst(inst, block);
            attach(body, inst, attachments, &self.module.ctx);
            return Ok(terminator);
        }
        let forward = self.result_value(body, name, parts.ty)?;
        let inst = body.func.make_inst_with_result(
            parts.opcode,
            parts.ty,
            &parts.args,
            &parts.blocks,
            parts.flags,
            parts.aux,
            forward,
        );
        body.func.append_inst(inst, block);
        let result = body.func.result(inst).expect("an instruction with a result");
        self.bind_result(body, name, result);
        attach(body, inst, attachments, &self.module.ctx);
        Ok(terminator)
    }

    /// `, !dbg !5, ...` after an instruction.
    fn inst_attachments(&mut self) -> Parse<Vec<(Symbol, MetadataId)>> {
        if !self.at(TokenKind::Comma) && !self.at(TokenKind::MetadataName) {
            return Ok(Vec::new());
        }
        self.eat(TokenKind::Comma);
        if !self.at(TokenKind::MetadataName) {
            return self.error("expected metadata");
        }
        self.attachments(true)
    }

    /// Consumes a comma unless attachments follow it.
    pub(super) fn eat_comma_before_operand(&mut self) -> bool {
        self.at(TokenKind::Comma)
            && self.lexer.clone().next_token().kind != TokenKind::MetadataName
            && self.eat(TokenKind::Comma)
    }

    /// A value of a known type.
    pub(super) fn value(&mut self, body: &mut Body, ty: Type) -> Parse<Value> {
        match self.token.kind {
            TokenKind::Local => self.local(body, ty),
            _ if ty == Type::METADATA => {
                let id = self.metadata_ref()?;
                Ok(body.func.metadata_value(id))
            }
            _ => {
                let constant = self.constant(ty)?;
                Ok(body.func.const_value(constant, &self.module.ctx))
            }
        }
    }

    /// `type value`
    pub(super) fn typed_value(&mut self, body: &mut Body) -> Parse<Value> {
        let ty = self.first_class_type()?;
        self.value(body, ty)
    }

    /// `type value` and its position.
    pub(super) fn spanned_value(&mut self, body: &mut Body) -> Parse<(Value, Span)> {
        let span = self.span();
        Ok((self.typed_value(body)?, span))
    }

    pub(super) fn fast_math_flags(&mut self) -> InstFlags {
        let mut flags = InstFlags::empty();
        loop {
            let word = self.word();
            if word == "fast" {
                flags |= InstFlags::FAST;
            } else if let Some(&(_, flag)) = FAST_MATH_FLAGS.iter().find(|f| f.0 == word) {
                flags |= flag;
            } else {
                return flags;
            }
            self.advance();
        }
    }

    fn scalar(&self, body: &Body, value: Value) -> Type {
        self.module.ctx.types.scalar(body.func.ty(value))
    }

    /// The operands of an instruction after its opcode; `None` if it is to be omitted.
    pub(super) fn operands(
        &mut self,
        body: &mut Body,
        block: Block,
        opcode: Opcode,
        span: Span,
    ) -> Parse<Option<Parts>> {
        let parts = match opcode {
            Opcode::Ret => {
                let at = self.span();
                let ty = self.ty()?;
                let args: SmallVec<[Value; 1]> = match ty {
                    Type::VOID => SmallVec::new(),
                    _ => SmallVec::from_elem(self.value(body, ty)?, 1),
                };
                let (own, _, _) = self
                    .module
                    .ctx
                    .types
                    .signature(self.module.ctx.functions[body.func.func].ty)
                    .expect("a signature");
                if own != ty {
                    let own = crate::text::type_to_string(&self.module.ctx, own);
                    return self.error_at(
                        at,
                        format!("value does not have the function's return type '{own}'"),
                    );
                }
                Parts::new(Opcode::Ret, Type::VOID, &args)
            }
            Opcode::Br => self.branch(body)?,
            Opcode::Switch => self.switch(body)?,
            Opcode::Unreachable => Parts::new(opcode, Type::VOID, &[]),
            _ if opcode.is_binary() => self.binary(body, opcode, span)?,
            Opcode::FNeg => {
                let flags = self.fast_math_flags();
                let value = self.typed_value(body)?;
                if !self.module.ctx.types.is_float(self.scalar(body, value)) {
                    return self.error_at(span, "operand is not floating point");
                }
                Parts {
                    flags,
                    ..Parts::new(opcode, body.func.ty(value), &[value])
                }
            }
            Opcode::ICmp | Opcode::FCmp => self.compare(body, opcode, span)?,
            _ if opcode.is_cast() => {
                let flags = self.gep_and_int_flags() | self.fast_math_flags();
                let value = self.typed_value(body)?;
                self.expect_word("to")?;
                let ty = self.first_class_type()?;
                if !crate::verify::cast_is_valid(&self.module.ctx, opcode, body.func.ty(value), ty) {
                    return self.error_at(span, "invalid cast");
                }
                Parts {
                    flags,
                    ..Parts::new(opcode, ty, &[value])
                }
            }
            Opcode::Phi => self.phi(body, block)?,
            Opcode::Select => {
                let flags = self.fast_math_flags();
                let condition = self.typed_value(body)?;
                self.comma()?;
                let a = self.typed_value(body)?;
                self.comma()?;
                let b = self.typed_value(body)?;
                let ty = body.func.ty(a);
                let types = &self.module.ctx.types;
                let condition_ty = body.func.ty(condition);
                let lanes = |ty| types.vector_parts(ty).map(|p| p.1);
                let fits = types.scalar(condition_ty) == Type::I1
                    && (lanes(condition_ty).is_none() || lanes(condition_ty) == lanes(ty));
                if !fits || body.func.ty(b) != ty {
                    return self.error_at(span, "invalid operands of select");
                }
                Parts {
                    flags,
                    ..Parts::new(opcode, ty, &[condition, a, b])
                }
            }
            Opcode::Freeze => {
                let value = self.typed_value(body)?;
                Parts::new(opcode, body.func.ty(value), &[value])
            }
            Opcode::ExtractElement => {
                let vector = self.typed_value(body)?;
                self.comma()?;
                let index = self.typed_value(body)?;
                let types = &self.module.ctx.types;
                let Some((element, _)) = types.vector_parts(body.func.ty(vector)) else {
                    return self.error_at(span, "operand is not a vector");
                };
                if !types.is_int(body.func.ty(index)) {
                    return self.error_at(span, "index is not an integer");
                }
                Parts::new(opcode, element, &[vector, index])
            }
            Opcode::InsertElement => {
                let vector = self.typed_value(body)?;
                self.comma()?;
                let element = self.typed_value(body)?;
                self.comma()?;
                let index = self.typed_value(body)?;
                let ty = body.func.ty(vector);
                let types = &self.module.ctx.types;
                if types.vector_parts(ty).map(|p| p.0) != Some(body.func.ty(element)) {
                    return self.error_at(span, "the element does not fit the vector");
                }
                if !types.is_int(body.func.ty(index)) {
                    return self.error_at(span, "index is not an integer");
                }
                Parts::new(opcode, ty, &[vector, element, index])
            }
            Opcode::ShuffleVector => self.shuffle(body, span)?,
            Opcode::ExtractValue | Opcode::InsertValue => self.member_access(body, opcode, span)?,
            Opcode::GetElementPtr => self.get_element_ptr(body, span)?,
            Opcode::Call => return self.call(body, span),
            _ => self.memory_instruction(body, opcode, span)?,
        };
        Ok(Some(parts))
    }

    fn binary(&mut self, body: &mut Body, opcode: Opcode, span: Span) -> Parse<Parts> {
        let float = opcode.is_float_binary();
        let flags = if float {
            self.fast_math_flags()
        } else {
            self.gep_and_int_flags()
        };
        let a = self.typed_value(body)?;
        let ty = body.func.ty(a);
        let types = &self.module.ctx.types;
        let fits = if float {
            types.is_float(types.scalar(ty))
        } else {
            types.is_int(types.scalar(ty))
        };
        if !fits {
            let what = if float { "floating point" } else { "an integer" };
            return self.error_at(span, format!("operand is not {what}"));
        }
        let allowed = match opcode {
            Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl => InstFlags::NUW | InstFlags::NSW,
            Opcode::UDiv | Opcode::SDiv | Opcode::LShr | Opcode::AShr => InstFlags::EXACT,
            Opcode::Or => InstFlags::DISJOINT,
            _ if float => InstFlags::FAST,
            _ => InstFlags::empty(),
        };
        if !allowed.contains(flags) {
            return self.error_at(span, "flag does not fit the instruction");
        }
        self.comma()?;
        let b = self.value(body, ty)?;
        Ok(Parts {
            flags,
            ..Parts::new(opcode, ty, &[a, b])
        })
    }

    fn compare(&mut self, body: &mut Body, opcode: Opcode, span: Span) -> Parse<Parts> {
        let flags = if opcode == Opcode::FCmp {
            self.fast_math_flags()
        } else {
            self.gep_and_int_flags()
        };
        let word = self.word();
        let aux = if opcode == Opcode::FCmp {
            FloatPredicate::from_name(word).map(Aux::FloatPredicate)
        } else {
            IntPredicate::from_name(word).map(Aux::IntPredicate)
        };
        let Some(aux) = aux else {
            return self.error("expected a predicate");
        };
        self.advance();
        let a = self.typed_value(body)?;
        let ty = body.func.ty(a);
        let types = &self.module.ctx.types;
        let scalar = types.scalar(ty);
        let fits = match opcode {
            Opcode::FCmp => types.is_float(scalar),
            _ => types.is_int(scalar) || types.is_ptr(scalar),
        };
        if !fits || !(InstFlags::FAST | InstFlags::SAMESIGN).contains(flags) {
            return self.error_at(span, "invalid operands of a comparison");
        }
        self.comma()?;
        let b = self.value(body, ty)?;
        let result = self.ctx().types.comparison_result(ty);
        Ok(Parts {
            flags,
            aux,
            ..Parts::new(opcode, result, &[a, b])
        })
    }

    fn get_element_ptr(&mut self, body: &mut Body, span: Span) -> Parse<Parts> {
        let mut flags = self.gep_and_int_flags();
        if self.eat_word("inrange") {
            self.expect(TokenKind::OpenParen, "'('")?;
            self.raw_parenthesized()?;
        }
        flags = with_implied_flags(flags);
        if !(InstFlags::INBOUNDS | InstFlags::NUSW | InstFlags::NUW).contains(flags) {
            return self.error_at(span, "flag does not fit the instruction");
        }
        let source = self.first_class_type()?;
        self.comma()?;
        let base = self.typed_value(body)?;
        let mut args: SmallVec<[Value; 8]> = SmallVec::from_elem(base, 1);
        while self.eat_comma_before_operand() {
            args.push(self.typed_value(body)?);
        }
        let mut ty = body.func.ty(base);
        for &arg in &args {
            let lanes = self.module.ctx.types.vector_parts(body.func.ty(arg));
            if let (TypeData::Ptr(_), Some((_, count))) = (self.module.ctx.types.data(ty), lanes) {
                ty = self.ctx().types.vector(ty, count);
            }
        }
        if !crate::verify::gep_operands_are_valid(&body.func, &self.module.ctx, source, &args) {
            return self.error_at(span, "invalid indices of getelementptr");
        }
        Ok(Parts {
            flags,
            aux: Aux::SourceType(source),
            ..Parts::new(Opcode::GetElementPtr, ty, &args)
        })
    }
}
