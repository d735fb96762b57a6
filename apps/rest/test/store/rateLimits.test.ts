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

/** That a node counts alone, for a moment on a busy machine, is no news. */
const silent = Logger.layer([])

/** Opens what counts, and gives the limiter of a node; one layer is one node. */
type Counting = () => Promise<{
  readonly node: () => Layer.Layer<RateLimiter, unknown>
  readonly isOneNode?: true
  readonly stop?: () => Promise<void>
}>

const overMemory: Counting = async () => ({ node: () => layerMemory(options), isOneNode: true })

const overRedis: Counting = async () => {
  const { stop, url } = await startRedis(await freePort())
  return { node: () => Redis.layer({ url: Redacted.make(url), ...options }), stop }
}

const overPostgres =
  (server: string): Counting =>
  async () => {
    const url = Redacted.make(await newSchema(server))
    return { node: () => Store.layerRateLimiter(options).pipe(Layer.provide(Postgres.layer({ url }))) }
  }

if (missingRedis !== undefined) console.warn(`Limits over Redis: ${missingRedis}`)

const countings: ReadonlyArray<readonly [string, Counting]> =
  postgresUrl !== undefined
    ? [["PostgreSQL", overPostgres(postgresUrl)]]
    : [["memory", overMemory], ...(missingRedis === undefined ? [["Redis", overRedis] as const] : [])]

describe.each(countings)("limits over %s", (_name, open) => {
  const run = useScope()
  let nodes: Nodes
  beforeAll(async () => {
    const { isOneNode, node, stop } = await open()
    const limiter = () => run(Effect.map(Layer.build(Layer.fresh(node())), Context.get(RateLimiter)))
    const first = await limiter()
    const other = () => (isOneNode === true ? first : limiter())
    nodes = [first, await other(), await other(), await other()]
    return stop
  })

  it.each(rateLimitsCases)("$name", async ({ run: check }) => {
    const result = await Effect.runPromise(check(nodes).pipe(Effect.result, Effect.provide(silent)))
    if (result._tag === "Failure") assert.fail(result.failure.message)
  })
})
