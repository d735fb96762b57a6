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

/** Makes the keys of so many groups. */
const makeKeys = (directory: string, count: number): Promise<ReadonlyArray<string>> =>
  Effect.forEach(Array.from({ length: count }), (_, at) =>
    Effect.map(createKey({ group: `group-${at}`, createGroup: true }), ({ key }) => Redacted.value(key))
  ).pipe(
    Effect.provide(
      Layer.merge(
        Sqlite.layer({ filename: join(directory, "leadline.sqlite") }),
        layerPepperFile({ directory })
      )
    ),
    Effect.runPromise
  )

/** Starts the server on a free port, with keys of so many groups, and default settings but for these. */
export const startServer = async (groups: number, settings: { readonly [name: string]: string } = {}) => {
  const cwd = newFolder()
  const directory = join(cwd, ".leadline")
  mkdirSync(directory, { mode: 0o700 })
  const keys = await makeKeys(directory, groups)
  const program = startServerProcess({ cwd, env: settings })
  const baseUrl = await program.listening()
  const stop = async () => {
    await program.end("SIGKILL")
    removeFolder(cwd)
  }
  return { baseUrl, keys, program, stop }
}
