//! Addresses at which the visitor is sent to a different one.

use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use url::Url;

use super::existence::Parameter;
use midway_catalog::Catalog;
use midway_catalog::files::Settings;

/// Other names of pages and of the icon, which some browsers and services look for under its old name.
const ALIASES: [(&str, &str); 6] = [
    ("/favicon.ico", "/icon.svg"),
    ("/account", "/profile"),
    ("/reservation/select-site", "/reservation/site"),
    ("/reservation/begin-reservation", "/reservation/begin"),
    ("/reservation/link-tickets", "/reservation/link"),
    ("/reservation/select-date", "/reservation/date"),
];

/// The longest path that a page may return to, in bytes.
const MAX_RETURN: usize = 2000;

/// The redirect of an address, if it has one: from the operator's list, of another name of a page, or to the operator's
/// own page for signing in or out.
pub fn of(catalog: &Catalog, public_url: &Url, target: &str, query: &[Parameter]) -> Option<Response> {
    let (path, rest) = target.split_at(target.find('?').unwrap_or(target.len()));
    if let Some(redirect) = catalog.redirect(path).filter(|redirect| !leads_to(public_url, &redirect.to, path)) {
        let status = if redirect.permanent { StatusCode::MOVED_PERMANENTLY } else { StatusCode::FOUND };
        return Some(to(status, &redirect.to));
    }
    if is_ambiguous(target) {
        return None;
    }
    let trimmed = path.trim_end_matches('/');
    if trimmed.len() < path.len() && !trimmed.is_empty() {
        return Some(to(StatusCode::PERMANENT_REDIRECT, &format!("{trimmed}{rest}")));
    }
    if let Some((_, page)) = ALIASES.iter().find(|(alias, _)| *alias == path) {
        return Some(to(StatusCode::PERMANENT_REDIRECT, &format!("{page}{rest}")));
    }
    let page = sign_in_page(catalog.settings(), public_url, path, query)?;
    (!leads_to(public_url, page.as_str(), path)).then(|| to(StatusCode::TEMPORARY_REDIRECT, page.as_str()))
}

/// Whether a redirect to this link would end at the path from which it begins, perhaps after another redirect of this
/// shop, so that a browser would follow it for ever.
fn leads_to(public_url: &Url, link: &str, path: &str) -> bool {
    let plain = |path: &str| {
        let trimmed = path.trim_end_matches('/');
        ALIASES.iter().find(|(alias, _)| *alias == trimmed).map_or(trimmed, |(_, page)| page).to_owned()
    };
    public_url.join(link).is_ok_and(|url| url.origin() == public_url.origin() && plain(url.path()) == plain(path))
}

/// Sends a browser that has posted a form to a page. The typed values stay out of the address.
pub fn see_other(target: &str) -> Response {
    if is_ambiguous(target) { StatusCode::NOT_FOUND.into_response() } else { to(StatusCode::SEE_OTHER, target) }
}

/// Sends a browser that has posted a form to a page of this shop, which gets the same form.
pub fn with_same_form(target: &str) -> Response {
    to(StatusCode::TEMPORARY_REDIRECT, target)
}

/// Whether a browser would read the target of a redirect as the address of a different host.
fn is_ambiguous(target: &str) -> bool {
    target.starts_with("//") || target.contains('\\')
}

fn to(status: StatusCode, target: &str) -> Response {
    match HeaderValue::from_str(target) {
        // Without this, caches keep a redirect as long as they like, also after the operator has removed it.
        Ok(target) => status
            .with_header(header::LOCATION, target)
            .with_header(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))
            .into_response(),
        Err(_) => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The operator's page that replaces a page for signing in or out, with the full return address.
fn sign_in_page(settings: &Settings, public_url: &Url, path: &str, query: &[Parameter]) -> Option<Url> {
    let page = match path {
        "/authenticate/smart-login" => settings.smart_login_url.as_ref(),
        "/login" => settings.login_url.as_ref(),
        "/authenticate/register" => settings.register_url.as_ref(),
        "/logout" => settings.logout_url.as_ref(),
        _ => None,
    }?;
    let mut page = public_url.join(page).ok()?;
    let back = public_url.join(&return_path(query)).ok()?;
    let others: Vec<Parameter> = page.query_pairs().into_owned().filter(|(name, _)| name != "ReturnUrl").collect();
    page.query_pairs_mut().clear().extend_pairs(others).append_pair("ReturnUrl", back.as_str());
    Some(page)
}

/// The path after signing in or out, from the query: a path of this shop, or else the home page. Everything that a
/// browser could read as another site is refused. The app applies the same rule (`lib/return-url.ts`).
pub fn return_path(query: &[Parameter]) -> String {
    let mut values = query.iter().filter(|(name, _)| name == "ReturnUrl").map(|(_, value)| value.as_str());
    let requested = values.next();
    let is_path = |path: &&str| {
        let begins = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
        begins && path.len() <= MAX_RETURN && !path.chars().any(char::is_control)
    };
    let within = || {
        let base = Url::parse("http://shop.invalid").ok()?;
        let url = base.join(requested.filter(is_path)?).ok()?;
        // Segments such as `/./` may leave a path that another parser reads as a host.
        let is_here = url.origin() == base.origin() && !url.path().starts_with("//");
        let is_of_api = url.path() == "/api" || url.path().starts_with("/api/");
        (is_here && !is_of_api).then(|| url[url::Position::BeforePath..].to_owned())
    };
    // A repeated parameter is refused, because different readers would use different values.
    if values.next().is_some() { "/".to_owned() } else { within().unwrap_or_else(|| "/".to_owned()) }
}

/// The path after signing in. The pages that sign in and out are not valid targets. The app applies the same rule.
pub fn return_path_after_sign_in(query: &[Parameter]) -> String {
    let path = return_path(query);
    if is_signing_page(&path) { "/".to_owned() } else { path }
}

/// Whether a page signs in, registers, signs out or sets a new password, or is shown after a session ended.
fn is_signing_page(path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_suffix('/').unwrap_or(path);
    let is_below = path.strip_prefix("/authenticate/").is_some_and(|rest| !rest.is_empty() && !rest.contains('/'));
    is_below || ["/login", "/logout", "/session-timeout", "/forgot-password", "/reset-password"].contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::testing::catalog;

    fn parameters(query: &str) -> Vec<Parameter> {
        url::form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }

    fn location(catalog: &Catalog, target: &str) -> Option<(u16, String)> {
        let query = parameters(target.split_once('?').map_or("", |(_, query)| query));
        let public_url = Url::parse("https://tickets.example").unwrap();
        let response = of(catalog, &public_url, target, &query)?;
        let location = response.headers().get(header::LOCATION)?;
        Some((response.status().as_u16(), location.to_str().unwrap().to_owned()))
    }

    #[test]
    fn operators_list_comes_before_pages_and_other_names_lead_to_their_page() {
        let catalog = catalog(
            r#"
            [[redirect]]
            path = "/cart"
            to = "/donate"

            [[redirect]]
            path = "/reservation/site"
            to = "/reservation/select-site"

            [[redirect]]
            path = "/gift"
            to = "/gift?from=link"

            [[redirect]]
            path = "/old"
            to = "/product/single/tour"
            permanent = false
            "#,
        );
        let redirect = |status, to: &str| Some((status, to.to_owned()));
        assert_eq!(location(&catalog, "/cart"), redirect(301, "/donate"));
        assert_eq!(location(&catalog, "/old?x=1"), redirect(302, "/product/single/tour"));
        assert_eq!(location(&catalog, "/reservation/select-site?error=2"), redirect(308, "/reservation/site?error=2"));
        assert_eq!(location(&catalog, "/account"), redirect(308, "/profile"));
        assert_eq!(location(&catalog, "/favicon.ico"), redirect(308, "/icon.svg"));
        assert_eq!(location(&catalog, "/checkout/?a=%20b"), redirect(308, "/checkout?a=%20b"));
        assert_eq!(location(&catalog, "/reservation/site"), None, "it would lead back here");
        assert_eq!(location(&catalog, "/gift?a=1"), None, "it leads to itself");
        for target in ["/", "/checkout", "//evil.example/", "/\\evil.example/", "//"] {
            assert_eq!(location(&catalog, target), None, "{target}");
        }
    }

    #[test]
    fn operators_sign_in_page_gets_the_full_address_to_return_to() {
        let catalog = catalog(
            r#"
            [settings]
            login_url = "https://id.example/in?shop=1&ReturnUrl=x"
            logout_url = "/bye"
            register_url = "/authenticate/register?shop=1"
            "#,
        );
        let to = |target: &str| location(&catalog, target).map(|(_, to)| to);
        assert_eq!(
            to("/login?ReturnUrl=%2Fcart%3Fa%3D1"),
            Some("https://id.example/in?shop=1&ReturnUrl=https%3A%2F%2Ftickets.example%2Fcart%3Fa%3D1".to_owned())
        );
        assert_eq!(
            to("/logout"),
            Some("https://tickets.example/bye?ReturnUrl=https%3A%2F%2Ftickets.example%2F".to_owned())
        );
        assert_eq!(to("/authenticate/register"), None);
    }

    #[test]
    fn return_path_is_a_path_of_this_shop() {
        let path = |value: &str| {
            let query: String =
                url::form_urlencoded::Serializer::new(String::new()).append_pair("ReturnUrl", value).finish();
            return_path(&parameters(&query))
        };
        assert_eq!(path("/cart?a=1#b"), "/cart?a=1#b");
        for refused in [
            "",
            "cart",
            "//evil.example",
            "/\\evil.example",
            "/.//evil.example",
            "https://evil.example",
            "/api/settings",
            "/a\tb",
        ] {
            assert_eq!(path(refused), "/", "{refused}");
        }
        assert_eq!(path(&format!("/{}", "a".repeat(MAX_RETURN))), "/");
        let after = |value: &str| return_path_after_sign_in(&[("ReturnUrl".to_owned(), value.to_owned())]);
        for kept in ["/cart?a=1#b", "/profile", "/logins", "/authenticate", "/login/x"] {
            assert_eq!(after(kept), kept);
        }
        for refused in ["/login", "/logout?ReturnUrl=/a", "/authenticate/register/", "/reset-password#a", "//evil"] {
            assert_eq!(after(refused), "/", "{refused}");
        }
        assert_eq!(return_path(&parameters("ReturnUrl=/a&ReturnUrl=/b")), "/");
    }
}
