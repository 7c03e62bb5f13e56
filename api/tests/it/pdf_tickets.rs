//! PDF tickets, checked with qpdf and poppler, which `scripts/test` installs.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use tokio::process::Command;

use crate::purchases::{media_codes, read_qrs};
use crate::support::catalogue::{donations_and_order_fee, season_passes};
use crate::support::shop::shop_with_pictures;
use crate::support::shopper::{SATURDAY_NOON, Shopper, line};
use crate::support::{Catalogue, Shop};

async fn run(program: &str, arguments: &[&str], file: &Path) -> Output {
    let output = Command::new(program).args(arguments).arg(file).output().await;
    output.unwrap_or_else(|error| panic!("no {program}: `scripts/test sqlite` installs it ({error})"))
}

pub async fn text_of(file: &Path, page: usize) -> String {
    let page = page.to_string();
    // The file name `-` makes pdftotext write the text to standard output.
    let output = Command::new("pdftotext").args(["-f", &page, "-l", &page]).arg(file).arg("-").output().await;
    let text = String::from_utf8(output.expect("no pdftotext: `scripts/test sqlite` installs it").stdout).unwrap();
    // Line breaks depend on the layout.
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Renders a page as a picture.
async fn render(file: &Path, page: usize, dots_per_inch: &str) -> Vec<u8> {
    let (folder, page) = (tempfile::tempdir().unwrap(), page.to_string());
    let picture = folder.path().join("page");
    let drawn = Command::new("pdftoppm")
        .args(["-r", dots_per_inch, "-gray", "-png", "-singlefile", "-f", &page, "-l", &page])
        .args([file, &picture])
        .status()
        .await;
    assert!(drawn.unwrap().success());
    std::fs::read(picture.with_extension("png")).unwrap()
}

/// Buys six tickets for Saturday and a pass for a name with non-ASCII letters.
async fn buy_tickets(shop: &Shop) -> (Shopper, Value) {
    let (ada, _) = shop.new_account().await;
    let pass = json!({ "productId": "season", "productVariantId": "season-adult", "quantity": 1 });
    ada.try_add(json!([line("tour", "adult", 6, Some(SATURDAY_NOON)), pass])).await.expect_success();
    let pass = ada.get("/api/cart/pass").await.json()["passes"][0]["extCartTicketId"].as_str().unwrap().to_owned();
    let zoe = json!({
        "firstName": "Zoë", "lastName": "Müller-Łukasz", "birthDate": "1990-12-10", "address1": "12 Quay Street",
        "city": "Albany", "state": "NY", "zip": "12207", "phoneNumber": "5185550123",
    });
    ada.post(&format!("/api/cart/pass/{pass}"), zoe).await.expect_success();
    let order = ada.check_out().await;
    (ada, order["orderId"].clone())
}

pub fn pdf_path(order: &Value) -> String {
    format!("/api/order/digital-tickets/pdf/{}", order.as_str().unwrap())
}

#[tokio::test]
async fn pdf_has_all_tickets_of_an_order_with_codes_that_a_gate_can_read() {
    let shop = Shop::selling(&Catalogue::park().with(season_passes())).await;
    let (ada, order) = buy_tickets(&shop).await;
    let answer = ada.get(&pdf_path(&order)).await;
    answer.expect_status(200);
    let number = ada.get_order().await.json()["invoiceNumber"].as_str().unwrap().to_owned();
    assert_eq!(answer.headers["content-type"], "application/pdf");
    assert_eq!(answer.headers["content-disposition"], format!("attachment; filename=\"tickets-{number}.pdf\""));
    assert_eq!(answer.headers["cache-control"], "no-store");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, &answer.body).unwrap();

    let checked = run("qpdf", &["--check"], &file).await;
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let fonts = String::from_utf8(run("pdffonts", &[], &file).await.stdout).unwrap();
    let fonts: Vec<Vec<&str>> = fonts.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(fonts.len(), 2, "{fonts:?}");
    // The last columns of pdffonts' table are: embedded, subset, with Unicode mapping, object, generation.
    assert!(fonts.iter().all(|font| font[font.len() - 5..font.len() - 2] == ["yes", "yes", "yes"]), "{fonts:?}");
    let about = String::from_utf8(run("pdfinfo", &[], &file).await.stdout).unwrap();
    let said = |name: &str| about.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    assert_eq!((said("Title:").as_str(), said("Tagged:").as_str()), ("Tickets, Cedar Park", "yes"));
    let pages: usize = said("Pages:").parse().unwrap();
    assert!(pages > 1, "seven tickets are more than a page");

    let mut sold = media_codes(&ada.get("/api/order/digital-tickets").await.text());
    assert_eq!(sold.len(), 7);
    let (mut printed, mut whole) = (Vec::new(), String::new());
    for page in 1..=pages {
        let text = text_of(&file, page).await;
        let on_page: Vec<&String> = sold.iter().filter(|code| text.contains(code.as_str())).collect();
        assert!(!on_page.is_empty(), "{text}");
        // No ticket is split between pages: each page has the texts of all its codes.
        assert_eq!(text.matches("Cedar Park").count(), on_page.len(), "{text}");
        assert_eq!(text.matches("1 Gate Road").count(), on_page.len(), "{text}");
        assert_eq!(text.matches("Where").count(), on_page.len(), "{text}");
        // A gate can read the signed code of each ticket. Several resolutions simulate a reader at different distances.
        let mut read = BTreeSet::new();
        for dots_per_inch in ["300", "240", "400"] {
            if read.len() < on_page.len() {
                read.extend(read_qrs(&render(&file, page, dots_per_inch).await));
            }
        }
        for token in read {
            let claims = shop.app.tickets.public_keys().claims(&token).unwrap();
            assert!(text.contains(&claims.media_code));
            printed.push(claims.media_code);
        }
        whole = format!("{whole} {text}");
    }
    printed.sort();
    sold.sort();
    assert_eq!(printed, sold);
    for words in ["Zoë Müller-Łukasz", "Season pass", "Gold", "Saturday, November 21, 2026, 12:00 PM", "Tour", "Adult"]
    {
        assert!(whole.contains(words), "{words}: {whole}");
    }
    assert!(whole.contains("Friday, November 20, 2026 to Friday, November 19, 2027"), "{whole}");

    let mail = shop.wait_for_emails(1).await.remove(0);
    assert!(mail.pdf.as_ref() == Some(&answer.body), "the e-mail has the same file");
    shop.stop().await;
}

#[tokio::test]
async fn five_tickets_are_shared_by_two_pages_and_the_pdf_embeds_each_picture_once() {
    let shop = shop_with_pictures().await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 5).await["orderId"].clone();
    let html = ada.get("/api/order/digital-tickets").await.text();
    assert_eq!(html.matches("<div class=\"ticket-photo\"><img src=\"/api/picture/").count(), 5, "{html}");
    let sold = media_codes(&html);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    let pdf = ada.get(&pdf_path(&order)).await.body;
    assert!(pdf.len() < 120_000, "{} bytes", pdf.len());
    std::fs::write(&file, pdf).unwrap();
    assert!(run("qpdf", &["--check"], &file).await.status.success());
    for (page, count) in [(1, 3), (2, 2), (3, 0)] {
        let text = text_of(&file, page).await;
        assert_eq!(sold.iter().filter(|code| text.contains(code.as_str())).count(), count, "{text}");
    }
    // The columns of the table are: page, number, type, width, height, color, components, bits, encoding, interpolation,
    // object. Each ticket shows both pictures.
    let table = String::from_utf8(run("pdfimages", &["-list"], &file).await.stdout).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.iter().all(|row| row[8] == "jpeg"), "{table}");
    let objects: BTreeSet<[&str; 3]> = rows.iter().map(|row| [row[3], row[4], row[10]]).collect();
    let sizes: Vec<[&str; 2]> = objects.iter().map(|[width, height, _]| [*width, *height]).collect();
    assert_eq!(sizes, [["189", "63"], ["267", "400"]], "{table}");
    shop.stop().await;
}

#[tokio::test]
async fn revoked_ticket_has_no_code_in_the_pdf() {
    let shop = Shop::open().await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 2).await["orderId"].clone();
    let sold = media_codes(&ada.get("/api/order/digital-tickets").await.text());
    midway::ops::void::void(&shop.app, &sold[0]).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tickets.pdf");
    std::fs::write(&file, ada.get(&pdf_path(&order)).await.body).unwrap();
    let text = text_of(&file, 1).await;
    assert!(text.contains(&sold[1]) && !text.contains(&sold[0]), "{text}");
    assert!(text.contains("No longer valid") && text.contains("it was canceled"), "{text}");
    shop.stop().await;
}

#[tokio::test]
async fn pdf_is_shown_only_to_visitors_who_may_see_the_order() {
    let shop = Shop::selling(&Catalogue::park().with(donations_and_order_fee())).await;
    let ada = shop.shopper();
    let order = ada.buy_tours("adult", 1).await["orderId"].clone();
    let (id, token) = shop.wait_for_emails(1).await.remove(0).order_link();
    let reader = shop.new_guest().await;
    let unknown = reader.get(&pdf_path(&json!("nosuchorder"))).await;
    let of_another = reader.get(&pdf_path(&order)).await;
    assert_eq!(unknown.expect_status(404).text(), of_another.expect_status(404).text());
    let link = json!({ "extOrderTokenId": id, "token": token, "phoneNumber": "(518) 555-0123" });
    reader.post("/api/order/details/external", link).await.expect_success();
    reader.get(&pdf_path(&order)).await.expect_status(200);

    // The buyer's account can open the PDF in every browser.
    let (member, email) = shop.new_account().await;
    let order = member.buy_tours("adult", 1).await["orderId"].clone();
    let elsewhere = shop.new_guest().await;
    elsewhere.get(&pdf_path(&order)).await.expect_status(404);
    elsewhere.sign_in(&email).await;
    assert!(elsewhere.get(&pdf_path(&order)).await.expect_status(200).body.starts_with(b"%PDF-"));

    // A donation has no tickets.
    let giver = shop.new_guest().await;
    let gift = json!({ "items": [{ "productVariantId": "gift", "amount": 12.5 }] });
    giver.post("/api/cart/add-donation", gift).await.expect_success();
    let given = giver.check_out().await;
    giver.get(&pdf_path(&given["orderId"])).await.expect_status(404);
    shop.stop().await;
}
