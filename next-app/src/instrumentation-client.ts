/** Runs before the first page is brought to life: whoever reads pages from here on does so patiently. */
import { patient } from "@/api/page-reads";

globalThis.fetch = patient(globalThis.fetch.bind(globalThis));
