import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": `${import.meta.dirname}/src` } },
  // Long, so that only tests that hang are stopped: a busy machine may be slow.
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: "vitest.setup.ts",
    testTimeout: 60_000,
    maxWorkers: "100%",
    css: { include: /\?raw$/ },
  },
});
