// The whole service in this process: embedded engines, keys and skills in memory, behind one fetch handler.
import { layerMemory } from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Search covers this project. */
const folder = fileURLToPath(new URL("../../../..", import.meta.url))

const random = () => `${crypto.randomUUID()}${crypto.randomUUID()}`

/** Reads a document that search covers. Undefined for any other path. */
const source = async (path: string): Promise<string | undefined> => {
  const isPlain = path.split("/").every((name) => name !== ".." && /^[\w.@-]+$/.test(name))
  return isPlain && Embedded.isDocumentation(path)
    ? readFile(join(folder, path), "utf8").catch(() => undefined)
    : undefined
}

/** Starts the service with a random key. Addresses of documents start with `documents`. */
export const start = async (documents: string) => {
  const key = Redacted.make(random())
  const database = Layer.merge(
    Sqlite.layer({ filename: ":memory:" }),
    Store.layerPepper(Redacted.make(random()))
  )
  const stores = Layer.mergeAll(
    Store.layerResources,
    Store.layerApiKeyVerifier,
    Layer.effectDiscard(Store.ensureKey({ bootstrap: key }))
  ).pipe(Layer.provide(database))
  const engines = Embedded.layerEngines({ folder, baseUrl: documents, include: Embedded.isDocumentation })
  const { dispose, handler } = toWebHandler(
    Layer.mergeAll(engines, stores, layerMemory({ requestsPerSecond: 100 }))
  )
  const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))
  return { apiKey: key, baseUrl: "http://service.invalid", fetch, dispose, source }
}
