//! `logpine check` of the files in `instances/`: each is valid, and recognised as what it is.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders, and the formats of the files in them.
const FOLDERS: [(&str, &str); 7] = [
    ("hosts", "hosts"),
    ("jobs", "request"),
    ("machines", "machine"),
    ("measurements/cab-synthetic", "measurements"),
    ("networks", "network"),
    ("regress", "expected"),
    ("schedules", "goal"),
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.is_file()).collect()
}

#[test]
fn every_instance_is_recognised_and_valid() {
    for (folder, format) in FOLDERS {
        let files = files(&Path::new("instances").join(folder));
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            let output = crate::logpine().args(["check", "--format", "json"]).arg(&file).output();
            let output = output.expect("the binary runs");
            let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let found = (report["format"].as_str(), report["valid"].as_bool(), output.status.code());
            assert_eq!(found, (Some(format), Some(true), Some(0)), "{}: {report}", file.display());
        }
    }
}
