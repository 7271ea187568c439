//! Names of a function's values and blocks: those of the source made unique, numbers for the rest, counted as in LLVM
//! (parameters, then per block the block and its instructions).

use crate::context::Context;
use crate::entities::{Block, Symbol, Value};
use crate::function::Function;
use crate::text::escape::write_name;
use cranelift_entity::SecondaryMap;
use fxhash::{FxHashMap, FxHashSet};
use std::fmt::Write;

#[derive(Clone, Copy, Default)]
enum LocalName {
    /// Not in the function's layout.
    #[default]
    None,
    Number(u32),
    Symbol(Symbol),
    /// A name made unique: index into `unique`.
    Unique(u32),
    /// A value by its number in the function.
    Value(Value),
    /// A block by its number in the function.
    Block(Block),
}

/// The names with which a function's values and blocks are printed.
pub struct FunctionNames {
    values: SecondaryMap<Value, LocalName>,
    blocks: SecondaryMap<Block, LocalName>,
    unique: Vec<String>,
}

struct Namer<'a> {
    ctx: &'a Context,
    used: FxHashSet<Symbol>,
    made: FxHashSet<String>,
    counters: FxHashMap<Symbol, u32>,
    unique: Vec<String>,
    number: u32,
}

impl Namer<'_> {
    fn name(&mut self, name: Option<Symbol>) -> LocalName {
        // A name of digits only would be read as a number.
        let usable = name.filter(|&n| self.ctx.text(n).bytes().any(|b| !b.is_ascii_digit()));
        let Some(symbol) = usable else {
            self.number += 1;
            return LocalName::Number(self.number - 1);
        };
        let text = self.ctx.text(symbol);
        if !(self.made.contains(text) || self.used.contains(&symbol)) {
            self.used.insert(symbol);
            return LocalName::Symbol(symbol);
        }
        let counter = self.counters.entry(symbol).or_insert(0);
        loop {
            *counter += 1;
            let candidate = format!("{text}{counter}");
            let taken = self
                .ctx
                .symbols
                .find(&candidate)
                .is_some_and(|s| self.used.contains(&s));
            if !taken && !self.made.contains(&candidate) {
                self.made.insert(candidate.clone());
                self.unique.push(candidate);
                return LocalName::Unique(self.unique.len() as u32 - 1);
            }
        }
    }
}

impl FunctionNames {
    /// Names everything in the layout of `func`; with `own_names`, what has none by its own number.
    pub fn compute(func: &Function, ctx: &Context, own_names: bool) -> FunctionNames {
        let mut values = SecondaryMap::with_capacity(func.value_count());
        let mut blocks = SecondaryMap::with_capacity(func.block_count());
        let mut namer = Namer {
            ctx,
            used: FxHashSet::default(),
            made: FxHashSet::default(),
            counters: FxHashMap::default(),
            unique: Vec::new(),
            number: 0,
        };
        let mut value_name = |namer: &mut Namer<'_>, value: Value| {
            values[value] = match func.value_names[value].expand() {
                None if own_names => LocalName::Value(value),
                name => namer.name(name),
            };
        };
        for &param in &func.params {
            value_name(&mut namer, param);
        }
        for &block in func.block_order() {
            blocks[block] = match func.block_names[block].expand() {
                None if own_names => LocalName::Block(block),
                name => namer.name(name),
            };
            for inst in func.block_insts(block) {
                if let Some(result) = func.result(inst) {
                    value_name(&mut namer, result);
                }
            }
        }
        FunctionNames {
            values,
            blocks,
            unique: namer.unique,
        }
    }

    /// Appends `%name` of a parameter or instruction result; `%<badref>` if it is not in the layout.
    pub fn write_value(&self, out: &mut String, ctx: &Context, value: Value) {
        out.push('%');
        self.write(out, ctx, self.values[value]);
    }

    /// Appends the name of a block without `%`.
    pub fn write_block(&self, out: &mut String, ctx: &Context, block: Block) {
        self.write(out, ctx, self.blocks[block]);
    }

    fn write(&self, out: &mut String, ctx: &Context, name: LocalName) {
        match name {
            LocalName::None => out.push_str("<badref>"),
            LocalName::Number(number) => {
                let _ = write!(out, "{number}");
            }
            LocalName::Value(value) => {
                let _ = write!(out, "{value}");
            }
            LocalName::Block(block) => {
                let _ = write!(out, "{block}");
            }
            LocalName::Symbol(symbol) => write_name(out, ctx.text(symbol)),
            LocalName::Unique(index) => write_name(out, &self.unique[index as usize]),
        }
    }
}
