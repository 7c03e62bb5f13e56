import type { NextConfig } from "next";
import { aliases } from "./src/lib/routes";

const here = import.meta.dirname;

const config: NextConfig = {
  output: "standalone",
  // If no root is set, Next.js guesses one from lock files in parent folders.
  outputFileTracingRoot: here,
  turbopack: {
    root: here,
    rules: {
      // A file as its text: `import css from "./some.css?raw"`.
      "*": { condition: { query: "?raw" }, type: "text" },
      "**/react-{aria,stately}/dist/private/*/intlStrings.mjs": {
        loaders: [`${here}/scripts/english-only.mjs`],
      },
      "**/@internationalized/date/dist/private/createCalendar.mjs": {
        loaders: [`${here}/scripts/gregorian-only.mjs`],
      },
    },
  },
  poweredByHeader: false,
  redirects: async () =>
    Object.entries(aliases).map(([source, destination]) => ({ source, destination, permanent: true })),
  // Title, description and canonical link are in the head for every client, not only for known robots.
  htmlLimitedBots: /.*/,
  // The API delivers pictures in the needed sizes and formats, so Next's optimizer is not used.
  images: { unoptimized: true },
};

export default config;
