// Faults to put into the sources, one at a time: each must make a test fail.
import { client } from "./client.ts"
import type { Faults, SeededFault } from "./SeededFault.ts"
import { server } from "./server.ts"
import { store } from "./store.ts"

const faultsIn = (folder: string, files: Faults): ReadonlyArray<SeededFault> =>
  Object.entries(files).flatMap(([file, changes]) =>
    Object.entries(changes).map(([name, [find, replace]]) => ({
      name,
      file: `${folder}/${file}`,
      find,
      replace
    }))
  )

/** All faults: twenty in the client, twenty in the server, twenty in the store. */
export const faults: ReadonlyArray<SeededFault> = [
  ...faultsIn("packages/core/src/client", client),
  ...faultsIn("packages/core/src/server", server),
  ...faultsIn("packages/store-sql/src", store)
]
