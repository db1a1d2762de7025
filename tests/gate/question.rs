//! Random questions, made by the rules of `grammar.txt`.

use crate::dice::Dice;
use crate::run::Run;
use std::iter::{RepeatN, repeat_n};

/// The question of a seed: a command, and the files that it names.
pub fn question(seed: u64) -> Run {
    let mut text = String::new();
    expand("$question", &mut Dice(seed << 32), &mut text);
    let mut parts = text.split("===");
    let arguments = parts.next().expect("a command").split_whitespace().map(str::to_owned).collect();
    let file = |part: &str| {
        let (name, content) = part.split_once('\n').expect("a name and a file");
        let lines: Vec<&str> = content.lines().map(str::trim).collect();
        (name.trim().to_owned(), lines.join("\n").into_bytes())
    };
    Run { arguments, inputs: parts.map(file).collect() }
}

/// Adds a text to another, with random choices in place of what stands in angles, and a rule in place of its name.
fn expand(text: &str, dice: &mut Dice, to: &mut String) {
    let Some(at) = text.find(['$', '<']) else { return to.push_str(text) };
    let (plain, rest) = text.split_at(at);
    to.push_str(plain);
    let rest = if let Some(rest) = rest.strip_prefix('$') {
        let (name, rest) = rest.split_at(rest.find(|of| !matches!(of, 'a'..='z' | '_')).unwrap_or(rest.len()));
        expand(rule(name), dice, to);
        rest
    } else {
        let (choices, rest) = alternatives(&rest[1..]);
        choose(&choices, dice, to);
        rest
    };
    expand(rest, dice, to);
}

/// The text of a rule: a line that begins with its name, and the lines below it that are indented.
fn rule(name: &str) -> &'static str {
    let text = include_str!("grammar.txt");
    let begin = text.find(&format!("\n{name} =")).unwrap_or_else(|| panic!("no rule ${name}"));
    let text = &text[begin + name.len() + 3..];
    let end = text.match_indices('\n').find(|(at, _)| !text[at + 1..].starts_with(' '));
    text[..end.map_or(text.len(), |(at, _)| at)].trim()
}

/// What stands before the angle that closes, cut at its bars, and what stands after.
fn alternatives(text: &str) -> (Vec<&str>, &str) {
    let (mut depth, mut begin, mut found) = (0, 0, vec![]);
    for (at, sign) in text.match_indices(['<', '|', '>']) {
        match sign {
            "<" => depth += 1,
            ">" if depth > 0 => depth -= 1,
            "|" if depth > 0 => {}
            _ => {
                found.push(&text[begin..at]);
                begin = at + 1;
                if sign == ">" {
                    return (found, &text[begin..]);
                }
            }
        }
    }
    panic!("no closing angle: {text}")
}

/// `2..9`: a number from 2 to 9. `30%|text`: the text in 30 of 100 cases. `5*one|other`: one of the texts, the first five times as often.
fn choose(choices: &[&str], dice: &mut Dice, to: &mut String) {
    let number = |text: &str| text.parse::<usize>().ok();
    if let [choice] = choices
        && let Some((least, most)) = choice.split_once("..")
        && let (Some(least), Some(most)) = (number(least), number(most))
    {
        *to += &(least + dice.below(most - least + 1)).to_string();
    } else if let [chance, text] = choices
        && let Some(chance) = chance.strip_suffix('%').and_then(number)
    {
        if dice.below(100) < chance {
            expand(text, dice, to);
        }
    } else {
        let all: Vec<&str> = choices.iter().copied().flat_map(weighted).collect();
        expand(all[dice.below(all.len())], dice, to);
    }
}

/// A choice as often as its weight says.
fn weighted(choice: &str) -> RepeatN<&str> {
    match choice.split_once('*').map(|(weight, text)| (weight.parse(), text)) {
        Some((Ok(weight), text)) => repeat_n(text, weight),
        _ => repeat_n(choice, 1),
    }
}
