//! The names of models.

use crate::request::Word;
use logpine_models::words;

words! {
    /// A model of overlay trees, of messages between ranks, of channels that messages share, or of the machine's own library.
    pub enum ModelName {
        /// Overhead that grows with the fanout of an overlay tree (Groves, Gutierrez and Arnold 2015).
        #[word = "tan"]
        Tan,
        /// Overhead for each child of a node of an overlay tree, with threads and bytes (PRRTE #2756, Flux #6806).
        #[word = "overlay"]
        Overlay,
        /// LogGP with overhead per byte, eager messages (Hoefler, Schneider and Lumsdaine 2010).
        #[word = "loggops"]
        Loggops,
        /// Overheads and gap as tables over the message size (Kielmann, Bal and Verstoep 2000).
        #[word = "plogp"]
        Plogp,
        /// LogP with a gap per byte (Alexandrov, Ionescu, Schauser and Scheiman 1995).
        #[word = "loggp"]
        Loggp,
        /// Short messages of one size: latency, overhead, gap (Culler et al. 1993).
        #[word = "logp"]
        Logp,
        /// alpha + beta s with an alpha and a beta for each range of sizes (Blue Gene/P).
        #[word = "piecewise"]
        Piecewise,
        /// alpha + beta s (Hockney 1994).
        #[word = "alpha_beta"]
        AlphaBeta,
        /// Concurrent transfers on the channels that they share: contention, and which host runs which rank (Rico-Gallego,
        /// Diaz-Martin and Lastovetsky).
        #[word = "tau_lop"]
        TauLop,
        /// LogGP with parameters for each channel, blind to how many share it (LogGPH).
        #[word = "loggph"]
        Loggph,
        /// The machine's own library on a torus: messages bounded, long collectives by dominant terms, short ones exact
        /// (Hoefler, Gropp, Thakur and Traeff 2010).
        #[word = "bgp"]
        Bgp,
    }
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
