//! Files as other programs read them: valid ones, invalid ones, and what is written and read back.

mod mrnet;
mod placement;
mod settings;
