// Conformance of rate limiters: over memory and Redis, or in the project over PostgreSQL over that.
import { layerMemory, RateLimiter } from "@leadline/core/rate-limit"
import * as Store from "@leadline/store-sql"
import * as Postgres from "@leadline/store-sql/postgres"
import * as Redis from "@leadline/store-redis"
import {
  freePort,
  missingRedis,
  newSchema,
  type Nodes,
  rateLimitsCases,
  rateLimitsPerSecond,
  startRedis
} from "@leadline/lab"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { assert, beforeAll, describe, it } from "vitest"
import { postgresUrl } from "../support/database.ts"
import { useScope } from "../support/scope.ts"

const options = { requestsPerSecond: rateLimitsPerSecond, nodes: 4 }
const run = useScope()

/** Opens what counts, and gives the layer of a node; in memory, all nodes are one. */
type Open = () => Promise<() => Layer.Layer<RateLimiter, unknown>>

const overMemory: Open = async () => {
  const one = await run(Layer.build(layerMemory(options)))
  return () => Layer.succeedContext(one)
}

const overRedis: Open = async () => {
  const redis = Effect.promise(async () => startRedis(await freePort()))
  const { url } = await run(Effect.acquireRelease(redis, ({ stop }) => Effect.promise(stop)))
  return () => Redis.layer({ url: Redacted.make(url), ...options })
}

const overPostgres: Open = async () => {
  const url = Redacted.make(await newSchema(postgresUrl ?? assert.fail()))
  return () => Store.layerRateLimiter(options).pipe(Layer.provide(Postgres.layer({ url })))
}

if (missingRedis !== undefined) console.warn(`Limits over Redis: ${missingRedis}`)

const places = { memory: overMemory, ...(missingRedis === undefined && { Redis: overRedis }) }

const all = postgresUrl === undefined ? places : { PostgreSQL: overPostgres }

describe.each<[string, Open]>(Object.entries(all))("limits over %s", (_name, open) => {
  let nodes: Nodes
  beforeAll(async () => {
    const node = await open()
    const limiter = () => run(Effect.map(Layer.build(Layer.fresh(node())), Context.get(RateLimiter)))
    nodes = [await limiter(), await limiter(), await limiter(), await limiter()]
  })

  it.each(rateLimitsCases)("$name", async ({ run: check }) => {
    // That a node counts alone, for a moment on a busy machine, is no news.
    const silent = Effect.provide(check(nodes), Logger.layer([]))
    const result = await Effect.runPromise(Effect.result(silent))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
