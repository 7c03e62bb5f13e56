import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("schema.ts matches the OpenAPI document", () => {
  const generate = join(import.meta.dirname, "../../generate");
  const folder = mkdtempSync(join(tmpdir(), "midway-schema-"));
  try {
    const fresh = join(folder, "schema.ts");
    execFileSync(
      join(generate, "node_modules/.bin/openapi-typescript"),
      ["../../api/openapi.json", "--output", fresh],
      { cwd: generate, stdio: "pipe" },
    );
    // If the files differ, run `npm run generate`.
    expect(readFileSync(join(import.meta.dirname, "schema.ts"), "utf8")).toBe(readFileSync(fresh, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 30_000);
