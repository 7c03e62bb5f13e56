import type { NextConfig } from "next";

const here = import.meta.dirname;

const config: NextConfig = {
  output: "standalone",
  // If no root is set, Next.js guesses one from lock files in parent folders.
  outputFileTracingRoot: here,
  turbopack: {
    root: here,
    rules: {
      "**/react-{aria,stately}/dist/private/*/intlStrings.mjs": {
        loaders: [`${here}/scripts/english-only.mjs`],
      },
      "**/react-aria/dist/private/i18n/useDefaultLocale.mjs": {
        loaders: [`${here}/scripts/english-locale.mjs`],
      },
    },
  },
  poweredByHeader: false,
  // The door compresses what it sends, and asks for nothing compressed.
  compress: false,
  // With `next dev` there is no door in front.
  rewrites: async () =>
    process.env.NODE_ENV === "development"
      ? [
          {
            source: "/api/:path*",
            destination: `${process.env.API_URL ?? "http://127.0.0.1:3000"}/api/:path*`,
          },
        ]
      : [],
  // Title, description and canonical link are in the head for every client, not only for known robots.
  htmlLimitedBots: /.*/,
  // The API delivers pictures in the needed sizes and formats, so Next's optimizer is not used.
  images: { unoptimized: true },
};

export default config;
