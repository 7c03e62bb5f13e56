//! Rows of `cart`. A cart is one row: its lines are a document in it, for they are read, locked and changed with it and never
//! without it.

pub mod address {
    use serde::{Deserialize, Serialize};

    /// An address as the shopper gave it; which fields must hold what is a rule of checkout.
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
        /// What the latest revision did, until its shopper has dealt with it.
        pub revision: Option<Revision>,
        pub first_claimed_at: Option<DateTimeUtc>,
        pub held_until: Option<DateTimeUtc>,
        /// From where it was filled last, as a digest of the address; none of the shop's own machine.
        pub holder: Option<String>,
        pub email_address: Option<String>,
        pub billing_address: Option<Address>,
        pub shipping_address: Option<Address>,
        pub delivery_method_id: Option<DeliveryMethodId>,
        pub payment_method_id: Option<PaymentMethodId>,
        pub accept_terms: bool,
        pub acknowledge_location: bool,
        /// Whether its shopper chose to pay over time; nothing before they were asked. It counts while a plan is on offer.
        pub pays_by_plan: Option<bool>,
        pub accept_installment_terms: bool,
        pub created_at: DateTimeUtc,
        pub changed_at: DateTimeUtc,
    }

    /// Open carts change; a paying cart stands still; an ordered cart is history.
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

    /// A cart with more lines than any family's visit needs is somebody's experiment.
    pub const MOST_LINES: usize = 50;

    /// The lines of a cart in the order in which they came.
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

    /// So many of one variant, at the performances that were chosen, with the names and prices that it was added with.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct CartLine {
        pub id: String,
        pub product_id: ProductId,
        pub variant_id: VariantId,
        /// The way by which it was bought, where it could not be bought so by everybody.
        pub sale_flow: SaleFlow,
        /// The promotion of that flow which sold it, whether it gave the price or not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sold_by: Option<PromotionId>,
        /// The entitlement of which it is redeemed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub redemption: Option<Redemption>,
        pub product_name: String,
        pub variant_name: String,
        /// Of a pass, which is for one person and so a line of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pass: Option<PassKind>,
        /// Whom the pass is for, once somebody has said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub passholder: Option<Box<Passholder>>,
        pub pass_level: Option<String>,
        pub delivery_item: bool,
        pub quantity: u32,
        pub unit_price: Money,
        pub unit_fees: Money,
        pub unit_tax: Money,
        pub performances: ChosenPerformances,
        /// The unit's price without the promotion or the package that lowers it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub regular_price: Option<Money>,
        /// What gave the unit its price, if it is not the regular one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub promotion: Option<PricePromotion>,
        /// What the price is taxed at, so that what an offer leaves of it is taxed alike.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tax_rate: Option<BasisPoints>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub package: Option<LinePackage>,
        /// Written by each change of the cart, over all its lines.
        #[serde(default)]
        pub offers: LineOffers,
    }

    /// What lines were bought for, those of their parts among it.
    #[derive(Debug, Default)]
    pub struct BoughtFor {
        /// Of lines themselves: a bundle stands under its own id.
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

    /// What a line of packages, or a bundle, is made of.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct LinePackage {
        pub discount_description: Option<String>,
        pub discount_percentage: Option<u32>,
        pub display_item_pricing_details: bool,
        /// The day for which a bundle was built; a package has none of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bundle_date: Option<NaiveDate>,
        pub parts: Vec<LinePart>,
    }

    /// One part of a package: so many of a variant in each, at the performances that the package's selections give it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct LinePart {
        pub product_id: ProductId,
        pub variant_id: VariantId,
        pub product_name: String,
        pub variant_name: String,
        pub pass_level: Option<String>,
        /// In one package or bundle.
        pub quantity: u32,
        pub unit_price: Money,
        pub performances: ChosenPerformances,
    }

    impl CartLine {
        /// An amount that is given: it has no number, bears nothing, and brings nothing to be delivered.
        pub fn is_donation(&self) -> bool {
            self.sale_flow == SaleFlow::Donation
        }

        /// What a shopper built out of a bundle's steps: it stands under the bundle's id and leaves as a whole.
        pub fn is_bundle(&self) -> bool {
            self.sale_flow == SaleFlow::BundleBuilder
        }

        pub fn bundle_id(&self) -> Option<BundleId> {
            self.is_bundle().then(|| BundleId(self.product_id.0.clone()))
        }

        /// The line's product and, of a package or a bundle, those of its parts.
        pub fn products(&self) -> impl Iterator<Item = &ProductId> {
            let parts = self.package.iter().flat_map(|package| &package.parts);
            std::iter::once(&self.product_id).chain(parts.map(|part| &part.product_id))
        }

        /// Its own performances and, of a package or a bundle, those of its parts.
        pub fn all_performances(&self) -> impl Iterator<Item = &ChosenPerformance> {
            let parts = self.package.iter().flat_map(|package| &package.parts);
            self.performances.0.iter().chain(parts.flat_map(|part| &part.performances.0))
        }

        /// The ticket that it follows, if it follows any.
        pub fn follows(&self) -> Option<&HeldTicket> {
            self.passholder.as_ref()?.follows.as_ref()
        }

        /// The ids of the tickets without which it cannot be bought: the one that it follows, and the pass that entitles to it.
        pub fn needed_tickets(&self) -> impl Iterator<Item = &str> {
            let entitles = self.redemption.iter().filter_map(|redemption| redemption.pass_id.as_deref());
            self.follows().map(|held| held.ticket_id.as_str()).into_iter().chain(entitles)
        }

        /// Whether it is one seat, of which there is no second.
        pub fn has_seat(&self) -> bool {
            self.performances.0.iter().any(|chosen| chosen.seat.is_some())
        }

        /// Whether there is one of it and cannot be more: a seat, or a pass.
        pub fn is_single(&self) -> bool {
            self.has_seat() || self.pass.is_some()
        }
    }

    /// What was chosen for a line, in the order of the selections.
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
        /// It admits at any time of its day: the time is the house's, not the visitor's.
        pub valid_all_day: bool,
        pub starts_at: Instant,
        /// In a show that sells sections or seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub section: Option<ChosenSection>,
        /// In a show that sells seats: the line's one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seat: Option<ChosenSeat>,
    }

    impl ChosenPerformance {
        /// `Stalls, row A, seat 12`; nothing where everybody is admitted alike.
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

    /// The passes of a cart that have no product and so are no lines.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(transparent)]
    pub struct BlankPasses(pub Vec<BlankPass>);

    midway_kernel::documents!(BlankPasses);

    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct BlankPass {
        /// That of its line, once its product is chosen.
        pub id: String,
        pub passholder: Passholder,
    }

    /// Whom a pass of the cart is for, and what it follows.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Passholder {
        /// The pass that it renews, or the ticket that it takes the place of.
        #[serde(default, alias = "renews", skip_serializing_if = "Option::is_none")]
        pub follows: Option<HeldTicket>,
        pub holder: Holder,
    }

    impl Passholder {
        /// The pass that it renews: its holder stays who they are.
        pub fn renews(&self) -> Option<&HeldTicket> {
            self.follows.as_ref().filter(|held| held.credit.is_none())
        }

        /// The ticket that it takes the place of.
        pub fn upgrades(&self) -> Option<&HeldTicket> {
            self.follows.as_ref().filter(|held| held.credit.is_some())
        }

        /// The first and the last day of what is sold today: a renewal begins when the pass before it ends, and a pass that takes the
        /// place of another ends when that one would have.
        pub fn days(&self, valid: Validity, today: NaiveDate) -> (NaiveDate, NaiveDate) {
            let (first, last) = valid.days(today, self.renews().and_then(|held| held.valid_until));
            let last = self.upgraded_until().map_or(last, |until| last.min(until));
            (first.min(last), last)
        }

        /// The last day of the pass that it takes the place of.
        pub fn upgraded_until(&self) -> Option<NaiveDate> {
            self.upgrades().filter(|held| held.passholder_id.is_some())?.valid_until
        }

        /// Whether its holder is known from another pass.
        pub fn is_known(&self) -> bool {
            self.follows.as_ref().is_some_and(|held| held.passholder_id.is_some())
        }
    }

    /// A pass or another ticket that somebody has, as far as a cart needs to know it.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct HeldTicket {
        pub ticket_id: String,
        pub media_code: String,
        /// Of a pass.
        pub passholder_id: Option<String>,
        pub variant_id: VariantId,
        /// Of one for a day: that day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valid_on: Option<NaiveDate>,
        /// Its last day.
        pub valid_until: Option<NaiveDate>,
        /// Whom it was for, before anybody changed anything.
        pub holder: Holder,
        /// Of one that is upgraded: what was paid for it, net of tax and fees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub credit: Option<Money>,
        /// The id of the first ticket before it, of one that took the place of another itself.
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

    /// How a cart was before time, the catalogue or other shoppers changed it.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Revision {
        /// The lines that are still in the cart, as they were.
        pub kept: Vec<CartLine>,
        /// The lines that are gone: each waits to be put back or dismissed.
        pub removed: Vec<CartLine>,
        /// What it all cost; none once the shopper has changed the cart, for then they compare with nothing.
        pub totals: Option<Totals>,
        pub causes: BTreeSet<Cause>,
    }

    midway_kernel::documents!(Revision);

    impl Revision {
        /// Lets lines wait to be put back. As many wait as a cart may have; the newest ones stay.
        pub fn wait(&mut self, lines: impl IntoIterator<Item = CartLine>) {
            self.removed.extend(lines);
            let surplus = self.removed.len().saturating_sub(MOST_LINES);
            self.removed.drain(..surplus);
        }

        /// What is left of it when the shopper changes the cart: what still waits.
        pub fn after_change(self) -> Option<Revision> {
            if self.removed.is_empty() {
                return None;
            }
            let causes = BTreeSet::from([Cause::Removed]);
            Some(Revision { kept: Vec::new(), removed: self.removed, totals: None, causes })
        }
    }

    /// A cart's figures, as the quote names them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Totals {
        pub subtotal: Money,
        pub tax_total: Money,
        pub fee_total: Money,
        pub delivery_total: Money,
        pub total: Money,
    }

    /// What a revision did to a cart, in the order in which it is told.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Cause {
        /// Lines were taken out.
        Removed,
        /// A sale, a code or an offer applies no more.
        Promotion,
        /// Another price, fee or tax.
        Price,
    }
}
