//! The example of the crate's page, and random numbers.

pub mod numbers;

#[test]
fn example_of_the_module() -> Result<(), Box<dyn std::error::Error>> {
    use crate::{Column, Knowledge, LearnOptions, Table, learn};

    // Speed and load make the time; the price is a function of the time.
    let at = |step: u32, row: u32| f64::from(row * step % 101) / 101.0 + 1.0;
    let speed: Vec<f64> = (0..150).map(|row| at(37, row)).collect();
    let load: Vec<f64> = (0..150).map(|row| at(59, row * row)).collect();
    let time: Vec<f64> =
        (0..150).map(|row| load[row] / speed[row] + at(83, u32::try_from(row).expect("150 rows")) / 8.0).collect();
    let price: Vec<f64> = time.iter().map(|time| 3.0 * time * time).collect();
    let columns = [("speed", speed), ("load", load), ("time", time), ("price", price)];
    let table = Table::new(columns.into_iter().map(|(name, values)| Column::continuous(name, values)).collect())?;
    let knowledge = Knowledge { inputs: vec!["speed".to_owned(), "load".to_owned()], ..Knowledge::default() };
    let model = learn(&table, &knowledge, &LearnOptions::default())?;
    let arrows: Vec<String> = model.edges.iter().map(|edge| model.named(edge)).collect();
    assert_eq!(arrows, ["speed -> time", "load -> time", "time => price"]);
    Ok(())
}
