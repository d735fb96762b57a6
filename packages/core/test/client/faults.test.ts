import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { tags } from "../../src/errors/ApiError.ts"
import * as Send from "../../src/client/RequestExecutor.ts"
import type { RetryClass } from "../../src/client/retry/RetryPolicy.ts"
import { type Step, wire } from "../fixtures/wire.ts"

/** A small generator of its own: the same scripts on every machine. */
const makeRandom = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <A>(from: readonly [A, ...Array<A>]) => from[Math.floor(next() * from.length)] ?? from[0]
  }
}

type Random = ReturnType<typeof makeRandom>

const codes = [
  "ECONNRESET",
  "UND_ERR_SOCKET",
  "ENOTFOUND",
  "ECONNREFUSED",
  "HPE_INVALID_CONSTANT",
  "CERT_HAS_EXPIRED",
  "UND_ERR_CONNECT_TIMEOUT",
  ""
] as const
const statuses = [
  200, 200, 200, 204, 307, 400, 401, 404, 409, 413, 422, 429, 429, 500, 501, 502, 503, 503, 504, 600
] as const
const advice = [
  {},
  {},
  { "retry-after": "0" },
  { "retry-after": "soon" },
  { "retry-after": "3" },
  { "retry-after": "40" },
  { "retry-after": "100" },
  { "retry-after-ms": "1700" }
] as const

const makeStep = ({ below, pick }: Random): Step => {
  const after = pick([0, below(100), below(5_000), below(30_000)])
  switch (below(10)) {
    case 0:
      return { after, silent: true }
    case 1:
    case 2:
      return { after, breaks: { phase: pick(["connect", "send", "headers"]), code: pick(codes) } }
    case 3:
    case 4:
    case 5:
      return { after, body: "{}", ending: "end" }
    default:
      return {
        after,
        status: pick(statuses),
        headers: pick(advice),
        body: pick(["{}", "{}", "{", "", "<html>"]),
        ending: pick(["end", "end", "end", "end", "breaks", "stalls"])
      }
  }
}

const asked = (step: Step | undefined): number => {
  const { "retry-after": seconds = "0", "retry-after-ms": millis = "0" } = step?.headers ?? {}
  return Math.max((Number(seconds) || 0) * 1_000, Number(millis))
}

const scripts = 10_000

it.effect(
  `in ${scripts} random fault scripts no call sends over 3 requests, too early, too late or for nothing`,
  () =>
    Effect.gen(function* () {
      const outcomes = new Map<string, number>()
      for (let seed = 1; seed <= scripts; seed++) {
        const random = makeRandom(seed)
        const steps = [makeStep(random), makeStep(random), makeStep(random), makeStep(random)]
        const timeout = random.pick([500, 5_000, 30_000, 75_000])
        const retry: RetryClass = random.pick(["safe", "generation", "never"])
        const { layer, sent } = wire(steps)
        const began = seed * 200_000
        yield* TestClock.setTime(began)
        const operation = { name: "x", method: "POST", path: "http://service.test/x", retry }
        const call = Send.RequestExecutor.use((send) => send.call(operation, send.executeJson(operation, {})))
        const fiber = yield* Effect.forkChild(
          Effect.provide(call, Send.layer({ timeout }).pipe(Layer.provide(layer)), { local: true })
        )
        yield* TestClock.adjust(150_000)
        const exit = yield* Fiber.await(fiber)
        const script = JSON.stringify({ seed, timeout, retry, steps, at: sent.map((one) => one.at - began) })

        assert.isAtMost(sent.length, 3, script)
        sent.forEach(({ at }, n) => {
          assert.isBelow(at, began + timeout, script)
          if (n === 0) return
          const [before, previous] = [steps[n - 1], sent[n - 1]]
          assert.isAtLeast(at - (previous?.at ?? 0), (before?.after ?? 0) + asked(before), script)
          const isUnsent = before?.breaks !== undefined
          if (retry === "never") assert.isTrue(isUnsent, script)
          if (retry === "generation")
            assert.isTrue(isUnsent || before?.status === 429 || before?.status === 503, script)
        })
        const last = steps[sent.length - 1]
        if (Exit.isSuccess(exit)) {
          assert.isTrue((last?.status ?? 0) < 300 && last?.body === "{}" && last.ending === "end", script)
        } else {
          const error = yield* Effect.flip(exit)
          assert.strictEqual(error.attempts, sent.length, script)
          assert.isAtMost(error.elapsed ?? Infinity, timeout, script)
          // Our own clock ends attempts, never waits: a wait that would pass the deadline is not begun.
          if (error._tag === "DeadlineExceededError" && error.elapsed === timeout) {
            const left = timeout - ((sent.at(-1)?.at ?? 0) - began)
            assert.isTrue(
              last?.silent === true || last?.ending === "stalls" || (last?.after ?? 0) >= left,
              script
            )
          }
        }
        const outcome = Exit.isSuccess(exit) ? "answered" : (yield* Effect.flip(exit))._tag
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      // The scripts reach what they are meant to reach.
      const unreached = ["StreamTruncatedError", "PermissionDeniedError"]
      for (const tag of tags) {
        if (!unreached.includes(tag)) assert.isAbove(outcomes.get(tag) ?? 0, 20, tag)
      }
      assert.isAbove(outcomes.get("answered") ?? 0, 1_000)
    }),
  120_000
)
