//! Expected answers compared with the actual ones.

use super::json;
use crate::answer::answer;
use crate::request::{Case, Failure, Refusal, Regression, Request, Tolerance};
use logpine_models::machine::Machine;

/// The cases with unexpected answers, in the order of the file. Numbers may differ by a share of the expected one.
/// `file` is the name of the file in failures.
///
/// # Errors
/// [`Refusal`] if an answer fails its check: a bug of logpine.
pub fn regression_failures(
    regression: &Regression,
    file: &str,
    tolerance: Option<Tolerance>,
) -> Result<Vec<Failure>, Refusal> {
    // Tolerances have at most four digits after the point.
    let percent =
        tolerance.map_or(Ok(0.0), |tolerance| tolerance.percent().parse::<f64>()).map_err(Refusal::invalid)?;
    let failures = regression.cases.iter().map(|case| failure(case, file, percent));
    failures.filter_map(Result::transpose).collect()
}

/// The deviation of a case from its expectation, if there is any.
fn failure(case: &Case, file: &str, percent: f64) -> Result<Option<Failure>, Refusal> {
    let (mut message, mut deviations) = (None, Vec::new());
    match document(&case.request) {
        Ok(_) if case.refused.is_some() => message = Some("answered, not refused".to_owned()),
        Ok(document) => deviations = case.deviations(&document, percent).map_err(Refusal::invalid)?,
        Err(fault @ Refusal::Fault(_)) => return Err(fault),
        Err(refusal) => {
            let refusal = refusal.to_string();
            if !case.refused.as_ref().is_some_and(|expected| refusal.contains(expected)) {
                message = Some(format!("refused: {refusal}"));
            }
        }
    }
    let is_as_expected = message.is_none() && deviations.is_empty();
    let (file, case, line) = (file.to_owned(), case.name.clone(), case.line);
    Ok((!is_as_expected).then_some(Failure { file, case, line, message, deviations }))
}

/// The answer to a request that names its machine, as JSON.
fn document(request: &Request) -> Result<String, Refusal> {
    let machine = request.machine.as_ref().ok_or_else(|| Refusal::invalid("the request has no `machine`"))?;
    let machine = Machine::load(machine).map_err(Refusal::invalid)?;
    Ok(json::answer(&answer(&machine, request)?))
}

#[cfg(test)]
mod tests {
    use super::regression_failures;
    use crate::request::Regression;

    #[test]
    fn a_deviation_says_what_was_found() {
        let text = "[[case]]\nname = \"8 leaves\"\nrequest = { machine = \"cab\", leaves = 8 }\n\
                    expect = { best.time = \"168us\" }\n";
        let regression = Regression::from_toml(text, "r.toml").expect("a regression");
        let failures = regression_failures(&regression, "r.toml", None).expect("answers");
        assert_eq!(failures[0].deviations[0].found.as_deref(), Some("167.064us"));
    }
}
