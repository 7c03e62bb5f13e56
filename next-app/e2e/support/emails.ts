import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** The folder to which the running shop writes its e-mails. `scripts/test` sets it. */
function folder(): string {
  const data = process.env.MIDWAY_DATA;
  if (!data) throw new Error("MIDWAY_DATA must name the data folder of the shop that is tested");
  return join(data, "mail");
}

/** The e-mails of an order, as sent. Waits until there are `count` of them. */
export async function emailsOf(orderId: string, count: number): Promise<string[]> {
  const names = () =>
    existsSync(folder())
      ? readdirSync(folder()).filter((name) => name.startsWith(`order-${orderId}`) && name.endsWith(".eml"))
      : [];
  await expect.poll(() => names().length).toBe(count);
  return names().map((name) => readFileSync(join(folder(), name), "utf8"));
}

/** Decodes a body (RFC 2045, quoted-printable) as far as its characters are ASCII. */
export const decoded = (message: string) =>
  message
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The path of the order's page in an e-mail. */
export function linkIn(message: string): string {
  const path = /\/order-lookup\/anonymous\/[0-9a-f]{32}\/[0-9a-f]{32}/.exec(decoded(message))?.[0];
  if (!path) throw new Error("the e-mail has no link");
  return path;
}

/** Finds a path in the e-mail of this kind to an address. Waits until the e-mail is sent. */
async function linkFor(email: string, kind: string, path: RegExp): Promise<string> {
  const find = () => {
    const names = existsSync(folder())
      ? readdirSync(folder()).filter((name) => name.startsWith(kind) && name.endsWith(".eml"))
      : [];
    const emails = names.map((name) => readFileSync(join(folder(), name), "utf8"));
    const message = emails.find((text) => recipientOf(text) === email);
    return message && path.exec(decoded(message))?.[0];
  };
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

/** The path of the page that sets a new password, from the e-mail sent to this address. */
export const resetLinkFor = (email: string) =>
  linkFor(email, "password-reset-", /\/reset-password\?token=[\w-]+/);

const verification = /\/verify-email\?token=[\w.%-]+/;

/** The path of the page that verifies an address, from the e-mail that the shopper requested. */
export const verificationLinkFor = (email: string) => linkFor(email, "verification-", verification);

/** The same path, from the e-mail to the owner of a new account. */
export const welcomeLinkFor = (email: string) => linkFor(email, "welcome-", verification);

export const recipientOf = (message: string) => /^To: (.*)\r?$/m.exec(message)?.[1];
