//! The request and response types of the pass calls.

use chrono::NaiveDate;
use poem_openapi::Object;

use super::actions::LinkedPass;
use super::proof;
use crate::shop::cart::{
    Blocked, CartPass, SamePass, SamePassView, WantedPass, allows_birth_date_change, allows_name_change,
};
use crate::shop::ticket::Passholder;
use midway_catalog::pricing::unit_price;
use midway_catalog::{Catalog, PassOption};
use midway_kernel::coded::PassValidation;
use midway_kernel::id::VariantId;
use midway_kernel::input::Line;
use midway_kernel::money::Money;
use midway_kernel::time::Instant;

/// A pass in the cart, with its passholder.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CartPassView {
    pub ext_cart_ticket_id: String,
    /// The number of the pass that this pass renews; absent unless this pass is a renewal.
    pub platform_account_id: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub email_address: String,
    /// `YYYY-MM-DD`.
    pub birth_date: Option<String>,
    pub address1: String,
    pub address2: String,
    pub city: String,
    /// The abbreviation of a state or province.
    pub state: String,
    pub zip: String,
    pub phone_number: String,
    pub allow_name_change: bool,
    pub allow_birth_date_change: bool,
    /// For a renewal: whether the passholder's data has never been confirmed, or was last confirmed more than 365 days
    /// ago.
    pub demographics_update_required: bool,
    /// Whether all fields of the passholder are valid.
    pub is_complete: bool,
    /// Present for a new pass if its passholder has the same pass already. It can be bought nevertheless.
    pub same_pass: Option<SamePassView>,
    pub requires_product_selection: bool,
    pub is_ticket_upgrade: bool,
    /// The code of the ticket that this pass upgrades; absent unless this pass is an upgrade.
    pub upgraded_media_code: Option<String>,
    /// The product of the upgraded ticket, if the catalogue still contains it.
    pub upgraded_product_name: Option<String>,
    pub upgraded_variant_name: Option<String>,
    pub is_renewal: bool,
    pub selected_ext_product_variant_id: Option<VariantId>,
    /// The names of the chosen product and variant, for example `Season Pass` and `Adult`; absent until they are
    /// chosen.
    pub product_display_name: Option<String>,
    pub product_variant_display_name: Option<String>,
    pub pass_level_name: Option<String>,
    pub has_picture: bool,
    /// Today's date at the site of the pass, `YYYY-MM-DD`, for calculating ages.
    pub today: String,
}

impl CartPassView {
    pub fn new(catalog: &Catalog, pass: CartPass, same_pass: Option<SamePass>, now: Instant) -> Self {
        let blocked = pass.blocked(catalog, now);
        let (is_renewal, is_ticket_upgrade) = (pass.is_renewal(), pass.is_upgrade());
        let is_known = pass.details.is_known();
        let today = pass.today(catalog, now).to_string();
        let CartPass { id, line, details } = pass;
        let upgraded = details.upgrades().and_then(|held| catalog.variant(&held.variant_id));
        let (upgraded_product_name, upgraded_variant_name) =
            upgraded.map(|(product, variant)| (product.name.clone(), variant.name.clone())).unzip();
        let code = details.follows.map(|held| held.media_code);
        let passholder = details.passholder;
        CartPassView {
            ext_cart_ticket_id: id,
            platform_account_id: code.clone().filter(|_| is_renewal),
            upgraded_media_code: code.filter(|_| is_ticket_upgrade),
            upgraded_product_name,
            upgraded_variant_name,
            demographics_update_required: is_renewal && passholder.needs_confirmation(now),
            same_pass: same_pass.map(SamePassView::from),
            is_complete: blocked != Some(Blocked::NotCompleted),
            allow_name_change: allows_name_change(catalog.settings(), is_known),
            allow_birth_date_change: allows_birth_date_change(catalog.settings(), is_known),
            requires_product_selection: line.is_none(),
            is_ticket_upgrade,
            is_renewal,
            selected_ext_product_variant_id: line.as_ref().map(|line| line.variant_id.clone()),
            product_display_name: line.as_ref().map(|line| line.product_name.clone()),
            product_variant_display_name: line.as_ref().map(|line| line.variant_name.clone()),
            pass_level_name: line.and_then(|line| line.pass_level),
            has_picture: passholder.picture.is_some(),
            today,
            first_name: passholder.first_name,
            last_name: passholder.last_name,
            email_address: passholder.email_address,
            birth_date: passholder.birth_date.map(|born| born.to_string()),
            address1: passholder.address1,
            address2: passholder.address2,
            city: passholder.city,
            state: passholder.state,
            zip: passholder.zip,
            phone_number: passholder.phone_number,
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct CartPasses {
    pub passes: Vec<CartPassView>,
    /// Whether the payment plans of the passes cannot be combined.
    pub installment_billing_blocked: bool,
    /// Whether `cart/add-new-pass` is enabled.
    pub allow_new_passes: bool,
    pub capture_pictures: bool,
}

/// The data of a passholder.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PassholderRequest {
    pub first_name: Line,
    pub last_name: Line,
    pub email_address: Option<Line>,
    /// `YYYY-MM-DD`.
    pub birth_date: Option<Line>,
    pub address1: Line,
    pub address2: Option<Line>,
    pub city: Line,
    /// The abbreviation of a state or province.
    pub state: Line,
    pub zip: Line,
    pub phone_number: Line,
}

impl From<PassholderRequest> for Passholder {
    fn from(request: PassholderRequest) -> Self {
        let text = |line: Option<Line>| line.map(|line| line.0).unwrap_or_default();
        Passholder {
            first_name: request.first_name.0,
            last_name: request.last_name.0,
            email_address: text(request.email_address),
            birth_date: request.birth_date.and_then(|line| NaiveDate::parse_from_str(line.as_str(), "%Y-%m-%d").ok()),
            address1: request.address1.0,
            address2: text(request.address2),
            city: request.city.0,
            state: request.state.0,
            zip: request.zip.0,
            phone_number: request.phone_number.0,
            picture: None,
            confirmed_at: None,
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RemovePassRequest {
    pub ext_cart_ticket_id: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PassProductRequest {
    #[oai(validator(max_items = 50))]
    pub passes: Vec<PassProduct>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PassProduct {
    pub ext_cart_ticket_id: Line,
    pub ext_product_variant_id: VariantId,
}

impl From<PassProductRequest> for Vec<WantedPass> {
    fn from(request: PassProductRequest) -> Self {
        let wanted =
            |it: PassProduct| WantedPass { id: it.ext_cart_ticket_id.0, variant_id: it.ext_product_variant_id };
        request.passes.into_iter().map(wanted).collect()
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RenewalProductRequest {
    /// The id of the pass in the cart.
    pub id: Line,
    pub is_renewal: bool,
}

/// A product that a pass in the cart can have.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct PassOptionView {
    pub ext_product_variant_id: VariantId,
    pub product_display_name: String,
    pub product_variant_display_name: String,
    pub product_short_description: String,
    /// The age restriction of the variant.
    pub product_variant_short_description: Option<String>,
    pub pass_level_name: Option<String>,
    /// The net price plus the per-ticket fees, without tax.
    pub price: Money,
    /// `price` without the reduction by a promotion; absent if nothing reduces the price.
    pub regular_price: Option<Money>,
    pub installment_billing_description: Option<String>,
    /// For an upgrade of a pass: the last valid day of the new pass, `YYYY-MM-DD`. It is not later than the last valid
    /// day of the old pass.
    pub valid_until: Option<String>,
}

impl PassOptionView {
    /// A product that a pass in the cart can have.
    pub fn new(catalog: &Catalog, pass: &CartPass, option: &PassOption<'_>, now: Instant) -> Self {
        let PassOption { product, variant, terms } = *option;
        let quote = catalog.unit_quote(product, variant, terms, &[], now);
        let unit = unit_price(catalog, &quote);
        PassOptionView {
            ext_product_variant_id: variant.id.clone(),
            product_display_name: product.name.clone(),
            product_variant_display_name: variant.name.clone(),
            product_short_description: product.short_description.clone(),
            product_variant_short_description: variant.age_restriction_text.clone(),
            pass_level_name: variant.pass_level.clone(),
            price: unit.price + unit.fees,
            regular_price: (quote.regular > unit.price).then(|| quote.regular + unit.fees),
            installment_billing_description: catalog
                .plan_at(variant, unit.price)
                .map(|plan| catalog.plan_description(plan, product, unit.price)),
            valid_until: variant
                .valid
                .filter(|_| pass.details.upgraded_until().is_some())
                .map(|valid| pass.details.days(valid, pass.today(catalog, now)).1.to_string()),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkPassRequest {
    /// The number on the pass.
    pub passholder_id: Line,
    /// The passholder's postal code or phone number, depending on `passValidationMethodId`.
    pub validation_data: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct UnlinkPassRequest {
    pub ext_user_account_ticket_id: Line,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct RenewalPassRequest {
    #[oai(validator(max_items = 50))]
    pub ext_user_account_ticket_ids: Vec<Line>,
}

/// A pass linked to the account.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct LinkedPassView {
    pub ext_user_account_ticket_id: String,
    /// The number on the pass.
    pub platform_account_id: String,
    pub first_name: String,
    pub last_name: String,
    pub product_name: String,
    pub variant_name: String,
    pub pass_level_name: Option<String>,
    /// The first and the last valid day, `YYYY-MM-DD`.
    pub effective_start_date: Option<String>,
    pub effective_end_date: Option<String>,
    /// Whether the pass can be renewed now.
    pub available_for_upgrade: bool,
    /// The first day on which the pass can be renewed, `YYYY-MM-DD`. Present only before that day.
    pub renewable_from: Option<String>,
    /// The passholder's data that linking the pass requires as proof: the phone number or the postal code.
    pub initial_validation_data: String,
}

impl LinkedPassView {
    pub fn new(pass: LinkedPass, method: PassValidation) -> Self {
        let LinkedPass { id, ticket, passholder, renewable, renewable_from, .. } = pass;
        LinkedPassView {
            ext_user_account_ticket_id: id,
            platform_account_id: ticket.media_code,
            initial_validation_data: proof::proof_of(&passholder, method).to_owned(),
            first_name: passholder.first_name,
            last_name: passholder.last_name,
            product_name: ticket.product_name,
            variant_name: ticket.variant_name,
            pass_level_name: ticket.pass_level,
            effective_start_date: ticket.valid_from.map(|day| day.to_string()),
            effective_end_date: ticket.valid_until.map(|day| day.to_string()),
            available_for_upgrade: renewable,
            renewable_from: renewable_from.map(|day| day.to_string()),
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct LinkedPasses {
    pub passes: Vec<LinkedPassView>,
    /// The proof that linking a pass requires. 1: the phone number. 2: the postal code.
    pub pass_validation_method_id: PassValidation,
}

/// Whether the account's passes are about to change, with a message if they are.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct BackgroundUpdate {
    pub update_processing: bool,
    pub message: Option<String>,
}
