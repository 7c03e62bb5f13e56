//! The upper limits of this machine for `scripts/bench`: the HTTP framework with a constant answer, and a bare
//! transaction that inserts one row through the shop's own database connection. The shop's figures are reported as
//! fractions of these limits, measured in the same run.
//!
//! `ceiling PORT DATABASE_URL FILE`: `/constant` returns the content of the file, `/insert` commits a row.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use midway::platform::db::Db;
use poem::endpoint::make;
use poem::http::StatusCode;
use poem::listener::TcpListener;
use poem::{EndpointExt, IntoResponse, Request, Response, Route, Server};
use sea_orm::{ConnectionTrait, DbErr};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(port), Some(url), Some(file)) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err("usage: ceiling PORT DATABASE_URL FILE".into());
    };
    let db = Arc::new(Db::connect(&url, 16).await?);
    db.write().execute_unprepared("DROP TABLE IF EXISTS ceiling").await?;
    db.write().execute_unprepared("CREATE TABLE ceiling (id BIGINT PRIMARY KEY, words TEXT NOT NULL)").await?;
    let content = Arc::new(std::fs::read(file)?);
    let next = Arc::new(AtomicI64::new(0));

    let constant = make(move |mut request: Request| {
        let content = content.clone();
        async move {
            // The body is read, because the shop's calls also read theirs.
            request.take_body().into_bytes_limit(64 * 1024).await?;
            Ok::<_, poem::Error>(
                Response::builder().content_type("application/json; charset=utf-8").body(content.to_vec()),
            )
        }
    });
    let insert = make(move |mut request: Request| {
        let (db, id) = (db.clone(), next.fetch_add(1, Ordering::Relaxed));
        async move {
            request.take_body().into_bytes_limit(64 * 1024).await?;
            Ok::<_, poem::Error>(match insert_one(&db, id).await {
                Ok(()) => r#"{"success":true}"#.into_response(),
                Err(error) => {
                    eprintln!("{error}");
                    StatusCode::INTERNAL_SERVER_ERROR.into_response()
                }
            })
        }
    });
    let routes = Route::new().at("/constant", constant.map_to_response()).at("/insert", insert.map_to_response());
    Server::new(TcpListener::bind(format!("127.0.0.1:{port}"))).run(routes).await?;
    Ok(())
}

async fn insert_one(db: &Db, id: i64) -> Result<(), DbErr> {
    let tx = db.begin().await?;
    tx.execute_unprepared(&format!("INSERT INTO ceiling (id, words) VALUES ({id}, 'a row of the size of a claim')"))
        .await?;
    tx.commit().await
}
