// Code of yours, tested without a network: on a script, and on a whole service in memory.
import { respond, fail, mockClient, when } from "@leadline/core/testing"
import { layerKeys } from "@leadline/core/authentication"
import { layerMemory } from "@leadline/core/rate-limit"
import * as Embedded from "@leadline/engine-embedded"
import * as Store from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import { createClient } from "@leadline/transport-fetch"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { afterAll, assert, describe, it } from "vitest"
import { teamOf } from "../src/shared/triage.ts"

const decided = (billing: number) =>
  respond.decisions.create({
    model: "decider-27b",
    answers: {
      team: {
        type: "choice",
        choice: billing < 0.5 ? "technical" : "billing",
        confidence: Math.abs(2 * billing - 1),
        probabilities: { billing, technical: 1 - billing }
      }
    },
    usage: { input_tokens: 12, output_tokens: 0 }
  })

describe("on a script", () => {
  it("a sure answer decides", async () => {
    const { client } = mockClient([when({ body: { state: "Charged twice." } }, decided(0.9))])
    assert.strictEqual(await teamOf(client, "Charged twice."), "billing")
    await client.close()
  })

  it("an unsure answer is for a person", async () => {
    const { client } = mockClient([decided(0.55)])
    assert.strictEqual(await teamOf(client, "Hello."), "person")
    await client.close()
  })

  it("a busy service is asked three times, then a person is", async () => {
    const busy = fail.status(503, { retryAfter: "2 seconds" })
    const { client, waits } = mockClient([busy, busy, busy])
    assert.strictEqual(await teamOf(client, "Hello."), "person")
    assert.deepStrictEqual(waits, [2_000, 2_000]) // recorded, not waited for
    await client.close()
  })

  it("a refused key is not hidden", async () => {
    const { client } = mockClient([fail.status(401)])
    const error: unknown = await teamOf(client, "Hello.").catch((failure: unknown) => failure)
    assert.propertyVal(error, "_tag", "AuthenticationError")
    await client.close()
  })
})

describe("on a service in memory", () => {
  const apiKey = Redacted.make("a-key-of-this-test")
  const engines = Embedded.layerEngines({ folder: import.meta.dirname })
  const stores = Store.layerResources.pipe(
    Layer.provide(Sqlite.layer({ filename: ":memory:" })),
    Layer.provide(Store.layerPepper(Redacted.make("a pepper of 32 characters or more")))
  )
  const guards = Layer.mergeAll(layerKeys([apiKey]), layerMemory())
  const { dispose, handler } = toWebHandler(Layer.mergeAll(engines, stores, guards))
  const client = createClient({
    apiKey,
    baseUrl: "http://localhost",
    fetch: (input, init) => handler(new Request(input, init))
  })
  afterAll(() => client.close().then(dispose))

  it("a ticket about money goes to billing", async () => {
    assert.strictEqual(await teamOf(client, "My invoice is wrong, please refund me."), "billing")
  })

  it("the same ticket gets the same answer", async () => {
    const ticket = "The export fails with an error."
    assert.strictEqual(await teamOf(client, ticket), await teamOf(client, ticket))
  })
})
