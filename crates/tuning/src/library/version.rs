//! The libraries and release lines that tuning files are written for.

use logpine_models::job::Word;

/// A release line of a library: files of one do not suit another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Library {
    /// Open MPI 4.1.
    OpenMpi41,
    /// Open MPI 5.0.
    OpenMpi5,
    /// Open MPI 6.
    OpenMpi6,
    /// MPICH 4.0.
    Mpich40,
    /// MPICH 4.3.
    Mpich43,
    /// MPICH 5.0.
    Mpich5,
    /// UCC.
    Ucc,
    /// Intel MPI.
    Impi,
    /// Any MPI library, behind logpine's own functions.
    Shim,
}

/// The maker of a library, which determines the format of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Maker {
    /// Open MPI, component coll/tuned.
    OpenMpi,
    /// MPICH.
    Mpich,
    /// UCC.
    Ucc,
    /// Intel MPI.
    Impi,
    /// logpine itself: functions that stand before those of an MPI library.
    Shim,
}

impl Word for Library {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Self::OpenMpi41, "openmpi-4.1", "Open MPI 4.1, coll/tuned: a rules file"),
        (Self::OpenMpi5, "openmpi-5", "Open MPI 5.0, coll/tuned: a rules file"),
        (Self::OpenMpi6, "openmpi-6", "Open MPI 6, coll/tuned: rules as JSON (not tried)"),
        (Self::Mpich40, "mpich-4.0", "MPICH 4.0: a selection file (JSON)"),
        (Self::Mpich43, "mpich-4.3", "MPICH 4.3: a selection file (JSON)"),
        (Self::Mpich5, "mpich-5", "MPICH 5.0: a selection file (JSON)"),
        (Self::Ucc, "ucc", "UCC: environment variables (not tried)"),
        (Self::Impi, "impi", "Intel MPI: environment variables (not tried)"),
        (Self::Shim, "shim", "any MPI library: a C file to load before it, with any tree"),
    ];
}

impl Library {
    /// All libraries.
    pub const ALL: [Self; 9] = [
        Self::OpenMpi41,
        Self::OpenMpi5,
        Self::OpenMpi6,
        Self::Mpich40,
        Self::Mpich43,
        Self::Mpich5,
        Self::Ucc,
        Self::Impi,
        Self::Shim,
    ];

    /// The maker.
    #[must_use]
    pub const fn maker(self) -> Maker {
        match self {
            Self::OpenMpi41 | Self::OpenMpi5 | Self::OpenMpi6 => Maker::OpenMpi,
            Self::Mpich40 | Self::Mpich43 | Self::Mpich5 => Maker::Mpich,
            Self::Ucc => Maker::Ucc,
            Self::Impi => Maker::Impi,
            Self::Shim => Maker::Shim,
        }
    }

    /// The name for readers, such as `Open MPI 4.1`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::OpenMpi41 => "Open MPI 4.1",
            Self::OpenMpi5 => "Open MPI 5.0",
            Self::OpenMpi6 => "Open MPI 6",
            Self::Mpich40 => "MPICH 4.0",
            Self::Mpich43 => "MPICH 4.3",
            Self::Mpich5 => "MPICH 5.0",
            Self::Ucc => "UCC",
            Self::Impi => "Intel MPI",
            Self::Shim => "logpine's shim",
        }
    }

    /// True if files were tried with releases of the library; the others follow its documentation.
    #[must_use]
    pub const fn is_verified(self) -> bool {
        matches!(self, Self::OpenMpi41 | Self::OpenMpi5 | Self::Mpich40 | Self::Mpich43 | Self::Mpich5 | Self::Shim)
    }
}
