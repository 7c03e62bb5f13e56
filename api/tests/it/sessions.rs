//! Sessions of browsers and how long they last.

use midway::platform::sessions::{End, Stored};
use midway_kernel::secret::random_id;
use serde_json::json;

use crate::support::shopper::{PASSWORD, Shopper, line, unique_email};
use crate::support::{Catalogue, Shop};

async fn has_cart(shopper: &Shopper) -> bool {
    shopper.get_cart().await["cartEmpty"] == json!(false)
}

#[tokio::test]
async fn read_requests_create_no_session() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    for path in [
        "/api/settings",
        "/api/session",
        "/api/cart",
        "/api/cart?revise=true",
        "/api/cart/mini-cart",
        "/api/product/on-sale",
        "/api/config/web-site/current",
        "/api/cart/delivery-method",
        "/api/cart/checkout",
        "/api/product/cross-sell",
        "/api/cart/page",
        "/api/address/country",
    ] {
        ada.get(path).await.expect_status(200);
    }
    ada.post("/api/product/single", json!({ "extProductId": "tour" })).await.expect_success();
    assert_eq!(ada.session_cookie(), None);
    assert_eq!(shop.count("SELECT COUNT(*) FROM session").await, 0);
    shop.stop().await;
}

#[tokio::test]
async fn page_request_that_stores_nothing_sets_no_cookie() {
    let shop = Shop::open().await;
    let page = shop.shopper();
    for path in ["/api/product/on-sale", "/api/cart", "/api/cart/mini-cart", "/api/address/country"] {
        assert!(page.get(path).await.cookies().is_empty(), "{path}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn session_is_extended_by_use_and_expires_without_use() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    for _ in 0..4 {
        shop.advance(21);
        assert!(has_cart(&ada).await);
    }
    shop.advance(22);
    assert!(!has_cart(&ada).await, "20 minutes, and 2 for the idle check");
    shop.stop().await;
}

#[tokio::test]
async fn session_expires_after_twelve_hours_at_the_latest() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    for _ in 0..35 {
        shop.advance(20);
        assert!(has_cart(&ada).await);
    }
    shop.advance(20);
    assert!(!has_cart(&ada).await);
    shop.stop().await;
}

#[tokio::test]
async fn cookie_of_an_expired_session_is_removed_and_the_browser_can_begin_a_new_cart() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 1).await;
    let dead = ada.session_cookie().unwrap();
    shop.advance(60);
    let answer = ada.get("/api/session").await;
    assert!(answer.cookies().iter().any(|it| it.starts_with("midway_session=;") && it.contains("Max-Age=0")));
    assert_eq!(ada.session_cookie(), None);
    ada.add_tours("adult", 1).await;
    assert_ne!(ada.session_cookie().unwrap(), dead);
    shop.stop().await;
}

#[tokio::test]
async fn guest_whose_first_answer_is_lost_finds_the_cart_again() {
    let shop = Shop::open().await;
    let (ada, answered) = (shop.shopper(), shop.shopper());
    ada.open_shop().await;
    let at_first = ["midway_visitor", "XSRF-TOKEN"].map(|name| (name, ada.cookie(name).unwrap()));
    for (name, value) in &at_first {
        answered.set_cookie(name, value);
    }
    answered.add_tours("adult", 2).await;
    // Ada never received the response and its cookies. She looks at the cart and adds tickets again.
    assert_eq!(ada.get("/api/cart/mini-cart").await.json()["itemCount"], json!(2));
    assert_eq!(ada.session_cookie(), answered.session_cookie());
    ada.add_tours("adult", 1).await;
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(3));
    assert_eq!(shop.count("SELECT COUNT(*) FROM cart").await, 1, "no other cart holds places");

    // The cookies from before the session end with the session: after a sign-out they open no session, in this browser
    // or any other.
    assert_ne!(ada.cookie("midway_visitor").unwrap(), at_first[0].1);
    let elsewhere = shop.new_guest().await;
    assert_eq!(elsewhere.get("/api/cart/mini-cart").await.json()["itemCount"], json!(0));
    ada.register_and_sign_in(&crate::support::shopper::unique_email()).await;
    ada.sign_out().await;
    let late = shop.shopper();
    for (name, value) in &at_first {
        late.set_cookie(name, value);
    }
    assert_eq!(late.get("/api/cart/mini-cart").await.json()["itemCount"], json!(0));
    shop.stop().await;
}

#[tokio::test]
async fn forged_session_cookie_opens_no_session() {
    let shop = Shop::open().await;
    let eve = shop.shopper();
    eve.set_cookie("midway_session", "chosen-by-eve");
    eve.get("/api/session").await.expect_status(200);
    eve.add_tours("adult", 1).await;
    assert_ne!(eve.session_cookie().unwrap(), "chosen-by-eve", "a session's id is chosen by the server");
    shop.stop().await;
}

#[tokio::test]
async fn session_cookie_has_no_secure_attribute_without_https() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let added = ada.try_add(json!([crate::support::shopper::line("leaflet", "free-leaflet", 1, None)])).await;
    let session = added.cookies().into_iter().find(|it| it.starts_with("midway_session=")).unwrap();
    assert!(session.contains("HttpOnly") && session.contains("SameSite=Lax") && session.contains("Path=/"));
    assert!(!session.contains("Secure") && !session.contains("Max-Age") && !session.contains("Expires"));
    shop.stop().await;
}

#[tokio::test]
async fn with_https_cookies_are_bound_to_the_host() {
    let shop = Shop::open_with(&[("PUBLIC_URL", "https://tickets.example")]).await;
    let ada = shop.shopper();
    let opened = ada.get("/api/session").await;
    let visitor = opened.cookies().into_iter().find(|it| it.starts_with("__Host-midway_visitor=")).unwrap();
    let added = ada.try_add(json!([crate::support::shopper::line("leaflet", "free-leaflet", 1, None)])).await;
    added.expect_success();
    let session = added.cookies().into_iter().find(|it| it.starts_with("__Host-midway_session=")).unwrap();
    let token = added.cookies().into_iter().find(|it| it.starts_with("XSRF-TOKEN=")).unwrap();
    for cookie in [&visitor, &session] {
        assert!(cookie.contains("HttpOnly"), "{cookie}");
    }
    assert!(!token.contains("HttpOnly"), "the page reads it");
    for cookie in [visitor, session, token] {
        let bound = cookie.contains("Secure") && cookie.contains("Path=/") && cookie.contains("SameSite=Lax");
        assert!(bound && !cookie.contains("Domain"), "{cookie}");
    }
    shop.stop().await;
}

#[tokio::test]
async fn write_to_an_ended_session_fails_and_does_not_restore_it() {
    let shop = Shop::open().await;
    let now = shop.app.clock.now();
    let sliding = chrono::Duration::minutes(20);
    let (sessions, name) = (&shop.app.sessions, random_id());
    let mut stored = Stored::new(json!({}), now);
    assert!(sessions.write(&name, &mut stored, sliding).await.unwrap());
    assert!(sessions.write(&name, &mut stored, sliding).await.unwrap());
    sessions.destroy(&name, End::Replaced(now), now, sliding).await.unwrap();
    assert_eq!(sessions.end_of(&name).await.unwrap(), Some(End::Replaced(now)));
    assert_eq!(sessions.end_of("another").await.unwrap(), None);
    assert!(!sessions.write(&name, &mut stored, sliding).await.unwrap());
    assert_eq!(sessions.load::<serde_json::Value>(&name, now, sliding).await.unwrap(), None);
    shop.stop().await;
}

#[tokio::test]
async fn session_write_fails_if_another_call_has_changed_the_session_since_it_was_read() {
    let shop = Shop::open().await;
    let now = shop.app.clock.now();
    let sliding = chrono::Duration::minutes(20);
    let (sessions, name) = (&shop.app.sessions, random_id());
    let mut first = Stored::new(json!({ "by": "first" }), now);
    let mut second = Stored::new(json!({ "by": "second" }), now);
    assert!(sessions.write(&name, &mut first, sliding).await.unwrap());
    assert!(!sessions.write(&name, &mut second, sliding).await.unwrap(), "the session exists already");
    let mut read = sessions.load::<serde_json::Value>(&name, now, sliding).await.unwrap().unwrap();
    first.data = json!({ "by": "first again" });
    assert!(sessions.write(&name, &mut first, sliding).await.unwrap());
    read.data = json!({ "by": "a reader from before" });
    assert!(!sessions.write(&name, &mut read, sliding).await.unwrap());
    let kept = sessions.load::<serde_json::Value>(&name, now, sliding).await.unwrap().unwrap();
    assert_eq!(kept.data, json!({ "by": "first again" }));
    shop.stop().await;
}

#[tokio::test]
async fn carts_survive_a_restart() {
    let mut shop = Shop::open().await;
    let ada = shop.new_guest().await;
    ada.add_tours("adult", 2).await;
    shop.restart().await;
    let ada = ada.at_server(shop.address);
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    ada.add_tours("adult", 1).await;
    shop.stop().await;
}

/// A new browser with these current cookies of `shopper`.
fn new_browser_with_cookies_of(shop: &Shop, shopper: &Shopper, names: &[&str]) -> Shopper {
    let copy = shop.shopper();
    for name in names {
        copy.set_cookie(name, &shopper.cookie(name).unwrap());
    }
    copy
}

#[tokio::test]
async fn visitor_cookie_alone_does_not_open_the_session_of_its_browser() {
    let shop = Shop::open().await;
    let ada = shop.new_guest().await;
    let [eve, late] = [(); 2].map(|()| new_browser_with_cookies_of(&shop, &ada, &["midway_visitor", "XSRF-TOKEN"]));
    ada.add_tours("adult", 2).await;
    // Ada's browser also sends the session cookie.
    assert!(has_cart(&ada).await);
    assert!(!has_cart(&eve).await);
    assert_eq!(eve.session_cookie(), None);
    // A browser that still has the old cookie is a new visitor.
    late.add_tours("adult", 1).await;
    assert_eq!(late.get_lines().await[0]["quantity"], json!(1));
    assert_eq!(ada.get_lines().await[0]["quantity"], json!(2));
    assert_ne!(late.session_cookie(), ada.session_cookie());
    shop.stop().await;
}

#[tokio::test]
async fn concurrent_first_calls_fill_one_cart_with_all_tickets() {
    let shop = Shop::selling(&Catalogue::park().tour_capacity(100)).await;
    for has_session in [false, true] {
        let ada = shop.new_guest().await;
        if has_session {
            ada.post("/api/config/web-site/park", json!({})).await.expect_success();
        }
        let cookies: &[&str] =
            if has_session { &["midway_session", "XSRF-TOKEN"] } else { &["midway_visitor", "XSRF-TOKEN"] };
        let tabs: Vec<Shopper> = (0..6).map(|_| new_browser_with_cookies_of(&shop, &ada, cookies)).collect();
        let added = tabs.iter().map(|tab| async { tab.add_tours("adult", 1).await });
        futures_util::future::join_all(added).await;
        let sessions: Vec<_> = tabs.iter().filter_map(Shopper::session_cookie).collect();
        assert!(sessions.len() == 6 && sessions.iter().all(|other| *other == sessions[0]), "{has_session}");
        for tab in &tabs {
            assert_eq!(tab.get_lines().await[0]["quantity"], json!(6), "{has_session}");
        }
        assert_eq!(shop.count("SELECT COUNT(*) FROM cart").await, 1 + i64::from(has_session));
    }
    shop.stop().await;
}

#[tokio::test]
async fn late_call_after_sign_in_leaves_the_browser_signed_in() {
    let shop = Shop::open().await;
    let (ada, email) = (shop.shopper(), unique_email());
    ada.open_shop().await;
    ada.add_tours("adult", 1).await;
    let copy = || new_browser_with_cookies_of(&shop, &ada, &["midway_session", "midway_cart", "XSRF-TOKEN"]);
    let (late, later) = (copy(), copy());
    let without_cart = new_browser_with_cookies_of(&shop, &ada, &["midway_session", "XSRF-TOKEN"]);
    ada.try_register(&email, PASSWORD).await.expect_success();
    ada.sign_in(&email).await;
    for late in [&late, &without_cart] {
        let added = late.try_add(json!([line("leaflet", "free-leaflet", 1, None)])).await;
        let chosen = late.post("/api/config/web-site/park", json!({})).await;
        for answer in [added, chosen] {
            assert!(answer.expect_status(409).cookies().is_empty(), "{:?}", answer.cookies());
        }
        for path in ["/api/session", "/api/cart", "/api/cart/mini-cart"] {
            let answer = late.get(path).await;
            assert!(answer.expect_status(200).cookies().is_empty(), "{path}: {:?}", answer.cookies());
        }
    }
    assert!(ada.is_signed_in().await && has_cart(&ada).await);

    // A browser that missed the answer can sign in immediately. If it does not sign in, it continues as a guest after
    // half a minute, when no earlier call can still be running.
    later.sign_in(&email).await;
    assert!(later.is_signed_in().await);
    shop.clock.advance(chrono::Duration::seconds(31));
    late.get("/api/session").await.expect_status(200);
    assert_eq!(late.session_cookie(), None);
    for guest in [&late, &without_cart] {
        guest.add_tours("adult", 1).await;
        assert_eq!(guest.get_lines().await[0]["quantity"], json!(1), "{:?}", guest.session_cookie());
        assert!(!guest.is_signed_in().await);
    }
    shop.stop().await;
}

#[tokio::test]
async fn browser_that_did_not_receive_the_answer_to_its_sign_out_continues_as_a_guest() {
    let shop = Shop::open().await;
    let (ada, _) = shop.new_account().await;
    let [missed, reloads] =
        [(); 2].map(|()| new_browser_with_cookies_of(&shop, &ada, &["midway_session", "XSRF-TOKEN"]));
    ada.sign_out().await;
    ada.add_tours("adult", 1).await;
    missed.add_tours("adult", 1).await;
    assert!(!missed.is_signed_in().await && has_cart(&missed).await);
    reloads.open_shop().await;
    assert_eq!(reloads.session_cookie(), None);
    reloads.add_tours("adult", 1).await;
    shop.stop().await;
}
