// The whole service in this process: embedded engines, keys and skills in memory, behind one fetch handler.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { type FindPolicy, Policies, reviewAll } from "@leadline/core/policies"
import { layerMemory } from "@leadline/core/rate-limit"
import { operations } from "@leadline/core/rights"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { examplePolicy } from "./reviews.ts"

const rights = new Set(operations)

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

/** The keys of this service may look at reviews, too. */
const layerVerifier = Layer.effect(
  ApiKeyVerifier,
  Effect.map(ApiKeyVerifier, (verifier) => ({
    ...verifier,
    verify: (key) =>
      Effect.map(verifier.verify(key), (caller) => ({ ...caller, rights: caller.rights ?? rights }))
  }))
).pipe(Layer.provide(Store.layerApiKeyVerifier))

/** The one policy leaves every row to people. */
const findPolicy: FindPolicy = (_group, name) =>
  Effect.succeed(
    name === examplePolicy
      ? { name, version: 1, judge: (judged) => reviewAll(judged, "no_threshold") }
      : undefined
  )

/** Starts the service with a random key. Addresses of documents start with `documents`. */
export const start = async (documents: string) => {
  const key = Redacted.make(random())
  const database = Layer.merge(
    Sqlite.layer({ filename: ":memory:" }),
    Store.layerPepper(Redacted.make(random()))
  )
  const stores = Layer.mergeAll(
    Store.layerResources,
    layerVerifier,
    Store.layerReviews(() => false),
    Store.layerPolicyOutcomes({ interval: 100 }),
    Layer.succeed(Policies, { find: findPolicy }),
    Layer.effectDiscard(Store.ensureKey({ bootstrap: key }))
  ).pipe(Layer.provide(database))
  const engines = Embedded.layerEngines({ folder, baseUrl: documents, include: Embedded.isDocumentation })
  const { dispose, handler } = toWebHandler(
    Layer.mergeAll(engines, stores, layerMemory({ requestsPerSecond: 100 }))
  )
  const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))
  return { apiKey: key, baseUrl: "http://service.invalid", fetch, dispose, source }
}
