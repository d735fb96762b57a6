// Faults to put into the sources, one at a time: each must make a test fail.
import { client } from "./client.ts"
import { server } from "./server.ts"
import { store } from "./store.ts"

/** Of the files of a folder: what is wrong, the text that stands once in the file, and what replaces it. */
export type Faults = {
  readonly [file: string]: { readonly [name: string]: readonly [find: string, replace: string] }
}

/** A change of one place in a source file. */
export interface SeededFault {
  readonly name: string
  /** From the root of the repository. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

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
