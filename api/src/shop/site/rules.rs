//! Values derived from several settings. Pure.

use url::Url;

use midway_catalog::files::{Country, Folder, Settings, Site};
use midway_catalog::{PictureSet, PictureSource};

const TAG_MANAGER: &str = "https://www.googletagmanager.com/gtm.js?id={{id}}";

/// The shop's analytics script, if both its id and its site code are configured.
pub fn script(settings: &Settings) -> Option<String> {
    let (id, code) = settings.analytics_id.as_ref().zip(settings.analytics_site_code.as_ref())?;
    let template = settings.analytics_script.as_deref().unwrap_or(TAG_MANAGER);
    Some(template.replace("{{id}}", id).replace("{{siteCode}}", code))
}

/// The analytics script of a site with its own tracking id.
pub fn site_script(settings: &Settings, site: &Site) -> Option<String> {
    let id = site.analytics_tracking_id.as_ref()?;
    let template = settings.analytics_script.as_deref().unwrap_or(TAG_MANAGER);
    Some(template.replace("{{id}}", id).replace("{{siteCode}}", site.id.as_str()))
}

/// The origins from which the analytics scripts of the shop and of its sites load, and to which they report; empty
/// without analytics.
pub fn analytics_hosts(settings: &Settings, sites: &[Site]) -> Vec<String> {
    let scripts = sites.iter().filter_map(|site| site_script(settings, site));
    let scripts = script(settings).into_iter().chain(scripts);
    let own = scripts.filter_map(|script| Some(Url::parse(&script).ok()?.origin().ascii_serialization()));
    let mut hosts: Vec<String> = Vec::new();
    for host in own {
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    if !hosts.is_empty() {
        hosts.extend(settings.analytics_hosts.iter().filter(|host| !hosts.contains(host)).cloned().collect::<Vec<_>>());
    }
    hosts
}

/// The smallest size of a logo that is sharp on every screen, or the last size when none is. The logo is shown 32
/// pixels high, and some screens have three device pixels per pixel.
pub fn sharp_logo(set: &PictureSet) -> Option<&PictureSource> {
    set.covering(0, 3 * 32)
}

/// The operator's countries in their order, except that the country of the first site comes first.
pub fn own_country_first(folder: &Folder) -> Vec<&Country> {
    let own = folder.site.first().map(|site| site.address.country.as_str());
    let mut countries: Vec<&Country> = folder.country.iter().collect();
    countries.sort_by_key(|country| Some(country.code.as_str()) != own);
    countries
}

#[cfg(test)]
mod tests {
    use super::*;
    use midway_catalog::testing::catalog;

    #[test]
    fn analytics_script_requires_an_id_and_a_site_code_and_its_host_is_listed_before_other_hosts() {
        let text = |text: &str| Some(text.to_owned());
        let none = Settings::default();
        let id_alone = Settings { analytics_id: text("GTM-1"), ..Settings::default() };
        let code_alone = Settings { analytics_site_code: text("park"), ..Settings::default() };
        assert!([none, id_alone.clone(), code_alone].iter().all(|settings| script(settings).is_none()));
        let both = Settings { analytics_site_code: text("park"), ..id_alone };
        assert_eq!(script(&both).unwrap(), "https://www.googletagmanager.com/gtm.js?id=GTM-1");
        assert_eq!(analytics_hosts(&both, &[]), ["https://www.googletagmanager.com"]);
        let own = Settings {
            analytics_script: text("https://stats.example.org/{{siteCode}}/{{id}}.js"),
            analytics_hosts: vec!["https://in.example.org".to_owned(), "https://stats.example.org".to_owned()],
            ..both
        };
        assert_eq!(script(&own).unwrap(), "https://stats.example.org/park/GTM-1.js");
        assert_eq!(analytics_hosts(&own, &[]), ["https://stats.example.org", "https://in.example.org"]);
    }

    #[test]
    fn site_with_a_tracking_id_has_its_own_analytics_script() {
        let catalog = catalog("");
        let settings = Settings::default();
        let site = catalog.folder().site[0].clone();
        assert!(
            site_script(&settings, &site).is_none()
                && analytics_hosts(&settings, std::slice::from_ref(&site)).is_empty()
        );
        let tracked = Site { analytics_tracking_id: Some("GTM-7".to_owned()), ..site };
        assert_eq!(site_script(&settings, &tracked).unwrap(), "https://www.googletagmanager.com/gtm.js?id=GTM-7");
        assert_eq!(analytics_hosts(&settings, &[tracked]), ["https://www.googletagmanager.com"]);
    }

    #[test]
    fn country_of_the_first_site_is_the_first_country() {
        let mut folder = catalog("").folder().clone();
        let country = |id: i32, code: &str| Country {
            id,
            name: code.to_owned(),
            code: code.to_owned(),
            phone_use_nanp_format: false,
        };
        folder.country = vec![country(17, "CA"), country(80, "US"), country(1, "DE")];
        let codes = |folder: &Folder| -> Vec<String> {
            own_country_first(folder).into_iter().map(|country| country.code.clone()).collect()
        };
        assert_eq!(codes(&folder), ["US", "CA", "DE"]);
        folder.site[0].address.country = "FR".to_owned();
        assert_eq!(codes(&folder), ["CA", "US", "DE"], "an operator need not accept addresses in its own country");
    }

    fn chosen(width: u32, height: u32, widths: &[u32]) -> u32 {
        let source = |&width: &u32| PictureSource { name: format!("{width}.webp"), width };
        let sources = widths.iter().map(source).collect();
        let set = PictureSet { original: String::new(), width, height, sources, share: String::new() };
        sharp_logo(&set).unwrap().width
    }

    #[test]
    fn logo_is_sent_in_the_smallest_size_that_is_sharp() {
        assert_eq!(chosen(512, 512, &[240, 480, 512]), 240);
        assert_eq!(chosen(1600, 400, &[240, 480, 720, 960, 1600]), 480, "four times as wide as high");
        assert_eq!(chosen(200, 50, &[200]), 200, "a small logo is not enlarged");
    }
}
