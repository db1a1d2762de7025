use super::*;
use logpine_text::units::{Bytes, Rate, Time};
use proptest::prelude::*;
use snapbox::{Data, assert_data_eq};

const CAB: &str = include_str!("../../../../instances/machines/cab.toml");

fn load(text: &str) -> Result<Machine, String> {
    Machine::from_toml(text, "m.toml").map_err(|error| error.to_string())
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
fn machines_are_found_by_name_or_path() {
    let message = |name| Machine::load(name).expect_err(name).to_string();
    let unknown = message("cabb");
    assert!(
        unknown.starts_with(
            "no machine `cabb`; did you mean `cab`? the built-in ones are atlahs-ai, atlahs-hpc, bgp, cab, "
        ),
        "{unknown}"
    );
    assert!(
        unknown.ends_with("give its path, like ./cabb.toml, or its parameters, like logp:L=6us,o=2us,g=4us"),
        "{unknown}"
    );
    assert!(message("no/such/machine.toml").starts_with("cannot read the machine profile `no/such/machine.toml`: "));
    assert!(Machine::load("").is_err());
}

/// What is said of short profiles: `faults.txt` has each, and then the faults with their places.
#[test]
fn every_fault_has_its_place() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/machine/faults.txt");
    let cases = std::fs::read_to_string(&path).expect("the cases");
    let found = cases.split("====\n").skip(1).map(|case| {
        let (text, _) = case.split_once("\n----\n").expect("a profile and what is said of it");
        let said = load(text).err().unwrap_or_default();
        let faults = said.lines().filter(|line| !line.starts_with("  ")).map(|line| format!("{line}\n"));
        format!("====\n{text}\n----\n{}", faults.collect::<String>())
    });
    assert_data_eq!(found.collect::<String>(), Data::read_from(&path, None).raw());
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
