//! `docs/CATALOGUE-REFERENCE.md`, every table and key of the catalogue, and `api/catalogue.schema.json`, which editors
//! read. Both follow from the types in `api/catalog/src/files.rs`.

use std::fmt::Write;

use midway_catalog::check::check;
use midway_catalog::files::Folder;
use midway_catalog::load::load;
use serde_json::{Map, Value};

use crate::generated::{assert_is_committed, cell};

const HEAD: &str = "# Catalogue reference

Every table and key of a [catalogue](CATALOGUE.md), which explains how they are used and how values are written.
[Texts](TEXTS.md) are listed in their own file.

- A key without a default may be left out, unless it is **required**.
- A line of text, such as a name, has at most 200 characters; a long text, such as a description, at most 200,000.
- An amount is US dollars from `\"0.00\"` to `\"100000.00\"`. A capacity is at most 10,000,000.
- An id has lower-case letters, digits and hyphens, and at most 60 characters. Ids of one table differ.

This file is written from `api/catalog/src/files.rs` by a test, `api/catalog/tests/documents/reference.rs`. Editors show
the same words, from `api/catalogue.schema.json`.

## Tables

| table | what it is for | keys |
|---|---|---|
";

/// The number of keys of the largest table that is shown as an example in one line.
const LARGEST_EXAMPLE: usize = 2;

/// A table of the catalogue, and all places where it may be written.
struct Table<'s> {
    /// The name of its type.
    name: &'s str,
    places: Vec<String>,
    /// How deeply the table is nested in others, where it is first written.
    depth: usize,
}

struct Reference<'s> {
    definitions: &'s Map<String, Value>,
    tables: Vec<Table<'s>>,
}

/// The text of a keyword, or an empty text.
fn text<'s>(schema: &'s Value, keyword: &str) -> &'s str {
    schema[keyword].as_str().unwrap_or_default()
}

/// The schema of a value that may be left out.
fn present(schema: &Value) -> &Value {
    let options = schema["anyOf"].as_array();
    options.and_then(|all| all.iter().find(|it| text(it, "type") != "null" && it["$ref"].is_string())).unwrap_or(schema)
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema["properties"].as_object().into_iter().flatten()
}

/// The words for a type whose values `docs/CATALOGUE.md` explains.
fn usual_words(name: &str) -> Option<&'static str> {
    match name {
        "Money" => Some("amount"),
        "BasisPoints" => Some("rate"),
        "WallTime" => Some("time"),
        "SeasonDay" => Some("day of one year or of every year"),
        "Weekday" => Some("weekday"),
        _ => None,
    }
}

/// The words of a name: `TaxClass` is "Tax class".
fn words(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.char_indices() {
        match letter.is_ascii_uppercase() && at > 0 {
            true => write!(words, " {}", letter.to_ascii_lowercase()).unwrap(),
            false => words.push(letter),
        }
    }
    words
}

fn link(name: &str) -> String {
    let words = words(name);
    format!("[{}](#{})", words.to_lowercase(), words.to_lowercase().replace(' ', "-"))
}

impl<'s> Reference<'s> {
    fn of(schema: &'s Value) -> Self {
        let definitions = schema["$defs"].as_object().unwrap();
        let mut reference = Reference { definitions, tables: Vec::new() };
        reference.visit(schema, "", 0);
        reference
    }

    /// The name and the schema of the type that a value has.
    fn named(&self, schema: &'s Value) -> Option<(&'s str, &'s Value)> {
        let name = present(schema)["$ref"].as_str()?.rsplit('/').next()?;
        self.definitions.get(name).map(|definition| (name, definition))
    }

    /// Notes the tables that may be written in a table.
    fn visit(&mut self, schema: &'s Value, path: &str, depth: usize) {
        for (key, value) in properties(schema) {
            let is_list = value["items"].is_object();
            let one = if is_list { &value["items"] } else { value };
            let Some((name, definition)) = self.named(one).filter(|(_, it)| it["properties"].is_object()) else {
                continue;
            };
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let place = if is_list { format!("[[{path}]]") } else { format!("[{path}]") };
            match self.tables.iter_mut().find(|table| table.name == name) {
                Some(table) => table.places.push(place),
                None => {
                    self.tables.push(Table { name, places: vec![place], depth });
                    self.visit(definition, &path, depth + 1);
                }
            }
        }
    }

    /// What may be written as a value, in words.
    fn kind(&self, schema: &'s Value) -> String {
        if let Some((name, definition)) = self.named(schema) {
            let all = values(definition);
            return match usual_words(name) {
                Some(usual) => usual.to_owned(),
                None if definition["properties"].is_object() => format!("table: {}", link(name)),
                None if !all.is_empty() => {
                    let all: Vec<String> = all.iter().map(|it| format!("`{}`", it.0)).collect();
                    format!("one of {}", all.join(", "))
                }
                None => match name.strip_suffix("Id") {
                    Some(of) => format!("id of a {}", words(of).to_lowercase()),
                    None => words(name).to_lowercase(),
                },
            };
        }
        if schema["items"].is_object() {
            let of = self.kind(&schema["items"]);
            return of
                .strip_prefix("table: ")
                .map_or_else(|| format!("list of: {of}"), |table| format!("tables: {table}"));
        }
        if schema["additionalProperties"].is_object() {
            return format!("table with the values: {}", self.kind(&schema["additionalProperties"]));
        }
        let is = |kind: &str| {
            schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.iter().any(|it| it == kind))
        };
        match text(schema, "format") {
            "date" => "date",
            "partial-date-time" => "date and time",
            _ if is("boolean") => "yes or no",
            _ if is("integer") => "whole number",
            _ => "text",
        }
        .to_owned()
    }

    /// The smallest and the largest value, or length, in words.
    fn bounds(&self, schema: &Value) -> String {
        let number = |keyword: &str| schema[keyword].as_i64();
        let is_fixed = number("minItems").is_some() && number("minItems") == number("maxItems");
        let bounds = [
            ("minimum", "maximum", ""),
            ("minLength", "maxLength", " characters"),
            ("minItems", "maxItems", " entries"),
        ];
        let said = bounds.into_iter().filter(|_| !is_fixed).filter_map(|(least, most, unit)| {
            match (number(least).filter(|it| *it != 0 || number(most).is_some()), number(most)) {
                // One line of text has the same bounds everywhere.
                (_, Some(200)) if unit == " characters" => None,
                (Some(least), Some(most)) => Some(format!(", {least} to {most}{unit}")),
                (Some(least), None) => Some(format!(", from {least}{unit}")),
                (None, Some(most)) => Some(format!(", at most {most}{unit}")),
                (None, None) => None,
            }
        });
        said.collect()
    }

    /// A value as it is written in a file.
    fn written(&self, schema: &'s Value, value: &Value) -> String {
        match value {
            Value::Array(all) => {
                let all: Vec<String> = all.iter().map(|it| self.written(&schema["items"], it)).collect();
                format!("[{}]", all.join(", "))
            }
            Value::Object(entries) => {
                let definition = self.named(schema).map_or(schema, |(_, definition)| definition);
                let entries = entries
                    .iter()
                    .map(|(key, it)| format!("{key} = {}", self.written(&definition["properties"][key], it)));
                format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
            }
            Value::String(date) if ["date", "partial-date-time"].contains(&text(schema, "format")) => date.clone(),
            other => other.to_string(),
        }
    }

    /// An example of a value: that of the key, or one that any key of its type may have.
    fn example(&self, schema: &'s Value) -> Option<String> {
        if let Some(example) = schema["examples"].get(0) {
            return Some(self.written(schema, example));
        }
        if schema["items"].is_object() {
            return self.example(&schema["items"]).map(|one| format!("[{one}]"));
        }
        if let Some((name, definition)) = self.named(schema) {
            if let Some(required) = definition["required"].as_array() {
                return self.example_of_table(definition, required);
            }
            let all = values(definition);
            let default = &schema["default"];
            let other = all.iter().find(|it| default.is_null() || *default != *it.0).map(|it| it.0.to_string());
            let of_money = || (name == "Money").then(|| "\"24.00\"".to_owned());
            return other.or_else(of_money);
        }
        match self.kind(schema).as_str() {
            "yes or no" => Some((schema["default"] != true).to_string()),
            "date" => Some("2027-07-04".to_owned()),
            "date and time" => Some("2027-07-04T09:00:00".to_owned()),
            "whole number" if schema["default"].is_i64() => Some(schema["default"].to_string()),
            _ => None,
        }
    }

    /// An example of a small table: its required keys.
    fn example_of_table(&self, definition: &'s Value, required: &[Value]) -> Option<String> {
        let keys = required.iter().filter_map(Value::as_str);
        let entry = |key| Some(format!("{key} = {}", self.example(&definition["properties"][key])?));
        let entries = keys.map(entry).collect::<Option<Vec<String>>>()?;
        (entries.len() <= LARGEST_EXAMPLE).then(|| format!("{{ {} }}", entries.join(", ")))
    }

    fn default(&self, table: &Value, key: &str, schema: &'s Value) -> String {
        let is_required = table["required"].as_array().is_some_and(|all| all.iter().any(|it| it == key));
        match &schema["default"] {
            _ if is_required => "**required**".to_owned(),
            Value::String(default) if default.is_empty() => match schema["minLength"].is_i64() {
                true => "**required**".to_owned(),
                false => String::new(),
            },
            Value::Null | Value::Object(_) => String::new(),
            Value::Array(default) if default.is_empty() => String::new(),
            default => format!("`{}`", self.written(schema, default)),
        }
    }

    /// The meaning of a key: its own words, and those of the values that its type names. A type without such
    /// values says what it looks like.
    fn meaning(&self, schema: &'s Value) -> String {
        let one = if schema["items"].is_object() { &schema["items"] } else { schema };
        let of_type = match self.named(one) {
            Some((name, _)) if usual_words(name).is_some() || name.ends_with("Id") => String::new(),
            Some((_, definition)) if definition["properties"].is_null() && values(definition).is_empty() => {
                format!(" {}", text(definition, "description"))
            }
            Some((_, definition)) => {
                let said = values(definition).into_iter().filter(|(_, meaning)| !meaning.is_empty());
                said.map(|(value, meaning)| format!(" `{value}`: {meaning}")).collect()
            }
            None => String::new(),
        };
        self.linked(&cell(&format!("{}{of_type}", text(schema, "description"))))
    }

    /// A text in which the names of tables lead to their keys.
    fn linked(&self, text: &str) -> String {
        let places = self.tables.iter().flat_map(|table| table.places.iter().map(move |place| (table, place)));
        places.fold(text.to_owned(), |text, (table, place)| {
            let anchor = words(table.name).to_lowercase().replace(' ', "-");
            text.replace(&format!("`{place}`"), &format!("[`{place}`](#{anchor})"))
        })
    }

    fn table(&self, table: &Table) -> String {
        let definition = &self.definitions[table.name];
        let heading = "#".repeat(2 + table.depth.min(2));
        let places: Vec<String> = table.places.iter().map(|place| format!("`{place}`")).collect();
        let mut section = format!(
            "\n{heading} {}\n\n{}\n\nWritten as {}.\n\n| key | value | default | example | meaning |\n|---|---|---|---|---|\n",
            words(table.name),
            self.linked(text(definition, "description")),
            places.join(", "),
        );
        for (key, schema) in properties(definition) {
            let example = self.example(schema).map(|it| format!("`{key} = {it}`")).unwrap_or_default();
            let columns = [
                format!("`{key}`"),
                format!("{}{}", if key == "id" { "id".to_owned() } else { self.kind(schema) }, self.bounds(schema)),
                self.default(definition, key, schema),
                example,
                self.meaning(schema),
            ];
            writeln!(section, "| {} |", columns.join(" | ")).unwrap();
        }
        section
    }
}

/// The values that a type names, each with its meaning, which may be empty.
fn values(definition: &Value) -> Vec<(&Value, &str)> {
    let plain = definition["enum"].as_array().into_iter().flatten().map(|value| (value, ""));
    let options = definition["oneOf"].as_array().into_iter().flatten().flat_map(|option| match &option["const"] {
        Value::Null => option["enum"].as_array().into_iter().flatten().map(|value| (value, "")).collect(),
        value => vec![(value, text(option, "description"))],
    });
    plain.chain(options).collect()
}

/// The JSON schema of a folder.
pub fn schema() -> Value {
    serde_json::to_value(schemars::schema_for!(Folder)).unwrap()
}

fn document() -> String {
    let schema = schema();
    let reference = Reference::of(&schema);
    let mut document = HEAD.to_owned();
    for (key, value) in properties(&schema) {
        let is_list = value["items"].is_object();
        let one = if is_list { &value["items"] } else { value };
        let (place, keys) = match reference.named(one) {
            Some((name, _)) if is_list => (format!("[[{key}]]"), link(name)),
            Some((name, _)) => (format!("[{key}]"), link(name)),
            None => (format!("[{key}]"), "[texts](TEXTS.md)".to_owned()),
        };
        writeln!(document, "| `{place}` | {} | {keys} |", reference.linked(&cell(text(value, "description")))).unwrap();
    }
    reference.tables.iter().for_each(|table| document.push_str(&reference.table(table)));
    document
}

#[test]
fn committed_reference_matches_the_types() {
    assert_is_committed("docs/CATALOGUE-REFERENCE.md", &document());
}

#[test]
fn committed_json_schema_matches_the_types() {
    let schema = serde_json::to_string_pretty(&schemars::schema_for!(Folder)).unwrap();
    assert_is_committed("api/catalogue.schema.json", &format!("{schema}\n"));
}

#[test]
fn every_table_and_every_key_has_a_meaning() {
    let schema = schema();
    let mut silent = Vec::new();
    for (name, definition) in tables(&schema) {
        let keys = properties(definition).map(|(key, value)| (format!("{name}.{key}"), value));
        let said = keys.chain([(name.to_owned(), definition)]);
        silent.extend(said.filter(|(_, it)| text(it, "description").is_empty()).map(|(key, _)| key));
    }
    assert!(silent.is_empty(), "write a doc comment in api/catalog/src/files.rs for {silent:?}");
}

/// The types that are written as tables, with their names.
fn tables(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let definitions = schema["$defs"].as_object().unwrap();
    let all = definitions.iter().map(|(name, definition)| (name.as_str(), definition)).chain([("Folder", schema)]);
    all.filter(|(_, definition)| definition["properties"].is_object())
}

#[test]
fn meanings_do_not_link_to_rust_code() {
    let schema = schema();
    let keys = tables(&schema).flat_map(|(_, table)| properties(table).map(|(_, value)| value).chain([table]));
    let linking: Vec<&str> = keys.map(|it| text(it, "description")).filter(|it| it.contains("[`")).collect();
    assert!(linking.is_empty(), "{linking:#?}");
}

#[test]
fn settings_beyond_the_bounds_of_the_reference_are_refused() {
    let schema = schema();
    let mut tried = 0;
    for (key, value) in properties(&schema["$defs"]["Settings"]) {
        let beyond = [value["minimum"].as_i64().map(|least| least - 1), value["maximum"].as_i64().map(|most| most + 1)];
        for beyond in beyond.into_iter().flatten() {
            let folder = tempfile::tempdir().unwrap();
            let settings = format!("[settings]\nweb_site_name = \"Gardens\"\n{key} = {beyond}\n");
            std::fs::write(folder.path().join("shop.toml"), settings).unwrap();
            let loaded = load(folder.path());
            let problems = [loaded.problems, check(&loaded.folder, &loaded.origins)].concat();
            assert!(problems.iter().any(|problem| problem.line == Some(3)), "{key} = {beyond} is accepted");
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}
