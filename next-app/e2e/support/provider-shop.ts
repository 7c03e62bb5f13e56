import { once } from "node:events";
import { createInterface } from "node:readline";
import { end, type OwnShop, openShop } from "./own-shop";

const products = `
[[product]]
id = "evening"
site = "park"
name = "Members' evening"
category = "Evenings"
short_description = "For those who have signed in."
requires_login_challenge = true

[[product.variant]]
id = "evening"
name = "Admission"
price = "11.00"
`;

export type ProviderShop = OwnShop & { stopProvider(): Promise<void> };

/** A separate shop whose shoppers sign in at a real identity provider. */
export async function openProviderShop(): Promise<ProviderShop> {
  let stopProvider = async () => {};
  const shop = await openShop(products, async (url, start) => {
    const provider = start("node", [
      "e2e/support/identity-provider.mjs",
      "0",
      `${url}/authenticate/callback`,
    ]);
    stopProvider = () => end(provider);
    const lines = createInterface({ input: provider.stdout ?? process.stdin });
    const [issuer] = (await once(lines, "line")) as [string];
    return {
      OPENID_ISSUER: issuer,
      OPENID_CLIENT_ID: "midway",
      OPENID_CLIENT_SECRET: "a secret for tests alone",
    };
  });
  return { ...shop, stopProvider: () => stopProvider() };
}
