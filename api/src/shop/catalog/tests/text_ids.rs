//! `api/text-ids.txt` lists the ids of all texts of the API and the app. An import checks the operator's texts against
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Files;

/// Every id that a source file defines: of a `Text` of the API, of a text of the app's areas, and of texts without a
/// default, whose ids end in `Html`.
fn ids_in(source: &str) -> impl Iterator<Item = &str> {
    source.lines().flat_map(|line| {
        let quoted: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        let defines = line.contains("id: \"") || line.trim_start().starts_with('"') && line.contains("\":");
        quoted
            .into_iter()
            .enumerate()
            .filter(move |(nth, id)| is_id(id) && (defines && *nth == 0 || id.ends_with("Html")))
            .map(|(_, id)| id)
    })
}

fn is_id(quoted: &str) -> bool {
    quoted.split_once('.').is_some_and(|(area, name)| !area.is_empty() && !name.is_empty())
        && quoted.starts_with(|first: char| first.is_ascii_lowercase())
        && quoted.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
}

/// The texts that a source file defines, each with its default: `id: "a.b", default: "…"` in the API, `"a.b": "…"` in the app.
fn defaults_in(source: &str) -> Vec<(String, String)> {
    let source = source.replace("\\\"", "\u{0}");
    let parts: Vec<&str> = source.split('"').collect();
    let defines = |at: &usize| {
        let between: Vec<&str> = parts[at + 1].split_whitespace().collect();
        is_id(parts[*at]) && matches!(between[..], [":"] | [",", "default:"])
    };
    let quoted = (1..parts.len().saturating_sub(2)).step_by(2).filter(defines);
    quoted.map(|at| (parts[at].to_owned(), parts[at + 2].to_owned())).collect()
}

/// The source files that define texts.
fn sources() -> Vec<String> {
    let api = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for folder in ["kernel/src", "catalog/src", "src/http", "src/platform", "src/shop", "../next-app/src/text/areas"] {
        collect(&api.join(folder), &mut sources);
    }
    let without_default =
        ["checkout/terms.ts", "legal/legal.ts"].map(|file| format!("../next-app/src/features/{file}"));
    for file in without_default.iter().map(String::as_str).chain(["src/error.rs"]) {
        collect(&api.join(file), &mut sources);
    }
    sources
}

fn collect(path: &Path, sources: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), sources);
        }
    } else if !path.to_string_lossy().contains("test") {
        sources.push(fs::read_to_string(path).unwrap());
    }
}

#[test]
fn a_text_id_names_one_text_in_the_api_and_the_app() {
    let mut defaults: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (id, words) in sources().iter().flat_map(|source| defaults_in(source)) {
        defaults.entry(id).or_default().insert(words);
    }
    assert!(defaults.len() > 1000, "the sources are read: {}", defaults.len());
    let ambiguous: Vec<_> = defaults.iter().filter(|(_, words)| words.len() > 1).collect();
    assert!(ambiguous.is_empty(), "{ambiguous:#?}");
}

#[test]
fn committed_list_of_text_ids_matches_the_code() {
    let api = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = sources();
    let ids: BTreeSet<&str> = sources.iter().flat_map(|source| ids_in(source)).collect();
    let listed = ids.into_iter().map(|id| format!("{id}\n")).collect::<String>();
    if fs::read_to_string(api.join("text-ids.txt")).unwrap_or_default() != listed {
        let fresh = api.join("../target/text-ids.txt");
        fs::write(&fresh, listed).unwrap();
        panic!("api/text-ids.txt is not what the code says; the fresh one is {}", fresh.display());
    }
}

#[test]
fn unknown_text_id_is_refused_and_the_nearest_id_is_named() {
    Files::good()
        .and("z.toml", "[text]\n\"sessionTimeout.message\" = \"Away\"\n\"no.such-thing-at-all\" = \"x\"\n")
        .are_refused(&[
            (
                "z.toml",
                "sessionTimeout",
                "the shop has no text `sessionTimeout.message`; did you mean `session-timeout.message`?",
            ),
            ("z.toml", "no.such", "the shop has no text `no.such-thing-at-all`"),
        ]);
}
