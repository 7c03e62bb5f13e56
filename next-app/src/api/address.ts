/** Where the API is, read at run time: one build of the app serves every set-up. */
export function apiOrigin(): string {
  return process.env.API_URL ?? "http://127.0.0.1:8080";
}

export function apiRoot(): string {
  return new URL("/api", apiOrigin()).href;
}

/**
 * Passes the visitor's address on, so that limits count visitors and not this server. The API believes it for the
 * shared secret alone; without one nothing is claimed. Whatever stands before the app must overwrite the header.
 */
export function forwarding(incoming: Headers): [string, string][] {
  const secret = process.env.FORWARD_SECRET;
  const address = incoming.get("x-forwarded-for");
  if (!secret || !address) return [];
  return [
    ["x-forwarded-for", address],
    ["x-midway-forwarded", secret],
  ];
}
