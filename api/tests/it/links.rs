//! `midway links FILE`: what a visitor without an account finds at the links of marketing.

use midway::ops::links::check;

use crate::support::catalogue::sale_contexts;
use crate::support::catalogue::table::{product, redirect, schedule, selection, timed_show, variant};
use crate::support::shop::WORKER_OFF;
use crate::support::{Catalogue, Shop};
use crate::ticket_revocation::run_command;

async fn open_shop() -> Shop {
    let past = [
        timed_show("past", "Past tour"),
        schedule("pasts", "past").until("2026-11-19").capacity(5).slots(["10:00"]),
        product("past-tour", "Past tour")
            .short_description("A tour that has no more dates.")
            .with(selection(["past"]))
            .with(variant("past-adult", "Adult").price(10_00)),
        redirect("/summer", "/product/single/tour"),
        redirect("/winter", "/product/single/gone"),
        redirect("/elsewhere", "https://www.example.org/tickets"),
    ];
    let catalogue =
        Catalogue::park().edit_tour(|tour| tour.tags(["garden"])).setting("redirect_hosts", vec!["www.example.org"]);
    Shop::selling_with(&catalogue.with(sale_contexts()).with(past), &[WORKER_OFF]).await
}

#[tokio::test]
async fn each_link_is_followed_to_what_a_visitor_can_buy_there() {
    let shop = open_shop().await;
    let base = shop.app.config.public_url.as_str().trim_end_matches('/').to_owned();
    let expected = [
        ("/", "ok: the page /"),
        ("/find?words=tour", "ok: the page /find"),
        ("/product/single/tour?utm_source=mail", "ok: Tour, from $13.75, next on Friday, November 20, 2026"),
        ("/product/single/past-tour", "SOLD OUT: Past tour"),
        ("/product/single/gone", "DEAD: the shop has no such page"),
        ("/product/single/tour?promotionCode=two", "ok: Tour, from $13.75, next on Friday, November 20, 2026"),
        ("/product/single/tour?promotionCode=nope", "WRONG CODE: no promotion has the code nope"),
        ("/product/multi/promo/TWO", "ok: Tour"),
        ("/product/multi/promo/PAST", "ENDED: its promotion is over"),
        ("/product/multi/promo/COMING", "NOT YET: its promotion has not begun"),
        ("/product/multi/promo", "ok: the page /product/multi/promo/[[...code]]"),
        ("/product/multi/tag/winter", "ok: Winter walk"),
        ("/product/multi/tag/spring", "ENDED: its promotion is over"),
        ("/product/multi/tag/summer", "NOT YET: its promotion has not begun"),
        ("/product/multi/tag/nope", "DEAD: the shop has no such page"),
        ("/product/multi/tag/members", "ok: asks the visitor to sign in"),
        ("/profile/nope", "DEAD: the shop has no such page"),
        ("https://www.example.org/tickets", "not checked: it leads to www.example.org"),
        ("mailto:tickets@example.org", "NOT A LINK: it is neither a path that begins with / nor an http(s) URL"),
    ];
    let file = shop.data().join("links.txt");
    let links: Vec<String> = expected.iter().map(|(link, _)| (*link).to_owned()).collect();
    std::fs::write(&file, format!("# the newsletter\n\n{}\n{base}/product/single/tour\n", links.join("\n"))).unwrap();
    let report = check(&shop.app, &file).await.unwrap();
    assert_eq!(report.links.len(), expected.len() + 1, "without the comment and the empty line");
    for ((link, checked), (_, finding)) in report.links.iter().zip(expected) {
        assert_eq!((checked.finding.to_string().as_str(), checked.redirects.len()), (finding, 0), "{link}");
    }
    let (_, absolute) = report.links.last().unwrap();
    assert!(absolute.finding.to_string().starts_with("ok: Tour"), "{}", absolute.finding);
    assert_eq!(report.count_bad(), 10);
    shop.stop().await;
}

#[tokio::test]
async fn redirects_are_followed_to_their_end() {
    let shop = open_shop().await;
    let file = shop.data().join("links.txt");
    std::fs::write(&file, "/summer\n/winter\n/elsewhere\n/cart/\n").unwrap();
    let report = check(&shop.app, &file).await.unwrap();
    let seen: Vec<(usize, String)> =
        report.links.iter().map(|(_, it)| (it.redirects.len(), it.finding.to_string())).collect();
    assert_eq!(seen[0], (1, "ok: Tour, from $13.75, next on Friday, November 20, 2026".to_owned()));
    assert_eq!(seen[1], (1, "DEAD: the shop has no such page".to_owned()));
    assert_eq!(seen[2], (1, "not checked: it leads to www.example.org".to_owned()));
    assert_eq!(seen[3], (1, "ok: the page /cart".to_owned()), "a path with a final slash");
    shop.stop().await;
}

#[tokio::test]
async fn command_fails_if_a_link_is_bad() {
    let shop = open_shop().await;
    let file = shop.data().join("links.txt");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "/product/single/tour\n").unwrap();
    let now = shop.app.clock.now();
    let said = run_command(&shop, now, &["links", path]).await;
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.ends_with("1 links, 0 of them bad\n"), "{}", said.out);
    std::fs::write(&file, "/product/single/gone\n").unwrap();
    let said = run_command(&shop, now, &["links", path]).await;
    assert_eq!(said.code, 1);
    assert!(said.out.contains("/product/single/gone\n  DEAD"), "{}", said.out);
    let said = run_command(&shop, now, &["links", "no-such-file"]).await;
    assert_eq!(said.code, 1);
    assert!(said.err.contains("no-such-file cannot be read"), "{}", said.err);
    shop.stop().await;
}
