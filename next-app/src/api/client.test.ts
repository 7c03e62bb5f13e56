import { expect, test } from "vitest";
import { type ApiRequest, apiClient } from "./client";

type Method = (path: string, options?: unknown) => Promise<{ data?: unknown; error?: unknown }>;

/** A client whose requests are recorded and get the given response. */
function client(status: number, text: string) {
  const requests: ApiRequest[] = [];
  const api = apiClient(async (request) => {
    requests.push(request);
    return new Response(text, { status });
  });
  return { requests, ...(api as unknown as Record<"GET" | "POST", Method>) };
}

test("a request has its method, path, query and body", async () => {
  const { requests, GET, POST } = client(200, "{}");
  const form = new FormData();
  await GET("/thing/{id}", { params: { path: { id: "ä/b" }, query: { page: 2, of: undefined } } });
  await POST("/thing", { body: { name: "Zoë" } });
  await POST("/photo", { body: {}, bodySerializer: () => form });
  expect(requests).toEqual([
    { method: "GET", address: "/thing/%C3%A4%2Fb?page=2", body: undefined },
    { method: "POST", address: "/thing", body: '{"name":"Zoë"}' },
    { method: "POST", address: "/photo", body: form },
  ]);
});

test("the body is read as JSON unless the call asks for its text", async () => {
  const { GET } = client(200, '{"a":1}');
  expect((await GET("/thing")).data).toEqual({ a: 1 });
  expect((await GET("/thing", { parseAs: "text" })).data).toBe('{"a":1}');
});

test("an empty body is no data", async () => {
  expect((await client(200, "").GET("/thing")).data).toBeUndefined();
});

test.each([
  ['{"message":"No"}', { message: "No" }],
  ["<h1>Bad Gateway</h1>", "<h1>Bad Gateway</h1>"],
])("a refusal %s is an error and no data", async (text, error) => {
  const refused = await client(429, text).POST("/thing", { body: {} });
  expect(refused).toMatchObject({ error, response: { status: 429, ok: false } });
  expect(refused.data).toBeUndefined();
});
