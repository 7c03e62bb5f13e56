//! The links of documents lead to files and headings that exist.

use std::fs;
use std::path::{Path, PathBuf};

use crate::generated::root;

fn documents() -> Vec<PathBuf> {
    let files = |folder: &str| fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let in_docs = files("docs").chain(files("docs/decisions"));
    let in_root = ["README.md", "CONTRIBUTING.md"].map(|name| root().join(name));
    in_docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")).chain(in_root).collect()
}

/// The names by which links find the headings of a document.
fn anchors(document: &str) -> Vec<String> {
    let headings =
        document.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let letters = |heading: &str| heading.to_lowercase().replace(' ', "-");
    headings
        .map(|heading| letters(heading).chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect())
        .collect()
}

/// Why a link leads nowhere.
fn fault(document: &Path, link: &str) -> Option<String> {
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { document.to_owned() } else { document.parent().unwrap().join(file) };
    let anchor = match (target.exists(), anchor) {
        (false, _) => return Some(format!("{}: there is no {link}", document.display())),
        (true, None) => return None,
        (true, Some(anchor)) => anchor,
    };
    let is_there = fs::read_to_string(&target).is_ok_and(|text| anchors(&text).iter().any(|it| it == anchor));
    (!is_there).then(|| format!("{}: no heading is found by {link}", document.display()))
}

#[test]
fn links_of_documents_lead_to_files_and_headings_that_exist() {
    let (mut count, mut faults) = (0, Vec::new());
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        for link in links.filter(|link| !link.contains("://") && !link.contains(' ')) {
            count += 1;
            faults.extend(fault(&document, link));
        }
    }
    assert!(count > 200, "{count}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
