//! The models of a kind in words, as constants that may begin with other words.

/// The models of channels.
macro_rules! of_channels {
    ($($before:literal)?) => {
        concat!($($before,)? "--model tau_lop and loggph, which depend on where ranks run")
    };
}

/// The models of nodes of overlay trees.
macro_rules! of_nodes {
    ($before:literal) => {
        concat!($before, "--model tan or overlay, or logp with --logp-reading")
    };
}

pub(super) use {of_channels, of_nodes};
