//! Column names of tables, with the unit of time that they end in.

use logpine_text::excerpt::short;
use logpine_text::suggest;
use logpine_text::units::Clock;

/// A unit of time in column names.
#[derive(Debug, PartialEq)]
pub(super) struct TimeUnitName {
    /// The suffix of the column's name.
    pub(super) symbol: &'static str,
    /// The number of these units per unit of the clock. Dividing by a power of ten rounds once, multiplying by its inverse
    /// twice.
    pub(super) per_clock_unit: f64,
    pub(super) clock: Clock,
}

pub(super) const TIME_UNITS: [TimeUnitName; 6] = [
    TimeUnitName { symbol: "s", per_clock_unit: 1.0, clock: Clock::Second },
    TimeUnitName { symbol: "ms", per_clock_unit: 1e3, clock: Clock::Second },
    TimeUnitName { symbol: "us", per_clock_unit: 1e6, clock: Clock::Second },
    TimeUnitName { symbol: "ns", per_clock_unit: 1e9, clock: Clock::Second },
    TimeUnitName { symbol: "ps", per_clock_unit: 1e12, clock: Clock::Second },
    TimeUnitName { symbol: "cycles", per_clock_unit: 1.0, clock: Clock::Cycle },
];

impl TimeUnitName {
    /// True if the text is a usual spelling of the unit.
    pub(super) fn is(&self, text: &str) -> bool {
        let text = text.replace(['\u{b5}', '\u{3bc}'], "u");
        text == self.symbol
            || text.strip_suffix("ec") == Some(self.symbol)
            || text.strip_suffix("econds") == Some(self.symbol)
            || (text == "cycle" && self.clock == Clock::Cycle)
    }
}

/// The meaning of a known column name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Named {
    /// A plain name, by its index in the list.
    Plain(usize),
    /// A time, by the index of its stem in the list, and its unit.
    Timed(usize, &'static TimeUnitName),
}

/// The names that a table's columns may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    /// Complete names.
    pub(super) plain: &'static [&'static str],
    /// Names that are followed by `_` and a unit.
    pub(super) timed: &'static [&'static str],
}

impl Names {
    /// Reads the name of a column, regardless of letter case.
    pub(super) fn read(&self, name: &str) -> Result<Named, String> {
        let lower = name.to_lowercase();
        if self.timed.contains(&lower.as_str()) {
            let units = TIME_UNITS.map(|unit| unit.symbol).join(", ");
            return Err(format!(
                "the column `{}` does not say its unit; name it `{lower}_us`, or with the unit that is meant: {units}",
                short(name)
            ));
        }
        self.find(&lower).ok_or_else(|| self.unknown(name))
    }

    fn find(&self, lower: &str) -> Option<Named> {
        if let Some(index) = self.plain.iter().position(|&known| known == lower) {
            return Some(Named::Plain(index));
        }
        let (stem, unit) = lower.rsplit_once('_')?;
        let index = self.timed.iter().position(|&known| known == stem)?;
        TIME_UNITS.iter().find(|known| known.is(unit)).map(|unit| Named::Timed(index, unit))
    }

    fn unknown(&self, name: &str) -> String {
        let lower = name.to_lowercase();
        for (separators, found) in [([';', ';'], "semicolons"), ([' ', '\t'], "blanks")] {
            let mut parts = lower.split(separators);
            if parts.any(|part| matches!(self.find(part.trim()), Some(Named::Timed(..)))) {
                return format!("the columns are separated by {found}; separate them by commas");
            }
        }
        let timed =
            self.timed.iter().flat_map(|stem| TIME_UNITS.iter().map(move |unit| format!("{stem}_{}", unit.symbol)));
        let all: Vec<String> = self.plain.iter().map(|&plain| plain.to_owned()).chain(timed).collect();
        let nearest = suggest::nearest(name, all.iter().map(String::as_str)).map(short);
        let units = TIME_UNITS.map(|unit| unit.symbol).join(", ");
        let listed = self.plain.iter().map(|&plain| plain.to_owned());
        let listed: Vec<String> = listed.chain(self.timed.iter().map(|stem| format!("{stem}_UNIT"))).collect();
        let known = format!("{}, where UNIT is one of {units}", listed.join(", "));
        unknown_column(name, nearest.as_deref(), &known)
    }
}

/// The fault of a column with an unknown name.
pub(super) fn unknown_column(name: &str, nearest: Option<&str>, known: &str) -> String {
    format!("unknown column `{}`; {}the columns are {known}", short(name), suggest::did_you_mean(nearest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: Names = Names { plain: &["depth", "run"], timed: &["time", "round_trip"] };

    #[test]
    fn names_end_in_units() {
        assert_eq!(NAMES.read("Depth"), Ok(Named::Plain(0)));
        for (name, index, symbol) in [
            ("time_s", 0, "s"),
            ("time_ms", 0, "ms"),
            ("time_\u{b5}s", 0, "us"),
            ("time_usec", 0, "us"),
            ("round_trip_ns", 1, "ns"),
            ("TIME_PS", 0, "ps"),
            ("time_cycles", 0, "cycles"),
            ("time_seconds", 0, "s"),
        ] {
            let Ok(Named::Timed(found, unit)) = NAMES.read(name) else { panic!("{name}") };
            assert_eq!((found, unit.symbol), (index, symbol), "{name}");
        }
    }

    #[test]
    fn other_names_are_faults_with_a_way_out() {
        let message = |name: &str| NAMES.read(name).expect_err(name);
        assert_eq!(
            message("dept"),
            "unknown column `dept`; did you mean `depth`? the columns are depth, run, time_UNIT, round_trip_UNIT, \
             where UNIT is one of s, ms, us, ns, ps, cycles"
        );
        assert!(message("time_sx").contains("did you mean `time_s`?"));
        assert!(message("time (us)").contains("did you mean `time_us`?"));
        assert!(message("bandwidth").starts_with("unknown column `bandwidth`; the columns are"));
        assert!(message("time").contains("does not say its unit; name it `time_us`"));
        assert!(message("depth;time_s").contains("separated by semicolons"));
        assert!(message("depth\ttime_s").contains("separated by blanks"));
        assert!(message("").starts_with("unknown column ``"));
    }
}
