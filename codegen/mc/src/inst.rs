//! Machine code instructions: the common data of encoder, printer, parser and decoder.

use crate::desc::Opcode;
use crate::reg::Reg;
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A symbol of a [`SymbolTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub u32);

/// Interned symbol names.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    names: Vec<Box<str>>,
    index: FxHashMap<Box<str>, SymbolId>,
    /// Values of symbols that currently stand for a number in the text.
    constants: FxHashMap<SymbolId, i64>,
    /// Symbols that already have a location or a value.
    defined: FxHashSet<SymbolId>,
    /// How often each numeric label (`1:`) was defined.
    numeric_labels: FxHashMap<u64, u32>,
    /// Symbols that have no name in the text.
    unnamed: FxHashMap<SymbolId, Unnamed>,
}

/// A symbol that has no name in the text.
#[derive(Clone, Copy, Debug)]
enum Unnamed {
    /// The location of a statement.
    Location,
    /// A numeric label, and which of its definitions this is.
    Numeric(u64, u32),
}

impl SymbolTable {
    /// An empty table.
    pub fn new() -> SymbolTable {
        SymbolTable::default()
    }

    /// The symbol called `name`, made if it is new.
    pub fn intern(&mut self, name: &str) -> SymbolId {
        if let Some(&id) = self.index.get(name) {
            return id;
        }
        let id = SymbolId(self.names.len() as u32);
        self.names.push(name.into());
        self.index.insert(name.into(), id);
        id
    }

    /// From here on `symbol` is read as this number, or as a symbol again.
    pub fn set_constant(&mut self, symbol: SymbolId, value: Option<i64>) {
        match value {
            Some(value) => self.constants.insert(symbol, value),
            None => self.constants.remove(&symbol),
        };
    }

    /// The number that `symbol` currently stands for.
    pub fn constant(&self, symbol: SymbolId) -> Option<i64> {
        self.constants.get(&symbol).copied()
    }

    /// Records that `symbol` has a location or a value.
    pub fn set_defined(&mut self, symbol: SymbolId) {
        self.defined.insert(symbol);
    }

    /// Whether `symbol` has a location or a value already.
    pub fn is_defined(&self, symbol: SymbolId) -> bool {
        self.defined.contains(&symbol)
    }

    /// The symbol for the next definition of a numeric label.
    pub fn define_numeric(&mut self, number: u64) -> SymbolId {
        let symbol = self.numeric(number, true).unwrap_or(SymbolId(0));
        *self.numeric_labels.entry(number).or_default() += 1;
        symbol
    }

    /// The symbol denoted by `1f` (the next definition of the numeric label) or `1b` (the last one).
    pub fn numeric(&mut self, number: u64, is_forward: bool) -> Option<SymbolId> {
        let count = self.numeric_labels.get(&number).copied().unwrap_or(0);
        let index = if is_forward { count } else { count.checked_sub(1)? };
        Some(self.numeric_definition(number, index))
    }

    fn numeric_definition(&mut self, number: u64, index: u32) -> SymbolId {
        let symbol = self.intern(&format!(".Lnumeric{number}.{index}"));
        self.unnamed.insert(symbol, Unnamed::Numeric(number, index));
        symbol
    }

    /// A new symbol for the location of a statement.
    pub fn location(&mut self) -> SymbolId {
        let name = (self.len()..)
            .map(|number| format!(".Ltmp{number}"))
            .find(|name| self.get(name).is_none());
        let symbol = self.intern(&name.unwrap_or_default());
        self.unnamed.insert(symbol, Unnamed::Location);
        symbol
    }

    /// The symbols of a text that follows, by their numbers in `table`: of the same names, or new ones if they have
    /// none.
    pub fn adopt(&mut self, table: &SymbolTable) -> Vec<SymbolId> {
        let before = self.numeric_labels.clone();
        let symbols = table
            .names
            .iter()
            .zip(0..)
            .map(|(name, id)| match table.unnamed.get(&SymbolId(id)) {
                None => self.intern(name),
                Some(Unnamed::Location) => self.location(),
                Some(&Unnamed::Numeric(number, index)) => {
                    let earlier = before.get(&number).copied().unwrap_or(0);
                    self.numeric_definition(number, earlier + index)
                }
            });
        let symbols = symbols.collect();
        for (&number, &count) in &table.numeric_labels {
            *self.numeric_labels.entry(number).or_default() += count;
        }
        symbols
    }

    /// The symbol called `name`, if any.
    pub fn get(&self, name: &str) -> Option<SymbolId> {
        self.index.get(name).copied()
    }

    /// Name of a symbol.
    pub fn name(&self, id: SymbolId) -> &str {
        &self.names[id.0 as usize]
    }

    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// The part or form of a symbol's address: `sym@rel32@lo`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VariantKind {
    /// The address itself.
    #[default]
    None,
    /// `@gotpcrel`
    GotPcRel,
    /// `@gotpcrel32@lo`
    GotPcRel32Lo,
    /// `@gotpcrel32@hi`
    GotPcRel32Hi,
    /// `@rel32@lo`
    Rel32Lo,
    /// `@rel32@hi`
    Rel32Hi,
    /// `@rel64`
    Rel64,
    /// `@abs32@lo`
    Abs32Lo,
    /// `@abs32@hi`
    Abs32Hi,
    /// `@abs64`
    Abs64,
}

impl VariantKind {
    /// The text after the symbol, `@` included.
    pub const fn suffix(self) -> &'static str {
        match self {
            VariantKind::None => "",
            VariantKind::GotPcRel => "@gotpcrel",
            VariantKind::GotPcRel32Lo => "@gotpcrel32@lo",
            VariantKind::GotPcRel32Hi => "@gotpcrel32@hi",
            VariantKind::Rel32Lo => "@rel32@lo",
            VariantKind::Rel32Hi => "@rel32@hi",
            VariantKind::Rel64 => "@rel64",
            VariantKind::Abs32Lo => "@abs32@lo",
            VariantKind::Abs32Hi => "@abs32@hi",
            VariantKind::Abs64 => "@abs64",
        }
    }

    /// All kinds that have a suffix.
    pub const ALL: [VariantKind; 9] = [
        VariantKind::GotPcRel,
        VariantKind::GotPcRel32Lo,
        VariantKind::GotPcRel32Hi,
        VariantKind::Rel32Lo,
        VariantKind::Rel32Hi,
        VariantKind::Rel64,
        VariantKind::Abs32Lo,
        VariantKind::Abs32Hi,
        VariantKind::Abs64,
    ];
}

/// Unary operators of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    Not,
    /// `!`
    LogicalNot,
}

/// Binary operators of expressions, with GNU assembler meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, signed
    Div,
    /// `%`, signed
    Rem,
    /// `<<`
    Shl,
    /// `>>`, logical
    Shr,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
    /// `max(a, b)`
    Max,
}

/// An assembler expression, evaluated when addresses are known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MCExpr {
    /// A number.
    Constant(i64),
    /// The address of a symbol, or part of it.
    Symbol(SymbolId, VariantKind),
    /// An operator on one expression.
    Unary(UnaryOp, Box<MCExpr>),
    /// An operator on two expressions.
    Binary(BinaryOp, Box<MCExpr>, Box<MCExpr>),
}

impl MCExpr {
    /// `symbol`
    pub fn symbol(symbol: SymbolId) -> MCExpr {
        MCExpr::Symbol(symbol, VariantKind::None)
    }

    /// `symbol@variant + offset`
    pub fn symbol_offset(symbol: SymbolId, variant: VariantKind, offset: i64) -> MCExpr {
        let symbol = MCExpr::Symbol(symbol, variant);
        if offset == 0 {
            return symbol;
        }
        MCExpr::Binary(
            BinaryOp::Add,
            Box::new(symbol),
            Box::new(MCExpr::Constant(offset)),
        )
    }

    /// The expression with other symbols.
    pub fn map_symbols(&self, symbols: &impl Fn(SymbolId) -> SymbolId) -> MCExpr {
        let inner = |expr: &MCExpr| Box::new(expr.map_symbols(symbols));
        match self {
            MCExpr::Constant(value) => MCExpr::Constant(*value),
            MCExpr::Symbol(symbol, variant) => MCExpr::Symbol(symbols(*symbol), *variant),
            MCExpr::Unary(op, a) => MCExpr::Unary(*op, inner(a)),
            MCExpr::Binary(op, a, b) => MCExpr::Binary(*op, inner(a), inner(b)),
        }
    }
}

/// One operand of an [`MCInst`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum MCOperand {
    /// A register; [`Reg::NONE`] where an optional register is absent.
    Reg(Reg),
    /// An immediate. Constants in source operands are bit patterns of the operand's size, sign- or zero-extended;
    /// 64-bit floating-point constants are the full 64-bit pattern.
    Imm(i64),
    /// An expression whose value is not known yet.
    Expr(Box<MCExpr>),
}

impl MCOperand {
    /// The register, if it is one.
    pub fn reg(&self) -> Option<Reg> {
        match *self {
            MCOperand::Reg(reg) => Some(reg),
            _ => None,
        }
    }

    /// The immediate, if it is one.
    pub fn imm(&self) -> Option<i64> {
        match *self {
            MCOperand::Imm(imm) => Some(imm),
            _ => None,
        }
    }

    /// An expression operand.
    pub fn expr(expr: MCExpr) -> MCOperand {
        MCOperand::Expr(Box::new(expr))
    }
}

impl From<Reg> for MCOperand {
    fn from(reg: Reg) -> MCOperand {
        MCOperand::Reg(reg)
    }
}

impl From<i64> for MCOperand {
    fn from(imm: i64) -> MCOperand {
        MCOperand::Imm(imm)
    }
}

/// A machine code instruction: an opcode and its operands in the order of its description, optional modifiers
/// included.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MCInst {
    /// The instruction.
    pub opcode: Opcode,
    /// Its operands.
    pub operands: SmallVec<[MCOperand; 8]>,
}

impl MCInst {
    /// An instruction without operands.
    pub fn new(opcode: Opcode) -> MCInst {
        MCInst {
            opcode,
            operands: SmallVec::new(),
        }
    }

    /// An instruction with these operands.
    pub fn with(opcode: Opcode, operands: impl IntoIterator<Item = MCOperand>) -> MCInst {
        MCInst {
            opcode,
            operands: operands.into_iter().collect(),
        }
    }

    /// The same with a register appended.
    pub fn reg(mut self, reg: Reg) -> MCInst {
        self.operands.push(MCOperand::Reg(reg));
        self
    }

    /// The same with an immediate appended.
    pub fn imm(mut self, imm: i64) -> MCInst {
        self.operands.push(MCOperand::Imm(imm));
        self
    }

    /// The instruction with other symbols.
    pub fn map_symbols(&self, symbols: &impl Fn(SymbolId) -> SymbolId) -> MCInst {
        let mut mapped = self.clone();
        for operand in &mut mapped.operands {
            if let MCOperand::Expr(expr) = operand {
                **expr = expr.map_symbols(symbols);
            }
        }
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_stay_small() {
        assert_eq!(size_of::<MCOperand>(), 16);
    }

    #[test]
    fn symbols_are_interned() {
        let mut table = SymbolTable::new();
        let a = table.intern("a");
        assert_ne!(table.intern("b"), a);
        assert_eq!(table.intern("a"), a);
        assert_eq!((table.name(a), table.get("c"), table.len()), ("a", None, 2));
    }
}
