//! Files that are whole or absent.

use crate::failure::Failure;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// Refuses files that exist, that are named twice, or that cannot be written, before anything is measured.
///
/// # Errors
/// [`Failure::Input`] with the way out.
pub fn check_free(paths: &[&Path], force: bool) -> Result<(), Failure> {
    for (index, path) in paths.iter().enumerate() {
        let refused = |reason: String| Err(Failure::Input(format!("{}: {reason}", path.display())));
        if paths[..index].contains(path) {
            return refused("two results would be in this file; name another".to_owned());
        }
        if is_device(path) {
            continue;
        }
        if path.is_dir() {
            return refused("this is a directory; name a file".to_owned());
        }
        if !force && path.exists() {
            return refused("it exists; give --force to replace it".to_owned());
        }
        if let Err(error) = temporary(path) {
            return refused(format!("no file can be written there: {error}"));
        }
    }
    Ok(())
}

/// Refuses a directory that cannot be made, or that is none, before anything is measured.
///
/// # Errors
/// [`Failure::Input`] with the reason.
pub fn check_folder(folder: &Path) -> Result<(), Failure> {
    let refused = |reason: String| Err(Failure::Input(format!("{}: {reason}", folder.display())));
    // The nearest directory that exists takes the others.
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    match absolute.ancestors().find(|place| place.exists()) {
        Some(place) if !place.is_dir() => refused(format!("{} is not a directory", place.display())),
        Some(place) => match temporary(&place.join("file")) {
            Ok(_) => Ok(()),
            Err(error) => refused(format!("no file can be written there: {error}")),
        },
        None => refused("there is no such place".to_owned()),
    }
}

/// True for what is neither a file nor a directory, such as /dev/null: it is written to, and stays.
fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// A temporary file beside a file, with the usual permissions.
fn temporary(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such directory"));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".logpine-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Writes a file under a temporary name beside it, then renames it.
///
/// # Errors
/// [`Failure::Input`] if it cannot be written, or exists and `force` is not given.
pub fn write(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let wrong = |error: std::io::Error| Failure::Input(format!("{}: {error}", path.display()));
    if is_device(path) {
        let mut device = std::fs::OpenOptions::new().write(true).open(path).map_err(wrong)?;
        return device.write_all(text.as_bytes()).map_err(wrong);
    }
    let mut file = temporary(path).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    file.as_file().sync_all().map_err(wrong)?;
    let persisted = if force { file.persist(path) } else { file.persist_noclobber(path) };
    persisted.map_err(|error| wrong(error.error))?;
    Ok(())
}

/// Lines of comma-separated values below comments.
#[must_use]
pub fn csv_text(comments: &[String], titles: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut text = String::new();
    for comment in comments {
        let _ = writeln!(text, "# {}", comment.replace(char::is_control, " "));
    }
    let mut csv = csv::Writer::from_writer(Vec::new());
    let lines = std::iter::once(titles.iter().map(|&title| title.to_owned()).collect()).chain(rows);
    for line in lines {
        // Writing to memory does not fail, and every row is written by itself.
        let _ = csv.write_record(&line);
    }
    text += &String::from_utf8_lossy(&csv.into_inner().unwrap_or_default());
    text
}

/// Microseconds with three digits after the point.
#[must_use]
pub fn microseconds(time: f64) -> String {
    format!("{time:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_not_replaced_unless_asked() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.csv");
        write(&path, "one", false).expect("new");
        assert!(check_free(&[&path], false).is_err() && check_free(&[&path], true).is_ok());
        assert!(check_free(&[&path, &path], true).is_err(), "the same twice");
        assert!(check_free(&[&folder.path().join("none").join("a")], false).is_err(), "no directory");
        assert!(write(&path, "two", false).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "one");
        write(&path, "two", true).expect("asked");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "two");
        assert_eq!(std::fs::read_dir(folder.path()).expect("there").count(), 1, "no other file is left");
    }

    #[test]
    fn a_device_is_written_to_and_stays() {
        let null = Path::new("/dev/null");
        assert!(check_free(&[null], false).is_ok() && write(null, "one", true).is_ok() && is_device(null));
        let full = write(Path::new("/dev/full"), "one", false);
        assert!(full.is_err_and(|failure| failure.to_string().starts_with("/dev/full: ")));
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("written");
        assert!(check_folder(&folder.path().join("a/b")).is_ok());
        assert!(!folder.path().join("a").exists(), "nothing is made");
        assert!(
            check_folder(&file.join("a")).is_err_and(|failure| failure.to_string().ends_with("is not a directory"))
        );
        assert!(check_folder(Path::new("/proc/none")).is_err(), "no place for files");
    }

    #[test]
    fn rows_are_quoted() {
        let rows = [vec!["k = 4, z".to_owned(), "1.500".to_owned()]];
        assert_eq!(csv_text(&["of\nme".to_owned()], &["a", "b"], rows), "# of me\na,b\n\"k = 4, z\",1.500\n");
    }
}
