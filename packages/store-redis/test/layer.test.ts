// Shared limits and revocation messages over a real Redis, and without one.
import { RevocationBus } from "@leadline/core/authentication"
import { RateLimiter } from "@leadline/core/rate-limit"
import { freePort, missingRedis as missing, startRedis, shiftedClock } from "@leadline/lab"
import { createClient } from "@redis/client"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { connect } from "node:net"
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

/** A node whose clock is off by `skew` milliseconds. */
const openNode = (url: string, options: Partial<RedisOptions> = {}, skew = 0) => {
  const runtime = ManagedRuntime.make(
    Layer.provideMerge(layer({ url: Redacted.make(url), ...options }), logger)
  )
  opened.push(() => runtime.dispose())
  return {
    runtime,
    take: (group: string, operation = "decisions.create") =>
      runtime.runPromise(
        Effect.flatMap(shiftedClock(skew), (clock) =>
          Effect.provideService(
            RateLimiter.use((limiter) => limiter.take(group, operation)),
            Clock.Clock,
            clock
          )
        )
      )
  }
}

type Node = ReturnType<typeof openNode>

/** Whether a node counts in Redis. A node alone enforces a smaller limit. */
const isShared = async (node: Node, limit: number) => (await node.take("probe", "probe")).limit === limit

describe.skipIf(missing !== undefined)("nodes on one Redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis(await freePort())
  })
  afterAll(() => redis.stop())

  const nodes = async (count: number, options: Partial<RedisOptions> = {}) => {
    const skews = [-5000, 5000, -1234, 0]
    const all = Array.from({ length: count }, (_, index) =>
      openNode(redis.url, { nodes: 4, ...options }, skews[index])
    )
    for (const node of all) await eventually(() => isShared(node, options.requestsPerSecond ?? 100))
    return all
  }

  // What took over 50 ms on a busy machine was counted by a node alone: only what was counted together is looked at.
  it("admit the limit in each second of Redis, though their clocks differ by ten seconds", async () => {
    const all = await nodes(4, { requestsPerSecond: 20 })
    const admitted = new Map<number, number>()
    const full = () => Array.from(admitted.values()).filter((times) => times === 20)
    await eventually(async () => {
      for (const count of await Promise.all(all.map((node) => node.take("exact")))) {
        assert.strictEqual(count.used + count.remaining, count.limit)
        if (count.limit !== 20) continue
        assert.isTrue(count.wait === undefined || (count.wait >= 0 && count.wait <= 1000))
        if (count.wait === undefined) admitted.set(count.reset, (admitted.get(count.reset) ?? 0) + 1)
      }
      return full().length >= 3
    })
    assert.isAtMost(Math.max(...admitted.values()), 20)
  })

  it("count groups and operations apart, under names that hold ids only, for two seconds", async () => {
    const [one] = await nodes(1)
    await one?.take("names", "decisions.create")
    await one?.take("names", "chat.create")
    const client = createClient({ url: redis.url })
    await client.connect()
    const keys = await client.keys("rl:{names}:*")
    for (const key of keys) {
      assert.match(key, /^rl:\{names\}:(decisions|chat)\.create:\d{10}$/)
      const [value, left] = [await client.get(key), await client.pTTL(key)]
      // A slow machine may find it gone.
      if (value !== null) assert.isTrue(value === "1" && left <= 2000)
    }
    client.destroy()
  })

  it("send messages about revoked keys to each other", async () => {
    const [one, other] = await nodes(2)
    let heard = 0
    const listening = Effect.flatMap(RevocationBus, ({ subscribe }) =>
      subscribe(Effect.sync(() => void heard++))
    )
    other?.runtime.runFork(Effect.scoped(Effect.andThen(listening, Effect.never)))
    // A new listener gets one message, because it may have missed others.
    await eventually(async () => heard > 0)
    const before = heard
    const publish = Effect.flatMap(RevocationBus, (news) => news.publish)
    await eventually(async () => {
      await one?.runtime.runPromise(publish)
      return heard > before
    })
  })

  it("use commands that Redis 6.2 and Valkey 7.2 have", async () => {
    const url = new URL(redis.url)
    let output = ""
    const monitor = connect(Number(url.port), url.hostname).on("data", (data) => (output += String(data)))
    monitor.write("MONITOR\r\n")
    await eventually(async () => output.includes("OK"))
    url.pathname = "/1"
    const node = openNode(String(url), { tokensPerMinute: 100 })
    await eventually(() => isShared(node, 100))
    await node.runtime.runPromise(
      Effect.gen(function* () {
        const limiter = yield* RateLimiter
        const { settle } = yield* limiter.reserve("monitored", 10, 100)
        yield* settle(20)
      })
    )
    await eventually(async () => {
      await node.runtime.runPromise(Effect.flatMap(RevocationBus, (news) => news.publish))
      return output.includes('"PUBLISH"')
    })
    monitor.destroy()
    const seen = [...output.matchAll(/\] "(\w+)"/g)].map(([, name]) => name?.toUpperCase())
    const known = [
      "HELLO",
      "AUTH",
      "SELECT",
      "CLIENT",
      "PING",
      "EVALSHA",
      "EVAL",
      "SCRIPT",
      "PUBLISH",
      "SUBSCRIBE"
    ]
    assert.includeMembers([...known, "TIME", "GET", "INCRBY", "EXPIRE"], [...new Set(seen)])
  })

  it("load the script again after Redis dropped it", async () => {
    const [one] = await nodes(1)
    const client = createClient({ url: redis.url })
    await client.connect()
    await client.sendCommand(["SCRIPT", "FLUSH"])
    client.destroy()
    await eventually(async () => (await one?.take("forgotten"))?.limit === 100)
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
