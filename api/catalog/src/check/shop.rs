//! Rules for the settings, the texts and the redirects.

use std::collections::{HashMap, HashSet};

use lettre::message::Mailbox;
use url::Url;

use super::{Check, MAX_TEXT_LENGTH, is_link, is_path};
use crate::files::Settings;
use crate::load::is_setting;
use crate::problem::Problem;
use crate::suggestion::did_you_mean;
use crate::texts::{self, written_placeholders};

const MAX_MENU_LINKS: usize = 8;

pub(crate) fn check(check: &mut Check) {
    settings(check);
    own_texts(check);
    redirects(check);
}

/// Whether this is a colour `#rrggbb` on which white text is readable: with a contrast of at least 4.5:1, as WCAG 2.2
/// requires of text (success criterion 1.4.3).
fn is_readable_under_white(color: &str) -> bool {
    let Some(digits) = color.strip_prefix('#').filter(|digits| digits.len() == 6) else { return false };
    let Ok(rgb) = u32::from_str_radix(digits, 16) else { return false };
    let linear = |shift: u32| {
        let value = f64::from((rgb >> shift) & 0xff) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
    1.05 / (luminance + 0.05) >= 4.5
}

/// Checks a color below white text.
pub(super) fn color_under_white(check: &mut Check, (table, position, key): (&'static str, usize, &str), color: &str) {
    check.say_unless(is_readable_under_white(color), table, position, key, || {
        format!("\"{color}\" is not a color like `#1f4f63` on which white text has a contrast of at least 4.5:1")
    });
}

fn settings(check: &mut Check) {
    let written = check.origins.of("settings", 0).is_some();
    let readable = !check.origins.has_broken("settings");
    if !written && readable {
        check.problems.push(Problem::of_folder("there is no [settings]"));
    }
    if !written || !readable {
        return;
    }
    let settings = &check.folder.settings;
    check.line("settings", 0, "web_site_name", &settings.web_site_name);
    check.long_text("settings", 0, "description", &settings.description);
    check.theme_key("settings", 0, "style_key", settings.style_key.as_deref());
    check.optional_line("settings", 0, "site_message", settings.site_message.as_deref());
    if let Some(file) = &settings.site_logo {
        check.picture_name("settings", 0, "site_logo", file);
    }
    if let Some(picture) = &settings.lead_picture {
        check.picture_name("settings", 0, "lead_picture.file", &picture.file);
        check.line("settings", 0, "lead_picture.alt", &picture.alt);
    }
    menu(check, settings);
    for (key, link) in [
        ("smart_login_url", &settings.smart_login_url),
        ("login_url", &settings.login_url),
        ("register_url", &settings.register_url),
        ("logout_url", &settings.logout_url),
        ("profile_url", &settings.profile_url),
        ("privacy_policy_url", &settings.privacy_policy_url),
        ("terms_of_sale_url", &settings.terms_of_sale_url),
        ("terms_of_use_url", &settings.terms_of_use_url),
    ] {
        if let Some(link) = link {
            check.say_unless(is_link(link), "settings", 0, key, || not_a_link(key, link));
        }
    }
    for (key, code) in
        [("analytics_id", &settings.analytics_id), ("analytics_site_code", &settings.analytics_site_code)]
    {
        if let Some(code) = code {
            let good = (1..=60).contains(&code.len())
                && code.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
            check.say_unless(good, "settings", 0, key, || {
                format!("`{key}` is letters, digits, `-`, `_` and `.`, at most 60")
            });
        }
    }
    if let Some(phone) = &settings.phone {
        let digits = phone.chars().filter(char::is_ascii_digit).count();
        let good = (3..=15).contains(&digits) && phone.chars().all(|c| c.is_ascii_digit() || " ()+-.".contains(c));
        check.say_unless(good, "settings", 0, "phone", || {
            format!("\"{phone}\" is not a phone number: 3 to 15 digits, with blanks, `+`, `-`, `.`, `(` and `)`")
        });
    }
    if let Some(sender) = &settings.mail_from {
        check.say_unless(sender.parse::<Mailbox>().is_ok(), "settings", 0, "mail_from", || {
            format!("\"{sender}\" is not an e-mail address, with or without a name before it in `<…>`")
        });
    }
    if let Some(color) = &settings.mail_color {
        color_under_white(check, ("settings", 0, "mail_color"), color);
    }
    for host in &settings.redirect_hosts {
        let good = Url::parse(&format!("https://{host}/")).is_ok_and(|url| url.host_str() == Some(host));
        check.say_unless(good, "settings", 0, "redirect_hosts", || {
            format!("\"{host}\" is not a host: a name in small letters, like `www.example.org`")
        });
    }
    analytics(check, settings);
    bounds(check, settings);
}

fn menu(check: &mut Check, settings: &Settings) {
    check.say_unless(settings.menu.len() <= MAX_MENU_LINKS, "settings", 0, "menu", || {
        format!("the menu has at most {MAX_MENU_LINKS} links")
    });
    for (nth, link) in settings.menu.iter().enumerate() {
        check.line("settings", 0, &format!("menu.{nth}.name"), &link.name);
        check.say_unless(is_link(&link.to), "settings", 0, &format!("menu.{nth}.to"), || not_a_link("to", &link.to));
    }
}

/// Checks the analytics settings. A script that is named here may run on every page, and the hosts receive what it
/// sends. Therefore only complete https addresses are accepted.
fn analytics(check: &mut Check, settings: &Settings) {
    if let Some(script) = &settings.analytics_script {
        let filled = script.replace("{{id}}", "id").replace("{{siteCode}}", "code");
        let good = is_link(&filled) && filled.starts_with("https://");
        check.say_unless(good, "settings", 0, "analytics_script", || {
            format!("`analytics_script` is an https URL, not \"{script}\"")
        });
    }
    for (nth, host) in settings.analytics_hosts.iter().enumerate() {
        let origin = url::Url::parse(host).ok().map(|url| url.origin().ascii_serialization());
        let good = host.starts_with("https://") && origin.as_ref() == Some(host);
        check.say_unless(good, "settings", 0, &format!("analytics_hosts.{nth}"), || {
            format!("\"{host}\" is not an origin like \"https://stats.example.org\"")
        });
    }
}

fn bounds(check: &mut Check, settings: &Settings) {
    for (key, value, least, most) in [
        ("session_timeout", settings.session_timeout, 60, 43_200),
        ("hold_minutes", settings.hold_minutes, 1, 60),
        ("max_hold_minutes", settings.max_hold_minutes, settings.hold_minutes, 240),
        ("max_held_places", settings.max_held_places, 1, 10_000),
        ("max_held_places_by_address", settings.max_held_places_by_address, 1, 10_000),
        ("max_held_percent_by_address", settings.max_held_percent_by_address, 0, 100),
        ("max_holds_by_address", settings.max_holds_by_address, 1, 10_000),
        ("max_free_percent_by_address", settings.max_free_percent_by_address, 1, 100),
        ("max_imported_codes_per_hour", settings.max_imported_codes_per_hour, 1, 10_000),
        (
            "max_imported_codes_per_day",
            settings.max_imported_codes_per_day,
            settings.max_imported_codes_per_hour.min(10_000),
            10_000,
        ),
        ("look_ahead_days", settings.look_ahead_days, 1, 730),
        ("dp_look_ahead_days", settings.dp_look_ahead_days, 1, 730),
        ("reservation_max_order_quantity", settings.reservation_max_order_quantity, 1, 100),
        (
            "reservation_max_under_age_tickets",
            settings.reservation_max_under_age_tickets,
            0,
            settings.reservation_max_order_quantity.min(100),
        ),
        ("reservation_max_coming_visits", settings.reservation_max_coming_visits, 1, 1_000),
        ("reservation_change_hours", settings.reservation_change_hours, 0, 720),
        ("limited_below_percent", settings.limited_below_percent, 0, 100),
        ("almost_full_below_percent", settings.almost_full_below_percent, 0, settings.limited_below_percent.min(100)),
    ] {
        check.say_unless((least..=most).contains(&value), "settings", 0, key, || {
            format!("`{key}` is from {least} to {most}, not {value}")
        });
    }
}

fn own_texts(check: &mut Check) {
    let folder = check.folder;
    for (id, text) in &folder.text {
        let id = id.as_str();
        let good = (1..=100).contains(&id.len())
            && id.starts_with(|c: char| c.is_ascii_alphabetic())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
        if !good {
            let what = if is_setting(id) {
                format!("`{id}` is a key of [settings]: move it above the line [text]")
            } else {
                format!("\"{id}\" is not the id of a text: letters, digits, `.` and `-`, at most 100")
            };
            check.problems.push(check.origins.text_problem(id, what));
        } else if !texts::all().iter().any(|known| known.id == id) {
            let hint = did_you_mean(id, texts::all().iter().map(|known| known.id.as_str()));
            check.problems.push(check.origins.text_problem(id, format!("the shop has no text `{id}`{hint}")));
        } else {
            placeholders(check, id, text);
        }
        if text.chars().count() > MAX_TEXT_LENGTH {
            let what = format!("the text `{id}` is longer than {MAX_TEXT_LENGTH} characters");
            check.problems.push(check.origins.text_problem(id, what));
        }
    }
}

/// Checks that the shop fills in all placeholders of a text.
fn placeholders(check: &mut Check, id: &str, text: &str) {
    let mut written = written_placeholders(text).peekable();
    if written.peek().is_none() {
        return;
    }
    let known = texts::placeholders(id);
    for name in written.filter(|name| !known.contains(name)) {
        let hint = match known.len() {
            0 => "; it has none".to_owned(),
            _ => {
                let all: Vec<String> = known.iter().map(|name| format!("{{{{{name}}}}}")).collect();
                format!("; there are {}", all.join(", "))
            }
        };
        let what = format!("the shop fills in no {{{{{name}}}}} in the text `{id}`{hint}");
        check.problems.push(check.origins.text_problem(id, what));
    }
}

fn redirects(check: &mut Check) {
    let folder = check.folder;
    let mut seen = HashMap::new();
    for (position, redirect) in folder.redirect.iter().enumerate() {
        check.say_unless(is_path(&redirect.path), "redirect", position, "path", || {
            format!("\"{}\" is not a path of the shop: it starts with one `/`", redirect.path)
        });
        let reserved = redirect.path == "/" || redirect.path == "/api" || redirect.path.starts_with("/api/");
        check.say_unless(!reserved, "redirect", position, "path", || {
            format!("\"{}\" is the shop's own and cannot lead elsewhere", redirect.path)
        });
        check.say_unless(is_link(&redirect.to), "redirect", position, "to", || not_a_link("to", &redirect.to));
        let host = Url::parse(&redirect.to).ok().and_then(|url| url.host_str().map(str::to_owned));
        if let Some(host) = host {
            let is_allowed = folder.settings.redirect_hosts.contains(&host) || check.origins.has_broken("settings");
            check.say_unless(is_allowed, "redirect", position, "to", || {
                format!("`to` leads to {host}, which is not one of the settings' `redirect_hosts`")
            });
        }
        check.first_use(&mut seen, "redirect", position, "path", redirect.path.clone());
    }
    let leads: HashMap<&str, &str> =
        folder.redirect.iter().map(|redirect| (redirect.path.as_str(), redirect.to.as_str())).collect();
    for (position, redirect) in folder.redirect.iter().enumerate() {
        let mut passed = HashSet::new();
        let mut at = redirect.path.as_str();
        while let Some(next) = leads.get(at).filter(|_| passed.insert(at)) {
            at = next;
        }
        check.say_unless(at != redirect.path, "redirect", position, "to", || {
            format!("\"{}\" leads back to itself", redirect.path)
        });
    }
}

fn not_a_link(key: &str, link: &str) -> String {
    format!("`{key}` is an http or https URL or a path that starts with `/`, not \"{link}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_is_readable_under_white_from_a_contrast_of_four_and_a_half() {
        // The contrast of white on #767676 is 4.54:1, on #777777 it is 4.48:1.
        for (color, is_readable) in [
            ("#767676", true),
            ("#777777", false),
            ("#1f4f63", true),
            ("#fff", false),
            ("767676", false),
            ("#12345g", false),
        ] {
            assert_eq!(is_readable_under_white(color), is_readable, "{color}");
        }
    }
}
