//! A replay as a Gantt chart: SVG on its own, without scripts, fonts or anything else from outside.

use super::bars::{self, Bar, Bars};
use super::layout::{CHART, LEFT, Layout, TOP, short};
use super::{SimulationReport, arrows, axis};
use crate::report::counted::counted;
use crate::schedule::replay::{Activity, Part, Timeline};
use crate::units::{Bytes, Time};
use crate::xml::escaped;
use std::fmt::Write as _;

/// The most ranks that a Gantt chart shows.
pub const MAX_RANKS: u32 = 256;

/// A schedule has more ranks than a Gantt chart shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a Gantt chart shows at most {MAX_RANKS} ranks, and these are {ranks}; write a trace instead")]
pub struct TooManyRanks {
    /// How many there are.
    pub ranks: u32,
}

/// A replay as a Gantt chart in SVG: a row for each rank, or for each of its processors, with its sends, receptions,
/// calculations, gaps after sends and waiting for the clock; the messages, where they are few; the critical path, where the
/// report has it; and how busy each rank is. Bars say what they are when pointed at, where they are few; where they are many, those too short to be seen
/// are drawn as one of each kind, as long as all together.
///
/// Title and names are escaped. A file has about 2 MB at most.
///
/// # Errors
/// [`TooManyRanks`] above [`MAX_RANKS`].
pub fn svg(report: &SimulationReport, timeline: &Timeline) -> Result<String, TooManyRanks> {
    let ranks = report.ranks();
    if ranks > MAX_RANKS {
        return Err(TooManyRanks { ranks });
    }
    let layout = Layout::new(timeline, report.replayed.finish);
    let bars = Bars::new(&layout, timeline, report.clock);
    let mut text = head(&layout, report, timeline);
    text += &axis::axes(&layout, report.clock);
    text += &legend(report, timeline);
    text += &bars.below;
    text += &arrows::arrows(&layout, timeline);
    text += &bars.above;
    if let Some(path) = report.critical_path {
        text += &arrows::critical_path(&layout, path);
    }
    text += &busy(&layout, report);
    Ok(text + "</svg>\n")
}

/// The beginning of the file: title, description and headings.
fn head(layout: &Layout, report: &SimulationReport, timeline: &Timeline) -> String {
    let (width, height) = layout.size();
    let SimulationReport { title, machine, model, semantics, .. } = *report;
    let time = format!(": {}", report.replayed.finish.display(report.clock));
    let whole = escaped(&format!("{title}{time}"));
    let heading = escaped(&(fitted(title, HEADING - width_of(&time)) + &time));
    let drawn = if arrows::are_drawn(timeline) { "" } else { " (too many to be drawn)" };
    let facts = escaped(&format!(
        "on {} ({model}, {}); {}, {}, {}{drawn}, {} in all",
        fitted(machine, FACT),
        semantics.name(),
        counted(report.ranks(), "rank", "ranks"),
        counted(report.operations(), "operation", "operations"),
        counted(report.usage.messages(), "message", "messages"),
        Bytes(report.usage.bytes())
    ));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" \
         fill=\"#222222\">\n\
         <title id=\"title\">{whole}</title>\n\
         <desc id=\"description\">{}</desc>\n\
         <defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 1L8 4L0 7z\" fill=\"#555555\"/></marker></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"30\" font-size=\"18\" font-weight=\"bold\">{heading}</text>\n\
         <text x=\"{LEFT}\" y=\"51\" fill=\"#555555\">{facts}</text>\n",
        escaped(&description(report)),
    )
}

/// Room for the title, and for the name of the machine below it, by the widths of [`width_of`].
const HEADING: f64 = 102.0;
const FACT: f64 = 50.0;

/// About how wide a text is; 1 is a small letter or a digit.
fn width_of(text: &str) -> f64 {
    let width = |character: char| match character {
        'A'..='Z' | 'm' | 'w' | '@' | '%' => 1.3,
        _ if character.is_ascii() => 1.0,
        _ => 1.7,
    };
    text.chars().map(width).sum()
}

/// The text, without so much of its middle that it has room.
fn fitted(text: &str, room: f64) -> String {
    if width_of(text) <= room {
        return text.to_owned();
    }
    let half = |characters: &mut dyn Iterator<Item = char>| {
        let mut left = (room - 1.7) / 2.0;
        let fits = |character: &char| {
            left -= width_of(character.encode_utf8(&mut [0; 4]));
            left >= 0.0
        };
        characters.take_while(fits).collect::<String>()
    };
    let (start, end) = (half(&mut text.chars()), half(&mut text.chars().rev()));
    start + "\u{2026}" + &end.chars().rev().collect::<String>()
}

/// The picture in words.
fn description(report: &SimulationReport) -> String {
    let activity = report.usage.main_activity(report.replayed.finish);
    let busy = report.usage.share(activity, report.replayed.finish);
    let who = if activity == Activity::Interface { "Ports are busy with sends" } else { "Ranks are busy" };
    let mut text = format!(
        "What each of {} ranks does over {}. {who} {:.1} % of the time.",
        report.ranks(),
        report.replayed.finish.display(report.clock),
        100.0 * busy.mean
    );
    if let Some(path) = report.critical_path {
        let parts = Part::ALL.into_iter().map(|part| (part, path.total(part))).filter(|&(_, time)| time > Time::ZERO);
        let parts: Vec<_> =
            parts.map(|(part, time)| format!("{} {}", part.name(), time.display(report.clock))).collect();
        let _ = write!(text, " The critical path takes: {}.", parts.join(", "));
    }
    text
}

/// What the colours mean.
fn legend(report: &SimulationReport, timeline: &Timeline) -> String {
    let (mut x, y) = (LEFT, TOP - 32);
    let mut text = String::new();
    let mut entry = |mark: &str, words: &str| {
        let _ = writeln!(text, "<g transform=\"translate({x},{y})\">{mark}<text x=\"28\" y=\"11\">{words}</text></g>");
        x += 28 + 7 * u32::try_from(words.len()).unwrap_or(0) + 22;
    };
    for bar in bars::used(timeline) {
        entry(&format!("<rect width=\"22\" height=\"14\" fill=\"{}\"/>", bar.colour()), bar.words());
    }
    if report.critical_path.is_some() {
        entry("<path d=\"M0 7H22\" stroke=\"#c00040\" stroke-width=\"2\"/>", "critical path");
    }
    text
}

/// How busy each rank is, to the right of its row: its processors, or its port where only that ever is.
fn busy(layout: &Layout, report: &SimulationReport) -> String {
    let left = f64::from(LEFT + CHART + 16);
    let numbers = layout.least_height() >= 12;
    let room = if numbers { 70.0 } else { 110.0 };
    let finish = report.replayed.finish;
    let of_ports = report.usage.main_activity(finish) == Activity::Interface;
    let (heading, kinds): (_, &[(Bar, Activity)]) = if of_ports {
        ("port sends", &[(Bar::Gap, Activity::Interface)])
    } else {
        let kinds = &[
            (Bar::Send, Activity::Sends),
            (Bar::Receive, Activity::Receptions),
            (Bar::Calculate, Activity::Calculations),
        ];
        ("busy", kinds)
    };
    let mut text = format!(
        "<text x=\"{}\" y=\"{}\" font-size=\"11\" fill=\"#555555\">{heading}</text>\n<g font-size=\"11\">\n",
        short(left),
        TOP - 8
    );
    if !numbers {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#555555\">100 %</text>",
            short(left + room),
            TOP - 8
        );
    }
    for (rank, usage) in (0..layout.ranks()).zip(report.usage.ranks()) {
        let (y, height) = (short(layout.top_of(rank)), short(layout.height_of(rank)));
        let mut x = left;
        let (track, from) = (short(room), short(left));
        let _ = writeln!(text, "<rect x=\"{from}\" y=\"{y}\" width=\"{track}\" height=\"{height}\" fill=\"#f0f0f0\"/>");
        for &(bar, activity) in kinds {
            // A gap beyond the finish could take it past the end.
            let width = (usage.share(activity, finish) * room).min(left + room - x);
            if width >= 0.05 {
                let colour = bar.colour();
                let (x, width) = (short(x), short(width));
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
                );
            }
            x += width;
        }
        if numbers {
            let share: f64 = kinds.iter().map(|&(_, activity)| 100.0 * usage.share(activity, finish)).sum();
            let y = short(layout.middle_of(rank) + 4.0);
            let _ = writeln!(text, "<text x=\"{}\" y=\"{y}\">{share:.0} %</text>", short(left + room + 6.0));
        }
    }
    text + "</g>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_room_loses_its_middle() {
        let of = |text: &str, room| {
            let fitted = fitted(text, room);
            assert!(width_of(&fitted) <= room, "{fitted}");
            fitted
        };
        assert_eq!([of("abcdefgh", 8.0), of("abcdefgh", 7.0)], ["abcdefgh", "ab\u{2026}gh"]);
        assert_eq!(of("\u{6a39}\u{6a39}\u{6a39}\u{6a39}", 6.0), "\u{6a39}\u{2026}\u{6a39}");
        assert_eq!([of("", 0.0), of("abc", 2.0)], ["", "\u{2026}"]);
    }
}
