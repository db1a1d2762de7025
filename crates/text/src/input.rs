//! Reads whole files, up to the largest size that a file of the format can need.
//!
//! Devices and pipes may never end, and a wrong name is easily given. So nothing is read beyond the limit of the format, and
//! an input longer than a mebibyte must begin as files of the format do.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The number of bytes that are read from any source before its beginning is checked.
const HEAD: u64 = 1 << 20;

/// The most that is read for a file format.
#[derive(Clone, Copy, Debug)]
pub struct InputLimit {
    /// The name of such a file in messages, such as "machine profile".
    pub what: &'static str,
    /// The most bytes of a regular file.
    pub file: u64,
    /// The most bytes of a source without a size: standard input, a pipe, a device.
    pub stream: u64,
    /// True if a file of the format can begin with these bytes. Checked for inputs longer than a mebibyte.
    pub can_begin: fn(&[u8]) -> bool,
}

impl InputLimit {
    /// Machine profiles. The longest known has 4 KiB; tables of 100,000 measured points would have some 3 MiB. Reading TOML
    /// takes up to 50 times its length in memory.
    pub const PROFILE: Self = Self::of_text("machine profile", 8 << 20);
    /// Job files: enough for lists of some 500,000 hosts.
    pub const JOB: Self = Self::of_text("request", 8 << 20);
    /// Expected answers.
    pub const REGRESSION: Self = Self::of_text("file of expected answers", 8 << 20);
    /// Host lists: 2^20 hosts, the most allowed, with names of 255 characters.
    pub const HOSTS: Self = Self::of_text("host list", 256 << 20);
    /// Mappings of ranks to hosts: 16 million lines.
    pub const MAPPING: Self = Self::of_text("mapping", 256 << 20);
    /// Networks: some 10 million links.
    pub const NETWORK: Self = Self::of_text("network", 256 << 20);
    /// Schedules and trees for a network: some 16 million transmissions.
    pub const PLANNED: Self = Self::of_text("schedule for a network", 512 << 20);
    /// Measurements: some 10 million rows.
    pub const MEASUREMENTS: Self = Self::of_text("measurement file", 256 << 20);
    /// Tables of observations.
    pub const TABLE: Self = Self::of_text("table", 256 << 20);
    /// Topologies of `ClusterShell`: 2^20 hosts, the most allowed.
    pub const ROUTES: Self = Self::of_text("topology of ClusterShell", 256 << 20);
    /// Configurations of Flux, which are TOML.
    pub const BOOTSTRAP: Self = Self::of_text("configuration of Flux", 8 << 20);
    /// Configurations of Slurm.
    pub const SLURM: Self = Self::of_text("configuration of Slurm", 256 << 20);
    /// Tuning files of MPI libraries: the selection files of a release have some 50 KiB.
    pub const TUNING: Self = Self::of_text("tuning file", 8 << 20);
    /// MRNet topologies: some 10 million processes.
    pub const TOPOLOGY: Self = Self::of_text("topology", 256 << 20);

    /// The limit for a text format.
    #[must_use]
    pub const fn of_text(what: &'static str, most: u64) -> Self {
        Self { what, file: most, stream: most, can_begin: is_text }
    }
}

/// True if there is no NUL byte.
fn is_text(head: &[u8]) -> bool {
    !head.contains(&0)
}

/// The reason why a source could not be read. `name` is its name in messages.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The source cannot be opened or read, or does not fit into memory.
    #[error("cannot read {name}: {cause}")]
    Unreadable {
        /// The name of the source.
        name: String,
        /// The system's reason.
        cause: io::Error,
    },
    /// The source is larger than the limit.
    #[error("{name} is larger than {} MiB, the most that is read of a {what}; {way_out}", limit >> 20)]
    TooLarge {
        /// The name of the source.
        name: String,
        /// The limit, in bytes.
        limit: u64,
        /// The expected kind of file.
        what: &'static str,
        /// The advice to the user.
        way_out: &'static str,
    },
    /// The source is larger than a mebibyte and does not begin as files of the format do.
    #[error("{name} is larger than 1 MiB and does not begin as a {what} does; is it the right file?")]
    Other {
        /// The name of the source.
        name: String,
        /// The expected kind of file.
        what: &'static str,
    },
}

/// Reads a file, called `name` in messages.
///
/// # Errors
/// [`InputError`]. No more than the limit is read.
pub fn read(path: &Path, name: &str, limit: InputLimit) -> Result<Vec<u8>, InputError> {
    let unreadable = |cause| InputError::Unreadable { name: name.to_owned(), cause };
    let file = File::open(path).map_err(unreadable)?;
    let is_file = file.metadata().map_err(unreadable)?.is_file();
    read_up_to(file, name, limit, if is_file { limit.file } else { limit.stream })
}

/// Reads a source that is no file, such as standard input.
///
/// # Errors
/// [`InputError`]. No more than the limit is read.
pub fn read_stream(source: impl Read, name: &str, limit: InputLimit) -> Result<Vec<u8>, InputError> {
    read_up_to(source, name, limit, limit.stream)
}

fn read_up_to(mut source: impl Read, name: &str, limit: InputLimit, most: u64) -> Result<Vec<u8>, InputError> {
    let name = || name.to_owned();
    let unreadable = |cause| InputError::Unreadable { name: name(), cause };
    let what = limit.what;
    let mut bytes = Vec::new();
    let first = HEAD.min(most) + 1;
    source.by_ref().take(first).read_to_end(&mut bytes).map_err(unreadable)?;
    if (bytes.len() as u64) < first {
        return Ok(bytes);
    }
    if !(limit.can_begin)(&bytes) {
        return Err(InputError::Other { name: name(), what });
    }
    source.take(most + 1 - first).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let way_out = if most < limit.file { "write it to a file first" } else { "is it the right file?" };
    Err(InputError::TooLarge { name: name(), limit: most, what, way_out })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: InputLimit = InputLimit { stream: 2 << 20, ..InputLimit::of_text("word", 3 << 20) };

    fn stream(bytes: &[u8]) -> Result<usize, String> {
        read_stream(bytes, "it", WORD).map(|bytes| bytes.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn all_that_fits_is_read() {
        for length in [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 2 << 20] {
            assert_eq!(stream(&vec![b'a'; length]), Ok(length));
        }
        let refused = "it is larger than 2 MiB, the most that is read of a word; write it to a file first";
        assert_eq!(stream(&vec![b'a'; (2 << 20) + 1]), Err(refused.to_owned()));
    }

    #[test]
    fn what_is_short_may_begin_with_anything() {
        assert_eq!(stream(&vec![0; 1 << 20]), Ok(1 << 20));
        let refused = "it is larger than 1 MiB and does not begin as a word does; is it the right file?";
        assert_eq!(stream(&vec![0; (1 << 20) + 1]), Err(refused.to_owned()));
    }

    #[test]
    fn a_small_limit_is_kept() {
        let tiny = InputLimit::of_text("word", 3);
        assert_eq!(read_stream(&b"abc"[..], "it", tiny).map_err(|error| error.to_string()), Ok(b"abc".to_vec()));
        assert!(matches!(read_stream(&b"abcd"[..], "it", tiny), Err(InputError::TooLarge { limit: 3, .. })));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_that_never_end_are_refused() {
        let zero = |limit| read(Path::new("/dev/zero"), "/dev/zero", limit);
        assert!(matches!(zero(InputLimit::PROFILE), Err(InputError::Other { what: "machine profile", .. })));
        assert!(matches!(zero(InputLimit::MAPPING), Err(InputError::Other { .. })));
        assert!(matches!(read(Path::new("/"), "/", WORD), Err(InputError::Unreadable { .. })));
    }

    #[test]
    fn a_file_may_be_larger_than_a_stream() {
        let file = tempfile::NamedTempFile::new().expect("a temporary file");
        std::fs::write(file.path(), vec![b'a'; 3 << 20]).expect("written");
        assert_eq!(read(file.path(), "it", WORD).map(|bytes| bytes.len()).map_err(|e| e.to_string()), Ok(3 << 20));
    }
}
