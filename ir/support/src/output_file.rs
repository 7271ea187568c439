//! Writes a file atomically.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Replaces the file at `path` in one step: it is written under another name in the same directory, and renamed when
/// complete. If `path` is a link, its target is replaced, and the link stays; so do the permissions of the old file.
/// Anything that exists and is not a regular file, such as a pipe, is written to directly.
/// regular file, such as a pipe, is written to.
///
/// Those of the file system and of `write`; the old file is unchanged then.
/// Those of the file system and of `write`; the old file is as it was then.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => path.canonicalize().unwrap_or_else(|_| path.to_path_buf()),
        _ => path.to_path_buf(),
    };
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return write(&mut OpenOptions::new().write(true).open(&path)?);
    }
    let mut beside = OsString::from(&path);
    beside.push(format!(".{}.tmp", std::process::id()));
    let written = fs::File::create(&beside).and_then(|mut file| {
        write(&mut file)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        fs::rename(&beside, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::replace;
    use std::fs;
    use std::io;
    use std::path::PathBuf;

    /// An empty directory for a test.
    fn directory(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("wavec-output-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        path
    }

    #[test]
    fn a_failure_leaves_the_old_file() {
        let directory = directory("failure");
        let path = directory.join("out");
        replace(&path, |out| out.write_all(b"old")).unwrap();
        let result = replace(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("no more"))
        });
        assert!(result.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        replace(&path, |out| out.write_all(b"newer")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"newer");
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = directory("links");
        let (path, link) = (directory.join("out"), directory.join("link"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        fs::remove_dir_all(directory).unwrap();
    }
}
