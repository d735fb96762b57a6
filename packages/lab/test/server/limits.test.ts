// Token limits, reserved and settled, and the usage that is metered.
import { served } from "@leadline/core/api"
import { RateLimiter, make, type WindowRequest, type Windows } from "@leadline/core/rate-limit"
import { type RequestUsage, UsageMeter } from "@leadline/core/usage-meter"
import { toWebHandler } from "@leadline/transport-fetch/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, describe, it, onTestFinished } from "vitest"
import { activeWork, layerServices, wireCases } from "../../src/index.ts"
import * as support from "./support.ts"

const decision = (state: unknown) => JSON.stringify(support.decision(state))
const chat = (script: object) => JSON.stringify(support.chat(script, true))

/** A server with a limit of tokens over windows without a clock: all that was added to them, and metered. */
const limited = async (tokensPerMinute: number) => {
  const taken = new Map<string, number>()
  const settled: Array<number> = []
  const metered: Array<RequestUsage> = []
  const windows: Windows = {
    take: ({ amount, limit, name }: WindowRequest) =>
      Effect.sync(() => {
        const add = (more: number) => Effect.sync(() => void taken.set(name, (taken.get(name) ?? 0) + more))
        const isTaken = (taken.get(name) ?? 0) + amount <= limit
        if (isTaken) Effect.runSync(add(amount))
        const settle = (more: number) =>
          Effect.andThen(
            Effect.sync(() => settled.push(more)),
            add(more)
          )
        return { isTaken, amount, limit, used: taken.get(name) ?? 0, start: 120, now: 157_500, add: settle }
      })
  }
  const meter = Layer.succeed(UsageMeter, { add: (usage) => void metered.push(usage) })
  const limiter = Layer.succeed(RateLimiter, make(windows, { requestsPerSecond: 1000, tokensPerMinute }))
  const { dispose, handler } = toWebHandler(Layer.mergeAll(layerServices(), limiter, meter))
  onTestFinished(dispose)
  const post = (path: string, body: string, signal: AbortSignal | null = null) =>
    handler(support.request(path, support.post(body, { signal })))
  return { post, settled, metered, used: () => taken.get("tl:{default}") ?? 0 }
}

/** A body for each path whose resource counts tokens, in events too. */
const tokenBodies = (): ReadonlyArray<readonly [path: string, body: string]> =>
  Object.values(served)
    .flatMap(({ endpoints: { all } }) => all)
    .filter(({ operation, work }) => operation.method === "POST" && work?.usesTokens === true)
    .flatMap(({ path }) => {
      const bodies = wireCases.flatMap(({ body, headers, path: at = "/v1/decisions", status }) =>
        status === 200 && headers === undefined && at === path && typeof body === "string" ? [body] : []
      )
      assert.isNotEmpty(bodies, path)
      // The first of each kind: later ones are larger.
      const byKind = new Map(bodies.toReversed().map((body) => [/"stream": ?true/.test(body), body]))
      return Array.from(byKind.values(), (body) => [path, body] as const)
    })

const estimate = (body: string) => Math.ceil(body.length / 4)

describe("tokens in a minute", () => {
  it("every operation whose resource says usesTokens counts what its answers say they used", async () => {
    const { metered, post, settled } = await limited(1_000_000)
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
  })

  it("over the limit is 429 until the minute ends, before the engine, with the numbers of the request limit", async () => {
    const { post, used } = await limited(100)
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
  })

  it("an answer uses what it says, and a request that is refused or fails gives all back", async () => {
    const { metered, post, settled, used } = await limited(10_000)
    const body = decision({ tokens: 700, text: "x".repeat(1000) })
    assert.strictEqual((await post("/v1/decisions", body)).status, 200)
    assert.deepEqual(settled, [700 - estimate(body)])
    assert.strictEqual((await post("/v1/decisions", decision({ fail: "InternalServerError" }))).status, 500)
    assert.strictEqual((await post("/v1/decisions", '{"model":"decider-27b"}')).status, 400)
    const broken = await post("/v1/sonar", chat({ after: 1, fail: "DeadlineExceededError" }))
    assert.include(await broken.text(), "error")
    assert.strictEqual(used(), 700)
    assert.include(metered[0], { group: "default", operation: "decisions.create", requests: 1 })
  })

  it("a caller who leaves has used what was reserved, streaming or not", async () => {
    const { post, settled, used } = await limited(10_000)
    let reserved = 0
    for (const [path, body] of [
      ["/v1/decisions", decision({ wait: 60_000 })],
      ["/v1/sonar", chat({ after: 0, silent: true })]
    ] as const) {
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
  })
})
