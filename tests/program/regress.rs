//! Expected answers: the results of papers hold, and every deviation is reported with its place.

use logpine::internals::request::Regression;
use logpine::internals::request::expected;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

fn instances() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/regress");
    let files = fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|of| of == "toml")).collect();
    files.sort();
    files
}

fn regress(file: &Path, options: &[&str]) -> Output {
    let mut command = crate::logpine();
    command.arg("regress").arg(file).args(options).output().expect("the binary runs")
}

/// Exit status and standard output of a run without other output.
fn result(file: &Path, options: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = regress(file, options);
    assert!(stderr.is_empty(), "{}: {}", file.display(), String::from_utf8_lossy(&stderr));
    (status.code(), String::from_utf8(stdout).expect("UTF-8"))
}

#[test]
fn the_results_of_papers_hold() {
    let mut cases = 0;
    for file in instances() {
        let text = fs::read_to_string(&file).expect("a text");
        let regression = Regression::from_toml(&text, &file.display().to_string()).expect("expected answers");
        assert!(!regression.source.is_empty() && !regression.description.is_empty(), "{}", file.display());
        let count = regression.cases.len();
        assert_eq!(result(&file, &[]), (Some(0), format!("{count} answers as expected\n")));
        cases += count;
    }
    assert!(include_str!("../../src/guide/proofs.md").contains(&format!("with {cases} results")), "{cases} cases");
}

/// Every number of a file matters: a copy with one changed number fails at the place of that number.
#[test]
fn any_other_number_is_told() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let names = ["hoefler_2010_bgp.toml", "alexandrov_1995_loggp.toml"];
    for file in instances().iter().filter(|file| names.iter().any(|name| file.ends_with(name))) {
        let folder = file.parent().expect("a folder").display().to_string();
        let text = fs::read_to_string(file).expect("a text").replace("\"machines/", &format!("\"{folder}/machines/"));
        let copy = directory.path().join("copy.toml");
        let cases = Regression::from_toml(&text, "copy").expect("expected answers").cases;
        for expected in cases.iter().flat_map(expected) {
            // A 1 before its first digit.
            let digit = text[expected.span.clone()].find(|letter: char| letter.is_ascii_digit()).expect("a digit");
            let mut other = text.clone();
            other.insert(expected.span.start + digit, '1');
            fs::write(&copy, other).expect("it is written");
            let (status, told) = result(&copy, &[]);
            let of_line: Vec<&str> = told.lines().collect();
            assert_eq!((status, of_line.len()), (Some(1), 4), "{told}");
            assert!(of_line[3].starts_with("next:  logpine regress ") && of_line[3].ends_with(" --update"), "{told}");
            assert!(of_line[0].starts_with(&format!("{}:{}: ", copy.display(), expected.line)), "{told}");
            assert!(of_line[0].contains(&format!(": {} is ", expected.path)), "{told}");
            assert_eq!(of_line[2], format!("1 of {} answers are not as expected", cases.len()));
        }
    }
}

#[test]
fn an_update_writes_what_is_found() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("mine.toml");
    let text = |time: &str, fanouts: &str| {
        format!(
            "# Mine.\n[[case]]\nname = \"128 leaves\"\nrequest = {{ machine = \"cab\", leaves = 128 }}\n\
             expect = {{ best.time = \"{time}\", best.fanouts = {fanouts} }} # so\n"
        )
    };
    fs::write(&file, text("1us", "[2]")).expect("it is written");
    let (status, told) = result(&file, &["--update"]);
    let written = format!("{}: expects what was found", file.display());
    assert_eq!((status, told.lines().last()), (Some(0), Some(written.as_str())));
    assert_eq!(fs::read_to_string(&file).expect("a text"), text("363.316us", "[11, 12]"));
    assert_eq!(result(&file, &[]).0, Some(0));
    fs::write(&file, text("363us", "[11, 12]")).expect("it is written");
    assert_eq!(result(&file, &["--tolerance", "0.1%"]).0, Some(0));
    assert_eq!(result(&file, &["--tolerance", "0.08%"]).0, Some(1));
}

#[test]
fn refusals_are_answers_too() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("mine.toml");
    let told = |request: &str, end: &str| {
        fs::write(&file, format!("[[case]]\nname = \"c\"\nrequest = {{ {request} }}\n{end}\n")).expect("it is written");
        let (status, told) = result(&file, &[]);
        (status, told.replace(&file.display().to_string(), "F"))
    };
    let (no_tree, needs) = ("machine = \"cab\", leaves = 8, max_fanout = 2, max_height = 2", "refused = \"higher\"");
    let (status, message) = told(no_tree, "expect = { status = \"optimal\" }");
    assert_eq!(status, Some(1));
    let refusal = message.strip_prefix("F:2: c: refused: ").and_then(|rest| rest.lines().next()).expect("a refusal");
    assert_eq!(told(no_tree, &format!("refused = \"{}\"", &refusal[..20])).0, Some(0));
    assert_eq!(told(no_tree, needs).0, Some(1));
    let (status, message) = told("machine = \"cab\", leaves = 8", needs);
    assert_eq!((status, message.lines().next()), (Some(1), Some("F:2: c: answered, not refused")));
    // Keys that do not go together.
    let (status, message) = told("machine = \"cab\", leaves = 8, root = 1", needs);
    assert!(message.contains("refused: --root applies only to bcast, reduce"), "{message}");
    assert_eq!(status, Some(1));
    let output = regress(Path::new("none.toml"), &[]);
    assert_eq!(output.status.code(), Some(2));
}
