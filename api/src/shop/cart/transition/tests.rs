//! Tests properties of cart changes, with random carts in a small park.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::decide;
use crate::error::Refusal;
use crate::shop::cart::Cart;
use crate::shop::cart::change::{CartChange, Declined};
use crate::shop::cart::command::{Addition, CartCommand, ChangeLines, ClearCart, LineChange, WantedDonation};
use crate::shop::cart::facts::Facts;
use crate::shop::cart::hold::hold_of;
use crate::shop::cart::installments::quote_of;
use crate::shop::cart::line::MAX_LINES;
use crate::shop::cart::pass_details::{BlankPass, PassDetails};
use crate::shop::cart::quantities::TOO_MANY_LINES;
use crate::shop::cart::sellable::{WantedLine, WantedPerformance, WantedPlace, sellable};
use crate::shop::cart::stock::draws;
use crate::shop::cart::store;
use crate::shop::inventory::{Draw, HeldClaims, LineClaim, StockKey};
use midway_catalog::pricing::Quote;
use midway_catalog::testing::{catalog, now};
use midway_catalog::{Catalog, SaleContext, Terms};
use midway_kernel::id::PerformanceId;
use midway_kernel::money::Money;

/// Tours for adults, children and families of four, parking and books in limited quantities, free leaflets, a package,
/// an offer over several lines, and donations.
const PARK: &str = r#"
    [[show]]
    id = "day"
    site = "park"
    name = "Day"
    type = 4

    [[schedule]]
    id = "days"
    show = "day"
    capacity = 40
    slot = [{ time = "12:00" }, { time = "14:00" }]

    [[product]]
    id = "tour"
    site = "park"
    name = "Tour"
    short_description = ""
    allow_performance_change = true
    tags = ["outdoors"]
    selection = [{ shows = ["day"] }]
    variant = [
      { id = "adult", name = "Adult", price = "20.00", max_quantity = 10 },
      { id = "child", name = "Child", price = "12.50", max_quantity = 8 },
      { id = "family", name = "Family", price = "50.00", max_quantity = 3, tickets = 4 },
    ]

    [[product]]
    id = "parking"
    site = "park"
    name = "Parking"
    short_description = ""
    variant = [{ id = "car", name = "Car", price = "15.00", stock = 40 }]

    [[product]]
    id = "shop"
    site = "park"
    name = "Shop"
    short_description = ""
    variant = [
      { id = "book", name = "Book", price = "18.07", stock = 5 },
      { id = "leaflet", name = "Leaflet", price = "0.00" },
    ]

    [[product]]
    id = "set"
    site = "park"
    name = "Reader's set"
    short_description = ""
    package = { discount_percentage = 10, display_item_pricing_details = true }
    variant = [{ id = "set", name = "Set", part = [{ variant = "book", quantity = 1 }, { variant = "car", quantity = 2 }] }]

    [[product]]
    id = "gift"
    site = "park"
    name = "Gift"
    short_description = ""
    donation = {}
    variant = [{ id = "gift", name = "Gift", price = "0.00" }]

    [[offer]]
    id = "three"
    name = "Three for two"
    together = [{ quantity = 2, tags = ["outdoors"] }, { quantity = 1, tags = ["outdoors"], percent_off = 100 }]
"#;

const VARIANTS: [(&str, &str); 7] = [
    ("tour", "adult"),
    ("tour", "child"),
    ("tour", "family"),
    ("parking", "car"),
    ("shop", "book"),
    ("shop", "leaflet"),
    ("set", "set"),
];
const TIMES: [&str; 2] = ["1200", "1400"];

/// A line to add: the index of a variant, the index of a time, and a quantity.
type Wanted = (usize, usize, u32);

/// An action of a shopper. Lines are named by their position.
#[derive(Clone, Debug)]
enum Step {
    Add(Vec<Wanted>),
    /// Adds lines in place of the line at this position.
    Replace(usize, Vec<Wanted>),
    Change(usize, u32, Option<usize>),
    Donate(i64),
    Extend,
    Clear,
}

/// A cart with the claims that the executor would have written.
struct World {
    catalog: Catalog,
    cart: Cart,
    held: BTreeMap<String, Vec<Draw>>,
}

impl World {
    fn new() -> Self {
        World { catalog: catalog(PARK), cart: store::new_cart("cart".to_owned(), None, now()), held: BTreeMap::new() }
    }

    fn facts(&self) -> Facts<'_> {
        let claims: Vec<LineClaim> =
            self.held.iter().map(|(id, draws)| LineClaim { line_id: id.clone(), draws: draws.clone() }).collect();
        let until = hold_of(&self.cart).map_or(now(), |hold| hold.until);
        Facts {
            held: HeldClaims::derived(&self.cart.id, &claims, until),
            ..Facts::none(&self.catalog, &self.cart, now())
        }
    }

    fn decide(&self, command: &CartCommand<'_>) -> Result<Option<CartChange>, Declined> {
        decide(&self.cart, command, &self.facts())
    }

    /// Applies a change as the executor does.
    fn write(&mut self, change: CartChange) {
        for claim in change.claims {
            self.held.insert(claim.line_id, claim.draws);
        }
        self.held.retain(|_, draws| !draws.is_empty());
        self.cart = change.cart;
    }

    fn command(&self, step: &Step) -> CartCommand<'_> {
        match step {
            Step::Add(wanted) => self.addition(wanted),
            Step::Replace(at, wanted) => {
                let line = self.cart.lines.get(at % self.cart.lines.len().max(1));
                let replaces = line.map(|line| line.id.clone()).into_iter().collect();
                match self.addition(wanted) {
                    CartCommand::Add(addition) => CartCommand::Add(Addition { replaces, ..addition }),
                    other => other,
                }
            }
            Step::Change(at, quantity, time) => {
                let line = self.cart.lines.get(at % self.cart.lines.len().max(1));
                let line_id = line.map(|line| line.id.clone()).unwrap_or_default();
                let moves = time.filter(|_| line.is_some_and(|line| !line.performances.0.is_empty()));
                let performances = moves.map(|time| vec![performance(time)]);
                let change = LineChange { line_id, quantity: *quantity, performances, seen_price: None };
                CartCommand::ChangeLines(ChangeLines { changes: vec![change], ..ChangeLines::default() })
            }
            Step::Donate(cents) => {
                let (product, variant) = self.catalog.variant(&"gift".into()).unwrap();
                let context = Some(format!("replace-donation.{}", self.cart.version));
                CartCommand::Donate(WantedDonation { product, variant, amount: Money(*cents), context })
            }
            Step::Extend => CartCommand::ExtendHold,
            Step::Clear => CartCommand::Clear(ClearCart { context: None, force: true }),
        }
    }

    fn addition(&self, wanted: &[Wanted]) -> CartCommand<'_> {
        let line = |(variant, time, quantity): &Wanted| {
            let (product, variant) = VARIANTS[*variant];
            let wanted = WantedLine {
                product_id: product.into(),
                variant_id: variant.into(),
                quantity: *quantity,
                performances: if product == "tour" { vec![performance(*time)] } else { Vec::new() },
                seen_price: None,
                redemption: None,
                pass_details: None,
                part_seats: Vec::new(),
            };
            sellable(&self.catalog, &wanted, Terms::public(), now()).unwrap()
        };
        CartCommand::Add(Addition {
            lines: wanted.iter().map(line).collect(),
            bundle: None,
            sale_context: SaleContext::public(),
            replaces: Vec::new(),
            context: None,
        })
    }

    fn quote(&self) -> Quote {
        quote_of(&self.catalog, &self.cart)
    }

    /// What the cart holds of each stock.
    fn taken(&self) -> BTreeMap<StockKey, u32> {
        summed(self.held.values().flatten())
    }
}

fn performance(time: usize) -> WantedPerformance {
    let performance_id = PerformanceId(format!("days.20261121.{}", TIMES[time]));
    WantedPerformance { selection_index: 1, performance_id, place: WantedPlace::Anywhere, is_need_declared: false }
}

fn summed<'d>(draws: impl IntoIterator<Item = &'d Draw>) -> BTreeMap<StockKey, u32> {
    let mut sums = BTreeMap::new();
    for draw in draws {
        *sums.entry(draw.key.clone()).or_default() += draw.quantity;
    }
    sums
}

fn wanted() -> impl Strategy<Value = Wanted> {
    (0..VARIANTS.len(), 0..TIMES.len(), 1u32..4)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => proptest::collection::vec(wanted(), 1..4).prop_map(Step::Add),
        2 => (0usize..6, proptest::collection::vec(wanted(), 1..3)).prop_map(|(at, wanted)| Step::Replace(at, wanted)),
        4 => (0usize..6, 0u32..8, proptest::option::of(0..TIMES.len()))
            .prop_map(|(at, quantity, time)| Step::Change(at, quantity, time)),
        1 => (100i64..9_999).prop_map(Step::Donate),
        1 => Just(Step::Extend),
        1 => Just(Step::Clear),
    ]
}

#[test]
fn adding_two_lines_in_one_call_claims_places_and_stock() {
    let mut world = World::new();
    let change = world.decide(&world.addition(&[(0, 0, 2), (6, 0, 1)])).unwrap().unwrap();
    world.write(change);
    let taken: Vec<(String, u32)> = world.taken().into_iter().map(|(key, units)| (key.to_string(), units)).collect();
    let names: Vec<(&str, u32)> = taken.iter().map(|(key, units)| (key.as_str(), *units)).collect();
    assert_eq!(names, [("performance:days.20261121.1200", 2), ("variant:book", 1), ("variant:car", 2)]);
    // Two adult tickets cost $20.00 each. A book at $18.07 and two parking places at $15.00 each are reduced by 10 %.
    assert_eq!(world.quote().subtotal.display(), "$83.26");
}

#[test]
fn passes_without_a_product_count_towards_the_maximum_number_of_lines() {
    let mut world = World::new();
    let pass = |at: usize| BlankPass { id: at.to_string(), details: PassDetails::default() };
    let change = world.decide(&CartCommand::AddBlankPasses((0..MAX_LINES).map(pass).collect())).unwrap().unwrap();
    world.write(change);
    let declined = world.decide(&world.addition(&[(0, 0, 1)])).unwrap_err();
    assert_eq!(declined, Refusal::new(TOO_MANY_LINES).with("max", MAX_LINES).into());
}

proptest! {
    #[test]
    fn claims_after_every_change_equal_the_draws_of_the_lines(steps in proptest::collection::vec(step(), 1..12)) {
        let mut world = World::new();
        for step in &steps {
            let Ok(Some(change)) = world.decide(&world.command(step)) else { continue };
            prop_assert!(change.cart.version >= world.cart.version);
            for claim in &change.growing {
                prop_assert!(change.claims.contains(claim), "every growing claim is one of the change's claims");
            }
            world.write(change);
            for line in world.cart.lines.iter() {
                let needed = summed(&draws(&world.catalog, line).unwrap());
                let held = summed(world.held.get(&line.id).into_iter().flatten());
                prop_assert_eq!(held, needed, "{:?} after {:?}", line, step);
            }
            let strays = world.held.keys().filter(|id| world.cart.lines.iter().all(|line| line.id != **id));
            prop_assert_eq!(strays.count(), 0, "places of removed lines are released after {:?}", step);
            prop_assert_eq!(world.cart.held_until.is_some(), !world.held.is_empty());
        }
    }

    #[test]
    fn totals_and_claims_do_not_depend_on_the_order_of_added_lines(
        (wanted, shuffled) in proptest::collection::vec(wanted(), 1..8)
            .prop_flat_map(|wanted| (Just(wanted.clone()), Just(wanted).prop_shuffle())),
    ) {
        let (mut one, mut other) = (World::new(), World::new());
        let first = one.decide(&one.addition(&wanted));
        let second = other.decide(&other.addition(&shuffled));
        prop_assert_eq!(first.is_ok(), second.is_ok());
        if let (Ok(Some(first)), Ok(Some(second))) = (first, second) {
            one.write(first);
            other.write(second);
            let totals = |quote: Quote| (quote.subtotal, quote.tax_total, quote.fee_total, quote.total);
            prop_assert_eq!(totals(one.quote()), totals(other.quote()));
            prop_assert_eq!(one.taken(), other.taken());
        }
    }

    #[test]
    fn removing_added_lines_restores_totals_and_places(
        before in proptest::collection::vec(wanted(), 0..5),
        added in proptest::collection::vec(wanted(), 1..4),
    ) {
        let mut world = World::new();
        if let Ok(Some(change)) = world.decide(&world.addition(&before)) {
            world.write(change);
        }
        let (quote, taken, lines) = (world.quote(), world.taken(), world.cart.lines.clone());
        let Ok(Some(change)) = world.decide(&world.addition(&added)) else { return Ok(()) };
        world.write(change);
        let quantity_before = |id: &str| lines.iter().find(|line| line.id == id).map_or(0, |line| line.quantity);
        let back = world.cart.lines.iter().map(|line| LineChange {
            line_id: line.id.clone(),
            quantity: quantity_before(&line.id),
            performances: None,
            seen_price: None,
        });
        let back = CartCommand::ChangeLines(ChangeLines { changes: back.collect(), ..ChangeLines::default() });
        let change = world.decide(&back);
        world.write(change.unwrap().unwrap());
        prop_assert_eq!(world.quote(), quote);
        prop_assert_eq!(world.taken(), taken);
    }
}
