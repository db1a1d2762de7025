//! Arbitrary texts, and texts that are nearly right, never panic, and take no more memory than their size allows.

use super::certificates::TIMES;
use super::msccl::STAR;
use super::rows::{SENDS, TREES};
use crate::machines::msccl_topology::MscclTopology;
use crate::machines::nvidia_smi::TopologyMatrix;
use crate::machines::{nccl, nvidia_smi};
use crate::network::NvLinks;
use crate::plans::FileKind;
use crate::plans::certificate::Certificate;
use crate::plans::msccl::MscclFile;
use crate::plans::sends::SendsFile;
use crate::plans::trees::TreesFile;
use logpine_check::synthesis::Limits;
use proptest::prelude::*;

/// Reads a text as everything that it may be.
fn read(text: &str) {
    let limits = Limits { faults: 5, contributions: 1 << 20 };
    let _ = FileKind::of(text);
    if let Ok(file) = SendsFile::read(text) {
        let _ = file.check(&limits);
    }
    if let Ok(file) = TreesFile::read(text) {
        let _ = file.check(&limits);
    }
    if let Ok(file) = MscclFile::read(text) {
        let _ = file.check(&limits);
    }
    if let Ok(certificate) = Certificate::read(text) {
        let _ = certificate.check();
        assert!(Certificate::read(&certificate.write()).is_ok());
    }
    if let Ok(topology) = MscclTopology::read(text) {
        let _ = topology.with_relays();
    }
    for link_rate in [None, Some(u64::MAX)] {
        let _ = nccl::read(text, link_rate).map(|machine| machine.graph());
        for nvlinks in [None, Some(NvLinks::Switch), Some(NvLinks::Direct)] {
            let _ = TopologyMatrix::read(text).map(|matrix| matrix.machine(link_rate, nvlinks));
        }
    }
}

/// A text with some pieces replaced by others.
fn changed(text: &str, changes: &[(usize, usize, String)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (at, length, by) in changes {
        let start = at % (characters.len() + 1);
        let end = (start + length).min(characters.len());
        characters.splice(start..end, by.chars());
    }
    characters.into_iter().collect()
}

fn samples() -> Vec<&'static str> {
    let mut samples = vec![SENDS, TREES, TIMES, STAR];
    samples.extend(nvidia_smi::tests::SAMPLES);
    samples.extend(nccl::tests::SAMPLES);
    samples
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words(words in prop::collection::vec("(GPU[0-3]|NV[0-9]{1,12}|X|SYS|PIX|\n|,|#!|arc|[0-9]{1,21}|>|\\{|\\}|<cpu>|\")", 0..60)) {
        let text = words.join(" ");
        read(&text);
        read(&format!("#! logpine sends\n{text}"));
        read(&format!("GPU0 GPU1 GPU2\n{text}"));
    }

    #[test]
    fn nearly_right(
        sample in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<usize>(), 0usize..6, "([0-9]{0,20}|[ -~\n]{0,4})"), 1..4),
    ) {
        let sample: &str = sample.get::<&str>(&samples()[..]);
        read(&changed(sample, &changes));
    }
}

#[test]
fn deep_nesting_is_refused() {
    read(&"[".repeat(100_000));
    read(&format!("<system><cpu numaid=\"0\">{}", "<pci busid=\"a\">".repeat(50_000)));
    let depth = 500;
    let (open, close) = ("<pci busid=\"a\">".repeat(depth), "</pci>".repeat(depth));
    read(&format!("<system><cpu numaid=\"0\">{open}{close}</cpu></system>"));
}
