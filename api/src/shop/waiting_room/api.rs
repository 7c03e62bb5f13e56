//! The call with which the page of a waiting room follows a shopper's place.

use std::sync::Arc;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;

use super::actions::ask;
use super::rooms::active_rooms;
use super::wire::WaitingPlaceView;
use super::words::in_words;
use crate::app::App;
use crate::error::Error;
use crate::http::visitor::Visitor;

pub struct WaitingRoomApi(pub Arc<App>);

#[OpenApi]
impl WaitingRoomApi {
    /// Returns the visitor's place in front of a waiting room. It gives nobody a place: the page does.
    #[oai(path = "/waiting-room/:id/place", method = "get", operation_id = "getWaitingPlace")]
    async fn place(&self, visitor: Visitor, id: Path<String>) -> poem::Result<Json<WaitingPlaceView>> {
        let (app, catalog) = (&self.0, self.0.catalog.current());
        let mut active = active_rooms(&catalog, app.clock.now());
        let active = active.find(|active| active.room.id == id.0).ok_or(Error::NotFound)?;
        let came = ask(app, &active, &visitor, false).await?;
        Ok(Json(WaitingPlaceView::new(came, in_words(&catalog, came))))
    }
}
