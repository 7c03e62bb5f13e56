//! The keys of stocks, and the thresholds of availability levels.

use chrono::{NaiveDate, NaiveTime};

use midway_catalog::FirstUnits;
use midway_catalog::files::{Settings, WallTime};
use midway_kernel::coded::CapacityLevel;
use midway_kernel::id::{
    BenefitId, EntitlementId, PerformanceId, PoolId, ProductId, PromotionId, SeatId, SectionId, VariantId,
};

midway_kernel::text_ids! {
    /// Identifies one stock by its kind and an id.
    StockKey;
}

impl StockKey {
    pub fn performance(id: &PerformanceId) -> Self {
        StockKey(format!("performance:{id}"))
    }

    /// The places of one section at a performance.
    pub fn section(performance: &PerformanceId, section: &SectionId) -> Self {
        StockKey(format!("section:{performance}/{section}"))
    }

    /// One seat at a performance: a stock of 1.
    pub fn seat(performance: &PerformanceId, seat: &SeatId) -> Self {
        StockKey(format!("{}{seat}", StockKey::seats(performance)))
    }

    /// The key prefixes of the stocks whose capacity the catalogue gives to all shoppers together.
    pub const OF_CATALOGUE: [&str; 8] =
        ["performance:", "pool:", "price:", "product:", "promotion:", "seat:", "section:", "variant:"];

    /// Whether the stock counts what somebody else could buy in place of a buyer: places at a performance or on a day, and
    /// units of a product.
    pub fn is_resold(&self) -> bool {
        let kind = self.0.split(':').next().unwrap_or_default();
        matches!(kind, "performance" | "pool" | "product" | "seat" | "section" | "variant")
    }

    /// The ticket that a pass renews or upgrades; `None` for other keys.
    pub fn followed_ticket(&self) -> Option<&str> {
        self.0.strip_prefix("ticket:")
    }

    /// The performance of a seat or a section; `None` for other keys.
    pub fn performance_of_place(&self) -> Option<PerformanceId> {
        let (kind, rest) = self.0.split_once(':')?;
        let (performance, _) = rest.split_once('/').filter(|_| matches!(kind, "seat" | "section"))?;
        Some(PerformanceId(performance.to_owned()))
    }

    /// Whether the stock is of a performance alone: its places, those of a section, or a seat.
    pub fn is_of(&self, performance: &PerformanceId) -> bool {
        *self == StockKey::performance(performance) || self.performance_of_place().as_ref() == Some(performance)
    }

    /// Whether the stock is of a capacity pool on this day, or at this time of it.
    pub fn is_pool_at(&self, date: NaiveDate, time: WallTime) -> bool {
        let pool = self.0.strip_prefix("pool:").and_then(|name| name.split('.').next()).map(PoolId::from);
        pool.is_some_and(|id| {
            *self == StockKey::pool_of_day(&id, date) || *self == StockKey::pool_of_time(&id, date, time)
        })
    }

    /// The day of a capacity pool, or of the first units of a sale price; `None` for other keys.
    pub fn day(&self) -> Option<NaiveDate> {
        let name = self.0.strip_prefix("pool:").or_else(|| self.0.strip_prefix("price:"))?;
        NaiveDate::parse_from_str(name.split('.').nth(1)?, "%Y%m%d").ok()
    }

    /// The stock as operators read it, such as `section floor at plays.20261121.1900` or `pool guests on 2026-11-21`.
    pub fn in_words(&self) -> String {
        if let Some(day) = self.day() {
            let mut parts = self.0.split('.');
            let (name, time) = (parts.next().unwrap_or_default().replacen(':', " ", 1), parts.nth(1));
            let at = time.map(|time| format!(" at {time}")).unwrap_or_default();
            return format!("{name} on {day}{at}");
        }
        let name = self.0.replacen(':', " ", 1);
        match (name.split_once('/'), name.split_once(' ')) {
            (Some((_, place)), Some((kind, rest))) => {
                let at = rest.split('/').next().unwrap_or(rest);
                format!("{kind} {place} at {at}")
            }
            _ => name,
        }
    }

    /// The key prefix of all seats of a performance.
    pub fn seats(performance: &PerformanceId) -> String {
        format!("seat:{performance}/")
    }

    pub fn pool_of_day(pool: &PoolId, date: NaiveDate) -> Self {
        StockKey(format!("pool:{pool}.{}", date.format("%Y%m%d")))
    }

    pub fn pool_of_time(pool: &PoolId, date: NaiveDate, time: WallTime) -> Self {
        StockKey(format!("pool:{pool}.{}.{}", date.format("%Y%m%d"), time.0.format("%H%M")))
    }

    /// The first units of a sale price.
    pub fn first_units(sale: &PromotionId, units: FirstUnits) -> Self {
        StockKey(match units {
            FirstUnits::All => format!("price:{sale}"),
            FirstUnits::OfDay(date) => format!("price:{sale}.{}", date.format("%Y%m%d")),
            FirstUnits::OfTime(date, time) => {
                format!("price:{sale}.{}.{}", date.format("%Y%m%d"), time.0.format("%H%M"))
            }
        })
    }

    /// The sale price whose first units the stock counts; `None` for other keys.
    pub fn sale_of_first_units(&self) -> Option<(PromotionId, FirstUnits)> {
        let mut parts = self.0.strip_prefix("price:")?.split('.');
        let sale = PromotionId(parts.next()?.to_owned());
        let time = parts.nth(1).and_then(|time| NaiveTime::parse_from_str(time, "%H%M").ok());
        Some(match (self.day(), time) {
            (None, _) => (sale, FirstUnits::All),
            (Some(date), None) => (sale, FirstUnits::OfDay(date)),
            (Some(date), Some(time)) => (sale, FirstUnits::OfTime(date, WallTime(time))),
        })
    }

    pub fn is_of_first_units(&self) -> bool {
        self.0.starts_with("price:")
    }

    pub fn variant(id: &VariantId) -> Self {
        StockKey(format!("variant:{id}"))
    }

    /// The units of all variants of a product.
    pub fn product(id: &ProductId) -> Self {
        StockKey(format!("product:{id}"))
    }

    /// The uses of a promotion.
    pub fn promotion(id: &PromotionId) -> Self {
        StockKey(format!("promotion:{id}"))
    }

    /// The one use of a code that is for one order only.
    pub fn single_use_code(code: &str) -> Self {
        StockKey(format!("single-use:{code}"))
    }

    /// The code that is for one order only; `None` for other keys.
    pub fn code_of_single_use(&self) -> Option<&str> {
        self.0.strip_prefix("single-use:")
    }

    /// The units of a product that one person may buy.
    pub fn product_of_person(product: &ProductId, person: &str) -> Self {
        StockKey(format!("who:product/{product}/{person}"))
    }

    /// The uses of a promotion by one person.
    pub fn promotion_of_person(promotion: &PromotionId, person: &str) -> Self {
        StockKey(format!("who:promotion/{promotion}/{person}"))
    }

    /// What a person may buy only so often: the kind and the id of the product or promotion. `None` for other keys.
    pub fn limited_by_person(&self) -> Option<(&str, &str)> {
        let mut parts = self.0.strip_prefix("who:")?.split('/');
        Some((parts.next()?, parts.next()?))
    }

    /// Whether the person of a limit is known by an e-mail address only.
    pub fn is_of_address(&self) -> bool {
        self.limited_by_person().is_some() && self.0.rsplit('/').next().is_some_and(|who| who.starts_with("address-"))
    }

    /// The redemptions of an entitlement by one pass, account or passholder.
    pub fn entitlement(id: &EntitlementId) -> Self {
        StockKey(format!("entitlement:{id}"))
    }

    pub fn is_entitlement(&self) -> bool {
        self.0.starts_with("entitlement:")
    }

    /// A ticket that a pass renews or upgrades: a stock of 1, because this is possible only once.
    pub fn ticket(id: &str) -> Self {
        StockKey(format!("ticket:{id}"))
    }

    /// A ticket's reserved visit to a performance.
    pub fn visit(ticket: &str, performance: &PerformanceId) -> Self {
        StockKey(format!("{}{performance}", StockKey::visits(ticket)))
    }

    /// The single visit of a ticket that admits once.
    pub fn only_visit(ticket: &str) -> Self {
        StockKey(format!("{}once", StockKey::visits(ticket)))
    }

    /// The key prefix of all visits of a ticket.
    pub fn visits(ticket: &str) -> String {
        format!("visit:{ticket}/")
    }

    /// The performance of a visit; `None` for other keys.
    pub fn visited(&self) -> Option<PerformanceId> {
        let (_, performance) = self.0.strip_prefix("visit:")?.split_once('/')?;
        (performance != "once").then(|| PerformanceId(performance.to_owned()))
    }

    pub fn is_visit(&self) -> bool {
        self.0.starts_with("visit:")
    }

    /// All uses of a benefit that a ticket gives to reservations.
    pub fn benefit(benefit: &BenefitId, ticket: &str) -> Self {
        StockKey(format!("benefit:{benefit}/{ticket}"))
    }

    /// A single use of a benefit, numbered by `sequence`: a stock of 1.
    pub fn benefit_of_sequence(benefit: &BenefitId, ticket: &str, sequence: u32) -> Self {
        StockKey(format!("{}/{sequence}", StockKey::benefit(benefit, ticket)))
    }

    pub fn is_benefit(&self) -> bool {
        self.0.starts_with("benefit:")
    }

    pub fn is_ticket(&self) -> bool {
        self.0.starts_with("ticket:")
    }

    pub fn is_promotion(&self) -> bool {
        self.0.starts_with("promotion:")
    }

    /// Whether the stock counts units of a product or of one of its variants, independent of performances.
    pub fn is_of_items(&self) -> bool {
        self.0.starts_with("variant:") || self.0.starts_with("product:")
    }

    /// Whether many shoppers share the stock: it is neither personal nor a single seat.
    pub fn is_shared(&self) -> bool {
        let is_personal = self.is_ticket() || self.is_entitlement() || self.is_visit() || self.is_benefit();
        let is_personal = is_personal || self.limited_by_person().is_some();
        !(self.is_seat() || is_personal || self.code_of_single_use().is_some())
    }

    pub fn is_section(&self) -> bool {
        self.0.starts_with("section:")
    }

    pub fn is_seat(&self) -> bool {
        self.0.starts_with("seat:")
    }

    /// The common part of the keys of one schedule or pool. Within a series, keys are ordered by day.
    pub(super) fn series(&self) -> &str {
        self.0.split('.').next().unwrap_or(&self.0)
    }
}

/// A quantity that is needed from one stock. `capacity` is the capacity in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    pub key: StockKey,
    pub capacity: u32,
    pub quantity: u32,
}

/// How much of a stock is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    pub capacity: u32,
    pub taken: u32,
}

impl Level {
    pub fn left(self) -> u32 {
        self.capacity.saturating_sub(self.taken)
    }
}

/// The smallest available share of several stocks, in whole percent; `None` when there is no limit.
pub fn percent_left(levels: impl IntoIterator<Item = Level>) -> Option<u32> {
    let fullest = fullest(levels)?;
    u32::try_from(share(fullest)).ok()
}

fn fullest(levels: impl IntoIterator<Item = Level>) -> Option<Level> {
    levels.into_iter().min_by_key(|&level| (level.left() > 0, share(level)))
}

fn share(level: Level) -> u64 {
    (u64::from(level.left()) * 100).checked_div(u64::from(level.capacity)).unwrap_or(0)
}

/// The availability level of the fullest of several stocks; [`CapacityLevel::Available`] when there is no limit.
pub fn capacity_level(levels: impl IntoIterator<Item = Level>, settings: &Settings) -> CapacityLevel {
    let Some(fullest) = fullest(levels) else { return CapacityLevel::Available };
    if fullest.left() == 0 {
        CapacityLevel::Full
    } else if share(fullest) < u64::from(settings.almost_full_below_percent) {
        CapacityLevel::AlmostFull
    } else if share(fullest) < u64::from(settings.limited_below_percent) {
        CapacityLevel::Limited
    } else {
        CapacityLevel::Available
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level_of(pairs: &[(u32, u32)]) -> CapacityLevel {
        capacity_level(pairs.iter().map(|&(capacity, taken)| Level { capacity, taken }), &Settings::default())
    }

    #[test]
    fn stock_is_named_for_operators() {
        for (key, words) in [
            ("performance:tours.20261121.1200", "performance tours.20261121.1200"),
            ("section:plays.20261121.1900/floor", "section floor at plays.20261121.1900"),
            ("seat:plays.20261121.1900/floor-a-1", "seat floor-a-1 at plays.20261121.1900"),
            ("pool:guests.20261121", "pool guests on 2026-11-21"),
            ("pool:doors.20261121.1030", "pool doors on 2026-11-21 at 1030"),
            ("variant:guide-book", "variant guide-book"),
            ("price:early", "price early"),
            ("price:early.20261121.1030", "price early on 2026-11-21 at 1030"),
        ] {
            assert_eq!(StockKey::from(key).in_words(), words);
        }
    }

    #[test]
    fn key_of_first_units_names_the_sale_price_and_what_is_counted() {
        let (date, time) = ("2026-11-21".parse().unwrap(), WallTime(NaiveTime::from_hms_opt(10, 30, 0).unwrap()));
        for units in [FirstUnits::All, FirstUnits::OfDay(date), FirstUnits::OfTime(date, time)] {
            let key = StockKey::first_units(&"early".into(), units);
            assert_eq!(key.sale_of_first_units(), Some(("early".into(), units)), "{key}");
        }
        assert_eq!(StockKey::from("promotion:early").sale_of_first_units(), None);
    }

    #[test]
    fn capacity_level_depends_on_the_available_share() {
        assert_eq!(level_of(&[(100, 0)]), CapacityLevel::Available);
        assert_eq!(level_of(&[(100, 60)]), CapacityLevel::Available, "40 % left");
        assert_eq!(level_of(&[(100, 61)]), CapacityLevel::Limited);
        assert_eq!(level_of(&[(100, 86)]), CapacityLevel::AlmostFull);
        assert_eq!(level_of(&[(100, 100)]), CapacityLevel::Full);
        assert_eq!(level_of(&[(0, 0)]), CapacityLevel::Full, "no places at all");
    }

    #[test]
    fn fullest_stock_decides_the_capacity_level_and_without_any_stock_the_level_is_available() {
        assert_eq!(level_of(&[(100, 0), (10, 10)]), CapacityLevel::Full);
        assert_eq!(level_of(&[(1000, 995), (10, 0)]), CapacityLevel::AlmostFull);
        assert_eq!(level_of(&[]), CapacityLevel::Available);
    }
}
