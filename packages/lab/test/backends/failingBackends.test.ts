// Fall-back under load: whatever the first backend does, every request is answered by the second, and none by a made-up answer.
import { Decisions } from "@leadline/core/decisions"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { assert, describe, it } from "vitest"
import { type FaultReply, playReply } from "../../src/faults/FaultReply.ts"
import { serveHttp } from "../../src/ports.ts"
import { layerConfigured } from "../../src/server/configuredBackends.ts"

const headers = { "content-type": "application/json" }
const answering = (noul: number): FaultReply => {
  const usage = { input_tokens: 1, output_tokens: 0 }
  const body = { model: "decider-27b", answers: { late: { type: "noul", noul } }, usage }
  return { headers, parts: [JSON.stringify(body)] }
}
/** Longer than the caller waits. */
const trickle: FaultReply = { headers, parts: Array.from({ length: 1_000 }, () => " "), every: 20 }

const serve = async (given: FaultReply, most = Infinity) => {
  const seen = { calls: 0 }
  const { close, url } = await serveHttp((request, response) => {
    request.resume().once("end", () => {
      if (++seen.calls > most) void close()
      else void playReply(response, given)
    })
  })
  return { seen, url, close: () => void close() }
}

const backends = (first: string, second: string) => `
backends:
  first: { kind: system-one, server: leadline, url: "${first}", timeout: 100 }
  second: { kind: system-one, server: leadline, url: "${second}" }
routes:
  decisions: [first, second]
`

const transport = () => layerTransport({ pool: { connections: 1_000 } })

const ask = Decisions.use(({ create }) =>
  create({
    model: "decider-27b",
    state: "x",
    questions: { late: { type: "noul", instructions: "Is it late?" } }
  })
)

/** Asks 120 times, 20 at a time: the answers. */
const askOften = (first: string, second: string) => {
  const one = Effect.map(ask, ({ answers }) =>
    answers["late"]?.type === "noul" ? answers["late"].noul : undefined
  )
  return Effect.all(Array(120).fill(one) as Array<typeof one>, { concurrency: 20 }).pipe(
    Effect.provide([layerConfigured(backends(first, second), { transport }), Logger.layer([])]),
    Effect.scoped,
    Effect.runPromise
  )
}

describe("a first backend that", () => {
  it.each<[name: string, given: FaultReply, most?: number]>([
    ["never answers", { isSilent: true }],
    ["trickles", trickle],
    ["answers with a probability above 1", answering(1.25)],
    ["is killed under load", answering(0.75), 30]
  ])("%s loses no request", async (_name, given, most) => {
    const [first, second] = [await serve(given, most), await serve(answering(0.75))]
    const answers = await askOften(first.url, second.url)
    assert.deepStrictEqual([...new Set(answers)], [0.75])
    assert.isAtLeast(second.seen.calls, 90)
    // A breaker of the first backend alone: while it is open, the second one is asked at once.
    assert.isBelow(first.seen.calls, 120)
    first.close()
    second.close()
  })
})
