import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** The folder in which the running shop writes its letters: `scripts/test` names it. */
function folder(): string {
  const data = process.env.MIDWAY_DATA;
  if (!data) throw new Error("MIDWAY_DATA must name the data folder of the shop that is tested");
  return join(data, "mail");
}

/** The letters of an order, as they are sent, once there are so many. */
export async function lettersOf(orderId: string, count: number): Promise<string[]> {
  const names = () =>
    existsSync(folder())
      ? readdirSync(folder()).filter((name) => name.startsWith(`order-${orderId}`) && name.endsWith(".eml"))
      : [];
  await expect.poll(() => names().length).toBe(count);
  return names().map((name) => readFileSync(join(folder(), name), "utf8"));
}

/** Undoes the encoding of a body (RFC 2045, quoted-printable), as far as its characters are ASCII. */
export const decoded = (letter: string) =>
  letter
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The path of the order's page, out of the letter. */
export function linkIn(letter: string): string {
  const path = /\/order-lookup\/anonymous\/[0-9a-f]{32}\/[0-9a-f]{32}/.exec(decoded(letter))?.[0];
  if (!path) throw new Error("the letter has no link");
  return path;
}

/** A path out of the letter of a kind that was sent to an address, once it has been. */
async function linkFor(email: string, kind: string, path: RegExp): Promise<string> {
  const find = () => {
    const names = existsSync(folder())
      ? readdirSync(folder()).filter((name) => name.startsWith(kind) && name.endsWith(".eml"))
      : [];
    const letters = names.map((name) => readFileSync(join(folder(), name), "utf8"));
    const letter = letters.find((text) => recipientOf(text) === email);
    return letter && path.exec(decoded(letter))?.[0];
  };
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

/** The path of the page that sets a new password, out of the letter that somebody asked for. */
export const resetLinkFor = (email: string) =>
  linkFor(email, "password-reset-", /\/reset-password\?token=[\w-]+/);

/** The path that confirms an address. */
export const verificationLinkFor = (email: string) =>
  linkFor(email, "verification-", /\/verify-email\?token=[\w.%-]+/);

export const recipientOf = (letter: string) => /^To: (.*)\r?$/m.exec(letter)?.[1];
