/** Runs before the first page is hydrated, so that every later page read retries while the shop is unreachable. */
import { patient } from "@/api/page-reads";

globalThis.fetch = patient(globalThis.fetch.bind(globalThis));
