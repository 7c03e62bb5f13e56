//! The cart: its lines, the hold on their places, and the checkout settings.
//!
//! Owns the table `cart`. A cart's lines and their claims change in one transaction. While a payment runs (state
//! `paying`), the lines cannot change. Lines keep the names and prices they were added with. Only its session
//! identifies a guest's cart. An account has at most one cart, shared by all its browsers (unique index
//! `cart_one_per_account`).

pub mod api;
mod actions;
mod bundles;
mod entity;
mod installments;
mod line;
mod passes;
mod questions;
mod revision;
mod rules;
mod store;
mod wire;

pub use actions::{
    CheckoutSettings, Gift, WantedPass, add_blank_pass, add_followers, are_being_upgraded, choose_pass_products,
    current_id, describe_pass, doctor, donate, eligibility, find_cart, held_for_nothing, held_to_buy, hold_for_payment,
    item_fees, item_total, keep_picture, lock_cart, merge, reclaim, remove_blank_passes, remove_pass, save_settings,
    share_hold, tickets_of, visitors_cart,
};
pub use entity::address::Address;
pub use entity::cart::{CartState, Model as Cart};
pub use entity::pass::{HeldTicket, Passholder};
pub use installments::{Installments, has_plan, installments, quote_of};
pub use line::{
    BoughtFor, CartLine, ChosenPerformance, ChosenPerformances, ChosenSeat, ChosenSection, LinePackage, LinePart,
};
pub use passes::{Blocked, CartPass, NOT_COMPLETED, allows_birth_date_change, allows_name_change, passes};
pub use questions::Changed;
pub use rules::{BUSY, Hold, TOO_FEW, most_free_from_one_address, places_for_nothing, renewed, too_few, zone_of};
pub use store::{
    change_state, forget_checkout, held, ids_bought_by, ids_of_account, ids_with_checkout, in_state,
    of_guest_or_account, paying_of, pictures,
};
pub use wire::{
    AddressFields, CartAddResponse, FeeView, OfferView, PackageItemGroupView, PerformanceView, RedeemedView, SeatView,
    ShippingAddressFields, fee_views, offer_views, package_item_groups, performance_views, redeemed_views, seat_views,
};
