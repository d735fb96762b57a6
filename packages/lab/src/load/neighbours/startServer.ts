// Starts the REST server as a child process, with a store and keys of its own.
import { createKey, layerPepperFile } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { newFolder } from "../../processes.ts"
import { startServerProcess } from "../../serverProcess.ts"

/** Starts the server on a free port, with keys of so many groups and default settings. */
export const startServer = async (groups: number) => {
  const directory = newFolder()
  const store = Layer.merge(
    Sqlite.layer({ filename: `${directory}/leadline.sqlite` }),
    layerPepperFile({ directory })
  )
  const keys = await Effect.forEach(Array.from({ length: groups }), (_, at) =>
    Effect.map(createKey({ group: `group-${at}`, createGroup: true }), ({ key }) => Redacted.value(key))
  ).pipe(Effect.provide(store), Effect.runPromise)
  const program = startServerProcess({ cwd: directory, env: { LEADLINE_DATA_DIR: directory } })
  return { baseUrl: await program.listening(), keys, program }
}
