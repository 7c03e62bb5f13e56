//! The API call for the terms of payment plans.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;

use super::rules::{TERMS_HTML, TERMS_LABEL};
use super::wire::InstallmentTermsView;
use crate::app::App;
use midway_kernel::id::ResourceId;
use midway_kernel::text::Messages;

pub struct InstallmentApi(pub Arc<App>);

#[OpenApi(prefix_path = "/payment/installment-billing")]
impl InstallmentApi {
    /// Returns the operator's terms of payment plans, and the label of the checkbox for accepting them.
    #[oai(path = "/terms", method = "get", operation_id = "getInstallmentTerms")]
    async fn terms(&self) -> Json<InstallmentTermsView> {
        let catalog = self.0.catalog.current();
        let content = catalog.folder().text.get(&ResourceId(TERMS_HTML.to_owned())).cloned();
        Json(InstallmentTermsView { label: catalog.message(TERMS_LABEL, &[]), content })
    }
}
