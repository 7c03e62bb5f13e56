/** Where the API is, read at run time: one build of the app serves every set-up. */
export function apiOrigin(): string {
  return process.env.API_URL ?? "http://127.0.0.1:8080";
}

export function apiRoot(): string {
  return new URL("/api", apiOrigin()).href;
}

/** The shop's public address, for canonical URLs, the sitemap and the decision whether the shop is on https. */
export function publicUrl(): string {
  return process.env.PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? "3000"}`;
}
