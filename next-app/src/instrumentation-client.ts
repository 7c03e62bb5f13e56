/** Runs before the first page is hydrated, so that every later page read retries while the shop is unreachable. */
import { withRetries } from "@/api/page-reads";

globalThis.fetch = withRetries(globalThis.fetch.bind(globalThis));
