//! Causal models as SVG.

use super::CausalReport;
use super::layout::{Layout, Point, layout};
use crate::report::draw::font::{SMALL, TEXT};
use crate::report::draw::legend::{Row, SIGN, stroke};
use crate::report::draw::palette::{CAUSE, FAINT, FITTED, FUNCTION, INK, VARIABLE};
use crate::report::draw::{Picture, rimmed, words_at, wrapped};
use logpine_causal::{CausalModel, Edge, EdgeKind, LearnOptions};
use logpine_text::xml::escaped;
use std::fmt::Write as _;

/// Half the height of a variable with a name of one line.
const HALF_HEIGHT: f64 = 21.0;
/// Space around the drawing.
const MARGIN: f64 = 36.0;
/// Height of the headings.
const HEAD: f64 = 84.0;
/// Height of the legend.
const FOOT: f64 = 64.0;
/// The least width of a picture.
const LEAST_WIDTH: f64 = 720.0;
/// Names with more letters are broken into lines.
const LONGEST_LINE: f64 = 28.0;
/// Names that take more lines are cut.
const MOST_LINES: usize = 3;
/// Distance between lines of a name.
const LINE: f64 = 16.0;
/// Distance between the two borders of a function.
const BORDERS: f64 = 4.0;

/// The model as a picture: variables in rows, causes above their effects; functions with a double border; edges with the
/// information that their ends share, in nats; edges of unknown direction without an arrow.
///
/// Variables without edges stand below. Names are escaped, and long ones broken into lines; no two variables look the same.
#[must_use]
pub fn svg(report: &CausalReport) -> String {
    let CausalReport { name, model } = report;
    let labels = labels(model);
    let most_lines = labels.iter().map(Vec::len).max().unwrap_or(1);
    let half_height = HALF_HEIGHT + (most_lines - 1) as f64 * LINE / 2.0;
    let half_widths: Vec<f64> = labels.iter().map(|lines| half_width(lines, half_height)).collect();
    let Layout { centres, paths, size } = layout(model, &half_widths, half_height);
    let width = (size.x + 2.0 * MARGIN).max(LEAST_WIDTH);
    let foot = size.y + HEAD + MARGIN;
    let (left, top) = ((width - size.x) / 2.0, HEAD);
    let mut text = String::new();
    let shapes: Vec<Ellipse> = centres
        .iter()
        .zip(&half_widths)
        .map(|(centre, &half_width)| Ellipse {
            centre: Point { x: centre.x + left, y: centre.y + top },
            half_width,
            half_height,
        })
        .collect();
    let mut numbers = String::new();
    for (edge, path) in model.edges.iter().zip(&paths) {
        let path = path.iter().map(|point| Point { x: point.x + left, y: point.y + top }).collect();
        let path = trimmed(path, &shapes[edge.from], &shapes[edge.to]);
        text += &line(edge, &path);
        numbers += &number(edge, &path);
    }
    for (index, shape) in shapes.iter().enumerate() {
        text += &variable(shape, &labels[index], &model.variables[index].name, model.function(index).is_some());
    }
    text += &rimmed(&format!("font-size=\"{SMALL}\" fill=\"{FAINT}\""), &numbers);
    let has_undirected = model.edges.iter().any(|edge| edge.kind == EdgeKind::Undirected);
    let legend = legend(foot + 16.0, width - MARGIN, has_undirected);
    let height = foot + FOOT + legend.more();
    text += &legend.finish();
    whole(name, report, (width.ceil(), height.ceil()), &text)
}

/// The picture with its headings.
fn whole(name: &str, report: &CausalReport, (width, height): (f64, f64), drawn: &str) -> String {
    let model = report.model;
    let LearnOptions { pc, .. } = model.options;
    let title = format!("Causal model of {name}");
    let facts = format!(
        "{} variables, {} rows; independent: at most {} nats given at most {} variables",
        model.variables.len(),
        model.rows,
        pc.threshold,
        pc.max_conditions
    );
    let edges: Vec<String> = model.edges.iter().map(|edge| model.named(edge)).collect();
    Picture { title: &title, facts: &facts, about: &edges.join("; "), left: MARGIN, width, height }.of(drawn)
}

/// The lines of the name of every variable. Names that become the same when they are cut are numbered.
fn labels(model: &CausalModel) -> Vec<Vec<String>> {
    let labels: Vec<Vec<String>> =
        model.variables.iter().map(|variable| wrapped(&variable.name, LONGEST_LINE, MOST_LINES)).collect();
    let numbered = |(index, lines): (usize, &Vec<String>)| {
        let mut lines = lines.clone();
        if labels.iter().enumerate().any(|(other, label)| other != index && *label == lines) {
            lines.push(format!("(variable {})", index + 1));
        }
        lines
    };
    labels.iter().enumerate().map(numbered).collect()
}

/// The distance of line `index` below the middle of all lines.
fn offset(index: usize, lines: usize) -> f64 {
    (index as f64 - (lines as f64 - 1.0) / 2.0) * LINE
}

/// Half the width of an ellipse that has room for all lines.
fn half_width(lines: &[String], half_height: f64) -> f64 {
    let of_line = |(index, line): (usize, &String)| {
        let height = offset(index, lines.len()) / half_height;
        TEXT.width_of(line) / 2.0 / (1.0 - height * height).sqrt() + 18.0
    };
    lines.iter().enumerate().map(of_line).fold(34.0, f64::max)
}

/// The shape of a variable.
struct Ellipse {
    centre: Point,
    half_width: f64,
    half_height: f64,
}

impl Ellipse {
    /// The point of the border on the line from the centre towards a point.
    fn border(&self, towards: Point) -> Point {
        let (x, y) = (towards.x - self.centre.x, towards.y - self.centre.y);
        let reach = (x / self.half_width).hypot(y / self.half_height);
        if reach <= 1.0 {
            return towards;
        }
        Point { x: self.centre.x + x / reach, y: self.centre.y + y / reach }
    }
}

/// A path from border to border instead of from centre to centre.
fn trimmed(mut path: Vec<Point>, from: &Ellipse, to: &Ellipse) -> Vec<Point> {
    if let [first, second, ..] = path.as_mut_slice() {
        *first = from.border(*second);
    }
    if let [.., before, last] = path.as_mut_slice() {
        *last = to.border(*before);
    }
    path
}

/// An edge with its arrow; the last point is its tip.
fn line(edge: &Edge, path: &[Point]) -> String {
    const LENGTH: f64 = 10.0;
    const HALF_WIDTH: f64 = 4.0;
    let (colour, thickness) = match edge.kind {
        EdgeKind::Deterministic => (FITTED, 2.0),
        EdgeKind::Directed | EdgeKind::Undirected => (CAUSE, 1.5),
    };
    let [.., before, tip] = path else { return String::new() };
    let length = (tip.x - before.x).hypot(tip.y - before.y).max(1e-9);
    let (along_x, along_y) = ((tip.x - before.x) / length, (tip.y - before.y) / length);
    let base = Point { x: tip.x - along_x * LENGTH, y: tip.y - along_y * LENGTH };
    let mut points = path.to_vec();
    let has_arrow = edge.kind != EdgeKind::Undirected;
    if let Some(last) = points.last_mut().filter(|_| has_arrow) {
        *last = base;
    }
    let mut text =
        format!("<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thickness}\"/>\n", curve(&points));
    if has_arrow {
        let (side_x, side_y) = (-along_y * HALF_WIDTH, along_x * HALF_WIDTH);
        let _ = writeln!(
            text,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{colour}\"/>",
            tip.x,
            tip.y,
            base.x + side_x,
            base.y + side_y,
            base.x - side_x,
            base.y - side_y
        );
    }
    text
}

/// A path straight from point to point, rounded at its turns.
fn curve(points: &[Point]) -> String {
    let middle = |a: Point, b: Point| Point { x: f64::midpoint(a.x, b.x), y: f64::midpoint(a.y, b.y) };
    let mut text = String::new();
    if let (Some(first), Some(last)) = (points.first(), points.last()) {
        let _ = write!(text, "M{:.1} {:.1}", first.x, first.y);
        for turn in points.windows(3) {
            let (into, out) = (middle(turn[0], turn[1]), middle(turn[1], turn[2]));
            let _ = write!(
                text,
                "L{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
                into.x, into.y, turn[1].x, turn[1].y, out.x, out.y
            );
        }
        let _ = write!(text, "L{:.1} {:.1}", last.x, last.y);
    }
    text
}

/// The information that the ends of an edge share, beside its middle; nothing for functions.
fn number(edge: &Edge, path: &[Point]) -> String {
    if edge.kind == EdgeKind::Deterministic {
        return String::new();
    }
    let at = path.len() / 2;
    let (Some(a), Some(b)) = (path.get(at.saturating_sub(1)), path.get(at)) else { return String::new() };
    let (x, y) = (f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
    // Away from the line, to its right: its own height if it is level, as far as its left edge if it is upright.
    let (along_x, along_y) = if a.y <= b.y { (b.x - a.x, b.y - a.y) } else { (a.x - b.x, a.y - b.y) };
    let length = along_x.hypot(along_y).max(1e-9);
    let (x, y) = (x + 5.0 * along_y / length, y + 4.0 - 10.0 * along_x / length);
    words_at((x, y), "", &format!("{:.2}", edge.information))
}

fn variable(shape: &Ellipse, label: &[String], name: &str, is_function: bool) -> String {
    let Ellipse { centre, half_width, half_height } = shape;
    let mut text = format!("<g><title>{}</title>\n", escaped(name));
    text += &ellipse(*centre, *half_width, *half_height, VARIABLE);
    if is_function {
        text += &ellipse(*centre, half_width - BORDERS, half_height - BORDERS, FUNCTION);
    }
    for (index, line) in label.iter().enumerate() {
        let y = centre.y + 4.5 + offset(index, label.len());
        text += &words_at((centre.x, y), "text-anchor=\"middle\"", line);
    }
    text += "</g>\n";
    text
}

fn ellipse(centre: Point, half_width: f64, half_height: f64, fill: &str) -> String {
    format!(
        "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{half_width:.1}\" ry=\"{half_height:.1}\" fill=\"{fill}\" stroke=\"{INK}\"/>\n",
        centre.x, centre.y
    )
}

/// An arrow as a sign.
fn arrow(colour: &str, thickness: f64) -> String {
    let (width, middle) = (SIGN.0, SIGN.1 / 2.0);
    let end = width - 8.0;
    format!(
        "<path d=\"M0 {middle}H{end}\" stroke=\"{colour}\" stroke-width=\"{thickness}\"/>\
         <path d=\"M{width} {middle}l-9 -4v8z\" fill=\"{colour}\"/>"
    )
}

/// The legend.
fn legend(y: f64, right: f64, has_undirected: bool) -> Row {
    let centre = Point { x: SIGN.0 / 2.0, y: SIGN.1 / 2.0 };
    let function = ellipse(centre, 11.0, 7.0, VARIABLE) + &ellipse(centre, 8.0, 4.0, FUNCTION);
    let mut row = Row::new(MARGIN, y - SIGN.1 / 2.0, right);
    row.sign(&function, "a function of others");
    row.sign(&arrow(FITTED, 2.0), "determines it");
    row.sign(&arrow(CAUSE, 1.5), "direct cause");
    if has_undirected {
        row.sign(&stroke(CAUSE, 1.5), "direct relation, direction not known");
    }
    row.words("number: information shared, in nats");
    row
}

#[cfg(test)]
mod tests;
