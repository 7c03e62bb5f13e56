//! The cart: its lines, the hold on their places, and the checkout settings.
//!
//! Every change of the lines is a [`command`]. The [`executor`] loads the [`facts`], the pure functions of
//! [`transition`] decide what changes, and the executor claims the places and writes the row in one transaction.
//!
//! Owns the table `cart`. While a payment runs (state `paying`), the lines cannot change. A line stores its names and
//! prices, which change only when the line is repriced. A guest's cart is identified by the guest's session, or by the
//! cart cookie after the session was lost. An account has at most one cart that is not ordered, shared by all its
//! browsers (unique index `cart_one_per_account`).

mod accessible_places;
mod address_limits;
mod answers;
pub mod api;
mod better_offers;
mod bundles;
mod change;
mod checkout_question_views;
mod checkout_questions;
mod command;
mod doctor;
mod entity;
mod exchange;
mod exchanged_bundles;
mod executor;
mod facts;
mod full_time;
mod hold;
mod installments;
mod line;
mod line_views;
mod lookup;
mod order_limits;
mod part_places;
mod pass_rules;
mod pass_details;
mod people;
mod person_limits;
mod prices;
mod quantities;
mod questions;
mod recent;
mod refusals;
mod replacements;
mod same_passes;
mod sellable;
mod stock;
mod store;
mod transition;
mod waited;
mod wire;

pub use accessible_places::{contact, statement};
pub use address_limits::{forget_after_free_order, forget_after_paid_order};
pub use answers::{Answer, Answers, TicketKey};
pub use bundles::{WantedBundle, sellable as sellable_bundle};
pub use checkout_questions::{GivenAnswer, given_answers, read_answers};
pub use command::{Addition, CartCommand, Changed, CheckoutSettings, WantedDonation, WantedPass, restorable};
pub use doctor::doctor;
pub use entity::address::Address;
pub use entity::cart::{CartState, Model as Cart};

pub use exchange::{CartExchange, ExchangedItem, PriceFloors, cancellation_of, exchange_credit, places_of, seats_of};
pub use exchanged_bundles::BuiltBundle;
pub use executor::{
    UnlockedChange, execute, execute_without_question, hold_for_payment, merge, reclaim, renewal, share_hold,
};
pub use hold::{Hold, renewed};
pub use installments::{Installments, has_plan, installments, quote_of};
pub use line::{
    Bought, BoughtFor, CartLine, ChosenPerformance, ChosenPerformances, ChosenSeat, ChosenSection, LinePackage,
    LinePart, MAX_LINES, first_visit, zone_of, zone_of_bought,
};
pub use line_views::{
    CodeSavingView, DisplayedLine, FeeView, OfferView, PackageItemGroupView, PerformanceView, RedeemedView, SeatView,
    code_savings, fee_views, offer_views, package_item_groups, performance_views, redeemed_views, seat_views,
    seated_together,
};
pub use lookup::{are_being_replaced, current_id, find_cart, lock_cart, tickets_of, visitors_cart};
pub use order_limits::{limits_in_words, only_with_in_words};
pub use pass_details::{BlankPass, EarlierTicket, PassDetails};
pub use pass_rules::{
    Blocked, CartPass, NO_NEW_PASSES, NOT_COMPLETED, allows_birth_date_change, allows_name_change,
    check_new_passholders, one_line_per_pass, passes,
};
pub use person_limits::{claim_at_payment, within_person_limits};
pub use prices::{hosts, item_fees, item_total, kept_offers, price_keys, terms_of};
pub use quantities::{MAXIMUM, TOO_MANY_LINES, free_places, most_free_from_one_address, unmet};
pub use recent::RecentCarts;
pub use refusals::{BUSY, CODE_IN_USE, WRONG_FLOW, shortage_of};
pub use same_passes::{KnownPasses, SamePass};
pub use sellable::{NOT_FOR_SALE, NOTHING_CHOSEN, SellableLine, WantedLine, WantedPerformance, WantedPlace, sellable};
pub use stock::{UnitsAt, draws_after_move, needed_stock, product_stock};
pub use store::{
    change_state, count_write, forget_checkout, held, held_ids, ids_bought_by, ids_of_account, ids_with_checkout,
    in_state, of_guest_or_account, paying_of, pictures,
};
pub use transition::add::{quoted, sale_context_for};
pub use wire::{
    AddressFields, CartAddResponse, CartView, PerformanceFields, SamePassView, ShippingAddressFields,
    wanted_performances,
};
