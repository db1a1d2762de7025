//! The names of models.

use crate::request::Word;

/// A model of overlay trees, of messages between ranks, of channels that messages share, or of the machine's own library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelName {
    /// Overhead that grows with the fanout of an overlay tree.
    Tan,
    /// Overhead for each child of a node of an overlay tree, with threads and bytes.
    Overlay,
    /// LogGP with overhead per byte.
    Loggops,
    /// Overheads and gap as tables over the message size.
    Plogp,
    /// LogP with a gap per byte.
    Loggp,
    /// Short messages of one size.
    Logp,
    /// alpha + beta s with an alpha and a beta for each range of sizes.
    Piecewise,
    /// alpha + beta s.
    AlphaBeta,
    /// Concurrent transfers on channels that they share.
    TauLop,
    /// LogGP with parameters for each channel.
    Loggph,
    /// The machine's own library on a torus.
    Bgp,
}

impl ModelName {
    /// True if the model has costs of the nodes of an overlay tree; `logp` has, beside those of messages.
    #[must_use]
    pub const fn is_of_nodes(self) -> bool {
        matches!(self, Self::Tan | Self::Overlay | Self::Logp)
    }

    /// True if the model is of channels that messages share.
    #[must_use]
    pub const fn is_of_channels(self) -> bool {
        matches!(self, Self::TauLop | Self::Loggph)
    }

    /// The models of channels, the preferred one first.
    #[must_use = "iterators are lazy"]
    pub fn of_channels() -> impl Iterator<Item = Self> {
        Self::WORDS.iter().map(|&(model, ..)| model).filter(|model| model.is_of_channels())
    }

    /// The words of the models of channels, with a separator.
    #[must_use]
    pub fn words_of_channels(separator: &str) -> String {
        Self::of_channels().map(Self::word).collect::<Vec<_>>().join(separator)
    }
}

impl Word for ModelName {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            Self::Tan,
            "tan",
            "Overhead that grows with the fanout of an overlay tree (Groves, Gutierrez and Arnold 2015)",
        ),
        (
            Self::Overlay,
            "overlay",
            "Overhead for each child of a node of an overlay tree, with threads and bytes (PRRTE #2756, Flux #6806)",
        ),
        (
            Self::Loggops,
            "loggops",
            "LogGP with overhead per byte, eager messages (Hoefler, Schneider and Lumsdaine 2010)",
        ),
        (Self::Plogp, "plogp", "Overheads and gap as tables over the message size (Kielmann, Bal and Verstoep 2000)"),
        (Self::Loggp, "loggp", "LogP with a gap per byte (Alexandrov, Ionescu, Schauser and Scheiman 1995)"),
        (Self::Logp, "logp", "Short messages of one size: latency, overhead, gap (Culler et al. 1993)"),
        (Self::Piecewise, "piecewise", "alpha + beta s with an alpha and a beta for each range of sizes (Blue Gene/P)"),
        (Self::AlphaBeta, "alpha_beta", "alpha + beta s (Hockney 1994)"),
        (
            Self::TauLop,
            "tau_lop",
            "Concurrent transfers on the channels that they share: contention, and which host runs which rank \
             (Rico-Gallego, Diaz-Martin and Lastovetsky)",
        ),
        (Self::Loggph, "loggph", "LogGP with parameters for each channel, blind to how many share it (LogGPH)"),
        (
            Self::Bgp,
            "bgp",
            "The machine's own library on a torus: messages bounded, long collectives by dominant terms, short ones \
             exact (Hoefler, Gropp, Thakur and Traeff 2010)",
        ),
    ];
}

/// The reading of the "LogP variant" of an overlay tree, with b the constant term of the overhead; the TAN paper does not
/// define it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LogpReading {
    /// (a) L + b per level: equation (1) with a constant overhead.
    #[default]
    A,
    /// (b) L + 2b per level: one send and one reception.
    B,
    /// (c) L + 2b + (x - 1) b per level: one send, and one reception from each of x children.
    C,
}

impl Word for LogpReading {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::A, "a", "L + b a level"),
        (Self::B, "b", "L + 2b a level"),
        (Self::C, "c", "L + 2b + (fanout - 1) b a level"),
    ];
}
