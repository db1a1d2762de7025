//! Comparisons in shards: every N-th cell of the grid each, and the join of all.

use crate::cells::{Cell, Row, collective};
use crate::failure::Failure;
use crate::result::rows_of_csv;
use logpine::answer::Shard;
use logpine::request::MpiCollective;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The work of a comparison, as in the head of its file; equal in all shards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// The MPI library.
    pub library: String,
    /// The machine, with a digest of its parameters.
    pub machine: String,
    /// The model, the root, and the operator.
    pub question: String,
    /// The collectives, separated by spaces.
    pub collectives: String,
    /// The numbers of ranks, separated by spaces.
    pub ranks: String,
    /// The sizes in bytes, separated by spaces.
    pub bytes: String,
}

/// The words before the values of the head.
const KEYS: [&str; 6] = ["library", "machine", "question", "collectives", "grid of ranks", "grid of bytes"];

/// The lines of a head that tell the hosts and what disturbed them are kept when shards are joined.
const KEPT_SINCE: &str = "ranks: ";

/// The most missing shards that a message names.
const NAMED: usize = 8;

/// A list as a head has it.
#[must_use]
pub fn listed<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

impl Work {
    fn values(&self) -> [&str; 6] {
        [&self.library, &self.machine, &self.question, &self.collectives, &self.ranks, &self.bytes].map(String::as_str)
    }

    /// The lines of the head, besides the library, which it has.
    #[must_use]
    pub fn head(&self, shard: Shard, rows: usize) -> Vec<String> {
        let mut lines: Vec<String> =
            KEYS.into_iter().zip(self.values()).skip(1).map(|(key, value)| format!("{key}: {value}")).collect();
        lines.push(format!("shard: {shard}"));
        lines.push(format!("rows: {rows}"));
        lines
    }

    /// The cells of the grid.
    fn cells(&self) -> Option<Vec<Cell>> {
        let collectives: Vec<MpiCollective> =
            self.collectives.split(' ').map(|name| collective(name).ok()).collect::<Option<_>>()?;
        let ranks: Vec<u32> = self.ranks.split(' ').map(|ranks| ranks.parse().ok()).collect::<Option<_>>()?;
        let sizes: Vec<u64> = self.bytes.split(' ').map(|bytes| bytes.parse().ok()).collect::<Option<_>>()?;
        Some(cells(&collectives, &ranks, &sizes))
    }
}

/// The cells of a grid; a barrier has no sizes.
#[must_use]
pub fn cells(collectives: &[MpiCollective], ranks: &[u32], sizes: &[u64]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &collective in collectives {
        for &ranks in ranks {
            let sizes = if collective.has_bytes() { sizes } else { &[0] };
            cells.extend(sizes.iter().map(|&bytes| Cell { collective, ranks, bytes }));
        }
    }
    cells
}

/// True if a shard has the cell of that number: every N-th, for cells that take long are neighbours.
#[must_use]
pub fn has(shard: Shard, cell: usize) -> bool {
    cell as u64 % shard.count() == shard.index() - 1
}

/// A comparison that is joined.
#[derive(Debug)]
pub struct Joined {
    /// The work compared.
    pub work: Work,
    /// The number of its shards.
    pub shards: usize,
    /// The lines of their heads on hosts and disturbances.
    pub places: Vec<String>,
    /// The rows, in the order of the grid.
    pub rows: Vec<Row>,
}

/// A file of a shard.
struct Part {
    name: String,
    work: Work,
    shard: Shard,
    places: Vec<String>,
    rows: Vec<Row>,
}

/// Joins the files of all shards.
///
/// # Errors
/// [`Failure::Input`] if a file is no shard, of another comparison, cut off, doubled, or missing.
pub fn join(paths: &[PathBuf]) -> Result<Joined, Failure> {
    let parts: Vec<Part> = paths.iter().map(Part::read).collect::<Result<_, _>>()?;
    joined(parts).map_err(Failure::Input)
}

fn joined(parts: Vec<Part>) -> Result<Joined, String> {
    let Some(first) = parts.first() else { return Err("there is no file to join".to_owned()) };
    let (work, count) = (first.work.clone(), first.shard.count());
    for part in &parts {
        for ((key, value), other) in KEYS.into_iter().zip(work.values()).zip(part.work.values()) {
            if value != other {
                return Err(format!(
                    "{}: its {key} is `{other}`, and that of {} is `{value}`; join the shards of one comparison",
                    part.name, first.name
                ));
            }
        }
        if part.shard.count() != count {
            let (one, other) = (first.shard, part.shard);
            return Err(format!(
                "{} is shard {one} and {} shard {other}; join the shards of one division",
                first.name, part.name
            ));
        }
    }
    let mut by_index: BTreeMap<u64, Part> = BTreeMap::new();
    let first = first.name.clone();
    for part in parts {
        let (index, name) = (part.shard.index(), part.name.clone());
        if let Some(other) = by_index.insert(index, part) {
            return Err(format!("{} and {name} both have shard {index}/{count}; leave one of them out", other.name));
        }
    }
    let missing = (1..=count).filter(|index| !by_index.contains_key(index)).take(NAMED + 1);
    let mut missing: Vec<String> = missing.map(|index| format!("shard {index}/{count}")).collect();
    if missing.len() > NAMED {
        "others".clone_into(&mut missing[NAMED]);
    }
    if !missing.is_empty() {
        return Err(format!("missing: {}; measure what is missing, and join again", missing.join(", ")));
    }
    let cells =
        work.cells().ok_or_else(|| format!("{first}: its grid cannot be read; give the file as it was written"))?;
    let mut rows = Vec::new();
    for (number, cell) in cells.iter().enumerate() {
        let Some(part) = by_index.values_mut().find(|part| has(part.shard, number)) else { continue };
        let (own, rest): (Vec<Row>, Vec<Row>) =
            std::mem::take(&mut part.rows).into_iter().partition(|row| row.cell == *cell);
        if own.is_empty() {
            return Err(format!("{} has no row of {}; give the file as it was written", part.name, cell.name()));
        }
        part.rows = rest;
        rows.extend(own);
    }
    if let Some((part, row)) = by_index.values().find_map(|part| Some((part, part.rows.first()?))) {
        return Err(format!("{}: {} is no cell of shard {}", part.name, row.cell.name(), part.shard));
    }
    let shards = by_index.len();
    let places = by_index.into_values().flat_map(|part| {
        let shard = part.shard;
        part.places.into_iter().map(move |line| format!("shard {shard}: {line}"))
    });
    Ok(Joined { work, shards, places: places.collect(), rows })
}

impl Part {
    fn read(path: &PathBuf) -> Result<Self, Failure> {
        let wrong = |reason: &str| Failure::Input(format!("{}: {reason}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(&error.to_string()))?;
        Self::of(&path.display().to_string(), &text).map_err(|reason| wrong(&reason))
    }

    fn of(name: &str, text: &str) -> Result<Self, String> {
        const WAY_OUT: &str = "give a file that `logpine-mpi compare -o FILE` wrote";
        let comments: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("# ")).collect();
        let find = |key: &str| {
            let value = comments.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            value.map(str::to_owned).ok_or_else(|| format!("its head has no line `{key}`; {WAY_OUT}"))
        };
        let shard: Shard = find("shard")?.parse().map_err(|error| format!("{error}"))?;
        let [library, machine, question, collectives, ranks, bytes] = KEYS.map(find);
        let (collectives, ranks, bytes) = (collectives?, ranks?, bytes?);
        let work = Work { library: library?, machine: machine?, question: question?, collectives, ranks, bytes };
        let rows = rows_of_csv(text).map_err(|reason| format!("{reason}; {WAY_OUT}"))?;
        if find("rows")?.parse() != Ok(rows.len()) {
            return Err(format!(
                "it has {} rows of {}: its end is cut off; measure this shard again",
                rows.len(),
                find("rows")?
            ));
        }
        let begin = comments.iter().position(|line| line.starts_with(KEPT_SINCE)).unwrap_or(comments.len());
        let end = comments.iter().position(|line| line.starts_with("machine: ")).unwrap_or(begin).max(begin);
        let places = comments[begin..end].iter().map(|&line| line.to_owned()).collect();
        Ok(Self { name: name.to_owned(), work, shard, places, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::csv;
    use crate::times::Times;

    fn work() -> Work {
        let [library, machine, question] = ["MPI 1", "mine 0123", "plogp, root 0"].map(str::to_owned);
        let (collectives, ranks, bytes) = ("bcast barrier".to_owned(), "2 4".to_owned(), "0 8".to_owned());
        Work { library, machine, question, collectives, ranks, bytes }
    }

    /// The file of a shard: two rows for each of its cells.
    fn file(shard: &str, work: &Work) -> String {
        let shard: Shard = shard.parse().expect("a shard");
        let cells = work.cells().expect("a grid").into_iter().enumerate().filter(|&(number, _)| has(shard, number));
        let rows: Vec<Row> = cells
            .flat_map(|(number, cell)| {
                let times = Times { median: number as f64, least: 0.5, p90: 99.0, repetitions: 7 };
                let row = Row {
                    cell,
                    family: "k-ary".to_owned(),
                    parameters: "k = 2, segment = 8".to_owned(),
                    is_chosen: true,
                    predicted: Some(1.25),
                    times,
                };
                [row.clone(), Row { family: "library".to_owned(), is_chosen: false, predicted: None, ..row }]
            })
            .collect();
        let places = ["logpine-mpi 0: compare", "library: MPI 1", "ranks: 4 on 1 host: a:4", "a: load 0"];
        let head: Vec<String> = places.map(str::to_owned).into_iter().chain(work.head(shard, rows.len())).collect();
        csv(&head, &rows)
    }

    fn of(files: &[(&str, String)]) -> Result<Joined, String> {
        joined(files.iter().map(|(name, text)| Part::of(name, text)).collect::<Result<_, _>>()?)
    }

    fn files(shards: &[&'static str]) -> Vec<(&'static str, String)> {
        shards.iter().map(|&shard| (shard, file(shard, &work()))).collect()
    }

    #[test]
    fn joined_shards_are_what_one_run_writes() {
        let whole = of(&files(&["1/1"])).expect("whole");
        assert_eq!(whole.rows.len(), 12);
        for shards in [&["2/3", "3/3", "1/3"][..], &["1/2", "2/2"]] {
            let joined = of(&files(shards)).expect("all shards");
            assert_eq!((joined.rows, joined.work, joined.shards), (whole.rows.clone(), work(), shards.len()));
            assert!(joined.places.contains(&format!("shard 2/{}: a: load 0", shards.len())));
        }
    }

    #[test]
    fn what_is_missing_doubled_or_different_is_named() {
        let refused = |files: &[(&str, String)]| of(files).expect_err("refused");
        assert_eq!(refused(&files(&["1/3", "3/3"])), "missing: shard 2/3; measure what is missing, and join again");
        assert_eq!(refused(&files(&["1/2", "2/2", "2/2"])), "2/2 and 2/2 both have shard 2/2; leave one of them out");
        assert!(refused(&files(&["1/2", "2/3"])).starts_with("1/2 is shard 1/2 and 2/3 shard 2/3"));
        let others = [
            (Work { library: "MPI 2".to_owned(), ..work() }, "b: its library is `MPI 2`, and that of 1/2 is `MPI 1`"),
            (Work { machine: "mine 99".to_owned(), ..work() }, "b: its machine is `mine 99`"),
            (Work { question: "logp".to_owned(), ..work() }, "b: its question is `logp`"),
            (Work { collectives: "reduce".to_owned(), ..work() }, "b: its collectives is `reduce`"),
            (Work { bytes: "0 9".to_owned(), ..work() }, "b: its grid of bytes is `0 9`"),
        ];
        for (other, message) in others {
            let file = file("2/2", &other).replace("# library: MPI 1", &format!("# library: {}", other.library));
            let said = refused(&[files(&["1/2"]), vec![("b", file)]].concat());
            assert!(said.starts_with(message), "{said}");
        }
    }

    #[test]
    fn a_file_that_is_cut_off_is_refused() {
        let whole = file("1/1", &work());
        let cut: String = whole.split_inclusive('\n').take(whole.lines().count() - 1).collect();
        let said = |text: &str| of(&[("a", text.to_owned())]).expect_err("refused");
        assert!(said(&cut).starts_with("it has 11 rows of 12: its end is cut off"), "{}", said(&cut));
        assert!(said(&whole[..whole.len() - 5]).contains("give a file that"));
        assert!(said("bytes,times\n").starts_with("its head has no line `shard`"));
        assert!(
            said(&whole.replace("bcast,4,8,", "bcast,4,9,")).starts_with("a has no row of bcast of 8B among 4 ranks")
        );
    }
}
