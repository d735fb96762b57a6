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
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { serveHttp } from "../src/ports.ts"

const decided = {
  model: "decider-27b",
  answers: { urgent: { type: "noul", noul: 0.75 } },
  usage: { input_tokens: 3, output_tokens: 0 }
} as const

const ask = Decisions.use((decisions) =>
  decisions.create({
    model: "decider-27b",
    state: "the state",
    questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
  })
)

/** A server that notes the keys of its requests. */
const startHost = async () => {
  const keys: Array<string | undefined> = []
  const { close, url } = await serveHttp((request, response) => {
    keys.push(request.headers.authorization)
    request.resume()
    response.end(JSON.stringify(decided))
  })
  return { keys, baseUrl: url, close }
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

describe("a layer inside another of its kind", () => {
  it.each([
    ["transport-node", NodeClient.layerClient],
    ["transport-fetch", FetchClient.layerClient]
  ] as const)("clients of %s ask their own hosts with their own keys", async (_, layerClient) => {
    const [a, b] = [await startHost(), await startHost()]
    const outer = layerClient({ baseUrl: a.baseUrl, apiKey: "key-a" })
    const inner = layerClient({ baseUrl: b.baseUrl, apiKey: "key-b" })
    const runtime = ManagedRuntime.make(outer)
    await runtime.runPromise(ask)
    await runtime.runPromise(Effect.provide(ask, inner))
    await runtime.dispose()
    assert.deepEqual(a.keys, ["Bearer key-a"])
    assert.deepEqual(b.keys, ["Bearer key-b"])
    await Promise.all([a.close(), b.close()])
  })

  it("stores check keys against their own tables", async () => {
    const program = Effect.flatMap(Store.createKey(), (outer) =>
      Effect.provide(
        Effect.flatMap(Store.createKey(), (inner) => Effect.all([isValid(inner), isValid(outer)])),
        store()
      )
    )
    assert.deepEqual(await Effect.runPromise(Effect.provide(program, store())), [true, false])
  })
})
