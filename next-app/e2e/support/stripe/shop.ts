import { once } from "node:events";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { cardDialog } from "../buying";
import { freePorts, midway, type OwnShop, openShop } from "../own-shop";

/** The Python of the environment that `scripts/test` makes beside the shop's binary. */
const python = resolve(dirname(midway), "../python/bin/python");

const webhookSecret = "whsec_journeys";

/** Opens a shop that is paid through Stripe: localstripe, with a stand-in for Stripe's script. */
export async function openStripeShop(products: string): Promise<OwnShop> {
  const [localPort, port] = freePorts(2);
  const localstripe = `http://127.0.0.1:${localPort}`;
  const prepare: Parameters<typeof openShop>[1] = async (url, start) => {
    const local = start(python, ["-m", "localstripe", "--from-scratch", "--port", String(localPort)]);
    local.stdout?.resume();
    const webhook = { url: `${url}/api/payment/stripe/webhook`, secret: webhookSecret };
    const registers = () =>
      fetch(`${localstripe}/_config/webhooks/shop`, { method: "POST", body: JSON.stringify(webhook) }).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(registers, { timeout: 60_000 }).toBe(true);
    const standIn = start("node", ["e2e/support/stripe/stand-in.mjs", localstripe, String(port)]);
    const lines = createInterface({ input: standIn.stdout ?? process.stdin });
    const [address] = (await once(lines, "line")) as [string];
    return {
      STRIPE_URL: address,
      STRIPE_SECRET_KEY: "sk_test_journeys",
      STRIPE_PUBLISHABLE_KEY: "pk_test_journeys",
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    };
  };
  return openShop(products, prepare, "stripe");
}

/** The fields of Stripe's form. */
export const stripeForm = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

/** The page of the card's bank, above the shop's page. */
export const bank = (page: Page): FrameLocator => page.frameLocator('iframe[title="3D Secure"]');

export async function typeStripeCard(page: Page, number: string): Promise<void> {
  const form = stripeForm(page);
  await form.getByLabel("Card number").fill(number);
  await form.getByLabel(/^Expiration date/).fill("12 / 39");
  await form.getByLabel("Security code").fill("123");
}

export const dialogAlert = (page: Page): Locator => cardDialog(page).getByRole("alert");
