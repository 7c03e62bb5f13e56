import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { midway } from "./own-shop";

/** The catalogue folder that the tested shop imported. */
const files = resolve("../catalog");

function importFolder(folder: string, ...options: string[]): void {
  if (!process.env.MIDWAY_DATA) throw new Error("MIDWAY_DATA must name the data folder of the tested shop");
  execFileSync(midway, ["import", folder, ...options], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Rewrites a file of the catalogue from its current content, and imports the folder. */
type Sell = (file: string, change: (now: string) => string) => void;

/**
 * Runs `use` with a copy of the demo catalogue whose changes are imported one after another. Imports the original at
 * the end.
 */
export async function withCatalogue(use: (sell: Sell) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "midway-catalogue-"));
  try {
    cpSync(files, folder, { recursive: true });
    await use((file, change) => {
      const path = join(folder, file);
      writeFileSync(path, change(readFileSync(path, "utf8")));
      importFolder(folder);
    });
  } finally {
    // Withdraws the changes. Sold items stay sold.
    importFolder(files, "--withdraw");
    rmSync(folder, { recursive: true });
  }
}

/** Runs `use` with additional settings in the demo catalogue, as TOML. */
export async function withSettings(settings: string, use: () => Promise<void>): Promise<void> {
  await withCatalogue(async (sell) => {
    sell("shop.toml", (shop) => shop.replace("[settings]\n", `[settings]\n${settings}\n`));
    await use();
  });
}
