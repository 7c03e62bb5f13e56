//! The shop that most tests start with.

use super::Catalogue;
use super::table::{
    PARK, Table, country, day_pool, day_show, delivery_method, fee, payment_method, product, schedule, selection, site,
    state, tax_class, timed_show, variant,
};

impl Catalogue {
    /// A park in the time zone of New York. It sells timed tours at 20.00 for adults, a day ticket, a guide book that
    /// can be mailed, and a free leaflet.
    ///
    /// Tours have 40 places at noon and 40 at two, on every day, and 10 places at nine on Saturday evenings. Tours by
    /// day and day tickets share a pool of 500 guests per day.
    pub fn park() -> Self {
        let tables = [
            site(PARK, "Cedar Park", "1 Gate Road"),
            country(80, "United States", "US").phone_use_nanp_format(true),
            state(33, 80, "New York", "NY"),
            delivery_method("digital", "Digital tickets").digital(true),
            delivery_method("post", "Post").price(4_50).tax_class("sales").shipping_address_required(true),
            payment_method("card", "Credit card", "sandbox"),
            tax_class("sales", "Sales tax", 800),
            fee("service", "Service fee", "ticket", 1_25).products(["tour"]),
            day_pool("guests", 500),
            timed_show("tour", "Garden tour"),
            timed_show("night", "Night tour"),
            day_show("day", "A day in the park"),
            schedule("tours", "tour").capacity(40).pools(["guests"]).slots(["12:00", "14:00"]),
            schedule("nights", "night").weekdays(["sat"]).capacity(10).slots(["21:00"]),
            schedule("days", "day").pools(["guests"]).closes_after_minutes(480).slots(["09:00"]),
            product("tour", "Tour")
                .short_description("A walk.")
                .tax_class("sales")
                .with(selection(["tour", "night"]))
                .with(variant("adult", "Adult").price(20_00).max_quantity(10))
                .with(variant("child", "Child").price(12_50).shows(["tour"]))
                .with(variant("group", "Group").price(15_00).min_quantity(5).max_quantity(20)),
            product("day-ticket", "Day ticket")
                .short_description("A day.")
                .with(selection(["day"]))
                .with(variant("day-adult", "Adult").price(30_00)),
            product("book", "Guide book")
                .short_description("A book.")
                .with(variant("guide-book", "Guide book").price(18_00).stock(300).delivery_item(true)),
            product("leaflet", "Leaflet")
                .short_description("A leaflet.")
                .with(variant("free-leaflet", "Leaflet").price(0)),
        ];
        let catalogue = Catalogue { file: toml::Table::new() };
        catalogue.setting("web_site_name", "Cedar Park").setting("description", "A park to test with.").with(tables)
    }

    /// Pays by this processor.
    pub fn paid_by(self, processor: &str) -> Self {
        self.edit("payment_method", "card", |card| card.set("processor", processor))
    }

    /// Sets the number of places of each tour by day.
    pub fn tour_capacity(self, places: impl Into<i64>) -> Self {
        self.edit_schedule("tours", |tours| tours.capacity(places))
    }

    /// Sets the number of guests per day, for tours and day tickets together.
    pub fn guests_per_day(self, guests: impl Into<i64>) -> Self {
        self.edit("pool", "guests", |pool| pool.capacity(guests))
    }

    /// Sets the stock of the guide book.
    pub fn guide_books(self, copies: impl Into<i64>) -> Self {
        self.edit_variant("book", "guide-book", |book| book.stock(copies))
    }

    /// Sets the price of a tour for an adult, in cents.
    pub fn adult_price(self, cents: impl Into<i64>) -> Self {
        self.edit_variant("tour", "adult", |adult| adult.price(cents))
    }

    /// Sets the price of a tour for a child, in cents.
    pub fn child_price(self, cents: impl Into<i64>) -> Self {
        self.edit_variant("tour", "child", |child| child.price(cents))
    }

    /// Removes the tours on these days.
    pub fn no_tours_on(self, days: impl IntoIterator<Item: AsRef<str>>) -> Self {
        self.edit_schedule("tours", |tours| tours.closed(days))
    }

    /// Changes the product `tour`.
    pub fn edit_tour(self, change: impl FnOnce(Table) -> Table) -> Self {
        self.edit_product("tour", change)
    }
}
