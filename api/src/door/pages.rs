//! The app's pages: their paths, and how much of each depends on the visitor. `app.json` is generated from the app's
//! routes (`next-app/scripts/pages.mjs`).

use std::sync::Arc;

use serde::Deserialize;

const APP: &str = include_str!("app.json");

/// How much of a page depends on the visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The same for all visitors. It is rendered once and cached.
    Public,
    /// It may show each visitor different offers. Search engines may index it.
    Personal,
    /// It shows one visitor's data.
    Private,
    /// Private, and it shows a card processor's form.
    Card,
    /// Private, and its address contains a secret that grants access. That address must not be sent to other hosts.
    Secret,
    /// Private, and the browser keeps a copy, with which its owner enters without a network.
    Ticket,
}

impl Kind {
    /// Whether a page shows one visitor's data. It is neither cached nor indexed.
    pub fn is_private(self) -> bool {
        matches!(self, Kind::Private | Kind::Card | Kind::Secret | Kind::Ticket)
    }
}

pub struct Page {
    /// The path in the notation of Next.js, such as `/product/single/[id]`.
    pub path: &'static str,
    pub kind: Kind,
    /// The query parameters that a public page reads, except those that name something of the visitor.
    pub query: Vec<String>,
    segments: Vec<Segment>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    Fixed(String),
    One,
    /// All remaining segments, at least one.
    Rest,
    /// All remaining segments, or none.
    RestOrNone,
}

/// All pages, those with more fixed segments first.
pub struct Pages {
    pages: Vec<Arc<Page>>,
    /// The hashes of styles that the app's libraries add at run time, such as `sha256-…`.
    pub styles: Vec<String>,
    /// The style of the page that is shown while the app is unavailable.
    pub unavailable_style: String,
}

impl Pages {
    /// # Panics
    /// When the generated file is malformed. A test reads it.
    pub fn of_the_app() -> Self {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct App<'a> {
            unavailable_style: String,
            styles: Vec<String>,
            #[serde(borrow)]
            pages: Vec<Row<'a>>,
        }
        #[derive(Deserialize)]
        struct Row<'a> {
            path: &'a str,
            kind: Kind,
            #[serde(default)]
            query: Vec<String>,
        }
        let app: App<'static> = serde_json::from_str(APP).expect("the file is generated");
        let page =
            |row: Row<'static>| Page { segments: segments(row.path), path: row.path, kind: row.kind, query: row.query };
        let mut pages: Vec<Arc<Page>> = app.pages.into_iter().map(page).map(Arc::new).collect();
        pages.sort_by(|one, other| one.segments.cmp(&other.segments));
        Pages { pages, styles: app.styles, unavailable_style: app.unavailable_style }
    }

    /// The page at a path, and the values of its path parameters, decoded. A value that cannot be decoded is empty;
    /// nothing has an empty id.
    pub fn find(&self, path: &str) -> Option<(Arc<Page>, Vec<String>)> {
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        let parts = if parts == [""] { &[] } else { parts.as_slice() };
        self.pages.iter().find_map(|page| Some((page.clone(), params(&page.segments, parts)?)))
    }
}

fn segments(path: &str) -> Vec<Segment> {
    let segment = |text: &str| match text {
        rest if rest.starts_with("[[...") => Segment::RestOrNone,
        rest if rest.starts_with("[...") => Segment::Rest,
        one if one.starts_with('[') => Segment::One,
        fixed => Segment::Fixed(fixed.to_owned()),
    };
    path.split('/').filter(|text| !text.is_empty()).map(segment).collect()
}

fn params(segments: &[Segment], parts: &[&str]) -> Option<Vec<String>> {
    let mut params = Vec::new();
    let mut rest = parts;
    for segment in segments {
        match segment {
            Segment::Rest if rest.is_empty() => return None,
            Segment::Rest | Segment::RestOrNone => {
                params.extend(std::mem::take(&mut rest).iter().map(|part| decoded(part)));
            }
            Segment::Fixed(_) | Segment::One => {
                let (first, others) = rest.split_first()?;
                match segment {
                    Segment::Fixed(text) if text != first => return None,
                    Segment::One => params.push(decoded(first)),
                    _ => {}
                }
                rest = others;
            }
        }
    }
    rest.is_empty().then_some(params)
}

fn decoded(segment: &str) -> String {
    percent_encoding::percent_decode_str(segment).decode_utf8().map(Into::into).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str) -> Option<(&'static str, Vec<String>)> {
        Pages::of_the_app().find(path).map(|(page, open)| (page.path, open))
    }

    #[test]
    fn path_is_the_page_whose_pattern_it_matches_and_its_params_are_decoded() {
        let page = |path: &'static str, open: &[&str]| Some((path, open.iter().map(ToString::to_string).collect()));
        assert_eq!(found("/"), page("/", &[]));
        assert_eq!(found("/product/single/day%20ticket"), page("/product/single/[id]", &["day ticket"]));
        assert_eq!(found("/product/single/advance"), page("/product/single/[id]", &["advance"]));
        assert_eq!(found("/product/single/advance/tour"), page("/product/single/advance/[id]", &["tour"]));
        assert_eq!(found("/product/single/%E0%A4%A"), page("/product/single/[id]", &[""]));
        assert_eq!(found("/product/multi/promo"), page("/product/multi/promo/[[...code]]", &[]));
        assert_eq!(found("/product/multi/pass/tag/a/b%2Fc"), page("/product/multi/pass/tag/[...tags]", &["a", "b/c"]));
        assert_eq!(found("/order-lookup/my"), page("/order-lookup/my", &[]));
        assert_eq!(found("/order-lookup/my/7"), page("/order-lookup/my/[id]", &["7"]));
    }

    #[test]
    fn other_paths_are_no_pages() {
        for path in
            ["", "/nope", "/product/single", "/product/single/a/b", "/product/multi/tag", "/cart/", "//cart", "/cart/x"]
        {
            assert_eq!(found(path), None, "{path}");
        }
        assert_eq!(found("/product/multi/pass/tag"), None);
    }

    #[test]
    fn page_is_private_unless_it_says_otherwise() {
        let pages = Pages::of_the_app();
        let kind = |path: &str| pages.find(path).unwrap().0.kind;
        assert_eq!(
            (kind("/"), kind("/product/single/tour"), kind("/builder/day")),
            (Kind::Public, Kind::Public, Kind::Public)
        );
        assert_eq!(
            (kind("/product/single/advance/tour"), kind("/product/multi/promo/TEN")),
            (Kind::Personal, Kind::Personal)
        );
        for path in
            ["/cart", "/product/multi/verified/tag/a", "/product/multi/add-on/pass", "/reservation/site", "/login"]
        {
            assert_eq!(kind(path), Kind::Private, "{path}");
        }
        assert_eq!(
            (kind("/checkout"), kind("/profile/card/7"), kind("/checkout/terms")),
            (Kind::Card, Kind::Card, Kind::Private)
        );
        let secret = ["/order-lookup/anonymous/7/abc", "/ticket/sent/7/abc", "/verify-email", "/reset-password"];
        for path in secret.into_iter().chain(["/authenticate/callback"]) {
            assert_eq!(kind(path), Kind::Secret, "{path}");
        }
        for path in ["/ticket/account/7", "/ticket/account-grouping/7"] {
            assert_eq!(kind(path), Kind::Ticket, "{path}");
        }
    }
}
