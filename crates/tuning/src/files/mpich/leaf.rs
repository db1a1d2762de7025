//! Leaves of selection files: an algorithm with its parameters.

use super::algorithms::{self, Algorithm};
use super::conditions::{Fact, Odd, number, without_blanks};
use super::path::Path;
use super::release::Release;
use crate::files::json_spans::{Member, Value};
use crate::files::suggestions::Suggestions;
use crate::library::{Library, Setting, named};
use logpine_models::job::MpiCollective;
use logpine_text::excerpt::short;
use logpine_text::fault::{Diagnostic, Faults};
use std::ops::Range;

/// The names of trees in files, in the order of the numbers that MPICH 4.0 takes for them.
pub const TREES: [&str; 3] = ["kary", "knomial_1", "knomial_2"];

/// The setting of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// An algorithm with its parameters.
    Setting(Setting),
    /// The non-blocking variant of the collective, which has rules of its own.
    NonBlocking,
    /// Something of which no setting of ours is the name.
    Other,
}

/// The parameters that say what runs.
#[derive(Clone, Copy, Debug, Default)]
struct Parameters {
    tree: Option<&'static str>,
    k: Option<u64>,
    chunk: Option<u64>,
}

/// The place of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The library.
    pub library: Library,
    /// The collective of the file.
    pub collective: &'static str,
    /// The collective of ours that it, or its blocking variant, is.
    pub ours: Option<MpiCollective>,
    /// The calls that come here.
    pub path: &'a Path,
}

/// Reads the leaf whose key is an algorithm, with its flaws.
pub fn read(member: &Member, place: Place<'_>, suggestions: &mut Suggestions, flaws: &mut Faults<'_>) -> Run {
    let release = Release::of(place.library);
    let key = without_blanks(&member.key);
    let span = || member.key_span.clone();
    let Some(name) = key.strip_prefix("algorithm=") else {
        let message =
            "compositions belong to the file of the device layer; in this one MPICH ends with `unrecognized key`";
        flaws.error(span(), "composition", message, "name an algorithm: `algorithm=MPIR_...`");
        return Run::Other;
    };
    if !member.value.is_object() {
        let message = "the parameters of an algorithm are no object: MPICH ends with an assertion as it reads the file";
        flaws.error(member.value.span.clone(), "no-object", message, "write `{}` if there are none");
    }
    let of_release = algorithms::named(name).find(|algorithm| algorithm.is_of(release));
    let Some(algorithm) = of_release else {
        flaws.add(span(), unknown(name, place, release, suggestions));
        return Run::Other;
    };
    if algorithm.collective != place.collective {
        let message = format!(
            "an algorithm of {}, not of {}: MPICH ends with an assertion at the first call that comes here",
            algorithm.collective, place.collective
        );
        flaws.error(span(), "other-collective", message, "name an algorithm of the collective");
        return Run::Other;
    }
    if algorithm.name.starts_with("inter_") && place.path.fact(Fact::Intra) == Some(true) {
        let message = "an algorithm between two groups of ranks, where the communicator has one";
        flaws.error(span(), "other-communicator", message, "name an algorithm with `intra`");
        return Run::Other;
    }
    if !algorithm.hidden.is_empty() {
        let message = format!(
            "{} needs {}, which selection files of {} cannot give: it takes what the memory happens to hold",
            algorithm.full_name,
            algorithm.hidden.replace(' ', " and "),
            release.title()
        );
        flaws.error(span(), "no-way-to-give", message, "name another algorithm");
    }
    if let Some(missing) = unmet(algorithm, place.path) {
        let message = format!(
            "{} is made for {missing}, and other calls come here, too: they end with an assertion or go wrong",
            algorithm.full_name
        );
        flaws.warning(span(), "unguarded", message, "keep other calls away by a condition");
    }
    let parameters = parameters(member, algorithm, release, suggestions, flaws);
    run(algorithm, parameters, place)
}

/// The flaw of a name that is no algorithm of the release.
fn unknown(name: &str, place: Place<'_>, release: Release, suggestions: &mut Suggestions) -> Diagnostic {
    let ends = "MPICH ends with `unrecognized key` as it reads the file";
    if algorithms::named(name).next().is_some() {
        let message = format!("{} has no algorithm {}: {ends}", release.title(), short(name));
        return Diagnostic::error("other-release", message, "name an algorithm that this release has");
    }
    let of_release = algorithms::all().iter().filter(|of| of.collective == place.collective && of.is_of(release));
    let meant = suggestions.near(name, of_release.map(|of| of.full_name));
    let message = format!("unknown algorithm {}: {ends}{meant}", short(name));
    Diagnostic::error("unknown-algorithm", message, "name an algorithm that the release has")
}

/// The needs of an algorithm that the calls reaching it may lack.
fn unmet(algorithm: &Algorithm, path: &Path) -> Option<&'static str> {
    let needs = [
        (algorithms::POWER_OF_TWO, path.known(Fact::PowerOfTwo) == Some(true), "powers of two of ranks"),
        (algorithms::BUILT_IN, path.fact(Fact::BuiltIn) == Some(true), "operators of MPI"),
        (
            algorithms::ENOUGH_ELEMENTS,
            path.fact(Fact::FewElements) == Some(false),
            "as many elements as ranks, or nearly so (`count<pow2` taken by another branch)",
        ),
        (algorithms::COMMUTATIVE, path.fact(Fact::Commutative) == Some(true), "commutative operators"),
        (algorithms::APART, path.fact(Fact::InPlace) == Some(false), "buffers other than MPI_IN_PLACE"),
        (algorithms::IN_PLACE, path.fact(Fact::InPlace) == Some(true), "MPI_IN_PLACE"),
        (algorithms::REGULAR, path.fact(Fact::Regular) == Some(true), "blocks of one size"),
        (algorithms::HIERARCHY, path.is_parent(), "communicators of several nodes (`comm_hierarchy=parent`)"),
    ];
    needs.into_iter().find(|(need, is_met, _)| algorithm.needs & need != 0 && !is_met).map(|(.., words)| words)
}

/// Reads the parameters of an algorithm.
fn parameters(
    member: &Member,
    algorithm: &Algorithm,
    release: Release,
    suggestions: &mut Suggestions,
    flaws: &mut Faults<'_>,
) -> Parameters {
    let mut found = Parameters::default();
    let mut given = Vec::new();
    for parameter in member.value.members() {
        let key = without_blanks(&parameter.key);
        let (name, text) = key.split_once('=').unwrap_or((&key, ""));
        let span = parameter.key_span.clone();
        if !key.contains('=') || algorithm.parameters().all(|(known, _)| known != name) {
            let meant = suggestions.near(name, algorithm.parameters().map(|(known, _)| known));
            let message =
                format!("{} takes no parameter {}: MPICH skips it in silence{meant}", algorithm.full_name, short(name));
            flaws.error(span, "unknown-parameter", message, "remove it, or write a parameter of the algorithm");
            continue;
        }
        given.push(name.to_owned());
        if name == "tree_type" {
            found.tree = tree(text, release, &span, flaws);
            continue;
        }
        if name == "ccl" {
            continue;
        }
        let (value, odd) = number(text);
        if let Some(odd) = odd {
            flaws.add(span.clone(), odd_number(&key, value, odd));
        }
        match name {
            "k" | "scatterv_k" | "allgatherv_k" if value < 1 => {
                let message = format!("{name} is {value}: the call ends with a division by zero or worse");
                flaws.error(span, "bad-radix", message, "write 2 or more");
            }
            "k" => found.k = u64::try_from(value).ok(),
            "chunk_size" => {
                found.chunk = u64::try_from(value).ok().filter(|&chunk| chunk > 0);
                if value <= 0 && algorithm.name != "intra_tsp_tree" && algorithm.name != "intra_tree" {
                    let message = format!("chunk_size is {value}: messages go whole, without a pipeline");
                    flaws.warning(span, "no-pipeline", message, "write the bytes of a segment");
                }
            }
            _ => {}
        }
    }
    for (name, must) in algorithm.parameters() {
        if must && given.iter().all(|given| given != name) {
            let effect = match name {
                "k" => "often 0, and the call ends with a division by zero",
                "tree_type" => "often a k-ary tree, or a tree that there is not, and the call fails",
                _ => "it runs with that",
            };
            let message = format!("no {name}: MPICH takes what the memory happens to hold, {effect}");
            flaws.error(member.key_span.clone(), "missing-parameter", message, "give all parameters");
        }
    }
    let is_ary = found.tree.is_none_or(|tree| tree == "kary") && given.iter().any(|given| given == "tree_type");
    if found.k == Some(1) && !is_ary {
        let message = "k is 1, which only k-ary trees take: the call ends with an assertion, or never";
        flaws.error(member.key_span.clone(), "bad-radix", message, "write 2 or more");
    }
    found
}

/// The flaw of a number that is none.
pub fn odd_number(key: &str, value: i64, odd: Odd) -> Diagnostic {
    let key = short(key);
    match odd {
        Odd::Rest => {
            let message = format!("{key} has no plain number: MPICH reads {value}");
            Diagnostic::error("odd-number", message, "write digits only, without units")
        }
        Odd::TooLarge => {
            let message = format!("the number of {key} is too large: MPICH reads {value}");
            Diagnostic::error("odd-number", message, "write at most 2147483647, or `=any`")
        }
    }
}

/// The tree of a `tree_type` as the release reads it.
fn tree(text: &str, release: Release, span: &Range<usize>, flaws: &mut Faults<'_>) -> Option<&'static str> {
    let named = TREES.into_iter().find(|tree| *tree == text);
    if release == Release::R40 {
        let (value, odd) = number(text);
        let numbered = usize::try_from(value).ok().and_then(|value| TREES.get(value).copied());
        match (odd, numbered) {
            (None, Some(tree)) => return Some(tree),
            (Some(_), _) => {
                let message = "MPICH 4.0 takes trees by number: a name is read as 0, a k-ary tree, in silence";
                flaws.error(span.clone(), "tree-by-name", message, "0 is kary, 1 knomial_1, 2 knomial_2");
            }
            (None, None) => {
                let message = format!("there is no tree {value}: the call fails");
                flaws.error(span.clone(), "unknown-tree", message, "0 is kary, 1 knomial_1, 2 knomial_2");
            }
        }
        return None;
    }
    if named.is_none() {
        let (code, message) = if text.starts_with("topology_") {
            ("tree-of-topology", format!("files do not take {}: it is read as kary, in silence", short(text)))
        } else if !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit()) {
            ("tree-by-number", "from 4.3 on trees go by name: a number is read as kary, in silence".to_owned())
        } else {
            ("unknown-tree", format!("unknown tree {}: it is read as kary, in silence", short(text)))
        };
        let hint = if code == "tree-of-topology" {
            "set such trees by variables, without a file"
        } else {
            "write kary, knomial_1 or knomial_2"
        };
        flaws.error(span.clone(), code, message, hint);
    }
    named
}

/// The form in which an algorithm runs.
fn run(algorithm: &Algorithm, parameters: Parameters, place: Place<'_>) -> Run {
    let Some(ours) = place.ours else { return Run::Other };
    let find = |name: &str| named(place.library, ours, name);
    let (fanout, segment) = (parameters.k, parameters.chunk);
    let by_tree = |prefix: &str| parameters.tree.and_then(|tree| find(&format!("{prefix}{tree}")));
    let setting = match algorithm.name {
        "allcomm_nb" => return Run::NonBlocking,
        "intra_tsp_tree" | "intra_pipelined_tree" if algorithm.needs == 0 => {
            by_tree("").map(|native| Setting { fanout, segment, ..Setting::plain(native) })
        }
        "intra_tree" if algorithm.collective == "bcast" => {
            by_tree("").map(|native| Setting { fanout, segment, ..Setting::plain(native) })
        }
        "intra_tree" => by_tree("tree_").map(|native| Setting { fanout, segment, ..Setting::plain(native) }),
        "intra_tsp_ring" => find("kary").map(|native| Setting { fanout: Some(1), segment, ..Setting::plain(native) }),
        "intra_k_dissemination" if fanout == Some(2) => find("dissemination").map(Setting::plain),
        name => {
            let name = name.strip_prefix("intra_").unwrap_or("");
            let name = name.strip_prefix("sched_").unwrap_or(name);
            find(name).map(|native| Setting {
                fanout: native.knobs.fanout.and(fanout),
                segment: None,
                ..Setting::plain(native)
            })
        }
    };
    setting.map_or(Run::Other, Run::Setting)
}

/// True if an object is a leaf.
pub fn is_leaf(value: &Value) -> bool {
    value.members().iter().any(is_algorithm)
}

/// True for a member that makes its object a leaf.
pub fn is_algorithm(member: &Member) -> bool {
    let key = without_blanks(&member.key);
    key.starts_with("algorithm=") || key.starts_with("composition=")
}
