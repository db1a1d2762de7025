//! Schedules in steps, packings of trees, certificates, algorithms of msccl-tools, and programs of MSCCL.
#![no_main]

use libfuzzer_sys::fuzz_target;
use logpine_netfiles::plans::certificate::Certificate;
use logpine_netfiles::plans::msccl::MscclFile;
use logpine_netfiles::plans::msccl_xml;
use logpine_netfiles::plans::sends::SendsFile;
use logpine_netfiles::plans::trees::TreesFile;
use logpine_netfiles::plans::{FileFault, Limits};
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
    if let Ok(program) = msccl_xml::read(text) {
        let _ = program.check(1);
    }
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
