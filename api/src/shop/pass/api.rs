//! The API calls for passes: the passes in the cart, and the passes that are linked to an account. Most of them require
//! a signed-in visitor.

use std::sync::Arc;

use poem_openapi::param::Path;
use poem_openapi::payload::{Binary, Json};
use poem_openapi::types::multipart::Upload;
use poem_openapi::{ApiResponse, Multipart, OpenApi};

use super::actions;
use super::wire::{
    BackgroundUpdate, CartPassView, CartPasses, LinkPassRequest, LinkedPassView, LinkedPasses, PassOptionView,
    PassProductRequest, PassholderRequest, RemovePassRequest, RenewalPassRequest, RenewalProductRequest,
    UnlinkPassRequest,
};
use crate::app::App;
use crate::error::Error;
use crate::http::reply::{Done, Envelope, done, reply};
use crate::http::visitor::{SignedIn, Visitor};
use crate::shop::cart::{self, Cart, CartCommand, CartPass, KnownPasses};
use midway_kernel::text::Text;

const UPDATING: Text = Text {
    id: "pass.updating",
    default: "We're completing your latest order. Its passes will appear here in a moment.",
};

pub struct PassApi(pub Arc<App>);

/// A pass photo.
#[derive(ApiResponse)]
enum Photo {
    /// The picture.
    #[oai(status = 200, content_type = "image/jpeg")]
    Jpeg(Binary<Vec<u8>>),
}

/// A file from a form.
#[derive(Multipart)]
struct PhotoForm {
    #[oai(rename = "uploadFile")]
    upload_file: Upload,
}

#[OpenApi]
impl PassApi {
    /// Returns the passes in the cart, with their passholders.
    #[oai(path = "/cart/pass", method = "get", operation_id = "getCartPasses")]
    async fn passes(&self, visitor: Visitor) -> poem::Result<Json<CartPasses>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let cart = cart::visitors_cart(&self.0, &visitor).await?;
        let passes = self.views(&visitor, cart.as_ref()).await?;
        let installments = cart.and_then(|cart| cart::installments(&catalog, &cart, now));
        Ok(Json(CartPasses {
            passes,
            installment_billing_blocked: installments.is_some_and(|standing| standing.terms.is_none()),
            allow_new_passes: !catalog.settings().suppress_new_pass_demographics,
            capture_pictures: catalog.settings().capture_pass_pictures,
        }))
    }

    /// Returns a pass in the cart.
    #[oai(path = "/cart/pass/:id", method = "get", operation_id = "getCartPass")]
    async fn pass(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<Json<CartPassView>> {
        let cart = cart::visitors_cart(&self.0, &signed_in.visitor).await?;
        let passes = self.views(&signed_in.visitor, cart.as_ref()).await?;
        let pass = passes.into_iter().find(|pass| pass.ext_cart_ticket_id == id.0);
        Ok(Json(pass.ok_or(Error::NotFound)?))
    }

    /// Stores the passholder of a pass in the cart, and records that the shopper confirmed the data.
    #[oai(path = "/cart/pass/:id", method = "post", operation_id = "updateCartPass")]
    async fn update(
        &self,
        signed_in: SignedIn,
        id: Path<String>,
        request: Json<PassholderRequest>,
    ) -> poem::Result<Json<Done>> {
        let describe = CartCommand::DescribePass { id: id.0, passholder: request.0.into() };
        cart::execute_without_question(&self.0, &signed_in.visitor, describe).await?;
        Ok(done())
    }

    /// Returns the pass photo of a pass in the cart.
    #[oai(path = "/cart/pass/:id/image", method = "get", operation_id = "getCartPassImage")]
    async fn photo(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<Photo> {
        Ok(Photo::Jpeg(Binary(actions::photo(&self.0, &signed_in, &id.0).await?)))
    }

    /// Returns the pass photo of a pass that the account has bought. `id` is the ticket's id.
    #[oai(path = "/account/pass/:id/image", method = "get", operation_id = "getAccountPassImage")]
    async fn photo_of_purchased(&self, signed_in: SignedIn, id: Path<String>) -> poem::Result<Photo> {
        Ok(Photo::Jpeg(Binary(actions::photo_of_purchased(&self.0, &signed_in, &id.0).await?)))
    }

    /// Stores the pass photo of a pass in the cart: PNG or JPEG, at most 8 MB.
    #[oai(path = "/cart/pass/:id/image", method = "post", operation_id = "setCartPassImage")]
    async fn save_photo(&self, signed_in: SignedIn, id: Path<String>, form: PhotoForm) -> poem::Result<Json<Done>> {
        let file = form.upload_file.into_vec().await.map_err(|error| Error::Malformed(error.to_string()))?;
        actions::save_photo(&self.0, &signed_in, &id.0, file).await?;
        Ok(done())
    }

    /// Adds a pass without a product, and returns its id.
    #[oai(path = "/cart/add-new-pass", method = "post", operation_id = "addNewPass")]
    async fn add_new(&self, signed_in: SignedIn) -> poem::Result<Json<Envelope<String>>> {
        Ok(reply(actions::add_blank(&self.0, &signed_in).await?))
    }

    /// Removes a pass from the cart.
    #[oai(path = "/cart/remove-pass", method = "post", operation_id = "removePass")]
    async fn remove(&self, signed_in: SignedIn, request: Json<RemovePassRequest>) -> poem::Result<Json<Done>> {
        let remove = CartCommand::RemovePass { id: request.0.ext_cart_ticket_id.0 };
        cart::execute_without_question(&self.0, &signed_in.visitor, remove).await?;
        Ok(done())
    }

    /// Removes the passes without a product from the cart. The cart's field `blankPasses` is their number. Guests can
    /// have passes without a product too, from tickets that they began to upgrade.
    #[oai(path = "/cart/remove-blank-passes", method = "post", operation_id = "removeBlankPasses")]
    async fn remove_blank(&self, visitor: Visitor) -> poem::Result<Json<Done>> {
        cart::execute_without_question(&self.0, &visitor, CartCommand::RemoveBlankPasses).await?;
        Ok(done())
    }

    /// Checks the passholders of all passes in the cart. The call is refused while the data of a passholder is
    /// incomplete.
    #[oai(path = "/cart/pass-finalize-demographics", method = "post", operation_id = "finalizePassDemographics")]
    async fn finalize(&self, signed_in: SignedIn) -> poem::Result<Json<Done>> {
        actions::finalize(&self.0, &signed_in).await?;
        Ok(done())
    }

    /// Sets the products of passes in the cart.
    #[oai(path = "/cart/pass-product", method = "post", operation_id = "choosePassProducts")]
    async fn choose(&self, visitor: Visitor, request: Json<PassProductRequest>) -> poem::Result<Json<Done>> {
        let choose = CartCommand::ChoosePassProducts(request.0.into());
        cart::execute_without_question(&self.0, &visitor, choose).await?;
        Ok(done())
    }

    /// Adds renewals of linked passes to the cart.
    #[oai(path = "/cart/add-renewal-pass", method = "post", operation_id = "addRenewalPasses")]
    async fn renew(&self, signed_in: SignedIn, request: Json<RenewalPassRequest>) -> poem::Result<Json<Done>> {
        let ids: Vec<String> = request.0.ext_user_account_ticket_ids.into_iter().map(|id| id.0).collect();
        actions::add_renewals(&self.0, &signed_in, &ids).await?;
        Ok(done())
    }

    /// Returns the products that a pass in the cart can have, with prices. Returns 404 if `isRenewal` does not match
    /// the pass.
    #[oai(path = "/product/pass-renewal-product", method = "post", operation_id = "getPassRenewalProducts")]
    async fn renewal_products(
        &self,
        signed_in: SignedIn,
        request: Json<RenewalProductRequest>,
    ) -> poem::Result<Json<Envelope<Vec<PassOptionView>>>> {
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let pass = actions::one_of_cart(&self.0, &signed_in, request.0.id.as_str()).await?;
        if pass.is_renewal() != request.0.is_renewal {
            return Err(Error::NotFound.into());
        }
        let options = pass.options(&catalog, now);
        Ok(reply(options.iter().map(|option| PassOptionView::new(&catalog, &pass, option, now)).collect()))
    }

    /// Returns the passes that are linked to the account and not revoked.
    #[oai(path = "/account/linked-pass-details", method = "get", operation_id = "getLinkedPasses")]
    async fn linked(&self, signed_in: SignedIn) -> poem::Result<Json<LinkedPasses>> {
        Ok(Json(self.list(&signed_in, |_| true).await?))
    }

    /// Returns the linked passes that can be renewed now.
    #[oai(path = "/account/tenant-pass-renewable", method = "get", operation_id = "getRenewablePasses")]
    async fn renewable(&self, signed_in: SignedIn) -> poem::Result<Json<LinkedPasses>> {
        Ok(Json(self.list(&signed_in, |pass| pass.available_for_upgrade).await?))
    }

    /// Links a pass to the account.
    #[oai(path = "/account/link-pass", method = "post", operation_id = "linkPass")]
    async fn link(&self, signed_in: SignedIn, request: Json<LinkPassRequest>) -> poem::Result<Json<Done>> {
        let LinkPassRequest { passholder_id, validation_data } = request.0;
        actions::link(&self.0, &signed_in, passholder_id.as_str(), validation_data.as_str()).await?;
        Ok(done())
    }

    /// Unlinks a pass from the account.
    #[oai(path = "/account/unlink-pass", method = "post", operation_id = "unlinkPass")]
    async fn unlink(&self, signed_in: SignedIn, request: Json<UnlinkPassRequest>) -> poem::Result<Json<Done>> {
        actions::unlink(&self.0, &signed_in, request.0.ext_user_account_ticket_id.as_str()).await?;
        Ok(done())
    }

    /// Returns whether the account's passes are about to change because the cart with its passes is being paid for.
    #[oai(path = "/account/background-update-status", method = "get", operation_id = "getBackgroundUpdateStatus")]
    async fn background(&self, signed_in: SignedIn) -> poem::Result<Json<BackgroundUpdate>> {
        let update_processing = actions::is_updating(&self.0, &signed_in).await?;
        let catalog = self.0.catalog.current();
        let words = || catalog.text(UPDATING.id).unwrap_or(UPDATING.default).to_owned();
        Ok(Json(BackgroundUpdate { update_processing, message: update_processing.then(words) }))
    }
}

impl PassApi {
    /// The passes of the visitor's cart.
    async fn views(&self, visitor: &Visitor, cart: Option<&Cart>) -> crate::error::Result<Vec<CartPassView>> {
        let Some(cart) = cart else { return Ok(Vec::new()) };
        let now = self.0.clock.now();
        let catalog = self.0.catalog.current();
        let known = KnownPasses::read(&self.0, visitor, Some(cart)).await?;
        let view = |pass: CartPass| {
            let same = pass.line.as_ref().and_then(|line| known.same_as(line, &cart.lines, &catalog, now));
            CartPassView::new(&catalog, pass, same, now)
        };
        Ok(cart::passes(cart).into_iter().map(view).collect())
    }

    async fn list(
        &self,
        signed_in: &SignedIn,
        which: impl Fn(&LinkedPassView) -> bool,
    ) -> crate::error::Result<LinkedPasses> {
        let method = self.0.catalog.current().settings().pass_validation_method_id;
        let linked = actions::linked(&self.0, signed_in).await?.into_iter();
        let passes = linked.map(|pass| LinkedPassView::new(pass, method)).filter(which).collect();
        Ok(LinkedPasses { passes, pass_validation_method_id: method })
    }
}
