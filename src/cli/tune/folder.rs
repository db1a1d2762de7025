//! The files of a folder that `tune write` makes.

use crate::answer::{Tuning, Wave};
use crate::cli::input;
use crate::cli::outcome::{Step, bad_input};
use crate::report::file::warned_in_comments;
use crate::report::tuning::{Companion, TuningSubject, manifest, readme};
use anyhow::anyhow;
use logpine_text::input::InputLimit;
use logpine_text::shell_word::quoted;
use logpine_tuning::files::{Manifest, impi, mpich, openmpi, shim, ucc};
use logpine_tuning::library::{Library, Maker, Rules};
use std::path::Path;

/// Variables to read into the shell that starts the ranks.
pub const ENVIRONMENT: &str = "environment.sh";
/// The settings of Open MPI.
pub const PARAMS: &str = "mca-params.conf";
/// The rules of MPICH.
pub const SELECTION: &str = "selection.json";

/// The manifest.
pub const MANIFEST: &str = "manifest.json";

/// Reads a manifest.
pub fn read_manifest(path: &Path) -> Step<Manifest> {
    let source = input::read(path, InputLimit::of_text("manifest", 256 << 20))?;
    Manifest::read(&source).map_err(|error| bad_input(anyhow!("{}: {error}", path.display())))
}

/// The file of Open MPI's rules.
pub fn rules_name(library: Library) -> &'static str {
    if library == Library::OpenMpi6 { "rules.json" } else { "rules.conf" }
}

/// A file and its contents.
pub struct Content {
    /// The name in the folder.
    pub name: String,
    /// The text.
    pub text: String,
    /// The purpose, in a line.
    purpose: &'static str,
}

impl Content {
    fn new(name: &str, purpose: &'static str, text: String) -> Self {
        Self { name: name.to_owned(), text, purpose }
    }
}

/// All files for some tables; `folder` is their absolute place.
pub fn files(subject: &TuningSubject, folder: &Path, base: Option<&Path>, has_wave: bool) -> Step<Vec<Content>> {
    let rules: Vec<Rules> = subject.tables.iter().map(|table| table.rules.clone()).collect();
    let warnings = subject.warnings();
    let mut files = match subject.library.maker() {
        Maker::OpenMpi => open_mpi(subject, folder, &rules, &warnings),
        Maker::Mpich => of_mpich(subject.library, folder, base, &rules)?,
        Maker::Ucc => vec![environment(ucc::write(&rules).map_err(bad_input)?)],
        Maker::Impi => vec![environment(impi::write(&rules, one_rank_count(subject.tables)).map_err(bad_input)?)],
        Maker::Shim => of_shim(subject, folder, &rules, &warnings)?,
    };
    if has_wave {
        files.extend(waves(subject, folder)?);
    }
    for file in &mut files {
        if [".sh", PARAMS].iter().any(|end| file.name.ends_with(end)) {
            file.text.insert_str(0, &warned_in_comments("#", &warnings));
        }
    }
    files.push(Content::new(MANIFEST, "what each rule is meant to do, for `logpine tune verify`", manifest(subject)));
    let companion = |file: &Content| Companion { name: file.name.clone(), purpose: file.purpose };
    let companions: Vec<Companion> = files.iter().map(companion).collect();
    let text = readme(subject, &folder.to_string_lossy(), &companions);
    files.push(Content::new("README.md", "this page", text));
    Ok(files)
}

fn environment(text: String) -> Content {
    Content::new(ENVIRONMENT, "variables to read into the shell that starts the ranks", text)
}

fn open_mpi(subject: &TuningSubject, folder: &Path, rules: &[Rules], warnings: &[String]) -> Vec<Content> {
    let library = subject.library;
    let name = rules_name(library);
    let warnings = in_lines(warnings);
    let comment = format!("{} on {}, by logpine\n{warnings}", library.title(), subject.machine);
    let radix = subject.tables.iter().find_map(|table| table.variables.first()).map(|&(_, value)| value);
    let path = folder.join(name);
    let params = openmpi::params(library, &path.to_string_lossy(), radix);
    vec![
        Content::new(name, "the rules", openmpi::rules_file(library, rules, &comment)),
        Content::new(PARAMS, "the settings under which the rules count, for ~/.openmpi", params.clone()),
        environment(exports(&params)),
    ]
}

/// A line for each warning.
fn in_lines(warnings: &[String]) -> String {
    warnings.iter().flat_map(|words| ["warning: ", words, "\n"]).collect()
}

/// Settings as variables.
fn exports(params: &str) -> String {
    let line = |line: &str| match line.split_once('=').filter(|_| !line.trim_start().starts_with('#')) {
        None => line.to_owned(),
        Some((name, value)) => {
            format!("export OMPI_MCA_{}={}", name.trim(), quoted(value.trim()).unwrap_or_default())
        }
    };
    params.lines().map(line).fold(String::new(), |text, line| text + &line + "\n")
}

fn of_mpich(library: Library, folder: &Path, base: Option<&Path>, rules: &[Rules]) -> Step<Vec<Content>> {
    let base = base.ok_or_else(|| bad_input(anyhow!("--base is missing")))?;
    let text = input::read(base, InputLimit::TUNING)?;
    let text = String::from_utf8(text).map_err(|_| bad_input(anyhow!("{} is not text", base.display())))?;
    let selection = mpich::selection(library, &text, rules).map_err(bad_input)?;
    let path = folder.join(SELECTION);
    Ok(vec![
        Content::new(SELECTION, "the release's choices, with the rules put into them", selection),
        environment(mpich::write(library, &path.to_string_lossy())),
    ])
}

fn of_shim(subject: &TuningSubject, folder: &Path, rules: &[Rules], warnings: &[String]) -> Step<Vec<Content>> {
    if folder.to_string_lossy().contains(|letter: char| letter.is_whitespace() || letter == ':') {
        let shown = folder.display();
        return Err(bad_input(anyhow!(
            "LD_PRELOAD ends a path at a blank or a colon, and {shown} has one: choose another --output for the shim"
        )));
    }
    let warnings = in_lines(warnings);
    let comment =
        format!("Collectives for {}, chosen by logpine {}.\n{warnings}", subject.machine, env!("CARGO_PKG_VERSION"));
    Ok(vec![
        Content::new(
            "logpine-shim.c",
            "the functions to load before the library",
            shim::source(rules, &comment).map_err(bad_input)?,
        ),
        Content::new("self-check.c", "a program that checks the results of collectives", shim::self_check(rules)),
    ])
}

/// The variables and the coordinates by which MPICH builds the earliest tree for the smallest messages itself, for broadcasts
/// and reductions of all sizes.
fn waves(subject: &TuningSubject, folder: &Path) -> Step<Vec<Content>> {
    let name = "coordinates.txt";
    let path = folder.join(name);
    let mut text = String::new();
    let mut most = 0;
    for table in subject.tables {
        let (collective, Some(Wave { overhead, latency })) = (table.rules.collective, table.wave) else { continue };
        let wave = mpich::Wave { overhead: overhead.ticks(), latency: latency.ticks() };
        let lines = mpich::wave(subject.library, collective, wave, &path.to_string_lossy()).map_err(bad_input)?;
        // What both collectives need stands once.
        for line in lines.lines().filter(|line| !text.lines().any(|before| before == *line)).collect::<Vec<_>>() {
            text = text + line + "\n";
        }
        let ranks = table.cells.iter().map(|cell| cell.ranks).max().unwrap_or(0);
        most = most.max(u32::try_from(ranks).unwrap_or(u32::MAX));
    }
    if most == 0 {
        return Err(bad_input(anyhow!(
            "--wave needs broadcasts or reductions under a model of messages that are delivered after two of their gaps"
        )));
    }
    Ok(vec![
        Content::new(
            "wave.sh",
            "instead of environment.sh: one tree for all sizes, the earliest for the smallest",
            text,
        ),
        Content::new(name, "places of ranks, which wave.sh needs", mpich::coordinates(most)),
    ])
}

/// The number of ranks, if there is one only.
fn one_rank_count(tables: &[Tuning]) -> Option<u64> {
    let mut counts = tables.iter().flat_map(|table| &table.cells).map(|cell| cell.ranks);
    let first = counts.next()?;
    counts.all(|ranks| ranks == first).then_some(first)
}
