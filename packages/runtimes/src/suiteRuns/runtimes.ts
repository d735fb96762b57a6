// How each runtime checks the suite.
// Versions are those of package.json.
import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium, chromiumProgram } from "./chromium.ts"
import { launch } from "../launch.ts"
import { bin, patience, type Place } from "./place.ts"
import * as programs from "./programs.ts"
import type { Report } from "../suite/check.ts"
import { workerd, workerdProgram } from "./workerd.ts"

/** One runtime, or one form of it. */
export interface Runtime {
  readonly name: string
  readonly transports: ReadonlyArray<programs.Told["transport"]>
  /** Belongs to the short form too. */
  readonly isShort: boolean
  readonly program: string
  /** How to get the program. */
  readonly remedy: string
  /** The short form leaves it out where it is not installed. */
  readonly isOptional?: boolean
  readonly run: (place: Place) => Promise<Report>
}

/** The version a program tells of itself. Rejects, with what to do, when it cannot be started. */
export const versionOf = async ({ program, remedy }: Runtime): Promise<string> => {
  try {
    const told = await launch([program, "--version"], tmpdir(), 30_000).output
    return /\d+[.-][\d.-]*\d/.exec(told)?.[0] ?? told.trim()
  } catch (error) {
    throw new Error(
      `${program} cannot be started: ${error instanceof Error ? error.message : String(error)}. ${remedy}`,
      { cause: error }
    )
  }
}

const command =
  (...start: ReadonlyArray<string>) =>
  async (place: Place) => {
    const file = `${place.name}.ts`
    writeFileSync(join(place.project, file), programs.command(place.told))
    const printed = await launch([...start, file], place.project, patience).output
    const report: Report = JSON.parse(printed.trim().split("\n").at(-1) ?? "")
    return report
  }

const denoFlags = [
  "run",
  "--no-prompt",
  "--cached-only",
  "--no-lock",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1"
]

const installed = "It comes with the packages of this workspace: npm run setup"

const nodeWith = (name: string, program: string, isShort: boolean): Runtime => ({
  name,
  transports: ["fetch", "node"],
  isShort,
  program,
  remedy: installed,
  run: command(program)
})

const workerdOf = (name: string, form: "new" | "old", isShort: boolean): Runtime => ({
  name,
  transports: ["fetch"],
  isShort,
  program: workerdProgram,
  remedy: installed,
  run: workerd(form)
})

const chromiumAs = (name: string, place: programs.Place, isShort: boolean): Runtime => ({
  name,
  transports: ["fetch"],
  isShort,
  program: chromiumProgram,
  remedy:
    "Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or name a Chromium or Chrome in CHROMIUM",
  isOptional: true,
  run: chromium(place)
})

/** All of them, the pinned Node first. */
export const runtimes: ReadonlyArray<Runtime> = [
  nodeWith("node-26", process.execPath, true),
  nodeWith("node-24", bin("node24/bin/node"), false),
  nodeWith("node-22", bin("node22/bin/node"), true),
  {
    name: "deno",
    transports: ["fetch"],
    isShort: true,
    program: bin(".bin/deno"),
    remedy: installed,
    run: command(bin(".bin/deno"), ...denoFlags)
  },
  {
    name: "bun",
    transports: ["fetch"],
    isShort: true,
    program: bin(".bin/bun"),
    remedy: installed,
    run: command(bin(".bin/bun"), "run")
  },
  workerdOf("workerd", "new", true),
  workerdOf("workerd-2024", "old", false),
  chromiumAs("chromium", "page", true),
  chromiumAs("chromium-worker", "worker", false),
  chromiumAs("chromium-service", "service worker", false)
]
