// The runtimes, and how each runs the suite in the project of a consumer.
import { cpSync, existsSync } from "node:fs"
import { join } from "node:path"
import { must } from "../../runningProgram.ts"
import { nodes, programs as installed } from "../projects/versions.ts"
import type { Report } from "../suite/check.ts"
import { command as programOf, type Place } from "./programs.ts"
import { chromium, workerd } from "./workerdAndChromium.ts"

/** A runtime with one of its transports. */
export interface Runtime {
  readonly name: string
  /** The consumer in whose project it runs. */
  readonly consumer: string
  readonly transport: Place["transport"]
  readonly check: (place: Place) => Promise<Report>
}

/** A program of the command line prints the report last, and ends by itself. */
const command =
  (startOf: (place: Place) => ReadonlyArray<string>) =>
  async (place: Place): Promise<Report> => {
    const file = `${place.name}.ts`
    place.project.write(file, programOf(place))
    const { stdout } = await must([...startOf(place), file], place.project)
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
  }

/** Packages are in `node_modules` where another package manager put them, else in Deno's own cache. */
const onDeno = ({ project }: Place) => {
  const start = [installed.deno, "run", "--no-prompt", "--cached-only", "--no-lock", "--allow-net=127.0.0.1"]
  return existsSync(join(project.cwd, "node_modules")) ? [...start, "--node-modules-dir=manual"] : start
}

const onNode = (version: keyof typeof nodes) =>
  (["fetch", "node"] as const).map((transport): Runtime => ({
    name: `node-${version}-${transport}`,
    consumer: `node-${version}`,
    transport,
    check: command(() => [join(nodes[version], "node")])
  }))

const byFetch = (name: string, consumer: string, check: Runtime["check"]): Runtime => ({
  name,
  consumer,
  transport: "fetch",
  check
})

/** With the old date fewer promises resolve in the request they belong to, and rejections are reported too early. */
const oldDate =
  'compatibilityDate = "2024-01-01", compatibilityFlags = ["unhandled_rejection_after_microtask_checkpoint"]'

/** All of them. */
export const runtimes: ReadonlyArray<Runtime> = [
  ...onNode(26),
  ...onNode(24),
  ...onNode(22),
  byFetch("deno", "deno", command(onDeno)),
  byFetch(
    "bun",
    "bun",
    command(() => [installed.bun, "run"])
  ),
  byFetch("workerd", "workerd", workerd('compatibilityDate = "2026-07-01"', ["/shared", "/limited"])),
  byFetch("workerd-2024", "workerd", workerd(oldDate, ["/shared"])),
  byFetch("chromium", "chromium", chromium(false)),
  byFetch("chromium-worker", "chromium", chromium(true))
]

/** Puts the suite into a project. */
export const addSuite = (directory: string): void =>
  cpSync(join(import.meta.dirname, "../suite"), join(directory, "suite"), { recursive: true })
