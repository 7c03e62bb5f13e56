import { returnPath } from "./return-url";

/** Where shoppers sign in, register and sign out, where those are not the shop's own pages. */
export type SigningSettings = {
  publicUrl: string;
  smartLoginUrl?: string;
  loginUrl?: string;
  registerUrl?: string;
  logoutUrl?: string;
};

const pages: Record<string, keyof SigningSettings> = {
  "/authenticate/smart-login": "smartLoginUrl",
  "/login": "loginUrl",
  "/authenticate/register": "registerUrl",
  "/logout": "logoutUrl",
};

/** The operator's own page in place of one that signs in or out, with the whole address to come back to; null for all others. */
export function signingElsewhere(
  address: { pathname: string; searchParams: URLSearchParams },
  settings: SigningSettings,
): URL | null {
  const setting = pages[address.pathname];
  const page = setting && settings[setting];
  if (!page) return null;
  const url = new URL(page, settings.publicUrl);
  const back = new URL(returnPath(address.searchParams.get("ReturnUrl")), settings.publicUrl);
  url.searchParams.set("ReturnUrl", back.href);
  return url;
}
