// One list of facts over every way to reach a decisions service.
import * as Client from "@leadline/core/client"
import { Decisions } from "@leadline/core/decisions"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, assert, describe, it } from "vitest"
import { decisionsCases, inMemory, key, layerDecisions, onSocket, scriptedCases } from "../src/index.ts"

const options = { apiKey: key, maxRetries: 0 }

/** The service through the promise face of a client, seen as a service again. */
const throughPromises = (client: Layer.Layer<Client.Services, unknown>) =>
  Layer.effect(
    Decisions,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => Client.promises(Layer.orDie(client))),
        ({ close }) => Effect.promise(close)
      ),
      ({ decisions }): Decisions["Service"] => ({
        create: (request) =>
          Effect.tryPromise({ try: () => decisions.create(request), catch: (error) => error as never })
      })
    )
  )

const memory = Layer.unwrap(
  Effect.map(inMemory(), (fetch) =>
    FetchTransport.layerClient({ ...options, baseUrl: "http://localhost", fetch })
  )
)
const undici = Layer.unwrap(
  Effect.map(onSocket(), (baseUrl) => NodeTransport.layerClient({ ...options, baseUrl }))
)
const fetched = Layer.unwrap(
  Effect.map(onSocket(), (baseUrl) => FetchTransport.layerClient({ ...options, baseUrl }))
)

const ways: ReadonlyArray<readonly [string, Layer.Layer<Decisions, unknown>]> = [
  ["the engine, direct", layerDecisions],
  ["in memory, over fetch", memory],
  ["over a socket, by undici", undici],
  ["over a socket, by fetch", fetched],
  ["over a socket, by undici and promises", throughPromises(undici)]
]

describe.each(ways)("%s", (_name, layer) => {
  const runtime = ManagedRuntime.make(layer)
  afterAll(() => runtime.dispose())
  it.each([...decisionsCases, ...scriptedCases])("$name", async ({ holds }) => {
    const result = await runtime.runPromise(Effect.result(holds))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
