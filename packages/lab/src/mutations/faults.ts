// Faults to put into the sources, one at a time: each must make a test fail.
import { client, type Faults } from "./client.ts"
import { server } from "./server.ts"
import { store } from "./store.ts"

const folders: { readonly [folder: string]: Faults } = {
  "packages/core/src/client": client,
  "packages/core/src/server": server,
  "packages/store-sql/src": store
}

/** All faults: twenty in the client, twenty in the server, twenty in the store. */
export const faults = Object.entries(folders).flatMap(([folder, files]) =>
  Object.entries(files).flatMap(([file, changes]) =>
    Object.entries(changes).map(([name, [find, replace]]) => ({
      name,
      file: `${folder}/${file}`,
      find,
      replace
    }))
  )
)

/** A fault to put into the sources. */
export type SeededFault = (typeof faults)[number]
