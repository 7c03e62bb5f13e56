/** Builds the headers of every page with pure functions, so that each header can be tested. */

type PolicyInput = {
  nonce: string;
  frameOrigins: string[];
  /** Hosts that the operator's analytics scripts load from and report to; empty without analytics. */
  analyticsHosts: string[];
  secretPage?: boolean;
  development: boolean;
};

const origin = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/i;

export function contentSecurityPolicy({
  nonce,
  frameOrigins,
  analyticsHosts,
  secretPage,
  development,
}: PolicyInput): string {
  // The lists come from the API. A value that is not a bare origin could add a directive.
  const frames = frameOrigins.filter((candidate) => origin.test(candidate));
  const hosts = analyticsHosts.filter((candidate) => origin.test(candidate));
  const directives: [string, string[]][] = [
    ["default-src", ["'none'"]],
    ["script-src", [`'nonce-${nonce}'`, "'strict-dynamic'", ...(development ? ["'unsafe-eval'"] : [])]],
    ["style-src", ["'self'", ...(development ? ["'unsafe-inline'"] : [`'nonce-${nonce}'`])]],
    // The calendar and the dialogs position themselves with style attributes.
    ["style-src-attr", ["'unsafe-inline'"]],
    ["img-src", ["'self'", "data:", "blob:", ...hosts]],
    ["font-src", ["'self'"]],
    ["connect-src", ["'self'", ...hosts]],
    ["manifest-src", ["'self'"]],
    ["frame-src", frames.length > 0 ? frames : ["'none'"]],
    ["form-action", ["'self'"]],
    ["base-uri", ["'none'"]],
    ["object-src", ["'none'"]],
    ["frame-ancestors", ["'none'"]],
  ];
  // A report contains the page's address, so secret pages send none.
  if (!secretPage) directives.push(["report-uri", ["/api/csp-report"]], ["report-to", ["csp"]]);
  return directives.map(([name, values]) => `${name} ${values.join(" ")}`).join("; ");
}

type HeaderInput = { policy: string; privatePage: boolean; secretPage?: boolean; secure: boolean };

export function pageHeaders({ policy, privatePage, secretPage, secure }: HeaderInput): [string, string][] {
  const headers: [string, string][] = [
    ["Content-Security-Policy", policy],
    ["Reporting-Endpoints", 'csp="/api/csp-report"'],
    ["Cache-Control", privatePage ? "no-store" : "private, no-cache"],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", secretPage ? "no-referrer" : "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["X-Frame-Options", "DENY"],
  ];
  if (privatePage) headers.push(["X-Robots-Tag", "noindex"]);
  if (secure) headers.push(["Strict-Transport-Security", "max-age=63072000; includeSubDomains"]);
  return headers;
}
