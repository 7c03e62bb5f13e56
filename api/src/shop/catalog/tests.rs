//! A valid catalogue, and tests of imports and errors based on it.

mod broken;
mod revisions;
mod text_ids;

use std::fs;
use std::path::Path;

use super::problems;

const SHOP: &str = r#"[settings]
web_site_name = "Harbor Gardens"
description = "Gardens by the sea."
site_logo = "logo.png"
style_key = "museum"
privacy_policy_url = "/privacy"
terms_of_sale_url = "https://example.org/terms"
hold_minutes = 15

[text]
"home.title" = "Come in"
checkout.termsHtml = "<p>Terms</p>"

[[redirect]]
path = "/tickets.html"
to = "/"

[[redirect]]
path = "/old"
to = "/tickets.html"
"#;

const SITES: &str = r#"[[site]]
id = "gardens"
name = "Harbor Gardens"
time_zone = "America/New_York"
css_key = "park"
schema_type = "Park"

[site.address]
street = "1 Quay Street"
city = "Port Ellery"
state = "RI"
zip = "02801"
country = "US"
"#;

const SELLING: &str = r#"[[delivery_method]]
id = "download"
name = "Download"
digital = true

[[delivery_method]]
id = "post"
name = "Post"
price = "4.50"
tax_class = "sales"
shipping_address_required = true

[[payment_method]]
id = "card"
name = "Card"
processor = "sandbox"

[[tax_class]]
id = "sales"
name = "Sales tax"
rate = 700

[[fee]]
id = "service"
name = "Service fee"
per = "ticket"
amount = "1.25"
products = ["day-ticket"]
"#;

const TIMES: &str = r#"[[pool]]
id = "guests"
capacity = 500
per = "day"

[[pool.exception]]
days = [2026-12-24]
capacity = 200

[[show]]
id = "garden-day"
site = "gardens"
name = "A day in the gardens"
type = 1
valid_all_day = true

[[show]]
id = "concert"
site = "gardens"
name = "Concert"
type = 4
duration_minutes = 90

[[schedule]]
id = "daily"
show = "garden-day"
weekdays = ["mon", "sat", "sun"]
from = 2026-03-01
until = 2026-10-31
pools = ["guests"]
closed = [2026-07-04]
slot = [{ time = "10:00" }]

[[schedule]]
id = "evenings"
show = "concert"
capacity = 80
slot = [
  { time = "18:00" },
  { time = "20:00", id = "late" },
]

[[schedule.exception]]
days = [2026-12-31]
slot = [{ time = "22:00" }]
"#;

const PRODUCTS: &str = r#"[[product]]
id = "day-ticket"
site = "gardens"
name = "Day ticket"
short_description = "One day."
tags = ["family"]
tax_class = "sales"
on_sale_from = 2026-01-01T09:00:00
on_sale_until = 2027-01-01T09:00:00

[[product.picture]]
file = "day.png"
alt = "A lawn by the sea"

[[product.selection]]
shows = ["garden-day"]

[[product.variant]]
id = "adult"
name = "Adult"
price = "24.00"
min_quantity = 1
max_quantity = 20

[[product.variant]]
id = "child"
name = "Child"
price = "12.00"
shows = ["garden-day"]

[[product]]
id = "guide"
site = "gardens"
name = "Guide"
short_description = "A book."

[[product.variant]]
id = "guide-book"
name = "Book"
price = "18.00"
stock = 300
delivery_item = true
"#;

const PROMOTIONS: &str = r#"[[sale_price]]
id = "autumn"
name = "Autumn days"
from = 2026-09-01T00:00:00
until = 2026-12-01T00:00:00
products = ["day-ticket"]
percent_off = 10

[[promotion_code]]
id = "friends"
name = "Friends of the gardens"
codes = ["FRIENDS", "FRIENDS-26"]
tags = ["family"]
amount_off = "4.00"
uses = 500
uses_per_cart = 6

[[offer]]
id = "family"
name = "One child free with two adults"
same_day = true

[[offer.together]]
quantity = 2
variants = ["adult"]

[[offer.together]]
quantity = 1
variants = ["child"]
percent_off = 100

[[product]]
id = "day-and-book"
site = "gardens"
name = "A day with the guide"
short_description = "Both."

[product.package]
discount_percentage = 12
discount_description = "Save 12 %"
display_item_pricing_details = true

[[product.selection]]
shows = ["garden-day"]

[[product.variant]]
id = "day-and-book-adult"
name = "Adult"

[[product.variant.part]]
variant = "adult"
selections = [1]

[[product.variant.part]]
variant = "guide-book"
"#;

const BUNDLES: &str = r#"[[bundle]]
id = "day-out"
site = "gardens"
name = "A day out"
short_description = "Gardens and a concert."
from = 2026-05-01
until = 2026-09-30
weekdays = ["sat"]

[[bundle.picture]]
file = "day.png"
alt = "A lawn by the sea"

[[bundle.step]]
id = "guide"
label = "Your guide"
min_quantity = 1
max_quantity = 1

[[bundle.step.variant]]
variant = "guide-book"
price = "9.00"

[[bundle.step]]
id = "gardens"
label = "The gardens"
min_quantity = 2
max_quantity = 8

[[bundle.step.variant]]
variant = "adult"
percent_off = 20

[[bundle.step.variant]]
variant = "child"
max_quantity = 4
"#;

const COUNTRIES: &str =
    "id,name,code,phone_use_nanp_format\n80,United States,US,true\n17,Canada,CA,true\n3,France,FR,\n";
const STATES: &str =
    "id,country_id,name,abbreviation,require_location_acknowledgement\n1,80,Rhode Island,RI,\n2,17,Ontario,ON,\n";

/// The files of a valid catalogue, which tests modify.
struct Files(Vec<(&'static str, String)>);

impl Files {
    fn good() -> Self {
        Files(vec![
            ("shop.toml", SHOP.to_owned()),
            ("sites.toml", SITES.to_owned()),
            ("selling.toml", SELLING.to_owned()),
            ("times.toml", TIMES.to_owned()),
            ("products.toml", PRODUCTS.to_owned()),
            ("country.csv", COUNTRIES.to_owned()),
            ("lists/state.csv", STATES.to_owned()),
        ])
    }

    fn with(mut self, file: &str, from: &str, to: &str) -> Self {
        let text = &mut self.0.iter_mut().find(|(name, _)| *name == file).expect("a file of the valid catalogue").1;
        assert_eq!(text.matches(from).count(), 1, "{from:?} is in {file} once");
        *text = text.replace(from, to);
        self
    }

    fn and(mut self, file: &'static str, text: &str) -> Self {
        self.0.push((file, text.to_owned()));
        self
    }

    fn without(mut self, file: &str) -> Self {
        self.0.retain(|(name, _)| *name != file);
        self
    }

    fn write(&self, root: &Path) {
        for (name, text) in &self.0 {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::create_dir_all(root.join("pictures")).unwrap();
        for name in ["day.png", "logo.png"] {
            image::RgbImage::new(8, 6).save(root.join("pictures").join(name)).unwrap();
        }
    }

    fn problems(&self) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        self.write(root.path());
        problems(root.path()).iter().map(ToString::to_string).collect()
    }

    /// Asserts that exactly these problems are reported. Each consists of a file, a text that occurs only on the line
    /// of the problem, and the reason.
    fn are_refused(self, expected: &[(&str, &str, &str)]) {
        let mut expected: Vec<String> = expected
            .iter()
            .map(|(file, on_line, reason)| {
                if on_line.is_empty() {
                    return format!("{file}: {reason}");
                }
                let text = &self.0.iter().find(|(name, _)| name == file).expect("a file").1;
                assert_eq!(text.matches(on_line).count(), 1, "{on_line:?} names one line of {file}");
                let line = text[..text.find(on_line).unwrap()].matches('\n').count() + 1;
                format!("{file}:{line}: {reason}")
            })
            .collect();
        let mut told = self.problems();
        expected.sort();
        told.sort();
        assert_eq!(told, expected);
    }
}
