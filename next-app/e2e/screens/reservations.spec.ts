import { expect, type Page, test } from "@playwright/test";
import { signInAsNew } from "../support/account";
import { pointer } from "../support/buying";
import { beginWith, boughtMuseumPass, chooseNextDay, confirmed, sites } from "../support/reserving";

test("reservation pages are neither cached nor indexed", async ({ request }) => {
  for (const step of ["site", "begin", "link", "date", "add-ons", "review", "my", "my/made-up"]) {
    const headers = (await request.get(`/reservation/${step}`, { maxRedirects: 0 })).headers();
    expect(headers["x-robots-tag"], step).toBe("noindex");
    expect(headers["cache-control"], step).toContain("no-store");
  }
});

/** Lists the links, buttons and checkboxes that are too small. The size of a checkbox is the size of its label. */
async function smallTargets(page: Page): Promise<string[]> {
  return page
    .locator("main a, main button:not([tabindex='-1']), main label:has(input)")
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getClientRects().length > 0)
        .filter((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width < 44 || height < 44;
        })
        .map((element) => element.outerHTML),
    );
}

test("every link, button and checkbox is large enough to press", { tag: "@both" }, async ({
  page,
  context,
}) => {
  await signInAsNew(context);
  await beginWith(context, sites.museum, { passes: await boughtMuseumPass(context) });
  for (const path of ["site", "begin", "link", "my", "date"]) {
    await page.goto(`/reservation/${path}`, { waitUntil: "networkidle" });
    expect(await smallTargets(page), path).toEqual([]);
  }
  await chooseNextDay(page, pointer);
  await page.waitForURL("/reservation/review");
  await page.waitForLoadState("networkidle");
  expect(await smallTargets(page)).toEqual([]);
  await confirmed(page, pointer);
  expect(await smallTargets(page)).toEqual([]);
});
