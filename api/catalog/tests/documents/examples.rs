//! Examples of documents: reading them, and importing them.

use std::collections::BTreeMap;
use std::fs;

use midway_catalog::Catalog;
use midway_catalog::check::check;
use midway_catalog::load::load;
use midway_catalog::sanitise::sanitise;
use toml::{Table, Value};

use crate::generated::root;
use crate::shop::Shop;

/// The files of an example: the content of each code block, with its language.
pub type Blocks = Vec<(String, String)>;

pub fn read(document: &str) -> String {
    fs::read_to_string(root().join("docs").join(document)).unwrap()
}

/// The code blocks of a text that are files of a catalogue.
pub fn blocks(text: &str) -> Blocks {
    let blocks = text.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let blocks = blocks.map(|(language, content)| (language.trim().to_owned(), content.to_owned()));
    blocks.filter(|(language, _)| ["toml", "csv"].contains(&language.as_str())).collect()
}

/// The parts of a text below the headings of a level: each heading, and what follows until the next heading of this or
/// a higher level.
pub fn sections(text: &str, level: usize) -> Vec<(&str, &str)> {
    let ends: Vec<String> = (2..=level).map(|level| format!("\n{} ", "#".repeat(level))).collect();
    let starts = text.match_indices(&ends[level - 2]).map(|(at, heading)| at + heading.len());
    let length = |from: usize| ends.iter().filter_map(|end| text[from..].find(end)).min().unwrap_or(text.len() - from);
    starts.map(|at| text[at..at + length(at)].split_once('\n').unwrap()).collect()
}

/// Imports all examples of a document.
///
/// # Panics
/// With the problems of all examples, if there are any.
pub fn import_all<'t>(examples: impl Iterator<Item = (&'t str, Blocks)>) -> BTreeMap<&'t str, Shop> {
    let (mut shops, mut wrong) = (BTreeMap::new(), Vec::new());
    for (name, example) in examples {
        match import(&example) {
            Ok(catalog) => drop(shops.insert(name, Shop(catalog))),
            Err(problems) => wrong.push(format!("{name}\n{problems}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    shops
}

/// Imports the files of an example.
///
/// # Errors
/// All problems of the files.
fn import(blocks: &Blocks) -> Result<Catalog, String> {
    let folder = tempfile::tempdir().unwrap();
    for (nth, (language, content)) in blocks.iter().enumerate() {
        let file = match language.as_str() {
            "csv" if content.starts_with("variant,") => "price.csv".to_owned(),
            "csv" if content.starts_with("hall,") => "seat.csv".to_owned(),
            _ => format!("{nth:02}.toml"),
        };
        fs::write(folder.path().join(file), content).unwrap();
    }
    let loaded = load(folder.path());
    let problems = [loaded.problems, check(&loaded.folder, &loaded.origins)].concat();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    if !problems.is_empty() {
        return Err(problems.join("\n"));
    }
    let mut folder = loaded.folder;
    sanitise(&mut folder);
    Ok(Catalog::from(folder))
}

/// The tables of several files as one. An entry replaces an earlier one with the same id.
pub fn merged<'t>(files: impl Iterator<Item = &'t str>) -> String {
    let mut all = Table::new();
    for file in files {
        for (name, value) in file.parse::<Table>().unwrap() {
            match (all.get_mut(&name), value) {
                (Some(Value::Table(known)), Value::Table(added)) => known.extend(added),
                (Some(Value::Array(known)), Value::Array(added)) => {
                    known.retain(|entry| {
                        added.iter().all(|it| it.get("id").is_none() || it.get("id") != entry.get("id"))
                    });
                    known.extend(added);
                }
                (_, value) => drop(all.insert(name, value)),
            }
        }
    }
    toml::to_string(&all).unwrap()
}
