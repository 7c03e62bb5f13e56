import { expect, test } from "@playwright/test";
import { passPage } from "../support/passes";
import {
  builderPath,
  bundleOnSale,
  datedProduct,
  productPath,
  productsOnSale,
  weekPath,
  weekProduct,
} from "../support/shop";

test("an unknown page returns 404 with a Not Found heading in its HTML", async ({ request }) => {
  for (const path of [
    "/no-such-page",
    "/product/single/no-such-product",
    "/builder/no-such-bundle",
    "/product/single/%E0%A4%A",
  ]) {
    const answer = await request.get(path, { headers: { "user-agent": "Mozilla/5.0 Chrome/140" } });
    expect(answer.status(), path).toBe(404);
    expect(await answer.text(), path).toContain("Not Found</h1>");
  }
});

test("the HTML head of a product page has the page's title and description before any script runs", async ({
  request,
}) => {
  const product = await datedProduct(request);
  const html = await (await request.get(`${productPath(product)}?utm_source=letter`)).text();
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toMatch(/<title>[^<]+ \| [^<]+<\/title>/);
  expect(head).toContain('name="description"');
  expect(head).toMatch(new RegExp(`rel="canonical" href="[^"?]*${productPath(product)}"`));
  for (const property of ["og:title", "og:url", "og:image"]) expect(head).toContain(`property="${property}"`);
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
  expect(JSON.parse(data ?? "null")).toMatchObject({ name: product.productDisplayName });
});

test("a bundle page has its title, canonical address and structured data without scripts, and is in the sitemap", async ({
  request,
}) => {
  const bundle = await bundleOnSale(request);
  const html = await (await request.get(`${builderPath(bundle)}?starting=2027-01-01`)).text();
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toContain(`<title>${bundle.displayName} | `);
  expect(head).toMatch(new RegExp(`rel="canonical" href="[^"?]*${builderPath(bundle)}"`));
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
  const offers = { lowPrice: bundle.fromPrice.toFixed(2), availability: "https://schema.org/InStock" };
  expect(JSON.parse(data ?? "null")).toMatchObject({ name: bundle.displayName, offers });
  const sitemap = await (await request.get("/sitemap.xml")).text();
  expect(sitemap).toContain(`${builderPath(bundle)}</loc>`);
});

test("a product with the week picker has one canonical address, and its structured data matches its page", async ({
  request,
}) => {
  const product = await weekProduct(request);
  for (const path of [
    weekPath(product),
    `${weekPath(product)}?view=list&starting=2027-01-02`,
    productPath(product),
  ]) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(new RegExp(`rel="canonical" href="[^"?]*${weekPath(product)}"`));
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
    const { offers } = JSON.parse(data ?? "null") as { offers: { lowPrice: string; highPrice: string } };
    expect(Number(offers.highPrice)).toBeGreaterThan(Number(offers.lowPrice));
    expect(html).toContain(`$${offers.lowPrice}`);
  }
});

test("the week page of an undated or unknown product returns 404", async ({ request }) => {
  const undated = (await productsOnSale(request)).find((product) => !product.hasPerformances);
  for (const id of ["no-such-product", undated?.id ?? "no-such-product"]) {
    expect((await request.get(weekPath({ id }))).status(), id).toBe(404);
  }
});

test("the sitemap lists existing pages with descriptions, and robots.txt links to it", async ({
  request,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const dates = [...sitemap.matchAll(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/g)];
  expect(dates).toHaveLength(sitemap.match(/<url>/g)?.length ?? 0);
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  expect(paths.length).toBeGreaterThanOrEqual((await productsOnSale(request)).length);
  for (const path of [...paths, "/privacy-policy", "/terms-of-use"]) {
    const page = await request.get(path);
    expect(page.status(), path).toBe(200);
    expect(await page.text(), path).toMatch(/<meta name="description" content="[^"]{10,}"/);
  }
  expect(await (await request.get("/robots.txt")).text()).toContain("/sitemap.xml");
});

test("a tag page has its title, description and structured data before any script runs", async ({
  request,
}) => {
  const html = await (await request.get("/product/multi/tag/winter?starting=2027-01-01")).text();
  const head = html.slice(0, html.indexOf("</head>"));
  expect(head).toMatch(/<title>Winter weekends by the harbor \| [^<]+<\/title>/);
  expect(head).toContain('name="description"');
  expect(head).toMatch(/rel="canonical" href="[^"?]*\/product\/multi\/tag\/winter"/);
  for (const property of ["og:title", "og:url", "og:image"]) expect(head).toContain(`property="${property}"`);
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
  expect(JSON.parse(data ?? "null")).toMatchObject({
    "@type": "ItemList",
    name: "Winter weekends by the harbor",
  });
});

test("a tag page of passes has one canonical address and is in the sitemap, and unsuitable tags return 404", async ({
  request,
}) => {
  for (const query of ["", "?passes=all"]) {
    const html = await (await request.get(`${passPage.path}${query}`)).text();
    const head = html.slice(0, html.indexOf("</head>"));
    expect(head).toContain(`<title>${passPage.title} | `);
    expect(head).toContain('name="description"');
    expect(head).toMatch(new RegExp(`rel="canonical" href="[^"?]*${passPage.path}"`));
    expect(head).toContain('property="og:image"');
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1];
    const list = JSON.parse(data ?? "null") as { numberOfItems: number };
    expect(list).toMatchObject({ "@type": "ItemList", name: passPage.title });
    expect(list.numberOfItems).toBe(query === "" ? 1 : 3);
  }
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`${passPage.path}</loc>`);
  for (const path of [
    "/product/multi/pass/tag/no-such-tag",
    "/product/multi/pass/tag/season-pass/no-such-tag",
    // No pass has this tag.
    "/product/multi/pass/tag/winter",
    "/product/multi/pass/tag/season-pass/all-passes/pass",
    "/product/multi/verified/pass/tag/season-pass",
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
  const verified = await request.get("/product/multi/verified/pass/tag/college-pass", { maxRedirects: 0 });
  expect(verified.headers()["x-robots-tag"]).toContain("noindex");
});

test("the add-on page and the pages of promotion codes are not indexed", async ({ request }) => {
  const addOns = await request.get("/product/multi/add-on/non-pass", { maxRedirects: 0 });
  expect(addOns.headers()["x-robots-tag"]).toContain("noindex");
  expect(await (await request.get("/product/multi/promo/FERRY10")).text()).toMatch(
    /<meta name="robots" content="noindex[^"]*"/,
  );
});
