//! Builds the views of reservations for pages.

use super::add_ons::{is_add_on, is_offered};
use super::entity::{Guest, Model, ReservationState, Visit};
use super::lookup::current;
use super::paid_with_cart::{find_paying_cart, is_confirmed_by, of_visitors_cart};
use super::people::people_without_tickets;
use super::rules::{self, end_of_code, property_of, shown_code, site_of};
use super::tickets::{benefits_of_ticket, most_of, remaining_benefits, tickets_of_party, tickets_with_benefits};
use super::wire::{
    AddOnPriceView, AddOnTimeView, AddOnVariantView, AddOnView, CartReservationView, GuestRequest, PropertyView,
    ReservationEntitlementView, ReservationItemView, ReservationLimits, ReservationSettings, ReservationSiteView,
    ReservationStateView, ReservationTicketView, ReservationView, TicketEntitlementView, VisitView,
};
use crate::app::App;
use crate::error::Result;
use crate::http::visitor::Visitor;
use crate::shop::cart::{self, CartState, item_fees, item_total};
use crate::shop::catalog::PictureView;
use crate::shop::inventory::{self, StockKey};
use crate::shop::performance::{self, Availability, Performance, is_sold_for, limited_price_keys};
use crate::shop::ticket::{self, TicketRow, barcode_path};
use midway_catalog::files::{Product, Property, ReservationBenefit, Site, Variant};
use midway_catalog::{Catalog, SaleContext};
use midway_kernel::coded::BenefitSelection;
use midway_kernel::text::{Messages, Text};
use midway_kernel::time::{Instant, day_in_words, with_offset};

const CAPACITY_LABEL: Text = Text { id: "reservation.modal-capacity", default: "Availability" };
const BAF_LABEL: Text = Text { id: "reservation.baf-label", default: "Bring a friend" };
const BAF_TEXT: Text = Text {
    id: "reservation.baf-text",
    default: "Bring-a-friend day: passholders can bring friends who don't have tickets.",
};
const MODAL_BOOKED: Text = Text {
    id: "reservation.modal-already-booked",
    default: "One of your party's tickets or passes already has another reservation.",
};
const NO_PERFORMANCES: Text =
    Text { id: "reservation.no-performances", default: "There are no dates available for your party." };

impl From<GuestRequest> for Guest {
    fn from(request: GuestRequest) -> Self {
        Guest {
            first_name: request.first_name.0,
            last_name: request.last_name.0,
            email_address: request.email_address.0,
            phone_number: request.phone_number.0,
            zip: request.zip.0,
        }
    }
}

/// The sites at which visits can be reserved.
pub async fn sites(app: &App, visitor: &Visitor) -> Result<Vec<ReservationSiteView>> {
    let catalog = app.catalog.current();
    let chosen = site_of(&catalog, visitor.session().await?.site_id.as_ref());
    let sites = catalog.folder().site.iter().filter(|site| catalog.properties_of(&site.id).next().is_some());
    let view = |site: &Site| ReservationSiteView {
        id: site.id.clone(),
        name: site.name.clone(),
        css_key: site.css_key.clone(),
        property_names: catalog.properties_of(&site.id).map(|property| property.name.clone()).collect(),
        selected: chosen.as_ref() == Some(&site.id),
    };
    Ok(sites.map(view).collect())
}

/// Builds views for one visitor.
pub struct Reader<'a> {
    app: &'a App,
    visitor: &'a Visitor,
}

impl<'a> Reader<'a> {
    pub fn new(app: &'a App, visitor: &'a Visitor) -> Self {
        Reader { app, visitor }
    }

    /// The view of a reservation, or of the empty form when there is none.
    pub async fn view(&self, row: Option<Model>) -> Result<ReservationView> {
        let catalog = self.app.catalog.current();
        let now = self.app.clock.now();
        let settings = catalog.settings();
        let mut view = self.empty(&catalog);
        let Some(row) = row else { return Ok(view) };
        let db = self.app.db.read();
        let zone = catalog.site(&row.site_id).map_or(chrono_tz::UTC, |site| site.time_zone);
        let property = property_of(&catalog, &row);
        let tickets = tickets_of_party(db, &row.party).await?;
        let account_id = self.visitor.session().await?.account_id;
        view.tickets = self.tickets(&catalog, &row, &tickets, account_id.is_some()).await?;
        view.reservation_entitlements = self.entitlements(&catalog, &row, &tickets).await?;
        let site = catalog.site(&row.site_id);
        view.message_css_keys = site
            .and_then(|site| site.css_key.clone())
            .into_iter()
            .chain(property.and_then(|property| property.css_key.clone()))
            .collect();
        view.site_name = site.map(|site| site.name.clone());
        view.has_add_ons = row.visit.as_ref().is_some_and(|visit| offers(&catalog, visit, now).next().is_some());
        view.property_id = property.map(|property| property.id.clone());
        view.property_name = property.map(|property| property.name.clone());
        let visit = row.visit.as_ref().filter(|_| row.state != ReservationState::Cancelled);
        let change_until = visit.map(|visit| rules::change_until(visit, settings));
        view.changeable = change_until.is_some_and(|until| now < until);
        view.change_until = change_until.map(|until| with_offset(until, zone));
        view.reservation_in_progress = row.is_open();
        let paying_cart = find_paying_cart(db, &row).await?;
        view.paid_with_cart = paying_cart.as_ref().is_some_and(|cart| is_confirmed_by(&catalog, &row, cart));
        view.state = Some(match row.state {
            ReservationState::Open => ReservationStateView::Open,
            ReservationState::Confirmed => ReservationStateView::Confirmed,
            ReservationState::Cancelled => ReservationStateView::Cancelled,
        });
        view.code = (!row.is_open()).then_some(row.code);
        let held_until = paying_cart.and_then(|cart| cart.held_until).or(row.held_until);
        view.held_until = held_until.map(|until| with_offset(until, zone));
        view.now = with_offset(now, zone);
        view.confirmed_at = row.confirmed_at.map(|at| with_offset(at, zone));
        view.ticket_validation_completed = row.party.is_complete;
        view.under_age_ticket_count = row.party.children;
        view.additional_guest_count = row.party.guests;
        view.visit = row.visit.map(visit_view);
        view.order_id = row.order_id;
        view.accounts_own = account_id.is_some() && account_id == row.account_id;
        view.id = Some(row.id);
        view.site_id = Some(row.site_id);
        let guest = row.guest;
        view.first_name = guest.first_name;
        view.last_name = guest.last_name;
        view.email_address = guest.email_address;
        view.phone_number = guest.phone_number;
        view.zip = guest.zip;
        Ok(view)
    }

    fn empty(&self, catalog: &Catalog) -> ReservationView {
        let settings = catalog.settings();
        let say = |text: Text| catalog.message(text, &[]);
        ReservationView {
            id: None,
            code: None,
            state: None,
            reservation_in_progress: false,
            paid_with_cart: false,
            site_id: None,
            site_name: None,
            first_name: String::new(),
            last_name: String::new(),
            email_address: String::new(),
            phone_number: String::new(),
            zip: String::new(),
            message_css_keys: Vec::new(),
            has_add_ons: false,
            ticket_validation_completed: false,
            property_id: None,
            property_name: None,
            under_age_ticket_count: 0,
            additional_guest_count: 0,
            tickets: Vec::new(),
            reservation_entitlements: Vec::new(),
            visit: None,
            limits: ReservationLimits {
                reservation_max_order_quantity: settings.reservation_max_order_quantity,
                reservation_max_under_age_tickets: settings.reservation_max_under_age_tickets,
                allow_partial_ticketing_reservations: settings.allow_partial_ticketing_reservations,
                pass_validation_method_id: settings.pass_validation_method_id,
            },
            settings: ReservationSettings {
                selected_date_modal_capacity_label: say(CAPACITY_LABEL),
                baf_day_label: say(BAF_LABEL),
                baf_day_text: say(BAF_TEXT),
                selected_date_modal_already_booked_text: say(MODAL_BOOKED),
                no_performances_message: say(NO_PERFORMANCES),
            },
            held_until: None,
            now: with_offset(self.app.clock.now(), chrono_tz::UTC),
            confirmed_at: None,
            change_until: None,
            changeable: false,
            order_id: None,
            accounts_own: false,
        }
    }

    async fn tickets(
        &self,
        catalog: &Catalog,
        row: &Model,
        tickets: &[TicketRow],
        is_signed_in: bool,
    ) -> Result<Vec<ReservationTicketView>> {
        let now = self.app.clock.now();
        let of_ticket = |ticket| {
            let benefits = benefits_of_ticket((catalog, now), ticket, BenefitSelection::OnTicket);
            benefits.flat_map(move |benefit| (1..=benefit.quantity).map(move |sequence| (ticket, benefit, sequence)))
        };
        let all: Vec<(&TicketRow, &ReservationBenefit, u32)> = tickets.iter().flat_map(of_ticket).collect();
        let key = |(ticket, benefit, sequence): &(&TicketRow, &ReservationBenefit, u32)| {
            StockKey::benefit_of_sequence(&benefit.id, ticket.entitlement_key(), *sequence)
        };
        let levels = match all.is_empty() {
            true => std::collections::HashMap::new(),
            false => inventory::levels(self.app.db.read(), all.iter().map(key)).await?,
        };
        let entitlement = |one: &(&TicketRow, &ReservationBenefit, u32)| {
            let (ticket, benefit, sequence) = one;
            let selected_this_reservation = row.party.benefits.iter().any(|used| {
                used.benefit_id == benefit.id && used.ticket_id == ticket.id && used.sequence == Some(*sequence)
            });
            let is_taken = levels.get(&key(one)).is_some_and(|level| level.left() == 0);
            TicketEntitlementView {
                entitlement_id: benefit.id.clone(),
                sequence: *sequence,
                selection_type_id: benefit.selection,
                selected_this_reservation,
                redeemed_other_reservation: is_taken && !selected_this_reservation,
                name: benefit.name.clone(),
                active_from: benefit.from.map(|day| day.to_string()),
                active_to: benefit.until.map(|day| day.to_string()),
                css_key: benefit.css_key.clone(),
            }
        };
        let view = |ticket: &TicketRow| {
            let of_party = row.party.tickets.iter().find(|it| it.ticket_id == ticket.id)?;
            let code = shown_code(of_party, ticket);
            // Show the picture of a code only if the visitor entered the code. Do not show it for an imported ticket
            // that is not a pass: such codes may be consecutive, so the visitor may have guessed the code. Adding a
            // pass requires a proof.
            let is_shown = of_party.has_entered_code(ticket) && (ticket.order_id.is_some() || ticket.pass.is_some());
            let qr_code = if is_shown { barcode_path(&self.app.secret, &ticket.media_code) } else { String::new() };
            Some(ReservationTicketView {
                id: of_party.id.clone(),
                passholder_account_id: ticket.pass.map(|_| code.clone()),
                real_barcode: code.clone(),
                barcode: code,
                qr_code,
                ticket_type_id: rules::ticket_type(ticket),
                product_name: ticket.product_name.clone(),
                variant_name: ticket.variant_name.clone(),
                pass_level_name: ticket.pass_level.clone(),
                holder_name: ticket.holder_name.clone(),
                active_from: ticket.first_day().map(|day| day.to_string()),
                active_to: ticket.last_day().map(|day| day.to_string()),
                entry_time: ticket.entry_time.clone(),
                show_name: ticket.named_show().map(str::to_owned),
                reservation_code: of_party.reservation_code.clone(),
                account_id: is_signed_in.then(|| ticket.id.clone()),
                max_additional_people: rules::additional_people(catalog, ticket, now),
                entitlements: all.iter().filter(|(of, ..)| of.id == ticket.id).map(entitlement).collect(),
            })
        };
        Ok(tickets.iter().filter_map(view).collect())
    }

    async fn entitlements(
        &self,
        catalog: &Catalog,
        row: &Model,
        tickets: &[TicketRow],
    ) -> Result<Vec<ReservationEntitlementView>> {
        let db = self.app.db.read();
        let account_id = self.visitor.session().await?.account_id;
        let at = (catalog, self.app.clock.now());
        let benefit_tickets = tickets_with_benefits(db, at, tickets, account_id.as_deref()).await?;
        let available = remaining_benefits(db, at, row, &benefit_tickets).await?;
        let mut views: Vec<ReservationEntitlementView> = Vec::new();
        for benefit in available.iter().map(|it| it.benefit) {
            if views.iter().any(|view| view.id == benefit.id) {
                continue;
            }
            let used =
                row.party.benefits.iter().filter(|used| used.benefit_id == benefit.id && used.sequence.is_none());
            views.push(ReservationEntitlementView {
                id: benefit.id.clone(),
                entitlement_type_id: benefit.selection,
                quantity: used.map(|used| used.quantity).sum(),
                max_quantity: most_of(at, row, tickets, &available, benefit),
                card_title: benefit.card_title.clone().unwrap_or_else(|| benefit.name.clone()),
                card_description: benefit.card_description.clone(),
                css_key: benefit.css_key.clone(),
            });
        }
        Ok(views)
    }

    /// The parks of the reservation's site.
    pub async fn properties(&self, row: &Model) -> Result<Vec<PropertyView>> {
        let catalog = self.app.catalog.current();
        let tickets = tickets_of_party(self.app.db.read(), &row.party).await?;
        let chosen = property_of(&catalog, row).map(|property| property.id.clone());
        let view = |property: &Property| PropertyView {
            id: property.id.clone(),
            name: property.name.clone(),
            css_key: property.css_key.clone(),
            logo: property.logo.as_ref().and_then(|logo| PictureView::of(&catalog, logo)),
            show_logo_if_only_one_property_available: property.show_logo_if_only_one_property_available,
            admits: tickets.iter().all(|ticket| rules::admits(property, ticket)),
            selected: chosen.as_ref() == Some(&property.id),
        };
        Ok(catalog.properties_of(&row.site_id).map(view).collect())
    }

    /// The add-ons that the reservation's park offers on the day of the visit.
    pub async fn add_ons(&self, row: &Model) -> Result<Vec<AddOnView>> {
        let catalog = self.app.catalog.current();
        let now = self.app.clock.now();
        let Some(visit) = &row.visit else { return Ok(Vec::new()) };
        let offers: Vec<Offer<'_>> = offers(&catalog, visit, now).collect();
        let drawn = offers.iter().flat_map(|offer| offer.times.iter().flatten()).flat_map(|it| it.draws(&catalog, 1));
        let keys = drawn.map(|draw| draw.key).chain(limited_price_keys(&catalog, now));
        let availability = Availability::of(self.app.db.read(), keys.collect()).await?;
        Ok(offers.iter().map(|offer| offer.view(&catalog, &availability, now)).collect())
    }

    /// The visit that the visitor's cart belongs to, and whether paying for the cart confirms it.
    pub async fn of_cart(&self) -> Result<CartReservationView> {
        let Some((row, paid_with_cart)) = of_visitors_cart(self.app, self.visitor).await? else {
            return Ok(CartReservationView { visit: None, paid_with_cart: false, reservation_in_progress: false });
        };
        let current = current(self.app, self.visitor).await?;
        Ok(CartReservationView {
            reservation_in_progress: current.is_some_and(|current| current.id == row.id),
            visit: row.visit.map(visit_view),
            paid_with_cart,
        })
    }

    /// The party and its add-ons.
    pub async fn items(&self, row: &Model) -> Result<Vec<ReservationItemView>> {
        let catalog = self.app.catalog.current();
        let tickets = tickets_of_party(self.app.db.read(), &row.party).await?;
        let mut items: Vec<ReservationItemView> = tickets.iter().map(ticket_item).collect();
        let friends = row.visit.as_ref().map_or(0, |visit| visit.friends);
        let others = people_without_tickets(&catalog, &row.party, friends);
        items.extend(others.into_iter().map(|(kind, name, quantity)| item(kind, name, None, quantity)));
        for used in &row.party.benefits {
            let name = catalog.benefit(&used.benefit_id).map(|benefit| benefit.name.clone());
            let of_ticket = tickets.iter().find(|ticket| ticket.id == used.ticket_id);
            let holder = of_ticket.and_then(|ticket| ticket.holder_name.clone());
            items.extend(name.map(|name| item("entitlement", name, holder, used.quantity)));
        }
        items.extend(self.bought_with(&catalog, row).await?);
        Ok(items)
    }

    /// The add-ons that are in the cart or were bought, and the add-ons in the cart for a different day.
    async fn bought_with(&self, catalog: &Catalog, row: &Model) -> Result<Vec<ReservationItemView>> {
        let cart = match (&row.order_id, &row.cart_id, row.is_open()) {
            (Some(_), Some(cart_id), false) => cart::find_cart(self.app.db.read(), cart_id).await?,
            (_, _, true) => {
                let cart = cart::visitors_cart(self.app, self.visitor).await?;
                cart.filter(|cart| cart.state != CartState::Ordered)
            }
            _ => None,
        };
        let Some(cart) = cart else { return Ok(Vec::new()) };
        let view = |line: &cart::CartLine| {
            let kind = match is_add_on(catalog, row, line) {
                true => "addOn",
                false if row.is_open() => "otherDay",
                false => return None,
            };
            let date = line.all_performances().next().map(|chosen| chosen.date);
            let day = date.filter(|date| row.visit.as_ref().is_none_or(|visit| visit.date != *date)).map(day_in_words);
            let detail = [Some(line.variant_name.clone()), day].into_iter().flatten().collect::<Vec<_>>().join(", ");
            let amount = Some(item_total(line) + item_fees(line));
            let item = item(kind, line.product_name.clone(), Some(detail), line.quantity);
            Some(ReservationItemView { amount, date: date.map(|date| date.to_string()), ..item })
        };
        let offered = cart.lines.iter().filter(|line| is_offered(catalog, row, line));
        Ok(offered.filter_map(view).collect())
    }
}

fn item(kind: &str, name: String, detail: Option<String>, quantity: u32) -> ReservationItemView {
    ReservationItemView { kind: kind.to_owned(), name, detail, quantity, amount: None, date: None }
}

/// The row of a ticket. For a pass, it names the holder and the end of the pass number, because a family may have
/// several similar passes.
fn ticket_item(ticket: &TicketRow) -> ReservationItemView {
    let holder = ticket.holder_name.as_ref().map(|holder| format!("{holder}, {}", end_of_code(ticket)));
    let detail = holder.or_else(|| ticket.valid_on.map(day_in_words));
    let name = ticket::full_name(&ticket.product_name, &ticket.variant_name, ticket.pass_level.as_deref());
    item("ticket", name, detail, 1)
}

fn visit_view(visit: Visit) -> VisitView {
    VisitView {
        performance_time: (!visit.valid_all_day).then(|| visit.time.wire()),
        performance_id: visit.performance_id,
        property_id: visit.property_id,
        property_name: visit.property_name,
        site_name: visit.site_name,
        business_date: visit.date.to_string(),
        name: visit.name,
        property_hours: visit.hours,
        bring_a_friend_day_ticket_count: visit.friends,
    }
}

/// A product that a park offers on the day of a visit.
struct Offer<'c> {
    product: &'c Product,
    /// For each selection, its performances on that day that have not closed, sorted by time.
    times: Vec<Vec<Performance<'c>>>,
}

/// The add-ons that the park of a visit offers: products on sale with a performance on its day for each selection.
fn offers<'c>(catalog: &'c Catalog, visit: &Visit, now: Instant) -> impl Iterator<Item = Offer<'c>> {
    let property = catalog.property(&visit.property_id);
    let sale_context = SaleContext::public();
    let on_sale = property.into_iter().flat_map(|property| &property.add_ons).filter_map(|id| catalog.product(id));
    let date = visit.date;
    on_sale.filter(move |product| sale_context.sells(catalog, product, now)).filter_map(move |product| {
        let selections = product.selections.iter();
        let times: Vec<_> =
            selections.map(|selection| performance::for_selection(catalog, selection, date, now)).collect();
        times.iter().all(|times| !times.is_empty()).then_some(Offer { product, times })
    })
}

impl Offer<'_> {
    fn view(&self, catalog: &Catalog, availability: &Availability, now: Instant) -> AddOnView {
        let product = self.product;
        let (first, later) = match self.times.split_first() {
            Some((first, later)) => (first.as_slice(), later),
            None => (&[] as &[Performance<'_>], &[] as &[Vec<Performance<'_>>]),
        };
        let public = SaleContext::public().with_left(availability.units_left());
        // Prices depend on the time of the first selection; for the other selections the earliest time is used.
        let price = |variant: &Variant, at: Option<&Performance<'_>>| {
            let visits: Vec<_> = at
                .into_iter()
                .chain(later.iter().filter_map(|times| times.first()))
                .map(|performance| availability.visit(catalog, performance))
                .collect();
            let terms = public.terms_for(catalog, product, variant, &visits, now)?;
            let is_sold =
                terms.sell(catalog, product, variant, now) && at.is_none_or(|it| is_sold_for(variant, it.show));
            is_sold.then(|| {
                let quote = catalog.unit_quote(product, variant, terms, &visits, now);
                let display_price = quote.display_price(catalog);
                AddOnPriceView { id: variant.id.clone(), display_price, unit_price: quote.price }
            })
        };
        let variant = |variant: &Variant| {
            let prices: Vec<AddOnPriceView> = match first {
                [] => price(variant, None).into_iter().collect(),
                first => first.iter().filter_map(|performance| price(variant, Some(performance))).collect(),
            };
            let lowest = prices.iter().min_by_key(|price| price.display_price)?;
            Some(AddOnVariantView {
                id: variant.id.clone(),
                name: variant.name.clone(),
                display_price: lowest.display_price,
                display_price_is_from: prices.iter().any(|price| price.display_price != lowest.display_price),
                unit_price: lowest.unit_price,
                min_quantity: variant.min_quantity,
                max_quantity: variant.max_quantity,
                age_restriction_text: variant.age_restriction_text.clone(),
            })
        };
        let prices = |performance: &Performance<'_>| {
            product.variants.iter().filter_map(|variant| price(variant, Some(performance))).collect()
        };
        let time = |(index, performance): (u32, &Performance<'_>)| AddOnTimeView {
            selection_index: index,
            performance_id: performance.id.clone(),
            performance_time: (!performance.show.valid_all_day).then(|| performance.time.wire()),
            show_name: performance.show.name.clone(),
            prices: if index == 1 { prices(performance) } else { Vec::new() },
        };
        let times = self.times.iter().zip(1..).flat_map(|(times, index)| times.iter().map(move |it| (index, it)));
        AddOnView {
            product_id: product.id.clone(),
            name: product.name.clone(),
            short_description: product.short_description.clone(),
            picture: product.pictures.first().and_then(|picture| PictureView::of(catalog, picture)),
            variants: product.variants.iter().filter_map(variant).collect(),
            times: times.map(time).collect(),
        }
    }
}
