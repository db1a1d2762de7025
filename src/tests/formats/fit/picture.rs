//! The picture of a fit.

use logpine::report::fit::{FitReport, svg};
use logpine::units::Clock;
use logpine_fit::Sample;
use logpine_fit::synth::{RelativeNoise, Synthesis, SyntheticTan};
use logpine_fit::tan::{Criterion, Outliers, TanFit, TanMeasurements, TanOptions};
use logpine_models::machine::Machine;
use roxmltree::Document;

fn measured(noise: RelativeNoise, repetitions: u32) -> TanMeasurements {
    let cab = Machine::built_in("cab").expect("built in");
    let synthesis = Synthesis { noise, seed: 1, repetitions };
    SyntheticTan::new(&cab).and_then(|tan| tan.measurements(&synthesis)).expect("small times")
}

fn picture(measurements: &TanMeasurements, options: TanOptions, name: &str) -> String {
    let fit = TanFit::new(measurements, &options).expect("good data");
    let criterion = Some(Criterion::Aicc);
    svg(&FitReport { name, clock: Clock::Second, measurements, fit: &fit, criterion, messages: None })
}

fn parsed(text: &str) -> Document<'_> {
    Document::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn count(document: &Document, tag: &str) -> usize {
    document.descendants().filter(|node| node.has_tag_name(tag)).count()
}

/// Every number of the picture must be finite: no reader takes infinities as attributes.
fn numbers_are_finite(document: &Document) {
    for node in document.descendants() {
        for name in ["x", "y", "cx", "cy", "width", "height", "d", "transform"] {
            let text = node.attribute(name).unwrap_or_default();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{name} = {text}");
        }
    }
}

#[test]
fn few_samples_are_all_drawn() {
    let text = picture(&measured("5%".parse().expect("a size"), 10), TanOptions::default(), "mine");
    let document = parsed(&text);
    // 320 waves through chains and 150 to one node, each with its residual.
    assert_eq!(count(&document, "circle"), 2 * (320 + 150));
    assert!(
        text.contains("mine: quadratic overhead") && text.contains(">320 samples<") && text.contains(">500 samples<")
    );
    assert!(!text.contains("Of many samples"));
    numbers_are_finite(&document);
}

#[test]
fn many_samples_are_thinned_out_and_it_says_so() {
    let text = picture(&measured("5%".parse().expect("a size"), 500), TanOptions::default(), "mine");
    let document = parsed(&text);
    assert!(count(&document, "circle") <= 6_000 && text.len() < 400_000, "{}", text.len());
    assert!(text.contains(" of 16000 samples drawn") && text.contains("Of many samples at a point"));
}

#[test]
fn names_are_escaped_and_outliers_ringed() {
    let mut measurements = measured("5%".parse().expect("a size"), 10);
    measurements.chain.samples.push(Sample { at: 16, time: 0.1, line: 999 });
    measurements.fan_in.origin = "<script>\u{1b}&\"'.csv".to_owned();
    let options = TanOptions { outliers: Outliers::Drop, ..TanOptions::default() };
    let text = picture(&measurements, options, "</title>\u{0}<b>&");
    let document = parsed(&text);
    assert!(!text.contains('\u{1b}') && document.descendants().all(|node| !node.has_tag_name("script")));
    assert!(document.descendants().any(|node| node.text() == Some("321 samples; rings: left out")));
}
