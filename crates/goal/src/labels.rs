//! The labels of a rank.
//!
//! Schedules written by programs number their labels: l1, l2, l3, ... As long as the labels of a rank consist of one prefix
//! and increasing numbers, they are found by their number; otherwise by a hash of their text.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// A labelled operation.
#[derive(Clone)]
pub(super) struct Labelled {
    /// The index of the operation in its rank.
    pub(super) operation: u32,
    /// The label.
    pub(super) span: Range<usize>,
    number: u64,
}

/// The labels of the current rank.
pub(super) struct Labels<'a> {
    source: &'a [u8],
    labelled: Vec<Labelled>,
    /// The prefix before the number; `None` before the first label, and if labels are not numbered.
    prefix: Option<&'a [u8]>,
    /// Indices in `labelled`; used if labels are not numbered.
    by_text: FxHashMap<&'a [u8], u32>,
}

/// The result of a definition. A repeated label is a fault: dependencies refer to its first operation.
pub(super) enum Defined {
    Now,
    Before(Range<usize>),
}

impl<'a> Labels<'a> {
    pub(super) fn new(source: &'a [u8]) -> Self {
        Self { source, labelled: Vec::new(), prefix: None, by_text: FxHashMap::default() }
    }

    /// Removes all labels before the next rank.
    pub(super) fn clear(&mut self) {
        self.labelled.clear();
        self.prefix = None;
        if self.by_text.capacity() > 0 {
            // Clearing a map takes time proportional to its capacity.
            self.by_text = FxHashMap::default();
        }
    }

    /// Defines the label of an operation unless the label exists.
    pub(super) fn define(&mut self, span: Range<usize>, operation: u32) -> Defined {
        let text = &self.source[span.clone()];
        let counted = if self.by_text.is_empty() { counted(text) } else { None };
        if let Some((prefix, number)) = counted {
            let follows = match (self.prefix, self.labelled.last()) {
                (Some(known), Some(last)) => known == prefix && number > last.number,
                _ => true,
            };
            if follows {
                self.prefix = Some(prefix);
                self.labelled.push(Labelled { operation, span, number });
                return Defined::Now;
            }
        }
        if let Some(first) = self.get(text) {
            return Defined::Before(first.span.clone());
        }
        self.stop_counting();
        let index = u32::try_from(self.labelled.len()).unwrap_or(u32::MAX);
        self.by_text.insert(text, index);
        self.labelled.push(Labelled { operation, span, number: 0 });
        Defined::Now
    }

    /// The operation with this label.
    pub(super) fn get(&self, text: &[u8]) -> Option<&Labelled> {
        if let Some(known) = self.prefix {
            let (prefix, number) = counted(text)?;
            if prefix != known {
                return None;
            }
            let first = self.labelled.first()?.number;
            let guess = usize::try_from(number.checked_sub(first)?).ok().and_then(|at| self.labelled.get(at));
            return match guess {
                Some(labelled) if labelled.number == number => guess,
                _ => {
                    let at = self.labelled.binary_search_by_key(&number, |labelled| labelled.number).ok()?;
                    self.labelled.get(at)
                }
            };
        }
        self.by_text.get(text).and_then(|&index| self.labelled.get(index as usize))
    }

    fn stop_counting(&mut self) {
        if self.prefix.take().is_some() {
            let texts = self.labelled.iter().map(|labelled| &self.source[labelled.span.clone()]);
            self.by_text = texts.zip(0..).collect();
        }
    }
}

/// Splits a label into prefix and number, if this is unambiguous.
fn counted(text: &[u8]) -> Option<(&[u8], u64)> {
    let digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (prefix, digits) = text.split_at(text.len() - digits);
    if digits.is_empty() || digits.len() > 19 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    let number = digits.iter().fold(0u64, |number, digit| number * 10 + u64::from(digit - b'0'));
    Some((prefix, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Compares with a plain list of definitions.
        #[test]
        fn the_first_operation_of_a_label_is_found(texts in proptest::collection::vec("[lm](0|00|1|2|3|01|x|1x|20|18446744073709551616)", 1..20)) {
            let source = texts.concat().into_bytes();
            let mut labels = Labels::new(&source);
            let mut at = 0;
            for (operation, text) in (0u32..).zip(&texts) {
                let first = texts.iter().position(|other| other == text).map(|first| u32::try_from(first).expect("few"));
                let defined = labels.define(at..at + text.len(), operation);
                prop_assert_eq!(matches!(defined, Defined::Now), first == Some(operation));
                at += text.len();
                let found = labels.get(text.as_bytes()).map(|labelled| labelled.operation);
                prop_assert_eq!(found, first);
                prop_assert!(labels.get(b"n1").is_none() && labels.get(b"l7").is_none());
            }
            labels.clear();
            prop_assert!(texts.iter().all(|text| labels.get(text.as_bytes()).is_none()));
        }
    }
}
