//! One run of the program, and what is kept of it.

use serde_json::Value;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A command in a folder of its own.
#[derive(Clone)]
pub struct Run {
    /// Arguments, which name files of the folder.
    pub arguments: Vec<String>,
    /// Names and contents of input files.
    pub inputs: Vec<(String, Vec<u8>)>,
}

/// FNV-1a of 64 bits, of texts.
pub fn hash<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> u64 {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    texts.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, text| text.as_ref().iter().chain(&[0]).fold(hash, add))
}

/// What a run did: its facts, and its words.
#[derive(Default)]
struct Seen {
    facts: Vec<String>,
    words: Vec<String>,
}

impl Run {
    /// Runs the command, and gives the digests of its facts and of its words.
    pub fn digests(&self) -> String {
        // Deep enough that files named in inputs, like `../hosts`, are not there.
        let root = tempfile::tempdir().expect("a folder");
        let folder = root.path().join("a/b/c");
        fs::create_dir_all(&folder).expect("folders");
        self.write(&folder);
        // Another version, to compare with.
        let program = std::env::var_os("LOGPINE").unwrap_or_else(|| env!("CARGO_BIN_EXE_logpine").into());
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(program);
        let mut command = Command::new(program);
        command.arg0("logpine").args(&self.arguments).current_dir(&folder).stdin(Stdio::null());
        command.env_clear().env("LOGPINE_NO_PROGRESS", "1").env("RAYON_NUM_THREADS", "1");
        let output = command.output().expect("it runs");
        let mut seen = Seen::default();
        seen.facts.push(format!("{:?}", output.status.code()));
        let stdout = String::from_utf8_lossy(&output.stdout);
        let documents = serde_json::Deserializer::from_str(&stdout).into_iter();
        documents.map_while(Result::ok).for_each(|value| seen.add_facts("", &value));
        self.add_files(&folder, &mut seen);
        seen.words.push(stdout.replace(env!("CARGO_PKG_VERSION"), ""));
        seen.words.push(String::from_utf8_lossy(&output.stderr).into_owned());
        // The folder has another name in each run.
        let here = fs::canonicalize(&folder).expect("a folder").display().to_string();
        let [facts, words] =
            [seen.facts, seen.words].map(|texts| hash(texts.iter().map(|text| text.replace(&here, ""))));
        format!("{:06x} {:04x}", facts >> 40, words >> 48)
    }

    /// Files that the command wrote. All of a file is a fact, except comments, pages to read, and pictures.
    fn add_files(&self, folder: &Path, seen: &mut Seen) {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<_> = entries.collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            if self.inputs.iter().any(|(input, _)| *input == name) {
                continue;
            }
            if path.is_dir() {
                self.add_files(&path, seen);
            } else {
                let content = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
                if !content.starts_with("<svg") && path.extension().is_none_or(|of| of != "md") {
                    seen.facts.extend(content.lines().filter(|line| !line.starts_with('#')).map(str::to_owned));
                }
                seen.words.push(content);
            }
            seen.facts.push(name);
        }
    }

    fn write(&self, folder: &Path) {
        for (name, content) in &self.inputs {
            fs::write(folder.join(name), content).expect("written");
        }
    }

    /// Keeps the inputs for a look at what moved; gives the command.
    pub fn kept(&self) -> String {
        let folder = TempDir::with_prefix("logpine-gate-").expect("a folder").keep();
        self.write(&folder);
        let arguments = shlex::try_join(self.arguments.iter().map(String::as_str)).expect("no NUL");
        format!("  cd {} && logpine {arguments}", folder.display())
    }
}

impl Seen {
    /// Adds numbers, truths and names of a document with their keys. A string with a blank is prose.
    fn add_facts(&mut self, key: &str, value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.add_facts(key, value)),
            Value::Object(fields) => fields.iter().for_each(|(key, value)| self.add_facts(key, value)),
            Value::String(text) if text.contains(char::is_whitespace) => {}
            // The version changes with each release, the command holds what was asked.
            _ if ["version", "command"].contains(&key) => {}
            other => self.facts.push(format!("{key} {other}")),
        }
    }
}
