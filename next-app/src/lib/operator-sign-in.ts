import { returnPath } from "./return-url";

/** The operator's pages for signing in, registering and signing out, if they replace the shop's. */
export type OperatorSignInSettings = {
  publicUrl: string;
  smartLoginUrl?: string;
  loginUrl?: string;
  registerUrl?: string;
  logoutUrl?: string;
};

const pages: Record<string, keyof OperatorSignInSettings> = {
  "/authenticate/smart-login": "smartLoginUrl",
  "/login": "loginUrl",
  "/authenticate/register": "registerUrl",
  "/logout": "logoutUrl",
};

/**
 * The operator's page that replaces this page for signing in or out, with the full return address; null for all other
 * pages.
 */
export function operatorSignInPage(
  address: { pathname: string; searchParams: URLSearchParams },
  settings: OperatorSignInSettings,
): URL | null {
  const setting = pages[address.pathname];
  const page = setting && settings[setting];
  if (!page) return null;
  const url = new URL(page, settings.publicUrl);
  const back = new URL(returnPath(address.searchParams.get("ReturnUrl")), settings.publicUrl);
  url.searchParams.set("ReturnUrl", back.href);
  return url;
}
