import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": `${import.meta.dirname}/src` } },
  // Only what hangs is stopped: a busy machine takes its time.
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: "vitest.setup.ts",
    testTimeout: 60_000,
    maxWorkers: "100%",
    css: { include: /\?raw$/ },
  },
});
