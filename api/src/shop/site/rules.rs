//! What the settings mean together. Pure.

use url::Url;

use crate::shop::catalog::files::Settings;

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
}
