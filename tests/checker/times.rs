//! One-port limits: the earliest times pass, and no operation may come earlier.
