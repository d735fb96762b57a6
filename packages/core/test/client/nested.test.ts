// Clients inside each other: each asks its own host with its own key.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import * as Client from "../../src/Client.ts"
import * as Decisions from "../../src/resources/decisions/index.ts"
import { mockClient, respond } from "../../src/testing/index.ts"
import { ask, good, goodBody, wire } from "../fixtures/wire.ts"

/** A client of a host, and what was sent to it. */
const host = (name: string) => {
  const { layer: transport, sent } = wire([good])
  const options = { baseUrl: `http://${name}.test`, apiKey: `key-${name}` }
  return {
    layer: Layer.provide(Client.layer(options), transport),
    executor: Layer.provide(Client.layerRequestExecutor(options), transport),
    asked: () => sent.map(({ request }) => [new URL(request.url).host, request.headers["authorization"]])
  }
}

const only = (name: string) => [[`${name}.test`, `Bearer key-${name}`]]

const asking = (client: Layer.Layer<Decisions.Decisions>) =>
  Effect.andThen(Effect.void, Effect.provide(ask, client))

describe("a client inside another one", () => {
  it("is a mock client inside of one over a transport", async () => {
    const a = host("a")
    const mock = mockClient([respond.decisions.create(JSON.parse(goodBody))])
    await Effect.runPromise(Effect.provide(asking(mock.layer), a.layer))
    assert.lengthOf(mock.requests, 1)
    assert.deepEqual(a.asked(), [])
  })

  it("is composed of one resource and an executor", async () => {
    const [a, b] = [host("a"), host("b")]
    const single = ({ executor }: typeof a) => Layer.provide(Decisions.layerClient, executor)
    await Effect.runPromise(Effect.provide(asking(single(b)), single(a)))
    assert.deepEqual([a.asked(), b.asked()], [[], only("b")])
  })
})
