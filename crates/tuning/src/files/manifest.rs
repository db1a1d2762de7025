//! The manifest of a folder of tuning files, read: what each rule is meant to do.

use crate::library::{Earliest, Form, Library, Range, Rule, Rules, Setting, algorithms};
use logpine_models::job::{MpiCollective, Word};
use logpine_text::units::Time;
use serde::{Deserialize, Serialize};
use serde_with_macros::skip_serializing_none;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The content of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The library.
    pub library: Library,
    /// The rules of each collective. The fanouts that variables set are in the settings.
    pub tables: Vec<Rules>,
}

/// The reason why a text is no manifest.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoManifest(String);

/// The refusal of a name that is not known.
fn unknown(fault: String) -> NoManifest {
    NoManifest(fault + "; write the folder again with this version")
}

#[derive(Deserialize)]
struct ManifestJson {
    library: String,
    collectives: Vec<CollectiveJson>,
}

#[derive(Deserialize)]
struct CollectiveJson {
    collective: String,
    #[serde(default)]
    variables: BTreeMap<String, u64>,
    rules: Vec<RuleJson>,
}

/// A rule in a manifest: first and last number of ranks and of bytes as the library counts them, the last null without an end.
#[derive(Debug, Serialize, Deserialize)]
pub struct RuleJson {
    ranks: (u64, Option<u64>),
    counted_bytes: (u64, Option<u64>),
    setting: Option<SettingJson>,
}

/// A setting in a manifest. The number and the tree tell readers what the name already says.
#[skip_serializing_none]
#[derive(Debug, Serialize, Deserialize)]
pub struct SettingJson {
    algorithm: Cow<'static, str>,
    number: Option<u64>,
    fanout: Option<u64>,
    segment: Option<u64>,
    tree: Option<Cow<'static, str>>,
    earliest: Option<EarliestJson>,
}

/// The numbers of an earliest tree: gap and delivery in ticks, of which only the ratio counts, and the most children of a rank.
#[derive(Debug, Serialize, Deserialize)]
struct EarliestJson {
    gap: u64,
    delivery: u64,
    most_children: Option<u64>,
}

impl From<Earliest> for EarliestJson {
    fn from(Earliest { gap, delivery, most }: Earliest) -> Self {
        Self { gap: gap.ticks(), delivery: delivery.ticks(), most_children: most }
    }
}

impl From<EarliestJson> for Earliest {
    fn from(EarliestJson { gap, delivery, most_children }: EarliestJson) -> Self {
        Self { gap: Time::from_ticks(gap), delivery: Time::from_ticks(delivery), most: most_children }
    }
}

impl From<&Rule> for RuleJson {
    fn from(rule: &Rule) -> Self {
        let ends = |range: Range| (range.least, range.most);
        let setting = rule.setting.as_ref().map(SettingJson::from);
        Self { ranks: ends(rule.ranks), counted_bytes: ends(rule.bytes), setting }
    }
}

impl From<&Setting> for SettingJson {
    fn from(setting: &Setting) -> Self {
        let native = setting.native;
        let tree = if let Form::Tree(tree) = native.form { Some(tree.name().into()) } else { None };
        Self {
            algorithm: native.name.into(),
            number: (native.number > 0).then_some(native.number),
            fanout: setting.fanout,
            segment: setting.segment,
            tree,
            earliest: setting.earliest.map(EarliestJson::from),
        }
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// `NoManifest` for other texts, and for names that are not known.
    pub fn read(source: &[u8]) -> Result<Self, NoManifest> {
        let ManifestJson { library, collectives } = serde_json::from_slice(source).map_err(|error| {
            NoManifest(format!("{error}; a manifest is what `logpine tune write` leaves as manifest.json"))
        })?;
        let library =
            Library::named(&library).ok_or_else(|| unknown(format!("the library `{library}` is not known")))?;
        let tables = collectives.into_iter().map(|table| rules(library, table)).collect::<Result<_, _>>()?;
        Ok(Self { library, tables })
    }

    /// The rules of a collective.
    #[must_use]
    pub fn rules(&self, collective: MpiCollective) -> Option<&Rules> {
        self.tables.iter().find(|rules| rules.collective == collective)
    }
}

fn rules(library: Library, table: CollectiveJson) -> Result<Rules, NoManifest> {
    let CollectiveJson { collective: name, variables, rules } = table;
    let collective = MpiCollective::ALL.into_iter().find(|collective| collective.name() == name);
    let collective = collective.ok_or_else(|| unknown(format!("the collective `{name}` is not known")))?;
    let setting = |SettingJson { algorithm, fanout, segment, earliest, .. }: SettingJson| {
        let Some(native) = algorithms(library, collective).find(|native| native.name == algorithm) else {
            let (collective, library) = (collective.name(), library.title());
            return Err(unknown(format!("{collective}: {library} has no algorithm `{algorithm}`")));
        };
        let variable = native.knobs.fanout.and_then(|fanout| variables.get(fanout.variable?).copied());
        Ok(Setting { native, fanout: variable.or(fanout), segment, earliest: earliest.map(Earliest::from) })
    };
    let range = |(least, most)| Range { least, most };
    let rule = |RuleJson { ranks, counted_bytes, setting: given }: RuleJson| {
        Ok(Rule { ranks: range(ranks), bytes: range(counted_bytes), setting: given.map(setting).transpose()? })
    };
    Ok(Rules { collective, rules: rules.into_iter().map(rule).collect::<Result<_, NoManifest>>()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{ "schema": 2, "library": "openmpi-4.1", "collectives": [ { "collective": "bcast",
        "variables": { "coll_tuned_bcast_algorithm_knomial_radix": 8 }, "rules": [
        { "ranks": [2, 7], "counted_bytes": [0, null], "setting": null },
        { "ranks": [8, null], "counted_bytes": [0, 1023], "setting": { "algorithm": "knomial", "segment": 512 } } ] } ] }"#;

    #[test]
    fn rules_come_back_with_the_fanouts_of_variables() {
        let manifest = Manifest::read(TEXT.as_bytes()).expect("a manifest");
        let rules = manifest.rules(MpiCollective::Bcast).expect("rules");
        assert_eq!(rules.rules[0].setting, None);
        let setting = rules.find(9, 1000).and_then(|rule| rule.setting).expect("a setting");
        assert_eq!((setting.native.number, setting.fanout, setting.segment), (7, Some(8), Some(512)));
        assert_eq!(rules.find(9, 1024), None);
        assert!(manifest.rules(MpiCollective::Reduce).is_none());
    }

    #[test]
    fn what_is_not_known_is_named() {
        let message =
            |from: &str, to: &str| Manifest::read(TEXT.replace(from, to).as_bytes()).expect_err("wrong").to_string();
        assert!(message("openmpi-4.1", "openmpi-9").contains("`openmpi-9`"));
        assert!(message("\"bcast\"", "\"cast\"").contains("`cast`"));
        assert!(message("\"knomial\"", "\"nomial\"").contains("Open MPI 4.1 has no algorithm `nomial`"));
        assert!(message("\"rules\"", "\"rule\"").contains("missing field"));
    }
}
