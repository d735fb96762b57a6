// The runtimes, and how each runs the suite.
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromiumProgram } from "../processes/chromium.ts"
import { must, reasonOf } from "../../runningProgram.ts"
import { nodes, programs as installed } from "../projects/versions.ts"
import type { Report } from "../suite/check.ts"
import { chromium } from "./chromium.ts"
import type { Place } from "./place.ts"
import * as programs from "./programs.ts"
import { workerd } from "./workerd.ts"

/** One runtime, or one form of it. */
export interface Runtime {
  readonly name: string
  /** The consumer whose project it runs in, where every runtime has its own. */
  readonly consumer: string
  readonly transports: ReadonlyArray<programs.ProgramSettings["transport"]>
  readonly program: string
  /** How to get the program. */
  readonly remedy: string
  readonly run: (place: Place) => Promise<Report>
}

/** The version that a program prints. Rejects, with what to do, when it cannot be started. */
export const versionOf = async ({
  program,
  remedy
}: Pick<Runtime, "program" | "remedy">): Promise<string> => {
  try {
    const { stdout } = await must([program, "--version"], { cwd: tmpdir(), env: process.env })
    return /\d+[.-][\d.-]*\d/.exec(stdout)?.[0] ?? stdout.trim()
  } catch (error) {
    throw new Error(`${program} cannot be started: ${reasonOf(error)}. ${remedy}`, { cause: error })
  }
}

/** A program of the command line prints the report last, and ends by itself. */
const command =
  (startOf: (place: Place) => ReadonlyArray<string>) =>
  async (place: Place): Promise<Report> => {
    const file = `${place.name}.ts`
    place.project.write(file, programs.command(place.settings))
    const { stdout } = await must([...startOf(place), file], place.project)
    const report: Report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
    return report
  }

const denoFlags = ["--no-prompt", "--cached-only", "--no-lock", "--allow-net=127.0.0.1"]

/** Packages are in `node_modules` where another package manager put them, else in Deno's own cache. */
const denoModules = ({ project }: Place) =>
  existsSync(join(project.cwd, "node_modules")) ? ["--node-modules-dir=manual"] : []

const ofWorkspace = "It comes with the packages of this workspace: npm run setup"

const nodeWith = (major: keyof typeof nodes): Runtime => {
  const program = join(nodes[major], "node")
  return {
    name: `node-${major}`,
    consumer: `node-${major}`,
    transports: ["fetch", "node"],
    program,
    remedy: ofWorkspace,
    run: command(() => [program])
  }
}

const workerdOf = (name: string, form: "new" | "old"): Runtime => ({
  name,
  consumer: "workerd",
  transports: ["fetch"],
  program: installed.workerd,
  remedy: ofWorkspace,
  run: workerd(form)
})

const chromiumAs = (name: string, place: programs.Place): Runtime => ({
  name,
  consumer: "chromium",
  transports: ["fetch"],
  program: chromiumProgram,
  remedy:
    "Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name a Chromium or Chrome in CHROMIUM",
  run: chromium(place)
})

/** All of them, the pinned Node first. */
export const runtimes: ReadonlyArray<Runtime> = [
  nodeWith(26),
  nodeWith(24),
  nodeWith(22),
  {
    name: "deno",
    consumer: "deno",
    transports: ["fetch"],
    program: installed.deno,
    remedy: ofWorkspace,
    run: command((place) => [installed.deno, "run", ...denoFlags, ...denoModules(place)])
  },
  {
    name: "bun",
    consumer: "bun",
    transports: ["fetch"],
    program: installed.bun,
    remedy: ofWorkspace,
    run: command(() => [installed.bun, "run"])
  },
  workerdOf("workerd", "new"),
  workerdOf("workerd-2024", "old"),
  chromiumAs("chromium", "page"),
  chromiumAs("chromium-worker", "worker"),
  chromiumAs("chromium-service", "service worker")
]
