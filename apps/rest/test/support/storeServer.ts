// A server in this process over a store with policies and keys, and requests to it.
import type { Decisions } from "@leadline/core/decisions"
import { startServer } from "@leadline/lab"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { judge } from "../../src/policies/judge.ts"
import { useScope } from "./scope.ts"

type Tables = SqlClient.SqlClient | Store.Pepper

interface Options<A> {
  /** The directory of the database and its pepper. */
  readonly directory: string
  readonly decisions: Layer.Layer<Decisions>
  /** Fills the store, and gives its keys by their names. */
  readonly fill: Effect.Effect<
    { readonly [name: string]: { readonly key: Redacted.Redacted } },
    unknown,
    Tables
  >
  /** More services, or settings. */
  readonly more: Layer.Layer<A, unknown, Tables>
}

/** A server for the tests of a file, once it is started. */
export const useStoreServer = () => {
  const run = useScope()
  const given = { url: "", keys: {} as { readonly [name: string]: string } }

  const start = async <A>({ decisions, directory, fill, more }: Options<A>) => {
    const database = Sqlite.layer({ filename: join(directory, "leadline.sqlite") })
    const tables = Layer.merge(database, Store.layerPepperFile({ directory }))
    const store = Layer.succeedContext(await run(Layer.build(tables)))
    const made = await run(Effect.provide(fill, store))
    given.keys = Object.fromEntries(
      Object.entries(made).map(([name, { key }]) => [name, Redacted.value(key)])
    )
    const keys = Layer.provide(Layer.merge(Store.layerApiKeys(), Store.layerApiKeyVerifier), store)
    const services = Layer.provide(Layer.merge(Store.layerPolicies(judge), more), store)
    given.url = await run(startServer({ decisions, keys }, Layer.orDie(services)))
  }

  /** A request by a key: a POST of a body, if one is given. */
  const send = async (key: string, path: string, body?: unknown, headers = {}) => {
    const response = await fetch(given.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${given.keys[key]}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    const { headers: answered, status } = response
    return { status, headers: answered, text, body: text === "" ? undefined : JSON.parse(text) }
  }

  return { given, send, start }
}
