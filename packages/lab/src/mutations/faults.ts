// Faults to put into the sources, one at a time: each must make a test fail.
import { client } from "./client.ts"
import type { Change, SeededFault } from "./SeededFault.ts"
import { server } from "./server.ts"
import { store } from "./store.ts"

const faultsIn =
  (folder: string) =>
  ([name, file, find, replace]: Change): SeededFault => ({ name, file: `${folder}/${file}`, find, replace })

/** All faults: twenty in the client, twenty in the server, twenty in the store. */
export const faults: ReadonlyArray<SeededFault> = [
  ...client.map(faultsIn("packages/core/src/client")),
  ...server.map(faultsIn("packages/core/src/server")),
  ...store.map(faultsIn("packages/store-sql/src"))
]
