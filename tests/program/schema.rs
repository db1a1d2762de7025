//! Every document that answers a request follows the generated schema, and has no field that the schema lacks.

use jsonschema::Validator;
use logpine::report::json;
use logpine::request::No;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    files.filter(|path| path.extension().is_some_and(|of| of == extension)).collect()
}

/// The documents of a transcript: from a line with a single opening brace to one with a closing brace.
fn documents(transcript: &str) -> Vec<Value> {
    let mut documents = Vec::new();
    let mut lines = transcript.lines();
    while let Some(line) = lines.next() {
        if line == "{" {
            let inner = lines.by_ref().take_while(|line| *line != "}").collect::<Vec<_>>().join("\n");
            documents.extend(serde_json::from_str::<Value>(&format!("{{\n{inner}\n}}")));
        }
    }
    documents
}

/// True for an answer: not a refusal, a map, or the output of another subcommand.
fn is_answer(document: &Value) -> bool {
    document.get("request").is_some() && (document.get("best").is_some() || document.get("front").is_some())
}

/// True for the document of a request without an answer.
fn is_refusal(document: &Value) -> bool {
    document.get("infeasible").is_some()
}

fn validated(validator: &Validator, document: &Value) {
    let errors: Vec<String> = validator.iter_errors(document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{document:#}");
}

#[test]
fn documents_are_as_the_schema_says() {
    let schema: Value = serde_json::from_str(&json::schema()).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let (mut frozen, mut refused) = (0, 0);
    for file in files("tests/frozen", "json") {
        let text = fs::read_to_string(file).expect("a file");
        let documents: BTreeMap<String, Value> = serde_json::from_str(&text).expect("JSON");
        // Nothing else is frozen.
        for document in documents.values() {
            validated(&validator, document);
            frozen += usize::from(is_answer(document));
            refused += usize::from(is_refusal(document));
        }
    }
    let mut shown = 0;
    for file in files("tests/cli", "trycmd").into_iter().chain(files("tests/frozen", "trycmd")) {
        let text = fs::read_to_string(file).expect("a file");
        for document in documents(&text).iter().filter(|document| is_answer(document) || is_refusal(document)) {
            validated(&validator, document);
            shown += 1;
        }
    }
    assert!(frozen > 500 && refused > 5 && shown > 20, "{frozen}, {refused} and {shown} documents");
}

/// The schema refuses documents other than answers.
#[test]
fn the_schema_says_something() {
    let schema: Value = serde_json::from_str(&json::schema()).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let file = files("tests/frozen", "json").into_iter().next().expect("a file");
    let documents: BTreeMap<String, Value> =
        serde_json::from_str(&fs::read_to_string(file).expect("a file")).expect("JSON");
    let answer = documents.into_values().find(is_answer).expect("an answer");
    assert!(validator.is_valid(&answer));
    for path in ["", "/request", "/best", "/candidates/0"] {
        let mut misspelt = answer.clone();
        let object = misspelt.pointer_mut(path).and_then(Value::as_object_mut).expect("an object");
        object.insert("tiem".to_owned(), 1.into());
        assert!(!validator.is_valid(&misspelt), "{path}");
    }
    let refusal: Value = serde_json::from_str(&json::infeasible(&No::new(&"no", None))).expect("JSON");
    assert!(validator.is_valid(&refusal));
    for path in ["", "/infeasible"] {
        let mut misspelt = refusal.clone();
        let object = misspelt.pointer_mut(path).and_then(Value::as_object_mut).expect("an object");
        object.insert("raeson".to_owned(), 1.into());
        assert!(!validator.is_valid(&misspelt), "{path}");
    }
    for wrong in ["{}", "{\"schema\": \"2\"}", "[]", "{\"schema\": 2, \"unit\": \"s\", \"machine\": 1}"] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).expect("JSON")), "{wrong}");
    }
}
