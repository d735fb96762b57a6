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
  /** Whether each file has a process of its own. Default false: files share processes, and the modules they load. */
  readonly isolate?: boolean
}

/** `npm run test:all` runs `*.long.test.ts` and the tests over PostgreSQL, in place of the quick ones. */
const isLong = process.env["LONG_TESTS"] === "1"
// Quick tests start programs from their sources: they run before anything is bundled.
if (!isLong) delete process.env["BUNDLED_PROGRAMS"]

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const onNode = (dir: string, options: Options = {}): TestProjectConfiguration => ({
  extends: true,
  root: dir,
  test: {
    name: options.name ?? dir,
    include: [...(options.include ?? [isLong ? "test/**/*.long.test.ts" : "test/**/*.test.ts"])],
    exclude: [...(options.exclude ?? []), ...(isLong ? [] : ["test/**/*.long.test.ts"])],
    globalSetup: [...(options.setup ?? [])],
    setupFiles: [...(options.eachFile ?? [])],
    // Node runs the sources itself, as it does in `npm start`: nothing is transformed, and what is compiled is kept.
    execArgv: ["--conditions=@leadline/source"],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    isolate: options.isolate ?? false,
    // Two cores, many files at once: a slow test is not a failed one.
    testTimeout: 180_000
  }
})

/** Tests of what only SQLite has: its file, its lock, its reserve on the disk, backups. */
const onlySqlite = ["test/database/{backup,sqlite}.test.ts"]

/** Tests of servers that share a PostgreSQL. */
const onlyPostgres = ["test/postgres/**/*.test.ts", "test/database/postgres*.long.test.ts"]

/** The same tests over a PostgreSQL. */
const onPostgres = (dir: string, options: Options): ReadonlyArray<TestProjectConfiguration> => {
  if (!isLong) return []
  if (!hasPostgres() && !process.env["CI"]) {
    console.warn(`Tests of ${dir} over PostgreSQL: left out, there is none. Name its folder in POSTGRES_BIN.`)
    return []
  }
  return [
    onNode(dir, { ...options, name: `${dir}/postgres`, setup: [file("packages/lab/src/postgres/setup.ts")] })
  ]
}

/** Each file starts servers of its own. */
const rest = { eachFile: [file("apps/rest/test/support/endServers.ts")] }

/** Tests that measure or change their process, or start many others. */
const apart = ["test/threats.long.test.ts", "test/{faults,load}/**/*.long.test.ts"]

export default defineConfig({
  test: {
    projects: [
      onNode("apps/demo", { setup: [file("apps/demo/test/setup.ts")] }),
      onNode("apps/examples", { isolate: true }),
      onNode("apps/site"),
      onNode("apps/rest", { ...rest, exclude: onlyPostgres }),
      ...onPostgres("apps/rest", {
        ...rest,
        include: ["test/store/{conformance,rateLimits}.test.ts", ...onlyPostgres]
      }),
      ...[
        "packages/ai-sdk",
        "packages/core",
        "packages/engine-embedded",
        "packages/engine-llama",
        "packages/backends",
        "packages/evaluation",
        "packages/store-redis",
        "packages/transport-fetch",
        "packages/transport-node",
        "tools"
      ].map((dir) => onNode(dir)),
      onNode("packages/store-sql", { exclude: onlyPostgres }),
      ...onPostgres("packages/store-sql", { include: ["test/**/*.test.ts"], exclude: onlySqlite }),
      onNode("packages/lab", { exclude: isLong ? apart : [] }),
      ...(isLong
        ? [
            onNode("packages/lab", { name: "packages/lab/apart", include: apart, isolate: true }),
            // In every setup, and often: the quick tests run them in some.
            onNode("packages/lab", {
              name: "packages/lab/setups",
              include: ["test/conformance/*.test.ts", "test/wire/{arbitraryBytes,wireCases}.test.ts"]
            }),
            onNode("apps/rest", {
              name: "apps/rest/setups",
              include: ["test/{engines,store}/conformance.test.ts"],
              ...rest
            })
          ]
        : [])
    ],
    maxWorkers: availableParallelism(),
    hookTimeout: 60_000,
    reporters: ["default", "./tools/closing-line.ts"]
  }
})
