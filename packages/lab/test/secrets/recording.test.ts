// Recordings of both transports contain no key and can be replayed.
import type { Client } from "@leadline/core/client"
import { record, replay } from "@leadline/core/testing"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import { apiKey, startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const transports = [
  ["undici", NodeTransport.createClient],
  ["fetch", FetchTransport.createClient]
] as const

/** A call of each kind: JSON, events, a file, a failure. */
const session = async (client: Client) => {
  const { answers } = await client.decisions.create({
    model: "decider-27b",
    state: "The site is down.",
    questions: { urgent: { type: "noul", instructions: "Is it urgent?" } }
  })
  const events: Array<unknown> = []
  for await (const event of client.chat.stream({
    model: "sonar",
    messages: [{ role: "user", content: "Tides?" }]
  })) {
    events.push(event)
  }
  const { data } = await client.models.list()
  const failed = await client.skills.get({ skill_id: "none" }).catch((error: unknown) => error)
  const { _tag, status } = failed as { readonly _tag: string; readonly status: number }
  return { answers, events, models: data.length, _tag, status }
}

describe("a recording", () => {
  const scope = Scope.makeUnsafe()
  let baseUrl = ""
  beforeAll(async () => {
    baseUrl = await Effect.runPromise(Scope.provide(startServer(), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.each(transports)(
    "over %s gives the same session again, without service and key",
    async (_, createClient) => {
      const recording = record()
      const online = createClient({ apiKey, baseUrl, wrapTransport: recording.wrap })
      const before = await session(online)
      await online.close()
      assert.isNotEmpty(before.events)
      assert.strictEqual(before._tag, "NotFoundError")
      const text = JSON.stringify(recording)
      assert.notInclude(text, Redacted.value(apiKey))
      assert.notInclude(text, baseUrl)
      const { client } = replay(text)
      assert.deepStrictEqual(await session(client), before)
      await client.close()
    }
  )

  it("is of the same requests over both", async () => {
    const recordings = await Promise.all(
      transports.map(async ([, createClient]) => {
        const recording = record()
        const client = createClient({ apiKey, baseUrl, wrapTransport: recording.wrap })
        await session(client)
        await client.close()
        return recording.toJSON().exchanges.map(({ request }) => request)
      })
    )
    assert.deepStrictEqual(recordings[0], recordings[1])
  })
})
