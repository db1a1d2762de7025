//! Results that must not change while the program is rebuilt: requests of all kinds, with their answers and refusals as text
//! (the transcripts of this folder) and as JSON (the document of each, in the file beside its transcript). Requests with an
//! answer are also cases of regression files, by their command lines.
//!
//! `TRYCMD=overwrite cargo test --test program frozen` replaces the expected texts and documents by the actual ones; `logpine
//! regress tests/frozen/*.toml --update` does so for the cases.

use logpine::answer::answer;
use logpine::internals::request::{Case, Regression};
use logpine::machine::Machine;
use logpine::report::json;
use logpine::request::{Refusal, Request};
use rayon::prelude::*;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

#[test]
fn texts() {
    crate::transcripts("frozen::texts", &["tests/frozen/*.trycmd"]);
}

#[test]
fn documents() {
    let overwrite = std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite");
    for transcript in transcripts() {
        let text = fs::read_to_string(&transcript).expect("a transcript");
        let found: Vec<(&str, String)> = requests(&text).into_par_iter().filter_map(document).collect();
        let file = transcript.with_extension("json");
        if overwrite {
            write(&file, &found);
        }
        let expected = fs::read_to_string(&file).expect("the documents of a transcript");
        let mut expected: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&expected).expect("JSON");
        for (request, found) in found {
            let expected = expected.remove(request).unwrap_or_else(|| panic!("no document for `{request}`"));
            let [expected, found] = [expected.get(), &found].map(scalars);
            for (path, expected) in &expected {
                assert_eq!(found.get(path), Some(expected), "{path} of `{request}`");
            }
            let new = found.keys().find(|path| !expected.contains_key(*path));
            assert_eq!(new, None, "more than expected of `{request}`");
        }
        assert!(expected.is_empty(), "without an answer: {:?}", expected.keys());
    }
}

/// Every request with an answer is a case of a regression file, which is as expected; and a program with the case's request
/// gets the document of the command line.
#[test]
fn regression_files_hold_what_is_answered() {
    for transcript in transcripts() {
        let mut documents = answered(&transcript);
        let file = transcript.with_extension("toml");
        let text = fs::read_to_string(&file).expect("a regression file");
        let cases = Regression::from_toml(&text, &file.display().to_string()).expect("expected answers").cases;
        let cases: Vec<(Case, String)> = cases
            .into_iter()
            .map(|case| {
                let document =
                    documents.remove(&case.name).unwrap_or_else(|| panic!("no document for `{}`", case.name));
                (case, document)
            })
            .collect();
        assert!(documents.is_empty(), "in no case: {:?}", documents.keys());
        cases.par_iter().for_each(|(case, document)| {
            assert_eq!(scalars(&by_program(&case.request)), scalars(document), "{}", case.name);
        });
        let mut regress = crate::logpine();
        let Output { status, stdout, .. } = regress.arg("regress").arg(&file).output().expect("the binary runs");
        let said = String::from_utf8_lossy(&stdout);
        assert_eq!((status.code(), &*said), (Some(0), &*format!("{} answers as expected\n", cases.len())));
    }
}

/// The documents of a transcript's requests that have an answer.
fn answered(transcript: &Path) -> BTreeMap<String, String> {
    let file = fs::read_to_string(transcript.with_extension("json")).expect("the documents of a transcript");
    let documents: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&file).expect("JSON");
    let documents = documents.into_iter().map(|(request, document)| (request, document.get().to_owned()));
    documents.filter(|(_, document)| !scalars(document).contains_key("/infeasible/message")).collect()
}

/// The same questions as files: every option is a key, and the answer is the same.
#[test]
fn job_files_are_worth_their_options() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut requests: Vec<(String, String)> = Vec::new();
    for transcript in transcripts() {
        let file = fs::read_to_string(transcript.with_extension("json")).expect("the documents of a transcript");
        let documents: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&file).expect("JSON");
        let answered = documents.into_iter().filter(|(request, _)| !request.starts_with("answer"));
        requests.extend(answered.map(|(request, document)| (request, document.get().to_owned())));
    }
    assert!(requests.len() > 500, "{} requests", requests.len());
    requests.par_iter().enumerate().for_each(|(number, (request, expected))| {
        let Some(job) = job(request) else { return };
        let file = directory.path().join(format!("{number}.toml"));
        fs::write(&file, &job).expect("it is written");
        let answer = format!("answer {}", file.display());
        let found = document(&answer).map_or_else(String::new, |(_, found)| found);
        assert_eq!(scalars(&found), scalars(expected), "{request}\n{job}");
        let job = Request::from_toml(&job, "job.toml").expect("a request");
        assert_eq!(scalars(&by_program(&job)), scalars(expected), "{request}");
    });
}

/// The document of a program that uses the library.
fn by_program(request: &Request) -> String {
    let machine = Machine::load(request.machine.as_ref().expect("a machine")).expect("a machine");
    match answer(&machine, request) {
        Ok(answer) => json::answer(&answer),
        Err(Refusal::No(no)) => json::infeasible(&no),
        Err(refusal) => panic!("{refusal}\n{request:?}"),
    }
}

/// The job file of a request; `None` if the request names files, whose paths would begin elsewhere.
fn job(request: &str) -> Option<String> {
    let (subcommand, options) = request.split_once(' ')?;
    let mut words = options.split(' ').peekable();
    let mut lines = match subcommand {
        "collective" => vec![format!("collective = \"{}\"", words.next()?)],
        "fft" => vec!["collective = \"fft\"".to_owned()],
        _ => Vec::new(),
    };
    while let Some(option) = words.next() {
        let key = option.strip_prefix("--")?.replace('-', "_");
        let value = words.next_if(|word| !word.starts_with("--"));
        let value = match value {
            None if key == "certify" => "60".to_owned(),
            None => "true".to_owned(),
            Some(value) if value.contains('/') => return None,
            Some(value) if value.bytes().all(|byte| byte.is_ascii_digit()) => value.to_owned(),
            Some(value) => format!("\"{value}\""),
        };
        lines.push(match key.as_str() {
            "host_list" => format!("hosts = [{value}]"),
            "attach" | "launch" => format!("mode = \"{key}\""),
            "place" => format!("placement = {value}"),
            "fe" => format!("front_end = {value}"),
            "size" => format!("fft_size = {value}"),
            _ => format!("{key} = {value}"),
        });
    }
    Some(lines.join("\n"))
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen");
    let files = fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|of| of == "trycmd")).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The arguments of a transcript's commands, except those that write a file in place of the report.
fn requests(transcript: &str) -> Vec<&str> {
    let commands = transcript.lines().filter_map(|line| line.strip_prefix("$ logpine "));
    commands.filter(|command| !command.ends_with("-o -")).collect()
}

/// The document that answers a request; `None` if it is refused in words alone.
fn document(request: &str) -> Option<(&str, String)> {
    let mut command = crate::logpine();
    command.args(["--format", "json"]).args(request.split_whitespace()).stdin(Stdio::null());
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("the binary runs");
    let document = String::from_utf8(output.stdout).expect("UTF-8");
    (!document.is_empty()).then_some((request, document))
}

/// Every scalar in a document, in its exact spelling, by its path.
fn scalars(document: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut left = vec![(String::new(), document.trim().to_owned())];
    while let Some((path, value)) = left.pop() {
        let parts: Vec<(String, Box<RawValue>)> = match value.as_bytes() {
            b"{}" | b"[]" => Vec::new(),
            [b'{', ..] => serde_json::from_str::<BTreeMap<_, _>>(&value).expect("an object").into_iter().collect(),
            [b'[', ..] => {
                let items: Vec<Box<RawValue>> = serde_json::from_str(&value).expect("a list");
                items.into_iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
            }
            _ => Vec::new(),
        };
        if parts.is_empty() {
            all.insert(path, value);
        } else {
            left.extend(parts.into_iter().map(|(key, part)| (format!("{path}/{key}"), part.get().to_owned())));
        }
    }
    all
}

/// Writes the documents as an object with a member for each request.
fn write(file: &Path, documents: &[(&str, String)]) {
    let members = documents.iter().map(|(request, document)| {
        let request = serde_json::to_string(request).expect("text");
        format!("{request}: {}", document.trim_end())
    });
    let members: Vec<String> = members.collect();
    fs::write(file, format!("{{\n{}\n}}\n", members.join(",\n"))).expect("the file is written");
}
