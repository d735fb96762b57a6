// Runs a program of src/programs as a user does: as a process of its own, to its end.
import { programArguments } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"

/** The programs. */
export const folder = join(import.meta.dirname, "../../src/programs")

/** The forms that a program has: each is written with promises, some with Effect too. */
export const formsOf = (name: string): ReadonlyArray<string> =>
  ["promises", "effect"].filter((form) => existsSync(join(folder, form, `${name.replace(/\.ts$/, "")}.ts`)))

/** What a run is given. */
export interface RunOptions {
  readonly args?: ReadonlyArray<string>
  /** Variables of the environment; nothing else is inherited but `PATH`. */
  readonly env?: { readonly [name: string]: string }
  /** Standard input. Default none. */
  readonly input?: string
  /** Flags of Node. */
  readonly flags?: ReadonlyArray<string>
}

/** What came of it. */
export interface Run {
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/** Starts a program: `promises/rag`. */
export const startProgram = (name: string, { args = [], env = {}, flags = [] }: RunOptions = {}) =>
  spawn(process.execPath, [...flags, ...programArguments(`apps/examples/src/programs/${name}.ts`), ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...env },
    timeout: 50_000
  })

/** Runs a program to its end. */
export const runProgram = async (name: string, options: RunOptions = {}): Promise<Run> => {
  const child = startProgram(name, options)
  child.stdin.end(options.input)
  const code = new Promise<number | null>((resolve) => child.once("close", resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, output, errors }
}
