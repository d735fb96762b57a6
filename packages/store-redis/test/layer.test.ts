// Shared limits and revocation messages over a real Redis, and without one.
import { RevocationBus } from "@leadline/core/authentication"
import { RateLimiter } from "@leadline/core/rate-limit"
import { freePort, missingRedis as missing, startRedis } from "@leadline/lab"
import { createClient } from "@redis/client"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { layer, type RedisOptions } from "../src/index.ts"

/** Looks at a state until it holds; a minute at most, which no machine needs. */
const eventually = async (holds: () => Promise<boolean>) => {
  const end = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited a minute for: ${String(holds)}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

if (missing !== undefined) console.warn(`Tests over Redis: ${missing}`)

const lines: Array<string> = []
const logger = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])

const opened: Array<() => Promise<void>> = []
afterEach(async () => {
  lines.length = 0
  await Promise.all(opened.splice(0).map((close) => close()))
})

const openNode = (url: string, options: Partial<RedisOptions> = {}) => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(layer({ url: Redacted.make(url), ...options }), logger)
  )
  opened.push(() => runtime.dispose())
  const take = (group: string) =>
    runtime.runPromise(RateLimiter.use((limiter) => limiter.take(group, "decisions.create")))
  return { runtime, take }
}

type Node = ReturnType<typeof openNode>

/** Whether a node counts in Redis. A node alone enforces a smaller limit. */
const isShared = async (node: Node, limit: number) => (await node.take("probe")).limit === limit

describe.skipIf(missing !== undefined)("nodes on one Redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis(await freePort())
  })
  afterAll(() => redis.stop())

  it("send messages about revoked keys to each other", async () => {
    const [one, other] = [openNode(redis.url), openNode(redis.url)]
    let heard = 0
    const listening = Effect.flatMap(RevocationBus, ({ subscribe }) =>
      subscribe(Effect.sync(() => void heard++))
    )
    other.runtime.runFork(Effect.scoped(Effect.andThen(listening, Effect.never)))
    // A new listener gets one message, because it may have missed others.
    await eventually(async () => heard > 0)
    const before = heard
    const publish = Effect.flatMap(RevocationBus, (news) => news.publish)
    await eventually(async () => {
      await one.runtime.runPromise(publish)
      return heard > before
    })
  })

  it("count under names that hold ids only, for two seconds", async () => {
    const node = openNode(redis.url, { nodes: 4 })
    await eventually(() => isShared(node, 100))
    const client = createClient({ url: redis.url })
    await client.connect()
    for (const key of await client.keys("rl:*")) {
      assert.match(key, /^rl:\{probe\}:decisions\.create:\d{10}$/)
      const left = await client.pTTL(key)
      assert.isTrue(left !== -1 && left <= 2000)
    }
    client.destroy()
  })

  it("load the script again after Redis dropped it", async () => {
    const node = openNode(redis.url, { nodes: 4 })
    await eventually(() => isShared(node, 100))
    const client = createClient({ url: redis.url })
    await client.connect()
    await client.sendCommand(["SCRIPT", "FLUSH"])
    client.destroy()
    await eventually(() => isShared(node, 100))
  })
})

describe.skipIf(missing !== undefined)("a Redis that goes down", () => {
  it("frozen, dead or back: no request waits for it, and limits hold", async () => {
    const port = await freePort()
    let redis = await startRedis(port)
    const node = openNode(redis.url, { nodes: 4, requestsPerSecond: 100 })
    await eventually(() => isShared(node, 100))

    redis.signal("SIGSTOP")
    // It does not wait for Redis, which stays frozen.
    assert.strictEqual((await node.take("a")).limit, 25)
    redis.signal("SIGCONT")
    await eventually(() => isShared(node, 100))

    await redis.stop()
    await eventually(async () => !(await isShared(node, 100)))
    const counts = await Promise.all(Array.from({ length: 200 }, () => node.take("b")))
    for (const { limit, remaining, used } of counts) assert.deepEqual([limit, used + remaining], [25, 25])

    redis = await startRedis(port)
    await eventually(() => isShared(node, 100))
    await redis.stop()
    assert.isTrue(lines.some((line) => line.includes("shared limits do not answer")))
  })

  it("a wrong password is logged without showing it", async () => {
    const redis = await startRedis(await freePort(), ["--requirepass", "right"])
    const node = openNode(redis.url.replace("//", "//:canary-password@"), { requestsPerSecond: 8, nodes: 2 })
    assert.strictEqual((await node.take("a")).limit, 4)
    await eventually(async () => lines.some((line) => line.includes("WRONGPASS")))
    assert.notInclude(lines.join("\n"), "canary-password")
    await redis.stop()
  })
})

it("without a Redis a server starts and counts alone", async () => {
  const node = openNode(`redis://127.0.0.1:${await freePort()}`, { requestsPerSecond: 3, nodes: 3 })
  const { limit, remaining, used } = await node.take("a")
  assert.deepEqual({ limit, remaining, used }, { limit: 1, remaining: 0, used: 1 })
  await node.runtime.runPromise(Effect.flatMap(RevocationBus, (news) => news.publish))
})
