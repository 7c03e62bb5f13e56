//! All SQL of the requests.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, IntoActiveModel, QueryOrder, QuerySelect};

use super::entity::{Column, Entity, Model};
use crate::error::Result;
use midway_kernel::id::ProductId;
use midway_kernel::time::Instant;

/// Stores a request, unless there is one of the same address for the same product.
pub async fn insert(db: &impl ConnectionTrait, request: Model) -> Result<()> {
    let once = OnConflict::columns([Column::ProductId, Column::EmailKey]).do_nothing().to_owned();
    Entity::insert(request.into_active_model()).on_conflict(once).exec_without_returning(db).await?;
    Ok(())
}

/// The products for which there are requests.
pub async fn products(db: &impl ConnectionTrait) -> Result<Vec<ProductId>> {
    Ok(Entity::find().select_only().column(Column::ProductId).distinct().into_tuple().all(db).await?)
}

/// The first requests for a product, in the order in which they were made: those for returned places, or the others.
pub async fn first(
    db: &impl ConnectionTrait,
    product: &ProductId,
    for_returns: bool,
    count: u64,
) -> Result<Vec<Model>> {
    let of_product = Entity::find().filter(Column::ProductId.eq(product.clone()));
    let of_product = of_product.filter(Column::ForReturns.eq(for_returns));
    Ok(of_product.order_by_asc(Column::AskedAt).order_by_asc(Column::Id).limit(count).all(db).await?)
}

pub async fn delete(db: &impl ConnectionTrait, requests: &[Model]) -> Result<()> {
    let ids = requests.iter().map(|request| request.id.as_str());
    Entity::delete_many().filter(Column::Id.is_in(ids)).exec(db).await?;
    Ok(())
}

/// Deletes the requests made before this time.
pub async fn delete_before(db: &impl ConnectionTrait, time: Instant) -> Result<()> {
    Entity::delete_many().filter(Column::AskedAt.lt(time)).exec(db).await?;
    Ok(())
}
