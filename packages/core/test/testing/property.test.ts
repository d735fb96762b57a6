// Whatever a wire does, a client on the recording of it fares alike.
import type { Client } from "../../src/Client.ts"
import { isApiError } from "../../src/errors/ApiError.ts"
import { respond, fail, record, replay, mockClient, type Step } from "../../src/testing/index.ts"
import * as fc from "fast-check"
import { assert, it } from "vitest"
import { anyCharacter } from "../fixtures/anyCharacter.ts"
import { question } from "../fixtures/wire.ts"

const canary = "canary-key-4711"

const open = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 })

const good = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), open).map(([noul, more]) =>
  respond.decisions.create({
    ...more,
    model: "decider-27b",
    answers: { urgent: { type: "noul", noul: noul === 0 ? 0 : noul } },
    usage: { input_tokens: 1, output_tokens: 0 }
  })
)

const type = fc.constantFrom("application/json", "text/html", "text/event-stream", "application/octet-stream")

const echo = fc.constantFrom(canary, `{"a":"Bearer ${canary}"}`, `data: ${canary}\n\ndata: x\n\n`)

const part = fc.oneof(fc.json(), fc.string({ unit: anyCharacter }), fc.uint8Array(), echo)

const raw = fc
  .record({
    status: fc.constantFrom(200, 200, 204, 307, 400, 401, 404, 409, 422, 429, 500, 501, 502, 503, 504),
    headers: type.map((value) => ({ "content-type": value, "x-request-id": canary, "x-other": canary })),
    body: fc.array(part, { maxLength: 3 })
  })
  .map(fail.raw)

const whole = fc.oneof(good, raw)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: good },
  { weight: 3, arbitrary: raw },
  fc
    .tuple(fc.constantFrom(429, 503, 500), fc.integer({ min: 0, max: 90 }))
    .map(([code, retryAfter]) => fail.status(code, { retryAfter })),
  fc.constantFrom(fail.refused(), fail.reset(), fail.html(), fail.broken("EPIPE", "send")),
  fc.tuple(whole, fc.nat(60)).map(([one, size]) => fail.cut(one, size))
)

const state = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  echo,
  fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1, maxKeys: 3 })
)

const outcome = (client: Client, given: unknown) =>
  client.decisions
    .create({ ...question, state: given as string })
    .withResponse()
    .then(
      ({ data, response }) => ({ data, attempts: response.attempts, status: response.status }),
      (error: unknown) => {
        if (!isApiError(error)) throw error
        const { _tag, attempts, message, phase, status } = error
        return { _tag, attempts, message, phase, status }
      }
    )

it("a recording of a random script gives the same outcomes, and holds no key", async () => {
  const calls = fc.array(fc.tuple(state, step, step, step), { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(calls, async (made) => {
    const recording = record()
    const befores: Array<unknown> = []
    for (const [given, ...steps] of made) {
      const { client } = mockClient(steps, { wrapTransport: recording.wrap, apiKey: canary })
      befores.push(await outcome(client, given))
    }
    const text = JSON.stringify(recording)
    assert.notInclude(text, canary)
    const { assertDone, client } = replay(text, { apiKey: canary })
    const afters: Array<unknown> = []
    for (const [given] of made) afters.push(await outcome(client, given))
    const reported = (outcomes: ReadonlyArray<unknown>): unknown =>
      JSON.parse(JSON.stringify(outcomes).replaceAll(canary, "redacted"))
    assert.deepStrictEqual(reported(afters), reported(befores))
    assertDone()
  })
  await fc.assert(property, { numRuns: 60 })
})
