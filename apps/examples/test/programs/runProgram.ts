// Runs a program of src/programs as a user does: as a process of its own, to its end.
import { programArguments } from "@leadline/lab/program"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { beforeAll } from "vitest"
import { bareEnvironment } from "../../../../packages/lab/src/processes.ts"
import { type Running, startService } from "../documents/service.ts"

/** The programs. */
export const folder = join(import.meta.dirname, "../../src/programs")

/** The forms that a program has: each is written with promises, some with Effect too. */
export const formsOf = (name: string): ReadonlyArray<string> =>
  ["promises", "effect"].filter((form) => existsSync(join(folder, form, `${name.replace(/\.ts$/, "")}.ts`)))

/** The real server for the programs of a file, over pages, and a folder for their files. */
export const useService = (pages: { readonly [file: string]: string }) => {
  const temporary = mkdtempSync(join(tmpdir(), "leadline-programs-"))
  const given = { temporary, service: {} as Running, env: {} as { readonly [name: string]: string } }
  beforeAll(async () => {
    const documents = join(temporary, "documents")
    mkdirSync(documents)
    for (const [file, page] of Object.entries(pages)) writeFileSync(join(documents, file), page)
    const service = await startService(documents)
    const env = { LEADLINE_API_KEY: service.apiKey, LEADLINE_BASE_URL: service.baseUrl }
    Object.assign(given, { service, env })
    return async () => {
      await service.end()
      rmSync(temporary, { recursive: true, force: true })
    }
  })
  return given
}

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
