import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { midway } from "./own-shop";

/** The operator's files, as the tested shop imported them. */
const files = resolve("../catalog");

function importFolder(folder: string, ...options: string[]): void {
  if (!process.env.MIDWAY_DATA) throw new Error("MIDWAY_DATA must name the data folder of the tested shop");
  execFileSync(midway, ["import", folder, ...options], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Writes a file of the operator's folder anew, from what it holds now, and imports the folder. */
type Sell = (file: string, change: (now: string) => string) => void;

/** The demo, with changes that are imported one after another; at the end the demo as it is. */
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
    // What was sold of the changes stays sold.
    importFolder(files, "--withdraw");
    rmSync(folder, { recursive: true });
  }
}

/** The demo with more settings, as TOML. */
export async function withSettings(settings: string, use: () => Promise<void>): Promise<void> {
  await withCatalogue(async (sell) => {
    sell("shop.toml", (shop) => shop.replace("[settings]\n", `[settings]\n${settings}\n`));
    await use();
  });
}
