//! Machine profiles: named sets of parameters, with units and source, read from TOML.
//!
//! One profile may serve several models: it has a section for each model that its source supports. Every value has its unit,
//! an unknown key is an error, and every error gives the line and column.

mod addition;
mod alpha_beta;
mod bgp;
mod built_in;
mod combine;
mod data;
mod digest;
mod error;
mod inline;
mod loggops;
mod loggp;
mod loggph;
mod logp;
mod measured;
mod mend;
mod no_overhead;
mod overhead;
mod overhead_table;
mod overlay;
mod parameters;
mod piecewise;
mod platform;
mod plogp;
mod points;
mod price_changes;
mod rank_function;
pub mod reader;
mod simplify;
mod size_table;
mod tan;
mod tau_lop;
mod template;
mod transfer;
mod transfer_floor;
mod transfer_formula;
mod transfer_line;
mod transfer_table;
mod within;

pub use alpha_beta::AlphaBetaParameters;
pub use bgp::{
    AllreduceParameters, AlltoallParameters, Bandwidth, BgpParameters, DatatypeParameters, GeneralModel,
    TorusParameters,
};
pub use combine::Combine;
pub use data::{Data, NotMeasured, Ranges, hull};
pub use error::MachineError;
pub use loggops::LoggopsParameters;
pub use loggp::LoggpParameters;
pub use loggph::{LoggphChannel, LoggphParameters};
pub use logp::LogpParameters;
pub use logpine_text::input::InputError;
pub use measured::{Measured, Uncertainty};
pub use overhead::{Exponential, Overhead, OverheadFormula, OverheadShares};
pub use overhead_table::OverheadTable;
pub use overlay::OverlayParameters;
pub use parameters::{MachineParameters, Parameter, ParameterKind, Range, Scope, Way};
pub use piecewise::{Piece, PiecewiseParameters};
pub use platform::Platform;
pub use plogp::PlogpParameters;
pub use points::Point;
pub use rank_function::{RankFormula, RankFunction};
pub use simplify::{Simplification, Simplifications};
pub use size_table::SizeTable;
pub use tan::{OverheadArgument, PeriodLatency, TanDirection, TanParameters};
pub use tau_lop::{Channel, ChannelOverhead, TauLopChannel, TauLopParameters, TransmissionPath};
pub use transfer::Transfer;
pub use transfer_floor::TransferFloor;
pub use transfer_formula::TransferFormula;
pub use transfer_line::TransferLine;
pub use transfer_table::{TransferPoint, TransferTable};
pub use within::{Locality, Within};

use built_in::BUILT_IN;
use logpine_text::input::{self, InputLimit};
use logpine_text::suggest;
use logpine_text::units::Clock;
use reader::{Read, Section, Source};
use std::io;
use std::path::Path;

/// A machine: the parameters that its source gives, by model.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_text::units::Clock;
/// let cab = Machine::load("cab")?;
/// assert_eq!((cab.sections(), cab.clock), (vec!["tan"], Clock::Second));
/// # Ok::<(), logpine_models::machine::MachineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    /// The name used in commands and reports.
    pub name: String,
    /// A description in one line; empty if the profile has none.
    pub description: String,
    /// The source of the numbers; empty if the profile has none.
    pub source: String,
    /// The clock of its times.
    pub clock: Clock,
    /// The measurements behind the profile.
    pub data: Data,
    /// The reduction operator of every section without one of its own.
    pub combine: Option<Combine>,
    /// Parameters of tree aggregation networks.
    pub tan: Option<TanParameters>,
    /// Parameters of overlay trees by the cost of a child.
    pub overlay: Option<OverlayParameters>,
    /// Parameters of Hockney's model.
    pub alpha_beta: Option<AlphaBetaParameters>,
    /// Parameters of short messages.
    pub logp: Option<LogpParameters>,
    /// Parameters of short and long messages.
    pub loggp: Option<LoggpParameters>,
    /// Parameters of short and long messages, overhead per byte, rendezvous.
    pub loggops: Option<LoggopsParameters>,
    /// Parameters of LogP, all measured by size.
    pub plogp: Option<PlogpParameters>,
    /// Parameters of Hockney's model for each range of sizes.
    pub piecewise: Option<PiecewiseParameters>,
    /// Parameters of concurrent transfers on channels.
    pub tau_lop: Option<TauLopParameters>,
    /// Parameters of short and long messages, by channel.
    pub loggph: Option<LoggphParameters>,
    /// The number of hosts and their size.
    pub platform: Option<Platform>,
    /// Parameters of a torus machine's own library.
    pub bgp: Option<BgpParameters>,
    /// Faster parameters between processes that are near each other.
    pub within: Within,
}

/// Lists the sections of a profile, by which its keys, their presence and their reading follow.
macro_rules! sections {
    (parts { $($part:ident: $of_part:ty,)* } whole { $($whole:ident: $of_whole:ty,)* }) => {
        /// The keys of a part of the machine.
        const PART_KEYS: &[&str] = &["combine", "combine_per_value", $(stringify!($part)),*];

        impl Machine {
            /// The keys of a profile: words on the machine, and sections of models.
            pub const KEYS: &[&str] = &[
                "name", "description", "source", "unit", "data", "within", "combine", "combine_per_value",
                $(stringify!($part),)* $(stringify!($whole)),*
            ];

            /// The names of the sections that a profile may have.
            pub const SECTIONS: &[&str] = &[$(stringify!($part),)* $(stringify!($whole)),*];

            /// The names of the sections of the profile.
            #[must_use]
            pub fn sections(&self) -> Vec<&'static str> {
                let sections = [
                    $((stringify!($part), self.$part.is_some()),)*
                    $((stringify!($whole), self.$whole.is_some())),*
                ];
                sections.into_iter().filter(|(_, present)| *present).map(|(name, _)| name).collect()
            }

            /// A machine without parameters, for questions about a network, whose links say what takes how long.
            #[must_use]
            pub fn without_parameters(name: impl Into<String>, clock: Clock) -> Self {
                Self {
                    name: name.into(),
                    description: String::new(),
                    source: String::new(),
                    clock,
                    data: Data::default(),
                    combine: None,
                    $($part: None,)*
                    $($whole: None,)*
                    within: Within::default(),
                }
            }

            /// A machine without a name, with the sections that a part may have.
            fn of_part(profile: &Section<'_>, clock: Clock) -> Read<Self> {
                Ok(Self {
                    name: String::new(),
                    description: String::new(),
                    source: String::new(),
                    clock,
                    data: Data::default(),
                    combine: Combine::read(profile)?,
                    $($part: profile.optional(stringify!($part)).map(<$of_part>::read).transpose()?,)*
                    $($whole: None,)*
                    within: Within::default(),
                })
            }

            /// The machine with the sections of a whole machine.
            fn with_whole(self, profile: &Section<'_>) -> Read<Self> {
                Ok(Self {
                    $($whole: profile.optional(stringify!($whole)).map(<$of_whole>::read).transpose()?,)*
                    ..self
                })
            }
        }
    };
}

// Parts of a machine have models of single messages. Models of channels distinguish the hosts themselves.
sections! {
    parts {
        tan: TanParameters,
        overlay: OverlayParameters,
        alpha_beta: AlphaBetaParameters,
        logp: LogpParameters,
        loggp: LoggpParameters,
        loggops: LoggopsParameters,
        plogp: PlogpParameters,
        piecewise: PiecewiseParameters,
    }
    whole {
        tau_lop: TauLopParameters,
        loggph: LoggphParameters,
        platform: Platform,
        bgp: BgpParameters,
    }
}

const CLOCKS: &[(&str, Clock)] = &[("s", Clock::Second), ("cycle", Clock::Cycle)];

impl Machine {
    /// Loads the built-in machine of that name, or else the machine of the profile at that path, or of parameters in one line like
    /// `logp:L=6us,o=2us,g=4us`.
    ///
    /// # Errors
    /// [`MachineError::UnknownMachine`] if there is neither, otherwise the error in the file.
    pub fn load(name_or_path: impl AsRef<Path>) -> Result<Self, MachineError> {
        let path = name_or_path.as_ref();
        if let Some(machine) = path.to_str().and_then(Self::built_in) {
            return Ok(machine);
        }
        // Not every path is valid text; messages show the valid part.
        let shown = path.to_string_lossy();
        if inline::is_inline(&shown) && !path.exists() {
            let profile = inline::profile(&shown).map_err(|fault| MachineError::Invalid(vec![fault]))?;
            return Self::from_toml(&profile, "machine");
        }
        if !looks_like_a_path(path) {
            let names = Self::built_in_names();
            return Err(MachineError::UnknownMachine {
                nearest: suggest::nearest(&shown, names.iter().copied()),
                name: shown.into_owned(),
                built_in: names.join(", "),
            });
        }
        let unreadable = |cause| MachineError::Unreadable { path: shown.clone().into_owned(), cause };
        let bytes = input::read(path, &shown, InputLimit::PROFILE).map_err(|error| match error {
            InputError::Unreadable { cause, .. } => unreadable(cause),
            error => MachineError::Refused(error),
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let message = format!("byte {at} is no part of a character: a profile is UTF-8 text");
            unreadable(io::Error::new(io::ErrorKind::InvalidData, message))
        })?;
        Self::from_toml(&text, &shown)
    }

    /// Reads the machine of a profile; messages call the file `path`.
    ///
    /// # Errors
    /// [`MachineError::Invalid`] with the faults of all keys, one for each key, and their places.
    pub fn from_toml(text: &str, path: &str) -> Result<Self, MachineError> {
        Self::read(text, path)
            .map_err(|_| MachineError::Invalid(mend::faults(text, path, |text| Self::read(text, path).err())))
    }

    /// The built-in machine of that name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        let built_in = BUILT_IN.iter().find(|built_in| built_in.name == name)?;
        Some(Self::from_toml(built_in.text, name).expect("a test loads every built-in machine"))
    }

    /// The names of the built-in machines.
    #[must_use]
    pub fn built_in_names() -> Vec<&'static str> {
        BUILT_IN.iter().map(|built_in| built_in.name).collect()
    }

    fn read(text: &str, path: &str) -> Read<Self> {
        let source = Source { path, text, clock: Clock::default() };
        let document = source.parse()?;
        let profile = Section::document(source, "the profile", document.get_ref(), Self::KEYS)?;
        let clock = profile.optional("unit").map_or(Ok(Clock::default()), |unit| unit.choice(CLOCKS))?;
        let profile = profile.with_clock(clock);
        let words = |key| profile.optional(key).map_or(Ok(""), |value| value.text()).map(str::to_owned);
        let name = profile.required("name", "\"my-machine\"")?.line()?.to_owned();
        let within = Within::read(&profile, PART_KEYS, |part, locality| {
            let part = Self::of_part(part, clock)?;
            Ok(Self { name: format!("{name} within a {}", locality.name()), ..part })
        })?;
        let (description, source) = (words("description")?, words("source")?);
        let data = profile.optional("data").map_or_else(|| Ok(Data::default()), Data::read)?;
        let machine = Self { name, description, source, data, within, ..Self::of_part(&profile, clock)? };
        machine.with_whole(&profile)
    }
}

fn looks_like_a_path(path: &Path) -> bool {
    path.extension().is_some() || path.components().count() > 1 || path.exists()
}

#[cfg(test)]
mod channel_tests;
#[cfg(test)]
mod port_tests;
#[cfg(test)]
mod tests;
