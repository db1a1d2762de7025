//! Lines of comma-separated values (RFC 4180, with line feeds).

/// A line for each record, with quotes where a field needs them. All records must have as many fields.
pub fn csv_lines<Record>(records: impl IntoIterator<Item = Record>) -> String
where
    Record: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        writer.write_record(record).expect("memory takes lines of as many fields");
    }
    let bytes = writer.into_inner().expect("memory needs no flush");
    String::from_utf8(bytes).expect("all fields are text")
}

/// A line for each record of numbers and texts, without a string for each number.
pub fn csv_rows<Record: serde::Serialize>(records: impl IntoIterator<Item = Record>) -> String {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    for record in records {
        writer.serialize(record).expect("memory takes lines of as many fields");
    }
    let bytes = writer.into_inner().expect("memory needs no flush");
    String::from_utf8(bytes).expect("all fields are text")
}

#[cfg(test)]
mod tests {
    use super::{csv_lines, csv_rows};

    #[test]
    fn a_field_is_quoted_where_it_must_be() {
        assert_eq!(csv_lines([["a", "b,c"], ["d \"e\"", ""]]), "a,\"b,c\"\n\"d \"\"e\"\"\",\n");
        assert_eq!(csv_lines([["a"]; 0]), "");
        assert_eq!(csv_rows([(1, "a,b"), (20, "c")]), "1,\"a,b\"\n20,c\n");
    }
}
