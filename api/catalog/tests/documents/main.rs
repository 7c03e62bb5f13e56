//! The operator's documents. `docs/CATALOGUE-REFERENCE.md`, `docs/TEXTS.md` and `api/catalogue.schema.json` are written
//! from the code. The examples in `docs/CATALOGUE.md` and `docs/COOKBOOK.md` can be imported, and do what the text says.

mod cookbook;
mod examples;
mod generated;
mod guide;
mod links;
mod reference;
mod schema;
mod shop;
mod texts;
