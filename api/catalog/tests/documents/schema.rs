//! `api/catalogue.schema.json` accepts what the import accepts, so that editors mark no correct file as wrong.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::examples::{blocks, read};
use crate::generated::root;
use crate::reference::schema;

/// What is wrong with a value by its schema. Patterns and formats are not compared.
fn faults(schemas: &Value, schema: &Value, value: &Value, path: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let definition = schemas.pointer(name.trim_start_matches('#')).unwrap();
        return faults(schemas, definition, value, path);
    }
    for options in ["anyOf", "oneOf"] {
        if let Some(options) = schema[options].as_array() {
            let fits = options.iter().any(|option| faults(schemas, option, value, path).is_empty());
            return if fits { Vec::new() } else { vec![format!("{path}: {value} is none of the options")] };
        }
    }
    let mut wrong = Vec::new();
    let mut say_unless = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{path}: {value} {what}"));
        }
    };
    let is_of = |kind: &Value| match kind.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    };
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    say_unless(schema["type"].is_null() || kinds.iter().any(is_of), "has a wrong type");
    say_unless(schema["const"].is_null() || schema["const"] == *value, "is another value");
    say_unless(schema["enum"].as_array().is_none_or(|all| all.contains(value)), "is not in the list");
    let size = match value {
        Value::String(text) => Some(("Length", text.chars().count() as i64)),
        Value::Array(items) => Some(("Items", items.len() as i64)),
        Value::Number(number) => number.as_i64().map(|number| ("imum", number)),
        _ => None,
    };
    if let Some((what, size)) = size {
        let bound = |end: &str| schema[format!("{end}{what}")].as_i64();
        say_unless(bound("min").is_none_or(|least| least <= size), "is too small");
        say_unless(bound("max").is_none_or(|most| size <= most), "is too large");
    }
    if let Value::Array(items) = value {
        wrong.extend(items.iter().flat_map(|item| faults(schemas, &schema["items"], item, path)));
    }
    if let Value::Object(entries) = value {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let missing = required.filter(|key| !entries.contains_key(*key)).map(|key| format!("{path}: no {key}"));
        wrong.extend(missing);
        for (key, value) in entries {
            let path = format!("{path}.{key}");
            match (&schema["properties"][key], &schema["additionalProperties"]) {
                (Value::Null, Value::Object(_)) => {
                    wrong.extend(faults(schemas, &schema["additionalProperties"], value, &path));
                }
                (Value::Null, _) => wrong.push(format!("{path}: unknown")),
                (known, _) => wrong.extend(faults(schemas, known, value, &path)),
            }
        }
    }
    wrong
}

fn toml_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| if path.is_dir() { toml_files(&path) } else { vec![path] });
    found.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect()
}

/// A TOML file as editors compare it with the schema: dates are texts.
fn as_json(toml: &str) -> Value {
    fn json(value: toml::Value) -> Value {
        match value {
            toml::Value::Datetime(date) => date.to_string().into(),
            toml::Value::Array(items) => items.into_iter().map(json).collect(),
            toml::Value::Table(entries) => entries.into_iter().map(|(key, value)| (key, json(value))).collect(),
            other => serde_json::to_value(other).unwrap(),
        }
    }
    json(toml::Value::Table(toml.parse().unwrap()))
}

#[test]
fn schema_refuses_unknown_keys_and_values_beyond_their_bounds() {
    let schema = schema();
    let file = as_json("[settings]\nhold_minutes = 61\nmenu = 3\nhelp = true\n[[fee]]\nper = \"day\"\n");
    let wrong = faults(&schema, &schema, &file, "");
    // The fee also lacks its id, name and amount.
    assert_eq!(wrong.len(), 3 + 4, "{wrong:#?}");
}

#[test]
fn schema_accepts_the_demo_catalogue_and_the_examples_of_documents() {
    let schema = schema();
    let demo = toml_files(&root().join("catalog")).into_iter().map(|path| fs::read_to_string(path).unwrap());
    let examples = ["CATALOGUE.md", "COOKBOOK.md"].into_iter().flat_map(|document| blocks(&read(document)));
    let examples = examples.filter(|(language, _)| language == "toml").map(|(_, content)| content);
    let files: Vec<Value> = demo.chain(examples).map(|file| as_json(&file)).collect();
    assert!(files.len() > 90, "{}", files.len());
    let wrong: Vec<String> = files.iter().flat_map(|file| faults(&schema, &schema, file, "")).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_keys_obey_their_own_types_and_bounds() {
    let schema = schema();
    let tables = schema["$defs"].as_object().unwrap().iter();
    let keys = tables.flat_map(|(name, table)| {
        table["properties"].as_object().into_iter().flatten().map(move |(key, value)| (format!("{name}.{key}"), value))
    });
    let examples: Vec<_> = keys.filter_map(|(key, value)| Some((key, value, value["examples"].get(0)?))).collect();
    assert!(examples.len() > 200, "{}", examples.len());
    let wrong: Vec<String> =
        examples.into_iter().flat_map(|(key, value, example)| faults(&schema, value, example, &key)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
