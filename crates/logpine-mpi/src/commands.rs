//! The commands, as every rank executes them. Rank 0 says and writes the results.

use crate::args::{Collectives, Command, Compare, Measure, Messages, Question, Run};
use crate::call::call;
use crate::cells::{Asked, Cell, Executed, Families, Traffic};
use crate::compare::{compare, words};
use crate::failure::Failure;
use crate::files::{check_folder, check_free, csv_text, write};
use crate::messages;
use crate::place::Places;
use crate::probe::probe;
use crate::progress::Progress;
use crate::request::{Known, model_of, read_request};
use crate::shards::{self, Work, cells, has, listed};
use crate::share::from_root;
use crate::times::Repetitions;
use crate::wire::Wire;
use logpine::answer::Shard;
use logpine::machine::{Locality, Machine};
use logpine::request::Request;
use std::path::Path;

/// The words of a command at rank 0; none elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The result.
    pub out: String,
    /// Messages about it: warnings, files written.
    pub messages: Vec<String>,
}

/// Executes a command; all ranks call it.
///
/// # Errors
/// [`Failure`], the same at all ranks unless messages fail.
pub fn execute(wire: &dyn Wire, command: &Command) -> Result<Said, Failure> {
    let checked = |repetitions: Repetitions| -> Result<Places, Failure> {
        repetitions.check()?;
        Ok(Places::gather(wire)?)
    };
    match command {
        Command::Measure(Measure::Messages(options)) => measure_messages(wire, &checked(options.repetitions)?, options),
        Command::Measure(Measure::Collectives(options)) => {
            measure_collectives(wire, &checked(options.repetitions)?, options)
        }
        Command::Run(options) => run(wire, &checked(options.question.repetitions)?, options),
        Command::Compare(options) => comparison(wire, &checked(options.question.repetitions)?, options),
        Command::Probe(options) => probe(wire, &Places::gather(wire)?, options),
        // Nothing that sends comes before it.
        Command::Call(options) => call(wire, options),
    }
}

/// A check that rank 0 makes for all; its result is known there only.
///
/// # Errors
/// Its failure, at all ranks.
pub fn at_root<T>(wire: &dyn Wire, check: impl FnOnce() -> Result<T, Failure>) -> Result<Option<T>, Failure> {
    let checked = (wire.rank() == 0).then(check);
    let failure = checked.as_ref().and_then(|checked| checked.as_ref().err().cloned());
    match from_root(wire, || failure)? {
        Some(failure) => Err(failure),
        None => Ok(checked.and_then(Result::ok)),
    }
}

fn measure_messages(wire: &dyn Wire, places: &Places, options: &Messages) -> Result<Said, Failure> {
    if wire.size() < 2 {
        return Err(Failure::Input("messages need two ranks; start with -np 2".to_owned()));
    }
    let paths = ["messages.csv", "messages-host.csv"].map(|name| options.dir.join(name));
    at_root(wire, || {
        check_folder(&options.dir)?;
        if !options.dir.exists() {
            return Ok(());
        }
        check_free(&paths.each_ref().map(AsRef::as_ref), options.force)
    })?;
    let (mut files, progress) = (Vec::new(), Progress::of_rank(wire.rank()));
    for ((other, path), what) in
        messages::partners(wire)?.into_iter().zip(&paths).zip(["between hosts", "within a host"])
    {
        let Some(other) = other else { continue };
        let found = messages::measure(wire, other, &options.bytes.0, &options.repetitions, &progress)?;
        let mut head = places.head("measure messages");
        head.push(format!("between ranks 0 and {other}, {what}; median, minimum and 90th percentile of repetitions"));
        let message = format!("{}: messages {what}, {} sizes", path.display(), found.len());
        files.push((path, messages::csv(&head, &found), message));
    }
    let mut said = Said::default();
    if wire.rank() > 0 {
        return Ok(said);
    }
    said.messages = warnings(places);
    std::fs::create_dir_all(&options.dir)
        .map_err(|error| Failure::Input(format!("{}: {error}", options.dir.display())))?;
    // Files of all channels or none: a fit takes all that it finds.
    for (path, text, message) in files {
        write(path, &text, options.force)?;
        said.messages.push(message);
    }
    said.messages.push(format!("next: logpine fit --from {} --name mine -o mine.toml", options.dir.display()));
    Ok(said)
}

fn measure_collectives(wire: &dyn Wire, places: &Places, options: &Collectives) -> Result<Said, Failure> {
    check_root(wire, options.root)?;
    let cells = cells(&options.collectives, &[wire.size()], &options.bytes.0);
    let asked = Asked {
        request: Request::default(),
        root: options.root,
        families: Families::Answer,
        library: true,
        repetitions: options.repetitions,
    };
    at_root(wire, || options.output.check())?;
    let (mut rows, progress) = (Vec::new(), Progress::of_rank(wire.rank()));
    for cell in cells {
        rows.extend(cell.execute(wire, None, &asked, &progress)?.rows);
    }
    options.output.said(wire, places, "measure collectives", &[], &rows, Vec::new())
}

fn run(wire: &dyn Wire, places: &Places, options: &Run) -> Result<Said, Failure> {
    let question = &options.question;
    check_root(wire, question.root)?;
    let mut request = Request::default();
    let known = match &options.request {
        Some(path) => {
            let read = at_root(wire, || read_request(path))?;
            let known = from_root(wire, || read.as_ref().map(|(_, known)| known.clone()).unwrap_or_default())?;
            request = read.map(|(request, _)| request).unwrap_or_default();
            known
        }
        None => Known {
            collective: options.collective.map(|of| of.name().to_owned()).unwrap_or_default(),
            ..Known::default()
        },
    };
    let collective = crate::cells::collective(&known.collective).map_err(Failure::Input)?;
    let sizes = match (&options.bytes, known.bytes) {
        (Some(sizes), _) => sizes.0.clone(),
        (None, Some(bytes)) => vec![bytes],
        (None, None) if collective.has_bytes() => {
            return Err(Failure::Input("give the size of the messages, like --bytes 64KiB".to_owned()));
        }
        (None, None) => vec![0],
    };
    let families = match &options.family {
        Some(family) => Families::One(family.clone()),
        None if options.all => Families::All,
        None => Families::Answer,
    };
    let asked = question.asked(wire, Request { non_commutative: known.non_commutative, ..request }, families)?;
    let machine = machine(wire, places, &options.machine)?;
    at_root(wire, || {
        let traffic: Vec<&Path> = options.traffic.iter().map(AsRef::as_ref).collect();
        question.output.check().and_then(|()| check_free(&traffic, question.output.force))
    })?;
    let (mut rows, mut notes, mut traffic) = (Vec::new(), Vec::new(), Vec::new());
    let progress = Progress::of_rank(wire.rank());
    for cell in cells(&[collective], &[wire.size()], &sizes) {
        let executed = cell.execute(wire, machine.as_ref(), &asked, &progress)?;
        rows.extend(executed.rows);
        notes.extend(executed.notes);
        traffic.extend(executed.traffic.into_iter().map(|traffic| (cell, traffic)));
    }
    let mut said = question.output.said(wire, places, "run", &[], &rows, notes)?;
    if let Some(path) = options.traffic.as_ref().filter(|_| wire.rank() == 0) {
        write(path, &traffic_csv(&places.head("run"), &traffic), question.output.force)?;
        said.messages.push(format!("{}: messages of one execution", path.display()));
    }
    Ok(said)
}

fn comparison(wire: &dyn Wire, places: &Places, options: &Compare) -> Result<Said, Failure> {
    let question = &options.question;
    let ranks: Vec<u32> = match &options.ranks {
        None => vec![wire.size()],
        Some(grid) => grid.values().iter().map(|&ranks| u32::try_from(ranks).unwrap_or(u32::MAX)).collect(),
    };
    if let Some(ranks) = ranks.iter().find(|&&ranks| ranks > wire.size()) {
        return Err(Failure::Input(format!("--ranks {ranks}: the job has {}; start it with -np {ranks}", wire.size())));
    }
    ranks
        .iter()
        .try_for_each(|&ranks| if question.root < ranks { Ok(()) } else { Err(no_root(question.root, ranks)) })?;
    let asked = question.asked(wire, Request::default(), Families::All)?;
    let path = options.machine.as_deref().unwrap_or(Path::new(""));
    let machine = machine(wire, places, path)?;
    at_root(wire, || question.output.check())?;
    // The environment of rank 0 counts: launchers do not pass all of it on.
    let text = options.shard.clone().unwrap_or_else(|| Shard::WHOLE.to_string());
    let shard = at_root(wire, || {
        Shard::in_array(&text, |name| std::env::var(name).ok()).map_err(|error| Failure::Input(error.to_string()))
    })?;
    let shard = from_root(wire, || shard.unwrap_or(Shard::WHOLE).to_string())?;
    let shard = shard.parse::<Shard>().map_err(|error| Failure::Input(error.to_string()))?;
    let (mut rows, mut notes, progress) = (Vec::new(), Vec::new(), Progress::of_rank(wire.rank()));
    let cells = cells(&options.collectives, &ranks, &options.bytes.0);
    for (number, cell) in cells.iter().enumerate().filter(|&(number, _)| has(shard, number)) {
        progress.show(|| format!("cell {} of {}: {}", number + 1, cells.len(), cell.name()));
        let Executed { rows: of_cell, notes: of_notes, .. } =
            cell.execute(wire, machine.as_ref(), &asked, &progress)?;
        rows.extend(of_cell);
        notes.extend(of_notes);
    }
    notes.sort_unstable();
    notes.dedup();
    if options.shard.is_some() {
        let own = (0..cells.len()).filter(|&number| has(shard, number)).count();
        notes.push(format!("shard {shard}: {own} of {} cells", cells.len()));
    }
    let work = Work {
        library: places.library.clone(),
        machine: machine
            .map(|machine| format!("{}, parameters {}", machine.name, machine.digest()))
            .unwrap_or_default(),
        question: question.words(),
        collectives: listed(options.collectives.iter().map(|collective| collective.name())),
        ranks: listed(ranks),
        bytes: listed(&options.bytes.0),
    };
    let mut said = question.output.said(wire, places, "compare", &work.head(shard, rows.len()), &rows, notes)?;
    if !question.output.is_rows() {
        said.out += &words(&compare(&rows));
    }
    Ok(said)
}

/// Joins the files of all shards of a comparison, without a message between ranks.
///
/// # Errors
/// [`Failure::Input`] if they do not make up a whole.
pub fn join(options: &Compare) -> Result<Said, Failure> {
    let output = &options.question.output;
    output.check()?;
    let shards::Joined { work, shards, places, rows } = shards::join(&options.join)?;
    let from = format!("logpine-mpi {}: compare, {shards} shards joined", env!("CARGO_PKG_VERSION"));
    let mut head = vec![from, format!("library: {}", work.library)];
    head.extend(places);
    head.extend(work.head(Shard::WHOLE, rows.len()));
    let summary = Said { out: words(&compare(&rows)), messages: Vec::new() };
    output.write(&head, &format!("{}, {shards} shards", work.library), &rows, summary)
}

/// The messages of each cell's execution.
fn traffic_csv(comments: &[String], traffic: &[(Cell, Traffic)]) -> String {
    let rows = traffic.iter().flat_map(|(cell, traffic)| {
        traffic.iter().map(|(&(from, to), &(messages, bytes))| {
            let numbers = [cell.bytes, from.into(), to.into(), messages, bytes].map(|number| number.to_string());
            std::iter::once(cell.collective.name().to_owned()).chain(numbers).collect()
        })
    });
    csv_text(comments, &["collective", "bytes", "from", "to", "messages", "bytes_sent"], rows)
}

/// Refuses a root that is no rank.
///
/// # Errors
/// [`Failure::Input`] with the ranks there are.
pub fn check_root(wire: &dyn Wire, root: u32) -> Result<(), Failure> {
    if root < wire.size() { Ok(()) } else { Err(no_root(root, wire.size())) }
}

fn no_root(root: u32, ranks: u32) -> Failure {
    Failure::Input(format!("--root {root}: ranks are numbered from 0 to {}", ranks - 1))
}

/// The warnings about the places of the ranks.
pub fn warnings(places: &Places) -> Vec<String> {
    places.warnings().into_iter().map(|warning| format!("warning: {warning}")).collect()
}

/// The machine, at rank 0. If all ranks are on one host, it is that of messages within a host, as far as the profile knows one.
fn machine(wire: &dyn Wire, places: &Places, path: &Path) -> Result<Option<Machine>, Failure> {
    at_root(wire, || {
        let machine = Machine::load(path).map_err(|error| Failure::Input(error.to_string()))?;
        let is_one_host = places.hosts().len() == 1;
        Ok(if is_one_host { machine.at(Locality::Host).clone() } else { machine })
    })
}

impl Question {
    /// The question in words, besides the machine.
    fn words(&self) -> String {
        let model = self.model.as_deref().map_or("the preferred model".to_owned(), |model| format!("model {model}"));
        let operands = if self.non_commutative { "in the order of the ranks" } else { "in any order" };
        let library = if self.no_library { ", without the library" } else { "" };
        format!("{model}, root {}, operands {operands}{library}", self.root)
    }

    /// The question about all cells.
    fn asked(&self, wire: &dyn Wire, request: Request, families: Families) -> Result<Asked, Failure> {
        let model = self.model.as_deref().map(model_of).transpose()?.flatten().or(request.model);
        let non_commutative = self.non_commutative || request.non_commutative;
        if non_commutative && self.root > 0 {
            return Err(Failure::Input(
                "--non-commutative goes with --root 0: for another root the ranks of the tree are not in the order of the operands".to_owned(),
            ));
        }
        check_root(wire, self.root)?;
        let request = Request { model, non_commutative, ..request };
        Ok(Asked { request, root: self.root, families, library: !self.no_library, repetitions: self.repetitions })
    }
}
