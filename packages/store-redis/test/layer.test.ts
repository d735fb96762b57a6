// Shared limits and revocation messages over a real Redis, and without one. That limits hold is in the conformance cases.
import { RevocationBus } from "@leadline/core/authentication"
import { RateLimiter } from "@leadline/core/rate-limit"
import { freePort, missingRedis as missing, startRedis } from "@leadline/lab"
import { createClient } from "@redis/client"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterEach, assert, describe, it } from "vitest"
import { makeWindows } from "../src/fixedWindow.ts"
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

const closing: Array<() => unknown> = []
afterEach(async () => {
  lines.length = 0
  for (const close of closing.splice(0).toReversed()) await close()
})

const start = async (...options: Parameters<typeof startRedis>) => {
  const redis = await startRedis(...options)
  closing.push(redis.stop)
  return redis
}

const openNode = (url: string, options: Partial<RedisOptions> = {}) => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(layer({ url: Redacted.make(url), ...options }), logger)
  )
  closing.push(() => runtime.dispose())
  const take = (group: string) =>
    runtime.runPromise(RateLimiter.use((limiter) => limiter.take(group, "decisions.create")))
  /** Whether it counts in Redis: alone, it enforces a smaller limit. */
  const isShared = async () => (await take("probe")).limit === 100
  return { runtime, take, isShared }
}

describe.skipIf(missing !== undefined)("nodes on one Redis", () => {
  it("send messages about revoked keys to each other", async () => {
    const { url } = await start(await freePort())
    const [one, other] = [openNode(url), openNode(url)]
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

  it("count under names that hold ids only, for two seconds, also after Redis dropped the script", async () => {
    const { url } = await start(await freePort())
    const { isShared } = openNode(url, { nodes: 4 })
    await eventually(isShared)
    const client = createClient({ url })
    await client.connect()
    for (const key of await client.keys("rl:*")) {
      assert.match(key, /^rl:\{probe\}:decisions\.create:\d{10}$/)
      const left = await client.pTTL(key)
      assert.isTrue(left !== -1 && left <= 2000)
    }
    await client.sendCommand(["SCRIPT", "FLUSH"])
    client.destroy()
    await eventually(isShared)
  })

  it("wait for no Redis that is frozen, dead or back, and limits hold", async () => {
    const port = await freePort()
    const redis = await startRedis(port)
    const { isShared, take } = openNode(redis.url, { nodes: 4, requestsPerSecond: 100 })
    await eventually(isShared)
    redis.signal("SIGSTOP")
    assert.strictEqual((await take("a")).limit, 25)
    redis.signal("SIGCONT")
    await eventually(isShared)
    await redis.stop()
    await eventually(async () => !(await isShared()))
    const counts = await Promise.all(Array.from({ length: 200 }, () => take("b")))
    for (const { limit, remaining, used } of counts) assert.deepEqual([limit, used + remaining], [25, 25])
    await start(port)
    await eventually(isShared)
    assert.isTrue(lines.some((line) => line.includes("shared limits do not answer")))
  })

  it("log a wrong password without showing it", async () => {
    const { url } = await start(await freePort(), ["--requirepass", "right"])
    const node = openNode(url.replace("//", "//:canary-password@"), { requestsPerSecond: 8, nodes: 2 })
    assert.strictEqual((await node.take("a")).limit, 4)
    await eventually(async () => lines.some((line) => line.includes("WRONGPASS")))
    assert.notInclude(lines.join("\n"), "canary-password")
  })
})

it("without a Redis a server starts and counts alone", async () => {
  const node = openNode(`redis://127.0.0.1:${await freePort()}`, { requestsPerSecond: 3, nodes: 3 })
  const { limit, remaining, used } = await node.take("a")
  assert.deepEqual({ limit, remaining, used }, { limit: 1, remaining: 0, used: 1 })
  await node.runtime.runPromise(Effect.flatMap(RevocationBus, (news) => news.publish))
})

it.each([
  ["a window that is over", [1, 7, 120, 180, 0]],
  ["a number that no window has", [1, 7, Number("9223372036854775807"), 0, 0]],
  ["texts", ["1", "7", "120", "130", "0"]],
  ["no list", "OK"]
])("a reply of Redis with %s is a failure, so that a node counts by itself", async (_, reply) => {
  const connection = { run: () => Effect.succeed(reply), publish: () => Effect.void, listen: () => undefined }
  const window = { name: "rl:{group}:chat.create", amount: 1, limit: 20, seconds: 60 }
  const { message } = await Effect.runPromise(Effect.flip(makeWindows(connection).take(window)))
  assert.strictEqual(message, "Redis sent an unexpected reply")
})
