//! The public door with a small server in the place of the app's: what the app is asked, what visitors get, and what is
//! cached.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use reqwest::Method;
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::support::catalogue::table::Table;
use crate::support::catalogue::{sale_contexts, weekend_bundle};
use crate::support::fake_app::{FakeApp, shop_with, shown};
use crate::support::raw_http::send;
use crate::support::shop::WORKER_OFF;
use crate::support::shopper::Shopper;
use crate::support::{Catalogue, Shop, until};

/// The park with promotions of all kinds.
fn park_with_offers() -> Catalogue {
    Catalogue::park().edit_tour(|tour| tour.tags(["garden"])).with(sale_contexts())
}

fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().unwrap()
}

async fn get(shop: &Shop, target: &str, headers: &[(&str, &str)]) -> reqwest::Response {
    let mut request = client().get(format!("http://{}{target}", shop.address));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

fn header(answer: &reqwest::Response, name: &str) -> Option<String> {
    answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
}

async fn status(shop: &Shop, target: &str) -> u16 {
    get(shop, target, &[]).await.status().as_u16()
}

#[tokio::test]
async fn private_page_gets_its_visitors_cookies_and_signed_address_and_nothing_else_of_the_visitor() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let sent = [
        ("host", "tickets.example.org"),
        ("cookie", "a=1"),
        ("user-agent", "A browser"),
        ("sec-fetch-site", "same-origin"),
        ("x-forwarded-for", "10.0.0.9, 203.0.113.7"),
        ("x-forwarded-host", "evil.example"),
        ("x-midway-visitor", "203.0.113.9;99999999999;forged"),
        ("x-middleware-subrequest", "middleware"),
        ("x-nonce", "known"),
        ("content-security-policy", "script-src 'nonce-known'"),
        ("connection", "close, x-hop"),
        ("x-hop", "1"),
        ("rsc", "1"),
        ("next-router-state-tree", "tree"),
    ];
    let page = get(&shop, "/cart?reroute=true&x=%20y", &sent).await;
    assert_eq!(page.status().as_u16(), 200);
    assert_eq!(
        (header(&page, "cache-control").as_deref(), header(&page, "x-robots-tag").as_deref()),
        (Some("no-store"), Some("noindex"))
    );
    assert_eq!(
        (header(&page, "x-private"), header(&page, "x-content-type-options").as_deref()),
        (None, Some("nosniff"))
    );
    let (policy, id) = (header(&page, "content-security-policy").unwrap(), header(&page, "x-request-id").unwrap());
    let seen = shown(&page.text().await.unwrap());
    assert_eq!(seen["target"], "/cart?reroute=true&x=%20y");
    let headers = seen["headers"].as_object().unwrap();
    let mut names: Vec<&str> = headers.keys().map(String::as_str).filter(|name| *name != "accept").collect();
    names.sort_unstable();
    let expected = [
        "content-security-policy",
        "cookie",
        "host",
        "next-router-state-tree",
        "rsc",
        "sec-fetch-site",
        "user-agent",
        "x-midway-revision",
        "x-midway-visitor",
        "x-request-id",
    ];
    assert_eq!(names, expected);
    assert_eq!((&headers["cookie"], &headers["x-request-id"]), (&json!("a=1"), &json!(id)));
    assert!(headers["host"].as_str().unwrap().starts_with("127.0.0.1:"), "not the visitor's: {}", headers["host"]);
    assert_eq!(headers["content-security-policy"], json!(policy));
    let nonce = policy.split("script-src 'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert!(nonce.len() == 32 && nonce != "known" && policy.contains("' 'strict-dynamic';"), "{policy}");
    let address = headers["x-midway-visitor"].as_str().unwrap();
    assert!(address.starts_with("203.0.113.7;"), "the entry that the trusted proxy wrote: {address}");
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn calls_of_the_app_count_for_the_visitor_whose_page_it_renders() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let address = shop.shopper().address;
    let page = get(&shop, "/cart", &[("x-forwarded-for", &address)]).await.text().await.unwrap();
    let sealed = shown(&page)["headers"]["x-midway-visitor"].as_str().unwrap().to_owned();
    // The attempts at tickets' codes are limited by address.
    let guess = async |headers: &[(&str, &str)]| {
        get(&shop, "/api/ticket/barcode/AAAABBBBCCCCDDDD", headers).await.status().as_u16()
    };
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(guess(&[("x-midway-visitor", &sealed), ("x-forwarded-for", "203.0.113.5")]).await);
    }
    assert_eq!(answers.last(), Some(&429), "{answers:?}");
    assert_eq!(guess(&[("x-forwarded-for", &address)]).await, 429, "the address of the header");
    assert_eq!(guess(&[("x-forwarded-for", &shop.shopper().address)]).await, 404);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn public_page_is_rendered_once_for_all_visitors_without_anything_of_theirs() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let target = "/product/single/tour?starting=2026-07-04";
    let of_ada = [
        ("cookie", "midway_session=ada"),
        ("user-agent", "ada"),
        ("accept-language", "de"),
        ("x-forwarded-host", "ada"),
    ];
    let first = get(&shop, &format!("{target}&utm_source=ada&ReturnUrl=/ada"), &of_ada).await;
    assert_eq!(first.status().as_u16(), 200);
    assert_eq!(header(&first, "cache-control").as_deref(), Some("public, max-age=0, s-maxage=1"));
    assert_eq!((header(&first, "set-cookie"), header(&first, "x-powered-by")), (None, None));
    assert_eq!(header(&first, "link").as_deref(), Some("</a.css>; rel=preload; as=\"style\""));
    let vary: Vec<_> = first.headers().get_all("vary").iter().map(|it| it.to_str().unwrap().to_owned()).collect();
    assert_eq!(vary, ["rsc", "Accept-Encoding"]);
    let policy = header(&first, "content-security-policy").unwrap();
    assert_eq!(policy.matches("sha256-").count(), 2, "the script of the app, and the style of a library: {policy}");
    assert!(policy.contains("script-src 'self' 'sha256-") && !policy.contains("nonce"), "{policy}");
    let html = first.text().await.unwrap();
    // From here on all answers are this rendering, however slow this machine is.
    app.answers_with(503);
    assert!(html.starts_with("<script>go(1)</script><script>evil()</script>"), "{html}");
    let seen = shown(&html);
    assert_eq!(seen["target"], target, "without the parameters that the page does not read");
    let mut names: Vec<&String> = seen["headers"].as_object().unwrap().keys().collect();
    names.sort_unstable();
    assert_eq!(names, ["accept", "content-security-policy", "host", "x-midway-revision"]);
    assert!(!html.contains("ada"), "{html}");

    let second =
        get(&shop, "/product/single/tour?gclid=1&starting=2026-07-04", &[("cookie", "midway_session=ben")]).await;
    assert_eq!(second.text().await.unwrap(), html);
    let head = client().head(format!("http://{}{target}", shop.address)).send().await.unwrap();
    assert_eq!((head.status().as_u16(), header(&head, "etag").is_some()), (200, true));
    assert_eq!(app.distinct_targets(), [target]);
    for no_day in ["tomorrow", "2026-02-30", "", "1"] {
        get(&shop, &format!("/product/single/tour?starting={no_day}"), &[]).await;
    }
    assert_eq!(app.distinct_targets(), ["/product/single/tour", target], "what is no day makes no page of its own");
    let etag = header(&head, "etag").unwrap();
    let again = get(&shop, target, &[("if-none-match", &etag)]).await;
    assert_eq!((again.status().as_u16(), again.text().await.unwrap().as_str()), (304, ""));
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn data_for_the_apps_router_has_its_own_entry_in_the_cache_for_what_the_router_says() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let tree = |tree: &'static str| [("rsc", "1"), ("next-router-state-tree", tree)];
    let read = async || {
        let document = get(&shop, "/", &[]).await.text().await.unwrap();
        let one = get(&shop, "/?_rsc=a", &tree("one")).await.text().await.unwrap();
        let two = get(&shop, "/?_rsc=b", &tree("two")).await.text().await.unwrap();
        [document, one, two]
    };
    let first = read().await;
    let trees = first.each_ref().map(|text| shown(text)["headers"]["next-router-state-tree"].clone());
    assert_eq!(trees, [Value::Null, json!("one"), json!("two")]);
    // A cache that does not know `rsc` must not keep a document at the address of the data.
    let page = get(&shop, "/?_rsc=a", &[]).await;
    assert_eq!(header(&page, "cache-control").as_deref(), Some("private, no-cache"));
    app.heard.hangs.store(true, Ordering::Relaxed);
    assert_eq!(read().await, first);
    // Without `rsc`, a document is asked for, whatever else is sent.
    let others = [("next-router-state-tree", "three"), ("next-url", "/x")];
    assert_eq!(get(&shop, "/", &others).await.text().await.unwrap(), first[0]);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn page_exists_if_what_it_shows_does() {
    let app = FakeApp::start().await;
    let catalogue = park_with_offers().with(weekend_bundle());
    let shop = shop_with(&app, &catalogue).await;
    for target in [
        "/",
        "/cart",
        "/product/single/tour",
        "/product/single/dynamic/tour",
        "/builder/weekend",
        "/product/multi/tag/winter",
        "/product/multi/verified/tag/school",
        "/privacy-policy",
        "/robots.txt",
        "/product/multi/promo",
        "/product/multi/promo/NOPE",
    ] {
        assert_eq!(status(&shop, target).await, 200, "{target}");
    }
    let shown_before = app.distinct_targets();
    for target in [
        "/nope",
        "/product/single/nope",
        "/product/single/%E0%A4%A",
        "/product/single/dynamic/book",
        "/builder/nope",
        "/product/multi/tag/nope",
        "/product/multi/pass/tag/a/b/c",
        "/product/single/nope?saleFlowId=5&promotionCode=TEN",
        "/_next/data/x.json",
        "/index.html",
        "//evil.example/",
        "/\\evil.example",
    ] {
        let page = get(&shop, target, &[]).await;
        assert_eq!(page.status().as_u16(), 404, "{target}");
        assert!(header(&page, "content-security-policy").is_some(), "{target}");
    }
    // Another visitor may be entitled to the offer.
    let missing = get(&shop, "/product/single/nope?saleFlowId=5&promotionCode=TEN", &[]).await;
    assert_eq!(header(&missing, "cache-control").as_deref(), Some("private, no-cache"));
    // A URL parser would read these as other paths, with which the app would answer.
    for target in ["/_next/static/../../cart", "/product/multi/promo/%2e%2e/%2e%2e/%2e%2e/cart", "/x/..\\cart"] {
        let request = format!("GET {target} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
        assert_eq!(send(shop.address, request.as_bytes()).await.status, 404, "{target}");
    }
    let missing: Vec<String> = app.distinct_targets().into_iter().filter(|it| !shown_before.contains(it)).collect();
    assert_eq!(missing, ["/not-found"], "all paths that do not exist share one page");
    assert_eq!(status(&shop, &format!("/{}", "a".repeat(9000))).await, 414);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn builder_that_edits_a_line_of_the_cart_is_rendered_for_its_visitor_alone() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park().with(weekend_bundle())).await;
    for (target, caching, cookie) in [
        ("/builder/weekend?line=1", Some("private, no-cache"), json!("a=1")),
        ("/product/single/tour?line=1", None, Value::Null),
        ("/builder/weekend", None, Value::Null),
    ] {
        let page = get(&shop, target, &[("cookie", "a=1")]).await;
        let is_private = header(&page, "cache-control").filter(|it| it.starts_with("private"));
        assert_eq!(is_private.as_deref(), caching, "{target}");
        let seen = shown(&page.text().await.unwrap());
        assert_eq!(seen["headers"]["cookie"], cookie, "{target}");
        assert_eq!(seen["target"].as_str().unwrap().contains("line=1"), caching.is_some(), "{target}");
    }
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn page_of_an_order_exists_only_for_its_account() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let (ada, _) = shop.new_account().await;
    let (ben, _) = shop.new_account().await;
    ada.buy_tours("adult", 1).await;
    let order = ada.get_order().await.json()["id"].as_str().unwrap().to_owned();
    let page = async |who: &Shopper, path: &str| who.get(path).await.status.as_u16();
    for path in [format!("/order-lookup/my/{order}"), format!("/ticket/account-grouping/{order}")] {
        assert_eq!(page(&ada, &path).await, 200, "{path}");
        let missing = ben.get(&path).await;
        assert_eq!((missing.status.as_u16(), &missing.headers["cache-control"]), (404, &"no-store".parse().unwrap()));
        // The page itself asks a guest to sign in.
        assert_eq!(page(&shop.shopper(), &path).await, 200, "{path}");
    }
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn page_whose_offer_depends_on_the_visitor_is_rendered_for_each_of_them() {
    let app = FakeApp::start().await;
    let asks_to_sign_in = |product: Table| product.set("requires_login_challenge", true);
    let catalogue = park_with_offers().edit_product("book", asks_to_sign_in);
    let shop = shop_with(&app, &catalogue).await;
    for target in [
        "/product/single/book",
        "/product/multi/tag/members",
        "/product/single/tour?promotionCode=TEN",
        "/product/single/advance/tour",
        "/product/multi/promo/TEN",
    ] {
        for who in ["ada", "ben"] {
            let page = get(&shop, target, &[("cookie", who)]).await;
            assert_eq!(header(&page, "cache-control").as_deref(), Some("private, no-cache"), "{target}");
            assert!(header(&page, "content-security-policy").unwrap().contains("nonce"), "{target}");
            let seen = shown(&page.text().await.unwrap());
            assert_eq!((&seen["target"], &seen["headers"]["cookie"]), (&json!(target), &json!(who)));
        }
    }
    shop.stop().await;
    app.stop().await;
}

/// One path for each page of the app.
fn examples(order: &str) -> Vec<String> {
    let app: Value = serde_json::from_str(include_str!("../../src/door/app.json")).unwrap();
    let path = |page: &Value| {
        let path = page["path"].as_str().unwrap();
        let id = if path.contains("product/single") { "tour" } else { order };
        path.replace("/[[...code]]", "/TEN")
            .replace("/[[...link]]", "")
            .replace("[...tags]", "winter")
            .replace("[id]", id)
    };
    app["pages"].as_array().unwrap().iter().map(path).collect()
}

#[tokio::test]
async fn no_page_shows_a_visitor_anything_of_another_in_any_order_of_their_visits() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &park_with_offers()).await;
    let (ada, _) = shop.new_account().await;
    let (ben, _) = shop.new_account().await;
    let guest = shop.new_guest().await;
    guest.add_tours("adult", 1).await;
    let visitors = BTreeMap::from([("ada", ada.clone()), ("ben", ben), ("guest", guest)]);
    ada.buy_tours("adult", 1).await;
    let order = ada.get_order().await.json()["id"].as_str().unwrap().to_owned();
    let secrets: BTreeMap<&str, String> =
        visitors.iter().map(|(name, who)| (*name, who.session_cookie().unwrap())).collect();
    let orders = [
        ["ada", "ben", "guest"],
        ["ada", "guest", "ben"],
        ["ben", "ada", "guest"],
        ["ben", "guest", "ada"],
        ["guest", "ada", "ben"],
        ["guest", "ben", "ada"],
    ];
    let paths = examples(&order);
    assert!(paths.len() > 40, "{paths:?}");
    for visits in orders {
        // A new revision begins with an empty cache.
        shop.import(&park_with_offers().setting("description", visits.join(" "))).await;
        for path in &paths {
            for name in visits {
                let text = visitors[name].get(path).await.text();
                for (other, secret) in &secrets {
                    let is_own = *other == name;
                    assert!(is_own || !text.contains(secret.as_str()), "{path} shows {name} the session of {other}");
                }
            }
        }
    }
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn import_is_seen_at_once_on_a_cached_page() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let read = async || get(&shop, "/product/single/tour", &[]).await.text().await.unwrap();
    let before = read().await;
    shop.import(&Catalogue::park().adult_price(9999)).await;
    assert_ne!(read().await, before, "rendered again");
    get(&shop, "/product/single/leaflet", &[]).await;
    shop.import(&Catalogue::park().without("product", "leaflet")).await;
    assert_eq!(status(&shop, "/product/single/leaflet").await, 404);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn stored_page_is_answered_while_the_app_is_killed_and_another_page_says_that_the_shop_is_unavailable() {
    let app = FakeApp::start().await;
    let catalogue = Catalogue::park().setting("style_key", "garden").message("away.title", "Back in a moment");
    let shop = shop_with(&app, &catalogue).await;
    let stored = get(&shop, "/", &[]).await.text().await.unwrap();
    let address = app.url.trim_start_matches("http://").to_owned();
    app.stop().await;
    // The page is answered from the cache, and once it is older than two seconds, it says that it is late.
    let late = until("the page is late", || async {
        let page = get(&shop, "/", &[]).await;
        assert_eq!(page.status().as_u16(), 200);
        header(&page, "x-midway-stale").is_some().then_some(page)
    })
    .await;
    assert_eq!(late.text().await.unwrap(), stored);
    for target in ["/cart", "/terms-of-use"] {
        let page = get(&shop, target, &[]).await;
        assert_eq!(page.status().as_u16(), 503, "{target}");
        assert_eq!(
            (header(&page, "retry-after").as_deref(), header(&page, "cache-control").as_deref()),
            (Some("30"), Some("no-store"))
        );
        let policy = header(&page, "content-security-policy").unwrap();
        let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap().to_owned();
        let html = page.text().await.unwrap();
        assert!(
            html.contains(&format!("<style nonce=\"{nonce}\">@layer")) && html.contains("--brand: light-dark("),
            "{html}"
        );
        assert!(html.contains("<body class=\"garden\" data-style-key=\"garden\">"), "{html}");
        assert!(html.contains("<h1>Back in a moment</h1>") && html.contains("Cedar Park"), "{html}");
        assert!(html.contains("The shop is temporarily unavailable."), "{html}");
    }
    shop.new_guest().await.add_tours("adult", 1).await;
    let app = FakeApp::start_at(&address).await;
    until("the app is found again", || async { (status(&shop, "/cart").await == 200).then_some(()) }).await;
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn stored_page_is_answered_while_the_app_hangs_or_fails() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    get(&shop, "/", &[]).await;
    for is_hanging in [false, true] {
        app.heard.hangs.store(is_hanging, Ordering::Relaxed);
        app.answers_with(500);
        until("the page is late", || async {
            let page = get(&shop, "/", &[]).await;
            assert_eq!(page.status().as_u16(), 200);
            header(&page, "x-midway-stale")
        })
        .await;
    }
    app.heard.hangs.store(false, Ordering::Relaxed);
    assert_eq!(status(&shop, "/terms-of-use").await, 503, "nothing is stored");
    assert_eq!(status(&shop, "/cart").await, 500, "the app itself says what is wrong");
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn server_that_is_slow_with_one_page_still_renders_others() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    app.heard.hangs.store(true, Ordering::Relaxed);
    assert_eq!(status(&shop, "/cart").await, 503);
    app.heard.hangs.store(false, Ordering::Relaxed);
    assert_eq!(status(&shop, "/checkout").await, 200, "the server was not left out");
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn page_of_a_guest_counts_as_no_change_so_that_answers_about_availability_stay_shared() {
    let app = FakeApp::start().await;
    // The worker makes changes of its own.
    let shop = Shop::selling_with(&Catalogue::park(), &[("APP_URL", &app.url), WORKER_OFF]).await;
    let before = shop.app.db.changes();
    let pages = 20;
    for _ in 0..pages {
        assert_eq!((status(&shop, "/cart").await, status(&shop, "/health/ready").await), (200, 200));
    }
    // What follows the import may make a few changes meanwhile, but none for each page.
    assert!(shop.app.db.changes() - before < pages);
    let before = shop.app.db.changes();
    shop.new_guest().await.add_tours("adult", 1).await;
    assert!(shop.app.db.changes() > before);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn servers_of_the_app_share_the_requests_and_one_that_fails_is_left_out_until_it_answers_again() {
    let (one, other) = (FakeApp::start().await, FakeApp::start().await);
    let urls = format!("{},{}", one.url, other.url);
    let shop = Shop::selling_with(&Catalogue::park(), &[("APP_URL", &urls)]).await;
    // While the first is busy, the second is asked.
    one.heard.hangs.store(true, Ordering::Relaxed);
    let address = shop.address;
    let waiting = tokio::spawn(async move { client().get(format!("http://{address}/cart")).send().await });
    until("the first is busy", || async { (one.targets().len() == 1).then_some(()) }).await;
    assert_eq!(status(&shop, "/cart").await, 200);
    assert_eq!(other.targets().len(), 1);
    waiting.abort();
    let first = one.url.trim_start_matches("http://").to_owned();
    one.stop().await;
    for _ in 0..4 {
        assert_eq!(status(&shop, "/cart").await, 200, "the second answers for the first");
    }
    assert!(other.targets().len() >= 5, "{:?}", other.targets());
    let one = FakeApp::start_at(&first).await;
    until("the first is asked again", || async {
        assert_eq!(status(&shop, "/cart").await, 200);
        (!one.targets().is_empty()).then_some(())
    })
    .await;
    shop.stop().await;
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn page_that_needs_the_database_is_unavailable_with_it_and_the_home_page_is_shown() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park().with(weekend_bundle())).await;
    shop.app.db.clone().close().await.unwrap();
    for target in ["/cart", "/checkout", "/product/single/tour", "/builder/weekend"] {
        let page = get(&shop, target, &[]).await;
        assert_eq!((page.status().as_u16(), header(&page, "retry-after").as_deref()), (503, Some("30")), "{target}");
    }
    assert_eq!(status(&shop, "/").await, 200);
    let mut shop = shop;
    shop.restart().await;
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn page_without_a_form_accepts_only_reads_and_is_shown_again_after_a_post() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    let send = async |method: Method, target: &str| {
        let sent = client().request(method, format!("http://{}{target}", shop.address)).body("typed=1").send();
        let answer = sent.await.unwrap();
        (answer.status().as_u16(), header(&answer, "location"))
    };
    let again = "/authenticate/register?ReturnUrl=%2Fcart";
    assert_eq!(send(Method::POST, again).await, (303, Some(again.to_owned())));
    assert_eq!(send(Method::POST, "//evil.example/cart").await, (404, None), "not a redirect to another host");
    for method in [Method::PUT, Method::DELETE, Method::TRACE, Method::OPTIONS] {
        assert_eq!(send(method.clone(), "/cart").await, (405, None), "{method}");
    }
    assert_eq!(app.targets().len(), 0);
    shop.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn calls_are_answered_in_the_same_process_and_without_an_app_there_are_no_pages() {
    let app = FakeApp::start().await;
    let shop = shop_with(&app, &Catalogue::park()).await;
    for (path, expected) in [("/api/settings", 200), ("/health/live", 200), ("/api/nothing", 404), ("/apis", 404)] {
        assert_eq!(status(&shop, path).await, expected, "{path}");
    }
    assert_eq!(app.targets(), ["/not-found"], "the page for /apis");
    let replica = shop.replica_with(&[("APP_URL", "")]).await;
    let page = replica.shopper().get("/").await;
    assert_eq!((page.status.as_u16(), &page.json()["success"]), (404, &json!(false)));
    replica.stop().await;
    shop.stop().await;
    app.stop().await;
}
