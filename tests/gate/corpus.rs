//! Files for `check`: those of this repository, and mutants of them.

use crate::dice::Dice;
use crate::run::{Run, hash};
use std::fs;
use std::path::{Path, PathBuf};

/// Mutants of a file.
const MUTANTS: usize = 3;
/// Longer files are left out: a mutant of a short one says as much.
const LONGEST: usize = 16 << 10;

/// Checks of all files and of their mutants, as text and as JSON.
pub fn runs() -> Vec<Run> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> =
        ["instances", "tests/cli", "tests/machines"].iter().flat_map(|folder| files(&root.join(folder))).collect();
    paths.sort();
    let mut runs = vec![];
    for path in paths {
        let content = fs::read(&path).expect("a file");
        if content.len() > LONGEST || path.extension().is_some_and(|of| of == "trycmd") {
            continue;
        }
        let (name, inside) = (path.file_name().expect("a name"), path.strip_prefix(root).expect("inside"));
        let name = name.to_str().expect("UTF-8").to_owned();
        // Mutants of a file stay when others come or go.
        let mut dice = Dice(hash([inside.to_str().expect("UTF-8").as_bytes()]));
        for mutant in 0..=MUTANTS {
            let content = if mutant == 0 { content.clone() } else { mutated(&mut dice, &content) };
            for format in ["text", "json"] {
                let arguments = ["check", &name, "--format", format].map(str::to_owned).into();
                runs.push(Run { arguments, inputs: vec![(name.clone(), content.clone())] });
            }
        }
    }
    runs
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// A file with one change: a line left out, repeated, or swapped; a byte replaced, put in, or taken out; an end cut off.
fn mutated(dice: &mut Dice, content: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.is_empty() {
        return b"\n".to_vec();
    }
    let mut bytes = content.to_vec();
    let (line, at) = (dice.below(lines.len()), dice.below(bytes.len()));
    let byte = b"09-.,:;=#\"[]{}()<> \n\tax\r\xff"[dice.below(25)];
    match dice.below(7) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, lines[line]),
        2 => lines.swap(line, 0),
        3 => bytes[at] = byte,
        4 => bytes.insert(at, byte),
        5 => drop(bytes.remove(at)),
        _ => bytes.truncate(at),
    }
    // A change is to the lines or to the bytes.
    if bytes == content { lines.concat() } else { bytes }
}
