//! The tables of a catalogue file. There is one function for each kind of table, with the keys that it always has, and
//! one method of [`Table`] for each other key. The names are the names of the file format
//! (`api/catalogue.schema.json`). The import checks that a key belongs to its table.

use toml::Value;
use toml::value::Datetime;

/// The site of [`super::Catalogue::park`]. Tables that belong to a site belong to this site unless a test says
/// otherwise.
pub const PARK: &str = "park";

/// One table, for example a product, a schedule or a promotion code.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of the table in the file: `product` for `[[product]]`.
    pub(super) kind: &'static str,
    pub(super) keys: toml::Table,
}

impl Table {
    fn new(kind: &'static str) -> Self {
        Table { kind, keys: toml::Table::new() }
    }

    fn named(kind: &'static str, id: &str, name: &str) -> Self {
        Self::new(kind).set("id", id).set("name", name)
    }

    /// Sets any key. Most of the methods below set particular keys.
    pub fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.keys.insert(key.to_owned(), value.into());
        self
    }

    /// Adds a table below this one: `product(..).with(variant(..))`.
    pub fn with(mut self, child: Table) -> Self {
        let siblings = self.keys.entry(child.kind).or_insert_with(|| Value::Array(Vec::new()));
        siblings.as_array_mut().unwrap().push(Value::Table(child.keys));
        self
    }

    /// Makes a variant a season pass that is valid for 365 days.
    pub fn season_pass(self) -> Self {
        self.set("pass", 1).valid_days(365)
    }

    /// Sets the number of days for which a pass is valid.
    pub fn valid_days(self, days: i64) -> Self {
        self.set("valid", table([("days", days)]))
    }

    /// Sets the times of the performances of a day, for example `12:00`.
    pub fn slots<const N: usize>(self, times: [&str; N]) -> Self {
        self.set("slot", times.map(|time| table([("time", time)])).to_vec())
    }

    /// Sets the minimum delay of this selection after an earlier selection. `after` is `first` or `previous`.
    pub fn delay(self, after: &str, minutes: i64) -> Self {
        self.set("delay", table([("after", Value::from(after)), ("minutes", minutes.into())]))
    }

    /// Sets the prices of variants in a price calendar, in cents.
    pub fn prices<const N: usize>(self, prices: [(&str, i64); N]) -> Self {
        self.set("prices", table(prices.map(|(variant, cents)| (variant, amount(cents)))))
    }

    /// Limits a price rule to performances that start at this time or later.
    pub fn starting_from(self, time: &str) -> Self {
        self.set("from_time", time)
    }

    /// Limits a price rule to purchases until this long before the performance. `unit` is `days` or `hours`.
    pub fn bought_until(self, unit: &str, many: i64) -> Self {
        self.set("until_before", table([(unit, many)]))
    }

    /// Limits a price rule to purchases from this long before the performance on. `unit` is `days` or `hours`.
    pub fn bought_from(self, unit: &str, many: i64) -> Self {
        self.set("from_before", table([(unit, many)]))
    }

    /// Limits a price rule to performances that start before this time.
    pub fn starting_before(self, time: &str) -> Self {
        self.set("until_time", time)
    }

    /// Sets the first and the last day of opening hours, in every year, for example `12-24`.
    pub fn season(self, from: &str, until: &str) -> Self {
        self.set("from", from).set("until", until)
    }

    /// Makes a product a package that takes some percent off its parts and shows their prices.
    pub fn package(self, percent_off: i64, description: &str) -> Self {
        let keys = [
            ("discount_percentage", Value::from(percent_off)),
            ("discount_description", description.into()),
            ("display_item_pricing_details", true.into()),
        ];
        self.set("package", table(keys))
    }

    /// Makes a product a donation with which shoppers may round up their order. `minimum` is the smallest amount that
    /// is offered, in cents.
    pub fn donation(self, minimum: i64) -> Self {
        let keys = [("round_up_enabled", Value::from(true)), ("round_up_minimum", amount(minimum).into())];
        self.set("donation", table(keys))
    }

    /// Sets the days of the week on which a reservation may bring friends who have no tickets.
    pub fn bring_a_friend<const N: usize>(self, weekdays: [&str; N], friends: i64) -> Self {
        let days = table([("weekdays", Value::from(weekdays.to_vec())), ("friends", friends.into())]);
        self.set("bring_a_friend", vec![days])
    }

    /// Sets the corners of a section on the plan of its hall.
    pub fn polygon<const N: usize>(self, corners: [[i64; 2]; N]) -> Self {
        self.set("polygon", corners.map(|corner| corner.to_vec()).to_vec())
    }
}

/// Setters, each with the name of the key that it sets.
macro_rules! setters {
    ($($type:ty, $convert:expr => $($key:ident),+;)+) => {
        impl Table {
            $($(
                pub fn $key(self, value: $type) -> Self {
                    let convert = $convert;
                    self.set(stringify!($key), convert(value))
                }
            )+)+
        }
    };
}

setters! {
    // Texts and ids.
    &str, Value::from =>
        card_title, category, css_key, description, disclaimer, hall, lender, long_description, pass_level, plan,
        prompt, secondary_tag, short_description, tax_class, title;
    // Amounts in cents.
    impl Into<i64>, |cents| amount(cents) =>
        amount_off, amount_up, down_payment, fee, price;
    // Numbers.
    impl Into<i64>, number =>
        additional_people, below_percent, capacity, closes_after_minutes, closes_days_after, first, lead_days, max_per_account, max_per_day,
        max_per_order, max_quantity, min_per_day, min_per_order, min_quantity, opens_days_before, pass, payments, percent_off, places, quantity, selection_type, stock, tickets,
        tier, uses, uses_per_account, uses_per_cart;
    // Days like `2026-11-21`, or times like `2026-11-21T10:00:00` in the site's local time.
    &str, date =>
        from, max_birth_date, min_birth_date, on_sale_from, on_sale_until, until;
    // Flags.
    bool, Value::from =>
        allow_performance_change, always_prompt_performance, confirm_release, delivery_item, digital, fee_is_finance_charge,
        in_from_price, phone_use_nanp_format, public, require_location_acknowledgement, requires_login_challenge, same_day,
        shipping_address_required, sold_publicly, valid_all_day, while_owed;
    // Lists of ids or texts.
    impl IntoIterator<Item: Into<String>>, texts =>
        accessibility, add_ons, audiences, email_domains, held, host_tags, hosts, pass_levels, pools, products, replaces, sections, shows, tags,
        variants, weekdays;
    // Lists of days.
    impl IntoIterator<Item: AsRef<str>>, |days| lines(days) =>
        closed, dates, days;
    // Lists of selection numbers, counted from 1.
    Vec<i64>, Value::from =>
        selections;
}

fn table<V: Into<Value>, const N: usize>(keys: [(&str, V); N]) -> toml::Table {
    keys.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect()
}

/// An amount as it is written in the file, for example `12.50`.
fn amount(cents: impl Into<i64>) -> String {
    let cents = cents.into();
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

fn number(value: impl Into<i64>) -> i64 {
    value.into()
}

fn date(text: &str) -> Datetime {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a day or time"))
}

fn lines(days: impl IntoIterator<Item: AsRef<str>>) -> Vec<String> {
    days.into_iter().map(|day| day.as_ref().to_owned()).collect()
}

fn texts(texts: impl IntoIterator<Item: Into<String>>) -> Vec<String> {
    texts.into_iter().map(Into::into).collect()
}

// The shop

pub fn site(id: &str, name: &str, street: &str) -> Table {
    let address = table([("street", street), ("city", "Albany"), ("state", "NY"), ("zip", "12207"), ("country", "US")]);
    Table::named("site", id, name).set("time_zone", "America/New_York").set("address", address)
}

pub fn country(id: i64, name: &str, code: &str) -> Table {
    Table::new("country").set("id", id).set("name", name).set("code", code)
}

pub fn state(id: i64, country: i64, name: &str, abbreviation: &str) -> Table {
    Table::new("state").set("id", id).set("country_id", country).set("name", name).set("abbreviation", abbreviation)
}

pub fn delivery_method(id: &str, name: &str) -> Table {
    Table::named("delivery_method", id, name)
}

pub fn payment_method(id: &str, name: &str, processor: &str) -> Table {
    Table::named("payment_method", id, name).set("processor", processor)
}

/// A tax class. `rate` is in basis points.
pub fn tax_class(id: &str, name: &str, rate: i64) -> Table {
    Table::named("tax_class", id, name).set("rate", rate)
}

/// A mandatory fee. `per` is `ticket` or `order`, and `cents` is the amount.
pub fn fee(id: &str, name: &str, per: &str, cents: i64) -> Table {
    Table::named("fee", id, name).set("per", per).set("amount", amount(cents))
}

/// An installment plan.
pub fn plan(id: &str, name: &str) -> Table {
    Table::named("plan", id, name)
}

/// A plan whose payments a lender collects.
pub fn lender_plan(id: &str, name: &str, lender: &str) -> Table {
    plan(id, name).set("type", 2).lender(lender)
}

// Performances

/// A capacity pool: the number of guests per day for all performances that draw from it.
pub fn day_pool(id: &str, capacity: impl Into<i64>) -> Table {
    Table::new("pool").set("id", id).capacity(capacity).set("per", "day")
}

/// A show whose tickets are for a time.
pub fn timed_show(id: &str, name: &str) -> Table {
    show(id, name, 4)
}

/// A show whose tickets are for a whole day.
pub fn day_show(id: &str, name: &str) -> Table {
    show(id, name, 1).valid_all_day(true)
}

/// A show whose tickets are for a section of its hall.
pub fn section_show(id: &str, name: &str, hall: &str) -> Table {
    show(id, name, 2).hall(hall)
}

/// A show whose tickets are for a seat of its hall.
pub fn seat_show(id: &str, name: &str, hall: &str) -> Table {
    show(id, name, 3).hall(hall)
}

fn show(id: &str, name: &str, kind: i64) -> Table {
    Table::named("show", id, name).set("site", PARK).set("type", kind)
}

pub fn schedule(id: &str, show: &str) -> Table {
    Table::new("schedule").set("id", id).set("show", show)
}

pub fn hall(id: &str, size: [i64; 2]) -> Table {
    Table::new("hall").set("id", id).set("size", size.to_vec())
}

pub fn section(id: &str, name: &str) -> Table {
    Table::named("section", id, name)
}

/// A numbered seat; its id is `<section>-<row>-<seat>`.
pub fn seat(hall: &str, section: &str, row: u32, seat: u32) -> Table {
    Table::new("seat")
        .hall(hall)
        .set("section", section)
        .set("row", row.to_string())
        .set("seat", seat.to_string())
        .set("x", seat * 10)
        .set("y", row * 10)
}

// Products

pub fn product(id: &str, name: &str) -> Table {
    Table::named("product", id, name).set("site", PARK)
}

/// A picture of a product, in the folder `pictures`.
pub fn question(id: &str, label: &str, kind: &str) -> Table {
    Table::new("question").set("id", id).set("label", label).set("kind", kind)
}

pub fn picture(file: &str, alt: &str) -> Table {
    Table::new("picture").set("file", file).set("alt", alt)
}

/// A choice of one performance of these shows.
pub fn selection<const N: usize>(shows: [&str; N]) -> Table {
    Table::new("selection").shows(shows)
}

pub fn variant(id: &str, name: &str) -> Table {
    Table::named("variant", id, name)
}

/// A part of a package's variant.
pub fn part(variant: &str) -> Table {
    Table::new("part").set("variant", variant)
}

pub fn bundle(id: &str, name: &str) -> Table {
    Table::named("bundle", id, name).set("site", PARK)
}

/// A step of a bundle, with its minimum and maximum quantity.
pub fn bundle_step(id: &str, label: &str, min_quantity: i64, max_quantity: i64) -> Table {
    let step = Table::new("step").set("id", id).set("label", label);
    step.min_quantity(min_quantity).max_quantity(max_quantity)
}

/// A variant that a step of a bundle offers.
pub fn step_variant(variant: &str) -> Table {
    Table::new("variant").set("variant", variant)
}

// Prices and promotions

pub fn price_calendar(product: &str) -> Table {
    Table::new("price_calendar").set("product", product)
}

/// Prices of some days or times of a price calendar.
pub fn price_rule() -> Table {
    Table::new("rule")
}

/// A rise of a price calendar's prices while less than `below_percent` percent of the places is left.
pub fn price_step(below_percent: i64, amount_up: i64) -> Table {
    Table::new("step").below_percent(below_percent).amount_up(amount_up)
}

pub fn sale_price(id: &str, name: &str) -> Table {
    Table::named("sale_price", id, name)
}

pub fn promotion_code<const N: usize>(id: &str, name: &str, codes: [&str; N]) -> Table {
    Table::named("promotion_code", id, name).set("codes", codes.to_vec())
}

pub fn offer(id: &str, name: &str) -> Table {
    Table::named("offer", id, name)
}

/// A group of tickets that an offer requires.
pub fn together<const N: usize>(quantity: i64, variants: [&str; N]) -> Table {
    Table::new("together").quantity(quantity).variants(variants)
}

pub fn tag_sale(id: &str, name: &str) -> Table {
    Table::named("tag_sale", id, name)
}

pub fn new_pass_sale(id: &str, name: &str) -> Table {
    Table::named("new_pass_sale", id, name)
}

pub fn add_on_sale(id: &str, name: &str) -> Table {
    Table::named("add_on_sale", id, name)
}

pub fn verified_offer(id: &str, name: &str) -> Table {
    Table::named("verified_offer", id, name)
}

pub fn cross_sell(id: &str, name: &str) -> Table {
    Table::named("cross_sell", id, name)
}

pub fn advance_sale(id: &str, name: &str) -> Table {
    Table::named("advance_sale", id, name)
}

/// An advance sale that is opened by a code.
pub fn advance_sale_by_code(id: &str, name: &str, code: &str) -> Table {
    advance_sale(id, name).set("codes", vec![code])
}

// Rights of passes and accounts

pub fn renewal(id: &str, name: &str) -> Table {
    Table::named("renewal", id, name)
}

pub fn upgrade(id: &str, name: &str) -> Table {
    Table::named("upgrade", id, name)
}

pub fn ticket_entitlement(id: &str, name: &str) -> Table {
    Table::named("ticket_entitlement", id, name)
}

pub fn account_entitlement(id: &str, name: &str) -> Table {
    Table::named("account_entitlement", id, name)
}

/// A property for which visits are reserved. The performances of `show` are its entry times, and tickets for `products`
/// admit to it.
pub fn property<const N: usize>(id: &str, name: &str, show: &str, products: [&str; N]) -> Table {
    Table::named("property", id, name).set("site", PARK).set("show", show).products(products)
}

/// The opening hours of a property.
pub fn redirect(path: &str, to: &str) -> Table {
    Table::new("redirect").set("path", path).set("to", to)
}

/// A waiting room in front of products, of which so many shoppers may be inside.
pub fn waiting_room<const N: usize>(id: &str, products: [&str; N], max_shoppers: i64) -> Table {
    Table::new("waiting_room")
        .set("id", id)
        .products(products)
        .set("max_shoppers", max_shoppers)
        .set("per_minute", 6_000)
}

/// A named list of days.
pub fn holiday<const N: usize>(id: &str, name: &str, days: [&str; N]) -> Table {
    Table::named("holiday", id, name).days(days)
}

/// Exceptional days of a schedule or a pool.
pub fn exception<const N: usize>(days: [&str; N]) -> Table {
    Table::new("exception").days(days)
}

pub fn opening_hours(opens: &str, closes: &str) -> Table {
    Table::new("hours").set("opens", opens).set("closes", closes)
}

pub fn reservation_benefit(id: &str, name: &str) -> Table {
    Table::named("reservation_benefit", id, name)
}
