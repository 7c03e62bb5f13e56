//! Small catalogues for the tests of rules, built without an operator's files.

use chrono::{TimeZone, Utc};

use crate::files::Folder;
use crate::{Catalog, Revision};
use midway_kernel::time::Instant;

const SITE: &str = r#"
    [[site]]
    id = "park"
    name = "Park"
    time_zone = "America/New_York"
    address = { street = "1 Gate", city = "Albany", state = "NY", zip = "12207", country = "US" }
"#;

impl From<Folder> for Catalog {
    /// The folder is not checked: a test writes only the tables that it needs.
    fn from(folder: Folder) -> Self {
        Catalog::new(Revision { number: 1, imported_at: Instant::UNIX_EPOCH, document: folder.into() })
    }
}

/// A catalogue of these tables, at the site `park` in New York.
pub fn catalog(tables: &str) -> Catalog {
    let folder: Folder = toml::from_str(&format!("{tables}{SITE}")).expect("the tables of a test are right");
    folder.into()
}

/// Noon of a Friday in November, in New York.
pub fn now() -> Instant {
    Utc.with_ymd_and_hms(2026, 11, 20, 17, 0, 0).unwrap()
}
