//! The single binary: the API, its worker, the sandbox processor and the operator's commands.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use chrono::NaiveDate;
use clap::{Parser, Subcommand};
use lettre::Address;
use midway::app::App;
use midway::config::{Config, ShopOf, is_loopback};
use midway::error::{Error, Result};
use midway::ops;
use midway::ops::demo::DemoRefusal;
use midway::ops::import::{Imported, Withdrawal};
use midway::ops::new::{NewArguments, NewError, Terminal};
use midway::ops::reconcile::Verdict;
use midway::ops::watch::WatchedFolder;
use midway::platform::clock::SystemClock;
use midway::platform::db::Db;
use midway::platform::telemetry;
use midway::shop::catalog::{self, CatalogError};
use midway::shop::order::{AnswerFilter, OrderFilter};
use midway::shop::refund::{self, Asked, Choice, What};
use midway_catalog::problem::folded;
use midway_kernel::id::{PerformanceId, ProductId, PromotionId, QuestionId};
use midway_kernel::money::Money;
use midway_kernel::time::Clock;
use midway_migrations::{Migrator, MigratorTrait};
use midway_sandbox::SandboxConfig;
use rustix::fs::Mode;

/// Prints a line on the standard output. A reader that has closed the pipe, such as `head`, is no error.
macro_rules! say {
    ($($line:tt)*) => {{
        let _ = writeln!(io::stdout(), $($line)*);
    }};
}

/// Midway: an open ticket and season-pass shop. docs/OPERATIONS.md lists the environment variables.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the API; also does the background work unless MIDWAY_WORKER=off.
    Serve {
        /// Migrates the database first.
        #[arg(long)]
        migrate: bool,
        /// Imports this folder first, at every start.
        #[arg(long, value_name = "FOLDER", conflicts_with = "demo")]
        catalog: Option<PathBuf>,
        /// Imports this folder first if there is no catalogue yet.
        #[arg(long, value_name = "FOLDER")]
        demo: Option<PathBuf>,
    },
    /// Does the background work: releases expired holds, completes interrupted payments, charges due payments, runs
    /// jobs, removes old data.
    Worker,
    /// Migrates the database to this version.
    Migrate,
    /// Writes a small catalogue into a new folder. On a terminal it asks for what the options leave out.
    New(NewArguments),
    /// Checks a catalogue folder and prints its problems, or what an import would change. Writes nothing. Exits with 1
    /// if there are problems, and with 3 if the import would be refused without --withdraw.
    Check {
        folder: PathBuf,
        /// Checks again whenever a file of the folder is saved, until it is stopped.
        #[arg(long)]
        watch: bool,
    },
    /// Checks a catalogue folder and publishes it as the current revision. Migrates a new database first. Exits like
    /// `check`.
    Import {
        folder: PathBuf,
        /// Withdraws performances, seats, sections, products, variants and bundles even if they are sold or held.
        #[arg(long)]
        withdraw: bool,
        /// Imports again whenever a file of the folder is saved, until it is stopped. With --withdraw only for a preview,
        /// or a shop that has no order yet.
        #[arg(long)]
        watch: bool,
    },
    /// Writes the current revision into a folder.
    Export { folder: PathBuf },
    /// Checks and imports a CSV file of passes and tickets that were sold elsewhere.
    ImportTickets { file: PathBuf },
    /// Revokes a ticket by its code.
    VoidTicket { code: String },
    /// Moves a performance that is no longer in the catalogue to another date: everybody who has bought a place gets the same
    /// place there, with the same tickets, and an e-mail. If it is interrupted, the worker goes on.
    MovePerformance {
        /// The id, such as `tours.20261121.1200`.
        performance: String,
        /// The id of the performance of the same show that takes place instead, such as `tours.20261122.1200`.
        to: String,
        /// The last day, such as `2026-12-01`, on which buyers choose on the page of their order other tickets or the money
        /// back, if the new date does not suit them. Without it they have no choice.
        #[arg(long)]
        choose_until: Option<chrono::NaiveDate>,
        /// Lists the orders and the places that they need, and changes nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        by: By,
    },
    /// Cancels a performance that is no longer in the catalogue: everybody who has bought a place gets the money back and an
    /// e-mail. If it is interrupted, the worker goes on.
    CancelPerformance {
        /// The id, such as `tours.20261121.1200`.
        performance: String,
        /// The last day, such as `2026-12-01`, on which buyers choose on the page of their order what they get instead: other
        /// tickets, or the money back. Afterwards everybody else gets the money back. Without it everybody does at once.
        #[arg(long)]
        choose_until: Option<chrono::NaiveDate>,
        /// Lists the orders, and changes nothing.
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        by: By,
    },
    /// Gives money back for an order. Without a choice it lists what can be refunded. The tickets are revoked, and their
    /// places are sold again.
    Refund(RefundArguments),
    /// Ends an order without giving money back: its tickets are revoked, and its places are sold again.
    Void {
        /// The confirmation number.
        order: String,
        /// The places stay taken.
        #[arg(long)]
        keep_places: bool,
        #[command(flatten)]
        by: By,
    },
    /// Checks the text of a QR code as a gate does, without database or network. Exits with 0 if it is valid, with 1 if
    /// not.
    VerifyTicket {
        code: String,
        /// The public keys, as returned by `/api/ticket/keys`; by default those of MIDWAY_TICKET_KEY or the data
        /// folder.
        #[arg(long, value_name = "FILE")]
        keys: Option<PathBuf>,
        /// The list of revoked tickets, as returned by `/api/ticket/revocations`.
        #[arg(long, value_name = "FILE")]
        revocations: Option<PathBuf>,
    },
    /// Fills an empty database: imports the folder if there is no catalogue yet, creates accounts that own passes,
    /// orders and tickets, and prints them.
    Demo {
        #[arg(default_value = "catalog")]
        folder: PathBuf,
    },
    /// Checks stock, payments and orders for contradictions. Prints what it finds, and fails if it finds anything.
    Doctor,
    /// Compares the captures, refunds and disputes of some days with those of the card processors, by default of
    /// yesterday. Exits with 0 if everything that is decided agrees, with 1 if something differs, and with 2 if the days
    /// are wrong or a processor does not answer.
    Reconcile {
        /// The first day, such as 2026-12-01, in the time zone of the first site.
        #[arg(long, value_name = "DATE")]
        from: Option<NaiveDate>,
        /// The last day; by default yesterday.
        #[arg(long, value_name = "DATE")]
        to: Option<NaiveDate>,
        /// Writes the differences into this file as CSV.
        #[arg(long, value_name = "FILE")]
        csv: Option<PathBuf>,
        /// With --csv: everything that was compared, and not only the differences.
        #[arg(long, requires = "csv")]
        all: bool,
        /// Shows the results of the latest days without comparing them again.
        #[arg(long, conflicts_with_all = ["from", "to", "csv", "all"])]
        last: bool,
    },
    /// Writes the answers to the questions at the checkout as CSV to the standard output.
    Answers {
        /// Only orders of this product, and only answers about it or about the whole order.
        #[arg(long, value_name = "ID")]
        product: Option<String>,
        /// Only answers to this question.
        #[arg(long, value_name = "ID")]
        question: Option<String>,
    },
    /// Writes who bought what as CSV to the standard output: one row for each line of an order and each of its
    /// performances, and one for each reserved visit, with the state `reserved`.
    Orders {
        /// Only this performance, such as `talks.20261205.1900`. The entry times of reserved visits are performances too.
        #[arg(long, value_name = "ID")]
        performance: Option<String>,
        /// Only this product; of reserved visits those with a ticket or pass of this product.
        #[arg(long, value_name = "ID")]
        product: Option<String>,
        /// Only visits on this day, such as 2026-12-05.
        #[arg(long, value_name = "DATE")]
        on: Option<NaiveDate>,
        /// Only orders that were placed and visits that were reserved on this day or later, in the time zone of their site.
        #[arg(long, value_name = "DATE")]
        since: Option<NaiveDate>,
        /// Only orders that were placed and visits that were reserved on this day or earlier.
        #[arg(long, value_name = "DATE")]
        until: Option<NaiveDate>,
    },
    /// Sends one e-mail as the shop sends its own, to try the mail server. Prints what the server answered.
    MailTest {
        /// Who gets the e-mail.
        address: Address,
    },
    /// Makes, lists and withdraws codes that can be used for one order each.
    Codes {
        #[command(subcommand)]
        what: Codes,
    },
    /// Lists the open payments of installment agreements.
    Installments {
        #[command(subcommand)]
        which: Installments,
    },
    /// Writes a sample of each e-mail into a folder, as HTML and as text.
    EmailSamples {
        folder: PathBuf,
        /// The catalogue with the shop's name and texts.
        #[arg(long, value_name = "FOLDER", default_value = "catalog")]
        catalog: PathBuf,
    },
    /// Checks a file of links to the shop, one in each line: dead, sold out, ended, redirected, with a wrong code.
    /// Prints what a visitor finds, and fails if a link is bad.
    Links { file: PathBuf },
    /// Prints the OpenAPI document.
    Openapi,
    /// Runs the sandbox card processor.
    Sandbox {
        /// Port to listen on; 0 selects a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
        #[arg(long, default_value = "127.0.0.1")]
        host: IpAddr,
    },
}

/// What `midway refund` refunds.
#[derive(clap::Args)]
struct RefundArguments {
    /// The confirmation number.
    order: String,
    /// Everything that is left. Donations only if the settings of the catalogue say so.
    #[arg(long)]
    all: bool,
    /// With --all: donations too.
    #[arg(long, requires = "all")]
    with_donations: bool,
    /// A line of the order: 2 for all of line 2, 2:1 for one of it.
    #[arg(long, value_name = "LINE[:QUANTITY]")]
    line: Vec<String>,
    /// The unit to which the ticket with this code belongs.
    #[arg(long, value_name = "CODE")]
    ticket: Vec<String>,
    /// An amount as goodwill, such as 5.00. Nothing is taken back.
    #[arg(long)]
    amount: Option<Money>,
    /// The places stay taken.
    #[arg(long)]
    keep_places: bool,
    /// Shows what would happen, and changes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Asks again for refunds of the order that have failed.
    #[arg(long, conflicts_with_all = ["all", "line", "ticket", "amount", "look", "dry_run"])]
    again: bool,
    /// Notes that refunds of the order that have failed were paid back another way, such as in cash.
    #[arg(long, conflicts_with_all = ["all", "line", "ticket", "amount", "look", "again", "dry_run"])]
    paid_elsewhere: bool,
    /// Writes down what the card processor shows of the order's payments, such as refunds that were made there.
    #[arg(long, conflicts_with_all = ["all", "line", "ticket", "amount", "dry_run"])]
    look: bool,
    #[command(flatten)]
    by: By,
}

/// Who runs a command and why, for the audit table.
#[derive(clap::Args)]
struct By {
    /// The name of the person; by default that of the user of the operating system.
    #[arg(long, value_name = "NAME", env = "USER", default_value = "operator")]
    actor: String,
    /// Why.
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

#[derive(Subcommand)]
enum Codes {
    /// Makes codes for a promotion code of the catalogue with `single_use = true`, and writes them as CSV to the standard
    /// output.
    Make {
        /// The id of the promotion.
        promotion: String,
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(ops::codes::MOST)))]
        count: u32,
    },
    /// Writes the codes as CSV to the standard output: free, in a cart, used by which order and when, or withdrawn.
    List {
        /// Only codes of this promotion.
        #[arg(long, value_name = "ID")]
        promotion: Option<String>,
    },
    /// Withdraws codes. A cart that holds one keeps it until its hold ends.
    Withdraw {
        #[arg(required = true)]
        codes: Vec<String>,
    },
}

#[derive(Subcommand)]
enum Installments {
    /// Payments of the coming 30 days, and overdue ones.
    Due,
    /// Payments that were due before today.
    Overdue,
}

impl Command {
    /// The shop that the command is about.
    fn shop(&self) -> ShopOf<'_> {
        match self {
            Command::Check { folder, .. } => ShopOf::Compared(folder),
            Command::Import { folder, .. } | Command::Serve { catalog: Some(folder), .. } => ShopOf::Imported(folder),
            Command::Export { .. }
            | Command::ImportTickets { .. }
            | Command::VoidTicket { .. }
            | Command::CancelPerformance { .. }
            | Command::MovePerformance { .. }
            | Command::Refund(_)
            | Command::Void { .. }
            | Command::Doctor
            | Command::Reconcile { .. }
            | Command::Answers { .. }
            | Command::Orders { .. }
            | Command::Codes { .. }
            | Command::Installments { .. }
            | Command::Links { .. }
            | Command::MailTest { .. } => ShopOf::Existing,
            Command::Serve { catalog: None, .. }
            | Command::Worker
            | Command::Migrate
            | Command::New(_)
            | Command::VerifyTicket { .. }
            | Command::Demo { .. }
            | Command::EmailSamples { .. }
            | Command::Openapi
            | Command::Sandbox { .. } => ShopOf::Services,
        }
    }
}

/// The exit code for wrong usage, as the command-line parser uses it. The command has done nothing.
const USAGE: u8 = 2;

/// The exit code when a refund is decided, but not paid back yet. Running the command again would refund more.
const NOT_PAID_BACK: u8 = 3;

/// The exit code when an import would withdraw what is sold or held.
const WITHDRAWS: u8 = 3;

fn main() -> ExitCode {
    // Files that the process creates (database, e-mails, keys, pictures) are readable only by its own user.
    rustix::process::umask(Mode::from_raw_mode(0o077));
    // With transparent huge pages the process uses a third more memory and is no faster. A failure to disable them is
    // harmless.
    #[cfg(target_os = "linux")]
    let _is_refused = rustix::thread::disable_transparent_huge_pages(true);
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("cannot start the runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(started());
    // Do not wait for tasks that hang, because they must not keep the process from ending.
    runtime.shutdown_background();
    code
}

async fn started() -> ExitCode {
    let cli = Cli::parse();
    let config = match Config::from_env(cli.command.shop()) {
        Ok(config) => config,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::from(USAGE);
        }
    };
    if matches!(cli.command, Command::Serve { .. } | Command::Worker)
        && let Err(faults) = config.ready_to_serve()
    {
        eprintln!("{faults}");
        return ExitCode::from(USAGE);
    }
    telemetry::start(&config);
    match run(cli.command, config).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command, config: Config) -> Result<ExitCode> {
    match command {
        Command::Serve { migrate, catalog, demo } => return serve(config, migrate, catalog, demo).await,
        Command::Worker => {
            let app = App::serving(config).await?;
            let stop = ops::serve::until_signalled()?;
            ops::metrics::start(app.clone(), stop.clone()).await?;
            ops::serve::in_background(app, stop, true).await;
        }
        Command::Migrate => migrate_database(&config).await?,
        Command::New(arguments) => return Ok(new(&config, arguments)),
        Command::Check { folder, watch: false } => return check(&config, &folder).await,
        Command::Check { folder, watch: true } => {
            return watch(&folder, || check(&config, &folder)).await;
        }
        Command::Import { folder, withdraw, watch: false } => {
            let withdrawal = if withdraw { Withdrawal::Allowed } else { Withdrawal::Refused };
            return import(&config, &folder, withdrawal).await;
        }
        Command::Import { folder, withdraw, watch: true } => {
            let withdrawal = if withdraw { Withdrawal::AllowedInPreview } else { Withdrawal::Refused };
            return watch(&folder, || import(&config, &folder, withdrawal)).await;
        }
        Command::Export { folder } => {
            let app = App::existing(config).await?;
            ops::export::export(&app, &folder).await?;
            say!("revision {} is in {}", app.catalog.current().revision, folder.display());
        }
        Command::Demo { folder } => return demo(config, &folder).await,
        Command::Doctor => {
            let app = App::existing(config).await?;
            let findings = ops::doctor::doctor(&app).await?;
            for finding in &findings {
                say!("{finding}");
            }
            say!("{} findings", findings.len());
            return Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Reconcile { last: true, .. } => {
            let app = App::existing(config).await?;
            let (lines, agree) = ops::reconcile::last(&app).await?;
            lines.iter().for_each(|line| say!("{line}"));
            return Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Reconcile { from, to, csv, all, last: false } => return reconcile(config, (from, to), csv, all).await,
        Command::ImportTickets { file } => {
            let app = App::existing(config).await?;
            match ops::import_tickets::import_tickets(&app, &file).await? {
                Ok(done) => say!("{done}"),
                Err(problems) => {
                    problems.iter().for_each(|problem| eprintln!("{problem}"));
                    eprintln!("{} problems; nothing was changed", problems.len());
                    return Ok(ExitCode::FAILURE);
                }
            }
        }
        Command::CancelPerformance { performance, choose_until, dry_run, by } => {
            let app = App::existing(config).await?;
            let id = PerformanceId(performance);
            return decide_about_performance(&app, (&id, None), (choose_until, dry_run), by).await;
        }
        Command::MovePerformance { performance, to, choose_until, dry_run, by } => {
            let app = App::existing(config).await?;
            let ids = (PerformanceId(performance), PerformanceId(to));
            return decide_about_performance(&app, (&ids.0, Some(&ids.1)), (choose_until, dry_run), by).await;
        }
        Command::VoidTicket { code } => {
            let app = App::existing(config).await?;
            match ops::void::void(&app, &code).await {
                Ok(voided) => say!("{voided}"),
                Err(Error::NotFound) => {
                    eprintln!("no ticket has the code {code}");
                    return Ok(ExitCode::FAILURE);
                }
                Err(other) => return Err(other),
            }
        }
        Command::Refund(arguments) => return refund_order(config, arguments).await,
        Command::Void { order, keep_places, by } => {
            let app = App::existing(config).await?;
            let Some(order_id) = found(&app, &order).await? else { return Ok(ExitCode::FAILURE) };
            let asked = asked(order_id, What::Void, keep_places, by);
            return tell(&app, refund::refund(&app, &asked, false, None).await);
        }
        Command::VerifyTicket { code, keys, revocations } => {
            return Ok(verify(&config, &code, keys.as_deref(), revocations.as_deref()));
        }
        Command::Answers { product, question } => {
            let app = App::existing(config).await?;
            let filter = AnswerFilter { product: product.map(ProductId), question: question.map(QuestionId) };
            ops::answers::write(&app, &filter, io::stdout().lock()).await?;
        }
        Command::Orders { performance, product, on, since, until } => {
            let app = App::existing(config).await?;
            let (performance, product) = (performance.map(PerformanceId), product.map(ProductId));
            let filter = OrderFilter { performance, product, on, since, until };
            ops::orders::write(&app, &filter, io::stdout().lock()).await?;
        }
        Command::MailTest { address } => {
            let app = App::existing(config).await?;
            say!("{}", ops::mail_test::send(&app, address).await?);
        }
        Command::Codes { what } => {
            let app = App::existing(config).await?;
            match what {
                Codes::Make { promotion, count } => {
                    ops::codes::make(&app, &PromotionId(promotion), count, io::stdout().lock()).await?;
                }
                Codes::List { promotion } => {
                    let promotion = promotion.map(PromotionId);
                    ops::codes::list(&app, promotion.as_ref(), io::stdout().lock()).await?;
                }
                Codes::Withdraw { codes } => {
                    for line in ops::codes::withdraw(&app, &codes).await? {
                        println!("{line}");
                    }
                }
            }
        }
        Command::Installments { which } => {
            let app = App::existing(config).await?;
            let which = match which {
                Installments::Due => ops::installments::Which::Due,
                Installments::Overdue => ops::installments::Which::Overdue,
            };
            for line in ops::installments::installments(&app, which).await? {
                say!("{line}");
            }
        }
        Command::EmailSamples { folder, catalog } => return email_samples(config, &folder, &catalog),
        Command::Links { file } => {
            let app = App::existing(config).await?;
            let report = ops::links::check(&app, &file).await?;
            say!("{report}");
            return Ok(if report.count_bad() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Openapi => print!("{}", ops::document::document().await?),
        Command::Sandbox { port, host } => run_sandbox(config, SocketAddr::new(host, port)).await?,
    }
    Ok(ExitCode::SUCCESS)
}

async fn reconcile(
    config: Config,
    (from, to): (Option<NaiveDate>, Option<NaiveDate>),
    csv: Option<PathBuf>,
    all: bool,
) -> Result<ExitCode> {
    let app = App::existing(config).await?;
    let days = match ops::reconcile::days(&app, from, to) {
        Ok(days) => days,
        Err(wrong) => {
            eprintln!("{wrong}");
            return Ok(ExitCode::from(USAGE));
        }
    };
    // A file that cannot be written is found before the processors are asked.
    let file = match csv.map(|path| std::fs::File::create(&path).map_err(|error| (path, error))).transpose() {
        Ok(file) => file,
        Err((path, error)) => {
            eprintln!("{}: {error}", path.display());
            return Ok(ExitCode::from(USAGE));
        }
    };
    let report = ops::reconcile::reconcile(&app, days).await?;
    if let Some(file) = file {
        report.write(all, file)?;
    }
    say!("{report}");
    Ok(match report.verdict() {
        Verdict::Agrees => ExitCode::SUCCESS,
        Verdict::Differs => ExitCode::FAILURE,
        Verdict::NotCompared => ExitCode::from(USAGE),
    })
}

async fn refund_order(config: Config, arguments: RefundArguments) -> Result<ExitCode> {
    let app = App::existing(config).await?;
    let Some(order_id) = found(&app, &arguments.order).await? else { return Ok(ExitCode::FAILURE) };
    let by = refund::By { actor: &arguments.by.actor, reason: arguments.by.reason.as_deref() };
    if arguments.look {
        let payments = ops::refund::look(&app, &order_id).await?;
        say!("{payments} payments were looked at");
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.paid_elsewhere {
        return match refund::paid_elsewhere(&app, &order_id, None, by).await {
            Ok(amount) => {
                say!("{amount} is noted as paid back another way");
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => tell(&app, Err(error)),
        };
    }
    if arguments.again {
        return match refund::settle_again(&app, &order_id, by).await {
            Ok(open) => Ok(tell_open(&open)),
            Err(error) => tell(&app, Err(error)),
        };
    }
    let choice = Choice {
        lines: Vec::new(),
        tickets: arguments.ticket,
        amount: arguments.amount,
        everything: arguments.all,
        with_donations: arguments.with_donations,
    };
    match ops::refund::what(&arguments.line, choice) {
        Ok(None) => {
            say!("{}", refund::listing(&app, &order_id).await?);
            Ok(ExitCode::SUCCESS)
        }
        Ok(Some(what)) => {
            let asked = asked(order_id, what, arguments.keep_places, arguments.by);
            tell(&app, refund::refund(&app, &asked, arguments.dry_run, None).await)
        }
        Err(wrong) => {
            eprintln!("{wrong}");
            Ok(ExitCode::from(USAGE))
        }
    }
}

fn asked(order_id: String, what: What, keep_places: bool, By { actor, reason }: By) -> Asked {
    Asked { order_id, what, keep_places, canceled_performance: None, actor, reason }
}

/// Cancels or moves a performance, or says what would happen. Says what was done, and fails if orders were left over.
async fn decide_about_performance(
    app: &App,
    (id, to): (&PerformanceId, Option<&PerformanceId>),
    (choose_until, dry_run): (Option<chrono::NaiveDate>, bool),
    by: By,
) -> Result<ExitCode> {
    let by = refund::By { actor: &by.actor, reason: by.reason.as_deref() };
    let listed = |listed| (listed, true);
    let told = match (to, dry_run) {
        (None, true) => ops::cancel_performance::listed(app, id, choose_until).await.map(listed),
        (Some(to), true) => ops::move_performance::listed(app, (id, to), choose_until).await.map(listed),
        (None, false) => {
            let done = ops::cancel_performance::cancel(app, id, choose_until, by).await;
            done.map(|done| (done.to_string(), done.progress.is_complete()))
        }
        (Some(to), false) => {
            let done = ops::move_performance::move_to(app, (id, to), choose_until, by).await;
            done.map(|done| (done.to_string(), done.progress.is_complete()))
        }
    };
    match told {
        Ok((words, is_complete)) => {
            say!("{words}");
            Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Err(Error::Refused(refusal)) => {
            eprintln!("{}", ops::refund::in_words(app, &refusal));
            Ok(ExitCode::FAILURE)
        }
        Err(other) => Err(other),
    }
}

/// The id of the order with this number. Says so if there is none.
async fn found(app: &App, number: &str) -> Result<Option<String>> {
    match refund::order_id(app, number).await {
        Ok(id) => Ok(Some(id)),
        Err(Error::NotFound) => {
            eprintln!("no order has the number {number}");
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

/// Prints what is decided but not paid back yet.
fn tell_open(open: &[String]) -> ExitCode {
    open.iter().for_each(|reason| eprintln!("{reason}"));
    if open.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NOT_PAID_BACK) }
}

/// Prints the result of a refund. It fails if something was refused.
fn tell(app: &App, done: Result<refund::Done>) -> Result<ExitCode> {
    match done {
        Ok(refund::Done::Planned(plan)) => say!("{plan}nothing was changed"),
        Ok(refund::Done::Refunded(plan, open)) => {
            say!("{plan}");
            return Ok(tell_open(&open));
        }
        Err(Error::Refused(refusal)) => {
            eprintln!("{}", ops::refund::in_words(app, &refusal));
            return Ok(ExitCode::FAILURE);
        }
        Err(other) => return Err(other),
    }
    Ok(ExitCode::SUCCESS)
}

async fn serve(config: Config, migrate: bool, catalog: Option<PathBuf>, demo: Option<PathBuf>) -> Result<ExitCode> {
    if migrate {
        migrate_database(&config).await?;
    }
    if let Some(folder) = catalog {
        match import_alone(&config, &folder, Withdrawal::Refused).await? {
            Ok(imported) => {
                tell_warnings(&imported.warnings);
                tracing::info!(revision = imported.report.revision, "the catalogue is imported");
            }
            Err(refused) => return Ok(tell_refusal(&refused)),
        }
    }
    if !config.is_https() && !is_loopback(&config.public_url) {
        tracing::warn!(url = %config.public_url, "shoppers use the shop without https, so cookies are not Secure");
    }
    let stop = ops::serve::until_signalled()?;
    let app = App::serving(config).await?;
    if let Some(folder) = demo.filter(|_| app.catalog.current().revision == 0)
        && let Err(refused) = ops::import::import(&app, &folder).await?
    {
        return Ok(tell_refusal(&refused));
    }
    let missing = app.processors.missing(&app.catalog.current().folder().payment_method);
    if !missing.is_empty() {
        missing.iter().for_each(|why| eprintln!("{why}"));
        return Ok(ExitCode::from(USAGE));
    }
    ops::serve::serve(app, stop, |address| tracing::info!(%address, "the API answers")).await?;
    Ok(ExitCode::SUCCESS)
}

async fn migrate_database(config: &Config) -> Result<()> {
    let db = Db::connect(&config.database_url, 2).await?;
    let _lock = db.lock_exclusively(tell_that_another_runs).await?;
    let entered = ops::migrate::migrate(&db).await?;
    if entered > 0 {
        tracing::info!(entered, "orders, later payments and refunds of an earlier version were entered in the ledger");
    }
    Ok(())
}

fn new(config: &Config, arguments: NewArguments) -> ExitCode {
    let now = SystemClock::new(config.clock_file.clone()).now();
    let (mut input, mut output) = (io::stdin().lock(), io::stderr());
    let terminal = input.is_terminal().then_some(Terminal { input: &mut input, output: &mut output });
    match ops::new::create(arguments, terminal, now) {
        Ok(catalogue) => {
            say!("{catalogue}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            if matches!(error, NewError::Missing(_)) { ExitCode::from(USAGE) } else { ExitCode::FAILURE }
        }
    }
}

async fn check(config: &Config, folder: &Path) -> Result<ExitCode> {
    let now = SystemClock::new(config.clock_file.clone()).now();
    Ok(match ops::check::check(&config.database_url, folder, now).await? {
        Ok(preview) => {
            tell_warnings(&preview.warnings);
            say!("Compared with {}:", preview.database);
            say!("{preview}");
            if preview.needs_withdraw() {
                eprintln!("the import needs --withdraw; what was sold stays sold");
                ExitCode::from(WITHDRAWS)
            } else {
                ExitCode::SUCCESS
            }
        }
        Err(refused) => tell_refusal(&refused),
    })
}

fn tell_warnings(warnings: &[String]) {
    warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
}

fn tell_that_another_runs() {
    eprintln!("another migration or import is running; waiting until it has finished");
}

/// Runs a command now and after each change of the folder. Only an error of the command's own, such as a database that
/// does not answer, ends it.
async fn watch<Done: Future<Output = Result<ExitCode>>>(folder: &Path, command: impl Fn() -> Done) -> Result<ExitCode> {
    let mut watched = WatchedFolder::new(folder);
    loop {
        command().await?;
        eprintln!("waiting for changes of {} (Ctrl-C ends this)", folder.display());
        let names = watched.changed().await;
        eprintln!("\nchanged: {}", names.join(", "));
    }
}

async fn import(config: &Config, folder: &Path, withdrawal: Withdrawal) -> Result<ExitCode> {
    Ok(match import_alone(config, folder, withdrawal).await? {
        Ok(imported) => {
            tell_warnings(&imported.warnings);
            say!("{imported}");
            ExitCode::SUCCESS
        }
        Err(refused) => tell_refusal(&refused),
    })
}

/// Imports while no other process migrates or imports. A new database is migrated first, because an import may be the
/// operator's first command.
async fn import_alone(
    config: &Config,
    folder: &Path,
    withdrawal: Withdrawal,
) -> Result<Result<Imported, CatalogError>> {
    // The lock is taken before the current catalogue is read, because the import compares the folder with that
    // catalogue.
    let db = Db::connect(&config.database_url, 2).await?;
    let _lock = db.lock_exclusively(tell_that_another_runs).await?;
    if db.is_new().await? {
        Migrator::up(&db.schema(), None).await?;
    }
    let app = match catalog::current(db.read()).await {
        Err(CatalogError::Unreadable { .. }) if withdrawal != Withdrawal::Refused => {
            App::without_catalog(config.clone(), db.clone())?
        }
        Err(unreadable @ CatalogError::Unreadable { .. }) => return Ok(Err(unreadable)),
        _ => App::start(config.clone()).await?,
    };
    ops::import::publish_folder(&app, folder, withdrawal).await
}

async fn demo(config: Config, folder: &Path) -> Result<ExitCode> {
    migrate_database(&config).await?;
    // The API runs only for this command and without a worker. The worker of the server that the operator starts later
    // sends the e-mails.
    let config = Config {
        bind: IpAddr::from([127, 0, 0, 1]),
        port: 0,
        api_bind: None,
        metrics_bind: None,
        tls: None,
        app_urls: Vec::new(),
        worker: false,
        ..config
    };
    let app = App::serving(config).await?;
    match ops::demo::demo(&app, folder).await? {
        Ok(demo) => {
            say!("{demo}");
            Ok(ExitCode::SUCCESS)
        }
        Err(DemoRefusal::Catalogue(refused)) => Ok(tell_refusal(&refused)),
        Err(refusal) => {
            eprintln!("{refusal}");
            Ok(ExitCode::FAILURE)
        }
    }
}

fn email_samples(config: Config, folder: &Path, catalog: &Path) -> Result<ExitCode> {
    let now = SystemClock::new(config.clock_file.clone()).now();
    Ok(match ops::email_samples::write(config, catalog, folder, now)? {
        Ok(count) => {
            say!("{count} samples are in {}", folder.display());
            ExitCode::SUCCESS
        }
        Err(refused) => tell_refusal(&refused),
    })
}

fn verify(config: &Config, code: &str, keys: Option<&Path>, revocations: Option<&Path>) -> ExitCode {
    let now = SystemClock::new(config.clock_file.clone()).now();
    match ops::verify::verify(config, code, keys, revocations, now) {
        Ok(verdict) => {
            say!("{verdict}");
            if verdict.admits.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(USAGE)
        }
    }
}

fn tell_refusal(refused: &CatalogError) -> ExitCode {
    let code = match refused {
        CatalogError::Wrong(problems) => {
            folded(problems).iter().for_each(|problem| eprintln!("{problem}"));
            ExitCode::FAILURE
        }
        CatalogError::Withdraws { items, orders } => {
            items.iter().for_each(|item| eprintln!("{item}"));
            if !orders.is_empty() {
                eprintln!("who bought them, with name, email and phone:");
            }
            orders.iter().for_each(|command| eprintln!("  {command}"));
            eprintln!("use --withdraw to import anyway; what was sold stays sold");
            ExitCode::from(WITHDRAWS)
        }
        CatalogError::Unreadable { .. } => {
            eprintln!(
                "use --withdraw to replace it: what that takes from sale cannot be told; what was sold stays sold"
            );
            ExitCode::from(WITHDRAWS)
        }
        _ => ExitCode::FAILURE,
    };
    eprintln!("{refused}");
    code
}

async fn run_sandbox(config: Config, listen: SocketAddr) -> Result<()> {
    if config.stripe.is_some() {
        return Err(Error::Internal(
            "a shop with the keys of Stripe has no sandbox: unset STRIPE_… to start it".to_owned(),
        ));
    }
    let clock = Arc::new(SystemClock::new(config.clock_file.clone()));
    let public_url = config.sandbox_public_url.as_ref().map(ToString::to_string);
    let notices_to = config.sandbox_notices_to.as_ref().map(ToString::to_string);
    let sandbox = SandboxConfig { listen, data: config.data, public_url, api_key: config.sandbox_key, notices_to };
    midway_sandbox::serve(sandbox, clock).await.map_err(Error::internal)
}
