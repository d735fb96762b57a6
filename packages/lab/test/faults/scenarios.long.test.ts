// Nineteen scenarios in which client libraries differ: over sockets by both transports, and in memory.
import * as CoreClient from "@leadline/core/client"
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Layer from "effect/Layer"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, assert, describe, it, vi } from "vitest"
import { listen } from "../../src/faults/faultServer.ts"
import { leaks } from "../../src/faults/findLeaks.ts"
import { canaryKey, type Operation, streamOperations, wholeOperations } from "../../src/faults/operations.ts"
import { type FaultReply, serverScript } from "../../src/faults/FaultReply.ts"
import { refused, scenarios, streaming } from "../../src/faults/scenarios.ts"
import { scriptedTransport } from "../../src/faults/scriptedTransport.ts"

interface Way {
  readonly client: CoreClient.Client
  readonly requests: () => number
  /** Is the last request's connection closed, or its exchange ended? */
  readonly isLeft: () => boolean
  readonly close: () => Promise<void>
}

const onSocket =
  (make: (baseUrl: string) => CoreClient.Client) =>
  async (replies: ReadonlyArray<FaultReply>): Promise<Way> => {
    const scripts = replies.map(serverScript)
    const server = await listen({ serve: (n) => scripts[Math.min(n, scripts.length) - 1] ?? [] })
    const client = make(`http://127.0.0.1:${server.port}`)
    return {
      client,
      requests: server.requests,
      isLeft: () => server.open() === 0,
      close: async () => {
        await client.close()
        await server.close()
      }
    }
  }

const inMemory = async (replies: ReadonlyArray<FaultReply>): Promise<Way> => {
  const { layer, sent } = scriptedTransport(replies)
  const options = { apiKey: canaryKey, baseUrl: "http://service.test" }
  const client = CoreClient.promises(Layer.provide(CoreClient.layer(options), layer))
  return {
    client,
    requests: () => sent.length,
    isLeft: () => sent.at(-1)?.abortedAt !== undefined,
    close: client.close
  }
}

const ways = {
  "by undici": onSocket((baseUrl) => NodeTransport.createClient({ baseUrl, apiKey: canaryKey })),
  "by fetch": onSocket((baseUrl) => FetchTransport.createClient({ baseUrl, apiKey: canaryKey })),
  "in memory": inMemory
}

const [decisions, stream] = [wholeOperations[0], streamOperations[0]] as readonly [Operation, Operation]

let way: Way | undefined
afterEach(async () => {
  await way?.close()
  way = undefined
  vi.restoreAllMocks()
})

const spied = () =>
  (["debug", "error", "info", "log", "warn"] as const).map((name) => vi.spyOn(console, name))

describe.each(Object.entries(ways))("%s", (_, open) => {
  it.each(scenarios)(
    "$title",
    async ({ least = 0, operation = decisions, options = {}, replies, title, wanted, ...due }) => {
      const logs = spied()
      way = await open(replies)
      let seen = 0
      const began = performance.now()
      const outcome: unknown = await operation
        .call(way.client, options, 0, () => seen++)
        .then(
          () => "ok",
          (failure: unknown) => failure
        )
      const took = performance.now() - began
      if (wanted === "ok") assert.strictEqual(outcome, wanted)
      else assert.deepInclude(outcome as object, wanted)
      if (title.startsWith("15")) assert.match(String(outcome), /model: field required/i)
      if (title.startsWith("9")) assert.instanceOf((outcome as Error).cause, Error)
      assert.strictEqual(way.requests(), due.requests)
      assert.strictEqual(seen, due.events ?? 0)
      assert.isAtLeast(took, least)
      assert.isBelow(took, (due.most ?? 2_000) + 5_000)
      assert.deepEqual(leaks(outcome), [])
      for (const log of logs) assert.strictEqual(log.mock.calls.length, 0)
    }
  )

  it("3: an abort during a wait", async () => {
    way = await open([refused("30")])
    const controller = new AbortController()
    const outcome = decisions
      .call(way.client, { signal: controller.signal }, 0)
      .catch((failure: unknown) => failure)
    while (way.requests() === 0) await sleep(2)
    await sleep(20)
    const began = performance.now()
    const reason = new Error("mine")
    controller.abort(reason)
    assert.strictEqual(await outcome, reason)
    assert.isBelow(performance.now() - began, 1_000)
    assert.strictEqual(way.requests(), 1)
  })

  it("19: break after one event closes the connection", async () => {
    way = await open([streaming(stream.answer.frames.slice(0, 1), "stalls")])
    const messages = [{ role: "user", content: "?" }] as const
    for await (const event of way.client.chat.stream({ model: "sonar", messages })) {
      assert.isObject(event)
      break
    }
    const began = performance.now()
    while (!way.isLeft() && performance.now() - began < 5_000) await sleep(2)
    assert.isTrue(way.isLeft())
  })
})
