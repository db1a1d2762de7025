use super::*;
use logpine_text::units::{Bytes, Rate, Time};
use proptest::prelude::*;

const CAB: &str = include_str!("../../../../instances/machines/cab.toml");

fn load(text: &str) -> Result<Machine, String> {
    Machine::from_toml(text, "m.toml").map_err(|error| error.to_string())
}

/// The error message for a profile with the given text after `name = "m"` in line 1.
fn fault(text: &str) -> String {
    load(&format!("name = \"m\"\n{text}")).expect_err(text)
}

/// The first line of the error message for a `[tan]` section with these lines, from line 4, after a valid latency.
fn tan_fault(lines: &str) -> String {
    let message = fault(&format!("[tan]\nlatency = \"98us\"\n{lines}"));
    message.lines().next().unwrap_or_default().to_owned()
}

fn us(text: &str) -> Measured<Time> {
    Measured::exactly(Time::parse(&format!("{text}us"), Clock::Second).expect(text))
}

#[test]
fn cab_is_table_i() {
    let cab = Machine::built_in("cab").expect("cab is built in");
    assert_eq!((cab.name.as_str(), cab.clock), ("cab", Clock::Second));
    let tan = cab.tan.expect("cab has [tan]");
    assert_eq!(tan.reduction.latency, us("98"));
    assert_eq!(tan.reduction.overhead.at(3), Some(Time::from_ticks(53_062_000)));
    assert_eq!((tan.reduction.gap, tan.startup), (us("0"), us("0")));
    assert_eq!(tan.multicast, tan.reduction);
    assert_eq!(tan.overhead_argument, OverheadArgument::ChildrenAndParent);
    assert_eq!(tan.period_latency, PeriodLatency::Included);
}

#[test]
fn every_instance_loads_and_every_built_in_machine_is_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/machines");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a readable entry").path();
        let machine = Machine::load(path.to_str().expect("UTF-8")).expect("an instance is valid");
        assert!(!machine.source.is_empty() && !machine.description.is_empty(), "{path:?} tells what it is");
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(machine.name.as_str()));
        names.push(machine.name);
    }
    names.sort();
    assert_eq!(names, Machine::built_in_names(), "every instance is built in, sorted by name");
    assert!(Machine::built_in_names().into_iter().all(|name| Machine::built_in(name).is_some()));
}

#[test]
fn all_sections_are_read() {
    let machine = load(
        "name = \"x\"\nunit = \"cycle\"\n\
         [alpha_beta]\nalpha = \"10 cycles\"\nbeta = \"1 cycle/B\"\n\
         [logp]\nlatency = \"6 cycles\"\noverhead = \"2cycles\"\ngap = \"4 cycles\"\nranks = 8\n\
         [loggp]\nlatency = \"6 cycles\"\noverhead = \"2cycles\"\ngap = \"4 cycles\"\ngap_per_byte = \"0.25 cycles/B\"\n\
         [loggops]\nlatency = \"6 cycles\"\noverhead = \"2cycles\"\ngap = \"4 cycles\"\n\
         gap_per_byte = { value = \"0.25 cycles/B\", stderr = \"0.0001 cycles/B\" }\noverhead_per_byte = \"0 cycles/B\"\n\
         rendezvous_above = \"64KiB\"\n",
    )
    .expect("valid");
    assert_eq!(machine.sections(), ["alpha_beta", "logp", "loggp", "loggops"]);
    assert_eq!(machine.alpha_beta.expect("there").beta.value, Rate::from_time(Time::from_ticks(1_000)));
    assert_eq!(machine.logp.map(|logp| (logp.latency.value.ticks(), logp.ranks)), Some((6_000, Some(8))));
    assert_eq!(machine.loggp.map(|loggp| loggp.gap_per_byte.value.times(4)), Some(Some(Time::from_ticks(1_000))));
    let loggops = machine.loggops.expect("there");
    assert_eq!(loggops.rendezvous_above, Some(Bytes(65_536)));
    let tenth = Rate::parse("0.0001 cycles", Clock::Cycle).expect("a tenth of a tick");
    assert_eq!(loggops.loggp.gap_per_byte.uncertainty, Some(Uncertainty::StandardError(tenth)));
}

#[test]
fn all_keys_of_tan_are_read() {
    let machine = load(
        "name = \"x\"\n[tan]\nlatency = { value = \"98us\", low = \"90us\", high = \"98us\" }\n\
         overhead = { table = [[2, \"50us\"], [4, { value = \"52us\", stderr = \"1us\" }]] }\n\
         overhead_argument = \"children\"\nperiod_includes_latency = false\ngap = \"1us\"\nstartup = \"5us\"\n\
         filter = \"3us\"\n[tan.multicast]\noverhead.logarithmic = \"7us\"\n\
         overhead.exponential = { scale = \"0.1ps\", rate = 1 }\nlatency = \"8us\"\n",
    );
    let tan = machine.expect("valid").tan.expect("there");
    let interval = Uncertainty::Interval { low: us("90").value, high: us("98").value };
    assert_eq!(tan.reduction.latency, Measured { value: us("98").value, uncertainty: Some(interval) });
    assert_eq!(tan.reduction.overhead.at(3), Some(us("51").value));
    assert_eq!(tan.overhead_argument, OverheadArgument::Children);
    assert_eq!(tan.period_latency, PeriodLatency::Excluded);
    assert_eq!((tan.startup, tan.reduction.filter), (us("5"), us("3")));
    assert_eq!((tan.multicast.latency, tan.multicast.gap, tan.multicast.filter), (us("8"), us("1"), us("0")));
    assert_eq!(tan.multicast.overhead.at(1), Some(Time::ZERO), "7us ln 1 + 0.1ps e = 0.27ps");
    let fine = Rate::parse("0.1ps", Clock::Second).expect("below a tick");
    let Overhead::Formula(formula) = tan.multicast.overhead else { panic!("a formula") };
    assert_eq!(formula.exponential, Some(Exponential { scale: Measured::exactly(fine), rate: Measured::exactly(1.0) }));
}

#[test]
fn a_misspelt_key_is_shown_with_its_place_and_the_right_one() {
    let text = CAB.replace("latency =", "latencyy =");
    let line = 1 + text.lines().position(|line| line.starts_with("latencyy")).expect("it is there");
    let source_line = text.lines().nth(line - 1).expect("it is there");
    let expected =
        format!("cab.toml:{line}:1: unknown key `latencyy` in [tan]; did you mean `latency`?\n{source_line}\n^^^^^^^^");
    let error = Machine::from_toml(&text, "cab.toml").expect_err("misspelt");
    assert_eq!(error.to_string(), expected);
    let MachineError::Invalid(invalid) = error else { panic!("an invalid profile") };
    assert_eq!((invalid.place.line, invalid.place.column), (line, 1));
}

#[test]
fn syntax_errors_have_the_same_form() {
    let message = fault("[tan\n");
    assert!(message.starts_with("m.toml:2:5: "), "{message}");
    assert!(message.ends_with("\n[tan\n    ^"), "{message}");
    assert!(fault("unit = \"s\"\nunit = \"s\"").starts_with("m.toml:3:1: duplicate key"));
}

#[test]
fn unknown_and_missing_keys_are_faults() {
    assert!(load("").expect_err("no name").starts_with("m.toml:1:1: the profile has no `name`; add it"));
    let message = fault("[tann]\n");
    assert!(message.starts_with("m.toml:2:2: unknown key `tann` in the profile; did you mean `tan`?"), "{message}");
    let message = fault("[tan]\ngap = \"0s\"\n");
    assert!(message.starts_with("m.toml:2:1: [tan] has no `latency`; add it, like latency = \"98us\""), "{message}");
    assert!(tan_fault("").contains("[tan] has no `overhead`"));
    assert!(tan_fault("bandwidth = 3").contains("expected one of `latency`, `overhead`, `overhead_argument`"));
    assert!(tan_fault("overhead = { constnt = \"1us\" }").contains("in overhead; did you mean `constant`?"));
    assert!(tan_fault("overhead = { exponential = { scale = \"1us\" } }").contains("exponential has no `rate`"));
    let multicast = tan_fault("overhead = { constant = \"1us\" }\n[tan.multicast]\nstartup = \"1us\"");
    assert!(multicast.contains("unknown key `startup` in [tan.multicast]"), "{multicast}");
}

#[test]
fn values_of_the_wrong_kind_are_faults() {
    let cases = [
        ("overhead = \"49.3us\"", "m.toml:4:12: `overhead` is of type string; it must be a table"),
        ("overhead = {}", "m.toml:4:12: `overhead` is empty; give at least one term"),
        ("overhead = { constant = 49.3 }", "m.toml:4:25: `constant`: `49.3` has no unit; write it as \"49.3us\""),
        ("overhead = { constant = \"49.3 uss\" }", "unknown unit `uss` in `49.3 uss`; did you mean `us`?"),
        ("overhead = { constant = -1 }", "`constant`: `-1` is negative"),
        ("overhead = { constant = nan }", "`constant`: `nan` is not a number (NaN)"),
        ("overhead = { constant = inf }", "`constant`: `inf` is infinite"),
        ("overhead = { constant = true }", "`constant` is of type boolean; it must be a quantity with its unit"),
        ("overhead = { constant = \"1e99us\" }", "is too large"),
        ("overhead = { exponential = { scale = \"1us\", rate = -0.1 } }", "`rate` is -0.1; it must be a finite number"),
        ("overhead = { exponential = { scale = \"1us\", rate = inf } }", "`rate` is inf; it must be a finite number"),
        ("overhead = { exponential = { scale = \"1us\", rate = nan } }", "`rate` is nan; it must be a finite number"),
        ("overhead = { exponential = { scale = \"1us\", rate = 1e999 } }", "must be a finite number"),
        ("overhead = { exponential = { scale = \"1us\", rate = \"fast\" } }", "`rate` is of type string"),
        ("overhead.constant = \"1us\"\noverhead_argument = \"child\"", "`overhead_argument` is `child`; "),
        ("overhead.constant = \"1us\"\nperiod_includes_latency = \"no\"", "it must be true or false"),
        ("overhead.constant = \"1us\"\ngap = \"6 cycles\"", "the other times are in seconds"),
        ("overhead.constant = \"1us\"\ngap = \"0.5ps\"", "`gap`: `0.5ps` is not a whole number of ticks"),
    ];
    for (lines, expected) in cases {
        let message = tan_fault(lines);
        assert!(message.contains(expected), "{lines}: {message}");
    }
    assert!(fault("unit = \"sec\"").contains("`unit` is `sec`"));
    assert!(fault("tan = 3").contains("`tan` is of type integer; it must be a table"));
    let logp = |ranks| fault(&format!("[logp]\nlatency=\"1s\"\noverhead=\"1s\"\ngap=\"1s\"\nranks={ranks}"));
    assert!(logp("0").contains("`ranks` is 0; it must be at least 1"));
    assert!(logp("-8").contains("`ranks` is -8; it must be a whole number"));
    assert!(logp("\"8\"").contains("`ranks` is of type string"));
    assert!(fault("[alpha_beta]\nalpha=\"1us\"\nbeta=\"1ns\"").contains("write \"1ns/B\""));
}

#[test]
fn tables_must_be_tables() {
    let cases = [
        ("[]", "`table` has no points"),
        ("[[4, \"50us\"], [2, \"52us\"]]", "m.toml:4:37: `table`: 2 follows 4; list the points by increasing argument"),
        ("[[4, \"50us\"], [4, \"52us\"]]", "`table`: 4 follows 4"),
        ("[[4]]", "it must be a point of two values"),
        ("[4, \"50us\"]", "it must be a point of two values"),
        ("[[4.5, \"50us\"]]", "`table` is of type float; it must be a whole number"),
        ("[[-4, \"50us\"]]", "`table` is -4; it must be a whole number"),
        ("[[4, 50]]", "`50` has no unit"),
        ("\"50us\"", "it must be a list of points"),
        ("[[4, \"50us\"]], linear = \"1us\"", "`overhead` has a table and other terms as well; keep one of them"),
    ];
    for (table, expected) in cases {
        let message = tan_fault(&format!("overhead = {{ table = {table} }}"));
        assert!(message.contains(expected), "{table}: {message}");
    }
}

#[test]
fn uncertainties_must_make_sense() {
    let gap = |value: &str| tan_fault(&format!("overhead.constant = \"1us\"\ngap = {{ {value} }}"));
    assert!(gap("value = \"3us\", low = \"4us\", high = \"5us\"").contains("make low <= value <= high"));
    assert!(gap("value = \"6us\", low = \"4us\", high = \"5us\"").contains("make low <= value <= high"));
    assert!(gap("value = \"3us\", low = \"2us\"").contains("either as `stderr` or as `low` and `high`"));
    assert!(gap("value = \"3us\", stderr = \"1us\", high = \"5us\"").contains("either as `stderr`"));
    assert!(gap("stderr = \"1us\"").contains("gap has no `value`"));
    assert!(gap("value = \"3us\", stdev = \"1us\"").contains("unknown key `stdev` in gap"));
}

#[test]
fn machines_are_found_by_name_or_path() {
    let message = |name| Machine::load(name).expect_err(name).to_string();
    let unknown = message("cabb");
    assert!(
        unknown.starts_with(
            "no machine `cabb`; did you mean `cab`? the built-in ones are atlahs-ai, atlahs-hpc, bgp, cab, "
        ),
        "{unknown}"
    );
    assert!(unknown.ends_with("give its path, like ./cabb.toml"), "{unknown}");
    assert!(message("no/such/machine.toml").starts_with("cannot read the machine profile `no/such/machine.toml`: "));
    assert!(Machine::load("").is_err());
}

proptest! {
    #[test]
    fn any_text_is_a_machine_or_an_error(text: String) {
        let _ = load(&text);
    }

    #[test]
    fn damaged_profiles_are_machines_or_errors(cut in 0usize..900, length in 0usize..30, put in "[\\PC\n\t\"{}=]{0,8}") {
        let (start, end) = (cut.min(CAB.len()), (cut + length).min(CAB.len()));
        let _ = load(&format!("{}{put}{}", &CAB[..start], &CAB[end..]));
    }

    #[test]
    fn any_value_of_any_key_is_read_or_refused(
        section in "tan|tan.multicast|logp|loggops",
        key in "latency|overhead|overhead.table|overhead.exponential|gap|ranks|filter",
        value in "[-0-9.\"eusnB/{}\\[\\], =a-z]{0,30}",
    ) {
        let _ = load(&format!("name = \"m\"\n[{section}]\n{key} = {value}\n"));
    }
}

/// Names are shown in headings, so they must not look like other lines of a report.
#[test]
fn a_name_is_a_line() {
    for name in ["", "  ", "a\\nb", "\\u001b[2J"] {
        let profile = format!("name = \"{name}\"\n[alpha_beta]\nalpha = \"1us\"\nbeta = \"1ns/B\"\n");
        let error = Machine::from_toml(&profile, "m.toml").expect_err("not a line").to_string();
        assert!(error.starts_with("m.toml:1:8: `name`") && error.contains("a line of text"), "{error}");
    }
}
