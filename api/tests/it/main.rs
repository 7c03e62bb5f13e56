//! Integration tests against the real server, as one binary. Each test starts a separate shop, database and card
//! processor. `MIDWAY_TEST_DATABASE_URL` and `MIDWAY_TEST_REDIS_URL` (see `scripts/services`) run the same tests on
//! PostgreSQL and Redis. The tests of [`crash_recovery`] need the feature `test-hooks`. A catalogue is built with
//! `support::catalogue`; a shopper of `support::shopper` calls the API as a browser does.

mod support;

mod account_cart;
mod account_open_id;
mod account_orders;
mod account_profile;
mod account_purchases;
mod account_reset;
mod account_sign_in;
mod group_size;
mod guest_access;
mod due_payments;
mod bundles;
mod purchases;
mod questions;
mod cart;
mod catalogue;
mod catalogue_check;
mod chained_selections;
mod confirmation_resend;
mod demo;
mod doctor;
mod door;
mod donations;
mod dynamic_pricing;
mod error_shape;
mod equal_totals;
mod find;
mod cross_site_requests;
mod days_by_rule;
mod health;
mod holds;
mod imported_tickets;
mod installment_plans;
mod jobs;
#[cfg(feature = "test-hooks")]
mod crash_recovery;
mod lead_prices;
mod lender_plans;
mod links;
mod rate_limits;
mod location;
mod lost_order_link;
mod migrations;
mod mixed_halls;
mod outages;
mod email_samples;
mod emails;
mod new_catalogue;
mod new_pass_sales;
mod order_lookup;
mod other_sessions_data;
mod pdf_tickets;
mod pass_fields;
mod passes;
mod payment;
mod pass_levels;
mod pass_photos;
mod log_and_file_privacy;
mod order_limits;
mod posted_forms;
mod promotions;
mod races;
mod random_walk;
mod reservations;
mod cart_revision;
mod ticket_revocation;
mod saved_payments;
mod seats;
mod sessions;
mod test_shop;
mod tls;
mod upgrades;
mod venue;
mod visit_reminders;
mod sale_contexts;

mod architecture;
mod card_secrecy;
mod endpoint_list;
mod entitlements;
mod other_shoppers_data;
mod openapi;
