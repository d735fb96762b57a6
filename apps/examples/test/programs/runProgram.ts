// Runs a program of src/programs as a user does: as a process of its own, to its end.
import { programArguments } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { bareEnvironment } from "../../../../packages/lab/src/processes.ts"

/** The programs. */
export const folder = join(import.meta.dirname, "../../src/programs")

/** The forms that a program has: each is written with promises, some with Effect too. */
export const formsOf = (name: string): ReadonlyArray<string> =>
  ["promises", "effect"].filter((form) => existsSync(join(folder, form, `${name.replace(/\.ts$/, "")}.ts`)))

/** What a run is given. */
export interface RunOptions {
  readonly args?: ReadonlyArray<string>
  /** Variables of the environment; little else is inherited. */
  readonly env?: { readonly [name: string]: string }
  /** Standard input. Default none. */
  readonly input?: string
  /** Flags of Node. */
  readonly flags?: ReadonlyArray<string>
}

/** Starts a program: `promises/rag`. */
export const startProgram = (name: string, { args = [], env = {}, flags = [] }: RunOptions = {}) =>
  spawn(process.execPath, [...flags, ...programArguments(`apps/examples/src/programs/${name}.ts`), ...args], {
    env: { ...bareEnvironment(), ...env },
    timeout: 50_000
  })

/** Runs a program to its end. */
export const runProgram = async (name: string, options: RunOptions = {}) => {
  const child = startProgram(name, options)
  child.stdin.end(options.input)
  const closed = once(child, "close") as Promise<[number | null]>
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, output, errors }
}
