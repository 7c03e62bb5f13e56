import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { midway } from "./own-shop";
import { post } from "./purchase";

/** A row of the operator's file of passes sold elsewhere, without its code and dates. */
export type ImportedPass = Record<string, string> & { variant: string };

const aCode = (): string => randomBytes(8).toString("hex").toUpperCase();

/** The date that is `days` after the first day listed for the park ticket, which is today or tomorrow at the park. */
async function dayFromNow(context: BrowserContext, days: number): Promise<string> {
  const found = await post<{ date: string }[]>(context, "/performance/product-date", {
    productIds: ["park-day"],
  });
  const day = new Date(`${found[0]?.date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** The first and the last day of a pass that ends in 30 days, both in days from today. */
const endingSoon = [-334, 30] as const;

/** Imports passes as the operator would, each with a unique code; returns the codes. */
export async function importPasses(
  context: BrowserContext,
  passes: ImportedPass[],
  [first, last]: readonly [number, number] = endingSoon,
): Promise<string[]> {
  if (!process.env.MIDWAY_DATA) throw new Error("MIDWAY_DATA must name the data folder of the tested shop");
  const [from, until] = [await dayFromNow(context, first), await dayFromNow(context, last)];
  const codes = passes.map(aCode);
  const columns = [...new Set(passes.flatMap((pass) => Object.keys(pass)))];
  const rows = passes.map((pass, nth) =>
    [codes[nth], from, until, ...columns.map((column) => pass[column] ?? "")].join(","),
  );
  const folder = mkdtempSync(join(tmpdir(), "midway-tickets-"));
  try {
    const file = join(folder, "tickets.csv");
    writeFileSync(file, [`media_code,valid_from,valid_until,${columns}`, ...rows, ""].join("\n"));
    execFileSync(midway, ["import-tickets", file], { stdio: ["ignore", "ignore", "inherit"] });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return codes;
}

/** Revokes a ticket as the operator would. */
export function voidTicket(code: string): void {
  if (!process.env.MIDWAY_DATA) throw new Error("MIDWAY_DATA must name the data folder of the tested shop");
  execFileSync(midway, ["void-ticket", code], { stdio: ["ignore", "ignore", "inherit"] });
}
