// Fall-back under load: whatever the first backend does, every request is answered by the second, and none by a made-up answer.
import { Decisions } from "@leadline/core/decisions"
import { layerTransport } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { assert, describe, it } from "vitest"
import { type FaultReply, playReply } from "../../src/faults/FaultReply.ts"
import { serveHttp } from "../../src/ports.ts"
import { layerConfigured } from "../../src/server/configuredBackends.ts"

const type = { "content-type": "application/json" }
const reply = (body: string, status = 200): FaultReply => ({ status, headers: type, parts: [body] })
const answering = (noul: unknown) => {
  const usage = { input_tokens: 1, output_tokens: 0 }
  return reply(JSON.stringify({ model: "decider-27b", answers: { late: { type: "noul", noul } }, usage }))
}
const half: FaultReply = { headers: { ...type, "content-length": "500" }, parts: ["{"], ending: "closed" }
/** Longer than the caller waits. */
const trickle: FaultReply = { headers: type, parts: Array.from({ length: 1_000 }, () => " "), every: 20 }

const serve = async (given: FaultReply) => {
  const seen = { calls: 0 }
  const { close, url } = await serveHttp((request, response) => {
    request.resume().once("end", () => {
      seen.calls++
      void playReply(response, given)
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

const decisionsOver = (first: string, second: string) =>
  layerConfigured(backends(first, second), {
    transport: () => layerTransport({ pool: { connections: 1_000 } })
  })

const late = { late: { type: "noul", instructions: "Is it late?" } } as const

/** Asks so often, 20 at a time. `onAnswer` is told how many are answered. */
const ask = (count: number, onAnswer: (answered: number) => void = () => undefined) => {
  let answered = 0
  return Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.map(
        Decisions.use(({ create }) => create({ model: "decider-27b", state: "x", questions: late })),
        ({ answers }) => {
          onAnswer(++answered)
          return answers.late.noul
        }
      ),
    { concurrency: 20 }
  )
}

const run = <A, E>(effect: Effect.Effect<A, E, Decisions>, first: string, second: string) =>
  Effect.runPromise(
    effect.pipe(Effect.provide([decisionsOver(first, second), Logger.layer([])]), Effect.scoped)
  )

const good = answering(0.75)

describe("a first backend that", () => {
  it.each<readonly [string, FaultReply]>([
    ["resets connections", { breaks: { phase: "headers", code: "ECONNRESET" } }],
    ["sends half of each answer", half],
    ["never answers", { isSilent: true }],
    ["trickles", trickle],
    ["answers with a probability above 1", answering(1.25)],
    ["fails", reply("{}", 500)]
  ])("%s loses no request", async (_name, given) => {
    const [first, second] = [await serve(given), await serve(good)]
    const answers = await run(ask(120), first.url, second.url)
    assert.deepStrictEqual([...new Set(answers)], [0.75])
    assert.strictEqual(second.seen.calls, 120)
    // A breaker of the first backend alone: while it is open, the second one is asked at once.
    assert.isBelow(first.seen.calls, 120)
    first.close()
    second.close()
  })

  it("is killed under load loses no request", async () => {
    const [first, second] = [await serve(answering(0.25)), await serve(good)]
    const answers = await run(
      ask(120, (answered) => {
        if (answered === 30) first.close()
      }),
      first.url,
      second.url
    )
    assert.lengthOf(answers, 120)
    assert.isTrue(answers.every((noul) => noul === 0.25 || noul === 0.75))
    assert.isAtLeast(answers.filter((noul) => noul === 0.75).length, 60)
    second.close()
  })
})
