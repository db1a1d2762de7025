//! A machine in one line: `logp:L=6us,o=2us,g=4us`, with several sections joined by `+`.

use super::Machine;
use super::reader::Read;
use logpine_text::suggest::{did_you_mean, nearest};
use logpine_text::text::{Text, Word};
use logpine_text::toml_string::quoted;
use std::fmt::Write as _;

/// The path that messages name.
const PATH: &str = "machine";

/// A symbol of the literature, and the key of a profile that means the same.
type Symbol = (&'static str, &'static str);

const LOGP: [Symbol; 6] = [
    ("L", "latency"),
    ("o", "overhead"),
    ("g", "gap"),
    ("os", "overhead_send"),
    ("or", "overhead_receive"),
    ("P", "ranks"),
];
const LOGGP: [Symbol; 4] = [LOGP[0], LOGP[1], LOGP[2], ("G", "gap_per_byte")];
const LOGGOPS: [Symbol; 6] =
    [LOGGP[0], LOGGP[1], LOGGP[2], LOGGP[3], ("O", "overhead_per_byte"), ("S", "rendezvous_above")];

/// The symbols of each section. The number counts the symbols that can be left out: `logp:6us,2us,4us` has the first three.
const SYMBOLS: [(&str, usize, &[Symbol]); 6] = [
    ("tan", 3, &[("L", "latency"), ("o", "overhead"), ("g", "gap"), ("C", "startup")]),
    (
        "overlay",
        2,
        &[("alpha", "latency"), ("child", "overhead_per_child"), ("t", "threads"), ("beta", "gap_per_byte")],
    ),
    ("alpha_beta", 2, &[("alpha", "alpha"), ("beta", "beta")]),
    ("logp", 3, &LOGP),
    ("loggp", 4, &LOGGP),
    ("loggops", 6, &LOGGOPS),
];

/// True for a text that describes a machine: it begins with a word and a colon, and gives a value.
pub(super) fn is_inline(text: &str) -> bool {
    let word = |name: &str| name.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_') && name.len() > 1;
    text.split_once(':').is_some_and(|(name, rest)| {
        let is_near = || nearest(name, Machine::SECTIONS.iter().copied()).is_some();
        word(name)
            && (Machine::SECTIONS.contains(&name)
                || !rest.starts_with(['/', '\\']) && (rest.contains('=') || is_near()))
    })
}

/// The profile in TOML that means the same as a text in one line.
///
/// # Errors
/// The first fault, with its place in the text: an unknown section, a value without a key, or a term of o(x) that is none.
pub(super) fn profile(text: &str) -> Read<String> {
    let source = Text::of(text, PATH);
    let unit = if text.contains("cycle") { "cycle" } else { "s" };
    let mut profile = format!("name = {}\nunit = \"{unit}\"\n", quoted(text));
    for section in sections(text) {
        let blanks = section.text.len() - section.text.trim_start().len();
        let section = Word { text: section.text.trim_start(), start: section.start + blanks };
        let (name, rest) = section.text.split_once(':').unwrap_or((section.text, ""));
        if !Machine::SECTIONS.contains(&name) {
            let known = Machine::SECTIONS;
            let meant = did_you_mean(nearest(name, known.iter().copied()));
            let span = section.start..section.start + name.len();
            return Err(
                source.error(span, format!("there is no section `{name}`; {meant}it is one of {}", known.join(", ")))
            );
        }
        let _ = writeln!(profile, "\n[{name}]");
        let rest = Word { text: rest, start: section.start + name.len() + 1 };
        for (place, item) in parts(rest, |rest| rest.starts_with(',')).into_iter().enumerate() {
            let (key, value) = pair(source, name, place, item)?;
            let _ = writeln!(profile, "{key} = {value}");
        }
    }
    Ok(profile)
}

/// The sections of a text: a `+` divides two if the name of one and a colon follow.
fn sections(text: &str) -> Vec<Word<'_>> {
    let begins = |rest: &str| {
        Machine::SECTIONS.iter().any(|name| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
    };
    parts(Word { text, start: 0 }, |rest| rest.strip_prefix('+').is_some_and(|rest| begins(rest.trim_start())))
}

/// The parts of a text. A letter outside of brackets divides two parts if `ends` holds for the text from there on.
fn parts(whole: Word<'_>, ends: impl Fn(&str) -> bool) -> Vec<Word<'_>> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0i32);
    for (at, letter) in whole.text.char_indices() {
        depth += i32::from("[{(".contains(letter)) - i32::from("]})".contains(letter));
        if depth == 0 && ends(&whole.text[at..]) {
            parts.push(Word { text: &whole.text[start..at], start: whole.start + start });
            start = at + letter.len_utf8();
        }
    }
    parts.push(Word { text: &whole.text[start..], start: whole.start + start });
    parts
}

/// The key and the value of an item, `L=6us` or, at its place among the symbols, `6us`.
fn pair(source: Text<'_>, section: &str, place: usize, item: Word<'_>) -> Read<(String, String)> {
    let (in_order, symbols) = SYMBOLS
        .iter()
        .find(|(name, ..)| *name == section)
        .map_or((0, &[][..]), |&(_, in_order, symbols)| (in_order, symbols));
    let named = item.text.split_once('=').filter(|(key, _)| !key.contains(['{', '[']));
    let (key, value) = match named {
        Some((key, value)) => (key.trim(), value.trim()),
        None => match symbols[..in_order].get(place) {
            Some(&(symbol, _)) if !item.text.trim().is_empty() => (symbol, item.text.trim()),
            _ => {
                return Err(source.error(item.span(), format!("this value has no key; {ITEM}")));
            }
        },
    };
    let key = symbols.iter().find(|(symbol, _)| *symbol == key).map_or(key, |&(_, key)| key);
    if key.is_empty() || !key.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_') {
        return Err(source.error(item.span(), format!("`{key}` is not a key; {ITEM}")));
    }
    let value = match value {
        _ if value.starts_with(['[', '{', '"'])
            || value.parse::<f64>().is_ok()
            || value == "true"
            || value == "false" =>
        {
            value.to_owned()
        }
        _ if section == "tan" && key == "overhead" => {
            formula(value).map_err(|fault| source.error(item.span(), fault))?
        }
        _ => quoted(value),
    };
    Ok((key.to_owned(), value))
}

/// How an item is written.
const ITEM: &str = "write KEY=VALUE, as in logp:L=6us,o=2us,g=4us";

/// The overhead o(x) as a table of its coefficients.
fn formula(text: &str) -> Result<String, String> {
    const TERMS: [(&str, &str); 4] =
        [("*x^2", "quadratic"), ("*x", "linear"), ("*ln(x)", "logarithmic"), ("", "constant")];
    let term = |term: &str| {
        let term = term.trim();
        let (end, key) = TERMS.into_iter().find(|(end, _)| term.ends_with(end))?;
        let value = term.strip_suffix(end)?.trim();
        (!value.is_empty() && !value.contains('*')).then(|| format!("{key} = {}", quoted(value)))
    };
    // A sign of an exponent divides no terms.
    let text = text.replace("e+", "e");
    let terms = text.split('+').map(|word| {
        term(word).ok_or_else(|| {
            format!("`{}` is not a term of o(x); write the overhead like 49.3us+0.783us*x+0.157us*x^2", word.trim())
        })
    });
    Ok(format!("{{ {} }}", terms.collect::<Result<Vec<_>, _>>()?.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::MachineError;
    use logpine_text::units::Clock;

    fn load(text: &str) -> Result<Machine, MachineError> {
        Machine::load(text)
    }

    #[test]
    fn symbols_names_and_places_mean_the_same() {
        let named = load("logp:latency=6us,overhead=2us,gap=4us").expect("a machine");
        for text in ["logp:L=6us,o=2us,g=4us", "logp:6us,2us,4us", "logp:6us,g=4us,o=2us"] {
            assert_eq!(load(text).expect(text).logp, named.logp, "{text}");
        }
        assert_eq!((named.name.as_str(), named.clock), ("logp:latency=6us,overhead=2us,gap=4us", Clock::Second));
        let lecture = load("alpha_beta:10 cycles,1cycle/B").expect("a machine");
        assert_eq!((lecture.clock, lecture.alpha_beta), (Clock::Cycle, load("lecture").expect("built in").alpha_beta));
        assert_eq!(
            load("alpha_beta:10us,10GB/s").expect("a rate").alpha_beta,
            load("alpha_beta:10us,0.1ns/B").expect("a rate").alpha_beta
        );
    }

    #[test]
    fn a_formula_and_several_sections_are_joined_by_plus() {
        let text =
            "tan:latency=98us,overhead=49.3us+0.783us*x+0.157us*x^2+loggops:L=1us,o=1us,g=1us,G=1ns/B,O=0ns/B,S=64KiB";
        let machine = load(text).expect("a machine");
        assert_eq!(machine.tan, load("cab").expect("built in").tan);
        assert_eq!(machine.sections(), ["tan", "loggops"]);
        assert_eq!(load(&text.replace("+loggops", " + loggops")).expect("blanks").loggops, machine.loggops);
        let ranged = load("alpha_beta:{ value = \"10us\", stderr = \"1us\" },10GB/s").expect("a range");
        assert!(ranged.alpha_beta.is_some_and(|of| of.alpha.uncertainty.is_some()));
        let exponent = load("tan:98us,49.3us+1e+1us*x").expect("an exponent");
        assert_eq!(exponent.tan, load("tan:98us,49.3us+10us*x").expect("a machine").tan);
        assert_eq!(
            load("overlay:5us,20us").expect("a machine").overlay,
            load("overlay:latency=5us,child=20us").expect("a machine").overlay
        );
    }

    #[test]
    fn faults_say_what_to_write() {
        for (text, fault) in [
            ("lgop:L=6us", "machine:1:1: there is no section `lgop`; did you mean `logp`?"),
            ("lgop:5us", "machine:1:1: there is no section `lgop`; did you mean `logp`?"),
            (
                "alpha_beta:10us,beta={ value = \"10GB/s\", stderr = \"1GB/s\" }",
                "`stderr` is a bandwidth; write it as a time per byte",
            ),
            ("logp:L=6us,o=2us", "[logp] has no `gap`; add it, like gap = \"4us\""),
            ("logp:L=6xs,o=2us,g=4us", "unknown unit `xs`"),
            ("logp:L=6us,o=2us,g=4us,1us,1us,8,9", "machine:1:24: this value has no key"),
            ("logp:L=6us,,g=4us", "machine:1:12: this value has no key; write KEY=VALUE, as in logp:L=6us,o=2us,g=4us"),
            ("tan:98us,2us*y", "`2us*y` is not a term of o(x)"),
            ("logp:Q=6us", "unknown key `Q` in [logp]"),
            ("logp:L=6us,L=7us", "duplicate key"),
            ("alpha_beta:10us,0GB/s", "`0GB/s` is too small a bandwidth"),
            ("alpha_beta:a b=10us", "`a b` is not a key"),
        ] {
            let error = load(text).expect_err(text).to_string();
            assert!(error.contains(fault), "{text}\n{error}");
        }
        assert!(matches!(load("cab:1"), Err(MachineError::UnknownMachine { .. })));
    }

    #[test]
    fn any_text_is_a_machine_or_a_fault() {
        for text in [
            "logp:",
            "tan:=",
            "logp:+logp:",
            "logp:L=[",
            "logp:L=\"",
            "logp:é=1us",
            "+logp:1us",
            "logp:L={a=1us,b}",
            "tan:o=+",
            "tan:o=*x",
        ] {
            assert!(load(text).is_err(), "{text}");
        }
    }
}
