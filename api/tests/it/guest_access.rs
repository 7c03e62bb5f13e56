//! Calls for signed-in shoppers return 401 to guests, calls that continue a reservation return 401 to visitors without
//! one, and calls of the desk return 401 without its key. No other call returns 401.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Shop;

/// Path prefixes of calls for signed-in shoppers (docs/ARCHITECTURE.md).
const SIGNED_IN: [&str; 14] = [
    "/account",
    "/cart/add-new-pass",
    "/cart/add-renewal-pass",
    "/cart/pass",
    "/cart/pass-finalize-demographics",
    "/cart/remove-pass",
    "/order/details/my",
    "/order/digital-tickets/my",
    "/order/submit-saved-payment",
    "/product/account-entitlement",
    "/product/entitlement",
    "/product/pass-renewal-product",
    "/ticket/account",
    "/ticket/account-grouping",
];

/// Calls below those prefixes that guests may make.
const OPEN: [&str; 9] = [
    "/account/open-id/begin",
    "/account/open-id/finish",
    "/account/register",
    "/account/request-password-reset",
    "/account/reset-password",
    "/account/sign-in",
    "/account/sign-out",
    "/account/smart-login",
    "/cart/pass",
];

/// Calls that continue a reservation. A visitor without a reservation is told that the session has ended.
const OF_A_RESERVATION: [&str; 8] = [
    "/reservation/add-on",
    "/reservation/item",
    "/reservation/performance",
    "/reservation/personal-information",
    "/reservation/property",
    "/reservation/submit",
    "/reservation/ticket-finalize",
    "/reservation/ticket",
];

fn is_at_or_below(path: &str, start: &str) -> bool {
    path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn requires_sign_in(path: &str) -> bool {
    SIGNED_IN.iter().any(|start| is_at_or_below(path, start)) && !OPEN.contains(&path)
}

fn requires_reservation(path: &str) -> bool {
    OF_A_RESERVATION.iter().any(|start| is_at_or_below(path, start))
}

#[tokio::test]
async fn calls_for_signed_in_shoppers_refuse_guests_and_other_calls_do_not() {
    let shop = Shop::open().await;
    let guest = shop.new_guest().await;
    guest.add_tours("adult", 1).await;
    let document: Value = guest.get("/api/openapi.json").await.json();
    let mut refused = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let sent = format!("/api{}", path.replace(['{', '}'], ""));
            let body = (method != Method::GET).then(|| json!({}));
            let answer = guest.call(method.clone(), &sent, body, &[]).await;
            let is_refused = answer.status.as_u16() == 401;
            if requires_reservation(path) {
                let is_timeout =
                    is_refused && answer.json()["message"] == "Your session has timed out due to inactivity";
                assert!(is_timeout || answer.status.as_u16() == 400, "{method} {path} answered {}", answer.status);
                continue;
            }
            if is_at_or_below(path, "/desk") {
                assert!(is_refused, "{method} {path} answered {}", answer.status);
                assert_eq!(answer.json()["message"], "This call requires the desk key.", "{path}");
                continue;
            }
            assert_eq!(is_refused, requires_sign_in(path), "{method} {path} answered {}", answer.status);
            if is_refused {
                assert_eq!(
                    answer.json(),
                    json!({ "success": false, "message": "Please sign in to continue." }),
                    "{path}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused >= 6, "only {refused} calls refuse guests");
    for open in OPEN {
        assert!(document["paths"][open].is_object(), "{open} is no longer a call");
    }
    shop.stop().await;
}
