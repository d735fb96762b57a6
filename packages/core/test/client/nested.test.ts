// Clients inside each other: each asks its own host with its own key.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { globSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import * as Client from "../../src/Client.ts"
import type { RequestExecutor } from "../../src/client/RequestExecutor.ts"
import * as Decisions from "../../src/resources/decisions/index.ts"
import { mockClient, respond } from "../../src/testing/index.ts"
import { ask, good, goodBody, wire } from "../fixtures/wire.ts"

const resources = join(import.meta.dirname, "../../src/resources")

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
  it("asks its own host with its own key, and the outer one asks its own again after it", async () => {
    const [a, b] = [host("a"), host("b")]
    const program = Effect.andThen(Effect.provide(ask, b.layer), ask)
    await Effect.runPromise(Effect.provide(program, a.layer))
    assert.deepEqual([a.asked(), b.asked()], [only("a"), only("b")])
  })

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

describe("the client of a resource", () => {
  const files = globSync("**/client.ts", { cwd: resources })

  it("stands in a folder of each resource", () => assert.isAtLeast(files.length, 9))

  it.each(files)("%s is built for each provision", async (file) => {
    const { layerClient }: { readonly layerClient: Layer.Layer<never, never, RequestExecutor> } =
      await import(join(resources, file))
    const memoMap = Layer.makeMemoMapUnsafe()
    const build = Layer.buildWithMemoMap(layerClient, memoMap, Scope.makeUnsafe())
    const both = Effect.all([build, build])
    const [one, two] = await Effect.runPromise(Effect.provide(both, host("a").executor))
    const isOther = ([key, service]: readonly [string, unknown]) => service !== two.mapUnsafe.get(key)
    assert.isTrue([...one.mapUnsafe].some(isOther))
  })
})
