//! What the shop promises, stated against the real server. One binary; each test has a shop, a database and a card processor
//! of its own. `MIDWAY_TEST_DATABASE_URL` and `MIDWAY_TEST_REDIS_URL` (see `scripts/services`) run the same tests on PostgreSQL
//! and Redis. The kill tests need the feature `test-hooks`.

mod support;

mod account_cart;
mod account_open_id;
mod account_orders;
mod account_profile;
mod account_purchases;
mod account_reset;
mod account_sign_in;
mod anonymous;
mod billing;
mod bundles;
mod buying;
mod cart;
mod catalogue;
mod chains;
mod confirmation;
mod demo;
mod doctor;
mod donations;
mod dynamic_pricing;
mod error_shape;
mod figures;
mod forgery;
mod health;
mod holds;
mod imported_tickets;
mod installments;
mod jobs;
#[cfg(feature = "test-hooks")]
mod kills;
mod lender;
mod limits;
mod location;
mod migrating;
mod outages;
mod mail;
mod new_passes;
mod order_lookup;
mod ownership;
mod paper;
mod pass_fields;
mod passes;
mod payment;
mod portraits;
mod private;
mod promotions;
mod races;
mod random_walk;
mod reservations;
mod revision;
mod revocation;
mod saved_payments;
mod seats;
mod sessions;
mod test_shop;
mod upgrades;
mod ways;

mod architecture;
mod card_secrecy;
mod endpoint_coverage;
mod entitlements;
mod nothing_of_another;
mod openapi;
