//! Reads the table.

use super::{Label, TopologyMatrix};
use crate::fault::FileFault;
use crate::place::shown;
use logpine_text::text::{Line, Text, Word};
use std::collections::BTreeMap;

/// The most faults that are listed.
const MOST_FAULTS: usize = 20;

/// The most devices.
const MOST_DEVICES: usize = 1024;

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
    /// The first 20 [`FileFault`]s.
    pub fn read(text: &str) -> Result<Self, Vec<FileFault>> {
        let text = without_escapes(text.trim_start_matches('\u{feff}'));
        let text = Text::of(&text, "");
        let fault = |word: Word<'_>, message: String| {
            let place = Some(text.error(word.span(), "").position);
            FileFault { place, message }
        };
        let mut lines = text.lines();
        let is_header = |words: &[Word<'_>]| {
            let second = words.get(1).is_none_or(|word| Label::of(word.text).is_none());
            words.first().is_some_and(|word| is_gpu(word.text)) && second
        };
        let header = lines.by_ref().map(Line::words).find(|words| is_header(words));
        let header = header.ok_or_else(|| {
            let way_out = "write the output of `nvidia-smi topo -m`";
            vec![FileFault::of_file(format!("there is no line with the names of GPUs (`GPU0 GPU1 ..`); {way_out}"))]
        })?;
        let names = names(header).map_err(|(word, wrong)| vec![fault(word, wrong)])?;
        let mut faults = Vec::new();
        let mut matrix =
            Self { gpus: names.iter().filter(|name| is_gpu(name)).count(), devices: names, rows: Vec::new() };
        for words in lines.by_ref().map(Line::words) {
            let Some(first) = words.first() else { continue };
            if first.text.starts_with("Legend") || first.text == "NIC" || matrix.rows.len() == matrix.devices.len() {
                break;
            }
            // Behind a row that is missing, all others would be wrong.
            let due = &matrix.devices[matrix.rows.len()];
            let is_last = first.text != due;
            let added = if is_last {
                Err((*first, format!("expected the row of `{due}`, found `{}`", shown(first.text))))
            } else {
                matrix.add_row(&words)
            };
            if let Err((word, wrong)) = added {
                faults.push(fault(word, wrong));
                if is_last || faults.len() == MOST_FAULTS {
                    return Err(faults);
                }
            }
        }
        if let Some(device) = matrix.devices[..matrix.gpus].get(matrix.rows.len()).filter(|_| faults.is_empty()) {
            faults.push(FileFault::of_file(format!("the row of `{device}` is missing")));
        }
        matrix.name_cards(lines.map(|line| line.text));
        if faults.is_empty() { Ok(matrix) } else { Err(faults) }
    }

    /// Adds the row of the next device. A faulty row is added too, so that each fault is reported once.
    fn add_row<'a>(&mut self, words: &[Word<'a>]) -> Result<(), (Word<'a>, String)> {
        let (at, devices) = (self.rows.len(), self.devices.len());
        let (name, cells) = (words[0], &words[1..]);
        let mut row = Vec::with_capacity(devices.min(cells.len()));
        let mut wrong = None;
        for (column, word) in cells.iter().take(devices).enumerate() {
            let Some(label) = Label::of(word.text) else {
                let known = "X, NV1, NV2, .., PIX, PXB, PHB, NODE, SYS";
                wrong = Some((*word, format!("`{}` is no label that is known here: {known}", shown(word.text))));
                break;
            };
            let (of, to) = (&self.devices[at], &self.devices[column]);
            let other = self.rows.get(column).and_then(|row| row.get(at)).copied().filter(|&other| other != label);
            if (label == Label::Own) != (column == at) {
                let own = "`X` is that of a device and itself, and no other";
                wrong = wrong.or_else(|| Some((*word, format!("the label of `{of}` and `{to}` is {label}; {own}"))));
            } else if let Some(other) = other {
                let before = format!("`{of}` and `{to}` have the label {label} here, and {other} in the other row");
                wrong = wrong.or(Some((*word, before)));
            }
            row.push(label);
        }
        if wrong.is_none() && row.len() < devices {
            let (device, found) = (&self.devices[at], row.len());
            wrong = Some((name, format!("the row of `{device}` has {found} labels for {devices} devices")));
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
fn names(header: Vec<Word<'_>>) -> Result<Vec<String>, (Word<'_>, String)> {
    let mut names: Vec<String> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    for word in header.into_iter().take_while(|word| word.text != "CPU" && word.text != "NUMA") {
        if names.len() == MOST_DEVICES {
            return Err((word, format!("there are more than {MOST_DEVICES} devices")));
        }
        // GPUs come first; another one behind a network card would be none of the table.
        let misplaced = is_gpu(word.text) && names.last().is_some_and(|last| !is_gpu(last));
        if misplaced || !known.insert(word.text) {
            return Err((word, format!("there are two devices `{}`", shown(word.text))));
        }
        names.push(word.text.to_owned());
    }
    Ok(names)
}
