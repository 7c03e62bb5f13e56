import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The operator's files, and the program that imports them into the shop that is tested. */
const files = resolve("../catalog");
const midway = join(process.env.CARGO_TARGET_DIR ?? "../target", "release/midway");

function importFolder(folder: string): void {
  if (!process.env.MIDWAY_DATA) throw new Error("MIDWAY_DATA must name the data folder of the tested shop");
  execFileSync(midway, ["import", folder], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Imports the demo with more settings, as TOML, and at the end the demo as it is. */
export async function withSettings(settings: string, use: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "midway-catalogue-"));
  try {
    cpSync(files, folder, { recursive: true });
    const shop = join(folder, "shop.toml");
    writeFileSync(shop, readFileSync(shop, "utf8").replace("[settings]\n", `[settings]\n${settings}\n`));
    importFolder(folder);
    await use();
  } finally {
    importFolder(files);
    rmSync(folder, { recursive: true });
  }
}
