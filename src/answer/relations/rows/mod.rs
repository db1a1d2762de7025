//! The rows of features: for each its name, the test if a request has it, and the subjects and models that have it.

mod asked;
mod files;
mod placed;
mod sought;

use super::feature::{Cells, Feature, Row};
use crate::request::{FileFormat, Request};

/// The rows of all features. A request is refused for its first feature that does not go with its subject.
pub fn rows() -> impl Iterator<Item = &'static Row> + Clone {
    [asked::ASKED, sought::SOUGHT, placed::PLACED, files::FILES].into_iter().flatten()
}

const fn row(
    feature: Feature,
    name: &'static str,
    given: fn(&Request) -> bool,
    goes: Cells,
    with: &'static str,
) -> Row {
    Row { feature, name, given, goes, with }
}

/// A file that a request asks for shows in the request's formats.
const fn file(format: FileFormat, name: &'static str, goes: Cells, with: &'static str) -> Row {
    row(Feature::File(format), name, |_| false, goes, with)
}

#[cfg(test)]
mod tests {
    use crate::answer::relations::model_words::of_channels;
    use crate::request::ModelName;

    #[test]
    fn every_model_of_channels_is_named() {
        let words = ModelName::words_of_channels(" and ");
        assert!(of_channels!().starts_with(&format!("--model {words},")), "{words}");
    }
}
