// Metrics of engine calls: each is counted once, by its outcome, a stream when it ends.
import * as Effect from "effect/Effect"
import { assert, beforeAll, describe, it, vi } from "vitest"
import { activeWork, proxyServices, type ServiceOptions, startServer } from "../../src/index.ts"
import { sumOf } from "../../src/load/processStats.ts"
import { useScope } from "../scope.ts"
import { chat, post, silent, until } from "../server/support.ts"
import { question, type RecordingServer, withServer } from "./recordingServer.ts"

const run = useScope()
let upstream: ServiceOptions = {}
beforeAll(async () => {
  upstream = await run(Effect.map(startServer(), (url) => proxyServices(url)))
})

/** Waits until calls have ended so often in each outcome, and so many were cancelled. */
const assertCalls = (
  { metrics }: RecordingServer,
  calls: { readonly [outcome: string]: number },
  cancelled: number
) =>
  vi.waitFor(async () => {
    const text = await metrics()
    const line = /^leadline_engine_calls_total\{engine=".*",operation="(.*)",outcome="(.*)"\} (\d+)$/gm
    const found = Array.from(text.matchAll(line), ([, operation, outcome, count]) => [
      `${operation} ${outcome}`,
      Number(count)
    ])
    assert.deepStrictEqual(Object.fromEntries(found), calls)
    assert.strictEqual(sumOf(text, "leadline_engine_cancellations_total"), cancelled)
  }, 60_000)

// Streams of another server are an operation of their own; of a failure within one, an event says no more than that.
describe.each([
  ["embedded", "chat.create", "defect", () => ({})],
  ["upstream", "chat.stream", "InternalServerError", () => upstream]
] as const)("the engine %s", (_, stream, broken, services) => {
  it("has one call of each whole answer, and of each stream once it has ended, whatever came of it", () =>
    withServer(
      async (server) => {
        await server.ask("/v1/decisions", post(question("x")))
        await server.ask("/v1/decisions", post(question({ fail: "UnavailableError" })))
        const whole = await server.ask("/v1/sonar", post(chat({ say: "one two" }, true)))
        const before = { "decisions.create ok": 1, "decisions.create UnavailableError": 1 }
        await assertCalls(server, before, 0)
        await whole.text()
        await (await server.ask("/v1/sonar", post(chat({ after: 1, die: true }, true)))).text()
        await assertCalls(server, { ...before, [`${stream} ok`]: 1, [`${stream} ${broken}`]: 1 }, 0)
      },
      undefined,
      services()
    ))

  it("is cancelled when the reader of its stream leaves, and when a caller does not wait", () =>
    withServer(
      async (server) => {
        const left = await server.ask("/v1/sonar", post(chat(silent, true)))
        await left.body?.cancel()
        await assertCalls(server, { [`${stream} cancelled`]: 1 }, 1)
        await until(() => activeWork.size === 0)
        const controller = new AbortController()
        const waited = server.ask(
          "/v1/sonar",
          post(chat({ silent: true }, false), { signal: controller.signal })
        )
        await until(() => activeWork.size > 0)
        controller.abort()
        await waited.catch(() => undefined)
        const streams = stream === "chat.create" ? {} : { [`${stream} cancelled`]: 1 }
        await assertCalls(
          server,
          { ...streams, "chat.create cancelled": stream === "chat.create" ? 2 : 1 },
          2
        )
      },
      undefined,
      services()
    ))
})
