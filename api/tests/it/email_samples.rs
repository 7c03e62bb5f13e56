//! `midway email-samples`: a sample of each kind of e-mail, filled from the demo catalogue.

use std::path::{Path, PathBuf};

use chrono::{TimeZone, Utc};
use midway::config::Config;
use midway::ops::email_samples::samples;
use midway::shop::site::{EmailKind, EmailSample};
use sea_orm::Iterable;

use crate::support::process::run_to_end;

fn catalog() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog")
}

/// The samples of a shop with these variables.
fn samples_with(variables: &[(&str, &str)]) -> Vec<EmailSample> {
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let config = Config::from_variables(&variables).unwrap();
    samples(config, &catalog(), Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()).unwrap().unwrap()
}

#[test]
fn each_kind_of_email_has_a_sample_in_html_and_text() {
    let samples = samples_with(&[]);
    for kind in EmailKind::iter() {
        let begins = format!("<{}-", kind.name());
        assert!(samples.iter().any(|sample| sample.email.message_id.starts_with(&begins)), "{kind:?}");
    }
    for EmailSample { name, email } in &samples {
        for form in [&email.html, &email.text] {
            assert!(form.contains("Merrow Point"), "{name} names the shop: {form}");
            assert!(!form.contains("{{"), "{name} has a placeholder without a value: {form}");
        }
        assert!(!email.html.contains("src=\"http"), "{name} loads nothing from the network: {}", email.html);
        for picture in email.html.split("cid:").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            assert!(email.pictures.iter().any(|it| it.content_id == picture), "{name} has the picture {picture}");
        }
    }
}

/// Gmail hides what follows after this many bytes of an e-mail.
const MAX_HTML_LENGTH: usize = 102 * 1024;

/// What common mail programs do not show, or remove with everything around it: Outlook for Windows renders with Word
/// and ignores flexible boxes, grids, positions and background pictures; webmail removes scripts, forms, frames,
/// vector pictures, linked style sheets and imports.
const NOT_SHOWN: [&str; 17] = [
    "<script",
    "<form",
    "<input",
    "<iframe",
    "<svg",
    "<video",
    "<link ",
    "@import",
    "@font-face",
    "display:flex",
    "display:grid",
    "position:",
    "float:",
    "background-image",
    "url(",
    "var(--",
    "javascript:",
];

#[test]
fn every_email_stays_within_the_limits_of_common_mail_programs() {
    for EmailSample { name, email } in samples_with(&[("PUBLIC_URL", "https://tickets.example.org")]) {
        let html = &email.html;
        assert!(html.len() < MAX_HTML_LENGTH, "{name} has {} bytes", html.len());
        for part in NOT_SHOWN {
            assert!(!html.contains(part), "{name} contains {part}");
        }
        for (tag, needed) in [
            ("<table", &["role=\"presentation\"", "cellpadding=\"0\"", "cellspacing=\"0\""][..]),
            ("<img", &["width=", "height=", "alt=", "src=\"cid:"]),
            ("<a ", &["href=\"", "style="]),
            ("<html", &["lang="]),
        ] {
            for element in html.split(tag).skip(1).map(|rest| rest.split('>').next().unwrap()) {
                assert!(needed.iter().all(|it| element.contains(it)), "{name}: {tag}{element}> without {needed:?}");
            }
        }
        for target in html.split("href=\"").skip(1) {
            assert!(target.starts_with("https://") || target.starts_with("tel:"), "{name}: {}", &target[..40]);
        }
        assert_eq!(html.matches("<h1").count(), 1, "{name} has one title");
        assert_eq!(html.matches("class=\"button\"").count(), 1, "{name} has one button");
        assert!(email.text.lines().all(|line| line.len() <= 998), "{name}: lines of at most 998 octets (RFC 5322)");
        let button = html.split("class=\"button\"").nth(1).unwrap();
        let link = button.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(email.text.contains(&link.replace("&#38;", "&")), "{name}: the text has the link {link}");
    }
}

#[test]
fn emails_name_the_saving_of_a_code_the_next_step_of_a_pass_and_everybody_of_a_party() {
    let samples = samples_with(&[("PUBLIC_URL", "https://tickets.example.org")]);
    for (name, parts) in [
        ("order-with-package", &["HARBOR discount, included: \u{2212}$12.00\n"][..]),
        (
            "order-with-payment-plan",
            &[
                "Your pass is ready. Reserve the day you'd like to visit.",
                "https://tickets.example.org/reservation/begin\n",
            ],
        ),
        (
            "reservation-confirmed",
            &[
                "Party: 4 people\nNora Harper\nIda Harper\nChildren without tickets: 1\nFriends on a bring-a-friend day: 1\n",
                "https://tickets.example.org/reservation/my/sample?code=R4VX8KQ2\n",
            ],
        ),
    ] {
        let email = &samples.iter().find(|sample| sample.name == name).unwrap().email;
        for part in parts {
            assert!(email.text.contains(part), "{name} says {part}: {}", email.text);
        }
    }
    let tickets = &samples.iter().find(|sample| sample.name == "order-with-tickets").unwrap().email;
    assert!(!tickets.text.contains("/reservation/begin") && !tickets.text.contains("discount, included"));
}

#[test]
fn every_email_of_a_test_shop_begins_with_the_test_shop_notice() {
    const NOTICE: &str = "Test shop: no money is taken, and its tickets admit nobody.";
    for EmailSample { name, email } in samples_with(&[("MIDWAY_TEST_SHOP", "on")]) {
        assert!(email.text.starts_with(&format!("{NOTICE}\n\n")), "{name}: {}", email.text);
        let (_, body) = email.html.split_once("<body").unwrap();
        let (_, body) = body.split_once('>').unwrap();
        assert!(body.trim_start().starts_with(&format!("<p><strong>{NOTICE}</strong></p>")), "{name}: {body}");
    }
}

#[tokio::test]
async fn email_samples_command_writes_files_that_a_browser_can_show() {
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("samples");
    let (to, catalog) = (written.to_str().unwrap(), catalog());
    let said = run_to_end(&[], &["email-samples", to, "--catalog", catalog.to_str().unwrap()]).await;
    assert_eq!(said.code, 0, "{}", said.err);
    let order = std::fs::read_to_string(written.join("order-with-tickets.html")).unwrap();
    // The codes, the logo and a picture of a product.
    for kind in ["png", "webp", "jpeg"] {
        assert!(order.contains(&format!("src=\"data:image/{kind};base64,")), "{kind}");
    }
    assert!(!order.contains("cid:"));
    let files = std::fs::read_dir(&written).unwrap().count();
    assert_eq!(said.out, format!("{} samples are in {to}\n", files / 2));

    let said = run_to_end(&[], &["email-samples", to, "--catalog", to]).await;
    assert_eq!(said.code, 1, "a folder without a catalogue is refused: {}", said.out);
}
