//! Dependencies point down: platform, http, the shop's slices by rank, then server and ops. The compiler holds the rule between crates.

use std::fs;
use std::path::{Path, PathBuf};

/// Layers from the bottom. A file uses its own layer and those below.
const LAYERS: [&str; 8] = ["error", "config", "platform", "http", "app", "shop", "server", "ops"];

/// Imports that point up and are declared, with their reason.
const DECLARED: [(&str, &str); 1] = [
    // The composition root names the parts of the shop that it holds.
    ("app.rs", "shop"),
];

struct Use {
    file: String,
    line: usize,
    /// `shop::cart`, `kernel::money`.
    path: String,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// All that any file names after `crate::`, each name of a braced list by itself.
fn uses() -> Vec<Use> {
    let root = source();
    let mut paths = Vec::new();
    files(&root, &mut paths);
    assert!(paths.len() > 50, "the sources are not where they were");
    let mut uses = Vec::new();
    for path in paths {
        let file = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices("crate::") {
            let is_macro_path = text[..at].ends_with('$');
            let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
            if is_macro_path || text[start..at].trim_start().starts_with("//") {
                continue;
            }
            let line = text[..at].matches('\n').count() + 1;
            let named = &text[at + "crate::".len()..];
            for path in expanded(named) {
                uses.push(Use { file: file.clone(), line, path });
            }
        }
    }
    uses
}

/// The first two parts of what is named; `shop::{cart, order}` names two things.
fn expanded(named: &str) -> Vec<String> {
    let part = |text: &str| {
        text.trim_start().chars().take_while(|it| it.is_ascii_alphanumeric() || *it == '_').collect::<String>()
    };
    let first = part(named);
    let Some(rest) = named[first.len()..].strip_prefix("::") else { return vec![first] };
    match rest.strip_prefix('{') {
        Some(list) => {
            let list = list.split('}').next().unwrap();
            list.split(',').map(part).filter(|it| !it.is_empty()).map(|it| format!("{first}::{it}")).collect()
        }
        None => vec![format!("{first}::{}", part(rest))],
    }
}

fn rank(list: &[String], name: &str) -> Option<usize> {
    list.iter().position(|it| it == name)
}

fn head(path: &str) -> &str {
    path.split("::").next().unwrap()
}

fn is_declared(found: &Use) -> bool {
    DECLARED.iter().any(|(file, path)| {
        found.file == *file
            && (found.path == *path || found.path.strip_prefix(path).is_some_and(|it| it.starts_with("::")))
    })
}

#[test]
fn layers_use_only_what_is_below_them() {
    let layers: Vec<String> = LAYERS.iter().map(|it| (*it).to_owned()).collect();
    let mut upward = Vec::new();
    for found in uses() {
        let own = found.file.split(['/', '.']).next().unwrap().to_owned();
        let (Some(from), Some(to)) = (rank(&layers, &own), rank(&layers, head(&found.path))) else { continue };
        if to > from && !is_declared(&found) {
            upward.push(format!("{}:{} uses {}", found.file, found.line, found.path));
        }
    }
    assert!(upward.is_empty(), "arrows point up:\n{}", upward.join("\n"));
}

#[test]
fn slices_use_only_slices_of_a_lower_rank() {
    let list = fs::read_to_string(source().join("shop/mod.rs")).unwrap();
    let slices: Vec<String> = list
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')))
        .map(str::to_owned)
        .collect();
    assert!(slices.len() >= 10, "{slices:?}");
    let mut upward = Vec::new();
    for found in uses() {
        let Some(own) = found.file.strip_prefix("shop/").and_then(|rest| rest.split('/').next()) else { continue };
        let Some(used) = found.path.strip_prefix("shop::") else { continue };
        let Some(from) = rank(&slices, own) else { continue };
        let to = rank(&slices, used).unwrap_or_else(|| panic!("{}:{} uses {used}, no slice", found.file, found.line));
        if to > from {
            upward.push(format!("{}:{} uses shop::{used}", found.file, found.line));
        }
    }
    assert!(upward.is_empty(), "slices look up:\n{}", upward.join("\n"));
}

#[test]
fn the_http_edge_does_not_know_the_shop() {
    let found: Vec<String> = uses()
        .into_iter()
        .filter(|found| found.file.starts_with("http/") && head(&found.path) == "shop")
        .map(|found| format!("{}:{} uses {}", found.file, found.line, found.path))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
