// Token limits, reserved and settled, and the usage that is metered.
import { served } from "@leadline/core/api"
import { RateLimiter, make, type WindowRequest, type Windows } from "@leadline/core/rate-limit"
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { activeWork, layerServices, wireCases } from "../../src/index.ts"
import * as support from "./support.ts"

const decision = (state: unknown) => JSON.stringify(support.decision(state))
const chat = (script: object) => JSON.stringify(support.chat(script, true))

/** Windows without a clock, and all that was added to them. */
const makeSpy = () => {
  const used = new Map<string, number>()
  const settled: Array<number> = []
  const windows: Windows = {
    take: ({ amount, limit, name }: WindowRequest) =>
      Effect.sync(() => {
        const before = used.get(name) ?? 0
        const isTaken = before + amount <= limit
        if (isTaken) used.set(name, before + amount)
        const add = (more: number) =>
          Effect.sync(() => {
            settled.push(more)
            used.set(name, (used.get(name) ?? 0) + more)
          })
        return { isTaken, amount, limit, used: used.get(name) ?? 0, start: 120, now: 157_500, add }
      })
  }
  return { windows, settled, used: () => used.get("tl:{default}") ?? 0 }
}

const limited = async (
  tokensPerMinute: number,
  use: (
    post: (path: string, body: string, signal?: AbortSignal) => Promise<Response>,
    spy: ReturnType<typeof makeSpy> & { readonly metered: ReadonlyArray<RequestUsage> }
  ) => Promise<void>
) => {
  const spy = makeSpy()
  const metered: Array<RequestUsage> = []
  const meter = Layer.succeed(UsageMeter, { add: (usage) => void metered.push(usage) })
  const limiter = Layer.succeed(RateLimiter, make(spy.windows, { requestsPerSecond: 1000, tokensPerMinute }))
  const { dispose, handler } = toWebHandler(Layer.mergeAll(layerServices(), limiter, meter))
  const post = (path: string, body: string, signal: AbortSignal | null = null) =>
    handler(support.request(path, support.post(body, { signal })))
  await use(post, { ...spy, metered })
  await dispose()
}

/** A body for each path whose resource counts tokens, in events too. */
const tokenBodies = (): ReadonlyArray<readonly [path: string, body: string]> => {
  const bodies = new Map<string, readonly [path: string, body: string]>()
  const endpoints = Object.values(served).flatMap(({ endpoints: { all } }) => all)
  for (const { operation, path, work } of endpoints) {
    if (operation.method !== "POST" || work?.usesTokens !== true) continue
    const cases = wireCases.filter(
      (one) => one.status === 200 && one.headers === undefined && (one.path ?? "/v1/decisions") === path
    )
    assert.isNotEmpty(cases, path)
    for (const { body } of cases) {
      if (typeof body !== "string") continue
      const name = `${path} ${/"stream": ?true/.test(body)}`
      if (!bodies.has(name)) bodies.set(name, [path, body])
    }
  }
  return [...bodies.values()]
}

const estimate = (body: string) => Math.ceil(body.length / 4)

describe("tokens in a minute", () => {
  it("every operation whose resource says usesTokens counts what its answers say they used", () =>
    limited(1_000_000, async (post, { metered, settled }) => {
      for (const [path, body] of tokenBodies()) {
        const before = settled.length
        const answer = await post(path, body)
        assert.strictEqual(answer.status, 200, `${path} ${await answer.clone().text()}`)
        await answer.text()
        // An async chat has no answer yet: it uses what was reserved.
        const isAnswered = !path.includes("async")
        assert.lengthOf(settled, before + (isAnswered ? 1 : 0), path)
        if (isAnswered) {
          const used = (metered.at(-1)?.inputTokens ?? NaN) - estimate(body)
          assert.deepEqual([metered.length, used], [settled.length, settled.at(-1)], path)
        }
      }
      const before = settled.length
      assert.strictEqual((await post("/search", JSON.stringify({ query: "high water" }))).status, 200)
      assert.lengthOf(settled, before)
    }))

  it("over the limit is 429 until the minute ends, before the engine, with the numbers of the request limit", () =>
    limited(100, async (post, { used }) => {
      assert.strictEqual((await post("/v1/decisions", decision({ tokens: 90 }))).status, 200)
      const answer = await post("/v1/decisions", decision({ die: true }))
      assert.strictEqual(answer.status, 429)
      // The window began at 120 s and it is 157.5 s.
      assert.strictEqual(answer.headers.get("retry-after"), "23")
      assert.strictEqual(answer.headers.get("x-ratelimit-limit"), "1000")
      const { error } = await answer.json()
      assert.strictEqual(error.type, "too_many_requests")
      assert.strictEqual(error.message, "Over the limit of 100 tokens per minute.")
      assert.strictEqual(used(), 90)
    }))

  it("an answer uses what it says, and a request that is refused or fails gives all back", () =>
    limited(10_000, async (post, { metered, settled, used }) => {
      const body = decision({ tokens: 700, text: "x".repeat(1000) })
      assert.strictEqual((await post("/v1/decisions", body)).status, 200)
      assert.deepEqual(settled, [700 - estimate(body)])
      assert.strictEqual((await post("/v1/decisions", decision({ fail: "InternalServerError" }))).status, 500)
      assert.strictEqual((await post("/v1/decisions", '{"model":"decider-27b"}')).status, 400)
      assert.strictEqual((await post("/v1/decisions", "[")).status, 400)
      assert.strictEqual(used(), 700)
      const broken = await post("/v1/sonar", chat({ after: 1, fail: "DeadlineExceededError" }))
      assert.include(await broken.text(), "error")
      assert.strictEqual(used(), 700)
      const { group, operation, requests } = metered[0] ?? assert.fail()
      assert.deepEqual([group, operation, requests], ["default", "decisions.create", 1])
    }))

  it("a caller who leaves has used what was reserved, streaming or not", () =>
    limited(10_000, async (post, { settled, used }) => {
      const bodies = [
        ["/v1/decisions", decision({ wait: 60_000 })],
        ["/v1/sonar", chat({ after: 0, silent: true })]
      ] as const
      let reserved = 0
      for (const [path, body] of bodies) {
        const controller = new AbortController()
        const answer = post(path, body, controller.signal)
        await support.until(() => activeWork.size > 0)
        if (path === "/v1/sonar") await (await answer).body?.cancel()
        controller.abort()
        await answer.catch(() => undefined)
        await support.until(() => activeWork.size === 0)
        reserved += estimate(body)
        assert.strictEqual(used(), reserved)
      }
      assert.deepEqual(settled, [])
    }))
})
