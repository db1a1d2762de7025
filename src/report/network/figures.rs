//! Figures 7 and 8 of Lemeire, Dirkx and Colitti (2008).

use crate::report::draw::chart::Chart;
use crate::report::draw::palette::{DATA, FITTED};
use crate::report::draw::{Frame, Picture};
use crate::report::times::counted;
use logpine_study::{Couple, FactorQuestion, FactorTable, Study, Variable};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;

/// Figure 7: the time over the messages per node against the mean distance of two nodes, a dot for each couple.
#[must_use]
pub fn time_by_distance(study: &Study, couples: &[Couple]) -> String {
    let point = |couple: &Couple| Some((Variable::AvgDistance.of(couple)?, Variable::TimePerNodeMsgs.of(couple)?));
    let points: Vec<(f64, f64)> = couples.iter().filter_map(point).collect();
    let mut chart = Chart::new(frame(), range(points.iter().map(|point| point.0)), from_zero(&points), "data");
    chart.dots(points.iter().copied(), DATA);
    let title = "Time by the mean distance of two nodes";
    let facts = format!(
        "{} couples of {} networks and {} schemes, seed {}",
        points.len(),
        study.class().name(),
        study.scheme().name(),
        study.seed()
    );
    picture(title, &facts, chart, "avgDistance (hops)", "timePerNodeMsgs (hops)")
}

/// Figure 8: real times against predicted ones of random schemes on random networks, and the line on which they are equal.
#[must_use]
pub fn real_by_predicted(question: &FactorQuestion, table: &FactorTable) -> String {
    let points: Vec<(f64, f64)> = table.predictions.iter().map(|pair| (pair.predicted, pair.real)).collect();
    let most = points.iter().fold(1.0, |most: f64, point| most.max(point.0).max(point.1));
    let mut chart = Chart::new(frame(), (0.0, most), (0.0, most), "data");
    chart.curve([(0.0, 0.0), (2.0 * most, 2.0 * most)].into_iter(), FITTED, 1.5, 1.0);
    chart.dots(points.iter().copied(), DATA);
    let title = "Real and predicted times";
    let facts = format!(
        "random schemes on random networks: {} nodes, {} a node, {}, seed {}",
        question.nodes,
        counted(question.node_msgs, "message", "messages"),
        counted(points.len() as u64, "couple", "couples"),
        question.seed
    );
    picture(title, &facts, chart, "predicted (hops)", "real (hops)")
}

fn frame() -> Frame {
    Frame { left: 84.0, top: 76.0, width: WIDTH - 124.0, height: HEIGHT - 136.0 }
}

fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, 0.0), |(low, high), number| (low.min(number), high.max(number)))
}

fn from_zero(points: &[(f64, f64)]) -> (f64, f64) {
    (0.0, points.iter().fold(0.0, |high, point| high.max(point.1)))
}

fn picture(title: &str, facts: &str, chart: Chart, below: &str, aside: &str) -> String {
    let drawn = chart.axes(Some(below), aside) + &chart.finish();
    Picture { title, facts, about: facts, left: 28.0, width: WIDTH, height: HEIGHT }.of(&drawn)
}
