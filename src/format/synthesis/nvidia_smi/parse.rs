//! Reads the table.

use super::{Label, MatrixError, TopologyMatrix, WrongMatrix};
use crate::format::source::Position;
use crate::format::synthesis::place::shown;
use std::collections::BTreeMap;

/// The most faults that are listed.
const MOST_FAULTS: usize = 20;

/// The most devices.
const MOST_DEVICES: usize = 1024;

/// A word with its column.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    place: Position,
}

impl Word<'_> {
    fn fault(self, wrong: WrongMatrix) -> MatrixError {
        MatrixError { place: Some(self.place), wrong }
    }
}

/// The words of a line.
fn words(line: usize, text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut column, mut start) = (0, None);
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        column += 1;
        match start {
            None if !character.is_whitespace() => start = Some((at, column)),
            Some((from, first)) if character.is_whitespace() => {
                words.push(Word { text: &text[from..at], place: Position { line, column: first } });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The text without escape sequences, with which headers are underlined on a terminal, and without what is left of them where
/// the escape character itself got lost.
fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let text = text.replace("\u{1b}[4m", "").replace("\u{1b}[0m", "").replace("[4m", "").replace("[0m", "");
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\u{1b}' {
            plain.push(character);
        } else if characters.next_if_eq(&'[').is_some() {
            // Parameters up to a letter; a line never ends within.
            while characters.next_if(|next| next.is_ascii_digit() || *next == ';').is_some() {}
            characters.next_if(char::is_ascii_alphabetic);
        }
    }
    plain
}

fn is_gpu(name: &str) -> bool {
    name.strip_prefix("GPU")
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

impl TopologyMatrix {
    /// Reads the output. Lines above the names of the devices, columns behind the last device, and legends are left out, but
    /// for the names of network cards.
    ///
    /// # Errors
    /// The first 20 [`MatrixError`]s.
    pub fn read(text: &str) -> Result<Self, Vec<MatrixError>> {
        let text = without_escapes(text.trim_start_matches('\u{feff}'));
        let mut lines = (1..).zip(text.lines());
        let is_header = |words: &[Word<'_>]| {
            let second = words.get(1).is_none_or(|word| Label::of(word.text).is_none());
            words.first().is_some_and(|word| is_gpu(word.text)) && second
        };
        let header = lines.by_ref().map(|(line, text)| words(line, text)).find(|words| is_header(words));
        let header = header.ok_or_else(|| vec![MatrixError { place: None, wrong: WrongMatrix::NoHeader }])?;
        let names = names(header).map_err(|fault| vec![fault])?;
        let mut faults = Vec::new();
        let mut matrix =
            Self { gpus: names.iter().filter(|name| is_gpu(name)).count(), devices: names, rows: Vec::new() };
        for words in lines.by_ref().map(|(line, text)| words(line, text)) {
            let Some(first) = words.first() else { continue };
            if first.text.starts_with("Legend") || first.text == "NIC" || matrix.rows.len() == matrix.devices.len() {
                break;
            }
            if let Err(fault) = matrix.add_row(&words) {
                // Behind a row that is missing, all others would be wrong.
                let is_last = matches!(fault.wrong, WrongMatrix::Row { .. });
                faults.push(fault);
                if is_last || faults.len() == MOST_FAULTS {
                    return Err(faults);
                }
            }
        }
        if let Some(device) = matrix.devices[..matrix.gpus].get(matrix.rows.len()).filter(|_| faults.is_empty()) {
            let wrong = WrongMatrix::MissingRow { device: device.clone() };
            faults.push(MatrixError { place: None, wrong });
        }
        matrix.name_cards(lines.map(|(_, text)| text));
        if faults.is_empty() { Ok(matrix) } else { Err(faults) }
    }

    /// Adds the row of the next device. A faulty row is added too, so that each fault is reported once.
    fn add_row(&mut self, words: &[Word<'_>]) -> Result<(), MatrixError> {
        let (at, devices) = (self.rows.len(), self.devices.len());
        let (name, cells) = (words[0], &words[1..]);
        if name.text != self.devices[at] {
            let expected = self.devices[at].clone();
            return Err(name.fault(WrongMatrix::Row { expected, found: shown(name.text) }));
        }
        let mut row = Vec::with_capacity(devices.min(cells.len()));
        let mut wrong = None;
        for (column, word) in cells.iter().take(devices).enumerate() {
            let Some(label) = Label::of(word.text) else {
                wrong = Some(word.fault(WrongMatrix::Label { found: shown(word.text) }));
                break;
            };
            let (row_name, column_name) = (|| self.devices[at].clone(), || self.devices[column].clone());
            let other = self.rows.get(column).and_then(|row| row.get(at)).copied().filter(|&other| other != label);
            if (label == Label::Own) != (column == at) {
                let kind = WrongMatrix::Diagonal { row: row_name(), column: column_name(), label };
                wrong = wrong.or(Some(word.fault(kind)));
            } else if let Some(other) = other {
                let kind = WrongMatrix::Asymmetric { row: row_name(), column: column_name(), label, other };
                wrong = wrong.or(Some(word.fault(kind)));
            }
            row.push(label);
        }
        if wrong.is_none() && row.len() < devices {
            let device = self.devices[at].clone();
            wrong = Some(name.fault(WrongMatrix::Short { device, found: row.len(), expected: devices }));
        }
        self.rows.push(row);
        wrong.map_or(Ok(()), Err)
    }

    /// Takes the names of network cards from the lines `NIC0: mlx5_0`.
    fn name_cards<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        let legend = lines.filter_map(|line| line.split_once(':')).map(|(key, name)| (key.trim(), name.trim()));
        let named: BTreeMap<&str, &str> =
            legend.filter(|(key, name)| key.starts_with("NIC") && !name.is_empty()).collect();
        for device in &mut self.devices[self.gpus..] {
            if let Some(&name) = named.get(device.as_str()) {
                name.clone_into(device);
            }
        }
    }
}

/// The names of the devices: all words before `CPU Affinity`.
fn names(header: Vec<Word<'_>>) -> Result<Vec<String>, MatrixError> {
    let mut names: Vec<String> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for word in header.into_iter().take_while(|word| word.text != "CPU" && word.text != "NUMA") {
        if names.len() == MOST_DEVICES {
            return Err(word.fault(WrongMatrix::TooManyDevices { most: MOST_DEVICES }));
        }
        // GPUs come first; another one behind a network card would be none of the table.
        let misplaced = is_gpu(word.text) && names.last().is_some_and(|last| !is_gpu(last));
        if misplaced || !known.insert(word.text) {
            return Err(word.fault(WrongMatrix::RepeatedDevice { name: shown(word.text) }));
        }
        names.push(word.text.to_owned());
    }
    Ok(names)
}
