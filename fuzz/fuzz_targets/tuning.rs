//! Tuning files of MPI libraries.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_tuning::files as tuning;
use logpine_tuning::library::Library;
use logpine_fuzz::assert_short;
use std::path::Path;

const LIBRARIES: [Library; 7] =
    [Library::OpenMpi41, Library::OpenMpi6, Library::Mpich40, Library::Mpich5, Library::Ucc, Library::Impi, Library::Shim];

fuzz_target!(|source: &[u8]| {
    let faults = LIBRARIES.into_iter().flat_map(|library| tuning::check(source, library).faults.to_vec());
    for fault in faults {
        assert_short(&fault.render(source, Path::new("rules.conf")));
    }
});
