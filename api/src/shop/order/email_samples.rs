//! Sample orders for samples of the confirmation e-mail. They use products of the catalogue; amounts and people are
//! invented.

use chrono::Days;
use lettre::Address as EmailAddress;

use super::choice_email::{Choice, choice_email};
use super::emails::order_email;
use super::entity::{OrderExchange, confirmation, line, order};
use super::moved_email::{MovedVisit, moved_email};
use super::purchase::Purchase;
use super::reminder::reminder_email;
use super::takes_place_email::{TakesPlace, takes_place_email};
use crate::error::{Error, Result};
use crate::shop::cart::{
    Address, ChosenPerformance, ChosenPerformances, ChosenSeat, ChosenSection, LinePackage, LinePart,
};
use crate::shop::installment::{DuePayment, Terms};
use crate::shop::site::{EmailContext, EmailKind, EmailSample, message_id};
use crate::shop::ticket::{RevokedBecause, TicketRow};
use midway_catalog::files::{Product, SeatFeatures, SeatKind, Variant, WallTime};
use midway_catalog::pricing::{LineOffer, LineOffers, NamedFee, NamedFees};
use midway_catalog::{Catalog, PricePromotion};
use midway_kernel::coded::{OrderType, PassKind, PlanType, PromotionType};
use midway_kernel::id::{DeliveryMethodId, PlanId, ProductId, PromotionId};
use midway_kernel::money::Money;
use midway_kernel::rate::BasisPoints;

const FEE_OF_A_TICKET: Money = Money(1_50);
const TAX: BasisPoints = BasisPoints(700);

/// One confirmation for each kind of order.
///
/// # Errors
/// When an e-mail cannot be built: an error in the configuration or in the code.
pub fn email_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let samples = [
        ("order-with-tickets", visit(context), true),
        ("order-with-seats", seats(context), true),
        ("order-of-exchange", exchange(context), true),
        ("order-with-package", package(context), true),
        ("order-with-payment-plan", payment_plan(context), true),
        ("order-of-donation", donation(context), true),
        ("order-of-redemption", redemption(context), false),
    ];
    samples.into_iter().map(|(name, purchase, names_buyer)| sample(context, name, &purchase, names_buyer)).collect()
}

fn sample(context: &EmailContext, name: &'static str, purchase: &Purchase, names_buyer: bool) -> Result<EmailSample> {
    let to: EmailAddress = purchase.order.email_address.parse().map_err(Error::internal)?;
    let confirmation = confirmation::Model {
        id: "0123456789abcdef0123456789abcdef".to_owned(),
        order_id: purchase.order.id.clone(),
        position: 0,
        token_fingerprint: String::new(),
        email_address: purchase.order.email_address.clone(),
        message_id: message_id(&context.config, EmailKind::OrderConfirmation, &purchase.order.id),
        made_at: context.now,
    };
    let email = order_email(context, purchase, &confirmation, ("fedcba9876543210fedcba9876543210", names_buyer), to)?;
    Ok(EmailSample { name, email })
}

/// The reminder of a visit.
///
/// # Errors
/// When the e-mail cannot be built: an error in the configuration or in the code.
pub fn reminder_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let Purchase { order, mut tickets, .. } = visit(context);
    tickets.retain(|ticket| !ticket.is_revoked());
    let day = tickets.iter().find_map(|ticket| ticket.valid_on).unwrap_or_else(|| context.now.date_naive());
    Ok(vec![EmailSample {
        name: "visit-reminder",
        email: reminder_email(context, &order, &tickets, (day, "order-lookup"), "sample")?,
    }])
}

/// The e-mail to the buyer of a performance that does not take place.
///
/// # Errors
/// When an e-mail cannot be built: an error in the configuration or in the code.
pub fn choice_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let order = visit(context).order;
    let choice = Choice {
        performance: None,
        visit: "Storm Glass, Saturday, December 5, 2026, 7:30 PM".to_owned(),
        until: "December 1, 2026".to_owned(),
        only_money: false,
    };
    let link = context.link("order-lookup/anonymous/sample/sample");
    Ok(vec![EmailSample { name: "choice", email: choice_email(context, &order, &choice, ("sample", link))? }])
}

/// The e-mail to the buyer of a performance that takes place after all.
///
/// # Errors
/// As [`choice_samples`].
pub fn takes_place_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let order = visit(context).order;
    let takes_place =
        TakesPlace { visit: "Storm Glass, Saturday, December 5, 2026, 7:30 PM".to_owned(), other_choice_until: None };
    let link = context.link("order-lookup/anonymous/sample/sample");
    let email = takes_place_email(context, &order, &takes_place, ("sample", link))?;
    Ok(vec![EmailSample { name: "takes-place", email }])
}

/// The e-mail about a performance that was moved.
///
/// # Errors
/// As [`choice_samples`].
pub fn moved_samples(context: &EmailContext) -> Result<Vec<EmailSample>> {
    let order = visit(context).order;
    let moved = MovedVisit {
        name: "Storm Glass".to_owned(),
        from: "Saturday, December 5, 2026, 7:30 PM".to_owned(),
        to: "Sunday, December 6, 2026, 7:30 PM".to_owned(),
        choice_until: Some("December 1, 2026".to_owned()),
        only_money: false,
    };
    let link = context.link("order-lookup/anonymous/sample/sample");
    Ok(vec![EmailSample { name: "moved", email: moved_email(context, &order, &moved, ("sample", link))? }])
}

/// Tickets for which others were exchanged that cost more.
fn exchange(context: &EmailContext) -> Purchase {
    let mut purchase = visit(context);
    let total = purchase.order.total;
    purchase.order.exchange = Some(OrderExchange {
        order_id: "earlier".to_owned(),
        order_number: "W4HNP8C2".to_owned(),
        credit: total,
        paid_back: Money(30_90),
        fee: Money::ZERO,
        tickets: vec!["1".to_owned(), "2".to_owned()],
    });
    purchase.exchanged_codes = vec!["ZGMXCVHL3JHPMP8R".to_owned(), "GE4JMZP84PYGUC6T".to_owned()];
    purchase
}

/// Dated tickets with an offer, a mailed item, and a ticket that was revoked after the sale.
fn visit(context: &EmailContext) -> Purchase {
    let dated = |product: &Product, _: &Variant| !product.selections.is_empty() && product.package.is_none();
    let sold = Sold::first(&context.catalog, dated);
    let offer = LineOffer {
        promotion_id: PromotionId::from("sample"),
        display_name: "One child free with two adults".to_owned(),
        quantity: 1,
        unit_price_adjustment: Money(-24_00),
        unit_fees_adjustment: Money::ZERO,
        unit_tax_adjustment: Money::ZERO,
    };
    let visit = line::Model {
        performances: performances(context),
        offers: Some(LineOffers(vec![offer])),
        ..sold.line(3, Money(24_00))
    };
    let thing = |product: &Product, variant: &Variant| {
        product.selections.is_empty() && variant.pass.is_none() && product.donation.is_none()
    };
    let thing = line::Model { delivery_item: true, ..Sold::first(&context.catalog, thing).line(1, Money(12_50)) };
    let revoked = TicketRow {
        revoked_at: Some(context.now),
        revoked_because: Some(RevokedBecause::Voided),
        ..ticket(context, &sold, 3)
    };
    let mut order = order(context, &[&visit, &thing]);
    order.delivery_total = Money(4_95);
    order.total = order.total + order.delivery_total;
    order.delivery_method_name = "Mail".to_owned();
    order.shipping_address = Some(order.billing_address.clone());
    purchase(order, vec![visit, thing], vec![ticket(context, &sold, 1), ticket(context, &sold, 2), revoked])
}

/// Eight seats next to each other.
fn seats(context: &EmailContext) -> Purchase {
    let sold = Sold::first(&context.catalog, |product, _| !product.selections.is_empty() && product.package.is_none());
    let (lines, tickets): (Vec<_>, Vec<_>) = (1..=8)
        .map(|number| {
            let mut performances = performances(context);
            for chosen in &mut performances.0 {
                chosen.section = Some(ChosenSection { id: "sample".into(), name: "Parterre".to_owned() });
                let seat = number.to_string();
                chosen.seat = Some(ChosenSeat {
                    id: "sample".into(),
                    row: "A".to_owned(),
                    seat,
                    places: 1,
                    kind: SeatKind::Standard,
                    features: SeatFeatures::default(),
                });
            }
            let place = performances.0[0].place();
            let line = line::Model { performances, ..sold.line(1, Money(36_00)) };
            (line, TicketRow { place, ..ticket(context, &sold, number) })
        })
        .unzip();
    purchase(order(context, &lines.iter().collect::<Vec<_>>()), lines, tickets)
}

/// A package of two parts, bought with a promotion code.
fn package(context: &EmailContext) -> Purchase {
    let catalog = &context.catalog;
    let whole = Sold::first(catalog, |product, _| product.package.is_some());
    let dated = Sold::first(catalog, |product, _| !product.selections.is_empty() && product.package.is_none());
    let other = Sold::first(catalog, |product, variant| product.selections.is_empty() && variant.pass.is_none());
    let part = |sold: &Sold, quantity, performances| LinePart {
        product_id: "sample".into(),
        variant_id: "sample".into(),
        product_name: sold.product.clone(),
        variant_name: sold.variant.clone(),
        pass_level: None,
        quantity,
        unit_price: Money(20_00),
        performances,
    };
    let line = line::Model {
        performances: performances(context),
        promotion: Some(PricePromotion {
            id: PromotionId::from("sample"),
            promotion_type: PromotionType::PromotionCode,
            name: "Members of the harbor club".to_owned(),
            code: Some("HARBOR".to_owned()),
        }),
        regular_price: Some(Money(72_00)),
        package: Some(LinePackage {
            discount_description: None,
            discount_percentage: None,
            display_item_pricing_details: false,
            bundle_date: None,
            parts: vec![part(&dated, 2, performances(context)), part(&other, 1, ChosenPerformances(Vec::new()))],
        }),
        ..whole.line(1, Money(60_00))
    };
    let tickets = vec![ticket(context, &dated, 1), ticket(context, &dated, 2)];
    purchase(order(context, &[&line]), vec![line], tickets)
}

/// A pass that is paid in monthly payments.
fn payment_plan(context: &EmailContext) -> Purchase {
    let sold = Sold::first(&context.catalog, |_, variant| variant.plan.is_some());
    let line = sold.line(1, Money(12_000));
    let mut order = order(context, &[&line]);
    let financed = Money(90_00);
    let payments = (1..=3_u32).map(|number| DuePayment {
        number,
        due: context.now.date_naive() + Days::new(u64::from(number) * 30),
        amount: Money(30_00),
    });
    order.installment_terms = Some(Terms {
        plan_id: PlanId::from("sample"),
        plan_name: "Monthly".to_owned(),
        plan_type: PlanType::House,
        down_payment: order.total - financed,
        amount_financed: financed,
        plan_fee: Money::ZERO,
        finance_charge: Money::ZERO,
        apr: BasisPoints(0),
        total_of_payments: financed,
        total_sales_price: order.total,
        payments: payments.collect(),
        disclaimer: None,
        without_plan: None,
    });
    let pass = TicketRow {
        pass: Some(PassKind::SeasonPass),
        valid_on: None,
        entry_time: None,
        show_name: None,
        starts_at: None,
        valid_from: Some(context.now.date_naive()),
        valid_until: Some(context.now.date_naive() + Days::new(364)),
        holder_name: Some("Nora Harper".to_owned()),
        ..ticket(context, &sold, 1)
    };
    purchase(order, vec![line], vec![pass])
}

/// A donation, which has no ticket.
fn donation(context: &EmailContext) -> Purchase {
    let line = Sold::first(&context.catalog, |product, _| product.donation.is_some()).line(1, Money(25_00));
    let line = line::Model { unit_fees: Money::ZERO, unit_tax: Money::ZERO, tickets: 0, ..line };
    purchase(order(context, &[&line]), vec![line], Vec::new())
}

/// The redemption of an entitlement: nothing was paid.
fn redemption(context: &EmailContext) -> Purchase {
    let sold = Sold::first(&context.catalog, |product, _| !product.selections.is_empty());
    let line = line::Model {
        performances: performances(context),
        unit_fees: Money::ZERO,
        unit_tax: Money::ZERO,
        ..sold.line(1, Money::ZERO)
    };
    let order = order::Model { order_type: OrderType::Redemption, ..order(context, &[&line]) };
    purchase(order, vec![line], vec![ticket(context, &sold, 1)])
}

/// A product and a variant.
struct Sold {
    product_id: ProductId,
    product: String,
    variant: String,
    pass_level: Option<String>,
}

impl Sold {
    /// The first matching variant of the catalogue, or invented names when no variant matches.
    fn first(catalog: &Catalog, fits: impl Fn(&Product, &Variant) -> bool) -> Self {
        let all = catalog.folder().product.iter().flat_map(|it| it.variants.iter().map(move |variant| (it, variant)));
        match all.into_iter().find(|(product, variant)| fits(product, variant)) {
            Some((product, variant)) => Sold {
                product_id: product.id.clone(),
                product: product.name.clone(),
                variant: variant.name.clone(),
                pass_level: variant.pass_level.clone(),
            },
            None => Sold {
                product_id: "sample".into(),
                product: "Sample".to_owned(),
                variant: "Adult".to_owned(),
                pass_level: None,
            },
        }
    }

    fn line(&self, quantity: i64, unit_price: Money) -> line::Model {
        line::Model {
            id: "sample".to_owned(),
            order_id: "sample".to_owned(),
            position: 0,
            product_id: self.product_id.clone(),
            variant_id: "sample".into(),
            product_name: self.product.clone(),
            variant_name: self.variant.clone(),
            pass_level: self.pass_level.clone(),
            delivery_item: false,
            quantity,
            unit_price,
            unit_fees: FEE_OF_A_TICKET,
            unit_tax: TAX.of(unit_price),
            tickets: quantity,
            performances: ChosenPerformances(Vec::new()),
            regular_price: None,
            promotion: None,
            package: None,
            offers: None,
            first_name: None,
            last_name: None,
            entitlement_id: None,
            units_sold: quantity,
            units_refunded: 0,
            cancellation: None,
            choice_until: None,
            performance_changes: None,
            price_floors: None,
        }
    }
}

/// One visit, two weeks from now at noon.
fn performances(context: &EmailContext) -> ChosenPerformances {
    let show = context.catalog.folder().show.first();
    ChosenPerformances(vec![ChosenPerformance {
        selection_index: 1,
        performance_id: "sample".into(),
        show_id: "sample".into(),
        show_name: show.map_or_else(|| "Sample".to_owned(), |show| show.name.clone()),
        date: context.now.date_naive() + Days::new(14),
        time: WallTime(chrono::NaiveTime::MIN + chrono::TimeDelta::hours(12)),
        label: None,
        valid_all_day: false,
        starts_at: context.now + Days::new(14),
        section: None,
        seat: None,
        is_need_declared: false,
    }])
}

/// A ticket of the first product that the catalogue sells for a day.
pub fn sample_ticket(context: &EmailContext) -> TicketRow {
    ticket(context, &Sold::first(&context.catalog, |product, _| !product.selections.is_empty()), 1)
}

fn ticket(context: &EmailContext, sold: &Sold, number: i32) -> TicketRow {
    let chosen = performances(context).0.remove(0);
    TicketRow {
        id: format!("sample-{number}"),
        order_id: Some("sample".to_owned()),
        position: number,
        media_code: format!("SAMPLETICKET000{number}"),
        token: format!("A sample, which admits nobody: {number}"),
        product_id: Some(sold.product_id.clone()),
        product_name: sold.product.clone(),
        variant_name: sold.variant.clone(),
        pass_level: sold.pass_level.clone(),
        site_name: context.catalog.folder().site.first().map(|site| site.name.clone()).unwrap_or_default(),
        show_name: Some(chosen.show_name),
        valid_on: Some(chosen.date),
        entry_time: Some(chosen.time.wire()),
        starts_at: Some(chosen.starts_at),
        issued_at: context.now,
        ..TicketRow::default()
    }
}

/// An order of these lines, paid with a card.
fn order(context: &EmailContext, lines: &[&line::Model]) -> order::Model {
    let units = |amount: fn(&line::Model) -> Money| -> Money {
        lines.iter().map(|line| amount(line).times(u32::try_from(line.quantity).unwrap_or(0))).sum()
    };
    let subtotal: Money = lines.iter().map(|line| line.item_total()).sum();
    let (tax_total, fee_total) = (units(|line| line.unit_tax), units(|line| line.unit_fees));
    let fees = [NamedFee { name: "Service fee".to_owned(), amount: fee_total, tax: Money::ZERO }];
    order::Model {
        id: "sample".to_owned(),
        number: "M7K2Q9XA".to_owned(),
        cart_id: "sample".to_owned(),
        attempt_id: None,
        account_id: None,
        order_type: OrderType::Purchase,
        placed_at: context.now,
        time_zone: "America/New_York".to_owned(),
        email_address: "nora@example.org".to_owned(),
        billing_address: Address {
            first_name: "Nora".to_owned(),
            last_name: "Harper".to_owned(),
            phone_number: "4015550142".to_owned(),
            address1: "12 Quay Street".to_owned(),
            city: "Port Ellery".to_owned(),
            other_state_province: "RI".to_owned(),
            zip_code: "02840".to_owned(),
            ..Address::default()
        },
        shipping_address: None,
        delivery_method_id: DeliveryMethodId::from("sample"),
        delivery_method_name: "Email".to_owned(),
        payment_method_name: Some("Credit card".to_owned()),
        confirmation_display_name: Some("Credit card".to_owned()),
        masked_card_number: Some("•••• 1111".to_owned()),
        card_brand: Some("Visa".to_owned()),
        subtotal,
        tax_total,
        fee_total,
        fees: NamedFees(fees.into_iter().filter(|fee| !fee.amount.is_zero()).collect()),
        delivery_total: Money::ZERO,
        total: subtotal + tax_total + fee_total,
        installment_terms: None,
        answers: None,
        kept_offers: None,
        exchange: None,
    }
}

fn purchase(order: order::Model, lines: Vec<line::Model>, tickets: Vec<TicketRow>) -> Purchase {
    Purchase {
        order,
        lines,
        tickets,
        exchanged_codes: Vec::new(),
        reservation: None,
        confirmation: None,
        job_state: None,
        is_cancelable: false,
        is_exchangeable: false,
        choices: Vec::new(),
    }
}
