//! `api/texts.csv` lists all texts of the API and the app, with their owner and default. An import checks the
//! operator's texts against it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Files;

/// The folders and files of the API that define texts.
const API: [&str; 7] =
    ["kernel/src", "catalog/src", "src/http", "src/platform", "src/shop", "src/door", "src/error.rs"];
/// The texts of the app.
const APP: &str = "../next-app/src/text/areas";
/// The app's copies of texts of the API.
const COPIES: &str = "../next-app/src/text/api-texts";
/// The files of the app that use texts without a default.
const APP_WITHOUT_DEFAULTS: [&str; 2] =
    ["../next-app/src/features/checkout/terms.ts", "../next-app/src/features/legal/legal.ts"];

/// The source code below these paths, without tests.
fn sources(paths: &[&str]) -> String {
    let api = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    paths.iter().for_each(|path| collect(&api.join(path), &mut sources));
    sources
}

fn collect(path: &Path, sources: &mut String) {
    if path.is_dir() {
        let mut paths: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.iter().for_each(|path| collect(path, sources));
    } else if !path.to_string_lossy().contains("test") {
        sources.push_str(&fs::read_to_string(path).unwrap());
    }
}

/// The texts that source code defines, each with its default: `id: "a.b", default: "…"` in the API, `"a.b": "…"` in the
/// app.
fn texts_in(source: &str) -> Vec<(String, String)> {
    let source = source.replace("\\\"", "\u{0}");
    let parts: Vec<&str> = source.split('"').collect();
    let defines = |at: &usize| {
        let between: Vec<&str> = parts[at + 1].split_whitespace().collect();
        is_id(parts[*at]) && matches!(between[..], [":"] | [",", "default:"])
    };
    let quoted = (1..parts.len().saturating_sub(2)).step_by(2).filter(defines);
    quoted.map(|at| (parts[at].to_owned(), unescaped(parts[at + 2]))).collect()
}

/// A default without the escapes of a string literal: quotation marks, line breaks, and line ends that a backslash
/// joins.
fn unescaped(literal: &str) -> String {
    let mut lines = literal.split("\\\n");
    let first = lines.next().unwrap().to_owned();
    lines.fold(first, |text, line| text + line.trim_start()).replace('\u{0}', "\"").replace("\\n", "\n")
}

/// The ids of texts without a default, which end in `Html`.
fn html_ids_in(source: &str) -> impl Iterator<Item = &str> {
    source.split('"').filter(|quoted| quoted.ends_with("Html") && is_id(quoted))
}

fn is_id(quoted: &str) -> bool {
    quoted.split_once('.').is_some_and(|(area, name)| !area.is_empty() && !name.is_empty())
        && quoted.starts_with(|first: char| first.is_ascii_lowercase())
        && quoted.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'))
}

#[test]
fn each_text_id_is_defined_once_in_the_api_or_the_app() {
    let texts = [texts_in(&sources(&API)), texts_in(&sources(&[APP]))].concat();
    assert!(texts.len() > 1000, "only {} texts were found in the sources", texts.len());
    let mut ids = BTreeSet::new();
    let repeated: Vec<_> = texts.into_iter().filter(|(id, _)| !ids.insert(id.clone())).collect();
    assert!(repeated.is_empty(), "these ids are defined more than once: {repeated:#?}");
}

#[test]
fn app_copies_texts_of_the_api_word_for_word() {
    let texts: BTreeMap<_, _> = texts_in(&sources(&API)).into_iter().collect();
    let copies = texts_in(&sources(&[COPIES]));
    assert!(copies.len() > 50, "only {} copies were found", copies.len());
    let different: Vec<_> = copies.into_iter().filter(|(id, copy)| texts.get(id) != Some(copy)).collect();
    assert!(different.is_empty(), "these differ from the API's texts: {different:#?}");
}

#[test]
fn committed_list_of_texts_matches_the_code() {
    let mut rows: BTreeMap<String, (&str, String)> = BTreeMap::new();
    let app: Vec<&str> = [APP].into_iter().chain(APP_WITHOUT_DEFAULTS).collect();
    for (owner, source) in [("app", sources(&app)), ("api", sources(&API))] {
        let html = html_ids_in(&source).map(|id| (id.to_owned(), String::new()));
        rows.extend(html.chain(texts_in(&source)).map(|(id, default)| (id, (owner, default))));
    }
    let mut list = csv::Writer::from_writer(Vec::new());
    list.write_record(["id", "owner", "default"]).unwrap();
    for (id, (owner, default)) in &rows {
        list.write_record([id, *owner, default]).unwrap();
    }
    let list = String::from_utf8(list.into_inner().unwrap()).unwrap();
    let api = Path::new(env!("CARGO_MANIFEST_DIR"));
    if fs::read_to_string(api.join("texts.csv")).unwrap_or_default() != list {
        let fresh = api.join("../target/texts.csv");
        fs::create_dir_all(fresh.parent().unwrap()).unwrap();
        fs::write(&fresh, list).unwrap();
        panic!("api/texts.csv differs from the code; the correct file is {}", fresh.display());
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
                "the shop has no text `sessionTimeout.message`; did you mean \"session-timeout.message\"?",
            ),
            ("z.toml", "no.such", "the shop has no text `no.such-thing-at-all`"),
        ]);
}
