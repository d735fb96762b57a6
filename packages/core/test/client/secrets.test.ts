import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { inspect } from "node:util"
import * as Client from "../../src/Client.ts"
import * as Decisions from "../../src/resources/decisions/index.ts"
import { tags } from "../../src/errors/ApiError.ts"
import { baseUrl, clientOver, type Step } from "../fixtures/wire.ts"

const key = "canary-key-5b1f"
const prompt = "canary-prompt-9c2e"

const request = {
  model: "decider-27b",
  state: { text: prompt },
  questions: { team: { type: "choice", instructions: prompt, criteria: { yes: prompt, no: null } } }
} as const

/** Answers that repeat what they were sent, as broken proxies do. */
const echo = `${key} ${prompt}`
const steps: ReadonlyArray<Step> = [
  { breaks: { phase: "headers", code: "ECONNRESET" } },
  { silent: true },
  { body: "{", ending: "stalls" },
  { body: `{"team":"${echo}"` },
  { body: `<html>${echo}` },
  { body: `{"model":"${echo}","answers":{"team":{"type":"${echo}"}}}` },
  {
    body: `{"model":"decider-27b","answers":{"team":{"type":"noul","noul":1,"x":"${echo}"}},"usage":{"input_tokens":1,"output_tokens":0}}`
  },
  { headers: { "x-request-id": echo, location: echo }, status: 302 },
  ...[400, 401, 403, 404, 409, 413, 429, 500, 501, 502, 503, 504, 600].map((status) => ({
    status,
    body: `<p>${echo}`
  })),
  { status: 401, body: `{"error":{"message":"${echo}","type":"invalid_api_key"}}` }
]

const everywhere = (value: unknown): ReadonlyArray<string> =>
  [
    inspect(value, { depth: 10, showHidden: true }),
    JSON.stringify(value),
    String(value),
    ...(value instanceof Error ? [value.message, value.stack ?? "", everywhere(value.cause).join("\n")] : [])
  ].map((text) => text ?? "")

const leaks = (value: unknown): ReadonlyArray<string> =>
  everywhere(value).filter((text) => text.includes(key) || text.includes(prompt))

it.effect("no failure shows the key or the prompt: message, stack, JSON, inspection, cause", () =>
  Effect.gen(function* () {
    const seen = new Set<string>()
    for (const step of steps) {
      const { layer } = clientOver([step], { apiKey: key, maxRetries: 0, timeout: "10 seconds" })
      const call = Decisions.Decisions.use((decisions) => decisions.create(request))
      const fiber = yield* Effect.forkChild(Effect.provide(call, layer))
      yield* TestClock.adjust("1 minute")
      const exit = yield* Fiber.await(fiber)
      const error = yield* Effect.flip(exit)
      assert.deepEqual(leaks(error), [])
      if (Exit.isFailure(exit)) assert.deepEqual(leaks(Cause.pretty(exit.cause)), [])
      seen.add(error._tag)
    }
    const { layer } = clientOver([], { apiKey: key })
    const wrong = { ...request, questions: { team: { type: prompt, [prompt.slice(0, 3)]: prompt } } }
    // @ts-expect-error The request is wrong on purpose.
    const local = yield* Decisions.Decisions.use((decisions) => decisions.create(wrong)).pipe(
      Effect.flip,
      Effect.provide(layer)
    )
    assert.deepEqual(leaks(local), [])
    const missing = Array.from(tags).filter((tag) => !seen.has(tag))
    assert.deepEqual(missing, ["StreamTruncatedError"])
  })
)

it("neither the client nor its methods show the key", () => {
  const client = Client.promises(clientOver([], { apiKey: key, baseUrl }).layer)
  assert.deepEqual(leaks(client), [])
  assert.deepEqual(leaks(client.decisions.create), [])
  assert.deepEqual(leaks(clientOver([], { apiKey: key }).layer), [])
})
