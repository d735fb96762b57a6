import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectConfiguration } from "vitest/config"
import { hasPostgres } from "./packages/lab/src/postgres/programs.ts"

interface Options {
  /** Default: the folder. */
  readonly name?: string
  readonly include?: ReadonlyArray<string>
  readonly exclude?: ReadonlyArray<string>
  /** Modules that run once, before the files. */
  readonly setup?: ReadonlyArray<string>
  /** Modules that run in each file. */
  readonly eachFile?: ReadonlyArray<string>
  /** Whether each file has a process of its own. Default true. */
  readonly isolate?: boolean
  /** In milliseconds. */
  readonly testTimeout?: number
}

const onNode = (dir: string, options: Options = {}): TestProjectConfiguration => ({
  extends: true,
  root: dir,
  test: {
    name: options.name ?? dir,
    include: [...(options.include ?? ["test/**/*.test.ts"])],
    exclude: [...(options.exclude ?? [])],
    globalSetup: [...(options.setup ?? [])],
    setupFiles: [...(options.eachFile ?? [])],
    // Node runs the sources itself, as it does in `npm start`: nothing is transformed, and what is compiled is kept.
    execArgv: ["--conditions=@leadline/source"],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: options.isolate ?? true,
    // Two cores, many files at once: a slow test is not a failed one.
    testTimeout: options.testTimeout ?? 60_000
  }
})

/** Tests of what only SQLite has: its file, its lock, its reserve on the disk, backups. */
const onlySqlite = [
  "test/database/{backup,checkStart,DiskReserve,lockWait,queryPlans,restoredKeys,sqlite}.test.ts"
]

/** Tests of servers that share a PostgreSQL. */
const onlyPostgres = "test/postgres/**/*.test.ts"

/** The same tests over a PostgreSQL. */
const onPostgres = (dir: string, options: Options): ReadonlyArray<TestProjectConfiguration> => {
  if (!hasPostgres() && !process.env["CI"]) {
    console.warn(`Tests of ${dir} over PostgreSQL: left out, there is none. Name its folder in POSTGRES_BIN.`)
    return []
  }
  const setup = [fileURLToPath(new URL("packages/lab/src/postgres/setup.ts", import.meta.url))]
  return [onNode(dir, { ...options, name: `${dir}/postgres`, setup })]
}

/** Each file starts servers of its own. */
const rest = {
  isolate: false,
  eachFile: [fileURLToPath(new URL("apps/rest/test/support/endServers.ts", import.meta.url))],
  testTimeout: 180_000
}

/** Tests that measure or change their process, or start many others. */
const apart = ["test/threats.test.ts", "test/{faults,load}/**/*.test.ts"]

export default defineConfig({
  test: {
    projects: [
      onNode("apps/demo", {
        isolate: false,
        setup: [fileURLToPath(new URL("apps/demo/test/setup.ts", import.meta.url))]
      }),
      ...["packages/store-redis", "apps/examples"].map((dir) => onNode(dir)),
      onNode("apps/rest", { ...rest, exclude: [onlyPostgres] }),
      ...onPostgres("apps/rest", {
        ...rest,
        include: ["test/store/{conformance,rateLimits}.test.ts", onlyPostgres]
      }),
      // These load much, and leave nothing behind in their process: files share processes, and what they load.
      ...[
        "packages/core",
        "packages/engine-embedded",
        "packages/backends",
        "packages/transport-fetch",
        "packages/transport-node",
        "tools"
      ].map((dir) => onNode(dir, { isolate: false })),
      onNode("packages/store-sql", { isolate: false, exclude: ["test/database/postgres.test.ts"] }),
      ...onPostgres("packages/store-sql", { isolate: false, exclude: onlySqlite }),
      onNode("packages/lab", { isolate: false, exclude: apart }),
      onNode("packages/lab", { name: "packages/lab/apart", include: apart })
    ],
    // Two more than there are cores: many tests wait for a time to pass.
    maxWorkers: availableParallelism() + 2,
    hookTimeout: 60_000,
    reporters: ["default", "./tools/closing-line.ts"]
  }
})
