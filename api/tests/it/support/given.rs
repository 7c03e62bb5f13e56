//! Small catalogues, written as the files that an operator writes and imported as the operator imports them.

use std::path::Path;

/// A park with timed tours, a day ticket, a book to be handed over, and a free leaflet. Tests change what they are about.
#[derive(Clone, Debug)]
pub struct Park {
    pub adult_price: &'static str,
    pub child_price: &'static str,
    /// Places of each tour.
    pub tour_capacity: u32,
    /// Guests of the park on a day.
    pub day_capacity: u32,
    pub books: u32,
    pub tour_slots: &'static str,
    /// Keys of the tours' schedule, as TOML: `closed = [2026-11-21]`.
    pub tour_rules: &'static str,
    /// The same of the day tickets' schedule, which has no capacity but the park's.
    pub day_rules: &'static str,
    /// Keys of the settings, as TOML.
    pub settings: &'static str,
    /// Keys of the site, as TOML.
    pub site_keys: &'static str,
    /// Keys of the product `tour`, as TOML.
    pub tour_keys: &'static str,
    /// More tables.
    pub more: &'static str,
}

impl Default for Park {
    fn default() -> Self {
        Park {
            adult_price: "20.00",
            child_price: "12.50",
            tour_capacity: 40,
            day_capacity: 500,
            books: 300,
            tour_slots: "slot = [{ time = \"12:00\" }, { time = \"14:00\" }]",
            tour_rules: "",
            day_rules: "",
            settings: "",
            site_keys: "",
            tour_keys: "",
            more: "",
        }
    }
}

impl Park {
    pub fn write(&self, folder: &Path) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("park.toml"), self.toml()).unwrap();
    }

    fn toml(&self) -> String {
        let Park {
            adult_price,
            child_price,
            tour_capacity,
            day_capacity,
            books,
            tour_slots,
            tour_rules,
            day_rules,
            settings,
            site_keys,
            tour_keys,
            more,
        } = self;
        format!(
            r#"
[settings]
web_site_name = "Cedar Park"
description = "A park to test with."
{settings}

[[site]]
id = "park"
name = "Cedar Park"
time_zone = "America/New_York"
{site_keys}
address = {{ street = "1 Gate Road", city = "Albany", state = "NY", zip = "12207", country = "US" }}

[[country]]
id = 80
name = "United States"
code = "US"
phone_use_nanp_format = true

[[state]]
id = 33
country_id = 80
name = "New York"
abbreviation = "NY"

[[delivery_method]]
id = "digital"
name = "Digital tickets"
digital = true

[[delivery_method]]
id = "post"
name = "Post"
price = "4.50"
tax_class = "sales"
shipping_address_required = true

[[payment_method]]
id = "card"
name = "Credit card"
processor = "sandbox"

[[tax_class]]
id = "sales"
name = "Sales tax"
rate = 800

[[fee]]
id = "service"
name = "Service fee"
per = "ticket"
amount = "1.25"
products = ["tour"]

[[pool]]
id = "guests"
capacity = {day_capacity}
per = "day"

[[show]]
id = "tour"
site = "park"
name = "Garden tour"
type = 4

[[show]]
id = "night"
site = "park"
name = "Night tour"
type = 4

[[show]]
id = "day"
site = "park"
name = "A day in the park"
type = 1
valid_all_day = true

[[schedule]]
id = "tours"
show = "tour"
capacity = {tour_capacity}
pools = ["guests"]
{tour_slots}
{tour_rules}

[[schedule]]
id = "nights"
show = "night"
weekdays = ["sat"]
capacity = 10
slot = [{{ time = "21:00" }}]

[[schedule]]
id = "days"
show = "day"
pools = ["guests"]
closes_after_minutes = 480
slot = [{{ time = "09:00" }}]
{day_rules}

[[product]]
id = "tour"
site = "park"
name = "Tour"
short_description = "A walk."
tax_class = "sales"
{tour_keys}

[[product.selection]]
shows = ["tour", "night"]

[[product.variant]]
id = "adult"
name = "Adult"
price = "{adult_price}"
max_quantity = 10

[[product.variant]]
id = "child"
name = "Child"
price = "{child_price}"
shows = ["tour"]

[[product.variant]]
id = "group"
name = "Group"
price = "15.00"
min_quantity = 5
max_quantity = 20

[[product]]
id = "day-ticket"
site = "park"
name = "Day ticket"
short_description = "A day."

[[product.selection]]
shows = ["day"]

[[product.variant]]
id = "day-adult"
name = "Adult"
price = "30.00"

[[product]]
id = "book"
site = "park"
name = "Guide book"
short_description = "A book."

[[product.variant]]
id = "guide-book"
name = "Guide book"
price = "18.00"
stock = {books}
delivery_item = true

[[product]]
id = "leaflet"
site = "park"
name = "Leaflet"
short_description = "A leaflet."

[[product.variant]]
id = "free-leaflet"
name = "Leaflet"
price = "0.00"

{more}
"#
        )
    }
}

/// Tables for [`Park::more`]: a sale price, codes, an offer and a package.
pub const PROMOTIONS: &str = r#"
[[sale_price]]
id = "autumn"
name = "Autumn days"
until = 2026-12-01T00:00:00
variants = ["day-adult"]
price = "27.00"

[[promotion_code]]
id = "garden-friends"
name = "Friends of the garden"
codes = ["GARDEN10", "Friends"]
products = ["tour", "day-ticket"]
percent_off = 5
uses_per_cart = 6

[[promotion_code]]
id = "first-ten"
name = "The first ten"
codes = ["TEN"]
variants = ["adult"]
price = "5.00"
uses = 10

[[promotion_code]]
id = "last-year"
name = "Last year"
codes = ["OLD"]
until = 2026-01-01T00:00:00
percent_off = 50

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
id = "garden-day"
site = "park"
name = "Garden and park"
short_description = "Both on one day."

[product.package]
discount_percentage = 10
discount_description = "Save 10 % together"
display_item_pricing_details = true

[[product.selection]]
shows = ["tour"]

[[product.selection]]
shows = ["day"]

[[product.variant]]
id = "garden-day-pair"
name = "For two"

[[product.variant.part]]
variant = "adult"
quantity = 2
selections = [1]

[[product.variant.part]]
variant = "day-adult"
quantity = 2
selections = [2]

[[product.variant.part]]
variant = "guide-book"
"#;

/// Tables for [`Park::more`]: what gifts are for, and a fee for an order.
pub const FUND: &str = r#"
[[fee]]
id = "processing"
name = "Processing fee"
per = "order"
amount = "2.00"

[[product]]
id = "fund"
site = "park"
name = "Garden fund"
short_description = "A gift."
long_description = "<p>Trees.</p>"
disclaimer = "Not deductible."
donation = { round_up_enabled = true, round_up_minimum = "0.25" }

[[product.variant]]
id = "gift"
name = "Donation"
price = "0.00"
max_quantity = 1
tickets = 0
"#;

/// Tables for [`Park::more`]: one promotion of each way, those that are not there now, and what only they sell. The clock of the
/// tests begins on November 20, 2026.
pub const WAYS: &str = r#"
[[promotion_code]]
id = "tours-off"
name = "Two dollars off"
codes = ["TWO"]
variants = ["adult"]
amount_off = "2.00"

[[promotion_code]]
id = "tours-past"
name = "Past"
codes = ["PAST"]
until = 2026-01-01T00:00:00
variants = ["adult"]
amount_off = "2.00"

[[promotion_code]]
id = "tours-coming"
name = "Coming"
codes = ["COMING"]
from = 2027-01-01T00:00:00
variants = ["adult"]
amount_off = "2.00"

[[tag_sale]]
id = "winter-weekends"
name = "Winter weekends"
title = "Weekends in winter"
description = "<p>Warm drinks <script>alert(1)</script>included.</p>"
tags = ["winter"]
percent_off = 20
uses = 5

[[tag_sale]]
id = "spring"
name = "Spring"
tags = ["spring"]
until = 2026-05-01T00:00:00
percent_off = 20

[[tag_sale]]
id = "summer"
name = "Summer"
tags = ["summer"]
from = 2027-05-01T00:00:00
percent_off = 20

[[tag_sale]]
id = "members"
name = "Members' evenings"
tags = ["members"]
price = "7.00"
requires_login_challenge = true

[[verified_offer]]
id = "school"
name = "Albany School"
tags = ["school"]
email_domains = ["school.example"]
price = "4.00"

[[verified_offer]]
id = "old-school"
name = "Old School"
tags = ["old-school"]
email_domains = ["school.example"]
until = 2026-05-01T00:00:00
price = "4.00"

[[add_on_sale]]
id = "extras"
name = "Added to your visit"
tags = ["extras"]
percent_off = 25

[[add_on_sale]]
id = "past-extras"
name = "Past extras"
tags = ["past-extras"]
until = 2026-05-01T00:00:00
percent_off = 25

[[cross_sell]]
id = "locker-beside"
name = "Lockers"
tier = 1
variants = ["locker"]
hosts = ["tour"]

[[cross_sell]]
id = "photo-beside"
name = "With your tour"
tier = 2
products = ["photo"]
hosts = ["tour"]
price = "9.00"

[[cross_sell]]
id = "map-beside"
name = "Maps"
tier = 3
products = ["map"]
host_tags = ["garden"]

[[cross_sell]]
id = "past-beside"
name = "Past"
tier = 2
products = ["poster"]
hosts = ["tour"]
until = 2026-05-01T00:00:00
price = "1.00"

[[advance_sale]]
id = "premiere-friends"
name = "Friends first"
codes = ["EARLY"]
products = ["premiere"]
until = 2026-12-05T00:00:00

[[advance_sale]]
id = "premiere-past"
name = "Past"
codes = ["LATE"]
products = ["premiere"]
until = 2026-05-01T00:00:00

[[product]]
id = "walk"
site = "park"
name = "Winter walk"
short_description = "A walk in the snow."
tags = ["winter", "spring", "summer", "members", "walks"]

[[product.variant]]
id = "walk-adult"
name = "Adult"
price = "10.00"

[[product]]
id = "class"
site = "park"
name = "School class"
short_description = "For schools."
sold_publicly = false
tags = ["school", "old-school"]

[[product.variant]]
id = "pupil"
name = "Pupil"
price = "6.00"

[[product]]
id = "locker"
site = "park"
name = "Locker"
short_description = "A locker."
tags = ["extras", "past-extras"]

[[product.variant]]
id = "locker"
name = "Locker"
price = "8.00"

[[product.variant]]
id = "locker-large"
name = "Large locker"
price = "12.00"

[[product]]
id = "photo"
site = "park"
name = "Photo"
short_description = "A photo."
tags = ["extras"]

[[product.variant]]
id = "photo"
name = "Photo"
price = "15.00"

[[product]]
id = "map"
site = "park"
name = "Map"
short_description = "A map."
sold_publicly = false

[[product.variant]]
id = "map"
name = "Map"
price = "3.00"

[[product]]
id = "poster"
site = "park"
name = "Poster"
short_description = "A poster."
sold_publicly = false

[[product.variant]]
id = "poster"
name = "Poster"
price = "5.00"

[[product]]
id = "evening"
site = "park"
name = "Members' evening"
short_description = "For those who have signed in."
requires_login_challenge = true

[[product.variant]]
id = "evening"
name = "Admission"
price = "11.00"

[[product]]
id = "premiere"
site = "park"
name = "Premiere"
short_description = "A first night."
on_sale_from = 2026-12-10T09:00:00

[[product.variant]]
id = "premiere"
name = "Admission"
price = "25.00"

[[product]]
id = "season"
site = "park"
name = "Season pass"
short_description = "A year."

[[product.variant]]
id = "season-gold"
name = "Adult"
price = "99.00"
pass = 1
pass_level = "Gold"
valid = { days = 365 }
max_quantity = 4
"#;

/// Tables for [`Park::more`]: a pass for grown-ups and one for children, and what their holders pay for the next.
pub const PASSES: &str = r#"
[[product]]
id = "season"
site = "park"
name = "Season pass"
short_description = "A year."

[[product.variant]]
id = "season-adult"
name = "Adult"
price = "99.00"
pass = 1
pass_level = "Gold"
valid = { days = 365 }
max_birth_date = 2013-12-31
max_quantity = 4

[[product.variant]]
id = "season-child"
name = "Child"
price = "60.00"
pass = 1
pass_level = "Gold"
valid = { days = 365 }
min_birth_date = 2014-01-01
max_quantity = 4

[[renewal]]
id = "again"
name = "Renewal price"
held = ["season-adult", "season-child"]
products = ["season"]
percent_off = 10
opens_days_before = 60
closes_days_after = 30
"#;

/// Tables for [`Park::more`]: better passes, to which a season pass and the cheaper of them may be upgraded.
pub const BETTER: &str = r#"
[[product]]
id = "better"
site = "park"
name = "Better passes"
short_description = "A year with friends."

[[product.variant]]
id = "platinum"
name = "Platinum"
price = "150.00"
pass = 1
valid = { days = 365 }

[[product.variant]]
id = "diamond"
name = "Diamond"
price = "250.00"
pass = 1
valid = { days = 365 }

[[upgrade]]
id = "better-pass"
name = "Your pass counts"
held = ["season-adult", "platinum"]
products = ["better"]
"#;

/// Tables for [`Park::more`]: passes, two parks whose visits are reserved, and what tickets bring to a reservation.
pub const RESERVATIONS: &str = r#"
[[product]]
id = "season"
site = "park"
name = "Season pass"
short_description = "A year."

[[product.variant]]
id = "season-adult"
name = "Adult"
price = "99.00"
pass = 1
pass_level = "Gold"
valid = { days = 365 }
max_quantity = 4
additional_people = 2

[[product]]
id = "workshop"
site = "park"
name = "Workshop"
short_description = "An hour with the gardeners."

[[product.variant]]
id = "workshop-place"
name = "Place"
price = "10.00"

[[show]]
id = "entry"
site = "park"
name = "Garden gate"
type = 4
always_prompt_performance = true

[[schedule]]
id = "entries"
show = "entry"
capacity = 100
pools = ["guests"]
slot = [{ time = "10:00" }, { time = "14:00" }]
closed = [2026-11-25]

[[show]]
id = "pond-boat"
site = "park"
name = "Boat to the pond"
type = 4

[[schedule]]
id = "boats"
show = "pond-boat"
weekdays = ["sat", "sun"]
capacity = 6
slot = [{ time = "11:00" }]

[[property]]
id = "garden"
site = "park"
name = "The Garden"
css_key = "garden"
show = "entry"
products = ["season", "day-ticket"]
add_ons = ["book", "tour"]
hours = [
  { from = "12-24", until = "12-24", opens = "10:00", closes = "14:00" },
  { opens = "09:00", closes = "18:30" },
]
bring_a_friend = [{ weekdays = ["sun"], friends = 2 }]

[[property]]
id = "pond"
site = "park"
name = "The Pond"
show = "pond-boat"
products = ["season"]

[[reservation_benefit]]
id = "tea"
name = "Cup of tea"
held = ["season-adult"]
selection_type = 1
quantity = 2

[[reservation_benefit]]
id = "guest"
name = "Guest of a pass holder"
held = ["season-adult"]
selection_type = 2
quantity = 3
places = 1
card_title = "Bring a guest for free"
until = 2026-12-31
"#;

/// Tables for [`Park::more`]: a bundle of a place for the car, which is included, a tour at a chosen time, and things to tick.
pub const BUNDLE: &str = r#"
[[product]]
id = "parking"
site = "park"
name = "Parking"
short_description = "A place for a car."

[[product.variant]]
id = "car"
name = "Car"
price = "15.00"
stock = 40

[[bundle]]
id = "weekend"
site = "park"
name = "Weekend in the garden"
category = "Together"
short_description = "A tour and a place for the car."
long_description = "<p>Two hours among cedars.</p><script>1</script>"
until = 2026-12-31
weekdays = ["sat", "sun"]

[[bundle.step]]
id = "arriving"
label = "Your place to park"
min_quantity = 1
max_quantity = 1

[[bundle.step.variant]]
variant = "car"
price = "5.00"

[[bundle.step]]
id = "walking"
label = "Your tour"
description = "All of you walk together."
min_quantity = 2
max_quantity = 6

[[bundle.step.variant]]
variant = "adult"
max_quantity = 4
percent_off = 25

[[bundle.step.variant]]
variant = "child"
amount_off = "2.50"

[[bundle.step]]
id = "taking-home"
label = "To take home"
min_quantity = 0
max_quantity = 2

[[bundle.step.variant]]
variant = "guide-book"
price = "12.00"

[[bundle.step.variant]]
variant = "free-leaflet"
"#;

/// Tables for [`Park::more`]: a hall of numbered seats, so many in each row, with a box of two, and a house that sells sections.
pub fn halls(rows: u32, seats: u32) -> String {
    let mut toml = String::from(
        r#"
[[hall]]
id = "small-hall"
size = [1000, 1000]

[[hall.section]]
id = "stalls"
name = "Stalls"
polygon = [[0, 0], [1000, 0], [1000, 900], [0, 900]]

[[hall.section]]
id = "box"
name = "Box"

[[hall]]
id = "house"
size = [400, 400]

[[hall.section]]
id = "floor"
name = "Floor"
capacity = 3

[[hall.section]]
id = "balcony"
name = "Balcony"
capacity = 2

[[show]]
id = "concert"
site = "park"
name = "Concert"
type = 3
hall = "small-hall"

[[show]]
id = "play"
site = "park"
name = "Play"
type = 2
hall = "house"

[[schedule]]
id = "concerts"
show = "concert"
slot = [{ time = "20:00" }]

[[schedule]]
id = "plays"
show = "play"
slot = [{ time = "19:00" }]

[[product]]
id = "evening"
site = "park"
name = "Evening"
short_description = "Music."

[[product.selection]]
shows = ["concert"]

[[product.variant]]
id = "listener"
name = "Listener"
price = "30.00"
max_quantity = 6

[[product.variant]]
id = "guest"
name = "Guest of the box"
price = "90.00"
sections = ["box"]

[[product]]
id = "theatre"
site = "park"
name = "Theatre"
short_description = "A play."

[[product.selection]]
shows = ["play"]

[[product.variant]]
id = "floor-seat"
name = "Floor"
price = "40.00"
sections = ["floor"]

[[product.variant]]
id = "anywhere"
name = "Anywhere"
price = "25.00"
"#,
    );
    let mut seat = |section: &str, row: u32, seat: u32| {
        toml.push_str(&format!(
            "[[seat]]\nhall = \"small-hall\"\nsection = \"{section}\"\nrow = \"{row}\"\nseat = \"{seat}\"\nx = {}\ny = {}\n",
            seat * 10,
            row * 10
        ));
    };
    for row in 1..=rows {
        for nth in 1..=seats {
            seat("stalls", row, nth);
        }
    }
    seat("box", 90, 1);
    seat("box", 90, 2);
    toml
}
