import { expect, test, vi } from "vitest";
import { fetchOptions } from "./fetch-options";

const api = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("server-only", () => ({}));
vi.mock("@/api/server", () => ({ visitorApi: async () => api }));

const answers = (data: object) => api.GET.mockResolvedValue({ data, response: new Response() });
const eligible = { cartTotal: 100, installmentBilling: { eligible: true, blocked: false } };

test("the payment options are shown if the cart has a plan, and skipped if it has none", async () => {
  answers(eligible);
  expect(await fetchOptions()).toEqual(eligible);
  answers({ cartTotal: 100 });
  expect(await fetchOptions()).toBeNull();
});

test("a cart that cannot be read is reported as an error, not as a cart without a plan", async () => {
  api.GET.mockResolvedValue({ error: {}, response: new Response(null, { status: 503 }) });
  await expect(fetchOptions()).rejects.toThrow("cart: the API answered 503");
});
