//! Which calls were inlined into a function, the blocks with variables of their own, and where the code of both is.

use super::{FunctionLines, Place};
use fxhash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use wavec_ir::debug_info::DebugLocation;
use wavec_ir::{Context, MetadataId};

/// The most scopes in each other which are described.
const MOST_SCOPES: usize = 1000;

/// A call that was inlined into a function, or a block.
pub(super) struct Scope {
    /// The scope of the same function that it is in, which comes before it.
    pub parent: Option<usize>,
    /// What it is.
    pub kind: ScopeKind,
    /// Starts and ends of its code.
    pub ranges: Vec<(Place, Place)>,
}

#[derive(Clone, Copy)]
pub(super) enum ScopeKind {
    /// A call that was inlined: the function that was called, and where.
    Call { callee: MetadataId, call: DebugLocation },
    /// A `DILexicalBlock`.
    Block(MetadataId),
}

/// The scopes in a function.
#[derive(Default)]
pub(super) struct Scopes {
    /// In an order in which a scope comes after the one it is in.
    pub all: Vec<Scope>,
    /// By the scope around it and a node: the location of a call, or a block.
    known: FxHashMap<(Option<usize>, MetadataId), usize>,
}

type Path = SmallVec<[(MetadataId, ScopeKind); 8]>;

/// The scopes that a location is in, from the inside out. Blocks count if they are `described`.
fn path(ctx: &Context, location: DebugLocation, described: &FxHashSet<MetadataId>) -> Path {
    let mut path = Path::new();
    let mut at = location;
    loop {
        let scopes: SmallVec<[MetadataId; 8]> = ctx.debug_scopes(at.scope).collect();
        let blocks = scopes.iter().filter(|&scope| described.contains(scope));
        let blocks = blocks.filter(|&&scope| ctx.is_debug_node(scope, "DILexicalBlock"));
        path.extend(blocks.map(|&scope| (scope, ScopeKind::Block(scope))));
        let (Some(site), Some(callee)) = (at.inlined_at, ctx.debug_subprogram(at.scope)) else {
            return path;
        };
        let Some(call) = ctx.debug_location(site).filter(|_| path.len() < MOST_SCOPES) else {
            return path;
        };
        path.push((site, ScopeKind::Call { callee, call }));
        at = call;
    }
}

impl Scopes {
    /// The scopes that the code of `function` is in. Blocks count if they are `described`.
    pub(super) fn of(ctx: &Context, function: &FunctionLines, described: &FxHashSet<MetadataId>) -> Scopes {
        let mut scopes = Scopes::default();
        let ends = function.changes.iter().skip(1).map(|change| change.0);
        for (&(start, location), end) in function.changes.iter().zip(ends.chain([function.end])) {
            let Some(location) = location else { continue };
            let mut parent = None;
            for &(node, kind) in path(ctx, location, described).iter().rev() {
                parent = Some(scopes.add(parent, node, kind, (start, end)));
            }
        }
        scopes
    }

    /// Adds code to a scope; returns its number.
    fn add(
        &mut self,
        parent: Option<usize>,
        node: MetadataId,
        kind: ScopeKind,
        range: (Place, Place),
    ) -> usize {
        let number = *self.known.entry((parent, node)).or_insert_with(|| {
            self.all.push(Scope {
                parent,
                kind,
                ranges: Vec::new(),
            });
            self.all.len() - 1
        });
        match self.all[number].ranges.last_mut() {
            Some(last) if last.1 == range.0 => last.1 = range.1,
            _ => self.all[number].ranges.push(range),
        }
        number
    }

    /// The inlined calls: the functions that were called, and where.
    pub(super) fn calls(&self) -> impl Iterator<Item = (MetadataId, DebugLocation)> {
        self.all.iter().filter_map(|scope| match scope.kind {
            ScopeKind::Call { callee, call } => Some((callee, call)),
            ScopeKind::Block(_) => None,
        })
    }

    /// The scope that a location is in: none is the function itself. An error if no code is in it.
    pub(super) fn find(
        &self,
        ctx: &Context,
        location: DebugLocation,
        described: &FxHashSet<MetadataId>,
    ) -> Result<Option<usize>, NoCode> {
        let mut parent = None;
        for &(node, _) in path(ctx, location, described).iter().rev() {
            parent = Some(*self.known.get(&(parent, node)).ok_or(NoCode)?);
        }
        Ok(parent)
    }
}

/// No code is of a scope.
pub(super) struct NoCode;
