//! The request and response types of the shop-wide calls.

use poem_openapi::Object;

use midway_catalog::Catalog;
use midway_catalog::files::{Country, MenuLink, Site, State};
use midway_kernel::id::{ResourceId, SiteId};

/// The data that the app needs to start.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SettingsView {
    pub web_site_name: String,
    pub description: String,
    /// The notice that a test shop shows on every page; absent for other shops.
    pub test_notice: Option<String>,
    pub site_logo_url: Option<String>,
    /// The operator's menu, at the top of every page.
    pub menu: Vec<MenuLinkView>,
    /// The root path of the API calls: `/api`.
    pub api_root: String,
    /// The public address of the shop, without a trailing slash.
    pub public_url: String,
    /// The number of seconds without activity after which a session ends.
    pub session_timeout: u32,
    /// The number of days for which products with a week calendar are sold, including today.
    pub dp_look_ahead_days: u32,
    pub analytics_id: Option<String>,
    pub analytics_site_code: Option<String>,
    /// The address of the analytics script to load. Absent unless both the analytics id and the site code are set.
    pub analytics_script: Option<String>,
    /// The class of the page's body that selects the theme of the shop.
    pub style_key: Option<String>,
    /// The pages where shoppers sign in, register and sign out, if they are not the shop's own pages. The return
    /// address is appended as the query parameter `ReturnUrl`.
    pub smart_login_url: Option<String>,
    pub login_url: Option<String>,
    pub register_url: Option<String>,
    pub logout_url: Option<String>,
    /// The target of the Account link in the header.
    pub profile_url: String,
    /// Whether shoppers sign in at the operator's identity provider (`account/open-id/begin`) instead of with a
    /// password.
    pub open_id_sign_in: bool,
    pub privacy_policy_url: Option<String>,
    pub terms_of_sale_url: Option<String>,
    pub terms_of_use_url: Option<String>,
    /// The number of the catalogue revision from which this response was made.
    pub catalog_revision: i32,
}

/// A link of the menu: a path within the shop, or an absolute http(s) URL.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct MenuLinkView {
    pub name: String,
    pub to: String,
}

impl From<&MenuLink> for MenuLinkView {
    fn from(link: &MenuLink) -> Self {
        MenuLinkView { name: link.name.clone(), to: link.to.clone() }
    }
}

/// The visitor's session.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SessionView {
    pub user_authenticated: bool,
    pub site_message: Option<String>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ResourcePreLoad {
    #[oai(validator(max_items = 2000))]
    pub ext_resource_ids: Vec<ResourceId>,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ResourceValue {
    pub ext_resource_id: ResourceId,
    /// The text. It may contain `{{name}}` placeholders.
    pub value: String,
}

/// The requested texts that the operator has replaced. Other texts are left out.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ResourceValues {
    pub resource_values: Vec<ResourceValue>,
    /// The number of the catalogue revision from which this response was made.
    pub catalog_revision: i32,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ResourceText {
    pub resource_text: String,
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CountryView {
    pub id: i32,
    pub name: String,
    /// ISO 3166-1 alpha-2 code.
    pub code: String,
    pub phone_use_nanp_format: bool,
}

impl From<&Country> for CountryView {
    fn from(country: &Country) -> Self {
        CountryView {
            id: country.id,
            name: country.name.clone(),
            code: country.code.clone(),
            phone_use_nanp_format: country.phone_use_nanp_format,
        }
    }
}

#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct StateView {
    pub id: i32,
    pub country_id: i32,
    pub name: String,
    pub abbreviation: String,
    pub require_location_acknowledgement: bool,
}

impl From<&State> for StateView {
    fn from(state: &State) -> Self {
        StateView {
            id: state.id,
            country_id: state.country_id,
            name: state.name.clone(),
            abbreviation: state.abbreviation.clone(),
            require_location_acknowledgement: state.require_location_acknowledgement,
        }
    }
}

/// A site that can be chosen.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct WebSiteView {
    pub id: SiteId,
    pub name: String,
    pub css_key: Option<String>,
    pub analytics_tracking_id: Option<String>,
    pub allow_same_ticket_same_performance_multiple_booking: bool,
}

impl From<&Site> for WebSiteView {
    fn from(site: &Site) -> Self {
        WebSiteView {
            id: site.id.clone(),
            name: site.name.clone(),
            css_key: site.css_key.clone(),
            analytics_tracking_id: site.analytics_tracking_id.clone(),
            allow_same_ticket_same_performance_multiple_booking: site
                .allow_same_ticket_same_performance_multiple_booking,
        }
    }
}

/// The chosen site. All fields are absent if no site is chosen.
#[derive(Clone, Debug, Default, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CurrentWebSite {
    pub id: Option<SiteId>,
    pub analytics_tracking_id: Option<String>,
    /// The analytics script to load for the site.
    pub analytics_script: Option<String>,
    pub css_key: Option<String>,
}

/// The target of an old address. `to` is absent if there is no redirect.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RedirectView {
    pub to: Option<String>,
    pub permanent: bool,
}

/// The texts among `ids` that the operator has replaced.
pub fn resource_values(catalog: &Catalog, ids: Vec<ResourceId>) -> ResourceValues {
    let value = |id: ResourceId| {
        catalog.text(id.as_str()).map(str::to_owned).map(|value| ResourceValue { ext_resource_id: id, value })
    };
    let resource_values = ids.into_iter().filter_map(value).collect();
    ResourceValues { resource_values, catalog_revision: catalog.revision }
}
