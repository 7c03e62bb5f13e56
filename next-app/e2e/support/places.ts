import type { Page } from "@playwright/test";
import { pointer, walkTo } from "./buying";
import { post } from "./purchase";
import { productPath, productsOnSale } from "./shop";

/** Choosing the day and the time of a product with sections or seats. */
export type Placed = { path: string; productId: string; date: string; performanceId: string };

/** Finds the first product with an open performance of a show of the given type. Skips the first `later` open dates. */
export async function productOfType(page: Page, showTypeId: number, later = 0): Promise<Placed> {
  const context = page.context();
  for (const product of await productsOnSale(context.request)) {
    if (!product.hasPerformances) continue;
    const productId = product.id;
    const dates = await post<{ date: string; capacityLevelId: number }[]>(
      context,
      "/performance/product-date",
      { productIds: [productId] },
    );
    for (const { date } of dates
      .filter(({ capacityLevelId }) => capacityLevelId <= 3)
      .slice(later, later + 14)) {
      const { value = [] } = await post<{
        value?: { performanceId: string; showTypeId: number; capacityLevelId: number }[];
      }>(context, "/performance/product-date-performance", { productId, date });
      const found = value.find((each) => each.showTypeId === showTypeId && each.capacityLevelId <= 3);
      if (!found) break;
      return { path: productPath(product), productId, date, performanceId: found.performanceId };
    }
  }
  throw new Error(`the shop sells no places of type ${showTypeId}`);
}

/** Chooses the day, and the show and the time if the page asks for them. */
export async function chooseTime(page: Page, { path, date }: Placed, press = pointer) {
  await page.goto(path);
  const field = page.getByLabel("Or type a date");
  const [year, month, day] = date.split("-").map(Number);
  if (press === pointer) await field.click();
  else await walkTo(page, field);
  await page.keyboard.type(`${month}/${day}/${year}`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Change \w+day, / }).waitFor();
  const sections = page.getByRole("list", { name: "Select Section" });
  const places = page.getByRole("radiogroup").or(sections);
  const shows = page.getByRole("region", { name: "Select Show" }).getByRole("button");
  const times = page.getByRole("button", { name: /^\d+:\d\d [AP]M/, disabled: false });
  await places.or(shows).or(times).first().waitFor();
  if (await shows.count()) await press(shows.first());
  await places.or(times).first().waitFor();
  if ((await places.count()) === 0) await press(times.first());
  await places.first().waitFor();
}
