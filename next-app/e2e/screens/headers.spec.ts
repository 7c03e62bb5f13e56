import { expect, test } from "@playwright/test";
import { browserErrors, datedProduct, productPath } from "../support/shop";

const nonceOf = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

test("every page has a strict content security policy with a new nonce", async ({ request }) => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/", "/", "/no-such-page"]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe-inline");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    nonces.add(nonceOf(policy));
  }
  expect(nonces.has(undefined)).toBe(false);
  expect(nonces.size).toBe(3);
});

test("the response for a missing file has the nosniff header, and TRACE requests are refused", async ({
  request,
}) => {
  const missing = await request.get("/_next/static/chunks/none.js");
  expect([missing.status(), missing.headers()["x-content-type-options"]]).toEqual([404, "nosniff"]);
  const traced = await request.fetch("/", { method: "TRACE" });
  expect([traced.status(), traced.headers()["x-content-type-options"]]).toEqual([405, "nosniff"]);
});

test("neither a page nor an API response reveals the API's address in a rewrite header", async ({
  request,
}) => {
  for (const path of ["/api/settings", "/"]) {
    expect((await request.get(path)).headers()).not.toHaveProperty("x-middleware-rewrite");
  }
});

test("reading a public page starts no session", async ({ request }) => {
  expect((await request.get("/")).headers()).not.toHaveProperty("set-cookie");
});

test("the home page and a product page comply with the content security policy", async ({
  page,
  request,
}) => {
  const errors = browserErrors(page);
  await page.goto("/");
  await page.goto(productPath(await datedProduct(request)));
  await page.getByRole("grid").waitFor();
  expect(errors).toEqual([]);
});
