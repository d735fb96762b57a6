// Metrics of engine calls: each is counted once, by its outcome, a stream when it ends.
import * as Effect from "effect/Effect"
import { assert, beforeAll, describe, it } from "vitest"
import { activeWork, proxyServices, type ServiceOptions, startServer } from "../../src/index.ts"
import { sumOf } from "../../src/load/processStats.ts"
import { useScope } from "../scope.ts"
import { until } from "../server/support.ts"
import { chat, post, question, type RecordingServer, withServer } from "./recordingServer.ts"

const run = useScope()
let upstream: ServiceOptions = {}
beforeAll(async () => {
  upstream = await run(Effect.map(startServer(), (url) => proxyServices(url)))
})

/** Waits for so many engine calls: how often each operation ended in each outcome, and how many were cancelled. */
const counted = async (metrics: RecordingServer["metrics"], engine: string, calls: number) => {
  const line = new RegExp(
    `^leadline_engine_calls_total\\{engine="${engine}",operation="(.*)",outcome="(.*)"\\} (\\d+)$`,
    "gm"
  )
  for (;;) {
    const text = await metrics()
    const found = Array.from(text.matchAll(line), ([, operation, outcome, count]) => ({
      name: `${operation} ${outcome}`,
      count: Number(count)
    }))
    const outcomes = Object.fromEntries(found.map(({ count, name }) => [name, count]))
    const cancelled = sumOf(text, "leadline_engine_cancellations_total")
    if (found.reduce((sum, { count }) => sum + count, 0) >= calls) return { outcomes, cancelled }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

// Streams of another server are an operation of their own; of a failure within one, an event says no more than that.
describe.each([
  ["embedded", "chat.create", "defect", () => ({})],
  ["upstream", "chat.stream", "InternalServerError", () => upstream]
] as const)("the engine %s", (engine, stream, broken, services) => {
  it("has one call of each whole answer, and of each stream once it has ended, whatever came of it", () =>
    withServer(
      async ({ ask, metrics }) => {
        await ask("/v1/decisions", post(question("x")))
        await ask("/v1/decisions", post(question({ fail: "UnavailableError" })))
        const whole = await ask("/v1/sonar", post(chat({ say: "one two" })))
        const before = { "decisions.create ok": 1, "decisions.create UnavailableError": 1 }
        assert.deepStrictEqual((await counted(metrics, engine, 2)).outcomes, before)
        await whole.text()
        await (await ask("/v1/sonar", post(chat({ after: 1, die: true })))).text()
        const after = { ...before, [`${stream} ok`]: 1, [`${stream} ${broken}`]: 1 }
        assert.deepStrictEqual(await counted(metrics, engine, 4), { outcomes: after, cancelled: 0 })
      },
      undefined,
      services()
    ))

  it("is cancelled when the reader of its stream leaves, and when a caller does not wait", () =>
    withServer(
      async ({ ask, metrics }) => {
        const left = await ask("/v1/sonar", post(chat({ after: 1, silent: true })))
        await left.body?.cancel()
        await until(() => activeWork.size === 0)
        const controller = new AbortController()
        const waited = { ...post(chat({ silent: true }, false)), signal: controller.signal }
        const asked = ask("/v1/sonar", waited).catch(() => undefined)
        await until(() => activeWork.size > 0)
        controller.abort()
        await asked
        const both = { [`${stream} cancelled`]: 1, "chat.create cancelled": 1 }
        assert.deepStrictEqual(await counted(metrics, engine, 2), {
          outcomes: engine === "embedded" ? { "chat.create cancelled": 2 } : both,
          cancelled: 2
        })
      },
      undefined,
      services()
    ))
})
