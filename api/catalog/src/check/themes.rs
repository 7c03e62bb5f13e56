//! The keys of themes. A theme is a file of values that is built into the app.

use super::Check;
use crate::files::Folder;
use crate::problem::{Origins, Problem};
use crate::suggestion::did_you_mean;

/// The themes that are part of the shop: the files in `next-app/src/styles/themes`.
const THEMES: [&str; 3] = ["museum", "park", "theater"];
/// The key of the look without a theme.
const NONE: &str = "default";

impl Check<'_> {
    pub(super) fn theme_key(&mut self, table: &str, position: usize, path: &str, key: Option<&str>) {
        let Some(key) = key else { return };
        let good = (1..=40).contains(&key.len())
            && key.starts_with(|c: char| c.is_ascii_lowercase())
            && key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        self.say_unless(good, table, position, path, || {
            format!(
                "\"{key}\" is not a theme key: small letters, digits and hyphens, at most 40, starting with a letter"
            )
        });
    }
}

/// Warnings about keys that name no theme: pages then look as without one.
pub(super) fn unknown(folder: &Folder, origins: &Origins) -> Vec<Problem> {
    let shop = [("settings", 0, "style_key", &folder.settings.style_key)];
    let sites = folder.site.iter().enumerate().map(|(at, it)| ("site", at, "css_key", &it.css_key));
    let parks = folder.property.iter().enumerate().map(|(at, it)| ("property", at, "css_key", &it.css_key));
    let benefits = folder
        .reservation_benefit
        .iter()
        .enumerate()
        .map(|(at, it)| ("reservation_benefit", at, "css_key", &it.css_key));
    let written = shop.into_iter().chain(sites).chain(parks).chain(benefits);
    let unknown = written.filter_map(|(table, position, path, key)| {
        let key = key.as_deref().filter(|key| *key != NONE && !THEMES.contains(key))?;
        let known = THEMES.join(", ");
        let meant = did_you_mean(key, THEMES);
        let what = format!("no theme \"{key}\" is built in, so it changes nothing: the themes are {known}{meant}");
        Some(origins.problem(table, position, path, what))
    });
    unknown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_themes_are_the_files_of_the_app() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../next-app/src/styles/themes");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.collect();
        files.sort();
        assert_eq!(files, THEMES.map(|theme| format!("{theme}.css")));
    }
}
