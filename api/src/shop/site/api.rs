//! The API calls for data of the whole shop.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;

use super::rules;
use super::wire::{
    CountryView, CurrentWebSite, MenuLinkView, RedirectView, ResourcePreLoad, ResourceText, ResourceValues,
    SessionView, SettingsView, StateView, WebSiteView, resource_values,
};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Done, done};
use crate::http::visitor::Visitor;
use midway_catalog::Catalog;
use midway_kernel::id::{ResourceId, SiteId};

pub struct SiteApi(pub Arc<App>);

#[OpenApi]
impl SiteApi {
    /// Returns the data that the app needs to start, and gives the browser its anti-forgery token.
    #[oai(path = "/settings", method = "get", operation_id = "getSettings")]
    async fn settings(&self, visitor: Visitor) -> poem::Result<Json<SettingsView>> {
        visitor.issue_token().await?;
        let catalog = self.0.catalog.current();
        let settings = catalog.settings();
        Ok(Json(SettingsView {
            web_site_name: settings.web_site_name.clone(),
            description: settings.description.clone(),
            test_notice: self.0.config.test_notice().map(str::to_owned),
            site_logo_url: logo_url(&catalog),
            menu: settings.menu.iter().map(MenuLinkView::from).collect(),
            api_root: "/api".to_owned(),
            public_url: self.0.config.public_url.as_str().trim_end_matches('/').to_owned(),
            session_timeout: settings.session_timeout,
            dp_look_ahead_days: settings.week_look_ahead_days(),
            analytics_id: settings.analytics_id.clone(),
            analytics_site_code: settings.analytics_site_code.clone(),
            analytics_script: rules::script(settings),
            style_key: settings.style_key.clone(),
            smart_login_url: settings.smart_login_url.clone(),
            login_url: settings.login_url.clone(),
            register_url: settings.register_url.clone(),
            logout_url: settings.logout_url.clone(),
            profile_url: settings.profile_url.clone().unwrap_or_else(|| "/profile".to_owned()),
            open_id_sign_in: self.0.open_id.is_some(),
            privacy_policy_url: settings.privacy_policy_url.clone(),
            terms_of_sale_url: settings.terms_of_sale_url.clone(),
            terms_of_use_url: settings.terms_of_use_url.clone(),
            catalog_revision: catalog.revision,
        }))
    }

    /// Returns the visitor's session, extends it, and gives the browser its anti-forgery token. A different `ts` in
    /// each request makes each address unique, so that no cache responds instead of the shop.
    #[oai(path = "/session", method = "get", operation_id = "getSession")]
    async fn session(
        &self,
        visitor: Visitor,
        #[oai(name = "ts")] _ts: Query<Option<i64>>,
    ) -> poem::Result<Json<SessionView>> {
        visitor.issue_token().await?;
        let session = visitor.session().await?;
        let site_message = self.0.catalog.current().settings().site_message.clone();
        Ok(Json(SessionView { user_authenticated: session.account_id.is_some(), site_message }))
    }

    /// Returns the requested texts that the operator has replaced.
    #[oai(path = "/resource/pre-load", method = "post", operation_id = "preLoadResources")]
    async fn pre_load(&self, request: Json<ResourcePreLoad>) -> Json<ResourceValues> {
        Json(resource_values(&self.0.catalog.current(), request.0.ext_resource_ids))
    }

    /// Returns a text that the operator has replaced. Returns 404 if the operator has not replaced the text.
    #[oai(path = "/resource/:id", method = "get", operation_id = "getResource")]
    async fn resource(&self, id: Path<ResourceId>) -> poem::Result<Json<ResourceText>> {
        let catalog = self.0.catalog.current();
        let text = catalog.text(id.0.as_str()).ok_or(Error::NotFound)?;
        Ok(Json(ResourceText { resource_text: text.to_owned() }))
    }

    /// Returns the countries that addresses may be in. The country of the shop's first site comes first, and forms
    /// preselect it.
    #[oai(path = "/address/country", method = "get", operation_id = "getCountries")]
    async fn countries(&self) -> Json<Vec<CountryView>> {
        let catalog = self.0.catalog.current();
        Json(rules::own_country_first(catalog.folder()).into_iter().map(CountryView::from).collect())
    }

    /// Returns the states and provinces of the countries that addresses may be in.
    #[oai(path = "/address/state-province", method = "get", operation_id = "getStateProvinces")]
    async fn states(&self) -> Json<Vec<StateView>> {
        Json(self.0.catalog.current().folder().state.iter().map(StateView::from).collect())
    }

    /// Returns the sites of the shop.
    #[oai(path = "/config/web-site", method = "get", operation_id = "getWebSites")]
    async fn web_sites(&self) -> Json<Vec<WebSiteView>> {
        Json(self.0.catalog.current().folder().site.iter().map(WebSiteView::from).collect())
    }

    /// Returns the site that this visitor has chosen. All fields are absent or empty if no site is chosen.
    #[oai(path = "/config/web-site/current", method = "get", operation_id = "getCurrentWebSite")]
    async fn current_web_site(&self, visitor: Visitor) -> poem::Result<Json<CurrentWebSite>> {
        let chosen = visitor.session().await?.site_id;
        let catalog = self.0.catalog.current();
        let site = chosen.as_ref().and_then(|id| catalog.site(id));
        Ok(Json(site.map_or_else(CurrentWebSite::default, |site| CurrentWebSite {
            id: Some(site.id.clone()),
            analytics_tracking_id: site.analytics_tracking_id.clone(),
            analytics_script: rules::site_script(catalog.settings(), site),
            css_key: site.css_key.clone(),
        })))
    }

    /// Chooses a site for this session. Returns 404 if there is no such site.
    #[oai(path = "/config/web-site/:id", method = "post", operation_id = "chooseWebSite")]
    async fn choose_web_site(&self, visitor: Visitor, id: Path<SiteId>) -> poem::Result<Json<Done>> {
        if self.0.catalog.current().site(&id.0).is_none() {
            return Err(Error::NotFound.into());
        }
        visitor.change(|session| session.site_id = Some(id.0.clone())).await?;
        Ok(done())
    }

    /// Returns the redirect for a path that the app does not know, from the operator's list.
    #[oai(path = "/cms/redirect", method = "get", operation_id = "getCmsRedirect")]
    async fn redirect(&self, path: Query<String>) -> Json<RedirectView> {
        let catalog = self.0.catalog.current();
        let redirect = catalog.redirect(&path.0);
        Json(RedirectView {
            to: redirect.map(|redirect| redirect.to.clone()),
            permanent: redirect.is_some_and(|redirect| redirect.permanent),
        })
    }
}

fn logo_url(catalog: &Catalog) -> Option<String> {
    let set = catalog.picture(catalog.settings().site_logo.as_ref()?)?;
    rules::sharp_logo(set).map(|source| format!("/api/picture/{}", source.name))
}
