// Starts the REST server as a child process, with a store and keys of its own.
import { createKey, layerPepperFile } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { newFolder, removeFolder } from "../../processes.ts"
import { startServerProcess } from "../../serverProcess.ts"
import { type Group, groups, type Target } from "./Attack.ts"

const keyOf = (group: Group) =>
  Effect.map(createKey({ group, createGroup: true }), ({ key }) => Redacted.value(key))

const makeKeys = (directory: string): Promise<Target["keys"]> => {
  const store = Layer.merge(
    Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
    layerPepperFile({ directory })
  )
  const made = Effect.forEach(groups, (group) => Effect.map(keyOf(group), (key) => [group, key] as const))
  return Effect.runPromise(Effect.provide(made, store)).then(
    (all) => Object.fromEntries(all) as { [group in Group]: string }
  )
}

/** Starts the server on a free port, with default settings but for these. */
export const startServer = async (settings: { readonly [name: string]: string } = {}) => {
  const cwd = newFolder()
  const directory = join(cwd, ".leadline")
  mkdirSync(directory, { mode: 0o700 })
  const keys = await makeKeys(directory)
  const program = startServerProcess({ cwd, env: settings })
  const baseUrl = await program.listening()
  const victim: Target = { port: Number(new URL(baseUrl).port), keys }
  const stop = async () => {
    await program.end("SIGKILL")
    removeFolder(cwd)
  }
  return { baseUrl, program, pid: program.child.pid, lastWords: program.lastWords, stop, victim }
}
