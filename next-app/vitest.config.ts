import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": `${import.meta.dirname}/src` } },
  // `testTimeout` is long, because a busy machine may be slow. It stops only tests that hang.
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    setupFiles: "vitest.setup.ts",
    testTimeout: 60_000,
    maxWorkers: "100%",
  },
});
