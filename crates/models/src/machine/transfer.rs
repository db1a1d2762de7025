//! `transfer`: L(m, tau), the time of tau concurrent transfers of m bytes on one channel.

use super::reader::{Read, Value};
use super::transfer_floor::TransferFloor;
use super::transfer_formula::TransferFormula;
use super::transfer_line::TransferLine;
use super::transfer_table::TransferTable;
use logpine_text::units::Time;

/// The time of transfers on a shared channel.
///
/// For tau concurrent transfers of m bytes, L(m, tau) is the time after which all of them are done (Rico-Gallego et al.,
/// section 3). It never falls as tau grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// A formula.
    Formula(TransferFormula),
    /// Measurements.
    Table(TransferTable),
}

impl Transfer {
    /// L(`bytes`, `tau`), rounded half up; 0 for no transfer, `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at(&self, bytes: u64, tau: u64) -> Option<Time> {
        match self {
            _ if tau == 0 => Some(Time::ZERO),
            Self::Formula(formula) => formula.at(bytes, tau),
            Self::Table(table) => table.at(bytes, tau),
        }
    }

    /// L(`bytes`, .) at `tau`, at least 1, and at the taus around it that lie on the same line; `None` past 128 bits.
    #[must_use]
    pub fn line(&self, bytes: u64, tau: u64) -> Option<TransferLine> {
        match self {
            Self::Formula(formula) => formula.line(bytes),
            Self::Table(table) => table.line(bytes, tau),
        }
    }

    /// A lower bound on the time of any number of consecutive transfers of `bytes` bytes together, at least 1, with anything
    /// else in the channel; `None` past [`Time::MAX`].
    #[must_use]
    pub fn at_least(&self, bytes: u64) -> Option<Time> {
        match self {
            Self::Formula(formula) => formula.at_least(bytes),
            // On straight lines the least time is at a point.
            Self::Table(table) => table.points().map(|point| point.time.value).min(),
        }
    }

    /// A lower bound on the time of any transfers of at most `longest` bytes each, at most `tau` of them concurrent.
    #[must_use]
    pub fn floor(&self, tau: u64, longest: u64) -> TransferFloor {
        match self {
            Self::Formula(formula) => formula.floor(tau.max(1)),
            Self::Table(table) => table.floor(tau.max(1), longest),
        }
    }

    /// Reads a table of terms, or a list of points.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        if value.is_array() {
            TransferTable::read(value).map(Self::Table)
        } else {
            TransferFormula::read(value).map(Self::Formula)
        }
    }
}
