// Layers inside each other: each holds what was provided to it. Effect shares layers by reference, so that a constant
// which depends on a key, a host or a store must be built for each provision.
import * as Authentication from "@leadline/core/authentication"
import { Decisions } from "@leadline/core/decisions"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as NodeClient from "@leadline/transport-node"
import * as FetchClient from "@leadline/transport-fetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, it } from "vitest"
import { serveHttp } from "../src/ports.ts"

const decided = { model: "decider-27b", answers: {}, usage: { input_tokens: 3, output_tokens: 0 } }

const ask = Effect.exit(
  Decisions.use(({ create }) =>
    create({ model: "decider-27b", state: "", questions: { late: { type: "noul", instructions: "Is it?" } } })
  )
)

/** A server that notes the keys of its requests. */
const startHost = async () => {
  const keys: Array<string | undefined> = []
  const server = await serveHttp((request, response) => {
    keys.push(request.headers.authorization)
    request.resume()
    response.end(JSON.stringify(decided))
  })
  return { ...server, keys }
}

const store = () => {
  const pepper = Store.layerPepper(Redacted.make("layers-layers-layers-layers-layers"))
  const tables = Layer.merge(Sqlite.layer({ filename: ":memory:" }), pepper)
  return Layer.orDie(Layer.provideMerge(Store.layerApiKeyVerifier, tables))
}

const isValid = ({ key }: Store.CreatedKey) =>
  Effect.map(
    Effect.exit(Authentication.ApiKeyVerifier.use((keys) => keys.verify(key))),
    ({ _tag }) => _tag === "Success"
  )

it.each([
  ["transport-node", NodeClient.layerClient],
  ["transport-fetch", FetchClient.layerClient]
] as const)("a client of %s inside another asks its own host with its own key", async (_, layerClient) => {
  const [a, b] = [await startHost(), await startHost()]
  const inner = layerClient({ baseUrl: b.url, apiKey: "key-b" })
  const both = Effect.andThen(ask, Effect.provide(ask, inner))
  await Effect.runPromise(Effect.provide(both, layerClient({ baseUrl: a.url, apiKey: "key-a" })))
  assert.deepEqual(a.keys, ["Bearer key-a"])
  assert.deepEqual(b.keys, ["Bearer key-b"])
  await Promise.all([a.close(), b.close()])
})

it("a store inside another checks keys against its own tables", async () => {
  const program = Effect.flatMap(Store.createKey(), (outer) =>
    Effect.provide(
      Effect.flatMap(Store.createKey(), (inner) => Effect.all([isValid(inner), isValid(outer)])),
      store()
    )
  )
  assert.deepEqual(await Effect.runPromise(Effect.provide(program, store())), [true, false])
})
