//! Requests for jobs that run: from files, and the words of options.

use crate::failure::Failure;
use logpine::request::{ModelName, Operation, Request};
use std::path::Path;

/// The fields of a request that all ranks have to know.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Known {
    /// The name of the collective.
    pub collective: String,
    /// The bytes, as MPI counts them.
    pub bytes: Option<u64>,
    /// True if operands are combined in the order of the ranks only.
    pub non_commutative: bool,
}

/// Reads a request. Of its fields, those count that make sense for the job at hand; others are refused.
pub fn read_request(path: &Path) -> Result<(Request, Known), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let request =
        Request::from_toml(&text, &path.display().to_string()).map_err(|error| Failure::Input(error.to_string()))?;
    let taken = ["description", "source", "machine", "collective", "ranks", "bytes", "model", "non_commutative"];
    if let Some(other) = request.said().into_iter().find(|said| !taken.contains(said)) {
        return Err(wrong(&format!("`{other}` is not for a job that runs: leave it out, or ask `logpine answer`")));
    }
    let Operation::Mpi(collective) = request.operation() else {
        return Err(wrong(&"only collectives among ranks are executed; give `collective`"));
    };
    let (collective, bytes, non_commutative) = (collective.name().to_owned(), request.bytes, request.non_commutative);
    let asked = Request { model: request.model, non_commutative, ..Request::default() };
    Ok((asked, Known { collective, bytes, non_commutative }))
}

/// The model of that name, read as a request reads it.
pub fn model_of(name: &str) -> Result<Option<ModelName>, Failure> {
    let text = format!("ranks = 2\nmodel = {}", serde_json::Value::from(name));
    let request = Request::from_toml(&text, "--model");
    let unknown =
        || Failure::Input(format!("--model {name}: there is no such model; `logpine list models` lists them"));
    request.map(|request| request.model).map_err(|_| unknown())
}
