import { expect, test } from "@playwright/test";
import { browserErrors, datedProduct, productPath } from "../support/shop";

const nonceOf = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];
const scriptsOf = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1] ?? "";

test("every page has a strict content security policy: a public page with hashes, a private page with a new nonce", async ({
  request,
}) => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/", "/no-such-page", "/cart", "/cart"]) {
    const response = await request.get(path);
    const headers = response.headers();
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(scriptsOf(policy)).not.toContain("unsafe-inline");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    if (path === "/cart") {
      nonces.add(nonceOf(policy));
    } else {
      expect(scriptsOf(policy)).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/]{43}=')+$/);
      expect(await response.text()).not.toContain("nonce=");
    }
  }
  expect(nonces.has(undefined)).toBe(false);
  expect(nonces.size).toBe(2);
});

test("a script that was injected into a public page does not run, with or without the attributes of the page's own", async ({
  page,
}) => {
  const injected = ["", ' nonce=""', ` nonce="${"0".repeat(32)}"`].map(
    (attribute, nth) => `<script${attribute}>document.title = "injected ${nth}"</script>`,
  );
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace("</body>", `${injected.join("")}</body>`);
    const { "content-security-policy": policy = "", ...others } = response.headers();
    // Without the reports, which the shop counts as its own mistakes.
    const silent = policy.replace(/; report-uri.*/, "");
    await route.fulfill({ body: html, headers: { ...others, "content-security-policy": silent } });
  });
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (/Executing inline script violates/.test(message.text())) blocked.push(message.text());
  });
  await page.goto("/");
  // The page's own scripts run.
  await expect(page.getByRole("navigation", { name: "Your account" })).toBeVisible();
  await expect.poll(() => blocked.length).toBe(injected.length);
  expect(await page.title()).not.toContain("injected");
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
