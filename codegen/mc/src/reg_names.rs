//! Alternative names of registers, by name index: `a0` for `x10`.

use crate::reg::Reg;

/// One set of names.
#[derive(Debug)]
pub struct RegAltNameIndex {
    /// Its name in the description.
    pub name: &'static str,
    /// The fallback set for registers without a name in this one.
    pub fallback: Option<u16>,
    /// Sorted by register.
    pub names: &'static [(Reg, &'static str)],
}

/// All sets of names of a target. `static`, generated.
#[derive(Debug)]
pub struct RegisterAltNames {
    /// By index.
    pub indices: &'static [RegAltNameIndex],
}

impl RegisterAltNames {
    /// The name of a register by an index, or by its fallbacks.
    pub fn name(&self, index: u16, reg: Reg) -> Option<&'static str> {
        let mut index = index;
        // At most as many steps as there are indices: a cycle has no name.
        for _ in 0..self.indices.len() {
            let set = self.indices.get(usize::from(index))?;
            if let Ok(place) = set.names.binary_search_by_key(&reg, |&(reg, _)| reg) {
                return Some(set.names[place].1);
            }
            index = set.fallback?;
        }
        None
    }

    /// The register that has a name by an index.
    pub fn register(&self, index: u16, name: &str) -> Option<Reg> {
        let set = self.indices.get(usize::from(index))?;
        let found = set.names.iter().find(|&&(_, known)| known == name);
        found.map(|&(reg, _)| reg)
    }
}
