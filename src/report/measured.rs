//! The picture of measured times beside predicted ones. Only the package `logpine-mpi` draws it.

use super::draw::axis::{Axis, Side};
use super::draw::font::LABEL;
use super::draw::legend::{Row, stroke};
use super::draw::palette::{ALERT, BAND, DATA, FAINT, FITTED};
use super::draw::{Frame, Picture, logarithmic, px, words_at};
use logpine_text::units::Clock;
use std::fmt::Write as _;

/// The height of a row, the room for names, and the width of the drawing.
const ROW: f64 = 20.0;
const NAMES: (f64, f64) = (120.0, 420.0);
const WIDTH: f64 = 520.0;
const TOP: f64 = 100.0;
/// The most rows that are drawn.
const MOST_ROWS: usize = 200;

/// The measured times of one thing, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTimes {
    /// The name.
    pub name: String,
    /// The median, in seconds.
    pub median: f64,
    /// The shortest time, in seconds.
    pub least: f64,
    /// The 90th percentile, in seconds.
    pub p90: f64,
    /// The predicted time, in seconds.
    pub predicted: Option<f64>,
    /// True for the choice, which is drawn in bold.
    pub is_chosen: bool,
}

impl MeasuredTimes {
    /// Draws a row for each, with times on a logarithmic axis: the median as a disc, on a line from the shortest to the 90th percentile,
    /// and the prediction as a ring. Times that are not above 0 are left out; beyond 200 rows the rest is counted in words.
    #[must_use]
    pub fn svg(title: &str, facts: &str, rows: &[Self]) -> String {
        let shown = &rows[..rows.len().min(MOST_ROWS)];
        let place = |time: f64| Some(libm::log10(time)).filter(|place| place.is_finite());
        let all = shown.iter().flat_map(|row| [Some(row.least), Some(row.p90), Some(row.median), row.predicted]);
        let places: Vec<f64> = all.flatten().filter_map(place).collect();
        let low = places.iter().copied().fold(f64::INFINITY, f64::min);
        let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Without times there is an axis of a second.
        let (low, high) = if low <= high { (low - 0.05, high + 0.05) } else { (-1.0, 0.0) };
        let widest = LABEL.widest(shown.iter().map(|row| &row.name));
        let left = 20.0 + widest.clamp(NAMES.0, NAMES.1) + 12.0;
        let frame = Frame { left, top: TOP, width: WIDTH, height: ROW * shown.len().max(1) as f64 };
        let axis = Axis { side: Side::Below, frame, ends: (low, high), has_grid: true };
        let mut drawn = String::new();
        for (index, row) in shown.iter().enumerate() {
            drawn += &ground(index, row, frame);
        }
        drawn += &axis.drawn(&logarithmic::times((low, high), Clock::Second), Some("time"));
        for (index, row) in shown.iter().enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            drawn += &marks(row, y, &|time| place(time).map(|place| axis.place(place)));
        }
        let below = TOP + frame.height + 62.0;
        let mut legend = Row::new(left, below, left + WIDTH);
        let disc = format!("<circle cx=\"11\" cy=\"7\" r=\"4\" fill=\"{DATA}\"/>");
        legend.sign(&(stroke(DATA, 2.0) + &disc), "measured: shortest, median, 90 %");
        if shown.iter().any(|row| row.predicted.is_some()) {
            legend.sign(
                &format!("<circle cx=\"11\" cy=\"7\" r=\"4.5\" fill=\"none\" stroke=\"{FITTED}\" stroke-width=\"2\"/>"),
                "predicted",
            );
        }
        if rows.len() > shown.len() {
            legend.words(&format!("{} further rows are in the table", rows.len() - shown.len()));
        }
        let more = legend.more();
        drawn += &legend.finish();
        let about = "A row for each algorithm; measured times as discs on lines, predicted times as rings, on a logarithmic axis.";
        Picture { title, facts, about, left: 20.0, width: left + WIDTH + 30.0, height: below + 30.0 + more }.of(&drawn)
    }
}

/// The band and the name of a row.
fn ground(index: usize, row: &MeasuredTimes, frame: Frame) -> String {
    let mut text = String::new();
    let top = TOP + ROW * index as f64;
    if index % 2 == 1 {
        let band = Frame { left: 14.0, top, width: frame.left + frame.width - 14.0, height: ROW };
        text += &band.filled(BAND);
    }
    let look =
        if row.is_chosen { format!("font-weight=\"bold\" fill=\"{ALERT}\"") } else { format!("fill=\"{FAINT}\"") };
    let look = format!("text-anchor=\"end\" font-size=\"{LABEL}\" {look}");
    text + &words_at((frame.left - 10.0, top + 14.0), &look, &LABEL.fitted(&row.name, NAMES.1))
}

/// The times of a row.
fn marks(row: &MeasuredTimes, y: f64, place: &dyn Fn(f64) -> Option<f64>) -> String {
    let mut text = String::new();
    let y = px(y);
    if let (Some(from), Some(to)) = (place(row.least), place(row.p90)) {
        let _ = writeln!(text, "<path d=\"M{} {y}H{}\" stroke=\"{DATA}\" stroke-width=\"2\"/>", px(from), px(to));
    }
    if let Some(x) = place(row.median) {
        let _ = writeln!(text, "<circle cx=\"{}\" cy=\"{y}\" r=\"4\" fill=\"{DATA}\"/>", px(x));
    }
    if let Some(x) = row.predicted.and_then(place) {
        let look = format!("fill=\"none\" stroke=\"{FITTED}\" stroke-width=\"2\"");
        let _ = writeln!(text, "<circle cx=\"{}\" cy=\"{y}\" r=\"4.5\" {look}/>", px(x));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, median: f64, predicted: Option<f64>) -> MeasuredTimes {
        let (least, p90) = (median * 0.9, median * 1.3);
        MeasuredTimes { name: name.to_owned(), median, least, p90, predicted, is_chosen: predicted.is_some() }
    }

    #[test]
    fn rows_have_their_times() {
        let rows = [row("binomial <k>", 12e-6, Some(10e-6)), row("library", 30e-6, None)];
        let picture = MeasuredTimes::svg("bcast", "two ranks", &rows);
        roxmltree::Document::parse(&picture).expect("XML");
        assert!(picture.contains("binomial &lt;k&gt;") && picture.contains("20us"), "{picture}");
        // Three discs and two rings, one of each in the legend.
        assert_eq!((picture.matches("r=\"4\"").count(), picture.matches("r=\"4.5\"").count()), (3, 2));
    }

    #[test]
    fn no_row_and_no_time_make_a_picture_too() {
        for rows in [vec![], vec![row("nothing", 0.0, Some(f64::NAN))], vec![row("same", 1.0, None); 300]] {
            let picture = MeasuredTimes::svg("t", "f", &rows);
            roxmltree::Document::parse(&picture).expect("XML");
            assert!(!picture.contains("NaN") && !picture.contains("inf"));
            assert_eq!(picture.contains("100 further rows"), rows.len() == 300);
        }
    }
}
