// Starts the REST server as a child process, with a store and keys of its own.
import { createKey, layerPepperFile } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { newFolder, removeFolder, serverEnvironment, startProgram } from "../../processes.ts"
import { programArguments, serverProgram } from "../../program.ts"
import type { Group, Target } from "./Attack.ts"

const keyOf = (group: Group) =>
  Effect.map(createKey({ group, createGroup: true }), ({ key }) => Redacted.value(key))

const makeKeys = (directory: string): Promise<Target["keys"]> => {
  const store = Layer.merge(
    Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
    layerPepperFile({ directory })
  )
  const made = Effect.all({
    bombs: keyOf("bombs"),
    slow: keyOf("slow"),
    bodies: keyOf("bodies"),
    streams: keyOf("streams"),
    noise: keyOf("noise"),
    calm: keyOf("calm")
  })
  return Effect.runPromise(Effect.provide(made, store))
}

/** Starts the server on a free port, with default settings but for these. */
export const startServer = async (settings: { readonly [name: string]: string } = {}) => {
  const cwd = newFolder()
  const directory = join(cwd, ".leadline")
  mkdirSync(directory, { mode: 0o700 })
  const keys = await makeKeys(directory)
  const program = startProgram(programArguments(serverProgram), {
    cwd,
    env: { ...serverEnvironment(), ...settings, PORT: "0" }
  })
  const baseUrl = await program.listening()
  const victim: Target = { port: Number(new URL(baseUrl).port), keys }
  const stop = async () => {
    await program.end("SIGKILL")
    removeFolder(cwd)
  }
  return { baseUrl, program, pid: program.child.pid, lastWords: program.lastWords, stop, victim }
}
