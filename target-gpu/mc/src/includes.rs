//! Loads the files that assembly includes.

use crate::assembler::{AssembleOptions, missing_files};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wavec_mc::asm::{Included, Missing};
use wavec_support::source::MAX_SOURCE_BYTES;
use wavec_support::{FileId, SourceMap, SourceText};

/// Maximum number of passes until no new file is named.
const MAX_READINGS: usize = 64;
/// Maximum number of files.
const MAX_FILES: usize = 4096;

/// Loads the files named by `.include` and `.incbin` in `file` and in the files it includes: by the name as written,
/// then in `directories`. The final pass reports missing files.
pub fn load_includes(
    sources: &mut SourceMap,
    file: FileId,
    mut options: AssembleOptions,
    directories: &[PathBuf],
) -> AssembleOptions {
    if !sources.file(file).text.contains(".inc") {
        return options;
    }
    let mut given_up: Vec<String> = Vec::new();
    for _ in 0..MAX_READINGS {
        let mut missing = missing_files(sources, file, &options);
        missing.retain(|missing| !given_up.contains(&missing.name));
        if missing.is_empty() {
            break;
        }
        let mut included = Included::clone(options.included.as_deref().unwrap_or(&Included::default()));
        for missing in missing {
            let count = included.texts.len() + included.bytes.len();
            if count >= MAX_FILES || !load(sources, &missing, directories, &mut included) {
                given_up.push(missing.name);
            }
        }
        options.included = Some(Arc::new(included));
    }
    options
}

fn load(
    sources: &mut SourceMap,
    missing: &Missing,
    directories: &[PathBuf],
    included: &mut Included,
) -> bool {
    let Missing {
        name,
        is_binary,
        place,
    } = missing;
    let mut paths = std::iter::once(PathBuf::from(name)).chain(directories.iter().map(|dir| dir.join(name)));
    let Some((path, bytes)) = paths.find_map(|path| Some((path.clone(), read(&path)?))) else {
        return false;
    };
    if *is_binary {
        included.bytes.insert(name.clone(), bytes.into());
        return true;
    }
    let text = SourceText::from(String::from_utf8_lossy(&bytes).into_owned());
    let file = sources.add_included(path.display().to_string(), text.clone(), *place);
    included.texts.insert(name.clone(), (file, text));
    true
}

/// The bytes of a regular file: others may never end.
fn read(path: &Path) -> Option<Vec<u8>> {
    let metadata = std::fs::metadata(path).ok()?;
    let fits = metadata.is_file() && metadata.len() <= MAX_SOURCE_BYTES as u64;
    std::fs::read(path).ok().filter(|_| fits)
}
