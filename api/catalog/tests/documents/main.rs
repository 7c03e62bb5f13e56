//! The operator's documents: `docs/CATALOGUE-REFERENCE.md` and `docs/TEXTS.md` are written from the code.

mod generated;
mod reference;
mod texts;
