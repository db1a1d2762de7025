//! The flaws of settings, each at its place.

use super::*;
use proptest::prelude::*;

fn flaws(text: &str, library: Library) -> Vec<(&'static str, usize, usize)> {
    let report = read(text.as_bytes(), library);
    report
        .faults
        .iter()
        .map(|fault| (fault.code(), fault.place.position().line, fault.place.position().column))
        .collect()
}

const SAMPLE: &str = "\
# rules
coll_tuned_use_dynamic_rules = 1
coll_tuned_dynamic_rules_filename = /home/me/rules.conf
coll_tuned_bcast_algorithm_knomial_radix = 8
coll_han_priority = 0
btl = self,vader
";

#[test]
fn good_settings_have_no_flaws() {
    for library in super::super::names::RELEASES {
        assert_eq!(flaws(SAMPLE, library), []);
        let tune =
            "--mca coll_tuned_use_dynamic_rules true\n-mca coll_tuned_bcast_algorithm binomial --mca coll ^han\n";
        assert_eq!(flaws(tune, library), []);
    }
    assert_eq!(flaws("btl = self\n", Library::OpenMpi5), []);
}

#[test]
fn every_flaw_is_found_at_its_place() {
    let cases = [
        ("rules = 1", "rules = 0", "rules-off", 3, 1),
        ("coll_tuned_use_dynamic_rules", "coll_tuned_use_dynamic_rule", "unknown-parameter", 2, 1),
        ("coll_han_priority = 0\n", "", "han-first", 3, 1),
        ("btl = self,vader", "coll_tuned_bcast_algorithm = 6", "forced-and-rules", 6, 1),
        ("btl = self,vader", "coll_tuned_bcast_algorithm_tree_fanout = 6", "tree-fanout", 6, 1),
        ("btl = self,vader", "coll_tuned_bcast_algorithm = 10", "unknown-algorithm", 6, 30),
        ("btl = self,vader", "coll_tuned_bcast_algorithm = binomal", "unknown-algorithm", 6, 30),
        ("btl = self,vader", "coll_tuned_reduce_algorithm = 8", "later-algorithm", 6, 31),
        ("btl = self,vader", "--mca btl self", "equals-in-tune", 2, 1),
        ("btl = self,vader", "btl self", "not-a-setting", 6, 1),
        ("btl = self,vader", "OMPI_MCA_coll_tuned_priority = 1", "environment-name", 6, 1),
        ("radix = 8", "radix = eight", "not-a-number", 4, 44),
        ("radix = 8", "radix =", "no-value", 4, 1),
        ("rules = 1", "rules = 1 # on", "comment-in-value", 2, 32),
        ("/home/me/rules.conf", "\"/home/me/rules.conf\"", "quoted-value", 3, 37),
        ("btl = self,vader", "coll_han_priority = 1", "repeated-setting", 6, 1),
    ];
    for (part, other, code, line, column) in cases {
        let text = SAMPLE.replace(part, other);
        assert!(
            flaws(&text, Library::OpenMpi5).contains(&(code, line, column)),
            "{other}: {:?}",
            flaws(&text, Library::OpenMpi5)
        );
    }
}

#[test]
fn exported_settings_are_those_of_a_shell() {
    let text = "# rules\n. other.sh\nexport OMPI_MCA_coll_tuned_use_dynamic_rules=1\n\
            export OMPI_MCA_coll_tuned_dynamic_rules_filename='/home/o'\\''neil/#1.conf' A=b\nexport OMPI_MCA_coll_han_priority=\"0\"\n";
    let found = |text: &str| {
        let report = read_exports(text.as_bytes(), Library::OpenMpi5);
        let place = |fault: &crate::format::faults::Fault| {
            (fault.code(), fault.place.position().line, fault.place.position().column)
        };
        report.faults.iter().map(place).collect::<Vec<_>>()
    };
    assert_eq!(found(text), [("no-assignment", 2, 1)]);
    let good = text.replace(". other.sh", "");
    assert_eq!(found(&good), []);
    let cases = [
        ("rules=1", "rules=0", "rules-off", 4, 17),
        ("rules=1", "rule=1", "unknown-parameter", 3, 17),
        ("priority=\"0\"", "priority='x' OMPI_MCA_coll_tuned_priority='x'", "not-a-number", 5, 69),
        ("A=b", "OMPI_MCA_coll_tuned_priority=", "no-value", 4, 86),
        ("rules=1", "rules=1 OMPI_MCA_coll_tuned_use_dynamic_rules=1", "repeated-variable", 3, 8),
    ];
    for (part, other, code, line, column) in cases {
        let text = good.replace(part, other);
        assert!(found(&text).contains(&(code, line, column)), "{other}: {:?}", found(&text));
    }
    assert_eq!(found("export OMPI_MCA_coll_tuned_priority='1\n"), [("open-quotes", 1, 37)]);
}

#[test]
fn releases_differ() {
    let text = SAMPLE.replace("coll_han_priority = 0", "coll_tuned_bcast_algorithm = 6");
    let message =
        |library| read(text.as_bytes(), library).faults.iter().map(crate::format::Fault::message).collect::<String>();
    assert!(message(Library::OpenMpi41).contains("where it has rules, they count"));
    assert!(message(Library::OpenMpi5).contains("this algorithm counts"));
    assert_eq!(flaws("--mca btl self\nx = 1\n", Library::OpenMpi41), []);
    for off in ["coll = ^han", "coll = tuned,basic", "coll_han_bcast_dynamic_global_communicator_module = 3"] {
        assert_eq!(flaws(&SAMPLE.replace("coll_han_priority = 0", off), Library::OpenMpi5), [], "{off}");
    }
    assert_eq!(flaws(&SAMPLE.replace("coll_han_priority = 0", "coll = ^sm"), Library::OpenMpi5), [("han-first", 3, 1)]);
}

proptest! {
    #[test]
    fn any_bytes_are_read(source: Vec<u8>, words in "((--mca|-x|=|#|coll|coll_tuned_bcast_algorithm|'|\"|0x)[ \n]?){0,30}") {
        let _ = read(&source, Library::OpenMpi5).faults.rendered(&source, std::path::Path::new("x"));
        let _ = read(words.as_bytes(), Library::OpenMpi6).faults.rendered(words.as_bytes(), std::path::Path::new("x"));
    }
}

#[test]
fn time_is_linear() {
    let lines = |at: u32| format!("coll_{at} = 1\n--mca coll_{at} 2\nx\ncoll_tuned_{at} = 0\n");
    let text = (0..50_000).map(lines).collect::<Vec<_>>().concat();
    assert_eq!(read(text.as_bytes(), Library::OpenMpi41).faults.warnings(), 50_000);
}
