//! Selection files: every flaw in its place, files that are written, and what is read from them again.

mod faults;
mod read;
mod written;

use super::algorithms;
use super::release::Release;
use super::{check, collectives, selection};
use crate::library::{ELEMENT, Library, Range, Rule, Rules, Setting, default_of, name_in_files, named, undetermined};
use logpine_models::job::MpiCollective::{self, Allgather, Allreduce, Alltoall, Bcast, Gather, Reduce};
use logpine_text::unwritable::Unwritable;
use proptest::prelude::*;
use std::path::Path;

const MPICH: [Library; 3] = [Library::Mpich40, Library::Mpich43, Library::Mpich5];
const BINOMIAL: &str = "{\"algorithm=MPIR_Bcast_intra_binomial\":{}}";

/// A file with an algorithm for every collective, one a line from the second on, except for those given.
fn base(library: Library, given: &[(&str, &str)]) -> String {
    let release = Release::of(library);
    let lines = collectives::ALL.into_iter().map(|collective| {
        let is_simple = |name: &str| name.starts_with("intra_") || name.starts_with("allcomm_");
        let simple = algorithms::all().iter().find(|of| {
            of.collective == collective
                && of.is_of(release)
                && is_simple(of.name)
                && (of.needs, of.hidden, of.parameters().count()) == (0, "", 0)
        });
        let leaf = |name: &str| format!("{{\"algorithm={name}\":{{}}}}");
        let by_place = || {
            let name = format!("MPIR_{}{}_intra_sched", collective[..1].to_uppercase(), &collective[1..]);
            let (own, apart) = (leaf(&format!("{name}_inplace")), leaf(&format!("{name}_blocked")));
            format!("{{\"is_sendbuf_inplace=yes\":{own},\"is_sendbuf_inplace=no\":{apart}}}")
        };
        let own = given.iter().find(|(name, _)| *name == collective).map(|(_, text)| (*text).to_owned());
        let text = own.or_else(|| simple.map(|of| leaf(of.full_name))).unwrap_or_else(by_place);
        format!("\"collective={collective}\": {text}")
    });
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

/// The faults of a text as their codes and places.
fn faults(text: &str, library: Library) -> Vec<(&'static str, usize, usize)> {
    let report = check(text.as_bytes(), library);
    assert_eq!(report.content.is_none(), report.faults.errors() > 0);
    report
        .faults
        .iter()
        .map(|fault| (fault.code(), fault.place.position().line, fault.place.position().column))
        .collect()
}

/// Asserts that a file whose text has a mark has one fault, at the mark.
fn assert_fault(text: &str, library: Library, code: &str) {
    let at = text.find('\u{a7}').expect("a mark");
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
    let text = text.replace('\u{a7}', "");
    let shown = check(text.as_bytes(), library).faults.rendered(text.as_bytes(), Path::new("file"));
    assert_eq!(faults(&text, library), [(code, line, column)], "{code}: {shown}");
}

fn rule(library: Library, collective: MpiCollective, ranks: (u64, u64), bytes: Range, setting: Named) -> Rule {
    let native = named(library, collective, setting.name).expect("there");
    let setting = Setting { fanout: setting.k, segment: setting.segment, ..Setting::plain(native) };
    Rule { ranks: Range { least: ranks.0, most: Some(ranks.1) }, bytes, setting: Some(setting) }
}

/// A setting by its name.
#[derive(Clone, Copy, Debug)]
struct Named {
    name: &'static str,
    k: Option<u64>,
    segment: Option<u64>,
}

impl Named {
    const fn plain(name: &'static str) -> Self {
        Self { name, k: None, segment: None }
    }

    const fn tree(name: &'static str, k: u64, segment: Option<u64>) -> Self {
        Self { name, k: Some(k), segment }
    }
}
