import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectConfiguration } from "vitest/config"

const conditions = ["@leadline/source", "module", "node", "development|production"]

const onNode = (dir: string, setup: ReadonlyArray<string> = []): TestProjectConfiguration => ({
  extends: true,
  root: dir,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { name: dir, include: ["test/**/*.test.ts"], globalSetup: [...setup] }
})

export default defineConfig({
  test: {
    projects: [
      onNode("apps/demo", [fileURLToPath(new URL("apps/demo/test/setup.ts", import.meta.url))]),
      ...[
        "packages/core",
        "packages/transport-fetch",
        "packages/transport-node",
        "packages/engine-embedded",
        "packages/engine-upstream",
        "packages/store-sql",
        "packages/store-redis",
        "packages/public-clients",
        "packages/testing",
        "packages/benchmarks",
        "packages/runtimes",
        "apps/examples",
        "apps/rest",
        "tools"
      ].map((dir) => onNode(dir))
    ],
    // Two cores, many files at once: a slow test is not a failed one.
    testTimeout: 60_000,
    // By default one core of two would stand idle.
    maxWorkers: "100%",
    hookTimeout: 60_000,
    reporters: ["default", "./tools/closing-line.ts"]
  }
})
