//! Rows of `cart`. A cart is one row. Its lines are a JSON document in that row, because they are always read, locked
//! and changed with it.

pub mod address {
    use serde::{Deserialize, Serialize};

    /// An address as the shopper entered it. Checkout decides which fields are required.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    pub struct Address {
        pub first_name: String,
        pub last_name: String,
        /// Digits only.
        pub phone_number: String,
        pub country_id: Option<i32>,
        pub address1: String,
        pub address2: String,
        pub city: String,
        pub state_province_id: Option<i32>,
        pub other_state_province: String,
        /// Letters and digits only.
        pub zip_code: String,
    }

    midway_kernel::documents!(Address);
}

pub mod cart {
    use sea_orm::entity::prelude::*;

    use super::address::Address;
    use super::line::Lines;
    use super::pass::BlankPasses;
    use super::revision::Revision;
    use midway_kernel::id::{DeliveryMethodId, PaymentMethodId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cart")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub account_id: Option<String>,
        pub version: i64,
        pub state: CartState,
        pub lines: Lines,
        /// Passes for which no product is chosen yet.
        pub blank_passes: Option<BlankPasses>,
        /// The changes of the latest revision, until the shopper has accepted them.
        pub revision: Option<Revision>,
        pub first_claimed_at: Option<DateTimeUtc>,
        pub held_until: Option<DateTimeUtc>,
        /// A digest of the network address from which the cart was last filled; `None` for the shop's own machine.
        pub holder: Option<String>,
        pub email_address: Option<String>,
        pub billing_address: Option<Address>,
        pub shipping_address: Option<Address>,
        pub delivery_method_id: Option<DeliveryMethodId>,
        pub payment_method_id: Option<PaymentMethodId>,
        pub accept_terms: bool,
        pub acknowledge_location: bool,
        /// Whether the shopper chose a payment plan; `None` before the question was answered. It has no effect while no
        /// plan is offered.
        pub pays_by_plan: Option<bool>,
        pub accept_installment_terms: bool,
        pub created_at: DateTimeUtc,
        pub changed_at: DateTimeUtc,
    }

    /// An open cart can change, a paying cart cannot, an ordered cart is finished.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "Text")]
    pub enum CartState {
        #[sea_orm(string_value = "open")]
        Open,
        #[sea_orm(string_value = "paying")]
        Paying,
        #[sea_orm(string_value = "ordered")]
        Ordered,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub mod line {
    use std::collections::BTreeSet;
    use std::ops::{Deref, DerefMut};

    use chrono::NaiveDate;
    use serde::{Deserialize, Serialize};

    use super::pass::{HeldTicket, Passholder};
    use crate::shop::entitlement::Redemption;
    use midway_catalog::PricePromotion;
    use midway_catalog::files::WallTime;
    use midway_catalog::pricing::LineOffers;
    use midway_kernel::coded::{PassKind, SaleFlow};
    use midway_kernel::id::{BundleId, PerformanceId, ProductId, PromotionId, SeatId, SectionId, ShowId, VariantId};
    use midway_kernel::money::Money;
    use midway_kernel::rate::BasisPoints;
    use midway_kernel::time::Instant;

    /// A limit against abuse. No ordinary purchase needs more lines.
    pub const MOST_LINES: usize = 50;

    /// The lines of a cart, oldest first.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct Lines(pub Vec<CartLine>);

    midway_kernel::documents!(Lines, ChosenPerformances, LinePackage);

    impl Deref for Lines {
        type Target = Vec<CartLine>;

        fn deref(&self) -> &Vec<CartLine> {
            &self.0
        }
    }

    impl DerefMut for Lines {
        fn deref_mut(&mut self) -> &mut Vec<CartLine> {
            &mut self.0
        }
    }

    /// A quantity of one variant at the chosen performances, with the names and prices at which it was added.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct CartLine {
        pub id: String,
        pub product_id: ProductId,
        pub variant_id: VariantId,
        /// The sale flow in which the line was bought; `Public` when it could also be bought without that flow.
        pub sale_flow: SaleFlow,
        /// The promotion of that flow that sold the line, whether or not it set the price.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sold_by: Option<PromotionId>,
        /// The entitlement that the line redeems.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub redemption: Option<Redemption>,
        pub product_name: String,
        pub variant_name: String,
        /// Set for a pass. Each pass is for one person and therefore a line of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pass: Option<PassKind>,
        /// The passholder, once entered.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub passholder: Option<Box<Passholder>>,
        pub pass_level: Option<String>,
        pub delivery_item: bool,
        pub quantity: u32,
        pub unit_price: Money,
        pub unit_fees: Money,
        pub unit_tax: Money,
        pub performances: ChosenPerformances,
        /// The unit price without the promotion or the package that lowers it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub regular_price: Option<Money>,
        /// What set the unit price, unless it is the regular price.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub promotion: Option<PricePromotion>,
        /// The tax rate of the price. The price after an offer is taxed at the same rate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tax_rate: Option<BasisPoints>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub package: Option<LinePackage>,
        /// Recalculated over all lines by each change of the cart.
        #[serde(default)]
        pub offers: LineOffers,
    }

    /// What lines contain, including the parts of packages and bundles.
    #[derive(Debug, Default)]
    pub struct BoughtFor {
        /// The lines' own products. A bundle counts under its own id.
        pub products: BTreeSet<ProductId>,
        pub variants: BTreeSet<VariantId>,
        pub performances: BTreeSet<PerformanceId>,
    }

    impl BoughtFor {
        pub fn add(
            &mut self,
            (product, variant): (&ProductId, &VariantId),
            chosen: &ChosenPerformances,
            package: Option<&LinePackage>,
        ) {
            self.products.insert(product.clone());
            let parts = || package.into_iter().flat_map(|package| &package.parts);
            self.variants.extend([variant].into_iter().chain(parts().map(|part| &part.variant_id)).cloned());
            let chosen = chosen.0.iter().chain(parts().flat_map(|part| &part.performances.0));
            self.performances.extend(chosen.map(|chosen| chosen.performance_id.clone()));
        }

        pub fn extend(&mut self, other: BoughtFor) {
            self.products.extend(other.products);
            self.variants.extend(other.variants);
            self.performances.extend(other.performances);
        }
    }

    /// The parts of a package or a bundle.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct LinePackage {
        pub discount_description: Option<String>,
        pub discount_percentage: Option<u32>,
        pub display_item_pricing_details: bool,
        /// The day for which a bundle was built; `None` for a package.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bundle_date: Option<NaiveDate>,
        pub parts: Vec<LinePart>,
    }

    /// One part of a package: a quantity of a variant per package, at the performances chosen for the package.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct LinePart {
        pub product_id: ProductId,
        pub variant_id: VariantId,
        pub product_name: String,
        pub variant_name: String,
        pub pass_level: Option<String>,
        /// Per package or bundle.
        pub quantity: u32,
        pub unit_price: Money,
        pub performances: ChosenPerformances,
    }

    impl CartLine {
        /// A donation: it has no ticket number, no fees and no delivery.
        pub fn is_donation(&self) -> bool {
            self.sale_flow == SaleFlow::Donation
        }

        /// A bundle that the shopper built. Its product id is the bundle's id, and it can only be removed as a whole.
        pub fn is_bundle(&self) -> bool {
            self.sale_flow == SaleFlow::BundleBuilder
        }

        pub fn bundle_id(&self) -> Option<BundleId> {
            self.is_bundle().then(|| BundleId(self.product_id.0.clone()))
        }

        /// The line's product and, for a package or a bundle, the products of its parts.
        pub fn products(&self) -> impl Iterator<Item = &ProductId> {
            let parts = self.package.iter().flat_map(|package| &package.parts);
            std::iter::once(&self.product_id).chain(parts.map(|part| &part.product_id))
        }

        /// The line's performances and, for a package or a bundle, those of its parts.
        pub fn all_performances(&self) -> impl Iterator<Item = &ChosenPerformance> {
            let parts = self.package.iter().flat_map(|package| &package.parts);
            self.performances.0.iter().chain(parts.flat_map(|part| &part.performances.0))
        }

        /// The ticket that the line renews or upgrades, if any.
        pub fn follows(&self) -> Option<&HeldTicket> {
            self.passholder.as_ref()?.follows.as_ref()
        }

        /// The ids of the tickets that the line depends on: the one it renews or upgrades, and the pass whose
        /// entitlement it redeems.
        pub fn needed_tickets(&self) -> impl Iterator<Item = &str> {
            let entitles = self.redemption.iter().filter_map(|redemption| redemption.pass_id.as_deref());
            self.follows().map(|held| held.ticket_id.as_str()).into_iter().chain(entitles)
        }

        /// Whether the line is for one assigned seat.
        pub fn has_seat(&self) -> bool {
            self.performances.0.iter().any(|chosen| chosen.seat.is_some())
        }

        /// Whether the quantity is always 1: an assigned seat or a pass.
        pub fn is_single(&self) -> bool {
            self.has_seat() || self.pass.is_some()
        }
    }

    /// The performances chosen for a line, in the order of the product's selections.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct ChosenPerformances(pub Vec<ChosenPerformance>);

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ChosenPerformance {
        pub selection_index: u32,
        pub performance_id: PerformanceId,
        pub show_id: ShowId,
        pub show_name: String,
        pub date: NaiveDate,
        pub time: WallTime,
        pub label: Option<String>,
        /// The ticket admits at any time of the day. `time` is then the opening time, not a time the shopper chose.
        pub valid_all_day: bool,
        pub starts_at: Instant,
        /// Only for shows that sell sections or seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub section: Option<ChosenSection>,
        /// Only for shows that sell seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seat: Option<ChosenSeat>,
    }

    impl ChosenPerformance {
        /// For example `Stalls, row A, seat 12`; `None` for general admission.
        pub fn place(&self) -> Option<String> {
            let section = &self.section.as_ref()?.name;
            Some(match &self.seat {
                Some(seat) => format!("{section}, row {}, seat {}", seat.row, seat.seat),
                None => section.clone(),
            })
        }
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ChosenSection {
        pub id: SectionId,
        pub name: String,
    }

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct ChosenSeat {
        pub id: SeatId,
        pub row: String,
        pub seat: String,
    }
}

pub mod pass {
    use chrono::NaiveDate;
    use serde::{Deserialize, Serialize};

    use crate::shop::ticket::Holder;
    use midway_catalog::files::Validity;
    use midway_kernel::id::VariantId;
    use midway_kernel::money::Money;

    /// The passes of a cart without a product. They are not lines yet.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct BlankPasses(pub Vec<BlankPass>);

    midway_kernel::documents!(BlankPasses);

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct BlankPass {
        /// Becomes the id of the line once a product is chosen.
        pub id: String,
        pub passholder: Passholder,
    }

    /// The passholder of a pass in the cart, and the ticket that the pass renews or upgrades.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Passholder {
        /// The pass that it renews, or the ticket that it upgrades.
        #[serde(default, alias = "renews", skip_serializing_if = "Option::is_none")]
        pub follows: Option<HeldTicket>,
        pub holder: Holder,
    }

    impl Passholder {
        /// The pass that it renews. The passholder stays the same.
        pub fn renews(&self) -> Option<&HeldTicket> {
            self.follows.as_ref().filter(|held| held.credit.is_none())
        }

        /// The ticket that it upgrades.
        pub fn upgrades(&self) -> Option<&HeldTicket> {
            self.follows.as_ref().filter(|held| held.credit.is_some())
        }

        /// The first and the last valid day when sold today. A renewal begins when the old pass ends. An upgrade of a
        /// pass ends no later than the old pass.
        pub fn days(&self, valid: Validity, today: NaiveDate) -> (NaiveDate, NaiveDate) {
            let (first, last) = valid.days(today, self.renews().and_then(|held| held.valid_until));
            let last = self.upgraded_until().map_or(last, |until| last.min(until));
            (first.min(last), last)
        }

        /// The last valid day of the pass that it upgrades.
        pub fn upgraded_until(&self) -> Option<NaiveDate> {
            self.upgrades().filter(|held| held.passholder_id.is_some())?.valid_until
        }

        /// Whether the passholder is known from an earlier pass.
        pub fn is_known(&self) -> bool {
            self.follows.as_ref().is_some_and(|held| held.passholder_id.is_some())
        }
    }

    /// An existing pass or ticket, with the fields that a cart needs.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct HeldTicket {
        pub ticket_id: String,
        pub media_code: String,
        /// Only for a pass.
        pub passholder_id: Option<String>,
        pub variant_id: VariantId,
        /// The day of a ticket that is valid on one day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valid_on: Option<NaiveDate>,
        /// The last valid day.
        pub valid_until: Option<NaiveDate>,
        /// The holder as stored with the ticket, without edits made in the cart.
        pub holder: Holder,
        /// Only for an upgrade: what was paid for the ticket, without tax and fees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub credit: Option<Money>,
        /// The id of the first ticket in a chain of upgrades, when this ticket itself replaced another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub entitled_as: Option<String>,
    }
}

pub mod revision {
    use std::collections::BTreeSet;

    use serde::{Deserialize, Serialize};

    use super::line::CartLine;
    use super::line::MOST_LINES;
    use midway_kernel::money::Money;

    /// The cart as it was before time, the catalogue or other shoppers changed it.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Revision {
        /// The lines that are still in the cart, as they were before.
        pub kept: Vec<CartLine>,
        /// The removed lines. Each can be restored or dismissed.
        pub removed: Vec<CartLine>,
        /// The totals before; `None` once the shopper has changed the cart, because they can no longer be compared.
        pub totals: Option<Totals>,
        pub causes: BTreeSet<Cause>,
    }

    midway_kernel::documents!(Revision);

    impl Revision {
        /// Keeps removed lines available to restore: at most [`MOST_LINES`], the newest ones.
        pub fn wait(&mut self, lines: impl IntoIterator<Item = CartLine>) {
            self.removed.extend(lines);
            let surplus = self.removed.len().saturating_sub(MOST_LINES);
            self.removed.drain(..surplus);
        }

        /// The revision after the shopper changed the cart: only the removed lines are kept.
        pub fn after_change(self) -> Option<Revision> {
            if self.removed.is_empty() {
                return None;
            }
            let causes = BTreeSet::from([Cause::Removed]);
            Some(Revision { kept: Vec::new(), removed: self.removed, totals: None, causes })
        }
    }

    /// The totals of a cart, named as in the price quote.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Totals {
        pub subtotal: Money,
        pub tax_total: Money,
        pub fee_total: Money,
        pub delivery_total: Money,
        pub total: Money,
    }

    /// Why a revision changed the cart, in the order of display.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Cause {
        /// Lines were removed.
        Removed,
        /// A sale, a code or an offer no longer applies.
        Promotion,
        /// A price, fee or tax changed.
        Price,
    }
}
