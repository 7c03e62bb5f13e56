//! `docs/TEXTS.md`: every text of the shop with its default words and placeholders.

use std::fmt::Write;

use midway_catalog::texts::{ShopText, all, placeholders};

use crate::generated::{assert_is_committed, cell};

const HEAD: &str = "# The shop's texts

Every text of the shop has an id. To replace a text, write its id and your own words under `[text]` in any file of the
[catalogue](CATALOGUE.md):

```toml
[text]
\"home.title\" = \"Come in, the gate is open\"
```

A placeholder such as `{{site}}` is a value that the shop fills in. The tables name the placeholders that a text may
contain; texts of the same e-mail have theirs in common. A text whose id ends in `Html` is HTML and has no words until
you write them; all others are shown exactly as written.

This file is written from `api/texts.csv` by a test, `api/catalog/tests/documents/texts.rs`.
";

/// A text as Markdown shows it word for word.
fn literal(text: &str) -> String {
    let escaped = cell(text).replace('&', "&amp;").replace('<', "&lt;").replace('*', "\\*").replace('_', "\\_");
    escaped.replace('`', "\\`").replace('[', "\\[")
}

fn row(text: &ShopText) -> String {
    let names: Vec<String> = placeholders(&text.id).iter().map(|name| format!("`{{{{{name}}}}}`")).collect();
    format!("| `{}` | {} | {} |\n", text.id, literal(&text.default), names.join(", "))
}

fn document() -> String {
    let mut document = HEAD.to_owned();
    let area = |text: &ShopText| text.id.split('.').next().unwrap().to_owned();
    for texts in all().chunk_by(|one, other| area(one) == area(other)) {
        write!(document, "\n## {}\n\n| text | default words | placeholders |\n|---|---|---|\n", area(&texts[0]))
            .unwrap();
        texts.iter().for_each(|text| document.push_str(&row(text)));
    }
    document
}

#[test]
fn committed_document_of_texts_matches_the_list() {
    assert_is_committed("docs/TEXTS.md", &document());
}
