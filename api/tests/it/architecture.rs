//! Tests of the dependency rules, and of the paths in documents. A file uses only its own layer and lower layers, and a
//! slice uses only slices of a lower rank. Between crates, the compiler enforces the direction. Documents name only
//! files that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers, starting with the lowest. A file may use its layer and the layers below it.
const LAYERS: [&str; 9] = ["error", "config", "platform", "http", "app", "shop", "door", "server", "ops"];

/// The exceptions: imports from a higher layer, each with its reason.
const ALLOWED_EXCEPTIONS: [(&str, &str); 1] = [
    // The composition root names the slices because it contains their values.
    ("app.rs", "shop"),
];

struct Use {
    file: String,
    line: usize,
    /// The path, such as `shop::cart` or `kernel::money`.
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

/// Collects the paths that the files name after `crate::`. Each name of a braced list is a separate path.
fn uses() -> Vec<Use> {
    let root = source();
    let mut paths = Vec::new();
    files(&root, &mut paths);
    assert!(paths.len() > 50, "the sources were not found");
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

/// The first two parts of each path: `shop::{cart, order}` contains `shop::cart` and `shop::order`.
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
    ALLOWED_EXCEPTIONS.iter().any(|(file, path)| {
        found.file == *file
            && (found.path == *path || found.path.strip_prefix(path).is_some_and(|it| it.starts_with("::")))
    })
}

#[test]
fn files_use_nothing_of_a_higher_layer() {
    let layers: Vec<String> = LAYERS.iter().map(|it| (*it).to_owned()).collect();
    let mut upward = Vec::new();
    for found in uses() {
        let own = found.file.split(['/', '.']).next().unwrap().to_owned();
        let (Some(from), Some(to)) = (rank(&layers, &own), rank(&layers, head(&found.path))) else { continue };
        if to > from && !is_declared(&found) {
            upward.push(format!("{}:{} uses {}", found.file, found.line, found.path));
        }
    }
    assert!(upward.is_empty(), "imports point up:\n{}", upward.join("\n"));
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
        let to = rank(&slices, used)
            .unwrap_or_else(|| panic!("{}:{} uses {used}, which is not a slice", found.file, found.line));
        if to > from {
            upward.push(format!("{}:{} uses shop::{used}", found.file, found.line));
        }
    }
    assert!(upward.is_empty(), "slices import slices of a higher rank:\n{}", upward.join("\n"));
}

#[test]
fn http_layer_does_not_depend_on_the_shop() {
    let found: Vec<String> = uses()
        .into_iter()
        .filter(|found| found.file.starts_with("http/") && head(&found.path) == "shop")
        .map(|found| format!("{}:{} uses {}", found.file, found.line, found.path))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The source folders of the crates. In each of these folders, `crate::` names the folder itself.
const CRATES: [&str; 5] = ["kernel/src", "catalog/src", "pictures/src", "sandbox/src", "src"];

/// A module by the names of its path: `shop::cart::rules` is `["shop", "cart", "rules"]`.
type Module = Vec<String>;

/// Returns the modules of a crate with the text of their files. Modules for tests are left out.
fn modules(root: &Path) -> BTreeMap<Module, String> {
    let mut paths = Vec::new();
    files(root, &mut paths);
    let is_test = |path: &Path| {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        ["tests", "testing", "test_", "props"].iter().any(|it| name.contains(it))
    };
    let module = |path: &Path| {
        let name = path.strip_prefix(root).unwrap().with_extension("");
        let mut parts: Module = name.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts.last().is_some_and(|last| last == "mod" || last == "lib" || last == "main") {
            parts.pop();
        }
        parts
    };
    let kept = paths.iter().filter(|path| !is_test(path));
    kept.map(|path| (module(path), fs::read_to_string(path).unwrap())).collect()
}

/// The paths that a `use` names: `a::{b, c::{d, self}}` names `a::b`, `a::c::d` and `a::c`.
fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let (prefix, body) = (&tree[..open], &tree[open + 1..tree.rfind('}').unwrap()]);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in body.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&body[start..]);
    let named = parts.into_iter().filter(|part| !part.trim().is_empty());
    named.flat_map(leaves).map(|leaf| format!("{prefix}{leaf}")).collect()
}

/// The files that a file imports from. A module that only re-exports its parts does not depend on them.
fn imported(module: &Module, text: &str, all: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let mut found = BTreeSet::new();
    let mut line_start = 0;
    while let Some(end) = text[line_start..].find('\n').map(|end| line_start + end) {
        let line = &text[line_start..end];
        let trimmed = line.trim_start();
        let is_public = trimmed.starts_with("pub use ") || trimmed.starts_with("pub(");
        let tree = trimmed.strip_prefix("use ").or_else(|| Some(trimmed.split_once("use ")?.1).filter(|_| is_public));
        let Some(tree) = tree else {
            line_start = end + 1;
            continue;
        };
        let indent = line.len() - trimmed.len();
        let from = line_start + indent + trimmed.len() - tree.len();
        let Some(length) = text[from..].find(';') else { break };
        for path in leaves(&text[from..from + length]) {
            let mut names: Vec<&str> = path.split("::").map(str::trim).filter(|name| *name != "self").collect();
            let mut base = module.clone();
            match names.first() {
                Some(&"crate") => {
                    base.clear();
                    names.remove(0);
                }
                Some(&"super") => {
                    // Inside an inline module, the first `super`s refer to the enclosing modules of the same file.
                    let mut inner = indent / 4;
                    while names.first() == Some(&"super") {
                        names.remove(0);
                        if inner > 0 {
                            inner -= 1;
                        } else {
                            base.pop();
                        }
                    }
                }
                _ if is_public => continue,
                _ => {}
            }
            let own = base.len();
            base.extend(names.iter().map(|name| (*name).to_owned()));
            let is_path = names.is_empty()
                || all.keys().any(|it| it.len() > own && base.starts_with(it))
                || path.contains("super")
                || path.starts_with("crate");
            while is_path && !all.contains_key(&base) && !base.is_empty() {
                base.pop();
            }
            if is_path && base != *module && all.contains_key(&base) {
                found.insert(base);
            }
        }
        line_start = text[from + length..].find('\n').map_or(text.len(), |next| from + length + next + 1);
    }
    found
}

/// A cycle of imports, if there is one: each file imports the next file, and the last file imports the first.
fn cycle(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Option<Vec<Module>> {
    fn follow(
        at: &Module,
        arrows: &BTreeMap<Module, BTreeSet<Module>>,
        path: &mut Vec<Module>,
        done: &mut BTreeSet<Module>,
    ) -> Option<Vec<Module>> {
        if let Some(start) = path.iter().position(|it| it == at) {
            return Some(path[start..].to_vec());
        }
        if done.contains(at) {
            return None;
        }
        path.push(at.clone());
        let found = arrows.get(at).into_iter().flatten().find_map(|next| follow(next, arrows, path, done));
        path.pop();
        done.insert(at.clone());
        found
    }
    let mut done = BTreeSet::new();
    arrows.keys().find_map(|module| follow(module, arrows, &mut Vec::new(), &mut done))
}

#[test]
fn files_do_not_import_each_other_in_a_cycle() {
    for folder in CRATES {
        let all = modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
        let arrows: BTreeMap<Module, BTreeSet<Module>> =
            all.iter().map(|(module, text)| (module.clone(), imported(module, text, &all))).collect();
        assert!(arrows.values().any(|imports| !imports.is_empty()), "the imports of {folder} are read");
        let names = |cycle: Vec<Module>| cycle.iter().map(|it| it.join("::")).collect::<Vec<_>>().join(" → ");
        assert_eq!(cycle(&arrows).map(names), None, "a cycle in {folder}");
    }
}

#[test]
fn import_cycle_of_three_files_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let text = |text: &str| text.to_owned();
    let all = BTreeMap::from([
        (module("a"), text("use crate::b::{One, Two};\n")),
        (module("b"), text("pub use super::c::Three;\n")),
        (module("c"), text("use crate::{\n    a::Four,\n    d,\n};\n")),
        (module("d"), text("use std::fmt;\n")),
    ]);
    let arrows = all.iter().map(|(module, text)| (module.clone(), imported(module, text, &all))).collect();
    assert_eq!(cycle(&arrows), Some(vec![module("a"), module("b"), module("c")]));
}

/// The folders to which the paths in documents are relative.
const BASES: [&str; 9] =
    ["", "api", "api/src", "api/src/shop", "api/src/platform", "api/tests", "next-app", "next-app/src", "docs"];

/// The paths of source files that a document names between backticks.
fn named_paths(document: &str) -> Vec<&str> {
    let quoted = document.split('`').skip(1).step_by(2);
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    let is_source = |path: &&str| {
        let ending = Path::new(path).extension().and_then(|it| it.to_str());
        path.contains('/') && path.chars().all(is_plain) && matches!(ending, Some("rs" | "ts" | "tsx" | "mjs" | "py"))
    };
    quoted.filter(is_source).collect()
}

#[test]
fn documents_name_only_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut documents = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/decisions"] {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        documents.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    }
    let (mut named, mut missing) = (0, Vec::new());
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for path in named_paths(&text) {
            named += 1;
            if !BASES.iter().any(|base| root.join(base).join(path).exists()) {
                missing.push(format!("{}: {path}", document.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(named > 100, "the documents are read: {named}");
    assert!(missing.is_empty(), "documents name files that do not exist:\n{}", missing.join("\n"));
}
