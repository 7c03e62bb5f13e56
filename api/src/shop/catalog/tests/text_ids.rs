//! `api/text-ids.txt` lists the ids of all texts of the API and the app, against which an import checks the operator's.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::Files;

/// Every id that a source file defines: of a `Text` of the API, of a line of the app's areas, and of texts without a default, whose ids
/// end in `Html`.
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

fn collect(path: &Path, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            collect(&entry.unwrap().path(), found);
        }
    } else if !path.to_string_lossy().contains("test") {
        found.extend(ids_in(&fs::read_to_string(path).unwrap()).map(str::to_owned));
    }
}

#[test]
fn the_committed_list_of_text_ids_is_that_of_the_code() {
    let api = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut ids = BTreeSet::new();
    for folder in ["src/http", "src/kernel", "src/platform", "src/shop", "../next-app/src/text/areas"] {
        collect(&api.join(folder), &mut ids);
    }
    let without_default =
        ["checkout/terms.ts", "legal/legal.ts"].map(|file| format!("../next-app/src/features/{file}"));
    for file in without_default.iter().map(String::as_str).chain(["src/error.rs"]) {
        collect(&api.join(file), &mut ids);
    }
    let listed = ids.into_iter().map(|id| id + "\n").collect::<String>();
    if fs::read_to_string(api.join("text-ids.txt")).unwrap_or_default() != listed {
        let fresh = api.join("../target/text-ids.txt");
        fs::write(&fresh, listed).unwrap();
        panic!("api/text-ids.txt is not what the code says; the fresh one is {}", fresh.display());
    }
}

#[test]
fn a_text_that_the_shop_does_not_know_is_refused_and_the_nearest_id_named() {
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
