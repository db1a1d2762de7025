//! Schedules in steps, packings of trees, certificates, algorithms of msccl-tools, and programs of MSCCL.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine::internals::format::synthesis::{
    Certificate, FileFault, Limits, MscclFile, SendsFile, TreesFile, run_msccl_xml,
};
use logpine_fuzz::said;

/// As in tests: what a check may spend.
const LIMITS: Limits = Limits { faults: 5, contributions: 1 << 20 };

fn first<T>(result: Result<T, Vec<FileFault>>) {
    said(result.map_err(|faults| faults.into_iter().next().expect("a fault")));
}

fuzz_target!(|text: &str| {
    match SendsFile::read(text) {
        Ok(file) => first(file.check(&LIMITS)),
        Err(faults) => first(Err::<(), _>(faults)),
    }
    match TreesFile::read(text) {
        Ok(file) => first(file.check(&LIMITS)),
        Err(faults) => first(Err::<(), _>(faults)),
    }
    let _ = run_msccl_xml(text);
    match MscclFile::read(text) {
        Ok(file) => first(file.check(&LIMITS)),
        Err(fault) => said(Err::<(), _>(fault)),
    }
    match Certificate::read(text) {
        Ok(certificate) => {
            said(certificate.check());
            assert!(Certificate::read(&certificate.write()).is_ok(), "what is written is read back");
        }
        Err(fault) => said(Err::<(), _>(fault)),
    }
});
