//! Temporary files beside the files to be written. Their names allow files left by killed processes to be identified and
//! removed.
//!
//! The temporary file of `tree.top` is `.tree.top.logpine-4711-1f0c9a3e-Qk3vZa.tmp`. The name contains the process id, a
//! hash of the context in which the id is valid, and six characters that are unique. The context is the boot of the machine
//! and the process namespace, so that processes of another machine on a shared file system, or of another container, are not
//! taken for local ones.

use super::{FileError, directory_of, no_directory};
use rustc_hash::FxHasher;
use std::ffi::OsStr;
use std::fs::{self, DirEntry, Metadata, Permissions};
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process;
use tempfile::{Builder, NamedTempFile};

/// The separator between the name of the file and the process id.
const MARK: &str = ".logpine-";

const SUFFIX: &str = ".tmp";

/// The number of characters that distinguish the temporary files of one process.
const RANDOM: usize = 6;

/// The longest file name, in bytes, that is repeated in that of its temporary file; file systems allow 255.
const LONGEST_NAME: usize = 200;

/// Creates an empty file beside `target`, with the given permissions or those of a new file; `path` is used in messages.
/// Temporary files that ended processes of this machine left in the directory are removed.
pub(super) fn beside(path: &Path, target: &Path, mode: Option<Permissions>) -> Result<NamedTempFile, FileError> {
    let directory = directory_of(target);
    if !directory.is_dir() {
        return Err(no_directory(path, directory));
    }
    let file = create(target, mode).map_err(|source| FileError::Unwritable {
        path: path.to_owned(),
        directory: directory.to_owned(),
        source,
    })?;
    if let Ok(ours) = file.as_file().metadata() {
        sweep(directory, &ours);
    }
    Ok(file)
}

/// Creates an empty file beside `target` under an unused name, with the given permissions or those of a new file.
pub(super) fn create(target: &Path, mode: Option<Permissions>) -> std::io::Result<NamedTempFile> {
    let name = target.file_name().filter(|name| name.len() <= LONGEST_NAME).unwrap_or_default();
    let mut prefix = OsStr::new(if name.is_empty() { "" } else { "." }).to_owned();
    prefix.push(name);
    prefix.push(format!("{MARK}{}-{:08x}-", process::id(), numbering()));
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    let builder = {
        // Temporary files are private; this one gets the permissions of an ordinary file according to the umask.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(mode.unwrap_or_else(|| Permissions::from_mode(0o666)))
    };
    builder.tempfile_in(directory_of(target))
}

/// A hash of the context in which process ids are valid: the same for processes that see each other in `/proc`.
fn numbering() -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(&fs::read("/proc/sys/kernel/random/boot_id").unwrap_or_default());
    let namespace = fs::read_link("/proc/self/ns/pid").map(PathBuf::into_os_string).unwrap_or_default();
    hasher.write(namespace.as_encoded_bytes());
    let hash = hasher.finish();
    // Combines both halves of the hash.
    u32::try_from((hash ^ (hash >> 32)) & u64::from(u32::MAX)).unwrap_or_default()
}

/// Removes the files of ended processes. Files that cannot be read or removed are ignored.
fn sweep(directory: &Path, ours: &Metadata) {
    // `/proc` may not be mounted, or belong to another namespace.
    if fs::read_link("/proc/self").ok().is_none_or(|own| own.as_os_str() != process::id().to_string().as_str()) {
        return;
    }
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten().filter(|entry| is_left(entry, ours)) {
        let _ = fs::remove_file(entry.path());
    }
}

/// True if the entry is one of our temporary files and its process has ended.
fn is_left(entry: &DirEntry, ours: &Metadata) -> bool {
    let name = entry.file_name();
    let Some(process) = process_of(name.as_encoded_bytes(), numbering()) else { return false };
    // Links are not followed.
    let Ok(found) = entry.metadata() else { return false };
    found.is_file() && is_same_owner(&found, ours) && !Path::new("/proc").join(process.to_string()).exists()
}

/// The process id in the name of a temporary file, if it is valid in this context.
fn process_of(name: &[u8], numbering: u32) -> Option<u32> {
    let name = name.strip_suffix(SUFFIX.as_bytes()).filter(|name| name.starts_with(b"."))?;
    let at = name.windows(MARK.len()).rposition(|window| window == MARK.as_bytes())?;
    let mut parts = str::from_utf8(&name[at + MARK.len()..]).ok()?.split('-');
    let [process, place, random] = [parts.next()?, parts.next()?, parts.next()?];
    let is_ours = random.len() == RANDOM && parts.next().is_none() && place == format!("{numbering:08x}");
    process.parse().ok().filter(|_| is_ours)
}

#[cfg(unix)]
fn is_same_owner(found: &Metadata, ours: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    found.uid() == ours.uid()
}

#[cfg(not(unix))]
fn is_same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::file::{Overwrite, write_new};

    /// An unused process id, above the limit of Linux.
    const NO_PROCESS: u32 = 1 << 23;

    #[test]
    fn names_tell_the_process_and_where_its_number_counts() {
        let name = |process: &str| format!(".tree.top.logpine-{process}-0000002a-a1B2c3.tmp").into_bytes();
        assert_eq!(process_of(&name("4711"), 42), Some(4_711));
        assert_eq!(process_of(b".logpine-7-0000002a-a1B2c3.tmp", 42), Some(7));
        assert_eq!(process_of(b".\xff.logpine-7-0000002a-a1B2c3.tmp", 42), Some(7));
        assert_eq!(process_of(&name("4711"), 43), None, "another machine's");
        for other in ["", "-1", "x", "1-1"] {
            assert_eq!(process_of(&name(other), 42), None, "{other}");
        }
        for other in ["tree.top", ".logpine-7", ".tree.logpine-7-0000002a-a1B2c.tmp", "a.logpine-7-0000002a-a1B2c3.tmp"]
        {
            assert_eq!(process_of(other.as_bytes(), 42), None, "{other}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_ended_processes_left_is_removed_and_nothing_else() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let of = |process: u32, place: u32| format!(".a.top.logpine-{process}-{place:08x}-a1B2c3.tmp");
        let left = of(NO_PROCESS, numbering());
        let others = [of(NO_PROCESS, numbering() ^ 1), of(process::id(), numbering()), "b.tmp".to_owned()];
        for name in others.iter().chain([&left]) {
            fs::write(directory.path().join(name), "half").expect("a new file");
        }
        let link = directory.path().join(of(NO_PROCESS, numbering()).replace("a1B2c3", "d4E5f6"));
        std::os::unix::fs::symlink(directory.path(), &link).expect("a link");
        write_new(&directory.path().join("a.top"), b"whole", Overwrite::Refuse).expect("written");
        assert!(!directory.path().join(left).exists());
        assert!(others.iter().all(|name| directory.path().join(name).exists()) && link.is_symlink());
        assert_eq!(fs::read_dir(directory.path()).expect("there").count(), 5);
    }

    #[test]
    fn long_names_are_left_out() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("a".repeat(255));
        write_new(&path, b"", Overwrite::Refuse).expect("written");
        assert!(path.exists());
    }
}
