//! What the settings mean together. Pure.

use url::Url;

use crate::shop::catalog::files::Settings;
use crate::shop::catalog::{PictureSet, PictureSource};

const TAG_MANAGER: &str = "https://www.googletagmanager.com/gtm.js?id={{id}}";

/// An analytics account, ready to be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analytics {
    pub script: String,
    /// Origins that the script loads from and reports to, its own first.
    pub hosts: Vec<String>,
}

/// The account of a shop that has one: both its id and its site code are configured (spec 1 §1).
pub fn analytics(settings: &Settings) -> Option<Analytics> {
    let (id, code) = settings.analytics_id.as_ref().zip(settings.analytics_site_code.as_ref())?;
    let template = settings.analytics_script.as_deref().unwrap_or(TAG_MANAGER);
    let script = template.replace("{{id}}", id).replace("{{siteCode}}", code);
    let own = Url::parse(&script).ok()?.origin().ascii_serialization();
    let others = settings.analytics_hosts.iter().filter(|host| **host != own).cloned();
    Some(Analytics { hosts: std::iter::once(own.clone()).chain(others).collect(), script })
}

/// The smallest form of a logo that is sharp on every screen: it is shown 32 pixels high, of which some screens make three each.
pub fn sharp_logo(set: &PictureSet) -> Option<&PictureSource> {
    let is_sharp =
        |source: &&PictureSource| u64::from(source.width) * u64::from(set.height) >= 3 * 32 * u64::from(set.width);
    set.sources.iter().find(is_sharp).or(set.sources.last())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analytics_need_an_id_and_a_site_code() {
        let text = |text: &str| Some(text.to_owned());
        let none = Settings::default();
        let id_alone = Settings { analytics_id: text("GTM-1"), ..Settings::default() };
        let code_alone = Settings { analytics_site_code: text("park"), ..Settings::default() };
        assert!([none, id_alone.clone(), code_alone].iter().all(|settings| analytics(settings).is_none()));
        let both = Settings { analytics_site_code: text("park"), ..id_alone };
        let found = analytics(&both).unwrap();
        assert_eq!(found.script, "https://www.googletagmanager.com/gtm.js?id=GTM-1");
        assert_eq!(found.hosts, ["https://www.googletagmanager.com"]);
        let own = Settings {
            analytics_script: text("https://stats.example.org/{{siteCode}}/{{id}}.js"),
            analytics_hosts: vec!["https://in.example.org".to_owned(), "https://stats.example.org".to_owned()],
            ..both
        };
        let found = analytics(&own).unwrap();
        assert_eq!(found.script, "https://stats.example.org/park/GTM-1.js");
        assert_eq!(found.hosts, ["https://stats.example.org", "https://in.example.org"]);
    }

    fn chosen(width: u32, height: u32, widths: &[u32]) -> u32 {
        let source = |&width: &u32| PictureSource { name: format!("{width}.webp"), width };
        let sources = widths.iter().map(source).collect();
        let set = PictureSet { original: String::new(), width, height, sources, share: String::new() };
        sharp_logo(&set).unwrap().width
    }

    #[test]
    fn a_logo_is_sent_no_larger_than_it_is_shown() {
        assert_eq!(chosen(512, 512, &[240, 480, 512]), 240);
        assert_eq!(chosen(1600, 400, &[240, 480, 720, 960, 1600]), 480, "four times as wide as high");
        assert_eq!(chosen(200, 50, &[200]), 200, "what is small is not made larger");
    }
}
