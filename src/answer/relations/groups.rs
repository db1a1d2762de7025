//! Groups of subjects and of kinds of models, with their names in refusals and in help.

use super::model_kind::ModelKind;
use super::subject::{NETWORK, Subject};

/// Subjects with a common name.
#[derive(Clone, Copy, Debug)]
pub struct Subjects {
    pub(super) all: &'static [Subject],
    name: &'static str,
}

/// Kinds of models with a common name, which begins with a preposition.
#[derive(Clone, Copy, Debug)]
pub struct Models {
    pub(super) all: &'static [ModelKind],
    name: &'static str,
}

/// Subjects under kinds of models.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The subjects.
    pub subjects: Subjects,
    /// The kinds of models.
    pub models: Models,
}

/// Groups of subjects, each with its kinds of models.
pub(super) type Cells = &'static [Cell];

pub(super) const fn subjects(all: &'static [Subject], name: &'static str) -> Subjects {
    Subjects { all, name }
}

const fn models(all: &'static [ModelKind], name: &'static str) -> Models {
    Models { all, name }
}

pub(super) const fn cell(subjects: Subjects, models: Models) -> Cell {
    Cell { subjects, models }
}

impl Cell {
    /// True if the cell has the subject under the kind of models.
    pub(super) fn has(&self, subject: Subject, model: ModelKind) -> bool {
        self.subjects.all.contains(&subject) && self.models.all.contains(&model)
    }

    /// The cell in words.
    #[must_use]
    pub fn name(&self) -> String {
        [self.subjects.name, self.models.name].join(" ").trim_end().to_owned()
    }

    /// The part of the cell that is about these subjects, in words; empty if that is all of them, `None` if it is none.
    #[must_use]
    pub fn within(&self, subjects: &[Subject]) -> Option<String> {
        let is_here = |subject: &&Subject| self.subjects.all.contains(subject);
        let of = subjects.iter().filter(is_here).count();
        let has_all = subjects.iter().flat_map(|of| of.models()).all(|model| self.models.all.contains(model));
        let under = if has_all { "" } else { self.models.name };
        match of {
            0 => None,
            of if of == subjects.len() => Some(under.to_owned()),
            _ => Some(["for", self.subjects.name, under].join(" ").trim_end().to_owned()),
        }
    }
}

pub(super) const TREE: Subjects = subjects(&[Subject::Tree], "overlay trees with --leaves (`logpine tree`)");
pub(super) const MEMBERS: Subjects = subjects(&[Subject::MemberTree], "member trees (`logpine tree --members N`)");
pub(super) const TREES: Subjects = subjects(&[Subject::Tree, Subject::MemberTree], "overlay trees (`logpine tree`)");
pub(super) const BCAST: Subjects = subjects(&[Subject::Bcast], "bcast");
pub(super) const REDUCE: Subjects = subjects(&[Subject::Reduce], "reduce");
pub(super) const ONE_MESSAGE: Subjects = subjects(&[Subject::Bcast, Subject::Reduce], "bcast and reduce");
pub(super) const ROOTED: Subjects = subjects(
    &[Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Sum],
    "bcast, reduce, scatter, gather and sum",
);
pub(super) const ALLGATHER: Subjects = subjects(&[Subject::Allgather], "allgather");
/// The collectives of MPI.
pub(super) const MPI: Subjects = subjects(
    &[Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Allgather, Subject::Symmetric, Subject::Barrier],
    "the collectives of MPI",
);
pub(super) const SUM: Subjects = subjects(&[Subject::Sum], "sum");
pub(super) const POINT_TO_POINT: Subjects = subjects(&[Subject::PointToPoint], "point-to-point messages");
pub(super) const FFT: Subjects = subjects(&[Subject::Fft], "the transposes of an FFT (`logpine fft`)");
/// The collectives among ranks, and messages between two.
pub const RANKS: &[Subject] = &[
    Subject::Bcast,
    Subject::Reduce,
    Subject::Rooted,
    Subject::Allgather,
    Subject::Symmetric,
    Subject::Barrier,
    Subject::Sum,
    Subject::PointToPoint,
];
pub(super) const AMONG_RANKS: Subjects = subjects(RANKS, "collectives among ranks (`logpine collective`)");
pub(super) const ON_NETWORK: Subjects = subjects(NETWORK, "schedules for a network (`logpine network plan`)");
pub(super) const BCAST_ON_NETWORK: Subjects = subjects(&[Subject::NetworkBcast], "bcast and reduce on a network");
pub(super) const ROOTED_ON_NETWORK: Subjects =
    subjects(&[Subject::NetworkBcast, Subject::NetworkScatter], "bcast, reduce, scatter and gather on a network");
pub(super) const WITH_FRONTS: Subjects = subjects(
    &[Subject::NetworkBcast, Subject::NetworkAllgather],
    "bcast, reduce, allgather and reduce-scatter on a network (`logpine network plan`)",
);
pub(super) const ALLREDUCE_ON_NETWORK: Subjects =
    subjects(&[Subject::NetworkAllreduce], "allreduce on a network (`logpine network plan`)");
pub(super) const ALL: Subjects = subjects(&Subject::ALL, "every question");
/// The subjects whose messages have a size under models of messages.
pub(super) const WITH_BYTES: Subjects = subjects(
    &[Subject::Tree, Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Allgather, Subject::Symmetric],
    "overlay trees with --leaves and collectives",
);

pub(super) const ANY: Models = models(&ModelKind::ALL, "");
pub(super) const NODES: Models = models(
    &[ModelKind::Tan, ModelKind::Overlay, ModelKind::LogpOfTrees],
    "under --model tan or overlay, or logp of a profile with [tan] and without [logp]",
);
pub(super) const STUDIED: Models = models(&[ModelKind::Tan, ModelKind::Overlay], "under --model tan or overlay");
pub(super) const OVERLAY: Models = models(&[ModelKind::Overlay], "under --model overlay");
pub(super) const MESSAGES: Models =
    models(&[ModelKind::Messages, ModelKind::Logp], "under a model of single messages, such as loggp");
/// The kinds of models whose messages have a size.
pub(super) const SIZED: Models = models(
    &[ModelKind::Messages, ModelKind::Channels, ModelKind::Library],
    "under a model whose messages have a size, such as loggp",
);
pub(super) const CHANNELS: Models =
    models(&[ModelKind::Channels], "under --model tau_lop or loggph, which depend on where ranks run");
pub(super) const SIZED_OR_CHANNELS: Models =
    models(&[ModelKind::Messages, ModelKind::Channels], "under a model of messages that have a size, or of channels");
pub(super) const LIBRARY: Models = models(&[ModelKind::Library], "under --model bgp");
pub(super) const BLOCKS: Models = models(&[ModelKind::Blocks], "in steps (without --objective throughput)");
pub(super) const STREAMS: Models = models(&[ModelKind::Streams], "with --objective throughput");

#[cfg(test)]
mod tests {
    use super::CHANNELS;
    use crate::request::ModelName;

    #[test]
    fn every_model_of_channels_is_named() {
        let words = ModelName::words_of_channels(" or ");
        assert!(CHANNELS.name.starts_with(&format!("under --model {words},")), "{words}");
    }
}
