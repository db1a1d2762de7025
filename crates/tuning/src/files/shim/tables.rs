//! The tables of the shim: its rules and trees in C.

use super::MOST_RANKS;
use crate::library::{Form, Rule, Rules, Setting, Tree, name_in_files};
use logpine_models::job::MpiCollective;
use logpine_text::unwritable::Unwritable;
use std::fmt::Write as _;

/// Rules of which every call would go to the library.
const NO_RULE: &str = "no rule says anything but the library's choice: ask for other ranks, sizes or collectives";

/// The tables for rules.
pub fn tables(all: &[Rules]) -> Result<String, Unwritable> {
    let mut trees = Trees::default();
    let mut rows = String::new();
    let mut count = 0;
    for Rules { collective, rules } in all {
        // A table among other ranks than those of a rule is needed nowhere.
        for rule in rules {
            let Some(setting) = rule.setting else { continue };
            rows += &row(*collective, rule, &setting, &mut trees)?;
            count += 1;
        }
    }
    if count == 0 {
        return Unwritable::new(NO_RULE);
    }
    let (parents, trees) = trees.written();
    let rules = format!("static const struct rule rules[] = {{\n{rows}}};\n\n#define RULES {count}\n");
    Ok(parents + &trees + &rules)
}

fn row(collective: MpiCollective, rule: &Rule, setting: &Setting, trees: &mut Trees) -> Result<String, Unwritable> {
    let most = rule.ranks.most.unwrap_or(u64::MAX);
    if most > MOST_RANKS {
        let most = format!("{most} ranks, and the shim's trees have at most {MOST_RANKS}");
        return Unwritable::new(format!("{most}: ask for fewer ranks"));
    }
    let none = || Unwritable(format!("the shim has no {setting}; the rules are those of another library"));
    let (algorithm, tree) = algorithm(setting, most).ok_or_else(none)?;
    let tree = tree.map_or(-1, |tree| i64::try_from(trees.index(tree)).unwrap_or(-1));
    let (ranks, bytes) = (rule.ranks, rule.bytes);
    let last =
        bytes.most.and_then(|most| i64::try_from(most).ok()).map_or("INT64_MAX".to_owned(), |most| most.to_string());
    let first = i64::try_from(bytes.least).unwrap_or(i64::MAX);
    let (name, segment) = (constant(collective), setting.segment.unwrap_or(0));
    Ok(format!(
        "    {{{name}, {}, {most}, {first}, {last}, {algorithm}, {tree}, {segment},\n     \"{} of {} to {most} ranks, {}: {setting}\"}},\n",
        ranks.least,
        collective.name(),
        ranks.least,
        match bytes.most {
            None => format!("from {} B", bytes.least),
            Some(last) => format!("{} to {last} B", bytes.least),
        },
    ))
}

/// The name of a collective in the run-time.
pub(super) fn constant(collective: MpiCollective) -> String {
    name_in_files(collective).to_ascii_uppercase()
}

const BINOMIAL: InC = InC::KNomial(2);

/// The run-time's algorithm for a setting, and its tree, if it has one; `None` if it is not the shim's.
fn algorithm(setting: &Setting, most_ranks: u64) -> Option<(&'static str, Option<InC>)> {
    if let Form::Tree(tree) = setting.native.form {
        let tree = match tree {
            Tree::Flat => InC::Flat,
            Tree::Pipeline => InC::Chain,
            Tree::KNomial => InC::KNomial(setting.fanout?),
            Tree::Earliest => InC::Table(setting.earliest?.parents(u32::try_from(most_ranks).ok()?)),
            _ => return None,
        };
        return Some(("TREE", Some(tree)));
    }
    Some(match (setting.native.name, setting.native.collective) {
        ("linear", MpiCollective::Alltoall) => ("LINEAR", None),
        ("linear", _) => ("TREE", Some(InC::Flat)),
        ("binomial" | "gather-then-bcast" | "reduce-then-scatter" | "reduce-then-bcast", _) => ("TREE", Some(BINOMIAL)),
        ("n-block", _) => ("N_BLOCK", None),
        ("two-tree", _) => ("TWO_TREE", None),
        ("ring", _) => ("RING", None),
        ("recursive-doubling", _) => ("DOUBLING", None),
        ("recursive-halving" | "rabenseifner", _) => ("HALVING", None),
        ("k-nomial", _) => ("MULTIPLYING", Some(InC::KNomial(setting.fanout?))),
        ("bruck", _) => ("BRUCK", None),
        ("circulant", _) => ("CIRCULANT", None),
        ("pairwise", _) => ("PAIRWISE", None),
        ("dissemination", _) => ("DISSEMINATION", None),
        ("scatter-ring", _) => ("SCATTER_RING", Some(BINOMIAL)),
        ("scatter-doubling", _) => ("SCATTER_DOUBLING", Some(BINOMIAL)),
        ("scatter-bruck", _) => ("SCATTER_BRUCK", Some(BINOMIAL)),
        ("ring-gather", _) => ("RING_GATHER", Some(BINOMIAL)),
        ("halving-gather", _) => ("HALVING_GATHER", Some(BINOMIAL)),
        ("circulant-gather", _) => ("CIRCULANT_GATHER", Some(BINOMIAL)),
        _ => return None,
    })
}

/// A tree as the run-time has it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum InC {
    Chain,
    Flat,
    KNomial(u64),
    /// The parents of vertices in the order in which they are reached.
    Table(Vec<u32>),
}

/// The trees of all rules, each once.
#[derive(Default)]
struct Trees(Vec<InC>);

impl Trees {
    /// The place of a tree. A table serves for all that it begins with.
    fn index(&mut self, tree: InC) -> usize {
        for (place, known) in self.0.iter_mut().enumerate() {
            let serves = match (&*known, &tree) {
                (InC::Table(known), InC::Table(new)) => known.starts_with(new) || new.starts_with(known),
                (known, new) => known == new,
            };
            if serves {
                if let (InC::Table(known), InC::Table(new)) = (known, tree)
                    && new.len() > known.len()
                {
                    *known = new;
                }
                return place;
            }
        }
        self.0.push(tree);
        self.0.len() - 1
    }

    /// The tables of parents, and the list of the trees.
    fn written(&self) -> (String, String) {
        let (mut parents, mut list) = (String::new(), String::from("static const struct tree trees[] = {\n"));
        for (place, tree) in self.0.iter().enumerate() {
            let _ = match tree {
                InC::Chain => writeln!(list, "    {{CHAIN, 0, 0, NULL}},"),
                InC::Flat => writeln!(list, "    {{FLAT, 0, 0, NULL}},"),
                InC::KNomial(k) => writeln!(list, "    {{K_NOMIAL, {k}, 0, NULL}},"),
                InC::Table(of) => {
                    parents += &table(place, of);
                    writeln!(list, "    {{TABLE, 0, {}, parents_{place}}},", of.len())
                }
            };
        }
        // A file without trees has one all the same, since C has no empty arrays.
        if self.0.is_empty() {
            list += "    {FLAT, 0, 0, NULL},\n";
        }
        (parents, list + "};\n\n")
    }
}

fn table(place: usize, parents: &[u32]) -> String {
    let mut text = format!("static const uint16_t parents_{place}[] = {{\n");
    for line in parents.chunks(24) {
        let numbers: Vec<String> = line.iter().map(u32::to_string).collect();
        let _ = writeln!(text, "    {},", numbers.join(", "));
    }
    text + "};\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Earliest, Library, Range, algorithms};
    use logpine_text::units::Time;

    fn rules(collective: MpiCollective, settings: Vec<Setting>, most: u64) -> Rules {
        let rule = |setting| Rule {
            ranks: Range { least: 2, most: Some(most) },
            bytes: Range { least: 0, most: Some(1023) },
            setting: Some(setting),
        };
        Rules { collective, rules: settings.into_iter().map(rule).collect() }
    }

    #[test]
    fn every_algorithm_of_the_shim_has_a_row() {
        for collective in MpiCollective::ALL {
            for native in algorithms(Library::Shim, collective) {
                let of = |ticks| Time::from_ticks(ticks);
                let earliest = Earliest { gap: of(2), delivery: of(5), most: None };
                let setting = Setting { fanout: Some(3), earliest: Some(earliest), ..Setting::plain(native) };
                let text = tables(&[rules(collective, vec![setting], 9)]).expect("a row");
                assert!(text.contains(&format!("{{{}, 2, 9, 0, 1023, ", constant(collective))), "{text}");
            }
        }
    }

    #[test]
    fn trees_stand_once_and_tables_serve_for_their_beginnings() {
        let native = algorithms(Library::Shim, MpiCollective::Bcast).find(|native| native.name == "earliest");
        let native = native.expect("known");
        let of = |gap, delivery, most| {
            let earliest = Earliest { gap: Time::from_ticks(gap), delivery: Time::from_ticks(delivery), most };
            Setting { earliest: Some(earliest), ..Setting::plain(native) }
        };
        let short = rules(MpiCollective::Bcast, vec![of(2, 5, None), of(4, 10, None), of(1, 1, None)], 5);
        let long = rules(MpiCollective::Bcast, vec![of(2, 5, None)], 8);
        let text = tables(&[short, long]).expect("tables");
        assert!(text.contains("parents_0[] = {\n    0, 0, 0, 0, 1, 0, 1, 2,\n};"), "{text}");
        assert_eq!(
            (text.matches("TABLE, 0, 8, parents_0").count(), text.matches("parents_").count()),
            (1, 4),
            "{text}"
        );
    }

    #[test]
    fn what_makes_no_shim_is_refused() {
        let own = algorithms(Library::Shim, MpiCollective::Barrier).next().expect("one");
        let large = rules(MpiCollective::Barrier, vec![Setting::plain(own)], 1 << 16);
        assert!(tables(&[large]).is_err_and(|error| error.0.starts_with("65536 ranks, and the shim")));
        assert_eq!(tables(&[rules(MpiCollective::Bcast, vec![], 9)]), Unwritable::new(NO_RULE));
        let other = algorithms(Library::OpenMpi41, MpiCollective::Bcast).last().expect("one");
        let other = rules(MpiCollective::Bcast, vec![Setting::plain(other)], 9);
        assert!(tables(&[other]).is_err_and(|error| error.0.starts_with("the shim has no")));
    }
}
