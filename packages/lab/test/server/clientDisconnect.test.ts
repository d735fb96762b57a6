// A client that leaves a stream ends the work behind it, by break and by abort; one that reads it keeps its connection.
import type { Client } from "@leadline/core/client"
import * as FetchTransport from "@leadline/transport-fetch"
import { createClient } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { assert, it } from "vitest"
import { activeWork, apiKey, startInMemory, startRouterServer, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { silent, until } from "./support.ts"

const chat = { model: "sonar", messages: [{ role: "user", content: JSON.stringify(silent) }] } as const

const ended = () => until(() => activeWork.size === 0)
const run = useScope()
const inMemory = { baseUrl: "http://localhost", apiKey }

it.each<readonly [string, Effect.Effect<Client, unknown, Scope.Scope>]>([
  ["by undici", Effect.map(startServer(), (baseUrl) => createClient({ baseUrl, apiKey }))],
  ["in memory", Effect.map(startInMemory(), (fetch) => FetchTransport.createClient({ ...inMemory, fetch }))],
  ["to an HttpRouter", Effect.map(startRouterServer(), (baseUrl) => createClient({ baseUrl, apiKey }))]
])("an engine is interrupted after break and after an abort, %s", async (_name, make) => {
  const client = await run(make)
  for (const events of [
    client.chat.stream(chat),
    client.responses.stream({ input: JSON.stringify(silent) })
  ]) {
    for await (const event of events) {
      assert.isObject(event)
      assert.strictEqual(activeWork.size, 1)
      break
    }
    await ended()
  }
  const controller = new AbortController()
  const iterator = client.chat.stream(chat, { signal: controller.signal })[Symbol.asyncIterator]()
  await iterator.next()
  const next = iterator.next().catch((error: unknown) => error)
  const reason = new Error("mine")
  controller.abort(reason)
  assert.strictEqual(await next, reason)
  await ended()
  await client.close()
})
