//! Changes an owner's claims together with its row in a single step, without locking the owner first. The step can make
//! claims, and it extends the owner's other claims. It has an effect only if the row has not changed since it was read
//! and all stocks have enough units: either everything is written or nothing. It replaces the transaction of most
//! additions to a cart, which are the busiest calls of a sale.
//!
//! PostgreSQL runs one statement. SQLite has no statement that changes several tables. There it is a script whose
//! statements have an effect only if the statement before has changed a row; it is sent as one, with its transaction.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{
    CommonTableExpression, ExprTrait, InsertStatement, IntoCondition, IntoIden, OnConflict, PostgresQueryBuilder,
    Query, SelectStatement, SqliteQueryBuilder, SubQueryStatement, UpdateStatement, Values,
};
use sea_orm::{
    Condition, ConnectionTrait, DbBackend, Iterable, QueryFilter, QuerySelect, QueryTrait, RuntimeErr, SqlErr,
    Statement,
};

use super::claims::{ClaimRow, extension, is_unchanged, left, missing, steps, taken};
use super::entity::{claim, stock};
use super::held_claims::{HeldClaims, LineClaim, is_alive};
use super::rules::StockKey;
use crate::error::Result;
use crate::platform::db::{Db, ROW_LOCK, Transaction};
use midway_kernel::time::Instant;

/// A change of an owner's claims that one step can make.
pub struct ClaimsAtOnce {
    owner_id: String,
    /// The claims to make, by stock in key order.
    stocks: Vec<(StockKey, Vec<ClaimRow>)>,
    until: Instant,
    now: Instant,
    /// Whether the owner has other live claims, whose deadline changes too.
    extends_others: bool,
}

/// A row to insert: its table and columns, and its values.
pub type NewRow = (InsertStatement, SelectStatement);

/// The write of the owner's row that belongs to the claims.
pub enum OwnerWrite {
    Insert(NewRow),
    Update {
        /// Selects the row if it has not changed since it was read.
        unchanged: SelectStatement,
        update: UpdateStatement,
        /// A row of the owner that is inserted in the same step.
        with: Option<Box<NewRow>>,
    },
}

impl ClaimsAtOnce {
    /// The change for these lines; `None` when it releases units.
    pub fn of(holding: HeldClaims, lines: &[LineClaim], until: Instant, now: Instant) -> Option<Self> {
        let HeldClaims { owner_id, rows } = holding;
        let (changing, staying): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| lines.iter().any(|line| line.line_id == row.line_id));
        let (mut stocks, mut others) = (Vec::new(), staying);
        for (key, step) in steps(&owner_id, changing, lines, until, now) {
            if !step.release.is_empty() {
                return None;
            }
            others.extend(step.keep);
            if !step.take.is_empty() {
                stocks.push((key, step.take));
            }
        }
        let extends_others = others.iter().any(|row| is_alive(row, now) && row.held_until != until);
        Some(ClaimsAtOnce { owner_id, stocks, until, now, extends_others })
    }

    /// Makes the claims, writes the owner's row and commits. Returns false when nothing was written: the row has changed
    /// or another call has just inserted it, the stock has too few units or no row yet, or a claim that is to grow has
    /// changed.
    pub async fn claim(&self, db: &Db, owner: OwnerWrite) -> Result<bool> {
        is_done(match db.is_sqlite() {
            true => db.run_in_transaction(self.script(owner)?).await,
            false => db.write().query_all_raw(self.statement(owner)?).await.map(|rows| rows.len()),
        })
    }

    /// The same in a transaction, which the caller commits, or rolls back if nothing was written.
    pub async fn claim_in(&self, tx: &Transaction, owner: OwnerWrite) -> Result<bool> {
        let step = match tx.get_database_backend() {
            DbBackend::Postgres => self.statement(owner)?,
            _ => self.script(owner)?,
        };
        is_done(tx.query_all_raw(step).await.map(|rows| rows.len()))
    }

    /// The statement of PostgreSQL. It returns a row if it has an effect.
    fn statement(&self, owner: OwnerWrite) -> Result<Statement, DbErr> {
        let mut with = Query::with();
        // Each part depends on the part before it, so that the owner and the stocks are locked in the usual order. The
        // opposite order could deadlock.
        let is_new = matches!(owner, OwnerWrite::Insert(..));
        let (locked, update, new) = match owner {
            OwnerWrite::Update { mut unchanged, update, with } => {
                (unchanged.lock(ROW_LOCK).take().into(), Some(update), with)
            }
            OwnerWrite::Insert((mut insert, row)) => {
                insert.select_from(row).map_err(unbuilt)?.on_conflict(OnConflict::new().do_nothing().to_owned());
                (SubQueryStatement::from(insert.returning_col("id".into_iden()).take()), None, None)
            }
        };
        with.cte(cte("part0", locked));
        for (nth, (key, claims)) in self.stocks.iter().enumerate() {
            let mut taken = taken(key, claims);
            taken.and_where(Expr::cust(format!("EXISTS (SELECT FROM part{nth})")));
            if nth == 0 {
                taken.cond_where(self.others_have_enough());
            }
            with.cte(cte(format!("part{}", nth + 1), taken.returning_col(stock::Column::Key).to_owned()));
        }
        let if_taken = || Expr::cust(format!("EXISTS (SELECT FROM part{})", self.stocks.len()));
        let mut counts = Vec::new();
        for (nth, row) in self.claims().enumerate() {
            let name = format!("claim{nth}");
            counts.push(format!("(SELECT count(*) FROM {name})"));
            with.cte(cte(name, written(row, if_taken(), true)?));
        }
        if let Some(mut update) = update {
            with.cte(cte("owner", update.and_where(if_taken()).take()));
        }
        if let Some(row) = new {
            with.cte(cte("new", inserted(*row, if_taken())?));
        }
        if self.extends_others {
            with.cte(cte("extended", self.extended(DbBackend::Postgres).and_where(if_taken()).to_owned()));
        }
        // If something was written, all claims must be: another call may have taken units or changed a claim in the
        // meantime. Unless all are, this divides by zero, which undoes the whole statement.
        let first = if is_new || counts.is_empty() { 0 } else { 1 };
        let all = match counts.len() {
            0 => "1".to_owned(),
            many => format!("1 / (({}) / {many})", counts.join(" + ")),
        };
        let is_done = Query::select()
            .expr(Expr::cust(all))
            .and_where(Expr::cust(format!("EXISTS (SELECT FROM part{first})")))
            .to_owned();
        let (sql, values) = with.query(is_done).build(PostgresQueryBuilder);
        Ok(Statement::from_sql_and_values(DbBackend::Postgres, sql, values.0))
    }

    /// The script of SQLite. It returns a row if it has an effect: the write of the owner's row is its only statement
    /// that returns one.
    fn script(&self, mut owner: OwnerWrite) -> Result<Statement, DbErr> {
        let if_changed = || Condition::all().add(Expr::cust("changes() = 1"));
        let mut script = Vec::new();
        let mut condition = self.others_have_enough();
        if let OwnerWrite::Update { unchanged, .. } = &mut owner {
            condition = condition.add(Expr::exists(unchanged.take()));
        }
        for before in self.claims().filter_map(|row| row.before.as_ref()) {
            let same = claim::Entity::find().filter(is_unchanged(before)).select_only().column(claim::Column::OwnerId);
            condition = condition.add(Expr::exists(same.into_query()));
        }
        for (key, claims) in &self.stocks {
            script.push(taken(key, claims).cond_where(condition).build(SqliteQueryBuilder));
            condition = if_changed();
        }
        for row in self.claims() {
            script.push(built(written(row, if_changed(), false)?));
        }
        let new = match &mut owner {
            OwnerWrite::Update { with, .. } => with.take(),
            OwnerWrite::Insert(_) => None,
        };
        script.push(built(owner_write(owner, condition)?));
        if let Some(row) = new {
            script.push(inserted(*row, if_changed())?.build(SqliteQueryBuilder));
        }
        if self.extends_others {
            script.push(self.extended(DbBackend::Sqlite).cond_where(if_changed()).build(SqliteQueryBuilder));
        }
        let (texts, values): (Vec<_>, Vec<_>) = script.into_iter().unzip();
        let values = values.into_iter().flat_map(|Values(values)| values);
        Ok(Statement::from_sql_and_values(DbBackend::Sqlite, texts.join("; "), values))
    }

    fn claims(&self) -> impl Iterator<Item = &ClaimRow> {
        self.stocks.iter().flat_map(|(_, claims)| claims)
    }

    /// Whether all stocks but the first have enough units.
    fn others_have_enough(&self) -> Condition {
        self.stocks.iter().skip(1).fold(Condition::all(), |all, (key, claims)| {
            let enough = Query::select()
                .expr(Expr::value(1))
                .from_as(stock::Entity, "other")
                .and_where(Expr::col(("other", stock::Column::Key)).eq(key.clone()))
                .and_where(left("other").gte(missing(claims)))
                .to_owned();
            all.add(Expr::exists(enough))
        })
    }

    /// Extends the owner's other claims.
    fn extended(&self, backend: DbBackend) -> UpdateStatement {
        let mut written = Condition::any();
        for row in self.claims() {
            let own = Condition::all().add(claim::Column::LineId.eq(row.claim.line_id.as_str()));
            written = written.add(own.add(claim::Column::StockKey.eq(row.claim.stock_key.clone())));
        }
        let others = if written.is_empty() { Condition::all() } else { written.not() };
        extension(backend, &self.owner_id, self.until, self.now, others)
    }
}

/// The SQLSTATE code of a division by zero.
const DIVISION_BY_ZERO: &str = "22012";

/// Whether a step that returned so many rows has had an effect. A call that was too late has had none.
fn is_done(rows: Result<usize, DbErr>) -> Result<bool> {
    match rows {
        Err(error) if was_late(&error) => Ok(false),
        rows => Ok(rows? > 0),
    }
}

/// Whether a statement failed because another call was faster: it has inserted the owner, or changed one of its claims.
fn was_late(error: &DbErr) -> bool {
    let code = || match error {
        DbErr::Exec(RuntimeErr::SqlxError(cause)) | DbErr::Query(RuntimeErr::SqlxError(cause)) => {
            cause.as_database_error()?.code().map(|code| code.into_owned())
        }
        _ => None,
    };
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_))) || code().as_deref() == Some(DIVISION_BY_ZERO)
}

/// Writes a claim, if the condition holds.
fn written(row: &ClaimRow, condition: impl IntoCondition, returns: bool) -> Result<SubQueryStatement, DbErr> {
    let claim = &row.claim;
    if let Some(before) = &row.before {
        let mut update = claim::Entity::update_many()
            .col_expr(claim::Column::Quantity, Expr::value(claim.quantity))
            .col_expr(claim::Column::HeldUntil, Expr::value(claim.held_until))
            .filter(is_unchanged(before))
            .filter(condition.into_condition())
            .into_query();
        if returns {
            update.returning_col(claim::Column::Quantity);
        }
        return Ok(SubQueryStatement::UpdateStatement(update));
    }
    let mut insert = inserted(new_row(claim), condition)?;
    if returns {
        insert.returning_col(claim::Column::Quantity);
    }
    Ok(SubQueryStatement::InsertStatement(insert))
}

/// Writes the owner's row on SQLite, if the condition holds.
fn owner_write(owner: OwnerWrite, condition: impl IntoCondition) -> Result<SubQueryStatement, DbErr> {
    let id = || "id".into_iden();
    Ok(match owner {
        OwnerWrite::Insert(row) => {
            SubQueryStatement::InsertStatement(inserted(row, condition)?.returning_col(id()).to_owned())
        }
        OwnerWrite::Update { mut update, .. } => {
            SubQueryStatement::UpdateStatement(update.cond_where(condition).returning_col(id()).to_owned())
        }
    })
}

/// A row to insert with these values.
pub fn new_row<M: ModelTrait>(row: &M) -> NewRow {
    let values = <M::Entity as EntityTrait>::Column::iter().map(|column| column.save_as(Expr::value(row.get(column))));
    let columns = <M::Entity as EntityTrait>::Column::iter();
    let insert = Query::insert().into_table(M::Entity::default()).columns(columns).to_owned();
    (insert, Query::select().exprs(values).to_owned())
}

/// Inserts a row, if the condition holds.
fn inserted((mut insert, mut row): NewRow, condition: impl IntoCondition) -> Result<InsertStatement, DbErr> {
    insert.select_from(row.cond_where(condition).to_owned()).map_err(unbuilt)?;
    Ok(insert)
}

fn unbuilt(error: sea_orm::sea_query::error::Error) -> DbErr {
    DbErr::Custom(error.to_string())
}

fn cte(name: impl IntoIden, query: impl Into<SubQueryStatement>) -> CommonTableExpression {
    CommonTableExpression::new().table_name(name).query(query).to_owned()
}

fn built(statement: SubQueryStatement) -> (String, Values) {
    match statement {
        SubQueryStatement::InsertStatement(insert) => insert.build(SqliteQueryBuilder),
        SubQueryStatement::UpdateStatement(update) => update.build(SqliteQueryBuilder),
        SubQueryStatement::SelectStatement(select) => select.build(SqliteQueryBuilder),
        SubQueryStatement::DeleteStatement(delete) => delete.build(SqliteQueryBuilder),
        SubQueryStatement::WithStatement(with) => with.build(SqliteQueryBuilder),
    }
}
