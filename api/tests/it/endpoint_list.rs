//! The list of the API's calls. A call that is missing or new fails the test.

use std::collections::BTreeSet;

use serde_json::Value;

const CALLS: &[&str] = &[
    "GET /account",
    "GET /account/background-update-status",
    "POST /account/change-password",
    "GET /account/installment-billing",
    "POST /account/installment-billing/{id}/card",
    "POST /account/installment-billing/{id}/card-form",
    "POST /account/installment-billing/{id}/pay",
    "POST /account/link-pass",
    "GET /account/last-details",
    "GET /account/linked-pass-details",
    "POST /account/open-id/begin",
    "POST /account/open-id/finish",
    "GET /account/order",
    "GET /account/pass/{id}/image",
    "POST /account/profile",
    "POST /account/register",
    "POST /account/remove-saved-payment",
    "POST /account/request-password-reset",
    "POST /account/reset-password",
    "GET /account/saved-payment",
    "POST /account/send-verification",
    "POST /account/sign-in",
    "POST /account/sign-out",
    "POST /account/sign-out-everywhere",
    "POST /account/smart-login",
    "GET /account/tenant-pass-renewable",
    "GET /account/ticket",
    "POST /account/unlink-pass",
    "GET /account/upgradable-ticket",
    "POST /account/verify-email",
    "GET /address/country",
    "GET /address/state-province",
    "GET /bundle/builder/{id}",
    "POST /bundle/steps/{id}",
    "GET /cart",
    "POST /cart/accept-revision",
    "POST /cart/add",
    "POST /cart/add-donation",
    "POST /cart/add-new-pass",
    "POST /cart/add-pass-with-product",
    "POST /cart/add-renewal-pass",
    "GET /cart/checkout",
    "POST /cart/clear",
    "POST /cart/clear-installment-billing",
    "GET /cart/delivery-method",
    "GET /cart/delivery-method/withheld",
    "POST /cart/extend",
    "GET /cart/mini-cart",
    "POST /cart/modify",
    "GET /cart/page",
    "GET /cart/pass",
    "POST /cart/pass-finalize-demographics",
    "POST /cart/pass-product",
    "GET /cart/pass/{id}",
    "POST /cart/pass/{id}",
    "GET /cart/pass/{id}/image",
    "POST /cart/pass/{id}/image",
    "GET /cart/payment-method",
    "POST /cart/quote",
    "POST /cart/remove-blank-passes",
    "POST /cart/remove-pass",
    "POST /cart/set-installment-billing",
    "POST /cart/settings",
    "GET /cms/redirect",
    "GET /config/web-site",
    "GET /config/web-site/current",
    "POST /config/web-site/{id}",
    "GET /find",
    "GET /order/confirmation",
    "GET /order/details",
    "GET /order/details/external",
    "POST /order/details/external",
    "GET /order/details/my/{id}",
    "GET /order/digital-tickets",
    "GET /order/digital-tickets/external",
    "GET /order/digital-tickets/my/{id}",
    "GET /order/digital-tickets/pdf/{id}",
    "POST /order/resend-confirmation",
    "POST /order/send-link",
    "POST /order/submit",
    "POST /order/submit-saved-payment",
    "GET /payment/installment-billing/terms",
    "POST /payment/{processor}/process-card",
    "PUT /payment/{processor}/sent-error",
    "POST /payment/{processor}/setup",
    "POST /payment/{processor}/submit-order",
    "POST /performance/dynamic",
    "POST /performance/performance-detail",
    "POST /performance/product-date",
    "POST /performance/product-date-performance",
    "GET /performance/sale-state",
    "POST /performance/seat-availability",
    "POST /performance/seat-detail",
    "POST /performance/show-category-detail",
    "GET /product/account-entitlement",
    "GET /product/cross-sell",
    "GET /product/donation-settings",
    "GET /product/entitlement",
    "POST /product/multi",
    "GET /product/pass-levels",
    "GET /product/on-sale",
    "GET /product/page/{id}",
    "POST /product/pass-renewal-product",
    "POST /product/single",
    "POST /product/ticket-upgrade-product",
    "GET /reservation",
    "GET /reservation/add-on",
    "POST /reservation/begin",
    "GET /reservation/cart",
    "GET /reservation/item",
    "POST /reservation/lookup",
    "GET /reservation/my",
    "DELETE /reservation/my/{id}",
    "GET /reservation/my/{id}",
    "GET /reservation/my/{id}/barcode",
    "GET /reservation/my/{id}/calendar",
    "GET /reservation/my/{id}/item",
    "GET /reservation/my/{id}/performance",
    "PUT /reservation/my/{id}/performance",
    "GET /reservation/performance",
    "PUT /reservation/performance",
    "PUT /reservation/personal-information",
    "GET /reservation/property",
    "PUT /reservation/property",
    "GET /reservation/site",
    "POST /reservation/submit",
    "POST /reservation/ticket",
    "POST /reservation/ticket-finalize",
    "DELETE /reservation/ticket/{id}",
    "POST /resource/pre-load",
    "GET /resource/{id}",
    "GET /session",
    "GET /settings",
    "GET /ticket/account-grouping/{id}/html",
    "GET /ticket/account/{id}/html",
    "GET /ticket/barcode/{reservationCode}",
    "GET /ticket/calendar/{reservationCode}",
    "GET /ticket/keys",
    "GET /ticket/revocations",
    "POST /upgrade/link-upgrade-ticket",
    "GET /upgrade/linked-upgrade-ticket",
    "POST /upgrade/remove-linked-upgrade-ticket",
    "POST /upgrade/select",
    "GET /venue/{id}",
];

#[tokio::test]
async fn api_document_contains_exactly_the_listed_calls() {
    let document: Value = serde_json::from_str(&midway::ops::document::document().await.unwrap()).unwrap();
    let mut found = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            found.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let promised: BTreeSet<String> = CALLS.iter().map(|call| (*call).to_owned()).collect();
    let missing: Vec<_> = promised.difference(&found).collect();
    let unlisted: Vec<_> = found.difference(&promised).collect();
    assert!(missing.is_empty() && unlisted.is_empty(), "missing: {missing:?}; not listed here: {unlisted:?}");
}

#[tokio::test]
async fn every_call_has_a_unique_operation_id() {
    let document: Value = serde_json::from_str(&midway::ops::document::document().await.unwrap()).unwrap();
    let mut names = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path} has no name"));
            assert!(names.insert(name.to_owned()), "{name} names two calls");
        }
    }
}
