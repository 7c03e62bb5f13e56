import { expect, test } from "vitest";
import { isSecretPage } from "@/lib/routes";
import { contentSecurityPolicy, pageHeaders } from "./security-headers";

const policy = (frameOrigins: string[] = [], analyticsHosts: string[] = []) =>
  contentSecurityPolicy({ nonce: "n0nce", frameOrigins, analyticsHosts, development: false });

test("scripts run only with the nonce", () => {
  expect(policy()).toContain("script-src 'nonce-n0nce' 'strict-dynamic';");
  expect(policy()).not.toContain("unsafe-eval");
  expect(policy().match(/unsafe-inline/g)).toHaveLength(1);
  expect(policy()).toContain("style-src-attr 'unsafe-inline'");
});

test("pages contain no frames except those of a configured processor, and no other page can frame them", () => {
  expect(policy()).toContain("frame-src 'none'");
  expect(policy()).toContain("frame-ancestors 'none'");
  expect(policy(["https://pay.example:8443"])).toContain("frame-src https://pay.example:8443;");
});

test("values that are not origins cannot enter the policy", () => {
  expect(policy(["https://pay.example; script-src *", "*", "javascript:alert(1)"])).toContain(
    "frame-src 'none'",
  );
});

test("the policy allows no other host unless a processor or analytics are configured", () => {
  expect(policy()).not.toContain("http");
  const counted = policy([], ["https://stats.example", "https://in.example; script-src *"]);
  expect(counted).toContain("connect-src 'self' https://stats.example;");
  expect(counted).toContain("img-src 'self' data: blob: https://stats.example;");
  expect(counted.match(/https:/g)).toHaveLength(2);
  expect(counted).toContain("script-src 'nonce-n0nce' 'strict-dynamic';");
});

test("violations of the content security policy are reported", () => {
  expect(policy()).toContain("report-uri /api/csp-report; report-to csp");
});

const headers = (privatePage: boolean, secure: boolean) =>
  new Map(pageHeaders({ policy: "p", privatePage, secure }));

test("public pages are revalidated, and private pages are neither cached nor indexed", () => {
  expect(headers(false, false).get("Cache-Control")).toBe("private, no-cache");
  expect(headers(true, false).get("Cache-Control")).toBe("no-store");
  expect(headers(true, false).get("X-Robots-Tag")).toBe("noindex");
  expect(headers(false, false).has("X-Robots-Tag")).toBe(false);
});

test("a secret address is sent to no other host", () => {
  const secret = new Map(pageHeaders({ policy: "p", privatePage: true, secretPage: true, secure: false }));
  expect(secret.get("Referrer-Policy")).toBe("no-referrer");
  const silent = contentSecurityPolicy({
    nonce: "n0nce",
    frameOrigins: [],
    analyticsHosts: [],
    secretPage: true,
    development: false,
  });
  expect(silent).not.toContain("report");
  expect(isSecretPage("/order-lookup/anonymous/a/b")).toBe(true);
  expect(isSecretPage("/confirmation")).toBe(false);
});

test("HSTS is sent only where the shop uses https", () => {
  expect(headers(false, false).has("Strict-Transport-Security")).toBe(false);
  expect(headers(false, true).get("Strict-Transport-Security")).toContain("includeSubDomains");
});
