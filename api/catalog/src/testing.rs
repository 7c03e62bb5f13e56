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
    let folder: Folder = toml::from_str(&format!("{tables}{SITE}")).expect("the tables of a test are valid");
    folder.into()
}

/// Noon of a Friday in November, in New York.
pub fn now() -> Instant {
    Utc.with_ymd_and_hms(2026, 11, 20, 17, 0, 0).unwrap()
}

/// Products and promotions for each sale context: a walk, a photograph, a locker, a pass and a case for the pass, all
/// on public sale; a class for schools; and a product that is not on sale yet.
pub const SHOP_OF_EACH_SALE_CONTEXT: &str = r#"
        [[product]]
        id = "walk"
        site = "park"
        name = "Walk"
        short_description = ""
        tags = ["winter", "spring", "summer", "members", "walks"]
        variant = [{ id = "walk", name = "Walk", price = "10.00" }]

        [[product]]
        id = "photo"
        site = "park"
        name = "Photo"
        short_description = ""
        variant = [{ id = "photo", name = "Photo", price = "15.00" }]

        [[product]]
        id = "locker"
        site = "park"
        name = "Locker"
        short_description = ""
        tags = ["extras"]
        variant = [{ id = "locker", name = "Locker", price = "12.00" }]

        [[product]]
        id = "class"
        site = "park"
        name = "Class"
        short_description = ""
        tags = ["school", "old-school"]
        sold_publicly = false
        variant = [{ id = "class", name = "Class", price = "6.00" }]

        [[product]]
        id = "season"
        site = "park"
        name = "Season"
        short_description = ""
        tags = ["new", "open-passes", "members", "school"]
        variant = [
            { id = "season", name = "Season", price = "90.00", pass = 1, valid = { days = 365 } },
            { id = "case", name = "A case for it", price = "8.00" },
        ]

        [[product]]
        id = "premiere"
        site = "park"
        name = "Premiere"
        short_description = ""
        on_sale_from = "2027-01-01T00:00:00"
        variant = [{ id = "premiere", name = "Premiere", price = "25.00" }]

        [[promotion_code]]
        id = "two-off"
        name = "Two off"
        codes = ["TWO"]
        variants = ["walk"]
        amount_off = "2.00"

        [[tag_sale]]
        id = "winter"
        name = "Winter"
        tags = ["winter"]
        percent_off = 20

        [[tag_sale]]
        id = "spring"
        name = "Spring"
        tags = ["spring"]
        until = "2026-05-01T00:00:00"
        percent_off = 20

        [[tag_sale]]
        id = "summer"
        name = "Summer"
        tags = ["summer"]
        from = "2027-05-01T00:00:00"
        percent_off = 20

        [[tag_sale]]
        id = "members"
        name = "Members"
        tags = ["members"]
        requires_login_challenge = true
        price = "7.00"

        [[new_pass_sale]]
        id = "new"
        name = "New"
        tags = ["new"]
        percent_off = 10

        [[new_pass_sale]]
        id = "new-members"
        name = "New for members"
        tags = ["members"]
        requires_login_challenge = true
        price = "50.00"

        [[verified_offer]]
        id = "school"
        name = "School"
        tags = ["school"]
        email_domains = ["school.example"]
        price = "4.00"

        [[verified_offer]]
        id = "old-school"
        name = "Old school"
        tags = ["old-school"]
        email_domains = ["school.example"]
        until = "2026-05-01T00:00:00"
        price = "4.00"

        [[add_on_sale]]
        id = "extras"
        name = "Extras"
        tags = ["extras"]
        percent_off = 25

        [[cross_sell]]
        id = "photo-beside"
        name = "Photo beside the walk"
        tier = 2
        products = ["photo"]
        hosts = ["walk"]
        price = "9.00"

        [[advance_sale]]
        id = "early"
        name = "Early"
        codes = ["EARLY"]
        products = ["premiere"]
    "#;
