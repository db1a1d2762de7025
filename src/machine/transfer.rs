//! `transfer`: L(m, tau), the time of tau transfers of m bytes at once on one channel.

use super::reader::{Read, Value};
use super::transfer_formula::TransferFormula;
use super::transfer_table::TransferTable;
use crate::units::Time;

/// How long transfers take on a channel that others use as well.
///
/// For tau transfers of m bytes that are in progress at once, L(m, tau) is the time after which all of them are done
/// (Rico-Gallego et al., section 3). It never falls as tau grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// A formula.
    Formula(TransferFormula),
    /// Measurements.
    Table(TransferTable),
}

impl Transfer {
    /// L(`bytes`, `tau`), rounded half up; 0 for no transfer at all, `None` past [`Time::MAX`].
    #[inline]
    #[must_use]
    pub fn at(&self, bytes: u64, tau: u64) -> Option<Time> {
        match self {
            _ if tau == 0 => Some(Time::ZERO),
            Self::Formula(formula) => formula.at(bytes, tau),
            Self::Table(table) => table.at(bytes, tau),
        }
    }

    /// A lower bound on the time of transfers of `bytes` bytes together, at least 1, one after the other, however many and
    /// whatever else is in the channel; `None` past [`Time::MAX`].
    #[must_use]
    pub fn at_least(&self, bytes: u64) -> Option<Time> {
        match self {
            Self::Formula(formula) => formula.at_least(bytes),
            // On straight lines the least is at a point.
            Self::Table(table) => table.points().map(|point| point.time.value).min(),
        }
    }

    /// A table of terms, or a list of points.
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        if value.is_array() {
            TransferTable::read(value).map(Self::Table)
        } else {
            TransferFormula::read(value).map(Self::Formula)
        }
    }
}
