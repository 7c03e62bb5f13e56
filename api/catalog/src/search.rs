//! Finds products and bundles by words. Accents and upper case do not matter, a word may be unfinished, and a longer
//! word may have typing errors.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use deunicode::deunicode;
use strsim::osa_distance;

use crate::Catalog;
use crate::files::{Bundle, Product, Variant};
use crate::sanitise::text_of;
use midway_kernel::coded::PassKind;
use midway_kernel::id::SiteId;

/// The maximum number of words of a search. Further words are ignored.
const MAX_WORDS: usize = 8;

/// The maximum length of a word in characters. Longer words are shortened.
const MAX_WORD_LENGTH: usize = 40;

/// Words that almost every text contains. They are ignored, unless a search has no other words.
const FILLERS: [&str; 12] = ["a", "an", "and", "at", "for", "in", "of", "on", "or", "the", "to", "with"];

/// How much a match counts by the part of the text that contains the word.
const IN_NAME: u32 = 8;
const IN_KIND: u32 = 4;
const IN_SUMMARY: u32 = 2;
const IN_TEXT: u32 = 1;

/// How close a word of a text is to a wanted word.
const WHOLE: u32 = 10;
const BEGUN: u32 = 8;
const ONE_ERROR: u32 = 4;
const TWO_ERRORS: u32 = 2;

/// What a search finds.
#[derive(Clone, Copy, Debug)]
pub enum Found<'c> {
    Product(&'c Product),
    Bundle(&'c Bundle),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Search<T> {
    /// What matches the most words, best first.
    pub found: Vec<T>,
    /// The words that were searched, if some were taken for typing errors.
    pub corrected: Option<String>,
}

/// The words of all products and bundles.
#[derive(Debug)]
pub(crate) struct SearchIndex {
    /// For each word, the items that contain it, each with the weight of the most important part of its text.
    items_of: BTreeMap<String, HashMap<usize, u32>>,
}

impl SearchIndex {
    /// The index of the products, followed by the bundles, in the order of the catalogue.
    pub fn new(catalog: &Catalog) -> Self {
        let mut index = SearchIndex { items_of: BTreeMap::new() };
        let folder = catalog.folder();
        for (item, product) in folder.product.iter().enumerate() {
            index.add(item, &product.name, IN_NAME);
            index.add(item, product.category.as_deref().unwrap_or_default(), IN_KIND);
            index.add(item, &product.tags.join(" "), IN_KIND);
            index.add(item, &product.search_words.join(" "), IN_KIND);
            index.add_site(item, catalog, &product.site);
            if product.package.is_some() {
                index.add(item, "package packages", IN_SUMMARY);
            }
            for variant in &product.variants {
                index.add(item, &variant.name, IN_SUMMARY);
                index.add(item, variant.pass_level.as_deref().unwrap_or_default(), IN_KIND);
                index.add(item, kind_of(variant), IN_SUMMARY);
            }
            for show in product.selections.iter().flat_map(|selection| &selection.shows) {
                index.add(item, catalog.show(show).map_or("", |show| &show.name), IN_KIND);
            }
            index.add(item, &product.short_description, IN_SUMMARY);
            index.add(item, &text_of(&product.long_description), IN_TEXT);
        }
        for (item, bundle) in (folder.product.len()..).zip(&folder.bundle) {
            index.add(item, &bundle.name, IN_NAME);
            index.add(item, bundle.category.as_deref().unwrap_or_default(), IN_KIND);
            index.add(item, &bundle.search_words.join(" "), IN_KIND);
            index.add(item, "package packages", IN_SUMMARY);
            index.add_site(item, catalog, &bundle.site);
            index.add(item, &bundle.short_description, IN_SUMMARY);
            index.add(item, &text_of(&bundle.long_description), IN_TEXT);
        }
        index
    }

    fn add_site(&mut self, item: usize, catalog: &Catalog, site: &SiteId) {
        if let Some(site) = catalog.site(site) {
            self.add(item, &site.name, IN_SUMMARY);
            self.add(item, &site.address.city, IN_SUMMARY);
        }
    }

    fn add(&mut self, item: usize, text: &str, weight: u32) {
        for word in words(text) {
            let known = self.items_of.entry(word).or_default().entry(item).or_default();
            *known = weight.max(*known);
        }
    }

    /// The nearest known word, if the wanted word and words that it begins are unknown; otherwise the wanted word.
    fn corrected<'w>(&'w self, wanted: &'w str) -> &'w str {
        let near = self.items_of.keys().filter_map(|word| Some((closeness(wanted, word)?, word.as_str())));
        let nearest = near.min_by_key(|(closeness, word)| (Reverse(*closeness), osa_distance(wanted, word)));
        nearest.filter(|(closeness, _)| *closeness < BEGUN).map_or(wanted, |(_, word)| word)
    }

    /// How well each item that contains the word matches it.
    fn matches(&self, wanted: &str) -> HashMap<usize, u32> {
        let mut best: HashMap<usize, u32> = HashMap::new();
        for (word, items) in &self.items_of {
            let Some(closeness) = closeness(wanted, word) else { continue };
            for (&item, weight) in items {
                let known = best.entry(item).or_default();
                *known = (closeness * weight).max(*known);
            }
        }
        best
    }

    /// `None` if the text contains no word.
    fn search(&self, text: &str) -> Option<Search<usize>> {
        let typed: Vec<String> = words(text).take(MAX_WORDS).collect();
        let is_filler = |word: &str| FILLERS.contains(&word);
        let searched: Vec<&str> =
            typed.iter().map(|word| if is_filler(word) { word.as_str() } else { self.corrected(word) }).collect();
        let telling: Vec<&str> = searched.iter().copied().filter(|word| !is_filler(word)).collect();
        let wanted = if telling.is_empty() { &searched } else { &telling };
        if wanted.is_empty() {
            return None;
        }
        let mut sums: HashMap<usize, (usize, u32)> = HashMap::new();
        for word in wanted {
            for (item, score) in self.matches(word) {
                let (count, sum) = sums.entry(item).or_default();
                *count += 1;
                *sum += score;
            }
        }
        let most = sums.values().map(|(count, _)| *count).max().unwrap_or_default();
        let mut found: Vec<(usize, u32)> =
            sums.into_iter().filter(|(_, (count, _))| *count == most).map(|(item, (_, sum))| (item, sum)).collect();
        found.sort_by_key(|&(item, sum)| (Reverse(sum), item));
        Some(Search {
            found: found.into_iter().map(|(item, _)| item).collect(),
            corrected: (searched != typed).then(|| searched.join(" ")),
        })
    }
}

impl Catalog {
    /// The products and bundles that match the most words of a text. They may be not on sale. `None` if the text contains
    /// no word.
    pub fn search(&self, text: &str) -> Option<Search<Found<'_>>> {
        let Search { found: items, corrected } = self.search_index().search(text)?;
        let products = self.folder().product.len();
        let found = |item: usize| match item.checked_sub(products) {
            None => Found::Product(&self.folder().product[item]),
            Some(bundle) => Found::Bundle(&self.folder().bundle[bundle]),
        };
        Some(Search { found: items.into_iter().map(found).collect(), corrected })
    }
}

/// The names of what a variant is, as people search for it, in singular and plural.
fn kind_of(variant: &Variant) -> &'static str {
    match variant.pass {
        Some(PassKind::SeasonPass) => "season pass passes membership",
        Some(PassKind::NonSeasonPass) => "pass passes membership",
        None if variant.tickets > 0 => "ticket tickets",
        None => "",
    }
}

/// The words of a text in lower case, in ASCII.
fn words(text: &str) -> impl Iterator<Item = String> {
    let plain = deunicode(text).to_ascii_lowercase().replace('\'', "");
    let words: Vec<String> = plain
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().take(MAX_WORD_LENGTH).collect())
        .collect();
    words.into_iter()
}

/// How close a word of a text is to a wanted word; `None` if it does not match.
fn closeness(wanted: &str, word: &str) -> Option<u32> {
    if word == wanted {
        return Some(WHOLE);
    }
    if wanted.len() >= 2 && word.starts_with(wanted) {
        return Some(BEGUN);
    }
    // Both are ASCII, so their bytes are their characters.
    let errors = match wanted.len() {
        0..=3 => return None,
        4..=7 => 1,
        _ => 2,
    };
    if word.len() + errors < wanted.len() {
        return None;
    }
    let begun = &word[..word.len().min(wanted.len())];
    let whole = (word.len() <= wanted.len() + errors).then(|| osa_distance(wanted, word));
    match whole.into_iter().chain([osa_distance(wanted, begun)]).min()? {
        1 => Some(ONE_ERROR),
        2 if errors == 2 => Some(TWO_ERRORS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn shop() -> Catalog {
        testing::catalog(
            r#"
            [[product]]
            id = "planetarium"
            site = "park"
            name = "Planetarium show"
            category = "Shows"
            short_description = "Forty minutes under the stars."
            variant = [{ id = "p", name = "Seat", price = "10.00" }]

            [[product]]
            id = "cafe"
            site = "park"
            name = "Café lunch for the family"
            category = "Food"
            short_description = "Soup, bread and a drink."
            long_description = "<p>Served</p><p>daily beside the planetarium.</p>"
            variant = [{ id = "c", name = "Lunch", price = "10.00" }]

            [[product]]
            id = "garden"
            site = "park"
            name = "Garden ticket"
            category = "Tickets"
            short_description = "The children's garden and the greenhouse."
            variant = [{ id = "g", name = "Adult", price = "10.00" }]

            [[bundle]]
            id = "day-out"
            site = "park"
            name = "Family day out"
            short_description = "Garden, lunch and a show."
            [[bundle.step]]
            id = "one"
            label = "One"
            min_quantity = 1
            variant = [{ variant = "g" }]
            "#,
        )
    }

    fn ids(catalog: &Catalog, text: &str) -> Option<Vec<String>> {
        let id = |found: Found<'_>| match found {
            Found::Product(product) => product.id.to_string(),
            Found::Bundle(bundle) => bundle.id.to_string(),
        };
        Some(catalog.search(text)?.found.into_iter().map(id).collect())
    }

    #[test]
    fn words_with_typing_errors_are_corrected() {
        let catalog = shop();
        let corrected = |text: &str| catalog.search(text).unwrap().corrected;
        for (text, searched) in [
            ("planetaruim", "planetarium"),
            ("planit", "planetarium"),
            ("the Gardn for a family", "the garden for a family"),
            ("gardin, dinosaur", "garden dinosaur"),
        ] {
            assert_eq!(corrected(text).as_deref(), Some(searched), "{text}");
        }
        for text in ["planetarium", "Plan", "café lunch", "dinosaur", "garden dinosaur"] {
            assert_eq!(corrected(text), None, "{text}");
        }
    }

    #[test]
    fn word_is_found_with_typing_errors_unfinished_and_without_accents() {
        let catalog = shop();
        for text in ["planetarium", "PLANETARIUM", "planitarium", "planetaruim", "planet", "planit", "planetariums"] {
            assert_eq!(ids(&catalog, text).unwrap(), ["planetarium", "cafe"], "{text}");
        }
        for text in ["cafe", "café", "Cafe lunch"] {
            assert_eq!(ids(&catalog, text).unwrap(), ["cafe"], "{text}");
        }
        assert_eq!(ids(&catalog, "childrens greenhouse").unwrap(), ["garden"]);
        assert_eq!(ids(&catalog, "daily").unwrap(), ["cafe"], "words of two paragraphs stay apart");
    }

    #[test]
    fn items_that_match_the_most_words_are_found_and_names_count_most() {
        let catalog = shop();
        assert_eq!(ids(&catalog, "family day out").unwrap(), ["day-out"]);
        assert_eq!(ids(&catalog, "garden").unwrap(), ["garden", "day-out"]);
        assert_eq!(ids(&catalog, "a garden for the dinosaurs").unwrap(), ["garden", "day-out"]);
        assert_eq!(ids(&catalog, "Park").unwrap().len(), 4, "all are at this site");
    }

    #[test]
    fn short_and_unknown_words_find_nothing_and_a_text_without_words_is_no_search() {
        let catalog = shop();
        for text in ["xyz", "cef", "dinosaur", "g"] {
            assert_eq!(ids(&catalog, text).unwrap(), Vec::<String>::new(), "{text}");
        }
        for text in ["", "  ", "?!", "—"] {
            assert_eq!(ids(&catalog, text), None, "{text}");
        }
        let long = "planetarium ".repeat(2_000) + &"x".repeat(100_000);
        assert_eq!(ids(&catalog, &long).unwrap(), ["planetarium", "cafe"]);
    }

    #[test]
    fn word_of_the_kind_a_search_word_and_a_level_are_found_after_names() {
        let catalog = testing::catalog(
            r#"
            [[product]]
            id = "fossils"
            site = "park"
            name = "Deep time"
            short_description = "A hall of large bones, with a passage."
            search_words = ["dinosaur"]
            variant = [{ id = "f", name = "Adult", price = "10.00" }]

            [[product]]
            id = "friend"
            site = "park"
            name = "Friend of the park"
            short_description = "Come for a year."
            variant = [{ id = "a", name = "Adult", price = "90.00", pass = 1, pass_level = "Gold", valid = { days = 365 } }]

            [[product]]
            id = "boat-pass"
            site = "park"
            name = "Boat Pass"
            short_description = "Ten crossings."
            variant = [{ id = "b", name = "Ten", price = "20.00", tickets = 0 }]

            [[bundle]]
            id = "day"
            site = "park"
            name = "A day out"
            short_description = "You choose."
            search_words = ["dinosaurs"]
            [[bundle.step]]
            id = "one"
            label = "One"
            min_quantity = 1
            variant = [{ variant = "f" }]
            "#,
        );
        assert_eq!(ids(&catalog, "pass").unwrap(), ["boat-pass", "friend", "fossils"], "fossils have a passage");
        assert_eq!(ids(&catalog, "season passes").unwrap(), ["friend"]);
        assert_eq!(ids(&catalog, "seson pass").unwrap(), ["friend"]);
        assert_eq!(ids(&catalog, "gold").unwrap(), ["friend"]);
        assert_eq!(ids(&catalog, "tickets").unwrap(), ["fossils"]);
        for text in ["dinosaur", "dinosaurs", "dinosuar", "dinosur", "Dino"] {
            let mut found = ids(&catalog, text).unwrap();
            found.sort_unstable();
            assert_eq!(found, ["day", "fossils"], "{text}");
        }
    }

    #[test]
    fn corrected_search_finds_what_the_corrected_words_find() {
        let catalog = shop();
        for text in ["famly", "gardn lunch", "childrns gardin", "the planetaruim wiht lunhc"] {
            let corrected = catalog.search(text).unwrap().corrected.unwrap();
            assert_eq!(ids(&catalog, text), ids(&catalog, &corrected), "{text}");
            assert_eq!(catalog.search(&corrected).unwrap().corrected, None, "{corrected}");
        }
    }

    #[test]
    fn filler_words_are_ignored_unless_a_search_has_no_others() {
        let catalog = shop();
        assert_eq!(ids(&catalog, "the stars").unwrap(), ["planetarium"]);
        assert_eq!(ids(&catalog, "under").unwrap(), ["planetarium"]);
        assert!(!ids(&catalog, "the").unwrap().is_empty());
    }
}
